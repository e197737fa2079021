"""Takes pictures of many screens, to compare before and after a change.

`.venv/bin/python -m tools.screenshots /tmp/before`, and later `… /tmp/after --against /tmp/before` to name
the pictures that differ. `--sizes 1366x768 390x844 --languages en pl --schemes light dark` and names
of screens (`tests/support/screens.py`) choose which; every combination is one picture. `--chosen` takes
the fifty that show the most: every kind of screen, both languages, light and dark, small and large.
`… /tmp/pairs draw round --before ../older` takes the same pictures of another checkout too, with its own
`.venv`, whether or not it has this file: `before/`, `after/` and `index.html` with both side by side.
"""

import argparse
import os
import subprocess
import sys
from collections.abc import Iterator
from html import escape
from itertools import product
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from bootstrap import find_chromium
from tests.support.chromium import ARGS, at_rest
from tests.support.screens import SCREENS, SIZES, Hall, Looker, all_screens

LOCALES = {"en": "en-GB", "pl": "pl-PL"}
SCHEMES = ("light", "dark")
CHOSEN = """
new-armada 1366x768 en light                        people 1366x768 pl light
people 360x740 en light                             start 1366x768 en dark
draw 1366x768 pl light                              round 1366x768 en light
round 1920x1080 pl dark                             round 390x844 pl light
map 1366x768 en light                               correction 1366x768 en dark
drop 1366x768 pl light                              standings 1366x768 en light
before-the-cut 1366x768 pl light                    cut 1920x1080 en light
bracket-double 1366x768 en light                    final-standings 1920x1080 pl light
settings 1366x768 pl dark                           lists 1366x768 en light
judging 360x740 pl light                            judge-table 390x844 en dark
my-table 360x740 pl light                           my-report 390x844 en dark
my-history 360x740 en light                         public-cut 390x844 pl dark
public-verify 1366x768 en light                     join 360x740 pl light
projector-pairings 1280x720 pl light                projector-standings 1920x1080 en light
projector-bracket 1280x720 en light                 projector-progress 1920x1080 pl light
people 1024x768 en light                            people 768x1024 pl dark
round 1024x768 pl light                             round 768x1024 en light
start 1024x768 pl light                             start 768x1024 en light
standings 1024x768 pl light                         standings 768x1024 en dark
bracket-double 1024x768 pl dark                     bracket-double 768x1024 en light
draw 1024x768 en light                              draw 768x1024 pl light
projector-clock 1024x768 en light                   projector-clock 1080x1920 pl light
projector-pairings 1024x768 en light                projector-pairings 1080x1920 pl light
projector-standings 1024x768 pl light               projector-standings 1080x1920 en light
projector-bracket 1024x768 pl light                 projector-bracket 1080x1920 en light
""".split()
"""Screen, size, language, scheme, four words each."""


def main() -> None:
    asked = _options().parse_args()
    if asked.before:
        pairs(asked.to, asked.before.resolve(), sys.argv[1:])
        return
    asked.to.mkdir(parents=True, exist_ok=True)
    names = asked.screens or [screen.name for screen in SCREENS]
    every = product(names, asked.sizes, asked.languages, asked.schemes)
    pictures = list(batched(CHOSEN)) if asked.chosen else list(every)
    with all_screens() as hall, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=list(ARGS))
        for language, scheme in product(LOCALES, SCHEMES):
            chosen = [(name, size) for name, size, *look in pictures if look == [language, scheme]]
            if chosen:
                _take(browser, hall, chosen, language, scheme, asked.to)
        browser.close()
    if asked.against:
        print("\n".join(differing(asked.against, asked.to)))


def pairs(to: Path, older: Path, arguments: list[str]) -> None:
    """The pictures that these arguments ask for, of the older checkout and of this one."""
    at, here = arguments.index("--before"), Path(__file__).resolve()
    given = arguments[:at] + arguments[at + 2 :]
    for name, tree in (("before", older), ("after", here.parents[1])):
        folder = (to / name).resolve()
        again = [str(folder) if one == str(to) else one for one in given]
        python = tree / ".venv" / ("Scripts" if os.name == "nt" else "bin") / "python"
        environment = {**os.environ, "PYTHONPATH": str(tree)}
        subprocess.run([python, here, *again], cwd=tree, env=environment, check=True)
    (to / "index.html").write_text(_side_by_side(to), encoding="utf-8")


def _side_by_side(to: Path) -> str:
    rows = [
        f'<h2>{escape(name)}</h2><img width="49%" src="before/{name}"> <img width="49%" src="after/{name}">'
        for name in sorted({p.name for p in to.glob("*/*.png")})
    ]
    return "\n".join(["<!doctype html><meta charset=utf-8><title>Before and after</title>", *rows])


def batched(words: list[str]) -> Iterator[tuple[str, str, str, str]]:
    parts = iter(words)
    return zip(parts, parts, parts, parts, strict=True)


def differing(before: Path, after: Path) -> list[str]:
    """Names of pictures that are not the same in both folders, or only in one of them."""
    old, new = ({p.name: p.read_bytes() for p in folder.glob("*.png")} for folder in (before, after))
    return sorted(name for name in old.keys() | new.keys() if old.get(name) != new.get(name))


def _options() -> argparse.ArgumentParser:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("to", type=Path, help="folder for the pictures")
    options.add_argument("screens", nargs="*", help="names of screens; without them all")
    options.add_argument("--chosen", action="store_true", help="the fifty in this file, and no others")
    options.add_argument("--sizes", nargs="+", default=[""], metavar="WxH", help="default: the screen's own")
    options.add_argument("--languages", nargs="+", choices=LOCALES, default=["en"])
    options.add_argument("--schemes", nargs="+", choices=SCHEMES, default=["light"])
    options.add_argument("--before", type=Path, metavar="CHECKOUT", help="pairs with those of another tree")
    options.add_argument(
        "--against", type=Path, help="folder of an earlier run: name the pictures that differ"
    )
    return options


def _take(
    browser: Browser, hall: Hall, pictures: list[tuple[str, str]], language: str, scheme: str, to: Path
) -> None:
    context = browser.new_context(
        color_scheme=scheme,  # type: ignore[arg-type]
        locale=LOCALES[language],
        reduced_motion="reduce",
    )
    looker = Looker(hall, context.new_page())
    screens = {screen.name: screen for screen in SCREENS}
    for name, size in pictures:
        looker.open(screens[name])
        width, height = map(int, size.split("x")) if size else SIZES[screens[name].size]
        looker.page.set_viewport_size({"width": width, "height": height})
        at_rest(looker.page)
        looker.page.screenshot(path=to / f"{name}-{width}x{height}-{language}-{scheme}.png")
    context.close()


if __name__ == "__main__":
    main()
