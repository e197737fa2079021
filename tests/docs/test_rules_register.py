"""The register of rules is whole: nothing of the documents is missing from it, and nothing hides in it."""

import re
from collections import Counter
from pathlib import Path

import pytest

from komandor.rulebook import LANGUAGES, ambiguities, ambiguity, rule, rules, search
from komandor.rulebook.coverage import CHECKOUT, PACKAGE, cited_in, coverage, source_files
from komandor.rulebook.finding import near
from komandor.rulebook.pages import pages
from komandor.rulebook.register import PARTS, TAGS

GAMES = set(PARTS) - {"common"}

NOT_YET: tuple[str, ...] = tuple(
    """
    COM-ROLE-1 COM-ROLE-3 COM-ROLE-5 COM-ROLE-6 COM-ROLE-10
    COM-PART-1 COM-PART-2 COM-PART-3 COM-PART-4
    COM-COND-7
    COM-MAT-2 COM-MAT-6 COM-MAT-7
    COM-LIST-1 COM-LIST-2 COM-LIST-3
    COM-LOST-4 COM-LOST-5 COM-LOST-6
    COM-PROD-2
    COM-PREP-3
    COM-TIME-1 COM-TIME-3
    COM-PAIR-3 COM-PAIR-4 COM-PAIR-7
    COM-DROP-2 COM-DROP-5
    COM-ELIM-4 COM-ELIM-5 COM-ELIM-7
    COM-CONC-1
    COM-PTS-1
    COM-STRUCT-1 COM-STRUCT-4 COM-STRUCT-5
    COM-LEVEL-1
    ARM-FMT-1
    ARM-LIST-1 ARM-LIST-2 ARM-LIST-3 ARM-LIST-4 ARM-LIST-5 ARM-LIST-6 ARM-LIST-7 ARM-LIST-8
    ARM-PROD-3 ARM-PROD-5
    ARM-SETUP-5
    ARM-PLAY-3
    ARM-TIME-1 ARM-TIME-2
    ARM-PAIR-1
    ARM-BYE-1
    ARM-CUT-1
    ARM-ELIM-1
    ARM-END-1 ARM-END-2 ARM-END-3 ARM-END-4 ARM-END-5 ARM-END-6
    ARM-SCORE-1 ARM-SCORE-2 ARM-SCORE-3 ARM-SCORE-4 ARM-SCORE-5 ARM-SCORE-6
    ARM-CONC-1 ARM-CONC-2
    ARM-STRUCT-1 ARM-STRUCT-2 ARM-STRUCT-3
    IA-FMT-1
    IA-LIST-1 IA-LIST-2 IA-LIST-3 IA-LIST-4 IA-LIST-5 IA-LIST-6
    IA-PROD-3 IA-PROD-4
    IA-MAP-1 IA-MAP-2
    IA-SETUP-1 IA-SETUP-2
    IA-TIME-1 IA-TIME-2
    IA-PAIR-1
    IA-BYE-1
    IA-CUT-1
    IA-ELIM-1 IA-ELIM-2
    IA-END-1 IA-END-2 IA-END-3 IA-END-4 IA-END-5
    IA-SCORE-1
    IA-STRUCT-1 IA-STRUCT-2 IA-STRUCT-3
    DES-FMT-1
    DES-LIST-1 DES-LIST-2 DES-LIST-3 DES-LIST-4 DES-LIST-5 DES-LIST-6 DES-LIST-7 DES-LIST-8
    DES-LOST-2
    DES-PROD-2 DES-PROD-3
    DES-SETUP-7
    DES-TIME-1 DES-TIME-2
    DES-PAIR-1
    DES-BYE-1
    DES-CUT-1
    DES-ELIM-1 DES-ELIM-2
    DES-END-1 DES-END-2 DES-END-3 DES-END-4 DES-END-5
    DES-BO3-1 DES-BO3-2 DES-BO3-3 DES-BO3-4 DES-BO3-5 DES-BO3-6
    DES-SCORE-1
    DES-STRUCT-1 DES-STRUCT-2 DES-STRUCT-3
    SWL-PART-1 SWL-PART-2
    SWL-DECK-1 SWL-DECK-2
    SWL-SETUP-2
    SWL-CHECK-2 SWL-CHECK-3
    SWL-COND-7
    SWL-SANC-3
    SWL-ERR-4
    SWL-ROUND-1 SWL-ROUND-2 SWL-ROUND-3 SWL-ROUND-4 SWL-ROUND-5
    SWL-STRUCT-1 SWL-STRUCT-2 SWL-STRUCT-3
    SWL-PAIR-1 SWL-PAIR-2 SWL-PAIR-4 SWL-PAIR-5 SWL-PAIR-7
    SWL-SCORE-1 SWL-SCORE-2 SWL-SCORE-3
    SWL-CONC-1 SWL-CONC-3
    SWL-FIN-1 SWL-FIN-2
    SWL-SIDE-1 SWL-SIDE-2 SWL-SIDE-3 SWL-SIDE-4
    SWL-FTIME-1 SWL-FTIME-2 SWL-FTIME-3 SWL-FTIME-4 SWL-FTIME-5
    SWL-FINAL-1
    SWL-2V2-2 SWL-2V2-3 SWL-2V2-4 SWL-2V2-5 SWL-2V2-7 SWL-2V2-8 SWL-2V2-9 SWL-2V2-10
    SWL-PROD-1 SWL-PROD-3
    CON-LIST-1 CON-LIST-4 CON-LIST-5
    CON-LOST-2
    CON-PROD-2 CON-PROD-3
    CON-DEF-1 CON-DEF-2 CON-DEF-3 CON-DEF-4
    CON-RTIME-1 CON-RTIME-2
    CON-PAIR-1
    CON-BYE-1
    CON-CUT-1
    CON-ELIM-1
    CON-END-1 CON-END-2 CON-END-3 CON-END-4 CON-END-5 CON-END-6 CON-END-7 CON-END-8
    CON-TIME-1 CON-TIME-2 CON-TIME-3 CON-TIME-4 CON-TIME-5
    CON-SCORE-1
    CON-STRUCT-1 CON-STRUCT-2 CON-STRUCT-3
    """.split()
)
"""The [auto] rules that no code names yet, or no test. Strike out what your change covers."""


