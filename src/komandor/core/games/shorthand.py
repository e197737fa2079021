"""Quick entry: what every game understands, and the refusal that shows examples."""

import re
from collections.abc import Iterator

from komandor.core.games.game import Report, Rules, Situation
from komandor.core.ids import SIDES, Side, other
from komandor.core.reasons import Refusal, refuse

SCORES = re.compile(r"(\d{1,4})\s*[-–:]\s*(\d{1,4})")
AS_SIDES = {"w": "a", "l": "b"}  # a game as side a sees it
LIGHT_SIDE = "l"  # before the side that played it, as "f" is before who has the initiative
IN_ORDER = {"2-0": "aa", "2-1": "aba", "1-2": "bab", "0-2": "bb"}  # as the buttons of the slip have it


def words(text: str) -> list[str]:
    """ "177 – 49  T" → ["177-49", "t"]."""
    return SCORES.sub(r"\1-\2", text.strip().lower()).split()


def scores(word: str) -> list[int] | None:
    """ "177-49" → [177, 49]."""
    found = SCORES.fullmatch(word)
    return [int(found[1]), int(found[2])] if found else None


def is_side(word: str) -> Side | None:
    return "a" if word == "a" else "b" if word == "b" else None


def conceded_by(side: Side) -> dict[str, str]:
    """The slip of a single game that this side gave up."""
    return {"end": "concession", "conceded_by": side}


def lost_by(side: Side) -> dict[str, str]:
    """The slip of a single game that the other side won."""
    return {"end": "win", "winner": other(side)}


def common(given: list[str]) -> Report | None:
    """ "conc a" and "dl", which single games share."""
    match given:
        case ["conc", ("a" | "b") as side]:
            return conceded_by(side)
        case ["dl"]:
            return {"end": "double_loss"}
    return None


def not_understood(text: str, *examples: str) -> Refusal:
    return refuse("report.shorthand", None, field="shorthand", text=text[:40], examples=examples)


MOST_WORDS = 8


def understood(rules: Rules, text: str, situation: Situation) -> Report | Refusal:
    """What a typed line means. A side that was left out is added where only one side makes a result:
    "400-0 d" can only mean that b's fleet is destroyed. Where both do, the refusal asks which."""
    report = rules.shorthand(text, situation)
    if not isinstance(report, Refusal):
        return report
    lines = with_a_side(rules, text, situation)
    if len(lines) == 1:
        return rules.shorthand(lines[0], situation)
    return refuse("report.which_side", None, field="shorthand", choices=lines) if lines else report


def with_a_side(rules: Rules, text: str, situation: Situation) -> tuple[str, ...]:
    """The lines that make a result of an unfinished one, by one more side or by the fact that is missing."""
    given = words(text)
    if not 0 < len(given) <= MOST_WORDS:
        return ()
    report = rules.shorthand(text, situation)
    tried: Iterator[str]
    if isinstance(report, Refusal):
        tried = (" ".join((*given[:at], side, *given[at:])) for at in range(len(given) + 1) for side in SIDES)
    else:
        tried = _with_what_is_missing(rules, given, report, situation)
    found = {str(read): line for line in tried if (read := _counts(rules, line, situation))}
    return tuple(found.values())


def _with_what_is_missing(
    rules: Rules, given: list[str], report: Report, situation: Situation
) -> Iterator[str]:
    """The line with one of the game's letters and a side added, where that says the field that is missing."""
    score = rules.score(report, situation)
    missing = str(score.reasons[0].params.get("field", "")) if isinstance(score, Refusal) else ""
    letters = {one for text in rules.examples(situation) for one in words(text)[1:-1]}
    for letter in sorted(letters - set(SIDES)):
        for side in SIDES:
            line = " ".join((*given, letter, side))
            read = rules.shorthand(line, situation)
            if not isinstance(read, Refusal) and missing in read and missing not in report:
                yield line


def with_the_light_side(rules: Rules, text: str, situation: Situation) -> tuple[str, ...]:
    """The line with each player as the one who played light, where that makes a result: "a l b"."""
    lines = (" ".join((*words(text), LIGHT_SIDE, side)) for side in SIDES)
    return tuple(line for line in lines if _counts(rules, line, situation))


def _counts(rules: Rules, line: str, situation: Situation) -> Report | None:
    """The slip that this line means, if it is a result."""
    read = rules.shorthand(line, situation)
    return None if isinstance(read, Refusal) or isinstance(rules.score(read, situation), Refusal) else read


def winner(given: list[str]) -> Report | None:
    """ "a" or "b" (or "w" or "l", as a's result), and what `common` knows."""
    if len(given) == 1 and (side := _side_that_won(given[0])):
        return {"end": "win", "winner": side}
    return common(given)


def _side_that_won(word: str) -> Side | None:
    return is_side(AS_SIDES.get(word, word))


def series(given: list[str]) -> Report | None:
    """Best of three: "a b a", "aba" or "2-1"; "a t" = time was called when a had won one; "conc b" gives up
    the match; "dl": both lose it."""
    match [one for word in given for one in _apart(word)]:
        case ["dl"]:
            return {"double_loss": True}
        case [*sides, "conc", ("a" | "b") as loser] if _sides(sides):
            return {"games": _games(sides), "conceded_by": loser}
        case [*sides, "t"] if sides and _sides(sides):
            return {"games": _games(sides), "time_called": True}
        case [*sides] if sides and _sides(sides):
            return {"games": _games(sides)}
    return None


def _apart(word: str) -> list[str]:
    """ "aba", "wlw" and "2-1" are three words."""
    winners = IN_ORDER.get(word, word)
    if set(winners) <= AS_SIDES.keys():
        winners = "".join(AS_SIDES[letter] for letter in winners)
    return list(winners) if 1 < len(winners) <= 3 and set(winners) <= {"a", "b"} else [word]


def _sides(given: list[str]) -> bool:
    return len(given) <= 3 and all(is_side(word) for word in given)


def _games(sides: list[str]) -> list[dict[str, str]]:
    return [{"end": "win", "winner": side} for side in sides]
