"""A cut has exactly its N players, in the order of the standings, whoever leaves or declines."""

import pytest

from komandor.core import cut as cuts
from komandor.core.cut import Cut
from komandor.core.explain import why_rank, why_seed
from komandor.core.reasons import Refusal
from komandor.core.standings import Standing
from tests.core.standings.rounds import board, game_data


def table(players: int, left: tuple[int, ...] = (), by: str = "points") -> list[Standing]:
    return [Standing(n, n, False, 100 - n, {}, by, left=n in left) for n in range(1, players + 1)]


def made(cut: Cut | Refusal) -> Cut:
    assert isinstance(cut, Cut), cut
    return cut


@pytest.mark.rule("COM-CUT-2", "COM-CUT-5")
@pytest.mark.parametrize("size", [4, 8, 16, 32])
def test_t68_exactly_n_players(size: int) -> None:
    cut = made(cuts.qualify(game_data("destiny"), table(40), size))
    assert cut.seeds == tuple(range(1, size + 1))
    assert cut.settled


@pytest.mark.rule("COM-CUT-2", "COM-DROP-1")
def test_t56_who_left_is_passed_over_and_there_are_still_eight() -> None:
    cut = made(cuts.qualify(game_data("destiny"), table(12, left=(1, 5)), 8))
    assert cut.seeds == (2, 3, 4, 6, 7, 8, 9, 10)


@pytest.mark.rule("COM-CUT-3")
def test_several_leavers_are_replaced_one_after_another() -> None:
    cut = made(cuts.qualify(game_data("armada"), table(8), 4))
    cut = made(cuts.leave(cut, 1))
    cut = made(cuts.leave(cut, 3))
    assert cut.asked == 5
    cut = made(cuts.accept(cut, 5))
    assert cut.asked == 6
    assert not cut.settled
    cut = made(cuts.accept(cut, 6))
    assert cut.seeds == (2, 4, 5, 6)
    assert cut.settled
    assert cut.replaced == (1, 3)


@pytest.mark.rule("COM-CUT-4")
def test_who_declines_is_followed_by_the_next() -> None:
    cut = made(cuts.leave(made(cuts.qualify(game_data("armada"), table(8), 4)), 2))
    cut = made(cuts.decline(cut, 5))
    assert cut.asked == 6
    assert isinstance(cuts.accept(cut, 5), Refusal)
    assert isinstance(cuts.accept(cut, 7), Refusal)
    assert made(cuts.accept(cut, 6)).seeds == (1, 3, 4, 6)


@pytest.mark.rule("COM-CUT-3")
def test_a_replacement_may_leave_again_and_one_in_the_line_is_passed_over() -> None:
    cut = made(cuts.leave(made(cuts.qualify(game_data("armada"), table(8), 4)), 2))
    cut = made(cuts.leave(made(cuts.accept(cut, 5)), 5))
    cut = made(cuts.leave(cut, 6))
    assert cut.asked == 7
    assert isinstance(cuts.leave(cut, 5), Refusal)


@pytest.mark.rule("COM-CUT-2")
def test_a_cut_shrinks_to_all_who_remain() -> None:
    """AMB-G30: with nobody left to ask the bracket has byes for the best seeds."""
    cut = made(cuts.qualify(game_data("destiny"), table(7, left=(7,)), 8))
    assert cut.seeds == (1, 2, 3, 4, 5, 6)
    assert cut.shrunk
    assert "cut.shrunk" in [reason.code for reason in cut.reasons]


@pytest.mark.rule("COM-CUT-2", "SWL-DE-3")
@pytest.mark.parametrize(
    ("game", "size", "custom", "allowed"),
    [
        ("destiny", 2, False, False),
        ("destiny", 6, True, True),
        ("destiny", 1, True, False),
        ("armada", 2, False, True),
        ("star-wars-lcg", 4, False, True),
        ("star-wars-lcg", 32, True, False),
    ],
)
def test_sizes_of_the_documents(game: str, size: int, custom: bool, allowed: bool) -> None:
    cut = cuts.qualify(game_data(game), table(40), size, custom)
    assert isinstance(cut, Cut) is allowed


@pytest.mark.rule("COM-CUT-5", "COM-TB-5")
def test_the_border_says_what_decided_it() -> None:
    played = board("destiny", "A-X 1:0, B-Y 1:0, C-Z 1:0, D-W 1:0, E-V 1:0")
    cut = made(cuts.qualify(game_data("destiny"), played.rank({"A": 5, "B": 4, "C": 3, "D": 2, "E": 1}), 4))
    border = cut.reasons[0]
    assert border.code == "cut.border"
    assert border.params["decided_by"] == "lot"
    assert border.because[0].rule == "COM-TB-5"


@pytest.mark.rule("COM-CUT-3")
def test_why_this_seed_and_why_this_rank() -> None:
    rows = board("armada", "A-B 8:3 mov 150:0, C-D 8:3 mov 160:0").rank()
    second = why_rank(rows, 1)
    assert second.params["rank"] == 2
    assert [reason.code for reason in second.because] == [
        "standing.decided_by_mov",
        "standing.decided_by_points",
    ]
    assert second.because[0].params == {"player": 1, "rank": 2, "above": 3, "own": 150, "theirs": 160}
    assert why_rank(rows, 77).code == "standing.no_position"
    cut = made(cuts.leave(made(cuts.qualify(game_data("armada"), table(8), 4)), 2))
    cut = made(cuts.accept(cut, 5))
    assert why_seed(cut, 5).rule == "COM-CUT-3"
    assert why_seed(cut, 1).params["seed"] == 1
    assert why_seed(cut, 2).because[0].code == "cut.left"
    assert why_seed(cut, 8).code == "cut.not_in"
