"""Numbers take the right form of their word, in sentences and on screens alike."""

import pytest

from komandor.core.reasons import Reason, why
from komandor.core.tournament.events import EventVoided
from komandor.texts import Speaker, sentence
from komandor.texts.plurals import CATEGORIES, form, ordinal
from komandor.web.rendering import i18n

ROUNDS = ("runda", "rundy", "rund")


@pytest.mark.parametrize(
    ("number", "expected"),
    [
        (0, "rund"),
        (1, "runda"),
        (2, "rundy"),
        (4, "rundy"),
        (5, "rund"),
        (11, "rund"),
        (12, "rund"),
        (14, "rund"),
        (21, "rund"),
        (22, "rundy"),
        (25, "rund"),
        (101, "rund"),
        (102, "rundy"),
        (112, "rund"),
        (-1, "runda"),
    ],
)
def test_polish_has_three_forms(number: int, expected: str) -> None:
    assert form(number, ROUNDS, "pl") == expected


@pytest.mark.parametrize(("number", "expected"), [(0, "rounds"), (1, "round"), (2, "rounds"), (21, "rounds")])
def test_english_has_two(number: int, expected: str) -> None:
    assert form(number, ("round", "rounds"), "en") == expected


@pytest.mark.parametrize(
    ("targets", "en", "pl"),
    [
        ((40,), "Undone (entry 40): slip", "Cofnięto (wpis 40): slip"),
        ((40, 41), "Undone (entries 40 and 41): slip", "Cofnięto (wpisy 40 i 41): slip"),
        (tuple(range(5)), "Undone (entries 0, 1, 2, 3 and 4): slip", "Cofnięto (wpisy 0, 1, 2, 3 i 4): slip"),
    ],
)
def test_a_list_takes_the_form_of_how_many_it_has(targets: tuple[int, ...], en: str, pl: str) -> None:
    undone = EventVoided(targets, "slip")
    assert (Speaker(lang="en").event(undone), Speaker(lang="pl").event(undone)) == (en, pl)


@pytest.mark.parametrize(
    ("rounds", "said"),
    [(1, "Została jeszcze 1 runda."), (3, "Zostały jeszcze 3 rundy."), (5, "Zostało jeszcze 5 rund.")],
)
def test_verb_and_noun_agree(rounds: int, said: str) -> None:
    assert sentence(why("close.rounds_left", "COM-PREP-3", rounds=rounds), "pl") == said


@pytest.mark.parametrize(
    ("reason", "said"),
    [
        (
            why("standing.decided_by_points", player=2, above=1, own=0, theirs=1),
            "Player 2 is below player 1: 0 against 1 point.",
        ),
        (why("round.stage_complete", stage=1, rounds=1), "Stage 1 is complete: 1 round was played."),
        (why("round.stage_complete", stage=1, rounds=3), "Stage 1 is complete: 3 rounds were played."),
    ],
)
def test_one_of_a_thing_is_not_called_several(reason: Reason, said: str) -> None:
    assert sentence(reason, "en") == said


def test_sentences_and_screens_use_the_same_forms() -> None:
    """Sentences ask Babel's locale, screens the header of the gettext catalogue."""
    translations = i18n.translations("pl")
    message = next(m for c in i18n.catalogues("pl").values() for m in c if isinstance(m.id, tuple))
    assert isinstance(message.id, tuple)
    assert isinstance(message.string, tuple)
    one, many = message.id
    assert len(message.string) == len(CATEGORIES["pl"])
    for number in range(1000):
        assert form(number, message.string, "pl") == translations.ngettext(one, many, number)


@pytest.mark.parametrize(
    ("number", "english"),
    [
        (1, "1st"),
        (2, "2nd"),
        (3, "3rd"),
        (4, "4th"),
        (11, "11th"),
        (12, "12th"),
        (113, "113th"),
        (121, "121st"),
    ],
)
def test_places_are_written_as_each_language_has_them(number: int, english: str) -> None:
    assert (ordinal(number, "en"), ordinal(number, "pl")) == (english, f"{number}.")
