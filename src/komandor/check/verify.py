"""Checks a .komandor file without Komandor: `python verify.py FILE`.

This file needs nothing but Python's standard library, and was written from
docs/algorithms/verifiable-draws.md alone. It checks that no byte of the file and
no record of the log was changed, that every draw used the link promised before the
first round, the frozen log and the public dice, and that the order of the lots
follows from them. With redraw.py, draw_state.py, pairs.py, pairing_plan.py and fold_pairs.py
beside it (in a folder komandor/check) it also computes the pairs again. It reports how much
this proves (B or C).
"""

import hashlib
import hmac
import importlib
import json
import re
import sys
from pathlib import Path
from typing import Any, NamedTuple

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
try:
    redraw: Any = importlib.import_module("komandor.check.redraw")
except ImportError:  # this one file alone: it proves the lots, and says that it did not recompute the pairs
    redraw = None

GENESIS = "0" * 64
HEX = re.compile(r"[0-9a-f]{64}")
LOT = 16
LAST = 78  # bytes of the last line
SHOWN = {
    row.split()[0]: row.split()[1:]
    for row in """list_submitted player|list_judged player|list_checked player|list_amended player
    |deck_checks_drawn round
    |deck_checked player by match|judge_called call at|ruling_given call settled_by_players
    |ruling_appealed call|final_verdict_given call staff|incident_reported incident
    |disqualification_recommended
    |component_reported component player kind category minutes match|proxy_made proxy player date
    |fee_noted player paid|table_extended match minutes|sanction_given sanction points
    |player_disqualified player round
    |player_left player cause round game|result_disputed match by|result_annulled match rule
    |result_entered match report scores winner override|result_corrected match report scores winner override
    |round_frozen round stage head public_source beacon entrants field|player_amended player changes
    |player_registered player groups fixed_table awarded_byes start staff members|player_entered_late
     player choice missed byes match lot start groups members entered table""".split("|")
}
"""The kinds of records that may have a part which is withheld, and what of them is always shown."""
SENDERS = ("judge_called", "ruling_appealed", "incident_reported", "disqualification_recommended")
LEVELS = {"beacon": "C", "dice": "B", "none": "C"}
MAX_ROUNDS = 64
MAX_PLAYER = 100_000

