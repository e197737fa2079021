"""Everybody gets an opponent or at most one bye, where other programs went wrong."""

import random
from collections import Counter

import pytest

from komandor.core.lots import Lots
from komandor.core.pairing import Entrant
from tests.core.pairing.draws import ONE, Judge, draw, drawn, handmade, played
from tests.core.pairing.fields import field, named, names

MANY = [Lots(bytes([7, i])) for i in range(50)]


@pytest.mark.rule("COM-PAIR-6")
def test_four_players_with_only_one_way_left() -> None:
    entrants, number = field({"A": 2, "B": 1, "C": 1, "D": 0}, met="AB CD AC BD")
    for lots in MANY:
        made = draw(entrants, lots, round=3)
        assert named(made.pairs, number) == names("A-D B-C")
        assert made.rematches == ()


@pytest.mark.rule("COM-PAIR-6")
def test_an_even_group_that_met_sends_two_players_down() -> None:
    points = {"A": 20, "B": 20, "C": 17, "D": 13, "E": 9, "F": 7, "G": 4, "H": 2}
    entrants, number = field(points, met="AB CD EF GH AC BD EG FH")
    for lots in MANY:
        made = draw(entrants, lots, round=3)
        assert made.rematches == ()
        assert {f.player for f in made.floats} >= {number["A"], number["B"]}


@pytest.mark.rule("COM-PAIR-5")
def test_pairs_stay_inside_the_group_when_they_can() -> None:
    entrants, _ = field(dict.fromkeys("ABCDEF", 3) | dict.fromkeys("GHIJ", 0), met="AB CD EF")
    for lots in MANY:
        assert draw(entrants, lots, round=2).floats == ()


@pytest.mark.rule("COM-PAIR-6")
def test_six_players_in_rounds_four_and_five() -> None:
    for seed in range(40):
        rng = random.Random(seed)
        for rounds in (3, 4):
            entrants = played(rng, 6, rounds, ONE)
            best = Judge(entrants, rounds + 1).best()[1]
            assert drawn(draw(entrants, Lots(bytes([seed])), round=rounds + 1)) in best


@pytest.mark.rule("COM-PAIR-5")
def test_two_unbeaten_players_meet() -> None:
    points = {"A": 5, "B": 5, "C": 4, "D": 4, "E": 4, "F": 3}
    entrants, number = field(points, met="AC AD BE BF CD")
    for lots in MANY:
        assert frozenset("AB") in named(draw(entrants, lots, round=6).pairs, number)


@pytest.mark.rule("COM-PAIR-6")
def test_a_cross_pairing_stands_and_is_explained() -> None:
    entrants, number = field({"A": 6, "B": 6, "C": 3, "D": 3}, met="AB CD")
    for lots in MANY:
        made = draw(entrants, lots, round=3)
        assert made.rematches == ()
        because = made.reasons[number["A"]].because
        assert [(r.code, r.rule) for r in because] == [("float.down", "COM-PAIR-6")]
        assert because[0].params["group_size"] == 2


@pytest.mark.rule("COM-PAIR-1")
def test_everybody_exactly_once_whatever_the_history() -> None:
    for seed in range(300):
        entrants = handmade(random.Random(seed), 2 + seed % 13)
        made = draw(entrants, Lots(bytes([seed % 256])), round=2)
        seated = [p for pair in made.pairs for p in pair] + ([made.bye] if made.bye else [])
        assert sorted(seated) == sorted(e.player for e in entrants)


@pytest.mark.rule("COM-DROP-1")
def test_a_dropped_player_is_not_paired_and_nobody_meets_themselves() -> None:
    entrants, number = field({"A": 3, "B": 3, "C": 0, "D": 0, "E": 0}, met="AC BD")
    left = [e for e in entrants if e.player != number["B"]]
    made = draw(left, Lots(b""), round=2)
    assert number["B"] not in {p for pair in made.pairs for p in pair}
    assert all(a != b for a, b in made.pairs)


def test_newcomers_and_leavers_leave_the_draw_random() -> None:
    entrants = [Entrant(player=p, points=0, rank=p) for p in (2, 3, 5, 8, 9, 11)]
    seen = Counter(drawn(draw(entrants, Lots(bytes([i, 1])), round=3))[0] for i in range(256))
    assert len(seen) == 15


