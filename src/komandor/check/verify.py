"""Checks a .komandor file without Komandor: `python verify.py FILE`.

This file and file_reader.py need nothing but Python's standard library, and were written from
docs/algorithms/verifiable-draws.md alone. It checks that no byte of the file and
no record of the log was changed, that every draw used the link promised before the
first round, the frozen log and the public dice, and that the order of the lots
follows from them. With the other files of its folder (komandor/check) beside it, it also
computes the pairs again. It reports how much this proves (B or C).
"""

import hashlib
import hmac
import importlib
import json
import math
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from komandor.check.file_reader import GENESIS, HEX, Record, Unreadable, enc, opened, records_of

try:
    redraw: Any = importlib.import_module("komandor.check.redraw")
except ImportError:  # without them it proves the lots, and says that it did not recompute the pairs
    redraw = None

LOT = 16
FEWEST_ROLLS = 100  # so many different rolls of the announced dice there must be, whatever their order
MAX_ROUNDS = 64
MAX_PLAYER = 100_000

TEXTS = {
    "file.empty": "the file is empty or incomplete",
    "file.hash": "the file is unchanged since it was written (SHA-256 of all bytes)",
    "file.version": "the file has version 2 (found: version {version})",
    "file.header": "the header matches the log: {count} entries of {tournament}",
    "log.chain": "every entry follows the one before: {count} entries, log fingerprint {head}",
    "log.sealed": (
        "entry {seq} hides something that must be public, or shows something that was not sealed ({kind})"
    ),
    "log.shape": "entry {seq} has all that an entry of its kind needs, and no more",
    "log.names": "the names of {count} people match those sealed in the log",
    "log.created": "the tournament was created once, in the first entry, with seed fingerprint {commitment}",
    "freeze.head": "round {round}: locked at log fingerprint {head}",
    "freeze.again": "round {round}: locked again by entry {seq}, so the draw may have changed",
    "draw.order": "round {round}: drawn in entry {seq}, after it was locked",
    "draw.fresh": "round {round}: its round seed had not been revealed by a later round",
    "draw.link": "round {round}: the revealed round seed leads back to the seed fingerprint",
    "draw.head": "round {round}: drawn from the locked state",
    "draw.public": "round {round}: the public randomness is as announced ({announced}) and reads {public}",
    "draw.key": "round {round}: the round key follows from round seed, log fingerprint and public randomness",
    "draw.same": "round {round}: drawn again with the same round key, so nothing was re-rolled",
    "draw.lots": "round {round}: the random order of {count} players follows from the round key",
    "draw.tiebreak": "round {round}: the {count} stored random tie-breakers follow from the round key",
    "draw.matches": "round {round}: nobody sits at two tables",
    "note.waived": (
        "round {round}: drawn in entry {seq} without the public randomness that was announced ({announced})"
    ),
    "note.at_once": "round {round}: locked and drawn at once, so nobody saw the dice: not level B",
    "note.backup": "entry {seq}: a copy with the draw seed was taken; it can predict draws without dice",
    "note.changed": "round {round}: pairing changed manually in entry {seq}: {reason}",
    "note.voided": "entries {targets} undone by entry {seq}: {reason}",
    "note.withheld": "{count} entries are included without their text: {kinds}",
    "note.renamed": "player {player} was renamed in entry {seq}, after a round had been locked",
    "note.no_draws": "no round has been drawn",
    "note.unopened": "the event ended in entry {seq}, but its draw seed was not revealed",
    "seed.opened": "the seed revealed at the end matches the fingerprint published at the start",
}
CLAIMS = {
    "B": "B: the draws come from public dice. This holds only if people saw them rolled after players and"
    " results were locked.",
    "C": "C: the draws come only from a draw seed chosen before round 1. The organiser could predict and"
    " influence them.",
    "-": "-: there were no draws, so there is nothing to check.",
}
PAIRS = "Pairings recomputed: {done} of {rounds} Swiss rounds."
NO_PAIRS = "The pairings were not recomputed: redraw.py and its parts are not there."
OPEN = "draw.pairs_open"
TEXTS |= redraw.TEXTS if redraw else {}


class Line(NamedTuple):
    """One thing that was checked. `ok` is None for mere information."""

    ok: bool | None
    code: str
    params: dict[str, Any]


