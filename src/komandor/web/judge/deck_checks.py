"""Deck checks: drawn by lot from the round's key, or asked for by the opponent, and recorded (SWL-CHECK)."""

from django.http import HttpResponse

from komandor.app.queries import judging
from komandor.core.reasons import Refusal
from komandor.core.tournament import commands as c
from komandor.core.tournament.readings.attendance import current_match
from komandor.core.tournament.readings.regulations import rules
from komandor.core.tournament.state import Tournament
from komandor.web.errors import error
from komandor.web.form_commands import act
from komandor.web.judge.judge_page import judge, number_in, opened
from komandor.web.request import Request

SANCTIONS = ("", "warning", "penalty")


def every(request: Request, tournament: str, refusal: Refusal | None = None) -> HttpResponse:
    p = opened(request, tournament)
    done = sorted(judging.checks_done(p.t), key=lambda d: d.round, reverse=True)
    number = max(p.t.rounds, default=0)
    here = [n for m in p.t.in_round(number) for n in m.players]
    return judge(
        request, p, "checks.html", "checks", refusal, done=done, due=judging.checks_due(p.t), here=here,
        round_number=number,
    )  # fmt: skip


def draw(request: Request, tournament: str) -> HttpResponse:
    """Whose deck is looked at is a matter of lot, so that nobody is singled out."""
    command = c.DrawDeckChecks(number_in(request.POST.get("count"), 9999) or 0)
    said = request.t.gettext("Drawn by lot.")
    answer = act(request, tournament, command, f"/j/{tournament}/checks", said)
    return every(request, tournament, answer) if isinstance(answer, Refusal) else answer


def record(request: Request, tournament: str, number: int) -> HttpResponse:
    """Legal, or not: then cards are removed, the result annulled, and the organiser enters another."""
    p = opened(request, tournament)
    if number not in p.t.players:
        return error(request, 404)
    data = request.POST if request.method == "POST" else request.GET
    wanted = number_in(data.get("match"))
    match = wanted if wanted in p.t.matches else current_match(p.t, number) or _last(p.t, number)
    refusal: Refusal | None = None
    if request.method == "POST":
        answer = _recorded(request, tournament, number, match)
        if not isinstance(answer, Refusal):
            return answer
        refusal = answer
    lists = p.t.players[number].lists
    return judge(
        request, p, "check.html", "checks", refusal, number=number, match=match, values=data,
        handed_in=lists[-1] if lists else None, sanctions=SANCTIONS,
        file=judging.player_file(p.t, number), form=rules(p.t).list_form,
    )  # fmt: skip


def _recorded(request: Request, tournament: str, number: int, match: int | None) -> HttpResponse | Refusal:
    data, _ = request.POST, request.t.gettext
    legal = data.get("legal") == "1"
    if legal:
        command = c.RecordDeckCheck(number, True, match, data.get("note", "").strip()[:500])
        return act(request, tournament, command, f"/j/{tournament}/checks", _("Recorded: the deck is legal."))
    t = request.loaded.state
    annuls = match is not None and t.matches[match].result is not None
    command = c.RecordDeckCheck(
        number, False, match, data.get("note", "").strip()[:500], data.get("removed", "").strip()[:500],
        data.get("mendable", "1") == "1", data.get("sanction", ""),
    )  # fmt: skip
    said = _("The result is annulled; enter the one that replaces it.") if annuls else _("Recorded.")
    back = f"/c/{tournament}/match/{match}" if annuls else f"/j/{tournament}/checks"
    return act(request, tournament, command, back, said)


def _last(t: Tournament, player: int) -> int | None:
    played = [m.number for m in t.matches.values() if player in m.players and m.kind == "match"]
    return max(played, default=None)
