"""One match: its slip, quick entry by keyboard, corrections with their effect, overrides with a reason."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from django.http import HttpResponse

from komandor.app.handle import Accepted
from komandor.app.queries.everybody.rounds import RoundView, round_view
from komandor.app.queries.staff.effects import Effect, effect_of
from komandor.app.queries.staff.judging import EXTENSIONS
from komandor.core.explain import why_opponent
from komandor.core.games.game import Field, Rules
from komandor.core.games.reports import setup_field
from komandor.core.games.shorthand import with_a_side, with_the_light_side
from komandor.core.ids import MatchNo, PlayerNo
from komandor.core.outcomes import Outcome
from komandor.core.reasons import Reason, Refusal, refuse
from komandor.core.tournament import commands as c
from komandor.core.tournament.judge_records import Call
from komandor.core.tournament.readings.by_hand import most_points
from komandor.core.tournament.readings.components import shared_parts
from komandor.core.tournament.readings.leaders import rulers_announced
from komandor.core.tournament.readings.lost_games import rulings
from komandor.core.tournament.readings.pairings import idle_players
from komandor.core.tournament.readings.regulations import match_situation, match_slip, rules, slip_of
from komandor.core.tournament.readings.scoring import typed_slip
from komandor.core.tournament.readings.sides import SidesDue, initiative_due, sides_due
from komandor.core.tournament.state import Match
from komandor.core.tournament.values import Scored
from komandor.web.console.console_page import ConsolePage, console
from komandor.web.console.play.round_page import WithPairs, home
from komandor.web.forms.fields import LINE, MOST, NOTE, SIDES, Fields, whole_number
from komandor.web.forms.form_commands import act, perform, refusal_of, trying, undo_path
from komandor.web.forms.result_form import GamePart, Report, filled, parts
from komandor.web.forms.slip_preview import OutcomeView, outcome_of, versions_of
from komandor.web.rendering.event_page import EventPage, EventPart, Sentence, opened, split, status_of
from komandor.web.rendering.records import Page
from komandor.web.rendering.responses import found, fragment, in_place, redirect, say
from komandor.web.routing.request import Request, url

OUTCOMES = ("win", "modified_win", "draw", "loss", "double_loss", "forfeit_win", "forfeit_loss")
TABLE_AND_RESULT = re.compile(r"\s*(\d+)[\s:;,]+(\S.*)")
Typed = Mapping[str, str]
Why = Sequence[tuple[PlayerNo, Sequence[Sentence]]]
First = Literal["sides", "initiative", "player", ""]
"""What is decided before the game: who plays light, has the initiative or goes first."""


class WhyPaired(EventPart, template="console/why.html"):
    why: Why


class MatchPage(ConsolePage, WithPairs, template="console/match.html"):
    """Everything about the match. `slip` and `by_hand`: what was typed in the one form or the other."""

    match: Match
    view: RoundView
    rulers: Sequence[Sentence]
    parts: Sequence[GamePart]
    why: Why
    outcome: OutcomeView | None
    calls: Sequence[Call]
    versions: Sequence[tuple[PlayerNo, OutcomeView]]
    back: str
    rulings: Sequence[Sentence]
    idle: PlayerNo | None
    reason_asked: bool
    slip: Typed
    by_hand: Typed
    first: First
    setup: Field | None  # the choice that is made before the game
    due: SidesDue | None
    outcomes: Sequence[str]
    most_points: int
    sharing: Sequence[Reason]
    extensions: Sequence[int] = EXTENSIONS


class SlipWorth(Page, template="console/outcome.html"):
    outcome: OutcomeView


class EffectPart(EventPart, template="console/effect.html"):
    effect: Effect | None
    match: Match
    reasons: Sequence[Sentence]


@dataclass(frozen=True, slots=True, kw_only=True)
class QuickLine:
    """A table and a result in shorthand, and what they mean."""

    table: str
    match: Match | None = None
    reason: str = ""
    report: Mapping[str, Any] | None = None
    reading: OutcomeView | None = None
    message: str = ""
    refusal: Refusal | None = None
    choices: Sequence[tuple[str, OutcomeView]] = ()


class QuickReading(EventPart, template="console/quick_reading.html"):
    typed: QuickLine


def match_page(request: Request, tournament: str, number: MatchNo) -> HttpResponse:
    """GET: the slip and everything about the match. POST: the result is entered, or corrected."""
    p = opened(request)
    match = _played(p, number)
    if request.method != "POST":
        return console(request, p, _shown(request, p, match, _known(match)), "round")
    report = _report(p, match, request)
    command = c.EnterResult(match=number, report=report, reason=request.fields.text("reason", NOTE))
    return _entered(request, p, match, command, report, slip=request.POST)


def _played(p: EventPage, number: MatchNo) -> Match:
    """The match of two players with this number."""
    match = found(p.t.matches.get(number))
    return found(match if match.b is not None else None)


def _known(match: Match) -> Mapping[str, Any]:
    """The slip of the match as it was entered or reported; while it is disputed, neither player's version."""
    return match.result.report if match.result and match.result.status != "disputed" else {}


