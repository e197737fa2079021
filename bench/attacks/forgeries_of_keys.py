"""The kinds of forged logs, second part: keys, links, dice, the freeze and its field."""

import json
import secrets
from collections.abc import Callable
from random import Random
from typing import Any

from bench.attacks.forgeries import caught_by, forged, one_draw
from bench.attacks.forging import Event, Log, draw_again, fitted, frozen_at, pairs_of
from komandor.core.lots import chain
from komandor.log.canonical import canonical
from komandor.log.sealing import seal_of

# ── keys, links, dice ────────────────────────────────────────────────────────


@caught_by("both")
def other_dice(log: Log, rnd: Random) -> bool:
    at = one_draw(log, rnd, 1, lambda e: bool(e["public"]) and len(pairs_of(e)) > 2)
    if at >= 0:
        log.rows[at].event["public"] += " 6"
    return at >= 0 and forged(log, at)


@caught_by("both")
def another_seed(log: Log, rnd: Random) -> bool:
    """A whole new chain behind a new promise, over the pairs as they were."""
    at = one_draw(log, rnd, 1, lambda e: len(pairs_of(e)) > 3)
    links = chain(secrets.token_bytes(32), log.id)
    log.rows[0].event["commitment"] = links[0].hex()
    for row in log.rows:
        if row.kind == "round_drawn":
            row.event["link"] = links[row.event["round"]].hex()
    return at >= 0 and forged(log, at)


@caught_by("both")
def another_promise(log: Log, rnd: Random) -> bool:
    log.rows[0].event["commitment"] = rnd.randbytes(32).hex()
    return one_draw(log, rnd) >= 0


def _link(log: Log, rnd: Random, link: Callable[[Event], str]) -> bool:
    """Another link, and pairs that follow from it."""
    at = one_draw(log, rnd, 2)
    if at >= 0:
        log.rows[at].event["link"] = link(log.rows[at].event)
        draw_again(log, at)
    return at >= 0


@caught_by("both")
def link_out_of_the_air(log: Log, rnd: Random) -> bool:
    return _link(log, rnd, lambda _: rnd.randbytes(32).hex())


@caught_by("both")
def link_of_round_one_again(log: Log, rnd: Random) -> bool:
    first = log.rows[log.every("round_drawn")[0]].event["link"] if log.every("round_drawn") else ""
    return bool(first) and _link(log, rnd, lambda _: first)


def _draw_field(log: Log, rnd: Random, name: str, value: Callable[[Any], Any]) -> bool:
    at = one_draw(log, rnd, 1, lambda e: bool(e.get(name)) and len(pairs_of(e)) > 2)
    if at >= 0:
        row = log.rows[at]
        row.event |= fitted(log.id, row.event, row.event["head"])
        row.event[name] = value(row.event[name])
        log.keep(row, name)
    return at >= 0


@caught_by("both")
def key_that_is_none(log: Log, rnd: Random) -> bool:
    return _draw_field(log, rnd, "key_check", lambda _: rnd.randbytes(32).hex())


@caught_by("both")
def order_of_lots_turned_round(log: Log, rnd: Random) -> bool:
    return _draw_field(log, rnd, "order", lambda old: old[::-1])


@caught_by("both")
def tie_break_lot_raised(log: Log, rnd: Random) -> bool:
    return _draw_field(log, rnd, "lots", lambda old: [[old[0][0], old[0][1] ^ 1], *old[1:]])


@caught_by("both")
def dice_that_were_not_announced(log: Log, rnd: Random) -> bool:
    at = one_draw(log, rnd, 1)
    if at >= 0:
        log.rows[frozen_at(log, at)].event["public_source"] = "none"
        log.rows[at].event["public"] = "1 2 3"
        draw_again(log, at)
    return at >= 0


@caught_by("both")
def dice_that_were_not_rolled(log: Log, rnd: Random) -> bool:
    at = one_draw(log, rnd, 1)
    if at >= 0:
        log.rows[frozen_at(log, at)].event["public_source"] = "dice"
        log.rows[at].event["public"] = ""
        draw_again(log, at)
    return at >= 0


@caught_by("both")
def drawn_again_with_other_dice(log: Log, rnd: Random) -> bool:
    at = one_draw(log, rnd, 1, lambda e: bool(e["public"]))
    if at >= 0:
        again = json.loads(json.dumps(log.rows[at].event))
        again["public"] += " 5"
        log.insert(at + 1, again)
        draw_again(log, at + 1)
    return at >= 0


@caught_by("both")
def another_seed_opened_at_the_end(log: Log, rnd: Random) -> bool:
    at = log.every("tournament_closed", lambda e: bool(e.get("seed")))
    if at:
        log.rows[at[0]].event["seed"] = rnd.randbytes(32).hex()
    return bool(at)


# ── the freeze ───────────────────────────────────────────────────────────────


