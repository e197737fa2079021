"""The result of my match: my report with the game's calculator, and the answer to the opponent's."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.http import HttpResponse

from komandor.app.queries.player.my_table import UNSETTLED, my_seat
from komandor.core.games.game import Field, Form
from komandor.core.games.reports import recorded_first
from komandor.core.ids import MatchNo, PlayerNo
from komandor.core.reasons import Refusal, refuse
from komandor.core.tournament import commands as c
from komandor.core.tournament.readings.lost_games import rulings
from komandor.core.tournament.readings.regulations import match_slip
from komandor.core.tournament.readings.scoring import report_code
from komandor.core.tournament.state import Match, Tournament
from komandor.web.forms.fields import NOTE, whole_number
from komandor.web.forms.form_commands import act, or_page
from komandor.web.forms.form_ids import sent_before
from komandor.web.forms.result_form import GamePart, filled, parts
from komandor.web.forms.slip_preview import OutcomeView, outcome_of, refused_outcome
from komandor.web.phone.my_table_page import my_table_page
from komandor.web.phone.phone_page import PhonePage, me, opened_by_player, phone
from komandor.web.rendering.event_page import EventPage, Sentence
from komandor.web.rendering.records import Page
from komandor.web.rendering.responses import fragment, in_place, redirect, say
from komandor.web.routing.request import Request, url
from komandor.web.server.limits import too_often


class ReportPage(PhonePage, template="phone/report.html"):
    """`order`: the sides as they stand on the slip, my own first."""

    number: MatchNo
    table: int | None
    between: str
    opponent: str
    parts: Sequence[GamePart]
    sides: tuple[str, str]
    rulings: Sequence[Sentence]
    order: str
    outcome: OutcomeView | None


class OutcomePart(Page, template="phone/outcome.html"):
    o: OutcomeView


class DisputePage(PhonePage, template="phone/dispute.html"):
    number: MatchNo
    seen: str
    result: OutcomeView | None
    opponent: str


def players_form(t: Tournament, match: Match) -> Form:
    """The game's slip without what only leaders may choose (AMB-G25)."""
    form = match_slip(t, match)
    return replace(form, game=tuple(map(_for_players, form.game)), match=tuple(map(_for_players, form.match)))


def _for_players(one: Field) -> Field:
    return replace(one, choices=tuple(x for x in one.choices if x not in one.staff_choices), staff_choices=())


def report(request: Request, tournament: str) -> HttpResponse:
    """GET: the calculator. POST: sent, for the opponent to confirm.

    Two thousand phones may send at once, so the page is computed only if the report is refused.
    """
    seat = _unsettled(request)
    if seat is None:
        return _too_late(request, tournament)
    if request.method == "GET":
        given = _known(request.loaded.state, seat, me(request))
        return _slip(request, opened_by_player(request), seat, given)
    if wait := too_often(request, tournament, "report"):
        return wait
    given = filled(players_form(request.loaded.state, seat), request.POST)
    back, sent = url("my-table", tournament), request.t.gettext("Result reported.")
    answer = act(request, c.ReportResult(seat.number, given, _between(request)), back, sent)
    if not isinstance(answer, Refusal):
        return _heard(request, answer)
    p = opened_by_player(request)
    if answer.reasons[0].code == "result.reported_already":
        return _heard(request, redirect(request, back, p.say(answer.reasons[0]), tone="info"))
    if _unsettled(request) is None:  # the round was closed meanwhile: no form for what can no longer be sent
        return my_table_page(request, tournament, answer)
    return _slip(request, p, seat, given, answer)


def _unsettled(request: Request) -> Match | None:
    """My match, while its result can be reported."""
    state, match = my_seat(request.loaded.state, me(request))
    return match if state in UNSETTLED else None


def _heard(request: Request, answer: HttpResponse) -> HttpResponse:
    """For a script the redirect becomes an answer of our own: a Wi-Fi that wants a log-in redirects too."""
    if in_place(request):
        answer.status_code = 204
        del answer.headers["Location"]
        say(answer, "")
    return answer