def _entered(
    request: Request,
    p: EventPage,
    match: Match,
    command: c.EnterResult,
    report: Mapping[str, Any],
    **typed: Typed,
) -> HttpResponse:
    """Enter the result; only a refusal needs the page of the match, which reads the slip again."""
    answer = act(request, command, _back(request, p.t.id), _message(request, match))
    if isinstance(answer, HttpResponse):
        return answer
    return console(request, p.of_match(match), _shown(request, p, match, report, **typed), "round", answer)


def read(request: Request, tournament: str, number: MatchNo) -> HttpResponse:
    """What the slip is worth as typed so far."""
    p = opened(request)
    match = _played(p, number)
    outcome = outcome_of(p, match, _report(p, match, request), request.t.gettext)
    return fragment(request, SlipWorth(outcome=outcome))


def effect(request: Request, tournament: str, number: MatchNo) -> HttpResponse:
    """Before a correction is saved: what it changes in standings, later draws and the cut."""
    p = opened(request)
    match = _played(p, number)
    report = _report(p, match, request)
    reason = request.fields.raw("reason") or "…"
    command = c.EnterResult(match=number, report=report, reason=reason)
    shown, refusal = split(effect_of(p.t, command, trying(p.actor)))
    reasons = p.of_match(match).reasons(refusal)
    return fragment(request, EffectPart(p, effect=shown, match=match, reasons=reasons))


def override(request: Request, tournament: str, number: MatchNo) -> HttpResponse:
    """The organiser enters points and outcome against the arithmetic, with a reason that everybody sees."""
    p = opened(request)
    match = _played(p, number)
    fields = request.fields
    sides = zip(SIDES, match.players, strict=True)
    scores = tuple(line for side, n in sides for line in _scored(fields, n, side))
    command = c.EnterResult(match=number, report={}, scores=scores, reason=fields.text("reason", NOTE))
    return _entered(request, p, match, command, _known(match), by_hand=request.POST)


def _scored(fields: Fields, player: PlayerNo, side: str) -> tuple[Scored, ...]:
    """One side's line of the form; nothing while no outcome is chosen, which the core refuses."""
    outcome = fields.choice(f"outcome.{side}", ("", *(one.value for one in Outcome)), "", label="outcome")
    points = fields.number(f"points.{side}", 0, MOST, 0, label="points")
    mov = fields.number(f"mov.{side}", 0, MOST, 0, label="mov")
    return (Scored(player, Outcome(outcome), points, mov),) if outcome else ()


def why(request: Request, tournament: str, number: MatchNo) -> HttpResponse:
    p = opened(request)
    match = found(p.t.matches.get(number))
    return fragment(request, WhyPaired(p, why=reasons_of(p, match)))


def reasons_of(p: EventPage, match: Match) -> Why:
    """For each player of the match: why they got this opponent. What holds for both is listed once."""
    listed: set[tuple[str, str]] = set()
    out = []
    for player in match.players:
        fresh = []
        for one in p.speaker().explained(why_opponent(p.t, match.round, player)):
            same = (one.code, str(sorted(str(value) for value in one.params.values())))
            if same not in listed:
                fresh.append((p.say(one), one.rule))
            listed.add(same)
        if fresh:
            out.append((player, fresh))
    return out


# ── quick entry ──────────────────────────────────────────────────────────────


def quick_read(request: Request, tournament: str) -> HttpResponse:
    """What "table 4, 177-49" means, shown while it is being typed."""
    p = opened(request)
    return fragment(request, QuickReading(p, typed=_quick(request, p)))


def quick(request: Request, tournament: str) -> HttpResponse:
    """Save the result that was typed; the field is then ready for the next table."""
    p = opened(request)
    typed = _quick(request, p)
    match = typed.match
    if match is None or typed.report is None:
        refusal = typed.refusal or refuse("quick.no_result", None, table=typed.table)
        return _not_saved(request, p, typed, refusal)
    answer = perform(request, c.EnterResult(match=match.number, report=typed.report, reason=typed.reason))
    if not isinstance(answer, Accepted):
        has_one = match.final and not typed.reason
        refusal = refuse("quick.has_a_result", None, table=typed.table) if has_one else refusal_of(answer)
        return _not_saved(request, p, typed, refusal)
    undo = undo_path(request, answer)
    if in_place(request):
        return say(HttpResponse(status=204), typed.message, undo)
    return redirect(request, url("console", tournament) + "?quick=1", typed.message, undo)


