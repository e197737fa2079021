"""The reference of the command line, from the commands themselves."""

from collections.abc import Iterator, Mapping
from typing import Any

from komandor.cli.commands import COMMANDS
from komandor.cli.main import build

INTRO = """# Command line

Printed by `python -m tools.print_documents`. `./run ARGS…` is `komandor ARGS…` in
the project's own environment; `./run` alone is `komandor serve`.

| exit code | meaning |
|---|---|
| 0 | done |
| 1 | refused by a rule: the reasons are on standard error, each with its rule |
| 2 | bad input: one sentence names the field, and nothing was written |
| 70 | a bug in Komandor; `KOMANDOR_DEBUG=1` shows where |

Data commands speak JSON with `--json`; those that read JSON print its schema with `--schema`.
"""


def commands() -> Mapping[str, Any]:
    """Every command and sub-command, by what is typed after `komandor`."""
    found: dict[str, Any] = {}
    for known in COMMANDS:
        command = build(known.name, COMMANDS).commands[known.name]  # type: ignore[attr-defined]
        found[known.name] = command
        for name in getattr(command, "commands", {}):
            found[f"{known.name} {name}"] = command.get_command(None, name)
    return found


def options(command: Any) -> tuple[str, ...]:
    """Every spelling of every option of a command."""
    named = (p for p in command.params if p.param_type_name == "option")
    return (*(o for p in named for o in (*p.opts, *p.secondary_opts)), "--help")


def page() -> str:
    return "\n".join([INTRO, *(line for name, c in commands().items() for line in _section(name, c))])


def _section(name: str, command: Any) -> Iterator[str]:
    level = "###" if " " in name else "##"
    arguments = [p for p in command.params if p.param_type_name == "argument"]
    usage = " ".join(["komandor", name, *(argument(p) for p in arguments)])
    yield f"{level} `{usage}`\n"
    yield " ".join((command.help or "").split()) + "\n"
    rows = [_row(p) for p in command.params if not getattr(p, "hidden", False)]
    if rows:
        yield "| | |\n|---|---|"
        yield "\n".join(rows) + "\n"


def argument(parameter: Any) -> str:
    name = parameter.name.upper()
    whole = f"{name}…" if parameter.nargs != 1 else name
    return whole if parameter.required else f"[{whole}]"


def spelled(parameter: Any) -> list[str]:
    """How it is typed: every spelling of an option, or the name of an argument."""
    option = parameter.param_type_name == "option"
    return [*parameter.opts, *parameter.secondary_opts] if option else [argument(parameter)]


def _row(parameter: Any) -> str:
    option = parameter.param_type_name == "option"
    help_ = " ".join((getattr(parameter, "help", None) or "").split()).replace("|", "\\|")
    needed = " Required." if option and parameter.required else ""
    return f"| {', '.join(f'`{s}`' for s in spelled(parameter))} | {help_}{needed} |"
