"""A log written by another version never breaks a page: it is read, or the page says what cannot be read."""

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from komandor.app.access import HOST, Actor
from komandor.app.identity import HOST_EVENT, issue
from komandor.app.ledger import Ledger, Loaded, Unreadable
from komandor.log.canonical import canonical
from komandor.log.record import Recorded, follow
from komandor.log.store import EventStore
from komandor.store import open_store
from komandor.web.routing import areas
from tests.support.doors import address
from tests.support.sampling import later, quick_first
from tests.support.site import serving
from tests.support.world import World, busy, client, opened, site_of

Change = Callable[[list[dict[str, Any]]], None]


def first(type_: str, events: list[dict[str, Any]]) -> dict[str, Any]:
    return next(event for event in events if event["type"] == type_)


def rewritten(records: tuple[Recorded, ...], change: Change, id: str) -> tuple[Recorded, ...]:
    """The same log with other events under a chain that fits, as if it had been written so."""
    events = [dict(r.payload) for r in records]
    change(events)
    out: list[Recorded] = []
    commands = [r.command_id for r in records] + ["later"] * len(events)
    for event, command in zip(events, commands, strict=False):
        seq, prev = (out[-1].seq, out[-1].hash) if out else (0, "0" * 64)
        out += follow(id, seq, prev, records[0].at, "organiser", command, (canonical(event),))
    return tuple(out)


def set_in(type_: str, **values: Any) -> Change:
    return lambda events: first(type_, events).update(values)


def a_new_kind_of_event(events: list[dict[str, Any]]) -> None:
    events.append({"type": "round_sung", "round": 1})


def an_event_about_nothing(events: list[dict[str, Any]]) -> None:
    events.append({"type": "table_extended", "match": 999, "minutes": 5, "reason": "x"})


def an_unknown_outcome(events: list[dict[str, Any]]) -> None:
    first("result_entered", events)["scores"][0]["outcome"] = "moral_victory"


UNREADABLE: dict[str, tuple[Change, str]] = {
    "type": (a_new_kind_of_event, "unknown type of event: round_sung"),
    "field": (set_in("tournament_created", sponsor="x"), "unknown field sponsor"),
    "value": (set_in("round_frozen", public_source="stars"), "round_frozen.public_source: one of"),
    "version": (set_in("round_drawn", v=7), "round_drawn version 7 is not known here"),
    "way": (set_in("round_drawn", way=2), "draws of way 2 are not read, only those of way 3"),
    "edition": (
        set_in("tournament_created", edition="armada@2099"),
        "unknown edition of a game: armada@2099",
    ),
    "outcome": (an_unknown_outcome, "scores[0].outcome: 'moral_victory' is not a valid Outcome"),
    "nonsense": (an_event_about_nothing, "KeyError"),
}


@pytest.fixture(scope="module")
def world() -> World:
    world = busy(opened().start())
    world.do(world.won(world.matches()[0].a))
    return world


def beside(world: World, change: Change) -> EventStore:
    """A store with the good event "cup" and the changed one, "odd"."""
    store = open_store("memory:")
    records = world.store.read("cup")
    store.load("cup", records, world.store.people("cup"))
    store.load("odd", rewritten(records, change, "odd"), world.store.people("cup"))
    return store


@pytest.mark.parametrize("name", UNREADABLE)
def test_the_ledger_names_the_record_and_goes_on_with_the_others(world: World, name: str) -> None:
    change, problem = UNREADABLE[name]
    ledger = Ledger(beside(world, change))
    with pytest.raises(Unreadable, match=r"record [0-9]+ of odd: ") as raised:
        ledger.load("odd")
    assert problem in str(raised.value)
    good, bad = ledger.everything()
    assert isinstance(good, Loaded)
    assert good.state.id == "cup"
    assert isinstance(bad, Unreadable)


@pytest.mark.parametrize("name", UNREADABLE)
def test_every_page_of_such_an_event_says_why_and_the_other_event_works(world: World, name: str) -> None:
    change, _ = UNREADABLE[name]
    store = beside(world, change)
    links = [issue(store, "odd", Actor("staff", 1)), issue(store, HOST_EVENT, HOST)]
    browser = client(site_of(store), *links)
    home = browser.get("/?lang=pl")
    assert home.status_code == 200
    assert "/cup/" in home.content.decode()
    assert "turnieju odd nie da się tu odczytać" in home.content.decode()
    for path in ("/c/odd/", "/j/odd/", "/m/odd/", "/c/odd/people"):
        answer = browser.get(f"{path}?lang=en")
        assert answer.status_code == 422, path
        assert "of event odd was written by another version" in answer.content.decode()
    assert browser.get("/new").status_code == 200
    assert browser.get("/c/cup/").status_code == 403  # the good event: the host holds no seat there yet


