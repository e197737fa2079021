"""Plays whole tournaments of every kind in Firefox, in both languages.

    python -m bench.attacks.firefox [KIND …]

From the list of events to the final standings, by what an organiser clicks and types; the page that checks
the draws must find them right, then the file of the event is checked. `--pictures FOLDER` saves pictures of
the round, the map, the phone, the wall, the standings and the bracket. Needs Debian's firefox-esr; `./test`
uses Chromium.
"""

import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from bench.attacks.marionette import ENTER, Firefox, find_firefox, firefox
from bench.options import parser_of
from komandor.check.check_file import check_bytes
from komandor.check.verify import verify
from komandor.log.bundle import export
from komandor.store import open_store
from komandor.texts import word
from komandor.web.rendering.i18n import translations
from komandor.web.server.make_site import make_site
from tests.support.site import Served, serving

NAMES = ("Anna Kowalska", "Bartek Wójcik", "Celina Dąbrowska", "Darek Łukasik", "Ewa Śliwa")
PARTNERS = ("Filip Zając", "Grażyna Żak", "Hubert Ćwik", "Irena Mazur", "Jan Nowak")
TEAMS = tuple(f"{one} + {other}" for one, other in zip(NAMES, PARTNERS, strict=True))


@dataclass(frozen=True)
class Kind:
    """A kind of tournament, and how many knock-out games decide it."""

    game: str
    rounds: int
    cut: int = 0
    games: int = 0
    teams: bool = False


KINDS = {
    "armada": Kind("armada", 2),
    "imperial-assault": Kind("imperial-assault", 2, cut=4, games=3),
    "destiny": Kind("destiny", 2, cut=2, games=1),
    "star-wars-lcg": Kind("star-wars-lcg", 1, cut=4, games=7),  # double elimination, the final is repeated
    "two-against-two": Kind("star-wars-lcg", 2, teams=True),
    "conquest": Kind("conquest", 2, cut=4, games=3),
}
FINAL = {"pl": "Finał", "en": "Final"}
LAPTOP, PHONE, WALL = (1366, 768), (390, 844), (1920, 1080)
Look = Callable[[str, str, tuple[int, int]], None]
"""Saves a picture: its name, the path of the page, the size of the window."""
TITLE = "return document.querySelector('h1')?.textContent.trim()"
HEADING = "return document.querySelector('.next-step h2')?.textContent.trim()"
FILLED_IN = """const all = (name) => document.getElementsByName(name);
for (const one of all("public_source")) one.value = "none";
for (const one of all("despite_lists")) one.checked = true;
for (const one of all("list_reason")) one.value = "Listy później.";"""
AWAKE = "return document.querySelector('.next-step form.awake button:not([disabled])')"
READ = "return document.querySelector('.quick [data-preview-here] :is(strong, button)')?.tagName"
LIGHT = " l b"
"""Some finals ask who played the light side (SWL-SIDE-2): the one shown second did."""
MOVED = f"""const now = (() => {{ {HEADING} }})();
return document.readyState == 'complete' && location.href + now != arguments[0] && location.href + now"""


def main(kinds: list[str], pictures: Path | None) -> int:
    program = find_firefox()
    if program is None:
        print("No Firefox. To mend it: sudo apt-get install -y firefox-esr", file=sys.stderr)
        return 1
    for kind in kinds:
        for lang in ("pl", "en"):
            site = make_site(open_store("memory:"), secret="a secret")
            with serving(site) as served, firefox(program, lang) as window:
                look = looking(window, served, pictures, f"{kind} {lang}")
                file = export(site.store, played(window, served, KINDS[kind], lang, look))
            found, proved = check_bytes(file).violations, verify(file).ok
            print(f"{kind} {lang}: violations {len(found)}, draws verified {proved}", flush=True)
            if found or not proved:
                return 1
    return 0


def looking(window: Firefox, served: Served, folder: Path | None, prefix: str) -> Look:
    def look(what: str, path: str, size: tuple[int, int]) -> None:
        if folder is None:
            return
        back = window.url
        window.resize(*size)
        window.goto(served.url + path)
        window.picture(folder / f"{prefix} {what}.png")
        window.resize(*LAPTOP)
        window.goto(back)

    return look


def played(window: Firefox, served: Served, kind: Kind, lang: str, look: Look) -> str:
    """The id of a tournament that was played from its creation to its end."""
    say = translations(lang).gettext
    window.goto(served.url + served.site.home)
    window.click(f".languages a[hreflang={lang}]")
    window.wait("return document.documentElement.lang == arguments[0]", lang)
    create(window, kind)
    home = window.url.removesuffix("people")
    id = home.split("/c/")[1].strip("/")
    people(window, home, TEAMS if kind.teams else NAMES)
    window.goto(home)
    rounds = []
    while not window.url.endswith("/standings"):
        if window.script(HEADING) == word("step_title", "results", lang):
            rounds.append(window.script(TITLE))
            if len(rounds) == 1:
                look_at_round(look, id)
            lost = kind.games > kind.cut and rounds[-1] == FINAL[lang]  # whoever has no loss yet loses now
            results(window, home, word("step_title", "close_round", lang), "b" if lost else "")
        else:
            next_step(window)
    window.wait(f"{TITLE} == arguments[0]", say("Final standings"))
    look_at_end(look, id, kind)
    seen_by_all(window, f"{served.url}/t/{id}/", kind)
    return id


