"""Small catalogues made by hand, one for each game, and a legal list of each in a builder's layout."""

from dataclasses import replace
from typing import Any

from komandor.core.games.listverdict import ANY, Occasion, Verdict, judge
from komandor.core.lists.cards import Card, Catalogue, Gathered, Product, Season
from tests.support.rules import rules_of


def ship(name: str, points: int, faction: str, *slots: str, **more: Any) -> Card:
    facts = {"slots": slots, "chassis": more.pop("chassis", ""), "size": "small", "traits": ()}
    return Card(name, "ship", points, "Core", part="ships", id=name, factions=(faction,), facts=facts, **more)


def upgrade(name: str, slot: str, points: int, faction: str = "", **facts: Any) -> Card:
    part = "commander" if slot == "commander" else "upgrades"
    unique = slot in ("commander", "officer", "title")
    people = {"people": (name,)} if unique else {}
    factions = (faction,) if faction else ()
    return Card(
        name,
        slot,
        points,
        "Core",
        part=part,
        id=f"{name} {slot}",
        factions=factions,
        unique=unique,
        facts=facts | people,
    )


def squadron(name: str, points: int, faction: str = "rebel", subtitle: str = "", **more: Any) -> Card:
    unique = bool(subtitle)
    facts = {"people": (name,)} if unique else {}
    return Card(
        name,
        "squadron",
        points,
        "Core",
        subtitle,
        "squadrons",
        f"{name} {subtitle}",
        (faction,),
        unique,
        facts=facts,
        **more,
    )


def objective(name: str, category: str) -> Card:
    return Card(name, category, product="Core", part="objectives", id=name)


ARMADA = Gathered(
    (
        ship(
            "Corvette A",
            44,
            "rebel",
            "commander",
            "officer",
            "turbolaser",
            "title",
            nicknames=("Corvette",),
            chassis="corvette",
        ),
        ship(
            "Corvette B",
            39,
            "rebel",
            "commander",
            "officer",
            "title",
            nicknames=("Corvette",),
            chassis="corvette",
        ),
        ship(
            "Victory I-class Star Destroyer",
            73,
            "empire",
            "commander",
            "officer",
            nicknames=("Victory I",),
            old_points=(75,),
        ),
        upgrade("General Dodonna", "commander", 20, "rebel"),
        upgrade("Admiral Screed", "commander", 24, "empire"),
        upgrade("Leia Organa", "officer", 3, "rebel"),
        upgrade("Leia Organa", "commander", 28, "rebel"),
        upgrade("Slaved Turrets", "turbolaser", 6, modification=True),
        upgrade("Jaina's Light", "title", 5, "rebel", chassis="corvette"),
        upgrade("Dominator", "title", 12, "empire", chassis="victory"),
        squadron("X-wing Squadron", 13),
        squadron("Luke Skywalker", 20, subtitle="X-wing Squadron"),
        squadron("TIE Fighter Squadron", 8, "empire"),
        objective("Most Wanted", "assault"),
        objective("Fire Lanes", "defense"),
        objective("Intel Sweep", "navigation"),
        objective("Show of Force", "campaign"),
    ),
    (Product("Core", poland=None),),
)
FLEET = """Name: Small
Faction: Rebel
Commander: General Dodonna

Assault: Most Wanted
Defense: Fire Lanes
Navigation: Intel Sweep

Corvette A (44)
• General Dodonna (20)
• Slaved Turrets (6)
= 70 Points

Corvette B (39)
• Leia Organa (3)
• Jainas Light (5)
= 47 Points

Squadrons:
• Luke Skywalker (20)
• 2 x X-wing Squadron (26)
= 46 Points

Total Points: 163
"""

