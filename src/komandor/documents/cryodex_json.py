"""Cryodex JSON as List Juggler, ListFortress and Rollbetter speak it: the common tongue of organisers.

Players are joined by their names. An elimination round has the number of players left, and the winner is
who has more points, unless `winner` says otherwise. `scores` says which points are tournament points.
"""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from komandor.core.reasons import why
from komandor.documents.document import (
    DocumentMatch,
    DocumentPlayer,
    DocumentRound,
    DocumentSide,
    DocumentStage,
    DocumentStanding,
    EventDocument,
    Unfit,
    number_in,
    read_json,
)
from komandor.documents.ranked import Published, exact, knocked_out, known_game, ranked
from komandor.documents.scores import in_tournament_points

NOBODY = ("bye", "(bye)")  # unless a player is called so
Number = int | float | str | None


class CryodexRank(msgspec.Struct):
    swiss: int | None = None
    elimination: int | None = None


class CryodexPlayer(msgspec.Struct):
    """`event_points`: the tournament points where ListFortress has no `score`."""

    name: str
    score: Number = None
    event_points: Number = None
    mov: Number = None
    sos: Number = None
    dropped: Any = None
    rank: CryodexRank | int | None = None
    faction: str | None = None


class CryodexMatch(msgspec.Struct):
    player1: str | None = None
    player2: str | None = None
    player1points: Number = None
    player2points: Number = None
    player1mov: Number = None
    player2mov: Number = None
    result: str | None = None
    winner: Any = None


class CryodexRound(msgspec.Struct, rename={"kind": "round-type", "number": "round-number"}):
    matches: list[CryodexMatch]
    kind: str = "swiss"
    number: int = 0

    @property
    def eliminates(self) -> bool:
        return self.kind.casefold() == "elimination"


class CryodexFile(msgspec.Struct):
    """`game` and the margins of matches are ours: without them Armada's standings would not come back."""

    players: list[CryodexPlayer]
    rounds: list[CryodexRound]
    name: str = ""
    date: str | None = None
    game: str | None = None


class Wrapped(msgspec.Struct):
    """As tabletop.to wrote it."""

    tournament: CryodexFile


def read_cryodex_json(raw: bytes) -> EventDocument:
    """The event in a file, bare or under `tournament`."""
    file: CryodexFile = _file(raw)
    numbers = {player.name: at for at, player in enumerate(file.players, 1)}
    if len(numbers) != len(file.players):
        twice = next(name for name, n in Counter(p.name for p in file.players).items() if n > 1)
        raise Unfit(why("foreign.name_twice", None, name=twice[:80]))
    rounds = tuple(_round(at, r, numbers) for at, r in enumerate(file.rounds, 1))
    left = [r.number for r in file.rounds if r.eliminates]
    stages = [DocumentStage(number=1, kind="swiss", rounds=len(rounds) - len(left))]
    by_rank = sorted(file.players, key=lambda p: _place(p) or len(numbers))
    if left:
        seeds = tuple(numbers[p.name] for p in by_rank[: max(left)])
        stages.append(DocumentStage(number=2, kind="single", rounds=0, cut=len(seeds), seeds=seeds))
    places = sorted((place, numbers[p.name]) for p in file.players if (place := _final_place(p)))
    document = EventDocument(
        origin="cryodex-json",
        name=file.name,
        date=(file.date or "")[:10],
        game=known_game(file.game),
        players=tuple(_player(numbers[p.name], p) for p in file.players),
        stages=tuple(stages),
        rounds=rounds,
        places=tuple((player, place) for place, player in places) or knocked_out(rounds),
    )
    said = {
        numbers[p.name]: Published(
            place=_place(p), points=number_in(_score(p), "score"), sos=number_in(p.sos, "sos")
        )
        for p in file.players
    }
    scores = {n: exact(one.points) for n, one in said.items() if one.points is not None}
    told = in_tournament_points(document, scores)
    return ranked(told, said, scores if told.notes else None)


def _file(raw: bytes) -> CryodexFile:
    wrapped = "tournament" in read_json(raw, dict[str, msgspec.Raw])
    found: CryodexFile = (
        read_json(raw, Wrapped, strict=False).tournament
        if wrapped
        else read_json(raw, CryodexFile, strict=False)
    )
    return found


def _place(player: CryodexPlayer) -> int | None:
    return player.rank.swiss if isinstance(player.rank, CryodexRank) else player.rank


def _final_place(player: CryodexPlayer) -> int | None:
    return player.rank.elimination if isinstance(player.rank, CryodexRank) else None


def _score(player: CryodexPlayer) -> Number:
    return player.event_points if player.score is None else player.score


