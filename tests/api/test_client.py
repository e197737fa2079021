"""The guide's own code, and the client alone, run whole events of each game on a running site."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import komandor.client as client_module
from komandor.app.access import HOST
from komandor.client import RemoteEvent, RemoteSite, RequestRefused, Unreachable
from komandor.store import open_store
from komandor.web.server.make_site import make_site
from tests.support.api import token_for
from tests.support.site import serving

GUIDES = Path(__file__).parents[2] / "docs" / "guides"
SWISS = {"kind": "swiss", "rounds": 2, "cut": 0}
FINAL = {"kind": "single", "rounds": 0, "cut": 2}
DOUBLE = {"kind": "double", "rounds": 0, "cut": 4}
WIN = {"end": "win", "winner": "a"}
TWO_WINS = {"games": [WIN, WIN]}
FLEET = {"end": "rounds", "scores": [200, 100]}


@pytest.fixture(scope="module")
def site() -> Iterator[RemoteSite]:
    store = open_store("memory:")
    with serving(make_site(store, secret="s")) as served:
        yield RemoteSite(served.url, token_for(store, HOST, "host"))


def blocks(lang: str) -> list[str]:
    text = (GUIDES / lang / "api.md").read_text(encoding="utf-8")
    return re.findall(r"```python\n(.*?)```", text, re.DOTALL)


def test_the_code_of_the_guide_runs_an_event(site: RemoteSite, capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, Any] = {"ADDRESS": site.address, "TOKEN": site.token}
    exec("\n".join(blocks("en")), names)
    assert names["cup"].view("event")["phase"] == "closed"
    assert names["champion"]["place"] == 1
    assert len(names["names"]) == 4
    assert names["newest"] == names["cup"].version
    assert capsys.readouterr().out.strip(), "the refusal says why"


def test_both_languages_show_the_same_code() -> None:
    assert blocks("en") == blocks("pl")


def play(event: RemoteEvent, swiss: Any, knockout: Any) -> None:
    """Everything from the registration to the end; the player who is named first wins."""
    for _ in range(100):
        step = event.next_step()
        if step == "done":
            return
        if step != "results":
            event.take_next_step()
            continue
        round_ = event.view("round")
        report = swiss if round_["number"] <= 2 else knockout
        for row in round_["rows"]:
            if row["status"] != "final":
                event.do("enter-result", match=row["match"], report=report)
    raise AssertionError(step)


@pytest.mark.parametrize(
    ("game", "cut", "swiss", "knockout", "teams"),
    [
        ("armada", FINAL, FLEET, FLEET, False),
        ("imperial-assault", FINAL, WIN, TWO_WINS, False),
        ("destiny", FINAL, WIN, TWO_WINS, False),
        ("conquest", FINAL, WIN, WIN, False),
        ("star-wars-lcg", DOUBLE, TWO_WINS, WIN, False),
        ("star-wars-lcg", None, TWO_WINS, None, True),
    ],
)
def test_the_client_alone_runs_a_whole_event(
    site: RemoteSite, game: str, cut: Any, swiss: Any, knockout: Any, teams: bool
) -> None:
    event = site.create(
        game=game,
        name="Cup",
        date="2026-11-14",
        structure="custom",
        stages=[SWISS, cut] if cut else [SWISS],
        teams=teams,
        settings={"lists.required": False},
    )
    for n in range(4):
        names = [f"Gracz{n} Testowy", f"Druga{n} Osoba"][: 2 if teams else 1]
        event.do("register-player", names=names, checked_in=True)
    play(event, swiss, knockout)
    assert event.view("event")["phase"] == "closed"
    assert event.view("standings")["rows"][0]["place"] == 1
    assert bool(event.view("bracket")) == bool(cut)


def test_a_step_that_a_rule_stops_is_taken_with_the_fields_that_the_guide_names(site: RemoteSite) -> None:
    stages, settings = [SWISS], {"lists.required": True}
    given = {"date": "2026-11-14", "structure": "custom", "stages": stages, "settings": settings}
    event = site.create(game="star-wars-lcg", name="Cup", **given)
    for n in range(4):
        event.do("register-player", names=f"Gracz{n} Testowy", checked_in=True)
    while event.next_step() != "draw":
        event.take_next_step()
    with pytest.raises(RequestRefused) as no:
        event.take_next_step()
    assert [one.rule for one in no.value.reasons] == ["COM-LIST-2"]
    assert event.take_next_step(despite_lists=[1, 2, 3, 4], reason="lists came on paper") == "draw"


def test_the_client_says_what_went_wrong(site: RemoteSite) -> None:
    with pytest.raises(RequestRefused) as no:
        site.event("nothing").offers()
    assert (no.value.status, [one.code for one in no.value.reasons]) == (404, ["api.no_event"])
    with pytest.raises(Unreachable):
        RemoteSite("http://127.0.0.1:1", patience=1).get("events")
    with pytest.raises(Unreachable):
        RemoteSite("file:///etc").get("events")
    with pytest.raises(RequestRefused):
        list(RemoteSite(site.address, "komandor_" + "x" * 32).event("nothing").versions())


def test_the_client_needs_nothing_but_the_standard_library() -> None:
    tree = ast.parse(Path(str(client_module.__file__)).read_text(encoding="utf-8"))
    named = {one.name for node in ast.walk(tree) if isinstance(node, ast.Import) for one in node.names}
    named |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {name.partition(".")[0] for name in named} <= sys.stdlib_module_names
