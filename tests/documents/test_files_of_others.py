"""Files as other programs really write them: code pages, unescaped names, and each one's way of counting."""

import json
from typing import Any

import pytest

from komandor.documents.document import DocumentNote, EventDocument
from komandor.documents.foreign import read_foreign
from komandor.documents.foreign_notes import note_text

SAVE = """<CRYODEXDATA>
<PLAYERS>
<PLAYER>
<NAME>{name}</NAME>
<ID>0</ID>
<SAVEID>0</SAVEID>
<MODULE-INFO>
<MODULE-PLAYER>
<MODULE>{module}</MODULE>
<SEEDVALUE>0.5</SEEDVALUE>
</MODULE-PLAYER>
</MODULE-INFO>
</PLAYER>
<PLAYER>
<NAME>Bob</NAME>
<SAVEID>1</SAVEID>
</PLAYER>
<PLAYER>
<NAME>Cy</NAME>
<SAVEID>2</SAVEID>
</PLAYER>
</PLAYERS>
<TOURNAMENTS>
<TOURNAMENT>
<PLAYERS>0,1</PLAYERS>
<ROUNDS>
<ROUND>
<ISSINGLEELIMINATION>false</ISSINGLEELIMINATION>
<MATCHES>
<MATCH>
<PLAYER1>0</PLAYER1>
<PLAYER2>1</PLAYER2>
<WINNER>0</WINNER>
<ISBYE>false</ISBYE>
<PLAYER1POINTS>200</PLAYER1POINTS>
<PLAYER2POINTS>100</PLAYER2POINTS>
</MATCH>
<MATCH>
<PLAYER1>2</PLAYER1>
<PLAYER2></PLAYER2>
<WINNER></WINNER>
<ISBYE>true</ISBYE>
</MATCH>
</MATCHES>
</ROUND>
<ROUND>
<ISSINGLEELIMINATION>true</ISSINGLEELIMINATION>
<MATCHES>
<MATCH>
<PLAYER1>0</PLAYER1>
<PLAYER2>1</PLAYER2>
<WINNER>1</WINNER>
<ISBYE>false</ISBYE>
</MATCH>
</MATCHES>
</ROUND>
</ROUNDS>
<NAME>{cup}</NAME>
<MODULE>{module}</MODULE>
</TOURNAMENT>
</TOURNAMENTS>
</CRYODEXDATA>
"""


def save(name: str = "Ann", cup: str = "Cup", module: str = "X-Wing") -> str:
    return SAVE.format(name=name, cup=cup, module=module)


def read(found: Any, encoding: str = "utf-8") -> EventDocument:
    text = found if isinstance(found, str) else json.dumps(found, ensure_ascii=False)
    (document,) = read_foreign(text.encode(encoding))
    return document


def points(document: EventDocument) -> dict[str, float]:
    return {document.named[row.player]: row.points for row in document.standings}


def cryodex(matches: list[dict[str, Any]], **scores: float) -> dict[str, Any]:
    players = [{"name": name, "score": score} for name, score in scores.items()]
    return {
        "name": "Cup",
        "players": players,
        "rounds": [{"round-type": "swiss", "round-number": 1, "matches": matches}],
    }


def met(one: str, other: str, points: tuple[float, float], **more: Any) -> dict[str, Any]:
    sides = {"player1": one, "player2": other}
    return sides | {"player1points": points[0], "player2points": points[1], "result": "win", **more}


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1250", "iso8859-2"])
def test_cryodex_writes_in_the_code_page_of_the_computer(encoding: str) -> None:
    assert "Łukasz Żak" in read(save(name="Łukasz Żak"), encoding).named.values()
    found = cryodex([met("Łukasz Żak", "B", (1, 0))], **{"Łukasz Żak": 1, "B": 0})
    assert points(read(found, encoding)) == {"Łukasz Żak": 1, "B": 0}


def test_a_save_has_names_as_they_were_typed() -> None:
    document = read(save(name="Tom & Jerry <3", cup='Rock & Roll "Open" &lt;1&gt;'))
    assert document.named[1] == "Tom & Jerry <3"
    assert document.name == 'Rock & Roll "Open" <1>'


def test_a_save_of_armada_is_ranked_by_its_table_of_margins() -> None:
    document = read(save(module="Armada"))
    assert document.game == "armada"
    assert points(document) == {"Cy": 8, "Ann": 7, "Bob": 4}
    assert [s.mov for s in document.rounds[0].matches[0].sides] == [100, 0]


def test_a_save_says_who_left_and_who_won_it_all() -> None:
    document = read(save())
    assert [player.status for player in document.players] == ["in", "in", "left"]
    assert document.champion == "Bob"
    assert document.places == ((2, 1), (1, 2))


