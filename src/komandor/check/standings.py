"""Standings with all tie-breakers, exactly, from the results in the log (COM-TB, ARM-TB, SWL-TB)."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from komandor.check import tables
from komandor.check.world import Match, World

PLAYED = frozenset(("win", "modified_win", "draw", "loss", "conceded", "double_loss"))


@dataclass(slots=True)
class Tally:
    """What one player has from the rounds that count."""

    points: int = 0
    mov: int = 0
    rounds: int = 0
    missed: int = 0
    byes: int = 0
    opponents: list[int] = field(default_factory=list)
    against: dict[int, int] = field(default_factory=dict)
    sos: Fraction = Fraction(0)
    esos: Fraction = Fraction(0)


def bye_worth(w: World) -> tuple[int, int]:
    points, mov = tables.BYE[w.game]
    return (int(w.setting("swl.bye_points")), 0) if w.game == tables.SWL else (points, mov)


def missed_worth(w: World) -> int:
    return int(w.setting("armada.missed_round_tp")) if w.game == tables.ARMADA else 0


def played(match: Match) -> bool:
    """Whether the two really met; a forfeit is no meeting (AMB-G6)."""
    return match.final and match.b is not None and match.scores[match.a].outcome in PLAYED


def counted(w: World, stage: int) -> list[int]:
    """Complete Swiss rounds of the stage, and earlier ones where points carry over (AMB-G9, AMB-C2)."""
    carry = bool(w.setting("stage.carry_points"))
    return [
        r.number
        for r in w.swiss_rounds()
        if r.status == "closed" and (r.stage == stage or (carry and r.stage < stage))
    ]


def tally(w: World, stage: int) -> dict[int, Tally]:
    rounds = counted(w, stage)
    out = {n: Tally() for n, p in w.players.items() if p.status != "withdrawn"}
    for number in rounds:
        for match in w.in_round(number):
            _add_match(w, out, match)
    for n, p in w.players.items():
        if n in out:
            _add_absence(w, out[n], len(p.missed.intersection(rounds)), len(p.granted.intersection(rounds)))
    for player, points, number in w.deductions:
        if player in out and number in rounds:
            out[player].points -= points
    return out


def _add_match(w: World, out: dict[int, Tally], match: Match) -> None:
    if match.kind != "match":
        points, mov = bye_worth(w)
        t = out[match.a]
        t.points, t.mov, t.rounds, t.byes = t.points + points, t.mov + mov, t.rounds + 1, t.byes + 1
        return
    for player, score in match.scores.items():
        t, rival = out[player], match.other(player)
        t.points, t.mov, t.rounds = t.points + score.points, t.mov + score.mov, t.rounds + 1
        if rival is not None and played(match):
            t.opponents.append(rival)
            t.against[rival] = t.against.get(rival, 0) + score.points


def _add_absence(w: World, t: Tally, missed: int, granted: int) -> None:
    points, mov = bye_worth(w)
    t.missed += missed
    t.points += missed * missed_worth(w) + granted * points
    t.mov += granted * mov
    t.byes += granted
    t.rounds += granted


def strengths(w: World, book: Mapping[int, Tally]) -> None:
    """SoS and ESoS of everybody: averages per round played, or sums (COM-TB-2, COM-TB-3, SWL-TB-1)."""
    late = bool(w.setting("sos.count_missed_rounds_after_rejoin"))
    swl = w.game == tables.SWL
    share: dict[int, Fraction] = {}
    for n, t in book.items():
        rounds = t.rounds + (t.missed if late else 0)
        share[n] = Fraction(t.points) if swl else Fraction(t.points, rounds) if rounds else Fraction(0)
    for t in book.values():
        t.sos = _over(w, t, share.__getitem__)
    for t in book.values():
        t.esos = _over(w, t, lambda n: book[n].sos)


def _over(w: World, t: Tally, value: Callable[[int], Fraction]) -> Fraction:
    total = sum((value(n) for n in t.opponents), Fraction(0))
    if w.game == tables.SWL and w.setting("swl.sos_mode") == "sum":
        return total
    count = len(t.opponents) + (t.byes if w.setting("sos.bye_counts_as_zero_opponent") else 0)
    return total / count if count else Fraction(0)


def _mark(w: World, t: Tally) -> tuple[Fraction | int, ...]:
    if w.game == tables.ARMADA:  # ARM-TB-1
        return (t.points, t.mov, t.sos)
    return (t.points, t.sos, t.esos)


def ranking(w: World, stage: int, lots: Mapping[int, int] | None = None) -> list[int]:
    """Everybody of the stage, best first; a disqualified player has no place (AMB-G32)."""
    book = tally(w, stage)
    strengths(w, book)
    draws = w.stages[stage].lots if lots is None and stage in w.stages else lots or {}
    floor = min(draws.values(), default=0) - 1
    seeds = w.stages[stage].seeds if stage > 1 else list(book)
    here = [n for n in book if w.players[n].status != "disqualified"]
    here.sort(key=lambda n: (*(-m for m in _mark(w, book[n])), -draws.get(n, floor), n))
    if w.game == tables.SWL:
        here = list(_one_by_one(here, book))
    return [n for n in here if n in seeds]


def _one_by_one(ranked: list[int], book: Mapping[int, Tally]) -> Iterable[int]:
    """SWL-TB-2: a player who beat all others level with him goes first; place one, begin again."""
    at = 0
    while at < len(ranked):
        points = book[ranked[at]].points
        group = [n for n in ranked[at:] if book[n].points == points]
        at += len(group)
        while group:
            first = next((n for n in group if _swept(n, group, book)), group[0])
            yield first
            group.remove(first)


def _swept(n: int, group: list[int], book: Mapping[int, Tally]) -> bool:
    if len(group) < 2 or len(book[n].opponents) < len(group) - 1:
        return False
    return all(q == n or book[n].against.get(q, 0) > book[q].against.get(n, 0) for q in group)
