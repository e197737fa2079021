"""The organiser at the laptop: what one does with the interface, in the words of a tournament.

Nothing here reaches behind the pages. Buttons are found by what they do, headings are compared with the
language of the page, so the same story can be told in Polish and in English.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from playwright.sync_api import Locator, Page, expect

from komandor.texts import word
from komandor.web.rendering.i18n import translations

BRACKET = ("open", "draw_bracket")
KNOCKOUT = (
    "Ćwierćfinał|Półfinał|Finał|Runda|Powtórzony|Górna|Dolna|Drabinka|1/"
    "|Quarter|Semi|Final|Round|Second|Upper|Lower|Knock-out|Grand"
)
"""How the names of knock-out rounds begin, in both languages."""


def awake(page: Page) -> None:
    """Wait until the page is loaded and its next step can be pressed."""
    page.wait_for_load_state()
    expect(page.locator(".next-step button[disabled]")).to_have_count(0)
    for button in page.locator(".next-step form button").all():
        expect(button).not_to_have_css("pointer-events", "none")


@dataclass
class Desk:
    """One browser of the organiser, in one language."""

    page: Page
    url: str
    lang: str
    id: str = ""

    def say(self, text: str, **values: object) -> str:
        """The text as the page shows it."""
        said = translations(self.lang).gettext(text)
        return said % values if values else said

    def press(self, key: str) -> None:
        """A key of this page's own. Its scripts listen to keys once it is loaded, so wait for that."""
        awake(self.page)
        self.page.keyboard.press(key)

    # ── before the event ─────────────────────────────────────────────────────

    def enter(self, home: str) -> None:
        self.page.goto(self.url + home)
        self.page.locator(f".languages a[hreflang={self.lang}]").click()
        expect(self.page.locator("html")).to_have_attribute("lang", self.lang)

    def create(
        self,
        game: str,
        name: str,
        rounds: int = 0,
        cut: int = 0,
        organiser: str = "",
        teams: bool = False,
        public: str = "",
    ) -> None:
        """From the list of events to the page of people."""
        page = self.page
        self.press("n")
        page.locator(f'a[data-game="{game}"]').click()
        page.fill("[name=name]", name)
        if organiser:
            page.fill("[name=organiser]", organiser)
        if teams:
            page.locator("[name=teams]").check(force=True)
        if rounds:
            custom = page.locator("[name=structure][value=custom]")
            if custom.get_attribute("type") == "radio":  # hidden where there is nothing to choose
                custom.check(force=True)
            page.locator("details.fold summary").click()
            page.fill("[name=rounds]", str(rounds))
            if not teams:
                page.fill("[name=cut]", str(cut or ""))
        if public:
            page.locator("details.fold").evaluate("fold => fold.open = true")
            page.select_option("[name=public]", public)
        page.locator("form#new button.primary").click()
        page.wait_for_url("**/people")
        self.id = page.url.split("/c/")[1].split("/")[0]

    def at(self, path: str = "") -> str:
        return f"{self.url}/c/{self.id}/{path}"

    def type_names(self, names: Sequence[str]) -> None:
        """The cursor stands in the field already: name, Enter, name, Enter."""
        field = self.page.locator("form.add [name=name]")
        self.page.wait_for_load_state()
        expect(field).to_be_focused()
        for name in names:
            self.page.keyboard.type(name)
            with self.page.expect_response("**/people/add"):
                self.page.keyboard.press("Enter")
            expect(self.page.locator("#answer")).to_contain_text(name)
            expect(field).to_have_value("")

    def paste_names(self, names: Sequence[str]) -> None:
        page = self.page
        page.goto(self.at("people/bring"))
        page.locator("textarea[name=text]:visible").fill("\n".join(names))
        page.locator("form:has(textarea:visible) button.primary").click()
        expect(page.locator("[name=take]")).to_have_count(len(names))
        page.locator("button[name=do]").click()
        page.wait_for_url("**/people")

    def check_in(self, everybody: bool = True, name: str = "") -> None:
        """All at once, or the one found by typing a part of the name."""
        page = self.page
        page.goto(self.at("people"))
        if everybody:
            page.locator("form[action$='/people/all'] button").click()
            expect(page.locator("tr.absent")).to_have_count(0)
            return
        page.locator("#find").fill(name)
        with page.expect_response("**/here"):
            page.keyboard.press("Enter")

    # ── the round ────────────────────────────────────────────────────────────

    def home(self) -> None:
        self.page.goto(self.at())

    def expect_step(self, code: str, number: int = 0) -> None:
        """The page names this step; a knock-out round, which is opened and not drawn, by its own name."""
        titles = [
            word("step_title", one, self.lang)
            for one in ((code, "draw_bracket") if code == "draw" else (code,))
        ]
        said = [re.escape(title.format(round=number, name="", size="SIZE")) for title in titles]
        known = [text.replace("SIZE", r"\d+") for text in said]
        names = [f"({KNOCKOUT}).*"] if code == "draw" else []
        expect(self.page.locator(".next-step h2")).to_have_text(re.compile(f"^({'|'.join(known + names)})$"))

    def step(self, code: str, number: int = 0) -> None:
        """The one next step, by its key; the page says what was done. A draw is made without dice."""
        self.expect_step(code, number)
        source = self.page.locator("[name=public_source]")
        if code == "draw" and source.count():
            source.select_option("none")
        self.press("n")
        codes = (code, *BRACKET) if code == "draw" else (code,)
        said = [word("step_done", one, self.lang) for one in codes]
        known = (re.sub(r"\\\{\w+\\\}", ".+", re.escape(text)) for text in said)
        expect(self.toast()).to_have_text(re.compile(f"^({'|'.join(known)})$"))

    def start_without_lists(self, reason: str) -> None:
        """Tick everybody whose list is missing, and say why they may start."""
        page = self.page
        for box in page.locator("[name=despite_lists]").all():
            box.check()
        page.fill("[name=list_reason]", reason)
        page.keyboard.press("Escape")

    def toast(self) -> Locator:
        return self.page.locator("#toasts .toast p").last

    def open_round(self, number: int) -> None:
        """Draw, publish (which draws the mission where the game has any), clock."""
        self.step("draw", number)
        self.step("publish")
        self.step("start_clock")
        self.expect_step("results")

    def missing(self) -> list[str]:
        """Tables without a result, as the page lists them."""
        rows = self.page.locator("tr[data-open]")
        return [str(row.get_attribute("id")).removeprefix("table-") for row in rows.all()]

    def answer_which_side(self) -> None:
        """Wait for the preview; where a final asks who played the light side, say that b did (SWL-SIDE-2)."""
        here = self.page.locator(".quick [data-preview-here]")
        winner, asked = here.locator("strong"), here.locator("button")
        expect(winner.or_(asked).first).to_be_visible()
        if asked.count():
            self.page.keyboard.type(" l b")
            expect(winner).to_be_visible()

    def quick(self, table: str, result: str) -> None:
        """The keyboard alone: t, table, Enter, result, Enter; then the field waits for the next table."""
        page = self.page
        field = page.locator(".quick [name=table]")
        if not field.evaluate("el => el === document.activeElement"):
            self.press("t")
        expect(field).to_be_focused()
        page.keyboard.type(table)
        page.keyboard.press("Enter")
        page.keyboard.type(result)
        self.answer_which_side()
        page.keyboard.press("Enter")
        expect(field).to_be_focused()
        expect(field).to_have_value("")
        expect(page.locator("[data-queue=results] li").first).to_have_attribute("data-state", "saved")
        expect(self.toast()).to_contain_text(f"{table}:")

    def quick_refused(self, table: str, nonsense: str) -> None:
        """What is not understood is said in the list, and comes back into the field on request."""
        page = self.page
        self.press("t")
        page.keyboard.type(table)
        page.keyboard.press("Enter")
        page.keyboard.type(nonsense)
        page.keyboard.press("Enter")
        expect(page.locator(".quick [name=table]")).to_be_focused()
        refused = page.locator("[data-queue=results] [data-state=refused]")
        expect(refused).to_contain_text(nonsense)
        refused.locator("[data-bring-back]").click()
        expect(refused).to_have_count(0)
        expect(page.locator(".quick [name=result]")).to_have_value(nonsense)
        page.keyboard.press("Escape")
        expect(page.locator(".quick [name=result]")).to_have_value("")

    def example(self, *wanted: str) -> str:
        """A result that the empty field offers as an example."""
        shown = self.page.locator(".quick [name=result]").get_attribute("placeholder") or ""
        offered = re.split(r"\s{3}", shown.strip())
        return next((w for w in wanted if w in offered), offered[0])

    def all_results(self, result: str = "") -> None:
        text = result or self.example("a a", "a")
        for table in self.missing():
            self.quick(table, text)
        self.page.keyboard.press("Escape")
        self.expect_step("close_round")

    def close(self, number: int) -> None:
        self.expect_step("close_round")
        self.page.keyboard.press("Escape")
        self.step("close_round", number)

    def play_round(self, number: int, result: str = "") -> None:
        self.open_round(number)
        self.all_results(result)
        self.close(number)

    def row(self, table: str | int) -> Locator:
        return self.page.locator(f"#table-{table}")

    def row_action(self, table: str | int, action: str, value: str = "") -> None:
        """From the menu of the table's own row."""
        row = self.row(table)
        row.locator("summary").click()
        button = row.locator(f"button[formaction$='{action}']")
        (button.and_(row.locator(f"[value='{value}']")) if value else button.first).click()
        expect(row.locator("details[open]")).to_have_count(0)

    def open_match(self, table: str | int) -> None:
        row = self.row(table)
        row.locator("summary").click()
        row.locator(".menu-list a").first.click()
        self.page.wait_for_url("**/match/*")

    def fill_scores(self, a: int, b: int) -> None:
        self.page.fill("[name='g0.scores.a']", str(a))
        self.page.fill("[name='g0.scores.b']", str(b))

    def undo_by_toast(self) -> None:
        with self.page.expect_navigation():
            self.page.locator("#toasts .toast-undo").last.click()
        expect(self.toast()).to_contain_text(self.say("Undone."))

    def undo_by_log(self, back: int, reason: str) -> None:
        """The line that stands `back` from the top of the log: see what would change, say why."""
        page = self.page
        page.goto(self.at("log"))
        page.locator("tbody tr:not(.voided)").nth(back - 1).locator("a[href*='/undo/']").click()
        expect(page.locator(".effect")).to_be_visible()
        page.fill("[name=reason]", reason)
        page.locator(".effect button.primary").click()
        expect(self.toast()).to_contain_text(self.say("Undone."))

    def come_late(self, name: str) -> None:
        """Until round 2 is drawn nobody has to allow it; the way in is chosen with its consequence."""
        page = self.page
        page.goto(self.at("late"))
        page.fill("[name=name]", name)
        page.locator("[name=choice][value=losses]").check(force=True)
        page.locator("form:has([name=choice]) button.primary").click()
        expect(self.toast()).to_contain_text(self.say("%(name)s has joined the event.", name=name))

    def may_finish(self) -> bool:
        return self.page.locator(".next-step h2").inner_text() == word("step_title", "finish", self.lang)

    def drop(self, player_link: str) -> None:
        """The effect is shown first, then the button does it."""
        self.page.goto(f"{self.url}{player_link}")
        expect(self.page.locator(".effect")).to_be_visible()
        with self.page.expect_navigation():
            self.page.locator(".effect button.primary").click()
        expect(self.toast()).to_contain_text(self.say("%(name)s has dropped.", name=""))

    def finish(self) -> None:
        """The event is closed; whoever is first here is first on the public page, by the short name."""
        page = self.page
        self.step("finish")
        page.wait_for_url("**/standings")
        expect(page.locator("h1")).to_have_text(self.say("Final standings"))
        first, last = page.locator("tbody tr .player a").first.inner_text().split(" ", 1)
        page.goto(f"{self.url}/t/{self.id}/standings")
        expect(page.locator("html")).to_have_attribute("lang", self.lang)
        expect(page.locator("#main tbody tr").first).to_contain_text(f"{first} {last[0]}.")
        expect(page.locator("#main")).not_to_contain_text(last)

    # ── others in the hall ───────────────────────────────────────────────────

    def phone_of(self, number: int) -> Page:
        """A player's phone, opened with the link that the desk gives out."""
        page = self.page
        page.goto(self.at(f"people/{number}"))
        page.locator("button[name=do][value=link]").click()
        address = page.locator(".qr-address").inner_text()
        browser = page.context.browser
        assert browser
        phone = browser.new_context(viewport={"width": 360, "height": 740}, locale=f"{self.lang}").new_page()
        phone.goto(self.url + "/p/" + address.split("/p/")[1])
        return phone