@pytest.mark.rule("COM-BYE-1")
def test_one_player_gets_a_bye_and_nobody_is_no_round() -> None:
    alone = draw([Entrant(player=4, points=3, rank=1, met=(1, 2))], Lots(b""), round=3)
    assert (alone.pairs, alone.bye) == ((), 4)
    nobody = draw([], Lots(b""), round=3)
    assert (nobody.pairs, nobody.bye) == ((), None)


@pytest.mark.rule("COM-BYE-1")
def test_at_most_one_bye_and_only_when_odd() -> None:
    for size in range(1, 40):
        made = draw([Entrant(player=p, points=p % 3, rank=p) for p in range(1, size + 1)], Lots(b""), round=2)
        assert (made.bye is not None) == (size % 2 == 1)
        assert len(made.pairs) == size // 2


@pytest.mark.rule("SWL-PAIR-3")
def test_as_few_pairs_of_one_group_as_can_be() -> None:
    entrants = [
        Entrant(player=p, points=0, rank=p, met=(), byes=0, apart=("van",) if p <= 5 else ())
        for p in range(1, 9)
    ]
    for lots in MANY:
        made = draw(entrants, lots, round=1, apart_round1=True)
        assert sum(a <= 5 and b <= 5 for a, b in made.pairs) == 1


@pytest.mark.rule("SWL-PAIR-3")
def test_a_large_club_in_a_large_field() -> None:
    entrants = [
        Entrant(
            player=p, points=0, rank=p, met=(), byes=0, apart=("club",) if p <= 350 else (f"van-{p // 4}",)
        )
        for p in range(1, 513)
    ]
    made = draw(entrants, Lots(b"club"), round=1, apart_round1=True)
    assert sum(a <= 350 and b <= 350 for a, b in made.pairs) == (350 - 162) // 2


