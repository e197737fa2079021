"""The rounds of an event: draw, publish, clock, results, pairings, standings."""

from typing import Annotated, Literal

import typer

from komandor.app.day import Choices, PublicSource
from komandor.cli import pairings, standings
from komandor.cli.event.desk import Desk, Reason, on_event
from komandor.cli.exits import BadInput
from komandor.core.games.shorthand import not_understood
from komandor.core.reasons import Refusal
from komandor.core.tournament import commands as c
from komandor.core.tournament.readings.regulations import match_situation, rules
from komandor.texts import quick_help

Table = Annotated[int, typer.Argument(help="Table number.")]


@on_event
def freeze(
    at: Desk,
    source: Annotated[PublicSource, typer.Option(help="Public randomness: dice in view, a beacon.")] = "none",
    beacon: Annotated[str, typer.Option(help="Which beacon round will be used.")] = "",
) -> None:
    """Fix roster and results before the draw."""
    at.do(c.FreezeRound(source, beacon))


@on_event
def draw(
    at: Desk,
    public: Annotated[str, typer.Option(help="What the dice showed, or the beacon's value.")] = "",
) -> None:
    """Draw the next round; it is frozen first if it is not yet. Drawing again uses the same key."""
    at.step("draw", Choices(public=public))


@on_event
def publish(
    at: Desk,
    accept_rematches: Annotated[
        bool, typer.Option("--accept-rematches", help="No better pairing exists.")
    ] = False,
) -> None:
    """Show the pairings to everybody; where missions are played one is drawn."""
    at.step("publish", Choices(accept_rematches=accept_rematches))


@on_event
def clock(
    at: Desk,
    action: Annotated[Literal["start", "pause", "resume"], typer.Argument(help="start, pause or resume.")],
) -> None:
    """Start, pause or resume the common clock."""
    if action == "start":
        at.step("start_clock")
    else:
        at.do(c.PauseClock() if action == "pause" else c.ResumeClock())


@on_event
def result(
    at: Desk,
    table: Table,
    report: Annotated[list[str], typer.Argument(help='Shorthand of the game, such as "177-49" or "conc b".')],
    reason: Reason = "",
) -> None:
    """Enter the result of a table of the latest round; once more with --reason corrects it."""
    t, match = at.t, at.match(table)
    where = match_situation(t, match)
    found = rules(t).shorthand(" ".join(report), where)
    if isinstance(found, Refusal):
        meant = (f"{one} ({text})" for one, text in quick_help(rules(t), where, at.lang.value))
        unclear = not_understood(" ".join(report), *meant)
        raise BadInput(f"result: {at.speaker.sentence(unclear.reasons[0])}")
    at.do(c.EnterResult(match.number, found, reason=reason))  # type: ignore[arg-type]


@on_event
def no_show(
    at: Desk,
    table: Table,
    absent: Annotated[list[int], typer.Argument(help="Numbers of the players who did not come.")],
) -> None:
    """Remove who did not come to the table; who came wins."""
    at.do(c.DeclareNoShow(at.match(table).number, tuple(absent)))


@on_event
def replace(
    at: Desk,
    leaver: Annotated[int, typer.Argument(help="Who left before the first game.")],
    player: Annotated[int, typer.Argument(help="The next in the standings, who was asked.")],
    declined: Annotated[
        bool, typer.Option("--declined", help="They said no; the next one is asked.")
    ] = False,
) -> None:
    """Fill a gap in the cut."""
    at.do(c.ReplaceSeed(leaver, player, not declined))


@on_event
def pairings_(
    at: Desk,
    round_: Annotated[int | None, typer.Option("--round", help="The latest if not given.")] = None,
) -> None:
    """The pairings of a round."""
    pairings.show(at.held, round_, at.as_json)


@on_event
def standings_(at: Desk) -> None:
    """Standings after the last closed round."""
    standings.show(at.held, provisional=False, as_json=at.as_json)
