"""Every sheet can finish a round without the computer: event, round, head code, every table once."""

import re
from collections.abc import Iterator

import httpx
import pytest

from komandor.app.access import Actor
from komandor.app.identity import issue
from komandor.core.ids import PlayerNo
from komandor.core.tournament import commands as c
from komandor.core.tournament.values import Plain
from komandor.store import open_store
from komandor.web.console.paper.sheets import parted
from komandor.web.console.paper.slips import collated
from komandor.web.public.pairings import ByName
from komandor.web.server.make_site import make_site
from tests.support.event import swiss
from tests.support.site import Served, serving
from tests.support.world import World

GAMES = ("armada", "imperial-assault", "destiny", "star-wars-lcg", "conquest")
SHEETS = ("names", "tables", "slips", "judge")


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    store = open_store("memory:")
    tokens = {}
    for game in GAMES:
        stages = (swiss(3),) if game == "star-wars-lcg" else ()
        World(game, *stages, store=store, id=game).people(13).play_round().publish()
        tokens[game] = issue(store, game, Actor("staff", 1))
    with serving(make_site(store, secret="a secret of the tests")) as site:
        for token in tokens.values():
            site.client.get(f"/s/{token}")
        yield site


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("what", SHEETS)
def test_each_sheet_names_event_round_and_head_code(served: Served, game: str, what: str) -> None:
    text = served.client.get(f"/c/{game}/print/{what}", headers={"Accept-Language": "pl"}).text
    head = served.site.services.ledger.load(game).head[:12]
    sheets = re.findall(r'<section class="sheet.*?</section>', text, re.DOTALL)
    assert sheets
    for sheet in sheets:
        assert head in sheet
        assert "Runda 2" in sheet
        assert "Puchar Sklepu" in sheet


TABLE = re.compile(r'class="slip-table">(\d+)<')


@pytest.mark.parametrize("form", ["", "long"])
@pytest.mark.parametrize("game", GAMES)
def test_every_table_has_its_slip_and_one_can_be_printed_again(served: Served, game: str, form: str) -> None:
    text = served.client.get(f"/c/{game}/print/slips?form={form}").text
    assert sorted(map(int, TABLE.findall(text))) == list(range(1, 7))
    one = served.client.get(f"/c/{game}/print/slips?table=3&form={form}").text
    assert TABLE.findall(one) == ["3"]


@pytest.mark.parametrize("game", GAMES)
def test_slips_are_short_and_eight_to_a_sheet_unless_long_ones_are_asked_for(
    served: Served, game: str
) -> None:
    short, long = (served.client.get(f"/c/{game}/print/slips{more}").text for more in ("", "?form=long"))
    assert (short.count('<section class="sheet slips on-8 of-8">'), long.count("on-8")) == (1, 0)
    assert short.count('<article class="paper-slip">') == 8
    assert len(re.findall("<tr", short)) < len(re.findall("<tr", long))
    assert "&amp;form=long" in short


ASKED = {
    "armada": ["score", "has ships left", "first player (initiative)", "conceded by"],
    "imperial-assault": ["winner", "conceded by"],
    "destiny": ["winner", "conceded by"],
    "star-wars-lcg": ["Game 1: winner", "Game 1", "Game 2", "Game 2"],
    "conquest": ["winner", "conceded by", "how the game ended"],
}


@pytest.mark.parametrize("game", GAMES)
def test_a_short_slip_asks_what_the_result_needs(served: Served, game: str) -> None:
    """The rows of one slip, between the names and the signatures, are those of the game's folder."""
    text = served.client.get(f"/c/{game}/print/slips?table=1", headers={"Accept-Language": "en"}).text
    body = text.partition("<tbody>")[2].partition("</tbody>")[0]
    heads = re.findall(r'<th scope="row">(.*?)</th>', body, re.DOTALL)
    assert [" ".join(re.sub("<[^>]*>", "", one).split()) for one in heads] == ASKED[game]


