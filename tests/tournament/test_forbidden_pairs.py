"""The organiser forbids a pair with a reason, the draws keep to it, and it can be allowed again."""

import pytest

from komandor.app.workflow import next_step
from komandor.core.explain.opponents import why_opponent
from komandor.core.tournament import commands as c
from komandor.core.tournament.events import RoundPublished
from komandor.core.tournament.readings.pairings import swap_warnings
from tests.support.event import Event, swiss


def forbid(one: int, two: int, reason: str = "brothers") -> c.ForbidPair:
    return c.ForbidPair(player=one, opponent=two, reason=reason)


def codes(event: Event) -> list[str]:
    return [reason.code for reason in next_step(event.t).obstacles]


@pytest.mark.parametrize("game", ["destiny", "star-wars-lcg"])
def test_a_forbidden_pair_is_not_drawn_in_any_round(game: str) -> None:
    event = Event(game, swiss(3)).register(6).do(forbid(2, 1), forbid(3, 4)).announce()
    for number in (1, 2, 3):
        event.draw()
        assert {1, 2} not in [set(m.players) for m in event.in_round(number)], number
        assert "pair.kept_apart" in {r.code for r in why_opponent(event.t, number, 1).because}
        event.play_round()


def test_it_can_be_allowed_again_and_past_rounds_keep_their_reason() -> None:
    event = Event("destiny", swiss(3)).register(4).do(forbid(1, 2)).announce().play_round()
    event.do(c.AllowPair(player=2, opponent=1, reason="made up")).draw()
    assert event.t.forbidden == {}
    assert "pair.kept_apart" in {r.code for r in why_opponent(event.t, 1, 1).because}
    assert "pair.kept_apart" not in {r.code for r in why_opponent(event.t, 2, 1).because}


def test_only_two_players_with_a_reason_and_not_twice() -> None:
    event = Event().register(4).do(forbid(1, 2))
    event.refused(forbid(2, 1), "forbid.already")
    event.refused(forbid(3, 3), "forbid.same_player")
    event.refused(forbid(3, 4, " "), "forbid.reason_missing")
    event.refused(forbid(3, 99), "player.unknown")
    event.refused(c.AllowPair(player=3, opponent=4), "forbid.not_forbidden")


def test_a_draw_that_is_fixed_or_seen_is_not_steered() -> None:
    event = Event().register(8).announce().freeze()
    event.refused(forbid(1, 2), "phase.not_now")
    event.draw().refused(forbid(1, 2), "phase.not_now")
    event.publish().refused(forbid(1, 2), "phase.not_now")
    event.start().do(forbid(1, 2))
    assert event.round.forbidden == (), "the running round was fixed before"


def test_undo_takes_it_back() -> None:
    event = Event().register(4).do(forbid(1, 2))
    event.do(event.undo())
    assert event.t.forbidden == {}


def test_publishing_asks_where_it_could_not_be_kept() -> None:
    event = Event("destiny", swiss(1)).register(2).do(forbid(1, 2)).announce().draw()
    assert (codes(event), next_step(event.t).accept) == (["round.forbidden_pairs"], True)
    event.refused(c.PublishRound(), "round.forbidden_pairs", "COM-PAIR-6")
    event.do(c.PublishRound(accept=True))
    assert event.last == [RoundPublished(1, accepted=("round.forbidden_pairs",))]
    assert "pair.forbidden" in {r.code for r in why_opponent(event.t, 1, 1).because}


def test_a_swap_by_hand_is_warned() -> None:
    event = Event().register(4).do(forbid(1, 2)).announce().draw()
    after = tuple(m.drawn() for m in event.in_round())
    assert "warning.forbidden_pair" not in {w.code for w in swap_warnings(event.t, after)}
    mine, theirs = event.match(1), event.match(2)
    event.do(c.SwapPlayers(mine.opponent(1) or 0, 2, "asked for"))
    assert "warning.forbidden_pair" in event.last[0].warnings
    assert theirs.number != mine.number
    event.refused(c.PublishRound(), "round.forbidden_pairs", "COM-PAIR-6")


@pytest.mark.rule("COM-BYE-4")
def test_publishing_asks_before_a_second_bye() -> None:
    event = Event("destiny", swiss(4)).register(3).announce()
    for _ in range(3):
        event.draw()
        assert "round.second_bye" not in codes(event)
        event.play_round()
    event.draw()
    assert "round.second_bye" in codes(event)
    reason = event.refused(c.PublishRound(), "round.second_bye", "COM-BYE-4")
    assert (reason.params["player"], reason.params["byes"]) == (event.byes()[0], 1)
    event.do(c.PublishRound(accept=True))
    assert "round.second_bye" in event.last[0].accepted


@pytest.mark.rule("COM-BYE-4")
def test_publishing_names_those_who_have_had_fewer() -> None:
    """A swap by hand gives somebody a second bye."""
    event = Event("destiny", swiss(3)).register(5).announce().play_round()
    (had,) = event.byes()
    event.draw()
    event.do(c.SwapPlayers(had, event.byes()[0], "has to eat"))
    reason = event.refused(c.PublishRound(), "round.second_bye_early", "COM-BYE-4")
    assert reason.params["players"] == tuple(n for n in range(1, 6) if n != had)


def test_a_rematch_made_by_hand_is_not_called_unavoidable() -> None:
    event = Event("destiny", swiss(3)).register(6).announce().play_round()
    one, two = event.in_round(1)[0].players
    event.draw()
    other = event.match(one).opponent(one) or 0
    event.do(c.SwapPlayers(other, two, "asked for"))
    said = {r.code for r in why_opponent(event.t, 2, one).because}
    assert "pair.met_before" in said
    assert not said & {"pair.rematch", "pair.rematch_for_bye", "float.down", "float.up"}
    assert codes(event) == ["round.rematches"]
    event.do(c.PublishRound(accept=True))


@pytest.mark.rule("COM-PAIR-2")
def test_how_long_ago_two_met_counts_rounds_with_a_bye_too() -> None:
    event = Event("destiny", swiss(5)).register(3).announce()
    for _ in range(4):
        event.play_round()
    event.draw()
    (pair,) = (set(m.players) for m in event.in_round(5) if m.b is not None)
    last = max(r for r in range(1, 5) if pair in [set(m.players) for m in event.in_round(r)])
    because = why_opponent(event.t, 5, min(pair)).because
    (again,) = (r for r in because if r.code == "pair.rematch_for_bye")
    assert again.params["rounds_ago"] == 5 - last
