"""A sanction is logged with its reason, and what it brings comes at once: a lost match, points, leaving."""

from dataclasses import replace

import pytest

from komandor.app.imports import unfit
from komandor.app.ledger import Ledger
from komandor.app.queries.staff import judging
from komandor.core.tournament import commands as c
from komandor.core.tournament import events as e
from komandor.log.bundle import export, import_
from komandor.store.memory import MemoryStore
from tests.support.checking import checked
from tests.support.event import Event, by, single, swiss

BYE = {"armada": 8, "imperial-assault": 1, "destiny": 1, "star-wars-lcg": 6, "conquest": 5}


@pytest.mark.rule("COM-COND-8")
def test_the_log_says_who_what_why_and_when() -> None:
    event = Event("destiny").register(4).announce().start()
    judge = event.staff("judge")
    event.do(
        c.GiveSanction(
            player=1, kind="warning", reason="slow play", match=event.match(1).number, category="SWL-COND-12"
        ),
        by=judge,
    )
    one = event.t.sanctions[1]
    assert (one.player, one.kind, one.reason, one.by, one.round) == (
        1,
        "warning",
        "slow play",
        judge.number,
        1,
    )
    event.refused(
        c.GiveSanction(player=1, kind="warning", reason=" "), "sanction.reason_missing", "COM-COND-8"
    )
    event.refused(
        c.GiveSanction(player=1, kind="flogging", reason="x"), "sanction.unknown_kind", "COM-COND-8"
    )
    event.refused(c.GiveSanction(player=99, kind="warning", reason="x"), "player.unknown")
    event.refused(c.GiveSanction(player=1, kind="warning", reason="x", match=99), "match.unknown")
    event.refused(c.GiveSanction(player=1, kind="warning", reason="x"), "access.role", "COM-ROLE-1", by=by(2))


@pytest.mark.rule("SWL-SANC-3", "COM-COND-8")
@pytest.mark.parametrize("game", BYE)
def test_a_match_lost_by_sanction(game: str) -> None:
    rule = "SWL-SANC-1" if game == "star-wars-lcg" else "COM-COND-8"
    event = Event(game, swiss(2)).register(4).announce().start()
    match, other = event.match(1), event.opponent(1)
    event.do(
        c.GiveSanction(player=1, kind="match_loss", reason="marked cards", match=match.number)
    ).results().close()
    assert (event.points(1), event.points(other)) == (0, BYE[game])
    event.refused(c.GiveSanction(player=1, kind="match_loss", reason="x"), "sanction.match_missing", rule)
    third = next(n for n in event.t.active() if n not in (1, other))
    event.refused(
        c.GiveSanction(player=third, kind="match_loss", reason="x", match=match.number),
        "sanction.match_missing",
        rule,
    )


@pytest.mark.rule("SWL-SANC-3")
def test_it_also_reverses_a_result_already_in_and_only_once() -> None:
    event = Event("destiny", swiss(2)).register(4).announce().start().results(1)
    match, other = event.match(1), event.opponent(1)
    late = c.GiveSanction(
        player=1, kind="match_loss", reason="found later", match=match.number, corrects=True
    )
    event.do(late)
    assert event.t.matches[match.number].result.corrected  # type: ignore[union-attr]
    before = event.t.matches[match.number]
    event.do(c.GiveSanction(player=1, kind="match_loss", reason="a second time", match=match.number))
    assert event.t.matches[match.number] == before, "lost already"
    event.close()
    assert (event.points(1), event.points(other)) == (0, 1)


@pytest.mark.rule("SWL-SANC-3")
def test_a_game_lost_is_the_match_where_a_match_is_one_game_and_else_only_noted() -> None:
    one = Event("destiny", swiss(1)).register(2).announce().start()
    one.do(c.GiveSanction(player=1, kind="game_loss", reason="x", match=one.match(1).number))
    assert one.winner(1) == 2
    two = Event("star-wars-lcg", swiss(1)).register(2).announce().start()
    two.do(c.GiveSanction(player=1, kind="game_loss", reason="x", match=two.match(1).number))
    assert two.match(1).result is None, "of two games the slip says which"


