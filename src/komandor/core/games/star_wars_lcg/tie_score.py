"""The tie score of a finals game at time, in hundredths, so that it can never be level (SWL-FTIME).

It is taken when the light side has ended the turn in which time was called (SWL-FTIME-1).
"""

from komandor.core.games.game import Field, Value
from komandor.core.games.loader import read_data
from komandor.core.games.reports import Answers
from komandor.core.ids import Side, other
from komandor.core.outcomes import GameScore
from komandor.core.reasons import Refusal, why

LIMITS = read_data(__package__).limits
DIAL_WINS = 12
"""The dark side wins when the dial gets here, so a tie score has 0–11."""


def fields(at_time: tuple[str, tuple[Value, ...]]) -> tuple[Field, ...]:
    """The fields of the tie score, all required: without the balance there is no result (SWL-FTIME-5)."""
    return (
        Field("objectives", "int", high=9, required=True, when=at_time, rule="SWL-FTIME-2"),
        Field("damage_on_dark", "int", high=999, required=True, when=at_time, rule="SWL-FTIME-2"),
        Field("dial", "int", high=DIAL_WINS - 1, required=True, when=at_time, rule="SWL-FTIME-3"),
        Field("damage_on_light", "int", high=999, required=True, when=at_time, rule="SWL-FTIME-3"),
        Field(
            "balance", "choice", choices=("light", "dark"), required=True, when=at_time, rule="SWL-FTIME-4"
        ),
    )


def dial_value(dial: int) -> int:
    """0–3 → 0, 4–7 → 4, 8–11 → 8 (SWL-FTIME-3)."""
    return dial - dial % LIMITS["dial_step"]


def hundredths(game: Answers) -> tuple[int, int]:
    """Light's and dark's totals (SWL-FTIME-2 to SWL-FTIME-4)."""
    keys = ("objectives", "damage_on_dark", "dial", "damage_on_light")
    objectives, on_dark, dial, on_light = (game.number(key) or 0 for key in keys)
    light = objectives * LIMITS["objective_value"] + on_dark * LIMITS["damage_value"]
    dark = dial_value(dial) * 100 + on_light * LIMITS["damage_value"]
    holds, worth = game.text("balance"), LIMITS["balance_value"]
    return light + worth * (holds == "light"), dark + worth * (holds == "dark")


def decide(game: Answers) -> GameScore | Refusal:
    """The higher total wins; 25 is no multiple of 10, so there is always one (SWL-FTIME-5)."""
    light_player = game.side("light")
    if light_player is None:
        return game.missing("light", "SWL-FTIME-2")
    light, dark = hundredths(game)
    winner: Side = light_player if light > dark else other(light_player)
    return GameScore(
        winner,
        reasons=(
            why("swl.light_score", "SWL-FTIME-2", side=light_player, hundredths=light),
            why("swl.dark_score", "SWL-FTIME-3", side=other(light_player), hundredths=dark),
            why(
                "swl.balance", "SWL-FTIME-4", holder=game.text("balance"), hundredths=LIMITS["balance_value"]
            ),
            why("swl.tie_score", "SWL-FTIME-5", winner=winner, light=light, dark=dark),
        ),
    )
