"""Plays a whole tournament of every game in Firefox, in both languages: python -m bench.firefox [GAME …].

From the list of events to the final standings, by what an organiser clicks and types; then the file of the
event is checked and its draws are verified. Needs Debian's firefox-esr; `./test` uses Chromium.
"""

import re
import sys

from bench.marionette import ENTER, Firefox, find_firefox, firefox
from komandor.check.file_reader import check_bytes
from komandor.check.verify import verify
from komandor.core.games import GAMES
from komandor.log.bundle import export
from komandor.store import open_store
from komandor.web.console.step_words import WORDS
from komandor.web.i18n import translations
from komandor.web.site import make_site
from tests.support.site import Served, serving

NAMES = ("Anna Kowalska", "Bartek Wójcik", "Celina Dąbrowska", "Darek Łukasik", "Ewa Śliwa")
ROUNDS = 2
HEADING = "return document.querySelector('.next-step h2')?.textContent.trim()"
MOVED = f"""const now = (() => {{ {HEADING} }})();
return document.readyState == 'complete' && location.href + now != arguments[0] && location.href + now"""


def main(games: list[str]) -> int:
    program = find_firefox()
    if program is None:
        print("No Firefox. To mend it: sudo apt-get install -y firefox-esr", file=sys.stderr)
        return 1
    for game in games:
        for lang in ("pl", "en"):
            site = make_site(open_store("memory:"), secret="a secret")
            with serving(site) as served, firefox(program, lang) as window:
                file = export(site.store, played(window, served, game, lang))
            found, proved = check_bytes(file).violations, verify(file).ok
            print(f"{game} {lang}: violations {len(found)}, draws verified {proved}", flush=True)
            if found or not proved:
                return 1
    return 0


def played(window: Firefox, served: Served, game: str, lang: str) -> str:
    """The id of a tournament that was played from its creation to its end."""
    say = translations(lang).gettext
    window.goto(served.url + served.site.home)
    window.click(f".languages a[hreflang={lang}]")
    window.wait("return document.documentElement.lang == arguments[0]", lang)
    create(window, game)
    home = window.url.removesuffix("people")
    people(window, home)
    window.goto(home)
    while not window.url.endswith("/standings"):
        if window.script(HEADING) == say(WORDS["results"].title):
            results(window, home, say(WORDS["close_round"].title))
        else:
            next_step(window)
    window.wait(
        "return document.querySelector('h1').textContent.trim() == arguments[0]", say("Final standings")
    )
    id = home.split("/c/")[1].strip("/")
    window.goto(f"{served.url}/t/{id}/standings")
    shown = "return arguments[0].every((name) => document.querySelector('#main').textContent.includes(name))"
    window.wait(shown, [name.split()[0] for name in NAMES])
    return id


def create(window: Firefox, game: str) -> None:
    window.type("body", "n")
    window.click(f'a[data-game="{game}"]')
    window.type("[name=name]", "Puchar Firefoksa")
    window.wait("document.querySelector('[name=structure][value=custom]')?.click(); return true")
    window.click("details.fold summary")
    for name, value in (("rounds", str(ROUNDS)), ("cut", "")):
        window.script("document.getElementsByName(arguments[0])[0].value = arguments[1]", name, value)
    window.click("form#new button.primary")
    window.wait("return location.pathname.endsWith('/people')")


def people(window: Firefox, home: str) -> None:
    window.goto(home + "people/bring")
    window.type("textarea[name=text]", "\n".join(NAMES))
    window.click("form:has(textarea[name=text]) button.primary")
    window.wait("return document.getElementsByName('take').length == arguments[0]", len(NAMES))
    window.click("button[name=do]")
    window.wait("return location.pathname.endsWith('/people')")


def next_step(window: Firefox) -> None:
    """The one next step, by its key; a draw is made without dice."""
    before = window.url + str(window.script(HEADING))
    window.script("const s = document.querySelector('[name=public_source]'); if (s) s.value = 'none'")
    window.type("body", "n")
    window.wait(MOVED, before)


def results(window: Firefox, home: str, closing: str) -> None:
    """Type a result for every open table, as the empty field shows an example."""
    window.goto(home + "?quick=1")
    window.wait("return document.activeElement?.name == 'table'")
    shown = window.script("return document.querySelector('.quick [name=result]').placeholder").strip()
    offered = re.split(r"\s{3,}", shown)
    result = next((one for one in ("a a", "a") if one in offered), offered[0])
    rows = "return [...document.querySelectorAll('tr[data-open]')].map((row) => row.id.slice(6))"
    for typed, table in enumerate(window.script(rows), 1):
        window.type(".quick [name=table]", table + ENTER)
        window.type(".quick [name=result]", result + ENTER)
        saved = "return document.querySelectorAll('[data-queue=results] [data-state=saved]').length"
        window.wait(f"{saved} == arguments[0]", typed)
    window.goto(home)
    window.wait(f"{HEADING} == arguments[0]", closing)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or [rules.data.id for rules in GAMES]))