def look_at_round(look: Look, id: str) -> None:
    for what, path, size in (
        ("round", f"/c/{id}/", LAPTOP),
        ("map", f"/c/{id}/?show=map", LAPTOP),
        ("phone", f"/t/{id}/", PHONE),
        ("phone-pairings", f"/t/{id}/pairings", PHONE),
        ("wall", f"/t/{id}/screen/pairings", WALL),
        ("clock", f"/t/{id}/screen/clock", WALL),
    ):
        look(what, path, size)


def look_at_end(look: Look, id: str, kind: Kind) -> None:
    look("standings", f"/c/{id}/standings", LAPTOP)
    look("wall-standings", f"/t/{id}/screen/standings", WALL)
    if kind.games:
        look("bracket", f"/c/{id}/bracket", LAPTOP)
        look("phone-bracket", f"/t/{id}/bracket", PHONE)
        look("wall-bracket", f"/t/{id}/screen/bracket", WALL)


def seen_by_all(window: Firefox, public: str, kind: Kind) -> None:
    """The public pages have everybody's place and every knock-out game, and find the draws right."""
    window.goto(public + "standings")
    shown = "return arguments[0].every((name) => document.querySelector('#main').textContent.includes(name))"
    window.wait(shown, [name.split()[0] for name in NAMES])
    if kind.games:
        window.goto(public + "bracket")
        window.wait("return document.querySelectorAll('.bracket-game').length == arguments[0]", kind.games)
    window.goto(public + "verify")
    window.click("[data-verify]")
    window.wait("return document.querySelector('[data-verdict]').dataset.state == 'ok'")


def create(window: Firefox, kind: Kind) -> None:
    window.type("body", "n")
    window.click(f'a[data-game="{kind.game}"]')
    window.type("[name=name]", "Puchar Firefoksa")
    window.wait("document.querySelector('[name=structure][value=custom]')?.click(); return true")
    if kind.teams:
        window.script("document.querySelector('[name=teams]').click()")
    window.click("details.fold summary")
    for name, value in (("rounds", str(kind.rounds)), ("cut", str(kind.cut or ""))):
        window.script("document.getElementsByName(arguments[0])[0].value = arguments[1]", name, value)
    window.click("form#new button.primary")
    window.wait("return location.pathname.endsWith('/people')")


def people(window: Firefox, home: str, names: tuple[str, ...]) -> None:
    window.goto(home + "people/bring")
    window.type("textarea[name=text]", "\n".join(names))
    window.click("form:has(textarea[name=text]) button.primary")
    window.wait("return document.getElementsByName('take').length == arguments[0]", len(names))
    window.click("button[name=do]")
    window.wait("return location.pathname.endsWith('/people')")


def next_step(window: Firefox) -> None:
    """The one next step, by its key; a draw is made without dice, and although teams have no lists yet."""
    before = window.url + str(window.script(HEADING))
    window.script(FILLED_IN)
    window.wait(AWAKE)  # the button rests for a moment after it appeared
    window.type("body", "n")
    window.wait(MOVED, before)


def results(window: Firefox, home: str, closing: str, result: str) -> None:
    """Type this result for every open table, or one that the empty field shows as an example."""
    window.goto(home + "?quick=1")
    window.wait("return document.activeElement?.name == 'table'")
    shown = window.script("return document.querySelector('.quick [name=result]').placeholder").strip()
    offered = re.split(r"\s{3,}", shown)
    result = result or next((one for one in ("a a", "a") if one in offered), offered[0])
    rows = "return [...document.querySelectorAll('tr[data-open]')].map((row) => row.id.slice(6))"
    for typed, table in enumerate(window.script(rows), 1):
        window.type(".quick [name=table]", table + ENTER)
        window.type(".quick [name=result]", result)
        if window.wait(READ) == "BUTTON":
            window.type(".quick [name=result]", LIGHT)
        window.type(".quick [name=result]", ENTER)
        saved = "return document.querySelectorAll('[data-queue=results] [data-state=saved]').length"
        window.wait(f"{saved} == arguments[0]", typed)
    window.goto(home)
    window.wait(f"{HEADING} == arguments[0]", closing)


if __name__ == "__main__":
    parser = parser_of(__doc__)
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=", ".join(KINDS))
    parser.add_argument("--pictures", type=Path, metavar="FOLDER")
    asked = parser.parse_args()
    if asked.pictures:
        asked.pictures.mkdir(parents=True, exist_ok=True)
    sys.exit(main(asked.kinds or list(KINDS), asked.pictures))
