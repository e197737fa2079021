"""A list typed into the form is the list that the rules judge, and no version is ever lost."""

from typing import Any

import pytest
from django.test import Client

from komandor.app.access import Actor
from komandor.core.games import GAMES
from komandor.core.games.game import ListField, Rules
from komandor.core.games.listchecks import NUMBER_COLUMNS
from komandor.web.forms import list_form
from tests.support.rules import rules_of
from tests.support.world import JUDGE, MARSHAL, ORGANISER, World, client, opened, site_of


def example(form: tuple[ListField, ...]) -> dict[str, Any]:
    """Every field filled, cards with all their columns."""
    out: dict[str, Any] = {}
    for one in form:
        if one.kind == "cards":
            cells = {key: 7 if key in NUMBER_COLUMNS else f"{key} x" for key in one.columns}
            out[one.key] = ({"name": f"{one.key} A", "count": 2, **cells}, {"name": "Żółw"})
        else:
            out[one.key] = one.choices[0] if one.kind == "choice" else 399 if one.kind == "int" else "Anna"
    return out


def typed(form: tuple[ListField, ...], content: dict[str, Any]) -> dict[str, str]:
    """The same list as a browser would send it."""
    data: dict[str, str] = {}
    for part in list_form.parts(form, content, teams=True, named=True):
        data[part.name] = part.value
        for line in part.lines:
            data[f"{part.name}.{line.index}.name"] = line.name
            data[f"{part.name}.{line.index}.count"] = line.count
            data |= {f"{part.name}.{line.index}.{key}": value for key, value in (line.cells or {}).items()}
    return data


@pytest.mark.parametrize("rules", GAMES, ids=lambda r: r.data.id)
def test_the_form_gives_back_what_it_was_given(rules: Rules) -> None:
    content = example(rules.list_form)
    assert list_form.content(rules.list_form, typed(rules.list_form, content)) == content


def browser(world: World, actor: Any = ORGANISER) -> Client:
    return client(site_of(world), world.link(actor))


FLEET = {
    "l.player": "Gracz1",
    "l.faction": "rebel",
    "l.total": "401",
    "l.ships.0.name": "MC80",
    "l.ships.0.points": "401",
}


def test_problems_are_named_with_their_rules_before_anything_is_kept() -> None:
    world = opened("armada")
    page = browser(world).post("/c/cup/lists/1", {"do": "try", **FLEET}).content.decode()
    assert all(rule in page for rule in ("ARM-LIST-2", "ARM-LIST-5", "ARM-LIST-6"))
    assert 'value="MC80"' in page
    assert world.t.players[1].lists == ()


@pytest.mark.rule("COM-LIST-2", "COM-LIST-5", "COM-LIST-6")
def test_handed_in_checked_amended_both_versions_kept() -> None:
    world = opened("armada")
    desk, judge, marshal = (browser(world, who) for who in (ORGANISER, JUDGE, MARSHAL))
    desk.post("/c/cup/lists/1", {"do": "submit", **FLEET})
    judge.post("/c/cup/lists/1", {"do": "illegal"})
    assert world.t.players[1].list_verdict == "illegal"
    world.start()
    assert desk.post("/c/cup/lists/1", {"do": "submit", **FLEET}).status_code == 422
    fewer = {**FLEET, "l.total": "396", "l.ships.0.points": "396", "do": "amend"}
    assert marshal.post("/c/cup/lists/1", fewer).status_code == 422  # no reason
    marshal.post("/c/cup/lists/1", {**fewer, "reason": "counted anew", "significant": "on"})
    first, second = world.t.players[1].lists
    assert (first.content["total"], second.content["total"]) == (401, 396)
    assert (second.reason, second.significant) == ("counted anew", True)
    page = desk.get("/c/cup/lists/1").content.decode()
    assert "counted anew" in page
    assert "401" in page


def test_a_partners_decks_are_asked_only_of_teams() -> None:
    world, rules = opened("star-wars-lcg"), rules_of("star-wars-lcg")
    for actor, page in ((ORGANISER, "/c/cup/lists/1"), (Actor("player", 1), "/m/cup/list")):
        assert 'name="l.partner' not in browser(world, actor).get(page).content.decode(), page
    assert "l.partner" in {part.name for part in list_form.parts(rules.list_form, teams=True)}


def test_the_category_of_an_objective_is_chosen_on_the_phone_too() -> None:
    page = browser(opened("armada"), Actor("player", 1)).get("/m/cup/list").content.decode()
    assert '<select name="l.objectives.0.category">' in page
    assert '<option value="navigation">navigation</option>' in page
