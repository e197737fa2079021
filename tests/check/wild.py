"""Tournaments in which everything happens: leaving, coming late, sanctions, corrections, undo."""

from collections.abc import Callable
from random import Random
from typing import Any

from komandor.app.handle import Accepted
from komandor.app.offers import Offers
from komandor.app.undo_targets import undo_targets
from komandor.app.workflow import Choices, commands_of, next_step
from komandor.core.tournament import commands as c
from komandor.core.tournament.readings.cut import leavers, next_in_line
from tests.support.dice_event import DiceEvent, Log
from tests.support.event import ORGANISER, double, single, swiss

GAMES = ("armada", "imperial-assault", "destiny", "conquest", "star-wars-lcg")


def wild(seed: int) -> Log:
    """One whole tournament, the same for the same number."""
    dice = Random(seed)
    event = _created(dice, dice.choice(GAMES), seed)
    _arrivals(event)
    if not _asked(event, c.AnnounceStructure()):  # too few came for the cut
        return event.records
    for _ in range(60):
        if event.t.phase == "closed" or not _go_on(event):
            break
    return event.records


def _created(dice: Random, game: str, seed: int) -> DiceEvent:
    settings: dict[str, Any] = {
        "registration.late_entry": True,
        "pairing.avoid_groups_round1": dice.random() < 0.6,
        "registration.late_no_bye_first_round": dice.random() < 0.2,
        "sos.bye_counts_as_zero_opponent": dice.random() < 0.2,
        "sos.count_missed_rounds_after_rejoin": dice.random() < 0.2,
        "stage.carry_points": dice.random() < 0.8,
    }
    if game == "star-wars-lcg":
        settings |= {
            "swl.round1": dice.choice(["random", "fold"]),
            "swl.sos_mode": dice.choice(["sum", "average"]),
        }
    teams = game == "star-wars-lcg" and dice.random() < 0.2
    rounds = dice.randint(2, 8)
    plans = [
        (swiss(rounds),),
        (swiss(rounds), swiss(2, 6)),
        (swiss(2), single(4)),
        (single(),),
        (swiss(3), single(5)),
    ]
    if game == "star-wars-lcg":
        plans += [(swiss(3), double(dice.choice([4, 8, 16]))), (double(),)]
    stages = plans[0] if teams else dice.choice(plans)
    return DiceEvent(game, *stages, dice=seed, settings=settings, teams=teams)


def _arrivals(event: DiceEvent) -> None:
    most = 16 if event.t.custom[0].kind == "double" else 20
    for _ in range(event.dice.randint(4, most)):
        byes = tuple(r for r in (1, 2, 3) if event.dice.random() < 0.04)
        groups = tuple(g for g in ("van", "kids", "club") if event.dice.random() < 0.15)
        event.register(1, groups=groups, awarded_byes=byes)


def _go_on(event: DiceEvent) -> bool:
    """Take the next step, after something unforeseen now and then; whether that was possible."""
    for name, (mishap, chance) in MISHAPS.items():
        if event.dice.random() < chance and Offers(event.t, ORGANISER).may(name):
            mishap(event)
    step = next_step(event.t)
    if step.code == "results":
        return _results(event)
    if step.code == "replacement":
        return _asked(event, _replacement(event))
    taken = _asked(event, *commands_of(event.t, step.code, Choices(accept=True)))
    return taken or _asked(event, c.DrawRound())


def _asked(event: DiceEvent, *commands: c.Command) -> bool:
    return isinstance(event.ask(*commands), Accepted)


def _results(event: DiceEvent) -> bool:
    """The matches end, some of them in an unusual way."""
    for match in event.matches():
        if event.t.matches[match.number].final:
            continue
        if event.dice.random() < 0.07:
            event.ask(c.DeclareNoShow(match.number, (event.dice.choice(match.players),)))
        finals = event.t.stages[max(event.t.stages)].kind.two_brackets
        if finals and event.dice.random() < 0.1 and not _asked(event, c.ChooseSides(match.number)):
            event.ask(c.ChooseSides(match.number, match.a))
        if event.dice.random() < 0.05:
            event.ask(c.DropPlayer(event.dice.choice(match.players)))
        if not event.t.matches[match.number].final:
            event.finish(match)
    return True


