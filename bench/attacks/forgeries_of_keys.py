"""The kinds of forged logs, second part: keys, links, dice, the freeze and its field."""

import json
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from random import Random
from typing import Any

from bench.attacks.forgeries import big, caught_by, one_draw, one_of, require, require_forged
from bench.attacks.forging import Log, draw_again, fitted, frozen_at, pairs_of
from komandor.core.lots import chain
from komandor.log.canonical import canonical
from komandor.log.sealing import seal_of

# ── keys, links, dice ────────────────────────────────────────────────────────


@caught_by("both")
def other_dice(log: Log, rnd: Random) -> None:
    at = one_draw(log, rnd, 1, lambda e: bool(e["public"]) and big(e))
    log.rows[at].event["public"] += " 6"
    require_forged(log, at)


@caught_by("both")
def another_seed(log: Log, rnd: Random) -> None:
    """A whole new chain behind a new promise, over the pairs as they were."""
    at = one_draw(log, rnd, 1, lambda e: len(pairs_of(e)) > 3)
    links = chain(secrets.token_bytes(32), log.id)
    log.rows[0].event["commitment"] = links[0].hex()
    for row in log.rows:
        if row.kind == "round_drawn":
            row.event["link"] = links[row.event["round"]].hex()
    require_forged(log, at)


@caught_by("both")
def another_promise(log: Log, rnd: Random) -> None:
    log.rows[0].event["commitment"] = rnd.randbytes(32).hex()
    one_draw(log, rnd)


@caught_by("both")
def link_out_of_the_air(log: Log, rnd: Random) -> None:
    """Another link, and pairs that follow from it."""
    at = one_draw(log, rnd, 2)
    log.rows[at].event["link"] = rnd.randbytes(32).hex()
    draw_again(log, at)


@caught_by("both")
def link_of_round_one_again(log: Log, rnd: Random) -> None:
    at = one_draw(log, rnd, 2)
    log.rows[at].event["link"] = log.rows[log.every("round_drawn")[0]].event["link"]
    draw_again(log, at)


def _draw_field(log: Log, rnd: Random, name: str, value: Callable[[Any], Any]) -> None:
    row = log.rows[one_draw(log, rnd, 1, lambda e: bool(e.get(name)) and big(e))]
    row.event |= fitted(log.id, row.event, row.event["head"])
    row.event[name] = value(row.event[name])
    log.keep(row, name)


@caught_by("both")
def key_that_is_none(log: Log, rnd: Random) -> None:
    _draw_field(log, rnd, "key_check", lambda _: rnd.randbytes(32).hex())


@caught_by("both")
def order_of_lots_turned_round(log: Log, rnd: Random) -> None:
    _draw_field(log, rnd, "order", lambda old: old[::-1])


@caught_by("both")
def tie_break_lot_raised(log: Log, rnd: Random) -> None:
    _draw_field(log, rnd, "lots", lambda old: [[old[0][0], old[0][1] ^ 1], *old[1:]])


def _dice(log: Log, rnd: Random, source: str, public: str) -> None:
    at = one_draw(log, rnd)
    log.rows[frozen_at(log, at)].event["public_source"] = source
    log.rows[at].event["public"] = public
    draw_again(log, at)


@caught_by("both")
def dice_that_were_not_announced(log: Log, rnd: Random) -> None:
    _dice(log, rnd, "none", "1 2 3")


@caught_by("both")
def dice_spelled_another_way(log: Log, rnd: Random) -> None:
    """The same roll, in the spelling that gives the wished pair."""
    at = one_draw(log, rnd, 1, lambda e: " " in e["public"])
    log.rows[at].event["public"] = log.rows[at].event["public"].replace(" ", "|")
    draw_again(log, at)


@caught_by("both")
def dice_in_another_order(log: Log, rnd: Random) -> None:
    at = one_draw(log, rnd, 1, lambda e: len(set(e["public"].split())) > 1)
    log.rows[at].event["public"] = " ".join(reversed(log.rows[at].event["public"].split()))
    draw_again(log, at)


@caught_by("both")
def word_instead_of_dice(log: Log, rnd: Random) -> None:
    _dice(log, rnd, "dice", "banana")


@caught_by("both")
def dice_that_were_not_rolled(log: Log, rnd: Random) -> None:
    _dice(log, rnd, "dice", "")


@caught_by("both")
def drawn_again_with_other_dice(log: Log, rnd: Random) -> None:
    at = one_draw(log, rnd, 1, lambda e: bool(e["public"]))
    again = deepcopy(log.rows[at].event)
    again["public"] += " 5"
    log.insert(at + 1, again)
    draw_again(log, at + 1)


