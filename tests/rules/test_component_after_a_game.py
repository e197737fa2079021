"""A component that is missing after a game costs nothing of it: a result that counts stands (AMB-G41)."""

import pytest

from komandor.core.tournament import commands as c
from komandor.core.tournament import events as e
from tests.support.checking import checked
from tests.support.event import Event, double, single, swiss
from tests.support.world import JUDGE, client, opened, site_of

GAMES = ["armada", "imperial-assault", "destiny", "star-wars-lcg", "conquest"]


def lost(player: int, **fields: object) -> c.ReportComponent:
    return c.ReportComponent(player=player, kind="lost", what="a card", **fields)


@pytest.mark.rule("COM-LOST-4", "COM-LOST-5")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("way", ["conceded", "removed"])
def test_a_finished_result_stands_whatever_is_lost_after_it(game: str, way: str) -> None:
    event = Event(game, swiss(2)).register(4).announce().start().results(1)
    before = event.result(event.match(1))
    event.do(lost(1))
    if way == "conceded":
        reason = event.refused(c.ResolveComponent(1, "conceded"), "component.no_game", "COM-LOST-4")
        assert reason.params["player"] == 1
    else:
        event.do(c.ResolveComponent(1, "removed"))
        assert not event.player(1).active
    assert event.result(event.match(1)) == before
    assert checked(event) == []


@pytest.mark.rule("COM-LOST-5")
def test_still_missing_before_the_next_round_the_player_goes_and_the_points_stay() -> None:
    event = Event("armada", swiss(2)).register(4).announce().start().results(1)
    event.do(lost(1)).close()
    points = event.points(1)
    event.refused(c.ResolveComponent(1, "conceded"), "component.no_game", "COM-LOST-4")
    event.refused(c.FreezeRound(), "component.still_missing", "COM-LOST-5")
    event.do(c.ResolveComponent(1, "removed"))
    assert event.points(1) == points > 0
    assert checked(event.freeze()) == []


@pytest.mark.rule("COM-LOST-4")
@pytest.mark.parametrize("game", ["armada", "destiny"])
def test_who_won_a_semifinal_and_lost_a_card_plays_the_final(game: str) -> None:
    event = Event(game, swiss(1), single(4)).register(4).announce().play_stage().cut().start().results()
    first = event.matches()[0]
    winner = event.result(first).winner or 0
    event.do(lost(winner, match=first.number))
    event.refused(c.ResolveComponent(1, "conceded"), "component.no_game", "COM-LOST-4")
    event.do(c.ResolveComponent(1, "replaced")).close().draw()
    assert winner in event.seated()


@pytest.mark.rule("COM-LOST-4", "COM-LOST-5")
def test_a_best_of_three_that_was_won_stays_won() -> None:
    event = Event("destiny", swiss(1), single(4)).register(4).announce().play_stage().cut().start()
    match = event.matches()[0]
    event.do(c.EnterResult(match=match.number, report=event.slip(match.a, "a a")))
    event.do(lost(match.a)).do(c.ResolveComponent(1, "removed"))
    assert (event.result(match).winner, event.result(match).forfeit) == (match.a, False)
    again = c.EnterResult(match=match.number, report=event.slip(match.a, "a b a"), reason="one game more")
    event.do(again)
    assert event.result(match).corrected, "no game of it counts as lost for the card"


@pytest.mark.rule("COM-LOST-4")
def test_between_the_games_of_a_best_of_three_only_the_next_one_is_lost() -> None:
    event = Event("destiny", swiss(1), single(4)).register(4).announce().play_stage().cut().start()
    match = event.matches()[0]
    event.do(lost(match.a, minutes=3, in_game=False))
    assert event.t.matches[match.number].extension == 3
    event.do(c.ResolveComponent(1, "conceded"))
    assert not event.match(match.a).final
    event.do(c.EnterResult(match=match.number, report=event.slip(match.a, "a b a")))
    assert checked(event) == []


@pytest.mark.rule("COM-LOST-4")
def test_two_against_two_the_game_is_lost_only_while_it_has_no_result() -> None:
    event = Event("star-wars-lcg", swiss(2), teams=True).register(4).announce().start()
    match = event.matches()[0]
    event.do(lost(match.a, in_game=True))
    assert event.t.components[1].resolution == "conceded"
    event.do(c.EnterResult(match=match.number, report=event.slip(match.a, "lw")))
    event.do(lost(match.a))
    event.refused(c.ResolveComponent(2, "conceded"), "component.no_game", "COM-LOST-4")
    assert [s.points for s in event.result(match).scores] == [3, 3]
    assert checked(event) == []


