"""Skiff Race: more laps win two points; level laps are decided by fewer crashes, then by the flag."""

from pathlib import Path

from komandor.core.games import shorthand as short
from komandor.core.games.game import Clock, Field, Form, Report, Situation
from komandor.core.games.ladder import Step, climb
from komandor.core.games.loader import load_data
from komandor.core.games.verdicts import agreed, conceded, double_loss, end_field, named, open_slip, settle
from komandor.core.outcomes import MatchScore, Outcome
from komandor.core.reasons import Refusal

DATA = load_data(Path(__file__).with_name("data.toml").read_text(encoding="utf-8"))
LADDER = (Step(("laps",), "higher", "COM-PTS-1"), Step(("crashes",), "lower", "COM-PTS-1"))
EXAMPLES = ("a", "conc b", "dl")


def form(situation: Situation) -> Form:
    finished = ("end", ("finish",))
    return Form(
        (
            end_field(DATA, situation, "win", "finish", "concession"),
            Field("winner", "side"),
            Field("laps", "int", each=True, high=99, required=True, when=finished),
            Field("crashes", "int", each=True, when=finished),
            Field("conceded_by", "side", required=True, when=("end", ("concession",))),
        )
    )


def minutes(situation: Situation) -> Clock:
    return DATA.clocks[situation.kind]


def score(report: Report, situation: Situation) -> MatchScore | Refusal:
    slip = open_slip(DATA, situation, form(situation), report)
    if isinstance(slip, Refusal):
        return slip
    game, end = slip.only, slip.only.text("end")
    if end == "double_loss":
        return double_loss(DATA)
    ways = {"win": named, "concession": conceded}
    won = ways[end](game, "COM-CONC-1") if end in ways else climb(game, LADDER)
    won = agreed(game, won)
    if isinstance(won, Refusal):
        return won
    if won.winner is None:
        return game.missing("winner", "COM-ELIM-7")
    lost = Outcome.CONCEDED if end == "concession" else Outcome.LOSS
    return settle(DATA, won.winner, won.reasons, loss=lost)


def shorthand(text: str, situation: Situation) -> Report | Refusal:
    return short.winner(short.words(text)) or short.not_understood(text, *EXAMPLES)
