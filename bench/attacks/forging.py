"""A log as a forger sees it: records that can be changed, and a chain that is computed again over them.

The forger is the organiser: the links of all rounds are known, heads, keys and lots are made to fit, and
no hash is ever wrong.  What gives a forgery away is what it says.
"""

import hashlib
import json
from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from komandor.check import readings, redraw
from komandor.check.file_reader import GENESIS, record_hash
from komandor.check.pairing_plan import by_lot
from komandor.check.pairs import recompute
from komandor.check.state import State
from komandor.check.verify import lots, round_key
from komandor.log.canonical import canonical
from komandor.log.sealing import seal_of

Event = dict[str, Any]


@dataclass
class Row:
    """One record; rows of one `step` were written by one command."""

    at: str
    by: str
    step: int
    event: Event
    closed: str = ""  # the part that can be withheld
    salt: str = "0" * 32
    sealed: str = ""  # the seal of a part that is withheld

    @property
    def kind(self) -> str:
        return str(self.event["type"])


@dataclass
class Log:
    """A tournament; `kept` are fields of a record (by its identity) that must not be made to fit."""

    id: str
    rows: list[Row]
    kept: dict[int, set[str]] = field(default_factory=dict)

    def copy(self) -> "Log":
        return deepcopy(Log(self.id, self.rows))

    def every(self, kind: str, fits: Callable[[Event], bool] = lambda _: True) -> list[int]:
        return [i for i, row in enumerate(self.rows) if row.kind == kind and fits(row.event)]

    def cut(self, at: int) -> None:
        """Nothing after this record has happened yet."""
        del self.rows[at + 1 :]

    def keep(self, row: Row, *fields: str) -> None:
        self.kept.setdefault(id(row), set()).update(fields)

    def insert(self, at: int, event: Event, by: str = "staff:1") -> Row:
        row = Row(self.rows[at - 1].at, by, 10**6 + len(self.rows), event)
        self.rows.insert(at, row)
        return row

    # ── reading and writing ──────────────────────────────────────────────────

    @classmethod
    def read(cls, data: bytes) -> "Log":
        lines = data.decode().split("\n")
        header = json.loads(lines[0])
        rows = []
        for line in lines[1 : 1 + header["count"]]:
            x = json.loads(line)
            own = (x["at"], x["by"], x["step"], x["event"], x.get("closed", ""))
            rows.append(Row(*own, x.get("salt", "0" * 32), "" if "closed" in x else x.get("sealed", "")))
        return cls(header["tournament"], rows)

    def write(self) -> bytes:
        """The file, with every hash right; heads, keys and lots fit unless they are kept as they are."""
        lines, prev, state = [], GENESIS, Heads(self)
        for seq, row in enumerate(self.rows, 1):
            step = state.before(seq, row, prev)
            text = canonical(row.event)
            fields: Event = {"seq": seq, "at": row.at, "by": row.by, "step": step, "prev": prev, "hash": ""}
            if row.closed:
                fields |= {"sealed": seal_of(row.salt, row.closed), "salt": row.salt, "closed": row.closed}
            elif row.sealed:
                fields["sealed"] = row.sealed
            prev = fields["hash"] = record_hash(prev, self.id, fields, text)
            front = json.dumps(fields, ensure_ascii=False, separators=(",", ":"))[:-1]
            lines.append(f'{front},"event":{text}}}')
        header = {"format": "komandor", "version": 2, "tournament": self.id, "count": len(lines)}
        first = canonical(header | {"head": prev, "parts": ["log"], "people": 0})
        body = "".join(f"{line}\n" for line in (first, *lines)).encode()
        return body + f'{{"sha256":"{hashlib.sha256(body).hexdigest()}"}}\n'.encode()


class Heads:
    """Makes heads, keys and lots fit while a log is written."""

    def __init__(self, log: Log) -> None:
        self.log, self.step, self.group, self.head = log, 0, -1, GENESIS
        self.frozen: dict[int, str] = {}

    def before(self, seq: int, row: Row, prev: str) -> int:
        """Make one record fit; the number of its step."""
        if row.step != self.group:
            self.group, self.step, self.head = row.step, seq, prev
        kept = self.log.kept.get(id(row), set())
        if row.kind == "round_frozen":
            if "head" not in kept:
                row.event["head"] = self.head
            self.frozen[row.event["round"]] = row.event["head"]
        elif row.kind == "round_drawn":
            made = fitted(self.log.id, row.event, self.frozen.get(row.event["round"], GENESIS))
            row.event.update({key: value for key, value in made.items() if key not in kept})
        return self.step


