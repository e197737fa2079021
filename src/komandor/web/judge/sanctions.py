"""Sanctions: what each would change is shown first; leaders recommend, the organiser disqualifies."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse

from komandor.app.queries import judging
from komandor.app.queries.effects import Effect, effect_of
from komandor.core.reasons import Refusal
from komandor.core.tournament import commands as c
from komandor.core.tournament.readings.attendance import current_match
from komandor.web.errors import error
from komandor.web.event_page import EventPage, now_ms
from komandor.web.form_commands import act
from komandor.web.judge.judge_page import judge, log_of, number_in, opened, staff_number
from komandor.web.request import Request

RECOMMEND = "recommend"
LADDER = ("warning", "penalty", "game_loss", "match_loss", "points", "removal", "disqualification", RECOMMEND)


def every(request: Request, tournament: str) -> HttpResponse:
    """The log of sanctions (COM-COND-8), and what was recommended to the organiser."""
    p = opened(request, tournament)
    given = sorted(p.t.sanctions.values(), key=lambda s: -s.number)
    return judge(
        request, p, "sanctions.html", "sanctions", given=given, times=_times(p),
        recommended=p.t.recommendations, players=sorted(p.t.active(), key=p.name),
    )  # fmt: skip


def _times(p: EventPage) -> dict[int, str]:
    return {e.event.sanction: e.at for e in log_of(p) if e.type == "sanction_given"}  # type: ignore[attr-defined]


def give(request: Request, tournament: str, number: int) -> HttpResponse:
    """GET: choose, and see what it would change. POST: it is given."""
    p = opened(request, tournament)
    if number not in p.t.players:
        return error(request, 404)
    data = request.POST if request.method == "POST" else request.GET
    kind, command = _asked(p, number, data, request.method == "GET")
    refusal: Refusal | None = None
    if request.method == "POST":
        answer = act(request, tournament, command, _back(data, tournament), _said(request, kind))
        if not isinstance(answer, Refusal):
            return answer
        refusal = answer
    return judge(
        request, p, "sanction.html", "sanctions", refusal, number=number, kind=kind, values=data,
        kinds=_kinds(request, p, number), effect=_effect(request, p, command, kind),
        back=_back(data, tournament),
        file=judging.player_file(p.t, number, judging.searches(p.t, log_of(p))),
        match=_match(p, number, data), categories=judging.OFFENCES,
        refused=_refused(request, p, command, kind) if refusal is None and kind else [],
    )  # fmt: skip


def _asked(p: EventPage, player: int, data: Mapping[str, str], trying: bool) -> tuple[str, c.Command]:
    kind = data.get("kind", "")
    kind = kind if kind in LADDER else ""
    reason = data.get("reason", "").strip()[:500] or ("…" if trying else "")
    if kind == RECOMMEND:
        return kind, c.RecommendDisqualification(player, reason)
    points = number_in(data.get("points"), 9999) or 0
    category = data.get("category", "")
    return kind, c.GiveSanction(
        player, kind, reason, _match(p, player, data), points or (1 if trying else 0),
        category if category in judging.OFFENCES else "",
    )  # fmt: skip


def _match(p: EventPage, player: int, data: Mapping[str, str]) -> int | None:
    wanted = number_in(data.get("match"))
    return wanted if wanted in p.t.matches else current_match(p.t, player)


def _kinds(request: Request, p: EventPage, player: int) -> list[str]:
    """What this person may give; a recommendation where disqualifying is the organiser's (COM-ROLE-8)."""
    may = judging.sanctions_open_to(p.t, player, request.me.actor)
    return [*may] + (
        [RECOMMEND] if "disqualification" not in may and "organiser" not in request.me.roles else []
    )


def _shown(request: Request, p: EventPage, command: c.Command) -> Effect | Refusal:
    return effect_of(p.t, command, c.Context(now=now_ms(), head="0" * 64, staff=staff_number(request)))


def _effect(request: Request, p: EventPage, command: c.Command, kind: str) -> Effect | None:
    shown = _shown(request, p, command) if kind else None
    return shown if isinstance(shown, Effect) else None


def _refused(request: Request, p: EventPage, command: c.Command, kind: str) -> list[tuple[str, Any]]:
    shown = _shown(request, p, command)
    return [(p.say(r), r.rule) for r in shown.reasons] if isinstance(shown, Refusal) else []


def _back(data: Mapping[str, str], tournament: str) -> str:
    wanted = data.get("back", "")
    return wanted if wanted.startswith(f"/j/{tournament}/") else f"/j/{tournament}/sanctions"


def _said(request: Request, kind: str) -> str:
    _ = request.t.gettext
    return _("Recommended; the organiser decides.") if kind == RECOMMEND else _("The sanction is recorded.")
