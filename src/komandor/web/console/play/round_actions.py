"""What the organiser does in a round: next step, clock, extension, no-show, drop, late entry, replacement."""

from collections.abc import Mapping, Sequence
from typing import get_args

from django.http import HttpResponse

from komandor.app.handle import Accepted
from komandor.app.ledger import event_of
from komandor.app.queries.everybody.names import full_name
from komandor.app.queries.staff.effects import Effect, LateEntry, effect_of, late_entry
from komandor.app.queries.staff.people import who_waits
from komandor.app.workflow import Choices, commands_of, next_step
from komandor.core.ids import CallNo, MatchNo, PlayerNo
from komandor.core.reasons import Refusal, refuse
from komandor.core.tournament import commands as c
from komandor.core.tournament import events as e
from komandor.core.tournament.public_numbers import (
    DICE,
    DIGITS,
    DIGITS_RANGE,
    MOST_DICE,
    MOST_SIDES,
    SIDES,
)
from komandor.core.tournament.readings.attendance import waiting_list
from komandor.core.tournament.readings.late_entry import SETTING, late_policy
from komandor.core.tournament.values import MOST_ADJUSTED, Cause, LateChoice, PublicSource
from komandor.web.console.console_page import ConsolePage, console
from komandor.web.console.person_form import person_from
from komandor.web.console.play.round_page import home
from komandor.web.console.prepare import roster
from komandor.web.console.step_words import step_says
from komandor.web.forms.extension_form import extension
from komandor.web.forms.fields import LINE, NOTE, whole_number
from komandor.web.forms.form_commands import act, old_page, or_page, trying
from komandor.web.forms.leaving_form import LeftGameAsked, drop_command, question, tried
from komandor.web.rendering.event_page import EventPage, Sentence, opened, split
from komandor.web.rendering.i18n import N_
from komandor.web.routing.request import Request, url

Answer = HttpResponse | Refusal
AT_ANY_STEP = ("close_round", "finish")  # without the results that are missing, or before the last round
FROZEN = N_("Players and results are locked. Roll, or wait for the beacon, then enter the result.")
LATE_CHOICES: tuple[LateChoice, ...] = get_args(LateChoice)
PUBLIC_SOURCES: tuple[PublicSource, ...] = get_args(PublicSource)
CAUSES: tuple[Cause, ...] = get_args(Cause)


class PlayerActionPage(ConsolePage, template="console/player_action.html"):
    kind: str  # drop, rejoin, disqualify
    number: PlayerNo
    effect: Effect | None
    values: Mapping[str, str]
    asked: LeftGameAsked | None
    back: str
    causes: Sequence[str] = CAUSES


class LatePage(ConsolePage, template="console/late.html"):
    closed: Sequence[Sentence]  # why the event takes nobody in now
    refused: Mapping[str, Sequence[Sentence]]
    entries: Mapping[str, LateEntry]  # the ways that are open
    values: Mapping[str, str]
    waiting: Sequence[str]
    ways: Sequence[str] = LATE_CHOICES


def step(request: Request, tournament: str) -> HttpResponse:
    """Take a step; the guard has compared the step that the page showed with the one that is due."""
    code, t = request.fields.raw("code"), request.loaded.state
    due, commands = request.fields.raw("step").partition(":")[0], commands_of(t, code, _choices(request))
    if not commands or code not in (due, *AT_ANY_STEP):
        return home(request, tournament, old_page())
    said = step_says(opened(request), "done", code, next_step(t).round)

    def taken(done: Accepted) -> str:
        drawn = any(isinstance(event_of(record), e.RoundDrawn) for record in done.records)
        return said if drawn or code != "draw" else request.t.gettext(FROZEN)

    back = url("console-standings" if code == "finish" else "console", tournament)
    return or_page(request, act(request, commands, back, taken), home)


def _choices(request: Request) -> Choices:
    """What the organiser chose on the form of the step."""
    fields = request.fields
    asked = bool(fields.raw("public_source"))
    return Choices(
        public_source=fields.choice("public_source", PUBLIC_SOURCES, "none") if asked else None,
        beacon=fields.text("beacon", LINE),
        dice=fields.number("dice", 1, MOST_DICE, DICE),
        sides=fields.number("sides", 2, MOST_SIDES, SIDES),
        digits=fields.number("digits", *DIGITS_RANGE, DIGITS),
        public=fields.text("public", LINE),
        without=fields.ticked("without"),
        accept=fields.ticked("accept"),
        despite_lists=tuple(map(PlayerNo, fields.numbers("despite_lists"))),
        reason=fields.text("list_reason", NOTE),
        calls=tuple(map(CallNo, fields.numbers("calls"))) if fields.ticked("calls_end") else (),
    )


