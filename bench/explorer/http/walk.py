"""One walk over HTTP: two events, browsers with several seats and tabs, pages pressed late and twice."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from random import Random

from bench.explorer.chance import Chance, matching
from bench.explorer.checks import entries, raise_unless_known
from bench.explorer.commands import command_of, weight
from bench.explorer.http.claims import Claim, acting
from bench.explorer.http.doors import Answer, Asked, Door
from bench.explorer.http.filling import filled
from bench.explorer.http.hall import Fetched, Hall, Jar, Tab, browsers, door_of, events_in
from bench.explorer.http.laws import SECRET, answered, broken, leaked, told
from bench.explorer.http.pages import Button, Form
from bench.explorer.people import persons_for, somebody
from bench.explorer.played import Found, guarded
from komandor.app.access import Actor
from komandor.app.handle import Accepted, handle
from komandor.app.identity import seats_of
from komandor.check.check_file import check_bytes
from komandor.check.whole_log import Checking
from komandor.core.tournament.actions import ACTIONS
from komandor.core.tournament.state import Match, Tournament
from komandor.log.bundle import export
from komandor.log.record import Recorded

THE_DAY, OTHERS, SWITCH, OPEN = 0.3, 0.06, 0.06, 0.35
"""How often the day goes on by a fresh page, somebody acts elsewhere, a link is opened, a page is opened."""
BACK, AGAIN, AT_ONCE, STAY, FOLLOW = 0.25, 0.12, 0.06, 0.3, 0.4
"""How often an earlier page of the tab is pressed; a form again; twice at once; the old page is
kept; what was done is looked at."""
PRESSES = (1, 2, 3, 6)
"""How often somebody presses before they put the phone away."""
STARTS = {
    "staff": tuple(
        "c/E/ c/E/ c/E/people c/E/lists c/E/standings c/E/prizes c/E/log c/E/staff c/E/settings "
        "c/E/checklists c/E/late j/E/ j/E/tables j/E/checks j/E/components j/E/incidents".split()
    ),
    "player": ("m/E/", "m/E/", "m/E/report", "m/E/judge", "m/E/drop", "m/E/list", "m/E/data", "m/E/dispute"),
    "public": ("join/E", "t/E/report"),
    "host": ("c/E/",),
}
SELDOM = re.compile(
    r"erase|disqualify|/drop|absent|override|no-show|back/|undo/|revoke|dismiss|redraw|/step|withdraw"
)
NOT_PRESSED = re.compile(r"/leave|/claim|/keys|/import|/archive|/run|/new|/cards|/editions|/c/[^/]+/print|#")
INSIDE = re.compile(r"/(c|j|m|join)/|/t/[^/]+/report")
NO_PAGE = re.compile(r"/file|/print|/live|/slips|/hint|/menu|\.(png|svg)|/t/[^/]+/(?!report)")


class Walk:
    """The walk of one seed."""

    def __init__(
        self,
        seed: int,
        hall: Hall,
        door: Door,
        tick: Callable[[float], None] = lambda _: None,
        together: float = 0,
    ) -> None:
        self.together = together  # how often two press at once: what comes of it depends on who is quicker
        self.rnd, self.hall, self.door, self.tick = Random(f"http {seed}"), hall, door, tick
        self.jars = browsers(hall)
        self.checking = {one: Checking() for one in hall.events}
        self.version = dict.fromkeys(hall.events, 0)
        self.recorded: set[tuple[object, ...]] = set()  # presses by which something was written
        self.counts: Counter[tuple[str, str]] = Counter()
        self.presses = self.accepted = self.typed = 0
        for one in hall.events:
            self._take(one)

    def run(self, presses: int) -> None:
        """Press so many times, or until both events are over for a while. Raises Found."""
        over = 0
        while self.presses < presses and over < 60:
            self.step()
            over += all(self.hall.t(one).phase == "closed" for one in self.hall.events)
        self.at_the_end()

    def at_the_end(self) -> None:
        for one in self.hall.events:
            report = guarded(lambda one=one: check_bytes(export(self.hall.store, one)))  # type: ignore[misc]
            for fault in report.violations:
                raise_unless_known("check", fault.code, str(fault))

    def step(self) -> None:
        luck, rnd = self.rnd.random(), self.rnd
        self.tick(rnd.choice((1, 20, 120)))
        if luck < THE_DAY:
            self._the_day_goes_on(rnd.choice(self.hall.events))
        elif luck < THE_DAY + OTHERS:
            self._elsewhere(rnd.choice(self.hall.events))
        elif rnd.random() < self.together:
            self._two_at_once()
        else:
            jar = rnd.choice(self.jars)
            if jar.seats and (not jar.opened or rnd.random() < SWITCH):
                self._switch(jar)
            tab = rnd.choice(jar.tabs)
            if not tab.pages or rnd.random() < OPEN:
                self._open(jar, tab)
            for _ in range(rnd.choice(PRESSES)):
                self._press_something(jar, tab)

    # ── reading ──────────────────────────────────────────────────────────────

    def _switch(self, jar: Jar) -> None:
        """Open one of the links that lie beside the browser, in one of its tabs."""
        seat = self.rnd.choice(jar.seats)
        answer = self.door.ask(jar.cookies, Asked(door_of(seat[1], jar.tokens[seat])))
        if answer.status != 302:
            return  # an organiser has taken the link back
        jar.opens(seat)
        self.fetch(jar, self.rnd.choice(jar.tabs), answer.to)

    def _open(self, jar: Jar, tab: Tab) -> None:
        last = tab.pages[-1].page if tab.pages else None
        links = [one for one in last.links if INSIDE.match(one) and not NO_PAGE.search(one)] if last else []
        if links and self.rnd.random() < 0.5:
            self.fetch(jar, tab, self.rnd.choice(links))
            return
        kinds = [(event, actor.kind) for event, actor in jar.opened] or [(self.hall.events[0], "public")]
        event, kind = self.rnd.choice(kinds)
        start = self.rnd.choice(STARTS["public" if self.rnd.random() < 0.03 else kind])
        self.fetch(jar, tab, "/" + start.replace("E", event))

    def fetch(self, jar: Jar, tab: Tab, path: str, depth: int = 0) -> Answer:
        """Open a page in a tab; a redirect is followed."""
        path = path.partition("#")[0]
        opened = tuple(jar.opened)
        answer = self.door.ask(jar.cookies, Asked(path))
        if answer.status >= 500:
            raise Found("http", "a failure", f"GET {path}: {answer.status}")
        if answer.status in (302, 303) and depth < 4:
            return self.fetch(jar, tab, answer.to, depth + 1)
        if answer.status == 200 and answer.html:
            self._look(jar, path, answer)
            tab.show(Fetched(path, answer.text, self._shown(path), opened))
            if self.rnd.random() < 0.5:
                self._menu(jar, tab, answer)
        return answer

    def _menu(self, jar: Jar, tab: Tab, answer: Answer) -> None:
        """Open the menu of a table, which is fetched for the page."""
        menus = re.findall(r'"(/c/[^"/]+/match/\d+/menu)', answer.text)
        if menus:
            got = self.door.ask(jar.cookies, Asked(self.rnd.choice(menus)))
            if got.status == 200:
                tab.pages[-1].menus.append(got.text)

    def _shown(self, path: str) -> Tournament | None:
        event = events_in(path, self.hall.events)
        return self.hall.t(event) if event else None

    def _look(self, jar: Jar, path: str, answer: Answer) -> None:
        event = events_in(path, self.hall.events)
        if event:
            mine = {actor.player or 0 for where, actor in jar.opened if where == event}
            here = [actor for where, actor in jar.opened if where == event or actor.kind == "host"]
            staff = any(actor.kind in ("host", "staff") for actor in here)
            people = {} if staff else self.hall.store.people(event)  # staff see full names on every page
            t = self.hall.t(event)
            shown = seats_of(self.hall.store, SECRET.findall(answer.text))
            own = {one for one, seat in shown.items() if (seat.tournament, seat.actor) in jar.opened}
            for text in leaked(path, answer, mine, own | set(jar.tokens.values()), t, people):
                raise Found("http", "a leak", text)

    # ── pressing ─────────────────────────────────────────────────────────────

    def _press_something(self, jar: Jar, tab: Tab) -> None:
        if chosen := self._choose(tab):
            self.press(jar, tab, *chosen)

    def _choose(self, tab: Tab) -> tuple[Fetched, Form, Button] | None:
        """A button of the page that stands there, or of one before it."""
        if not tab.pages:
            return None
        old = tab.pages[-1] if self.rnd.random() > BACK else self.rnd.choice(tab.pages)
        buttons = [
            (form, button)
            for form in old.page.forms
            for button in form.buttons
            if not NOT_PRESSED.search(button.action or form.action) and self._often(form, button)
        ]
        return (old, *self.rnd.choice(buttons)) if buttons else None

    def _two_at_once(self) -> None:
        """Two people press at the same moment, each what stands before them."""
        pressing: list[tuple[Jar, Claim]] = []
        for jar in self.rnd.sample(self.jars, 2):
            chosen = self._choose(self.rnd.choice(jar.tabs))
            claim = self.claim(*chosen) if chosen else None
            if claim and all((one.by, one.event) != (claim.by, claim.event) for _, one in pressing):
                pressing.append((jar, claim))
        if len(pressing) < 2 or any((jar.name, c.to, tuple(c.sent)) in self.recorded for jar, c in pressing):
            return
        asked = [(jar.cookies, Asked(claim.to, claim.sent)) for jar, claim in pressing]
        answers = self.door.at_once(asked)
        new = [record for one in self.hall.events for record in self._take(one)]
        self.presses += 2
        for (jar, claim), answer in zip(pressing, answers, strict=True):
            mine = [one for one in new if (one.tournament, one.by) == (claim.event, str(claim.by))]
            new = [one for one in new if one not in mine]
            broken(claim, mine)
            self._count(jar, claim, answer, mine, many=False)
        if new:
            raise Found("http", "another person", f"{[claim.said for _, claim in pressing]}: {new[0].event}")

    def _often(self, form: Form, button: Button) -> bool:
        what = f"{button.action or form.action} {button.value}"
        return not SELDOM.search(what) or self.rnd.random() < 0.15

    def press(self, jar: Jar, tab: Tab, old: Fetched, form: Form, button: Button) -> bool:
        """Fill a form in and press its button, once or twice; whether something was written."""
        claim = self.claim(old, form, button)
        if claim is None:
            return False
        asked, luck = Asked(claim.to, claim.sent), self.rnd.random()
        if luck < AT_ONCE:
            answers = self._press(jar, claim, [(jar.cookies, asked)] * 2)
        else:
            answers = self._press(jar, claim, [(jar.cookies, asked)])
            if luck < AT_ONCE + AGAIN:
                self._press(jar, claim, [(jar.cookies, asked)])
        made = (jar.name, claim.to, tuple(claim.sent)) in self.recorded
        self._after(jar, tab, answers[-1], claim, made)
        return made

    def claim(self, old: Fetched, form: Form, button: Button) -> Claim | None:
        """What is pressed, filled in; None where it concerns none of the two events."""
        to = button.action or form.action
        event = events_in(to, self.hall.events)
        if not event or old.t is None or old.t.id != event:
            return None
        self.typed += 1
        token = f"typed{self.typed}x"
        by = acting(old.t, to.split("/")[1], event, old.opened)
        sent = filled(self.rnd, form, button, token, old.t, self._match(old.t, to, by))
        return Claim(old.page, form, button, sent, event, by, old.t, to, token)

    def _match(self, t: Tournament, to: str, by: Actor) -> Match | None:
        named = re.search(r"/match/(\d+)", to)
        if named:
            return t.matches.get(int(named[1]))  # type: ignore[call-overload, no-any-return]
        return next((m for m in t.in_round(t.round_number) if by.player in m.players and m.b), None)

    def _press(self, jar: Jar, claim: Claim, asked: Sequence[tuple[object, Asked]]) -> list[Answer]:
        key = (jar.name, claim.to, tuple(claim.sent))
        many = len(asked) > 1
        answers = self.door.at_once(asked) if many else [self.door.ask(*asked[0])]  # type: ignore[arg-type]
        self.presses += len(asked)
        again = key in self.recorded
        written = self._written(claim)
        if again and written:
            raise Found("http", "written twice", f"{claim.to} {claim.button.words} {written[0].event}")
        steps = {one.command_id for one in written}
        if many and len(steps) > len(claim.may_write):
            raise Found("http", "written twice", f"{claim.to}: {[one.event for one in written]}")
        broken(claim, written)
        for n, answer in enumerate(answers):
            self._count(jar, claim, answer, [] if n else written, many)
        return answers

    def _count(self, jar: Jar, claim: Claim, answer: Answer, written: Sequence[Recorded], many: bool) -> None:
        if written:
            self.recorded.add((jar.name, claim.to, tuple(claim.sent)))
            self.accepted += 1
            self._sits_down(jar, claim, written)
        answered(claim, answer, bool(written) and not many)
        path = re.sub(r"\d+", "N", claim.path.replace(claim.event, "E"))
        self.counts[path, "written" if written else str(answer.status)] += 1

    def _sits_down(self, jar: Jar, claim: Claim, written: Sequence[Recorded]) -> None:
        """Whoever registers with a phone has a seat in its browser from then on."""
        form = claim.form.hidden("command_id")
        for player in (one.payload.get("player") for one in written if claim.path.startswith("/join/")):
            if isinstance(player, int):
                jar.joined[form] = claim.event, Actor("player", player)
                jar.opens(jar.joined[form])

    def _written(self, claim: Claim) -> list[Recorded]:
        new = [record for one in self.hall.events for record in self._take(one)]
        if claim.event and any(one.tournament != claim.event for one in new):
            raise Found("http", "another event", f"{claim.to}: {new}")
        return new

    def _take(self, event: str) -> tuple[Recorded, ...]:
        """What is new in an event, asked by the checker."""
        new = self.hall.store.read(event, self.version[event])
        if new:
            self.version[event] = new[-1].seq
            for entry in entries(new):
                for fault in guarded(partial(self.checking[event].take, entry)):
                    raise_unless_known("law", fault.code, str(fault))
        return new

    def _after(self, jar: Jar, tab: Tab, answer: Answer, claim: Claim, made: bool) -> None:
        """The tab shows the answer, or stays at the page that was pressed: somebody goes back."""
        said = ""
        if answer.status in (302, 303):
            form = claim.form.hidden("command_id")
            if form in jar.joined and answer.to.startswith("/m/"):
                jar.opens(jar.joined[form])  # sent again
            wanted = not made or self.rnd.random() < FOLLOW
            if wanted and INSIDE.match(answer.to) and not NO_PAGE.search(answer.to):
                pages = list(tab.pages)
                said = self.fetch(jar, tab, answer.to).text
                if self.rnd.random() < STAY:
                    tab.pages = pages
        elif answer.html and answer.status in (200, 409, 422):
            said = answer.text
            self._look(jar, claim.path, answer)
            if self.rnd.random() > STAY and answer.status != 409:
                tab.show(Fetched(claim.path, said, self._shown(claim.path), tuple(jar.opened)))
        if said and not made and not claim.beside:
            told(claim, answer, said)

    # ── the day, and others ──────────────────────────────────────────────────

    def _the_day_goes_on(self, event: str) -> None:
        """The organiser's next step from a fresh page; while results are missing, one of them."""
        jar = self.rnd.choice(self.jars[:2])
        if not any(where == event and actor.kind == "staff" for where, actor in jar.opened):
            self._switch(jar)
            return
        t = self.hall.t(event)
        tab = self.rnd.choice(jar.tabs)
        missing = [m for m in t.in_round(t.round_number) if not m.final] if t.playing else []
        if missing:
            self._a_result(event, self.rnd.choice(missing), tab, jar)
            return
        self.fetch(jar, tab, f"/c/{event}/")
        steps = [f for f in tab.pages[-1].page.forms if f.action.endswith("/step") and f.buttons]
        if steps:
            self.press(jar, tab, tab.pages[-1], steps[0], self.rnd.choice(steps[0].buttons))

    def _a_result(self, event: str, match: Match, tab: Tab, jar: Jar) -> None:
        phones = [
            one
            for one in self.jars
            if any(where == event and actor.player in match.players for where, actor in one.opened)
        ]
        if phones and self.rnd.random() < 0.6:
            jar = self.rnd.choice(phones)
            tab = self.rnd.choice(jar.tabs)
            self.fetch(jar, tab, f"/m/{event}/" + ("" if match.result else "report"))
        else:
            where = f"/c/{event}/" if self.rnd.random() < 0.4 else f"/c/{event}/match/{match.number}"
            self.fetch(jar, tab, where)
        ends = ("/report", "/confirm", "/quick", f"/match/{match.number}")
        forms = (
            [f for f in tab.pages[-1].page.forms if f.action.endswith(ends) and f.buttons]
            if tab.pages
            else []
        )
        if forms:
            form = self.rnd.choice(forms)
            self.press(jar, tab, tab.pages[-1], form, form.buttons[0])

    def _elsewhere(self, event: str) -> None:
        """Somebody who is not in this hall's browsers does something at the same event."""
        t, rnd = self.hall.t(event), self.rnd
        rows = [row for row in ACTIONS if t.phase in row.when]
        row = rnd.choices(rows, [weight(one, t) for one in rows])[0]
        match = matching(rnd, t)
        by = somebody(rnd, t, row, match)
        command = command_of(Chance(rnd, t, match, me=by.player), row)
        persons = persons_for(rnd, t, (command,), {}, 10 * self.typed + 1000)
        name = f"elsewhere{self.presses}-{self.typed}-{rnd.random()}"
        answer = guarded(lambda: handle(self.hall.ledger, event, command, by, name, persons=persons))
        self.counts["elsewhere", "written" if isinstance(answer, Accepted) else "refused"] += 1
        self._take(event)
