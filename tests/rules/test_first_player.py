"""Who begins, who chooses and what was chosen follows from fleets, lots and slips, as each game says."""

from typing import Any

import pytest

from komandor.core.games.game import Situation
from komandor.core.games.reports import recorded_first
from komandor.core.tournament import commands as c
from komandor.texts.speaker import Speaker
from tests.support.event import Event, by, single, swiss
from tests.support.rules import rules_of
from tests.support.world import ORGANISER, World, client, site_of

ARMADA = rules_of("armada@2017")

SWISS = Situation("swiss")


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
def test_the_objective_that_was_chosen_is_recorded() -> None:
    """The slip keeps which objective the first player picked."""
    event = Event("armada", swiss(1)).register(4).announce().start()
    match = event.in_round()[0]
    slip: dict[str, Any] = {"end": "rounds", "scores": (177, 49), "objective": "assault"}
    event.do(c.EnterResult(match=match.number, report=slip))
    assert event.result(match).report["objective"] == "assault"


@pytest.mark.rule("ARM-SETUP-6")
def test_the_objective_is_recorded_at_set_up_and_known_on_the_slip() -> None:
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
def test_the_console_notes_the_objective_with_the_initiative() -> None:
    world = World("armada", swiss(1)).people(4).announce().start()
    match, desk = world.in_round()[0], client(site_of(world), world.link(ORGANISER))
    page = f"/c/cup/match/{match.number}"
    assert 'name="choice"' in desk.get(page).content.decode()
    desk.post(f"{page}/first", {"what": "initiative", "player": str(match.b), "choice": "navigation"})
    noted = world.ledger.load("cup").state.matches[match.number]
    assert (noted.first, noted.choice) == (match.b, "navigation")


@pytest.mark.rule("CON-SETUP-3")
def test_con_setup_3_the_first_player_is_drawn() -> None:
    """The lot names the first player; the result does not follow from it."""
    event = Event("conquest", swiss(1), single(4)).register(4).announce().start()
    match = event.in_round()[0]
    event.do(c.SetInitiative(match.number))
    assert event.t.matches[match.number].first in match.players
    stranger = event.in_round()[1].a
    event.refused(c.SetInitiative(match.number, stranger), "result.winner_not_here", "CON-SETUP-3")


@pytest.mark.parametrize("game", ["imperial-assault", "destiny"])
def test_a_game_cites_no_rule_of_another_game_for_its_first_player(game: str) -> None:
    event = Event(game, swiss(1)).register(4).announce().start()
    match, other = event.matches()
    event.refused(c.SetInitiative(match.number, other.a), "result.winner_not_here", None)


@pytest.mark.rule("ARM-SETUP-6")
def test_what_is_chosen_with_the_initiative_is_asked_only_where_there_is_something() -> None:
    """A refusal never lists nothing to choose from, and no lot is drawn for a match that is over."""
    event = Event("conquest", swiss(1)).register(4).announce().start()
    match = event.matches()[0]
    event.refused(c.SetInitiative(match.number, match.a, "navigation"), "initiative.nothing_to_choose")
    event = Event("armada", swiss(1)).register(4).announce().start()
    match = event.matches()[0]
    nobody = c.SetInitiative(match.number, None, "navigation")
    told = event.refused(nobody, "initiative.who_chose", "ARM-SETUP-6")
    assert "objective" in Speaker(lang="en", game="armada").sentence(told)
    event.results().refused(c.SetInitiative(match.number), "result.already_final", "ARM-SETUP-5")
