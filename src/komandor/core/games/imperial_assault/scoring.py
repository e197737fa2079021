"""Imperial Assault: who won the game, and the best of three (IA-END, IA-ELIM-2)."""

from dataclasses import replace
from functools import partial

from komandor.core.games import shorthand as short
from komandor.core.games import verdicts as v
from komandor.core.games.game import ClockRule, Field, Form, Report, Situation
from komandor.core.games.ladder import Step, ahead, climb, dice, then
from komandor.core.games.loader import read_data
from komandor.core.games.reports import Answers, Slip
from komandor.core.games.series import Wins, count, played_on, scored, timed, won_or_conceded
from komandor.core.outcomes import GameScore, MatchScore
from komandor.core.reasons import Reason, Refusal, refuse, why

DATA = read_data(__package__)
COUNTED = ("points", "elimination", "time")
EXAMPLES = ("a", "30-25", "conc b", "dl")
SERIES_EXAMPLES = ("2-1", "a b a", "a a", "a t", "conc b", "dl")
BLUE_DICE = Field("blue_dice", "int", each=True, many=True, high=9, rule="IA-END-5", fold="if_level")


def best_of(situation: Situation) -> int:
    """Knock-out matches go to two wins unless the event says single games (IA-ELIM-2, AMB-I1)."""
    if not situation.eliminates:
        return v.in_force(DATA, situation).swiss_best_of  # IA-PAIR-1
    return 1 if v.setting(DATA, situation, "ia.knockout_best_of") == 1 else 3


def health_field(situation: Situation) -> str:
    """The field with the health that the tie ladder adds: of defeated figures, or of all (AMB-I2)."""
    return "health_in_play" if v.setting(DATA, situation, "ia.tie_health") == "all" else "health_defeated"


def form(situation: Situation) -> Form:
    """In a best of three, points are asked at every end: they may decide a match at 1–1 (AMB-I1)."""
    counted = ("end", COUNTED)
    several = best_of(situation) > 1
    ends = ("win", *COUNTED, "concession")
    always = ("end", ends) if several else counted
    game = (
        v.end_field(DATA, situation, *ends, several=several),
        v.winner_field("IA-SCORE-1", "win"),
        Field("vp", "int", each=True, when=always, rule="IA-END-1", short=several),
        Field("vp_figures", "int", each=True, when=always, rule="IA-END-5", fold="items"),
        Field("vp_other", "int", each=True, when=always, rule="IA-END-1", fold="items"),
        Field("figures_left", "bool", each=True, when=counted, rule="IA-END-2", ticked=True),
        Field("damage", "int", each=True, when=counted, rule="IA-END-5", fold="if_level"),
        Field(health_field(situation), "int", each=True, when=counted, rule="IA-END-5", fold="if_level"),
        replace(BLUE_DICE, when=counted),
        Field("game_rounds", "int", high=99, when=("end", ("time",)), rule="IA-TIME-2", fold="if_level"),
        v.conceded_field("IA-END-4", short=not several),
    )
    if not several:
        return Form(game)
    return Form(game, (*v.match_fields(DATA, situation), BLUE_DICE), most_games=3)


def minutes(situation: Situation) -> ClockRule:
    return v.in_force(DATA, situation).clocks[situation.kind]


def score(report: Report, situation: Situation) -> MatchScore | Refusal:
    slip = v.open_slip(DATA, situation, form, report)
    if isinstance(slip, Refusal):
        return slip
    game, match = partial(score_game, situation=situation), partial(_match, situation=situation)
    return scored(v.in_force(DATA, situation), slip, best_of(situation) == 3, game, match)


def score_game(game: Answers, situation: Situation) -> GameScore | Refusal:
    """The algorithm of docs/rules/imperial-assault.md, section 11."""
    end = game.text("end")
    if end == "concession":
        return v.agreed(game, v.conceded(game, "IA-END-4"))
    if end == "win":
        return v.named(game, "IA-SCORE-1")
    return v.agreed(game, _counted(game, situation))


def _counted(game: Answers, situation: Situation) -> GameScore | Refusal:
    left = game.flags("figures_left")
    if game.text("end") == "elimination" and left is None:
        return game.missing("figures_left", "IA-END-2")
    if game.text("end") == "elimination" and left == (True, True):
        return refuse("ia.nobody_eliminated", "IA-END-2", field=game.where + "figures_left")
    survivor = v.single_survivor(left) if left else None
    if survivor:  # also when the same event reached 40 points (AMB-I11)
        return GameScore(survivor, reasons=(why("ia.survivor", "IA-END-2", winner=survivor),))
    return _on_points(game, situation)


def _on_points(game: Answers, situation: Situation) -> GameScore | Refusal:
    """40 points, time, or both wiped out (AMB-I4): more points, then the ladder (IA-END-5)."""
    totals = victory_points(game)
    if isinstance(totals, Refusal):
        return totals
    goal = v.in_force(DATA, situation).limits["victory_points"]
    if game.text("end") == "points" and max(totals) < goal:
        return refuse("ia.goal_not_reached", "IA-END-1", field=game.where + "vp", goal=goal, most=max(totals))
    rule = {"points": "IA-END-1", "time": "IA-END-3", "elimination": "IA-END-2"}[game.text("end")]
    reason = why("ia.victory_points", rule, a=totals[0], b=totals[1])
    leader = ahead(totals)
    start = GameScore(leader, reasons=(reason,))
    return start if leader else then(start, _ladder(game, situation))


