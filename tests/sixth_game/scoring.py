"""Skiff Race: more laps win two points; level laps are decided by fewer crashes, then by the flag.

A storm ends the race at once; a skiff that has sunk loses to one that floats.
"""

from komandor.core.games import shorthand as short
from komandor.core.games.game import ClockRule, Field, Form, Report, Situation
from komandor.core.games.ladder import Step, climb
from komandor.core.games.loader import read_data
from komandor.core.games.reports import Answers
from komandor.core.games.verdicts import (
    agreed,
    conceded,
    conceded_field,
    double_loss,
    end_field,
    named,
    offered,
    open_slip,
    settle,
    single_survivor,
)
from komandor.core.outcomes import GameScore, MatchScore, Outcome
from komandor.core.reasons import Refusal, why

DATA = read_data(__package__)
LADDER = (Step(("laps",), "higher", "COM-PTS-1"), Step(("crashes",), "lower", "COM-PTS-1"))
RACED = ("end", ("finish", "storm"))


def form(situation: Situation) -> Form:
    return Form(
        (
            end_field(DATA, situation, "win", "finish", "storm", "concession"),
            Field("winner", "side", short=True),
            Field("laps", "int", each=True, high=99, required=True, when=RACED, short=True),
            Field("afloat", "bool", each=True, when=RACED, ticked=True),
            Field("crashes", "int", each=True, when=RACED, fold="if_level"),
            Field("wind", "choice", choices=("weak", "strong"), when=RACED, fold="weather"),
            conceded_field("COM-CONC-1"),
        )
    )


def minutes(situation: Situation) -> ClockRule:
    return DATA.clocks[situation.kind]


def score(report: Report, situation: Situation) -> MatchScore | Refusal:
    slip = open_slip(DATA, situation, form, report)
    if isinstance(slip, Refusal):
        return slip
    game, end = slip.only, slip.only.text("end")
    if end == "double_loss":
        return double_loss(DATA)
    ways = {"win": named, "concession": conceded}
    won = agreed(game, ways[end](game, "COM-CONC-1") if end in ways else _raced(game, end))
    if isinstance(won, Refusal):
        return won
    if won.winner is None:
        return game.missing("winner", "COM-ELIM-7")
    lost = Outcome.CONCEDED if end == "concession" else Outcome.LOSS
    return settle(DATA, won.winner, won.reasons, loss=lost)


def _raced(game: Answers, end: str) -> GameScore | Refusal:
    floats = single_survivor(game.flags("afloat") or (True, True))
    if floats:
        return GameScore(floats, reasons=(why("skiff.sunk", "COM-PTS-1", winner=floats, end=end),))
    return climb(game, LADDER)


def examples(situation: Situation) -> tuple[str, ...]:
    return offered(DATA, situation, "5-3", "a", "conc b", "dl")


def shorthand(text: str, situation: Situation) -> Report | Refusal:
    """ "5-3" (laps at the finish), "a", "conc b", "dl"."""
    given = short.words(text)
    laps = short.scores(given[0]) if len(given) == 1 else None
    read = {"end": "finish", "laps": laps} if laps else short.winner(given)
    return read or short.not_understood(text, *examples(situation))
