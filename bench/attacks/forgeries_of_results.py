"""The kinds of forged logs, third part: results, people, brackets, missions, and what is only noted."""

import json
from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any

from bench.attacks.forgeries import (
    big,
    caught_by,
    exchange_players,
    one_draw,
    one_of,
    require,
    require_forged,
)
from bench.attacks.forging import Event, Log, bye_of, draw_again, frozen_at, is_swiss, pairs_of

REPLACES = ("result_entered", "result_corrected", "result_annulled", "result_reported")


def before_a_draw(
    log: Log, rnd: Random, kinds: tuple[str, ...], fits: Callable[[Event], bool] = lambda _: True
) -> tuple[int, int]:
    """A record of these kinds, and a later draw after which nothing has happened yet."""
    at = one_draw(log, rnd, 2, lambda e: len(pairs_of(e)) > 1)
    return one_of(
        [i for i, row in enumerate(log.rows[:at]) if row.kind in kinds and fits(row.event)], rnd
    ), at


def uneven(e: Event) -> bool:
    return len({s["points"] for s in e["scores"]}) > 1


def result_before_a_draw(
    log: Log, rnd: Random, kinds: tuple[str, ...], fits: Callable[[Event], bool]
) -> tuple[int, int]:
    """The same for a result that no later record replaces."""
    i, at = before_a_draw(log, rnd, kinds, fits)
    later = (row for row in log.rows[i + 1 :] if row.event.get("match") == log.rows[i].event["match"])
    require(not any(row.kind in REPLACES for row in later))
    return i, at


def exchange_points(e: Event) -> None:
    a, b = e["scores"]
    a["points"], b["points"] = b["points"], a["points"]


# The lots are others as soon as the log is: each of these draws honestly from the field as it was frozen.


@caught_by("both")
def result_dropped(log: Log, rnd: Random) -> None:
    points = lambda e: any(s["points"] for s in e.get("scores", ()))  # noqa: E731
    i, at = before_a_draw(log, rnd, ("result_entered",), points)
    here = {row[0] for row in log.rows[frozen_at(log, at)].event["field"]}
    require(any(s["points"] and s["player"] in here for s in log.rows[i].event["scores"]))
    del log.rows[i]
    draw_again(log, at - 1)


@caught_by("check")
def result_dropped_whose_winner_left(log: Log, rnd: Random) -> None:
    """Nobody's points in a later field change: only the checker asks what a closed round lacks."""
    i, at = before_a_draw(log, rnd, ("result_entered",), lambda e: bool(e.get("winner")))
    here = {row[0] for row in log.rows[frozen_at(log, at)].event["field"]}
    require(not any(s["points"] and s["player"] in here for s in log.rows[i].event["scores"]))
    del log.rows[i]
    draw_again(log, at - 1)


@caught_by("both")
def winner_and_loser_exchanged(log: Log, rnd: Random) -> None:
    i, at = result_before_a_draw(log, rnd, ("result_entered", "result_reported"), uneven)
    exchange_points(log.rows[i].event)
    draw_again(log, at)


@caught_by("check")
def points_against_the_slip(log: Log, rnd: Random) -> None:
    """The field follows the forged scores, so the draws follow from the log; the slip says otherwise."""
    i, at = result_before_a_draw(log, rnd, ("result_entered",), lambda e: not e.get("override"))
    score = log.rows[i].event["scores"][0]
    score["points"] += 1
    number = log.rows[i].event["match"]
    draws = (row.event for row in log.rows if row.kind == "round_drawn")
    played = next(e["round"] for e in draws if number in [m["match"] for m in e["matches"]])
    for row in log.rows:
        if row.kind == "round_frozen" and row.event["round"] > played:
            for line in row.event.get("field", ()):
                line[1] += line[0] == score["player"]
    draw_again(log, at)


@caught_by("both")
def correction_added_before_the_freeze(log: Log, rnd: Random) -> None:
    i, at = result_before_a_draw(log, rnd, ("result_entered",), uneven)
    old = deepcopy(log.rows[i].event)
    exchange_points(old)
    log.insert(frozen_at(log, at), {**old, "type": "result_corrected", "reason": "typing mistake"})
    draw_again(log, at + 1)


@caught_by("both")
def leaving_record_removed(log: Log, rnd: Random) -> None:
    i, at = before_a_draw(log, rnd, ("player_left",))
    require(not log.every("player_returned"))
    del log.rows[i]
    draw_again(log, at - 1)


def leaving(player: int, round: int) -> Event:
    return {
        "type": "player_left",
        "player": player,
        "cause": "drop",
        "round": round,
        "reason": "",
        "game": "",
    }