IMPERIAL_ASSAULT = Gathered(
    (
        Card(
            "Trooper",
            "regular",
            6,
            part="deployment",
            id="t",
            factions=("imperial",),
            names=("Trooper (Regular)",),
            codes=("tta deployment 34",),
        ),
        Card(
            "Trooper",
            "elite",
            9,
            part="deployment",
            id="te",
            factions=("imperial",),
            names=("Elite Trooper", "Trooper (Elite)"),
            codes=("tta deployment 33", "iaspec deployment elitetrooper"),
        ),
        Card(
            "Vader",
            "",
            18,
            part="deployment",
            id="v",
            factions=("imperial",),
            unique=True,
            codes=("tta deployment 19",),
        ),
        Card("Hatred", "", -5, part="deployment", id="h", factions=("imperial",)),
        Card("Smuggler", "", 5, part="deployment", id="s", factions=("scum",)),
        Card(
            "Mando",
            "",
            7,
            part="deployment",
            id="m",
            factions=("imperial",),
            official=False,
            product="IACP",
            doubt="one source",
        ),
        *(
            Card(f"Order {n}", "command", 1, part="command", id=f"o{n}", limit=1, codes=(f"tta command {n}",))
            for n in range(1, 16)
        ),
        Card("Costly", "command", 3, part="command", id="o16", limit=1),
    )
)
ORDERS = "\n".join(f"- Order {n}" for n in range(1, 16))
ARMY = f"""-- Test ---
Deployment Cards:
- Vader
- [Hatred]
- Trooper (Elite)
- Trooper (Elite)
- Trooper (Elite)
Command Cards:
{ORDERS}
Stats: ...
"""


def dice(
    name: str, points: str, side: str, colour: str, subtitle: str = "", unique: bool = True, **more: Any
) -> Card:
    facts = {"points": points, "affiliation": side, "colour": colour, "die": True}
    return Card(
        name,
        "character",
        None,
        "Awakenings",
        subtitle,
        "characters",
        name + subtitle,
        unique=unique,
        facts=facts,
        **more,
    )


def card(
    name: str,
    kind: str = "event",
    side: str = "neutral",
    colour: str = "gray",
    part: str = "deck",
    **more: Any,
) -> Card:
    facts = {"points": "", "affiliation": side, "colour": colour, "die": kind == "upgrade"}
    return Card(
        name,
        kind,
        product="Awakenings",
        part=part,
        id=name,
        limit=2 if part == "deck" else None,
        facts=facts,
        **more,
    )


DESTINY = Gathered(
    (
        dice("Luke", "11/15", "hero", "blue", "Jedi Knight", codes=("Awakenings #1",)),
        dice("Rey", "9/12", "hero", "blue", "Force Prodigy"),
        dice("Vader", "16/21", "villain", "blue", "Sith Lord"),
        dice("Trooper", "7/10", "villain", "red", unique=False),
        card("Throne Room", "battlefield", part="battlefield"),
        *(card(f"Event {letter}") for letter in "ABCDEFGHIJKLMNO"),
        card("Saber", "upgrade", "hero", "blue"),
        card("Blaster", "upgrade", "villain", "red"),
        replace(
            card("Truce", "plot", part="plot"), points=0, doubt="its text can change how a team is built"
        ),
    ),
    (Product("Awakenings", poland=None),),
    (
        Season(
            code="STD",
            name="Standard",
            banned=("Event A",),
            restricted=("Event B", "Event C"),
            points={"LukeJedi Knight": "12/18"},
        ),
    ),
)
DECK = "\n".join(f"2x Event {letter}" for letter in "ABCDEFGHIJKLMNO")
HEROES = f"""Heroes

BATTLEFIELD
-----------
Throne Room

CHARACTER
---------
2x Luke, Jedi Knight (Awakenings #1)
2x Rey, Force Prodigy (Awakenings #2)

EVENT
-----
{DECK}
"""


def objective_set(number: int, side: str, **more: Any) -> Card:
    facts = {
        "affiliation": "Jedi" if side == "light" else "Sith",
        "locked": more.pop("locked", ""),
        "side": side,
    }
    name = f"{side.title()} Story {number}"
    return Card(
        name,
        "objective set",
        product="Core",
        part=f"{side}_sets",
        id=f"set {number}",
        limit=more.pop("limit", 2),
        facts=facts,
        **more,
    )


