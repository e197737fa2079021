"""The rules of an edition: a game's functions with the edition's own numbers."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from komandor.core.editions.schema import LATE_ENTRY, Path
from komandor.core.games.game import ClockRule, GameData, MarginRow, Rules, Setting, Situation, StructureRow
from komandor.core.games.listchecks import with_factions
from komandor.core.games.settings import as_kept, settings_of
from komandor.core.outcomes import SideScore

Values = Mapping[Path, Any]


def edition_rules(base: Rules, values: Values) -> Rules:
    """The game's rules with the values of a checked edition."""
    data = _data(base, values)
    return replace(
        base,
        data=data,
        list_form=with_factions(base.list_form, data),
        form=_with(base.form, data),
        score=_with(base.score, data),
        shorthand=_with(base.shorthand, data),
        examples=_with(base.examples, data),
        match_points=_with(base.match_points, data),
        minutes=_with(base.minutes, data),
        check_list=_with(base.check_list, data),
    )


def _with(function: Callable[..., Any], data: GameData) -> Callable[..., Any]:
    """The game's function, asked about a situation with the edition's numbers."""

    def asked(*given: Any) -> Any:
        situation: Situation = given[-1]
        return function(*given[:-1], replace(situation, data=data))

    return asked


def _data(base: Rules, values: Values) -> GameData:
    data = base.data
    named = _table(values, "name")
    return replace(
        data,
        edition=values["edition",],
        label={lang: named.get(lang) or next(iter(named.values())) for lang in ("en", "pl")},
        points={**data.points, **_table(values, "points")},
        margins=_margins(values, data),
        bye=_award(data.bye, values, "bye"),
        missed=_award(data.missed, values, "missed"),
        double_loss=_award(data.double_loss, values, "double_loss"),
        clocks={kind: _clock(clock, values, kind) for kind, clock in data.clocks.items()},
        structures={name: _structure(rows, values, name) for name, rows in data.structures.items()},
        limits={**data.limits, **_table(values, "limits")},
        settings=_settings(base, values),
        swiss_best_of=values.get(("swiss_best_of",), data.swiss_best_of),
        unplayed=values.get(("policies", "unplayed"), data.unplayed),
        cuts=tuple(values.get(("cuts",), data.cuts)),
        missions=tuple(values.get(("missions",), data.missions)),
        tiebreakers=tuple(values.get(("tiebreakers",), data.tiebreakers)),
        factions=tuple(values.get(("factions",), data.factions)),
    )


def _table(values: Values, name: str) -> dict[str, Any]:
    return {path[1]: value for path, value in values.items() if path[0] == name and len(path) == 2}


def _award(award: SideScore, values: Values, name: str) -> SideScore:
    return replace(award, **_table(values, name))


def _margins(values: Values, data: GameData) -> tuple[MarginRow, ...]:
    rows = values.get(("margins",))
    if rows is None:
        return data.margins
    return tuple(MarginRow(row["from"], row["winner"], row["loser"]) for row in rows)


def _clock(clock: ClockRule, values: Values, kind: str) -> ClockRule:
    """The edition's minutes; a range that the document allows belonged to its own minutes."""
    minutes = values.get(("clocks", kind))
    return clock if minutes is None else ClockRule(minutes, rule=clock.rule)


def _structure(rows: tuple[StructureRow, ...], values: Values, name: str) -> tuple[StructureRow, ...]:
    own = values.get(("structures", name))
    if own is None:
        return rows
    return tuple(StructureRow(row["from"], row["rounds"], row.get("cut", 0), row.get("to")) for row in own)


def _settings(base: Rules, values: Values) -> tuple[Setting, ...]:
    """The game's own settings, and common ones where the edition has another default."""
    chosen = _table(values, "settings")
    if ("policies", "late_entry") in values:
        chosen |= as_kept(base, {LATE_ENTRY: values["policies", "late_entry"]})
    own = {one.key for one in base.data.settings}
    common = tuple(one for one in settings_of(base) if one.key in chosen and one.key not in own)
    both = (*base.data.settings, *common)
    return tuple(replace(one, default=chosen.get(one.key, one.default)) for one in both)
