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
import sys
from pathlib import Path
from typing import Any, NamedTuple

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from komandor.check.file_reader import GENESIS, HEX, Unreadable, enc, opened, records_of

try:
    redraw: Any = importlib.import_module("komandor.check.redraw")
except ImportError:  # without them it proves the lots, and says that it did not recompute the pairs
    redraw = None

LOT = 16
LEVELS = {"beacon": "C", "dice": "B", "none": "C"}
MAX_ROUNDS = 64
MAX_PLAYER = 100_000

TEXTS = {
    "file.empty": "the file is empty or incomplete",
    "file.hash": "the file is as it was written (SHA-256 of all bytes)",
    "file.version": "the file has version 2 (found: version {version})",
    "file.header": "the header fits the log: {count} records of {tournament}",
    "log.chain": "every record follows the one before: {count} records, head {head}",
    "log.sealed": "record {seq} withholds what must be shown, or shows what was not sealed ({kind})",
    "log.names": "the names of {count} people are those that the log has sealed",
    "log.created": "the tournament was created once, first, and promised {commitment}",
    "freeze.head": "round {round}: frozen at the log's head {head}",
    "freeze.again": "round {round}: frozen again by record {seq} after a draw, so its lots may have changed",
    "draw.order": "round {round}: drawn in record {seq}, after it was frozen",
    "draw.fresh": "round {round}: its link had not been opened by a later round",
    "draw.link": "round {round}: the opened link leads back to the promise",
    "draw.head": "round {round}: drawn from the frozen state",
    "draw.public": "round {round}: public input is {public} ({source})",
    "draw.key": "round {round}: the key follows from link, state and public input",
    "draw.same": "round {round}: drawn again with the same key, nothing was re-rolled",
    "draw.lots": "round {round}: the order of {count} lots follows from the key",
    "draw.tiebreak": "round {round}: the {count} stored tie-break lots follow from the key",
    "draw.matches": "round {round}: nobody sits at two tables",
    "note.changed": "round {round}: pairing changed by hand in record {seq}: {reason}",
    "note.voided": "records {targets} undone by record {seq}: {reason}",
    "note.withheld": "{count} records are there without their texts: {kinds}",
    "note.renamed": "player {player} was given another name by record {seq}, after a round had been frozen",
    "note.no_draws": "no round has been drawn",
    "seed.opened": "the seed opened at the end is the one promised at the beginning",
}
CLAIMS = {
    "B": "B: the lots follow from dice; this holds if the hall saw them rolled after the freeze.",
    "C": "C: the lots follow from a promise made before round 1; the organiser could foresee and steer them.",
    "-": "-: nothing was drawn, so nothing is said about draws.",
}
PAIRS = "Pairs recomputed: {done} of {rounds} Swiss rounds."
NO_PAIRS = "The pairs were not recomputed: redraw.py and its parts are not there."
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
        self.frozen: dict[int, dict[str, Any]] = {}
        self.keys: dict[int, bytes] = {}
        self.drawn: dict[int, bytes] = {}  # record → key
        self.sources: dict[int, str] = {}

    def run(self) -> Report:
        try:
            self.file()
        except Unreadable as problem:
            self.say(False, problem.code, **problem.params if problem.code != "file.empty" else {})
        except Stop:
            pass
        except (ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError):
            self.say(False, "file.empty")
        drawn = {LEVELS.get(source, "C") for source in self.sources.values()}
        return Report(not any(line.ok is False for line in self.lines), max(drawn, default="-"), self.lines)

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
            records.append(record)
            head = record.r["hash"]
        self.say(True, "log.chain", count=count, head=head)
        for one in records:
            self.sealed(one.seq, one.event, one.r)
            self.event(one.seq, one.prev, one.event)
        if not self.keys:
            self.say(None, "note.no_draws")
        again = [(one.seq, str(one.r["at"]), one.event) for one in records]
        for ok, code, params in redraw.follow(again, self.drawn) if redraw else ():
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

    def event(self, seq: int, head: str, e: dict[str, Any]) -> None:
        if e["type"] == "tournament_created" or seq == 1:
            self.created(seq, e)
        elif e["type"] == "round_frozen":
            self.freeze(seq, head, e)
        elif e["type"] == "round_drawn":
            self.draw(seq, e)
        elif e["type"] == "pairing_changed":
            self.say(None, "note.changed", round=e["round"], seq=seq, reason=e["reason"])
        elif e["type"] == "event_voided":
            self.say(None, "note.voided", targets=e["targets"], seq=seq, reason=e["reason"])
        elif e["type"] == "tournament_closed" and e.get("seed"):
            seed = promise_of(unhex(e["seed"]), self.tournament, MAX_ROUNDS)
            self.say(seed.hex() == self.promise, "seed.opened")

    def created(self, seq: int, e: dict[str, Any]) -> None:
        self.promise = str(e.get("commitment", ""))
        right = e["type"] == "tournament_created" and seq == 1 and e["id"] == self.tournament
        if not self.say(right and bool(HEX.fullmatch(self.promise)), "log.created", commitment=self.promise):
            raise Stop

    def freeze(self, seq: int, head: str, e: dict[str, Any]) -> None:
        number = e["round"]
        if number in self.keys:
            self.say(None, "freeze.again", round=number, seq=seq)
            del self.keys[number]
        self.frozen[number] = e
        self.say(e["head"] == head, "freeze.head", round=number, head=e["head"])

    def draw(self, seq: int, e: dict[str, Any]) -> None:
        number = e["round"]
        fits = number in self.frozen and type(number) is int and 1 <= number <= MAX_ROUNDS
        if not self.say(fits, "draw.order", round=number, seq=seq):
            return
        frozen, link = self.frozen[number], unhex(e["link"])
        fresh = number in self.sources or all(number > earlier for earlier in self.sources)
        self.say(fresh, "draw.fresh", round=number)
        promised = promise_of(link, self.tournament, number).hex() == self.promise
        self.say(promised, "draw.link", round=number)
        self.say(e["head"] == frozen["head"], "draw.head", round=number)
        source, public = frozen["public_source"], e["public"]
        right = source in LEVELS and bool(public) == (source != "none")
        self.say(right, "draw.public", round=number, public=public or "–", source=source)
        self.sources[number] = worse(source, self.sources.get(number, source))
        key = round_key(link, self.tournament, number, e["head"], public)
        self.say(hashlib.sha256(key).hexdigest() == e["key_check"], "draw.key", round=number)
        if number in self.keys:
            self.say(self.keys[number] == key, "draw.same", round=number)
        self.keys[number] = self.drawn[seq] = key
        self.results(number, key, e)

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


def worse(one: str, other: str) -> str:
    return max(one, other, key=lambda source: LEVELS.get(source, "C"))


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
