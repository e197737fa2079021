"""How a law is broken: an honest event, and a forger who writes into its log and makes the chain fit."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from bench.attacks.forging import Event as Fields
from bench.attacks.forging import Log, Row
from tests.support.checking import exported
from tests.support.event import Event, double, single, swiss

Plant = Callable[[], Log]


@dataclass(frozen=True)
class Planted:
    """What was planted: the law it breaks, one sentence, and the log."""

    law: str
    sentence: str
    make: Plant


PLANTS: list[Planted] = []


def plant(*laws: str) -> Callable[[Plant], Plant]:
    """Register a planted fault; its docstring is its sentence."""

    def register(make: Plant) -> Plant:
        PLANTS.extend(Planted(law, " ".join((make.__doc__ or "").split()), make) for law in laws)
        return make

    return register


# ── honest events ────────────────────────────────────────────────────────────


def log_of(event: Event) -> Log:
    return Log.read(exported(event))


@cache
def _running(game: str, players: int) -> bytes:
    return exported(Event(game, swiss(2)).register(players).announce().start())


def running(game: str = "destiny", players: int = 6) -> Log:
    """The clock of round 1 of 2 runs, and nothing has happened yet."""
    return Log.read(_running(game, players))


@cache
def _played(game: str, closed: bool) -> bytes:
    event = Event(game, swiss(2)).register(6).announce().start().results()
    return exported(event.close() if closed else event)


def played(game: str = "destiny", closed: bool = False) -> Log:
    """Every match of round 1 of 2 has a result that counts."""
    return Log.read(_played(game, closed))


@cache
def _cup(step: str) -> bytes:
    event = Event("destiny", swiss(1), single(4)).register(6).announce().play_round()
    if step == "cut":
        event.cut()
    elif step == "semifinals":
        event.cut().draw().publish()
    elif step == "final":
        event.cut().play_round().draw()
    elif step == "end":
        event.play_out()
    return exported(event)


def cup(step: str) -> Log:
    """One Swiss round and a cut to four, up to: swiss, cut, semifinals (published), final (drawn), end."""
    return Log.read(_cup(step))


def teams() -> Event:
    return Event("star-wars-lcg", swiss(1), teams=True).register(2).announce()


__all__ = ["Event", "Log", "Row", "cup", "double", "plant", "played", "running", "single", "swiss"]


# ── the forger's pen ─────────────────────────────────────────────────────────


def write(log: Log, *events: Fields, by: str = "staff:1") -> Log:
    """Append records of one command."""
    rows = [Row(log.rows[-1].at, by, 10**6 + len(log.rows), dict(event)) for event in events]
    log.rows.extend(rows)
    return log


def before(log: Log, kind: str, *events: Fields, by: str = "staff:1") -> Log:
    """Write records, each a command of its own, before the last record of a kind."""
    for event in events:
        log.insert(log.every(kind)[-1], dict(event), by)
    return log


def last(log: Log, kind: str, which: int = -1) -> Fields:
    """The last record of a kind, to be changed."""
    return log.rows[log.every(kind)[which]].event


def turned(result: Fields) -> Fields:
    """The same result won by the other player."""
    a, b = result["scores"]
    scores = [{**a, "player": b["player"]}, {**b, "player": a["player"]}]
    other = next(s["player"] for s in result["scores"] if s["player"] != result["winner"])
    return {**result, "scores": scores, "winner": other}


def correction(result: Fields, **more: Any) -> Fields:
    """The result turned round by a ruling."""
    return {**turned(result), "type": "result_corrected", "override": True, "reason": "so it was", **more}


def ruling(log: Log, match: int = 1, points: tuple[int, int] = (1, 0), **more: Any) -> Fields:
    """A result by hand: the first player of a match of the last draw wins."""
    found = next(m for m in last(log, "round_drawn")["matches"] if m["match"] == match)
    a, b = found["a"], found["b"]
    scores = [
        {"player": a, "outcome": "win", "points": points[0], "mov": 0},
        {"player": b, "outcome": "loss", "points": points[1], "mov": 0},
    ]
    entered = {"type": "result_entered", "match": match, "report": {}, "scores": scores, "winner": a}
    return {**entered, "override": True, "reason": "so it was", **more}


def left(player: int, cause: str = "drop", round: int = 1) -> Fields:
    return {"type": "player_left", "player": player, "cause": cause, "round": round, "reason": "", "game": ""}


def voided(*targets: int) -> Fields:
    return {"type": "event_voided", "targets": list(targets), "reason": "a mistake"}


def appointed(staff: int, role: str) -> Fields:
    return {"type": "staff_appointed", "staff": staff, "roles": [role]}


def sanction(player: int, kind: str, by: int = 1, **more: Any) -> Fields:
    given = {
        "type": "sanction_given",
        "sanction": 1,
        "player": player,
        "kind": kind,
        "reason": "so",
        "by": by,
    }
    return {**given, "match": None, "points": 0, "category": "", **more}


def component(player: int, kind: str, match: int | None = None, **more: Any) -> Fields:
    found = {"type": "component_reported", "component": 1, "player": player, "kind": kind, "what": "a card"}
    return {**found, "category": "card", "minutes": 0, "match": match, **more}


def resolved(how: str, match: int | None = None) -> Fields:
    return {"type": "component_resolved", "component": 1, "resolution": how, "match": match}


def called(match: int, player: int, at: int = 0) -> Fields:
    call = {"type": "judge_called", "call": 1, "at": at, "match": match, "table": 1, "player": player}
    return {**call, "kind": "dispute", "text": ""}


def late(player: int, **more: Any) -> Fields:
    came = {"type": "player_entered_late", "player": player, "choice": "losses", "missed": [], "byes": []}
    return {**came, "match": None, "lot": None, "groups": [], "members": 1, "entered": 2, **more}
