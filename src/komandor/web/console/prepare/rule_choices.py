"""The choices that the documents leave open, each with its passage, our default, and why."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from komandor.core.games.game import Setting
from komandor.core.games.settings import settings_of
from komandor.core.tournament.readings.regulations import rules, settings
from komandor.core.tournament.state import Tournament
from komandor.rulebook import Ambiguity, Lang, ambiguities, ambiguity
from komandor.texts import help_for, setting_value, word

Value = str | int | bool | None


@dataclass(frozen=True, slots=True)
class Reading:
    """One setting as it is asked for. `options` are (form value, words); none: a number or a text."""

    key: str
    label: str
    help: str
    value: Value
    default: str  # in words
    options: tuple[tuple[str, str], ...]
    chosen: str
    changed: bool
    low: int | None
    high: int | None
    ambiguity: str
    said: Mapping[str, str]
    title: str


def readings(t: Tournament, lang: str) -> tuple[Reading, ...]:
    """Every setting of the game."""
    force = settings(t)
    return tuple(
        _reading(one, force[one.key], "pl" if lang == "pl" else "en") for one in settings_of(rules(t))
    )


def _reading(one: Setting, value: Value, lang: Lang) -> Reading:
    values = _values(one)
    options = tuple((str(n), setting_value(one.key, v, lang)) for n, v in enumerate(values))
    chosen = next((str(n) for n, v in enumerate(values) if v == value and type(v) is type(value)), str(value))
    found = ambiguity(one.ambiguity)
    return Reading(
        one.key, word("setting", one.key, lang), help_for(one.key, lang), value,
        setting_value(one.key, one.default, lang), options, chosen, value != one.default, one.low, one.high,
        one.ambiguity, found.parts(lang) if found else {}, found.title[lang] if found else "",
    )  # fmt: skip


def _values(one: Setting) -> tuple[Value, ...]:
    if one.choices:
        return one.choices
    return (True, False) if isinstance(one.default, bool) else ()


def changed(t: Tournament, data: Mapping[str, str]) -> dict[str, Any]:
    """The settings whose value differs from the one in force."""
    force = settings(t)
    wanted: dict[str, Value] = {}
    for one in settings_of(rules(t)):
        text = data.get(f"set.{one.key}")
        if text is None:
            continue
        value = _typed(one, text.strip())
        if value != force[one.key] or type(value) is not type(force[one.key]):
            wanted[one.key] = value
    return {"settings": wanted} if wanted else {}


def _typed(one: Setting, text: str) -> Value:
    values = _values(one)
    if values:
        return values[int(text)] if text.isdecimal() and int(text) < len(values) else text
    if isinstance(one.default, int):
        return int(text) if text.lstrip("-").isdecimal() and len(text) < 9 else text
    return text


def without_setting(t: Tournament, lang: str) -> tuple[tuple[Ambiguity, Mapping[str, str]], ...]:
    """Passages that are read one way only: said openly, not to be changed."""
    game = rules(t).data.id
    own = (a for a in ambiguities() if game in a.games and not a.settings)
    return tuple((a, a.parts("pl" if lang == "pl" else "en")) for a in own)
