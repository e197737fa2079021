"""Whatever way names come in, each becomes one entry with its own parts, and nothing is invented."""

import pytest

from komandor.app.cells import csv_text
from komandor.app.decoded import decoded
from komandor.web.console.prepare import roster

POLISH = "Łucja;Żółć;Orzeł\r\nŚwiętosława;Ćwik;Wilki\r\n"


def names(read: roster.Roster) -> list[tuple[object, object]]:
    return [(e.person.get("first"), e.person.get("last")) for e in read.entries]


def test_one_name_per_line_in_any_of_its_forms() -> None:
    text = "Anna Maria Kowalska\n\n 2. Jan Nowak \n- Ewa Lis\nBoss\n"
    wanted = [("Anna Maria", "Kowalska"), ("Jan", "Nowak"), ("Ewa", "Lis"), ("Boss", "")]
    assert names(roster.read(text)) == wanted


def test_last_name_first_with_commas() -> None:
    assert names(roster.read("Kowalska, Anna\nNowak, Jan")) == [("Anna", "Kowalska"), ("Jan", "Nowak")]


def test_txm_file() -> None:
    text = (
        "First Name;Last Name;Nickname;Team;Faction;Paid;List given;Won Bye;Squadlist\n"
        "Ewa;Lis;Vixen;Orzeł;Rebel;1;1;1;x\nPiotr;Zając;;;;0;;0;\n"
    )
    ewa, piotr = roster.read(text).entries
    assert (ewa.person["nick"], ewa.person["club"], ewa.paid, ewa.awarded_byes) == (
        "Vixen",
        "Orzeł",
        True,
        (1,),
    )
    assert (piotr.paid, piotr.awarded_byes, "club" in piotr.person) == (False, (), False)


def test_cryodex_file_with_quotes_and_either_kind_of_name() -> None:
    text = (
        "First Name,Last Name,Name,Email Address,Group,Squad,Faction\n"
        '"Ewa","Lis",,ewa@example.org,"Lisowie|auto",1,Rebel\n,,"Jan Nowak",,,,\n,,,x@example.org,,,\n'
    )
    read = roster.read(text)
    assert names(read) == [("Ewa", "Lis"), ("Jan", "Nowak")]
    assert read.entries[0].groups == ("Lisowie", "auto")
    assert read.entries[0].person["contact"] == "ewa@example.org"
    assert read.left_out == (4,)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1250", "iso8859-2"])
def test_polish_letters_survive_every_encoding(encoding: str) -> None:
    read = roster.read(decoded(POLISH.encode(encoding)))
    assert names(read) == [("Łucja", "Żółć"), ("Świętosława", "Ćwik")]


def test_latin_1_from_german_programs() -> None:
    assert decoded("Jürgen Größe\nRené".encode("latin-1")) == "Jürgen Größe\nRené"


def test_columns_copied_from_a_spreadsheet() -> None:
    assert names(roster.read("Anna\tKowalska\nJan\tNowak")) == [("Anna", "Kowalska"), ("Jan", "Nowak")]


def test_teams_of_two_only_where_teams_play() -> None:
    two = roster.read("Anna Kowalska + Jan Nowak", teams=True).entries[0]
    assert (two.members, [m["first"] for m in two.person["members"]]) == (2, ["Anna", "Jan"])  # type: ignore[attr-defined]
    assert roster.read("Anna Kowalska + Jan Nowak").entries[0].members == 1


def test_no_cell_that_leaves_us_is_a_formula_and_it_comes_back_as_it_was() -> None:
    evil = '=HYPERLINK("http://x","y")'
    text = csv_text([["First name", "Last name"], [evil, "+48 600"], ["@sum", "-1"]], ";")
    lines = text.lstrip("\ufeff").splitlines()[1:]
    assert all(
        not cell.strip('"').startswith(("=", "+", "-", "@")) for line in lines for cell in line.split(";")
    )
    assert names(roster.read(text.lstrip("\ufeff"))) == [(evil, "+48 600"), ("@sum", "-1")]


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_no_part_of_a_cell_is_a_formula_where_another_sign_separates_cells(separator: str) -> None:
    text = csv_text([["Jan,=1+1", "a;\t@sum(1)", "Ola\t-1+2", "20,- zł"]], ";").lstrip("\ufeff").strip()
    parts = [part.strip(' "') for part in text.split(separator)]
    assert [part for part in parts if part.startswith(("=", "+", "@", "-1"))] == []
    assert "20,- zł" in text


MAILED = """Zofia Dąb <player7@example.com>
"Marek Śnieg" (marek@example.com)
1. Ewa Róg  Klub Dwa
ANNA KOWALSKA-NOWAK
jan@example.com
-----
Lista rezerwowa:
Jean-Luc d'Arc
"""


def test_copied_lines_give_names_clubs_and_contacts() -> None:
    read = {e.line: e.person for e in roster.read(MAILED).entries}
    assert read[1] == {"first": "Zofia", "last": "Dąb", "contact": "player7@example.com"}
    assert read[2] == {"first": "Marek", "last": "Śnieg", "contact": "marek@example.com"}
    assert read[3] == {"first": "Ewa", "last": "Róg", "club": "Klub Dwa"}
    assert read[4] == {"first": "Anna", "last": "Kowalska-Nowak"}
    table = roster.read("Anna Kowalska\tanna@example.com\nJan Nowak\tjan@example.com\n")
    assert [e.person for e in table.entries] == [
        {"first": "Anna", "last": "Kowalska", "contact": "anna@example.com"},
        {"first": "Jan", "last": "Nowak", "contact": "jan@example.com"},
    ]


@pytest.mark.parametrize("line", ["jan@example.com", "-----", "Lista rezerwowa:", "Tel 600 100 200", "Ola"])
def test_what_is_no_name_is_seen(line: str) -> None:
    assert not roster.looks_like_a_name(line)


@pytest.mark.parametrize("name", ["Jean-Luc d'Arc", "Żaneta Łukasik", "J. R. Nowak", "Ola Dąb + Jan Róg"])
def test_names_are_names(name: str) -> None:
    assert roster.looks_like_a_name(name)


@pytest.mark.parametrize(
    "line", ["Ewa  Mak\tKlub Dwa", "Ewa\tMak\tKlub Dwa", "Ewa Mak\tKlub Dwa", "Ewa Mak   Klub Dwa"]
)
def test_a_club_after_a_tab_is_not_glued_to_the_name(line: str) -> None:
    """Also in a list of which most lines have no columns, and where two spaces part the names."""
    entries = roster.read(f"Anna Kowalska\nJan Nowak\nIza Sum\nPiotr Rak\n{line}\nOla Kot\nAdam Lis").entries
    person = entries[4].person
    assert (person["first"], person["last"], person.get("club")) == ("Ewa", "Mak", "Klub Dwa")
