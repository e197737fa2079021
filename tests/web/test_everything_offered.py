"""Whatever a page offers to somebody works for them: in every phase every link opens, every button answers.

A crawler with the seat of each role starts at the pages of that role and follows every link of the
event, to the rules and out of it; then it presses every button of every form it found, each on a copy of
the event, and goes where the answer sends it.  No answer may be 403, 404 or a failure, no button may be
refused because of the person's role or the phase (the page should not have shown it), and no page names two
fields alike.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import groupby, islice
from operator import itemgetter
from typing import Any
from urllib.parse import urlsplit

import pytest

from komandor.app.access import Actor
from komandor.app.handle import Answer, Refused, handle
from komandor.app.workflow import Choices, commands_of, next_step
from komandor.core.tournament import commands as c
from komandor.core.tournament.values import Phase
from komandor.core.tournament.when import PHASES
from komandor.store.memory import MemoryStore
from komandor.web.forms import form_commands
from komandor.web.server.site import Site
from tests.support.doors import copied_site, writes
from tests.support.event import single, swiss
from tests.support.forms import Form, Page
from tests.support.sampling import later
from tests.support.world import JUDGE, MARSHAL, ORGANISER, SCOREKEEPER, World, client, opened, site_of

Button = tuple[str, str, str]
SEATS = {
    "organiser": (ORGANISER, "/c/cup/"),
    "marshal": (MARSHAL, "/c/cup/"),
    "judge": (JUDGE, "/j/cup/"),
    "scorekeeper": (SCOREKEEPER, "/c/cup/"),
    "player": (Actor("player", 1), "/m/cup/"),
}
QUICK = {**dict.fromkeys(("published", "running"), SEATS), "registration": ("player",), "closed": ("player",)}
"""Whose pages `./test quick` opens, beside the organiser's."""
ALIKE = {"item": 2}
"""Of the buttons of a form with this name so many are pressed: one line of a checklist is like another."""
NOT_OFFERED = {"access.role", "phase.not_now"}
"""Why a button should not have been there."""
INSIDE = ("/c/cup", "/j/cup", "/m/cup", "/join/cup", "/t/cup/report")
"""Pages behind the guard; the public ones are served from memory and have tests of their own."""
BESIDE = ("/new", "/editions", "/import", "/cards", "/keys")
"""Pages of the host, which a page of the event may lead to."""
IDS = re.compile(r"<[a-z][^>]*?\sid=\"([^\"]+)\"")


def day_until(phase: Phase) -> World:
    """An event of six, with people of every role, led to this phase."""
    world = opened("destiny", swiss(2), single(4), players=8)
    world.do(c.CallJudge(kind="question", text="Zasięg?"), by=Actor("player", 1))
    while world.t.phase != phase:
        step = next_step(world.t)
        if step.code == "results":
            world.results()
        else:
            source = "dice" if phase == "frozen" else "none"
            choices = Choices(public_source=source, accept=True)
            world.do(*commands_of(world.t, step.code, choices))
    return world


def kind_of(path: str) -> str:
    """The path without its numbers: the pages of two players are of one kind."""
    return re.sub(r"/\d+(?=/|$)", "/#", urlsplit(path).path)


def named_twice(text: str) -> list[str]:
    """Ids of more than one element: the label of the second would lead to the first."""
    ids = IDS.findall(re.sub(r"(?s)<template.*?</template>", "", text))
    return sorted({one for one in ids if ids.count(one) > 1})


@cache
def rule_opens(path: str) -> bool:
    """Whether the page of a rule, served from memory, is there."""
    site = site_of(MemoryStore())
    page = site.pages.find(path)
    return page is not None and page[0].render(site, "en", **page[1]) is not None


def some(name: str, buttons: Iterator[Button]) -> Iterator[Button]:
    return islice(buttons, ALIKE.get(name))