def test_a_player_called_bye_is_nobody_unless_they_are_in_the_list() -> None:
    nobody = cryodex([met("A", "BYE", (1, 0), result="bye")], A=1)
    assert read(nobody).rounds[0].matches[0].kind == "bye"
    somebody = cryodex([met("A", "Bye", (1, 0))], A=1, Bye=0)
    assert points(read(somebody)) == {"A": 1, "Bye": 0}


def test_scores_with_draws_become_tournament_points() -> None:
    """Today's X-Wing has mission points in matches, and 3, 1 and 0 in scores."""
    matches = [met("A", "B", (20, 10)), met("C", "D", (15, 15), winner=None, result="draw")]
    document = read(cryodex(matches, A=3, B=0, C=1, D=1))
    assert points(document) == {"A": 3, "C": 1, "D": 1, "B": 0}
    assert [match.score for match in document.rounds[0].matches] == ["20–10", "15–15"]
    assert document.notes == ()


def test_event_points_are_scores() -> None:
    found = cryodex([met("A", "B", (20, 10))], A=3, B=0)
    found["players"] = [{"name": p["name"], "event_points": p["score"], "rank": 1} for p in found["players"]]
    assert points(read(found)) == {"A": 3, "B": 0}


def test_scores_that_follow_from_nothing_rank_as_they_stand() -> None:
    """Old X-Wing: 5 for a win, 3 for a narrow one."""
    matches = [met("A", "B", (100, 20)), met("C", "D", (61, 60))]
    document = read(cryodex(matches, A=5, B=0, C=3, D=0))
    assert points(document) == {"A": 5, "C": 3, "B": 0, "D": 0}
    assert {document.named[r.player]: r.tiebreakers["sos"].decimal for r in document.standings}["D"] == 3
    assert [note.kind for note in document.notes] == ["scores"]


def test_another_place_in_the_file_is_named() -> None:
    found = cryodex([met("A", "B", (1, 0)), met("C", "D", (1, 0))], A=1, B=0, C=1, D=0)
    for player, place in zip(found["players"], (2, 4, 1, 3), strict=True):
        player["rank"] = {"swiss": place}
    assert read(found).notes == ()  # A and C share the first place, B and D the third
    found["players"][0]["rank"]["swiss"], found["players"][1]["rank"]["swiss"] = 4, 2
    document = read(found)
    assert document.notes == (
        DocumentNote(kind="differs", player=1, key="place", file=4, ours=1),
        DocumentNote(kind="differs", player=2, key="place", file=2, ours=3),
    )
    said = [note_text(document, document.notes[0], lang) for lang in ("en", "pl")]
    assert said[0] == "A: place is 4 in the file, but 1 when counted from its rounds."
    assert said[1] == "A: miejsce to 4 w pliku, a 1 po przeliczeniu jego rund."


def test_nrtm_of_aesop_has_no_combined_score() -> None:
    sides = ("corp", 3, None), ("runner", None, 0)
    players = [{"id": n, "name": name} for n, name in ((7, "A"), (8, "B"), (9, "C"))]
    seated = [
        {"id": n, "role": role, "corpScore": corp, "runnerScore": runner}
        for n, (role, corp, runner) in zip((7, 8), sides, strict=True)
    ]
    bye = [{**seated[0], "id": 9}, {**seated[1], "id": None, "runnerScore": None}]
    swiss = [
        {"tableNumber": at, "player1": one, "player2": other}
        for at, (one, other) in enumerate((seated, bye), 4)
    ]
    final = [{"tableNumber": 1, "player1": seated[1], "player2": seated[0], "eliminationGame": True}]
    found = {"name": "N", "preliminaryRounds": 1, "players": players, "rounds": [swiss, final]}
    document = read(found)
    assert points(document) == {"A": 3, "C": 3, "B": 0}
    assert [match.table for match in document.rounds[0].matches] == [4, 5]
    assert document.rounds[1].matches[0].winner == 1


@pytest.mark.parametrize(
    "table",
    [
        "SEP=;\nround;a;b;winner\n1;A;B;A\n",
        '"sep=;"\nround;a;b;winner\n1;A;B;A\n',
        "\n\nround,a,b,winner\n1,A,B,A\n",
        "round|a|b|winner\n1|A|B|A\n",
        "round;a;b;winner;notes, with, many, commas\n1;A;B;A;-\n",
        "Runda;Stolik;Gracz A;Gracz B;Wynik A;Wynik B\n1;1;A;B;1;0\n",
        "Round,Player 1,Player 2,Player 1 Points,Player 2 Points\n1,A,B,1,0\n",
        "round,a,b,winner\n1, A\u00a0,B,A\n",
        "round,a,b,winner\n1,A,B,A\n1,C,,\n2,B,C,draw\n2,A,,A\n",
    ],
)
def test_a_table_however_its_columns_are_divided_and_called(table: str) -> None:
    assert points(read(table))["A"] >= 1
    assert points(read(table))["B"] == 0