def _replacement(event: DiceEvent) -> c.ReplaceSeed:
    return c.ReplaceSeed(leavers(event.t)[0], next_in_line(event.t) or 0, event.dice.random() < 0.7)


# ── the unforeseen ───────────────────────────────────────────────────────────


def _drop(event: DiceEvent) -> None:
    if len(event.t.active()) > 4:
        event.ask(c.DropPlayer(event.dice.choice(event.t.active())))


def _rejoin(event: DiceEvent) -> None:
    for n in event.t.players:
        event.ask(c.Rejoin(n))


def _late(event: DiceEvent) -> None:
    choice: Any = event.dice.choice(["play_now", "losses", "awarded_bye"])
    event.ask(c.EnterLate(choice, members=2 if event.t.teams else 1, reason="a late train"))


def _disqualify(event: DiceEvent) -> None:
    if len(event.t.active()) > 4:
        event.ask(c.Disqualify(event.dice.choice(event.t.active()), "stacked deck"))


def _sanction(event: DiceEvent) -> None:
    kind = event.dice.choice(["warning", "points", "match_loss", "removal"])
    played = [m for m in event.t.matches.values() if m.kind == "match"]
    match = event.dice.choice(played).number if played and kind == "match_loss" else None
    player = event.t.matches[match].a if match else event.dice.choice(event.t.active() or (1,))
    if kind != "removal" or len(event.t.active()) > 4:
        event.ask(
            c.GiveSanction(
                player=player, kind=kind, reason="late", match=match, points=1 if kind == "points" else 0
            )
        )


def _correct(event: DiceEvent) -> None:
    done = [m for m in event.t.matches.values() if m.kind == "match" and m.final]
    if done:
        match = event.dice.choice(done)
        event.ask(c.EnterResult(match=match.number, report=event.random_report(match), reason="wrong slip"))


def _undo(event: DiceEvent) -> None:
    newest = event.t.version
    earlier = undo_targets(event.ledger, event.id, event.dice.randint(max(1, newest - 12), newest))
    event.ask(event.dice.choice((c.VoidEvents(earlier, "mistake"), event.undo())))


def _swap(event: DiceEvent) -> None:
    seats = [n for m in event.t.in_round(max(event.t.rounds, default=0)) for n in m.players]
    if len(seats) > 2:
        first, second = event.dice.sample(seats, 2)
        event.ask(c.SwapPlayers(first, second, "brothers"))


def _checks(event: DiceEvent) -> None:
    event.ask(c.DrawDeckChecks(2))


def _forbid(event: DiceEvent) -> None:
    one, two = event.dice.sample(sorted(event.t.players), 2)
    event.ask(c.ForbidPair(player=one, opponent=two, reason="brothers"))
    if event.dice.random() < 0.3:
        one, two = event.dice.choice(sorted(event.t.forbidden))
        event.ask(c.AllowPair(player=one, opponent=two))


def _again(event: DiceEvent) -> None:
    event.ask(c.DrawRound())


MISHAPS: dict[str, tuple[Callable[[DiceEvent], None], float]] = {
    "DropPlayer": (_drop, 0.08),
    "ForbidPair": (_forbid, 0.08),
    "Rejoin": (_rejoin, 0.08),
    "EnterLate": (_late, 0.05),
    "Disqualify": (_disqualify, 0.02),
    "GiveSanction": (_sanction, 0.06),
    "EnterResult": (_correct, 0.06),
    "VoidEvents": (_undo, 0.08),
    "SwapPlayers": (_swap, 0.08),
    "DrawDeckChecks": (_checks, 0.03),
    "DrawRound": (_again, 0.05),
}
"""What goes wrong, by the action that it takes, and how often."""
