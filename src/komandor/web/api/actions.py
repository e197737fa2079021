"""Actions by the API: JSON becomes commands, and `app.handle` answers as it does everywhere."""

import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from django.http import HttpResponse

from komandor.app.access import roles_of
from komandor.app.api_tokens import ApiToken, scope_of
from komandor.app.editions import rules_named
from komandor.app.handle import Accepted, Answer, Refused, Stale, create, handle, id_from, stored_id
from komandor.app.typed_actions import nameless, people_of, row_named, with_kept
from komandor.app.workflow import next_step
from komandor.core.reasons import Reason, why
from komandor.core.tournament import commands as c
from komandor.core.tournament.action import AnyAction
from komandor.core.tournament.references import STAFF
from komandor.log.record import Recorded, withheld
from komandor.log.store import Person
from komandor.web.api.answers import Done, RecordLine, Why, answer, problem, said
from komandor.web.api.misfits import Misfits, structured
from komandor.web.forms.fields import LAST_VERSION, version_seen
from komandor.web.rendering.event_page import opened
from komandor.web.routing.request import Request

MOST_AT_ONCE = 500  # actions in one step
NEW_EVENT = tuple(f.name for f in fields(c.CreateTournament) if f.name not in ("commitment", "edition_text"))
"""What a program may say of a new event; the site makes the rest."""
Body = Mapping[str, Any]


class UnfitRequest(Exception):
    """The request cannot be carried out as it stands."""

    def __init__(self, response: HttpResponse) -> None:
        super().__init__(response.status_code)
        self.response = response


@dataclass(frozen=True, slots=True)
class Given:
    """One action of a request."""

    row: AnyAction
    command: c.Command
    person: Person | None


def one_action(request: Request, token: ApiToken, tournament: str, action: str) -> HttpResponse:
    """Carry out one action: its fields stand at the top of the JSON object."""
    try:
        body = read_body(request)
        rest = {key: value for key, value in body.items() if key not in ("version", "another_person")}
        return _carried_out(request, token, tournament, body, [given(request, token, action, rest)])
    except UnfitRequest as no:
        return no.response


def several(request: Request, token: ApiToken, tournament: str) -> HttpResponse:
    """Carry out several actions as one step, which is undone together; each names itself as `action`."""
    try:
        body = read_body(request)
        _known(request, body, ("actions", "version", "another_person"))
        listed = body.get("actions")
        if not isinstance(listed, list) or not 1 <= len(listed) <= MOST_AT_ONCE:
            raise unfit(request, why("api.actions_listed", most=MOST_AT_ONCE), "actions")
        wanted = []
        for one in listed:
            if not isinstance(one, dict) or not isinstance(one.get("action"), str):
                raise unfit(request, why("api.actions_listed", most=MOST_AT_ONCE), "actions")
            wanted.append(
                given(request, token, one["action"], {k: v for k, v in one.items() if k != "action"})
            )
        return _carried_out(request, token, tournament, body, wanted)
    except UnfitRequest as no:
        return no.response


def new_event(request: Request, token: ApiToken) -> HttpResponse:
    """Make an event. Without an `id` it gets one, the same for the same key and content."""
    try:
        body = dict(read_body(request))
        _known(request, body, (*NEW_EVENT, "organiser"))
        names = _names(request, body, "organiser")
        wanted = _structured(request, c.CreateTournament, {"id": "", "commitment": "", **body})
    except UnfitRequest as no:
        return no.response
    ledger, id = request.site.services.ledger, _id(request, token)
    _, text = rules_named(ledger.store, wanted.game) or (None, "")
    wanted = replace(wanted, id=wanted.id or id_from(bytes.fromhex(id)), edition_text=text)
    if ledger.store.key_used(id[:KEY]) and not ledger.store.by_command(wanted.id, id):
        return problem(request, "refused", said(request, why("command.key_used")))
    organiser = people_of(names, team=False)[0] if names else None
    answered = create(ledger, wanted, organiser=organiser, actor=token.actor, command_id=id)
    if isinstance(answered, Refused):
        return problem(request, "refused", said(request, *answered.refusal.reasons))
    assert isinstance(answered, Accepted)
    return answer(request, _done(answered, whole=True), 200 if answered.again else 201)


# ── reading a request ────────────────────────────────────────────────────────


def read_body(request: Request) -> Body:
    """The JSON object of a request; nothing at all is an empty one."""
    try:
        found = json.loads(request.body or b"{}", parse_constant=_no_number, object_pairs_hook=once)
    except RepeatedKey as twice:
        raise UnfitRequest(problem(request, "bad-request", said(request, twice.reason))) from None
    except (ValueError, RecursionError):
        raise UnfitRequest(problem(request, "bad-request", said(request, why("api.not_json")))) from None
    if not isinstance(found, dict):
        raise UnfitRequest(problem(request, "bad-request", said(request, why("api.not_json"))))
    return found


