"""Sanctions: what each would change is shown first; leaders recommend, the organiser disqualifies."""

from collections.abc import Mapping, Sequence
from typing import cast

from django.http import HttpResponse, QueryDict

from komandor.app.offers import Offers
from komandor.app.queries.staff import judging
from komandor.app.queries.staff.effects import Effect, effect_of
from komandor.core.ids import MatchNo, PlayerNo
from komandor.core.reasons import Refusal
from komandor.core.tournament import commands as c
from komandor.core.tournament.actions import decide
from komandor.core.tournament.events import SanctionGiven
from komandor.core.tournament.judge_records import Sanction
from komandor.core.tournament.readings.attendance import current_match
from komandor.core.tournament.state import Match
from komandor.core.tournament.values import LOSSES, SANCTIONS, SanctionKind
from komandor.web.console.status_bar import StaffPage
from komandor.web.forms.fields import NOTE, Fields
from komandor.web.forms.form_commands import act, trying
from komandor.web.judge.judge_page import judge, log_of
from komandor.web.rendering.event_page import EventPage, Sentence, opened, split
from komandor.web.rendering.responses import found
from komandor.web.routing.request import Request, url

RECOMMEND = "recommend"
LADDER = (*SANCTIONS, RECOMMEND)


class SanctionsPage(StaffPage, template="judge/sanctions.html"):
    given: Sequence[tuple[Sanction, str, Match | None]]  # each with its time
    recommended: Mapping[PlayerNo, str]
    players: Sequence[PlayerNo]


class SanctionPage(StaffPage, template="judge/sanction.html"):
    """`refused`: why this kind cannot be given now."""

    number: PlayerNo
    kind: str
    corrects: bool  # it changes a result that counts already
    closed: Match | None  # the match, if its round is closed: then no game of it is lost any more
    values: QueryDict
    kinds: Sequence[str]
    effect: Effect | None
    back: str
    so_far: Sequence[Sanction]
    match: MatchNo | None
    points: int
    refused: Sequence[Sentence]
    categories: Sequence[str] = judging.OFFENCES


def every(request: Request, tournament: str) -> HttpResponse:
    """The log of sanctions (COM-COND-8), and what was recommended to the organiser."""
    p = opened(request)
    times = {e.event.sanction: e.at for e in log_of(p) if isinstance(e.event, SanctionGiven)}
    latest = [s for _, s in sorted(p.t.sanctions.items(), reverse=True) if s.player]
    shown = SanctionsPage(
        p,
        given=[(s, times.get(s.number, ""), p.t.match(s.match)) for s in latest],
        recommended=p.t.recommendations,
        players=sorted(p.t.active(), key=p.order),
    )
    return judge(request, p, shown, "sanctions")


def give(request: Request, tournament: str, number: PlayerNo) -> HttpResponse:
    """GET: choose, and see what it would change. POST: it is given."""
    p = opened(request)
    found(p.t.players.get(number))
    fields, back = request.fields, _back(request.fields, tournament)
    kind, command = _asked(p, number, fields, request.method == "GET")
    refusal = act(request, command, back, _message(request, kind)) if request.method == "POST" else None
    if isinstance(refusal, HttpResponse):
        return refusal
    effect, against = split(effect_of(p.t, command, trying(p.actor))) if kind else (None, None)
    points = fields.number("points", 0, 9999, 0) if kind == "points" else 0
    asking = kind == "points" and not points  # how many is asked first: then what it changes can be shown
    match = p.t.match(_match(p, number, fields)) if kind in LOSSES else None
    shown = SanctionPage(
        p,
        number=number,
        kind=kind,
        corrects=_corrects(p, command),
        closed=match if match and p.t.rounds[match.round].status == "closed" else None,
        values=fields.data,
        kinds=_kinds(request, p, number, _match(p, number, fields)),
        effect=effect,
        back=back,
        so_far=judging.player_file(p.t, number).sanctions,
        match=_match(p, number, fields),
        points=points,
        refused=p.reasons(against) if refusal is None and not asking else [],
    )
    return judge(request, p, shown, "sanctions", refusal)


def _asked(p: EventPage, player: PlayerNo, fields: Fields, trying: bool) -> tuple[str, c.Command]:
    """The kind of sanction that was chosen, and the command that gives it."""
    kind = fields.choice("kind", (*LADDER, ""), "", label="sanction")
    reason = fields.text("reason", NOTE) or ("…" if trying else "")
    if kind == RECOMMEND:
        return kind, c.RecommendDisqualification(player, reason)
    points = fields.number("points", 0, 9999, 0)
    category = fields.choice("category", (*judging.OFFENCES, ""), "")
    return kind, c.GiveSanction(
        player=player,
        kind=cast("SanctionKind", kind),  # nothing chosen: the core refuses it
        reason=reason,
        match=_match(p, player, fields),
        points=points,
        category=category,
        corrects=trying or fields.ticked("corrects"),
    )


def _corrects(p: EventPage, command: c.Command) -> bool:
    """Whether the command would change a result that counts."""
    answer = decide(p.t, command, trying(p.actor))
    return not isinstance(answer, Refusal) and any(getattr(one, "corrects", False) for one in answer)


def _match(p: EventPage, player: PlayerNo, fields: Fields) -> MatchNo | None:
    wanted = MatchNo(fields.number("match", default=0))
    return wanted if wanted in p.t.matches else current_match(p.t, player)


def _kinds(request: Request, p: EventPage, player: PlayerNo, match: MatchNo | None) -> list[str]:
    """What this person may give; a recommendation where disqualifying is the organiser's (COM-ROLE-8)."""
    may = judging.sanctions_open_to(p.t, player, request.me.actor, match)
    recommends = "disqualification" not in may and Offers(p.t, p.actor).may("RecommendDisqualification")
    return [*may, RECOMMEND] if recommends else [*may]


def _back(fields: Fields, tournament: str) -> str:
    wanted = fields.raw("back")
    return wanted if wanted.startswith(url("judge", tournament)) else url("judge-sanctions", tournament)


def _message(request: Request, kind: str) -> str:
    _ = request.t.gettext
    return _("Recommended; the organiser decides.") if kind == RECOMMEND else _("Penalty recorded.")
