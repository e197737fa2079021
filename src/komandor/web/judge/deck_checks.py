"""Deck checks: drawn by lot from the round's key, or asked for by the opponent, and recorded (SWL-CHECK)."""

from collections.abc import Mapping, Sequence
from typing import get_args

from django.http import HttpResponse, QueryDict

from komandor.app.queries.staff import judging
from komandor.core.games.game import ListField
from komandor.core.ids import MatchNo, PlayerNo
from komandor.core.reasons import Refusal
from komandor.core.tournament import commands as c
from komandor.core.tournament.judge_records import DeckCheck
from komandor.core.tournament.readings.attendance import current_match
from komandor.core.tournament.readings.deck_checks import annulled
from komandor.core.tournament.readings.regulations import rules
from komandor.core.tournament.state import ListVersion, Match, Tournament
from komandor.core.tournament.values import DeckSanction
from komandor.web.console.status_bar import StaffPage
from komandor.web.forms.fields import MOST_PLAYERS, NOTE
from komandor.web.forms.form_commands import act, or_page
from komandor.web.forms.list_verdict import VerdictShown, kept_verdict
from komandor.web.judge.judge_page import judge, own_words
from komandor.web.rendering.event_page import opened
from komandor.web.rendering.responses import found
from komandor.web.routing.request import Request, url

SANCTIONS: tuple[DeckSanction, ...] = get_args(DeckSanction)


class ChecksPage(StaffPage, template="judge/checks.html"):
    done: Sequence[DeckCheck]
    due: Sequence[PlayerNo]
    here: Sequence[PlayerNo]


class CheckPage(StaffPage, template="judge/check.html"):
    number: PlayerNo
    match: Match | None
    annulled: bool  # an illegal deck takes the result of this match with it
    values: QueryDict
    handed_in: ListVersion | None
    ticked: Sequence[str]
    verdict: VerdictShown | None
    form: Sequence[ListField]
    sanctions: Sequence[DeckSanction]


def every(request: Request, tournament: str, refusal: Refusal | None = None) -> HttpResponse:
    p = opened(request)
    done = sorted(judging.checks_done(p.t), key=lambda d: d.round, reverse=True)
    here = sorted((n for m in p.t.in_round(p.t.round_number) for n in m.players), key=p.order)
    shown = ChecksPage(p, done=done, due=judging.checks_due(p.t), here=here)
    return judge(request, p, shown, "checks", refusal)


def draw(request: Request, tournament: str) -> HttpResponse:
    """Whose deck is looked at is a matter of lot, so that nobody is singled out."""
    command = c.DrawDeckChecks(request.fields.number("count", 1, MOST_PLAYERS))
    message = request.t.gettext("Picked at random.")
    return or_page(request, act(request, command, url("judge-checks", tournament), message), every)


def record(request: Request, tournament: str, number: PlayerNo) -> HttpResponse:
    """Legal, or not: then cards are removed, the result annulled, and the organiser enters another."""
    p = opened(request)
    lists = found(p.t.players.get(number)).lists
    wanted = MatchNo(request.fields.number("match", default=0))
    match = wanted if wanted in p.t.matches else current_match(p.t, number) or _last(p.t, number)
    refusal = _recorded(request, number, match) if request.method == "POST" else None
    if isinstance(refusal, HttpResponse):
        return refusal
    shown = CheckPage(
        p,
        number=number,
        match=p.t.match(match),
        annulled=annulled(p.t, match) is not None,
        values=request.fields.data,
        handed_in=lists[-1] if lists else None,
        ticked=request.fields.data.getlist("has"),
        verdict=kept_verdict(p, number),
        form=rules(p.t).list_form,
        sanctions=[k for k in SANCTIONS if k in judging.sanctions_open_to(p.t, number, p.actor, match)],
    )
    return judge(request, p, shown, "checks", refusal)


def _recorded(request: Request, number: PlayerNo, match: MatchNo | None) -> HttpResponse | Refusal:
    t, fields, _ = request.loaded.state, request.fields, own_words(request)
    note, checks = fields.text("note", NOTE), url("judge-checks", t.id)
    if fields.ticked("legal"):
        command = c.RecordDeckCheck(player=number, legal=True, match=match, note=note)
        return act(request, command, checks, _("Recorded: the deck is legal."))
    back, message = checks, _("Recorded.")
    if match is not None and annulled(t, match):
        back = url("console-match", t.id, match)
        message = _("Result annulled. Now enter the new result.")
    note = "; ".join(filter(None, (note, _not_there(request, number))))[:NOTE]
    removed, sanction = fields.text("removed", NOTE), fields.choice("sanction", SANCTIONS, "")
    mendable = fields.ticked("mendable", default=True)
    command = c.RecordDeckCheck(
        player=number,
        legal=False,
        match=match,
        note=note,
        removed=removed,
        mendable=mendable,
        sanction=sanction,
    )
    return act(request, command, back, message)


def _not_there(request: Request, number: PlayerNo) -> str:
    """The cards of the locked list that were not ticked, if any was."""
    t, ticked = request.loaded.state, set(request.fields.data.getlist("has"))
    lists = t.players[number].lists
    if not ticked or not lists:
        return ""
    names = [
        str(line.get("name", ""))
        for one in rules(t).list_form
        if one.kind == "cards" and isinstance(cards := lists[-1].content.get(one.key), tuple)
        for at, line in enumerate(cards)
        if f"{one.key}.{at}" not in ticked and isinstance(line, Mapping)
    ]
    return request.t.gettext("not on the table: %(cards)s") % {"cards": ", ".join(names)} if names else ""


def _last(t: Tournament, player: PlayerNo) -> MatchNo | None:
    played = [m.number for m in t.matches.values() if player in m.players and m.kind == "match"]
    return max(played, default=None)
