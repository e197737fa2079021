"""Findings on Destiny: damage with the health of the defeated, a damaged die, the list of dice."""

import pytest

from komandor.core.games.game import Situation
from komandor.core.outcomes import MatchScore
from komandor.core.tournament import commands as c
from komandor.core.tournament.readings.regulations import ways_out
from komandor.texts.fields import field_label
from tests.support.event import Event
from tests.support.rules import rules_of

DESTINY = rules_of("destiny@2017")


@pytest.mark.rule("DES-END-5")
@pytest.mark.parametrize(
    ("lang", "words"),
    [("en", "with the health of your defeated characters"), ("pl", "wraz ze zdrowiem pokonanych postaci")],
)
def test_damage_at_time_says_that_the_health_of_the_defeated_counts(lang: str, words: str) -> None:
    """The first step of the ladder is one sum, and the slip says so."""
    assert words in field_label("damage", lang, "destiny")


@pytest.mark.rule("DES-LOST-2")
def test_p13_a_damaged_die_is_replaced_or_ends_the_event() -> None:
    """Sharing, setting aside or conceding alone is not what the document says."""
    event = Event("destiny").register(4).announce().start()
    match = event.in_round()[0]
    event.do(c.ReportComponent(player=match.a, kind="damaged", what="Vader", category="die"))
    assert ways_out(event.t, event.t.components[1]) == ("replaced", "removed")
    for way in ("proxy", "shared", "set_aside", "conceded"):
        event.refused(c.ResolveComponent(1, way), "component.die_broken", "DES-LOST-2")
    event.do(c.ResolveComponent(1, "removed"))
    assert event.winner(match.b or 0) == match.b
    assert not event.player(match.a).active


@pytest.mark.rule("DES-DICE-1")
def test_des_dice_1_the_list_of_dice_that_a_deck_needs() -> None:
    """One die for a character, two for an elite one, one for every copy of a card with a die."""
    given = {
        "characters": [{"name": "Vader", "version": "elite"}, {"name": "Trooper", "count": 2}],
        "deck": [{"name": "Lightsaber", "count": 2, "die": "yes"}, {"name": "Force Choke", "count": 1}],
    }
    assert DESTINY.dice
    assert DESTINY.dice(given) == (("Vader", 2), ("Trooper", 2), ("Lightsaber", 2))


@pytest.mark.rule("DES-END-1")
def test_p17_both_defeated_is_not_said_to_be_a_comparison() -> None:
    """Nothing was compared before, so the sentence speaks of both sides' loss."""
    report = {"end": "defeat", "defeated": [True, True], "battlefield": "b"}
    score = DESTINY.score(report, Situation("swiss"))
    assert isinstance(score, MatchScore)
    assert score.reasons[0].code == "destiny.both_lost"


@pytest.mark.rule("DES-END-5", "DES-BO3-5")
def test_p17_the_ladder_that_decided_game_3_is_told() -> None:
    """A best of three names the step that decided its last game."""
    games = [
        {"end": "win", "winner": "a"},
        {"end": "win", "winner": "b"},
        {"end": "time", "damage": [3, 5], "game_rounds": 2},
    ]
    score = DESTINY.score({"games": games}, Situation("knockout", "advanced"))
    assert isinstance(score, MatchScore)
    assert "DES-END-5" in [r.rule for r in score.reasons]
