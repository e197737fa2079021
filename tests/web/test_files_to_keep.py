"""Files are named after the event and open in a spreadsheet; what staff keep has full names."""

import csv
import io
from collections.abc import Mapping

import pytest
from django.test import Client

from komandor.app.decoded import decoded
from komandor.app.event_view import EventView
from komandor.app.queries.everybody.names import names_of
from komandor.core.tournament import commands as c
from komandor.documents.of_event import document_of
from komandor.documents.tables import standings_csv
from komandor.web.console.prepare import roster
from komandor.web.rendering.file_names import file_name, file_stem
from tests.support.event import swiss
from tests.support.world import ORGANISER, World, client, opened, site_of

CUP = 'Mistrzostwa "Łodzi" 10/11'
STEM = "2026-11-14 Mistrzostwa Łodzi 10 11"

READ = ("skip", *("first", "last", "nick", "club", "contact", "groups", "paid"), "", "table", "bye", "start")
"""What the columns of the roster are taken for: the number and who is here are not read."""


@pytest.fixture(scope="module")
def world() -> World:
    people = ({"first": "=SUM(A1)", "last": "Ćwikła"}, {"first": "Anna", "last": "Kowalska"})
    world = opened("imperial-assault", swiss(3), players=6, people=people, name=CUP)
    return world.play_round().play_round()


@pytest.fixture
def browser(world: World) -> Client:
    return client(site_of(world), world.link(ORGANISER))


def _named(browser: Client, path: str) -> tuple[str, bytes]:
    answer = browser.get(path)
    assert answer.status_code == 200, path
    return answer.headers["Content-Disposition"], answer.content


NAMES = {
    "/c/cup/file": f"{STEM}.komandor",
    "/c/cup/people/file": f"{STEM} – People.csv",
    "/c/cup/print/standings.csv": f"{STEM} – Standings.csv",
    "/c/cup/print/pairings.csv": f"{STEM} – Pairings.csv",
}


@pytest.mark.parametrize("path", NAMES)
def test_every_file_has_the_name_of_the_event(browser: Client, path: str) -> None:
    """The header is one line of ASCII, and read as RFC 6266 says it is the name."""
    from urllib.parse import unquote

    header, _ = _named(browser, path)
    kind, _, name = header.partition("; filename*=utf-8''")
    assert (kind, unquote(name)) == ("attachment", NAMES[path])
    assert header.isascii()


@pytest.mark.parametrize(
    ("fields", "stem"),
    [
        ({"name": "Cup", "date": ""}, "Cup"),
        ({"name": "..\\..\\C:\r\nX: 1", "date": "2026-11-16"}, "2026-11-16 .. .. C X 1"),
        ({"name": "\u202egpj.exe", "date": ""}, "gpj.exe"),
        ({"name": "x" * 200, "date": ""}, "x" * 100),
        ({"name": "///", "date": ""}, "cup"),
    ],
)
def test_a_name_of_a_file_holds_nothing_that_some_system_forbids(
    fields: Mapping[str, str], stem: str, world: World
) -> None:
    from dataclasses import replace

    assert file_stem(replace(world.t, **fields)) == stem
    assert file_name(replace(world.t, **fields), "", "csv") == f"{stem}.csv"


def _rows(browser: Client, lang: str, what: str) -> list[dict[str, str]]:
    browser.cookies["lang"] = lang
    text = _named(browser, f"/c/cup/print/{what}.csv")[1].decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text), delimiter=";" if lang == "pl" else ","))


@pytest.mark.parametrize(("lang", "player"), [("en", "Player"), ("pl", "Gracz")])
def test_standings_for_a_spreadsheet_have_full_names_and_no_formula(
    browser: Client, lang: str, player: str
) -> None:
    rows = _rows(browser, lang, "standings")
    names = {row[player] for row in rows}
    assert len(rows) == 6
    assert {"Anna Kowalska", "'=SUM(A1) Ćwikła"} <= names


def test_no_number_of_the_file_is_taken_for_a_date(browser: Client) -> None:
    """A strength of schedule of 3/4 is 0.75, with a comma where the language has one."""
    english, polish = (_rows(browser, lang, "standings") for lang in ("en", "pl"))
    cells = [cell for row in english for key, cell in row.items() if key != "Player"]
    assert not [cell for cell in cells if "/" in cell]
    broken = [cell for cell in cells if "." in cell]
    assert broken
    assert [c.replace(".", ",") for c in broken] == [c for row in polish for c in row.values() if "," in c]


def test_the_table_that_the_terminal_writes_has_no_date_either(world: World) -> None:
    view = EventView(loaded=world.loaded, names=names_of(world.t, world.store.people("cup")))
    text = standings_csv(document_of(view, now=0)).removeprefix("\ufeff")
    cells = [cell for row in csv.reader(io.StringIO(text)) for cell in row]
    assert [cell for cell in cells if "." in cell]
    assert not [cell for cell in cells if "/" in cell]


def test_pairings_for_a_spreadsheet_have_every_match_of_every_round(world: World, browser: Client) -> None:
    browser.cookies["lang"] = "en"
    text = _named(browser, "/c/cup/print/pairings.csv")[1].decode("utf-8-sig")
    head, *rows = csv.reader(io.StringIO(text))
    assert head[:4] == ["Round", "Table", "Kind", "Number"]
    met = {(row[0], row[3], row[7]) for row in rows}
    assert met == {(f"Round {m.round}", str(m.a), str(m.b)) for m in world.t.matches.values()}
    assert all(row[11] in (row[4], row[8]) for row in rows)


@pytest.mark.parametrize(("lang", "first"), [("en", "Number,First name,"), ("pl", "Numer;Imię;")])
def test_the_roster_has_the_columns_of_the_language_and_is_read_again(
    world: World, browser: Client, lang: str, first: str
) -> None:
    """A spreadsheet in Polish expects semicolons, one in English commas; nothing is lost on the way back."""
    browser.cookies["lang"] = lang
    text = decoded(_named(browser, "/c/cup/people/file")[1])
    assert text.startswith(first)
    read = roster.read(text)
    assert read.columns == READ
    people = world.store.people("cup")
    names = [(people[n]["first"], people[n]["last"]) for n in sorted(people) if n > 0]
    assert [(one.person["first"], one.person["last"]) for one in read.entries] == names


@pytest.mark.parametrize("lang", ["en", "pl"])
def test_the_roster_of_teams_has_both_players_and_the_name_of_the_team(lang: str) -> None:
    members = [{"first": "Anna", "last": "Kowalska"}, {"first": "Jan", "last": "Żak"}]
    others = [{"first": "Ewa", "last": "Kowalska"}, {"first": "Piotr", "last": "Żak"}]
    teams = [{"members": members, "team": "Orły"}, {"members": others}]
    world = World("star-wars-lcg", swiss(1), teams=True)
    world.do(*(c.RegisterPlayer(members=2) for _ in teams), persons=teams)
    browser = client(site_of(world), world.link(ORGANISER))
    browser.cookies["lang"] = lang
    text = decoded(_named(browser, "/c/cup/people/file")[1])
    assert [one.person for one in roster.read(text, teams=True).entries] == teams


def test_a_printed_page_is_titled_like_the_file_that_a_browser_makes_of_it(browser: Client) -> None:
    page = browser.get("/c/cup/print/standings").content.decode()
    assert f"<title>{STEM} – Standings</title>" in page
