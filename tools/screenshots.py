"""Takes pictures of many screens, to compare before and after a change.

`.venv/bin/python -m tools.screenshots /tmp/before`, and later `… /tmp/after --against /tmp/before` to name
the pictures that differ. `--sizes 1366x768 390x844 --languages en pl --schemes light dark` and names
of screens (`tests/support/screens.py`) choose which; every combination is one picture.
"""

import argparse
from itertools import product
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from bootstrap import find_chromium
from tests.support.chromium import ARGS, at_rest
from tests.support.screens import SCREENS, SIZES, Hall, Looker, Screen, all_screens

LOCALES = {"en": "en-GB", "pl": "pl-PL"}
SCHEMES = ("light", "dark")


def main() -> None:
    asked = _options().parse_args()
    asked.to.mkdir(parents=True, exist_ok=True)
    screens = [s for s in SCREENS if not asked.screens or s.name in asked.screens]
    with all_screens() as hall, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=list(ARGS))
        for language, scheme in product(asked.languages, asked.schemes):
            _take(browser, hall, screens, asked.sizes, language, scheme, asked.to)
        browser.close()
    if asked.against:
        print("\n".join(differing(asked.against, asked.to)))


def differing(before: Path, after: Path) -> list[str]:
    """Names of pictures that are not the same in both folders, or only in one of them."""
    old, new = ({p.name: p.read_bytes() for p in folder.glob("*.png")} for folder in (before, after))
    return sorted(name for name in old.keys() | new.keys() if old.get(name) != new.get(name))


def _options() -> argparse.ArgumentParser:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("to", type=Path, help="folder for the pictures")
    options.add_argument("screens", nargs="*", help="names of screens; without them all")
    options.add_argument("--sizes", nargs="+", default=[""], metavar="WxH", help="default: the screen's own")
    options.add_argument("--languages", nargs="+", choices=LOCALES, default=["en"])
    options.add_argument("--schemes", nargs="+", choices=SCHEMES, default=["light"])
    options.add_argument(
        "--against", type=Path, help="folder of an earlier run: name the pictures that differ"
    )
    return options


def _take(
    browser: Browser,
    hall: Hall,
    screens: list[Screen],
    sizes: list[str],
    language: str,
    scheme: str,
    to: Path,
) -> None:
    context = browser.new_context(
        color_scheme=scheme,  # type: ignore[arg-type]
        locale=LOCALES[language],
        reduced_motion="reduce",
    )
    looker = Looker(hall, context.new_page())
    for screen, size in product(screens, sizes):
        looker.open(screen)
        width, height = map(int, size.split("x")) if size else SIZES[screen.size]
        looker.page.set_viewport_size({"width": width, "height": height})
        at_rest(looker.page)
        looker.page.screenshot(path=to / f"{screen.name}-{width}x{height}-{language}-{scheme}.png")
    context.close()


if __name__ == "__main__":
    main()
