"""Quick entry: what every game understands, and the refusal that shows examples."""

import re

from komandor.core.games.game import Report
from komandor.core.ids import Side
from komandor.core.reasons import Refusal, refuse

SCORES = re.compile(r"(\d{1,4})\s*[-–:]\s*(\d{1,4})")


def words(text: str) -> list[str]:
    """ "177 – 49  T" → ["177-49", "t"]."""
    return SCORES.sub(r"\1-\2", text.strip().lower()).split()


def scores(word: str) -> list[int] | None:
    """ "177-49" → [177, 49]."""
    found = SCORES.fullmatch(word)
    return [int(found[1]), int(found[2])] if found else None


def is_side(word: str) -> Side | None:
    return "a" if word == "a" else "b" if word == "b" else None


def common(given: list[str]) -> Report | None:
    """ "conc a" and "dl", which single games share."""
    match given:
        case ["conc", ("a" | "b") as side]:
            return {"end": "concession", "conceded_by": side}
        case ["dl"]:
            return {"end": "double_loss"}
    return None


def not_understood(text: str, *examples: str) -> Refusal:
    return refuse("report.shorthand", None, field="shorthand", text=text[:40], examples=examples)


def winner(given: list[str]) -> Report | None:
    """ "a" or "b", and what `common` knows."""
    if len(given) == 1 and is_side(given[0]):
        return {"end": "win", "winner": given[0]}
    return common(given)


def series(given: list[str]) -> Report | None:
    """Best of three: "a b a"; "a t" = time was called when a had won one; "conc b" gives up the match.

    "dl": both lose the match.
    """
    match given:
        case ["dl"]:
            return {"double_loss": True}
        case [*sides, "conc", ("a" | "b") as loser] if _sides(sides):
            return {"games": _games(sides), "conceded_by": loser}
        case [*sides, "t"] if sides and _sides(sides):
            return {"games": _games(sides), "time_called": True}
        case [*sides] if sides and _sides(sides):
            return {"games": _games(sides)}
    return None


def _sides(given: list[str]) -> bool:
    return len(given) <= 3 and all(is_side(word) for word in given)


def _games(sides: list[str]) -> list[dict[str, str]]:
    return [{"end": "win", "winner": side} for side in sides]