@caught_by("both")
def another_seed_opened_at_the_end(log: Log, rnd: Random) -> None:
    at = log.every("tournament_closed", lambda e: bool(e.get("seed")))
    require(at)
    log.rows[at[0]].event["seed"] = rnd.randbytes(32).hex()


# ── the freeze ───────────────────────────────────────────────────────────────


@caught_by("both")
def freeze_that_skips_the_roster(log: Log, rnd: Random) -> None:
    """The head of an early record, chosen before the players were known; the pairs follow from it."""
    at = one_draw(log, rnd)
    row = log.rows[frozen_at(log, at)]
    row.event["head"] = _hash_of(log, rnd.randint(1, 4))
    log.keep(row, "head")
    draw_again(log, at)


@caught_by("both")
def freeze_in_the_step_of_an_earlier_command(log: Log, rnd: Random) -> None:
    """So that the head of that command would do."""
    at = one_draw(log, rnd)
    frozen = frozen_at(log, at)
    log.insert(frozen, {"type": "notice_posted", "text": "tables", "notice": 1})
    log.rows[frozen].step = log.rows[frozen + 1].step = log.rows[frozen - 1].step
    log.rows[frozen + 1].event["head"] = _hash_of(log, frozen)
    log.keep(log.rows[frozen + 1], "head")
    draw_again(log, at + 1)


def _hash_of(log: Log, line: int) -> str:
    return str(json.loads(log.write().decode().split("\n")[line])["hash"])


@contextmanager
def _field(log: Log, rnd: Random, first: int = 2) -> Iterator[list[Any]]:
    """A frozen field to forge; at the end it is drawn honestly from it."""
    at = one_draw(log, rnd, first, big)
    yield log.rows[frozen_at(log, at)].event["field"]
    draw_again(log, at)


@caught_by("both")
def points_raised_in_the_field(log: Log, rnd: Random) -> None:
    with _field(log, rnd) as rows:
        rnd.choice(rows)[1] += 1


@caught_by("both")
def points_lowered_in_the_field(log: Log, rnd: Random) -> None:
    with _field(log, rnd) as rows:
        row = rnd.choice(rows)
        require(row[1] > 0)
        row[1] -= 1


@caught_by("both")
def player_dropped_from_the_field(log: Log, rnd: Random) -> None:
    with _field(log, rnd, 1) as rows:
        rows.pop(rnd.randrange(len(rows)))


@caught_by("both")
def player_who_left_in_the_field(log: Log, rnd: Random) -> None:
    at = one_draw(log, rnd, 2)
    rows = log.rows[frozen_at(log, at)].event["field"]
    gone = [row.event["player"] for row in log.rows[: frozen_at(log, at)] if row.kind == "player_left"]
    gone = [n for n in gone if n not in {row[0] for row in rows}]
    require(gone)
    rows.append([gone[0], 0, 0, max(row[3] for row in rows) + 1])
    rows.sort()
    draw_again(log, at)


@caught_by("both")
def bye_forgotten_in_the_field(log: Log, rnd: Random) -> None:
    with _field(log, rnd) as rows:
        had = [row for row in rows if row[2]]
        require(had)
        had[0][2] = 0


@caught_by("both")
def place_against_the_points(log: Log, rnd: Random) -> None:
    with _field(log, rnd) as rows:
        first, *_, last = sorted(rows, key=lambda row: row[3])
        require(first[1] != last[1])
        first[3], last[3] = last[3], first[3]


@caught_by("check")
def place_among_players_level_on_points(log: Log, rnd: Random) -> None:
    with _field(log, rnd) as rows:
        x, y = one_of([(x, y) for x in rows for y in rows if x is not y and x[1] == y[1]], rnd)
        x[3], y[3] = y[3], x[3]


@caught_by("both")
def freeze_without_a_field(log: Log, rnd: Random) -> None:
    log.rows[frozen_at(log, one_draw(log, rnd, 1, big))].event.pop("field")


@caught_by("both")
def field_that_is_withheld(log: Log, rnd: Random) -> None:
    row = log.rows[frozen_at(log, one_draw(log, rnd, 1, big))]
    row.sealed = seal_of(row.salt, canonical({"event": {"field": row.event.pop("field")}}))


@caught_by("both")
def another_field_in_the_draw(log: Log, rnd: Random) -> None:
    """The freeze is honest; the draw names a field of its own, and follows from it."""
    at = one_draw(log, rnd, 2, big)
    rows = [list(row) for row in log.rows[frozen_at(log, at)].event["field"]]
    rnd.choice(rows)[1] += 1
    log.rows[at].event["field"] = rows
    draw_again(log, at)
