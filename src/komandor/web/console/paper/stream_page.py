"""The console's page about a stream: which overlay is shown, and which table is filmed."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.http import HttpResponse

from komandor.app.queries.everybody.rounds import Row
from komandor.app.queries.player.my_board import shown_round
from komandor.app.stream import (
    OVERLAYS,
    Consent,
    change_stream,
    consent,
    feature_match,
    not_agreed,
    on_stream,
)
from komandor.core.ids import MatchNo, PlayerNo
from komandor.core.reasons import Refusal, refuse
from komandor.core.tournament.state import Match
from komandor.web.console.console_page import ConsolePage, console
from komandor.web.public.pairings import current
from komandor.web.rendering.event_page import EventPage, opened
from komandor.web.rendering.responses import redirect
from komandor.web.routing.browser_seats import can_open
from komandor.web.routing.request import Request, url


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamTable:
    """A table of the round, and whether its players agreed to be filmed."""

    row: Row
    agreed: Sequence[tuple[PlayerNo, Consent]]


class StreamPage(ConsolePage, template="projector/stream.html"):
    """`feature`: the match at the feature table; `doubtful`: one whose players have not all agreed."""

    overlays: Sequence[str]
    choices: Sequence[str]  # with "" for none
    shown: str
    address: str
    tables: Sequence[StreamTable]
    feature: MatchNo | None
    doubtful: MatchNo | None
    may_choose: bool


def stream(request: Request, tournament: str) -> HttpResponse:
    p, refusal, doubtful = opened(request), None, None
    if request.method == "POST":
        answer = _chosen(request, p)
        if isinstance(answer, HttpResponse):
            return answer
        refusal, doubtful = answer
    chosen = on_stream(request.site.store, tournament)
    match = feature_match(p.t, chosen)
    shown = StreamPage(
        p,
        overlays=OVERLAYS,
        choices=(*OVERLAYS, ""),
        shown=chosen.overlay,
        address=f"{request.site.address}{url('overlay', tournament)}",
        tables=_tables(p),
        feature=match.number if match else None,
        doubtful=doubtful,
        may_choose=can_open(request.me, "stream", "POST"),
    )
    return console(request, p, shown, "screen", refusal)


def _tables(p: EventPage) -> list[StreamTable]:
    view = current(p.published())
    rows = [row for row in view.rows if row.b] if view else []
    return [
        StreamTable(
            row=row,
            agreed=[(s.player, consent(p.names.people.get(s.player))) for s in (row.a, row.b) if s],
        )
        for row in rows
    ]


def _chosen(request: Request, p: EventPage) -> HttpResponse | tuple[Refusal, MatchNo | None]:
    """Keep what was chosen, or why not, with the match that may be chosen all the same."""
    fields = request.fields
    if "overlay" in fields.data:
        overlay = fields.choice("overlay", (*OVERLAYS, ""), "")
        if unreadable := fields.refusal:
            return unreadable, None
        return _kept(request, p, overlay=overlay)
    number = fields.optional_number("match", 0)
    if not number:
        return _kept(request, p, match=0, players=())
    match = p.t.matches.get(MatchNo(number))
    if match is None or not _at_a_table(p, match):
        return refuse("stream.no_such_table"), None
    missing = not_agreed(p.names, match)
    if missing and not fields.ticked("anyway"):
        return Refusal(missing), match.number
    return _kept(request, p, match=match.number, players=match.players)


def _at_a_table(p: EventPage, match: Match) -> bool:
    shown = shown_round(p.t)
    return shown is not None and match.round == shown.number and match.b is not None


def _kept(request: Request, p: EventPage, **changed: object) -> HttpResponse:
    change_stream(request.site.store, p.t.id, lambda before: replace(before, **changed))  # type: ignore[arg-type]
    request.site.planned(p.t.id)
    return redirect(request, url("stream", p.t.id), request.t.gettext("The stream shows your choice."))
