"""Random events: any game, level, edition, structure and setting, small or middle, for players or teams."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from random import Random

from bench.explorer.chance import Chance
from bench.explorer.people import person
from bench.explorer.played import Opening
from bench.explorer.values import settings, stages
from komandor.app.self_service import SelfService
from komandor.core.editions import Edition, read_edition
from komandor.core.games import GAMES, find_rules
from komandor.core.games.game import LEVELS, Rules
from komandor.core.regulations.levels import KINDS
from komandor.core.tournament import commands as c
from komandor.core.tournament.state import Tournament

EDITIONS = Path(__file__).parents[2] / "examples" / "editions"
SMALL, MIDDLE = (2, 9), (10, 40)
OFTEN_SMALL = 0.85
LIKELY: Mapping[str, float] = {"registration.late_entry": 0.6, "points.bonus": 0.3, "lists.required": 0.15}
"""Settings that let people do more, or want more of them: how often they are on."""


@cache
def editions() -> tuple[Edition, ...]:
    """The example editions."""
    read = (read_edition(path.read_text("utf-8")) for path in sorted(EDITIONS.glob("*.toml")))
    return tuple(one for one in read if isinstance(one, Edition))


def opening(rnd: Random, seed: str, game: str = "") -> Opening:
    """How the event of this seed begins."""
    name = game or rnd.choice(GAMES).data.id
    rules = find_rules(name)
    assert rules, name
    own = [one for one in editions() if one.base.data.id == rules.data.id]
    edition = rnd.choice(own) if own and rnd.random() < 0.25 else None
    wanted = _wanted(rnd, seed, edition.rules if edition else rules, edition.text if edition else "")
    phones = SelfService(rnd.random() < 0.9, rnd.random() < 0.3, places=rnd.choice((None, None, None, 3)))
    cards = rnd.choice(("", "", "", "older", "newer"))
    return Opening(wanted, person(rnd, 1000), phones, cards=cards)


def _wanted(rnd: Random, seed: str, rules: Rules, text: str) -> c.CreateTournament:
    x = Chance(rnd, Tournament(), None, odd=0)
    plan = stages(x) if rnd.random() < 0.75 else ()
    teams = "swiss_teams" in rules.data.clocks and rnd.random() < 0.3
    kind = rnd.choice((*KINDS, *("other",) * 8))
    chosen = {key: rnd.random() < often for key, often in LIKELY.items()}
    return c.CreateTournament(
        id=f"walk-{seed}",
        game=rules.id if text else rules.data.id,
        edition_text=text,
        name=f"Walk {seed}",
        date="2026-11-14",
        commitment="",
        level=rnd.choice(("", "casual", *LEVELS)),
        structure="custom" if plan else rnd.choice(("", *rules.data.structures, "custom")),
        event_kind=kind,
        teams=teams,
        tables=rnd.choice(("", "", "1-4,11-30,50-99")),
        stages=plan[:1] if teams else plan,
        settings={**(settings(x, rules) if rnd.random() < 0.4 else {}), **chosen},
    )


def size(rnd: Random) -> int:
    """How many players come at first."""
    return rnd.randint(*(SMALL if rnd.random() < OFTEN_SMALL else MIDDLE))
