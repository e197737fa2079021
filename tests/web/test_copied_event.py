"""A copy of an event has every setting that the event had; players, times and dates are its own."""

from dataclasses import fields

import pytest

from komandor.app.access import HOST
from komandor.app.queries.everybody.schedule import DayPlan, day_plan_of, keep_day_plan
from komandor.app.self_service import SelfService, keep_self_service, self_service_of
from komandor.core.games import GAMES
from komandor.core.games.game import Setting
from komandor.core.games.settings import Chosen, settings_of
from komandor.core.tournament import commands as c
from komandor.core.tournament.readings.regulations import rules
from komandor.core.tournament.state import Tournament
from komandor.core.tournament.values import StagePlan
from tests.support.event import single, swiss
from tests.support.forms import Page
from tests.support.world import World, client, opened, site_of

OWN = {"id", "version", "date", "commitment", "phase", "staff", "players", "notices", "ticked", "name"}
"""What a new event has of its own."""


def another(setting: Setting) -> Chosen:
    """A value that is not the default, where there is one."""
    if setting.choices:
        return next((v for v in setting.choices if v != setting.default), setting.default)
    if isinstance(setting.default, bool):
        return not setting.default
    if isinstance(setting.default, int):
        return setting.default + 1 if setting.default + 1 <= (setting.high or 10**6) else setting.low
    return setting.default


def changed(game: str, *stages: StagePlan) -> World:
    """An event of which every setting is another than by default, as far as there is a choice."""
    world = opened(game, *stages, level="casual", event_kind="store", place="Sopot")
    data = rules(world.t).data
    minutes = {"swiss": 77} if game != "star-wars-lcg" else {"swiss": 65}
    names = {"public_names": "full", "table_order": "rotate", "tables": "5-40", "minutes": minutes}
    settings = {one.key: another(one) for one in settings_of(rules(world.t))}
    missions = {"missions": data.missions[:2]} if data.missions else {}
    world.do(c.AttachOutline("our league", "missions"))
    return world.do(c.ChangeEvent({**names, **missions, "settings": settings}))


def copy_of(world: World) -> Tournament:
    """The copy that a browser makes with two clicks: open the form, send it as it is."""
    host = client(site_of(world), world.link(HOST))
    path = f"/new/{world.t.edition.split('@')[0]}?copy=cup"
    form = next(f for f in Page(path, host.get(path).content.decode()).forms if f.id == "new")
    made = host.post(form.action, form.fields | {"command_id": "copy-of-the-cup"})
    assert made.status_code == 302, made.content.decode()
    return world.ledger.load(made.headers["Location"].split("/")[2]).state


def differing(one: Tournament, other: Tournament) -> dict[str, tuple[object, object]]:
    both = {f.name: (getattr(one, f.name), getattr(other, f.name)) for f in fields(Tournament)}
    return {name: pair for name, pair in both.items() if pair[0] != pair[1] and name not in OWN}


@pytest.mark.parametrize("game", [one.data.id for one in GAMES])
def test_every_recorded_setting_comes_along(game: str) -> None:
    world = changed(game)
    assert world.t.settings != opened(game).t.settings
    assert differing(world.t, copy_of(world)) == {}


STAGES = [
    (swiss(4), single(4)),
    (swiss(3), swiss(2, 8), single(4)),
    (swiss(3), StagePlan("double", 0, 8)),
    (single(),),
]


@pytest.mark.parametrize("stages", STAGES, ids=lambda s: "-".join(one.kind for one in s))
def test_every_structure_comes_along(stages: tuple[StagePlan, ...]) -> None:
    world = changed("destiny", *stages)
    assert copy_of(world).custom == stages


def test_the_day_and_the_places_come_along_but_not_the_times_of_registration() -> None:
    world = opened()
    keep_day_plan(world.store, "cup", DayPlan("17:30", 5))
    keep_self_service(world.store, "cup", SelfService(False, True, opens=1, closes=2, places=16))
    twin = copy_of(world)
    assert day_plan_of(world.store, twin.id) == DayPlan("17:30", 5)
    assert self_service_of(world.store, twin.id) == SelfService(True, True, places=16)
    assert not twin.players
