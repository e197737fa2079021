"""One match: its slip, quick entry by keyboard, corrections with their effect, overrides with a reason."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse

from komandor.app.handle import Accepted
from komandor.app.queries.everybody.rounds import round_view
from komandor.app.queries.staff.effects import effect_of
from komandor.app.queries.staff.judging import EXTENSIONS
from komandor.core.games.game import Form
from komandor.core.games.reports import setup_field
from komandor.core.games.shorthand import understood, with_a_side
from komandor.core.ids import MatchNo, PlayerNo
from komandor.core.outcomes import Outcome
from komandor.core.reasons import Refusal, refuse
from komandor.core.tournament import commands as c
from komandor.core.tournament.readings.lost_games import rulings
from komandor.core.tournament.readings.pairings import idle_players
from komandor.core.tournament.readings.regulations import match_situation, match_slip, rules, slip_of
from komandor.core.tournament.readings.sides import initiative_due, sides_due
from komandor.core.tournament.state import Match
from komandor.core.tournament.values import Scored
from komandor.texts.fields import choice_label, field_label
from komandor.web.console.console_page import console
from komandor.web.console.play.round_page import home
from komandor.web.console.play.why_paired import reasons_of
from komandor.web.forms.fields import LINE, MOST, NOTE, SIDES, Fields, whole_number
from komandor.web.forms.form_commands import act, perform, refusal_of, trying, undo_path
from komandor.web.forms.result_form import filled, parts
from komandor.web.forms.slip_preview import OutcomeView, outcome_of, versions_of
from komandor.web.rendering.event_page import EventPage, opened, split, status_of
from komandor.web.rendering.responses import found, fragment, in_place, redirect, say
from komandor.web.routing.paths import url
from komandor.web.routing.request import Request
from komandor.web.server.live import now_ms

OUTCOMES = ("win", "modified_win", "draw", "loss", "double_loss", "forfeit_win", "forfeit_loss")


def match_page(request: Request, tournament: str, number: MatchNo) -> HttpResponse:
    """GET: the slip and everything about the match. POST: the result is entered, or corrected."""
    p = opened(request)
    match = _played(p, number)
    if request.method != "POST":
        return console(request, p, "match.html", "round", **_model(request, p, match, _known(match)))
    report = _report(p, match, request)
    command = c.EnterResult(match=number, report=report, reason=request.fields.text("reason", NOTE))
    return _entered(request, p, match, command, _model(request, p, match, report, slip=request.POST))


def _played(p: EventPage, number: MatchNo) -> Match:
    """The match of two players with this number."""
    match = found(p.t.matches.get(number))
    return found(match if match.b is not None else None)


def _known(match: Match) -> Mapping[str, Any]:
    """The slip of the match as it was entered or reported."""
    return match.result.report if match.result else {}


def _entered(
    request: Request, p: EventPage, match: Match, command: c.EnterResult, shown: dict[str, Any]
) -> HttpResponse:
    """Enter the result; a refusal is shown on the page of the match."""
    answer = act(request, command, _back(request, p.t.id), _message(request, match))
    if isinstance(answer, HttpResponse):
        return answer
    return console(request, p.of_match(match), "match.html", "round", answer, **shown)


def read(request: Request, tournament: str, number: MatchNo) -> HttpResponse:
    """What the slip is worth as typed so far."""
    p = opened(request)
    match = _played(p, number)
    view = outcome_of(p, match, _report(p, match, request), request.t.gettext)
    return fragment(request, "console/outcome.html", o=view)


def effect(request: Request, tournament: str, number: MatchNo) -> HttpResponse:
    """Before a correction is saved: what it changes in standings, later draws and the cut."""
    p = opened(request)
    match = _played(p, number)
    report = _report(p, match, request)
    reason = request.fields.raw("reason") or "…"
    command = c.EnterResult(match=number, report=report, reason=reason)
    shown, refusal = split(effect_of(p.t, command, trying(p.actor)))
    context = p.context(effect=shown, match=match, reasons=p.of_match(match).reasons(refusal))
    return fragment(request, "console/effect.html", **context)


def override(request: Request, tournament: str, number: MatchNo) -> HttpResponse:
    """The organiser enters points and outcome against the arithmetic, with a reason that everybody sees."""
    p = opened(request)
    match = _played(p, number)
    fields = request.fields
    sides = zip(SIDES, match.players, strict=True)
    scores = tuple(line for side, n in sides for line in _scored(fields, n, side))
    side = fields.side("winner")
    winner = None if side is None else match.a if side == "a" else match.b
    command = c.EnterResult(
        match=number, report={}, scores=scores, winner=winner, reason=fields.text("reason", NOTE)
    )
    return _entered(
        request, p, match, command, _model(request, p, match, _known(match), by_hand=request.POST)
    )


def _scored(fields: Fields, player: PlayerNo, side: str) -> tuple[Scored, ...]:
    """One side's line of the form; nothing while no outcome is chosen, which the core refuses."""
    outcome = fields.choice(f"outcome.{side}", ("", *(one.value for one in Outcome)), "", label="outcome")
    points = fields.number(f"points.{side}", -MOST, MOST, 0, label="points")
    mov = fields.number(f"mov.{side}", -MOST, MOST, 0, label="mov")
    return (Scored(player, Outcome(outcome), points, mov),) if outcome else ()


