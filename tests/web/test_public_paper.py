"""Every sheet can finish a round without the computer: event, round, head code, every table once."""

import re
from collections.abc import Iterator

import httpx
import pytest

from komandor.app.access import Actor
from komandor.app.identity import issue
from komandor.store import open_store
from komandor.web.console.paper.sheets import collated
from komandor.web.site import make_site
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


@pytest.mark.parametrize("game", GAMES)
def test_slips_ask_every_field_of_the_game_at_every_table(served: Served, game: str) -> None:
    text = served.client.get(f"/c/{game}/print/slips").text
    tables = re.findall(r'class="slip-table">(\d+)<', text)
    assert sorted(map(int, tables)) == list(range(1, 7))
    one = served.client.get(f"/c/{game}/print/slips?table=3").text
    assert re.findall(r'class="slip-table">(\d+)<', one) == ["3"]


def test_what_hangs_on_the_wall_has_short_names_and_the_judge_full_ones(served: Served) -> None:
    assert "Kowalska" not in served.client.get("/c/armada/print/names").text
    assert "Kowalska" in served.client.get("/c/armada/print/judge").text


def test_a_stranger_prints_nothing(served: Served) -> None:
    assert httpx.get(f"{served.url}/c/armada/print/judge").status_code == 403


@pytest.mark.parametrize("count", range(1, 30))
@pytest.mark.parametrize("on_page", [1, 2, 3, 4])
def test_one_cut_sorts_the_stack(count: int, on_page: int) -> None:
    pages = collated(list(range(count)), on_page)
    piles = [[page[pile] for page in pages] for pile in range(on_page)]
    stacked = [slip for pile in piles for slip in pile if slip is not None]
    assert stacked == list(range(count))
    assert len(pages) == -(-count // on_page)