@caught_by("both")
def freeze_that_skips_the_roster(log: Log, rnd: Random) -> bool:
    """The head of an early record, chosen before the players were known; the pairs follow from it."""
    at = one_draw(log, rnd, 1)
    if at >= 0:
        early = json.loads(log.write().decode().split("\n")[rnd.randint(1, 4)])["hash"]
        row = log.rows[frozen_at(log, at)]
        row.event["head"] = early
        log.keep(row, "head")
        draw_again(log, at)
    return at >= 0


@caught_by("both")
def freeze_in_the_step_of_an_earlier_command(log: Log, rnd: Random) -> bool:
    """So that the head of that command would do."""
    at = one_draw(log, rnd, 1)
    if at >= 0:
        frozen = frozen_at(log, at)
        log.insert(frozen, {"type": "notice_posted", "text": "tables", "notice": 1})
        log.rows[frozen].step = log.rows[frozen + 1].step = log.rows[frozen - 1].step
        log.rows[frozen + 1].event["head"] = json.loads(log.write().decode().split("\n")[frozen])["hash"]
        log.keep(log.rows[frozen + 1], "head")
        draw_again(log, at + 1)
    return at >= 0


def _field(log: Log, rnd: Random, change: Callable[[list[Any]], bool], first: int = 2) -> bool:
    """Forge the frozen field, and draw honestly from it."""
    at = one_draw(log, rnd, first, lambda e: len(pairs_of(e)) > 2)
    if at < 0:
        return False
    rows = log.rows[frozen_at(log, at)].event["field"]
    if not change(rows):
        return False
    draw_again(log, at)
    return True


def _points(rows: list[Any], rnd: Random, by: int) -> bool:
    row = rnd.choice(rows)
    row[1] += by
    return bool(row[1] >= 0)


@caught_by("both")
def points_raised_in_the_field(log: Log, rnd: Random) -> bool:
    return _field(log, rnd, lambda rows: _points(rows, rnd, 1))


@caught_by("both")
def points_lowered_in_the_field(log: Log, rnd: Random) -> bool:
    return _field(log, rnd, lambda rows: _points(rows, rnd, -1))


@caught_by("both")
def player_dropped_from_the_field(log: Log, rnd: Random) -> bool:
    return _field(log, rnd, lambda rows: rows.pop(rnd.randrange(len(rows))) is not None, 1)


@caught_by("both")
def player_who_left_in_the_field(log: Log, rnd: Random) -> bool:
    at = one_draw(log, rnd, 2)
    if at < 0:
        return False
    rows = log.rows[frozen_at(log, at)].event["field"]
    gone = [row.event["player"] for row in log.rows[: frozen_at(log, at)] if row.kind == "player_left"]
    gone = [n for n in gone if n not in {row[0] for row in rows}]
    if gone:
        rows.append([gone[0], 0, 0, max(row[3] for row in rows) + 1])
        rows.sort()
        draw_again(log, at)
    return bool(gone)


@caught_by("both")
def bye_forgotten_in_the_field(log: Log, rnd: Random) -> bool:
    def change(rows: list[Any]) -> bool:
        had = [row for row in rows if row[2]]
        for row in had[:1]:
            row[2] = 0
        return bool(had)

    return _field(log, rnd, change)


@caught_by("both")
def place_against_the_points(log: Log, rnd: Random) -> bool:
    def change(rows: list[Any]) -> bool:
        rows = sorted(rows, key=lambda row: row[3])
        rows[0][3], rows[-1][3] = rows[-1][3], rows[0][3]
        return bool(rows[0][1] != rows[-1][1])

    return _field(log, rnd, change)


@caught_by("check")
def place_among_players_level_on_points(log: Log, rnd: Random) -> bool:
    def change(rows: list[Any]) -> bool:
        twos = [(x, y) for x in rows for y in rows if x is not y and x[1] == y[1]]
        if twos:
            x, y = rnd.choice(twos)
            x[3], y[3] = y[3], x[3]
        return bool(twos)

    return _field(log, rnd, change)


@caught_by("both")
def freeze_without_a_field(log: Log, rnd: Random) -> bool:
    at = one_draw(log, rnd, 1, lambda e: len(pairs_of(e)) > 2)
    if at >= 0:
        log.rows[frozen_at(log, at)].event.pop("field")
    return at >= 0


@caught_by("both")
def field_that_is_withheld(log: Log, rnd: Random) -> bool:
    at = one_draw(log, rnd, 1, lambda e: len(pairs_of(e)) > 2)
    if at >= 0:
        row = log.rows[frozen_at(log, at)]
        row.sealed = seal_of(row.salt, canonical({"event": {"field": row.event.pop("field")}}))
    return at >= 0


@caught_by("both")
def another_field_in_the_draw(log: Log, rnd: Random) -> bool:
    """The freeze is honest; the draw names a field of its own, and follows from it."""
    at = one_draw(log, rnd, 2, lambda e: len(pairs_of(e)) > 2)
    if at < 0:
        return False
    rows = [list(row) for row in log.rows[frozen_at(log, at)].event["field"]]
    _points(rows, rnd, 1)
    log.rows[at].event["field"] = rows
    draw_again(log, at)
    return True
