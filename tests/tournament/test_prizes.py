"""Prizes go to whom their rule names, and a raffle's winners follow from lots that anybody can compute."""

from collections import Counter

import pytest

from komandor.app.queries.everybody.progress import record_of, results
from komandor.check import verify
from komandor.check.check_file import check_bytes
from komandor.core.tournament import commands as c
from komandor.core.tournament.readings.prizes import takes_part, winners
from komandor.log.bundle import export
from tests.support.event import ORGANISER, Event, single, swiss


def won(event: Event, number: int) -> tuple[int, ...]:
    return winners(event.t, event.t.prizes[number])


@pytest.fixture(scope="module")
def played() -> Event:
    """Nine players, three Swiss rounds with byes and a cut to four; one has left, one is disqualified."""
    event = Event("destiny", swiss(3), single(4)).register(9).announce().play_round()
    event.do(c.DropPlayer(9), c.Disqualify(8, "cheating"))
    event.do(
        c.AddPrize("a trophy"),
        c.AddPrize("a mat", "places", 1, 4),
        c.AddPrize("a promo card", "wins", wins=2),
        c.AddPrize("a coin", "everyone"),
        c.AddPrize("best painted", "award"),
        c.AddPrize("a box", "raffle", count=2, among="no_prize"),
        c.AddPrize("dice", "raffle", among="all"),
    )
    return event.play_stage().cut().play_out()


def test_prizes_by_place_and_record_follow_the_final_places_and_the_wins(played: Event) -> None:
    order = [n for n, _ in played.t.places]
    assert won(played, 1) == tuple(order[:1])
    assert won(played, 2) == tuple(order[:4])
    assert won(played, 4) == (1, 2, 3, 4, 5, 6, 7, 9)
    matches = played.t.matches.values()
    wins = Counter(m.a if m.result is None else m.result.winner for m in matches)  # without a result: a bye
    records = {n: record_of(dots).won for n, dots in results(played.t).items()}
    assert records == {n: wins[n] for n in played.t.players}
    assert set(won(played, 3)) == {n for n, count in wins.items() if count >= 2 and n != 8}


def test_no_place_is_won_before_the_end() -> None:
    event = Event("destiny", swiss(2)).register(4).announce().play_round().do(c.AddPrize("a trophy"))
    assert won(event, 1) == ()
    event.refused(c.HandOutPrize(1, 1), "prize.not_won")


def test_a_raffle_is_drawn_among_those_whom_it_names(played: Event) -> None:
    have = {*won(played, 1), *won(played, 2), *won(played, 3)}
    assert set(takes_part(played.t, played.t.prizes[6])) == set(played.t.active()) - have
    assert takes_part(played.t, played.t.prizes[7]) == (1, 2, 3, 4, 5, 6, 7, 9)


def raffled() -> Event:
    event = Event("destiny", swiss(2)).register(8).announce().play_round().play_stage()
    return event.do(c.AddPrize("a box", "raffle", count=2), c.AddPrize("dice", "raffle", among="no_prize"))


def test_drawn_again_the_lots_are_the_same_and_only_the_absent_make_room() -> None:
    event = raffled().do(c.DrawRaffle(1))
    first = won(event, 1)
    event.do(c.DrawRaffle(1))
    assert won(event, 1) == first
    event.do(c.DrawRaffle(1, absent=first[:1]))
    assert won(event, 1)[0] == first[1]
    assert first[0] not in won(event, 1)
    event.do(event.undo())
    assert won(event, 1) == first


def test_a_prize_that_is_removed_and_added_again_changes_no_lot() -> None:
    """Otherwise the organiser could try numbers until the lot pleases."""
    one = raffled().do(c.DrawRaffle(1))
    other = raffled().do(c.RemovePrize(1), c.AddPrize("a box", "raffle", count=2), c.DrawRaffle(3))
    assert won(one, 1) == won(other, 3)


def test_who_has_received_a_raffled_prize_keeps_it() -> None:
    event = raffled().do(c.DrawRaffle(1))
    first = won(event, 1)
    event.do(c.HandOutPrize(1, first[0]))
    event.refused(c.DrawRaffle(1, absent=first[:1]), "prize.received")
    event.refused(c.HandOutPrize(1, first[0]), "prize.marked_already")
    event.do(c.HandOutPrize(1, first[0], done=False)).do(c.DrawRaffle(1, absent=first[:1]))


def test_a_second_raffle_has_other_lots_and_knows_who_has_a_prize() -> None:
    event = raffled().do(c.DrawRaffle(1), c.DrawRaffle(2))
    assert event.t.prizes[2].raffle == 2
    assert not set(won(event, 1)) & set(won(event, 2))


def test_a_mark_says_who_handed_the_prize_out() -> None:
    event = raffled().do(c.AddPrize("best painted", "award"), c.GiveAward(3, 5))
    event.do(c.HandOutPrize(3, 5), by=ORGANISER)
    assert event.t.prizes[3].handed == {5: 1}
    event.refused(c.GiveAward(3, 4), "prize.handed_out")
    event.do(event.undo())
    assert event.t.prizes[3].handed == {}


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (c.AddPrize(" "), "prize.empty"),
        (c.AddPrize("mat", "places", 4, 2), "prize.places"),
        (c.AddPrize("mat", "wins", wins=0), "prize.number"),
        (c.AddPrize("mat", "raffle", count=0), "prize.number"),
        (c.AddPrize("mat", "friends"), "prize.unknown_kind"),
        (c.RemovePrize(9), "prize.unknown"),
        (c.GiveAward(1, 3), "prize.no_award"),
        (c.DrawRaffle(3), "prize.no_raffle"),
        (c.GiveAward(3, 99), "player.unknown"),
        (c.DrawRaffle(1, absent=tuple(range(1, 9))), "prize.nobody_takes_part"),
        (c.HandOutPrize(3, 1), "prize.not_won"),
    ],
)
def test_what_makes_no_sense_is_refused(command: c.Command, code: str) -> None:
    raffled().do(c.AddPrize("best painted", "award")).refused(command, code)


def test_no_award_for_somebody_who_was_disqualified() -> None:
    event = raffled().do(c.AddPrize("best painted", "award"), c.Disqualify(3, "cheating"))
    event.refused(c.GiveAward(3, 3), "prize.cannot_win")


def test_a_prize_that_was_won_stays() -> None:
    event = raffled().do(c.DrawRaffle(1))
    event.refused(c.RemovePrize(1), "prize.won")
    event.do(c.RemovePrize(2))
    event.refused(c.DrawRaffle(2), "prize.unknown")


def test_checker_and_verifier_agree_with_honest_raffles(played: Event) -> None:
    event = played
    event.do(c.DrawRaffle(6), c.GiveAward(5, 3), c.DrawRaffle(7, absent=(1,)))
    event.do(c.HandOutPrize(1, won(event, 1)[0]))
    data = export(event.store, event.id)
    assert check_bytes(data).violations == ()
    report = verify.verify(data)
    assert report.ok
    assert [line.params["raffle"] for line in report.lines if line.code == "draw.raffle"] == [1, 2]
