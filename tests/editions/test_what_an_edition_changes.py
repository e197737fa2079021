"""Every key of an edition changes the event that is played by it, and the checker reads it by itself."""

from dataclasses import replace
from typing import Any

import pytest

from komandor.core.editions import Edition, digest_of, read_edition
from komandor.core.games import GAMES
from komandor.core.games.game import Rules, Situation
from komandor.core.ids import PlayerNo
from komandor.core.outcomes import Outcome
from komandor.core.standings import RoundLine, standings
from komandor.core.tournament import commands as c
from komandor.core.tournament.readings.regulations import minutes_of, settings
from komandor.core.tournament.readings.standings import standings_of
from tests.check.events import check_events
from tests.editions.test_examples import example
from tests.support.checking import checked
from tests.support.dice_event import DiceEvent
from tests.support.event import Event, by, swiss
from tests.tournament.test_corrected_before_play import corrected

FLEET = {
    "player": "Anna",
    "faction": "republic",
    "ships": [{"name": "Venator", "points": 100}],
    "commander": [{"name": "Kenobi", "points": 20}],
    "objectives": [{"name": one, "category": one} for one in ("assault", "defense", "navigation")],
    "total": 120,
}


def text_of(game: str, body: str) -> str:
    base = next(one.id for one in GAMES if one.data.id == game)
    return f'edition = "{game}@mine"\nbase = "{base}"\nname = {{ en = "Mine" }}\n{body}\n'


def played_by(text: str, *stages: Any, **fields: Any) -> DiceEvent:
    game = text.split('"', 2)[1]
    return DiceEvent(game, *stages, edition_text=text, **fields)


def test_four_factions_where_the_document_has_two():
    own, document = example("armada-four-factions").rules, example("armada-four-factions").base
    codes = [[reason.code for reason in one.check_list(FLEET, Situation())] for one in (own, document)]
    assert codes == [[], ["list.unknown_choice"]]
    assert example("armada-four-factions").rules.list_form != document.list_form


def test_unplayed_games_are_lost_by_both_where_the_edition_says_so():
    text = example("imperial-assault-75-minutes").text
    event = (
        played_by(text, settings={"lists.required": False}).register(4).announce().draw().publish().start()
    )
    assert minutes_of(event.t, "swiss") == 75
    first, second = event.open()
    event.refused(c.CloseRound(), "round.results_missing", "COM-PTS-1")
    event.do(c.ReportResult(first.number, {"end": "win", "winner": "a"}, first.players), by=by(first.a))
    event.refused(
        c.CloseRound(unplayed=True), "round.results_missing", "COM-PTS-1"
    )  # reported is not unplayed
    event.finish(event.t.matches[first.number])
    event.do(c.CloseRound(unplayed=True))
    lost = event.t.matches[second.number].result
    assert lost is not None
    assert lost.winner is None
    assert [(score.outcome, score.points) for score in lost.scores] == [("double_loss", 0)] * 2
    assert check_events(event.play_out().records) == []


@pytest.mark.rule("COM-PAIR-5")
def test_a_round_that_a_correction_outdated_is_not_closed_as_lost_by_all() -> None:
    text = example("imperial-assault-75-minutes").text
    event = played_by(text, settings={"lists.required": False}).register(4).announce().play_round()
    event.draw().publish().do(corrected(event, event.matches(1)[0]))
    event.refused(c.CloseRound(unplayed=True), "round.outdated", "COM-PAIR-5")
    event.do(c.KeepPairings("they played at home")).do(c.CloseRound(unplayed=True))
    assert checked(event) == []


def test_without_that_policy_a_round_waits_for_every_result():
    event = Event("destiny").register(4).announce().draw().publish().start()
    event.refused(c.CloseRound(unplayed=True), "round.results_missing", "COM-PTS-1")


def test_best_of_three_in_every_swiss_round():
    own = example("destiny-best-of-three").rules
    assert own.form(Situation()).most_games == 3
    assert own.minutes(Situation()).minutes == 90
    event = played_by(example("destiny-best-of-three").text).register(4).announce().draw().publish().start()
    match, other = event.open()
    report = own.shorthand("a b b", Situation())
    event.do(c.EnterResult(match=match.number, report=report))
    assert event.t.matches[match.number].result.winner == match.b  # type: ignore[union-attr]
    event.do(c.EnterResult(match=other.number, report={"double_loss": True}, reason="both left"))
    assert check_events(event.play_out().records) == []