class Report(NamedTuple):
    ok: bool
    level: str  # "B", "C"; "-" when nothing was drawn. "A" is not awarded: no beacon is checked
    lines: list[Line]

    @property
    def claim(self) -> str:
        """What is proved, and not more: how many Swiss rounds had their pairs computed again."""
        return " ".join(text.format_map(params) for text, params in self.claims)

    @property
    def claims(self) -> list[tuple[str, dict[str, Any]]]:
        """The sentences of the claim, and what they need."""
        if not self.ok:
            return [("NOT VERIFIED", {})]
        open_ = {line.params["round"] for line in self.lines if line.code == OPEN}
        rounds = {line.params["round"] for line in self.lines if line.code == "draw.pairs"} | open_
        pairs = (PAIRS, {"done": len(rounds - open_), "rounds": len(rounds)}) if redraw else (NO_PAIRS, {})
        return [(CLAIMS[self.level], {}), *([pairs] if rounds or not redraw else [])]


STUMBLES = (
    *(ValueError, LookupError, TypeError, AttributeError, ArithmeticError, AssertionError),
    *(RuntimeError, StopIteration, MemoryError),
)
"""What a log brings about that says what nobody can follow."""


class Stop(Exception):
    """Nothing more can be checked."""


def link_before(link: bytes, tournament: str) -> bytes:
    return hashlib.sha256(enc("link", tournament, link)).digest()


def promise_of(link: bytes, tournament: str, number: int) -> bytes:
    """c[0], reached from c[number]."""
    for _ in range(number):
        link = link_before(link, tournament)
    return link


def round_key(link: bytes, tournament: str, number: int, head: str, public: str) -> bytes:
    return hmac.new(link, enc("round", tournament, number, head, public), hashlib.sha256).digest()


def lots(key: bytes, label: str, players: list[int]) -> dict[int, bytes]:
    stream = hashlib.shake_256(enc(key, label)).digest(LOT * (max(players, default=0) + 1))
    return {p: stream[LOT * p : LOT * p + LOT] for p in players}