def victory_points(game: Answers) -> tuple[int, int] | Refusal:
    """The total as given, or figures plus the rest; the two may not contradict each other."""
    total, figures, rest = game.ints("vp"), game.ints("vp_figures"), game.ints("vp_other")
    if total is None:
        if figures is None or rest is None:
            return game.missing("vp", "IA-END-1")
        return figures[0] + rest[0], figures[1] + rest[1]
    if figures and any(part > whole for part, whole in zip(figures, total, strict=True)):
        return refuse("ia.more_from_figures", "IA-END-5", field=game.where + "vp_figures", vp=total)
    if figures and rest and total != (figures[0] + rest[0], figures[1] + rest[1]):
        return refuse("ia.points_differ", "IA-END-1", field=game.where + "vp", vp=total)
    return total


def _ladder(game: Answers, situation: Situation) -> GameScore | Refusal:
    health = health_field(situation)
    steps = (
        Step(("vp_figures",), "higher", "IA-END-5"),
        Step(("damage", health), "lower", "IA-END-5", f"damage_{health}"),
    )
    climbed = climb(game, steps)
    if isinstance(climbed, Refusal) or climbed.winner:
        return climbed
    return then(climbed, dice(game, "blue_dice", "IA-END-5"))


def _match(slip: Slip, situation: Situation) -> MatchScore | Refusal:
    """A best of three: two wins, else more wins at time, at 1–1 as the event has chosen (AMB-I1)."""
    games = v.together(score_game(answers, situation) for answers in slip.games)
    if isinstance(games, Refusal):
        return games
    wins = count(games, "IA-ELIM-2")
    if isinstance(wins, Refusal):
        return wins
    return _time_faults(slip, games, situation) or _verdict(slip, games, wins, situation)


def _time_faults(slip: Slip, games: tuple[GameScore, ...], situation: Situation) -> Refusal | None:
    """Refuses games after time was called, except a third game where the event plays one."""
    third = v.setting(DATA, situation, "ia.bo3_level_at_time") == "game3_two_rounds"
    for number, answers in enumerate(slip.games):
        last = number == len(slip.games) - 1
        if answers.text("end") == "time" and not last and not (third and number == 1):
            return refuse("ia.game_after_time", "IA-TIME-2", field=f"games[{number + 1}]")
    if third and len(games) == 3 and slip.games[2].text("end") == "time":
        return played_on(v.in_force(DATA, situation), slip.games[2], "ia.play_on", "IA-ELIM-2")
    return None


def _verdict(
    slip: Slip, games: tuple[GameScore, ...], wins: Wins, situation: Situation
) -> MatchScore | Refusal:
    data = v.in_force(DATA, situation)
    tally = why("ia.games_won", "IA-ELIM-2", a=wins.a, b=wins.b)
    if over := won_or_conceded(data, slip, games, wins, tally):
        return over
    if not timed(slip):
        return refuse("score.match_unfinished", "IA-ELIM-2", field="games", a=wins.a, b=wins.b)
    if wins.leader:
        reason = why("ia.leads_at_time", "IA-ELIM-2", winner=wins.leader)
        return v.settle(data, wins.leader, (tally, reason), games)
    if not games:
        return refuse("score.match_unfinished", "COM-ELIM-7", field="games", a=0, b=0)
    return _level(slip, games, situation)


def _level(slip: Slip, games: tuple[GameScore, ...], situation: Situation) -> MatchScore | Refusal:
    """1–1 and no third game begun: points over both games, then from figures, then the die (AMB-I1)."""
    if v.setting(DATA, situation, "ia.bo3_level_at_time") == "game3_two_rounds":
        return refuse("ia.third_game_due", "IA-ELIM-2", field="games")
    data = v.in_force(DATA, situation)
    reasons: tuple[Reason, ...] = ()
    for key, code in (("vp", "ia.points_over_games"), ("vp_figures", "ia.figures_over_games")):
        totals = _over_games(slip, key)
        if isinstance(totals, Refusal):
            return totals
        reasons = (*reasons, why(code, "IA-ELIM-2", a=totals[0], b=totals[1]))
        if leader := ahead(totals):
            return v.settle(data, leader, reasons, games)
    rolled = dice(slip.match, "blue_dice", "IA-END-5")
    if isinstance(rolled, Refusal):
        return rolled
    assert rolled.winner is not None
    return v.settle(data, rolled.winner, (*reasons, *rolled.reasons), games)


def _over_games(slip: Slip, key: str) -> tuple[int, int] | Refusal:
    total = (0, 0)
    for game in slip.games:
        values = victory_points(game) if key == "vp" else game.ints(key)
        if values is None:
            return game.missing(key, "IA-ELIM-2")
        if isinstance(values, Refusal):
            return values
        total = (total[0] + values[0], total[1] + values[1])
    return total


def examples(situation: Situation) -> tuple[str, ...]:
    return v.offered(DATA, situation, *(SERIES_EXAMPLES if best_of(situation) == 3 else EXAMPLES))


def shorthand(text: str, situation: Situation) -> Report | Refusal:
    """Reads "a", "30-25" (points at time), "conc b", "dl"; in a best of three the winners in order."""
    given = short.words(text)
    read = (
        short.series(given)
        if best_of(situation) == 3
        else short.winner(given) or _points_only(given, situation)
    )
    return read or short.not_understood(text, *examples(situation))


def _points_only(given: list[str], situation: Situation) -> Report | None:
    points = short.scores(given[0]) if len(given) == 1 else None
    if points is None:
        return None
    goal = v.in_force(DATA, situation).limits["victory_points"]
    return {"end": "points" if max(points) >= goal else "time", "vp": points}
