"""The choices that the documents leave open, each with its passage, our default, and why."""

from collections.abc import Mapping
from dataclasses import dataclass

from komandor.core.games.game import Setting
from komandor.core.games.settings import idle, settings_of
from komandor.core.tournament.readings.regulations import rules, settings
from komandor.core.tournament.state import Tournament
from komandor.rulebook import Ambiguity, ambiguities, ambiguity
from komandor.rulebook.register import Lang
from komandor.texts import setting_value
from komandor.web.forms.fields import MOST, Fields, whole_number
from komandor.web.public import ruletext

Value = str | int | bool | None


@dataclass(frozen=True, slots=True)
class Reading:
    """One setting as it is asked for. `options` are (form value, words); none: a number or a text."""

    setting: Setting
    value: Value
    options: tuple[tuple[str, str], ...]
    chosen: str
    ambiguity: Ambiguity | None
    passage: Mapping[str, str]
    idle: bool  # the structure decides by itself

    @property
    def as_usual(self) -> bool:
        return self.value == self.setting.default


def readings(t: Tournament, lang: Lang) -> tuple[Reading, ...]:
    """Every setting of the game that leaves a choice."""
    force = settings(t)
    open_ = (one for one in settings_of(rules(t)) if len(one.choices) != 1)
    return tuple(_reading(one, force[one.key], t.structure, lang) for one in open_)


def _reading(one: Setting, value: Value, structure: str, lang: Lang) -> Reading:
    values = _values(one)
    options = tuple((str(n), setting_value(one.key, v, lang)) for n, v in enumerate(values))
    chosen = next((str(n) for n, v in enumerate(values) if v == value and type(v) is type(value)), str(value))
    found = ambiguity(one.ambiguity)
    passage = plain_parts(found, lang) if found else {}
    return Reading(one, value, options, chosen, found, passage, idle(one, structure))


def _values(one: Setting) -> tuple[Value, ...]:
    if one.choices:
        return one.choices
    return (True, False) if isinstance(one.default, bool) else ()


def changed(t: Tournament, fields: Fields) -> dict[str, dict[str, Value]]:
    """The settings whose value differs from the one in force; those an older page lacks stay as they are."""
    force = settings(t)
    wanted: dict[str, Value] = {}
    for one in settings_of(rules(t)):
        if f"set.{one.key}" not in fields.data:
            continue
        value = _typed(one, fields, f"set.{one.key}")
        if value != force[one.key] or type(value) is not type(force[one.key]):
            wanted[one.key] = value
    return {"settings": wanted} if wanted else {}


def _typed(one: Setting, fields: Fields, name: str) -> Value:
    """The value that was sent: a choice by its number, a whole number, or a text.

    What is neither goes on as a text: the core refuses it and names the setting.
    """
    values, text = _values(one), fields.raw(name)
    number = whole_number(text, -MOST)
    if values:
        return values[number] if number is not None and 0 <= number < len(values) else text
    return number if isinstance(one.default, int) and number is not None else text


def without_setting(t: Tournament, lang: Lang) -> tuple[tuple[Ambiguity, Mapping[str, str]], ...]:
    """Passages that Komandor reads one way only: shown openly, not to be changed."""
    game = rules(t).data.id
    own = (a for a in ambiguities() if game in a.games and not a.settings)
    return tuple((a, plain_parts(a, lang)) for a in own)


def plain_parts(a: Ambiguity, lang: Lang) -> Mapping[str, str]:
    """The texts of an ambiguity for a page: without marks, and without the numbers of sources."""
    parts = {key: ruletext.without_sources(text, lang) for key, text in a.parts(lang).items()}
    return {key: text for key, text in parts.items() if text}
