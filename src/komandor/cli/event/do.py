"""`komandor event do`: any action of the rows, with its fields as options; and what somebody may do now."""

from collections.abc import Callable
from functools import cache
from inspect import Parameter
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from komandor.app.offers import Offers, required_fields
from komandor.app.typed_actions import BY_NAME, dashed, nameless, people_of, row_named, with_kept
from komandor.cli.engine import output
from komandor.cli.engine.options import option
from komandor.cli.event.fields import own_words, parameters, read
from komandor.cli.event.start import new
from komandor.cli.event.subcommands import AnotherPerson
from komandor.cli.exits import RefusedByRule
from komandor.cli.open_event import OpenEvent, on_event, ruled
from komandor.core.reasons import why
from komandor.core.tournament import commands as c
from komandor.core.tournament.action import AnyAction
from komandor.core.tournament.actions import ACTIONS
from komandor.core.tournament.by import ROLES
from komandor.core.tournament.references import STAFF
from komandor.core.tournament.when import ALWAYS, BEFORE_THE_END
from komandor.texts import word

SEATS = ("host", *ROLES[:-2], "public", "player:", "staff:")
WHO = "Who acts: host, public, a role such as marshal (the first with that role), player:N, staff:N."


def _seats(incomplete: str) -> list[str]:
    return [seat for seat in SEATS if seat.startswith(incomplete)]


As = Annotated[str, typer.Option("--as", help=WHO, autocompletion=_seats)]
Names = Annotated[
    list[str] | None, typer.Option("--name", help="First and last name; once for each member of a team.")
]
AtTable = Annotated[
    int | None,
    typer.Option("--at-table", help="The match by its table in the latest round, without --match."),
]


class Actions(TyperGroup):
    """One command for each action; StartClock and start-clock mean the same. Made only when asked for."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.commands = dict.fromkeys(BY_NAME)  # type: ignore[assignment]  # only the names

    def get_command(self, _: Any, cmd_name: str) -> Any:
        row = row_named(cmd_name)
        return _command(dashed(row)) if row else None


do = typer.Typer(
    cls=Actions,
    subcommand_metavar="ACTION [--FIELD VALUE]...",
    no_args_is_help=True,
    rich_markup_mode=None,
    add_completion=False,
)


@do.callback()
def _do() -> None:
    """Carry out any action.

    Type a list as 1,2,3 or repeat the option. Type structured values as JSON, or as @FILE with the
    JSON in it: submit-list --player 3 --content @fleet.json.
    docs/reference/commands.md explains each action.
    """


@cache
def _command(name: str) -> Any:
    row = BY_NAME[name]
    alone = typer.Typer(rich_markup_mode=None, add_completion=False)
    title, words = f"{word('command', row.name, 'en')}.", own_words(row.command)
    phases = {ALWAYS: "at any time", BEFORE_THE_END: "until the event is finished"}.get(
        row.when, ", ".join(word("phase_when", phase, "en") for phase in row.when)
    )
    who = f"By {', '.join(word('role', role, 'en') for role in row.by) or 'the host'}; {phases}."
    function = new if row.command is c.CreateTournament else _carry_out(row)
    meaning = "\n\n".join(filter(None, (title, words, own_words(row.decide), who)))
    first = " ".join(filter(None, (title, *words.splitlines()[:1], who)))
    alone.command(name, help=meaning, short_help=first)(function)
    return typer.main.get_command(alone)


def _carry_out(row: AnyAction) -> Callable[..., None]:
    needed = required_fields(row.command)

    def act(at: OpenEvent, as_: As = "host", **given: Any) -> None:
        if (table := given.pop("at_table", None)) is not None:
            given["match"] = at.match(table).number
        if "match" in needed and given.get("match") is None:
            raise output.wrong("--match", why("typed.match_missing"), at.lang)
        names, namesake = given.pop("names", None) or (), given.pop("another_person", False)
        team = len(names) > 1
        if team and row.names is STAFF:
            raise output.wrong("--name", why("typed.one_person"), at.lang)
        if team and "members" in given:
            given["members"] = given["members"] or len(names)
        who, command, people = at.seat(as_), read(row.command, given, at.lang), people_of(names, team)
        if given and (no := Offers(at.t, who).why_not(row.name)):  # without fields, deciding says all reasons
            raise RefusedByRule([ruled(at.speaker, no)])
        kept = [with_kept(at.ledger.store, at.id, command, one) for one in people or [None]]
        if nameless(command, kept[0]):
            raise output.wrong("--name", why("typed.name_missing"), at.lang)
        at.do(command, kept, who, namesake)

    about = [option("names", Names), option("another_person", AnotherPerson, False)]
    people = about if row.names else []
    return on_event(act, [*_fields(row), *people])


def _fields(row: AnyAction) -> list[Parameter]:
    """One option for each field; a match may also be named by its table."""
    options = parameters(row.command)
    if all(one.name != "match" for one in options):
        return options
    free = [one.replace(default=None) if one.name == "match" else one for one in options]
    return [*free, option("at_table", AtTable)]


@on_event
def offered(at: OpenEvent, as_: As = "host") -> None:
    """List what a person can do now, and why the rest is not possible."""
    mine = Offers(at.t, at.seat(as_))
    no = {row.name: reason for row in ACTIONS if (reason := mine.why_not(row.name))}
    if at.as_json:
        why_not = [{"action": n, "rule": r.rule, "text": at.speaker.sentence(r)} for n, r in no.items()]
        output.json({"event": at.id, "as": as_, "may": mine.names(), "not": why_not})
        return
    reasons = {row: ruled(at.speaker, no[row.name]) if row.name in no else "" for row in ACTIONS}
    rows = [(dashed(row), word("command", row.name, at.lang.value), text) for row, text in reasons.items()]
    output.table(
        "", output.heads(("action", "", "why_not"), at.lang), sorted(rows, key=lambda row: row[2] != "")
    )
