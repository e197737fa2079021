"""Tie-breakers are exact and defined for everybody, where other programs went wrong."""

from fractions import Fraction

import pytest

from komandor.core.games.game import GameData
from komandor.core.outcomes import Outcome
from komandor.core.standings import RoundLine, standings
from tests.core.standings.rounds import board, game_data

GAMES = ("armada", "imperial-assault", "destiny", "star-wars-lcg", "conquest")
HALF = Fraction(1, 2)


@pytest.mark.rule("COM-TB-2")
def test_a_legal_rematch_counts_twice() -> None:
    table = board("destiny", "A-B 1:0, C-D 1:0", "A-B 1:0, C-D 0:1", "A-C 1:0, B-D 1:0").table()
    # A met B twice (1/3 each) and C once (1/3)
    assert table["A"].values["sos"] == Fraction(1, 3)
    # B met A twice (1) and D once (1/3): 7/9, and not the 2/3 of two different opponents
    assert table["B"].values["sos"] == Fraction(7, 9)


@pytest.mark.rule("COM-BYE-1", "COM-TB-2", "COM-TB-3")
@pytest.mark.parametrize("game", GAMES)
def test_a_player_with_only_byes_has_zero(game: str) -> None:
    table = board(game, "A bye 5, B-C 5:0", "A bye 5, B-C 0:5").table()
    assert table["A"].points == 10
    assert table["A"].rank == 1
    assert set(table["A"].values.values()) == {0}


@pytest.mark.rule("COM-TB-2")
def test_own_byes_are_not_in_the_divisor() -> None:
    table = board("destiny", "A bye 1, B-C 1:0", "A-B 0:1, C bye 1").table()
    assert table["A"].values["sos"] == 1  # B won both; the bye is no opponent
    with_zero = board("destiny", "A bye 1, B-C 1:0", "A-B 0:1, C bye 1")
    setting = {"sos.bye_counts_as_zero_opponent": True}
    assert with_zero.table(settings=setting)["A"].values["sos"] == HALF


@pytest.mark.rule("COM-TB-2")
def test_an_opponents_bye_is_points_and_round_so_no_average_is_above_the_maximum() -> None:
    table = board("conquest", "A bye 5, B-C 5:0", "A-B 5:0, C bye 5", "A-C 5:0, B bye 5").table()
    assert table["B"].values["sos"] == Fraction(5 + Fraction(5, 3), 2)
    assert all(row.values["sos"] <= 5 for row in table.values())


@pytest.mark.rule("COM-TB-4")
def test_values_that_agree_to_many_digits_are_told_apart() -> None:
    """One opponent has 333 of 1,000 points, the other 1 of 3: level to three decimals, and not level."""
    lines = [
        RoundLine(1, 11, Outcome.WIN, 1),
        RoundLine(11, 1, Outcome.LOSS, 0),
        RoundLine(2, 12, Outcome.WIN, 1),
        RoundLine(12, 2, Outcome.LOSS, 0),
        *(RoundLine(11, None, Outcome.BYE, int(i < 333), 0, i) for i in range(999)),
        *(RoundLine(12, None, Outcome.BYE, int(i < 1), 0, i) for i in range(2)),
    ]
    rows = {row.player: row for row in standings(game_data("destiny"), lines)}
    assert rows[1].values["sos"] == Fraction(333, 1000)
    assert rows[2].values["sos"] == Fraction(1, 3)
    assert rows[2].rank < rows[1].rank
    assert not rows[1].tied


@pytest.mark.rule("SWL-TB-1")
def test_an_opponent_of_a_drawn_match_counts() -> None:
    table = board("star-wars-lcg", "A-B 1:1, C-D 3:3", "A-C 6:0, B-D 0:6").table()
    assert table["A"].values["sos"] == 1 + 3