def test_having_had_a_bye_does_not_decide_opponents() -> None:
    entrants = [Entrant(player=p, points=1, rank=p, met=(), byes=int(p <= 2)) for p in range(1, 7)]
    together = sum(
        (1, 2) in draw(entrants, Lots(bytes([i // 256, i % 256])), round=2).pairs for i in range(1500)
    )
    assert 230 < together < 370  # one in five


@pytest.mark.rule("COM-PAIR-2")
def test_histories_are_what_was_played() -> None:
    """The draw knows opponents and byes of results only: a one-sided list bars the pair as well."""
    entrants = [
        Entrant(player=1, points=1, rank=1, met=(2,)),
        Entrant(player=2, points=1, rank=2),
        Entrant(player=3, points=1, rank=3),
        Entrant(player=4, points=1, rank=4),
    ]
    for lots in MANY:
        assert (1, 2) not in draw(entrants, lots, round=3).pairs


@pytest.mark.rule("COM-PAIR-6")
def test_the_oldest_rematch_is_taken_and_flagged() -> None:
    entrants = [
        Entrant(player=1, points=3, rank=1, met=(2, 3, 4)),
        Entrant(player=2, points=2, rank=2, met=(1, 4, 3)),
        Entrant(player=3, points=1, rank=3, met=(4, 1, 2)),
        Entrant(player=4, points=0, rank=4, met=(3, 2, 1)),
    ]
    for lots in MANY:
        made = draw(entrants, lots, round=4)
        assert made.pairs == ((1, 2), (3, 4))
        assert made.rematches == ((1, 2), (3, 4))
        assert made.reasons[1].because[0].params == {"opponent": 2, "rounds_ago": 3}


@pytest.mark.rule("COM-BYE-2")
def test_awarded_byes_are_out_of_the_draw() -> None:
    """Players with an awarded bye are no entrants; the drawn bye comes from the others."""
    others = [Entrant(player=p, points=0, rank=1) for p in range(4, 11)]
    byes = Counter(draw(others, Lots(bytes([i])), round=1).bye for i in range(200))
    assert set(byes) == set(range(4, 11))


@pytest.mark.rule("COM-BYE-4")
def test_one_bye_each_while_anyone_has_none() -> None:
    byes = dict.fromkeys(range(1, 16), 0)
    met: dict[int, tuple[int, ...]] = dict.fromkeys(byes, ())
    for number in range(1, 7):
        made = draw(
            [Entrant(player=p, points=0, rank=p, met=met[p], byes=byes[p]) for p in byes],
            Lots(b"t23"),
            round=number,
        )
        assert made.bye is not None
        byes[made.bye] += 1
        for a, b in made.pairs:
            met |= {a: (*met[a], b), b: (*met[b], a)}
    assert max(byes.values()) == 1


@pytest.mark.rule("COM-BYE-3")
def test_the_lowest_eligible_for_whom_the_rest_works() -> None:
    entrants = [Entrant(player=p, points=6 - p // 3, rank=p) for p in range(1, 18)]
    assert draw(entrants, Lots(b""), round=3).bye == 17
    had = [
        Entrant(player=e.player, points=e.points, rank=e.rank, met=(), byes=int(e.player > 15))
        for e in entrants
    ]
    assert draw(had, Lots(b""), round=3).bye == 15


@pytest.mark.rule("COM-BYE-3")
def test_the_lowest_is_passed_over_when_the_rest_could_not_be_paired() -> None:
    entrants, number = field({"A": 3, "B": 2, "C": 1}, met="AB")
    made = draw(entrants, Lots(b""), round=3)
    assert made.bye == number["B"]
    assert made.rematches == ()
    assert made.reasons[number["B"]].because[0].params == {"player": number["C"]}


@pytest.mark.rule("COM-BYE-4")
def test_more_rounds_than_players_spreads_byes_evenly() -> None:
    byes = dict.fromkeys((1, 2, 3), 0)
    met: dict[int, tuple[int, ...]] = dict.fromkeys(byes, ())
    for number in range(1, 13):
        entrants = [Entrant(player=p, points=0, rank=p, met=met[p], byes=byes[p]) for p in byes]
        made = draw(entrants, Lots(bytes([number])), round=number)
        assert made.bye is not None
        byes[made.bye] += 1
        ((a, b),) = made.pairs
        met = {a: (*met[a], b), b: (*met[b], a), made.bye: (*met[made.bye], 0)}
        if number % 3 == 0:
            assert set(byes.values()) == {number // 3}


@pytest.mark.rule("COM-BYE-3")
def test_a_newcomer_is_handled_and_may_be_spared() -> None:
    entrants, number = field({"A": 3, "B": 3, "C": 0, "D": 0, "New": 0}, met="AC BD")
    assert draw(entrants, Lots(b""), round=2).bye == number["New"]
    spared = draw(entrants, Lots(b""), round=2, no_bye=frozenset({number["New"]}))
    assert spared.bye == number["D"]
    everyone = frozenset(number.values())
    assert draw(entrants, Lots(b""), round=2, no_bye=everyone).bye == number["New"]


@pytest.mark.rule("COM-BYE-3")
def test_level_on_points_the_rank_decides_and_never_the_order_of_the_list() -> None:
    entrants = [Entrant(player=p, points=1, rank=8 - p) for p in (4, 1, 7, 2, 6, 3, 5)]
    assert draw(entrants, Lots(b""), round=2).bye == 1
    assert draw(entrants[::-1], Lots(b""), round=2).bye == 1


@pytest.mark.rule("COM-BYE-4")
def test_drawing_again_never_makes_a_second_bye() -> None:
    entrants = [Entrant(player=p, points=0, rank=p) for p in range(1, 8)]
    first, again = (draw(entrants, Lots(b"same key"), round=2) for _ in range(2))
    assert (first.pairs, first.bye) == (again.pairs, again.bye)
    assert first.bye == 7


def test_leaving_and_coming_back_is_no_way_to_a_bye() -> None:
    """Whoever had a bye keeps it on record, whatever they missed since."""
    entrants = [
        Entrant(player=1, points=9, rank=1, met=(2, 3)),
        Entrant(player=2, points=5, rank=2, met=(1, 0)),
        Entrant(player=3, points=0, rank=3, met=(0, 1), byes=1),
    ]
    assert draw(entrants, Lots(b""), round=3).bye == 1  # 1 met both others: the only clean rest
    fresh = [
        Entrant(player=1, points=9, rank=1),
        Entrant(player=2, points=5, rank=2),
        Entrant(player=3, points=0, rank=3, met=(0, 0), byes=1),
    ]
    assert draw(fresh, Lots(b""), round=3).bye == 2
