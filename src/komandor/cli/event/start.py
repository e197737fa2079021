"""A new event, and what is known about the ones there are."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Annotated, Any

import typer

from komandor.app.access import HOST
from komandor.app.editions import rules_named
from komandor.app.handle import Accepted, Answer, create
from komandor.app.ledger import Ledger, Loaded, Unreadable, event_of
from komandor.app.typed_actions import MADE_HERE, people_of
from komandor.app.workflow import next_step
from komandor.cli.engine import inputs, output
from komandor.cli.engine.options import AsJson, Data, Database, Lang, Language, with_options
from komandor.cli.event.fields import parameters, read
from komandor.cli.on_site import answering, new_on_site, site_of_folder
from komandor.cli.open_event import (
    OfSite,
    OnSite,
    OpenEvent,
    in_use,
    on_event,
    opened_store,
    refusals_of_a_site,
)
from komandor.cli.printing import echo
from komandor.client import RemoteSite
from komandor.core.reasons import Reason, why
from komandor.core.tournament import commands as c
from komandor.core.tournament.stage_kinds import stage_keys, stage_kind
from komandor.core.tournament.values import StagePlan
from komandor.log.record import is_withheld
from komandor.store.data_folder import data_folder

STAGE_HELP = 'A stage of a custom structure, in order: "swiss 5", "single 8", "double 4", "swiss 3 16".'
TYPED: Mapping[str, str] = {
    "register": "register",
    "announce": "announce",
    "draw": "draw",
    "roll": "draw --public",
    "redraw": "draw",
    "publish": "publish",
    "mission": "do draw-mission",
    "start_clock": "clock start",
    "results": "result",
    "close_round": "close",
    "cut": "cut",
    "recut": "do remake-cut",
    "replacement": "replace",
    "final_match": "cut",
    "finish": "finish",
}
"""What is typed for each next step."""


def new(
    stage: Annotated[list[str] | None, typer.Option(help=STAGE_HELP)] = None,
    kind: Annotated[str, typer.Option(help="Kind of event: store, regional, …")] = "",
    setting: Annotated[
        list[str] | None, typer.Option(help="A setting as key=value; repeat as needed.")
    ] = None,
    organiser: Annotated[str, typer.Option(help="First and last name of the organiser.")] = "",
    data: Data = None,
    database: Database = None,
    as_json: AsJson = False,
    lang: Language = Lang.EN,
    site: OnSite = "",
    token: OfSite = "",
    **given: Any,
) -> None:
    """Create an event."""
    wanted = read(c.CreateTournament, dict.fromkeys(MADE_HERE, "") | given, lang)
    stages = (*wanted.stages, *(_stage(text, lang) for text in stage or ()))
    wanted = replace(
        wanted,
        stages=stages,
        structure=wanted.structure or ("custom" if stages else ""),
        event_kind=kind or wanted.event_kind,
        settings={**wanted.settings, **dict(_setting(text, lang) for text in setting or ())},
    )
    if site:
        _made(_on_site(RemoteSite(site, token, lang.value), wanted, organiser, as_json, lang), wanted)
        return
    with opened_store(data, lang, database) as store:
        person = people_of([organiser], team=False)[0] if organiser else None
        named = rules_named(store, wanted.game)
        if named is None:
            raise inputs.no_such_game("--game", wanted.game, lang)
        answer = create(Ledger(store), replace(wanted, edition_text=named[1]), organiser=person)
        here = site_of_folder(data or data_folder(), "", HOST, lang) if in_use(answer) else None
        if here:
            _made(_on_site(here, wanted, organiser, as_json, lang), wanted)
            return
        at = OpenEvent(Ledger(store), answer.state.id if isinstance(answer, Accepted) else "", as_json, lang)
        _made((at, answer), wanted)


def _on_site(
    site: RemoteSite, wanted: c.CreateTournament, organiser: str, as_json: bool, lang: Lang
) -> tuple[OpenEvent, Answer]:
    """A new event of a running site, which knows its games and editions."""
    with refusals_of_a_site():
        made = new_on_site(site, wanted, organiser)
    at = OpenEvent(made.ledger(), made.remote.id, as_json, lang, site=made)
    return at, Accepted(at.ledger.store.read(at.id), at.t)


def _made(made: tuple[OpenEvent, Answer], wanted: c.CreateTournament) -> None:
    at, answer = made
    at.show(answer, wanted.settings)
    if not at.as_json:
        echo(output.sentence(why("typed.event_made", name=at.id), at.lang))


with_options(new, (p for p in parameters(c.CreateTournament) if p.name not in MADE_HERE))


def _stage(text: str, lang: Lang) -> StagePlan:
    word, *rest = text.split() or [""]
    kind = stage_kind(word) if word in stage_keys() else None
    most = 2 if kind and kind.planned_rounds else 1
    numbers = [one for one in map(inputs.number, rest) if one is not None]
    if kind is None or len(rest) not in range(1, most + 1) or len(numbers) != len(rest):
        raise output.wrong("--stage", why("typed.no_stage", found=text[:60]), lang)
    rounds, cut = (*numbers, 0)[:2] if kind.planned_rounds else (0, numbers[0])
    return StagePlan(kind.key, rounds, cut)


def _setting(text: str, lang: Lang) -> tuple[str, Any]:
    key, found, value = text.partition("=")
    if not found:
        raise output.wrong("--setting", why("typed.no_equals", found=text[:60]), lang)
    text, known = value.strip(), {"true": True, "false": False}
    number = inputs.number(text)
    return key.strip(), known.get(text, text if number is None else number)


def _said(at: OpenEvent, reasons: tuple[Reason, ...]) -> list[str]:
    return [at.speaker.with_rule(reason) for reason in reasons]


@on_event
def show(at: OpenEvent) -> None:
    """Show the state of the event and the next step."""
    t, step = at.t, next_step(at.t)
    typed = TYPED.get(step.code)
    about = {"event": t.id, "name": t.name, "edition": t.edition, "phase": t.phase, "version": t.version}
    counts = {"players": len(t.active()), "rounds": len(t.rounds), "next": step.code}
    reasons = {"obstacles": _said(at, step.obstacles), "hints": _said(at, step.hints)}
    words = {
        "phase": [output.word("phase", t.phase, at.lang)],
        "next": [output.word("next", step.code, at.lang) + (f" (komandor event {typed})" if typed else "")],
    }
    at.tell(about | counts | reasons, reasons | words)


def list_(
    data: Data = None,
    database: Database = None,
    as_json: AsJson = False,
    lang: Language = Lang.EN,
    site: OnSite = "",
    token: OfSite = "",
) -> None:
    """List the events in this folder, or those of a running site."""
    if site:
        with refusals_of_a_site(), answering():
            there = list(RemoteSite(site, token, lang.value).events())
        rows = [{"event": one["id"]} | {key: one[key] for key in ("name", "date", "phase")} for one in there]
    else:
        with opened_store(data, lang, database) as store:
            rows = [_listed(one) for one in Ledger(store).everything()]
    if as_json:
        output.json({"events": rows})
        return
    shown = [(*list(row.values())[:3], output.word("phase", row["phase"], lang)) for row in rows]
    output.table("", output.heads(("event", "name", "date", "phase"), lang), shown)


def _listed(one: Loaded | Unreadable) -> dict[str, str]:
    if isinstance(one, Unreadable):
        return {"event": one.tournament, "name": str(one), "date": "", "phase": "unreadable"}
    return {"event": one.state.id, "name": one.state.name, "date": one.state.date, "phase": one.state.phase}


@on_event
def log(at: OpenEvent) -> None:
    """Show the log, one line per entry."""
    records, gone, speaker = at.ledger.store.read(at.id), at.t.voids, at.speaker
    if at.as_json:
        lines = [
            {"seq": r.seq, "at": r.at, "by": r.by, "command": r.command_id}
            | {"event": dict(r.payload), "undone": r.seq in gone}
            for r in records
        ]
        output.json({"event": at.id, "records": lines})
        return
    for r in records:
        mark = "×" if r.seq in gone else " "
        at_time = datetime.fromisoformat(r.at).astimezone()  # on this machine's clock, as on the site
        echo(f"{r.seq:>5}{mark} {at_time:%H:%M:%S} {r.by:<10} {speaker.event(event_of(r), is_withheld(r))}")
