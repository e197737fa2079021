"""What players do at the table is said where they look, and what card data shows is checked with it."""

from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from komandor.app.access import Actor
from komandor.cli.main import main
from komandor.core.games.game import Situation
from komandor.core.games.listverdict import Occasion, judge
from komandor.core.lists.cards import Product
from komandor.core.tournament.readings.structure import structure_warnings
from komandor.rulebook import rule
from komandor.texts.fields import field_hint
from komandor.web.public import PAGES as PUBLIC_PAGES
from komandor.web.public import ruletext
from komandor.web.public.projector import PAGES
from tests.lists.made import LEGAL, catalogue
from tests.support.event import Event, double, single, swiss
from tests.support.rules import rules_of
from tests.support.world import ORGANISER, World, client, opened, site_of


@pytest.mark.rule("ARM-TIME-2", "CON-RTIME-2", "SWL-ROUND-4", "SWL-FTIME-1")
@pytest.mark.parametrize(
    ("game", "finals", "id"),
    [
        ("armada", False, "ARM-TIME-2"),
        ("conquest", False, "CON-RTIME-2"),
        ("star-wars-lcg", False, "SWL-ROUND-4"),
        ("star-wars-lcg", True, "SWL-FTIME-1"),
    ],
)
def test_the_hall_reads_what_is_played_on_when_time_is_called(game: str, finals: bool, id: str) -> None:
    knock_out = double(4) if game == "star-wars-lcg" else single(4)
    world = opened(game, swiss(1), knock_out).start()
    if finals:
        world.results().close().cut().start()
    clock = next(page for page in PAGES if page.path.endswith("/part/clock"))
    found = rule(id)
    assert found is not None
    shown = str(clock.render(site_of(world), "pl", tournament="cup"))
    assert ruletext.plain(found.text.pl)[:40] in shown


@pytest.mark.rule("ARM-PLAY-3")
def test_the_slip_says_that_a_discarded_upgrade_scores_with_its_ship() -> None:
    (asked,) = (one for one in rules_of("armada").form(Situation()).game if one.key == "destroyed")
    assert asked.rule == "ARM-PLAY-3"
    assert "odrzuconymi" in field_hint("destroyed", "pl", "armada")
    assert "discarded" in field_hint("destroyed", "en", "armada")


@pytest.mark.rule("IA-PROD-3", "DES-PROD-2", "CON-PROD-2")
@pytest.mark.parametrize(
    ("game", "rule_id"),
    [("imperial-assault", "IA-PROD-3"), ("destiny", "DES-PROD-2"), ("conquest", "CON-PROD-2")],
)
def test_all_products_are_legal_but_those_of_the_campaign(game: str, rule_id: str) -> None:
    loaded = catalogue(game)
    names = {card.product for card in loaded.content.cards}
    for campaign in (False, True):
        out = date(2016, 1, 1)
        products = tuple(Product(name, poland=out, world=out, campaign=campaign) for name in names)
        data = replace(loaded, content=replace(loaded.content, products=products))
        found = judge(rules_of(game), LEGAL[game], data, Occasion(on=date(2017, 3, 1)))
        assert {one.reason.rule for one in found.problems} == ({rule_id} if campaign else set())


@pytest.mark.rule("SWL-STRUCT-2")
def test_another_cut_than_the_usual_ones_is_remarked() -> None:
    for cut, cited in ((8, set()), (6, {"SWL-STRUCT-2"})):
        event = Event("star-wars-lcg", swiss(3), single(cut)).register(20).announce()
        warned = [one for one in structure_warnings(event.t) if one.code == "structure.cut_not_named"]
        assert {one.rule for one in warned} == cited


@pytest.mark.rule("SWL-ROUND-2", "SWL-2V2-8")
@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({}, ("Swiss round lasts 70 minutes", "knock-out round lasts 35 minutes", "final has no time limit")),
        ({"minutes": {"swiss": 65}}, ("Swiss round lasts 65 minutes",)),
        ({"teams": True}, ("Swiss round lasts 90 minutes",)),
    ],
)
def test_the_minutes_are_told_before_the_start(fields: dict[str, Any], told: tuple[str, ...]) -> None:
    """On the page of the event, on the poster at the door and on every phone."""
    stages = (swiss(2),) if "teams" in fields else (swiss(2), double(4))
    world = World("star-wars-lcg", *stages, **fields)
    world.register(6, members=2 if "teams" in fields else 1, checked_in=True).announce()
    site = site_of(world)
    home = next(page for page in PUBLIC_PAGES if page.path == "/t/<tournament>/")
    browser = client(site, world.link(ORGANISER), world.link(Actor("player", 1)))
    shown = [str(home.render(site, "en", tournament=world.id))]
    read = (f"/c/{world.id}/print/poster", f"/m/{world.id}/")
    shown += [browser.get(where).content.decode() for where in read]
    for page in shown:
        assert [one for one in told if f"A {one}" not in page] == []


@pytest.mark.rule("SWL-ROUND-2")
def test_the_terminal_tells_the_minutes_with_the_announcement(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    where = ("--data", str(tmp_path), "--lang", "pl")
    stages = ("--stage", "swiss 2", "--stage", "double 4")
    new = ("--game", "star-wars-lcg", "--name", "Kubek", "--date", "2026-11-18")
    assert main(["event", "new", *new, *stages, *where]) == 0
    assert main(["event", "register", *(f"Gracz {letter}" for letter in "ABCDEF"), *where]) == 0
    capsys.readouterr()
    assert main(["event", "announce", *where]) == 0
    assert "Czas (runda szwajcarska): 70 minut." in capsys.readouterr().out
