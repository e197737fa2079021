"""One thing has one name: phrases that nobody in the hall uses are in no text of screen, paper or terminal.

`FORBIDDEN` is the glossary as a list; an exception names the text in which the phrase is right, and why.
"""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from babel.messages.pofile import read_po

import komandor

SOURCE = Path(komandor.__file__).parent
CHECKLISTS = SOURCE / "rulebook/data/checklists.toml"
READINGS = SOURCE / "rulebook/data/ambiguities.toml"
DOCS = SOURCE.parents[1] / "docs"
TERMINAL = DOCS / "reference/cli.md"  # printed from the help of every command
CODE = re.compile(r"(?s)```.*?```|`[^`]*`|\]\([^)]*\)")  # what is typed, and the addresses of links


class Phrase(NamedTuple):
    """What is not said, in which language, what instead, and the texts that may have it, with the reason."""

    pattern: str
    instead: str
    lang: str = "en"
    right_in: tuple[tuple[str, str], ...] = ()


FORBIDDEN: dict[str, Phrase] = {
    "whoever": Phrase(r"\bwhoever\b", "anyone who, the player who"),
    "mend": Phrase(r"\bmend(s|ed)?\b", "fix, correct"),
    "anew": Phrase(r"\banew\b", "again"),
    "thereby": Phrase(r"\bthereby\b", "so"),
    "beside": Phrase(r"\bbeside\b", "next to, compared with"),
    "is it so": Phrase(r"\bis it so\b|\bis not so\b", "Confirm?"),
    "take back": Phrase(r"\b(take|takes|taken|took) (this |it |that )?back\b", "undo"),
    "frozen": Phrase(
        r"\b(freeze|freezes|frozen)\b(?!-)",
        "lock, locked",
        right_in=(
            ("event freeze", "the name of a command"),
            ("freeze-round", "the name of a command"),
            ("freeze   ", "the name of a command"),
            ("freeze [OPTIONS]", "the name of a command"),
        ),
    ),
    "lots": Phrase(r"\b(the|by|a) lots?\b", "draw, round key, random"),
    "leader": Phrase(
        r"\bleaders?\b",
        "staff, organiser, marshal or judge",
        right_in=(
            ("{leader}", "the parameter of a game: who is ahead"),
            ("--leaders", "the name of an option"),
        ),
    ),
    "the desk": Phrase(r"\bthe desk\b", "the organiser, staff"),
    "sanction": Phrase(
        r"\bsanctions?\b",
        "penalty",
        right_in=(
            ("%(sanction)s", "a parameter"),
            ("--sanction", "the name of an option"),
            ("-sanction", "the name of a command or option"),
            ("<warning|", "values of an option"),
        ),
    ),
    "verdict": Phrase(
        r"\bverdicts?\b",
        "ruling; for lists: checked",
        right_in=(
            ("{verdict}", "a parameter"),
            ("-verdict", "the name of a command"),
            ("--verdict", "the name of an option"),
            ("Lists get a new verdict", "of a list"),
        ),
    ),
    "notice": Phrase(
        r"\bnotices?\b",
        "announcement",
        right_in=(
            ("{notice}", "a parameter"),
            ("-notice", "the name of a command"),
            ("--notice", "the name of an option"),
        ),
    ),
    "hand in": Phrase(r"\b(hand|hands|handed|handing) (it |them |lists? )?in\b", "submit"),
    "the document": Phrase(r"\bthe (document|documents)\b(?!’s own)", "the rules document"),
    "tournament rules": Phrase(r"\bthe tournament rules\b", "the rules document"),
    "by hand": Phrase(r"\bby hand\b", "manually"),
    "has left": Phrase(r"\b(has|have) left\b", "dropped, removed"),
    "make the cut": Phrase(r"^make the cut\b", "Cut to top 8, apply cut"),
    "floats": Phrase(r"\bfloat(s|ed)?\b", "paired down, paired up"),
    "personal slip": Phrase(r"\bpersonal slips?\b", "sign-in slip"),
    "the wall": Phrase(
        r"\bthe wall\b", "projector", right_in=(("for the wall", "a sheet of paper that hangs there"),)
    ),
    "go on": Phrase(r"\b(go|goes|going) on\b(?! duty| or off duty)", "continue"),
    "stands in": Phrase(r"\bstands (in|for|on|twice)\b", "is shown in, acts for, appears"),
    "such a": Phrase(r"\b(with|of) such\b", "with a … from here"),
    "foresee": Phrase(r"\bforesee\b", "predict"),
    "permitted cards": Phrase(r"\bpermitted (cards|products)\b", "allowed cards"),
    "is over": Phrase(r"\b(event|tournament) is over\b", "event finished"),
    "final places": Phrase(r"\bfinal places\b", "final standings"),
    "makes rulings": Phrase(r"\bmakes? (the )?rulings\b", "gives the rulings"),
    "no draw": Phrase(r"\bno draw( needed)?:", "nothing is random here: a draw is also a tied game"),
    "a text": Phrase(r"\b(not|be) a text\b(?! file)", "text"),
    "elimination": Phrase(
        r"(?<!double )\belimination\b",
        "knock-out",
        right_in=(("ended by elimination", "of a game of Imperial Assault: no figures left"),),
    ),
    "zamrożone": Phrase(r"\bzamro[zż]\w*|\bzamraża\w*", "zablokowane", "pl"),
    "sankcja": Phrase(r"\bsankcj\w*", "kara", "pl"),
    "odszedł": Phrase(r"\b(odszed\w*|odesz\w*|wyszed\w*)\b", "rezygnuje, usunięty", "pl"),
    "rewanż": Phrase(r"\brewanż\w*", "powtórzona para", "pl"),
    "co wypadło": Phrase(r"\bco wypadło\b", "wynik rzutu", "pl"),
    "latarnia": Phrase(r"\blatarni\w*", "źródło losowości", "pl"),
    "czoło dziennika": Phrase(r"\bczoł\w+ dziennika\b", "kod dziennika", "pl"),
    "sekret": Phrase(r"\bsekret\w*", "tajna liczba", "pl"),
    "rekord": Phrase(r"\brekord\w*", "wpis", "pl"),
    "wpuść": Phrase(r"\bwpuść\w*|\bwpuszcz\w*", "dołącz spóźnionego", "pl"),
    "na ścianie": Phrase(r"\bna ścianie\b", "na rzutniku, na ekranie", "pl"),
    "zapomnij miejsca": Phrase(r"\bzapomnij miejsc\w+", "wyloguj", "pl"),
    "ziarno losowań": Phrase(r"\bziarn\w+ losowań\b", "tajna liczba", "pl"),
    "werdykt": Phrase(r"\bwerdykt\w*", "orzeczenie, ostateczne orzeczenie", "pl"),
    "wydarzenie": Phrase(
        r"\bwydarze[nń]\w*",
        "turniej",
        "pl",
        (
            ("schemat wydarzenia", "as the documents call it"),
            ("Schemat wydarzenia", "as the documents call it"),
            ("terminarz wydarzenia", "as the document of Conquest calls it"),
            ("wydarzenie jednorazowe", "a kind of tournament in a document"),
        ),
    ),
    "swobodny": Phrase(r"\bswobodn\w*", "towarzyski (poziom)", "pl"),
    "liczą się jako porażki": Phrase(r"\bjako poraż\w*|\brundy to poraż\w*", "przegrane", "pl"),
    "paczka": Phrase(r"\bpaczk\w*|\bpaczek\b", "pakiet", "pl"),
    "katalog": Phrase(r"\bkatalog\w*", "folder", "pl"),
    "klucz właściciela": Phrase(r"\bklucz\w* właściciela\b", "klucz administratora", "pl"),
    "w sali": Phrase(r"\bw sali\b", "na sali", "pl"),
    "legalna talia": Phrase(r"\b(lista|talia) (jest )?legalna\b", "zgodna z zasadami", "pl"),
    "zwycięzca gry": Phrase(
        r"\b(zwycięzca|przegrany z|zwycięstwo w) (gry|grze nr)\b", "zwycięzca meczu (w drabince)", "pl"
    ),
    "przepisy": Phrase(r"\bprzepis(y|ów|om|ach|ami)\b", "zasady", "pl"),
    "w odcięciu": Phrase(r"\bw odcięciu\b", "w topie", "pl"),
    "mecz nr": Phrase(r"\bmecz\w* nr\b", "mecz i sam numer", "pl"),
    "wykreśl": Phrase(r"\bwykreśl\w*", "wycofaj zapis", "pl"),
    "sposób losowania": Phrase(r"\bsposób losowania\b|\bpubliczn\w+ losowoś\w+", "źródło losowości", "pl"),
    "miejsca końcowe": Phrase(
        r"\bkońcowe miejsca\b|\bmiejsc(a|ach)? końcow(e|ych)\b(?! )", "klasyfikacja końcowa", "pl"
    ),
    "inne usługi": Phrase(r"\bdo innych usług\b", "inne serwisy", "pl"),
    "bez losowania": Phrase(r"^bez losowania:", "nic się nie losuje", "pl"),
    "bye": Phrase(r"(?<![{-])\bbye\b(?![-?])", "wolny los", "pl"),
    "1. runda": Phrase(r"\b1\. rund\w+", "runda 1", "pl"),
    "rozwiązane przez graczy": Phrase(r"\brozwiązane przez graczy\b", "ustalone przez graczy", "pl"),
    "Ty": Phrase(r"(?-i:(?<=[a-ząćęłńóśźż,] )(Ty|Twój|Twoj\w+|Ciebie|Tobie|Tobą)\b)", "ty, twój", "pl"),
}


