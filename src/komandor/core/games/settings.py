"""The choices that the documents leave open: which a game has, and whether a value will do."""

from collections.abc import Iterator, Mapping

from komandor.core.games.game import Rules, Setting, Value
from komandor.core.games.loader import common_settings
from komandor.core.reasons import Reason, Refusal, why

Checked = dict[str, str | int | bool | None]


def settings_of(rules: Rules) -> tuple[Setting, ...]:
    """The common settings, then the game's own; a game may change a common default (AMB-G29)."""
    own = {one.key: one for one in rules.data.settings}
    shared = tuple(own.pop(one.key, one) for one in common_settings())
    return (*shared, *own.values())


def defaults(rules: Rules) -> Checked:
    return {one.key: one.default for one in settings_of(rules)}


def check_settings(rules: Rules, chosen: Mapping[str, Value]) -> Checked | Refusal:
    """Every setting of the game with its value, or what is wrong with the chosen ones."""
    known = {one.key: one for one in settings_of(rules)}
    faults = [why("settings.unknown", None, field=key) for key in chosen if key not in known]
    for key, value in chosen.items():
        if key in known:
            faults += _faults(known[key], value)
    if faults:
        return Refusal(tuple(faults))
    return {**defaults(rules), **chosen}  # type: ignore[dict-item]


def _faults(one: Setting, value: Value) -> Iterator[Reason]:
    if one.choices:
        if not any(type(value) is type(choice) and value == choice for choice in one.choices):
            yield why(
                "settings.choice",
                None,
                field=one.key,
                choices=one.choices,
                found=str(value),
                reading=one.ambiguity,
            )
    elif type(value) is not type(one.default):
        yield why(
            "settings.type", None, field=one.key, expected=type(one.default).__name__, reading=one.ambiguity
        )
    elif isinstance(value, int) and not (_low(one) <= value <= _high(one, value)):
        yield why(
            "settings.range",
            None,
            field=one.key,
            low=one.low,
            high=one.high,
            found=value,
            reading=one.ambiguity,
        )


def _low(one: Setting) -> int:
    return 0 if one.low is None else one.low


def _high(one: Setting, value: int) -> int:
    return value if one.high is None else one.high