@pytest.mark.rule("COM-TB-2")
def test_an_opponent_without_a_counted_round_is_zero_and_the_order_is_total() -> None:
    """A disturbed event: B is known only as a no-show, D only by missed rounds."""
    table = board("destiny", "A forfeit_win 1, B forfeit_loss 0, D missed 0", "A-C 1:0, D missed 0").table()
    assert list(table) == ["A", "C", "B", "D"]
    assert table["A"].values["sos"] == 0


@pytest.mark.rule("COM-TB-1")
@pytest.mark.parametrize("game", ["imperial-assault", "destiny", "conquest", "star-wars-lcg"])
def test_margins_decide_in_armada_only(game: str) -> None:
    rounds = ("A-B 5:0 mov 10:0, C-D 5:0 mov 400:0", "A-C 0:5 mov 0:1, B-D 5:0 mov 99:0")
    assert "mov" not in board(game, *rounds).table()["A"].values
    armada = board("armada", "A-B 8:3 mov 160:0, C-D 8:3 mov 219:0").table()
    assert list(armada) == ["C", "A", "B", "D"]
    assert armada["A"].decided_by == "mov"


@pytest.mark.rule("SWL-TB-1", "SWL-TB-2")
def test_a_duplicate_match_lists_nobody_twice() -> None:
    table = board("star-wars-lcg", "A-B 6:0, C-D 6:0", "A-B 0:6, C-D 0:6").rank()
    assert sorted(row.player for row in table) == [1, 2, 3, 4]
    assert {row.decided_by for row in table} == {"first", "tied"}  # 6–6 over two matches beats nobody


@pytest.mark.rule("COM-TB-2", "COM-TB-3")
def test_means_are_exact_and_divided_by_the_same_opponents() -> None:
    table = board("destiny", "A-B 1:0, C-D 1:0", "A-C 1:0, B-D 1:0", "A-D 1:0, B-C 1:0").table()
    assert table["A"].values["sos"] == Fraction(2 + 1 + 0, 9)
    assert table["D"].values["sos"] == Fraction(3 + 2 + 1, 9)
    assert table["A"].values["esos"] == sum(table[x].values["sos"] for x in "BCD") / Fraction(3)


@pytest.mark.rule("COM-TB-1")
def test_numbers_follow_a_corrected_result_at_once() -> None:
    before = board("destiny", "A-B 1:0, C-D 1:0", "A-C 1:0, B-D 1:0").table()
    after = board("destiny", "A-B 1:0, C-D 1:0", "A-C 1:0, B-D 0:1").table()
    assert before["A"].values["sos"] == HALF
    assert after["A"].values["sos"] == Fraction(1, 4)


@pytest.mark.rule("COM-TB-1")
def test_the_first_criterion_decides_before_the_second() -> None:
    """B's margin is far larger, A has more points; D's SoS is larger, C has the margin."""
    table = board("armada", "A-C 10:1 mov 300:0, B-D 9:2 mov 299:0").table()
    assert list(table) == ["A", "B", "D", "C"]
    level = board("armada", "A-C 8:3 mov 150:0, B-D 8:3 mov 151:0", "X bye 8 mov 140").table()
    assert list(level)[:2] == ["B", "A"]


@pytest.mark.rule("COM-PAIR-3", "COM-CUT-5")
def test_knock_out_games_do_not_leak_into_the_swiss_table() -> None:
    """Stages are kept apart by the lines that the caller passes; carried points are both stages' (AMB-C2)."""
    first = board("conquest", "A-B 5:0, C-D 5:0")
    both = board("conquest", "A-B 5:0, C-D 5:0", "A-C 0:5, B-D 5:0")
    assert first.table()["A"].points == 5
    assert both.table()["C"].points == 10
    assert first.table()["A"].values["sos"] == 0


@pytest.mark.rule("COM-TB-2")
def test_a_round_paired_but_never_played_is_no_round() -> None:
    """It has no line; an opponent's average is over the rounds that have one."""
    table = board("destiny", "A-B 1:0, C-D 1:0", "A-C 1:0").table()
    assert table["A"].values["sos"] == Fraction(0 + HALF, 2)


