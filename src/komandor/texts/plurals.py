"""Which form of a word goes with a number. The rules are those of CLDR, as Babel has them."""

from collections.abc import Mapping, Sequence
from functools import cache

from babel import Locale
from babel.plural import PluralRule

CATEGORIES: Mapping[str, tuple[str, ...]] = {"en": ("one", "other"), "pl": ("one", "few", "many")}
"""The CLDR categories of whole numbers, in the order in which templates list the forms."""


@cache
def _rule(lang: str) -> PluralRule:
    return Locale.parse(lang).plural_form


def ordinal(number: int, lang: str) -> str:
    """A place as it is written: 1st, 2nd, 11th; in Polish 1., 2., 11."""
    if lang == "pl":
        return f"{number}."
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def form(number: int, forms: Sequence[str], lang: str) -> str:
    """The form that goes with the number: 1 runda, 2 rundy, 5 rund."""
    return forms[CATEGORIES[lang].index(_rule(lang)(abs(number)))]