@dataclass
class Crawler:
    """Opens what it finds, as one person."""

    world: World
    actor: Actor
    refused: list[str]  # the codes of refusals, as they come
    wrong: list[str] = field(default_factory=list)
    fresh: Site | None = None  # a copy that nothing has been written to

    def __post_init__(self) -> None:
        self.link = self.world.link(self.actor)
        self.browser = client(site_of(self.world), self.link)

    def pages(self, start: str) -> list[Page]:
        """Every page that is reached by links, at most two of a kind."""
        waiting, seen, kinds, found = [start], {start}, dict[str, int](), []
        while waiting:
            path = waiting.pop(0)
            answer = self.browser.get(path)
            self.judge("GET", path, answer.status_code)
            if answer.status_code != 200 or "html" not in answer.headers["Content-Type"]:
                continue
            text = answer.content.decode()
            page = Page(path, text)
            found.append(page)
            self.wrong += [f"{path}: {name} names two things" for name in named_twice(text)]
            for link in page.links:
                target = (
                    link if link.startswith("/") else urlsplit(path).path + link if link[:1] == "?" else ""
                )
                target = target.partition("#")[0]
                kind = kind_of(target)
                if target.startswith("/rules/") and not rule_opens(urlsplit(target).path):
                    self.judge("GET", f"{target} from {path}", 404)
                fresh = target not in seen and target.startswith((*INSIDE, *BESIDE))
                if fresh and kinds.get(kind, 0) < 2:  # two matches, two players … are enough
                    seen.add(target)
                    kinds[kind] = kinds.get(kind, 0) + 1
                    waiting.append(target)
        return found

    def press(self, form: Form, path: str) -> None:
        """Every button of the form, each on the event as it was."""
        form.buttons = [b for name, alike in groupby(form.buttons, itemgetter(0)) for b in some(name, alike)]
        for action, fields in form.presses():
            if not action.startswith(INSIDE) or form.method == "dialog":  # a dialog only closes
                continue
            if self.fresh is None:
                self.fresh = copied_site(self.world)
            browser, before = client(self.fresh, self.link), writes(self.fresh)
            send: Any = browser.post if form.method == "post" else browser.get
            self.refused.clear()
            answer, what = send(action, fields), f"{action} from {path}"
            self.judge(form.method.upper(), what, answer.status_code)
            if wrongly := NOT_OFFERED & set(self.refused):
                self.wrong.append(f"{what}: {wrongly}")
            if answer.headers.get("Location", "").startswith(INSIDE):
                self.judge(
                    "GET", f"{answer['Location']} after {what}", browser.get(answer["Location"]).status_code
                )
            if writes(self.fresh) != before:
                self.fresh = None

    def judge(self, method: str, what: str, status: int) -> None:
        if status in (403, 404, 405) or status >= 500:
            self.wrong.append(f"{method} {what}: {status}")


@pytest.fixture
def refused(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The codes of every refusal that a form gets."""
    codes: list[str] = []

    def handled(*args: Any, **named: Any) -> Answer:
        answer = handle(*args, **named)
        reasons = answer.refusal.reasons if isinstance(answer, Refused) else ()
        codes.extend(r.code for r in reasons)
        return answer

    monkeypatch.setattr(form_commands, "handle", handled)
    return codes


def cases() -> list[Any]:
    """Every phase with every role; `./test quick` has all of them where rounds are played.

    Before and after it has the organiser and a player, in between only the organiser.
    """
    return [
        (phase, role) if role == "organiser" or role in QUICK.get(phase, ()) else later((phase, role))
        for phase in PHASES
        for role in SEATS
    ]


@pytest.mark.rule("COM-ROLE-1")
@pytest.mark.parametrize(("phase", "role"), cases())
def test_everything_offered_works(phase: Phase, role: str, refused: list[str]) -> None:
    actor, start = SEATS[role]
    crawler = Crawler(day_until(phase), actor, refused)
    pages = crawler.pages(start)
    assert len(pages) > 3, "the crawler found the pages of the role"
    forms = {(kind_of(f.action), tuple(f.fields), str(f.buttons)): (f, p) for p in pages for f in p.forms}
    for form, page in forms.values():
        crawler.press(form, page.path)
    assert crawler.wrong == []
