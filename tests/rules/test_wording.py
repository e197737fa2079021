"""What the rulebook and the sentences say is what the five documents say, in each reader's language."""

import io
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from komandor import web
from komandor.app.queries.everybody.rounds import RowStatus
from komandor.cli.main import main
from komandor.core.games import GAMES
from komandor.core.reasons import why
from komandor.core.tournament.events import PlayerReturned, TableExtended
from komandor.core.tournament.values import Step
from komandor.rulebook import ambiguities, rule, rules
from komandor.rulebook.checklists import checklists, setup_steps
from komandor.rulebook.register import documents
from komandor.texts import Speaker, in_titles_of, word
from komandor.texts.catalogue import templates, words
from tools.rule_pages import pages

Quoted = tuple[str, str, tuple[str, ...]]
"""Where the words are quoted, the words, and the documents that may have them."""
NUMBER = {one.game: one.number for one in documents()}
POLISH = "ąćęłńóśźż"


def quotations() -> Iterator[Quoted]:
    """Every „…” of the Polish rulebook."""
    for entry in rules():
        cited = set(re.findall(r"\b00\d\b", " ".join(entry.sources)))
        sources = tuple(sorted(cited)) or tuple(NUMBER[game] for game in entry.games)
        yield from ((entry.id, words, sources) for words in re.findall("„([^”]*)”", entry.text.pl))
    for gap in ambiguities():
        text = " ".join((gap.title.pl, *gap.parts("pl").values()))
        sources = tuple(NUMBER[game] for game in gap.games)
        yield from ((gap.id, words, sources) for words in re.findall("„([^”]*)”", text))


def plain(text: str) -> str:
    """A text without hyphenation, quotation marks and commas, in small letters."""
    joined = re.sub(r"-\n\s*(?=\w)", "", text)
    return re.sub(r"\s+", " ", re.sub("[„”\"“’'*,™]", "", joined)).lower()


def stands_in(words: str, document: str) -> bool:
    """Whether the words stand there. Scans have lost Polish letters: any one or two signs are read as one."""
    unsure = set(POLISH) | set("cdgioslt0")
    letters = (r"\S{1,2}" if sign in unsure else re.escape(sign) for sign in plain(words).strip(" ."))
    return re.search("".join(letters).replace(r"\ ", r"\s*"), document) is not None


@pytest.fixture(scope="module")
def seeds(shared: Path) -> dict[str, str]:
    found = {path.name[:3]: plain(path.read_text(encoding="utf-8")) for path in (shared / "seeds").iterdir()}
    assert set(found) == set(NUMBER.values())
    return found


def test_quotation_marks_stand_only_around_words_of_the_documents(seeds: dict[str, str]) -> None:
    wrong = [
        (id, words)
        for id, words, sources in quotations()
        for part in re.split(r"…|\.\.\.", words)
        if part.strip() and not any(stands_in(part, seeds[source]) for source in sources)
    ]
    assert wrong == []


def test_the_reader_of_scans_does_not_find_other_words(seeds: dict[str, str]) -> None:
    assert stands_in("z rozmiarem zwycięstwa 150", seeds["004"])
    assert not stands_in("z marginesem zwycięstwa 150", seeds["004"])
    assert not stands_in("grę 1 rozgrywa się do końca", seeds["003"])
    assert not stands_in("wygrywa gracz, któremu został statek", seeds["000"])


@pytest.mark.parametrize(
    ("id", "english", "polish", "not_polish"),
    [
        ("SWL-DECK-3", "should be able", "powinien być w stanie", "musi"),
        ("SWL-SANC-2", "are then urged", "są oni wtedy mobilizowani", "muszą"),
        ("SWL-ERR-3", "should warn", "Sędzia powinien ostrzec", "Sędzia ostrzega"),
        ("SWL-2V2-3", "should also show", "powinny też podawać imię i nazwisko partnera", "oraz imię"),
        ("COM-MISS-3", "could make them miss", "mógłby doprowadzić do przegapienia", "żeby przegapili"),
        ("COM-LOST-8", "first name", "swoje imię", "nazwisko"),
        ("COM-MAT-1", "Conquest: for cards and tokens", "Podbój: na karty i żetony", "Podbój: dość"),
        ("COM-PROD-1", "range rulers", "niekluczowe żetony i linijki zasięgu", "miarki"),
        ("COM-GEN-5", "event schedule", "terminarzem wydarzenia", "harmonogram"),
        ("COM-MAT-4", "complete rulebook", "Kompletną Księgę Zasad", "pełną instrukcję"),
        ("CON-MAT-1", "Numbered tables", "Numerowane stoliki", "miejsca przy"),
        ("CON-GEN-1", "changes are in red", "zmiany zaznaczono", "pierwszeństwo ma nowy"),
        ("COM-LOST-4", "only that game", "tylko tę jedną", "→ gracz musi poddać grę"),
        ("COM-TB-2", "without deductions", "bez odjęć za karę", "Σ po q z O(p) z PT(q)"),
        ("COM-TB-3", "Higher is better", "suma SoS(q) po wszystkich q", "Σ po q"),
        ("COM-ROLE-8", "how to deal with it", "jak na nie zareagować", "jak je rozwiązać"),
        ("CON-CUT-1", "Standings cuts", "według klasyfikacji", "według tabeli"),
        ("COM-CUT-2", "standings-based cut", "według klasyfikacji", "odcięcie według tabeli"),
        ("COM-PAIR-5", "fold pairing", "górna połowa grupy gra z dolną", "paruje połówkami"),
        ("COM-TIME-3", "until reported", "czekają one na wynik", "dopóki nie zostanie zgłoszony"),
        ("ARM-SETUP-7", "until six are placed", "aż położą wszystkie sześć", "aż leży"),
    ],
)
def test_rules_say_what_the_documents_say(id: str, english: str, polish: str, not_polish: str) -> None:
    entry = rule(id)
    assert entry is not None
    assert english in entry.text.en
    assert polish in entry.text.pl
    assert not_polish not in entry.text.pl


