"""The kinds of forged logs, first part: pairs and byes.

Each takes a copy of an honest log and a source of chance, and forges it, or returns False if the log has
no place for it.  What must catch it stands beside it: "both" verifiers, the "check"er, or a note that both
verifiers make: honest by the rules, but everybody is to see it.
"""

from collections.abc import Callable
from random import Random
from typing import Any

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

Forge = Callable[[Log, Random], bool]
KINDS: dict[str, tuple[str, Forge]] = {}


def caught_by(who: str) -> Callable[[Forge], Forge]:
    def add(forge: Forge) -> Forge:
        KINDS[forge.__name__.strip("_").replace("_", " ")] = who, forge
        return forge

    return add


def one_draw(log: Log, rnd: Random, first: int = 1, fits: Callable[[Event], bool] = lambda _: True) -> int:
    """A Swiss draw; nothing after it has happened yet. -1 if there is none."""
    draws = ((i, log.rows[i].event) for i in swiss_draws(log, first))
    found = [i for i, e in draws if fits(e) and not e.get("field")]
    if not found:
        return -1
    at = rnd.choice(found)
    log.cut(at)
    return at


def forged(log: Log, at: int) -> bool:
    """Whether the pairs are others than the lots give: by chance they may be the same."""
    honest = log.copy()
    draw_again(honest, at)
    now, due = ({frozenset(p) for p in pairs_of(x.rows[at].event)} for x in (log, honest))
    return now != due


def with_pairs(log: Log, rnd: Random, change: Callable[[Event, list[Any]], bool], first: int = 1) -> bool:
    """Forge the pairs of one draw."""
    at = one_draw(log, rnd, first, lambda e: len(pairs_of(e)) > 2)
    if at < 0:
        return False
    e = log.rows[at].event
    pairs = pairs_of(e)
    return change(e, pairs)


# ── pairs and byes ───────────────────────────────────────────────────────────


@caught_by("both")
def pairs_by_number(log: Log, rnd: Random) -> bool:
    def change(e: Event, pairs: list[Any]) -> bool:
        players = sorted(p for pair in pairs for p in pair)
        made = list(zip(players[::2], players[1::2], strict=True))
        seat(e, made, bye_of(e))
        return {frozenset(p) for p in made} != {frozenset(p) for p in pairs}

    return with_pairs(log, rnd, change)


def _exchange(log: Log, rnd: Random, same: bool) -> bool:
    at = one_draw(log, rnd, 2)
    if at < 0:
        return False
    e, points = log.rows[at].event, points_of(log, at)
    pairs = pairs_of(e)
    level = [points[b] for _, b in pairs]
    twos = [(i, j) for i in range(len(pairs)) for j in range(i) if (level[i] == level[j]) == same]
    if not twos:
        return False
    i, j = rnd.choice(twos)
    (a, b), (c, d) = pairs[i], pairs[j]
    pairs[i], pairs[j] = (a, d), (c, b)
    seat(e, pairs, bye_of(e))
    return True


@caught_by("both")
def pairs_exchanged_inside_a_score_group(log: Log, rnd: Random) -> bool:
    return _exchange(log, rnd, same=True)


@caught_by("both")
def pairs_exchanged_across_groups(log: Log, rnd: Random) -> bool:
    return _exchange(log, rnd, same=False)


@caught_by("both")
def bye_exchanged(log: Log, rnd: Random) -> bool:
    at = one_draw(log, rnd, 1, lambda e: bye_of(e) is not None and len(pairs_of(e)) > 1)
    if at < 0:
        return False
    e = log.rows[at].event
    pairs, bye = pairs_of(e), bye_of(e)
    i = rnd.randrange(len(pairs))
    a, b = pairs[i]
    assert bye is not None
    pairs[i] = (a, bye)
    seat(e, pairs, b)
    return True


@caught_by("both")
def pair_left_out(log: Log, rnd: Random) -> bool:
    def change(e: Event, pairs: list[Any]) -> bool:
        seat(e, pairs[1:], bye_of(e))
        return True

    return with_pairs(log, rnd, change)


@caught_by("both")
def player_at_two_tables(log: Log, rnd: Random) -> bool:
    def change(e: Event, pairs: list[Any]) -> bool:
        seat(e, [*pairs, pairs[0]], bye_of(e))
        return True

    return with_pairs(log, rnd, change)


@caught_by("both")
def bye_called_an_awarded_one(log: Log, rnd: Random) -> bool:
    at = one_draw(log, rnd, 1, lambda e: bye_of(e) is not None)
    for m in log.rows[at].event["matches"] if at >= 0 else ():
        m["kind"] = "awarded_bye" if m["kind"] == "bye" else m["kind"]
    return at >= 0


@caught_by("both")
def players_renumbered_in_a_draw(log: Log, rnd: Random) -> bool:
    def change(e: Event, pairs: list[Any]) -> bool:
        (a, b), (c, d) = rnd.sample(pairs, 2)
        names = {a: c, c: a}
        made = [(names.get(x, x), names.get(y, y)) for x, y in pairs]
        seat(e, made, bye_of(e))
        return bool(b != d)

    return with_pairs(log, rnd, change)


@caught_by("both")
def change_by_hand_written_as_the_draw(log: Log, rnd: Random) -> bool:
    """The pairing that an organiser made by hand stands in the draw, and the record of the change is gone."""
    changes = log.every("pairing_changed")
    draws = {log.rows[i].event["round"]: i for i in swiss_draws(log)}
    for at in changes:
        e = log.rows[at].event
        if e["round"] in draws and draws[e["round"]] < at:
            drawn = log.rows[draws[e["round"]]].event
            gone = {m["match"] for m in e["before"]}
            drawn["matches"] = [m for m in drawn["matches"] if m["match"] not in gone] + e["after"]
            log.cut(draws[e["round"]])
            return forged(log, draws[e["round"]])
    return False