@pytest.mark.rule("COM-LOST-4", "COM-LOST-5")
def test_a_double_elimination_keeps_the_game_that_was_played() -> None:
    event = Event("star-wars-lcg", double()).register(4).announce().start().results()
    match = event.matches()[0]
    winner = event.result(match).winner or 0
    event.do(lost(winner)).do(c.ResolveComponent(1, "removed"))
    assert event.result(match).winner == winner
    event.close().play_out()
    assert checked(event) == []


def test_nothing_more_happens_to_who_has_left_or_twice() -> None:
    event = Event("conquest", swiss(2)).register(4).announce().publish()
    event.do(lost(1)).do(c.DropPlayer(1))
    given = event.result(event.match(1))
    for way in ("conceded", "removed"):
        event.refused(c.ResolveComponent(1, way), "player.not_active", "COM-DROP-1")
    event.do(c.ResolveComponent(1, "replaced"))
    event.refused(c.ResolveComponent(1, "replaced"), "component.resolved_already", "COM-LOST-5")
    assert event.result(event.match(1)) == given


def test_undone_and_done_again_the_game_is_conceded_once() -> None:
    event = Event("conquest", swiss(2)).register(4).announce().publish()
    event.do(lost(1)).do(c.ResolveComponent(1, "conceded"))
    given = event.result(event.match(1))
    event.do(event.undo(e.ComponentResolved))
    assert event.match(1).result is None
    event.do(c.ResolveComponent(1, "conceded"))
    assert event.result(event.match(1)) == given
    assert checked(event) == []


@pytest.mark.rule("COM-LOST-4", "COM-LOST-5")
def test_a_result_corrected_while_a_component_is_missing_needs_only_its_reason() -> None:
    event = Event("destiny", swiss(2)).register(4).announce().start().results(1)
    event.do(lost(1)).do(event.won(event.opponent(1), "read wrongly"))
    assert event.winner(1) == event.opponent(1)
    event.do(event.won(1, "read rightly the first time")).do(c.ResolveComponent(1, "replaced"))
    assert checked(event.close()) == []


@pytest.mark.rule("COM-LOST-4", "COM-LOST-5", "ARM-CONC-2")
@pytest.mark.parametrize("way", ["conceded", "removed"])
@pytest.mark.parametrize(("lead", "points", "margin"), [(350, 10, 350), (140, 8, 140), (20, 8, 140)])
def test_a_running_armada_game_ends_with_the_lead_of_the_opponent(
    way: str, lead: int, points: int, margin: int
) -> None:
    event = Event("armada", swiss(2)).register(4).announce().start()
    match = event.matches()[0]
    event.do(lost(match.a))
    event.refused(c.ResolveComponent(1, way), "report.missing", "ARM-SCORE-1")
    event.do(c.ResolveComponent(1, way, {"scores": (0, lead)}))
    assert [(s.points, s.mov) for s in event.result(match).scores] == [(0, 0), (points, margin)]
    assert event.player(match.a).active == (way == "conceded")
    assert checked(event) == []


@pytest.mark.rule("COM-LOST-4")
def test_before_the_clock_nobody_is_asked_for_a_lead() -> None:
    event = Event("armada", swiss(2)).register(4).announce().publish()
    match = event.matches()[0]
    event.do(lost(match.a)).do(c.ResolveComponent(1, "conceded"))
    assert [(s.points, s.mov) for s in event.result(match).scores] == [(0, 0), (8, 140)]


@pytest.mark.rule("COM-LOST-4", "COM-LOST-5")
def test_the_page_offers_to_concede_only_a_game_without_a_result() -> None:
    world = opened("armada").start()
    player = world.matches()[0].a
    world.do(lost(player))
    judge = client(site_of(world), world.link(JUDGE))
    before = judge.get("/j/cup/component/1").content.decode()
    assert 'value="conceded"' in before
    assert before.count('name="scores.a"') == 2, "the points are asked of both ways to lose the game"
    world.results()
    after = judge.get("/j/cup/component/1").content.decode()
    assert 'value="conceded"' not in after
    assert 'name="scores.a"' not in after
    assert 'value="removed"' in after
    assert 'value="replaced"' in after
