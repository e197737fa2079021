"""The document of an event says what its pages say, is valid by its schema, and comes back unchanged."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from komandor.app.event_view import EventView
from komandor.app.ledger import opened
from komandor.app.queries.everybody.names import names_of
from komandor.documents.cryodex_json import read_cryodex_json, write_cryodex_json
from komandor.documents.document import (
    DocumentNote,
    EventDocument,
    Unfit,
    json_schema,
    read_document,
    write_document,
)
from komandor.documents.foreign import read_foreign
from komandor.documents.foreign_notes import note_text
from komandor.documents.nrtm import read_nrtm, write_nrtm
from komandor.documents.of_event import document_of
from komandor.documents.ranked import ranked
from komandor.documents.shared_text import everything
from komandor.log.bundle import Bundle, parse
from komandor.texts import sentence
from tests.support.event import Event, swiss

SAVE = b"""<a><Player><NAME>A</NAME><ID>1</ID></Player><Player><NAME>B</NAME><ID>2</ID></Player>
  <TOURNAMENT><ROUND><MATCH><PLAYER1>1</PLAYER1>%s</MATCH></ROUND></TOURNAMENT></a>"""
TWO_OF_ONE_ID = SAVE.replace(b"<ID>2<", b"<ID>1<") % b""
WITH_SIDE = b"""{"schema": "komandor-event/1", "name": "x", "players": [{"number": 1, "name": "A"}],
  "rounds": [{"number": 1, "in_stage": 1, "matches": [{"number": 1, "sides": [{"player": 1, %s}]}]}]}"""
NUMBERED = b'{"schema": "komandor-event/1", "name": "x", "players": [{"number": %d, "name": "A"}]}'
GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*.komandor"))


def document_in(path: Path) -> EventDocument:
    bundle = parse(path.read_bytes())
    assert isinstance(bundle, Bundle)
    loaded = opened(bundle.records)
    return document_of(EventView(loaded=loaded, names=names_of(loaded.state, bundle.people)), now=0)


@pytest.mark.parametrize("path", GOLDEN, ids=lambda p: p.stem)
def test_an_event_of_each_game_is_valid_and_read_back(path: Path) -> None:
    document = document_in(path)
    raw = write_document(document)
    jsonschema.validate(json.loads(raw), json_schema(), jsonschema.Draft202012Validator)
    assert read_document(raw) == document
    assert [row.place for row in document.standings] == sorted(row.place for row in document.standings)
    assert {match.number for r in document.rounds for match in r.matches}


@pytest.mark.parametrize("path", GOLDEN, ids=lambda p: p.stem)
@pytest.mark.parametrize("form", [(write_nrtm, read_nrtm), (write_cryodex_json, read_cryodex_json)])
def test_other_programs_formats_keep_names_and_results(path: Path, form) -> None:
    write, read = form
    before = document_in(path)
    after = read(write(before))
    names = lambda d: {p.name for p in d.players}  # noqa: E731
    assert len(names(before)) == len(before.players) == len(after.players)
    assert names(after) == names(before)
    assert [[len(m.sides) for m in r.matches] for r in after.rounds] == [
        [len(m.sides) for m in r.matches] for r in before.rounds
    ]
    winners = [
        [d.named.get(m.winner or 0) for r in d.rounds for m in r.matches if len(m.sides) == 2]
        for d in (before, after)
    ]
    assert winners[0] == winners[1]


def test_a_round_that_is_not_published_is_in_no_public_document() -> None:
    event = Event("destiny", swiss(3)).register(4).announce().draw()
    view = EventView(loaded=event.loaded, names=names_of(event.t, {}))
    assert document_of(view, now=0).rounds == ()
    assert len(document_of(replace(view, staff_view=True), now=0).rounds) == 1


def test_a_name_is_no_markup() -> None:
    event = Event("destiny", swiss(1)).register(2).announce().publish()
    people = {1: {"nick": "*bold* | @here", "show": "nick"}, 2: {"nick": "plain", "show": "nick"}}
    view = EventView(loaded=event.loaded, names=names_of(event.t, people))
    text = everything(document_of(view, now=0), "en", markdown=True)
    assert r"\*bold\* \| @here" in text
    assert "*bold* | @here" in everything(document_of(view, now=0), "en", markdown=False)


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (b"", "foreign.empty"),
        (b"{", "foreign.not_json"),
        (b'{"a": 1}', "foreign.unknown_format"),
        (b'{"a":' * 100_000, "foreign.not_json"),
        (b'{"players": [], "rounds": [{"matches": [{"player1": "X"}]}]}', "foreign.no_such_player"),
        (b'{"players": [{"name": "X"}, {"name": "X"}], "rounds": []}', "foreign.name_twice"),
        (b'{"players": [{"name": 5}], "rounds": []}', "foreign.wrong_value"),
        (b'{"players": [{"name": "\\u202e"}], "rounds": []}', "foreign.no_name"),
        (b'{"players": [{"name": "X", "score": NaN}], "rounds": []}', "foreign.not_json"),
        (b'{"players": [{"name": "X", "score": "nan"}], "rounds": []}', "foreign.not_a_number"),
        (b'{"players": [{"name": "X", "score": 1e300}], "rounds": []}', "foreign.not_a_number"),
        (b'{"players": [{"name": "X", "sos": "1e999"}], "rounds": []}', "foreign.not_a_number"),
        (
            b'{"players": [{"name": "X"}], "rounds": [{"matches": [{"player1": "X"}, {"player1": "X"}]}]}',
            "foreign.plays_twice",
        ),
        (
            b'{"players": [{"name": "X"}], "rounds": [' + b'{"matches": []},' * 100 + b'{"matches": []}]}',
            "foreign.too_many",
        ),
        (b'{"schema": "komandor-event/1", "name": "x", "standings": 5}', "foreign.wrong_value"),
        (b"<!DOCTYPE a [<!ENTITY b 'c'>]><a/>", "foreign.declares"),
        (b"<a><b></a>", "foreign.not_xml"),
        (b"<?xml version='1.0' encoding='rot13'?><a/>", "foreign.no_tournament"),
        ("<!DOCTYPE a [<!ENTITY b 'c'>]><a/>".encode("utf-16"), "foreign.declares"),
        ("<!DOCTYPE a [<!ENTITY b 'c'>]><a/>".encode("utf-16-le"), "foreign.not_text"),
        (b"PK\x03\x04\0\0an .xlsx", "foreign.not_text"),
        (b"<a>" * 40 + b"</a>" * 40, "foreign.not_xml"),
        (b"<a>" + b"<TOURNAMENT/>" * 201 + b"</a>", "foreign.too_many_events"),
        (b"round,a,b,winner\n1,A,B,Zed\n", "foreign.no_such_player"),
        (b"<a/>", "foreign.no_tournament"),
        (
            SAVE % b"<PLAYER2>3</PLAYER2>",
            "foreign.no_such_player",
        ),
        (
            SAVE % b"<PLAYER2>2</PLAYER2><PLAYER1POINTS>inf</PLAYER1POINTS>",
            "foreign.not_a_number",
        ),
        (b"name,points\nX,5\n", "foreign.no_column"),
        (b"round,a,b,a_points\nx,A,B,5\n", "foreign.not_a_number"),
        (b"round,a,b,a_points\n1,A,A,5\n", "foreign.match_players"),
        (b"round,a,b,a_points\n1,A,B,many\n", "foreign.not_a_number"),
        (b"round,a,b,a_points\n1,A,B,nan\n", "foreign.not_a_number"),
        (b'round,a,b,a_points\n1,"A,B,1\n', "foreign.not_csv"),
        (b"round,a,b\n", "foreign.empty"),
        (TWO_OF_ONE_ID, "foreign.id_twice"),
        (WITH_SIDE % b'"outcome": "glory"', "foreign.wrong_value"),
        (WITH_SIDE % b'"points": 1e300', "foreign.not_a_number"),
        (NUMBERED % 2**70, "foreign.not_a_number"),
        (NUMBERED % 10**9, "foreign.not_a_number"),
        (NUMBERED % -1, "foreign.not_a_number"),
        (b'{"players": [], "rounds": []}', "foreign.no_players"),
        (b'{"players": [{"name": "X"}], "players": [{"name": "Y"}], "rounds": []}', "foreign.key_twice"),
        (b" " * 8_000_001, "foreign.too_big"),
        (b"round,a,b\n" + b"1,A,B\n" * 20_000 + b"x", "foreign.too_many_lines"),
        (b"round,a,b\r" + b"1,A,B\r" * 20_000 + b"x", "foreign.too_many_lines"),
        (b"round,a,b\n,,\n", "foreign.empty"),
    ],
)
def test_a_file_that_is_not_in_order_is_refused_whole_in_both_languages(raw: bytes, code: str) -> None:
    with pytest.raises(Unfit) as refused:
        read_foreign(raw)
    assert refused.value.reason.code == code
    english, polish = (sentence(refused.value.reason, lang) for lang in ("en", "pl"))
    assert english.startswith("Not imported: ")
    assert polish.startswith("Nie wczytano: ")


def test_the_place_is_named() -> None:
    with pytest.raises(Unfit, match=r"“rounds\[0\]\.matches\[1\]” names “Y”"):
        read_foreign(
            b'{"players": [{"name": "X"}], "rounds": [{"matches": [{"player1": "X"}, {"player1": "Y"}]}]}'
        )
    with pytest.raises(Unfit, match=r"“many” at “lines\[2\]\.a_points” is not a possible number"):
        read_foreign(b"round,a,b,a_points\n1,A,B,many\n")


def test_what_the_file_says_otherwise_is_named_in_both_languages() -> None:
    raw = b"""{"players": [{"name": "Ann", "score": 5, "sos": "0.9"}, {"name": "Bob", "score": 0}], "rounds":
      [{"matches": [{"player1": "Ann", "player1points": 5, "player2": "Bob", "player2points": 0}]}]}"""
    (read,) = read_foreign(raw)
    (note,) = read.notes
    assert note == DocumentNote(kind="differs", player=1, key="sos", file=0.9, ours=0.0)
    said = "Ann: strength of schedule is 0.9 in the file, but 0 when counted from its rounds."
    assert note_text(read, note, "en") == said
    assert note_text(read, note, "pl").startswith("Ann: ")
    assert "0.9 w pliku" in note_text(read, note, "pl")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "iso-8859-1"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_a_table_of_results_is_read_as_people_save_it(encoding: str, delimiter: str) -> None:
    rows = (
        ("Round", "a", "b", "a_points", "b_points"),
        ("1", '"Zoë"', "Ann", "1", "0"),
        ("1", "Bob", "", "1", ""),
    )
    (read,) = read_foreign("\r\n".join(delimiter.join(row) for row in rows).encode(encoding))
    assert [(read.named[row.player], row.points) for row in read.standings] == [
        ("Zoë", 1),
        ("Bob", 1),
        ("Ann", 0),
    ]
    assert read.origin == "csv"


@pytest.mark.parametrize("encoding", ["cp1250", "iso8859-2", "utf-16"])
def test_polish_letters_survive_every_code_page(encoding: str) -> None:
    (read,) = read_foreign("sep=;\nrunda;gracz 1;gracz 2\nRunda 1;Żaneta Gęś;Łukasz Ćma\n".encode(encoding))
    assert [p.name for p in read.players] == ["Żaneta Gęś", "Łukasz Ćma"]


def test_latin_letters_are_not_taken_for_polish_ones() -> None:
    (read,) = read_foreign("round,a,b\n1.,Hélène Peña,Søren Müß\n".encode("latin-1"))
    assert [p.name for p in read.players] == ["Hélène Peña", "Søren Müß"]


def test_a_table_with_winners_only_is_ranked_by_wins_and_named_by_its_file() -> None:
    (read,) = read_foreign(b"round,a,b,winner\n1,Ann,Bob,Bob\n1,Eve,Dan,Eve\n", "C:\\Cups\\Spring cup.csv")
    assert read.name == "Spring cup"
    assert {read.named[row.player]: row.points for row in read.standings} == {
        "Ann": 0,
        "Dan": 0,
        "Bob": 1,
        "Eve": 1,
    }


NRTM = {"name": "N", "preliminaryRounds": 1, "players": [{"id": 1, "name": "A"}, {"id": 2, "name": "B"}]}
PAIR = {"player1": {"id": 1, "combinedScore": 3}, "player2": {"id": 2, "combinedScore": 0}}


@pytest.mark.parametrize(
    ("match", "sides"),
    [
        ({"player1": {"id": 1, "combinedScore": 3}, "player2": None}, [(1, 3)]),
        ({"player1": {"id": 1, "combinedScore": 3}}, [(1, 3)]),
        ({"player1": {"id": "(BYE)"}, "player2": {"id": 2, "combinedScore": 3}}, [(2, 3)]),
        ({"corpPlayer": 1, "runnerPlayer": "(BYE)", "corpScore": "6", "runnerScore": 0}, [(1, 6)]),
        ({"corpPlayer": 1, "runnerPlayer": "2", "corpScore": "3", "runnerScore": "0"}, [(1, 3), (2, 0)]),
        (
            {"player1": {"id": "1", "combinedScore": "3"}, "player2": {"id": "2", "combinedScore": "0"}},
            [(1, 3), (2, 0)],
        ),
    ],
)
def test_nrtm_as_older_programs_write_it(match: Any, sides: list[tuple[int, int]]) -> None:
    (read,) = read_foreign(json.dumps(NRTM | {"rounds": [[match]]}).encode())
    assert [(side.player, side.points) for side in read.rounds[0].matches[0].sides] == sides


def test_an_elimination_round_is_one_however_it_is_written() -> None:
    match = {"player1": "A", "player2": "B", "player1points": 1, "player2points": 0}
    rounds = [{"round-type": "Elimination", "round-number": "2", "matches": [match]}]
    (read,) = read_foreign(json.dumps({"players": [{"name": "A"}, {"name": "B"}], "rounds": rounds}).encode())
    assert read.rounds[0].eliminates


def test_a_document_of_ours_is_ranked_by_its_rounds_whatever_its_standings_say() -> None:
    first = ranked(read_foreign(json.dumps(NRTM | {"rounds": [[PAIR]]}).encode())[0])
    forged = replace(
        first,
        origin="komandor",
        standings=tuple(replace(row, points=9 - row.points) for row in reversed(first.standings)),
    )
    (read,) = read_foreign(write_document(forged))
    assert [row.player for row in read.standings] == [1, 2]
    assert {(note.player, note.key, note.file, note.ours) for note in read.notes} == {
        (1, "points", 6.0, 3.0),
        (2, "points", 9.0, 0.0),
    }


def test_a_save_of_cryodex_is_ranked_by_wins() -> None:
    raw = b"""<CRYODEX><PLAYERS><Player><NAME>Ann</NAME><SAVEID>1</SAVEID></Player>
      <Player><NAME>Bob</NAME><SAVEID>2</SAVEID></Player><Player><NAME>Cy</NAME><SAVEID>3</SAVEID></Player></PLAYERS>
      <TOURNAMENTS><TOURNAMENT><NAME>Cup</NAME><PLAYERS>1,2,3</PLAYERS><ROUNDS><ROUND><MATCHES>
      <MATCH><PLAYER1>1</PLAYER1><PLAYER2>2</PLAYER2><PLAYER1POINTS>40</PLAYER1POINTS><PLAYER2POINTS>60</PLAYER2POINTS></MATCH>
      <MATCH><PLAYER1>3</PLAYER1><ISBYE>true</ISBYE></MATCH></MATCHES></ROUND></ROUNDS></TOURNAMENT></TOURNAMENTS></CRYODEX>"""
    (read,) = read_foreign(raw)
    assert (read.name, read.origin) == ("Cup", "cryodex-save")
    assert {read.named[row.player]: row.points for row in read.standings} == {"Bob": 1, "Cy": 1, "Ann": 0}


def test_scores_that_are_wins_become_tournament_points() -> None:
    """X-Wing files have destroyed points in matches and one point for each win in scores."""
    raw = json.dumps(
        {
            "players": [{"name": n, "score": s} for n, s in (("A", 1), ("B", 0), ("C", 1))],
            "rounds": [
                {
                    "round-type": "swiss",
                    "round-number": 1,
                    "matches": [
                        {"player1": "A", "player1points": 100, "player2": "B", "player2points": 60},
                        {"player1": "C", "player1points": 150, "result": "bye"},
                    ],
                }
            ],
        }
    ).encode()
    (read,) = read_foreign(raw)
    assert {read.named[row.player]: row.points for row in read.standings} == {"A": 1, "B": 0, "C": 1}
    assert read.notes == ()
    assert read.rounds[0].matches[0].score == "100–60"


def test_what_cannot_be_is_refused_before_anything_is_computed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise a file of a few megabytes keeps the site busy for minutes before it is refused."""
    monkeypatch.setattr("komandor.documents.ranked.records", lambda *_: pytest.fail("it was computed"))
    for raw in (
        b"round,a,b\n" + b"1,A,B\n" * 2,
        b"round,a,b\n" + b"".join(b"%d,A,B\n" % n for n in range(200)),
    ):
        with pytest.raises(Unfit):
            read_foreign(raw)


def test_a_name_of_two_lines_is_one_heading_of_the_text_to_paste() -> None:
    event = Event("destiny", swiss(1), name="Cup\nof | Gdynia").register(4).announce().play_round()
    view = EventView(loaded=event.loaded, names=names_of(event.t, {}))
    document = document_of(view, now=0)
    assert all(
        text.startswith(heading)
        for text, heading in (
            (everything(document, "en", markdown=True), "**Cup of \\| Gdynia · "),
            (everything(document, "en", markdown=False), "Cup of | Gdynia · "),
        )
    )
