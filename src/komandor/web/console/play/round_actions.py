"""The deeds of a round: next step, clock, extension, no-show, drop, late entry, replacement."""

from typing import Any, get_args

from django.http import HttpResponse

from komandor.app.day import Choices, PublicSource, commands_of
from komandor.app.queries.effects import Effect, effect_of
from komandor.core.reasons import Refusal
from komandor.core.tournament import commands as c
from komandor.core.tournament.readings.cut import next_in_line
from komandor.core.tournament.readings.regulations import settings
from komandor.web.console.console_page import console, opened
from komandor.web.console.play.round_page import home
from komandor.web.console.play.step_words import WORDS
from komandor.web.event_page import now_ms
from komandor.web.form_commands import act
from komandor.web.i18n import N_
from komandor.web.request import Request
from komandor.web.responses import redirect

Answer = HttpResponse | Refusal
FROZEN = N_("Everything is fixed. Now roll in public and type the result.")
CONTEXT = c.Context(now=0, head="0" * 64)


def _answered(request: Request, tournament: str, answer: Answer) -> HttpResponse:
    return home(request, tournament, answer) if isinstance(answer, Refusal) else answer


def step(request: Request, tournament: str) -> HttpResponse:
    """Take the next step. The form names it, so that a page left open does nothing else."""
    code, t = request.POST.get("code", ""), request.loaded.state
    commands = commands_of(t, code, _choices(request))
    if not commands:
        return redirect(request, f"/c/{tournament}/")
    drawn = any(isinstance(x, c.DrawRound) for x in commands)
    begun = max(t.rounds, default=0) + any(isinstance(x, c.FreezeRound) for x in commands)
    done = WORDS[code].said if drawn or code != "draw" else FROZEN
    back = f"/c/{tournament}/" + ("standings" if code == "finish" else "")
    message = request.t.gettext(done) % {"round": begun}
    return _answered(request, tournament, act(request, tournament, commands, back, message))


def _choices(request: Request) -> Choices:
    """What the organiser chose on the form of the step."""
    post = request.POST
    return Choices(
        public_source=next((x for x in get_args(PublicSource) if x == post.get("public_source")), "none"),
        beacon=post.get("beacon", ""),
        public=post.get("public", ""),
        accept_rematches=post.get("accept_rematches") == "on",
    )


def mission(request: Request, tournament: str) -> HttpResponse:
    said = request.t.gettext("The mission is drawn.")
    return _answered(
        request, tournament, act(request, tournament, c.DrawMission(), f"/c/{tournament}/", said)
    )


def clock(request: Request, tournament: str) -> HttpResponse:
    deed = request.POST.get("deed", "")
    _ = request.t.gettext
    commands: dict[str, tuple[c.Command, str]] = {
        "pause": (c.PauseClock(), _("The clock is paused.")),
        "resume": (c.ResumeClock(), _("The clock runs again.")),
        "more": (c.AdjustClock(_minutes(request, 5)), _("The clock is changed for everybody.")),
    }
    if deed not in commands:
        return redirect(request, f"/c/{tournament}/")
    command, said = commands[deed]
    return _answered(request, tournament, act(request, tournament, command, f"/c/{tournament}/", said))


def extend(request: Request, tournament: str, number: int) -> HttpResponse:
    minutes = _minutes(request, 0)
    said = request.t.gettext("%(minutes)s more minutes for this table.") % {"minutes": minutes}
    command = c.ExtendTable(number, minutes, request.POST.get("reason", ""))
    back = request.POST.get("back") or f"/c/{tournament}/"
    return _answered(request, tournament, act(request, tournament, command, back, said))


def no_show(request: Request, tournament: str, number: int) -> HttpResponse:
    absent = tuple(int(n) for n in request.POST.getlist("absent") if n.isdecimal())
    said = request.t.gettext("Removed as absent; who came wins.")
    command = c.DeclareNoShow(number, absent)
    return _answered(request, tournament, act(request, tournament, command, f"/c/{tournament}/", said))


def first(request: Request, tournament: str, number: int) -> HttpResponse:
    """Who has initiative (or plays the light side): chosen, or by lot."""
    chosen = request.POST.get("player", "")
    player = int(chosen) if chosen.isdecimal() else None
    sides = request.POST.get("what") == "sides"
    command: c.Command = c.ChooseSides(number, player) if sides else c.SetInitiative(number, player)
    answer = act(request, tournament, command, f"/c/{tournament}/match/{number}", request.t.gettext("Noted."))
    return _answered(request, tournament, answer)


