"""Star Wars LCG: two games with sides swapped, single games in the finals (SWL-SCORE, SWL-FTIME)."""

from dataclasses import replace

from komandor.core.games import shorthand as short
from komandor.core.games import verdicts as v
from komandor.core.games.game import ClockRule, Field, Form, GameData, MatchPoints, Report, Situation
from komandor.core.games.loader import read_data
from komandor.core.games.reports import Answers, Slip
from komandor.core.games.star_wars_lcg import tie_score
from komandor.core.ids import Side
from komandor.core.outcomes import GameScore, MatchScore, Outcome, SideScore
from komandor.core.reasons import Refusal, refuse, why

DATA = read_data(__package__)
LETTERS = {
    "w": {"end": "win", "winner": "a"},
    "l": {"end": "win", "winner": "b"},
    "d": {"end": "time"},
    "x": {"end": "double_loss"},
}
EXAMPLES = ("ww", "wd", "wl", "d", "xx")
TEAM_EXAMPLES = ("wlw",)
FINAL_EXAMPLES = ("a", "b", "conc a", "dl")


def form(situation: Situation) -> Form:
    """Two games with sides swapped in Swiss (SWL-ROUND-1), one in the finals (SWL-FIN-2).

    Teams level for first place play two more, and a third if those leave them level (SWL-2V2-5, AMB-S13).
    """
    if not situation.eliminates:
        ends = ("win", "time", "concession", "unplayed")
        end, *others = _two_game_fields(situation, *ends)
        played_out = () if v.setting(DATA, situation, "swl.allow_concede_game2") else ("concession",)
        return Form((replace(end, first_only=played_out), *others), most_games=2)  # SWL-CONC-3
    if situation.teams:
        return Form(_two_game_fields(situation, "win", "concession"), most_games=3, fewest_games=2)
    return Form(_single_fields(situation))


def _two_game_fields(situation: Situation, *ends: str) -> tuple[Field, ...]:
    return (
        replace(v.end_field(DATA, situation, *ends, short=("time",)), sets_next=("time", "unplayed")),
        v.winner_field("SWL-SCORE-2", "win"),
        Field("light", "side", rule="SWL-SETUP-2", fold="light_side", first=True),
        v.conceded_field("SWL-CONC-1", short=False),
    )


def _single_fields(situation: Situation) -> tuple[Field, ...]:
    timed = situation.eliminates and not situation.final  # no limit between the finalists (SWL-FINAL-1)
    ends = ("win", "time", "concession") if timed else ("win", "concession")
    at_time = ("end", ("time",))
    return (
        v.end_field(DATA, situation, *ends),
        v.winner_field("SWL-SCORE-2", "win"),
        Field("light", "side", rule="SWL-FTIME-2", first=True, short=True),  # every final counts (SWL-SIDE-2)
        *(tie_score.fields(at_time) if timed else ()),
        v.conceded_field("SWL-CONC-1"),
    )


def minutes(situation: Situation) -> ClockRule:
    clocks = v.in_force(DATA, situation).clocks
    usual = clocks[situation.kind]  # two against two has no knock-out of its own (SWL-2V2-4)
    return clocks.get(f"{situation.kind}_teams", usual) if situation.teams else usual


def score(report: Report, situation: Situation) -> MatchScore | Refusal:
    finals = situation.eliminates and not situation.final
    if situation.teams and finals:  # only single games after a level final match (AMB-S13)
        return refuse("swl.no_team_finals", "SWL-2V2-4", field="kind")
    if situation.final and report.get("end") == "time":
        return refuse("swl.no_limit_in_final", "SWL-FINAL-1", field="end")
    slip = v.open_slip(DATA, situation, form, report)
    if isinstance(slip, Refusal):
        return slip
    if not situation.eliminates:
        return _swiss(slip, situation)
    return (
        _team_final(slip, situation) if situation.teams else _single(slip.only, v.in_force(DATA, situation))
    )