def test_no_page_refers_to_an_example_that_no_page_has() -> None:
    named = {ref for text in pages().values() for ref in re.findall(r"\bEX-[A-Z]+-\d+", text)}
    assert named == set()


def test_sources_and_status_are_in_the_reader_s_language(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["rules", "COM-BYE-4", "--lang", "pl"]) == 0
    shown = capsys.readouterr().out
    assert "źródło: wynika z COM-BYE-3" in shown
    assert "stan: program tego pilnuje" in shown
    assert "follows" not in shown
    assert "said twice" not in pages()["rules/pl/armada.md"]


def test_procedures_are_in_both_languages() -> None:
    with_procedure = [entry for entry in rules() if entry.algorithm]
    assert {entry.id for entry in with_procedure} >= {"SWL-TB-2", "CON-TIME-5"}
    for entry in with_procedure:
        assert entry.algorithm.pl not in ("", entry.algorithm.en), entry.id
        assert not re.search(r"\b(winner|while|if|else|higher|out)\b", entry.algorithm.pl), entry.id


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        (
            "pl",
            """„Oddaj listę”: teraz nie można, bo pary są wylosowane, ale jeszcze nieogłoszone.
            Można to zrobić w czasie zapisów lub po ogłoszeniu przebiegu turnieju.""",
        ),
        (
            "en",
            """“Hand in a list” is not possible now: the pairings are made but not published.
            It is possible during registration or after the structure is announced.""",
        ),
    ],
)
def test_a_refusal_by_phase_is_a_whole_sentence(lang: str, said: str) -> None:
    reason = why(
        "phase.not_now", None, command="SubmitList", phase="drawn", possible=("registration", "announced")
    )
    assert Speaker(lang=lang).sentence(reason) == " ".join(said.split()).replace(
        "Hand in a list", word("command", "SubmitList", "en")
    )


def test_a_missed_round_is_not_read_as_a_count() -> None:
    """The log names the round that was missed; "missed rounds: 2" could mean two of them."""
    back = PlayerReturned(3, (2,))
    assert "nr 2" in Speaker(lang="pl").event(back)
    assert "round no. 2" in Speaker(lang="en").event(back)


def test_a_rule_s_id_is_no_reason_for_more_time() -> None:
    for lang, said in (
        ("pl", "5 minut: na znalezienie elementu"),
        ("en", "time extension of 5 minutes: to find a component"),
    ):
        assert Speaker(lang=lang).event(TableExtended(1, 5, "COM-LOST-3")).endswith(said)
    assert Speaker(lang="pl").event(TableExtended(1, 5, "zalany stolik")).endswith("5 minut: zalany stolik")


def test_a_proxy_has_one_name() -> None:
    assert word("resolution", "proxy", "pl") == "karta zastępcza (proxy)"
    assert word("event_name", "ProxyMade", "pl") == "karta zastępcza"
    assert "kartę zastępczą" in Speaker(lang="pl").sentence(why("component.no_proxy_for_lost", None)).lower()
    screens = (Path(web.__file__).parents[1] / "locale/pl/LC_MESSAGES").glob("*.po")
    assert [file.name for file in screens if re.search(r"zamienniki? \(proxy", file.read_text("utf-8"))] == []


def test_who_controls_the_battlefield_is_asked_in_a_sentence() -> None:
    reason = why("report.missing", None, field="battlefield")
    assert Speaker(lang="pl", game="destiny").sentence(reason) == "Brakuje: kto kontroluje pole bitwy."


def test_nothing_is_said_to_be_left_over_before_anything_was_compared() -> None:
    reason = why("destiny.battlefield", "DES-END-2", winner="b")
    assert Speaker(lang="pl").sentence(reason) == "Wygrywa gracz B: kontroluje pole bitwy."