def _not_saved(request: Request, p: EventPage, typed: QuickLine, refusal: Refusal) -> HttpResponse:
    if not in_place(request):
        return home(request, p.t.id, refusal)
    shown = QuickReading(p, typed=replace(typed, reading=_refused(p, typed.match, refusal)))
    return fragment(request, shown, status_of(request, refusal))


def _quick(request: Request, p: EventPage) -> QuickLine:
    table, line = _table_and_result(request.fields)
    text, reason = _with_reason(line)
    match = _at_table(p, table)
    meant = request.fields.optional_number("round", 1, MOST)
    if meant and p.t.round and meant != p.t.round.number:
        return QuickLine(table=table, refusal=refuse("quick.other_round", None, round=meant))
    if match is None:
        return QuickLine(table=table, refusal=refuse("quick.no_such_table", None, table=table))
    typed = QuickLine(table=table, match=match, reason=reason)
    report = typed_slip(p.t, match, text) if text else None
    if isinstance(report, Refusal):
        choices = _choices(request, p, match, text)
        return replace(typed, refusal=report, reading=_refused(p, match, report), choices=choices)
    if report is None:
        return typed
    view = outcome_of(p, match, report, request.t.gettext)
    choices = _choices(request, p, match, text) if view.refusals else []
    said = f"{table}: {view.headline} {view.points}"
    return replace(typed, report=report, reading=view, message=said, choices=choices)


def _choices(request: Request, p: EventPage, match: Match, text: str) -> list[tuple[str, OutcomeView]]:
    """What an unfinished line can mean: each whole line with its reading."""
    game, where = rules(p.t), match_situation(p.t, match)
    whole = with_a_side(game, text, where) or with_the_light_side(game, text, where)
    lines = {line: game.shorthand(line, where) for line in whole}
    return [
        (line, outcome_of(p, match, report, request.t.gettext))
        for line, report in lines.items()
        if not isinstance(report, Refusal)
    ]


def _table_and_result(fields: Fields) -> tuple[str, str]:
    """What was typed into the two fields; "25 a" may be typed into one of them."""
    table, result = fields.text("table", LINE), fields.text("result", LINE)
    both = None if table and result else TABLE_AND_RESULT.fullmatch(table or result)
    return (both[1], both[2]) if both else (table, result)


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


def _shown(
    request: Request,
    p: EventPage,
    match: Match,
    report: Mapping[str, Any],
    *,
    slip: Typed | None = None,
    by_hand: Typed | None = None,
) -> MatchPage:
    t, game, form = p.t, rules(p.t), slip_of(p.t, match_situation(p.t, match).kind)
    disputed = match.result is not None and match.result.status == "disputed"
    return MatchPage(
        p,
        match=match,
        view=round_view(t, match.round, p.now),
        rulers=p.sentences(rulers_announced(t, (match,))),
        parts=parts(form, report, slip),
        why=reasons_of(p, match),
        outcome=outcome_of(p, match, report, request.t.gettext) if report else None,
        calls=[call for call in t.calls.values() if call.match == match.number],
        versions=versions_of(p, match, request.t.gettext) if disputed else [],
        outcomes=list(filter(game.data.has, OUTCOMES)),
        most_points=most_points(t, match),
        sharing=shared_parts(t, match),
        back=_back(request, t.id),
        rulings=p.sentences(rulings(t, match)),
        idle=next(iter(idle_players(t)), None),
        reason_asked="double_loss" not in game.data.rules and "organiser" in request.me.roles,
        slip=slip or {},
        by_hand=by_hand or {},
        first=_first(game),
        setup=setup_field(form),
        due=sides_due(t, match) or initiative_due(t, match),
    )


def _first(game: Rules) -> First:
    if game.sides or game.initiative:
        return "sides" if game.sides else "initiative"
    return "player" if "first" in game.data.rules else ""


def _report(p: EventPage, match: Match, request: Request) -> Report:
    return filled(match_slip(p.t, match), request.POST)


def _back(request: Request, tournament: str) -> str:
    return request.fields.raw("back") or Fields(request.GET).raw("back") or url("console", tournament)


def _message(request: Request, match: Match) -> str:
    """What was saved; of a correction also the round, as the page that follows shows another."""
    _ = request.t.gettext
    if match.result and match.result.status == "final":
        return _("Round %(round)s, table %(table)s: result corrected.") % {
            "round": match.round,
            "table": match.table or "–",
        }
    return _("Table %(table)s: saved.") % {"table": match.table or "–"}
