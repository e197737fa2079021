"""With `--lang pl` a terminal answers in Polish, also when something was typed wrong."""

import re
import time
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from komandor.cli.exits import BAD_INPUT, OK
from komandor.cli.main import main
from komandor.core.tournament import commands as c
from komandor.store.sqlite import SqliteStore
from tests.cli.terminal import Run
from tests.support.event import Event

Printed = pytest.CaptureFixture[str]


def said(run: Run, capsys: Printed, *words: str) -> str:
    """What a command about the folder prints for people, in Polish."""
    code = main([*words, "--data", str(run.folder), "--lang", "pl"])
    printed = capsys.readouterr()
    assert (code, printed.err) == (OK, "")
    return printed.out


def refused(capsys: Printed, *words: str) -> str:
    code = main([*words, "--lang", "pl"])
    printed = capsys.readouterr()
    assert (code, printed.out) == (BAD_INPUT, "")
    return printed.err


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Four players in round 1, with one result. No test here changes it."""
    made = tmp_path_factory.mktemp("polish") / "data"
    event = Event("destiny", store=SqliteStore(made))
    names = ("Anna Nowak", "Jan Kowal", "Ewa Żak", "Piotr Li")
    people = [dict(zip(("first", "last"), name.split(), strict=True)) for name in names]
    event.do(*(c.RegisterPlayer() for _ in people), persons=people).announce().publish()
    event.do(event.won(event.matches()[0].a))
    event.store.close()
    return made


@pytest.fixture
def cup(folder: Path, capsys: Printed) -> Run:
    return Run(folder, capsys)


NO_FILE = "(nie ma takiego pliku ani folderu)"
TYPED_WRONG = {
    "event show --event nix": "--event: Nie ma tu turnieju „nix”.",
    "event result 77 a": "table: Nikt nie siedzi przy stoliku 77 w ostatniej rundzie.",
    "event undo --reason x --seq 999": "--seq: W dzienniku nie ma wpisu 999.",
    "event draw --despite-lists 1,x": "--despite-lists: Potrzebne są numery graczy, a nie „1,x”.",
    "event do start-clock --as nobody": "--as: Nie ma w tym turnieju osoby „nobody”.",
    "event do enter-result": "--match: Brakuje tej opcji; możesz też podać stolik: --at-table.",
    "event do enter-result --match 1 --report {": "--report: To nie jest JSON: {.",
    "event do enter-result --match 1 --report @x": f"--report: Nie można odczytać x {NO_FILE}.",
    "event do appoint-staff --roles judge --name A --name B": "--name: Tylko jedna osoba naraz.",
    "event do enter-result --match 1 --scores [{}]": "--scores[0].player: Brakuje tego pola.",
    "event do enter-result --match 1 --scores 7": "--scores: Ma być: lista; jest: 7.",
    """event do enter-result --match 1 --report {"x":1.5}""": (
        "--report['x']: Ma być: liczba całkowita; jest: 1.5."
    ),
    "event do check-in --players 1,x": "--players[1]: Ma być: liczba całkowita; jest: 'x'.",
    "event hand-in 1 /no": f"FILE: Nie można odczytać /no {NO_FILE}.",
    "event pairings --round 9": "--round: Nie ma rundy 9; ostatnia to runda 1.",
    "export": "-o: Podaj plik, który ma powstać.",
    "export -o /no/where": f"-o: Nie można zapisać /no/where {NO_FILE}.",
    "edition remove x@y": "NAME: Nie wczytano tu takiej edycji: x@y.",
}


CHOICES = {
    "event new --game destiny --name x --date 2026-11-15 --level high": "(casual), formalny (formal)",
    "event staff AB --role king": "sędzia (judge) lub osoba wpisująca wyniki (scorekeeper)",
    "event do give-sanction --player 1 --kind x --reason y": "warning",
    """event do change-event --reason x --changes {"public_names":"x"}""": "(short)",
    """event do change-event --reason x --changes {"table_order":"x"}""": "(standing)",
}
"""A wrong choice, and words of the answer with what can be typed instead."""


@pytest.mark.parametrize("line", CHOICES)
def test_choices_are_named_in_words_and_as_they_are_typed(cup: Run, capsys: Printed, line: str) -> None:
    assert CHOICES[line] in refused(capsys, *line.split(), "--data", str(cup.folder))


def test_a_file_is_named_as_it_was_typed(capsys: Printed) -> None:
    """Neither with a capital letter nor with one dot less."""
    assert main(["standings", "nope.komandor"]) == BAD_INPUT
    assert "nope.komandor" in capsys.readouterr().err
    assert "../nope" in refused(capsys, "standings", "../nope")


@pytest.mark.parametrize("line", TYPED_WRONG)
def test_what_was_typed_wrong_about_an_event(cup: Run, capsys: Printed, line: str) -> None:
    assert refused(capsys, *line.split(), "--data", str(cup.folder)) == TYPED_WRONG[line] + "\n"


NEW = "event new --name x --date 2026-11-15 --game".split()
GAMES = "armada, imperial-assault, destiny, star-wars-lcg"
STAGE = "nie jest etapem; napisz „swiss 5”, „single 8”, „double 4” albo „swiss 3 16”."


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            ["chess"],
            f"--game: Nie ma gry „chess”; wybierz: {GAMES} lub conquest.",
        ),
        (["destiny", "--setting", "x"], "--setting: W „x” brakuje „=” między kluczem a wartością."),
        (["destiny", "--stage", "swiss"], f"--stage: „swiss” {STAGE}"),
        (["destiny", "--stage", "knock-out 8"], f"--stage: „knock-out 8” {STAGE}"),
        (["destiny", "--stage", "single 8 4"], f"--stage: „single 8 4” {STAGE}"),
        (["destiny", "--stage", " "], f"--stage: „ ” {STAGE}"),
    ],
)
def test_what_was_typed_wrong_about_a_new_event(
    run: Run, capsys: Printed, words: list[str], sentence: str
) -> None:
    assert refused(capsys, *NEW, *words, "--data", str(run.folder)) == sentence + "\n"
    assert run.event("list") == {"events": []}


def test_a_folder_without_an_event_and_one_with_two(run: Run, capsys: Printed) -> None:
    folder = ("--data", str(run.folder))
    assert refused(capsys, "event", "show", *folder) == (
        "--event: W tym folderze nie ma jeszcze żadnego turnieju.\n"
    )
    ids = [run.event(*NEW[1:], "destiny")["event"] for _ in range(2)]
    assert refused(capsys, "event", "show", *folder) == (
        f"--event: Turniejów jest kilka; podaj jeden z nich: {' i '.join(sorted(ids))}.\n"
    )


def test_what_was_typed_wrong_about_a_file_or_a_list(cup: Run, capsys: Printed, tmp_path: Path) -> None:
    file, empty = tmp_path / "cup.komandor", tmp_path / "empty.txt"
    empty.touch()
    assert cup("export", "-o", str(file))[0] == OK
    assert refused(capsys, "explain", str(file), "--player", "Zoë") == (
        "--player: Nikt tu nie nazywa się „Zoë”; podaj numer albo całe nazwisko.\n"
    )
    assert refused(capsys, "explain", str(file), "--player", "1", "--round", "9") == (
        "--round: Nie ma rundy 9; ostatnia to runda 1.\n"
    )
    assert refused(capsys, "list", "--game", "armada", str(empty)) == (
        "list: Nic tu nie ma; wklej listę przez potok albo podaj plik.\n"
    )
    assert refused(capsys, "edition", "check", "/no") == (f"FILE: Nie można odczytać /no {NO_FILE}.\n")


def test_a_file_is_not_taken_for_the_folder_of_events(capsys: Printed, tmp_path: Path) -> None:
    file = tmp_path / "plik"
    file.touch()
    for data in (file, file / "inner"):
        said_ = refused(capsys, "event", "list", "--data", str(data))
        assert said_ == f"--data: Nie można odczytać {data} (to nie jest folder).\n"


def test_tables_have_polish_heads_and_words(
    cup: Run, capsys: Printed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "250")
    listed = said(cup, capsys, "event", "list")
    assert all(word in listed for word in ("turniej", "nazwa", "dzień", "stan turnieju", "pary ogłoszone"))
    assert "Cup: przed rundą 1" in said(cup, capsys, "event", "standings")
    assert main(["games", "--lang", "pl"]) == OK
    games = capsys.readouterr().out
    assert all(word in games for word in ("wolny los", "pary", "minuty", "losowe"))
    assert not any(word in games for word in ("bye", "pairing", "elimination", "random"))


def test_the_log_names_a_match_by_its_round_and_table(cup: Run, capsys: Printed) -> None:
    *_, last = said(cup, capsys, "event", "log").splitlines()
    assert " Runda 1, stolik 1: " in last


def test_the_log_tells_the_time_of_this_machine(
    cup: Run, capsys: Printed, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the site does; the stored time is that of Greenwich."""
    at = cup.event("log")["records"][-1]["at"]
    monkeypatch.setenv("TZ", "HALL-5:30")
    time.tzset()
    try:
        *_, last = said(cup, capsys, "event", "log").splitlines()
    finally:
        monkeypatch.undo()
        time.tzset()
    half_past_five = datetime.fromisoformat(at) + timedelta(hours=5, minutes=30)
    assert f" {half_past_five:%H:%M:%S} " in last


def test_the_preview_of_an_undo_names_people_places_and_points(cup: Run, capsys: Printed) -> None:
    winner = cup.event("pairings")["pairings"][0]["players"][0]["name"].split()[0]
    lines = said(cup, capsys, "event", "undo", "--reason", "x", "--preview").splitlines()
    assert "przywraca: nie" in lines
    assert "stan turnieju: pary ogłoszone" in lines
    (moved,) = (line for line in lines if line.startswith("zmiany miejsc: "))
    assert re.search(rf"\b{winner} \w+: miejsce 1 → \d, punkty 1 → 0", moved), moved