def draw_points(situation: Situation) -> int:
    """Points for a drawn game: 1 each, for teams 2 or 1 by setting (SWL-2V2-7, SWL-2V2-9, SWL-2V2-10)."""
    if situation.teams:
        return 2 if v.setting(DATA, situation, "swl.2v2_draw_points") == 2 else 1
    return v.in_force(DATA, situation).points["draw"]


def match_points(situation: Situation) -> MatchPoints:
    """The least win is one game beside a double loss; the most without a win are level games."""
    points = v.in_force(DATA, situation).points
    win, loss = points["win"], points["loss"]
    return MatchPoints(2 * win, win, max(win + loss, 2 * draw_points(situation)))


def _swiss(slip: Slip, situation: Situation) -> MatchScore | Refusal:
    fault = _sides_fault(slip) or _second_game_fault(slip, situation)
    if fault:
        return fault
    games = v.together((_game(slip.games[0], situation), _second_game(slip, situation)))
    return games if isinstance(games, Refusal) else _sum(games)


def _team_final(slip: Slip, situation: Situation) -> MatchScore | Refusal:
    """Two games, and one more if they leave the teams level; its winner wins (SWL-2V2-5, AMB-S13)."""
    fault = _sides_fault(slip)
    if fault:
        return fault
    games = v.together(_game(answers, situation) for answers in slip.games)
    if isinstance(games, Refusal):
        return games
    level = sum(g.points[0] for g in games[:2]) == sum(g.points[1] for g in games[:2])
    if level and len(games) == 2:
        return refuse("report.missing", "SWL-2V2-5", field="games[2]")
    if not level and len(games) == 3:
        return refuse("report.not_expected", "SWL-2V2-5", field="games[2]", unless="games")
    return _sum(games)


def _sides_fault(slip: Slip) -> Refusal | None:
    """After game 1 the players swap sides (SWL-SETUP-2)."""
    light = [game.side("light") for game in slip.games[:2]]
    if len(light) == 2 and light[0] and light[0] == light[1]:
        return refuse("swl.sides_not_swapped", "SWL-SETUP-2", field="games[1].light", light=light[0])
    return None


def _second_game_fault(slip: Slip, situation: Situation) -> Refusal | None:
    ends = [game.text("end") for game in slip.games]
    if ends[0] == "unplayed":
        return refuse("swl.first_game_unplayed", "SWL-ROUND-3", field="games[0].end")
    if len(ends) == 1 and ends[0] != "time":
        return refuse("report.missing", "SWL-ROUND-1", field="games[1]")
    if len(ends) == 1:
        return None
    if ends[0] == "time" and ends[1] != "unplayed":
        return refuse("swl.game_after_time", "SWL-SCORE-3", field="games[1].end")
    if ends[1] == "concession" and not v.setting(DATA, situation, "swl.allow_concede_game2"):
        return refuse("swl.second_game_to_the_end", "SWL-CONC-3", field="games[1].end")
    return None


def _second_game(slip: Slip, situation: Situation) -> GameScore | Refusal:
    """The score of game 2, also if it was not played for lack of time (SWL-SCORE-3)."""
    if slip.games[0].text("end") == "time":
        chosen = v.setting(DATA, situation, "swl.unplayed_second_game_points")
        each = draw_points(situation) if chosen == 1 else 0
        return GameScore(None, (each, each), (why("swl.unplayed", "SWL-SCORE-3", each=each),))
    if slip.games[1].text("end") == "unplayed":
        each = draw_points(situation)
        return GameScore(None, (each, each), (why("swl.not_begun", "SWL-SCORE-3", each=each),))
    return _game(slip.games[1], situation)


def _game(game: Answers, situation: Situation) -> GameScore | Refusal:
    """One game of a match: 3, 1 or 0 points (SWL-SCORE-1)."""
    end = game.text("end")
    if end == "double_loss":
        loss = v.in_force(DATA, situation).points["loss"]
        return GameScore(None, (loss, loss), (why("swl.double_loss", "SWL-ERR-4"),))
    if end == "time":
        if "winner" in game:
            return refuse("swl.drawn_at_time", "SWL-ROUND-5", field=game.where + "winner")
        each = draw_points(situation)
        rule = "SWL-2V2-10" if situation.teams else "SWL-ROUND-5"
        return GameScore(None, (each, each), (why("swl.draw", rule, each=each),))
    return _won(game, v.in_force(DATA, situation))