@caught_by("both")
def leaving_record_added(log: Log, rnd: Random) -> None:
    at = one_draw(log, rnd, 2)
    row = rnd.choice(log.rows[frozen_at(log, at)].event["field"])
    log.insert(frozen_at(log, at), leaving(row[0], 1))
    draw_again(log, at + 1)


@caught_by("both")
def player_registered_unseen(log: Log, rnd: Random) -> None:
    at = one_draw(log, rnd)
    first = log.every("player_registered")
    event = deepcopy(log.rows[first[-1]].event)
    event["player"] = max(log.rows[i].event["player"] for i in first) + 1
    log.insert(first[-1] + 1, event)
    draw_again(log, at + 1)


@caught_by("both")
def forbidden_pair_slipped_in(log: Log, rnd: Random) -> None:
    """A pair is forbidden before the freeze; the pairs are those of the draw without it."""
    at = one_draw(log, rnd, 1, big)
    a, b = sorted(rnd.choice(pairs_of(log.rows[at].event)))
    pair = {"type": "pair_forbidden", "player": a, "opponent": b, "reason": "brothers"}
    log.insert(frozen_at(log, at), pair)
    require_forged(log, at + 1)


@caught_by("both")
def deduction_hidden(log: Log, rnd: Random) -> None:
    i, at = before_a_draw(log, rnd, ("sanction_given",), lambda e: bool(e.get("points")))
    taken = log.rows[i].event
    closed = {r.event["round"] for r in log.rows[:at] if r.kind == "round_closed"}
    rows = log.rows[frozen_at(log, at)].event["field"]
    require(any(row[0] == taken["player"] and row[1] > 0 for row in rows))
    require(max((r.event["round"] for r in log.rows[:i] if r.kind == "round_frozen"), default=1) in closed)
    taken["points"] = 0
    draw_again(log, at)


@caught_by("both")
def missed_rounds_forgotten(log: Log, rnd: Random) -> None:
    """A player who came back was in no table of a round that is said not to have been missed."""
    i, at = before_a_draw(log, rnd, ("player_returned", "player_entered_late"), lambda e: bool(e.get("byes")))
    log.rows[i].event["byes"] = []
    draw_again(log, at)


@caught_by("both")
def players_exchanged_after_the_freeze(log: Log, rnd: Random) -> None:
    """Two numbers change places in every record after a freeze."""
    e = log.rows[one_draw(log, rnd, 1, big)].event
    (a, _), (b, _) = rnd.sample(pairs_of(e), 2)
    exchange_players(e, a, b)


# ── start numbers, brackets, missions, deck checks ───────────────────────────


@caught_by("both")
def start_numbers_exchanged(log: Log, rnd: Random) -> int:
    at = one_draw(log, rnd, 1, lambda e: len(e.get("starts", ())) > 3)
    starts = log.rows[at].event["starts"]
    i, j = rnd.sample(range(len(starts)), 2)
    starts[i][1], starts[j][1] = starts[j][1], starts[i][1]
    return at


@caught_by("both")
def start_numbers_exchanged_and_folded(log: Log, rnd: Random) -> None:
    draw_again(log, start_numbers_exchanged(log, rnd), starts=False)


def _first_of_a_bracket(log: Log) -> Event:
    found = log.every("round_drawn", lambda e: bool(e.get("seeds")))
    require(found)
    log.cut(found[0])
    return log.rows[found[0]].event


def _exchange_games(e: Event, rnd: Random) -> None:
    games = [m for m in e["matches"] if m["b"] is not None]
    require(len(games) > 1)
    one, two = rnd.sample(games, 2)
    one["b"], two["b"] = two["b"], one["b"]


@caught_by("both")
def places_of_a_bracket_exchanged(log: Log, rnd: Random) -> None:
    e = _first_of_a_bracket(log)
    seeds = e["seeds"]
    i, j = rnd.sample([i for i, seed in enumerate(seeds) if seed is not None], 2)
    seeds[i], seeds[j] = seeds[j], seeds[i]
    exchange_players(e, seeds[i], seeds[j])


@caught_by("both")
def first_games_of_a_bracket_exchanged(log: Log, rnd: Random) -> None:
    plans = [plan for i in log.every("structure_announced") for plan in log.rows[i].event["stages"][:1]]
    require(any(plan["kind"] == "single" for plan in plans))
    _exchange_games(_first_of_a_bracket(log), rnd)


@caught_by("check")
def later_games_of_a_bracket_exchanged(log: Log, rnd: Random) -> None:
    require(not log.every("event_voided"))
    games = log.every("round_drawn", lambda e: not e.get("seeds") and len(pairs_of(e)) > 1)
    at = one_of([i for i in games if not is_swiss(log, i)], rnd)
    log.cut(at)
    _exchange_games(log.rows[at].event, rnd)


