"""Who leaves in the second of two games keeps the points of the first (SWL-SCORE-1, AMB-G37)."""

import pytest

from komandor.core.tournament import commands as c
from tests.support.checking import checked
from tests.support.event import ORGANISER, Event, by, swiss
from tests.support.world import client, opened, site_of

WON, LOST = {"end": "win", "winner": "a"}, {"end": "win", "winner": "b"}
BOTH_LOST = {"end": "double_loss"}


@pytest.mark.rule("SWL-SCORE-1", "COM-DROP-1")
@pytest.mark.parametrize("teams", [False, True])
@pytest.mark.parametrize(
    ("so_far", "points"),
    [
        ((WON,), [3, 3]),
        ((LOST,), [0, 6]),
        ((), [0, 6]),
        ((BOTH_LOST,), [0, 3]),
        ((WON, LOST), [3, 3]),
    ],
)
def test_the_first_game_counts_and_the_second_is_lost(
    so_far: tuple[dict[str, str], ...], points: list[int], teams: bool
) -> None:
    event = Event("star-wars-lcg", swiss(2), teams=teams).register(4).announce().start()
    match = event.matches()[0]
    event.do(c.DropPlayer(match.a, game="conceded", report={"games": so_far}))
    assert [s.points for s in event.result(match).scores] == points
    assert not event.player(match.a).active
    assert checked(event) == []


@pytest.mark.rule("SWL-SCORE-1", "COM-DROP-1")
def test_the_games_before_are_asked_and_a_game_that_was_won_is_not_given_up() -> None:
    event = Event("star-wars-lcg", swiss(2)).register(4).announce().start()
    match = event.matches()[0]
    leaves = c.DropPlayer(match.a, game="conceded")
    event.refused(leaves, "drop.games_so_far", "SWL-SCORE-1")
    won = c.DropPlayer(match.a, game="conceded", report={"games": (LOST, WON)})
    event.refused(won, "drop.not_conceded", "SWL-CONC-1")
    event.refused(leaves, "access.organiser_asked", "COM-DROP-1", by=by(match.a))


@pytest.mark.rule("SWL-SCORE-1", "COM-LOST-5")
def test_who_is_removed_for_a_card_keeps_the_first_game_too() -> None:
    event = Event("star-wars-lcg", swiss(2)).register(4).announce().start()
    match = event.matches()[0]
    event.do(c.ReportComponent(player=match.a, kind="lost", what="a card", in_game=False))
    event.refused(c.ResolveComponent(1, "removed"), "drop.games_so_far", "SWL-SCORE-1")
    event.do(c.ResolveComponent(1, "removed", {"games": (WON,)}))
    assert [s.points for s in event.result(match).scores] == [3, 3]
    assert checked(event) == []


@pytest.mark.rule("COM-LOST-4", "SWL-SCORE-1")
def test_a_game_that_a_ruling_took_cannot_be_told_as_won() -> None:
    event = Event("star-wars-lcg", swiss(2)).register(4).announce().start()
    match = event.matches()[0]
    event.do(c.GiveSanction(player=match.a, kind="game_loss", reason="slow play", match=match.number))
    event.do(c.GiveSanction(player=match.b, kind="game_loss", reason="slow play", match=match.number))
    all_mine = c.DropPlayer(match.b, game="conceded", report={"games": (WON,)})
    event.refused(all_mine, "result.game_lost", "SWL-SANC-1")
    event.do(c.DropPlayer(match.a, game="conceded", report={"games": (WON,)}))
    assert [s.points for s in event.result(match).scores] == [3, 3]


@pytest.mark.rule("SWL-SCORE-1", "COM-DROP-1")
def test_the_desk_is_asked_for_game_one() -> None:
    world = opened("star-wars-lcg").start()
    match = world.matches()[0]
    desk, phone = (client(site_of(world), world.link(who)) for who in (ORGANISER, by(match.a)))
    assert 'name="first_game"' in desk.get(f"/c/cup/player/{match.a}/drop").content.decode()
    assert "tell the organiser" in phone.get("/m/cup/drop").content.decode()
    desk.post(f"/c/cup/player/{match.a}/drop", {"cause": "drop", "game": "conceded"})
    assert world.match(match.a).result is None
    fields = {"cause": "drop", "game": "conceded", "first_game": "a"}
    desk.post(f"/c/cup/player/{match.a}/drop", fields)
    assert [s.points for s in world.result(match).scores] == [3, 3]
