"""Every address lets in those whom the rules name and nobody else, and no request makes it fail."""

from typing import Any, cast
from urllib.parse import urlencode

import pytest
from django.test import Client

from komandor.app.access import HOST, Actor
from komandor.app.identity import revoke
from komandor.core.tournament import commands as c
from komandor.core.tournament.actions import ACTION_OF
from komandor.web.forms import action_buttons
from komandor.web.routing import areas
from komandor.web.routing.routes import Route
from komandor.web.server.limits import LIMITS, Limit
from tests.support.contracts import listed
from tests.support.doors import address, copied, copied_site, field_names
from tests.support.sampling import quick_first
from tests.support.world import (
    JUDGE,
    MARSHAL,
    ORGANISER,
    SCOREKEEPER,
    World,
    busy,
    client,
    opened,
    site_of,
)


def grid(text: str) -> dict[str, str]:
    """Address → letters. A word without a slash in front continues the area of the first word of its line."""
    found: dict[str, str] = {}
    for letters, first, *more in (line.split() for line in text.strip().splitlines()):
        area = "/".join(first.split("/")[:3]) + "/"
        found |= {word if word.startswith("/") else area + word: letters for word in (first, *more)}
    return found


SEATS = {
    "player": Actor("player", 1), "judge": JUDGE, "marshal": MARSHAL, "scorekeeper": SCOREKEEPER,
    "organiser": ORGANISER, "host": HOST,
}  # fmt: skip
LETTERS = {
    "organiser": "O", "marshal": "M", "judge": "J", "scorekeeper": "S", "player": "P", "host": "H",
    "public": "-",
}  # fmt: skip
READS = grid("""
U     / /host/TOKEN /lang/pl /p/TOKEN /s/TOKEN /rules/search /join/cup /join/cup/claim /t/cup/report
U     /others /others/x /help/search
H     /cards /editions /editions/x /following /import /keys /new /new/armada /new/armada/hint
P     /m/cup/ data data/erase data/file dispute drop history judge link list list/1 live more news report why
OMJS  /c/cup/ bar bracket checklists lists lists/1 live log match/1 match/1/menu match/1/why people
OMJS  /c/cup/people/desk people/live
OMJS  /c/cup/print find player/1 print/x prizes round/1 screens standings stream
OS    /c/cup/people/1 people/bring people/file people/slips player/1/drop
O     /c/cup/back/5 backup file late messages player/1/disqualify player/1/rejoin publish settings staff
O     /c/cup/tokens undo/5
OMJS  /j/cup/ call/1 incidents live match/1 rules rulings table/1 tables
OMJ   /j/cup/checks component/1 components player/1/check player/1/sanction proxies proxy/1/print sanctions
""")
WRITES = grid("""
U     /leave /join/cup /join/cup/claim /t/cup/report
H     /archive/x /cards /editions /following /import /keys /new/armada /run/cup /others/x/remove
P     /m/cup/do/x confirm data data/erase dispute drop first here judge list list/check report
P     /m/cup/report/read
OMJS  /c/cup/do/x
OMJS  /c/cup/checklists lists/1 match/1 match/1/effect match/1/first match/1/no-show match/1/override
OMJS  /c/cup/match/1/read match/1/table quick quick/read screens
OMJ   /c/cup/lists match/1/extend
OM    /c/cup/clock mission step
OS    /c/cup/people/1 people/1/fee people/1/here people/absent people/add people/all people/bring
OS    /c/cup/people/phones people/same people/slips player/1/drop
O     /c/cup/late pair player/1/disqualify player/1/rejoin redraw replace settings staff swap swap/preview
O     /c/cup/undo/5 back/5 backup messages prizes publish stream tokens
OMJS  /j/cup/incidents match/1/call
OMJ   /j/cup/call/1/appeal call/1/rule call/1/settle call/1/take checks/draw component/1 components duty
O     /j/cup/proxies
OMJ   /j/cup/match/1/extend player/1/check player/1/sanction
OM    /j/cup/call/1/verdict
""")
"""Who may read and who may send what, by the duties of COM-ROLE and written apart from the program's tables:
O organiser, M marshal, J judge, S scorekeeper, P player, all at their own event; H host; U everybody.  An
address is open for sending to whoever may do one of the things that its form does."""
GRIDS = {"GET": READS, "POST": WRITES}
FORM = "application/x-www-form-urlencoded"
HOSTILE = (
    "9" * 5000,
    "\x00",
    "9" * 99,
    "-1",
    "²",
    "١٢",
    "\ud7ff\uffff\u202e",
    "a" * 30_000,
    "<script>\"'{{7*7}}",
    "../../etc",
    "[]",
)


@pytest.fixture(scope="module")
def world() -> World:
    """Two events, both in full swing; everybody's seat is at the first."""
    first = busy(opened(id="cup").start())
    first.do(c.ForbidPair(player=1, opponent=2, reason="brothers"))
    first.do(
        c.AddPrize("a mat", "everyone"), c.AddPrize("best painted", "award"), c.AddPrize("dice", "raffle")
    )
    busy(opened(id="other", store=first.store).start())
    return first