def mission(request: Request, tournament: str) -> HttpResponse:
    message = request.t.gettext("The mission is drawn.")
    return or_page(request, act(request, c.DrawMission(), url("console", tournament), message), home)


def clock(request: Request, tournament: str) -> HttpResponse:
    """Pause, go on, or change the time for everybody."""
    _, fields = request.t.gettext, request.fields
    wanted, minutes = fields.raw("do"), fields.number("minutes", -MOST_ADJUSTED, MOST_ADJUSTED, 5)
    commands: dict[str, tuple[c.Command, str]] = {
        "pause": (c.PauseClock(), _("The clock is paused.")),
        "resume": (c.ResumeClock(), _("The clock is running again.")),
        "more": (
            c.AdjustClock(minutes),
            _("Round clock for all tables: %(minutes)s min.") % {"minutes": f"{minutes:+d}"},
        ),
    }
    if wanted not in commands:
        return home(request, tournament, old_page())
    command, message = commands[wanted]
    return or_page(request, act(request, command, url("console", tournament), message), home)


def extend(request: Request, tournament: str, number: MatchNo) -> HttpResponse:
    command, message = extension(request, number)
    back = request.fields.raw("back") or url("console", tournament)
    return or_page(request, act(request, command, back, message), home)


def no_show(request: Request, tournament: str, number: MatchNo) -> HttpResponse:
    """Who did not come is removed; who came wins, or plays somebody else without an opponent (AMB-G6)."""
    _, fields = request.t.gettext, request.fields
    absent, other = tuple(map(PlayerNo, fields.numbers("absent"))), fields.raw("instead").partition("-")
    if other[0]:
        absent, free = (PlayerNo(whole_number(other[0]) or 0),), PlayerNo(whole_number(other[2]) or 0)
        command = c.DeclareNoShow(number, absent, free, _("Neither had an opponent."))
        message = _(
            "%(absent)s: no-show, removed from the event."
            " %(came)s now plays the other player who had no opponent."
        )
    else:
        command, message = (
            c.DeclareNoShow(number, absent),
            _("%(absent)s: no-show, removed from the event. %(came)s wins."),
        )
    done = _in_names(
        opened(request), number, absent, message, _("%(absent)s: no-show, removed from the event.")
    )
    return or_page(request, act(request, command, url("console", tournament), done), home)


def _in_names(
    p: EventPage, number: MatchNo, absent: tuple[PlayerNo, ...], message: str, nobody_came: str
) -> str:
    """Who was absent at this table, and who came."""
    match = p.t.matches.get(number)
    players = match.players if match else ()
    came = [p.name(n) for n in players if n not in absent]
    names = {"absent": ", ".join(p.name(n) for n in players if n in absent), "came": ", ".join(came)}
    return (message if came else nobody_came) % names


def first(request: Request, tournament: str, number: MatchNo) -> HttpResponse:
    """Who has initiative (or plays the light side): chosen, or by lot."""
    fields = request.fields
    player = PlayerNo(fields.number("player", 1, default=0)) or None
    sides = fields.choice("what", ("sides", "initiative", ""), "") == "sides"
    command, back = c.ChooseSides if sides else c.SetInitiative, url("console-match", tournament, number)
    noted = request.t.gettext("Noted.")
    chosen = fields.text("choice", NOTE)
    wanted = c.SetInitiative(number, player, chosen) if chosen and not sides else command(number, player)
    return or_page(request, act(request, wanted, back, noted), home)


# ── coming and going, with the effect shown first ────────────────────────────


def drop(request: Request, tournament: str, number: PlayerNo) -> HttpResponse:
    cause = request.fields.choice("cause", CAUSES, "drop")
    reason = request.fields.text("reason", NOTE)
    command = drop_command(request.loaded.state, request.fields, number, cause, reason)
    return _with_effect(request, command, "drop", number, request.t.gettext("%(name)s has dropped."))


