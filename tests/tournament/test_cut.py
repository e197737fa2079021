"""The best N of the Swiss table go on; gaps are filled by asking down the table, until the first clock."""

import pytest

from komandor.core.tournament import commands as c
from komandor.core.tournament.readings.cut import leavers, next_in_line
from komandor.core.tournament.readings.standings import standings_of
from tests.support.event import Event, double, single, swiss


def cut_of(size: int, players: int = 8, rounds: int = 3, game: str = "destiny") -> Event:
    last = double(size) if game == "star-wars-lcg" else single(size)
    return Event(game, swiss(rounds), last).register(players).announce().play_stage().cut()


@pytest.mark.rule("COM-CUT-2", "COM-CUT-5", "SWL-STRUCT-2", "SWL-DE-1")
@pytest.mark.parametrize("game", ["armada", "imperial-assault", "destiny", "conquest", "star-wars-lcg"])
def test_exactly_n_seeds_in_the_order_of_the_table(game: str) -> None:
    event = cut_of(4, game=game)
    stage = event.t.stages[2]
    assert stage.seeds == tuple(event.order()[:4])
    assert stage.standings_before == tuple(event.order())


@pytest.mark.rule("COM-CUT-5")
def test_not_before_the_last_swiss_round_and_only_once() -> None:
    event = Event("destiny", swiss(2), single(4)).register(6).announce().play_round()
    event.refused(c.MakeCut(), "cut.rounds_left", "COM-CUT-5")
    event.play_round().cut().play_round()
    event.refused(c.MakeCut(), "cut.not_after_swiss", "COM-CUT-2")


@pytest.mark.rule("COM-PREP-3")
def test_an_event_without_a_cut_has_none() -> None:
    event = Event("destiny", swiss(2)).register(6).announce().play_stage()
    event.refused(c.MakeCut(), "cut.no_next_stage", "COM-PREP-3")
    event.do(c.CloseTournament())
    assert [n for n, _ in event.t.places] == event.order()


@pytest.mark.rule("COM-PAIR-7")
@pytest.mark.parametrize("game", ["armada", "imperial-assault", "destiny", "star-wars-lcg", "conquest"])
def test_without_a_knock_out_the_most_points_win_the_tournament(game: str) -> None:
    event = Event(game, swiss(3)).register(6).announce().play_stage(3)
    event.do(c.CloseTournament())
    best = max(event.points(n) for n in event.t.players)
    assert event.t.places[0] == (3, 1)
    assert event.points(3) == best


@pytest.mark.rule("COM-CUT-3", "COM-CUT-4")
def test_a_leaver_is_replaced_by_the_next_who_accepts_as_the_last_seed() -> None:
    event = cut_of(4)
    before, line = event.t.stages[2].seeds, event.order()[4:]
    gone = before[1]
    assert gone is not None
    event.do(c.DropPlayer(gone))
    due = event.refused(c.FreezeRound(), "cut.replacement_due", "COM-CUT-3")
    assert due.params["player"] == line[0]
    event.refused(c.ReplaceSeed(gone, line[1], True), "cut.not_asked", "COM-CUT-4")
    event.refused(c.ReplaceSeed(before[0] or 0, line[0], True), "cut.nobody_left", "COM-CUT-3")
    event.do(c.ReplaceSeed(gone, line[0], False))
    assert event.t.stages[2].declined == (line[0],)
    event.do(c.ReplaceSeed(gone, line[1], True))
    assert event.t.stages[2].seeds == (before[0], before[2], before[3], line[1])
    event.publish()
    assert event.pairs() == {frozenset({before[0], line[1]}), frozenset({before[2], before[3]})}


@pytest.mark.rule("COM-CUT-3")
def test_several_leavers_are_filled_best_seed_first_and_who_left_is_never_asked() -> None:
    event = cut_of(4, players=10)
    seeds, line = event.t.stages[2].seeds, event.order()[4:]
    for n in (seeds[3], seeds[0], line[0]):
        event.do(c.DropPlayer(n or 0))
    assert leavers(event.t) == (seeds[0], seeds[3])
    assert next_in_line(event.t) == line[1]
    event.do(c.ReplaceSeed(seeds[0] or 0, line[1], True)).do(c.ReplaceSeed(seeds[3] or 0, line[2], True))
    assert event.t.stages[2].seeds == (seeds[1], seeds[2], line[1], line[2])
    event.play_out()
    places = dict(event.t.places)
    assert places[seeds[0] or 0] > 4, "the leaver has no place in the bracket"
    assert len(places) == 10


