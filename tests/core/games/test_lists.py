"""A legal list has no problems, and each broken rule is named by its own ID and no other."""

from typing import Any

import pytest

from komandor.core.games.game import Situation
from komandor.core.lists.cards import Card
from komandor.core.lists.pool import Pool, Wanted
from tests.support.rules import rules_of


def cards(*names: str, **columns: Any) -> list[dict[str, Any]]:
    return [{"name": name, **columns} for name in names]


FLEET: dict[str, Any] = {
    "player": "Anna Kowalska",
    "faction": "rebel",
    "ships": [{"name": "MC80", "points": 110}, {"name": "CR90", "points": 44, "count": 2}],
    "upgrades": [{"name": "Leia", "points": 3, "type": "officer"}],
    "commander": [{"name": "Mon Mothma", "points": 30}],
    "squadrons": [{"name": "X-wing", "points": 13, "count": 10}],
    "objectives": [
        {"name": "Most Wanted", "category": "assault"},
        {"name": "Fire Lanes", "category": "defense"},
        {"name": "Intel Sweep", "category": "navigation"},
    ],
    "total": 361,
}
ARMY: dict[str, Any] = {
    "player": "Jan Nowak",
    "faction": "scum",
    "deployment": [{"name": "Trandoshan", "points": 10, "count": 4}],
    "command": cards("Tools for the Job", "Urgency"),
    "total": 40,
}
TEAM: dict[str, Any] = {
    "player": "Ewa Lis",
    "characters": [
        {"name": "Luke", "points": 15, "allegiance": "hero", "version": "elite"},
        {"name": "Leia", "points": 15, "allegiance": "hero"},
    ],
    "battlefield": cards("Echo Base"),
    "deck": [{"name": "Jetpack", "count": 2, "die": "yes"}, {"name": "Dodge", "count": 28}],
}
TEN = [{"name": f"Set {number}"} for number in range(10)]
DECKS: dict[str, Any] = {
    "player": "Olek Wit",
    "light_affiliation": cards("Jedi"),
    "light_sets": TEN,
    "dark_affiliation": cards("Sith"),
    "dark_sets": TEN,
}
FOUR: dict[str, Any] = DECKS | {
    "partner": "Iga Maj",
    "partner_light_affiliation": cards("Smugglers"),
    "partner_light_sets": TEN,
    "partner_dark_affiliation": cards("Navy"),
    "partner_dark_sets": TEN,
}
HIVE: dict[str, Any] = {
    "player": "Ala Kot",
    "warlord": cards("Swarmlord", needs_synapse="yes"),
    "synapse": cards("Zoanthrope"),
    "deck": [{"name": "Gaunt", "count": 50}],
    "total": 50,
}
LEGAL = [
    pytest.param("armada", FLEET, False, id="armada"),
    pytest.param("imperial-assault", ARMY, False, id="imperial-assault"),
    pytest.param("destiny", TEAM, False, id="destiny"),
    pytest.param("star-wars-lcg", DECKS, False, id="star-wars-lcg"),
    pytest.param("star-wars-lcg", FOUR, True, id="two against two"),
    pytest.param("conquest", HIVE, False, id="conquest"),
]


@pytest.mark.rule("ARM-FMT-1", "IA-FMT-1", "DES-FMT-1", "COM-LIST-2", "SWL-2V2-2", "SWL-2V2-3", "SWL-DECK-1")
@pytest.mark.parametrize(("game", "given", "teams"), LEGAL)
def test_legal(game: str, given: dict[str, Any], teams: bool) -> None:
    assert rules_of(game).check_list(given, Situation(teams=teams)) == ()