@pytest.mark.rule("SWL-SANC-3")
def test_points_are_taken_away_and_the_table_follows() -> None:
    event = Event("star-wars-lcg", swiss(2)).register(4).announce().play_round(1)
    had = event.points(1)
    event.refused(
        c.GiveSanction(player=1, kind="points", reason="x"), "sanction.points_missing", "SWL-SANC-3"
    )
    event.refused(
        c.GiveSanction(player=1, kind="points", reason="x", points=-3),
        "sanction.points_missing",
        "SWL-SANC-3",
    )
    event.do(c.GiveSanction(player=1, kind="points", reason="collusion", points=4), by=event.staff("judge"))
    assert event.points(1) == had - 4
    event.do(event.undo())
    assert event.points(1) == had


@pytest.mark.rule("SWL-SANC-3")
def test_points_taken_before_the_first_result_count_as_soon_as_there_is_one() -> None:
    for moment in ("before the draw", "during round 1"):
        event = Event("star-wars-lcg", swiss(2)).register(4).announce()
        if moment == "during round 1":
            event.start()
        event.do(c.GiveSanction(player=1, kind="points", reason="collusion", points=2))
        event.results(1).close() if event.t.phase == "running" else event.play_round(1)
        assert event.points(1) == 6 - 2, moment


@pytest.mark.rule("COM-COND-8")
def test_a_knock_out_match_on_which_others_hang_is_not_taken_away() -> None:
    event = Event("destiny", swiss(1), single(4)).register(4).announce().play_stage().cut().play_round()
    first = event.in_round()[0]
    winner = first.result.winner if first.result else 0
    event.draw()
    event.refused(
        c.GiveSanction(player=winner or 0, kind="match_loss", reason="late", match=first.number),
        "sanction.knock_out_round_closed",
        "AMB-G40",
    )


@pytest.mark.rule("COM-COND-7")
def test_removal_and_disqualification_end_the_match_at_once() -> None:
    for kind, status in (("removal", "left"), ("disqualification", "disqualified")):
        event = Event("destiny").register(4).announce().start()
        other = event.opponent(1)
        event.do(c.GiveSanction(player=1, kind=kind, reason="threats"))
        assert event.player(1).status == status
        assert event.winner(other) == other


@pytest.mark.rule("COM-COND-8")
def test_the_number_of_a_warning_stays_its_own_when_its_player_is_erased() -> None:
    event = Event("armada", swiss(1)).register(4).announce().start()
    one, other = (c.GiveSanction(player=n, kind="warning", reason="slow play") for n in (1, 2))
    event.do(one).do(c.ChangePerson(1, erase=True)).do(other)
    assert [x.sanction for x in event.log if isinstance(x, e.SanctionGiven)] == [1, 2]
    assert judging.player_file(event.t, 2).sanctions == (event.t.sanctions[2],)
    assert checked(event) == []


@pytest.mark.rule("COM-COND-8")
def test_a_file_without_people_goes_on_with_the_next_number() -> None:
    event = Event("armada", swiss(1)).register(4).announce().start()
    event.do(c.GiveSanction(player=1, kind="warning", reason="slow play"))
    store = MemoryStore()
    import_(store, export(event.store, event.id, with_people=False), unfit)
    event.store, event.ledger = store, Ledger(store)
    event.do(c.GiveSanction(player=2, kind="warning", reason="slow play"))
    assert checked(event) == []


@pytest.mark.rule("COM-COND-8", "COM-PTS-1")
def test_points_are_taken_only_where_they_count() -> None:
    """In a knock-out nobody has points; after a second cut only those who are still in the standings do."""
    points = c.GiveSanction(player=1, kind="points", points=1, reason="late")
    event = Event("conquest", swiss(2), single(4)).register(6).announce().play_stage().cut()
    event.do(points).start()
    event.refused(points, "sanction.points_do_not_count", "COM-PTS-1")
    event.results().close().refused(points, "sanction.points_do_not_count", "COM-PTS-1")
    first = event.matches()[0]
    closed = c.GiveSanction(player=first.a, kind="match_loss", reason="late", match=first.number)
    event.refused(closed, "sanction.knock_out_round_closed", "AMB-G40")
    event = Event("conquest", swiss(2), swiss(1, 4)).register(6).announce().play_stage().cut().start()
    out = next(n for n in event.t.players if n not in event.t.stages[2].seeds)
    event.refused(replace(points, player=out), "sanction.points_do_not_count", "COM-PTS-1")
    event.do(replace(points, player=event.t.stages[2].seeds[0]))
    event = Event("conquest", single()).register(4).announce()
    event.refused(points, "sanction.points_do_not_count", "COM-PTS-1")