@pytest.fixture(scope="module")
def links(world: World) -> dict[str, str]:
    return {role: world.link(actor) for role, actor in SEATS.items()}


ROUTES: dict[str, Route] = {address(r).replace("x" * 22, "TOKEN"): r for r in areas.ROUTES}
"""Every address of the site, with something in its place: table 1, player 1, call 1."""


class Tries:
    """Requests of one browser, each on the event as it was: what one changes, the next does not see."""

    def __init__(self, world: World, *links: str) -> None:
        self.world, self.links, self.changed = world, [link for link in links if link], False
        self._renew()

    def _renew(self) -> None:
        self.site = copied_site(self.world)

    def get(self, path: str, query: dict[str, str] | None = None) -> int:
        return self._answer(client(self.site, *self.links).get(path, query or {}))

    def post(self, path: str, fields: dict[str, str] | None = None) -> int:
        """Encoded as by a browser, whose forms are not multipart unless a file goes with them."""
        browser = client(self.site, *self.links)
        form = urlencode({**browser.made_for(path), **(fields or {})})
        return self._answer(browser.post(path, form, content_type=FORM))

    def _answer(self, response: Any) -> int:
        stores = (self.world.store, self.site.store)
        versions = [(store.version("cup"), store.version("other")) for store in stores]
        self.changed = versions[0] != versions[1]
        if self.changed:
            self._renew()
        return int(response.status_code)


def browser(world: World, links: dict[str, str], role: str) -> Client:
    return client(site_of(world), *([links[role]] if role in links else []))


def expected(method: str, path: str, role: str, whose: str) -> str:
    """What the grid says about this request: "in", "refused" or "no such method"."""
    letters = GRIDS[method].get(path)
    if letters is None:
        return "no such method"
    own = "H" if role == "host" else LETTERS[role] if whose == "own" else "-"
    return "in" if "U" in letters or own in letters else "refused"


def answered(status: int) -> str:
    return {403: "refused", 405: "no such method"}.get(status, "in" if status < 500 else f"failed: {status}")


def test_the_grid_names_every_address() -> None:
    for method, known in GRIDS.items():
        wanted = [path for path, route in ROUTES.items() if method in route.methods]
        line = f"{{}} into the grid of {method}, with the letters of the roles that are let in"
        listed(known, wanted, "tests/web/test_permission_matrix.py", line)


@pytest.mark.rule("COM-ROLE-1", "COM-ROLE-3", "COM-ROLE-8")
@pytest.mark.parametrize("whose", ["own", "other"])
@pytest.mark.parametrize("role", LETTERS)
def test_each_address_lets_in_whom_the_grid_names(
    world: World, links: dict[str, str], role: str, whose: str
) -> None:
    wrong, tries = [], Tries(world, links.get(role, ""))
    for path, route in ROUTES.items():
        where = address(route, "cup" if whose == "own" else "other")
        for method, send in (("GET", tries.get), ("POST", tries.post)):
            wanted, found = expected(method, path, role, whose), answered(send(where))
            if wanted != found:
                wrong.append(f"{method} {where}: {found}, not {wanted}")
            if tries.changed and (wanted != "in" or method == "GET"):
                wrong.append(f"{method} {where} changed the event")
    assert wrong == []


BUTTONS = {
    "AdmitPlayer": ("OS", {"player": "7"}),
    "AllowPair": ("O", {"player": "1", "opponent": "2"}),
    "AppealRuling": ("OMJ", {"call": "2"}),
    "ForbidPair": ("O", {"player": "3", "opponent": "4", "reason": "brothers"}),
    "KeepPairings": ("O", {"reason": "they sit already"}),
    "LeaveAfterRound": ("OS", {"player": "1", "leaves": "1"}),
    "NamePoint": ("O", {"name": "lunch"}),
    "RemovePrize": ("O", {"prize": "1"}),
    "GiveAward": ("O", {"prize": "2", "player": "1"}),
    "GiveBonus": ("O", {"player": "1", "points": "2", "reason": "painted"}),
    "HandOutPrize": ("OMJS", {"prize": "1", "player": "1", "done": "1"}),
}
"""What staff do by a button without a page of its own: who may, and fields with which it can be done."""


@pytest.mark.parametrize("name", action_buttons.BUTTONS)
@pytest.mark.parametrize("role", LETTERS)
def test_a_button_does_it_for_whom_the_rules_name(
    world: World, links: dict[str, str], role: str, name: str
) -> None:
    assert name in BUTTONS, f"{name}: write it into BUTTONS in tests/web/test_permission_matrix.py"
    who, fields = BUTTONS[name]
    row = ACTION_OF[action_buttons.BUTTONS[name]]
    if "running" not in row.when:
        world = opened(id="cup", settings={row.setting: True} if row.setting else {})
        world.do(c.RegisterPlayer(waiting=True))
        if row.when == ("between",):
            world.announce().play_round()
        if row.when == ("drawn", "published"):
            world.announce().play_round().draw()
            match = world.matches(1)[0]
            slip = world.report(match, max(match.players))  # the lower number had won
            world.do(c.EnterResult(match=match.number, report=slip, reason="misread"))
        links = {one: world.link(actor) for one, actor in SEATS.items()}
    tries = Tries(world, links.get(role, ""))
    tries.post(f"/c/cup/do/{name}", fields)
    assert tries.changed == (LETTERS[role] in who)