def test_public_pages_of_such_an_event_say_why(world: World) -> None:
    site = site_of(beside(world, a_new_kind_of_event))
    with serving(site) as served:
        for path in ("/t/odd/", "/t/odd/pairings", "/t/odd/standings", "/t/odd/screen"):
            answer = served.client.get(path, headers={"Accept-Language": "en"})
            assert answer.status_code == 422, path
            assert "unknown type of event: round_sung" in answer.text
        assert served.client.get("/t/cup/").status_code == 200
        assert served.client.get("/t/cup/nothing").status_code == 404


def every_report(value: Any) -> Change:
    """All reports of the log hold this in every field, inside their games too, and a field nobody knows."""

    def odd_report(report: dict[str, Any]) -> dict[str, Any]:
        games = report.get("games")
        more = {"games": [odd_report(one) for one in games]} if isinstance(games, list) else {}
        return dict.fromkeys(report, value) | {"weather": "rain"} | more

    def change(events: list[dict[str, Any]]) -> None:
        for event in events:
            if "report" in event:
                event["report"] = odd_report(event["report"])

    return change


def no_games(events: list[dict[str, Any]]) -> None:
    for event in events:
        if "report" in event:
            event["report"] = {"games": "from another century"}


READABLE: dict[str, Change] = {
    "report": every_report("from another century"),
    "report-list": every_report([1, [2], {"x": None}]),
    "report-number": every_report(7),
    "report-null": every_report(None),
    "games": no_games,
    "setting": set_in("tournament_created", settings={"tea.break": True}),
    "choice": set_in("tournament_created", settings={"lists.required": "by post"}),
    "object": set_in("tournament_created", settings={"lists.required": {"by": ["post"]}}),
    "call": set_in("judge_called", kind="telegram"),
    "role": set_in("staff_appointed", roles=["bard"]),
    "sanction": set_in("sanction_given", kind="exile", category="poetry"),
}


@pytest.mark.parametrize("name", [later(x) if x.startswith("report") else x for x in READABLE])
def test_an_unknown_word_in_an_event_breaks_no_page(world: World, name: str) -> None:
    no_page_breaks(beside(world, READABLE[name]))


GAMES = ("armada", "imperial-assault", "destiny", "conquest")
REPORTS = tuple(name for name in READABLE if name.startswith("report"))


def each_report_of_each_game() -> list[Any]:
    """All of them; each game and each report once in `./test quick`."""
    once = set(zip(REPORTS, GAMES, strict=True))
    return quick_first(sorted(product(REPORTS, GAMES), key=lambda pair: pair not in once), len(once))


@pytest.mark.parametrize(("name", "game"), each_report_of_each_game())
def test_an_unknown_report_of_another_game_breaks_no_page(name: str, game: str) -> None:
    world = opened(game, players=4).start()
    for match in world.t.in_round(1):
        world.do(world.won(match.a))
    no_page_breaks(beside(world, READABLE[name]))


def no_page_breaks(store: EventStore) -> None:
    links = [issue(store, "odd", Actor("staff", n)) for n in (1, 2, 3)] + [
        issue(store, "odd", Actor("player", n)) for n in range(1, 7)
    ]
    browser = client(site_of(store), *links)
    routes = [route for route in areas.ROUTES if "GET" in route.methods]
    broken = [where for where in map(odd, routes) if browser.get(where).status_code >= 500]
    assert broken == []


def odd(route: Any) -> str:
    return address(route, "odd")


def test_a_setting_that_is_gone_is_named_where_settings_are_changed(world: World) -> None:
    store = beside(world, READABLE["setting"])
    browser = client(site_of(store), issue(store, "odd", Actor("staff", 1)))
    assert "ignores them: tea.break." in browser.get("/c/odd/settings?lang=en").content.decode()
    assert "nie stosuje: tea.break." in browser.get("/c/odd/settings?lang=pl").content.decode()
    good = client(site_of(world), issue(world.store, "cup", Actor("staff", 1)))
    assert "leaves them aside" not in good.get("/c/cup/settings?lang=en").content.decode()
