"""An event of an example edition from loading the file to the final standings, as the organiser sees it."""

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from komandor.core.editions import Edition, read_edition
from tests.browser.pages import Desk

FOLDER = Path(__file__).parents[2] / "examples" / "editions"
NAMES = ("Anna Kowalska", "Bartek Wójcik", "Celina Dąbrowska", "Darek Łukasik")
ROUNDS = 2
Look = Callable[[str], None]


def play(desk: Desk, name: str, look: Look = lambda what: None) -> None:
    """Four players, two rounds. `look` is called where there is something to see."""
    edition = read_edition((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    assert isinstance(edition, Edition)
    load(desk, name, edition, look)
    create(desk, edition, look)
    desk.type_names(NAMES)
    desk.check_in()
    desk.home()
    desk.step("announce")
    desk.play_round(1)
    if edition.rules.data.unplayed == "double_loss":
        leave_one_unplayed(desk, look)
    else:
        desk.play_round(ROUNDS)
    desk.finish()
    look("final standings")
    desk.page.goto(f"{desk.url}/t/{desk.id}/edition")
    expect(desk.page.locator("#main")).to_contain_text(edition.digest)
    look("the edition on the public page")


def load(desk: Desk, name: str, edition: Edition, look: Look) -> None:
    """A broken file first: every line is named. Then the right one."""
    page = desk.page
    page.goto(f"{desk.url}/editions")
    broken = {"name": "x.toml", "mimeType": "text/plain", "buffer": b"x = 1\ny ="}
    page.set_input_files("[name=file]", files=[broken])
    page.locator("form[enctype] button.primary").click()
    expect(page.locator(".notice.danger li")).to_have_count(2)
    look("a broken edition")
    page.set_input_files("[name=file]", FOLDER / f"{name}.toml")
    page.locator("form[enctype] button.primary").click()
    expect(desk.toast()).to_contain_text(edition.rules.data.label[desk.lang])
    look("editions")
    page.locator(f'a[href="/editions/{edition.id}"]').click()
    expect(page.locator("h1")).to_have_text(edition.rules.data.label[desk.lang])
    look("one edition")


def create(desk: Desk, edition: Edition, look: Look) -> None:
    page = desk.page
    page.goto(f"{desk.url}/new")
    look("which game")
    page.locator(f'a[href="/new/{edition.id}"]').click()
    page.fill("[name=name]", "Liga")
    page.locator("[name=structure][value=custom]").check(force=True)
    page.locator("details.fold summary").click()
    page.fill("[name=rounds]", str(ROUNDS))
    look("new event")
    page.locator("form#new button.primary").click()
    page.wait_for_url("**/people")
    desk.id = page.url.split("/c/")[1].split("/")[0]


def leave_one_unplayed(desk: Desk, look: Look) -> None:
    """One game is played; the other counts as lost by both when the round is closed."""
    desk.open_round(ROUNDS)
    desk.quick(desk.missing()[0], desk.example("a a", "a"))
    desk.page.keyboard.press("Escape")
    desk.home()
    fold = desk.page.locator(".next-step details:has([value=close_round])")
    fold.locator("summary").click()
    look("a game that nobody played")
    fold.locator("button").click()
    expect(desk.toast()).to_contain_text(str(ROUNDS))
