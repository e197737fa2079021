"""A lost or damaged component has the ways out that the document of its game lists."""

import pytest

from komandor.app.access import Actor
from komandor.app.handle import Refused
from komandor.app.queries.staff.judging import component_rule
from komandor.core.tournament import commands as c
from komandor.core.tournament.readings.components import ways_out
from komandor.texts import Speaker
from tests.support.event import Event, swiss
from tests.support.world import JUDGE, World, client, opened, site_of

ALWAYS = {"replaced", "conceded", "removed"}


@pytest.mark.rule("DES-LOST-2")
def test_a_damaged_die_is_replaced_or_ends_the_event() -> None:
    """Sharing, setting aside or conceding alone is not what the document says."""
    event = Event("destiny").register(4).announce().start()
    match = event.in_round()[0]
    event.do(c.ReportComponent(player=match.a, kind="damaged", what="Vader", category="die"))
    assert ways_out(event.t, event.t.components[1]) == ("replaced", "removed")
    for way in ("proxy", "shared", "set_aside", "conceded"):
        event.refused(c.ResolveComponent(1, way), "component.no_such_way", "DES-LOST-2")
    event.do(c.ResolveComponent(1, "removed"))
    assert event.winner(match.b or 0) == match.b
    assert not event.player(match.a).active


@pytest.mark.rule("IA-LOST-2", "ARM-LOST-3", "COM-LOST-7")
@pytest.mark.parametrize(
    ("game", "category", "rule"),
    [
        ("imperial-assault", "figure", "COM-LOST-7"),
        ("imperial-assault", "model", "COM-LOST-7"),
        ("imperial-assault", "die", "IA-LOST-2"),
        ("armada", "die", "ARM-LOST-3"),
        ("armada", "ruler", "ARM-LOST-3"),
        ("armada", "tool", "ARM-LOST-3"),
        ("armada", "model", "ARM-LOST-2"),
        ("destiny", "die", "DES-LOST-2"),
    ],
)
def test_the_judge_reads_the_rule_of_what_is_damaged(game: str, category: str, rule: str) -> None:
    """Dice are shared, figures count as lost, and each document has its own sentence."""
    assert component_rule(Event(game).t, "damaged", category) == rule


@pytest.mark.rule("COM-LOST-5", "COM-LOST-7", "DES-LOST-2")
@pytest.mark.parametrize(
    ("game", "category", "stops"),
    [
        ("imperial-assault", "figure", True),
        ("imperial-assault", "die", False),
        ("imperial-assault", "card", False),
        ("armada", "model", False),
        ("armada", "ruler", False),
        ("armada", "other", True),
        ("destiny", "die", True),
        ("conquest", "card", False),
    ],
)
def test_a_damaged_component_without_a_way_to_play_on_counts_as_lost(
    game: str, category: str, stops: bool
) -> None:
    """Nobody begins the next round with a component that the document treats as lost."""
    event = Event(game, swiss(2)).register(4).announce().start()
    event.do(c.ReportComponent(player=1, kind="damaged", what="x", category=category)).results().close()
    if stops:
        event.refused(c.FreezeRound(), "component.still_missing", "COM-LOST-5")
        event.do(c.ResolveComponent(1, "removed"))
    event.freeze()


@pytest.mark.rule("COM-LOST-4")
def test_another_way_out_is_refused_with_those_that_there_are() -> None:
    event = Event("conquest", swiss(1)).register(4).announce().start()
    event.do(c.ReportComponent(player=1, kind="lost", what="a card", in_game=False))
    refused = event.refused(c.ResolveComponent(1, "shared"), "component.no_such_way", "CON-LOST-1")
    assert set(refused.params["known"] or ()) == ALWAYS
    assert "poddana" in Speaker(lang="pl", on_forms=True).sentence(refused)
    event.do(c.ReportComponent(player=2, kind="damaged", what="a card"))
    refused = event.refused(c.ResolveComponent(2, "shared"), "component.no_such_way", "CON-LOST-3")
    assert Speaker(lang="pl").sentence(refused).count("(proxy)") == 1


@pytest.mark.rule("COM-LOST-8")
def test_everything_that_is_missing_on_a_proxy_is_said_at_once() -> None:
    event = Event("destiny").register(2)
    answer = event.ask(c.MakeProxy(1, "Luke", " ", "", ""))
    assert isinstance(answer, Refused)
    assert [reason.params["field"] for reason in answer.refusal.reasons] == ["unreadable", "maker", "date"]


def page(world: World, who: Actor, address: str, lang: str = "en") -> str:
    browser = client(site_of(world), world.link(who))
    browser.cookies["lang"] = lang
    return browser.get(address).content.decode()


@pytest.mark.rule("DES-LOST-2", "COM-LOST-7")
@pytest.mark.parametrize(
    ("game", "category", "rule", "foreign", "ways"),
    [
        ("destiny", "die", "DES-LOST-2", "COM-LOST-5", {"replaced", "removed"}),
        ("imperial-assault", "figure", "COM-LOST-7", "IA-LOST-2", {"replaced", "conceded", "removed"}),
        ("imperial-assault", "die", "IA-LOST-2", "COM-LOST-7", {"replaced", "shared"}),
        ("armada", "ruler", "ARM-LOST-3", "COM-LOST-7", {"replaced", "shared"}),
    ],
)
def test_the_judge_reads_the_rule_of_what_is_damaged_and_has_its_ways_only(
    game: str, category: str, rule: str, foreign: str, ways: set[str]
) -> None:
    world = opened(game).start()
    player = world.matches()[0].a
    world.do(c.ReportComponent(player=player, kind="damaged", what="this one", category=category))
    text = page(world, JUDGE, "/j/cup/component/1")
    assert rule in text
    assert foreign not in text
    offered = {part.partition('"')[0] for part in text.split('name="resolution" value="')[1:]}
    assert offered == ways