# ── coming and going, with the effect shown first ────────────────────────────


def drop(request: Request, tournament: str, number: int) -> HttpResponse:
    cause: Any = request.POST.get("cause") or "drop"
    command = c.DropPlayer(number, cause, request.POST.get("reason", ""))
    return _deed(request, tournament, command, "drop", number, request.t.gettext("The player has left."))


def rejoin(request: Request, tournament: str, number: int) -> HttpResponse:
    said = request.t.gettext("The player is back; missed rounds count as losses.")
    return _deed(request, tournament, c.Rejoin(number), "rejoin", number, said)


def disqualify(request: Request, tournament: str, number: int) -> HttpResponse:
    reason = request.POST.get("reason", "") or ("…" if request.method == "GET" else "")
    said = request.t.gettext("The player is disqualified.")
    return _deed(request, tournament, c.Disqualify(number, reason), "disqualify", number, said)


def _deed(
    request: Request, tournament: str, command: c.Command, kind: str, number: int, said: str
) -> HttpResponse:
    """GET shows what will happen; POST does it."""
    p = opened(request, tournament)
    refusal: Refusal | None = None
    if request.method == "POST":
        answer = act(
            request, tournament, command, request.POST.get("back") or f"/c/{tournament}/people", said
        )
        if not isinstance(answer, Refusal):
            return answer
        refusal = answer
    effect = effect_of(p.t, command, c.Context(now=now_ms(), head="0" * 64, staff=1))
    if isinstance(effect, Refusal):
        refusal, effect_shown = refusal or effect, None
    else:
        effect_shown = effect
    return console(request, p, "deed.html", "people", refusal, kind=kind, number=number, effect=effect_shown)


def late(request: Request, tournament: str) -> HttpResponse:
    """Late entry: three ways, each with its effect, the organiser chooses (AMB-G26)."""
    p = opened(request, tournament)
    refusal: Refusal | None = None
    if request.method == "POST":
        if request.POST.get("allow"):
            change = c.ChangeEvent(
                {"settings": {"registration.late_entry": True}}, request.t.gettext("late entry")
            )
            answer = act(
                request, tournament, change, f"/c/{tournament}/late", request.t.gettext("Late entry is on.")
            )
        else:
            answer = _enter_late(request, tournament)
        if not isinstance(answer, Refusal):
            return answer
        refusal = answer
    choices = {choice: _late_effect(p.t, choice) for choice in ("play_now", "losses", "awarded_bye")}
    allowed = bool(settings(p.t).get("registration.late_entry"))
    said = {
        k: [(p.say(r), r.rule) for r in v.reasons] if isinstance(v, Refusal) else []
        for k, v in choices.items()
    }
    effects = {k: v for k, v in choices.items() if isinstance(v, Effect)}
    return console(request, p, "late.html", "people", refusal, allowed=allowed, refused=said, effects=effects,
                   values=request.POST)  # fmt: skip


def _late_effect(t: Any, choice: Any) -> Effect | Refusal:
    return effect_of(t, c.EnterLate(choice, members=2 if t.teams else 1), c.Context(now=0, head="0" * 64))


def _enter_late(request: Request, tournament: str) -> Answer:
    from komandor.web.console.person_form import person_from

    t = request.loaded.state
    choice: Any = request.POST.get("choice", "")
    if choice not in ("play_now", "losses", "awarded_bye"):
        return redirect(request, f"/c/{tournament}/late")
    command = c.EnterLate(choice, members=2 if t.teams else 1)
    said = request.t.gettext("The player is in.")
    person = person_from(request.POST)
    return act(request, tournament, command, f"/c/{tournament}/", said, persons=(person,))


def replace(request: Request, tournament: str) -> HttpResponse:
    """The next in the standings was asked: yes or no (COM-CUT-4)."""
    t = request.loaded.state
    leaver, asked = request.POST.get("leaver", ""), next_in_line(t)
    if not leaver.isdecimal() or asked is None:
        return redirect(request, f"/c/{tournament}/")
    accepted = request.POST.get("answer") == "yes"
    command = c.ReplaceSeed(int(leaver), asked, accepted)
    said = (
        request.t.gettext("Joins as the last seed.")
        if accepted
        else request.t.gettext("Declined; the next one is asked.")
    )
    return _answered(request, tournament, act(request, tournament, command, f"/c/{tournament}/", said))


def _minutes(request: Request, otherwise: int) -> int:
    text = request.POST.get("minutes", "")
    return int(text) if text.lstrip("-").isdecimal() and len(text) < 5 else otherwise
