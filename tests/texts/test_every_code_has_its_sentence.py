"""Every code that the source can make has a sentence in Polish and in English, and no sentence is idle."""

import pytest

from komandor.core.tournament.actions import EVENTS
from komandor.texts.catalogue import LANGUAGES, templates, templates_for_you
from komandor.texts.template import names_in
from tests.support.contracts import none_left
from tests.texts.codes import literals, made

LOG = {f"log.{event.__name__}" for event in EVENTS}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_code_without_a_sentence(lang: str) -> None:
    wanted = {one.code: one.where for one in made()} | literals() | dict.fromkeys(LOG, "events")
    lacking = [f"{code} (from {where})" for code, where in wanted.items() if code not in templates(lang)]
    none_left(
        lacking,
        f"write a sentence for each into src/komandor/texts/reasons/{lang}, or the game's {lang}.toml",
    )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_sentence_without_a_code(lang: str) -> None:
    known = {one.code for one in made()} | set(literals()) | LOG
    assert sorted(templates(lang).keys() - known) == []
    assert sorted(templates_for_you(lang).keys() - known) == []


def test_both_languages_speak_to_the_player_about_the_same_things() -> None:
    polish, english = templates_for_you("pl"), templates_for_you("en")
    wrong = [
        f"{code} ({'en' if code in polish else 'pl'})" for code in sorted(polish.keys() ^ english.keys())
    ]
    none_left(wrong, "write a sentence for each under [you.…] in src/komandor/texts/reasons")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_place_gives_what_its_sentence_asks_for(lang: str) -> None:
    """At each place that makes a reason one of its sentences needs nothing more than is given there."""
    unfit = []
    for one in made():
        said = templates(lang)[one.code]
        if not any(set(names_in(template)) <= one.params for template in said):
            unfit.append((one.where, one.code, sorted(one.params), said))
    assert unfit == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_sentences_ask_only_for_what_some_place_gives(lang: str) -> None:
    given: dict[str, set[str]] = {}
    for one in made():
        given.setdefault(one.code, set()).update(one.params)
    idle = []
    for source in (templates(lang), templates_for_you(lang)):
        for code in source.keys() & given.keys():
            asked = {name for template in source[code] for name in names_in(template)}
            if not asked <= given[code]:
                idle.append((code, sorted(asked - given[code])))
    assert idle == []
