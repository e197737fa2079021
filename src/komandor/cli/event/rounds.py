"""The rounds of an event: announce, draw, publish, clock, results, close."""

from typing import Annotated, Literal

import typer

from komandor.app.queries.standings import standings_view
from komandor.cli import pairings
from komandor.cli.engine import output
from komandor.cli.engine.options import AsJson, Lang, Language
from komandor.cli.event.place import Data, Event, Reason, desk
from komandor.cli.exits import BadInput
from komandor.cli.standings import as_row, show
from komandor.core.games.shorthand import not_understood
from komandor.core.reasons import Refusal
from komandor.core.tournament import commands as c
from komandor.core.tournament.readings.regulations import match_situation, rules
from komandor.texts import quick_help, sentence

Public = Literal["none", "dice", "beacon"]
ClockDeed = Literal["start", "pause", "resume"]
CLOCK: dict[str, type[c.Command]] = {"start": c.StartClock, "pause": c.PauseClock, "resume": c.ResumeClock}


def announce(
    data: Data = None, event: Event = None, as_json: AsJson = False, lang: Language = Lang.EN
) -> None:
    """Fix rounds and cut from attendance and tell everybody."""
    with desk(data, event, as_json, lang) as at:
        at.do(c.AnnounceStructure())


def freeze(
    source: Annotated[Public, typer.Option(help="Public randomness: dice in view, a beacon.")] = "none",
    beacon: Annotated[str, typer.Option(help="Which beacon round will be used.")] = "",
    data: Data = None,
    event: Event = None,
    as_json: AsJson = False,
    lang: Language = Lang.EN,
) -> None:
    """Fix roster and results before the draw."""
    with desk(data, event, as_json, lang) as at:
        at.do(c.FreezeRound(source, beacon))


def draw(
    public: Annotated[str, typer.Option(help="What the dice showed, or the beacon's value.")] = "",
    data: Data = None,
    event: Event = None,
    as_json: AsJson = False,
    lang: Language = Lang.EN,
) -> None:
    """Draw the next round; it is frozen first if it is not yet. Drawing again uses the same key."""
    with desk(data, event, as_json, lang) as at:
        frozen = at.held.state.phase not in ("announced", "between", "cut")
        at.do(c.DrawRound(public) if frozen else [c.FreezeRound(), c.DrawRound(public)])


def publish(
    accept_rematches: Annotated[
        bool, typer.Option("--accept-rematches", help="No better pairing exists.")
    ] = False,
    data: Data = None,
    event: Event = None,
    as_json: AsJson = False,
    lang: Language = Lang.EN,
) -> None:
    """Show the pairings to everybody; where missions are played one is drawn."""
    with desk(data, event, as_json, lang) as at:
        shown = c.PublishRound(accept_rematches)
        at.do([shown, c.DrawMission()] if at.held.state.missions else shown)


def clock(
    deed: Annotated[ClockDeed, typer.Argument(help="start, pause or resume.")],
    data: Data = None,
    event: Event = None,
    as_json: AsJson = False,
    lang: Language = Lang.EN,
) -> None:
    """Start, pause or resume the common clock."""
    with desk(data, event, as_json, lang) as at:
        at.do(CLOCK[deed]())


def result(
    table: Annotated[int, typer.Argument(help="Table number.")],
    report: Annotated[list[str], typer.Argument(help='Shorthand of the game, such as "177-49" or "conc b".')],
    reason: Reason = "",
    data: Data = None,
    event: Event = None,
    as_json: AsJson = False,
    lang: Language = Lang.EN,
) -> None:
    """Enter the result of a table of the latest round; once more with --reason corrects it."""
    with desk(data, event, as_json, lang) as at:
        t, match = at.held.state, at.match(table)
        where = match_situation(t, match)
        read = rules(t).shorthand(" ".join(report), where)
        if isinstance(read, Refusal):
            meant = (f"{one} ({text})" for one, text in quick_help(rules(t), where, lang.value))
            unclear = not_understood(" ".join(report), *meant)
            raise BadInput(f"result: {sentence(unclear.reasons[0], lang.value)}")
        at.do(c.EnterResult(match.number, read, reason=reason))  # type: ignore[arg-type]


def no_show(
    table: Annotated[int, typer.Argument(help="Table number.")],
    absent: Annotated[list[int], typer.Argument(help="Numbers of the players who did not come.")],
    data: Data = None,
    event: Event = None,
    as_json: AsJson = False,
    lang: Language = Lang.EN,
) -> None:
    """Remove who did not come to the table; who came wins."""
    with desk(data, event, as_json, lang) as at:
        at.do(c.DeclareNoShow(at.match(table).number, tuple(absent)))


def swap(
    first: Annotated[int, typer.Argument(help="A player of the drawn round.")],
    second: Annotated[int, typer.Argument(help="Another one.")],
    reason: Reason,
    data: Data = None,
    event: Event = None,
    as_json: AsJson = False,
    lang: Language = Lang.EN,
) -> None:
    """Exchange two players by hand; everybody sees it."""
    with desk(data, event, as_json, lang) as at:
        at.do(c.SwapPlayers(first, second, reason))


def close(data: Data = None, event: Event = None, as_json: AsJson = False, lang: Language = Lang.EN) -> None:
    """Close the round."""
    with desk(data, event, as_json, lang) as at:
        at.do(c.CloseRound())


def pairings_(
    round_: Annotated[int | None, typer.Option("--round", help="The latest if not given.")] = None,
    data: Data = None,
    event: Event = None,
    as_json: AsJson = False,
    lang: Language = Lang.EN,
) -> None:
    """The pairings of a round."""
    with desk(data, event, as_json, lang) as at:
        pairings.show(at.held, round_, as_json)


def standings_(
    data: Data = None, event: Event = None, as_json: AsJson = False, lang: Language = Lang.EN
) -> None:
    """Standings after the last closed round."""
    with desk(data, event, as_json, lang) as at:
        view = standings_view(at.held.state)
        if as_json:
            output.json(
                {"after_round": view.after_round, "standings": [as_row(r, at.held) for r in view.rows]}
            )
        else:
            show(at.held, view)


def add(app: typer.Typer) -> None:
    for function in (
        announce,
        freeze,
        draw,
        publish,
        clock,
        result,
        no_show,
        swap,
        close,
        pairings_,
        standings_,
    ):
        app.command(function.__name__.strip("_").replace("_", "-"))(function)
