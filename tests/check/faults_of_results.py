"""Planted faults of results and of the order of things."""

from typing import Any

from tests.check.planting import (
    Log,
    every,
    fault,
    has_undo,
    insert_after,
    last,
    pairs,
    spoil,
    stage_kinds,
    without,
)

RESULTS = ("result_reported", "result_entered", "result_corrected")


def honest(x: dict[str, Any]) -> bool:
    """A result that was computed from its slip."""
    return not x.get("override") and len(x["scores"]) == 2


# ── results ──────────────────────────────────────────────────────────────────


@fault
def points_wrong(log: Log) -> Log | None:
    found = last(log, *RESULTS, where=honest)
    if found is None:
        return None
    found["scores"][0]["points"] += 1
    return log


@fault
def margin_wrong(log: Log) -> Log | None:
    found = last(log, *RESULTS, where=honest)
    if found is None:
        return None
    found["scores"][1]["mov"] += 10
    return log


@fault
def winner_wrong(log: Log) -> Log | None:
    found = last(log, *RESULTS, where=lambda x: honest(x) and x["winner"] is not None)
    if found is None:
        return None
    found["winner"] = next(s["player"] for s in found["scores"] if s["player"] != found["winner"])
    return log


@fault
def scores_at_the_wrong_seats(log: Log) -> Log | None:
    found = last(log, *RESULTS, where=lambda x: honest(x) and x["winner"] is not None)
    if found is None:
        return None
    one, two = found["scores"]
    one["player"], two["player"] = two["player"], one["player"]
    return log


@fault
def outcome_wrong(log: Log) -> Log | None:
    found = last(log, *RESULTS, where=honest)
    if found is None:
        return None
    found["scores"][0]["outcome"] = "missed"
    return log


@fault
def slip_empty(log: Log) -> Log | None:
    return spoil(log, *RESULTS, where=honest, report={})


@fault
def scores_of_a_stranger(log: Log) -> Log | None:
    found = last(log, *RESULTS, where=honest)
    if found is None:
        return None
    found["scores"][0]["player"] = 9999
    return log


@fault
def result_of_no_match(log: Log) -> Log | None:
    return spoil(log, *RESULTS, match=9999)


@fault
def reported_by_a_stranger(log: Log) -> Log | None:
    return spoil(log, "result_reported", by=9999)


@fault
def confirmed_by_the_reporter(log: Log) -> Log | None:
    found = last(log, "result_confirmed")
    if found is None:
        return None
    report = last(log, "result_reported", where=lambda x: x["match"] == found["match"])
    found["by"] = report["by"] if report else 9999
    return log


@fault
def sheet_set_aside_without_reason(log: Log) -> Log | None:
    return spoil(log, "result_entered", where=honest, override=True, reason="")


@fault
def correction_without_reason(log: Log) -> Log | None:
    return spoil(log, "result_corrected", reason="")


@fault
def forfeit_worth_wrong(log: Log) -> Log | None:
    found = last(log, "match_forfeited")
    if found is None:
        return None
    found["scores"][0]["points"] += 1
    return log


@fault
def forfeit_won_by_the_absent(log: Log) -> Log | None:
    found = last(log, "match_forfeited", where=lambda x: x["winner"] is not None)
    return spoil(log, "match_forfeited", winner=found["absent"][0]) if found else None


@fault
def knockout_match_without_winner(log: Log) -> Log | None:
    kinds = stage_kinds(log)
    games = {
        m["match"]
        for x in every(log, "round_drawn")
        if kinds.get(x["stage"]) == "single"
        for m in x["matches"]
    }
    return spoil(
        log, "result_entered", where=lambda x: x["match"] in games, winner=None, override=True, reason="tired"
    )


# ── order ────────────────────────────────────────────────────────────────────


@fault
def result_before_publishing(log: Log) -> Log | None:
    at = next((i for i, x in enumerate(log) if x["type"] == "round_published"), None)
    found = next((i for i, x in enumerate(log) if x["type"] in RESULTS and at is not None and i > at), None)
    if at is None or found is None:
        return None
    log[at], log[found] = log[found], log[at]
    return log


@fault
def never_published(log: Log) -> Log | None:
    return without(log, last(log, "round_published"))


@fault
def never_frozen(log: Log) -> Log | None:
    drawn = {x["round"] for x in every(log, "round_drawn")}
    return without(log, last(log, "round_frozen", where=lambda x: x["round"] in drawn))


@fault
def never_announced(log: Log) -> Log | None:
    return without(log, last(log, "structure_announced"))


@fault
def never_closed(log: Log) -> Log | None:
    closed = list(every(log, "round_closed"))
    return without(log, closed[0]) if len(closed) > 1 else None


@fault
def closed_without_a_result(log: Log) -> Log | None:
    done = last(log, "round_closed")
    drawn = last(log, "round_drawn", where=lambda x: done and x["round"] == done["round"] and pairs(x))
    if drawn is None or has_undo(log):
        return None
    number = pairs(drawn)[0]["match"]
    kept = [x for x in log if not (x["type"].startswith(("result_", "match_")) and x["match"] == number)]
    return kept if len(kept) < len(log) else None


@fault
def round_number_skipped(log: Log) -> Log | None:
    found = last(log, "round_frozen")
    return spoil(log, "round_frozen", round=found["round"] + 1) if found else None


@fault
def one_round_too_many(log: Log) -> Log | None:
    found = last(log, "round_closed")
    if found is None or last(log, "tournament_closed") is None:
        return None
    new = {
        "type": "round_frozen",
        "round": found["round"] + 1,
        "stage": 1,
        "head": "",
        "public_source": "none",
    }
    return insert_after(log, found, new)


@fault
def closed_too_early(log: Log) -> Log | None:
    end, drawn = last(log, "tournament_closed"), list(every(log, "round_frozen"))
    if end is None or len(drawn) < 2 or has_undo(log):
        return None
    at = next(i for i, x in enumerate(log) if x is drawn[-1])
    return [*log[:at], end]


@fault
def unknown_event(log: Log) -> Log | None:
    return insert_after(log, log[-1], {"type": "coffee_served"})


@fault
def undo_without_reason(log: Log) -> Log | None:
    return spoil(log, "event_voided", reason="")


@fault
def undo_of_nothing(log: Log) -> Log | None:
    return spoil(log, "event_voided", targets=[len(log) + 10])
