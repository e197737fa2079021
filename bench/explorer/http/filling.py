"""What somebody types and chooses in a form before its button is pressed."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any

from bench.explorer.http.doors import Pairs
from bench.explorer.http.pages import CHOSEN, HIDDEN, Button, Control, Form
from komandor.core.ids import SIDES
from komandor.core.tournament.readings.regulations import match_situation, rules
from komandor.core.tournament.state import Match, Tournament
from komandor.simulate.slips import full_slip, slip

AS_IT_IS, TEXT = 0.75, 0.85
WORDS = re.compile(
    r"reason|text|note|what|unreadable|card|maker|nick|contact|club|choice|break_name|overrides|removed"
)
NAMES = ("name", "first", "last")
LEFT = (
    "stage.",
    "minutes",
    "start",
    "pause",
    "date",
    "set.",
    "break_",
    "season",
    "products",
    "byes",
    "l.",
    "on",
)


def filled(rnd: Random, form: Form, button: Button, token: str, t: Tournament, match: Match | None) -> Pairs:
    """The fields as a browser sends them; a slip mostly as players fill one in."""
    sent = [(button.name, button.value)] if button.name else []
    result = (
        dict(_slip(rnd, t, match))
        if match and rnd.random() < 0.9 and any("g0." in n for n in form.controls)
        else {}
    )
    for name, control in form.controls.items():
        if result and re.match(r"[gm]\d?\.", name) and control.kind != HIDDEN:
            sent += [(name, value) for value in result.get(name, ())]
        else:
            sent += [(name, value) for value in _values(rnd, control, token, t)]
    return sent


def _values(rnd: Random, control: Control, token: str, t: Tournament) -> list[str]:
    if control.kind == HIDDEN:
        return control.at_first
    if control.kind in CHOSEN:
        kept = control.name.startswith(LEFT) or control.name in ("structure", "event_kind", "level")
        if (kept or rnd.random() < AS_IT_IS) and (control.at_first != [""] or control.kind == "checkbox"):
            return control.at_first if control.kind == "checkbox" or control.at_first else _one(rnd, control)
        return _one(rnd, control)
    return [_typed(rnd, control, token, t)]


def _one(rnd: Random, control: Control) -> list[str]:
    values = [value for value, _ in control.choices if value] or [""]
    return [rnd.choice(values)]


def _typed(rnd: Random, control: Control, token: str, t: Tournament) -> str:
    name, before = control.name, control.at_first[0] if control.at_first else ""
    if name == "table":
        tables = [m.table for m in t.in_round(t.round_number) if m.table] or [1]
        return str(rnd.choice(tables))
    if name == "result":
        return rnd.choice(control.placeholder.split("   ") or [""])
    if name in NAMES:
        return before or {"name": f"{token} Nowa{token}", "last": f"Nowa{token}"}.get(name, token)
    if name == "names":
        return f"{token} Jeden{token}\n{token} Dwa{token}"
    if name.startswith(LEFT):
        return before
    if WORDS.search(name):
        return token if rnd.random() < TEXT else before
    if control.type == "number" or before.isdecimal():
        return before if before and rnd.random() < 0.6 else str(rnd.randint(0, 12))
    return before


def _slip(rnd: Random, t: Tournament, match: Match) -> Iterator[tuple[str, list[str]]]:
    """A result of this match, field by field."""
    make = slip if rnd.random() < 0.7 else full_slip
    report = make(rules(t), match_situation(t, match), rnd, rnd.choice(SIDES))
    for n, game in enumerate(report.get("games", ())):
        yield from _fields(f"g{n}", game)
    where = "m" if "games" in report else "g0"
    for prefix in {where, "m"}:
        yield from _fields(prefix, {key: value for key, value in report.items() if key != "games"})


def _fields(prefix: str, answers: dict[str, Any]) -> Iterator[tuple[str, list[str]]]:
    for key, value in answers.items():
        name = f"{prefix}.{key}"
        if isinstance(value, (list, tuple)):
            if value and isinstance(value[0], (list, tuple)):
                yield name, [", ".join(f"{a}-{b}" for a, b in value)]
                continue
            for side, one in zip(SIDES, value, strict=False):
                yield f"{name}.{side}", (["1"] if one else []) if isinstance(one, bool) else [str(one)]
        elif isinstance(value, bool):
            yield name, ["1"] if value else []
        else:
            yield name, [str(value)]
