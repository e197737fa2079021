"""Fills the placeholders of sentence templates.

{player}                          a parameter, worded by its kind (see params.py)
{rounds|runda|rundy|rund}         the number and the right form of the word
{rounds~została|zostały|zostało}  the right form of the word only
{needed?potrzebna|zbędna}         the first text if the parameter is true, else the second
"""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache

from komandor.core.reasons import Param
from komandor.texts import plurals

PLACE = re.compile(r"\{(?P<name>[a-z_0-9]+)(?:(?P<how>[|~?])(?P<forms>[^{}]*))?\}")
TWO_STOPS = re.compile(r"(?<=[^\s./])\.\.(?=\s|$)")
"""The point of a name and the full stop after it; not the dots of a path such as ../cup."""
EMPTY: tuple[Param, ...] = (None, "", ())


@lru_cache(maxsize=4096)  # the sentences are ours
def names_in(template: str) -> tuple[str, ...]:
    """The parameters that a template uses."""
    return tuple(place["name"] for place in PLACE.finditer(template))


def choose(templates: tuple[str, ...], params: Mapping[str, Param]) -> str:
    """The first template whose parameters all have a value, else the last one."""
    return next(
        (one for one in templates if all(map(_has_value, map(params.get, names_in(one))))), templates[-1]
    )


def _has_value(value: Param) -> bool:
    """The number 0 does not count as a value; False does."""
    return value not in EMPTY and (value != 0 or value is False)


def fill(template: str, params: Mapping[str, Param], lang: str, say: Callable[[str, Param], str]) -> str:
    """The template with every placeholder filled; `say` turns a parameter into words."""

    def one(place: re.Match[str]) -> str:
        name, how = place["name"], place["how"]
        value = params.get(name)
        if how is None:
            return say(name, value)
        forms = place["forms"].split("|")
        if how == "?":
            return forms[0] if value else forms[1]
        form = plurals.form(value, forms, lang) if isinstance(value, int) else forms[-1]
        return form if how == "~" else f"{say(name, value)} {form}"

    return PLACE.sub(one, template)


def tidied(sentence: str) -> str:
    """Start with a capital letter, and end with one full stop also after a name like "Anna K."."""
    return sentence[:1].upper() + TWO_STOPS.sub(".", sentence[1:])
