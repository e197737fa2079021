"""What the API shows: the events, every view of the registry, the log, and what a token may do now."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from django.http import HttpResponse

from komandor.app.access import roles_of
from komandor.app.api_tokens import ApiToken, scope_of
from komandor.app.ledger import Loaded
from komandor.app.offers import Offers
from komandor.app.queries.everybody.event_head import EventHead
from komandor.app.queries.views import VIEWS, EventQuery, Subject
from komandor.app.typed_actions import BY_NAME, dashed
from komandor.app.workflow import commands_of, next_step
from komandor.core.reasons import Reason, why
from komandor.core.tournament.actions import ACTION_OF
from komandor.core.tournament.values import Phase, Step
from komandor.log.bundle import export
from komandor.web.api.answers import Why, answer, problem, said
from komandor.web.entrance.home import ARCHIVED
from komandor.web.forms.fields import whole_number
from komandor.web.rendering.event_page import EventPage, opened
from komandor.web.rendering.responses import download
from komandor.web.routing.request import Request, url
from komandor.web.server.live import now_ms

ON_A_PAGE, MOST = 50, 200  # events in one answer
BY_VIEW = {view.name: view for view in VIEWS}


@dataclass(frozen=True, slots=True, kw_only=True)
class EventList:
    """Events, newest first; `next`: the address of the rest, if there is more."""

    events: tuple[EventHead, ...]
    next: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class NextActions:
    """The next step of the day: what it is made of (post it as `actions`), and what stands in its way."""

    step: Step
    actions: tuple[Mapping[str, object], ...]
    obstacles: tuple[Why, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class NotNow:
    """An action that this token cannot do now, and why."""

    action: str
    why: Why


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferList:
    """What a token may do now, and why not the rest; `next` for staff and host only."""

    event: str
    version: int
    phase: Phase
    actor: str
    may: tuple[str, ...]
    may_not: tuple[NotNow, ...]
    next: NextActions | None


def events(request: Request, token: ApiToken | None) -> HttpResponse:
    """The events that everybody sees on the first page; with the token of an event, only that one."""
    hidden = {key for key, _ in request.site.store.items(ARCHIVED)}
    found = [one.state for one in request.site.services.ledger.everything() if isinstance(one, Loaded)]
    shown = [t for t in found if (token.opens(t.id) if token else t.id not in hidden)]
    shown.sort(key=lambda t: (str(t.date), t.id), reverse=True)
    limit, after = request.GET.get("limit", str(ON_A_PAGE)), request.GET.get("after", "")
    number = whole_number(limit, 1)
    if number is None or number > MOST:
        return problem(request, "refused", said(request, why("api.limit", most=MOST), field="limit"))
    ids = [t.id for t in shown]
    first = ids.index(after) + 1 if after in ids else 0
    if after and not first:
        return problem(request, "not-found", said(request, why("api.no_event"), field="after"))
    page = shown[first : first + number]
    more = first + number < len(shown)
    rest = f"{url('api-events')}?limit={number}&after={page[-1].id}" if more else None
    heads = tuple(EventHead.of(t) for t in page)
    return open_to_scripts(answer(request, EventList(events=heads, next=rest)), token)


def one_view(request: Request, token: ApiToken | None, tournament: str, view: str) -> HttpResponse:
    """A view of the registry, as the holder of this token may see it."""
    query = BY_VIEW.get(view)
    if query is None:
        return problem(request, "not-found", said(request, why("api.no_view", name=view[:60])))
    if not _may_see(request, query):
        code: Any = "not-allowed" if token else "token-needed"
        return problem(request, code, said(request, why("api.reader", reader=query.reader)))
    p = page_of(request)
    t = (p if query.reader == "staff" else p.published()).t
    subject = Subject(now=now_ms())
    for name, known in (("round", t.rounds), ("stage", t.stages)):
        if (text := request.GET.get(name)) is not None:
            number = whole_number(text, 1)
            if number is None or number not in known:
                return problem(request, "not-found", said(request, why("api.no_such", name=name), field=name))
            subject = replace(subject, **{name: number})
    tag = _tag(request, token, f"{subject.round}-{subject.stage}")
    return open_to_scripts(answer(request, query.make(p, subject), tag=tag), token)


def open_to_scripts(response: HttpResponse, token: ApiToken | None) -> HttpResponse:
    """What needs no token may be read by scripts of other sites."""
    if token is None:
        response.headers["Access-Control-Allow-Origin"] = "*"
        response.headers["Access-Control-Expose-Headers"] = "ETag"
    return response


def _may_see(request: Request, view: EventQuery) -> bool:
    me = request.me
    return {"everybody": True, "player": bool(me.player), "staff": bool(me.staff or me.host)}[view.reader]


def page_of(request: Request) -> EventPage:
    """The event as the holder of the token sees it."""
    p, me = opened(request), request.me
    you = me.player.player if me.player else None
    return replace(p, staff_view=bool(me.staff or me.host), you=you)


def _tag(request: Request, token: ApiToken | None, more: str = "") -> str:
    who = token.id if token else "public"
    return f'"{request.loaded.version}-{request.loaded.head[:12]}-{who}-{request.lang}-{more}"'


def offers(request: Request, token: ApiToken, tournament: str) -> HttpResponse:
    """What this token can do now, and why it can't do the rest."""
    p, t = page_of(request), request.loaded.state
    mine = Offers(t, request.actor)
    no: dict[str, Reason] = {}
    rows = {name: row for name, row in BY_NAME.items() if row.by}  # without what is done at no event
    for name, row in rows.items():
        scope = scope_of(row)
        reason = mine.why_not(row.name) if token.allows(scope) else why("api.scope", scope=scope)
        if reason:
            no[name] = reason
    staff = bool(request.me.staff or request.me.host)
    found = OfferList(
        event=t.id,
        version=t.version,
        phase=t.phase,
        actor=str(request.actor),
        may=tuple(name for name in rows if name not in no),
        may_not=tuple(NotNow(action=name, why=_why(p, reason)) for name, reason in no.items()),
        next=_next(p) if staff else None,
    )
    return answer(request, found, tag=_tag(request, token))


def _next(p: EventPage) -> NextActions:
    step = next_step(p.t)
    actions = tuple(
        {"action": dashed(ACTION_OF[type(one)]), **asdict(one)} for one in commands_of(p.t, step.code)
    )
    return NextActions(
        step=step.code, actions=actions, obstacles=tuple(_why(p, reason) for reason in step.obstacles)
    )


def _why(p: EventPage, reason: Reason) -> Why:
    ((text, rule),) = p.sentences((reason,))
    return Why(code=reason.code, rule=rule or None, text=text)


def log(request: Request, token: ApiToken, tournament: str) -> HttpResponse:
    """The log as a file: for the organiser and the host with the people, for other staff without them."""
    if not (request.me.staff or request.me.host):
        return problem(request, "not-allowed", said(request, why("api.reader", reader="staff")))
    whole = request.me.host or "organiser" in roles_of(request.loaded.state, request.actor)
    data = export(request.site.store, tournament, with_people=whole)
    return download(data, "application/octet-stream", f"{tournament}.komandor")
