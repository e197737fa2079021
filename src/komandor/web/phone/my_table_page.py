"""My table: where I sit, against whom, how long, and what is asked of me now."""

from typing import Any

from django.http import HttpResponse

from komandor.app.queries.everybody.prizes import my_prizes
from komandor.app.queries.everybody.rounds import MINUTE
from komandor.app.queries.player.my_board import board_of, shown_round
from komandor.app.queries.player.my_cut import my_cut
from komandor.app.queries.player.my_history import lost_by_sanction
from komandor.app.queries.player.my_latest import latest_for
from komandor.app.queries.player.my_table import MyTable, my_table
from komandor.app.self_service import check_in_open
from komandor.core.ids import PlayerNo
from komandor.core.reasons import Refusal, refuse
from komandor.core.tournament import commands as c
from komandor.core.tournament.readings.attendance import waiting_list
from komandor.core.tournament.readings.lists import lists_shown_to, stopped_by_lists
from komandor.core.tournament.readings.regulations import rules, settings
from komandor.core.tournament.state import Tournament
from komandor.rulebook.checklists import setup_steps
from komandor.web.forms.form_commands import act, or_page
from komandor.web.forms.slip_preview import outcome_of, versions_of
from komandor.web.phone.phone_page import me, news_part, opened_by_player, phone, table_of
from komandor.web.rendering.event_page import EventPage
from komandor.web.rendering.responses import etag, live_part, redirect
from komandor.web.rendering.timetable import timetable
from komandor.web.routing.paths import url
from komandor.web.routing.request import Request
from komandor.web.server.limits import too_often
from komandor.web.server.live import now_ms

AGAIN = 300_000  # milliseconds
SPREAD = 997


def my_table_page(request: Request, tournament: str, refusal: Refusal | None = None) -> HttpResponse:
    p = opened_by_player(request)
    return phone(request, p, "table.html", "table", refusal, **model(request, p))


def live(request: Request, tournament: str) -> HttpResponse:
    """The part of the page that changes with the log."""
    p = opened_by_player(request)
    return live_part(
        request,
        _reader(request),
        "phone/table_live.html",
        lambda: p.context(mine=me(request), **model(request, p)),
        latest_for(request.loaded, me(request)),
    )


def _reader(request: Request) -> str:
    """The player, and what is not in the log: the switch for check-in, and the time.

    Every few minutes each phone gets its page again, for when the next round begins; not all at once.
    """
    player = request.me.player
    here = check_in_open(request.site.store, request.loaded.state)
    return f"{player}-{here}-{(now_ms() + me(request) * SPREAD) // AGAIN}"


def news(request: Request, tournament: str) -> HttpResponse:
    """Only what is worth saying aloud, for the pages beside the table."""
    p = opened_by_player(request)
    return live_part(
        request,
        f"{request.me.player}-news",
        lambda: news_part(request, p),
        record=latest_for(request.loaded, me(request)),
    )


def model(request: Request, p: EventPage) -> dict[str, Any]:
    mine, now = me(request), now_ms()
    board = board_of(p.loaded)
    view = my_table(p.t, mine, now, board)
    player = p.t.players[mine]
    game = rules(p.t).data
    return {
        "v": view,
        "player": player,
        "waits": waiting_list(p.t).index(mine) + 1 if view.state == "waiting_list" else 0,
        "won": my_prizes(p.t, mine),
        "opponent": p.name(view.opponent) if view.opponent else "",
        "result": _result(request, p, view),
        "punished": lost_by_sanction(p.t, view.match) if view.match else {},
        "versions": versions_of(p, view.match, request.t.gettext) if view.match else [],
        "steps": setup_steps(game.id, teams=p.t.teams),
        "cut": my_cut(p.t, mine, board),
        "moments": news_part(request, p, view),
        **_next_round(p, now),
        "may_check_in": check_in_open(request.site.store, p.t),
        "wants_list": _wants_list(p.t, mine),
        "their_list": bool(view.opponent and _their_list(p, mine, view.opponent)),
        "stages": p.t.announced,
        "etag": etag(request, _reader(request), latest_for(p.loaded, mine)),
    }


def _wants_list(t: Tournament, mine: PlayerNo) -> bool:
    """Whether a required list is missing: before round 1, or the next draw waits for it."""
    if t.rounds:
        return mine in stopped_by_lists(t)
    return bool(settings(t).get("lists.required")) and not t.players[mine].lists


def _their_list(p: EventPage, mine: PlayerNo, opponent: PlayerNo) -> bool:
    """Whether the opponent's list is there and published to this player."""
    return bool(p.t.players[opponent].lists) and lists_shown_to(p.t, mine, opponent)


def _result(request: Request, p: EventPage, view: MyTable) -> Any:
    """The result as it stands, in words; corrected and overridden ones by their points."""
    match, result = view.match, view.match.result if view.match else None
    if match is None or match.b is None or result is None or not result.report or result.override:
        return None
    return outcome_of(p, match, result.report, request.t.gettext)


def _next_round(p: EventPage, now: int) -> dict[str, Any]:
    """When the next round is expected to begin, if that is known, and the longer break before it."""
    day = timetable(p)
    shown = shown_round(p.t)  # a round that is drawn but not published is still the next one
    coming = (s for s in (day.slots if day else ()) if s.number > (shown.number if shown else 0))
    following = next(coming, None)
    at = following.starts if following and following.starts >= now + MINUTE else None  # else any moment now
    return {"next_at": at, "today": now, "rest": day.rest if day else None}


def here(request: Request, tournament: str) -> HttpResponse:
    """ "I am here", where the organiser lets players say so themselves."""
    if not check_in_open(request.site.store, request.loaded.state):
        return my_table_page(request, tournament, refuse("check_in.at_the_desk"))
    message = request.t.gettext("Noted: you are here.")
    return _done(request, c.CheckIn((me(request),)), message)


def first(request: Request, tournament: str) -> HttpResponse:
    """Who has the initiative, or plays the light side: as the two at the table agreed or rolled."""
    p = opened_by_player(request)
    view = table_of(request, p)
    if view.match is None or not view.asks_first:
        return redirect(request, url("my-table", tournament))
    if view.asks_first == "setup":
        chosen_for_game = request.fields.text("choice")
        command = c.SetInitiative(view.match.number, view.match.first, chosen_for_game)
        return _done(request, command, request.t.gettext("Noted."))
    who = request.fields.choice("who", ("me", "other", "lot"))
    chosen = {"me": me(request), "other": view.opponent, "lot": None}[who]
    noted = c.ChooseSides if view.asks_first == "sides" else c.SetInitiative
    return _done(request, noted(view.match.number, chosen), request.t.gettext("Noted."))


def _done(request: Request, command: c.Command, message: str) -> HttpResponse:
    if wait := too_often(request, request.loaded.state.id, "write"):
        return wait
    return or_page(
        request, act(request, command, url("my-table", request.loaded.state.id), message), my_table_page
    )
