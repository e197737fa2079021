"""One request reads what was sent once: a slip is built and scored, a pasted list parsed, a single time."""

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest

from komandor.app.access import Actor
from komandor.app.card_data import keep_catalogue
from komandor.core.games import listverdict
from komandor.core.games.destiny import scoring
from komandor.core.tournament.readings import regulations
from komandor.web.server.make_site import make_site
from tests.lists.made import LEGAL, catalogue
from tests.support.world import ORGANISER, World, client, opened, site_of


@contextmanager
def counted(**functions: Callable[..., Any]) -> Iterator[Counter[str]]:
    """How often each function is called inside, by whichever name it was imported."""
    calls: Counter[str] = Counter(dict.fromkeys(functions, 0))
    names: dict[CodeType, str] = {function.__code__: name for name, function in functions.items()}

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code in names:
            calls[names[frame.f_code]] += 1

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        yield calls
    finally:
        sys.setprofile(before)


@pytest.fixture
def running() -> World:
    """Round 1 of Destiny, on a server that has not made any slip yet."""
    world = opened("destiny").start()
    regulations._slip.cache_clear()
    return world


def slip_of(world: World, **filled: str) -> dict[str, str]:
    match = next(m for m in world.t.in_round(1) if m.kind == "match")
    form = {"match": str(match.number), "between": f"{match.a}-{match.b}", "command_id": "r1"}
    return form | {"g0.end": "win"} | {f"g0.{key}": value for key, value in filled.items()}


@pytest.mark.parametrize(
    ("path", "filled", "status"),
    [
        ("/m/cup/report", {"winner": "a"}, 302),
        ("/m/cup/report", {}, 422),
        ("/m/cup/report/read", {"winner": "a"}, 200),
        ("/m/cup/report/read", {}, 200),
    ],
    ids=["sent", "refused", "preview", "unfinished preview"],
)
def test_a_report_builds_and_scores_its_slip_once(
    running: World, path: str, filled: dict[str, str], status: int
) -> None:
    form = slip_of(running, **filled)
    phone = client(site_of(running), running.link(Actor("player", int(form["between"].split("-")[0]))))
    with counted(built=scoring.form, scored=scoring.score) as calls:
        assert phone.post(path, form).status_code == status
    assert calls == {"built": 1, "scored": 1}, "see web.forms.slip_preview and core…readings.scoring"


def test_a_result_entered_at_the_desk_builds_and_scores_its_slip_once(running: World) -> None:
    form = slip_of(running, winner="a")
    desk = client(site_of(running), running.link(ORGANISER))
    with counted(built=scoring.form, scored=scoring.score) as calls:
        assert desk.post(f"/c/cup/match/{form['match']}", form).status_code == 302
    assert calls == {"built": 1, "scored": 1}, "see `_entered` in web.console.play.match_page"


@pytest.mark.parametrize(
    ("who", "path", "do", "status"),
    [
        (Actor("player", 1), "/m/cup/list", "paste", 200),
        (Actor("player", 1), "/m/cup/list", "hand-in", 302),
        (ORGANISER, "/c/cup/lists/1", "paste", 200),
        (ORGANISER, "/c/cup/lists/1", "submit", 302),
    ],
    ids=["preview", "hand-in", "preview at the desk", "kept at the desk"],
)
def test_a_pasted_list_is_parsed_once(tmp_path: Path, who: Actor, path: str, do: str, status: int) -> None:
    world = World("armada").people(4).announce()
    keep_catalogue(world.store, catalogue("armada"))
    sender = client(make_site(world.store, secret="a secret of the tests", data=tmp_path), world.link(who))
    with counted(parsed=listverdict.read, looked_up=listverdict.look_up) as calls:
        assert sender.post(path, {"do": do, "text": LEGAL["armada"]}).status_code == status
    assert calls == {"parsed": 1, "looked_up": 1}, "see web.forms.list_verdict and core…actions.lists"


def test_each_of_two_decks_is_parsed_once(tmp_path: Path) -> None:
    """Together they are a form: the preview or the command looks its cards up, never both."""
    world = World("star-wars-lcg").people(2)
    keep_catalogue(world.store, catalogue("star-wars-lcg"))
    site = make_site(world.store, secret="a secret of the tests", data=tmp_path)
    phone = client(site, world.link(Actor("player", 1)))
    light, dark = LEGAL["star-wars-lcg"].split("\n\n", 1)
    light, sith = light.rsplit("\n", 1)
    decks = {"text": f"{sith}\n\n{dark}", "other": light}
    for do in ("paste", "hand-in"):
        with counted(parsed=listverdict.read, judged=listverdict.judge_filled) as calls:
            phone.post("/m/cup/list", {"do": do} | decks)
        assert calls == {"parsed": 2, "judged": 1}, do
    assert world.t.players[1].lists