def broken(text: str, phrase: Phrase) -> bool:
    """Whether a text has the phrase outside what may have it."""
    for right, _ in phrase.right_in:
        text = text.replace(right, "")
    return re.search(phrase.pattern, text, re.IGNORECASE) is not None


def texts_of(lang: str) -> Iterator[tuple[str, str]]:
    """Every sentence and word of the TOML files and of the terminal's help, with its place."""
    games = SOURCE.glob(f"core/games/*/{lang}.toml")
    for file in (*SOURCE.glob(f"texts/*/{lang}/*.toml"), *games):
        for text in _strings(tomllib.loads(file.read_text(encoding="utf-8"))):
            yield f"{file.relative_to(SOURCE)}: {text}", text
    for text in _said_in(tomllib.loads(CHECKLISTS.read_text(encoding="utf-8")), lang):
        yield f"{CHECKLISTS.name}: {text}", text
    if lang == "en":
        for line in TERMINAL.read_text(encoding="utf-8").splitlines():
            yield f"{TERMINAL.name}: {line}", line


def _said_in(found: object, lang: str) -> Iterator[str]:
    """The texts of one language in a file that has both."""
    if isinstance(found, dict):
        if isinstance(found.get(lang), str):
            yield found[lang]
        found = list(found.values())
    if isinstance(found, list):
        for one in found:
            yield from _said_in(one, lang)


