"""The kinds of forged logs, fifth part: who did it, when, and what may never be.

Most leave every draw as it was: the verifiers see who and when by the record alone, the laws see the rest.
"""

from copy import deepcopy
from random import Random

from bench.attacks.forgeries import caught_by, one_of, require
from bench.attacks.forging import Event, Log, Row, is_swiss


def _one(log: Log, rnd: Random, kind: str) -> Row:
    """One record of a kind, with nothing after it."""
    at = one_of(log.every(kind), rnd)
    log.cut(at)
    return log.rows[at]


def _end(log: Log) -> Event:
    found = log.every("tournament_closed")
    require(found)
    log.cut(found[-1])
    return log.rows[found[-1]].event


def _beside(log: Log, *events: Event) -> None:
    """Append records that one command wrote."""
    step = 2 * 10**6
    log.rows += [Row(log.rows[-1].at, "staff:1", step, event) for event in events]


def _turned(result: Event) -> Event:
    """A correction that gives a result to the other player."""
    require(result.get("winner") is not None)
    a, b = result["scores"]
    scores = [{**a, "player": b["player"]}, {**b, "player": a["player"]}]
    winner = next(s["player"] for s in scores if s["player"] != result["winner"])
    kept = {"match": result["match"], "report": {}, "scores": scores, "winner": winner}
    return {"type": "result_corrected", **kept, "reason": "so", "override": True}


# ── who ──────────────────────────────────────────────────────────────────────


@caught_by("both")
def result_by_the_public(log: Log, rnd: Random) -> None:
    _one(log, rnd, "result_entered").by = "public"


@caught_by("both")
def result_by_staff_whom_nobody_appointed(log: Log, rnd: Random) -> None:
    _one(log, rnd, "result_entered").by = "staff:99"


@caught_by("both")
def result_entered_by_its_winner(log: Log, rnd: Random) -> None:
    row = _one(log, rnd, "result_entered")
    require(row.event["winner"])
    row.by = f"player:{row.event['winner']}"


@caught_by("both")
def round_closed_by_a_player(log: Log, rnd: Random) -> None:
    _one(log, rnd, "round_closed").by = "player:3"


@caught_by("both")
def round_drawn_by_a_judge(log: Log, rnd: Random) -> None:
    judges = [
        log.rows[i].event["staff"] for i in log.every("staff_appointed", lambda e: e["roles"] == ["judge"])
    ]
    require(judges)
    _one(log, rnd, "round_drawn").by = f"staff:{judges[0]}"


@caught_by("check")
def clock_started_by_somebody_off_duty(log: Log, rnd: Random) -> None:
    heads = [
        log.rows[i].event["staff"] for i in log.every("staff_appointed", lambda e: e["roles"] == ["marshal"])
    ]
    require(heads)
    row = _one(log, rnd, "clock_started")
    row.by = f"staff:{heads[0]}"
    log.insert(len(log.rows) - 1, {"type": "duty_changed", "staff": heads[0], "on_duty": False})


# ── when and how ─────────────────────────────────────────────────────────────


@caught_by("both")
def record_of_the_year_9999(log: Log, rnd: Random) -> None:
    row = _one(log, rnd, "round_closed")
    row.at = "9999" + row.at[4:]


@caught_by("check")
def clock_that_started_an_hour_before(log: Log, rnd: Random) -> None:
    _one(log, rnd, "clock_started").event["at"] -= 3_600_000


@caught_by("both")
def bracket_drawn_in_another_way(log: Log, rnd: Random) -> None:
    at = one_of([i for i in log.every("round_drawn") if not is_swiss(log, i)], rnd)
    log.cut(at)
    log.rows[at].event["way"] = 1


@caught_by("both")
def seed_of_another_event(log: Log, rnd: Random) -> None:
    _end(log)["seed"] = "ab" * 32


@caught_by("both")
def swiss_round_drawn_in_no_way(log: Log, rnd: Random) -> None:
    """The way is left out, so that somebody might judge the draw by older rules."""
    at = one_of([i for i in log.every("round_drawn") if is_swiss(log, i)], rnd)
    log.cut(at)
    del log.rows[at].event["way"]


@caught_by("note.unopened")
def seed_left_out_at_the_end(log: Log, rnd: Random) -> None:
    _end(log)["seed"] = ""


# ── what may never be ────────────────────────────────────────────────────────


@caught_by("check")
def result_turned_round_for_a_lost_card(log: Log, rnd: Random) -> None:
    result = deepcopy(_one(log, rnd, "result_entered").event)
    require(result.get("winner"))
    card = {"type": "component_reported", "component": 90, "player": result["winner"], "kind": "lost"}
    _beside(
        log,
        {**card, "category": "card", "what": "a card", "minutes": 0, "match": result["match"]},
        {"type": "component_resolved", "component": 90, "resolution": "conceded", "match": result["match"]},
        _turned(result),
    )


@caught_by("check")
def match_loss_after_the_round(log: Log, rnd: Random) -> None:
    closed = one_of(log.every("round_closed"), rnd)
    log.cut(closed)
    result = deepcopy(log.rows[one_of(log.every("result_entered"), rnd)].event)
    given = {"type": "sanction_given", "sanction": 90, "player": result["winner"], "kind": "match_loss"}
    given |= {"reason": "so", "by": 1, "match": result["match"], "points": 0, "category": ""}
    _beside(log, given, _turned(result))


@caught_by("check")
def loser_who_goes_on_by_a_ruling(log: Log, rnd: Random) -> None:
    e = _one(log, rnd, "result_entered").event
    require(e["winner"])
    e.update(
        override=True,
        reason="so",
        winner=next(s["player"] for s in e["scores"] if s["player"] != e["winner"]),
    )


@caught_by("check")
def result_entered_a_second_time(log: Log, rnd: Random) -> None:
    again = deepcopy(_one(log, rnd, "result_entered").event)
    log.insert(len(log.rows), again)


@caught_by("check")
def result_annulled_for_nothing(log: Log, rnd: Random) -> None:
    number = _one(log, rnd, "result_entered").event["match"]
    log.insert(len(log.rows), {"type": "result_annulled", "match": number, "reason": "so", "rule": ""})


@caught_by("check")
def win_of_somebody_who_left(log: Log, rnd: Random) -> None:
    row = _one(log, rnd, "result_entered")
    require(row.event["winner"])
    gone = {"type": "player_left", "player": row.event["winner"], "cause": "drop", "round": 1}
    log.insert(len(log.rows) - 1, {**gone, "reason": "", "game": ""})


@caught_by("check")
def first_place_of_somebody_sent_away(log: Log, rnd: Random) -> None:
    places = _end(log)["places"]
    gone = {"type": "player_left", "player": places[0][0], "cause": "conduct", "round": 1}
    log.insert(len(log.rows) - 1, {**gone, "reason": "", "game": ""})


@caught_by("check")
def correction_after_the_end_without_new_places(log: Log, rnd: Random) -> None:
    _end(log)
    result = deepcopy(log.rows[one_of(log.every("result_entered"), rnd)].event)
    log.insert(len(log.rows), _turned(result))


@caught_by("check")
def proxy_for_a_card_that_nobody_reported(log: Log, rnd: Random) -> None:
    _one(log, rnd, "clock_started")
    made = {"type": "proxy_made", "proxy": 1, "player": 1, "card": "x", "unreadable": "x", "maker": "x"}
    log.insert(len(log.rows), {**made, "date": "2026-11-15"})