class RepeatedKey(Exception):
    """Readers differ in which of two equal keys counts, so neither does."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.reason = why("api.key_twice", key=key[:80])


def once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """An object of JSON. Raises RepeatedKey."""
    found = dict[str, object]()
    for key, value in pairs:
        if key in found:
            raise RepeatedKey(key)
        found[key] = value
    return found


def _no_number(text: str) -> Any:
    raise ValueError(text)


def given(request: Request, token: ApiToken, action: str, body: Body) -> Given:
    """The command that the fields of one action mean. Raises UnfitRequest."""
    row = row_named(action)
    if row is None or row.command is c.CreateTournament:
        raise UnfitRequest(
            problem(request, "not-found", said(request, why("api.no_action", name=action[:60])))
        )
    if not token.allows(scope := scope_of(row)):
        raise UnfitRequest(problem(request, "not-allowed", said(request, why("api.scope", scope=scope))))
    typed: dict[str, object] = dict(body)
    person: Person | None = None
    if row.names and (names := _names(request, typed, "names")):
        team = len(names) > 1
        if team and row.names is STAFF:
            raise unfit(request, why("typed.one_person"), "names")
        if team and "members" not in typed and row.command is not c.ChangePerson:
            typed["members"] = len(names)
        person = people_of(names, team)[0]
    command = _structured(request, row.command, typed)
    person = with_kept(request.site.store, request.loaded.state.id, command, person)
    if nameless(command, person):
        raise unfit(request, why("api.name_missing"), "names")
    return Given(row, command, person)


def _names(request: Request, body: dict[str, object], field: str) -> list[str]:
    """The names under this field, which is taken out."""
    found = body.pop(field, [])
    listed = [found] if isinstance(found, str) else found
    if not isinstance(listed, list) or not all(isinstance(one, str) for one in listed) or len(listed) > 2:
        raise unfit(request, why("api.names"), field)
    return [one[:200] for one in listed if one.strip()]


def _structured(request: Request, kind: Any, raw: Body) -> Any:
    found = structured(dict(raw), kind, "", request.lang)
    if isinstance(found, Misfits):
        places = [
            Why(code="input.unfit", rule=None, text=text, field=at.strip(".")) for at, text in found.places
        ]
        raise UnfitRequest(problem(request, "refused", places))
    return found


def _known(request: Request, body: Body, fields: Sequence[str]) -> None:
    if extra := sorted(set(body) - set(fields)):
        raise unfit(request, why("input.unknown_fields", fields=", ".join(extra)[:120]), extra[0][:60])


def unfit(request: Request, reason: Reason, field: str) -> UnfitRequest:
    return UnfitRequest(problem(request, "refused", said(request, reason, field=field)))


# ── carrying it out ──────────────────────────────────────────────────────────


def _carried_out(
    request: Request, token: ApiToken, tournament: str, body: Body, wanted: Sequence[Given]
) -> HttpResponse:
    match, another = request.headers.get("If-Match", "").strip(), body.get("another_person", False)
    anyhow, match = match == "*", "" if match == "*" else match  # RFC 9110: at any version
    seen = version_seen(match.strip('" W/').partition("-")[0]) if match else body.get("version")
    known = type(seen) is int and 0 <= seen <= LAST_VERSION
    if not known and (seen is not None or match):
        raise unfit(request, why("api.version"), "version")
    if type(another) is not bool:
        raise unfit(request, why("api.yes_or_no"), "another_person")
    step = any(one.row.steps for one in wanted)  # a step of the day is taken only where it was seen
    if seen is None and not anyhow and (step or any(one.row.newest_state for one in wanted)):
        return problem(request, "version-needed", said(request, why("api.version_needed")))
    answered = handle(
        request.site.services.ledger,
        tournament,
        [one.command for one in wanted],
        token.actor,
        (id := _id(request, token)),
        seen_version=seen,
        persons=[one.person for one in wanted],
        namesake=another,
        exactly=bool(match) or step,
        key=id[:KEY],
    )
    request.loaded = request.site.services.ledger.load(tournament)
    return _answered(request, answered, bool(match))


KEY = 16  # letters of an id that follow from the key and the token; the rest from the content


def _id(request: Request, token: ApiToken) -> str:
    """The id under which the store keeps this request: the same for the same key, token and content.

    Of another content under the same key only the first half is the same, by which it is recognised.
    """
    key, sender = request.headers.get("Idempotency-Key") or secrets.token_hex(16), f"{token.id} {token.actor}"
    whole = stored_id(key, sender, f"{request.path} {request.body!r}")
    return stored_id(key, sender, "")[:KEY] + whole[KEY:]


def _answered(request: Request, answered: Answer, exactly: bool) -> HttpResponse:
    version = request.loaded.version
    if isinstance(answered, Stale):
        code: Any = "version-differs" if exactly else "stale"
        return problem(request, code, said(request, why("page.stale", news=len(answered.news))), version)
    if isinstance(answered, Refused):
        p = opened(request)
        p = replace(p, staff_view=p.staff_view or request.me.host)
        whys = [
            Why(code=r.code, rule=rule or None, text=text, field=str(r.params.get("field") or ""))
            for r, (text, rule) in zip(
                answered.refusal.reasons, p.sentences(answered.refusal.reasons), strict=True
            )
        ]
        saving = any(r.code.startswith("store.") for r in answered.refusal.reasons)
        return problem(request, "not-saved" if saving else "refused", whys, version)
    whole = request.me.host or "organiser" in roles_of(request.loaded.state, request.actor)
    return answer(request, _done(answered, whole))


def _done(answered: Accepted, whole: bool) -> Done:
    """What was written; only the organiser and the host see closed parts."""
    t = answered.state

    def line(record: Recorded) -> RecordLine:
        shown = record if whole else withheld(record)
        return RecordLine(seq=record.seq, event=dict(shown.payload))

    return Done(
        event=t.id,
        version=t.version,
        phase=t.phase,
        next=next_step(t).code,
        again=answered.again,
        records=tuple(map(line, answered.records)),
    )
