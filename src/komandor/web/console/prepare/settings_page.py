"""The event itself: basics, structure, minutes, missions, and every choice that the documents leave open.

Free until the announcement; afterwards a change is an exception, with a reason, and stays marked (AMB-G30).
"""

from collections.abc import Callable, Mapping, Sequence
from typing import get_args

from django.http import HttpResponse, QueryDict

from komandor.app.queries.everybody.schedule import DayPlan, change_day_plan
from komandor.app.workflow import NextStep, next_step
from komandor.core.games.game import LEVELS
from komandor.core.games.missions import in_force
from komandor.core.games.settings import unknown_choices
from komandor.core.ids import NoticeNo
from komandor.core.reasons import Reason, Refusal
from komandor.core.regulations.levels import KINDS, sleeves_required
from komandor.core.tournament import commands as c
from komandor.core.tournament.readings.regulations import rules
from komandor.core.tournament.readings.regulations import settings as settings_of
from komandor.core.tournament.readings.structure import structure_warnings
from komandor.core.tournament.stage_kinds import plannable_keys
from komandor.core.tournament.state import Tournament
from komandor.core.tournament.values import Plain, PublicNames, TableOrder
from komandor.rulebook import Ambiguity
from komandor.web.console.console_page import console
from komandor.web.console.paper.projector_page import notice
from komandor.web.console.prepare import rule_choices, structure_form
from komandor.web.console.prepare.staff_page import AboutEvent
from komandor.web.forms.fields import LINE, NOTE, PAGE, Fields
from komandor.web.forms.form_commands import act, old_page
from komandor.web.rendering.event_page import EventPage, opened
from komandor.web.rendering.responses import redirect
from komandor.web.routing.request import Request, url

Changes = Mapping[str, Plain]
PARTS = ("basics", "schedule", "structure", "minutes", "missions", "readings", "outline", "notice")
"""The forms of the page: a refusal stands above the one that was sent."""
BASICS = ("name", "place", "date", "event_kind", "level", "tables", "public_names", "table_order")
CHOICES: Mapping[str, Sequence[str]] = {
    "event_kind": KINDS,
    "level": LEVELS,
    "public_names": get_args(PublicNames),
    "table_order": get_args(TableOrder),
}


class SettingsPage(AboutEvent, template="console/prepare/settings.html"):
    part: str
    typed: Mapping[str, str]
    choices: Mapping[str, Sequence[str]]
    event_kind: str
    tables: str
    public_names: PublicNames
    table_order: TableOrder
    sleeves: bool
    elimination: str
    edition: str  # "" without a loaded one
    edition_label: str
    day_plan: DayPlan
    breaks: Sequence[tuple[str, str | int, str | int]]
    structure: str
    structures: Sequence[tuple[str, Sequence[tuple[str, int, int]]]]
    stages: Sequence[structure_form.StageRow]
    warnings: Sequence[Reason]
    minutes: Sequence[structure_form.MinutesRow]
    missions: Sequence[str] | None  # None where the game has none
    pool_setting: str  # from when the missions are valid
    pool_in_force: bool
    readings: Sequence[rule_choices.Reading]
    unknown: Sequence[str]
    others: Sequence[tuple[Ambiguity, Mapping[str, str]]]
    outline: str
    overrides: str
    notices: Sequence[tuple[NoticeNo, str]]
    exception: bool
    step: NextStep


def settings(request: Request, tournament: str) -> HttpResponse:
    part = request.fields.raw("part")
    refusal = _posted(request, opened(request), part) if request.method == "POST" else None
    if isinstance(refusal, HttpResponse):
        return refusal
    p = opened(request)
    page = _page(p, part, request.POST if refusal else QueryDict())
    return console(request, p, page, "settings", refusal)


