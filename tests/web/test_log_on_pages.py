"""The log names rounds, pairs and results as people call them."""

import re

import pytest

from komandor.core.tournament import commands as c
from tests.support.event import single, swiss
from tests.support.words import public, seen
from tests.support.world import World, opened


@pytest.mark.parametrize(("lang", "name"), [("en", "Semi-final"), ("pl", "Półfinał")])
def test_the_log_calls_knock_out_rounds_by_their_names(lang: str, name: str) -> None:
    world = World("destiny", swiss(3), single(4)).people(8).announce().play_stage().cut().start()
    world.results(but=1)
    log = seen(world, "/c/cup/log", lang)
    assert f"{name}: " in log
    assert f"{name}, {'table' if lang == 'en' else 'stolik'} " in log
    assert not re.search(r"(Round|Runda) 4", log)


def test_a_swap_is_public_with_pairs_before_and_after_and_who_made_it() -> None:
    world = opened("armada", players=8).announce().draw()
    one, two = world.in_round()[0].a, world.in_round()[1].a
    world.do(c.SwapPlayers(one, two, "car share")).publish()
    page = public(world, "changes")
    assert "car share" in page
    assert "→" in page
    assert "Olga" in page


def test_reports_that_differ_only_in_the_margin_read_differently_in_the_log() -> None:
    world = World("armada").people(8).announce().start()
    match = world.open()[0]
    for text in ("100-20", "120-20"):
        report = world.slip(match.a, text)
        world.do(c.EnterResult(match=match.number, report=report, reason="slip misread"))
    lines = re.findall(r"MoV \d+", seen(world, "/c/cup/log"))
    assert len(set(lines)) == 2
