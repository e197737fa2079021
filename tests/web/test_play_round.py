"""The round's page says what is going on: who still plays until when, why two meet, what a change costs."""

from collections.abc import Iterator
from html import unescape
from types import SimpleNamespace

import pytest

from komandor.app.queries.everybody.rounds import round_view
from komandor.core.tournament import commands as c
from komandor.store import open_store
from komandor.web.console.play.table_map import still_playing, table_map
from komandor.web.server.make_site import make_site
from tests.support.console import Console, at_the_console
from tests.support.site import Served, serving
from tests.support.world import World

MINUTE = 60_000


@pytest.fixture
def served() -> Iterator[Served]:
    with serving(make_site(open_store("memory:"), secret="s")) as served:
        yield served


@pytest.fixture
def console(served: Served) -> Iterator[Console]:
    """Round 1 of eight is played, round 2 is drawn and not yet published."""
    event = World(store=served.site.store).people(8).announce().play_round().draw()
    with at_the_console(served, event) as console:
        yield console


def test_tables_with_more_time_stand_apart() -> None:
    event = World().people(6).announce().start().do(c.ExtendTable(2, 6, ""))
    event.do(c.EnterResult(match=1, report={"end": "rounds", "scores": (10, 0)}))
    view = round_view(event.t, 1, 0)
    assert view.clock.ends
    hall = table_map(view, view.clock.ends + MINUTE)
    assert [(tile.row.match, tile.state) for tile in hall.tiles] == [(1, "in"), (2, "playing"), (3, "over")]
    common, extended = still_playing(hall.tiles, view.clock.ends + MINUTE)
    assert common.tables == extended.tables == 1
    assert common.over
    assert extended.ends == view.clock.ends + 6 * MINUTE
    assert not extended.over


def test_a_swap_names_its_price_before_it_is_done(console: Console) -> None:
    """Two who met in round 1 would meet again: said, allowed, and noted with its reason."""
    t = console.event.t
    first = t.in_round(1)[0]
    assert first.b
    partner = next(m for m in t.in_round(2) if first.a in m.players).opponent(first.a)
    console.get()
    shown = console.post("swap/preview", player=[str(first.b), str(partner)])
    assert "COM-PAIR-2" in shown.text
    refused = console.post("swap", player=[str(first.b), str(partner)])
    assert refused.status_code == 422, "a reason is needed"
    assert f'value="{first.b}" aria-label' in refused.text
    done = console.post("swap", player=[str(first.b), str(partner)], reason="asked for")
    assert done.status_code == 302
    assert any(m.changed for m in console.event.t.in_round(2))


def test_why_two_meet_is_said_with_its_rule(console: Console) -> None:
    match = console.event.t.in_round(2)[0]
    assert "COM-PAIR-" in console.get(f"match/{match.number}/why")


def test_publishing_shows_the_exception_and_asks(console: Console) -> None:
    """A rematch made by hand: there is a box to tick, and without it nothing is published."""
    assert 'name="accept"' not in console.get()
    t = console.event.t
    one, two = next(m.players for m in t.in_round(1) if m.b is not None)
    other = next(m.opponent(one) for m in t.in_round(2) if one in m.players)
    console.event.do(c.SwapPlayers(other or 0, two, "asked for"))
    page = console.get()
    assert 'name="accept"' in page
    assert "Rematch (made manually): " in unescape(page)
    rows = round_view(console.event.t, 2, 0).rows
    assert [r.rematch for r in rows if r.b and {r.a.player, r.b.player} == {one, two}] == [True]
    refused = console.post("step", code="publish")
    assert refused.status_code == 422
    console.get()
    assert console.post("step", code="publish", accept="on").status_code == 302


def test_a_page_that_is_older_than_the_log_decides_nothing(console: Console) -> None:
    console.get()
    a, b = (m.a for m in console.event.t.in_round(2)[:2])
    console.event.do(c.SwapPlayers(a, b, "in the meantime"))
    answer = console.post("step", code="publish")
    assert answer.status_code == 422
    assert console.event.t.phase == "drawn"
    console.get()
    assert console.post("step", code="publish", accept="on").status_code == 302


def test_trouble_of_the_machine_is_shown(console: Console, served: Served) -> None:
    assert "copy in the second place" not in console.get()
    served.site.backups = SimpleNamespace(trouble="the stick is full")
    page = console.get("standings")
    assert "The backup to the second location failed" in page
    assert "the stick is full" in page


def test_undo_shows_what_it_takes_back_and_what_stands_in_its_way(console: Console) -> None:
    seq = next(s for s, e in console.event.ledger.load("cup").history if type(e).__name__ == "RoundClosed")
    page = unescape(console.client.get(f"/c/cup/undo/{seq}").text)
    assert "Not possible right now" in page
    assert f'action="/c/cup/undo/{seq}"' not in page


def test_five_hundred_players_are_one_page(served: Served) -> None:
    event = World(store=served.site.store, id="big").people(512).announce().start()
    with at_the_console(served, event) as console:
        page = console.get()
    assert page.count("data-find=") == 256
    assert len(page) < 600_000
