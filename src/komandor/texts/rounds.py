"""The name of a round in words: "Round 2 of 5", "Semi-final", "Upper bracket 2 · Lower bracket 1"."""

from komandor.app.queries.everybody.round_names import round_name
from komandor.core.ids import MatchNo
from komandor.core.tournament.stage_kind import RoundName, RoundPart
from komandor.core.tournament.state import Tournament
from komandor.texts.catalogue import word, words


def round_title(name: RoundName, lang: str, short: bool = False) -> str:
    """The name as a heading; `short` leaves out how many Swiss rounds there are."""
    return " · ".join(_capital(part_title(part, lang, short)) for part in name)


def part_title(part: RoundPart, lang: str, short: bool = False) -> str:
    """One part of a name, as it stands inside a sentence."""
    code = part.code
    if (short or not part.of) and f"{code}_short" in words(lang)["round_part"]:
        return word("round_part", f"{code}_short", lang).format(number=part.number)
    if code in ("upper", "lower") and not part.number:
        return word("bracket_side", code, lang)
    return word("round_part", code, lang).format(number=part.number, of=part.of, half=part.number // 2)


def round_chip(name: RoundName, lang: str) -> str:
    """The name as one or two letters, for a row of buttons: "3", "QF", "F"."""
    chips = (word("round_chip", part.code, lang) for part in name)
    return "·".join(
        chip.format(number=part.number, half=part.number // 2) for chip, part in zip(chips, name, strict=True)
    )


def round_in_log(t: Tournament, lang: str, number: int) -> str:
    """The name of a round as it stands in the log; nothing if its draw was taken back."""
    return round_title(round_name(t, number), lang, short=True) if number in t.rounds else ""


def seat_in_log(t: Tournament, lang: str, number: int) -> str:
    """Where a match is or was: "Semi-final, table 2"; nothing if its draw was taken back."""
    match = t.matches.get(MatchNo(number))
    if match is None:
        return ""
    table = f", {word('numbered', 'table', lang)} {match.table}" if match.table else ""
    return f"{round_in_log(t, lang, match.round)}{table}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
