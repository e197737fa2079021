"""`komandor simulate`: writes a whole random tournament as a file, reproducible by its seed."""

import secrets
from pathlib import Path
from typing import Annotated

import typer

from komandor.cli.edition import read_file
from komandor.cli.engine.options import AsJson, Lang, option, with_options
from komandor.cli.engine.output import json as print_json
from komandor.cli.engine.output import summary, write
from komandor.cli.engine.output import table as print_table
from komandor.cli.exits import BadInput
from komandor.cli.progress import progress
from komandor.simulate import AXES, simulate
from komandor.simulate.axes import BY_NAME, Value, has_finals


def command(
    seed: Annotated[str | None, typer.Option(help="The same seed gives the same file.")] = None,
    output: Annotated[Path | None, typer.Option("-o", "--output", help="The file to write.")] = None,
    axes: Annotated[bool, typer.Option("--axes", help="Show every axis with its values and exit.")] = False,
    edition: Annotated[
        Path | None, typer.Option("--edition", help="An edition file (TOML) with other rules.")
    ] = None,
    as_json: AsJson = False,
    **typed: str | None,
) -> None:
    """Write a complete random tournament as a log.

    Every axis (see komandor simulate --axes) is an option, for example --level formal
    --structure swiss+single --drops 50 --no-shows 20. Anything you leave out is chosen by the seed.
    """
    if axes:
        _show_axes(as_json)
        return
    given = {name: _value(name, text) for name, text in typed.items() if text is not None}
    if given.get("teams") and has_finals(given.get("structure", "")):
        raise BadInput("--teams: two against two has no finals (SWL-2V2-4); choose another --structure")
    if output is None:
        raise BadInput("-o: name the file to write")
    chosen = seed or secrets.token_hex(4)
    rules = read_file(edition, Lang.EN) if edition else None
    with progress():
        made = simulate(chosen, given, rules)
    write(output, made.file(), Lang.EN)
    facts = {
        "file": str(output),
        "seed": chosen,
        "game": made.plan["game"],
        "players": len(made.state.players),
        "rounds": len(made.state.rounds),
        "records": len(made.records),
        "plan": dict(made.plan),
    }
    summary(facts, as_json, Lang.EN, hidden="plan")


with_options(
    command,
    (
        option(axis.name, Annotated[str | None, typer.Option(help=f"{axis.help} ({axis.range})")])
        for axis in AXES
    ),
)


def _value(name: str, text: str) -> Value:
    value = BY_NAME[name].read(text)
    if value is None or (name == "players" and value == 1):
        known = BY_NAME[name].range
        raise BadInput(f"--{name.replace('_', '-')}: {text!r} is not possible; choose from {known}")
    return value


def _show_axes(as_json: bool) -> None:
    if as_json:
        rows = [{"axis": a.name, "values": list(dict.fromkeys(a.values)), "help": a.help} for a in AXES]
        print_json({"axes": rows})
    else:
        print_table(
            f"{len(AXES)} axes",
            ("option", "values", "what it is"),
            [(f"--{a.name.replace('_', '-')}", a.range, a.help) for a in AXES],
        )