@caught_by("check")
def cut_with_another_seed(log: Log, rnd: Random) -> None:
    cuts = log.every("cut_made", lambda e: len(e["seeds"]) > 1)
    require(cuts)
    log.cut(cuts[0])
    seeds = log.rows[cuts[0]].event["seeds"]
    seeds[0], seeds[1] = seeds[1], seeds[0]


@caught_by("check")
def final_places_exchanged(log: Log, rnd: Random) -> None:
    ends = log.every("tournament_closed", lambda e: len(e["places"]) > 1)
    require(ends)
    places = log.rows[ends[-1]].event["places"]
    places[0][0], places[1][0] = places[1][0], places[0][0]


def _lot(log: Log, rnd: Random, kind: str) -> Event:
    at = one_of(log.every(kind), rnd)
    log.cut(at)
    return log.rows[at].event


@caught_by("both")
def another_mission(log: Log, rnd: Random) -> None:
    pool = log.rows[0].event.get("missions", ())
    require(len(pool) > 1)
    e = _lot(log, rnd, "mission_drawn")
    e["mission"] = rnd.choice([m for m in pool if m != e["mission"]])


@caught_by("both")
def mission_of_the_round_before(log: Log, rnd: Random) -> None:
    found = log.every("mission_drawn")
    require(len(found) > 1 and len(log.rows[0].event["missions"]) > 1)
    at = rnd.randrange(1, len(found))
    log.cut(found[at])
    before, e = log.rows[found[at - 1]].event, log.rows[found[at]].event
    require(before["mission"] != e["mission"])
    e["mission"] = before["mission"]


@caught_by("both")
def deck_check_of_somebody_else(log: Log, rnd: Random) -> None:
    here = [m for i in log.every("round_drawn") for m in log.rows[i].event["matches"]]
    players = {p for m in here for p in (m["a"], m["b"]) if p is not None}
    for i in log.every("deck_checks_drawn"):
        row = log.rows[i]
        row.event.update(json.loads(row.closed)["event"] if row.closed else {})
        row.closed = ""
    e = _lot(log, rnd, "deck_checks_drawn")
    require(e.get("players"))
    e["players"][0] = one_of(sorted(players - set(e["players"])), rnd)


@caught_by("check")
def swiss_stage_called_a_knock_out(log: Log, rnd: Random) -> None:
    """So that the verifiers recompute no pairs of it."""
    cuts = log.every("cut_made", lambda e: e.get("kind") == "swiss")
    require(cuts)
    log.rows[cuts[0]].event["kind"] = "single"


@caught_by("both")
def first_stage_called_a_knock_out(log: Log, rnd: Random) -> None:
    one_draw(log, rnd, 1, big)
    for row in log.rows:
        stages: list[Any] = row.event.get("stages") or row.event.get("changes", {}).get("stages") or []
        for plan in stages[:1]:
            plan["kind"] = "single"


# ── honest by the rules, and noted ───────────────────────────────────────────


@caught_by("note.time")
def time_running_backwards(log: Log, rnd: Random) -> None:
    row = log.rows[one_draw(log, rnd)]
    row.at = "2001" + row.at[4:]


@caught_by("note.beacon")
def beacon_that_nobody_checked(log: Log, rnd: Random) -> None:
    at = one_draw(log, rnd)
    log.rows[frozen_at(log, at)].event.update(public_source="beacon", beacon="drand 1", digits=64)
    log.rows[at].event["public"] = "3f" * 32
    draw_again(log, at)


@caught_by("note.field")
def player_sent_out_for_another_draw(log: Log, rnd: Random) -> None:
    """One leaves after the draw, it is drawn again, and the same key gives other pairs."""
    at = one_draw(log, rnd, 1, lambda e: big(e) and bye_of(e) is None)
    again = deepcopy(log.rows[at].event)
    rows = log.rows[frozen_at(log, at)].event["field"]
    gone = rnd.choice(rows)[0]
    again["field"] = [row for row in rows if row[0] != gone]
    log.insert(at + 1, leaving(gone, again["round"]))
    log.insert(at + 2, again)
    draw_again(log, at + 2)


@caught_by("freeze.again")
def frozen_again_after_a_draw(log: Log, rnd: Random) -> None:
    """The draw is undone, and frozen at another head."""
    at = one_draw(log, rnd)
    frozen = frozen_at(log, at)
    again = [deepcopy(log.rows[i].event) for i in (frozen, at)]
    targets = list(range(frozen + 1, at + 2))
    log.insert(at + 1, {"type": "event_voided", "targets": targets, "reason": "power cut"})
    for i, event in enumerate(again):
        log.insert(at + 2 + i, event)
    draw_again(log, at + 3)