def rejoin(request: Request, tournament: str, number: PlayerNo) -> HttpResponse:
    message = request.t.gettext("%(name)s is back in the event. Missed rounds count as losses.")
    return _with_effect(request, c.Rejoin(number), "rejoin", number, message)


def disqualify(request: Request, tournament: str, number: PlayerNo) -> HttpResponse:
    message = request.t.gettext("%(name)s is disqualified.")
    command = c.Disqualify(number, request.fields.text("reason", NOTE))
    return _with_effect(request, command, "disqualify", number, message)


def _with_effect(request: Request, x: c.Command, kind: str, who: PlayerNo, message: str) -> HttpResponse:
    """GET shows what will happen; POST does it. Before the first game of a cut one goes back to the seeds."""
    p = opened(request)
    back = request.fields.raw("back") or url("console" if p.t.phase == "cut" else "people", p.t.id)
    done = message % {"name": p.name(who)} if who in p.t.players else ""
    refusal = act(request, x, back, done) if request.method == "POST" else None
    if isinstance(refusal, HttpResponse):
        return refusal
    p = opened(request)
    asked = question(p, request.fields, who) if isinstance(x, c.DropPlayer) else None
    context = trying(p.actor)
    shown_first = tried(p.t, x, context) if isinstance(x, c.DropPlayer) else x
    if isinstance(x, c.Disqualify):
        shown_first = c.Disqualify(who, x.reason or "…")  # the form asks for it
    effect, against = split(effect_of(p.t, shown_first, context))
    values, came_from = request.POST, request.fields.raw("back")
    shown = PlayerActionPage(
        p, kind=kind, number=who, effect=effect, values=values, asked=asked, back=came_from
    )
    return console(request, p, shown, "people", refusal or against)


def late(request: Request, tournament: str) -> HttpResponse:
    """Late entry: three ways, each with its effect; the organiser chooses (AMB-G44)."""
    answered = _allow_late if request.fields.ticked("allow") else _enter_late
    refusal = answered(request) if request.method == "POST" else None
    if isinstance(refusal, HttpResponse):
        return refusal
    p = opened(request)
    choices = {choice: split(late_entry(p.t, choice)) for choice in LATE_CHOICES}
    shown = LatePage(
        p,
        closed=p.sentences(late_policy(p.t)),
        refused={choice: p.reasons(why_not) for choice, (_, why_not) in choices.items()},
        entries={choice: entry for choice, (entry, _) in choices.items() if entry},
        values=request.POST or request.GET,
        waiting=[full_name(p.names.people.get(n), n) for n in waiting_list(p.t)],
    )
    return console(request, p, shown, "people", refusal)


def _allow_late(request: Request) -> Answer:
    _, here = request.t.gettext, url("console-late", request.loaded.state.id)
    change = c.ChangeEvent({"settings": {SETTING: "yes"}}, _("late entry"))
    return act(request, change, here, _("Late entry is on."))


def _enter_late(request: Request) -> Answer:
    t, fields = request.loaded.state, request.fields
    person = roster.named(fields.text("name", LINE), True) if t.teams else person_from(fields)
    waits, name = who_waits(t, opened(request).names.people, person), full_name(person, 0)
    if t.teams and waits is None and "members" not in person:
        return refuse("player.team_alone", None, names=(name,))
    choice, reason = fields.choice("choice", LATE_CHOICES), fields.text("reason", LINE)
    reason = reason if choice == "awarded_bye" else ""
    command = c.EnterLate(choice, members=2 if t.teams else 1, player=waits, reason=reason)
    message = request.t.gettext("%(name)s has joined the event.") % {"name": name}
    return act(request, command, url("console", t.id), message, persons=() if waits else (person,))


def replace(request: Request, tournament: str) -> HttpResponse:
    """Whom the page named was asked: yes or no (COM-CUT-4)."""
    _ = request.t.gettext
    leaver, asked = (PlayerNo(request.fields.number(name, 1)) for name in ("leaver", "player"))
    accepted = request.fields.choice("answer", ("yes", "no")) == "yes"
    joins, declines = _("%(name)s takes the last seed."), _("%(name)s declined. Ask the next player.")
    message = (joins if accepted else declines) % {"name": opened(request).name(asked)}
    command = c.ReplaceSeed(leaver, asked, accepted)
    return or_page(request, act(request, command, url("console", tournament), message), home)
