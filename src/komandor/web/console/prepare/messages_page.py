"""Messages to other services: where they go, what waits, what failed and what was sent."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpResponse, QueryDict

from komandor.app.outbox.messages import OPEN, Message, keep_test, messages_of, remove_target
from komandor.app.outbox.targets import KINDS, TOPICS, Target, keep_target, target_of, targets_of
from komandor.app.outbox.turns import try_again
from komandor.core.reasons import Refusal
from komandor.core.tournament.references import ROUND, number_of
from komandor.texts.catalogue import LANGUAGES
from komandor.web.console.console_page import console
from komandor.web.console.prepare.staff_page import AboutEvent
from komandor.web.forms.fields import NAME, NOTE
from komandor.web.forms.form_commands import old_page
from komandor.web.forms.form_ids import form_secret
from komandor.web.rendering.event_page import EventPage, opened, split
from komandor.web.rendering.responses import redirect
from komandor.web.routing.request import Request, url
from komandor.web.server.live import now_ms

FRESH = 15_000  # milliseconds for which the page looks again whether a test message has arrived
SHOWN = 12  # messages of a target that stand on the page at once
TONES = {"waiting": "warn", "sending": "info", "sent": "ok", "failed": "danger", "not_needed": "off"}


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageRow:
    """One message as the page lists it."""

    topic: str
    round: int
    withdrawn: bool
    state: str
    tone: str
    at: int
    due: int
    tries: int
    answer: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetRow:
    """A place to which messages go, with its latest messages, the newest first."""

    id: str
    name: str
    kind: str
    host: str
    lang: str
    topics: Sequence[str]
    unsent: int
    gone: bool
    messages: Sequence[MessageRow]
    older: Sequence[MessageRow]


class MessagesPage(AboutEvent, template="console/prepare/messages.html"):
    targets: Sequence[TargetRow]
    made: Target | None  # a webhook that was just added: its secret is shown once
    kinds: Sequence[str]
    topics: Sequence[str]
    languages: Sequence[str]
    language: str
    typed: QueryDict


def messages(request: Request, tournament: str) -> HttpResponse:
    """GET lists; POST adds, removes or tests a target, or tries again."""
    p = opened(request)
    answer = _posted(request, p) if request.method == "POST" else None
    if isinstance(answer, HttpResponse):
        return answer
    made, refusal = split(answer)
    shown = MessagesPage(
        p,
        targets=[_target(request, p, one) for one in targets_of(request.site.store, tournament)],
        made=made,
        kinds=KINDS,
        topics=TOPICS,
        languages=LANGUAGES,
        language=request.lang,
        typed=request.POST if refusal else QueryDict(),
    )
    response = console(request, p, shown, "settings", refusal)
    if request.method == "GET" and _being_tested(request, tournament):
        response.headers["Refresh"] = "2"
    return response


def _posted(request: Request, p: EventPage) -> HttpResponse | Refusal | Target:
    """What the button asks for; a target is a webhook whose secret is to be shown."""
    fields, store, _ = request.fields, request.site.store, request.t.gettext
    wanted, back = fields.raw("do"), url("messages", p.t.id)
    if wanted == "add":
        made = _added(request, p)
        if isinstance(made, Refusal) or made.secret:
            return made
        return redirect(request, back, _("Added. Send a test message to see that it works."))
    target = target_of(store, p.t.id, fields.text("target", NAME))
    if target is None or wanted not in ("remove", "test", "again"):
        return old_page()
    if wanted == "remove":
        remove_target(store, target)
        return redirect(request, back, _("Removed. Nothing more is sent there."))
    if wanted == "test":
        keep_test(store, target, p.version, now_ms())
    else:
        try_again(store, target)
    if request.site.outbox:
        request.site.outbox.heard(p.t.id)
    said = (
        _("The test message is on its way.")
        if wanted == "test"
        else _("Everything unsent is tried again now.")
    )
    return redirect(request, back, said)


def _added(request: Request, p: EventPage) -> Target | Refusal:
    fields = request.fields
    wanted = Target(
        event=p.t.id,
        id="",
        kind=fields.choice("kind", KINDS),
        name=fields.text("name", NAME),
        address=fields.text("address", NOTE),
        topics=tuple(one for one in TOPICS if one in request.POST.getlist("topics")),
        lang=fields.choice("lang", LANGUAGES, request.lang),
    )
    hosted, secret = bool(request.site.hosts), form_secret(request)
    return fields.refusal or keep_target(request.site.store, wanted, hosted, secret)


def _being_tested(request: Request, tournament: str) -> bool:
    store, since = request.site.store, now_ms() - FRESH
    return any(
        message.topic == "test" and message.state in OPEN and message.at > since
        for target in targets_of(store, tournament)
        for message in messages_of(store, tournament, target.id)
    )


def _target(request: Request, p: EventPage, target: Target) -> TargetRow:
    kept = messages_of(request.site.store, target.event, target.id)
    rows = [_message(p, message) for message in reversed(kept)]
    return TargetRow(
        id=target.id,
        name=target.name or target.host,
        kind=target.kind,
        host=target.host,
        lang=target.lang,
        topics=target.topics,
        unsent=sum(message.state in (*OPEN, "failed") for message in kept),
        gone=target.gone,
        messages=rows[:SHOWN],
        older=rows[SHOWN:],
    )


def _message(p: EventPage, message: Message) -> MessageRow:
    known = 0 < message.about <= p.loaded.version  # a moment later there may be more
    event = p.loaded.history[message.about - 1][1] if known else None
    return MessageRow(
        topic=message.topic,
        round=number if event and (number := number_of(event, ROUND)) in p.t.rounds else 0,
        withdrawn=message.withdrawn,
        state=message.state,
        tone=TONES[message.state],
        at=message.sent or message.at,
        due=message.due,
        tries=message.tries,
        answer=message.answer,
    )
