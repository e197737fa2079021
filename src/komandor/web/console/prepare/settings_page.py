"""The event itself: basics, structure, minutes, missions, and every choice that the documents leave open.

Free until the announcement; afterwards a change is an exception, with a reason, and stays marked (AMB-G30).
"""

from collections.abc import Callable, Mapping
from typing import Any

from django.http import HttpResponse

from komandor.app.queries.schedule import day_plan_of, keep_day_plan
from komandor.core.games.game import LEVELS
from komandor.core.reasons import Refusal
from komandor.core.regulations.levels import KINDS, sleeves_required
from komandor.core.tournament import commands as c
from komandor.core.tournament.readings.regulations import rules
from komandor.core.tournament.state import Tournament
from komandor.web.console.console_page import console, opened
from komandor.web.console.prepare import rule_choices, structure_form
from komandor.web.event_page import EventPage
from komandor.web.form_commands import act
from komandor.web.request import Request
from komandor.web.responses import redirect

Changes = dict[str, Any]
BASICS = ("name", "place", "date", "event_kind", "level", "tables")


def settings(request: Request, tournament: str) -> HttpResponse:
    p = opened(request, tournament)
    part = request.POST.get("part", "")
    refusal: Refusal | None = None
    if request.method == "POST":
        answer = _deed(request, p, part)
        if isinstance(answer, HttpResponse):
            return answer
        refusal = answer
    typed = request.POST if refusal else {}
    data = rules(p.t).data
    return console(
        request, p, "prepare/settings.html", "settings", refusal, sub="settings", part=part, typed=typed,
        levels=LEVELS, kinds=KINDS, structures=structure_form.choices(p.t, request.t.gettext),
        stages=structure_form.rows(p.t, typed), minutes=structure_form.minutes(p.t), pool=data.missions,
        readings=rule_choices.readings(p.t, request.lang),
        others=rule_choices.without_setting(p.t, request.lang),
        sleeves=sleeves_required(data, p.t.level, p.t.event_kind),  # type: ignore[arg-type]
        wish=day_plan_of(request.site.store, tournament), exception=bool(p.t.announced),
    )  # fmt: skip


def _deed(request: Request, p: EventPage, part: str) -> HttpResponse | Refusal:
    others: Mapping[str, Callable[[Request, EventPage], HttpResponse | Refusal]] = {
        "schedule": _schedule, "outline": _outline, "notice": _notice, "unnotice": _unnotice,
    }  # fmt: skip
    if part in others:
        return others[part](request, p)
    makers: Mapping[str, Callable[[Tournament, Mapping[str, str]], Changes]] = {
        "basics": _basics, "structure": structure_form.changed, "minutes": structure_form.minutes_changed,
        "missions": _missions, "readings": rule_choices.changed,
    }  # fmt: skip
    changes = makers[part](p.t, request.POST) if part in makers else {}
    if not changes:
        return redirect(request, f"/c/{p.t.id}/settings", request.t.gettext("Nothing to change."))
    command = c.ChangeEvent(changes, request.POST.get("reason", "").strip())
    return act(request, p.t.id, command, f"/c/{p.t.id}/settings#{part}", request.t.gettext("Saved."))


def _basics(t: Tournament, data: Mapping[str, str]) -> Changes:
    wanted = {key: data.get(key, getattr(t, key)).strip() for key in BASICS}
    return {key: value for key, value in wanted.items() if value != getattr(t, key)}


def _missions(t: Tournament, data: Mapping[str, str]) -> Changes:
    pool = tuple(
        dict.fromkeys(
            " ".join(line.split()) for line in data.get("missions", "").splitlines() if line.strip()
        )
    )
    return {"missions": pool} if pool != t.missions else {}


def _outline(request: Request, p: EventPage) -> HttpResponse | Refusal:
    """The event outline stands above the rules where it says so (COM-GEN-5)."""
    command = c.AttachOutline(request.POST.get("text", "").strip(), request.POST.get("overrides", "").strip())
    said = request.t.gettext("The outline is attached.")
    return act(request, p.t.id, command, f"/c/{p.t.id}/settings#outline", said)


def _notice(request: Request, p: EventPage) -> HttpResponse | Refusal:
    command = c.PostNotice(request.POST.get("text", ""))
    return act(
        request,
        p.t.id,
        command,
        f"/c/{p.t.id}/settings#notice",
        request.t.gettext("Everybody can read it now."),
    )


def _unnotice(request: Request, p: EventPage) -> HttpResponse | Refusal:
    text = request.POST.get("notice", "")
    command = c.WithdrawNotice(int(text) if text.isdecimal() else 0)
    return act(request, p.t.id, command, f"/c/{p.t.id}/settings#notice", request.t.gettext("Taken down."))


def _schedule(request: Request, p: EventPage) -> HttpResponse:
    wish = structure_form.wished(request.POST, day_plan_of(request.site.store, p.t.id))
    keep_day_plan(request.site.store, p.t.id, wish)
    return redirect(request, f"/c/{p.t.id}/settings#schedule", request.t.gettext("Saved."))
