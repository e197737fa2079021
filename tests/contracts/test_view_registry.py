"""Every view of an event is a record that can be written as JSON, without what its reader may not see."""

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace

import msgspec
import pytest

from komandor.app.access import HOST
from komandor.app.event_view import EventView
from komandor.app.queries.views import VIEWS, EventQuery, Subject
from komandor.core.ids import PlayerNo
from komandor.core.tournament import commands as c
from komandor.core.tournament.judge_records import Call, Sanction
from komandor.core.tournament.state import Match, Player, Result, Tournament
from tests.support.event import by
from tests.support.world import World, site_of

PRIVATE = (Tournament, Match, Result, Player, Call, Sanction)
"""Values of the core with notes, texts or lists that only some may read."""
SECRET = "a word that only judges read"


@pytest.fixture
def played() -> EventView:
    """Round 2 is drawn and not published; a player called a judge in round 1."""
    world = World("armada").register(8).announce().start()
    match = next(m for m in world.t.matches.values() if m.b)
    world.do(c.CallJudge(match.number, text=SECRET), by=by(match.a))
    world.results().close().draw()
    services = site_of(world).services
    loaded = services.ledger.load(world.id)
    return EventView(loaded=loaded, names=services.names(loaded), you=PlayerNo(1))


def held(value: object) -> Iterator[object]:
    """The value and everything in it."""
    yield value
    if is_dataclass(value) and not isinstance(value, type):
        for one in fields(value):
            yield from held(getattr(value, one.name))
    elif isinstance(value, Mapping):
        for key, one in value.items():
            yield key
            yield from held(one)
    elif isinstance(value, (tuple, list, set, frozenset)):
        for one in value:
            yield from held(one)


@pytest.mark.parametrize("view", VIEWS, ids=lambda view: view.name)
def test_a_view_is_written_as_json(played: EventView, view: EventQuery) -> None:
    event = replace(played, actor=HOST, staff_view=True) if view.reader == "staff" else played
    record = view.make(event, Subject(now=0))
    written = msgspec.json.encode(record, enc_hook=str).decode()
    if view.reader != "staff":
        found = {type(one).__name__ for one in held(record) if isinstance(one, PRIVATE)}
        assert not found, f"{view.name} in app/queries/views.py shows {found}: give it a record of its own"
        assert SECRET not in written, f"{view.name} in app/queries/views.py shows what a judge was told"


def test_only_staff_see_what_is_not_published(played: EventView) -> None:
    assert played.t.round_number == 2
    shown = {view.name: view.make(played, Subject(now=0)) for view in VIEWS if view.reader == "everybody"}
    assert getattr(shown["round"], "number", None) == 1
    assert getattr(shown["event"], "round", None) == 1


def test_names_of_views_are_their_own() -> None:
    names = [view.name for view in VIEWS]
    assert len(set(names)) == len(names), "two views of app/queries/views.py share a name"
