"""Destiny: who won the game, the ladder at time, and the best of three (DES-END, DES-BO3)."""

from functools import partial

from komandor.core.games import shorthand as short
from komandor.core.games import verdicts as v
from komandor.core.games.game import ClockRule, Field, Form, GameData, Report, Situation
from komandor.core.games.ladder import Step, climb, then
from komandor.core.games.loader import read_data
from komandor.core.games.reports import Answers, Slip
from komandor.core.games.series import Wins, count, decided_at_time, played_on, scored, timed, won_or_conceded
from komandor.core.ids import RuleId, other
from komandor.core.outcomes import GameScore, MatchScore
from komandor.core.reasons import Refusal, refuse, why

DATA = read_data(__package__)
EXAMPLES = ("a", "b", "conc b", "dl")
SERIES_EXAMPLES = ("2-1", "a b a", "a a", "a t", "conc b", "dl")
BY_STRUCTURE = {"basic": 1, "advanced": 3}
LADDER = (
    Step(("damage",), "lower", "DES-END-5"),
    Step(("cards_left",), "higher", "DES-END-5"),
)
NAMED_ENDS = {"defeat": "DES-END-1", "empty": "DES-END-2"}


def best_of(situation: Situation) -> int:
    """Games of a match: one in Swiss, else by structure, or by setting if custom (DES-PAIR-1, DES-ELIM-2).

    A loaded edition may have three in Swiss too.
    """
    if not situation.eliminates:
        return v.in_force(DATA, situation).swiss_best_of
    if situation.structure in BY_STRUCTURE:
        return BY_STRUCTURE[situation.structure]
    return 1 if v.setting(DATA, situation, "destiny.knockout_best_of") == 1 else 3


def form(situation: Situation) -> Form:
    timed, open_end = ("end", ("time",)), ("end", ("defeat", "empty", "time"))
    several = best_of(situation) > 1
    game = (
        v.end_field(DATA, situation, "win", "defeat", "empty", "time", "concession", several=several),
        v.winner_field("DES-SCORE-1", "win"),
        Field("defeated", "bool", each=True, required=True, when=("end", ("defeat",)), rule="DES-END-1"),
        Field("empty", "bool", each=True, required=True, when=("end", ("empty",)), rule="DES-END-2"),
        Field("damage", "int", each=True, when=timed, rule="DES-END-5"),
        Field("cards_left", "int", each=True, when=timed, rule="DES-END-5", fold="if_level"),
        Field("battlefield", "side", when=open_end, rule="DES-END-5", fold="if_level"),
        Field("game_rounds", "int", high=99, when=timed, rule="DES-BO3-5", fold="if_level"),
        v.conceded_field("DES-END-4", short=not several),
    )
    if not several:
        return Form(game)
    chosen_by = Field("battlefield_chosen_by", "side", rule="DES-SETUP-7", fold="if_level")
    return Form((*game, chosen_by), v.match_fields(DATA, situation), most_games=3)


def minutes(situation: Situation) -> ClockRule:
    """A best of three in the knock-out has clocks of its own (DES-TIME-1)."""
    single = not situation.eliminates or best_of(situation) == 1
    return v.in_force(DATA, situation).clocks[situation.kind if single else f"{situation.kind}_bo3"]


def score(report: Report, situation: Situation) -> MatchScore | Refusal:
    slip = v.open_slip(DATA, situation, form, report)
    if isinstance(slip, Refusal):
        return slip
    data = v.in_force(DATA, situation)
    return scored(data, slip, best_of(situation) == 3, score_game, partial(_match, data=data))


def score_game(game: Answers) -> GameScore | Refusal:
    """The algorithm of docs/rules/destiny.md, section 10."""
    end = game.text("end")
    if end == "concession":
        return v.agreed(game, v.conceded(game, "DES-END-4"))
    if end == "win":
        return v.named(game, "DES-SCORE-1")
    if end == "time":  # played on to the end of the upkeep phase (DES-TIME-2, DES-END-3)
        return v.agreed(game, _ladder(game))
    return v.agreed(game, _fallen(game, "defeated" if end == "defeat" else "empty", NAMED_ENDS[end]))


def _fallen(game: Answers, key: str, rule: RuleId) -> GameScore | Refusal:
    """The side that has not lost so wins; if both have, the battlefield decides (DES-END-1, DES-END-2)."""
    fallen = game.flags(key) or (False, False)
    if not any(fallen):
        return refuse("destiny.nobody_lost", rule, field=game.where + key)
    winner = v.single_survivor((not fallen[0], not fallen[1]))
    if winner:
        return GameScore(winner, reasons=(why("destiny.lost", rule, kind=key, winner=winner),))
    return _controller(game, rule, "destiny.both_lost")