def _too_late(request: Request, tournament: str) -> HttpResponse:
    """For a report that a phone kept while it was offline until there was nothing left to report.

    If it came in then and only the answer was lost, it is sent; else it is refused in words.
    """
    home = redirect(request, url("my-table", tournament))
    if request.method == "GET":
        return home
    if sent_before(request):
        return _heard(request, home)
    return my_table_page(request, tournament, refuse("page.report_too_late"))


def read(request: Request, tournament: str) -> HttpResponse:
    """What the slip is worth as filled in so far; nothing is kept."""
    p = opened_by_player(request)
    _, match = my_seat(p.t, me(request))
    if match is None or match.b is None:
        return HttpResponse(status=204)
    given = filled(players_form(p.t, match), request.POST)
    return fragment(request, OutcomePart(o=outcome_of(p, match, given, request.t.gettext)))


def confirm(request: Request, tournament: str) -> HttpResponse:
    """The result counts. A report that came in since the page was made is shown first."""
    return _reply(request, tournament, c.ConfirmResult, request.t.gettext("Result confirmed."))


def dispute(request: Request, tournament: str) -> HttpResponse:
    """Dispute the opponent's report, with a note to the judge. The other way is to send one's own report."""
    p = opened_by_player(request)
    state, match = my_seat(p.t, me(request))
    if state != "confirm" or match is None:
        return redirect(request, url("my-table", tournament))
    if request.method == "GET":
        seen, result = report_code(match.result), match.result
        outcome = outcome_of(p, match, result.report, request.t.gettext) if result else None
        other = p.name(match.opponent(me(request)))
        shown = DisputePage(p, number=match.number, seen=seen, result=outcome, opponent=other)
        return phone(request, p, shown, "table")
    message = request.t.gettext("Result disputed. Stay at the table: a judge will decide.")
    note = request.fields.text("note", NOTE)
    return _reply(request, tournament, lambda match, seen: c.DisputeResult(match, seen, note), message)


def _reply(
    request: Request, tournament: str, command: Callable[[MatchNo, str], c.Command], message: str
) -> HttpResponse:
    """The opponent's answer to the report that the page showed."""
    if wait := too_often(request, tournament, "report"):
        return wait
    _, match = my_seat(request.loaded.state, me(request))
    if match is None:
        return my_table_page(request, tournament)
    wanted = command(match.number, request.fields.raw("shown"))
    return or_page(request, act(request, wanted, url("my-table", tournament), message), my_table_page)


# ── helpers ──────────────────────────────────────────────────────────────────


def _between(request: Request) -> tuple[PlayerNo, ...]:
    """The players whom the form showed at the table."""
    return tuple(PlayerNo(n) for one in request.fields.raw("between").split("-") if (n := whole_number(one)))


def _known(t: Tournament, match: Match, player: PlayerNo) -> Mapping[str, Any]:
    """What the slip shows at first: my own report, or what was recorded of initiative or sides."""
    own = [r for r in (match.result, *match.disputed) if r and r.reported_by == player]
    if own:
        return own[0].report
    if match.first is None:
        return {}
    return recorded_first(players_form(t, match), match.side(match.first), match.choice)


def _slip(
    request: Request, p: EventPage, match: Match, given: Mapping[str, Any], refusal: Refusal | None = None
) -> HttpResponse:
    p, mine = p.of_match(match), me(request)
    own = request.t.gettext("We do") if p.t.teams else request.t.gettext("Me")
    names = {match.a: p.name(match.a), match.b: p.name(match.b)} | {mine: own}
    shown = ReportPage(
        p,
        number=match.number,
        table=match.table,
        between="-".join(map(str, match.players)),
        opponent=p.name(match.opponent(mine)),
        parts=parts(players_form(p.t, match), given),
        sides=(names[match.a], names[match.b]),
        rulings=p.sentences(rulings(p.t, match)),
        order="ba" if mine == match.b else "ab",
        outcome=_worth(request, p, match, given, refusal),
    )
    return phone(request, p, shown, "table", refusal)


def _worth(
    request: Request, p: EventPage, match: Match, given: Mapping[str, Any], refusal: Refusal | None
) -> OutcomeView | None:
    """What stands under the slip; a report that was refused has been read and is not read again."""
    if refusal:
        return refused_outcome(p, match, refusal)
    return outcome_of(p, match, given, request.t.gettext) if given else None
