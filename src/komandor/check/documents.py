"""The numbers of the five documents, copied by hand from docs/rules for the checker only.

Nothing here is shared with the engine, so a misprint in one of the two shows as a difference.
"""

from collections.abc import Mapping

Row = tuple[int, int, int]
"""Smallest number of players, Swiss rounds, cut (0: none)."""

ARMADA, IA, DESTINY, SWL, CONQUEST = "armada", "imperial-assault", "destiny", "star-wars-lcg", "conquest"
GAMES = (ARMADA, IA, DESTINY, SWL, CONQUEST)
EDITIONS = (
    *("armada@2017", "imperial-assault@2017", "destiny@2017", "star-wars-lcg@2016", "conquest@2016-1.1"),
)


def _rows(text: str) -> tuple[Row, ...]:
    """Read "4:3/0 9:4/0": from 4 players 3 rounds and no cut, from 9 players 4 rounds and no cut."""
    parts = (row.replace("/", ":").split(":") for row in text.split())
    return tuple((int(low), int(rounds), int(cut)) for low, rounds, cut in parts)


_BASIC = _rows("4:3/0 9:4/0 17:4/4 25:5/4 41:5/8 45:6/8 77:6/16 149:7/16")
_ADVANCED = _rows("9:4/4 13:4/8 25:5/8 41:6/8 77:6/16 149:6/32 289:7/32 513:8/32")
STRUCTURES: Mapping[tuple[str, str], tuple[Row, ...]] = {
    (ARMADA, "basic"): _rows("4:3/0 33:4/0 49:5/0"),  # ARM-STRUCT-1
    (ARMADA, "advanced"): _rows("9:3/0 29:4/2 45:5/2 91:5/4"),  # ARM-STRUCT-2
    (IA, "basic"): _BASIC,  # IA-STRUCT-1
    (IA, "advanced"): _ADVANCED,  # IA-STRUCT-2
    (CONQUEST, "basic"): _BASIC,  # CON-STRUCT-1
    (CONQUEST, "advanced"): _ADVANCED,  # CON-STRUCT-2
    (DESTINY, "basic"): _BASIC,  # DES-STRUCT-1
    (DESTINY, "advanced"): _rows("9:4/4 13:5/4 25:6/8 41:7/8 77:7/8 149:8/16 289:9/16"),  # DES-STRUCT-2
}

CUTS: Mapping[str, tuple[int, ...]] = {
    ARMADA: (2, 4, 8, 16, 32),  # ARM-CUT-1, AMB-A3
    IA: (4, 8, 16, 32),  # IA-CUT-1
    DESTINY: (4, 8, 16, 32),  # DES-CUT-1
    CONQUEST: (4, 8, 16, 32),  # CON-CUT-1
    SWL: (4, 8, 16),  # SWL-STRUCT-2
}

BYE: Mapping[str, tuple[int, int]] = {  # points, margin of victory (COM-BYE-1)
    ARMADA: (8, 140),
    IA: (1, 0),
    DESTINY: (1, 0),
    CONQUEST: (5, 0),
    SWL: (6, 0),
}

MARGINS: tuple[tuple[int, int, int], ...] = ((300, 10, 1), (220, 9, 2), (140, 8, 3), (60, 7, 4), (0, 6, 5))
"""Smallest margin, points of the winner, points of the loser (ARM-SCORE-5)."""

POINTS: Mapping[str, Mapping[str, int]] = {  # IA-SCORE-1, DES-SCORE-1, CON-SCORE-1; SWL-SCORE-1 for a game
    IA: {"win": 1, "loss": 0},
    DESTINY: {"win": 1, "loss": 0},
    CONQUEST: {"win": 5, "modified_win": 4, "loss": 0},
    SWL: {"win": 3, "draw": 1, "loss": 0},
}

LIMITS: Mapping[str, Mapping[str, int]] = {
    ARMADA: {"fleet_destroyed": 400, "most_margin": 400, "concession_lead": 140, "concession_points": 8},
    IA: {"victory_points": 40},  # IA-END-1
}