def test_no_sentence_has_the_clumsy_words_that_were_found() -> None:
    said = [*templates("pl").values(), *(tuple(kind.values()) for kind in words("pl").values())]
    assert not [text for texts in said for text in texts if re.search("z wszystkich|nieprzyjęt|pytana", text)]


def test_who_is_asked_now_has_no_gender_and_the_setting_is_named_once() -> None:
    asked = Speaker(lang="pl").sentence(why("cut.not_asked", None, player=3, asked=5))
    assert asked == "Gracz 3 musi poczekać na swoją kolej; teraz pytanie o miejsce dostaje gracz 5."
    off = Speaker(lang="pl").sentence(why("late.not_allowed", None, setting="registration.late_entry"))
    assert off.count("Dołączanie spóźnionych") == 1
    assert "wyłączone" not in off


@pytest.mark.parametrize(
    ("game", "title"),
    [
        ("armada", "koordynator"),
        ("imperial-assault", "koordynator"),
        ("destiny", "komandor"),
        ("conquest", "komandor"),
    ],
)
def test_a_role_has_the_name_of_its_document(game: str, title: str) -> None:
    speaker = Speaker(lang="pl", game=game)
    assert speaker.sentence(why("access.marshal_decides", "COM-ROLE-5")) == f"Ostatnie słowo ma tu {title}."
    lines = [
        item.text.pl
        for level in ("casual", "formal")
        for one in checklists(game, level)
        for item in one.items
    ]
    lines += [item.text.pl for item in setup_steps(game)]
    own = [entry.text.pl for entry in rules() if entry.part == game]
    other = {"koordynator": "komandor", "komandor": "koordynator"}[title]
    assert [line for line in (*lines, *own) if re.search(rf"\b{other}", line, re.IGNORECASE)] == []
    assert any(title in line for line in lines)


def test_the_program_s_own_name_is_no_role() -> None:
    assert in_titles_of("armada", "To nie jest plik Komandora.", "pl") == "To nie jest plik Komandora."
    assert in_titles_of("armada", "Odwołaj się do komandora", "pl") == "Odwołaj się do koordynatora"


def test_tie_breakers_have_the_names_of_their_documents() -> None:
    names = {g.data.id: in_titles_of(g.data.id, word("metric", "sos", "pl"), "pl") for g in GAMES}
    assert names == {
        "armada": "siła przeciwników",
        "imperial-assault": "Siła Tabeli",
        "destiny": "Siła Tabeli",
        "conquest": "Siła Tabeli",
        "star-wars-lcg": "waga zwycięstw",
    }
    extended = in_titles_of("star-wars-lcg", word("metric", "esos", "pl"), "pl")
    assert extended == "waga zwycięstw przeciwników"


def test_a_single_elimination_is_called_so() -> None:
    assert word("stage_kind", "single", "pl") == "pojedyncza eliminacja"


def test_phones_use_the_words_of_the_documents() -> None:
    assert word("component_kind", "damaged", "pl") == "uszkodzony element"
    assert word("outcome", "modified_win", "pl") == "zmodyfikowane zwycięstwo"
    assert "losowości" in word("public_source", "beacon", "pl")
    below = why("standing.decided_by_points", "COM-PTS-1", player=2, above=1, own=1, theirs=4)
    assert Speaker(lang="pl").sentence(below) == "Gracz 2 niżej niż gracz 1: 1 punkt wobec 4."


@pytest.mark.parametrize("lang", ["pl", "en"])
def test_the_terminal_prints_tables_in_the_reader_s_language(
    lang: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    report = {"game": "armada", "report": {"end": "rounds", "scores": [177, 49]}}
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(json.dumps(report).encode())))
    assert main(["score", "--lang", lang]) == 0
    shown = capsys.readouterr().out
    english = [word for word in ("side", "outcome", "points", "rule") if re.search(rf"┃ {word} ", shown)]
    assert english == ([] if lang == "pl" else ["side", "outcome", "points", "rule"])
    assert "loss" not in shown if lang == "pl" else "loss" in shown
    assert shown.index("ARM-END-3") < shown.index("ARM-SCORE-1") < shown.index("ARM-SCORE-5")


def test_every_word_of_the_terminal_has_its_polish() -> None:
    for kind in ("head", "row_status", "next"):
        same = {code for code, said in words("pl")[kind].items() if said == words("en")[kind][code]}
        assert same == set(), kind
    assert set(words("pl")["next"]) == set(get_args(Step))
    assert set(words("pl")["row_status"]) == set(get_args(RowStatus))


def test_no_hint_of_the_phone_ends_a_name_with_two_full_stops() -> None:
    """Phones show short names such as "Anna K.", so no full stop follows a name there."""
    file = Path(web.__file__).parents[1] / "locale/pl/LC_MESSAGES/phone.po"
    texts = re.findall(r'^msg(?:id|str) "(.*)"$', file.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(texts) > 200
    assert not [text for text in texts if re.search(r"%\((name|opponent|player)\)s\.", text)]