def test_there_are_475_rules_each_with_its_own_id():
    assert len(rules()) == 475
    assert [id for id, times in Counter(entry.id for entry in rules()).items() if times > 1] == []


def test_the_register_has_every_rule_and_every_ambiguity_of_the_specification(shared: Path):
    text = "\n".join(path.read_text(encoding="utf-8") for path in (shared / "rules").glob("*.md"))
    specified = re.findall(r"(?m)^- \*\*([A-Z0-9-]+)\*\* \[(\w+)\]", text)
    assert sorted(specified) == sorted((entry.id, entry.tag) for entry in rules())
    assert sorted(re.findall(r"(?m)^### (AMB-\w+)", text)) == sorted(entry.id for entry in ambiguities())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_everything_is_said_in_both_languages(lang):
    assert [entry.id for entry in rules() if not (entry.text[lang] and entry.section[lang])] == []
    for entry in ambiguities():
        assert entry.title[lang], entry.id
        assert set(entry.said("en")) == set(entry.said(lang)), entry.id
        assert all(entry.said(lang).values()), entry.id


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
    assert unknown == set()


def test_every_auto_rule_is_carried_by_code_and_test_or_listed_as_not_yet():
    missing = [entry.id for entry in coverage() if entry.tag == "auto" and entry.status == "missing"]
    hidden = [id for id in missing if id not in NOT_YET]
    assert hidden == [], (
        "no code, or no test marked with rule(…), names these; mend that or add them to NOT_YET"
    )


def test_not_yet_names_only_rules_that_are_really_missing():
    missing = {entry.id for entry in coverage() if entry.tag == "auto" and entry.status == "missing"}
    done = [id for id in NOT_YET if id not in missing]
    assert done == [], "these are covered now, or are no [auto] rules: strike them out of NOT_YET"


def test_the_pages_in_docs_are_printed_from_the_register():
    folder = CHECKOUT / "docs" / "rules"
    there = {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in folder.rglob("*.md")
    }
    made = pages()
    assert sorted(there) == sorted(made)
    stale = [name for name, text in made.items() if there[name] != text]
    assert stale == [], "run: python -m komandor.rulebook"


def test_no_link_in_the_pages_leads_nowhere():
    made = pages()
    for name, text in made.items():
        folder = name.rpartition("/")[0]
        for page, anchor in re.findall(r"\]\(([\w/-]+\.md)(?:#([\w-]+))?\)", text):
            target = made[f"{folder}/{page}".lstrip("/")]
            assert not anchor or f"\n### {anchor.upper()}\n" in target, f"{name}: {page}#{anchor}"


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
