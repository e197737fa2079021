"""Players and staff of an event."""

from typing import Annotated, Literal

import typer

from komandor.cli.engine.options import AsJson, Lang, Language
from komandor.cli.event.place import Data, Event, Reason, desk
from komandor.cli.event.start import person
from komandor.core.tournament import commands as c

Number = Annotated[int, typer.Argument(help="The player's number.")]
Choice = Literal["play_now", "losses", "awarded_bye"]
Members = Annotated[list[str], typer.Argument(help="First and last name; for a team both names.")]


def register(
    names: Members,
    club: Annotated[list[str] | None, typer.Option(help="Family, club or car: apart in round 1.")] = None,
    table: Annotated[int | None, typer.Option(help="A table that he keeps.")] = None,
    bye: Annotated[list[int] | None, typer.Option(help="A round with an awarded bye.")] = None,
    start: Annotated[int | None, typer.Option(help="Start number (Star Wars LCG).")] = None,
    data: Data = None,
    event: Event = None,
    as_json: AsJson = False,
    lang: Language = Lang.EN,
) -> None:
    """Register one player for each name; a team of two where the event is for teams."""
    with desk(data, event, as_json, lang) as at:
        more = c.RegisterPlayer(tuple(club or ()), table, tuple(bye or ()), start)
        if at.held.state.teams:
            team = c.RegisterPlayer(more.groups, table, more.awarded_byes, start, members=len(names))
            at.do(team, [{"members": [person(name) for name in names]}])
        else:
            at.do([more for _ in names], [person(name) for name in names])


def withdraw(
    player: Number, data: Data = None, event: Event = None, as_json: AsJson = False, lang: Language = Lang.EN
) -> None:
    """Strike out a registration before round 1."""
    with desk(data, event, as_json, lang) as at:
        at.do(c.WithdrawRegistration(player))


def check_in(
    players: Annotated[list[int] | None, typer.Argument(help="Numbers; everybody if none is given.")] = None,
    data: Data = None,
    event: Event = None,
    as_json: AsJson = False,
    lang: Language = Lang.EN,
) -> None:
    """Note who is here."""
    with desk(data, event, as_json, lang) as at:
        at.do(c.CheckIn(tuple(players or at.held.state.active())))


def drop(
    player: Number,
    reason: Reason = "",
    data: Data = None,
    event: Event = None,
    as_json: AsJson = False,
    lang: Language = Lang.EN,
) -> None:
    """A player stops; he is not paired again."""
    with desk(data, event, as_json, lang) as at:
        at.do(c.DropPlayer(player, reason=reason))


def rejoin(
    player: Number, data: Data = None, event: Event = None, as_json: AsJson = False, lang: Language = Lang.EN
) -> None:
    """Let a player back in, with a loss for every round missed."""
    with desk(data, event, as_json, lang) as at:
        at.do(c.Rejoin(player))


def late(
    names: Members,
    choice: Annotated[Choice, typer.Option(help="Play the bye player now, losses, or an awarded bye.")],
    data: Data = None,
    event: Event = None,
    as_json: AsJson = False,
    lang: Language = Lang.EN,
) -> None:
    """Somebody comes after round 1 was drawn."""
    with desk(data, event, as_json, lang) as at:
        who = [person(name) for name in names]
        at.do(c.EnterLate(choice, members=len(names)), who if len(who) == 1 else [{"members": who}])


def disqualify(
    player: Number,
    reason: Reason,
    data: Data = None,
    event: Event = None,
    as_json: AsJson = False,
    lang: Language = Lang.EN,
) -> None:
    """Send a player away for good."""
    with desk(data, event, as_json, lang) as at:
        at.do(c.Disqualify(player, reason))


def staff(
    name: Annotated[str, typer.Argument(help="First and last name.")],
    role: Annotated[list[str], typer.Option(help="marshal, judge, scorekeeper, second_organiser.")],
    data: Data = None,
    event: Event = None,
    as_json: AsJson = False,
    lang: Language = Lang.EN,
) -> None:
    """Appoint a marshal, a judge or a scorekeeper."""
    with desk(data, event, as_json, lang) as at:
        at.do(c.AppointStaff(tuple(role)), [person(name)])


def add(app: typer.Typer) -> None:
    for function in (register, withdraw, check_in, drop, rejoin, late, disqualify, staff):
        app.command(function.__name__.replace("_", "-"))(function)
