"""Mission draws: none comes again until all have been used (IA-SETUP-1, IA-SETUP-2)."""

from collections.abc import Sequence

from komandor.core.games.game import GameData, Level, Settings
from komandor.core.games.settings import answer
from komandor.core.reasons import Refusal, refuse


def remaining(pool: Sequence[str], used: Sequence[str]) -> tuple[str, ...]:
    """What may be drawn next, Swiss and knock-out rounds counted together; a used-up pool starts again."""
    legal, gone = set(pool), set[str]()
    for mission in used:
        gone.add(mission)
        if legal <= gone:
            gone = set()
    return tuple(dict.fromkeys(mission for mission in pool if mission not in gone))


def in_force(data: GameData, settings: Settings | None, date: str) -> bool:
    """Whether the document's pool binds an event of this day (IA-MAP-1).

    A day without a year comes every year, so the pool is always in force: only a whole date can be to come.
    """
    first_day = str(answer(data, settings, "pool_valid_from") or "")
    return len(first_day) < len("2026-11-01") or date >= first_day


def check_pool(data: GameData, level: Level, pool: Sequence[str], free: bool = False) -> Refusal | None:
    """Formal and championship events use the maps of IA-MAP-1, all of them, unless they are free to choose.

    They are if their outline differs (IA-MAP-2) or they are played before the pool is in force.
    """
    if not pool:
        return refuse("missions.none", "IA-SETUP-1", field="missions")
    foreign = tuple(mission for mission in pool if map_of(mission) not in maps(data.missions))
    if level == "casual" or free:
        return None
    if foreign:
        return refuse("missions.not_in_pool", "IA-MAP-2", field="missions", missions=foreign, level=level)
    unused = tuple(one for one in maps(data.missions) if one not in maps(pool))
    if unused:
        return refuse("missions.maps_unused", "IA-MAP-2", field="missions", maps=unused, level=level)
    return None


def map_of(mission: str) -> str:
    """The part before the dash; the organiser may rename the missions of a map (AMB-I7)."""
    return mission.split(" – ", maxsplit=1)[0]


def maps(missions: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(map_of(mission) for mission in missions))
