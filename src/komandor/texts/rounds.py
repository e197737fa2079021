"""The name of a round in words: "Round 2 of 5", "Semi-final", "Upper bracket 2 · Lower bracket 1"."""

from komandor.app.queries.round_names import RoundName, RoundPart
from komandor.texts.catalogue import word


def round_title(name: RoundName, lang: str, short: bool = False) -> str:
    """The name as a heading; `short` leaves out how many Swiss rounds there are."""
    return " · ".join(_capital(part_title(part, lang, short)) for part in name)


def part_title(part: RoundPart, lang: str, short: bool = False) -> str:
    """One part of a name, as it stands inside a sentence."""
    code = part.code
    if code == "swiss" and (short or not part.of):
        return word("round_part", "swiss_short", lang).format(number=part.number)
    if code in ("upper", "lower") and not part.number:
        return word("bracket_side", code, lang)
    return word("round_part", code, lang).format(number=part.number, of=part.of, half=part.number // 2)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
