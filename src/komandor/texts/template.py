"""Fills the placeholders of sentence templates.

{player}                          a parameter, worded by its kind (see params.py)
{rounds|runda|rundy|rund}         the number and the right form of the word
{rounds~została|zostały|zostało}  the right form of the word only
{targets~wpis|wpisy|wpisy}        of a list: the form that goes with how many it has
{needed?potrzebna|zbędna}         the first text if the parameter is true, else the second
"""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import NamedTuple

from komandor.core.reasons import Param
from komandor.texts import plurals

PLACE = re.compile(r"\{(?P<name>[a-z_0-9]+)(?:(?P<how>[|~?])(?P<forms>[^{}]*))?\}")
TWO_STOPS = re.compile(r"(?<=[^\s./])\.\.(?=\s|$)")
"""The point of a name and the full stop after it; not the dots of a path such as ../cup."""
EMPTY: tuple[Param, ...] = (None, "", ())


class Place(NamedTuple):
    """A placeholder, and the text between it and the one before."""

    before: str
    name: str
    how: str | None
    forms: list[str]


@lru_cache(maxsize=4096)  # the sentences are ours
def _parts(template: str) -> tuple[tuple[Place, ...], str]:
    """The placeholders of a template, and the text behind the last one."""
    places, end = list[Place](), 0
    for found in PLACE.finditer(template):
        forms = (found["forms"] or "").split("|")
        places.append(Place(template[end : found.start()], found["name"], found["how"], forms))
        end = found.end()
    return tuple(places), template[end:]


def names_in(template: str) -> tuple[str, ...]:
    """The parameters that a template uses."""
    return tuple(place.name for place in _parts(template)[0])


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

    def one(place: Place) -> str:
        name, forms = place.name, place.forms
        value = params.get(name)
        if place.how is None:
            return say(name, value)
        if place.how == "?":
            return forms[0] if value else forms[1]
        number = len(value) if isinstance(value, tuple) else value
        form = plurals.form(number, forms, lang) if isinstance(number, int) else forms[-1]
        return form if place.how == "~" else f"{say(name, value)} {form}"

    places, rest = _parts(template)
    return "".join(place.before + one(place) for place in places) + rest


def tidied(sentence: str) -> str:
    """Start with a capital letter, and end with one full stop also after a name like "Anna K."."""
    rest = TWO_STOPS.sub(".", sentence[1:]) if ".." in sentence else sentence[1:]
    return sentence[:1].upper() + rest
