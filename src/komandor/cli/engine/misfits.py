"""What is wrong with a value of a JSON input, as a sentence: from the messages of msgspec."""

import re

from komandor.cli.engine.options import Lang
from komandor.cli.engine.output import word
from komandor.core.reasons import Reason, why

EXPECTED = re.compile(r"Expected `(?P<kinds>[^`]*)`(?P<more>.*?)(?:, got `?(?P<found>[^`]*)`?)?", re.DOTALL)
NO_CHOICE = re.compile(r"Invalid enum value '?(?P<found>.*?)'?", re.DOTALL)
MISSING = re.compile(r"Object missing required field `(?P<field>\w+)`")
UNKNOWN = re.compile(r"Object contains unknown field `(?P<field>.*)`", re.DOTALL)
PHRASES = {" of length ": "of_length", " matching regex ": "matching"}
MOST = 120


def misfit(message: str, lang: Lang) -> tuple[str, Reason]:
    """The field that msgspec's message adds to its place ("" if none), and the reason."""
    if found := MISSING.fullmatch(message):
        return found["field"], why("input.missing")
    if found := UNKNOWN.fullmatch(message):
        return found["field"], why("input.unknown_field")
    if found := NO_CHOICE.fullmatch(message):
        return "", why("input.no_choice", found=found["found"][:MOST])
    if found := EXPECTED.fullmatch(message):
        wanted = _kinds(found["kinds"], lang) + _more(found["more"], lang)
        return "", why(
            "input.expected", wanted=wanted[:MOST], found=_kinds(found["found"] or "", lang)[:MOST]
        )
    return "", why("input.out_of_range")  # "Number out of range"


def _kinds(kinds: str, lang: Lang) -> str:
    """`float | str` in words."""
    return " / ".join(word("json_kind", kind, lang) for kind in kinds.split(" | ") if kind)


def _more(more: str, lang: Lang) -> str:
    for phrase, code in PHRASES.items():
        more = more.replace(phrase, f" {word('json_phrase', code, lang)} ")
    return more
