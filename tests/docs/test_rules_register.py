"""The register of rules is whole: nothing of the documents is missing from it, and nothing hides in it."""

import re
from collections import Counter
from pathlib import Path

import pytest

from komandor.core import games
from komandor.core.games.settings import settings_of
from komandor.rulebook import ambiguities, ambiguity, rule, rules, search
from komandor.rulebook.coverage import CHECKOUT, PACKAGE, cited_in, coverage
from komandor.rulebook.finding import near
from komandor.rulebook.register import LANGUAGES, OUTSIDE, PARTS, TAGS, evidence
from tests.support.contracts import listed, none_left
from tools.rule_coverage import source_files
from tools.rule_pages import pages

GAMES = set(PARTS) - {"common"}

OWN_CHOICES = ("lists.required", "draw.public")

NOT_YET: tuple[str, ...] = ()
"""The [auto] rules without which no test fails (docs/reference/knock-out.md). Strike out what you cover."""


def test_there_are_475_rules_each_with_its_own_id():
    assert len(rules()) == 475
    assert [id for id, times in Counter(entry.id for entry in rules()).items() if times > 1] == []


def test_the_register_has_every_rule_and_every_ambiguity_of_the_specification(shared: Path):
    text = "\n".join(path.read_text(encoding="utf-8") for path in (shared / "rules").glob("*.md"))
    specified = re.findall(r"(?m)^- \*\*([A-Z0-9-]+)\*\* \[(\w+)\]", text)
    assert sorted(specified) == sorted((entry.id, entry.tag) for entry in rules())
    listed(
        [entry.id for entry in ambiguities()],
        re.findall(r"(?m)^### (AMB-\w+)", text),
        "src/komandor/rulebook/data/ambiguities.toml",
        "an [[ambiguity]] with the id {} in both languages; then run `python -m tools.print_documents`",
    )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_everything_is_said_in_both_languages(lang):
    assert [entry.id for entry in rules() if not (entry.text[lang] and entry.section[lang])] == []
    for entry in ambiguities():
        assert entry.title[lang], entry.id
        assert set(entry.parts("en")) == set(entry.parts(lang)), entry.id
        assert all(entry.parts(lang).values()), entry.id


def test_both_languages_cite_the_same_rules():
    lost = {entry.id: set(cited_in(entry.text.en)) - set(cited_in(entry.text.pl)) for entry in rules()}
    assert {id: missing for id, missing in lost.items() if missing} == {}


def test_both_languages_have_the_same_tables():
    def rows(text: str) -> list[int]:
        return [line.count("|") for line in text.splitlines() if line.startswith("|")]

    assert [entry.id for entry in rules() if rows(entry.text.en) != rows(entry.text.pl)] == []


def test_every_rule_has_a_tag_a_source_and_games_it_binds():
    for entry in rules():
        assert entry.tag in TAGS, entry.id
        assert entry.sources, entry.id
        assert all(source.strip() for source in entry.sources), entry.id
        assert set(entry.games) <= GAMES, entry.id
        assert entry.games, entry.id
        assert entry.part == "common" or entry.games == (entry.part,), entry.id


def test_every_rule_or_ambiguity_cited_anywhere_exists():
    unknown = {
        f"{path.relative_to(CHECKOUT).as_posix()}: {id}"
        for folder in (PACKAGE, CHECKOUT / "tests")
        for path in source_files(folder)
        for id in cited_in(path.read_text(encoding="utf-8"))
        if rule(id) is None and ambiguity(id) is None
    }
    none_left(unknown, "write the ID of a rule that exists, or add the rule to src/komandor/rulebook/data:")


def test_every_auto_rule_is_carried_by_code_and_test_or_listed_as_not_yet():
    missing = [entry.id for entry in coverage() if entry.tag == "auto" and entry.status == "missing"]
    hidden = [id for id in missing if id not in NOT_YET]
    assert hidden == [], (
        "no test fails without these: run `python -m bench.tests_of_tests.knockout --survivors`, "
        "or add them to NOT_YET"
    )


def test_not_yet_names_only_rules_that_are_really_missing():
    missing = {entry.id for entry in coverage() if entry.tag == "auto" and entry.status == "missing"}
    done = [id for id in NOT_YET if id not in missing]
    assert done == [], "these are covered now, or are no [auto] rules: strike them out of NOT_YET"


def test_no_link_in_the_pages_leads_nowhere():
    made = pages()
    for name, text in made.items():
        folder = name.rpartition("/")[0]
        for page, anchor in re.findall(r"\]\(([\w/-]+\.md)(?:#([\w-]+))?\)", text):
            target = made[f"{folder}/{page}".lstrip("/")]
            places = re.findall(r'(?:^#+ |<a id=")(.+?)(?:"|$)', target, re.MULTILINE)
            assert not anchor or anchor in [place.lower() for place in places], f"{name}: {page}#{anchor}"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_outside_source_that_is_cited_is_told_of_and_linked(lang):
    texts = {entry.id: " ".join(entry.parts(lang).values()) for entry in ambiguities()}
    texts |= {entry.id: entry.text[lang] for entry in rules()}
    told = {one.id for one in evidence() if one.where[lang] and one.settles[lang]}
    none_left(
        {
            f"{id}: {cited}"
            for id, text in texts.items()
            for cited in OUTSIDE.findall(text)
            if cited not in told
        },
        "add an [[evidence]] to src/komandor/rulebook/data/ambiguities.toml, or strike the citation out:",
    )
    page = pages()[f"rules/{lang}/ambiguities.md"]
    assert set(re.findall(r"\(ambiguities\.md#(x\d+)\)", page)) <= set(re.findall('<a id="(.+?)"', page))
    assert re.findall(r"(?<![\[>])\bX\d+\b", page.partition("\n## ")[0].split("### ", 1)[1]) == []


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("wolny los", "COM-BYE-1"),
        ("WOLNEGO LOSU", "COM-BYE-1"),
        ("zgubil element", "COM-LOST-1"),
        ("arm score 5", "ARM-SCORE-5"),
        ("blue die", "IA-END-5"),
    ],
)
def test_search_finds_rules_whatever_the_case_diacritics_or_ending(words, first):
    assert search(words)[0].id == first


def test_search_without_diacritics_finds_the_same():
    assert search("żetony sędzia", "pl") == search("zetony sedzia", "pl") != ()


def test_search_keeps_to_the_language_asked_for():
    assert search("przeciwnik", "en") == ()
    assert search("przeciwnik", "pl") == search("przeciwnik") != ()
    assert search("xyzzy") == search("") == ()


def test_a_wrong_id_brings_the_ids_that_were_probably_meant():
    assert "ARM-SCORE-5" in near("arm-scoer-5")
    assert near("nonsense") == ()


def test_every_reading_names_the_settings_that_rest_on_it() -> None:
    """But for settings with one choice, and what is an event's own choice (COM-LIST-1, COM-PAIR-1)."""
    every = (one for game in games.GAMES for one in settings_of(game) if len(one.choices) != 1)
    told = {key for one in ambiguities() for key in one.settings}
    none_left(
        {f"{one.ambiguity}: {one.key}" for one in every if one.key not in (*told, *OWN_CHOICES)},
        "write each into `settings` of its reading in src/komandor/rulebook/data/ambiguities.toml",
    )