def test_the_page_of_a_match_and_the_menu_of_its_row_link_to_its_slip(served: Served) -> None:
    match = served.site.services.ledger.load("armada").state.in_round(2)[0]
    wanted = f"/c/armada/print/slips?round=2&amp;table={match.table}"
    assert f'href="{wanted}"' in served.client.get(f"/c/armada/match/{match.number}").text
    assert f'href="{wanted}"' in served.client.get(f"/c/armada/match/{match.number}/menu").text


def test_pairings_come_in_parts_by_surname_with_their_letters(served: Served) -> None:
    text = served.client.get("/c/armada/print/names?parts=3").text
    spans = re.findall(r'<p class="paper-span">(.*?)</p>', text)
    assert len(spans) == text.count('<section class="sheet">') == 3
    assert text.count('<span class="paper-name">') == 13
    for whole in ("", "?parts=1", "?parts=99"):
        assert "paper-span" not in served.client.get(f"/c/armada/print/names{whole}").text


@pytest.mark.parametrize("count", range(1, 7))
@pytest.mark.parametrize(
    "letters", ["", "A", "AAAB", "ABCDEFGHIJKLMNOPQRSTUWZ", "BBBBBBBBBBCK", "ABKKKKKKKKKKKKŁŻ"]
)
def test_no_letter_is_divided_between_two_parts(letters: str, count: int) -> None:
    """Each line stands in one part, in order; there are never more parts than asked for."""
    lines = [ByName(str(n), n, "", "match", "", letter=one) for n, one in enumerate(letters)]
    parts = parted(lines, count)
    assert [line for _, part in parts for line in part] == lines
    assert len(parts) <= count
    held = [{line.letter for line in part} for _, part in parts]
    assert sum(map(len, held)) == len(set(letters))
    assert [span for span, _ in parts] == [_span("".join(line.letter for line in part)) for _, part in parts]


def _span(letters: str) -> str:
    return "–".join(sorted({letters[0], letters[-1]}, key=letters.index)) if letters else ""


def test_what_hangs_on_the_wall_has_short_names_and_the_judge_full_ones(served: Served) -> None:
    assert "Kowalska" not in served.client.get("/c/armada/print/names").text
    assert "Kowalska" in served.client.get("/c/armada/print/judge").text


def test_a_stranger_prints_nothing(served: Served) -> None:
    assert httpx.get(f"{served.url}/c/armada/print/judge").status_code == 403


@pytest.mark.parametrize("count", [1, 2, 3, 7, 8, 9, 16, 29])
@pytest.mark.parametrize("on_page", [1, 2, 3, 4, 8])
def test_one_cut_sorts_the_stack(count: int, on_page: int) -> None:
    pages = collated(list(range(count)), on_page)
    piles = [[page[pile] for page in pages] for pile in range(on_page)]
    stacked = [slip for pile in piles for slip in pile if slip is not None]
    assert stacked == list(range(count))
    assert len(pages) == -(-count // on_page)


def test_a_printed_list_says_what_is_wrong_with_it_and_has_a_line_for_whoever_checks_it() -> None:
    """A judge at a table without a phone needs the problem itself, not only that there is one."""
    world = World("armada").people(2)
    squadrons = ({"name": "X-wing Squadron", "count": 6, "points": 13},)
    wrong: dict[str, Plain] = {"player": "Ala", "faction": "rebel", "squadrons": squadrons, "total": 78}
    world.do(c.SubmitList(PlayerNo(1), wrong), c.SubmitList(PlayerNo(2), wrong))
    with serving(make_site(world.store, secret="a secret of the tests")) as site:
        site.client.get(f"/s/{issue(world.store, 'cup', Actor('staff', 1))}")
        text = site.client.get("/c/cup/print/lists", headers={"Accept-Language": "en"}).text
    assert (text.count('<section class="sheet'), text.count("<article>")) == (1, 2), "two lists to a sheet"
    sheet = text.split("<article>")[1]
    assert "ARM-LIST-" in sheet
    assert "13 each" in sheet
    assert "List checked by" in sheet
