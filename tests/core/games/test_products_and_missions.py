"""What may be used is decided by release dates, exclusions and the mission pool, and by nothing else."""

from datetime import date

import pytest

from komandor.core.games import GAMES
from komandor.core.games.listverdict import Occasion, judge
from komandor.core.games.missions import check_pool, remaining
from komandor.core.games.products import legal_from, product_problems
from komandor.core.lists.cards import Product
from komandor.core.reasons import Refusal
from tests.lists.made import LEGAL, catalogue
from tests.support.rules import rules_of

OUT = Product("Wave 5", poland=date(2017, 2, 2), world=date(2016, 12, 1))
DAY = date(2017, 3, 1)


@pytest.mark.rule("COM-PROD-2", "ARM-PROD-5", "IA-PROD-4", "DES-PROD-3", "CON-PROD-3", "SWL-PROD-1")
def test_release_windows() -> None:
    first = {rules.data.id: legal_from(rules, OUT, "championship") for rules in GAMES}
    assert first.pop("star-wars-lcg") == date(2016, 12, 1)
    assert set(first.values()) == {date(2017, 2, 13)}
    assert legal_from(rules_of("armada"), OUT, "formal") == date(2017, 2, 2)
    assert legal_from(rules_of("armada"), OUT, "championship", {"products.premier_delay_days": 0}) == date(
        2017, 2, 2
    )


@pytest.mark.rule("COM-PROD-2", "SWL-PROD-1")
def test_what_is_not_out_is_not_legal() -> None:
    for rules in GAMES:
        (problem,) = product_problems(rules, Product("Wave 9"), DAY, "casual")
        assert problem.code == "product.not_released"
    only_world = Product("Wave 6", world=date(2017, 1, 1))
    assert product_problems(rules_of("star-wars-lcg"), only_world, DAY, "casual") == ()
    assert product_problems(rules_of("armada"), only_world, DAY, "casual")


@pytest.mark.rule("ARM-PROD-3", "IA-PROD-3", "DES-PROD-2", "CON-PROD-2")
def test_campaign_material_is_out_and_all_else_is_in() -> None:
    campaign = Product("The Corellian Conflict", poland=date(2016, 1, 1), campaign=True)
    for game, rule in (("armada", "ARM-PROD-3"), ("imperial-assault", "IA-PROD-3")):
        assert [one.rule for one in product_problems(rules_of(game), campaign, DAY, "casual")] == [rule]
    for rules in GAMES:
        assert product_problems(rules, OUT, DAY, "championship") == ()


@pytest.mark.rule("SWL-PROD-3")
def test_an_event_may_restrict_the_sets() -> None:
    rules, loaded = rules_of("star-wars-lcg"), catalogue("star-wars-lcg")
    every = frozenset(card.product for card in loaded.content.cards)
    for permitted, found in ((None, set()), (every, set()), (frozenset({"Wave 99"}), {"SWL-PROD-3"})):
        verdict = judge(rules, LEGAL["star-wars-lcg"], loaded, Occasion(permitted=permitted))
        cited = {one.reason.rule for one in verdict.problems if one.reason.code == "product.not_permitted"}
        assert cited == found


@pytest.mark.rule("IA-SETUP-2")
def test_used_missions_come_back_when_all_are_used() -> None:
    pool = ("a", "b", "c")
    assert remaining(pool, ()) == pool
    assert remaining(pool, ("b",)) == ("a", "c")
    assert remaining(pool, ("b", "a", "c")) == pool
    assert remaining(pool, ("b", "a", "c", "c")) == ("a", "b")
    assert remaining(("a", "b"), ("c", "a")) == ("b",), "a mission taken out of the pool does not matter"
    assert remaining((), ("a",)) == ()


@pytest.mark.rule("IA-MAP-1", "IA-MAP-2")
def test_the_pool_binds_formal_and_championship_events() -> None:
    data = rules_of("imperial-assault").data
    assert len(data.missions) == 6
    own = (*data.missions, "Jabba's Realm – A")
    assert check_pool(data, "casual", own) is None
    assert check_pool(data, "formal", data.missions) is None
    assert check_pool(data, "formal", own, free=True) is None
    for level in ("formal", "championship"):
        refusal = check_pool(data, level, own)
        assert isinstance(refusal, Refusal)
        assert [one.rule for one in refusal.reasons] == ["IA-MAP-2"]
    renamed = ("Coruscant Landfill – Smuggled Goods", "Belvaanin War Zone – X", "ISB Headquarters – Y")
    assert check_pool(data, "formal", renamed) is None, "missions may be renamed"
