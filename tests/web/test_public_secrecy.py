"""Nothing public shows a round before it is published, nor a deck while people play."""

import json
import re
from collections.abc import Iterator

import pytest

from komandor.app.queries.everybody.visible import hidden_round, public_log, public_reach, visible
from komandor.check.verify import verify
from komandor.core.tournament import commands as c
from komandor.log.bundle import Bundle, parse
from komandor.web.server.make_site import make_site
from komandor.web.server.site import Site
from tests.support.event import single, swiss
from tests.support.world import World

PATHS = (
    "/t/cup/",
    "/t/cup/pairings",
    "/t/cup/pairings/tables",
    "/t/cup/standings",
    "/t/cup/bracket",
    "/t/cup/players",
    "/t/cup/changes",
    "/t/cup/verify",
    "/t/cup/screen",
    "/t/cup/screen/pairings",
    "/t/cup/part/pairings",
    "/t/cup/screen/part/pairings",
    "/t/cup/log.komandor",
)


@pytest.fixture
def event() -> World:
    return World().people(8).announce().play_round()


@pytest.fixture
def site(event: World) -> Iterator[Site]:
    made = make_site(event.ledger.store, secret="a secret of the tests")
    yield made
    made.close()


def shown(site: Site, path: str, lang: str = "pl") -> str | None:
    page, parts = site.pages.find(path) or (None, {})
    assert page is not None, path
    body = page.render(site, lang, **parts)
    return body.decode() if isinstance(body, bytes) else body


def everything(site: Site) -> dict[str, str | None]:
    """All public pages, without what every page says about its version and the log's head."""
    said = {path: shown(site, path) for path in PATHS}
    return {
        path: re.sub(r'data-version="\d+"|[0-9a-f]{64}|\d+ z \d+', "", text or "")
        for path, text in said.items()
    }


def test_a_drawn_round_changes_no_public_page_but_the_announced_freeze(event: World, site: Site) -> None:
    before = everything(site)
    event.draw()
    after = everything(site)
    changed = {path for path in PATHS if before[path] != after[path]}
    assert changed <= {"/t/cup/verify", "/t/cup/log.komandor"}
    assert shown(site, "/t/cup/round/2") is None
    link = event.t.rounds[2].link
    assert not any(link in (shown(site, path) or "") for path in PATHS)


def test_published_pairs_appear_everywhere(event: World, site: Site) -> None:
    event.publish()
    pairings = shown(site, "/t/cup/pairings") or ""
    assert "Runda 2" in pairings
    assert shown(site, "/t/cup/round/2") is not None
    assert event.t.rounds[2].link in (shown(site, "/t/cup/verify") or "")


def test_a_swap_before_publishing_is_told_only_with_the_round(event: World, site: Site) -> None:
    event.draw()
    first, second = (m.a for m in event.t.in_round(2)[:2])
    event.do(c.SwapPlayers(first, second, "same car"))
    assert "same car" not in (shown(site, "/t/cup/changes") or "")
    event.do(c.PublishRound(accept=True))
    assert "same car" in (shown(site, "/t/cup/changes") or "")


def test_the_public_log_is_a_valid_beginning_without_people_and_without_the_draw(event: World) -> None:
    event.draw()
    loaded = event.ledger.load("cup")
    data = public_log(event.ledger.store, loaded)
    bundle = parse(data)
    assert isinstance(bundle, Bundle)
    assert bundle.people is None
    types = [json.loads(r.event)["type"] for r in bundle.records]
    assert types.count("round_drawn") == 1
    assert types[-1] == "round_frozen"
    assert verify(data).ok
    event.do(c.PublishRound(accept=True))
    assert public_reach(event.ledger.load("cup")) == event.t.version


def test_an_undone_draw_stays_hidden_because_its_link_would_tell_the_next_one(event: World) -> None:
    event.draw()
    drawn = event.t.version
    event.do(c.VoidEvents((drawn - 1, drawn), "one more has come"))
    assert hidden_round(event.t) is None
    assert public_reach(event.ledger.load("cup")) < drawn


def test_lists_and_calls_are_not_in_the_public_log_while_people_play() -> None:
    event = World("armada", swiss(1)).people(4)
    event.do(c.SubmitList(1, {"text": "my secret fleet"})).announce().play_round()
    store = event.ledger.store
    assert b"my secret fleet" not in public_log(store, event.ledger.load("cup"))
    event.do(c.PublishLists("all"))
    assert b"my secret fleet" in public_log(store, event.ledger.load("cup"))


def test_the_first_round_hidden_leaves_the_event_as_announced() -> None:
    event = World().people(6).announce()
    before = event.t
    event.draw()
    seen = visible(event.t)
    assert (seen.phase, seen.rounds, seen.matches, seen.stages) == ("announced", {}, {}, before.stages)


def test_a_first_knockout_round_hidden_leaves_the_cut() -> None:
    event = World("armada", swiss(2), single(4)).people(8).announce().play_stage().cut()
    seeds = event.t.stages[2].seeds
    event.draw()
    seen = visible(event.t)
    assert (seen.phase, seen.stages[2].seeds, max(seen.rounds)) == ("cut", seeds, 2)
