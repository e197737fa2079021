"""The reference of commands and events, from the rows of the actions."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, fields
from typing import Any, get_args, get_type_hints

from komandor.app.typed_actions import dashed
from komandor.cli.event.fields import own_words
from komandor.core.ids import StageKey
from komandor.core.tournament.action import AnyAction
from komandor.core.tournament.actions import ACTIONS, EVENTS
from komandor.core.tournament.references import help_of
from komandor.core.tournament.values import Cause, MatchKind
from komandor.core.tournament.when import PHASES
from komandor.log.codec import type_name

RULE = re.compile(r"\b(?:COM|ARM|IA|DES|SWL|CON|AMB)-[A-Z0-9]+(?:-\d+)?\b")
ALIASES = {Cause: "cause", MatchKind: "kind of match", StageKey: "kind of stage"}


def pages() -> Mapping[str, str]:
    """Path below docs → text."""
    return {"reference/commands.md": _commands(), "reference/events.md": _events()}


COMMANDS_INTRO = """# Commands

Everything that can be asked of a tournament, printed by `python -m tools.print_documents`.
A command is answered with events, or with a refusal that names every reason and its rule. The phases are
those in which it is possible, the roles those that may ask; the host's own terminal may ask everything.
"""
EVENTS_INTRO = """# Events

Everything that can have happened, as it stands in the log (printed by
`python -m tools.print_documents`). An event carries its result and never a name; `type` is its name in
snake case. The file around them: [file-format.md](file-format.md).
"""


def _commands() -> str:
    lines = [COMMANDS_INTRO]
    for row in ACTIONS:
        lines += [f"## {row.name}", "", *_told(row.command, row.decide)]
        lines += [f"- Phases: {_phases(row)}", f"- Roles: {', '.join(row.by) or 'host'}"]
        for rule, roles in row.also_by:
            lines.append(f"- Roles where the document has the rule `{rule}`: {', '.join(roles)}")
        lines.append(f"- Terminal: `komandor event do {dashed(row)}`")
        if row.newest_state:
            lines.append("- Decided only on the newest version (`Stale` otherwise)")
        lines += ["", *_table(row.command)]
    return "\n".join(lines).rstrip() + "\n"


def _events() -> str:
    lines = [EVENTS_INTRO]
    for event in EVENTS:
        lines += [f"## `{type_name(event)}`", "", *_told(event), *_table(event)]
    return "\n".join(lines).rstrip() + "\n"


def _told(cls: type, decider: Any = None) -> Iterator[str]:
    """What it is, in its own words and in those of the function that decides it."""
    texts = [own_words(cls), own_words(decider) if decider else ""]
    for text in filter(None, texts):
        yield _one_line(text)
        yield ""
    rules = sorted(set(RULE.findall(" ".join(texts))))
    if rules:
        yield f"- Rules: {', '.join(rules)}"
        if not decider:
            yield ""


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _phases(row: AnyAction) -> str:
    if row.name == "CreateTournament":
        return "before anything else"
    return "all" if row.when == PHASES else ", ".join(row.when)


def _table(cls: type) -> Iterator[str]:
    hints, meanings = get_type_hints(cls), help_of(cls)
    own = fields(cls)
    if not own:
        return
    yield "| Field | Type | Default | |"
    yield "|---|---|---|---|"
    for field in own:
        default = "" if field.default is MISSING else f"`{field.default!r}`"
        if field.default_factory is not MISSING:
            default = "empty"
        meaning = meanings[field.name].replace("|", "or")
        yield f"| `{field.name}` | {_type(hints[field.name])} | {default} | {meaning} |"
    yield ""


def _type(hint: Any) -> str:
    """A type as people read it."""
    text = str(hint) if get_args(hint) else getattr(hint, "__name__", str(hint))
    if hint in ALIASES:
        text = " or ".join(get_args(hint))
    text = re.sub(r"komandor\.[\w.]*\.|typing\.|collections\.abc\.|'', ", "", text)
    text = re.sub(r"Literal\[([^\]]*)\]", lambda m: m[1].replace("'", "").replace(", ", " or "), text)
    text = re.sub(r"Optional\[(\w+)\]", r"\1 or None", text)
    text = re.sub(r"\b(Player|Match|Staff|Call)No\b", "int", text)
    text = re.sub(r"Mapping\[str, .*\]", "table", text)
    return text.replace("|", "or").replace("  ", " ")
