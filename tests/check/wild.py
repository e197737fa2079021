"""Tournaments in which everything happens: leaving, coming late, sanctions, corrections, undo."""

from collections.abc import Callable
from random import Random
from typing import Any

from komandor.core.tournament import commands as c
from tests.check.hall import Hall, Log, double, random_report, single, swiss

GAMES = ("armada", "imperial-assault", "destiny", "conquest", "star-wars-lcg")


def wild(seed: int) -> Log:
    """One whole tournament, the same for the same number."""
    dice = Random(seed)
    game = dice.choice(GAMES)
    hall = _hall(dice, game, seed)
    _arrivals(hall, dice)
    hall.do(c.AnnounceStructure())
    for _ in range(60):
        if hall.t.phase == "closed" or not _next(hall, dice):
            break
    return hall.log


def _hall(dice: Random, game: str, seed: int) -> Hall:
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
    return Hall(game, seed, structure="custom", stages=stages, settings=settings, teams=teams)


def _arrivals(hall: Hall, dice: Random) -> None:
    most = 16 if hall.t.custom[0].kind == "double" else 20
    for _ in range(dice.randint(4, most)):
        byes = tuple(r for r in (1, 2, 3) if dice.random() < 0.04)
        groups = tuple(g for g in ("van", "kids", "club") if dice.random() < 0.15)
        hall.do(c.RegisterPlayer(groups=groups, awarded_byes=byes, members=2 if hall.t.teams else 1))


def _next(hall: Hall, dice: Random) -> bool:
    """One step further; now and then something unforeseen."""
    for mishap, chance in MISHAPS:
        if dice.random() < chance:
            mishap(hall, dice)
    step: dict[str, Callable[[], bool]] = {
        "frozen": lambda: hall.try_(c.DrawRound()),
        "drawn": lambda: hall.try_(c.PublishRound(accept_rematches=True)) or hall.try_(c.DrawRound()),
        "published": lambda: _start(hall) and _results(hall, dice),
        "running": lambda: _results(hall, dice),
        "cut": lambda: _replace(hall, dice) or hall.try_(c.FreezeRound()),
    }
    return step.get(hall.t.phase, lambda: _onward(hall))()


def _onward(hall: Hall) -> bool:
    return hall.try_(c.CloseTournament()) or hall.try_(c.MakeCut()) or hall.try_(c.FreezeRound())


def _start(hall: Hall) -> bool:
    if hall.t.missions:
        hall.try_(c.DrawMission())
    return hall.try_(c.StartClock())


def _results(hall: Hall, dice: Random) -> bool:
    for match in hall.open_matches():
        if dice.random() < 0.07:
            hall.try_(c.DeclareNoShow(match.number, (dice.choice(match.players),)))
        finals = hall.t.stages[max(hall.t.stages)].kind == "double"
        if finals and dice.random() < 0.1 and not hall.try_(c.ChooseSides(match.number)):
            hall.try_(c.ChooseSides(match.number, match.a))
        if dice.random() < 0.05:
            hall.try_(c.DropPlayer(dice.choice(match.players)))
        if not hall.t.matches[match.number].final:
            hall.play(match)
    return hall.try_(c.CloseRound())


def _replace(hall: Hall, dice: Random) -> bool:
    stage = hall.t.stages[max(hall.t.stages)]
    for leaver in [n for n in stage.seeds if n is not None and not hall.t.players[n].active]:
        for player in stage.standings_before:
            if hall.try_(c.ReplaceSeed(leaver, player, dice.random() < 0.7)):
                return True
    return False


# ── the unforeseen ───────────────────────────────────────────────────────────


def _drop(hall: Hall, dice: Random) -> None:
    if len(hall.t.active()) > 4:
        hall.try_(c.DropPlayer(dice.choice(hall.t.active())))


def _rejoin(hall: Hall, dice: Random) -> None:
    for n in hall.t.players:
        hall.try_(c.Rejoin(n))


def _late(hall: Hall, dice: Random) -> None:
    choice: Any = dice.choice(["play_now", "losses", "awarded_bye"])
    hall.try_(c.EnterLate(choice, members=2 if hall.t.teams else 1))


def _disqualify(hall: Hall, dice: Random) -> None:
    if len(hall.t.active()) > 4:
        hall.try_(c.Disqualify(dice.choice(hall.t.active()), "stacked deck"))


def _sanction(hall: Hall, dice: Random) -> None:
    kind = dice.choice(["warning", "points", "match_loss", "removal"])
    played = [m for m in hall.t.matches.values() if m.kind == "match"]
    match = dice.choice(played).number if played and kind == "match_loss" else None
    player = hall.t.matches[match].a if match else dice.choice(hall.t.active() or (1,))
    if kind != "removal" or len(hall.t.active()) > 4:
        hall.try_(
            c.GiveSanction(
                player=player, kind=kind, reason="late", match=match, points=1 if kind == "points" else 0
            )
        )


def _correct(hall: Hall, dice: Random) -> None:
    done = [m for m in hall.t.matches.values() if m.kind == "match" and m.final]
    if done:
        match = dice.choice(done)
        hall.try_(c.EnterResult(match=match.number, report=random_report(hall, match), reason="wrong slip"))


def _undo(hall: Hall, dice: Random) -> None:
    hall.try_(c.VoidEvents((dice.randint(max(1, len(hall.history) - 12), len(hall.history)),), "mistake"))


def _swap(hall: Hall, dice: Random) -> None:
    seats = [n for m in hall.t.in_round(max(hall.t.rounds, default=0)) for n in m.players]
    if len(seats) > 2:
        first, second = dice.sample(seats, 2)
        hall.try_(c.SwapPlayers(first, second, "brothers"))


def _checks(hall: Hall, dice: Random) -> None:
    hall.try_(c.DrawDeckChecks(2))


def _again(hall: Hall, dice: Random) -> None:
    hall.try_(c.DrawRound())


MISHAPS: tuple[tuple[Callable[[Hall, Random], None], float], ...] = (
    (_drop, 0.08),
    (_rejoin, 0.08),
    (_late, 0.05),
    (_disqualify, 0.02),
    (_sanction, 0.06),
    (_correct, 0.06),
    (_undo, 0.08),
    (_swap, 0.08),
    (_checks, 0.03),
    (_again, 0.05),
)