def _player(number: int, player: CryodexPlayer) -> DocumentPlayer:
    """`dropped` is read with suspicion: 0, "", false and null all mean that the player stayed."""
    factions = (player.faction,) if player.faction else ()
    gone = player.dropped not in (None, False, 0, "", "0", "false")
    return DocumentPlayer(number=number, name=player.name, factions=factions, status="left" if gone else "in")


def _round(number: int, found: CryodexRound, numbers: Mapping[str, int]) -> DocumentRound:
    eliminates = found.eliminates
    rows = tuple(
        _match(at, match, numbers, f"rounds[{number - 1}].matches[{at - 1}]")
        for at, match in enumerate(found.matches, 1)
    )
    in_stage = number if eliminates else found.number or number
    return DocumentRound(
        number=number, stage=2 if eliminates else 1, in_stage=in_stage, eliminates=eliminates, matches=rows
    )


def _match(number: int, match: CryodexMatch, numbers: Mapping[str, int], where: str) -> DocumentMatch:
    both = (
        (match.player1, match.player1points, match.player1mov),
        (match.player2, match.player2points, match.player2mov),
    )
    present = [
        (name, points, mov)
        for name, points, mov in both
        if name and (name in numbers or name.casefold() not in NOBODY)
    ]
    for name, _, _ in present:
        if name not in numbers:
            raise Unfit(why("foreign.no_such_player", None, where=where, name=name[:80]))
    if not present or len({name for name, _, _ in present}) < len(present):
        raise Unfit(why("foreign.match_players", None, where=where))
    sides = tuple(
        DocumentSide(player=numbers[name], points=number_in(points, where), mov=number_in(mov, where))
        for name, points, mov in present
    )
    called = match.winner if isinstance(match.winner, str) else None
    return DocumentMatch(
        number=number,
        table=number,
        kind="match" if len(sides) == 2 else "bye",
        sides=sides,
        winner=numbers.get(called or "") or _ahead(sides),
    )


def _ahead(sides: Sequence[DocumentSide]) -> int | None:
    if len(sides) == 1:
        return sides[0].player
    one, other = (exact(side.points) for side in sides)
    return None if one == other else sides[0].player if one > other else sides[1].player


def write_cryodex_json(document: EventDocument) -> bytes:
    """The event in the same tongue, with `winner` and ids beside the names, which others ignore."""
    rows = {row.player: row for row in document.standings}
    names = _distinct(document)
    places = dict(document.places)
    left = [sum(len(m.sides) for m in r.matches) for r in document.rounds]
    written = {
        "name": document.name,
        "date": document.date,
        "game": document.game,
        "players": [
            _written_player(
                p,
                names,
                rows.get(p.number),
                places.get(p.number) if any(r.eliminates for r in document.rounds) else None,
            )
            for p in document.players
        ],
        "rounds": [
            {
                "round-type": "elimination" if r.eliminates else "swiss",
                "round-number": left[at] if r.eliminates else r.in_stage,
                "matches": [_written_match(m, names) for m in r.matches],
            }
            for at, r in enumerate(document.rounds)
        ],
    }
    return json.dumps(written, ensure_ascii=False, indent=2).encode() + b"\n"


def _distinct(document: EventDocument) -> dict[int, str]:
    """Names by number; where two are the same, the number is added, because matches name players."""
    often = Counter(p.name for p in document.players)
    return {p.number: p.name if often[p.name] == 1 else f"{p.name} ({p.number})" for p in document.players}


def _written_player(
    player: DocumentPlayer, names: Mapping[int, str], row: DocumentStanding | None, final: int | None
) -> dict[str, Any]:
    said = row.tiebreakers if row else {}
    rank = {"swiss": row.place if row else 0} | ({"elimination": final} if final else {})
    return {
        "id": player.number,
        "name": names[player.number],
        "score": row.points if row else 0,
        "mov": said["mov"].decimal if "mov" in said else 0,
        "sos": f"{said['sos'].decimal:.6f}" if "sos" in said else "0",
        "dropped": player.status != "in",
        "rank": rank,
        **({"faction": player.factions[0]} if player.factions else {}),
    }


def _written_match(match: DocumentMatch, names: Mapping[int, str]) -> dict[str, Any]:
    out: dict[str, Any] = {}
    for at, side in enumerate(match.sides, 1):
        out |= {
            f"player{at}": names[side.player],
            f"player{at}-id": side.player,
            f"player{at}points": side.points,
            **({f"player{at}mov": side.mov} if side.mov is not None else {}),
        }
    out["result"] = "bye" if len(match.sides) < 2 else "win" if match.winner else "draw"
    if match.winner is not None and len(match.sides) == 2:
        out |= {"winner": names[match.winner], "winner-id": match.winner}
    return out