def _page(p: EventPage, part: str, typed: QueryDict) -> SettingsPage:
    t, game = p.t, rules(p.t)
    plan, data = p.day_plan, game.data
    return SettingsPage(
        p,
        beside=part in PARTS,
        part=part,
        typed=typed,
        choices={**CHOICES, "stage_kind": plannable_keys()},
        event_kind=t.event_kind,
        tables=t.tables,
        public_names=t.public_names,
        table_order=t.table_order,
        sleeves=sleeves_required(data, t.level, t.event_kind),
        elimination=data.elimination,
        edition=t.edition if t.edition_text else "",
        edition_label=data.label.get(p.lang, ""),
        day_plan=plan,
        breaks=structure_form.break_rows(plan, typed),
        structure=t.structure,
        structures=structure_form.choices(t),
        stages=structure_form.rows(t, typed),
        warnings=structure_warnings(t),
        minutes=structure_form.minutes(t),
        missions=t.missions if data.missions else None,
        pool_setting=data.own_settings.get("pool_valid_from", ""),
        pool_in_force=in_force(data, settings_of(t), t.date),
        readings=rule_choices.readings(t, p.lang),
        unknown=unknown_choices(game, t.settings),
        others=rule_choices.without_setting(t, p.lang),
        outline=t.outline,
        overrides=t.outline_overrides,
        notices=[(n, text) for n, text in t.notices.items() if text],
        exception=bool(t.announced),
        step=next_step(t),
    )


def _posted(request: Request, p: EventPage, part: str) -> HttpResponse | Refusal:
    """The part of the page that was sent: a change of the event, or something beside it."""
    others: Mapping[str, Callable[[Request, EventPage], HttpResponse | Refusal]] = {
        "schedule": _schedule,
        "outline": _outline,
        "notice": lambda request, p: notice(request, url("settings", p.t.id) + "#notice"),
    }
    makers: Mapping[str, Callable[[Tournament, Fields], Changes]] = {
        "basics": _basics,
        "structure": structure_form.changed,
        "minutes": structure_form.minutes_changed,
        "missions": _missions,
        "readings": rule_choices.changed,
    }
    if part in others:
        return others[part](request, p)
    if part not in makers:
        return old_page()
    changes = makers[part](p.t, request.fields)
    if unreadable := request.fields.refusal:
        return unreadable
    if not changes:
        return redirect(request, url("settings", p.t.id), request.t.gettext("Nothing was changed."))
    command = c.ChangeEvent(changes, request.fields.text("reason", NOTE))
    back = request.fields.raw("back") or url("settings", p.t.id) + f"#{part}"
    return act(request, command, back, request.t.gettext("Saved."))


def _basics(t: Tournament, fields: Fields) -> Changes:
    """What differs; a field that an older page does not have stays as it is."""
    wanted = {key: fields.text(key, LINE, label=f"event_{key}") for key in BASICS if key in fields.data}
    return {key: value for key, value in wanted.items() if value != getattr(t, key)}


def _missions(t: Tournament, fields: Fields) -> Changes:
    lines = (" ".join(line.split()) for line in fields.text("missions", PAGE).splitlines())
    pool = tuple(dict.fromkeys(line for line in lines if line))
    return {"missions": pool} if pool != t.missions else {}


def _outline(request: Request, p: EventPage) -> HttpResponse | Refusal:
    """The event outline overrides the rules where it says so (COM-GEN-5)."""
    fields = request.fields
    command = c.AttachOutline(fields.text("text", PAGE), fields.text("overrides", PAGE))
    message = request.t.gettext("The outline is attached.")
    return act(request, command, url("settings", p.t.id) + "#outline", message)


def _schedule(request: Request, p: EventPage) -> HttpResponse | Refusal:
    structure_form.planned_day(request.fields, p.day_plan)
    if unreadable := request.fields.refusal:
        return unreadable
    change_day_plan(
        request.site.store, p.t.id, lambda before: structure_form.planned_day(request.fields, before)
    )
    request.site.planned(p.t.id)
    return redirect(request, url("settings", p.t.id) + "#schedule", request.t.gettext("Saved."))
