"""Takes the pictures of every screen: `python docs/pictures/take.py` from the root of the repository.

Polish and light unless the name says otherwise; those that guides show in English too are in ENGLISH.
"""

import sys
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1]))

from bootstrap import find_chromium  # noqa: E402
from docs.pictures.small_png import small  # noqa: E402
from tests.support.chromium import ARGS, at_rest  # noqa: E402
from tests.support.screens import SCREENS, Hall, Looker, Screen, all_screens  # noqa: E402

DARK = ("home", "round", "slip-armada", "standings", "my-table", "my-report", "judging", "bracket-double")
ENGLISH = (
    "home",
    "new-armada",
    "people",
    "draw",
    "round",
    "standings",
    "my-table",
    "public",
    "projector-clock",
    "map",
    "my-list",
    "editions",
    "judging",
    "judge-sanction",
    "cut",
    "prizes",
    "public-verify",
)
ON_A_PHONE = ("round", "people", "standings", "slip-armada", "bracket-double")


def main(names: list[str]) -> None:
    chosen = [s for s in SCREENS if not names or s.name in names]
    with all_screens() as hall, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=list(ARGS))
        take(browser, hall, chosen, "")
        take(browser, hall, [s for s in chosen if s.name in DARK], "-dark", scheme="dark")
        take(browser, hall, [s for s in chosen if s.name in ENGLISH], "-en", locale="en-GB")
        small = [Screen(s.name, s.path, s.who, s.event, "phone") for s in chosen if s.name in ON_A_PHONE]
        take(browser, hall, small, "-phone")
        browser.close()
    size = sum(picture.stat().st_size for picture in HERE.glob("*.png"))
    print(f"{len(list(HERE.glob('*.png')))} pictures, {size / 1e6:.1f} MB")


def take(
    browser: Browser,
    hall: Hall,
    screens: list[Screen],
    suffix: str,
    scheme: str = "light",
    locale: str = "pl-PL",
) -> None:
    context = browser.new_context(
        color_scheme=scheme,  # type: ignore[arg-type]
        locale=locale,
        reduced_motion="reduce",
    )
    looker = Looker(hall, context.new_page())
    for screen in screens:
        looker.open(screen)
        at_rest(looker.page)
        (HERE / f"{screen.name}{suffix}.png").write_bytes(small(looker.page.screenshot()))
    context.close()


if __name__ == "__main__":
    main(sys.argv[1:])