POINTS = {
    "armada": "margins = [{ from = 0, winner = 20, loser = 1 }, { from = 50, winner = 30, loser = 0 }]\n"
    "[bye]\npoints = 17\nmov = 3\n[double_loss]\npoints = 2\n[limits]\nconcession_points = 5",
    "imperial-assault": "[points]\nwin = 7\nloss = 2\n[bye]\npoints = 4\n[limits]\nvictory_points = 30",
    "destiny": "[points]\nwin = 3\nloss = 1\n[missed]\npoints = 1",
    "star-wars-lcg": '[points]\nwin = 5\ndraw = 2\n[settings]\n"swl.bye_points" = 5',
    "conquest": "[points]\nwin = 9\nmodified_win = 6\nloss = 1\n[bye]\npoints = 8",
}


@pytest.mark.parametrize("game", POINTS)
def test_own_points_are_given_and_checked(game: str):
    text = text_of(game, POINTS[game])
    event = played_by(text, swiss(4), dice=7).register(7).announce()
    event.play_out()
    assert check_events(event.records) == []
    spoiled = [dict(record) for record in event.records]
    spoiled[0] |= {"edition": event_of_document(game), "edition_text": "", "edition_digest": ""}
    assert check_events(spoiled), "the checker did not look at the edition"


def event_of_document(game: str) -> str:
    return next(one.id for one in GAMES if one.data.id == game)


def test_the_order_of_tie_breakers_belongs_to_the_edition():
    """The same results, ranked by other tie-breakers: both sides agree, and the order differs."""
    orders = []
    for order in ('["mov", "sos"]', '["esos", "sos", "mov"]'):
        event = played_by(text_of("armada", f"tiebreakers = {order}"), swiss(3), dice=3).register(9)
        assert check_events(event.play_out().records) == []
        orders.append(tuple(standings_of(event.t, event.t.stages[1])[0].values))
    assert orders == [("mov", "sos"), ("esos", "sos", "mov")]


def test_rounds_won_break_ties_where_an_edition_says_so():
    """Two wins and one high loss against three close wins: level on points, the wins decide."""
    edition = read_edition(text_of("armada", 'tiebreakers = ["wins", "mov"]'))
    assert isinstance(edition, Edition)
    a, b = PlayerNo(1), PlayerNo(2)
    lines = [RoundLine(a, None, Outcome.BYE, 8, 140), RoundLine(b, PlayerNo(3), Outcome.WIN, 6)]
    lines += [RoundLine(a, PlayerNo(4), Outcome.LOSS, 4), RoundLine(b, PlayerNo(5), Outcome.WIN, 6)]
    first, second = standings(edition.rules.data, lines)[:2]
    assert (first.player, first.values) == (b, {"wins": 2, "mov": 0})
    assert (second.player, second.decided_by, second.values["wins"]) == (a, "wins", 1)


@pytest.mark.parametrize(
    ("named", "late"),
    [("true", "yes"), ("false", "no"), ('"until_round_2"', "until_round_2"), ('"no"', "no")],
)
def test_policies_and_settings_become_the_defaults_of_the_event(named: str, late: str):
    body = f'[policies]\nlate_entry = {named}\n[settings]\n"sos.bye_counts_as_zero_opponent" = true'
    chosen = settings(played_by(text_of("destiny", body)).t)
    assert (chosen["registration.late_entry"], chosen["sos.bye_counts_as_zero_opponent"]) == (late, True)


def test_a_digest_or_name_that_is_not_the_texts_is_found():
    event = played_by(text_of("destiny", "[points]\nwin = 3"), swiss(2)).register(4)
    for change in (
        {"edition_digest": digest_of("other")},
        {"edition": "destiny@other"},
        {"edition_text": "x = "},
    ):
        spoiled = [dict(record) for record in event.records]
        spoiled[0] |= change
        assert "event.edition" in {one.code for one in check_events(spoiled)}


@pytest.mark.parametrize("game", GAMES, ids=lambda g: g.data.id)
def test_an_edition_that_says_nothing_is_the_document(game: Rules):
    same = read_edition(text_of(game.data.id, ""))
    assert isinstance(same, Edition)
    assert replace(same.rules.data, edition=game.id, label={}) == game.data


@pytest.mark.rule("DES-LOST-2")
def test_whoever_is_removed_for_a_die_gives_up_the_rest_of_a_best_of_three() -> None:
    event = played_by(example("destiny-best-of-three").text).register(4).announce().start()
    match = event.matches()[0]
    event.do(
        c.ReportComponent(player=match.a, kind="damaged", what="a die", category="die", match=match.number)
    )
    event.do(c.ResolveComponent(1, "removed"))
    assert event.winner(match.b or 0) == match.b
    assert checked(event) == []