def _ladder(game: Answers) -> GameScore | Refusal:
    climbed = climb(game, LADDER)
    if isinstance(climbed, Refusal) or climbed.winner:
        return climbed
    return then(climbed, _controller(game, "DES-END-5"))


def _controller(game: Answers, rule: RuleId, code: str = "destiny.battlefield") -> GameScore | Refusal:
    winner = game.side("battlefield")
    if winner is None:
        return game.missing("battlefield", rule)
    return GameScore(winner, reasons=(why(code, rule, winner=winner),))


def _match(slip: Slip, data: GameData) -> MatchScore | Refusal:
    """The algorithm of docs/rules/destiny.md, section 11."""
    games: tuple[GameScore, ...] = ()
    wins = Wins()
    for number, answers in enumerate(slip.games):
        game = _game_of_three(answers, number, wins, data)
        if isinstance(game, Refusal):
            return game
        fault = _order_fault(slip, number, games)
        if fault:
            return fault
        games = (*games, game)
        counted = count(games, "DES-BO3-1")
        if isinstance(counted, Refusal):
            return counted
        wins = counted
    return _verdict(slip, games, wins, data)


def _game_of_three(answers: Answers, number: int, wins: Wins, data: GameData) -> GameScore | Refusal:
    """The score of one game of three. A game 2 that time ended has no winner and no ladder (DES-BO3-3)."""
    if answers.text("end") == "time" and number == 1 and wins.leader:
        leader = wins.leader
        if answers.side("winner") not in (None, leader):
            return refuse("destiny.no_ladder", "DES-BO3-3", field=answers.where + "winner", leader=leader)
        return GameScore(None, reasons=(why("destiny.second_game_open", "DES-BO3-3", leader=leader),))
    if answers.text("end") == "time" and number == 2:
        fault = played_on(data, answers, "destiny.play_on", "DES-BO3-5")
        if fault:
            return fault
    return score_game(answers)


def _order_fault(slip: Slip, number: int, before: tuple[GameScore, ...]) -> Refusal | None:
    """Refuses a game after time, and a battlefield not chosen by the loser of the last game (DES-SETUP-7)."""
    answers = slip.games[number]
    if number and slip.games[number - 1].text("end") == "time":
        return refuse("destiny.game_after_time", "DES-BO3-6", field=f"games[{number}]")
    chooser = answers.side("battlefield_chosen_by")
    if number and chooser and before[-1].winner == chooser:
        where = answers.where + "battlefield_chosen_by"
        return refuse("destiny.loser_chooses", "DES-SETUP-7", field=where, side=other(chooser))
    return None


def _verdict(slip: Slip, games: tuple[GameScore, ...], wins: Wins, data: GameData) -> MatchScore | Refusal:
    tally = why("destiny.games_won", "DES-BO3-1", a=wins.a, b=wins.b)
    if over := won_or_conceded(data, slip, games, wins, tally):
        return over
    if wins.level and timed(slip):  # AMB-D5
        return refuse(
            "destiny.third_game_due", "DES-BO3-4", field="games", rounds=data.limits["game_rounds_after_time"]
        )
    if not timed(slip) or not wins.leader:
        return refuse("score.match_unfinished", "DES-BO3-1", field="games", a=wins.a, b=wins.b)
    leads = why("destiny.leads_at_time", _time_rule(slip), winner=wins.leader)
    return v.settle(data, wins.leader, (tally, *decided_at_time(slip, games), leads), games)


def _time_rule(slip: Slip) -> RuleId:
    """The rule for a match that time ended: in game 1, in game 2, or between games."""
    ended = [game.text("end") == "time" for game in slip.games]
    return {(True,): "DES-BO3-2", (False, True): "DES-BO3-3"}.get(tuple(ended), "DES-BO3-6")


def examples(situation: Situation) -> tuple[str, ...]:
    return v.offered(DATA, situation, *(SERIES_EXAMPLES if best_of(situation) == 3 else EXAMPLES))


def shorthand(text: str, situation: Situation) -> Report | Refusal:
    """Reads "a", "conc b", "dl"; in a best of three the winners in order: "a b a", "a t" at time."""
    given = short.words(text)
    read = short.series(given) if best_of(situation) == 3 else short.winner(given)
    return read or short.not_understood(text, *examples(situation))
