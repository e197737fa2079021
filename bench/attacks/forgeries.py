"""The kinds of forged logs, first part: pairs and byes.

Each takes a copy of an honest log and a source of chance, and forges it, or raises `NoPlace` if the log has
none for it.  What must catch it stands beside it: "both" verifiers, the "check"er, or a note that both
verifiers make: honest by the rules, but everybody is to see it.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, TypeVar

from bench.attacks.forging import (
    Event,
    Log,
    bye_of,
    draw_again,
    pairs_of,
    points_of,
    seat,
    swiss_draws,
)

T = TypeVar("T")
Forge = Callable[[Log, Random], object]
F = TypeVar("F", bound=Forge)
KINDS: dict[str, tuple[str, Forge]] = {}


class NoPlace(Exception):
    """A log has no place for a kind of forgery."""


def caught_by(who: str) -> Callable[[F], F]:
    def add(forge: F) -> F:
        KINDS[forge.__name__.strip("_").replace("_", " ")] = who, forge
        return forge

    return add


def require(found: object) -> None:
    if not found:
        raise NoPlace


def one_of(found: Sequence[T], rnd: Random) -> T:
    require(found)
    return rnd.choice(found)


def one_draw(log: Log, rnd: Random, first: int = 1, fits: Callable[[Event], bool] = lambda _: True) -> int:
    """A Swiss draw; nothing after it has happened yet."""
    draws = ((i, log.rows[i].event) for i in swiss_draws(log, first))
    at = one_of([i for i, e in draws if fits(e) and not e.get("field")], rnd)
    log.cut(at)
    return at


def big(e: Event) -> bool:
    """Whether a draw has enough pairs for other ones to be likely."""
    return len(pairs_of(e)) > 2


def require_forged(log: Log, at: int) -> None:
    """The pairs must be others than the lots give: by chance they may be the same."""
    honest = log.copy()
    draw_again(honest, at)
    require(unlike(pairs_of(log.rows[at].event), pairs_of(honest.rows[at].event)))


def unlike(some: Sequence[Any], others: Sequence[Any]) -> bool:
    return {frozenset(pair) for pair in some} != {frozenset(pair) for pair in others}


def exchange_players(e: Event, one: int, other: int) -> None:
    """Two players change places in the matches of a draw."""
    names = {one: other, other: one}
    for m in e["matches"]:
        m["a"], m["b"] = names.get(m["a"], m["a"]), names.get(m["b"], m["b"])


# ── pairs and byes ───────────────────────────────────────────────────────────


def _big_draw(log: Log, rnd: Random) -> tuple[Event, list[Any]]:
    e = log.rows[one_draw(log, rnd, 1, big)].event
    return e, pairs_of(e)


@caught_by("both")
def pairs_by_number(log: Log, rnd: Random) -> None:
    e, pairs = _big_draw(log, rnd)
    players = sorted(p for pair in pairs for p in pair)
    made = list(zip(players[::2], players[1::2], strict=True))
    seat(e, made, bye_of(e))
    require(unlike(made, pairs))


def _exchange(log: Log, rnd: Random, same: bool) -> None:
    at = one_draw(log, rnd, 2)
    e, points = log.rows[at].event, points_of(log, at)
    pairs = pairs_of(e)
    level = [points[b] for _, b in pairs]
    twos = [(i, j) for i in range(len(pairs)) for j in range(i) if (level[i] == level[j]) == same]
    i, j = one_of(twos, rnd)
    (a, b), (c, d) = pairs[i], pairs[j]
    pairs[i], pairs[j] = (a, d), (c, b)
    seat(e, pairs, bye_of(e))


@caught_by("both")
def pairs_exchanged_inside_a_score_group(log: Log, rnd: Random) -> None:
    _exchange(log, rnd, same=True)


@caught_by("both")
def pairs_exchanged_across_groups(log: Log, rnd: Random) -> None:
    _exchange(log, rnd, same=False)


@caught_by("both")
def bye_exchanged(log: Log, rnd: Random) -> None:
    e = log.rows[one_draw(log, rnd, 1, lambda e: bye_of(e) is not None and len(pairs_of(e)) > 1)].event
    pairs, bye = pairs_of(e), bye_of(e)
    i = rnd.randrange(len(pairs))
    a, b = pairs[i]
    assert bye is not None
    pairs[i] = (a, bye)
    seat(e, pairs, b)


@caught_by("both")
def pair_left_out(log: Log, rnd: Random) -> None:
    e, pairs = _big_draw(log, rnd)
    seat(e, pairs[1:], bye_of(e))


@caught_by("both")
def player_at_two_tables(log: Log, rnd: Random) -> None:
    e, pairs = _big_draw(log, rnd)
    seat(e, [*pairs, pairs[0]], bye_of(e))


@caught_by("both")
def bye_called_an_awarded_one(log: Log, rnd: Random) -> None:
    at = one_draw(log, rnd, 1, lambda e: bye_of(e) is not None)
    for m in log.rows[at].event["matches"]:
        m["kind"] = "awarded_bye" if m["kind"] == "bye" else m["kind"]


@caught_by("both")
def players_renumbered_in_a_draw(log: Log, rnd: Random) -> None:
    e, pairs = _big_draw(log, rnd)
    (a, _), (c, _) = rnd.sample(pairs, 2)
    names = {a: c, c: a}
    seat(e, [(names.get(x, x), names.get(y, y)) for x, y in pairs], bye_of(e))


@caught_by("both")
def change_by_hand_written_as_the_draw(log: Log, rnd: Random) -> None:
    """The pairing that an organiser made by hand stands in the draw, and the record of the change is gone."""
    draws = {log.rows[i].event["round"]: i for i in swiss_draws(log)}
    changes = [(at, log.rows[at].event) for at in log.every("pairing_changed")]
    found = [(draws[e["round"]], e) for at, e in changes if draws.get(e["round"], at) < at]
    require(found)
    at, e = found[0]
    drawn = log.rows[at].event
    gone = {m["match"] for m in e["before"]}
    drawn["matches"] = [m for m in drawn["matches"] if m["match"] not in gone] + e["after"]
    log.cut(at)
    require_forged(log, at)
