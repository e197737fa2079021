"""A small log with names, lists, calls, incidents and a sanction in it, and ways to forge it."""

import hashlib
import json
from collections.abc import Callable
from typing import Any

from komandor.check.file_reader import name_of
from komandor.core.ids import CallNo, MatchNo, PlayerNo, StaffNo
from komandor.core.lots import enc
from komandor.core.tournament import events as e
from komandor.log.bundle import Bundle, write
from komandor.log.canonical import canonical
from komandor.log.record import GENESIS, withheld
from komandor.log.sealing import seal_of
from tests.log import drawn

PEOPLE = {n: {"first": f"Imię{n}", "last": "Żółć", "email": f"{n}@example.org"} for n in range(8, 12)}


def busy() -> drawn.Log:
    """Players 8 to 11 have names; round 1 is drawn with dice among calls, lists and incidents."""
    records = drawn.add(drawn.created(), e.StaffAppointed(StaffNo(1), ("organiser",)))
    for n, person in PEOPLE.items():
        records = drawn.add(records, e.PlayerRegistered(player=PlayerNo(n)), name=name_of(person))
    records = drawn.add(records, e.ListSubmitted(PlayerNo(3), {"fleet": "Chimaera"}), by="player:3")
    records = drawn.add(records, e.IncidentReported(1, "marked dice at table 4", 4), by="player:5")
    records = drawn.draw(drawn.freeze(records, 1, "dice"), 1, "1 3 5 6")
    called = e.JudgeCalled(call=CallNo(1), at=5, match=MatchNo(1), table=1, player=PlayerNo(3), text="range?")
    records = drawn.add(records, called, by="player:3")
    records = drawn.add(records, e.RulingGiven(CallNo(1), StaffNo(1), "in range", "COM-COND-2"), by="staff:1")
    warned = e.SanctionGiven(sanction=1, player=PlayerNo(3), kind="warning", reason="rude", by=StaffNo(1))
    lost = e.SanctionGiven(
        sanction=2, player=PlayerNo(4), kind="points", reason="dawdled", by=StaffNo(1), points=3
    )
    records = drawn.add(records, warned, lost, by="staff:1")
    return drawn.add(records, e.PlayerLeft(PlayerNo(4), "drop", 1, "ill"), by="player:4")


def renamed(records: drawn.Log) -> drawn.Log:
    return drawn.add(records, e.PlayerAmended(PlayerNo(11), {}), name=name_of(PEOPLE[8]))


def public(records: drawn.Log) -> bytes:
    return write(Bundle(drawn.ID, tuple(map(withheld, records))))


def whole(records: drawn.Log) -> bytes:
    return write(Bundle(drawn.ID, records, PEOPLE))


Change = Callable[[dict[str, Any], dict[str, Any]], None]


def of_kind(kind: str, change: Change) -> Callable[[bytes], bytes]:
    """The file with one record changed; every hash after it, and that of the file, is made to fit."""

    def forged(data: bytes) -> bytes:
        lines = data.decode().split("\n")[:-2]
        out, prev = [lines[0]], GENESIS
        header = json.loads(lines[0])
        for line in lines[1 : 1 + header["count"]]:
            fields = json.loads(line)
            event = fields.pop("event")
            if event["type"] == kind:
                change(fields, event)
            fields["prev"] = prev
            fields["hash"] = prev = chained(fields, canonical(event))
            front = json.dumps(fields, ensure_ascii=False, separators=(",", ":"))[:-1]
            out.append(f'{front},"event":{canonical(event)}}}')
        out[0] = canonical({**header, "head": prev})
        return closed(out + lines[1 + header["count"] :])

    return forged


def chained(r: dict[str, Any], event: str) -> str:
    parts = (r["prev"], drawn.ID, str(r["seq"]), r["at"], str(r["step"]), r["by"], event, r.get("sealed", ""))
    return hashlib.sha256(enc(*parts)).hexdigest()


def closed(lines: list[str]) -> bytes:
    body = "".join(line + "\n" for line in lines).encode()
    return body + f'{{"sha256":"{hashlib.sha256(body).hexdigest()}"}}\n'.encode()


def text(old: str, new: str) -> Callable[[bytes], bytes]:
    """The file with a text replaced and only its last line made to fit."""
    return lambda data: closed(data.decode().replace(old, new).split("\n")[:-2])


def reseal(fields: dict[str, Any], hidden: dict[str, Any]) -> None:
    fields["closed"] = canonical(hidden)
    fields["sealed"] = seal_of(fields.setdefault("salt", "00" * 16), fields["closed"])