def test_a_marshal_starts_the_clock_by_the_button_of_the_page_and_draws_nothing() -> None:
    world = opened(id="cup")
    marshal = client(site_of(world), world.link(MARSHAL))
    world.publish()
    assert "/c/cup/step" in marshal.get("/c/cup/").content.decode()
    assert marshal.post("/c/cup/step", {"code": "finish"}).status_code == 422
    assert marshal.post("/c/cup/step", {"code": "start_clock"}).status_code == 302
    assert world.t.phase == "running"


@pytest.mark.parametrize("value", quick_first(HOSTILE, 1), ids=lambda v: repr(v[:8]))
def test_hostile_input_breaks_nothing(world: World, links: dict[str, str], value: str) -> None:
    """Every field that any view reads holds the same nonsense; the answer is a page, never a failure."""
    fields = dict.fromkeys(field_names(), value)
    query = {k: v[:200] for k, v in fields.items()}
    tries = Tries(world, *links.values())
    wrong = [path for path in READS if tries.get(address(ROUTES[path]), query) >= 500]
    wrong += [path for path in WRITES if tries.post(address(ROUTES[path]), fields) >= 500]
    assert wrong == []


def test_a_form_without_its_token_changes_nothing(world: World, links: dict[str, str]) -> None:
    site = site_of(world)
    before = world.store.version("cup")
    strict = client(site, *links.values(), csrf=True)
    wrong = [path for path in WRITES if strict.post(address(ROUTES[path])).status_code != 403]
    assert wrong == []
    assert world.store.version("cup") == before


def test_asking_for_the_head_of_a_page_changes_nothing(world: World, links: dict[str, str]) -> None:
    """HEAD carries no token of a form, so it only reads, whatever its query says."""
    query = {"first": "Jan", "last": "Nowy", "consent": "1", "minutes": "5", "text": "x", "paid": "1"}
    own = copied(world)
    everybody = client(site_of(own), *links.values(), csrf=True)
    before = [own.store.version(event) for event in ("cup", "other")]
    answers = {path: everybody.head(address(ROUTES[path]), query).status_code for path in WRITES}
    assert [path for path in WRITES if path not in READS and answers[path] != 405] == []
    assert [own.store.version(event) for event in ("cup", "other")] == before
    assert len(own.store.people("cup")) == len(world.store.people("cup"))


def test_a_revoked_link_is_dead_at_once(world: World, links: dict[str, str]) -> None:
    own = copied(world)
    judge = browser(own, links, "judge")
    assert judge.get("/j/cup/").status_code == 200
    assert revoke(own.store, "cup", JUDGE) == 1
    assert judge.get("/j/cup/").status_code == 403
    assert judge.get(f"/s/{links['judge']}").status_code == 404


def test_dismissed_staff_are_strangers_at_once(world: World, links: dict[str, str]) -> None:
    own = copied(world)
    own.do(c.DismissStaff(3))
    judge = browser(own, links, "judge")
    closed = [path for path, letters in READS.items() if "U" not in letters]
    assert [path for path in closed if judge.get(path).status_code != 403] == []


@pytest.mark.rule("COM-ROLE-9")
def test_off_duty_staff_change_nothing_but_their_duty(world: World, links: dict[str, str]) -> None:
    fields = {"minutes": "5", "text": "x", "reason": "x", "kind": "warning", "count": "1", "table": "9"}
    away = copied(world)
    away.do(c.SetDuty(3, False), by=JUDGE)
    on_duty, off_duty = Tries(world, links["judge"]), Tries(away, links["judge"])
    free = {"/j/cup/duty", "/j/cup/incidents", "/t/cup/report"}
    effective = 0
    for path in (path for path, letters in WRITES.items() if "J" in letters and path not in free):
        on_duty.post(path, fields)
        effective += on_duty.changed
        off_duty.post(path, fields)
        assert not off_duty.changed, path
    assert effective >= 8, "the same forms do change the event for a judge on duty"


def test_a_wrong_link_can_be_tried_only_so_often(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(cast("dict[str, Limit]", LIMITS), "link", Limit(one=20, all=300, window=60))
    own = copied(world)
    stranger = client(site_of(own))
    answers = [stranger.get(f"/s/{n:022d}").status_code for n in range(31)]
    assert answers == [404] * 30 + [429]
    assert stranger.get(f"/s/{own.link(JUDGE)}").status_code == 302, "a link that is right is not counted"