@pytest.mark.rule("COM-CUT-2", "COM-ELIM-2")
@pytest.mark.parametrize("gone", [1, 2, 3])
def test_with_nobody_left_to_ask_the_cut_shrinks_and_the_best_seeds_have_byes(gone: int) -> None:
    event = cut_of(8, players=8, rounds=1)
    seeds = [n for n in event.t.stages[2].seeds if n]
    for n in seeds[:gone]:
        event.do(c.DropPlayer(n))
    assert next_in_line(event.t) is None
    event.publish()
    left = seeds[gone:]
    assert event.t.stages[2].seeds == tuple(left)
    byes = {m.a for m in event.in_round() if m.kind == "bye"}
    assert byes == set(left[: 8 - len(left)])


@pytest.mark.rule("COM-CUT-2")
def test_a_cut_larger_than_the_field_takes_everybody() -> None:
    """The field shrank after the announcement (AMB-G30); before it, such a cut is refused (AMB-A3)."""
    event = Event("destiny", swiss(1), single(8)).register(8).announce().play_stage()
    event.do(c.DropPlayer(7), c.DropPlayer(8)).cut()
    assert sorted(n for n in event.t.stages[2].seeds if n) == [1, 2, 3, 4, 5, 6]
    event.publish()
    assert len([m for m in event.in_round() if m.kind == "bye"]) == 2


@pytest.mark.rule("COM-CUT-2", "COM-PREP-3", "COM-STRUCT-5")
def test_drops_do_not_change_rounds_or_cut() -> None:
    """17 players at Destiny basic: 4 rounds, top 4; one leaves, and 16 would have no cut (AMB-G30)."""
    event = Event("destiny").register(17).announce()
    plan = [("swiss", 4, 0), ("single", 0, 4)]
    assert [(s.kind, s.rounds, s.cut) for s in event.t.announced] == plan
    event.play_round().do(c.DropPlayer(17)).do(c.DropPlayer(16))
    assert [(s.kind, s.rounds, s.cut) for s in event.t.announced] == plan
    event.play_stage().cut()
    assert len(event.t.stages[2].seeds) == 4


@pytest.mark.rule("COM-CUT-3")
def test_until_the_first_clock_starts_and_not_after() -> None:
    event = cut_of(4)
    seeds, line = event.t.stages[2].seeds, event.order()[4:]
    event.publish().do(c.DropPlayer(seeds[0] or 0))
    assert not event.match(seeds[0] or 0).final, "no forfeit: somebody else will play"
    event.refused(c.StartClock(), "cut.replacement_due", "COM-CUT-3")
    event.do(c.ReplaceSeed(seeds[0] or 0, line[0], True))
    event.refused(c.StartClock(), "round.draw_again", "COM-PAIR-1")
    event.do(c.DrawRound()).do(c.PublishRound()).do(c.StartClock())
    event.do(c.DropPlayer(seeds[1] or 0))
    assert event.match(seeds[1] or 0).final
    event.refused(c.ReplaceSeed(seeds[1] or 0, line[1], True), "phase.not_now")


@pytest.mark.rule("COM-CUT-3", "COM-DROP-2")
def test_a_no_show_before_the_first_clock_is_replaced_too() -> None:
    event = cut_of(4)
    seeds, line = event.t.stages[2].seeds, event.order()[4:]
    event.publish().do(c.DeclareNoShow(event.match(seeds[2] or 0).number, (seeds[2] or 0,)))
    assert leavers(event.t) == (seeds[2],)
    event.do(c.ReplaceSeed(seeds[2] or 0, line[0], True)).do(c.DrawRound()).do(c.PublishRound())


def test_a_closed_stage_is_frozen() -> None:
    """Who leaves after the cut does not change the order in which others are asked, nor the Swiss table."""
    event = cut_of(4)
    order = event.t.stages[2].standings_before
    event.do(c.DropPlayer(order[5])).do(c.DropPlayer(order[0]))
    assert event.t.stages[2].standings_before == order
    assert [row.player for row in standings_of(event.t, event.t.stages[1])] == list(order)


@pytest.mark.rule("SWL-DE-3", "COM-CUT-2", "ARM-CUT-1")
def test_sizes_that_a_structure_may_have() -> None:
    for stages in ((swiss(3), double(6)), (swiss(3), single(1)), (swiss(3), single(0))):
        assert getattr(Event("star-wars-lcg", *stages).created, "refusal", None), stages
    for size in (2, 4, 8, 16, 32):
        assert not getattr(Event("armada", swiss(3), single(size)).created, "refusal", None)


@pytest.mark.rule("SWL-DE-3")
@pytest.mark.parametrize("left", [2, 3, 5])
def test_a_double_elimination_with_fewer_players_than_places_is_played_to_its_end(left: int) -> None:
    event = Event("star-wars-lcg", swiss(2), double(8)).register(8).announce()
    for player in range(left + 1, 9):
        event.do(c.DropPlayer(player))
    event.play_stage().cut().play_out()
    assert set(range(1, left + 1)) <= {n for n, _ in event.t.places}
