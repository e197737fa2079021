"""The files that communities publish become a catalogue, and a broken file is named."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from komandor.app.card_data import keep_catalogue, kept_catalogue
from komandor.core.games.listverdict import judge
from komandor.core.lists.cards import BrokenCatalogue, Card, Catalogue, from_plain, plain
from komandor.store.catalogues import read_catalogue
from komandor.store.memory import MemoryStore
from komandor.texts import sentence
from tests.lists.made import FLEET, GATHERED, LEGAL, catalogue
from tests.support.rules import rules_of

SHIP = {"name": "Corvette A", "faction": "rebel", "points": 44, "nicknames": ["CR90"], "expansion": "Core"}
FILES: dict[str, dict[str, Any]] = {
    "armada facts": {
        "facts.json": {
            "ships": [SHIP | {"id": "a", "slots": ["officer"], "chassis": "cr90", "size": "small"}],
            "squadrons": [
                {"id": "l", "name": "X-wing", "ace": "Luke", "faction": "rebel", "points": 20, "unique": True}
            ],
            "upgrades": [
                {"id": "v", "name": "Vader", "slot": "commander", "faction": ["empire"], "points": 36}
            ],
            "objectives": [{"id": "o", "name": "Fire Lanes", "category": "defense", "expansion": "Core"}],
        },
        "aliases.json": {"Corvette (40)": "a", "A sandbox card (3)": "nobody"},
    },
    "armada raw": {
        "ships.json": {
            "ships": {
                "cr90": {
                    "size": "small",
                    "models": {"a": SHIP | {"upgrades": ["officer"], "chassis": "cr90"}},
                }
            }
        },
        "squadrons.json": {
            "squadrons": {
                "l": {"name": "X-wing", "ace-name": "Luke", "faction": "rebel", "points": 20, "unique": True}
            }
        },
        "upgrades.json": {
            "upgrades": {
                "v": {
                    "name": "Vader",
                    "type": "commander",
                    "faction": ["empire"],
                    "points": 36,
                    "ability": "TEXT",
                }
            }
        },
        "objectives.json": {"objectives": {"o": {"name": "Fire Lanes", "type": "defense", "setup": "TEXT"}}},
    },
    "imperial-assault facts": {
        "derived-ffg-deployments.json": [
            {
                "name": "Trooper",
                "affiliation": "Imperial",
                "unique": False,
                "elite": True,
                "cost": 9,
                "iaspec": "elitetrooper",
            },
            {
                "name": "Mando",
                "affiliation": "Mercenary",
                "unique": True,
                "elite": True,
                "cost": 8,
                "note": "differs",
            },
        ],
        "derived-ffg-commands.json": [{"name": "Order", "cost": 1, "limit": 2, "iaspec": "order"}],
        "derived-iacp-commands.json": [{"name": "Order", "cost": 2, "playable_by": "Any Figure"}],
        "ids.json": {
            "deployment_card": {"33": "Elite Trooper"},
            "command_card": {"7": "Order", "9": "Order - IACP"},
        },
        "skirmish-maps.json": [{"id": 0, "name": "Landfill", "image": "x.png"}],
    },
    "destiny raw": {
        "sets.json": [
            {"code": "AW", "name": "Awakenings", "position": 1, "date_release": "2016-12-01", "size": 174}
        ],
        "set/AW.json": [
            {
                "code": "01001",
                "name": "Phasma",
                "subtitle": "Elite Trooper",
                "set_code": "AW",
                "position": 1,
                "type_code": "character",
                "affiliation_code": "villain",
                "faction_code": "red",
                "is_unique": True,
                "points": "12/15",
                "deck_limit": 1,
                "has_die": True,
                "text": "Your team can include one more.",
            },
        ],
        "formats.json": [{"code": "STD", "name": "Standard", "data": {"banned": ["01001"], "sets": ["AW"]}}],
    },
    "star-wars-lcg raw": {
        "core.json": [
            {
                "product": "Core",
                "type": "Objective",
                "title": "Fall of the Jedi",
                "objectiveSetNumber": 19,
                "side": "Dark",
                "affiliation": "Sith",
                "isLimitedToObjectiveDeck": True,
                "octgnId": "GUID",
            },
            {
                "product": "Core",
                "type": "Affiliation",
                "title": "Sith",
                "side": "Dark",
                "affiliation": "Sith",
            },
        ],
        "restricted.json": {"source": "x", "light": [], "dark": [[19, 20]]},
    },
    "conquest facts": {
        "cards.json": [
            {
                "name": "Cato",
                "type": "Warlord",
                "faction": "Space Marines",
                "loyalty": "Signature",
                "designer": "FFG",
                "signature_squad": ["4x Chosen"],
                "set": "Core Set",
            },
            {
                "name": "Fan Squad",
                "type": "Army",
                "faction": "Orks",
                "loyalty": "Common",
                "designer": "Apoka",
            },
        ],
        "planets.json": [{"name": "Plannum", "cards": 1, "strongpoint": True}],
        "guids.json": {"ABC": "Cato"},
    },
}


def written(folder: Path, files: dict[str, Any]) -> Path:
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(json.dumps(content), encoding="utf-8")
    return folder


def gathered(folder: Path, kind: str) -> dict[str, Card]:
    found = read_catalogue(written(folder, FILES[kind]), rules_of(kind.split(maxsplit=1)[0]))
    return {
        card.full_name if card.official else f"fan {card.full_name}": card for card in found.content.cards
    }


@pytest.mark.parametrize("kind", ["armada facts", "armada raw"])
def test_armada_raw_and_reduced_files_give_the_same_cards(kind: str, tmp_path: Path) -> None:
    cards = gathered(tmp_path, kind)
    assert {name: (card.part, card.points, card.type) for name, card in cards.items()} == {
        "Corvette A": ("ships", 44, "ship"),
        "Luke, X-wing": ("squadrons", 20, "squadron"),
        "Vader": ("commander", 36, "commander"),
        "Fire Lanes": ("objectives", None, "defense"),
    }
    assert cards["Corvette A"].facts["slots"] == ("officer",)


def test_other_names_and_old_prices_of_armada(tmp_path: Path) -> None:
    corvette = gathered(tmp_path, "armada facts")["Corvette A"]
    assert ("Corvette" in corvette.nicknames, corvette.old_points) == (True, (40,))


def test_imperial_assault_with_builders_numbers_and_doubt(tmp_path: Path) -> None:
    cards = gathered(tmp_path, "imperial-assault facts")
    assert "tta deployment 33" in cards["Trooper"].codes
    assert (cards["Order"].points, cards["Order"].limit, cards["Order"].codes[-1]) == (1, 2, "tta command 7")
    assert (cards["fan Order"].points, cards["fan Order"].codes) == (2, ("tta command 9",))
    assert cards["Mando"].doubt == "differs"
    found = read_catalogue(tmp_path, rules_of("imperial-assault"))
    assert found.content.maps == ("Landfill",)


def test_destiny_with_sets_formats_and_texts_that_change_teams(tmp_path: Path) -> None:
    phasma = gathered(tmp_path, "destiny raw")["Phasma, Elite Trooper"]
    assert (phasma.product, phasma.codes, bool(phasma.doubt)) == (
        "Awakenings",
        ("AW #1", "Awakenings #1"),
        True,
    )
    content = read_catalogue(tmp_path, rules_of("destiny")).content
    assert (content.seasons[0].banned, content.seasons[0].products) == (("01001",), ("Awakenings",))
    assert str(content.products[0].world) == "2016-12-01"


def test_star_wars_lcg_with_restricted_sets(tmp_path: Path) -> None:
    cards = gathered(tmp_path, "star-wars-lcg raw")
    fall = cards["Fall of the Jedi"]
    assert (fall.part, fall.id, fall.limit, fall.codes) == ("dark_sets", "set 19", 1, ("guid",))
    assert cards["Sith"].part == "dark_affiliation"
    assert read_catalogue(tmp_path, rules_of("star-wars-lcg")).content.groups == (("set 19", "set 20"),)


def test_conquest_with_ids_planets_and_fan_cards(tmp_path: Path) -> None:
    cards = gathered(tmp_path, "conquest facts")
    assert (cards["Cato"].codes, cards["Cato"].facts["squad"]) == (("abc",), ("4x Chosen",))
    assert cards["fan Fan Squad"].limit == 3
    assert cards["Plannum"].part == "planets"


@pytest.mark.parametrize("kind", FILES)
def test_no_text_of_a_card_is_kept(kind: str, tmp_path: Path) -> None:
    found = read_catalogue(written(tmp_path, FILES[kind]), rules_of(kind.split(maxsplit=1)[0]))
    assert "TEXT" not in json.dumps(plain(found))
    assert "Your team" not in json.dumps(plain(found))


@pytest.mark.parametrize("game", GATHERED)
def test_a_kept_catalogue_is_the_same_catalogue(game: str) -> None:
    store, made = MemoryStore(), catalogue(game, trust="medium", community="allow")
    assert kept_catalogue(store, game) is None
    keep_catalogue(store, made)
    again = kept_catalogue(store, game)
    assert again is not None
    assert (again.label, again.trust, again.community) == (made.label, "medium", "allow")
    assert json.dumps(plain(again), sort_keys=True) == json.dumps(plain(made), sort_keys=True)


def test_loading_again_replaces_and_the_verdict_names_the_new_one() -> None:
    rules, store = rules_of("armada"), MemoryStore()
    assert rules.lists is not None
    keep_catalogue(store, catalogue("armada"))
    raw = plain(catalogue("armada")) | {"version": "2", "date": "2026-02-02"}
    raw["cards"] = [one | ({"points": 60} if one["name"] == "Corvette A" else {}) for one in raw["cards"]]
    keep_catalogue(store, from_plain(json.loads(json.dumps(raw)), rules.lists.facts))
    judged = judge(rules, FLEET, kept_catalogue(store, "armada"))
    assert (judged.catalogue, judged.points["total"]) == ("hand-made, 2026-02-02 (2)", 179)


def test_the_organisers_own_file_names_dates_and_corrects(tmp_path: Path) -> None:
    written(tmp_path, FILES["conquest facts"])
    (tmp_path / "catalogue.toml").write_text(
        'name = "Ours"\nversion = "7"\ndate = 2026-03-04\ntrust = "medium"\n'
        '[[products]]\nname = "Core Set"\npoland = 2015-01-02\n'
        '[[cards]]\nname = "Cato"\nid = "Cato"\ntype = "Warlord"\npart = "warlord"\n',
        encoding="utf-8",
    )
    found = read_catalogue(tmp_path, rules_of("conquest"))
    assert (found.label, found.trust) == ("Ours, 2026-03-04 (7)", "medium")
    assert str(found.content.products[0].poland) == "2015-01-02"
    assert [card.facts for card in found.content.cards if card.name == "Cato"] == [{}]


@pytest.mark.parametrize(
    ("name", "text", "named"),
    [
        ("cards.json", "{", "cards.json"),
        ("cards.json", "[]", "no card data"),
        ("catalogue.toml", "name = ", "catalogue.toml"),
        ("catalogue.toml", "cards = 3", "cards: this must be a list"),
        ("catalogue.toml", "[[cards]]\nname = 3", "cards[0].name"),
        ("catalogue.toml", "[[cards]]\ncolour = 3", "colour"),
        ("catalogue.toml", "[[cards]]\npoints = 3", "the field “name” is missing"),
        ("catalogue.toml", '[[cards]]\nname = "x"\nfacts = { squad = 3 }', "facts.squad"),
        ("catalogue.toml", '[[cards]]\nname = "x"\nfacts = { slots = [] }', "facts.slots"),
        ("catalogue.toml", '[[products]]\nname = "x"\npoland = "soon"', "products[0].poland"),
    ],
)
def test_a_broken_file_is_named_with_the_place(name: str, text: str, named: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(BrokenCatalogue) as broken:
        read_catalogue(tmp_path, rules_of("conquest"))
    assert named in sentence(broken.value.reason, "en")


JUNK: tuple[Any, ...] = (
    None,
    True,
    0,
    -1,
    10**30,
    1.5,
    "",
    "x",
    "\ud800",
    [],
    {},
    [[]],
    [{}],
    {"a": [1]},
    ["x", 3],
    "9" * 50,
)


def spoilt(value: Any, chance: Random, rate: float) -> Any:
    """The value with some of its parts replaced by something else, doubled or left out."""
    if chance.random() < rate:
        return chance.choice(JUNK)
    if isinstance(value, dict):
        return {key: spoilt(one, chance, rate) for key, one in value.items() if chance.random() > rate / 3}
    if isinstance(value, list):
        return [spoilt(one, chance, rate) for one in value]
    return value


def test_no_spoilt_file_breaks_an_importer() -> None:
    chance = Random(5)
    for kind in [*FILES] * 60:
        game = kind.split()[0]
        rules = rules_of(game)
        assert rules.lists is not None
        files = {name: spoilt(content, chance, 0.08) for name, content in FILES[kind].items()}
        found = Catalogue(
            game=game, name="spoilt", version="1", date="2026-01-01", content=rules.lists.gather(files)
        )
        again = from_plain(json.loads(json.dumps(plain(found))), rules.lists.facts)
        assert judge(rules, LEGAL[game], again).decision != "legal"


def test_a_spoilt_catalogue_is_refused_or_harmless() -> None:
    chance, refused = Random(6), 0
    for game in [*GATHERED] * 80:
        rules = rules_of(game)
        assert rules.lists is not None
        raw = spoilt(json.loads(json.dumps(plain(catalogue(game)))), chance, 0.002)
        try:
            judge(rules, LEGAL[game], from_plain(raw, rules.lists.facts))
        except BrokenCatalogue:
            refused += 1
    assert 0 < refused < 400


def test_a_catalogue_of_another_game_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "armada.json"
    path.write_text(json.dumps(plain(catalogue("armada"))), encoding="utf-8")
    with pytest.raises(BrokenCatalogue, match="armada"):
        read_catalogue(path, rules_of("conquest"))
    with pytest.raises(BrokenCatalogue, match="no_folder"):
        read_catalogue(tmp_path / "none", rules_of("conquest"))


def test_the_day_of_a_catalogue_is_the_newest_of_its_sources(tmp_path: Path) -> None:
    written(tmp_path, FILES["conquest facts"])
    assert len(read_catalogue(tmp_path, rules_of("conquest")).date) == len("2026-01-01")
    table = (
        "| file | commit |\n| a | 1 (2025-06-15) |\n| b | 2 (2024-01-01) |\nChecked against c (2026-02-03).\n"
    )
    (tmp_path / "SOURCES.md").write_text(table, encoding="utf-8")
    assert read_catalogue(tmp_path, rules_of("conquest")).date == "2025-06-15"