def _won(game: Answers, data: GameData) -> GameScore | Refusal:
    if game.text("end") == "concession":
        won = v.agreed(game, v.conceded(game, "SWL-CONC-1"))
    else:
        won = v.named(game, "SWL-SCORE-2")
    if isinstance(won, Refusal):
        return won
    win, loss = data.points["win"], data.points["loss"]
    points = (win, loss) if won.winner == "a" else (loss, win)
    return GameScore(won.winner, points, won.reasons)


def _sum(games: tuple[GameScore, ...]) -> MatchScore:
    """The match by the sum of its games: more points win, equal points are a draw (SWL-SCORE-1, AMB-S5)."""
    a, b = (sum(game.points[seat] for game in games) for seat in (0, 1))
    reasons = tuple(reason for game in games for reason in game.reasons)
    reasons = (*reasons, why("swl.match_points", "SWL-SCORE-1", first="a", a=a, second="b", b=b))
    winner: Side | None = None if a == b else ("a" if a > b else "b")
    if winner:
        sides = v.by_side(winner, SideScore(Outcome.WIN, max(a, b)), SideScore(Outcome.LOSS, min(a, b)))
        return MatchScore(winner, sides, reasons, games)
    level = SideScore(Outcome.DRAW if a else Outcome.DOUBLE_LOSS, a)
    return MatchScore(None, (level, level), reasons, games)


def _single(game: Answers, data: GameData) -> MatchScore | Refusal:
    """A game of the finals: it has a winner, unless both are removed (SWL-FTIME, AMB-S22)."""
    if game.text("end") == "double_loss":
        lost = data.double_loss
        return MatchScore(None, (lost, lost), (why("swl.double_loss", "SWL-ERR-4"),))
    timed = game.text("end") == "time"
    won = v.agreed(game, tie_score.decide(game)) if timed else _won(game, data)
    return v.settle_game(data, game, won)


def examples(situation: Situation) -> tuple[str, ...]:
    if not situation.eliminates:
        return EXAMPLES
    return TEAM_EXAMPLES if _team_final_match(situation) else FINAL_EXAMPLES


def _team_final_match(situation: Situation) -> bool:
    """Teams play no finals but this one match for first place (SWL-2V2-4, SWL-2V2-5)."""
    return situation.teams and situation.final


def shorthand(text: str, situation: Situation) -> Report | Refusal:
    """Reads a's games as w, d, l, x (both lose), such as "wd"; in the finals "a", "conc b", "dl",
    and "a l b" if b played light."""
    given = short.words(text)
    several = not situation.eliminates or _team_final_match(situation)
    read = _letters(_as_seen_by_a("".join(given)), situation) if several else _winner_and_side(given)
    return read or short.not_understood(text, *examples(situation))


def _winner_and_side(given: list[str]) -> Report | None:
    """Who won, and who played light if that was not recorded before: later finals count it (SWL-SIDE-2)."""
    match given:
        case [*line, short.LIGHT_SIDE, ("a" | "b") as side] if line != ["dl"]:
            read = short.winner(line)
            return {**read, "light": side} if read else None
    return short.winner(given)


def _as_seen_by_a(winners: str) -> str:
    """ "ab", the winners in order, is "wl"; whatever is not only winners stays."""
    return winners.translate(str.maketrans("ab", "wl")) if set(winners) <= {"a", "b"} else winners


def _letters(text: str, situation: Situation) -> Report | None:
    """Two games, one that took all the time, or in the final match of teams up to three."""
    if not situation.eliminates:
        understood = text == "d" or (len(text) == 2 and set(text) <= LETTERS.keys())
    else:
        understood = len(text) in (2, 3) and set(text) <= {"w", "l", "x"}  # it has no time limit (AMB-S13)
    return {"games": [dict(LETTERS[letter]) for letter in text]} if understood else None
