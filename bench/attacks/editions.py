"""Plays an event of every example edition in the browser.

    .venv/bin/python -m bench.attacks.editions

Each event goes from loading the file to the final standings; then its file is imported into a store that
does not have the edition, and is checked and verified there.
"""

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from bench.options import parser_of
from bootstrap import find_chromium
from komandor.app.imports import unfit
from komandor.check.check_file import check_bytes
from komandor.check.verify import verify
from komandor.log.bundle import Bundle, export, import_
from komandor.store import open_store
from komandor.web.server.make_site import make_site
from tests.browser.edition_story import FOLDER, play
from tests.browser.pages import Desk
from tests.support.chromium import ARGS, at_rest
from tests.support.site import serving

SCREEN = {"width": 1366, "height": 768}


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for path in sorted(FOLDER.glob("*.toml")):
        for lang, scheme in (("pl", "dark"), ("en", "light")):
            file = played(path.stem, lang, scheme, folder)
            there = open_store("memory:")
            taken = isinstance(import_(there, file, unfit), Bundle)
            found = check_bytes(file).violations
            proved = verify(file).ok
            print(f"{path.stem} {lang}: imported {taken}, violations {len(found)}, draws verified {proved}")
            if not taken or found or not proved:
                sys.exit(1)
    print(f"pictures in {folder}")


def played(name: str, lang: str, scheme: str, folder: Path) -> bytes:
    """The file of an event of this edition that was played in the browser."""
    with (
        sync_playwright() as playwright,
        serving(make_site(open_store("memory:"), secret="a secret")) as served,
    ):
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=list(ARGS))
        context = browser.new_context(viewport=SCREEN, color_scheme=scheme)  # type: ignore[arg-type]
        desk = Desk(context.new_page(), served.url, lang)
        desk.enter(served.site.home)

        def look(what: str) -> None:
            at_rest(desk.page)
            desk.page.screenshot(path=folder / f"{name} {lang} {what}.png", full_page=True)

        play(desk, name, look)
        browser.close()
        return export(served.site.store, desk.id)


if __name__ == "__main__":
    parser = parser_of(__doc__)
    parser.add_argument("--pictures", type=Path, metavar="FOLDER", help="where to save them")
    main(parser.parse_args().pictures or Path(tempfile.mkdtemp(prefix="editions-")))
