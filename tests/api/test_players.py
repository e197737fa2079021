"""Players' programs report, confirm and dispute with nothing but what the API tells them."""

import pytest
from jsonschema import Draft202012Validator

from komandor.app.access import Actor
from komandor.core import games
from komandor.core.games.game import Situation
from komandor.core.reasons import Refusal
from komandor.web.api.openapi import document
from tests.support.api import Api, token_for
from tests.support.world import World, opened, site_of


@pytest.fixture
def world() -> World:
    return opened(id="cup").start()


@pytest.fixture
def players(world: World) -> list[Api]:
    """The programs of the two players of the first match; the first has reported."""
    match, site = world.matches()[0], site_of(world)
    both = [Api(site, token_for(world.store, Actor("player", n), "report")) for n in match.players]
    sent = {"match": match.number, "report": world.slip(match.a), "between": match.players}
    assert both[0].do("report-result", **sent).status == 200
    return both


def test_a_report_is_seen_and_confirmed(players: list[Api]) -> None:
    mine, theirs = (one.get("events/cup/views/my-seat").json for one in players)
    assert (mine["state"], theirs["state"]) == ("sent", "confirm")
    assert mine["scores"] == theirs["scores"]
    assert [one["outcome"] for one in theirs["scores"]] == ["win", "loss"]
    seen = {"match": theirs["match"], "seen": theirs["report_code"]}
    assert players[1].do("confirm-result", **{**seen, "seen": "other"}).codes == ["result.report_changed"]
    assert players[1].do("confirm-result", **seen).status == 200
    assert players[1].get("events/cup/views/my-seat").json["state"] == "done"


def test_a_report_is_seen_and_disputed(players: list[Api]) -> None:
    theirs = players[1].get("events/cup/views/my-seat").json
    sent = {"match": theirs["match"], "seen": theirs["report_code"], "note": "I won"}
    assert players[1].do("dispute-result", **sent).status == 200
    assert [one.get("events/cup/views/my-seat").json["state"] for one in players] == ["disputed"] * 2


@pytest.mark.parametrize("game", [one.data.id for one in games.GAMES])
def test_the_slip_of_each_game_is_described(game: str) -> None:
    described = document()
    schemas = described["components"]["schemas"]
    slip = {"$ref": f"#/components/schemas/Slip_{game.replace('-', '_')}", "components": {"schemas": schemas}}
    fits, rules = Draft202012Validator(slip), games.find_rules(game)
    assert rules
    for where in (Situation(), Situation("knockout")):
        report = rules.shorthand(rules.examples(where)[0], where)
        assert not isinstance(report, Refusal)
        assert fits.is_valid(report)
        assert not fits.is_valid({**report, "strange": 1})
    asked = str(described["paths"]["/api/v1/events/{event}/actions/report-result"])
    assert "#/components/schemas/Slip'" in asked