NUMBERS = ("mov", "wins", "sos", "esos")
"""The tie-breakers that are a number: fields of `standings.Tally`."""
TIEBREAKERS: Mapping[str, tuple[str, ...]] = {
    ARMADA: ("mov", "sos"),  # ARM-TB-1
    IA: ("sos", "esos"),  # IA-TB-1
    DESTINY: ("sos", "esos"),  # DES-TB-1
    CONQUEST: ("sos", "esos"),  # CON-TB-1
    SWL: ("sos", "esos"),  # SWL-TB-1, after the matches between the players
}

Range = tuple[int | None, int | None, int | None]
"""Minutes (None: no limit), and the lowest and highest that the document allows."""

CLOCKS: Mapping[tuple[str, str], Range] = {  # COM-TIME-1
    (ARMADA, "swiss"): (135, None, None),
    (ARMADA, "knockout"): (135, None, None),
    (ARMADA, "final"): (180, None, None),
    (IA, "swiss"): (65, None, None),
    (IA, "knockout"): (65, None, None),
    (IA, "final"): (105, None, None),
    (DESTINY, "swiss"): (35, None, None),
    (DESTINY, "knockout"): (35, None, None),
    (DESTINY, "final"): (50, None, None),
    (DESTINY, "knockout_bo3"): (90, None, None),
    (DESTINY, "final_bo3"): (120, None, None),
    (SWL, "swiss"): (70, 60, 80),  # SWL-ROUND-2
    (SWL, "knockout"): (35, 30, 40),  # SWL-FIN-1
    (SWL, "final"): (None, None, None),  # SWL-FINAL-1
    (SWL, "swiss_teams"): (90, 80, 100),  # SWL-2V2-8
    (SWL, "final_teams"): (None, None, None),  # AMB-S13
    (CONQUEST, "swiss"): (55, None, None),
    (CONQUEST, "knockout"): (55, None, None),
    (CONQUEST, "final"): (90, None, None),  # CON-RTIME-1, AMB-C3
}

CLOCK_RULE: Mapping[str, str] = {
    ARMADA: "ARM-TIME-1",
    IA: "IA-TIME-1",
    DESTINY: "DES-TIME-1",
    SWL: "SWL-ROUND-2",
    CONQUEST: "CON-RTIME-1",
}

COMMON_SETTINGS = (
    "sos.bye_counts_as_zero_opponent",  # AMB-G1
    "sos.count_missed_rounds_after_rejoin",  # AMB-G3
    "sos.count_forfeits",  # AMB-G36
    "sanction.points_enter_sos",  # AMB-G38
    "sanction.points_below_zero",
    "points.bonus",  # AMB-G46
    "registration.late_entry",  # AMB-G26, AMB-G44
    "registration.late_no_bye_first_round",
    "pairing.avoid_groups_round1",  # AMB-G29
    "pairing.second_bye_before_rematch",  # AMB-G35
    "stage.carry_points",  # AMB-C2
    "lists.required",  # COM-LIST-1
)
GAME_SETTINGS: Mapping[str, tuple[str, ...]] = {
    ARMADA: ("armada.missed_round_tp",),  # AMB-G5
    IA: (
        "ia.knockout_best_of",
        "ia.bo3_level_at_time",
        "ia.tie_health",
        "ia.redraw_mission_each_game",  # AMB-I10
    ),
    DESTINY: ("destiny.knockout_best_of",),  # AMB-D3
    SWL: (
        "swl.bye_points",
        "swl.unplayed_second_game_points",
        "swl.side_count_includes_swiss",
        "swl.allow_concede_game2",
        "swl.2v2_draw_points",
        "swl.start_numbers",
        "swl.round1",
        "swl.sos_mode",
    ),
    CONQUEST: ("conquest.final_minutes", "conquest.knockout_tie", "conquest.symbols"),
}
"""The settings that every event records when it is created."""

SWL_CHAMPIONSHIPS = ("regional", "national", "world")  # SWL-PART-2
LEADERS = ("organiser", "second_organiser", "marshal", "judge")
