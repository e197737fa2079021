"""The cut, the end, undo and redo."""

from typing import Annotated

import typer

from komandor.app.queries.effects import effect_of_undo
from komandor.app.undo_targets import undo_targets
from komandor.cli.engine import output
from komandor.cli.engine.options import AsJson, Lang, Language
from komandor.cli.event.place import Data, Desk, Event, Reason, desk
from komandor.cli.exits import BadInput
from komandor.core.reasons import Refusal
from komandor.core.tournament import commands as c
from komandor.core.tournament.events import EventVoided


def cut(data: Data = None, event: Event = None, as_json: AsJson = False, lang: Language = Lang.EN) -> None:
    """The best go on to the next stage."""
    with desk(data, event, as_json, lang) as at:
        at.do(c.MakeCut())


def replace(
    leaver: Annotated[int, typer.Argument(help="Who left before the first game.")],
    player: Annotated[int, typer.Argument(help="The next in the standings, who was asked.")],
    declined: Annotated[bool, typer.Option("--declined", help="He said no; the next one is asked.")] = False,
    data: Data = None,
    event: Event = None,
    as_json: AsJson = False,
    lang: Language = Lang.EN,
) -> None:
    """Fill a gap in the cut."""
    with desk(data, event, as_json, lang) as at:
        at.do(c.ReplaceSeed(leaver, player, not declined))


def finish(data: Data = None, event: Event = None, as_json: AsJson = False, lang: Language = Lang.EN) -> None:
    """Close the tournament: final places stand, and the seed of its draws is opened."""
    with desk(data, event, as_json, lang) as at:
        at.do(c.CloseTournament())


def undo(
    reason: Reason,
    seq: Annotated[int | None, typer.Option(help="A record of the command; else the last one.")] = None,
    preview: Annotated[bool, typer.Option("--preview", help="Only show what would change.")] = False,
    data: Data = None,
    event: Event = None,
    as_json: AsJson = False,
    lang: Language = Lang.EN,
) -> None:
    """Undo a whole command; undoing an undo is redo. Nothing is ever deleted."""
    with desk(data, event, as_json, lang) as at:
        targets = _targets(at, seq)
        if preview:
            _preview(at, targets)
        else:
            at.do(c.VoidEvents(targets, reason))


def _targets(at: Desk, seq: int | None) -> tuple[int, ...]:
    """All records of the step that the record belongs to."""
    found = undo_targets(at.ledger, at.id, seq)
    if not found:
        raise BadInput(f"--seq: there is no record {seq}")
    return found


def _preview(at: Desk, targets: tuple[int, ...]) -> None:
    loaded = at.ledger.load(at.id)
    effect = effect_of_undo(loaded.state, loaded.history, targets)
    if isinstance(effect, Refusal):
        raise output.refusal(effect, at.lang)
    again = any(isinstance(e, EventVoided) for s, e in loaded.history if s in targets)
    moved = [
        {"player": m.player, "name": at.held.full(m.player), "place": [m.before, m.after],
         "points": [m.points_before, m.points_after]}
        for m in effect.moved
    ]  # fmt: skip
    told = {
        "records": list(targets), "redo": again, "phase": [effect.phase_before, effect.phase_after],
        "moved": moved, "into_the_cut": list(effect.cut_in), "out_of_the_cut": list(effect.cut_out),
        "draws_no_longer_ideal": list(effect.draws),
    }  # fmt: skip
    if at.as_json:
        output.json(told)
    else:
        for key, value in told.items():
            typer.echo(f"{key}: {value}")


def point(
    name: Annotated[str, typer.Argument(help='Such as "after round 2".')],
    data: Data = None,
    event: Event = None,
    as_json: AsJson = False,
    lang: Language = Lang.EN,
) -> None:
    """Give this point of the log a name."""
    with desk(data, event, as_json, lang) as at:
        at.do(c.NamePoint(name))


def add(app: typer.Typer) -> None:
    for function in (cut, replace, finish, undo, point):
        app.command(function.__name__)(function)
