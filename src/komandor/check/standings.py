"""Computes exact standings with all tie-breakers from the results in the log (COM-TB, ARM-TB, SWL-TB)."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from operator import neg

from komandor.check import documents
from komandor.check.readings import played
from komandor.check.state import Match, State


@dataclass(slots=True, kw_only=True)
class Tally:
    """The sums of one player over the rounds that count; each of `documents.NUMBERS` is a field here."""

    points: int = 0
    for_others: int = 0  # what opponents count: before or after deductions, without a bonus
    mov: int = 0
    wins: int = 0
    rounds: int = 0
    missed: int = 0
    forfeits: int = 0  # rounds lost without a game
    byes: int = 0
    opponents: list[int] = field(default_factory=list)
    against: dict[int, int] = field(default_factory=dict)
    sos: Fraction = Fraction(0)
    esos: Fraction = Fraction(0)


def bye_worth(st: State) -> tuple[int, int]:
    points, mov = st.book.bye
    return (int(st.setting("swl.bye_points")), 0) if st.game == documents.SWL else (points, mov)


def missed_worth(st: State) -> int:
    return int(st.setting("armada.missed_round_tp")) if st.game == documents.ARMADA else st.book.missed


def counted(st: State, stage: int) -> list[int]:
    """The closed Swiss rounds of the stage, and earlier ones if points carry over (AMB-G9, AMB-C2)."""
    first = 1 if st.setting("stage.carry_points") else stage
    return [r.number for r in st.swiss_rounds() if r.status == "closed" and first <= r.stage <= stage]


def tally(st: State, stage: int) -> dict[int, Tally]:
    """What everybody has in the stage, counted once for all who ask at this record."""
    if stage not in st.tallies:
        st.tallies[stage] = _tally(st, stage)
    found: dict[int, Tally] = st.tallies[stage]
    return found


def _tally(st: State, stage: int) -> dict[int, Tally]:
    rounds = counted(st, stage)
    out = {n: Tally() for n, p in st.players.items() if p.took_part}
    for number in rounds:
        for match in st.in_round(number):
            _add_match(st, out, match)
    for n, p in st.players.items():
        if n in out:
            _add_absence(st, out[n], len(p.missed.intersection(rounds)), len(p.granted.intersection(rounds)))
    _deduct(st, out, set(rounds))
    return out


def _deduct(st: State, out: dict[int, Tally], rounds: set[int]) -> None:
    """Points taken away stop at zero; opponents keep the points won at the table (AMB-G38, AMB-G46)."""
    fines, gifts = Counter[int](), Counter[int]()
    for listed, sums in ((st.deductions, fines), (st.bonuses, gifts)):
        for player, points, number in listed:
            sums[player] += points if number in rounds else 0
    enter_sos, below = st.setting("sanction.points_enter_sos"), st.setting("sanction.points_below_zero")
    for n, t in out.items():
        t.for_others = t.points - (fines[n] if enter_sos else 0)
        t.points += gifts[n] - fines[n]
        if not below:
            t.points, t.for_others = max(t.points, 0), max(t.for_others, 0)


def _add_match(st: State, out: dict[int, Tally], match: Match) -> None:
    if match.kind != "match":
        points, mov = bye_worth(st)
        t = out[match.a]
        t.points, t.mov, t.rounds, t.byes = t.points + points, t.mov + mov, t.rounds + 1, t.byes + 1
        t.wins += 1
        return
    for player, score in match.scores.items():
        t, rival = out[player], match.other(player)
        absent = score.outcome == "forfeit_loss"
        t.points, t.mov, t.rounds = t.points + score.points, t.mov + score.mov, t.rounds + (not absent)
        t.forfeits += absent
        t.wins += score.outcome in ("win", "modified_win", "forfeit_win")
        if rival is not None and played(match):
            t.opponents.append(rival)
            t.against[rival] = t.against.get(rival, 0) + score.points


def _add_absence(st: State, t: Tally, missed: int, granted: int) -> None:
    points, mov = bye_worth(st)
    t.missed += missed
    t.points += missed * missed_worth(st) + granted * points
    t.mov += granted * mov
    t.byes += granted
    t.wins += granted
    t.rounds += granted


def strengths(st: State, book: Mapping[int, Tally]) -> None:
    """Fill in SoS and ESoS: averages per round, or sums (COM-TB-2, COM-TB-3, SWL-TB-1)."""
    late = bool(st.setting("sos.count_missed_rounds_after_rejoin"))
    absent = late or bool(st.setting("sos.count_forfeits"))  # AMB-G36
    swl = st.game == documents.SWL
    share: dict[int, Fraction] = {}
    for n, t in book.items():
        rounds = t.rounds + (t.missed if late else 0) + (t.forfeits if absent else 0)
        points = Fraction(t.for_others)
        share[n] = points if swl else points / rounds if rounds else Fraction(0)
    sos = _over(st, book, share)
    esos = _over(st, book, sos)
    for n, t in book.items():
        t.sos, t.esos = sos[n], esos[n]


def _over(st: State, book: Mapping[int, Tally], values: Mapping[int, Fraction]) -> dict[int, Fraction]:
    """The average of each player's opponents, or their sum; one fraction for each player instead of many."""
    common, numbers = _whole(values.values())
    value = dict(zip(values, numbers, strict=True)).__getitem__
    summed = st.game == documents.SWL and st.setting("swl.sos_mode") == "sum"
    zero = bool(st.setting("sos.bye_counts_as_zero_opponent"))
    out: dict[int, Fraction] = {}
    for n, t in book.items():
        count = 1 if summed else len(t.opponents) + (t.byes if zero else 0)
        out[n] = Fraction(sum(map(value, t.opponents)), common * count) if count else Fraction(0)
    return out


def _whole(values: Collection[Fraction | int]) -> tuple[int, list[int]]:
    """The common denominator of these numbers, and what stands above it."""
    common = lcm(*{one.denominator for one in values})
    return common, [one.numerator * (common // one.denominator) for one in values]


def ranking(st: State, stage: int, lots: Mapping[int, int] | None = None) -> list[int]:
    """The players of the stage, best first, without those sent away (AMB-G32, AMB-G42)."""
    book = tally(st, stage)
    strengths(st, book)
    draws = st.stages[stage].lots if lots is None and stage in st.stages else lots or {}
    floor = min(draws.values(), default=0) - 1
    seeds = set(st.stages[stage].seeds) if stage > 1 else book.keys()
    here = [n for n in book if not st.players[n].no_place]
    columns = [_whole([getattr(book[n], key) for n in here])[1] for key in ("points", *st.book.order)]
    lots_of = [draws.get(n, floor) for n in here]
    marks = [map(neg, column) for column in (*columns, lots_of)]
    here = [row[-1] for row in sorted(zip(*marks, here, strict=True))]
    if st.game == documents.SWL:
        here = list(_one_by_one(here, book))
    return [n for n in here if n in seeds]


def _one_by_one(ranked: list[int], book: Mapping[int, Tally]) -> Iterable[int]:
    """Among players level on points, one who beat all the others goes first; then again (SWL-TB-2)."""
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
