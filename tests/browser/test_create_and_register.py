"""From an empty site to sixteen players who are here, by someone who reads nothing but the screen."""

from collections.abc import Callable

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.pages import Desk

TYPED = (
    "Anna Kowalska",
    "Łukasz Żak",
    "Ewa Lis",
    "Święto Ćwik",
    "Jan Nowak",
    "Ola Mazur",
    "Iga Kos",
    "Żaneta Wójcik",
)
PASTED = [
    f"{last}, {first}"
    for first, last in (
        ("Adam", "Bóbr"),
        ("Celina", "Gawron"),
        ("Eryk", "Śledź"),
        ("Filip", "Jeż"),
        ("Grażyna", "Sum"),
        ("Hubert", "Szpak"),
        ("Igor", "Wilga"),
        ("Łucja", "Żuraw"),
    )
]


def serious(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [
        f"{v['id']}: {v['nodes'][0]['html'][:120]}" for v in found if v["impact"] in ("serious", "critical")
    ]


def test_sixteen_players_in_polish(desk_in: Callable[[str], Desk]) -> None:
    desk = desk_in("pl")
    expect(desk.page.locator("h1")).to_have_text("Witaj w Komandorze")
    desk.create("armada", "Mistrzostwa Sklepu", organiser="Marta Zielińska")
    desk.type_names(TYPED)
    desk.page.keyboard.type("anna kowalska")
    desk.page.keyboard.press("Enter")
    expect(desk.page.locator("#answer .notice")).to_contain_text("Ktoś już tak się nazywa")
    desk.page.locator("[data-forget]").click()
    desk.paste_names(PASTED)
    expect(desk.page.locator("#roster tbody tr")).to_have_count(16)
    expect(desk.page.locator(".tabs [aria-current] .count")).to_have_text("16")
    desk.check_in(everybody=False, name="zuraw")
    expect(desk.page.locator("tr:not(.absent)", has_text="Łucja Żuraw")).to_be_visible()
    desk.check_in()
    expect(desk.page.locator(".timetable li")).to_have_count(3)


def test_undo_takes_a_pasted_list_back_as_one(desk_in: Callable[[str], Desk]) -> None:
    desk = desk_in("en")
    desk.create("conquest", "Cup")
    desk.type_names(TYPED[:2])
    desk.paste_names(PASTED)
    with desk.page.expect_navigation():
        desk.page.locator("#toasts .toast-undo").click()
    desk.page.goto(desk.at("people"))
    expect(desk.page.locator("#roster tbody tr")).to_have_count(2)


def test_no_serious_fault_for_readers_of_screens(desk_in: Callable[[str], Desk]) -> None:
    desk = desk_in("pl")
    found = serious(desk.page)
    for path in ("/new", "/new/star-wars-lcg", "/import"):
        desk.page.goto(desk.url + path)
        found += serious(desk.page)
    desk.page.goto(desk.url)
    desk.create("star-wars-lcg", "Puchar")
    desk.paste_names(PASTED)
    for path in (
        "people",
        "people/1",
        "people/bring",
        "print/poster",
        "people/slips",
        "lists",
        "lists/1",
        "staff",
        "settings",
        "checklists",
    ):
        desk.page.goto(desk.at(path))
        found += [f"{path}: {one}" for one in serious(desk.page)]
    assert found == []
