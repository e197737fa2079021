"""Whatever somebody else changed for a player is said to that player, by whom and why."""

from typing import Any

import pytest

from komandor.app.access import Actor
from komandor.app.queries.player.my_changes import changes_by_player
from komandor.core.ids import PlayerNo
from komandor.core.tournament import commands as c
from tests.support.world import JUDGE, MARSHAL, World, opened

SLIP: dict[str, Any] = {"end": "rounds", "scores": (200, 100)}
OTHER: dict[str, Any] = {"end": "rounds", "scores": (100, 200)}


def of(world: World, player: PlayerNo | None) -> list[tuple[str, str, str]]:
    assert player is not None
    found = changes_by_player(world.loaded).get(player, ())
    return [(x.code, x.by, x.reason) for x in found]


def test_a_correction_an_entry_by_the_desk_and_an_undo_are_said_to_both() -> None:
    world = opened("armada", players=6).announce().start()
    first, second = world.t.matches[1], world.t.matches[2]
    world.do(c.EnterResult(match=1, report=SLIP))
    assert of(world, first.a) == [], "a first result is no change"
    world.do(c.EnterResult(match=1, report=OTHER, reason="wrong side"))
    assert of(world, first.a) == of(world, first.b) == [("corrected", "staff:1", "wrong side")]
    world.do(world.undo())
    assert of(world, first.a) == [("undone", "staff:1", "a mistake")]
    world.do(c.ReportResult(second.number, SLIP, second.players), by=Actor("player", second.a))
    world.do(c.EnterResult(match=2, report=OTHER))
    assert [code for code, _, _ in of(world, second.a)] == ["entered"]
    assert of(world, world.t.matches[3].a) == []


def test_a_sanction_is_said_to_the_player_and_its_reason_to_nobody_else() -> None:
    world = opened("armada", players=6).announce().start()
    match = world.t.matches[1]
    world.do(c.EnterResult(match=1, report=SLIP))
    world.do(
        c.GiveSanction(player=match.a, kind="game_loss", reason="slow play", match=1, corrects=True),
        by=MARSHAL,
    )
    assert ("sanction", "staff:2", "slow play") in of(world, match.a)
    told = of(world, match.b)
    assert told
    assert not any("slow" in reason for _, _, reason in told)


def test_an_illegal_deck_is_said_to_its_player_unless_a_sanction_says_it() -> None:
    world = opened("armada", players=6).announce().start()
    first, second = world.t.matches[1], world.t.matches[2]
    world.do(c.RecordDeckCheck(player=first.a, legal=False, match=1, note="two of one card"), by=JUDGE)
    assert of(world, first.a) == [("deck", "staff:3", "two of one card")]
    assert of(world, first.b) == []
    world.do(c.RecordDeckCheck(player=second.a, legal=True, match=2), by=JUDGE)
    assert of(world, second.a) == []
    world.do(
        c.RecordDeckCheck(player=second.b, legal=False, match=2, note="401", sanction="warning"), by=JUDGE
    )
    assert of(world, second.b) == [("sanction", "staff:3", "401")]


def test_a_match_lost_by_a_sanction_is_told_once_and_to_the_opponent_as_such() -> None:
    for played in (True, False):
        world = opened("armada", players=6).announce().start()
        match = world.t.matches[1]
        if played:
            world.do(c.EnterResult(match=1, report=SLIP))
        world.do(
            c.GiveSanction(player=match.a, kind="game_loss", reason="slow play", match=1, corrects=True),
            by=MARSHAL,
        )
        assert of(world, match.a) == [("sanction", "staff:2", "slow play")]
        assert of(world, match.b) == [("by_sanction", "staff:2", "")]


@pytest.mark.parametrize("game", ["armada", "star-wars-lcg"])
def test_a_match_that_the_opponent_left_is_told_as_such_and_without_an_id(game: str) -> None:
    """Not as an entry of the desk for the reason "AMB-G37"."""
    world = opened(game, players=6).announce().start()
    match = world.t.matches[1]
    report = {"scores": (100, 50)} if game == "armada" else {"games": ()}
    world.do(c.DropPlayer(match.a, game="conceded", report=report))
    assert of(world, match.a) == []
    assert of(world, match.b) == [("opponent_left", "staff:1", "")]


def test_the_opponent_of_somebody_absent_or_disqualified_is_told_without_the_reason() -> None:
    world = opened("armada", players=6).announce().start()
    absent, out = world.t.matches[1], world.t.matches[2]
    world.do(c.DeclareNoShow(absent.number, (absent.a,)))
    world.do(c.Disqualify(out.a, "cheating"))
    for match in (absent, out):
        assert of(world, match.b) == [("opponent_left", "staff:1", "")]
    world.do(world.undo())
    assert of(world, out.b) == [("taken_back", "staff:1", "a mistake")]


def test_a_swap_is_said_to_those_who_moved_and_the_next_round_begins_clean() -> None:
    world = opened("armada", players=8).announce().play_round().draw()
    one, two = world.in_round(2)[:2]
    world.do(c.SwapPlayers(one.a, two.a, "car share"))
    world.publish()
    assert of(world, one.a) == [], "before the round is published nobody knows the pairs"
    world.do(c.SwapPlayers(one.a, two.a, "not the same car"))
    moved = [n for match in (one, two) for n in match.players]
    assert all(of(world, n) == [("swapped", "staff:1", "not the same car")] for n in moved)
    assert all(of(world, n) == [] for n in world.t.active() if n not in moved)
    world.start().results().close().draw().publish()
    assert of(world, one.a) == []
