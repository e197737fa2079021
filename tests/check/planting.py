"""How faults are planted: a register of functions, and ways to find the record to spoil."""

import json
from collections.abc import Callable, Iterator
from typing import Any

Log = list[dict[str, Any]]
Fault = Callable[[Log], Log | None]
FAULTS: dict[str, Fault] = {}


def fault(function: Fault) -> Fault:
    def planted(events: Log) -> Log | None:
        return function(json.loads(json.dumps(events)))

    FAULTS[function.__name__] = planted
    return planted


def every(log: Log, *types: str) -> Iterator[dict[str, Any]]:
    return (x for x in log if x["type"] in types)


def last(log: Log, *types: str, where: Callable[[dict[str, Any]], Any] = bool) -> dict[str, Any] | None:
    return next((x for x in reversed(log) if x["type"] in types and where(x)), None)


def spoil(log: Log, *types: str, where: Callable[[dict[str, Any]], Any] = bool, **changes: Any) -> Log | None:
    found = last(log, *types, where=where)
    if found is None:
        return None
    found.update(changes)
    return log


def has_undo(log: Log) -> bool:
    return any(every(log, "event_voided"))


def insert_after(log: Log, found: dict[str, Any] | None, new: dict[str, Any]) -> Log | None:
    """Only where no undo counts record numbers."""
    if found is None or has_undo(log):
        return None
    log.insert(next(i for i, x in enumerate(log) if x is found) + 1, new)
    return log


def without(log: Log, found: dict[str, Any] | None) -> Log | None:
    if found is None or has_undo(log):
        return None
    return [x for x in log if x is not found]


def stage_kinds(log: Log) -> dict[int, str]:
    """Kind by stage number, as announced and cut."""
    plans = last(log, "structure_announced") or {"stages": []}
    kinds = {i: p["kind"] for i, p in enumerate(plans["stages"], start=1)}
    return kinds | {x["stage"]: x["kind"] for x in every(log, "cut_made")}


def swiss_draw(log: Log, where: Callable[[dict[str, Any]], Any] = bool) -> dict[str, Any] | None:
    kinds = stage_kinds(log)
    return last(log, "round_drawn", where=lambda x: kinds.get(x["stage"]) == "swiss" and where(x))


def bracket_draw(log: Log, where: Callable[[dict[str, Any]], Any] = bool) -> dict[str, Any] | None:
    kinds = stage_kinds(log)
    return last(
        log, "round_drawn", where=lambda x: kinds.get(x["stage"]) in ("single", "double") and where(x)
    )


def pairs(draw: dict[str, Any]) -> list[dict[str, Any]]:
    return [m for m in draw["matches"] if m["kind"] == "match"]


def game_of(log: Log) -> str:
    return str(log[0]["edition"]).split("@")[0]