def _strings(found: object) -> Iterator[str]:
    if isinstance(found, str):
        yield found
    elif isinstance(found, dict):
        for one in found.values():
            yield from _strings(one)
    elif isinstance(found, list):
        for one in found:
            yield from _strings(one)


def catalogue_of(lang: str) -> Iterator[str]:
    """Every text of the templates: the English ones are the ids of the Polish catalogues."""
    for file in sorted(SOURCE.glob("locale/pl/LC_MESSAGES/*.po")):
        with file.open("rb") as opened:
            for message in read_po(opened):
                said = message.id if lang == "en" else message.string
                yield from (said if isinstance(said, (list, tuple)) else (said,))


@pytest.mark.parametrize("name", FORBIDDEN)
def test_no_reason_word_or_help_has_the_phrase(name: str) -> None:
    phrase = FORBIDDEN[name]
    assert [place for place, text in texts_of(phrase.lang) if broken(text, phrase)] == [], phrase.instead


@pytest.mark.parametrize("name", FORBIDDEN)
def test_no_text_of_the_templates_has_the_phrase(name: str) -> None:
    phrase = FORBIDDEN[name]
    assert [text for text in catalogue_of(phrase.lang) if broken(text, phrase)] == [], phrase.instead


PLANTED = {
    "whoever": "Whoever comes late waits.",
    "mend": "What mends it: reload.",
    "anew": "Draw anew.",
    "thereby": "It is thereby closed.",
    "beside": "Beside the name.",
    "is it so": "Anna reported 8–3. Is it so?",
    "take back": "Take this back.",
    "frozen": "The round is frozen.",
    "lots": "The lots decide.",
    "leader": "A leader plays here.",
    "the desk": "Please go to the desk.",
    "sanction": "You got a sanction.",
    "verdict": "The final verdict is given.",
    "notice": "Post a notice.",
    "hand in": "Hand in your list.",
    "the document": "The document names no level.",
    "tournament rules": "As in the tournament rules.",
    "by hand": "Changed by hand.",
    "has left": "The opponent has left.",
    "make the cut": "Make the cut",
    "floats": "Anna floats down.",
    "personal slip": "Print the personal slips.",
    "the wall": "See the wall.",
    "go on": "Go on without dice.",
    "stands in": "The reason stands in the log.",
    "such a": "A program with such a token.",
    "foresee": "The organiser could foresee the draw.",
    "permitted cards": "Permitted cards set",
    "is over": "The event is over",
    "final places": "No final places yet",
    "makes rulings": "Makes rulings in this person's games",
    "no draw": "No draw: pairings follow from the seeds.",
    "a text": "Missing, or not a text.",
    "elimination": "Elimination: knock-out",
    "zamrożone": "Skład jest zamrożony.",
    "sankcja": "Nałożono sankcję.",
    "odszedł": "Gracz odszedł.",
    "rewanż": "To rewanż.",
    "co wypadło": "Wpisz, co wypadło.",
    "latarnia": "Runda latarni.",
    "czoło dziennika": "To czoło dziennika.",
    "sekret": "Kopia z sekretem.",
    "rekord": "Cofnij rekord 27.",
    "wpuść": "Wpuść gracza.",
    "na ścianie": "Pary są na ścianie.",
    "zapomnij miejsca": "Zapomnij miejsca.",
    "ziarno losowań": "Plik z ziarnem losowań.",
    "werdykt": "Wydaj ostateczny werdykt.",
    "wydarzenie": "Pakiet tego wydarzenia.",
    "swobodny": "Na poziomie swobodnym.",
    "liczą się jako porażki": "Opuszczone rundy liczą się jako porażki.",
    "paczka": "Suma kontrolna paczki.",
    "katalog": "Podaj katalog z danymi kart.",
    "klucz właściciela": "Klucz właściciela wygasł.",
    "w sali": "Przywrócono w sali starszą kopię.",
    "legalna talia": "Czy talia jest legalna.",
    "zwycięzca gry": "Kto gra: zwycięzca gry 3.",
    "przepisy": "To wynika z przepisów.",
    "w odcięciu": "W odcięciu: Anna i Jan",
    "mecz nr": "Mecz nr 3 drabinki.",
    "wykreśl": "Wykreśl nieobecnych",
    "sposób losowania": "Sposób losowania",
    "miejsca końcowe": "Końcowe miejsca",
    "inne usługi": "Wiadomości do innych usług",
    "bez losowania": "Bez losowania: pary wynikają z rozstawienia.",
    "bye": "Drugi bye czy powtórzona para",
    "1. runda": "Dołączenie po 1. rundzie",
    "rozwiązane przez graczy": "Wezwanie 4: rozwiązane przez graczy",
    "Ty": "Widzisz go tylko Ty.",
}