# ── quick entry ──────────────────────────────────────────────────────────────


def quick_read(request: Request, tournament: str) -> HttpResponse:
    """What "table 4, 177-49" means, shown while it is being typed."""
    p = opened(request)
    return fragment(request, "console/quick_reading.html", **p.context(**_quick(request, p)))


def quick(request: Request, tournament: str) -> HttpResponse:
    """Save the result that was typed; the field is then ready for the next table."""
    p = opened(request)
    typed = _quick(request, p)
    match, report = typed["match"], typed["report"]
    if match is None or report is None:
        refusal = typed["refusal"] or refuse("quick.no_result", None, table=typed["table"])
        return _not_saved(request, p, typed, refusal)
    command = c.EnterResult(match=match.number, report=report, reason=typed["reason"])
    message = typed["message"] or _message(request, match)
    answer = perform(request, command)
    if not isinstance(answer, Accepted):
        has_one = typed["entered"] and not typed["reason"]
        refusal = refuse("quick.has_a_result", None, table=typed["table"]) if has_one else refusal_of(answer)
        return _not_saved(request, p, typed, refusal)
    undo = undo_path(request, answer)
    if in_place(request):
        return say(HttpResponse(status=204), message, undo)
    return redirect(request, url("console", tournament) + "?quick=1", message, undo)


def _not_saved(request: Request, p: EventPage, typed: dict[str, Any], refusal: Refusal) -> HttpResponse:
    if not in_place(request):
        return home(request, p.t.id, refusal)
    context = p.context(**{**typed, "reading": _refused(p, typed["match"], refusal), "entered": False})
    return fragment(request, "console/quick_reading.html", status_of(request, refusal), **context)


def _quick(request: Request, p: EventPage) -> dict[str, Any]:
    text, table = request.fields.text("result", LINE), request.fields.text("table", LINE)
    match = _at_table(p, table)
    text, reason = _with_reason(text)
    out: dict[str, Any] = {"match": match, "table": table, "entered": match is not None and match.final}
    out["reason"] = reason
    out |= dict.fromkeys(("report", "reading", "message", "refusal", "choices"))
    meant = request.fields.optional_number("round", 1, MOST)
    if meant and p.t.round and meant != p.t.round.number:
        return out | {"match": None, "refusal": refuse("quick.other_round", None, round=meant)}
    if match is None:
        return out | {"refusal": refuse("quick.no_such_table", None, table=table)}
    where = match_situation(p.t, match)
    report = understood(rules(p.t), text, where) if text else None
    if isinstance(report, Refusal):
        choices = _choices(request, p, match, text)
        return out | {"refusal": report, "reading": _refused(p, match, report), "choices": choices}
    if report is None:
        return out
    view = outcome_of(p, match, report, request.t.gettext)
    message = "" if view.refusals else f"{view.headline} {view.points}"
    choices = _choices(request, p, match, text) if view.refusals else []
    return out | {"report": report, "reading": view, "message": f"{table}: {message}", "choices": choices}


