"""Whoever cannot sit at their fixed table, and pairs of one group in round 1, are named to the organiser."""

import pytest

from komandor.core.tournament import commands as c
from komandor.core.tournament.readings.pairings import swap_warnings
from komandor.core.tournament.readings.seats import draw_remarks, wanted_twice
from komandor.core.tournament.readings.standings import standings_of
from komandor.core.tournament.values import DrawnMatch
from tests.support.event import Event, swiss


def remarks(event: Event) -> dict[str, list[dict[str, object]]]:
    """The remarks on the latest draw, by code."""
    found: dict[str, list[dict[str, object]]] = {}
    for reason in draw_remarks(event.t, event.round):
        found.setdefault(reason.code, []).append(dict(reason.params))
    return found


@pytest.mark.rule("COM-MAT-2")
def test_two_who_need_the_same_table_are_named_before_and_after_the_draw() -> None:
    event = Event("armada").register(2, fixed_table=7).register(6)
    (clash,) = wanted_twice(event.t)
    assert (clash.code, dict(clash.params)) == ("tables.fixed_twice", {"table": 7, "players": (1, 2)})
    event.do(c.ForbidPair(player=1, opponent=2, reason="brothers")).announce().draw()
    yields = 1 if event.match(2).table == 7 else 2
    (said,) = remarks(event)["tables.fixed_missed"]
    assert (said["player"], said["wanted"]) == (yields, 7)


@pytest.mark.rule("COM-MAT-2")
def test_two_who_need_the_same_table_and_play_each_other_both_sit_there() -> None:
    event = Event("armada", swiss(1)).register(2, fixed_table=7).announce().draw()
    assert [match.table for match in event.matches()] == [7]
    assert remarks(event) == {}


@pytest.mark.rule("COM-MAT-2")
def test_of_two_opponents_with_different_tables_the_second_is_named() -> None:
    event = Event("armada", swiss(1)).register(1, fixed_table=5).register(1, fixed_table=9).announce().draw()
    (match,) = event.matches()
    other = {5: 9, 9: 5}[match.table or 0]
    assert remarks(event) == {
        "tables.fixed_both": [{"player": match.b, "wanted": other, "table": match.table}]
    }


@pytest.mark.rule("COM-MAT-2")
def test_pairs_beyond_the_tables_of_the_hall_are_counted() -> None:
    event = Event("armada", tables="1-2").register(8).announce().draw()
    assert remarks(event) == {"tables.too_few": [{"pairs": 2, "last": 2}]}


@pytest.mark.rule("SWL-PAIR-3")
def test_a_pair_of_one_group_is_remarked_in_round_1_only() -> None:
    event = Event("armada").register(4, groups=("van",)).announce().draw()
    assert len(remarks(event)["warning.same_group"]) == 2
    event.play_round().draw()
    assert remarks(event) == {}


@pytest.mark.rule("COM-MAT-2")
def test_a_swap_away_from_the_fixed_table_is_warned_of() -> None:
    event = Event("armada").register(1, fixed_table=3).register(7).announce().draw()
    seated = next(m for m in event.matches() if 1 in m.players)
    other = next(m for m in event.matches() if 1 not in m.players)
    (changed,) = event.do(c.SwapPlayers(1, other.a, "x")).last
    assert seated.table == 3
    assert "tables.fixed_missed" in changed.warnings


@pytest.mark.rule("COM-BYE-3")
def test_a_bye_for_somebody_high_in_the_standings_is_warned_of() -> None:
    event = Event("armada").register(7).announce().play_round().draw()
    bye = next(m for m in event.t.in_round(2) if m.kind == "bye")
    best = standings_of(event.t)[0].player
    given = DrawnMatch(match=bye.number, table=None, a=best, b=None, kind="bye")
    (said,) = [w for w in swap_warnings(event.t, (given,)) if w.code == "warning.bye_high"]
    assert (said.params["player"], said.params["place"], said.params["of"]) == (best, 1, 7)
    assert not [w for w in swap_warnings(event.t, (bye.drawn(),)) if w.code == "warning.bye_high"]
