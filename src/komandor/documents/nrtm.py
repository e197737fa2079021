"""NRTM JSON, which Netrunner communities exchange (NRTM, Cobra, Always Be Running).

A bye is a match of which either player has no id; its points stand with the other one. `combinedScore` are
the points of a Swiss match, or the sum of `corpScore` and `runnerScore`, as Aesop writes it; `winner` or the
points decide an elimination game. SoS may be a number or a text.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
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
    Points,
    Unfit,
    number_in,
    read_json,
)
from komandor.documents.ranked import Published, known_game, ranked

NOBODY = (None, "", "(BYE)")
STRENGTH = {"sos": "strengthOfSchedule", "esos": "extendedStrengthOfSchedule"}


class NrtmSide(
    msgspec.Struct, rename={"combined": "combinedScore", "corp": "corpScore", "runner": "runnerScore"}
):
    id: int | str | None = None
    combined: int | float | None = None
    winner: bool | None = None
    mov: int | float | None = None
    corp: int | float | None = None
    runner: int | float | None = None

    @property
    def points(self) -> int | float | None:
        """Of the whole match; None where nothing is written."""
        parts = [part for part in (self.corp, self.runner) if part is not None]
        return self.combined if self.combined is not None else sum(parts) if parts else None


class NrtmMatch(
    msgspec.Struct,
    rename={
        "elimination": "eliminationGame",
        "corp": "corpPlayer",
        "runner": "runnerPlayer",
        "corp_score": "corpScore",
        "runner_score": "runnerScore",
        "table_number": "tableNumber",
    },
):
    """`corpPlayer` and `runnerPlayer` are the form of older Aesop files, with "(BYE)" for nobody."""

    player1: NrtmSide | None = None
    player2: NrtmSide | None = None
    corp: int | str | None = None
    runner: int | str | None = None
    corp_score: int | float | None = None
    runner_score: int | float | None = None
    table: int | None = None
    table_number: int | None = None
    elimination: bool = False

    @property
    def present(self) -> list[NrtmSide]:
        """Who sits there; one in a bye."""
        sides = (
            self.player1,
            self.player2,
            NrtmSide(self.corp, self.corp_score),
            NrtmSide(self.runner, self.runner_score),
        )
        return [side for side in sides if side and side.id not in NOBODY]


class NrtmPlayer(
    msgspec.Struct,
    rename={
        "points": "matchPoints",
        "sos": "strengthOfSchedule",
        "esos": "extendedStrengthOfSchedule",
        "corp": "corpIdentity",
        "runner": "runnerIdentity",
    },
):
    id: int | str
    name: str
    rank: int | None = None
    points: int | float | None = None
    sos: int | float | str | None = None
    esos: int | float | str | None = None
    corp: str | None = None
    runner: str | None = None


class NrtmSeed(msgspec.Struct):
    id: int | str | None
    rank: int | None = None
    seed: int | None = None


class NrtmFile(
    msgspec.Struct, rename={"swiss": "preliminaryRounds", "cut": "cutToTop", "seeds": "eliminationPlayers"}
):
    players: list[NrtmPlayer]
    rounds: list[list[NrtmMatch]]
    name: str = ""
    date: str | None = None
    game: str | None = None
    swiss: int | None = None
    cut: int | None = None
    seeds: list[NrtmSeed] = []


def read_nrtm(raw: bytes) -> EventDocument:
    """The event in an NRTM file, ranked by its points and our SoS."""
    file: NrtmFile = read_json(raw, NrtmFile, strict=False)
    numbers = {str(player.id): at for at, player in enumerate(file.players, 1)}
    if len(numbers) != len(file.players):
        raise Unfit(why("foreign.id_twice"))
    rounds = tuple(_round(at, matches, numbers, file) for at, matches in enumerate(file.rounds, 1))
    knockout = [r for r in rounds if r.eliminates]
    stages = [DocumentStage(number=1, kind="swiss", rounds=len(rounds) - len(knockout))]
    seeds = sorted(
        (s for s in file.seeds if str(s.id) in numbers), key=lambda s: (s.seed is None, s.seed or 0)
    )
    if knockout:
        entered = tuple(numbers[str(s.id)] for s in seeds if s.id is not None)
        kind = "double" if len(knockout) > max(len(entered) - 1, 1).bit_length() else "single"
        stages.append(DocumentStage(number=2, kind=kind, rounds=0, cut=len(entered), seeds=entered))
    document = EventDocument(
        origin="nrtm",
        name=file.name,
        date=(file.date or "")[:10],
        game=known_game(file.game),
        players=tuple(
            DocumentPlayer(
                number=numbers[str(p.id)], name=p.name, factions=tuple(filter(None, (p.corp, p.runner)))
            )
            for p in file.players
        ),
        stages=tuple(stages),
        rounds=rounds,
        places=tuple(
            (numbers[str(s.id)], s.rank)
            for s in sorted(seeds, key=lambda s: s.rank or 0)
            if s.id is not None and s.rank
        ),
    )
    return ranked(document, {numbers[str(p.id)]: _published(p) for p in file.players})


def _round(
    number: int, matches: Sequence[NrtmMatch], numbers: Mapping[str, int], file: NrtmFile
) -> DocumentRound:
    eliminates = any(m.elimination for m in matches) or bool(file.swiss and number > file.swiss)
    rows = tuple(
        _match(at, match, numbers, f"rounds[{number - 1}][{at - 1}]") for at, match in enumerate(matches, 1)
    )
    stage = 2 if eliminates else 1
    in_stage = number - (file.swiss or 0) if eliminates and file.swiss else number
    return DocumentRound(number=number, stage=stage, in_stage=in_stage, eliminates=eliminates, matches=rows)


def _match(number: int, match: NrtmMatch, numbers: Mapping[str, int], where: str) -> DocumentMatch:
    present = match.present
    for side in present:
        if str(side.id) not in numbers:
            raise Unfit(why("foreign.no_such_player", None, where=where, name=str(side.id)[:80]))
    if not 1 <= len({str(side.id) for side in present}) == len(present) <= 2:
        raise Unfit(why("foreign.match_players", None, where=where))
    winner = _winner(present)
    return DocumentMatch(
        number=number,
        table=match.table if match.table is not None else match.table_number,
        kind="match" if len(present) == 2 else "bye",
        sides=tuple(
            DocumentSide(
                player=numbers[str(side.id)],
                points=number_in(side.points, where),
                mov=number_in(side.mov, where),
            )
            for side in present
        ),
        winner=numbers[str(winner.id)] if winner else None,
    )


def _winner(present: Sequence[NrtmSide]) -> NrtmSide | None:
    """Who is called the winner, or has more points; nobody in a draw."""
    if len(present) < 2:
        return present[0]
    called = [side for side in present if side.winner]
    if len(called) == 1:
        return called[0]
    one, other = ((side.points or 0) for side in present)
    return None if one == other else present[0] if one > other else present[1]


def _published(player: NrtmPlayer) -> Published:
    return Published(
        place=player.rank,
        points=number_in(player.points, "matchPoints"),
        sos=number_in(player.sos, STRENGTH["sos"]),
        esos=number_in(player.esos, STRENGTH["esos"]),
    )


def write_nrtm(document: EventDocument) -> bytes:
    """The event as NRTM, with the game and margins as keys of our own; forfeits have no place in it."""
    swiss = [r for r in document.rounds if not r.eliminates]
    rows = {row.player: row for row in document.standings}
    seeds = [n for stage in document.stages[-1:] if stage.cut for n in stage.seeds if n is not None]
    places = dict(document.places)
    written = {
        "name": document.name,
        "date": document.date,
        "game": document.game,
        "cutToTop": len(seeds),
        "preliminaryRounds": len(swiss),
        "players": [_player(p, rows.get(p.number)) for p in document.players],
        "eliminationPlayers": [
            {"id": n, "name": document.named[n], "rank": places.get(n, 0), "seed": at}
            for at, n in enumerate(seeds, 1)
        ],
        "rounds": [[_written(m, r.eliminates) for m in r.matches] for r in document.rounds],
        "uploadedFrom": "Komandor",
    }
    return json.dumps(written, ensure_ascii=False, indent=2).encode() + b"\n"


def _player(player: DocumentPlayer, row: DocumentStanding | None) -> dict[str, Any]:
    said = row.tiebreakers if row else {}
    strength = {long: f"{said[key].decimal:.6f}" for key, long in STRENGTH.items() if key in said}
    return {
        "id": player.number,
        "name": player.name,
        "rank": row.place if row else 0,
        "corpIdentity": next(iter(player.factions), None),
        "runnerIdentity": next(iter(player.factions[1:]), None),
        "matchPoints": row.points if row else 0,
        **strength,
    }


def _written(match: DocumentMatch, eliminates: bool) -> dict[str, Any]:
    sides = [*_sides(match, eliminates), {"id": None, "combinedScore": 0}]
    return {
        "table": match.table or match.number,
        "player1": sides[0],
        "player2": sides[1],
        "intentionalDraw": False,
        "twoForOne": False,
        "eliminationGame": eliminates,
    }


def _sides(match: DocumentMatch, eliminates: bool) -> Iterator[dict[str, Any]]:
    for side in match.sides:
        if eliminates:
            yield {"id": side.player, "winner": match.winner == side.player}
        else:
            points: Points | None = side.points
            margin = {"mov": side.mov} if side.mov is not None else {}
            yield {"id": side.player, "combinedScore": points, **margin}
