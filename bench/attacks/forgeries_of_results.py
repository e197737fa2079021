"""The kinds of forged logs, third part: results, people, brackets, missions, and what is only noted."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

from bench.attacks.forgeries import caught_by, forged, one_draw
from bench.attacks.forging import Event, Log, bye_of, draw_again, frozen_at, is_swiss, pairs_of

REPLACES = ("result_entered", "result_corrected", "result_annulled", "result_reported")


def before_a_draw(
    log: Log, rnd: Random, kinds: tuple[str, ...], fits: Callable[[Event], bool]
) -> tuple[int, int]:
    """A record of these kinds, and a later draw after which nothing has happened yet."""
    at = one_draw(log, rnd, 2, lambda e: len(pairs_of(e)) > 1)
    found = [i for i, row in enumerate(log.rows[: max(at, 0)]) if row.kind in kinds and fits(row.event)]
    return (rnd.choice(found), at) if found and at >= 0 else (-1, -1)


def redrawn(log: Log, at: int) -> bool:
    """The lots are others now, because the log is: draw honestly from the field as it was frozen."""
    draw_again(log, at)
    return True


@caught_by("both")
def result_dropped(log: Log, rnd: Random) -> bool:
    points = lambda e: any(s["points"] for s in e.get("scores", ()))  # noqa: E731
    i, at = before_a_draw(log, rnd, ("result_entered",), points)
    if i < 0:
        return False
    del log.rows[i]
    return redrawn(log, at - 1)


@caught_by("both")
def winner_and_loser_exchanged(log: Log, rnd: Random) -> bool:
    uneven = lambda e: len({s["points"] for s in e["scores"]}) > 1  # noqa: E731
    i, at = before_a_draw(log, rnd, ("result_entered", "result_reported"), uneven)
    if i < 0 or not _counts(log, i):
        return False
    a, b = log.rows[i].event["scores"]
    a["points"], b["points"] = b["points"], a["points"]
    return redrawn(log, at)


def _counts(log: Log, i: int) -> bool:
    """Whether no later record replaces the result."""
    match = log.rows[i].event["match"]
    later = (row for row in log.rows[i + 1 :] if row.event.get("match") == match)
    return not any(row.kind in REPLACES for row in later)


@caught_by("check")
def points_against_the_slip(log: Log, rnd: Random) -> bool:
    """The field follows the forged scores, so the draws follow from the log; the slip says otherwise."""
    i, at = before_a_draw(log, rnd, ("result_entered",), lambda e: not e.get("override"))
    if i < 0 or not _counts(log, i):
        return False
    score = log.rows[i].event["scores"][0]
    score["points"] += 1
    number = log.rows[i].event["match"]
    draws = (row.event for row in log.rows if row.kind == "round_drawn")
    played = next(e["round"] for e in draws if number in [m["match"] for m in e["matches"]])
    for row in log.rows:
        if row.kind == "round_frozen" and row.event["round"] > played:
            for line in row.event.get("field", ()):
                line[1] += line[0] == score["player"]
    return redrawn(log, at)


@caught_by("both")
def correction_added_before_the_freeze(log: Log, rnd: Random) -> bool:
    uneven = lambda e: len({s["points"] for s in e["scores"]}) > 1  # noqa: E731
    i, at = before_a_draw(log, rnd, ("result_entered",), uneven)
    if i < 0 or not _counts(log, i):
        return False
    old = json.loads(json.dumps(log.rows[i].event))
    a, b = old["scores"]
    a["points"], b["points"] = b["points"], a["points"]
    log.insert(frozen_at(log, at), {**old, "type": "result_corrected", "reason": "typing mistake"})
    return redrawn(log, at + 1)


@caught_by("both")
def leaving_record_removed(log: Log, rnd: Random) -> bool:
    i, at = before_a_draw(log, rnd, ("player_left",), lambda _: True)
    if i < 0 or any(row.kind == "player_returned" for row in log.rows):
        return False
    del log.rows[i]
    return redrawn(log, at - 1)


@caught_by("both")
def leaving_record_added(log: Log, rnd: Random) -> bool:
    at = one_draw(log, rnd, 2)
    if at < 0:
        return False
    row = rnd.choice(log.rows[frozen_at(log, at)].event["field"])
    left = {"type": "player_left", "player": row[0], "cause": "drop", "round": 1, "reason": "", "game": ""}
    log.insert(frozen_at(log, at), left)
    return redrawn(log, at + 1)


@caught_by("both")
def player_registered_unseen(log: Log, rnd: Random) -> bool:
    at = one_draw(log, rnd, 1)
    first = log.every("player_registered")
    if at < 0 or not first:
        return False
    event = json.loads(json.dumps(log.rows[first[-1]].event))
    event["player"] = max(log.rows[i].event["player"] for i in first) + 1
    log.insert(first[-1] + 1, event)
    return redrawn(log, at + 1)


@caught_by("both")
def forbidden_pair_slipped_in(log: Log, rnd: Random) -> bool:
    """A pair is forbidden before the freeze; the pairs are those of the draw without it."""
    at = one_draw(log, rnd, 1, lambda e: len(pairs_of(e)) > 2)
    if at < 0:
        return False
    a, b = sorted(rnd.choice(pairs_of(log.rows[at].event)))
    pair = {"type": "pair_forbidden", "player": a, "opponent": b, "reason": "brothers"}
    log.insert(frozen_at(log, at), pair)
    return forged(log, at + 1)


@caught_by("both")
def deduction_hidden(log: Log, rnd: Random) -> bool:
    i, at = before_a_draw(log, rnd, ("sanction_given",), lambda e: bool(e.get("points")))
    if i < 0:
        return False
    taken = log.rows[i].event
    closed = {r.event["round"] for r in log.rows[:at] if r.kind == "round_closed"}
    rows = log.rows[frozen_at(log, at)].event["field"]
    here = [row for row in rows if row[0] == taken["player"] and row[1] > 0]
    given = max((r.event["round"] for r in log.rows[:i] if r.kind == "round_frozen"), default=1)
    if not here or given not in closed:
        return False
    taken["points"] = 0
    return redrawn(log, at)


@caught_by("both")
def missed_rounds_forgotten(log: Log, rnd: Random) -> bool:
    """A player who came back was in no table of a round that is said not to have been missed."""
    i, at = before_a_draw(log, rnd, ("player_returned", "player_entered_late"), lambda e: bool(e.get("byes")))
    if i < 0:
        return False
    log.rows[i].event["byes"] = []
    return redrawn(log, at)


@caught_by("both")
def players_exchanged_after_the_freeze(log: Log, rnd: Random) -> bool:
    """Two numbers change places in every record after a freeze."""
    at = one_draw(log, rnd, 1, lambda e: len(pairs_of(e)) > 2)
    if at < 0:
        return False
    (a, _), (b, _) = rnd.sample(pairs_of(log.rows[at].event), 2)
    names = {a: b, b: a}
    for m in log.rows[at].event["matches"]:
        m["a"], m["b"] = names.get(m["a"], m["a"]), names.get(m["b"], m["b"])
    return True


# ── start numbers, brackets, missions, deck checks ───────────────────────────


def _starts(log: Log, rnd: Random, fold: bool) -> bool:
    at = one_draw(log, rnd, 1, lambda e: len(e.get("starts", ())) > 3)
    if at < 0:
        return False
    starts = log.rows[at].event["starts"]
    i, j = rnd.sample(range(len(starts)), 2)
    starts[i][1], starts[j][1] = starts[j][1], starts[i][1]
    if fold:
        draw_again(log, at, starts=False)
    return True


@caught_by("both")
def start_numbers_exchanged(log: Log, rnd: Random) -> bool:
    return _starts(log, rnd, fold=False)


@caught_by("both")
def start_numbers_exchanged_and_folded(log: Log, rnd: Random) -> bool:
    return _starts(log, rnd, fold=True)


def _first_of_a_bracket(log: Log) -> int:
    found = log.every("round_drawn", lambda e: bool(e.get("seeds")))
    if found:
        log.cut(found[0])
    return found[0] if found else -1


@caught_by("both")
def places_of_a_bracket_exchanged(log: Log, rnd: Random) -> bool:
    at = _first_of_a_bracket(log)
    if at < 0:
        return False
    seeds = log.rows[at].event["seeds"]
    full = [i for i, seed in enumerate(seeds) if seed is not None]
    i, j = rnd.sample(full, 2)
    names = {seeds[i]: seeds[j], seeds[j]: seeds[i]}
    seeds[i], seeds[j] = seeds[j], seeds[i]
    for m in log.rows[at].event["matches"]:
        m["a"], m["b"] = names.get(m["a"], m["a"]), names.get(m["b"], m["b"])
    return True


@caught_by("both")
def first_games_of_a_bracket_exchanged(log: Log, rnd: Random) -> bool:
    plans = [plan for i in log.every("structure_announced") for plan in log.rows[i].event["stages"][:1]]
    single = any(plan["kind"] == "single" for plan in plans)
    at = _first_of_a_bracket(log) if single else -1
    games = [m for m in log.rows[at].event["matches"] if m["b"] is not None] if at >= 0 else []
    if len(games) < 2:
        return False
    one, two = rnd.sample(games, 2)
    one["b"], two["b"] = two["b"], one["b"]
    return True


@caught_by("check")
def later_games_of_a_bracket_exchanged(log: Log, rnd: Random) -> bool:
    games = log.every("round_drawn", lambda e: not e.get("seeds"))
    later = [i for i in games if not is_swiss(log, i) and len(pairs_of(log.rows[i].event)) > 1]
    if not later or log.every("event_voided"):
        return False
    at = rnd.choice(later)
    log.cut(at)
    one, two = rnd.sample([m for m in log.rows[at].event["matches"] if m["b"] is not None], 2)
    one["b"], two["b"] = two["b"], one["b"]
    return True


@caught_by("check")
def cut_with_another_seed(log: Log, rnd: Random) -> bool:
    cuts = log.every("cut_made", lambda e: len(e["seeds"]) > 1)
    if not cuts:
        return False
    log.cut(cuts[0])
    seeds = log.rows[cuts[0]].event["seeds"]
    seeds[0], seeds[1] = seeds[1], seeds[0]
    return True


@caught_by("check")
def final_places_exchanged(log: Log, rnd: Random) -> bool:
    ends = log.every("tournament_closed", lambda e: len(e["places"]) > 1)
    if not ends:
        return False
    places = log.rows[ends[-1]].event["places"]
    places[0][0], places[1][0] = places[1][0], places[0][0]
    return True


def _lot(log: Log, rnd: Random, kind: str, change: Callable[[Event], bool]) -> bool:
    found = log.every(kind)
    if not found:
        return False
    at = rnd.choice(found)
    log.cut(at)
    return change(log.rows[at].event)


@caught_by("both")
def another_mission(log: Log, rnd: Random) -> bool:
    pool = log.rows[0].event.get("missions", ())

    def change(e: Event) -> bool:
        e["mission"] = rnd.choice([m for m in pool if m != e["mission"]])
        return True

    return len(pool) > 1 and _lot(log, rnd, "mission_drawn", change)


@caught_by("both")
def mission_of_the_round_before(log: Log, rnd: Random) -> bool:
    found = log.every("mission_drawn")
    if len(found) < 2 or len(log.rows[0].event["missions"]) < 2:
        return False
    at = rnd.randrange(1, len(found))
    log.cut(found[at])
    before, e = log.rows[found[at - 1]].event, log.rows[found[at]].event
    same, e["mission"] = before["mission"] == e["mission"], before["mission"]
    return not same


@caught_by("both")
def deck_check_of_somebody_else(log: Log, rnd: Random) -> bool:
    here = [m for i in log.every("round_drawn") for m in log.rows[i].event["matches"]]
    players = {p for m in here for p in (m["a"], m["b"]) if p is not None}

    def change(e: Event) -> bool:
        others = sorted(players - set(e.get("players", ())))
        if not e.get("players") or not others:
            return False
        e["players"][0] = rnd.choice(others)
        return True

    for i in log.every("deck_checks_drawn"):
        row = log.rows[i]
        row.event.update(json.loads(row.closed)["event"] if row.closed else {})
        row.closed = ""
    return _lot(log, rnd, "deck_checks_drawn", change)


@caught_by("check")
def swiss_stage_called_a_knock_out(log: Log, rnd: Random) -> bool:
    """So that the verifiers recompute no pairs of it."""
    cuts = log.every("cut_made", lambda e: e.get("kind") == "swiss")
    if cuts:
        log.rows[cuts[0]].event["kind"] = "single"
    return bool(cuts)


@caught_by("both")
def first_stage_called_a_knock_out(log: Log, rnd: Random) -> bool:
    at = one_draw(log, rnd, 1, lambda e: len(pairs_of(e)) > 2)
    for row in log.rows if at >= 0 else ():
        stages: list[Any] = row.event.get("stages") or row.event.get("changes", {}).get("stages") or []
        for plan in stages[:1]:
            plan["kind"] = "single"
    return at >= 0


# ── honest by the rules, and noted ───────────────────────────────────────────


@caught_by("note.time")
def time_running_backwards(log: Log, rnd: Random) -> bool:
    at = one_draw(log, rnd, 1)
    if at > 0:
        log.rows[at].at = "2001" + log.rows[at].at[4:]
    return at > 0


@caught_by("note.beacon")
def beacon_that_nobody_checked(log: Log, rnd: Random) -> bool:
    at = one_draw(log, rnd, 1)
    if at >= 0:
        log.rows[frozen_at(log, at)].event.update(public_source="beacon", beacon="drand 1")
        log.rows[at].event["public"] = "3 5 1 6"
        draw_again(log, at)
    return at >= 0


@caught_by("note.field")
def player_sent_out_for_another_draw(log: Log, rnd: Random) -> bool:
    """One leaves after the draw, it is drawn again, and the same key gives other pairs."""
    at = one_draw(log, rnd, 1, lambda e: len(pairs_of(e)) > 2 and bye_of(e) is None)
    if at < 0:
        return False
    again = json.loads(json.dumps(log.rows[at].event))
    rows = log.rows[frozen_at(log, at)].event["field"]
    gone = rnd.choice(rows)[0]
    again["field"] = [row for row in rows if row[0] != gone]
    left = {"type": "player_left", "player": gone, "cause": "drop", "round": again["round"]}
    log.insert(at + 1, left | {"reason": "", "game": ""})
    log.insert(at + 2, again)
    draw_again(log, at + 2)
    return True


@caught_by("freeze.again")
def frozen_again_after_a_draw(log: Log, rnd: Random) -> bool:
    """The draw is undone, and frozen at another head."""
    at = one_draw(log, rnd, 1)
    if at < 0:
        return False
    frozen = frozen_at(log, at)
    targets = list(range(frozen + 1, at + 2))
    again = [json.loads(json.dumps(row.event)) for row in (log.rows[frozen], log.rows[at])]
    log.insert(at + 1, {"type": "event_voided", "targets": targets, "reason": "power cut"})
    for i, event in enumerate(again):
        log.insert(at + 2 + i, event)
    draw_again(log, at + 3)
    return True
