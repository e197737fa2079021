"""Findings on Conquest: structure by kind of event, slips at time, modified wins, the first player."""

import pytest

from komandor.core.games.game import Situation
from komandor.core.outcomes import MatchScore
from komandor.core.reasons import Refusal
from komandor.core.regulations.structures import structure_deviates
from komandor.core.tournament import commands as c
from komandor.texts.fields import field_label
from komandor.texts.speaker import sentence
from tests.support.event import Event, single, swiss
from tests.support.rules import rules_of

CONQUEST = rules_of("conquest@2016-1.1")
SWISS = Situation("swiss")


def at_time(**more: object) -> MatchScore | Refusal:
    situation = more.pop("situation", SWISS)
    assert isinstance(situation, Situation)
    return CONQUEST.score({"end": "time", **more}, situation)


def code(answer: MatchScore | Refusal) -> tuple[str, str | None]:
    assert isinstance(answer, Refusal), answer
    return answer.reasons[0].code, answer.reasons[0].rule


@pytest.mark.rule("CON-STRUCT-1", "CON-STRUCT-2")
@pytest.mark.parametrize(
    ("kind", "structure", "cut"), [("regional", "advanced", 8), ("store", "basic", 4), ("weekly", "basic", 4)]
)
def test_a4_the_kind_of_event_presets_the_structure(kind: str, structure: str, cut: int) -> None:
    """A Regional plays the advanced structure, a Store Championship the basic one."""
    event = Event("conquest", event_kind=kind).register(20).announce()
    assert event.t.structure == structure
    assert [(s.kind, s.rounds, s.cut) for s in event.t.announced] == [("swiss", 4, 0), ("single", 0, cut)]


@pytest.mark.rule("CON-STRUCT-1", "CON-STRUCT-2")
def test_a4_another_structure_is_a_warning_with_its_rule() -> None:
    """The organiser may deviate, and is told by which rule it is one."""
    found = structure_deviates(CONQUEST.data, "store", "advanced")
    assert found
    assert (found.code, found.rule) == ("structure.not_usual", "CON-STRUCT-1")
    assert structure_deviates(CONQUEST.data, "regional", "advanced") is None
    assert structure_deviates(CONQUEST.data, "weekly", "advanced") is None


@pytest.mark.rule("CON-TIME-2")
@pytest.mark.parametrize(
    ("lang", "kinds", "total"),
    [("en", "kinds of symbols", "symbols"), ("pl", "rodzaje symboli", "symbole")],
)
def test_b4_labels_ask_for_kinds_of_symbols(lang: str, kinds: str, total: str) -> None:
    """The slip asks for what the setting counts, and the reason names it."""
    for setting, words in (("kinds", kinds), ("total", total)):
        where = Situation("swiss", settings={"conquest.symbols": setting})
        field = next(one for one in CONQUEST.form(where).game if one.key == "symbols")
        assert field_label(field.label or field.key, lang, "conquest").startswith(words)
        score = at_time(planets=[2, 2], symbols=[3, 2], situation=where)
        assert isinstance(score, MatchScore)
        told = next(r for r in score.reasons if r.rule == "CON-TIME-2")
        assert words in sentence(told, lang, game="conquest").lower()


@pytest.mark.rule("CON-TIME-1", "CON-TIME-2", "CON-TIME-3")
def test_b5_impossible_slips_are_refused() -> None:
    """Seven planets exist, symbols stand on planets, and only an owner took the last one."""
    assert code(at_time(planets=[5, 4])) == ("conquest.planets_exist", "CON-TIME-1")
    bare = at_time(planets=[0, 0], symbols=[2, 0])
    assert code(bare) == ("conquest.symbols_without_planets", "CON-TIME-2")
    assert code(at_time(planets=[1, 1], symbols=[0, 1])) == (
        "conquest.symbols_without_planets",
        "CON-TIME-2",
    )
    stolen = at_time(planets=[0, 0], symbols=[0, 0], last_planet="a")
    assert code(stolen) == ("conquest.last_planet_is_owned", "CON-TIME-3")
    assert isinstance(at_time(planets=[4, 3]), MatchScore)


@pytest.mark.rule("CON-RTIME-1")
def test_b5_a_final_without_a_limit_is_not_decided_by_time() -> None:
    """The event that sets no limit for its final takes no result at time there."""
    unlimited = Situation("final", settings={"conquest.final_minutes": "none"})
    assert code(at_time(planets=[4, 3], situation=unlimited)) == (
        "conquest.no_limit_in_final",
        "CON-RTIME-1",
    )
    assert isinstance(at_time(planets=[4, 3], situation=Situation("final")), MatchScore)


@pytest.mark.rule("CON-END-6")
@pytest.mark.parametrize(("lang", "words"), [("en", "modified win"), ("pl", "zmodyfikowane zwycięstwo")])
def test_c7_a_modified_win_is_called_so(lang: str, words: str) -> None:
    """Named on the slip or found by the ladder, the sentence says which win it is."""
    for report in ({"end": "modified_win", "winner": "a"}, {"end": "time", "planets": [2, 1]}):
        score = CONQUEST.score(report, SWISS)
        assert isinstance(score, MatchScore)
        told = [sentence(r, lang).lower() for r in score.reasons if r.rule == "CON-END-6"]
        assert any(words in one for one in told)


@pytest.mark.rule("CON-SETUP-3")
def test_con_setup_3_the_first_player_is_drawn() -> None:
    """The lot names the first player; the result does not follow from it."""
    event = Event("conquest", swiss(1), single(4)).register(4).announce().start()
    match = event.in_round()[0]
    event.do(c.SetInitiative(match.number))
    assert event.t.matches[match.number].first in match.players
    stranger = event.in_round()[1].a
    event.refused(c.SetInitiative(match.number, stranger), "result.winner_not_here", "CON-SETUP-3")