class Verifier:
    """Goes through the log once and collects what it finds."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.lines: list[Line] = []
        self.tournament = ""
        self.people: dict[int, str] = {}
        self.named: dict[int, str] = {}
        self.withheld: dict[str, int] = {}
        self.promise = ""
        self.frozen: dict[int, dict[int, dict[str, Any]]] = {}  # round → record → what it locked
        self.voids: list[tuple[int, list[int]]] = []
        self.keys: dict[int, bytes] = {}
        self.drawn: dict[int, bytes] = {}  # record → key
        self.levels: dict[int, str] = {}

    def run(self) -> Report:
        try:
            self.file()
        except Unreadable as problem:
            self.say(False, problem.code, **problem.params if problem.code != "file.empty" else {})
        except Stop:
            pass
        except STUMBLES:
            self.say(False, "file.empty")
        level = max(self.levels.values(), default="-")
        return Report(not any(line.ok is False for line in self.lines), level, self.lines)

    def say(self, ok: bool | None, code: str, **params: Any) -> bool:
        self.lines.append(Line(ok, code, params))
        return ok is not False

    def file(self) -> None:
        """Check the chain, then the events: they can be trusted only if none was changed."""
        try:
            file = opened(self.data)
        except Unreadable as problem:
            if problem.code != "file.hash":
                self.say(True, "file.hash")
            raise
        self.tournament, self.people, count = file.tournament, file.people, len(file.records)
        self.say(True, "file.hash")
        self.say(True, "file.header", count=count, tournament=file.tournament)
        records, head = [], GENESIS
        for record in records_of(file):
            if not record.follows:
                self.say(False, "log.chain", count=record.seq, head=record.prev)
                raise Stop
            if not record.seal_fits:
                self.say(False, "log.sealed", seq=record.seq, kind=record.event["type"])
                raise Stop
            if redraw and not redraw.shape_fits(record.event):
                self.say(False, "log.shape", seq=record.seq)
                raise Stop
            records.append(record)
            head = record.r["hash"]
        self.say(True, "log.chain", count=count, head=head)
        for one in records:
            self.sealed(one.seq, one.event, one.r)
            self.event(one.seq, one.prev, one.event, one.r)
        if not self.keys:
            self.say(None, "note.no_draws")
        for ok, code, params in _again(records, self.drawn) if redraw else ():
            self.say(ok, code, **params)
        self.summary()

    def sealed(self, seq: int, e: dict[str, Any], r: dict[str, Any]) -> None:
        """Note what is withheld, and the names that were given."""
        if "sealed" not in r:
            return
        kind = e["type"]
        if kind == "player_amended" and self.frozen:
            self.say(None, "note.renamed", player=e["player"], seq=seq)
        if "closed" not in r:
            self.withheld[kind] = self.withheld.get(kind, 0) + 1
            self.named.pop(e.get("player", 0), None)
        elif "name" in json.loads(r["closed"]):
            self.named[e["player"]] = json.loads(r["closed"])["name"]

    def summary(self) -> None:
        """Say what was withheld, and whether the people of the file have the names that were sealed."""
        both = self.named.keys() & self.people.keys()
        if both:
            self.say(all(self.named[n] == self.people[n] for n in both), "log.names", count=len(both))
        if self.withheld:
            kinds = ", ".join(f"{kind} {count}" for kind, count in sorted(self.withheld.items()))
            self.say(None, "note.withheld", count=sum(self.withheld.values()), kinds=kinds)

    def event(self, seq: int, head: str, e: dict[str, Any], r: dict[str, Any]) -> None:
        if e["type"] == "tournament_created" or seq == 1:
            self.created(seq, e)
        elif e["type"] == "round_frozen":
            self.freeze(seq, head, e, r)
        elif e["type"] == "round_drawn":
            self.draw(seq, e, r)
        elif e["type"] == "backup_taken":
            self.say(None, "note.backup", seq=seq)
        elif e["type"] == "pairing_changed":
            self.say(None, "note.changed", round=e["round"], seq=seq, reason=e["reason"])
        elif e["type"] == "event_voided":
            self.voids.append((seq, e["targets"]))
            self.say(None, "note.voided", targets=e["targets"], seq=seq, reason=e["reason"])
        elif e["type"] == "tournament_closed" and e.get("seed"):
            seed = promise_of(unhex(e["seed"]), self.tournament, MAX_ROUNDS)
            self.say(seed.hex() == self.promise, "seed.opened")
        elif e["type"] == "tournament_closed" and self.keys:
            self.say(None, "note.unopened", seq=seq)

    def created(self, seq: int, e: dict[str, Any]) -> None:
        self.promise = str(e.get("commitment", ""))
        right = e["type"] == "tournament_created" and seq == 1 and e["id"] == self.tournament
        if not self.say(right and bool(HEX.fullmatch(self.promise)), "log.created", commitment=self.promise):
            raise Stop

    def freeze(self, seq: int, head: str, e: dict[str, Any], r: dict[str, Any]) -> None:
        number = e["round"]
        if number in self.frozen:
            self.say(None, "freeze.again", round=number, seq=seq)
            self.keys.pop(number, None)
        self.frozen.setdefault(number, {})[seq] = e | {"step": r["step"], "at": str(r["at"])}
        self.say(e["head"] == head, "freeze.head", round=number, head=e["head"])

    def draw(self, seq: int, e: dict[str, Any], r: dict[str, Any]) -> None:
        number = e["round"]
        fits = number in self.frozen and type(number) is int and 1 <= number <= MAX_ROUNDS
        if not self.say(fits, "draw.order", round=number, seq=seq):
            return
        frozen, link = self.in_force(number), unhex(e["link"])
        fresh = number in self.levels or all(number > earlier for earlier in self.levels)
        self.say(fresh, "draw.fresh", round=number)
        promised = promise_of(link, self.tournament, number).hex() == self.promise
        self.say(promised, "draw.link", round=number)
        self.say(e["head"] == frozen["head"], "draw.head", round=number)
        self.public(seq, e, r, frozen)
        key = round_key(link, self.tournament, number, e["head"], e["public"])
        self.say(hashlib.sha256(key).hexdigest() == e["key_check"], "draw.key", round=number)
        if number in self.keys:
            self.say(self.keys[number] == key, "draw.same", round=number)
        self.keys[number] = self.drawn[seq] = key
        self.results(number, key, e)

    def in_force(self, number: int) -> dict[str, Any]:
        """The latest lock of the round that is not undone; an undo of an undo brings an earlier one back."""
        gone = set[int]()
        for seq, targets in reversed(self.voids):
            gone.update(() if seq in gone else targets)
        locks = self.frozen[number]
        return locks[max((seq for seq in locks if seq not in gone), default=max(locks))]

    def public(self, seq: int, e: dict[str, Any], r: dict[str, Any], frozen: dict[str, Any]) -> None:
        """The public input is what the freeze announced; B only for dice that came in a later step."""
        number, source, waived = e["round"], frozen["public_source"], e.get("waived", "")
        name, announced = announcement(frozen)
        right = not e["public"] and waived == source if waived else announced(e["public"])
        self.say(right, "draw.public", round=number, public=e["public"] or "–", announced=name)
        at_once = frozen["step"] == r["step"] or str(r["at"]) <= frozen["at"]
        if waived:
            self.say(None, "note.waived", round=number, seq=seq, announced=name)
        elif source == "dice" and at_once:
            self.say(None, "note.at_once", round=number)
        level = "B" if right and source == "dice" and not waived and not at_once else "C"
        self.levels[number] = max(level, self.levels.get(number, level))

    def results(self, number: int, key: bytes, e: dict[str, Any]) -> None:
        """Check what follows from the key of a draw, without the pairing rules."""
        order = players(e["order"])
        drawn = lots(key, "pairing", order)
        self.say(
            order == sorted(sorted(order), key=drawn.__getitem__), "draw.lots", round=number, count=len(order)
        )
        if e.get("lots"):
            stored = dict(e["lots"])
            right = lots(key, "last tie-break", players(list(stored)))
            same = all(int.from_bytes(right[p][:6], "big") == value for p, value in stored.items())
            self.say(same, "draw.tiebreak", round=number, count=len(stored))
        seated = [p for match in e.get("matches", ()) for p in (match["a"], match["b"]) if p is not None]
        self.say(len(seated) == len(set(seated)), "draw.matches", round=number)


def _again(
    records: list[Record], keys: dict[int, bytes]
) -> Iterator[tuple[bool | None, str, dict[str, Any]]]:
    """Who did it and when, then everything that follows from the lots."""
    yield from redraw.acted([(one.seq, one.r, one.event) for one in records])
    yield from redraw.follow([(one.seq, str(one.r["at"]), one.event) for one in records], keys)


def announcement(frozen: dict[str, Any]) -> tuple[str, Callable[[str], bool]]:
    """What a freeze announced, in short, and whether a text is it in its one spelling."""
    source, dice, sides, digits = (frozen.get(key) for key in ("public_source", "dice", "sides", "digits"))
    if source == "dice":
        return f"{json.dumps(dice)} × 1–{json.dumps(sides)}", lambda text: is_roll(text, dice, sides)
    if source == "beacon":
        value = re.compile(f"[0-9a-f]{{{digits}}}" if type(digits) is int and 32 <= digits <= 128 else "(?!)")
        return f"{json.dumps(digits)} × 0–f", lambda text: bool(value.fullmatch(text))
    return "–", lambda text: source == "none" and not text


def is_roll(text: str, dice: object, sides: object) -> bool:
    """Whether these are the announced dice from small to large, and enough of them to leave it to chance."""
    if type(dice) is not int or type(sides) is not int or not (1 <= dice <= 20 and 2 <= sides <= 100):
        return False
    rolled = [int(one) for one in text.split(" ") if re.fullmatch("[1-9][0-9]?|100", one)]
    spelled = text == " ".join(map(str, sorted(rolled))) and len(rolled) == dice and max(rolled) <= sides
    return spelled and math.comb(dice + sides - 1, dice) >= FEWEST_ROLLS


def unhex(text: str) -> bytes:
    if not HEX.fullmatch(text):
        raise ValueError("64 hexadecimal digits expected")
    return bytes.fromhex(text)


def players(numbers: list[Any]) -> list[int]:
    if any(type(n) is not int or not 1 <= n <= MAX_PLAYER for n in numbers) or len(set(numbers)) != len(
        numbers
    ):
        raise ValueError("player numbers expected")
    return numbers


def verify(data: bytes) -> Report:
    return Verifier(data).run()


def main(arguments: list[str]) -> int:
    if len(arguments) != 1:
        print("python verify.py FILE", file=sys.stderr)
        return 2
    try:
        report = verify(Path(arguments[0]).read_bytes())
    except OSError as error:
        print(f"{arguments[0]}: {error.strerror}", file=sys.stderr)
        return 2
    for line in report.lines:
        mark = {True: "ok  ", False: "FAIL", None: "note"}[line.ok]
        text = TEXTS[line.code].format_map(line.params)  # a file's own words give no orders to the terminal
        print(f"{mark}  {''.join(sign if sign.isprintable() else '?' for sign in text)}")
    print(report.claim)
    return 0 if report.ok else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
