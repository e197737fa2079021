"""Steps as somebody would type them: `komandor event …`."""

import json
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import MISSING, fields
from typing import Any

from bench.explorer.openings import EDITIONS
from bench.explorer.played import Opening, Step
from komandor.core.tournament import commands as c
from komandor.log.codec import QUICK, type_name
from komandor.log.store import Person

SHORT: Mapping[tuple[type[c.Command], ...], str] = {
    (c.FreezeRound, c.DrawRound): "draw",
    (c.PublishRound, c.DrawMission): "publish",
}
"""Several commands as one step, as the terminal calls it."""


def typed(opening: Opening, steps: Sequence[Step], written: Mapping[str, int]) -> Iterator[str]:
    """One line for each step; `written` says which record each wrote last."""
    for path in EDITIONS.glob("*.toml") if opening.wanted.edition_text else ():
        if path.read_text("utf-8") == opening.wanted.edition_text:
            yield f"komandor edition load examples/editions/{path.name}"
    yield _event(opening)
    for step in steps:
        if step.loads:
            yield f"# {step.loads} card data from now on"
        elif step.moves:
            yield f"komandor export --with-secret -o moved.komandor --event {opening.wanted.id}  # and import"
        else:
            yield " ".join(_typed(step, written))


def _event(opening: Opening) -> str:
    wanted = opening.wanted
    plans = [" ".join(map(str, filter(None, (one.kind, one.rounds, one.cut)))) for one in wanted.stages]
    stages = [f"--stage {shlex.quote(plan)}" for plan in plans]
    named = {
        "game": wanted.game,
        "level": wanted.level,
        "structure": wanted.structure,
        "kind": wanted.event_kind,
    }
    options = [f"--{key} {value}" for key, value in named.items() if value]
    options += ["--teams"] * wanted.teams + [f"--tables {wanted.tables}"] * bool(wanted.tables)
    options += [f"--settings {shlex.quote(json.dumps(dict(wanted.settings)))}"] * bool(wanted.settings)
    return " ".join(("komandor event new --name Walk --date 2026-11-14", *options, *stages))


def _typed(step: Step, written: Mapping[str, int]) -> Iterator[str]:
    kinds = tuple(type(one) for one in step.commands)
    if step.undoes:
        yield f"komandor event undo --reason mistake --seq {written.get(step.undoes, 0)}"
        if step.back:
            yield "  # not this step, but all that followed it"
    elif kinds in SHORT:
        yield f"komandor event {SHORT[kinds]}"
        yield from (text for one in step.commands for text in _options(one))
    elif set(kinds) == {c.RegisterPlayer} and step.by.kind != "public" and len(kinds) > 1:
        teams = [[shlex.quote(name) for name in _names(one)] for one in step.persons]
        if len(teams[0]) == 1:  # players, all of them at once
            teams = [[name for one in teams for name in one]]
        yield " && ".join(f"komandor event register {' '.join(names)}" for names in teams)
        yield from (text for text in _options(step.commands[0]) if not text.startswith("--members "))
    else:
        for command, person in zip(step.commands, (*step.persons, *(None,) * len(kinds)), strict=False):
            yield f"komandor event do {type_name(type(command)).replace('_', '-')} --as {step.by}"
            yield from _options(command)
            yield from (f"--name {shlex.quote(name)}" for name in _names(person))
    if step.behind:
        yield f"  # on a page {step.behind} records old"


def _options(command: c.Command) -> Iterator[str]:
    for one in fields(command):
        value = getattr(command, one.name)
        usual = one.default_factory() if one.default_factory is not MISSING else one.default
        if value != usual:
            yield _option(one.name.replace("_", "-"), QUICK.unstructure(value))


def _option(name: str, value: Any) -> str:
    if isinstance(value, bool):
        return f"--{name}" if value else f"--no-{name}"
    listed = isinstance(value, (list, tuple)) and all(isinstance(one, (int, str)) for one in value)
    text = ",".join(map(str, value)) if listed else value if isinstance(value, str) else json.dumps(value)
    return f"--{name} {shlex.quote(text)}"


def _names(person: Person | None) -> list[str]:
    """The names of a person, or of both members of a team."""
    members: Any = (person or {}).get("members") or ([person] if person else [])
    return [f"{one.get('first', '')} {one.get('last', '')}".strip() or "x" for one in members]