def affiliation(name: str, side: str) -> Card:
    facts = {"affiliation": name, "side": side}
    return Card(
        name, "affiliation", product="Core", part=f"{side}_affiliation", id=f"affiliation {name}", facts=facts
    )


STAR_WARS_LCG = Gathered(
    (
        affiliation("Jedi", "light"),
        affiliation("Sith", "dark"),
        *(objective_set(n, "light", codes=(f"guid-{n}",)) for n in range(1, 7)),
        *(objective_set(n, "dark") for n in range(11, 17)),
        objective_set(20, "light", limit=1),
        objective_set(21, "light", locked="Smugglers and Spies"),
    ),
    (Product("Core", world=None),),
    groups=(("set 5", "set 6"),),
)
LIGHT = "Jedi Affiliation\n" + "\n".join(f"2x Light Story {n}" for n in range(1, 6))
DARK = "Affiliation: Sith\n\n" + "\n".join(f"{n}\nDark Story {n}\n2x" for n in range(11, 16))
DECKS = f"{LIGHT}\n{DARK}\n"


def unit(
    name: str, faction: str = "Space Marines", loyalty: str = "Common", kind: str = "Army", **more: Any
) -> Card:
    facts = {"faction": faction, "loyalty": loyalty, "squad": more.pop("squad", ())}
    part = {"Warlord": "warlord", "Synapse": "synapse"}.get(kind, "deck")
    limit = 3 if part == "deck" and loyalty != "Signature" else None
    return Card(name, kind, product="Core Set", part=part, id=name, limit=limit, facts=facts, **more)


CONQUEST = Gathered(
    (
        unit(
            "Captain Cato", loyalty="Signature", kind="Warlord", squad=("4x Cato's Chosen", "1x Cato's Sword")
        ),
        unit("Swarmlord", "Tyranids", "Signature", "Warlord"),
        unit("Lictor", "Tyranids", kind="Synapse"),
        unit("Cato's Chosen", loyalty="Signature"),
        unit("Cato's Sword", loyalty="Signature", kind="Attachment"),
        unit("Eldrad's Seer", "Eldar", "Signature"),
        unit("Fire Warrior", "Tau", codes=("tau-guid",)),
        unit("Ethereal", "Tau", "Loyal"),
        unit("Khymera", "Dark Eldar"),
        *(unit(f"Squad {letter}") for letter in "ABCDEFGHIJKLMNO"),
    )
)
SQUADS = "\n".join(f"3x Squad {letter}" for letter in "ABCDEFGHIJKLMNO")
CATO = f"""Cato
----------------------------
Captain Cato
Space Marines (Tau)
----------------------------
Signature Squad

4x Cato's Chosen
1x Cato's Sword
----------------------------
Army

{SQUADS}
----------------------------
Planet

"""

GATHERED = {
    "armada": ARMADA,
    "imperial-assault": IMPERIAL_ASSAULT,
    "destiny": DESTINY,
    "star-wars-lcg": STAR_WARS_LCG,
    "conquest": CONQUEST,
}
LEGAL = {
    "armada": FLEET,
    "imperial-assault": ARMY,
    "destiny": HEROES,
    "star-wars-lcg": DECKS,
    "conquest": CATO,
}


def catalogue(game: str, **more: Any) -> Catalogue:
    return Catalogue(
        game=game, name="hand-made", version="1", date="2026-01-01", content=GATHERED[game], **more
    )


def verdict(game: str, text: str, at: Occasion = ANY, **more: Any) -> Verdict:
    """The verdict by the hand-made catalogue."""
    return judge(rules_of(game), text, catalogue(game, **more), at)


def found(judged: Verdict) -> set[tuple[str, str | None]]:
    """Codes and rules of every problem."""
    return {(one.reason.code, one.reason.rule) for one in judged.problems}
