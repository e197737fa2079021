"""Every screen of the site with an event at the moment that shows it: for pictures and for axe."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from playwright.sync_api import Page

from komandor.app.access import Actor
from komandor.app.editions import edition_of, keep
from komandor.app.identity import issue
from komandor.app.stream import change_stream
from komandor.core.editions import Edition
from komandor.core.tournament import commands as c
from komandor.core.tournament.values import Plain, StagePlan
from komandor.log.store import EventStore, Person
from komandor.store import open_store
from komandor.web.server.make_site import make_site
from tests.support.event import double, single, swiss
from tests.support.site import Served, serving
from tests.support.world import World, busy, opened

Who = Literal["public", "host", "staff", "player"]


@dataclass(frozen=True)
class Screen:
    """`event` stands for its id in `path`; a phone screen is looked at on a phone."""

    name: str
    path: str
    who: Who = "staff"
    event: str = ""
    size: Literal["desktop", "phone", "projector"] = "desktop"


CONSOLE = (
    Screen("home", "/", "host"),
    Screen("new", "/new", "host"),
    Screen("new-armada", "/new/armada", "host"),
    Screen("import", "/import", "host"),
    Screen("editions", "/editions", "host"),
    Screen("start", "/c/doors/", event="doors"),
    Screen("people", "/c/doors/people", event="doors"),
    Screen("bring", "/c/doors/people/bring", event="doors"),
    Screen("person", "/c/doors/people/1", event="doors"),
    Screen("lists", "/c/doors/lists", event="doors"),
    Screen("list", "/c/doors/lists/1", event="doors"),
    Screen("staff", "/c/doors/staff", event="doors"),
    Screen("settings", "/c/doors/settings", event="doors"),
    Screen("checklists", "/c/doors/checklists", event="doors"),
    Screen("draw", "/c/drawn/", event="drawn"),
    Screen("round", "/c/round/", event="round"),
    Screen("map", "/c/round/?show=map", event="round"),
    Screen("player", "/c/round/player/3", event="round"),
    Screen("before-the-cut", "/c/precut/", event="precut"),
    Screen("round-earlier", "/c/round/round/1", event="round"),
    Screen("slip-armada", "/c/round/match/23", event="round"),
    Screen("correction", "/c/round/match/1", event="round"),
    Screen("drop", "/c/round/player/3/drop", event="round"),
    Screen("late", "/c/round/late", event="round"),
    Screen("standings", "/c/round/standings", event="round"),
    Screen("log", "/c/round/log", event="round"),
    Screen("undo", "/c/round/undo/UNDO", event="round"),
    Screen("screens", "/c/round/screens", event="round"),
    Screen("print", "/c/round/print", event="round"),
    Screen("judging", "/j/round/", event="round", size="phone"),
    Screen("judge-tables", "/j/round/tables", event="round", size="phone"),
    Screen("judge-table", "/j/round/table/3", event="round", size="phone"),
    Screen("judge-sanction", "/j/round/player/3/sanction?kind=points&points=4", event="round", size="phone"),
    Screen("judge-sanctions", "/j/round/sanctions", event="round", size="phone"),
    Screen("judge-checks", "/j/round/checks", event="round", size="phone"),
    Screen("judge-components", "/j/round/components", event="round", size="phone"),
    Screen("judge-calls", "/j/busy/", event="busy", size="phone"),
    Screen("judge-call", "/j/busy/call/4", event="busy", size="phone"),
    Screen("judge-appeal", "/j/busy/call/3", event="busy", size="phone"),
    Screen("judge-check", "/j/busy/player/1/check", event="busy", size="phone"),
    Screen("judge-incidents", "/j/busy/incidents", event="busy", size="phone"),
    Screen("judge-rulings", "/j/busy/rulings", event="busy", size="phone"),
    Screen("judge-proxies", "/j/busy/proxies", event="busy", size="phone"),
    Screen("judge-component", "/j/asked/component/1", event="asked", size="phone"),
    Screen("judge-disputed", "/j/disputed/match/1", event="disputed", size="phone"),
    Screen("mission", "/c/ia/", event="ia"),
    Screen("slip-imperial-assault", "/c/ia/match/3", event="ia"),
    Screen("slip-destiny", "/c/cut/match/LAST", event="cut"),
    Screen("cut", "/c/seeds/", event="seeds"),
    Screen("slip-lcg", "/c/lcg/match/2", event="lcg"),
    Screen("bracket-double", "/c/over/bracket", event="over"),
    Screen("final-standings", "/c/over/standings", event="over"),
    Screen("prizes", "/c/over/prizes", event="over"),
)
PUBLIC = (
    Screen("public", "/t/round/", "public", "round"),
    Screen("public-pairings", "/t/round/pairings", "public", "round", "phone"),
    Screen("public-standings", "/t/round/standings", "public", "round", "phone"),
    Screen("public-tables", "/t/round/pairings/tables", "public", "round", "phone"),
    Screen("public-cut", "/t/precut/standings", "public", "precut", "phone"),
    Screen("public-incident", "/t/round/report", "public", "round", "phone"),
    Screen("public-bracket", "/t/over/bracket", "public", "over", "phone"),
    Screen("public-verify", "/t/over/verify", "public", "over"),
    Screen("public-changes", "/t/over/changes", "public", "over"),
    Screen("rules", "/rules", "public"),
    Screen("rule", "/rules/ARM-SCORE-5", "public"),
)
PHONE = (
    Screen("join", "/join/doors", "public", "doors", "phone"),
    Screen("my-table", "/m/round/", "player", "round", "phone"),
    Screen("my-report", "/m/round/report", "player", "round", "phone"),
    Screen("my-judge", "/m/round/judge", "player", "round", "phone"),
    Screen("my-history", "/m/round/history", "player", "round", "phone"),
    Screen("my-why", "/m/round/why", "player", "round", "phone"),
    Screen("my-list", "/m/doors/list", "player", "doors", "phone"),
    Screen("claim", "/join/doors/claim", "public", "doors", "phone"),
    Screen("my-data", "/m/doors/data", "player", "doors", "phone"),
    Screen("my-drop", "/m/round/drop", "player", "round", "phone"),
    Screen("my-more", "/m/round/more", "player", "round", "phone"),
    Screen("my-link", "/m/doors/link", "player", "doors", "phone"),
    Screen("my-erasure", "/m/doors/data/erase", "player", "doors", "phone"),
    Screen("my-calls", "/m/busy/judge", "player", "busy", "phone"),
    Screen("my-rulings", "/m/busy/", "player", "busy", "phone"),
    Screen("my-cut", "/m/seeds/", "player", "seeds", "phone"),
    Screen("my-last-swiss", "/m/precut/", "player", "precut", "phone"),
    Screen("my-final-place", "/m/over/", "player", "over", "phone"),
    Screen("my-waiting-list", "/m/waits/", "player", "waits", "phone"),
    Screen("my-answer", "/m/asked/", "player", "asked", "phone"),
    Screen("my-dispute", "/m/asked/dispute", "player", "asked", "phone"),
    Screen("my-disputed", "/m/disputed/", "player", "disputed", "phone"),
    Screen("offline", "/offline", "public", size="phone"),
    Screen("my-report-lcg", "/m/lcg/report", "player", "lcg", "phone"),
)
PROJECTOR = (
    Screen("projector", "/t/round/screen", "public", "round", "projector"),
    Screen("projector-pairings", "/t/round/screen/pairings", "public", "round", "projector"),
    Screen("projector-clock", "/t/round/screen/clock", "public", "round", "projector"),
    Screen("projector-standings", "/t/round/screen/standings", "public", "round", "projector"),
    Screen("projector-cut", "/t/precut/screen/standings", "public", "precut", "projector"),
    Screen("projector-join", "/t/doors/screen/join", "public", "doors", "projector"),
    Screen("projector-prizes", "/t/over/screen/prizes", "public", "over", "projector"),
    Screen("projector-progress", "/t/over/screen/progress", "public", "over", "projector"),
    Screen("projector-bracket", "/t/over/screen/bracket", "public", "over", "projector"),
)
SCREENS = (*CONSOLE, *PUBLIC, *PHONE, *PROJECTOR)
EXAMPLES = Path(__file__).parents[2] / "examples" / "editions"
FLEET: dict[str, Plain] = {
    "player": "Anna Kowalska",
    "faction": "rebel",
    "ships": (
        {"name": "MC80 Command Cruiser", "points": 106},
        {"name": "Assault Frigate Mark II B", "points": 72},
        {"name": "CR90 Corvette A", "points": 44},
    ),
    "commander": ({"name": "Admiral Ackbar", "points": 38},),
    "squadrons": ({"name": "X-wing Squadron", "count": 6, "points": 13},),
    "objectives": (
        {"name": "Most Wanted", "category": "assault"},
        {"name": "Contested Outpost", "category": "defense"},
        {"name": "Superior Positions", "category": "navigation"},
    ),
    "total": 338,
}
WAITS: Person = {"first": "Żaneta", "last": "Ćwik"}
SIZES = {"desktop": (1440, 900), "phone": (360, 740), "projector": (1280, 720)}


@dataclass
class Hall:
    """A served site with all those events, and links into it."""

    served: Served
    paths: dict[str, str]  # what stands for a number in a path

    def way_in(self, screen: Screen) -> str:
        """The path that makes this browser what it has to be."""
        site = self.served.site
        if screen.who == "host":
            return site.home
        seat = int(self.paths["PLAYER"]) if (screen.who, screen.event) == ("player", "round") else 1
        actor = Actor(screen.who, seat)
        return f"/{screen.who[0]}/{issue(site.store, screen.event, actor)}"

    def path(self, screen: Screen) -> str:
        path = screen.path
        for word, number in self.paths.items():
            path = path.replace(word, number)
        return path


@dataclass
class Looker:
    """One page that looks at screens one after the other and keeps the links it has opened."""

    hall: Hall
    page: Page
    seats: set[str] = field(default_factory=set)

    def open(self, screen: Screen) -> None:
        width, height = SIZES[screen.size]
        self.page.set_viewport_size({"width": width, "height": height})
        seat = f"{screen.who} {screen.event}"
        if seat not in self.seats and screen.who != "public":
            self.page.goto(self.hall.served.url + self.hall.way_in(screen))
        self.seats.add(seat)
        answer = self.page.goto(self.hall.served.url + self.hall.path(screen))
        assert answer
        assert answer.status == 200, (screen, answer.status)


@contextmanager
def all_screens() -> Iterator[Hall]:
    store = open_store("memory:")
    paths = fill(store)
    with serving(make_site(store, secret="a secret of the tests")) as served:
        yield Hall(served, paths)


def fill(store: EventStore) -> dict[str, str]:
    """One event for each moment of a day."""

    def world(id: str, game: str, name: str, people: int, *stages: StagePlan) -> World:
        return World(game, *stages, store=store, id=id, name=name).people(people)

    doors = world("doors", "armada", "Mistrzostwa Sklepu", 14)
    doors.do(c.CheckIn((1, 2, 5)), c.NoteFee(2, True))
    doors.do(c.SubmitList(1, FLEET), by=Actor("player", 1))
    four_factions = edition_of((EXAMPLES / "armada-four-factions.toml").read_bytes())
    assert isinstance(four_factions, Edition)
    keep(store, four_factions)
    world("drawn", "armada", "Puchar Floty", 21).announce().play_round().draw()
    running = world("round", "armada", "Puchar Sklepu", 22).announce().play_round().start().results(but=3)
    open_ = running.open()
    running.do(c.CallJudge(open_[2].number, kind="dispute"), by=Actor("player", open_[2].a))
    running.do(c.ExtendTable(open_[0].number, 5, ""))
    world("ia", "imperial-assault", "Liga Rebelii", 8).announce().start().results(but=2)
    cut = world("cut", "destiny", "Liga Przeznaczenia", 10, swiss(3), single(4))
    cut.announce().play_stage().cut().start()
    world("precut", "conquest", "Podbój Sopotu", 10, swiss(2), single(4)).announce().play_stage()
    world("seeds", "conquest", "Podbój Gdyni", 12, swiss(3), single(4)).announce().play_stage().cut()
    world("lcg", "star-wars-lcg", "Wtorek z Mocą", 8).announce().start()
    world("waits", "destiny", "Pełna Sobota", 0).do(c.RegisterPlayer(waiting=True), persons=(WAITS,))
    answers(
        opened("destiny", swiss(2), players=2, store=store, id="asked", name="Sobota na Ekranie").start(),
        store,
    )
    dispute = opened("destiny", swiss(2), players=2, store=store, id="disputed", name="Sporna Sobota").start()
    reported(dispute).do(c.DisputeResult(1, dispute.seen(1), "Wygrałam."), by=Actor("player", 1))
    busy(opened("armada", store=store, id="busy", name="Sobota z Armadą").start())
    over = world("over", "star-wars-lcg", "Równowaga Mocy", 8, swiss(2), double(4)).play_out()
    over.do(c.AddPrize("Puchar"), c.AddPrize("Fair play", "award"), c.AddPrize("Mata", "raffle", count=2))
    over.do(c.GiveAward(2, 3), c.DrawRaffle(3))
    return {
        "UNDO": str(running.t.version),
        "LAST": str(max(m.number for m in cut.in_round())),
        "/match/23": f"/match/{open_[1].number}",
        "PLAYER": str(open_[1].a),
    }


def reported(world: World) -> World:
    """The opponent of player 1 has reported their match."""
    match, other = world.match(1), Actor("player", world.opponent(1))
    return world.do(c.ReportResult(match.number, world.slip(1), match.players), by=other)


def answers(world: World, store: EventStore) -> None:
    """Player 1 has a report to answer, a die to find, and sits at the table of the stream."""
    match = reported(world).match(1)
    lost = c.ReportComponent(
        player=1, kind="lost", what="kość", category="die", minutes=5, match=match.number
    )
    world.do(lost)
    change_stream(store, world.id, lambda kept: replace(kept, match=match.number, players=match.players))
