"""A ruling costs the game in which it was given; the match goes on (COM-LOST-4, SWL-SANC-3)."""

import pytest

from komandor.app.access import Actor
from komandor.core.outcomes import Outcome
from komandor.core.tournament import commands as c
from komandor.core.tournament.state import Match
from komandor.core.tournament.values import SanctionKind, Scored
from tests.support.checking import checked
from tests.support.event import ORGANISER, Event, by, single, swiss
from tests.support.world import client, opened, site_of


def knock_out(game: str) -> tuple[Event, Match]:
    """A best of three in the first knock-out round, with the clock running."""
    event = Event(game, swiss(1), single(4)).register(4).announce().play_stage().cut().start()
    return event, event.matches()[0]


def two_games() -> tuple[Event, Match]:
    event = Event("star-wars-lcg", swiss(2)).register(4).announce().start()
    return event, event.matches()[0]


def lost(event: Event, match: Match) -> None:
    """The time to look for a card is over (COM-LOST-3)."""
    event.do(c.ReportComponent(player=match.a, kind="lost", what="a card", minutes=3, in_game=False))
    event.do(c.ResolveComponent(max(event.t.components), "conceded"))


@pytest.mark.rule("COM-LOST-4")
@pytest.mark.parametrize("game", ["destiny", "imperial-assault"])
def test_a_missing_component_costs_one_game_of_a_best_of_three(game: str) -> None:
    event, match = knock_out(game)
    lost(event, match)
    assert not event.match(match.a).final, "0-1, and the match goes on (DV-25)"
    straight = c.EnterResult(match=match.number, report=event.slip(match.a, "a a"))
    event.refused(straight, "result.game_lost", "COM-LOST-4")
    event.do(c.EnterResult(match=match.number, report=event.slip(match.a, "b a a")))
    assert event.winner(match.a) == match.a
    assert checked(event) == []


@pytest.mark.rule("COM-LOST-4")
def test_a_second_lost_game_is_the_match() -> None:
    event, match = knock_out("destiny")
    lost(event, match)
    lost(event, match)
    assert event.winner(match.a) == match.b


@pytest.mark.rule("COM-LOST-4")
def test_a_card_not_found_costs_one_of_two_games() -> None:
    event, match = two_games()
    lost(event, match)
    assert not event.match(match.a).final
    event.refused(
        c.ReportResult(match.number, event.slip(match.a, "ww"), match.players),
        "result.game_lost",
        "COM-LOST-4",
        by=by(match.a),
    )
    event.do(c.EnterResult(match=match.number, report=event.slip(match.a, "lw")))
    assert [s.points for s in event.result(match).scores] == [3, 3]
    assert checked(event) == []


@pytest.mark.rule("SWL-SANC-1", "SWL-SANC-3")
def test_a_game_loss_is_on_the_slip_or_the_slip_is_refused() -> None:
    event, match = two_games()
    event.do(c.GiveSanction(player=match.a, kind="game_loss", reason="slow play", match=match.number))
    wins = c.EnterResult(match=match.number, report=event.slip(match.a, "ww"))
    reason = event.refused(wins, "result.game_lost", "SWL-SANC-1")
    assert (reason.params["player"], reason.params["games"]) == (match.a, 1)
    event.do(c.EnterResult(match=match.number, report=event.slip(match.a, "wl")))
    assert checked(event) == []


@pytest.mark.rule("SWL-SANC-3")
def test_a_result_that_does_not_show_the_lost_game_is_annulled() -> None:
    event, match = two_games()
    event.do(c.EnterResult(match=match.number, report=event.slip(match.a, "ww")))
    late = c.GiveSanction(
        player=match.a, kind="game_loss", reason="cheating", match=match.number, corrects=True
    )
    event.do(late)
    assert not event.match(match.a).final
    event.do(c.EnterResult(match=match.number, report=event.slip(match.a, "wl")))
    shown = event.result(match)
    event.do(c.GiveSanction(player=match.b or 0, kind="game_loss", reason="cheating too", match=match.number))
    assert event.result(match) == shown, "it shows a lost game of each"


