"""What the API answers with: records as JSON, and problems as RFC 9457 describes them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

import msgspec
from django.http import HttpResponse, HttpResponseNotModified

from komandor.core.reasons import Reason
from komandor.core.tournament.values import Phase, Step
from komandor.texts import Lang, Speaker
from komandor.web.rendering.i18n import N_, translations
from komandor.web.routing.request import Request

PROBLEM_JSON = "application/problem+json"
Code = Literal[
    "bad-request",
    "token-needed",
    "not-allowed",
    "not-found",
    "method-not-allowed",
    "too-slow",
    "stale",
    "version-differs",
    "too-large",
    "other-site",
    "refused",
    "version-needed",
    "too-often",
    "failed",
    "not-saved",
    "busy",
    "no-store",
]
PROBLEMS: Mapping[Code, tuple[int, str]] = {
    "bad-request": (400, N_("This request couldn't be read")),
    "token-needed": (401, N_("A valid token is needed")),
    "not-allowed": (403, N_("This token can't do that")),
    "not-found": (404, N_("There is nothing here")),
    "method-not-allowed": (405, N_("This address doesn't accept this kind of request")),
    "too-slow": (408, N_("The request was sent too slowly")),
    "stale": (409, N_("The event has changed since you looked")),
    "version-differs": (412, N_("The event is at another version")),
    "too-large": (413, N_("The request is too large")),
    "other-site": (421, N_("This site does not answer to that name")),
    "refused": (422, N_("Refused")),
    "version-needed": (428, N_("Say which version you have seen")),
    "too-often": (429, N_("One moment, please")),
    "failed": (500, N_("Something went wrong in Komandor")),
    "not-saved": (503, N_("Nothing can be saved at the moment")),
    "busy": (503, N_("Too many requests are being sent at once")),
    "no-store": (503, N_("The database is not responding")),
}
"""The kinds of problem: status and title."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Why:
    """One reason: its code, the rule behind it, a sentence, and the field of the request that it is about."""

    code: str
    rule: str | None
    text: str
    field: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProblemDetails:
    """Problem details (RFC 9457). `version`: that of the event, where it is the point."""

    type: str
    title: str
    status: int
    detail: str
    reasons: tuple[Why, ...] = ()
    version: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordLine:
    """A record of the log that an action brought: its number, and the event with its type."""

    seq: int
    event: Mapping[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """It stands in the log. `again`: it did already, by an earlier request with the same key."""

    event: str
    version: int
    phase: Phase
    next: Step
    again: bool
    records: tuple[RecordLine, ...]


def written(value: object) -> bytes:
    return msgspec.json.encode(value, enc_hook=_as_text)


def _as_text(value: object) -> object:
    """Fractions are exact, as text ("101/16")."""
    if isinstance(value, Fraction):
        return str(value)
    raise TypeError(f"{type(value).__name__} has no form in JSON: give the view a record of its own")


def answer(request: Request, value: object, status: int = 200, tag: str = "") -> HttpResponse:
    """A record as JSON; 304 if the asker has the version that `tag` names."""
    same = tag and tag in request.headers.get("If-None-Match", "")
    response = (
        HttpResponseNotModified() if same else HttpResponse(written(value), "application/json", status=status)
    )
    if tag:
        response.headers["ETag"] = tag
        response.headers["Cache-Control"] = "private, no-cache"
    response.headers["Vary"] = "Accept-Language, Authorization"
    return response


def problem(
    request: Request, code: Code, reasons: Sequence[Why] = (), version: int | None = None
) -> HttpResponse:
    """Why not, with every reason."""
    body = problem_details(code, request.lang, reasons, version)
    response = HttpResponse(body, PROBLEM_JSON, status=PROBLEMS[code][0])
    if "Authorization" not in request.headers and code not in ("token-needed", "not-allowed"):
        # a script of another site reads why not
        response.headers["Access-Control-Allow-Origin"] = "*"
    if code == "token-needed":
        response.headers["WWW-Authenticate"] = 'Bearer realm="komandor"'
    return response


def problem_details(code: Code, lang: Lang, reasons: Sequence[Why] = (), version: int | None = None) -> bytes:
    status, title = PROBLEMS[code]
    title = translations(lang).gettext(title)
    found = ProblemDetails(
        type=f"urn:komandor:problem:{code}",
        title=title,
        status=status,
        detail=" ".join(one.text for one in reasons) or title,
        reasons=tuple(reasons),
        version=version,
    )
    return written(found)


def said(request: Request, *reasons: Reason, field: str = "") -> tuple[Why, ...]:
    """Reasons that are about no event, in sentences."""
    speaker = Speaker(lang=request.lang)
    return tuple(Why(code=r.code, rule=r.rule, text=speaker.sentence(r), field=field) for r in reasons)