@pytest.mark.rule("COM-DROP-4", "COM-TB-2")
def test_a_late_player_and_a_leaver_have_defined_values() -> None:
    table = board("destiny", "A-B 1:0, C bye 1, L missed 0", "A-L 1:0, C bye 1").table(left={2})
    assert table["L"].points == 0
    assert table["A"].values["sos"] == 0  # B 0/1, L 0/1: the missed round is none
    assert table["B"].left


@pytest.mark.rule("COM-DROP-1")
def test_players_who_left_keep_their_place_and_are_marked() -> None:
    played = board("destiny", "A-B 1:0, C-D 1:0", "A-C 1:0, B-D 1:0")
    stayed = played.rank()
    left = played.rank(left={1})
    assert [row.player for row in left] == [row.player for row in stayed]
    assert [row.left for row in left] == [True, False, False, False]


@pytest.mark.rule("COM-DROP-6")
def test_a_disqualified_player_has_no_position_but_counts_for_others() -> None:
    played = board("destiny", "A-B 1:0, C-D 1:0", "A-C 1:0, B-D 1:0")
    table = played.table(disqualified={1})
    assert "A" not in table
    assert [row.rank for row in table.values()] == [1, 1, 3]  # B and C are level to the end
    assert table["B"].values == played.table()["B"].values


@pytest.mark.rule("SWL-TB-1", "SWL-TB-2")
def test_head_to_head_counts_only_if_all_of_the_group_met() -> None:
    """A beat B and has not met C; the three are level, so sums decide (and C's are best)."""
    table = board("star-wars-lcg", "A-B 6:0, C-Z 6:0", "A-Y 0:1, B-X 6:0, C-W 0:5, Z-V 6:0").table()
    assert [name for name in table if name in "ABC"] == ["C", "A", "B"]
    assert table["C"].values["sos"] == 6 + 5
    assert table["A"].decided_by == "sos"


@pytest.mark.rule("SWL-TB-2")
def test_after_one_is_placed_the_rest_starts_again() -> None:
    """C has the best sum and goes first; of the remaining two B beat A, though A has the better sum."""
    rounds = (
        "C-p 6:0, B-A 6:0, q-r 6:0",
        "C-q 0:6, A-s 6:0, B-t 0:1, p-r 6:0",
        "p-u 6:0, q-v 6:0, s-w 5:0",
    )
    table = board("star-wars-lcg", *rounds).table()
    level = [name for name in table if table[name].points == 6 and name in "ABC"]
    assert level == ["C", "B", "A"]
    assert table["A"].values["sos"] > table["B"].values["sos"]
    assert table["A"].decided_by == "head_to_head"
    assert table["B"].decided_by == "sos"


@pytest.mark.rule("SWL-TB-1")
def test_level_means_level_on_points_whatever_the_wins() -> None:
    """Two wins and no draw, or one win and three draws, are both six points (AMB-S23)."""
    table = board("star-wars-lcg", "A-x 3:0, B-y 4:1", "A-z 3:0, B-w 2:2").table()
    assert table["A"].points == table["B"].points == 6
    assert table["A"].decided_by == "sos"


@pytest.mark.rule("COM-TB-5")
def test_lots_never_decide_before_a_tie_breaker() -> None:
    table = board("destiny", "A-B 1:0, C-D 1:0", "A-C 1:0, B-D 1:0")
    assert list(table.table({"D": 99, "B": 1, "C": 5, "A": 0})) == ["A", "C", "B", "D"]
    assert list(table.table({"D": 99, "B": 5, "C": 1, "A": 0})) == ["A", "B", "C", "D"]


def test_every_game_ends_with_numbers_we_know() -> None:
    from komandor.core.standings.metrics import METRIC

    for game in GAMES:
        data: GameData = game_data(game)
        assert set(data.tiebreakers) <= set(METRIC)
