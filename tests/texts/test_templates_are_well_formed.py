"""Templates have the right number of word forms, end like sentences, and use the words that players use."""

import re

import pytest

from komandor.texts.catalogue import LANGUAGES, templates, templates_for_you, words
from komandor.texts.plurals import CATEGORIES
from komandor.texts.template import PLACE


def texts_of(lang: str) -> list[tuple[str, str]]:
    sentences = [
        (code, one)
        for table in (templates(lang), templates_for_you(lang))
        for code in table
        for one in table[code]
    ]
    return sentences + [
        (f"{kind}.{code}", said) for kind, table in words(lang).items() for code, said in table.items()
    ]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_number_of_forms(lang: str) -> None:
    wrong = []
    for code, text in texts_of(lang):
        for place in PLACE.finditer(text):
            forms = len((place["forms"] or "").split("|"))
            count = len(CATEGORIES[lang])
            wanted = {"|": count, "~": count, "?": 2}.get(place["how"] or "", 1)
            if forms != wanted:
                wrong.append((code, place[0]))
    assert wrong == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_brace_is_left_over(lang: str) -> None:
    assert [code for code, text in texts_of(lang) if set("{}") & set(PLACE.sub("", text))] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_sentences_end_with_a_stop_and_log_lines_do_not(lang: str) -> None:
    both = {**templates(lang), **{f"you {code}": said for code, said in templates_for_you(lang).items()}}
    assert [
        code for code, said in both.items() for one in said if one.endswith(".") == code.startswith("log.")
    ] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_nothing_is_empty(lang: str) -> None:
    assert [code for code, text in texts_of(lang) if not text.strip()] == []


def test_knock_out_rounds_are_cup_rounds_in_polish() -> None:
    """UX principle 10: never "runda eliminacyjna"."""
    assert [code for code, text in texts_of("pl") if re.search(r"eliminacyjn", text, re.IGNORECASE)] == []


def test_polish_texts_are_not_english() -> None:
    """A sentence that is the same in both languages was forgotten, unless it has no words of its own."""
    same = {
        code
        for code, said in templates("pl").items()
        if said == templates("en")[code] and re.search(r"\w", PLACE.sub("", said[0]))
    }
    assert same == set()
