"""A player without their components concedes the game, and is out without them next round."""

import pytest

from komandor.core.tournament import commands as c
from komandor.core.tournament.judge_records import Proxy
from tests.support.event import Event


def _running(game: str = "armada") -> Event:
    return Event(game).register(4).announce().start()


@pytest.mark.rule("COM-LOST-2", "COM-LOST-3")
def test_a_short_time_to_find_it_is_the_tables_own():
    event = _running()
    match = event.matches()[0]
    event.do(c.ReportComponent(player=match.a, kind="lost", what="the ruler", minutes=5))
    assert event.t.components[1].match == match.number
    assert event.t.matches[match.number].extension == 5
    event.refused(
        c.ReportComponent(player=match.a, kind="lost", what=" "), "component.what_missing", "COM-LOST-2"
    )
    event.refused(
        c.ReportComponent(player=match.a, kind="lost", what="x", minutes=99),
        "clock.extension_range",
        "COM-LOST-3",
    )
    event.refused(c.ReportComponent(player=9, kind="lost", what="x"), "player.unknown")
    event.refused(c.ReportComponent(player=match.a, kind="lost", what="x", match=99), "match.unknown")


@pytest.mark.rule("COM-LOST-3")
def test_the_time_to_find_it_does_not_make_a_tables_time_endless():
    event = _running()
    match = event.matches()[0]
    event.do(c.ExtendTable(match.number, 100))
    event.refused(
        c.ReportComponent(player=match.a, kind="lost", what="the ruler", minutes=30),
        "clock.extension_range",
        "COM-LOST-3",
    )
    event.do(c.ReportComponent(player=match.a, kind="lost", what="the ruler", minutes=20))
    assert event.t.matches[match.number].extension == 120


@pytest.mark.rule("COM-LOST-4")
@pytest.mark.parametrize(
    ("game", "points"),
    [("armada", 8), ("imperial-assault", 1), ("destiny", 1), ("conquest", 5)],
)
def test_not_found_in_time_the_game_is_conceded(game: str, points: int):
    event = _running(game)
    match = event.matches()[0]
    event.do(c.ReportComponent(player=match.a, kind="lost", what="a card", in_game=False))
    event.do(c.ResolveComponent(1, "conceded", {"scores": (0, 0)} if game == "armada" else {}))
    worth = {s.player: (s.outcome, s.points) for s in event.result(match).scores}
    assert worth == {match.a: ("conceded", 0), match.b: ("win", points)}


@pytest.mark.rule("COM-LOST-4", "ARM-CONC-1")
@pytest.mark.parametrize(
    ("lead", "points", "margin"), [(250, 9, 250), (139, 8, 140), (-30, 8, 140), (420, 10, 400)]
)
def test_given_up_in_the_middle_the_opponent_keeps_a_lead_of_140_or_more(lead: int, points: int, margin: int):
    event = _running("armada")
    match = event.matches()[0]
    event.do(c.ReportComponent(player=match.a, kind="lost", what="a ship"))
    event.do(c.ResolveComponent(1, "conceded", {"scores": (max(0, -lead), max(0, lead))}))
    assert [(s.points, s.mov) for s in event.result(match).scores] == [(0, 0), (points, margin)]
    assert event.winner(match.a) == match.b


@pytest.mark.rule("COM-LOST-5")
def test_still_missing_when_the_next_round_begins_the_player_is_removed():
    event = _running()
    match = event.matches()[0]
    event.do(c.ReportComponent(player=match.a, kind="lost", what="a ship"))
    event.do(c.ResolveComponent(1, "conceded", {"scores": (0, 0)}))
    event.play_round()
    reason = event.refused(c.FreezeRound(), "component.still_missing", "COM-LOST-5")
    assert reason.params["player"] == match.a
    event.do(c.ResolveComponent(1, "removed"))
    assert event.t.players[match.a].cause == "lost_component"
    event.freeze()


@pytest.mark.rule("COM-LOST-1")
def test_found_again_the_player_plays_on():
    event = _running()
    match = event.matches()[0]
    event.do(c.ReportComponent(player=match.a, kind="lost", what="a ship"))
    event.play_round()
    event.refused(c.FreezeRound(), "component.still_missing", "COM-LOST-5")
    event.do(c.ResolveComponent(1, "replaced"))
    event.freeze()
    event.refused(c.ResolveComponent(1, "removed"), "component.resolved_already", "COM-LOST-5")
    event.refused(c.ResolveComponent(7, "replaced"), "component.unknown")


@pytest.mark.rule("DES-LOST-2")
def test_a_broken_die_loses_the_game_and_removes_the_player():
    event = _running("destiny")
    match = event.matches()[0]
    event.do(c.ReportComponent(player=match.a, kind="damaged", what="a die", category="die"))
    event.do(c.ResolveComponent(1, "removed"))
    assert event.result(match).winner == match.b
    assert not event.t.players[match.a].active


@pytest.mark.rule("COM-LOST-8", "COM-LOST-9")
def test_a_proxy_is_for_a_damaged_card_and_says_four_things():
    event = _running()
    event.do(c.ReportComponent(player=1, kind="lost", what="Darth Vader"))
    event.refused(c.ResolveComponent(1, "proxy"), "component.no_proxy_for_lost", "COM-LOST-9")
    event.do(c.ReportComponent(player=1, kind="damaged", what="Luke"))
    event.do(c.ResolveComponent(2, "proxy"))
    fields = {"card": "Luke", "unreadable": "cost", "maker": "Anna", "date": "2026-11-15"}
    for missing in fields:
        reason = event.refused(
            c.MakeProxy(1, **{**fields, missing: " "}), "proxy.field_missing", "COM-LOST-8"
        )
        assert reason.params["field"] == missing
    event.do(c.MakeProxy(1, **fields))
    assert event.t.proxies == {1: Proxy(1, **fields, component=2)}
