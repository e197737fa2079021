"""Every format that builders write is recognised, and each line that means a card becomes that card."""

import json

import pytest

from komandor.core.games.listverdict import judge, read
from komandor.core.lists.paper import card_line
from tests.lists.made import ARMY, DECK, FLEET, LEGAL, ORDERS, catalogue, verdict
from tests.support.rules import rules_of

WARLORDS = """Small

Author: somebody

Faction: Rebel Alliance
Points: 163/400

Commander: General Dodonna

Assault Objective: Most Wanted
Defense Objective: Fire Lanes
Navigation Objective: Intel Sweep


[ flagship ] Corvette A (44 points)
-  General Dodonna\t ( 20\t points)
-  Slaved Turrets\t ( 6\t points)
= 70 total ship cost


Corvette B (39 points)
-  Leia Organa (off)\t ( 3\t points)
-  Jainas Light\t ( 5\t points)
= 47 total ship cost


1\tLuke Skywalker ( 20 points)
2\tX-Wing Squadrons ( 26 points)
= 46 total squadron cost
"""
FLAGSHIP = """Small

Author: somebody
Faction: Rebels
Commander: General Dodonna

Assault Objective: Most Wanted
Defense Objective: Fire Lanes
Navigation Objective: Intel Sweep

[flagship] Corvette A (44)
- General Dodonna (20)
- Slaved Turrets (6)
= 70 points

Corvette B (39)
- Leia Organa (3)
- Jaina's Light (5)
= 47 points

1 Luke Skywalker (20)
2 X-Wing Squadron (13)
= 46 points
"""
FLEET_BUILDER = """Small (163/400)
Rebels  - Author: somebody

Commander: General Dodonna

Objectives: Most Wanted, Fire Lanes, Intel Sweep

[flagship] Corvette A (44)
 - General Dodonna (20)
 - Slaved Turrets (6)
= 70 total points

Corvette B (39)
 - Leia Organa (3)
 - Jaina's Light (5)
= 47 total points

Squadrons (46/134):
1x Luke Skywalker X-Wing Squadron (20)
2x X-Wing Squadron (26)
"""
DESIGNER = """Small (46/163/400)
==================
Corvette A (44 + 26: 70)
\t+ General Dodonna (20)
\t+ Slaved Turrets (6)
Corvette B (39 + 8: 47)
\t+ Leia Organa (3)
\t+ Jaina's Light (5)
Luke Skywalker (20)
2 x X-wing Squadron (2 x 13)
Most Wanted
Fire Lanes
Intel Sweep
"""
STAR_FORGE = FLEET.replace("Commander: General Dodonna", "Commander: General Dodonna (20)")
FLEETS = {
    "kingston": FLEET,
    "star-forge": STAR_FORGE,
    "warlords": WARLORDS,
    "flagship": FLAGSHIP,
    "armada-fleet-builder": FLEET_BUILDER,
    "armada-fleets-designer": DESIGNER,
}


@pytest.mark.parametrize("name", FLEETS)
def test_one_fleet_in_six_layouts_is_the_same_fleet(name: str) -> None:
    judged = verdict("armada", FLEETS[name])
    assert (judged.format, judged.decision, judged.points) == (name, "legal", {"total": 163, "squadrons": 46})
    assert len(judged.entries) == 11
    assert judged.unread == ()


@pytest.mark.parametrize("name", FLEETS)
def test_the_stated_prices_add_up_without_card_data(name: str) -> None:
    judged = judge(rules_of("armada"), FLEETS[name], None)
    assert judged.points == {"total": 163, "squadrons": 46}


def test_blank_lines_are_not_needed() -> None:
    lines = "\n".join(line for line in FLEET.splitlines() if line)
    assert verdict("armada", lines).decision == "legal"
    assert verdict("armada", FLEET.replace("\n", "\r\n")).decision == "legal"


def test_an_objective_broken_over_two_lines_is_one_objective() -> None:
    broken = FLEET.replace("Defense: Fire Lanes", "Defense: Fire\nLanes")
    assert verdict("armada", broken).decision == "legal"


def test_a_commander_that_the_heading_names_but_no_card_is_leaves_the_verdict_open() -> None:
    text = FLEET.replace("General Dodonna", "Luke Skywalker").replace("• Luke Skywalker (20)\n• 2 x", "• 2 x")
    judged = verdict("armada", text)
    assert judged.decision == "undecided"
    assert ("unknown", 10) in {(entry.match.status, entry.line.number) for entry in judged.entries}


COMMANDS = "".join(f"{n:03}" for n in range(1, 16))
TTA = f"http://somewhere.example/imperialassault/nuc019033033000000ncc{COMMANDS}"
IASPEC = json.dumps(
    {
        "iaspecversion": "0.5.0",
        "army": {
            "name": "Test",
            "deployments": [
                {"deployment": {"iaspecName": "elitetrooper", "faction": "imperial", "name": "Trooper"}},
                {"deployment": {"iaspecName": "vader", "faction": "imperial", "name": "Vader"}},
            ],
        },
        "commandCards": [{"card": {"iaspecName": f"order{n}", "name": f"Order {n}"}} for n in range(1, 16)],
    },
    indent=1,
)
IACP = json.dumps(
    {"name": "x", "dcList": ["Vader", "[Hatred]"], "ccList": [f"Order {n}" for n in range(1, 16)]}
)
ARMIES = {
    "tabletop-admiral": (TTA, 36),
    "iaspec": (IASPEC, 27),
    "iacp-json": (IACP, 13),
    "iacp-text": (ARMY, 40),
}


