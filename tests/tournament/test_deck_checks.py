"""An illegal deck takes its result with it: nothing is drawn from the round until another result is given."""

import pytest

from komandor.core.tournament import commands as c
from tests.support.event import Event, by, double


def _played(game: str = "star-wars-lcg") -> Event:
    return Event(game).register(4).announce().start().results()


@pytest.mark.rule("SWL-CHECK-1")
def test_whose_deck_is_looked_at_is_drawn_by_lot():
    event = _played()
    (drawn,) = event.do(c.DrawDeckChecks(2)).last
    (again,) = event.do(c.DrawDeckChecks(2)).last
    assert len(set(drawn.players)) == 2
    assert set(drawn.players) <= {1, 2, 3, 4}
    assert again.players != drawn.players
    event.refused(c.DrawDeckChecks(9), "deck_check.count", "SWL-CHECK-1")
    Event("armada").register(4).refused(c.DrawDeckChecks(1), "deck_check.no_round_yet", "COM-COND-8")


@pytest.mark.rule("SWL-CHECK-2")
def test_an_illegal_card_annuls_the_result_and_the_organiser_gives_another():
    event = _played()
    match = event.matches()[0]
    event.do(
        c.RecordDeckCheck(
            player=match.a,
            legal=False,
            match=match.number,
            note="eleven sets",
            removed="one set",
            sanction="warning",
        )
    )
    assert event.t.matches[match.number].result is None
    assert event.t.sanctions[1].kind == "warning"
    event.refused(c.CloseRound(), "round.results_missing", "COM-PTS-1")
    event.do(event.won(match.b))
    event.do(c.CloseRound())
    assert event.points(match.b) == 6


@pytest.mark.rule("SWL-CHECK-2")
def test_an_annulled_result_of_a_closed_round_is_replaced_before_anything_is_drawn_from_it():
    event = _played()
    event.do(c.CloseRound())
    match = event.matches()[0]
    event.do(c.RecordDeckCheck(player=match.a, legal=False, match=match.number, sanction="warning"))
    event.refused(c.FreezeRound(), "round.results_missing", "COM-PTS-1")
    event.refused(
        c.EnterResult(match=match.number, report=event.report(match, match.b)), "result.reason_missing"
    )
    event.do(c.EnterResult(match=match.number, report=event.report(match, match.b), reason="deck check"))
    event.freeze()


@pytest.mark.rule("SWL-CHECK-3")
def test_a_deck_that_cannot_be_mended_ends_the_players_tournament():
    event = _played()
    match = event.matches()[0]
    event.do(
        c.RecordDeckCheck(player=match.a, legal=False, match=match.number, mendable=False, sanction="penalty")
    )
    player = event.t.players[match.a]
    assert (player.status, player.cause) == ("left", "illegal_deck")
    assert event.t.matches[match.number].result is None, "the organiser says what replaces it"


def test_a_legal_deck_changes_nothing():
    event = _played()
    match = event.matches()[0]
    event.do(c.RecordDeckCheck(player=match.a, legal=True, match=match.number))
    assert event.result(match).status == "final"
    event.refused(c.RecordDeckCheck(player=9, legal=True), "player.unknown")
    event.refused(c.RecordDeckCheck(player=match.a, legal=False, match=99), "match.unknown")
    wish = c.RecordDeckCheck(player=match.a, legal=False, match=match.number, sanction="flogging")
    event.refused(wish, "sanction.unknown_kind", "SWL-CHECK-2")


def test_a_knock_out_result_is_not_annulled_under_later_games():
    event = Event("star-wars-lcg", double()).register(4).announce().play_round().draw()
    match = event.matches(1)[0]
    event.refused(
        c.RecordDeckCheck(player=match.a, legal=False, match=match.number, sanction="warning"),
        "result.later_games_depend",
        "SWL-DE-2",
    )


@pytest.mark.rule("SWL-CHECK-3")
def test_whoever_is_out_for_an_illegal_deck_reports_nothing_more():
    """Their match waits for the organiser; a report from their phone would count as played."""
    event = Event("star-wars-lcg").register(4).announce().start()
    match = event.open()[0]
    won, lost = (c.ReportResult(match.number, event.slip(n), match.players) for n in (match.a, match.b))
    event.ask(won, by=by(match.a))
    event.do(c.RecordDeckCheck(player=match.a, legal=False, match=match.number, mendable=False))
    event.refused(lost, "player.not_active", "COM-DROP-1", by=by(match.a))
