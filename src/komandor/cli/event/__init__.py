"""`komandor event`: a whole event from the terminal, written to the same log as from the site.

`event do` carries out any action; the other names are for what is needed at every event. Results are
entered by table number and shorthand.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import typer
from typer.core import TyperGroup

from komandor.app.offers import required_fields
from komandor.cli import pairings, standings
from komandor.cli.event import messages, roster, start, subcommands
from komandor.cli.event.do import do, offered
from komandor.cli.event.fields import parameters, read
from komandor.cli.open_event import OpenEvent, on_event
from komandor.core.tournament import commands as c

Function = Callable[..., None]


def _step(step: str, help: str) -> Function:
    """A sub-command that takes a step of the organiser's day."""

    def take(at: OpenEvent) -> None:
        at.step(step)

    take.__doc__ = help
    return on_event(take)


def _short(action: type[c.Command], help: str) -> Function:
    """A sub-command that carries out one action. Required fields are arguments, except the reason."""

    def carry_out(at: OpenEvent, **given: Any) -> None:
        at.do(read(action, given, at.lang))

    carry_out.__doc__ = help
    return on_event(carry_out, parameters(action, [f for f in required_fields(action) if f != "reason"]))


COMMANDS: Mapping[str, Function] = {
    "new": start.new,
    "list": start.list_,
    "show": start.show,
    "log": start.log,
    "messages": messages.messages,
    "register": subcommands.register,
    "withdraw": _short(c.WithdrawRegistration, "Withdraw a registration before round 1."),
    "check-in": subcommands.check_in,
    "players": roster.players,
    "hand-in": roster.hand_in,
    "drop": _short(c.DropPlayer, "Drop a player, who is not paired again."),
    "rejoin": _short(c.Rejoin, "Let a player rejoin, with a loss for every round missed."),
    "late": subcommands.late,
    "disqualify": _short(c.Disqualify, "Disqualify a player."),
    "staff": subcommands.staff,
    "announce": _step("announce", "Set rounds and cut by attendance, and announce them."),
    "freeze": subcommands.freeze,
    "draw": subcommands.draw,
    "publish": subcommands.publish,
    "clock": subcommands.clock,
    "result": subcommands.result,
    "no-show": subcommands.no_show,
    "swap": _short(c.SwapPlayers, "Swap two players manually. Everybody sees it."),
    "close": subcommands.close,
    "pairings": on_event(pairings.show),
    "standings": on_event(standings.show),
    "cut": _step("cut", "Apply the cut."),
    "replace": subcommands.replace,
    "finish": _step("finish", "Finish the event: the standings become final and the draw seed is revealed."),
    "undo": subcommands.undo,
    "point": _short(c.NamePoint, "Give this point in the log a name."),
    "offers": offered,
}


class SubCommands(TyperGroup):
    """The sub-commands by name. Only the one that is called is built, because building takes time."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.commands = dict.fromkeys((*COMMANDS, "do"))  # type: ignore[assignment]  # only the names

    def get_command(self, _: Any, cmd_name: str) -> Any:
        return _built(cmd_name) if cmd_name in self.commands else None


@cache
def _built(name: str) -> Any:
    if name == "do":
        return typer.main.get_command(do)
    alone = typer.Typer(rich_markup_mode=None, add_completion=False)
    alone.command(name)(COMMANDS[name])
    return typer.main.get_command(alone)


command = typer.Typer(cls=SubCommands, no_args_is_help=True, rich_markup_mode=None, add_completion=False)


@command.callback()
def _event() -> None:
    """Run a whole event from the terminal."""