@pytest.mark.parametrize("name", ARMIES)
def test_armies(name: str) -> None:
    text, points = ARMIES[name]
    judged = verdict("imperial-assault", text)
    assert (judged.format, judged.decision) == (name, "legal")
    assert judged.points == {"total": points, "command": 15}


def test_of_a_file_with_several_decks_only_the_first_is_read_and_the_rest_is_mentioned() -> None:
    judged = verdict("imperial-assault", f"[{IACP},{IACP}]")
    assert [(p.reason.code, p.reason.params.get("count")) for p in judged.problems] == [
        ("list.more_decks", 1)
    ]


CODES = {f"Event {letter}": 2 for letter in "ABCDEFGHIJKLMNO"} | {"Throne Room": 1, "LukeJedi Knight": 2}


@pytest.mark.parametrize(
    "slots",
    [
        [{"code": code, "qty": count} for code, count in CODES.items()],
        CODES,
        {code: {"quantity": min(count, 2), "dice": count} for code, count in CODES.items()},
    ],
)
def test_destiny_decks_by_code(slots) -> None:
    judged = verdict("destiny", json.dumps({"id": "1", "name": "x", "slots": slots}))
    assert (judged.format, judged.decision, judged.points) == (
        "destiny-json",
        "legal",
        {"total": 15, "deck": 30},
    )


def test_a_code_and_a_name_that_contradict_each_other_are_not_settled_in_silence() -> None:
    text = LEGAL["destiny"].replace(
        "Rey, Force Prodigy (Awakenings #2)", "Rey, Force Prodigy (Awakenings #1)"
    )
    judged = verdict("destiny", text)
    assert judged.decision == "undecided"
    assert [p.reason.code for p in judged.problems] == ["list.ambiguous"]


SQUADS = "\n".join(f"3x Squad {letter} (Core Set)" for letter in "ABCDEFGHIJKLMNO")
CARDGAMEDB = f"""Deck Created with CardGameDB.com  Warhammer 40,000: Conquest Deckbuilder


Total Cards: (50)

Warlord:
1x Captain Cato (Core Set)


Army Unit: (49)
4x Cato’s Chosen (Core Set)
{SQUADS}

Attachment: (1)
1x Cato’s Sword (Core Set)
"""
OLD_CONQUESTDB = f"""Captain Cato

Army (49)
4x Cato's Chosen (Core Set)
{SQUADS}

Attachment (1)
1x Cato's Sword (Core Set)
"""
OCTGN = """<?xml version="1.0" encoding="utf-8" standalone="yes"?>
<deck game="x">
  <section name="Warlord"><card qty="1" id="0">Captain Cato</card></section>
  <section name="Armies">
    <card qty="3" id="TAU-GUID">Fire Warrior</card>
    <card qty="4" id="1">Cato's Chosen</card>
  </section>
  <section name="Attachments"><card qty="1" id="2">Cato's Sword</card></section>
</deck>
"""


@pytest.mark.parametrize("text", [LEGAL["conquest"], CARDGAMEDB, OLD_CONQUESTDB])
def test_conquest_texts(text: str) -> None:
    judged = verdict("conquest", text)
    assert (judged.format, judged.decision, judged.points) == ("conquest-text", "legal", {"deck": 50})


def test_conquest_deck_files() -> None:
    judged = verdict("conquest", OCTGN)
    assert (judged.format, judged.points) == ("octgn", {"deck": 8})
    assert [(e.name, e.count, e.line.number) for e in judged.entries][:2] == [
        ("Captain Cato", 1, 3),
        ("Fire Warrior", 3, 5),
    ]


def test_the_numbers_of_objective_sets_find_them() -> None:
    judged = verdict("star-wars-lcg", LEGAL["star-wars-lcg"])
    assert judged.points == {"light_sets": 10, "dark_sets": 10}


@pytest.mark.parametrize(
    "written",
    [
        "2x Name",
        "2 x Name",
        "2X Name",
        "2 Name",
        "2× Name",
        "(2) Name",
        "Name x2",
        "Name (x2)",
        "- 2x Name",
        "• 2 x Name (8)",
    ],
)
def test_the_number_of_copies_is_understood_wherever_it_stands(written: str) -> None:
    line = card_line(1, written)
    assert (line.name, line.count) == ("Name", 2)


@pytest.mark.parametrize(
    "written", ["Mark 2", "74-Z Speeder Bike", "0-0-0", "4-LOM", "Vulture 2x4", "Phoenix"]
)
def test_numbers_in_names_are_no_copies(written: str) -> None:
    assert (card_line(1, written).name, card_line(1, written).count) == (written, 1)


def test_a_title_above_the_affiliation_is_no_affiliation() -> None:
    sets = "\n\n".join(f"Light Story {n} x2" for n in range(1, 6))
    judged = verdict("star-wars-lcg", f"Deck 1: All Jedi\n\nAffiliation: Jedi\n\nObjective Sets:\n\n{sets}")
    assert (judged.points, {entry.match.status for entry in judged.entries}) == (
        {"light_sets": 10},
        {"recognised"},
    )


@pytest.mark.parametrize("game", LEGAL)
def test_a_text_of_another_game_is_no_list_of_this_one(game: str) -> None:
    for other, text in LEGAL.items():
        if other != game:
            assert verdict(game, text).decision != "legal"


@pytest.mark.parametrize("game", LEGAL)
def test_what_stands_behind_the_last_line_that_is_read_is_mentioned(game: str) -> None:
    endless = LEGAL[game] + "\n" * 900 + "one more\n"
    sheet = read(rules_of(game).lists, endless)
    assert sheet.unread
    assert judge(rules_of(game), endless, catalogue(game)).decision == "undecided"


def test_samples_are_as_the_tests_think() -> None:
    assert ORDERS.count("\n") == 14
    assert DECK.count("2x") == 15
