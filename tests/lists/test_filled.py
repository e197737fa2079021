"""A form that was filled in by hand gets the same verdict as a pasted list with the same cards."""

from typing import Any

import pytest

from komandor.core.games.listverdict import ANY, Occasion, Verdict, judge_filled
from tests.lists.made import LEGAL, catalogue, found, verdict
from tests.support.rules import rules_of

TEAM = {
    "characters": [
        {"name": "Luke, Jedi Knight", "points": 15, "allegiance": "hero", "version": "elite"},
        {"name": "Rey, Force Prodigy", "points": 12, "allegiance": "hero", "version": "elite"},
    ]
}


def filled(game: str, given: dict[str, Any], at: Occasion = ANY) -> Verdict:
    return judge_filled(rules_of(game), {"player": "Anna Nowak", **given}, catalogue(game), at)


def pasted(game: str) -> dict[str, Any]:
    return verdict(game, LEGAL[game]).content


@pytest.mark.parametrize("game", LEGAL)
def test_what_was_pasted_and_handed_in_is_legal_as_a_form_too(game: str) -> None:
    judged = filled(game, pasted(game))
    assert (judged.decision, judged.problems) == ("legal", ())
    assert judged.points == verdict(game, LEGAL[game]).points
    assert judged.content["player"] == "Anna Nowak"


@pytest.mark.parametrize("game", LEGAL)
def test_without_card_data_the_declared_points_count_and_nothing_is_certain(game: str) -> None:
    judged = judge_filled(rules_of(game), {"player": "Anna", **pasted(game)}, None)
    assert judged.decision == "undecided"
    assert {code for code, _ in found(judged)} == {"list.no_catalogue"}


@pytest.mark.rule("ARM-LIST-2")
def test_a_ship_declared_at_one_point_costs_what_it_costs() -> None:
    fleet = pasted("armada")
    fleet["ships"] = [{"name": "Corvette A", "points": 1, "count": 8}, *fleet["ships"]]
    judged = filled("armada", fleet)
    assert judged.decision == "illegal"
    assert ("list.over_limit", "ARM-LIST-2") in found(judged)


@pytest.mark.rule("DES-LIST-3")
def test_elite_is_what_the_form_says() -> None:
    deck = pasted("destiny") | TEAM
    assert filled("destiny", deck).points["total"] == 27
    regular = [one | {"version": "regular"} for one in TEAM["characters"]]
    assert filled("destiny", deck | {"characters": regular}).points["total"] == 20
    twice = [{"name": "Luke, Jedi Knight", "count": 2, "allegiance": "hero"}]
    assert ("list.unique_twice", "COM-GEN-2") in found(filled("destiny", deck | {"characters": twice}))


@pytest.mark.rule("SWL-2V2-2", "SWL-2V2-3")
def test_the_partners_decks_are_checked_beside_ones_own() -> None:
    own = pasted("star-wars-lcg")
    both = own | {"partner": "Jan Lis"} | {f"partner_{key}": lines for key, lines in own.items()}
    teams = Occasion(teams=True)
    assert filled("star-wars-lcg", both, teams).decision == "legal"
    assert filled("star-wars-lcg", own | {"partner": "Jan Lis"}, teams).decision != "legal"
    both["partner_light_sets"] = [{"name": "Light Story 21", "count": 2}, *own["light_sets"]]
    judged = filled("star-wars-lcg", both, teams)
    assert found(judged) == {("swl.locked_set", "SWL-GEN-2")}
    last = max(entry.line.number for entry in judged.entries)
    assert judged.problems[0].line is not None
    assert len(both["light_sets"]) + 2 < judged.problems[0].line <= last


@pytest.mark.parametrize("game", LEGAL)
@pytest.mark.parametrize(
    "nonsense", [{}, {"deck": 3}, {"ships": [{"count": -1}]}, {"total": "x", "faction": 7}]
)
def test_a_broken_form_is_answered(game: str, nonsense: dict[str, Any]) -> None:
    judged = filled(game, nonsense)
    assert judged.decision in ("undecided", "illegal")
    assert judged.problems
