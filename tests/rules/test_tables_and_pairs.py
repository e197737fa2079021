"""Everybody who can play has a table and an opponent (COM-MAT-2, AMB-G6)."""

import pytest

from komandor.core.tournament import commands as c
from komandor.texts import Speaker
from tests.support.event import Event, swiss
from tests.support.findings import checked


def published(game: str = "armada", players: int = 5, tables: str = "") -> Event:
    event = Event(game, swiss(3), settings={"registration.late_entry": True}, tables=tables)
    return event.register(players).announce().publish()


@pytest.mark.rule("COM-MAT-2")
@pytest.mark.parametrize(("tables", "free"), [("", 3), ("1-10", 3), ("4,7", 8), ("2-3,9", 9)])
def test_p5_a3_a_late_entrant_gets_the_next_free_table(tables: str, free: int) -> None:
    event = published(tables=tables).do(c.EnterLate("play_now"))
    match = event.match(6)
    assert (match.table, match.kind) == (free, "match")
    assert checked(event.results().do(c.StartClock()) if event.open() else event) == []


@pytest.mark.rule("COM-MAT-2")
def test_p5_the_bye_players_own_table_is_kept() -> None:
    event = Event("armada", swiss(3), settings={"registration.late_entry": True})
    event.do(*(c.RegisterPlayer(fixed_table=20 + n) for n in range(5))).announce().publish()
    bye = event.bye() or 0
    assert event.do(c.EnterLate("play_now")).match(6).table == 19 + bye


@pytest.mark.rule("COM-DROP-2")
def test_p7_a_no_show_beside_a_bye_is_paired_again_before_the_clock() -> None:
    event = published()
    bye, match = event.bye() or 0, event.matches()[0]
    absent, came = match.players
    again = c.DeclareNoShow(match.number, (absent,), pair_with=bye, reason="both without an opponent")
    event.do(again)
    found = event.match(came)
    assert (set(found.players), found.table, found.result) == ({came, bye}, match.table, None)
    assert event.byes() == ()
    assert not event.player(absent).active
    assert checked(event.start().results().close()) == []


@pytest.mark.rule("COM-DROP-2")
def test_p7_also_after_the_no_show_was_recorded() -> None:
    event = published()
    bye, match = event.bye() or 0, event.matches()[0]
    event.do(c.DeclareNoShow(match.number, match.players[:1]))
    event.do(c.PairLeftOver(match.players[1], bye, "both without an opponent"))
    assert event.opponent(bye) == match.players[1]
    assert not event.match(bye).final
    assert checked(event.start().results().close()) == []


@pytest.mark.rule("COM-DROP-2")
def test_p7_two_who_came_alone_play_each_other() -> None:
    event = published(players=4)
    one, two = event.matches()
    event.do(c.DeclareNoShow(one.number, (one.a,)), c.DeclareNoShow(two.number, (two.a,)))
    event.do(c.PairLeftOver(one.b, two.b, "both without an opponent"))
    assert event.opponent(one.b) == two.b
    assert checked(event.start().results().close()) == []


@pytest.mark.rule("COM-DROP-2")
def test_p7_not_once_the_clock_runs_nor_for_somebody_with_an_opponent() -> None:
    event = published()
    bye, match = event.bye() or 0, event.matches()[0]
    event.refused(c.PairLeftOver(match.a, bye, "why not"), "pair.has_opponent", "COM-DROP-2")
    event.do(c.StartClock())
    late = c.DeclareNoShow(match.number, (match.a,), pair_with=bye, reason="too late")
    event.refused(late, "pair.clock_runs", "COM-DROP-2")


@pytest.mark.rule("COM-PAIR-2")
def test_a_swap_that_makes_a_rematch_is_published_once_it_is_accepted_and_says_by_hand() -> None:
    event = Event("destiny", swiss(3)).register(8).announce().play_round().draw()
    one, two = event.matches(1)[0].players
    event.do(c.SwapPlayers(event.opponent(one), two, "asked for"))
    reason = event.refused(c.PublishRound(), "round.rematches", "COM-PAIR-2")
    assert reason.params["by_hand"] is True
    assert "made by hand" in Speaker(lang="en").sentence(reason)
    assert "ręczna" in Speaker(lang="pl").sentence(reason)
    event.do(c.PublishRound(accept=True))
    assert event.opponent(one) == two
    assert checked(event) == []