TEXTS = {
    "file.empty": "the file is empty or incomplete",
    "file.hash": "the file is as it was written (SHA-256 of all bytes)",
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
OPEN = ("draw.pairs_open", "draw.pairs_old")
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
        open_ = {line.params["round"] for line in self.lines if line.code in OPEN}
        rounds = {line.params["round"] for line in self.lines if line.code == "draw.pairs"} | open_
        pairs = (PAIRS, {"done": len(rounds - open_), "rounds": len(rounds)}) if redraw else (NO_PAIRS, {})
        return [(CLAIMS[self.level], {}), *([pairs] if rounds or not redraw else [])]


class Stop(Exception):
    """Nothing more can be checked."""


def enc(*fields: bytes | str | int) -> bytes:
    """4-byte count; then 4-byte length and bytes of each field. Text is UTF-8, numbers are decimal text."""
    raw = [field if isinstance(field, bytes) else str(field).encode() for field in fields]
    return len(raw).to_bytes(4, "big") + b"".join(len(part).to_bytes(4, "big") + part for part in raw)


def record_hash(prev: str, tournament: str, r: dict[str, Any], event: str) -> str:
    """The hash of a record: of every field, each with its length before it."""
    fields = (prev, tournament, str(r["seq"]), r["at"], r["by"], r["command_id"], event)
    return hashlib.sha256(b"".join(enc(field)[4:] for field in fields)).hexdigest()


def sealed_hash(prev: str, tournament: str, r: dict[str, Any], event: str) -> str:
    """The same in version 2: what is shown, and the seal of what may be withheld."""
    fields = (prev, tournament, r["seq"], r["at"], r["step"], r["by"], event, r.get("sealed", ""))
    return hashlib.sha256(enc(*fields)).hexdigest()


def seal_fits(r: dict[str, Any], e: dict[str, Any]) -> bool:
    """Whether only what may be withheld is, and what is not withheld is what was sealed."""
    if not r["by"] and e["type"] not in SENDERS:
        return False
    if "sealed" not in r:
        return bool(r["by"]) and "closed" not in r
    if e["type"] not in SHOWN or not HEX.fullmatch(r["sealed"]):
        return False
    if "closed" in r:
        hidden = json.loads(r["closed"])
        again = e.keys() & hidden.get("event", {}).keys() or ("by" in hidden) == bool(r["by"])
        if again or hashlib.sha256(enc(r["salt"], r["closed"])).hexdigest() != r["sealed"]:
            return False
    return e.keys() >= set(SHOWN[e["type"]])


def name_of(data: dict[str, Any]) -> str:
    """A person's name as the log seals it: one line for each part, and three for each member of a team."""
    parts = [data.get(key, "") for key in ("first", "last", "nick", "team")]
    members = [m.get(key, "") for m in data.get("members") or () for key in ("first", "last", "nick")]
    return "\n".join(str(part) for part in (*parts, *members))


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
        self.version = 1
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
            self.log(self.file())
        except Stop:
            pass
        except (ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError):
            self.say(False, "file.empty")
        drawn = {LEVELS.get(source, "C") for source in self.sources.values()}
        return Report(not any(line.ok is False for line in self.lines), max(drawn, default="-"), self.lines)

    def say(self, ok: bool | None, code: str, **params: Any) -> bool:
        self.lines.append(Line(ok, code, params))
        return ok is not False

    def file(self) -> list[str]:
        """Check everything outside the chain of records; returns the lines of the records."""
        body, last = self.data[:-LAST], self.data[-LAST:]
        right = f'{{"sha256":"{hashlib.sha256(body).hexdigest()}"}}\n'.encode()
        if not self.say(body.endswith(b"\n") and last == right, "file.hash"):
            raise Stop
        lines = body.decode().split("\n")[:-1]
        header = json.loads(lines[0])
        self.tournament, self.version = header["tournament"], header["version"]
        records = lines[1 : 1 + header["count"]]
        for line in lines[1 + header["count"] :][: header["people"]]:
            row = json.loads(line)
            self.people[row["person"]] = name_of(row["data"])
        wanted = 1 + header["count"] + header["people"] + ("secret" in header["parts"])
        fits = header["format"] == "komandor" and self.version in (1, 2) and len(lines) == wanted
        head = json.loads(records[-1])["hash"] if records else GENESIS
        fits = fits and header["head"] == head
        if not self.say(fits, "file.header", count=len(records), tournament=self.tournament):
            raise Stop
        return records

    def log(self, lines: list[str]) -> None:
        """Check the chain, then the events: they can be trusted only if none was changed."""
        prev, events = GENESIS, []
        command = ""
        for seq, line in enumerate(lines, 1):
            before, _, text = line.partition(',"event":')
            r, text = json.loads(before + "}"), text[:-1]
            e = json.loads(text)
            step = str(r["step"] if self.version == 2 else r["command_id"])
            hash_of = sealed_hash if self.version == 2 else record_hash
            digest = hash_of(prev, self.tournament, {**r, "seq": seq}, text)
            right = self.version == 1 or step in (command, str(seq))
            if not right or r["seq"] != seq or r["prev"] != prev or r["hash"] != digest:
                self.say(False, "log.chain", count=seq, head=prev)
                raise Stop
            if self.version == 2 and not seal_fits(r, e):
                self.say(False, "log.sealed", seq=seq, kind=e["type"])
                raise Stop
            events.append((seq, prev, e, r))
            command, prev = step, digest
        self.say(True, "log.chain", count=len(lines), head=prev)
        for seq, head, e, r in events:
            self.sealed(seq, e, r)
            self.event(seq, head, e)
        if not self.keys:
            self.say(None, "note.no_draws")
        records = [(seq, str(r["at"]), e) for seq, _, e, r in events]
        for ok, code, params in redraw.follow(records, self.drawn, self.version) if redraw else ():
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