def changed(base: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return {key: value for key, value in (base | changes).items() if value is not None}


TWO = cards("Mon Mothma", "Garm", points=15)
OBJECTIVES = FLEET["objectives"]
BROKEN = [
    ("armada", changed(FLEET, total=401, ships=[{"name": "MC80", "points": 238}]), {"ARM-LIST-2"}),
    ("armada", changed(FLEET, total=362), {"ARM-LIST-7"}),
    ("armada", changed(FLEET, player=None), {"ARM-LIST-7"}),
    ("armada", changed(FLEET, faction="scum"), {"ARM-LIST-3"}),
    ("armada", changed(FLEET, total=366, squadrons=[{"name": "X-wing", "points": 135}]), {"ARM-LIST-4"}),
    ("armada", changed(FLEET, commander=TWO), {"ARM-LIST-5"}),
    ("armada", changed(FLEET, commander=[], total=331), {"ARM-LIST-5"}),
    (
        "armada",
        changed(FLEET, upgrades=[{"name": "Ackbar", "points": 3, "type": "commander"}]),
        {"ARM-LIST-5"},
    ),
    ("armada", changed(FLEET, objectives=OBJECTIVES[:2]), {"ARM-LIST-6"}),
    ("armada", changed(FLEET, objectives=[*OBJECTIVES, OBJECTIVES[0]]), {"ARM-LIST-6"}),
    (
        "armada",
        changed(FLEET, objectives=[*OBJECTIVES, {"name": "Raid", "category": "campaign"}]),
        {"ARM-PROD-3"},
    ),
    ("armada", changed(FLEET, ships=cards("MC80"), total=163), {"ARM-LIST-7"}),
    ("imperial-assault", changed(ARMY, total=41, deployment=[{"name": "x", "points": 41}]), {"IA-LIST-2"}),
    ("imperial-assault", changed(ARMY, faction="hutt"), {"IA-LIST-3"}),
    ("imperial-assault", changed(ARMY, command=[]), {"IA-LIST-4"}),
    ("imperial-assault", changed(ARMY, total=39), {"IA-LIST-5"}),
    ("destiny", changed(TEAM, characters=[]), {"DES-LIST-2"}),
    (
        "destiny",
        changed(TEAM, characters=[{"name": "Luke", "points": 31, "allegiance": "hero"}]),
        {"DES-LIST-3"},
    ),
    (
        "destiny",
        changed(
            TEAM,
            characters=[*TEAM["characters"][:1], {"name": "Jango", "points": 9, "allegiance": "villain"}],
        ),
        {"DES-LIST-4"},
    ),
    ("destiny", changed(TEAM, deck=[{"name": "Dodge", "count": 29}]), {"DES-LIST-5"}),
    ("destiny", changed(TEAM, deck=[{"name": "Dodge", "count": 31}]), {"DES-LIST-5"}),
    ("destiny", changed(TEAM, battlefield=cards("Echo Base", "Mos Eisley")), {"DES-LIST-6"}),
    ("destiny", changed(TEAM, player=""), {"DES-LIST-7"}),
    ("star-wars-lcg", changed(DECKS, light_sets=TEN[:9]), {"SWL-DECK-2"}),
    ("star-wars-lcg", changed(DECKS, dark_affiliation=cards("Sith", "Navy")), {"SWL-DECK-2"}),
    ("star-wars-lcg", changed(DECKS, dark_affiliation=None, dark_sets=None), {"SWL-DECK-1", "SWL-DECK-2"}),
    ("conquest", changed(HIVE, warlord=cards("Swarmlord", "Eldrad", needs_synapse="yes")), {"CON-LIST-1"}),
    ("conquest", changed(HIVE, synapse=None), {"CON-LIST-1"}),
    ("conquest", changed(HIVE, warlord=cards("Eldrad")), {"CON-LIST-1"}),
    ("conquest", changed(HIVE, deck=[{"name": "Gaunt", "count": 49}], total=49), {"CON-LIST-1"}),
    ("conquest", changed(HIVE, total=51), {"CON-LIST-5"}),
]


@pytest.mark.rule(
    "ARM-LIST-2", "ARM-LIST-3", "ARM-LIST-4", "ARM-LIST-5", "ARM-LIST-6", "ARM-LIST-7", "ARM-PROD-3"
)
@pytest.mark.rule("IA-LIST-2", "IA-LIST-3", "IA-LIST-4", "IA-LIST-5", "COM-MAT-6")
@pytest.mark.rule("DES-LIST-2", "DES-LIST-3", "DES-LIST-4", "DES-LIST-5", "DES-LIST-6", "DES-LIST-7")
@pytest.mark.rule("SWL-DECK-1", "SWL-DECK-2", "CON-LIST-1", "CON-LIST-5")
@pytest.mark.rule("ARM-FMT-1", "IA-FMT-1", "DES-FMT-1")
@pytest.mark.parametrize(("game", "given", "broken"), BROKEN)
def test_each_broken_rule_is_named(game: str, given: dict[str, Any], broken: set[str]) -> None:
    assert {problem.rule for problem in rules_of(game).check_list(given, Situation())} == broken


@pytest.mark.rule("SWL-2V2-2", "SWL-2V2-3")
def test_a_team_hands_in_four_decks_and_the_partners_name() -> None:
    problems = rules_of("star-wars-lcg").check_list(DECKS, Situation(teams=True))
    assert {problem.rule for problem in problems} == {"SWL-2V2-3", "SWL-DECK-2"}
    assert {str(problem.params["field"]) for problem in problems} == {
        "partner",
        "partner_light_affiliation",
        "partner_light_sets",
        "partner_dark_affiliation",
        "partner_dark_sets",
    }


LINES = [
    ([{"points": 5}], "list.line_without_name"),
    ([{"name": "x", "points": 5, "count": 0}], "list.bad_count"),
    ([{"name": "x", "points": -5}], "list.bad_points"),
    ([{"name": "x", "points": 5, "colour": "red"}], "list.unknown_field"),
    ("MC80", "list.wrong_type"),
]


@pytest.mark.parametrize(("ships", "code"), LINES)
def test_broken_lines_are_told_and_break_nothing(ships: Any, code: str) -> None:
    codes = {problem.code for problem in rules_of("armada").check_list(FLEET | {"ships": ships}, Situation())}
    assert code in codes


POOL = Pool(
    [
        Card("Lightsaber"),
        Card("Luke's Lightsaber"),
        Card("Kylo Ren", subtitle="Tormented One"),
        Card("Dodge"),
    ],
    strict=True,
)


@pytest.mark.rule("DES-LIST-8", "COM-LIST-3")
def test_destiny_entries_are_held_recognised_or_rejected() -> None:
    held = POOL.find(Wanted(name="Lightsaber"))
    assert (held.status, len(held.candidates)) == ("ambiguous", 2)
    found = [POOL.find(Wanted(name=name)).status for name in ("Kylo Ren, Tormented One", "Dodge", "Blaster")]
    assert found == ["recognised", "recognised", "unknown"]


@pytest.mark.rule("ARM-LIST-8", "IA-LIST-6", "COM-LIST-3")
def test_armada_entries_are_held_only_where_name_and_points_are_shared() -> None:
    pool = Pool(
        [
            Card("Vader", "squadron", 21),
            Card("Vader", "commander", 36),
            Card("Luke", "crew", 20),
            Card("Luke", "x", 20),
        ]
    )
    assert pool.find(Wanted(name="Vader", points=(21,))).card == Card("Vader", "squadron", 21)
    assert pool.find(Wanted(name="Luke", points=(20,))).mandatory
    assert pool.find(Wanted(name="Luke", points=(20,), note="crew")).card == Card("Luke", "crew", 20)
