"""Players and staff of an event."""

from typing import Annotated, Literal

import typer

from komandor.cli.event.desk import Desk, on_event
from komandor.cli.event.start import people_of
from komandor.core.tournament import commands as c

Members = Annotated[list[str], typer.Argument(help="First and last name; for a team both names.")]


@on_event
def register(
    at: Desk,
    names: Members,
    club: Annotated[list[str] | None, typer.Option(help="Family, club or car: apart in round 1.")] = None,
    table: Annotated[int | None, typer.Option(help="A table that the player keeps.")] = None,
    bye: Annotated[list[int] | None, typer.Option(help="A round with an awarded bye.")] = None,
    start: Annotated[int | None, typer.Option(help="Start number (Star Wars LCG).")] = None,
) -> None:
    """Register one player for each name; a team of two where the event is for teams."""
    team = at.t.teams
    more = (tuple(club or ()), table, tuple(bye or ()), start)
    one = c.RegisterPlayer(*more, members=len(names) if team else 1)
    at.do([one] * (1 if team else len(names)), people_of(names, team))


@on_event
def check_in(
    at: Desk,
    players: Annotated[list[int] | None, typer.Argument(help="Numbers; everybody if none is given.")] = None,
) -> None:
    """Note who is here."""
    at.do(c.CheckIn(tuple(players or at.t.active())))


@on_event
def late(
    at: Desk,
    names: Members,
    choice: Annotated[
        Literal["play_now", "losses", "awarded_bye"],
        typer.Option(help="Play the bye player now, losses, or an awarded bye."),
    ],
) -> None:
    """Somebody comes after round 1 was drawn."""
    at.do(c.EnterLate(choice, members=len(names)), people_of(names, len(names) > 1))


@on_event
def staff(
    at: Desk,
    name: Annotated[str, typer.Argument(help="First and last name.")],
    role: Annotated[list[str], typer.Option(help="marshal, judge, scorekeeper, second_organiser.")],
) -> None:
    """Appoint a marshal, a judge or a scorekeeper."""
    at.do(c.AppointStaff(tuple(role)), people_of([name], team=False))
