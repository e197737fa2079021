"""Findings on Armada: initiative by fleet totals, the chosen objective, sentences, cut sizes."""

from typing import Any

import pytest

from komandor.core.games.game import Situation
from komandor.core.games.reports import recorded_first
from komandor.core.outcomes import MatchScore
from komandor.core.tournament import commands as c
from komandor.core.tournament.readings.attendance import structure_warnings
from komandor.texts.catalogue import LANGUAGES
from komandor.texts.speaker import Speaker, sentence
from tests.support.event import Event, by, single, swiss
from tests.support.rules import rules_of
from tests.support.world import ORGANISER, World, client, site_of

ARMADA = rules_of("armada@2017")
SWISS = Situation("swiss")


def scored(**report: object) -> MatchScore:
    score = ARMADA.score(report, SWISS)
    assert isinstance(score, MatchScore), score
    return score


def with_fleets(low: int, high: int) -> Event:
    event = Event("armada", swiss(1)).register(4)
    for player, total in ((1, low), (2, high), (3, high), (4, high)):
        event.do(c.SubmitList(player, {"player": "A", "total": total}))
    return event.announce().start()


@pytest.mark.rule("ARM-SETUP-5")
def test_arm_setup_5_the_lower_fleet_total_decides_on_the_initiative() -> None:
    """With both lists known neither the lot nor the other player decides; it may be given away."""
    event = with_fleets(370, 390)
    match = event.match(1)
    other = match.opponent(1) or 0
    told = event.refused(c.SetInitiative(match.number), "initiative.lower_total", "ARM-SETUP-5")
    assert (told.params["player"], told.params["low"], told.params["high"]) == (1, 370, 390)
    event.refused(c.SetInitiative(match.number, other), "initiative.lower_total", "ARM-SETUP-5", by=by(other))
    event.do(c.SetInitiative(match.number, other), by=by(1))
    assert event.t.matches[match.number].first == other


@pytest.mark.rule("ARM-SETUP-5")
def test_arm_setup_5_at_equal_totals_the_lot_names_who_decides() -> None:
    """A random method names the player who decides, and they may give the initiative away."""
    event = with_fleets(390, 390)
    match = event.match(1)
    event.do(c.SetInitiative(match.number))
    chooser = event.t.matches[match.number].chooser
    assert (event.t.matches[match.number].first, chooser in match.players) == (None, True)
    other = match.opponent(chooser or 0) or 0
    for again, who in ((None, by(1)), (other, by(other))):
        event.refused(c.SetInitiative(match.number, again), "initiative.lot_named", "ARM-SETUP-5", by=who)
    event.do(c.SetInitiative(match.number, other), by=by(chooser or 0))
    assert event.t.matches[match.number].first == other


@pytest.mark.rule("ARM-SETUP-6")
def test_p14_the_objective_that_was_chosen_is_recorded() -> None:
    """The slip keeps which objective the first player picked."""
    event = Event("armada", swiss(1)).register(4).announce().start()
    match = event.in_round()[0]
    slip: dict[str, Any] = {"end": "rounds", "scores": (177, 49), "objective": "assault"}
    event.do(c.EnterResult(match=match.number, report=slip))
    assert event.result(match).report["objective"] == "assault"


@pytest.mark.rule("ARM-SETUP-6")
def test_p14_the_objective_is_recorded_at_set_up_and_known_on_the_slip() -> None:
    """With the initiative the chosen category is noted before the game; the slip need not repeat it."""
    event = Event("armada", swiss(1)).register(4).announce().start()
    match = event.in_round()[0]
    wrong = c.SetInitiative(match.number, match.a, "campaign")
    event.refused(wrong, "report.unknown_choice", "ARM-SETUP-6")
    event.do(c.SetInitiative(match.number, match.a, "defense"), by=by(match.a))
    assert event.t.matches[match.number].choice == "defense"
    for lang, words in (("en", "chosen: defence"), ("pl", "wybór: obrona")):
        assert words in Speaker(lang=lang, game="armada").event(event.last[-1])
    known = recorded_first(ARMADA.form(SWISS), "a", event.t.matches[match.number].choice)
    assert known == {"first": "a", "objective": "defense"}


@pytest.mark.rule("ARM-SETUP-6")
def test_p14_the_console_notes_the_objective_with_the_initiative() -> None:
    world = World("armada", swiss(1)).people(4).announce().start()
    match, desk = world.in_round()[0], client(site_of(world), world.link(ORGANISER))
    page = f"/c/cup/match/{match.number}"
    assert 'name="choice"' in desk.get(page).content.decode()
    desk.post(f"{page}/first", {"what": "initiative", "player": str(match.b), "choice": "navigation"})
    noted = world.ledger.load("cup").state.matches[match.number]
    assert (noted.first, noted.choice) == (match.b, "navigation")


@pytest.mark.rule("ARM-CONC-1")
@pytest.mark.parametrize(("lang", "who"), [("en", "player B"), ("pl", "gracz B")])
def test_p9_the_concession_text_names_the_player_without_ships(lang: str, who: str) -> None:
    """A concedes, but B has no ships left: the sentence speaks of B."""
    score = scored(end="concession", conceded_by="a", scores=[400, 100], ships_left=[True, False])
    told = next(r for r in score.reasons if r.code == "armada.no_concession")
    text = sentence(told, lang)
    assert who in text
    assert who.replace("B", "A") not in text


@pytest.mark.rule("ARM-END-2")
def test_p17_mutual_destruction_begins_with_its_own_rule() -> None:
    """Both fleets destroyed is ARM-END-2 from the first sentence on."""
    score = scored(end="destruction", scores=[400, 400], ships_left=[False, False], first="a")
    assert score.reasons[0].rule == "ARM-END-2"


@pytest.mark.rule("ARM-CONC-2")
def test_p17_a_small_lead_is_compared_with_140_by_name() -> None:
    """The sentence names the number, and no negative lead."""
    score = scored(end="concession", conceded_by="b", scores=[20, 50])
    told = next(r for r in score.reasons if r.code == "armada.conceded_fixed")
    for lang in LANGUAGES:
        text = sentence(told, lang)
        assert "140" in text
        assert "-30" not in text


@pytest.mark.rule("ARM-CUT-1", "COM-STRUCT-4")
def test_amb_a3_a_custom_cut_takes_any_size_up_to_the_field_with_a_note() -> None:
    """The document names 2, 4, 8, 16 and 32; more than the players that are there is refused."""
    event = Event("armada", swiss(2), single(6)).register(8).announce()
    assert [w.code for w in structure_warnings(event.t)] == ["structure.cut_not_named"]
    named = Event("armada", swiss(2), single(4)).register(8).announce()
    assert structure_warnings(named.t) == ()
    large = Event("armada", swiss(2), single(64)).register(12)
    large.refused(c.AnnounceStructure(), "structure.cut_too_large", "COM-CUT-2")


@pytest.mark.rule("COM-ELIM-4")
def test_c8_a_knock_out_that_comes_first_begins_with_everybody() -> None:
    """A first stage for two of six players is refused at the announcement."""
    event = Event("destiny", single(2)).register(6)
    event.refused(c.AnnounceStructure(), "structure.all_begin", "COM-ELIM-4")