@pytest.mark.rule("SWL-SANC-1", "SWL-SCORE-1", "SWL-ERR-4")
@pytest.mark.parametrize("heavy", ["match_loss", "game_loss"])
def test_two_lost_games_against_one_are_worth_the_one_game_that_was_won(heavy: SanctionKind) -> None:
    """Points are given for each game: a game that both have lost gives nobody 3 points."""
    event, match = two_games()
    assert match.b is not None
    event.do(c.GiveSanction(player=match.b, kind="game_loss", reason="slow play", match=match.number))
    for _ in range(1 if heavy == "match_loss" else 2):
        event.do(c.GiveSanction(player=match.a, kind=heavy, reason="cheating", match=match.number))
    assert [(one.player, one.points) for one in event.result(match).scores] == [(match.a, 0), (match.b, 3)]
    assert event.winner(match.a) == match.b
    again = c.GiveSanction(
        player=match.b, kind="game_loss", reason="again", match=match.number, corrects=True
    )
    event.do(again)
    assert [one.points for one in event.result(match).scores] == [0, 0], "both have lost both games"
    assert checked(event) == []


@pytest.mark.rule("SWL-SANC-3")
def test_only_the_organiser_sets_a_lost_game_aside() -> None:
    event, match = two_games()
    judge = event.staff("judge")
    event.do(c.GiveSanction(player=match.a, kind="game_loss", reason="slow play", match=match.number))
    by_hand = (Scored(match.a, Outcome.WIN, 6), Scored(match.b or 0, Outcome.LOSS, 0))
    override = c.EnterResult(match=match.number, scores=by_hand, winner=match.a, reason="a mistake")
    event.refused(override, "access.organiser_overrides", "COM-COND-8", by=judge)
    event.do(override)
    assert event.winner(match.a) == match.a


@pytest.mark.rule("COM-COND-8")
@pytest.mark.parametrize("game", ["armada", "imperial-assault", "destiny", "conquest"])
def test_a_double_loss_needs_the_organiser_and_a_reason(game: str) -> None:
    event = Event(game, swiss(2)).register(4).announce().start()
    match, scorekeeper = event.matches()[0], event.staff("scorekeeper")
    both = event.slip(match.a, "dl")
    event.refused(
        c.EnterResult(match=match.number, report=both, reason="both cheated"),
        "access.organiser_punishes",
        "COM-COND-8",
        by=scorekeeper,
    )
    event.refused(c.EnterResult(match=match.number, report=both), "result.double_loss_reason", "COM-COND-8")
    event.refused(
        c.EnterResult(match=match.number, report=both),
        "result.double_loss_reason",
        "COM-COND-8",
        by=Actor("host"),
    )
    event.do(c.EnterResult(match=match.number, report=both, reason="both cheated"))
    assert [s.points for s in event.result(match).scores] == [0, 0]


@pytest.mark.rule("SWL-ERR-4")
def test_star_wars_lcg_knows_double_losses_as_results() -> None:
    event, match = two_games()
    both = {"games": ({"end": "double_loss"}, {"end": "double_loss"})}
    event.do(c.EnterResult(match=match.number, report=both), by=event.staff("judge"))
    assert event.match(match.a).final


@pytest.mark.rule("COM-LOST-4")
def test_slips_say_which_games_a_ruling_took() -> None:
    world = opened("star-wars-lcg").start()
    match = world.matches()[0]
    world.do(c.GiveSanction(player=match.a, kind="game_loss", reason="slow play", match=match.number))
    desk, phone = (client(site_of(world), world.link(who)) for who in (ORGANISER, by(match.b)))
    for page in (desk.get(f"/c/cup/match/{match.number}"), phone.get("/m/cup/report")):
        assert "by a ruling" in page.content.decode()


@pytest.mark.rule("COM-COND-8")
def test_quick_entry_takes_a_double_loss_with_its_reason() -> None:
    world = opened("conquest").start()
    match = world.matches()[0]
    desk = client(site_of(world), world.link(ORGANISER))
    desk.post("/c/cup/quick", {"table": str(match.table), "result": "dl"})
    assert not world.match(match.a).final
    desk.post("/c/cup/quick", {"table": str(match.table), "result": "dl both cheated"})
    assert world.result(match).note == "both cheated"
