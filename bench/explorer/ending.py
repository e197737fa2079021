"""From wherever an event stands: somebody who is there brings it to its end, by what pages offer."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random

from bench.explorer.chance import Chance
from bench.explorer.day import next_step
from bench.explorer.people import on_duty, organisers, person
from bench.explorer.values import announced_numbers, report
from komandor.app.access import Actor
from komandor.app.workflow import Choices, NextStep, commands_of
from komandor.core.ids import SIDES
from komandor.core.tournament import commands as c
from komandor.core.tournament.readings.attendance import open_results
from komandor.core.tournament.readings.cut import leavers, next_in_line
from komandor.core.tournament.readings.lists import stopped_by_lists
from komandor.core.tournament.readings.regulations import match_situation, rules, settings
from komandor.core.tournament.state import Match, Tournament
from komandor.core.tournament.values import Plain
from komandor.log.store import Person
from komandor.simulate.slips import Slip, full_slip, slip

MOST_STEPS = 400
SLIPS = 12
ENOUGH = 8
TWICE = 2
"""How often the same thing is done at most in one phase of one round: more would be no way on."""
Ask = Callable[[Actor, tuple[c.Command, ...], tuple[Person | None, ...]], bool]
"""Somebody does something; whether it was accepted."""
Try = tuple[Actor, tuple[c.Command, ...]]


class NoWayOn(Exception):
    """Nobody who is there can go on."""

    def __init__(self, step: NextStep, phase: str) -> None:
        codes = ", ".join(sorted({reason.code for reason in step.obstacles}))
        super().__init__(f"{step.code} in {phase}: {codes or 'no obstacle is named'}")


def tries(rnd: Random, t: Tournament, step: NextStep) -> Iterator[Try]:
    """What could be done next, the usual first: the step itself, then what mends its obstacles."""
    yield from _usual(rnd, t, step)
    arriving = (_parts, _players, _plans, _people)
    for mend in arriving if t.arriving else (_seeds, _parts, _redraws, _results, _calls, _people, _plans):
        yield from mend(rnd, t)


def _usual(rnd: Random, t: Tournament, step: NextStep) -> Iterator[Try]:
    first = organisers(t)[0]
    if step.code == "register":
        members = 2 if t.teams else 1
        yield first, (c.RegisterPlayer(members=members), c.RegisterPlayer(members=members))
    if step.code == "results":
        yield from _results(rnd, t)
    if step.keep and step.obstacles:
        yield first, (c.KeepPairings("so"),)
    excused = tuple(stopped_by_lists(t)) if step.code == "draw" else ()
    rolled = announced_numbers(rnd, t.round) if t.round else ""
    usual = Choices(public=rolled, beacon="round 4711", despite_lists=excused, reason="so")
    for choices in (usual, replace(usual, accept=True), replace(usual, without=True)):
        commands = commands_of(t, step.code, choices)
        for who in organisers(t)[:2] if commands else ():
            yield who, commands


def _results(rnd: Random, t: Tournament) -> Iterator[Try]:
    """Results that are missing, in the latest round or an earlier one: entered by whoever may."""
    latest = [m for m in t.in_round(t.round_number) if not m.final and t.playing]
    for match in [*latest, *(m for m in open_results(t) if m not in latest)]:
        for slip_ in _slips(rnd, t, match):
            for who in on_duty(t):
                yield who, (c.EnterResult(match=match.number, report=slip_, reason="so"),)
        for who in on_duty(t):
            yield who, (c.DeclareNoShow(match.number, match.players[:1]),)


def _slips(rnd: Random, t: Tournament, match: Match) -> Iterator[Slip]:
    where, game = match_situation(t, match), rules(t)
    for n in range(SLIPS):
        make = slip if n % 3 else full_slip
        yield make(game, where, rnd, SIDES[n % 2])
    yield report(Chance(rnd, t, match, 0))


def _seeds(_: Random, t: Tournament) -> Iterator[Try]:
    """A free place in the cut: the next in line is asked, and says yes or no."""
    asked = next_in_line(t)
    for gone in leavers(t) if asked else ():
        for said in (True, False):
            yield organisers(t)[0], (c.ReplaceSeed(gone, asked or gone, said),)


def _parts(_: Random, t: Tournament) -> Iterator[Try]:
    """Components that are still missing."""
    for number in (n for n, one in t.components.items() if one.resolution in ("", "conceded")):
        for how in ("replaced", "shared", "proxy", "set_aside", "conceded", "removed"):
            for who in on_duty(t):
                yield who, (c.ResolveComponent(number, how),)


def _redraws(_: Random, t: Tournament) -> Iterator[Try]:
    """A round that no longer fits is drawn again, or the cut is made again."""
    first = organisers(t)[0]
    yield first, (c.DrawRound(),)
    yield first, (c.MakeCut(),)
    yield first, (c.CloseRound(unplayed=True),)


def _calls(_: Random, t: Tournament) -> Iterator[Try]:
    """Calls that wait for a judge or a last word."""
    for number, call in t.calls.items():
        if call.state in ("open", "taken", "appealed"):
            for who in on_duty(t):
                yield who, (c.GiveRuling(number, "so it is"),)
                yield who, (c.GiveFinalVerdict(number, "so it stays"),)


def _people(_: Random, t: Tournament) -> Iterator[Try]:
    """Leaders who play get a substitute, or somebody who rules."""
    first = organisers(t)[0]
    for staff in t.staff.values():
        if not staff.on_duty and not staff.dismissed:
            yield first, (c.SetDuty(staff.number, True),)
    for staff in t.staff.values():
        for other in t.staff:
            if other not in (staff.number, staff.substitute):
                yield first, (c.NameSubstitute(staff.number, other),)
    if len(t.staff) < 9:
        yield from ((first, (c.AppointStaff((role,)),)) for role in ("judge", "second_organiser"))


def _players(_: Random, t: Tournament) -> Iterator[Try]:
    """Whoever is here is checked in, and more come."""
    first = organisers(t)[0]
    for start, n in enumerate(sorted(t.active()), start=1):
        if t.players[n].start is None and settings(t).get("swl.start_numbers") == "manual":
            yield first, (c.AmendPlayer(n, {"start": 1000 + start}),)
    away = tuple(n for n in t.active() if not t.players[n].checked_in)
    if away and len(away) < len(t.active()):
        yield first, (c.CheckIn(away),)
    if len(t.active()) < ENOUGH:
        yield first, (c.RegisterPlayer(members=2 if t.teams else 1),) * ENOUGH


def _plans(_: Random, t: Tournament) -> Iterator[Try]:
    """A plan that cannot be played by who is here is changed, with a reason."""
    first = organisers(t)[0]
    played = max((len(t.rounds_of(n)) for n in t.stages), default=1)
    for rounds in (played, played + 1, 3):
        plan: Plain = {"kind": "swiss", "rounds": rounds, "cut": 0}
        yield first, (c.ChangeEvent({"stages": (plan,)}, "so few are here"),)
    yield first, (c.AnnounceStructure(),)


def never(_: Tournament) -> bool:
    return False


def to_the_end(
    rnd: Random, state: Callable[[], Tournament], ask: Ask, there: Callable[[Tournament], bool] = never
) -> None:
    """Bring the event to its end, or to the moment that was asked for. Raises NoWayOn."""
    done: Counter[str] = Counter()
    for count in range(MOST_STEPS):
        t = state()
        step = next_step(t)
        if step.code == "done" or there(t):
            return
        for who, commands in tries(rnd, t, step):
            key = f"{t.phase} {t.round_number} {commands}"
            if done[key] < TWICE and ask(who, commands, _new_people(rnd, t, commands, count)):
                done[key] += 1
                break
        else:
            raise NoWayOn(step, t.phase)
    raise NoWayOn(next_step(state()), f"{state().phase} after {MOST_STEPS} steps")


def _new_people(
    rnd: Random, t: Tournament, commands: tuple[c.Command, ...], count: int
) -> tuple[Person | None, ...]:
    """Names for those who come now."""
    made: list[Person | None] = []
    for n, one in enumerate(commands):
        team = t.teams and isinstance(one, c.RegisterPlayer)
        new = isinstance(one, (c.RegisterPlayer, c.AppointStaff))
        made.append(person(rnd, 5000 + 10 * count + n, team) if new else None)
    return tuple(made)
