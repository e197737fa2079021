"""Checks what happens while a round is played: clock, mission, deck checks, initiative."""

from komandor.check import documents, knockouts, lots, readings
from komandor.check.pairing_plan import by_lot, dice
from komandor.check.results import kind_of
from komandor.check.scores.destiny import best_of_three
from komandor.check.scores.slip import Case
from komandor.check.standings import ranking
from komandor.check.state import Fields, Match, Round, Stage, State


def clock_started(st: State, x: Fields) -> None:
    r = st.rounds[x["round"]]
    allowed = minutes_of(st, r)
    if x.get("minutes") != allowed:
        rule = documents.CLOCK_RULE[st.game]
        st.fault("clock.minutes", rule, f"{r} has {x.get('minutes')} minutes; {allowed} were due.")
    if st.missions and not r.missions:
        st.fault("mission.none", "IA-SETUP-1", f"{r} began without a mission.")
    _check_cut_still_stands(st, st.stages[r.stage])
    knockouts.check_games_due(st, r)


def _check_cut_still_stands(st: State, stage: Stage) -> None:
    """The first game of a stage is played by those whom the standings of that moment qualify (COM-CUT-5)."""
    if stage.number == 1 or readings.begun(st, stage) or stage.kind == "final_match":
        return
    now = ranking(st, stage.number - 1)
    before = [p for p in stage.before if p in now]
    if st.game == documents.SWL and len(before) < len(stage.before):
        return  # somebody was disqualified since: the others are compared without them (SWL-TB-2)
    last = max((before.index(p) for p in stage.seeds if p in before), default=-1)
    if now[: last + 1] != before[: last + 1]:
        st.fault("cut.outdated", "COM-CUT-5", f"Stage {stage.number} begins with the cut of other standings.")


def minutes_of(st: State, r: Round) -> int | None:
    """The minutes of this round by the announcement or the document (COM-TIME-1)."""
    real = next((m for m in st.in_round(r.number) if m.kind == "match"), None)
    kind = kind_of(st, real) if real else "swiss"
    if st.stages[r.stage].kind == "final_match":
        return None
    if kind in st.minutes:
        changed = st.minutes[kind]
        return changed if isinstance(changed, int) else None
    name = kind + ("_teams" if st.teams else "")
    case = Case(kind, st.structure, st.teams, st.chosen, st.book)
    if kind != "swiss" and st.game == documents.DESTINY and best_of_three(case):
        name = f"{kind}_bo3"
    if st.game == documents.CONQUEST and kind == "final" and st.setting("conquest.final_minutes") == "none":
        return None
    return st.book.clocks[name][0]


def mission(st: State, x: Fields) -> None:
    """No mission comes again before all were used (IA-SETUP-2); it is drawn by lot (IA-SETUP-1)."""
    r = st.rounds[x["round"]]
    pool, label = readings.missions_left(st), readings.mission_label(r)
    if x["mission"] not in pool:
        st.fault("mission.repeated", "IA-SETUP-2", f"{r}: {x['mission']} may not be drawn now.")
    elif (key := lots.key_of(st, r)) and pool[dice(key, label)(len(pool))] != x["mission"]:
        st.fault("mission.lot", "IA-SETUP-1", f"{r}: the lot gives another mission.")
    if len(r.missions) >= _missions_due(st, r):
        st.fault("mission.twice", "IA-SETUP-1", f"{r} has a mission too many.")


def _missions_due(st: State, r: Round) -> int:
    """One for each round, or for each of three games of a match (AMB-I10)."""
    played = next((m for m in st.in_round(r.number) if m.kind == "match"), None)
    swiss = played is None or kind_of(st, played) == "swiss"
    games = st.book.swiss_best_of if swiss else st.setting("ia.knockout_best_of")
    return 3 if st.setting("ia.redraw_mission_each_game") and games == 3 else 1


def deck_checks(st: State, x: Fields) -> None:
    r = st.rounds[x["round"]]
    key = lots.key_of(st, r)
    if key is None or "players" not in x:  # withheld while the event runs
        return
    order = by_lot(key, f"deck-check-{st.deck_checks + 1}", set(readings.seated(st, r)))
    due = order[: len(x["players"])]
    if list(x["players"]) != due:
        st.fault("lots.deck_checks", "SWL-CHECK-1", f"{r}: the lot picks other players for a deck check.")


def initiative(st: State, x: Fields) -> None:
    match = st.matches[x["match"]]
    key = lots.key_of(st, st.rounds[match.round])
    if x["player"] not in match.players:
        st.fault("sides.stranger", "ARM-SETUP-5", f"{match}: {x['player']} does not play it.")
    elif x.get("by_lot") and key and _first(key, "initiative", match) != x["player"]:
        st.fault("lots.initiative", "ARM-SETUP-5", f"{match}: the lot gives the initiative to the other.")


def _first(key: bytes, label: str, match: Match) -> int:
    """The player of the match whom the lot names."""
    return by_lot(key, f"{label}-{match.number}", match.players)[0]


def side_chooser(st: State, x: Fields) -> None:
    """The lot names who chooses the sides (SWL-SETUP-1) or decides on the initiative (ARM-SETUP-5)."""
    match = st.matches[x["match"]]
    label, rule = ("initiative", "ARM-SETUP-5") if x.get("initiative") else ("sides", "SWL-SETUP-1")
    key = lots.key_of(st, st.rounds[match.round])
    if key and _first(key, label, match) != x["player"]:
        st.fault(f"lots.{label}", rule, f"{match}: the lot names the other player to choose.")


BEFORE = {
    "clock_started": clock_started,
    "mission_drawn": mission,
    "deck_checks_drawn": deck_checks,
    "initiative_set": initiative,
    "side_chooser_drawn": side_chooser,
    "sides_chosen": knockouts.sides_chosen,
}
