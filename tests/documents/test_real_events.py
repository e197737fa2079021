"""Real events, written as NRTM and as Cryodex JSON and read back, have the published points and SoS."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from komandor.documents.cryodex_json import read_cryodex_json, write_cryodex_json
from komandor.documents.document import (
    DocumentMatch,
    DocumentPlayer,
    DocumentRound,
    DocumentSide,
    DocumentStage,
    EventDocument,
    read_document,
    write_document,
)
from komandor.documents.nrtm import read_nrtm, write_nrtm
from komandor.documents.ranked import ranked
from tests.conftest import SHARED

EVENTS = sorted((SHARED / "events").glob("*.json")) or [SHARED]


def of_reference(found: dict[str, Any], name: str) -> EventDocument:
    """The reference file as a document, by its own description."""
    seated = {m[side] for r in found["swiss"] for m in r for side in "ab" if m[side]}
    ids = sorted(seated | {row["id"] for row in found.get("published") or found["recomputed"]})
    numbers = {each: at for at, each in enumerate(ids, 1)}
    gone = set(found.get("dropped", ()))
    rounds = [_round(at, r, numbers, False, len(found["swiss"])) for at, r in enumerate(found["swiss"], 1)]
    rounds += [
        _round(len(rounds) + at, r, numbers, True, len(found["swiss"]))
        for at, r in enumerate(found.get("elimination") or (), 1)
    ]
    seeds = [s["id"] for s in sorted(found.get("cut") or (), key=lambda s: s["seed"])] or found.get(
        "published_cut_seeds", []
    )
    stages = [DocumentStage(number=1, kind="swiss", rounds=len(found["swiss"]))]
    if any(r.eliminates for r in rounds):
        stages.append(
            DocumentStage(
                number=2, kind="double", rounds=0, cut=len(seeds), seeds=tuple(numbers[s] for s in seeds)
            )
        )
    return EventDocument(
        name=name,
        date=found.get("date", ""),
        game="armada" if "tp_a" in found["swiss"][0][0] else "",
        players=tuple(
            DocumentPlayer(number=n, name=each, status="left" if each in gone else "in")
            for each, n in numbers.items()
        ),
        stages=tuple(stages),
        rounds=tuple(rounds),
    )


def _round(
    number: int, found: list[dict[str, Any]], numbers: dict[str, int], eliminates: bool, swiss: int
) -> DocumentRound:
    matches = tuple(_match(at, m, numbers, eliminates) for at, m in enumerate(found, 1))
    in_stage = number - swiss if eliminates else number
    return DocumentRound(
        number=number, stage=1 + eliminates, in_stage=in_stage, eliminates=eliminates, matches=matches
    )


def _match(number: int, found: dict[str, Any], numbers: dict[str, int], eliminates: bool) -> DocumentMatch:
    points = [found.get("tp_a", found.get("sa")), found.get("tp_b", found.get("sb"))]
    if "winner" in found:
        points = [3 * (found[side] == found["winner"]) for side in "ab"]
    margin = (
        abs(min(found["points_a"], 400) - min(found["points_b"], 400))
        if found.get("points_b") is not None
        else None
    )
    sides = [
        DocumentSide(player=numbers[found[side]], points=p)
        for side, p in zip("ab", points, strict=True)
        if found[side]
    ]
    ahead = [s.player for s in sides if s.points == max(x.points or 0 for x in sides)]
    winner = ahead[0] if len(ahead) == 1 else None
    if margin is not None:
        sides = [
            DocumentSide(player=s.player, points=s.points, mov=margin * (s.player == winner)) for s in sides
        ]
    kind = "match" if len(sides) == 2 else "bye"
    return DocumentMatch(
        number=number, table=found.get("table") or number, kind=kind, sides=tuple(sides), winner=winner
    )


def rounded(document: EventDocument) -> dict[str, tuple[Any, ...]]:
    """name → points, SoS, extended SoS where the standings have it."""
    return {
        document.named[row.player]: (
            Fraction(str(row.points)),
            *(round(row.tiebreakers[key].decimal, 4) for key in ("sos", "esos") if key in row.tiebreakers),
        )
        for row in document.standings
    }


@pytest.mark.parametrize("file", EVENTS, ids=lambda f: f.stem)
def test_written_and_read_back(file: Path, shared: Path) -> None:
    found = json.loads(file.read_text(encoding="utf-8"))
    first = ranked(of_reference(found, file.stem))
    published = found.get("published") or found["recomputed"]
    for row in published:
        ours = rounded(first)[row["id"]]
        assert ours[0] == Fraction(str(row.get("points", row.get("tp")))), row
        assert ours[1] == pytest.approx(row["sos"], abs=0.0006), row
        if "xsos" in row:
            assert ours[2] == pytest.approx(row["xsos"], abs=0.0006), row
    for write, read in ((write_nrtm, read_nrtm), (write_cryodex_json, read_cryodex_json)):
        again = read(write(first))
        assert again.notes == ()
        assert {n: v[:2] for n, v in rounded(again).items()} == {n: v[:2] for n, v in rounded(first).items()}
        assert _results(again) == _results(first)
    assert read_document(write_document(first)) == first


def _results(document: EventDocument) -> list[tuple[bool, list[tuple[list[str], str | None]]]]:
    named = document.named
    return [
        (
            r.eliminates,
            [([named[s.player] for s in m.sides], named[m.winner] if m.winner else None) for m in r.matches],
        )
        for r in document.rounds
    ]