def guides_of(lang: str) -> Iterator[str]:
    """Every line of the manual, without what is typed."""
    for file in sorted((DOCS / "guides" / lang).glob("*.md")):
        yield from (f"{file.name}: {line}" for line in CODE.sub("", file.read_text("utf-8")).splitlines())


@pytest.mark.parametrize("name", FORBIDDEN)
def test_no_guide_has_the_phrase(name: str) -> None:
    phrase = FORBIDDEN[name]
    assert [line for line in guides_of(phrase.lang) if broken(line, phrase)] == [], phrase.instead


@pytest.mark.parametrize("name", ["bye", "1. runda", "odszedł", "sankcja", "wydarzenie"])
def test_no_open_question_of_the_rules_has_the_phrase(name: str) -> None:
    """They stand in the settings of every event; the rest of them speaks as the documents do."""
    told = _said_in(tomllib.loads(READINGS.read_text(encoding="utf-8")), "pl")
    assert [text for text in told if broken(text, FORBIDDEN[name])] == [], FORBIDDEN[name].instead


@pytest.mark.parametrize("name", FORBIDDEN)
def test_a_planted_text_is_found(name: str) -> None:
    assert broken(PLANTED[name], FORBIDDEN[name])


def test_an_exception_hides_nothing_else() -> None:
    assert not broken("Call {call}, {verdict}", FORBIDDEN["verdict"])
    assert broken("Call {call}, {verdict}: the verdict", FORBIDDEN["verdict"])