def fitted(tournament: str, e: Event, head: str) -> Event:
    """Head, key and lots of a draw as they follow from its link."""
    key = round_key(bytes.fromhex(e["link"]), tournament, e["round"], head, e["public"])
    seated = sorted({p for m in e["matches"] for p in (m["a"], m["b"]) if p is not None})
    drawn = lots(key, "last tie-break", [p for p, _ in e.get("lots", ())])
    out: Event = {"head": head, "key_check": hashlib.sha256(key).hexdigest()}
    out["order"] = by_lot(key, "pairing", seated)
    out["lots"] = [[p, int.from_bytes(lot[:6], "big")] for p, lot in sorted(drawn.items())]
    return out


# ── drawing honestly from what was forged ────────────────────────────────────


def head_of(log: Log, at: int) -> str:
    """The head on which the round of this draw is frozen, in the log as it is now."""
    written = log.write().decode().split("\n")
    return str(json.loads(written[1 + frozen_at(log, at)])["event"]["head"])


def key_of(log: Log, at: int) -> bytes:
    e = log.rows[at].event
    return round_key(bytes.fromhex(e["link"]), log.id, e["round"], head_of(log, at), e["public"])


def state_before(log: Log, at: int) -> State:
    records = [(i, "", row.event) for i, row in enumerate(log.rows[:at], 1)]
    return redraw.without_voided(records, {})


def draw_again(log: Log, at: int, starts: bool = True) -> None:
    """Replace pairs and start numbers of a draw by those that follow from its lots and its field."""
    e, state = log.rows[at].event, state_before(log, at)
    r = state.rounds[e["round"]]
    key = key_of(log, at)
    if starts and state.game == readings.FOLDED:
        e["starts"] = [list(pair) for pair in sorted(readings.starts_of(state, key).items())]
    entrants = readings.entrants_of(state, r, e.get("field") or r.entrants, dict(e.get("starts", ())))
    pairs, bye = recompute(key, entrants, readings.terms_of(state, r))
    seat(e, [tuple(sorted(pair)) for pair in pairs], bye)


def seat(e: Event, pairs: list[Any], bye: int | None) -> None:
    """Write pairs and bye into a draw; awarded byes stay."""
    number, tables = count(min(m["match"] for m in e["matches"])), count(1)
    awarded = [m for m in e["matches"] if m["kind"] == "awarded_bye"]
    made = [_match(next(number), next(tables), a, b) for a, b in sorted(pairs)]
    made += [{**m, "match": next(number)} for m in awarded]
    e["matches"] = made + ([_match(next(number), None, bye, None)] if bye is not None else [])


def _match(number: int, table: int | None, a: int, b: int | None) -> Event:
    kind = "match" if b is not None else "bye"
    return {"match": number, "table": table, "a": a, "b": b, "kind": kind, "game": None}


def pairs_of(e: Event) -> list[tuple[int, int]]:
    return [(m["a"], m["b"]) for m in e["matches"] if m["b"] is not None]


def bye_of(e: Event) -> int | None:
    return next((m["a"] for m in e["matches"] if m["kind"] == "bye"), None)


def points_of(log: Log, at: int) -> Mapping[int, int]:
    """The points with which the players of a draw were frozen."""
    rows = log.rows[at].event.get("field") or log.rows[frozen_at(log, at)].event["field"]
    return {row[0]: row[1] for row in rows}


def frozen_at(log: Log, at: int) -> int:
    """The record that froze the round of this draw."""
    round = log.rows[at].event["round"]
    return max(i for i in log.every("round_frozen", lambda e: bool(e["round"] == round)) if i < at)


def is_swiss(log: Log, at: int) -> bool:
    """Whether this draw is of a Swiss round: its freeze has a field."""
    return bool(log.rows[frozen_at(log, at)].event.get("field"))


def swiss_draws(log: Log, first: int = 1) -> list[int]:
    """Draws of Swiss rounds that were drawn once, in a log without an undo before them."""
    undone = min(log.every("event_voided"), default=len(log.rows))
    found = [i for i in log.every("round_drawn", lambda e: e["round"] >= first) if is_swiss(log, i)]
    rounds = [log.rows[i].event["round"] for i in found]
    return [i for i in found if i < undone and rounds.count(log.rows[i].event["round"]) == 1]
