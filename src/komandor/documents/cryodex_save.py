"""Cryodex.save: the XML in which Cryodex keeps everything; the one to import when somebody switches.

Players have ids (SAVEID or ID); a tournament lists its rounds with matches, and in PLAYERS who has not left.
The points of a match are those of the game itself, and become the margin. A win is worth one tournament
point; Armada's table turns the margin into points. Cryodex writes names as they are typed ("Tom & Jerry"), in
the code page of the computer, and reads them so: what is no XML because of that is read all the same.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from xml.etree import ElementTree as ET

from komandor.core.games import GAMES
from komandor.core.games.game import GameData
from komandor.core.reasons import why
from komandor.documents.document import (
    DocumentMatch,
    DocumentPlayer,
    DocumentRound,
    DocumentSide,
    DocumentStage,
    EventDocument,
    Points,
    Unfit,
    number_in,
)
from komandor.documents.ranked import knocked_out, ranked

DECLARED = re.compile(r"<!(DOCTYPE|ENTITY)", re.IGNORECASE)
ALONE = re.compile(r"&(?!(?:amp|lt|gt|quot|apos|#[0-9]{1,7}|#x[0-9a-fA-F]{1,6});)")
NO_TAG = re.compile(r"<(?!/?[A-Za-z][\w.-]*\s*/?>|\?xml )")
UNSEEN = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")
DEEPEST = 30  # elements within each other; Cryodex needs nine
MOST = 200  # tournaments in one file
MODULES = {"Armada": "armada", "Imperial Assault": "imperial-assault", "Destiny": "destiny"}
"""Games of Cryodex that we have → their ids."""


def read_cryodex_save(text: str) -> tuple[EventDocument, ...]:
    """Every tournament in the file. A document type or an entity is refused unread."""
    root = _root(text)
    listed = [*(p for p in root.iter("PLAYER") if p.find("NAME") is not None), *root.iter("Player")]
    named = {(_id(p), _said(p, "NAME") or _id(p)) for p in listed}
    people = dict(named)
    if len(people) < len(named):
        raise Unfit(why("foreign.id_twice"))
    listed = [*root.iter("TOURNAMENT"), *root.iter("Tournament")]
    if not listed:
        raise Unfit(why("foreign.no_tournament"))
    if len(listed) > MOST:
        raise Unfit(why("foreign.too_many_events", None, most=MOST))
    return tuple(_tournament(one, people) for one in listed)


class Shallow(ET.TreeBuilder):
    """Builds elements, and refuses those that only a hostile file has within each other."""

    def __init__(self) -> None:
        super().__init__()
        self.depth = 0

    def start(self, tag: str, attrs: Mapping[str, str]) -> ET.Element:
        self.depth += 1
        if self.depth > DEEPEST:
            raise ValueError(tag)
        return super().start(tag, dict(attrs))

    def end(self, tag: str) -> ET.Element:
        self.depth -= 1
        return super().end(tag)


def _root(text: str) -> ET.Element:
    text = UNSEEN.sub("", text)
    if DECLARED.search(text):
        raise Unfit(why("foreign.declares"))
    for each in (text, NO_TAG.sub("&lt;", ALONE.sub("&amp;", text))):
        try:
            return ET.fromstring(each, ET.XMLParser(target=Shallow()))  # noqa: S314 - nothing is declared
        except (ET.ParseError, ValueError, RecursionError):
            continue
    raise Unfit(why("foreign.not_xml"))


def _id(element: ET.Element) -> str:
    return _said(element, "SAVEID") or _said(element, "ID")


def _said(element: ET.Element, name: str) -> str:
    return (element.findtext(name) or "").strip()


def _tournament(element: ET.Element, people: dict[str, str]) -> EventDocument:
    rounds_in = [*element.iter("ROUND")]
    listed = re.split(r"[,;\s]+", _said(element, "PLAYERS"))
    seen = [_said(m, side) for r in rounds_in for m in r.iter("MATCH") for side in ("PLAYER1", "PLAYER2")]
    numbers = {each: at for at, each in enumerate(dict.fromkeys(filter(None, (*listed, *seen))), 1)}
    for each in numbers:
        if each not in people:
            raise Unfit(why("foreign.no_such_player", None, where="TOURNAMENT", name=each[:80]))
    game = MODULES.get(_said(element, "MODULE"), "")
    data = next((rules.data for rules in GAMES if rules.data.id == game), None)
    rounds = tuple(_round(at, r, numbers, data) for at, r in enumerate(rounds_in, 1))
    stages = [DocumentStage(number=1, kind="swiss", rounds=sum(not r.eliminates for r in rounds))]
    if any(r.eliminates for r in rounds):
        first = next(r for r in rounds if r.eliminates)
        entered = tuple(side.player for m in first.matches for side in m.sides)
        stages.append(DocumentStage(number=2, kind="single", rounds=0, cut=len(entered), seeds=entered))
    stayed = {*filter(None, listed)} or {*numbers}
    players = tuple(
        DocumentPlayer(number=number, name=people[each], status="in" if each in stayed else "left")
        for each, number in numbers.items()
    )
    return ranked(
        EventDocument(
            origin="cryodex-save",
            name=_said(element, "NAME"),
            game=game,
            players=players,
            stages=tuple(stages),
            rounds=rounds,
            places=knocked_out(rounds),
        )
    )


def _round(number: int, element: ET.Element, numbers: dict[str, int], data: GameData | None) -> DocumentRound:
    eliminates = _said(element, "ISSINGLEELIMINATION").casefold() == "true"
    matches = tuple(_matches([*element.iter("MATCH")], numbers, f"ROUND {number}"))
    if data and data.margins and not eliminates:
        matches = tuple(_by_margin(match, data) for match in matches)
    return DocumentRound(
        number=number, stage=1 + eliminates, in_stage=number, eliminates=eliminates, matches=matches
    )


def _matches(found: Sequence[ET.Element], numbers: dict[str, int], where: str) -> Iterator[DocumentMatch]:
    for number, element in enumerate(found, 1):
        ids = [each for side in ("PLAYER1", "PLAYER2") if (each := _said(element, side))]
        if not ids or len(set(ids)) < len(ids):
            raise Unfit(why("foreign.match_players", None, where=f"{where}, MATCH {number}"))
        winner = _winner(element, ids)
        sides = tuple(
            DocumentSide(
                player=numbers[each],
                points=_worth(winner, each, element),
                mov=_margin(element, ids, each, winner),
            )
            for each in ids
        )
        yield DocumentMatch(
            number=number,
            table=number,
            kind="match" if len(ids) == 2 else "bye",
            sides=sides,
            winner=numbers[winner] if winner else None,
        )


def _by_margin(match: DocumentMatch, data: GameData) -> DocumentMatch:
    """The match in tournament points of a game that has a table of margins (ARM-SCORE-3, ARM-SCORE-5)."""
    if all(side.points is None for side in match.sides):
        return match
    if len(match.sides) < 2:
        worth = replace(match.sides[0], points=data.bye.points, mov=data.bye.mov)
        return replace(match, sides=(worth,))
    margin = min(max(int(side.mov or 0) for side in match.sides), data.limits["most_margin"])
    row = next(row for row in reversed(data.margins) if margin >= row.low)
    sides = tuple(
        replace(side, points=row.winner, mov=margin)
        if side.player == match.winner
        else replace(side, points=row.loser, mov=0)
        for side in match.sides
    )
    return replace(match, sides=sides) if match.winner is not None else match


def _points(element: ET.Element, side: str) -> float | None:
    return number_in(_said(element, f"{side}POINTS"), f"{side}POINTS")


def _winner(element: ET.Element, ids: Sequence[str]) -> str | None:
    if len(ids) < 2:
        return ids[0]
    called = _said(element, "WINNER")
    if called in ids:
        return called
    results = [_said(element, f"GAME{n}RESULT") for n in (1, 2, 3)]
    won = [sum(r == f"PLAYER_{at}_WINS" for r in results) for at in (1, 2)]
    one, other = won if any(won) else [_points(element, f"PLAYER{at}") or 0 for at in (1, 2)]
    return None if one == other else ids[0] if one > other else ids[1]


def _worth(winner: str | None, player: str, element: ET.Element) -> Points | None:
    """1 for a win; nothing while neither points nor games were entered."""
    played = any(
        _said(element, f"{part}") for part in ("PLAYER1POINTS", "PLAYER2POINTS", "GAME1RESULT", "WINNER")
    )
    if not played and _said(element, "ISBYE").casefold() != "true":
        return None
    return 1 if winner == player else 0


def _margin(element: ET.Element, ids: Sequence[str], player: str, winner: str | None) -> Points | None:
    if len(ids) < 2 or winner != player:
        return 0 if len(ids) == 2 else None
    own, other = (_points(element, f"PLAYER{at}") or 0 for at in ((1, 2) if player == ids[0] else (2, 1)))
    return max(own - other, 0)