def _choices(request: Request, p: EventPage, match: Match, text: str) -> list[tuple[str, OutcomeView]]:
    """What an unfinished line can mean: each whole line with its reading."""
    game, where = rules(p.t), match_situation(p.t, match)
    lines = {line: game.shorthand(line, where) for line in with_a_side(game, text, where)}
    return [
        (line, outcome_of(p, match, report, request.t.gettext))
        for line, report in lines.items()
        if not isinstance(report, Refusal)
    ]


def _with_reason(text: str) -> tuple[str, str]:
    """A double loss may be followed by its reason: "dl both cheated"."""
    first, _, rest = text.partition(" ")
    return (first, rest.strip()) if first == "dl" else (text, "")


def _refused(p: EventPage, match: Match | None, refusal: Refusal) -> OutcomeView:
    return OutcomeView(refusals=tuple((p.of_match(match) if match else p).reasons(refusal)))


def _at_table(p: EventPage, table: str) -> Match | None:
    round_, number = p.t.round, whole_number(table)
    if round_ is None or number is None:
        return None
    return next((m for m in p.t.in_round(round_.number) if m.table == number and m.kind == "match"), None)


# ── helpers ──────────────────────────────────────────────────────────────────


def _model(
    request: Request,
    p: EventPage,
    match: Match,
    report: Mapping[str, Any],
    *,
    slip: Mapping[str, str] | None = None,
    by_hand: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """Everything about the match. `slip` and `by_hand`: what was typed in the one form or the other."""
    where = match_situation(p.t, match)
    view = round_view(p.t, match.round, now_ms())
    row = next(r for r in view.rows if r.match == match.number)
    calls = [call for call in p.t.calls.values() if call.match == match.number]
    return {
        "match": match,
        "row": row,
        "view": view,
        "parts": parts(slip_of(p.t, where.kind), report, slip),
        "why": reasons_of(p, match),
        "sides": (p.name(match.a), p.name(match.b)),
        "outcome": outcome_of(p, match, report, request.t.gettext) if report else None,
        "calls": calls,
        "versions": versions_of(p, match, request.t.gettext) if row.status == "disputed" else [],
        "outcomes": OUTCOMES,
        "extensions": EXTENSIONS,
        "back": _back(request, p.t.id),
        "rulings": p.sentences(rulings(p.t, match)),
        "idle": next(iter(idle_players(p.t)), None),
        "reason_asked": "double_loss" not in rules(p.t).data.rules and "organiser" in request.me.roles,
        "slip": slip or {},
        "by_hand": by_hand or {},
        "first_matters": any((rules(p.t).initiative, rules(p.t).sides, "first" in rules(p.t).data.rules)),
        "sides_matter": rules(p.t).sides is not None,
        "setup": _setup(p, slip_of(p.t, where.kind), request.lang),
        "due": sides_due(p.t, match) or initiative_due(p.t, match),
    }


def _setup(p: EventPage, form: Form, lang: str) -> dict[str, Any] | None:
    """The choice that is made before the game, with its label; None where the game has none."""
    one = setup_field(form)
    if one is None:
        return None
    game = rules(p.t).data.id
    choices = [(key, choice_label(one.key, key, lang, game)) for key in one.choices]
    return {"label": field_label(one.key, lang, game), "choices": choices}


def _report(p: EventPage, match: Match, request: Request) -> dict[str, Any]:
    return filled(match_slip(p.t, match), request.POST)


def _back(request: Request, tournament: str) -> str:
    return request.fields.raw("back") or Fields(request.GET).raw("back") or url("console", tournament)


def _message(request: Request, match: Match) -> str:
    return request.t.gettext("Table %(table)s: saved.") % {"table": match.table or "–"}
