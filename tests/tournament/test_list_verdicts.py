"""What card data says of a list stands in the log: it stops round 1, and is overridden only with a reason."""

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from komandor.app.access import PUBLIC
from komandor.app.queries.staff.lists import list_row, lists_view
from komandor.check.whole_log import Entry, examine
from komandor.core.lists.cards import Product, Season
from komandor.core.lists.knowledge import Cards
from komandor.core.tournament import commands as c
from komandor.core.tournament import events as e
from komandor.core.tournament.readings.lists import lists_shown_to
from komandor.log.codec import encode
from tests.lists.made import LEGAL, catalogue
from tests.support.checking import checked
from tests.support.event import Event, by, single, swiss
from tests.support.rules import rules_of

FLEET = LEGAL["armada"]
ILLEGAL = FLEET.replace("2 x X-wing Squadron (26)", "12 x X-wing Squadron (156)")
UNCLEAR = FLEET.replace("Corvette B (39)", "Corvette")


def cards(**more: Any) -> Cards:
    loaded = catalogue("armada", **more)
    knowledge = rules_of("armada").lists
    assert knowledge
    return Cards(loaded, knowledge.pool(loaded))


def with_cards() -> Event:
    event = Event("armada", swiss(1), single(2), settings={"lists.required": True})
    loaded = cards()
    event.ledger.cards = lambda game, pack="": loaded
    return event.register(4).announce()


def faults(log: Sequence[e.Event]) -> set[str]:
    """What the independent checker says of a log."""
    report = examine([Entry(seq, json.loads(encode(one))) for seq, one in enumerate(log, start=1)])
    return {one.code for one in report.violations}


@pytest.mark.rule("COM-MAT-6", "COM-LIST-3", "ARM-LIST-4")
def test_verdicts_stand_in_the_log_and_stop_round_one() -> None:
    event = with_cards()
    for number, text in enumerate((FLEET, ILLEGAL, UNCLEAR), start=1):
        event.do(c.SubmitList(number, {"player": "x"}, text), by=by(number))
    judged = [one for one in event.log if isinstance(one, e.ListJudged)]
    assert [(one.player, one.decision) for one in judged] == [(1, "legal"), (2, "illegal"), (3, "undecided")]
    assert {one.catalogue for one in judged} == {"hand-made, 2026-01-01 (1)"}
    assert ("list.over_limit", "ARM-LIST-4") in {(one.code, one.rule) for one in judged[1].problems}
    assert [r.group for r in lists_view(event.t).rows] == ["legal", "illegal", "undecided", "missing"]
    stops = {"lists_missing": (4,), "lists_with_problems": (2,), "lists_undecided": (3,)}
    for code, players in stops.items():
        rule = "COM-LIST-2" if code == "lists_missing" else "COM-MAT-6"
        assert event.refused(c.FreezeRound(), f"round.{code}", rule).params["players"] == players
    assert "Corvette A" in str(event.player(1).lists[-1].content["ships"])
    assert event.player(1).lists[-1].text == FLEET


@pytest.mark.rule("COM-MAT-6")
def test_an_illegal_list_is_called_legal_with_a_reason_only_and_the_checker_follows() -> None:
    event = with_cards()
    for number in (1, 2, 3, 4):
        event.do(c.SubmitList(number, {}, ILLEGAL if number == 2 else FLEET))
    event.refused(c.CheckList(2, "legal"), "list.override_reason_missing", "COM-MAT-6")
    event.do(c.CheckList(2, "legal", "ten of them stay at home"))
    row = list_row(event.t, 2)
    assert (row.state, row.overridden, row.note) == ("legal", True, "ten of them stay at home")
    event.freeze()
    assert faults(event.log) == set()
    without = [one for one in event.log if not isinstance(one, e.ListChecked)]
    mute = [replace(one, note="") if isinstance(one, e.ListChecked) else one for one in event.log]
    assert {"list.illegal"} <= faults(without)
    assert {"list.override"} <= faults(mute)


def test_other_card_data_gives_other_verdicts_and_decisions_stay() -> None:
    event = with_cards()
    event.do(c.SubmitList(1, {}, ILLEGAL)).do(c.SubmitList(2, {}, ILLEGAL)).do(c.CheckList(2, "illegal"))
    event.refused(c.JudgeLists(), "list.nothing_new")
    softer = cards(trust="medium")
    event.ledger.cards = lambda game, pack="": softer
    event.do(c.JudgeLists())
    assert [list_row(event.t, n).state for n in (1, 2)] == ["undecided", "illegal"]
    event.ledger.cards = lambda game, pack="": None
    event.refused(c.JudgeLists(), "list.no_catalogue", "ARM-LIST-8")


@pytest.mark.rule("COM-MAT-6")
def test_a_list_called_legal_stays_legal_when_newer_card_data_find_a_fault() -> None:
    event = with_cards()
    later = cards()
    event.ledger.cards = lambda game, pack="": None
    for number in (1, 2, 3, 4):
        event.do(c.SubmitList(number, {"total": 401})).do(c.CheckList(number, "legal", "seen on the table"))
    event.ledger.cards = lambda game, pack="": later
    event.do(c.JudgeLists())
    assert list_row(event.t, 1).state == "legal"
    event.freeze()
    assert faults(event.log) == set()


@pytest.mark.rule("COM-MAT-6")
def test_what_was_said_of_the_list_of_somebody_erased_since_is_not_judged() -> None:
    event = with_cards()
    for number in (1, 2, 3, 4):
        event.do(c.SubmitList(number, {}, ILLEGAL)).do(c.CheckList(number, "legal", "seen on the table"))
    event.do(c.ChangePerson(1, erase=True)).do(c.JudgeLists())
    assert list_row(event.t, 1).state == "legal"
    event.freeze()
    assert checked(event) == []


@pytest.mark.rule("SWL-PROD-3")
def test_the_permitted_cards_are_kept_with_the_event_and_named_on_every_verdict() -> None:
    event = with_cards()
    known = cards()
    products = tuple(dict.fromkeys(one.product for one in known.catalogue.content.cards))
    sold = tuple(Product(name, date(2016, 1, 1), date(2016, 1, 1)) for name in products)
    content = replace(known.catalogue.content, products=sold, seasons=(Season(code="std", name="Standard"),))
    loaded = replace(known, catalogue=replace(known.catalogue, content=content))
    event.ledger.cards = lambda game, pack="": loaded
    event.do(c.SubmitList(1, {}, FLEET))
    event.refused(c.SetListRules("nope"), "list.no_such_season", "ARM-PROD-3")
    event.refused(c.SetListRules(on="2026-02-30"), "list.no_such_day", "ARM-PROD-5")
    event.refused(c.SetListRules(products=("Wave 99",)), "list.no_such_product", "ARM-PROD-3")
    event.do(c.SetListRules("std", "2015-01-01"))
    found = event.player(1).list_found
    assert found
    assert found.catalogue == "hand-made, 2026-01-01 (1): Standard"
    assert (found.decision, {one.code for one in found.problems}) == ("illegal", {"product.too_new"})
    event.refused(c.SetListRules("std", "2015-01-01"), "list.nothing_changes")
    event.do(c.SetListRules(products=(products[0],)))
    assert event.t.list_rules.products == (products[0],)
    assert faults(event.log) == set()
    event.ledger.cards = lambda game, pack="": None
    event.refused(c.SetListRules("std"), "list.no_catalogue", "ARM-LIST-8")


@pytest.mark.rule("COM-LIST-2")
def test_after_the_last_moment_only_the_desk_takes_a_list() -> None:
    event = with_cards()
    until = int(event.clock.timestamp() * 1000) + 3000
    event.refused(c.SetListDeadline(1), "list.deadline_past", "COM-LIST-2")
    event.do(c.SetListDeadline(until)).do(c.SubmitList(1, {}, FLEET), by=by(1))
    for _ in range(4):
        event.tick()
    event.refused(c.SubmitList(1, {}, FLEET), "list.too_late", "COM-LIST-2", by=by(1))
    event.do(c.SubmitList(2, {}, FLEET)).do(c.SetListDeadline()).do(c.SubmitList(1, {}, FLEET), by=by(1))
    event.refused(c.SubmitList(1, {}, "x" * 20_001), "list.too_long", "COM-LIST-2", by=by(1))
    event.refused(c.SubmitList(1, {}, " \n\n"), "list.no_cards", "COM-LIST-2", by=by(1))


def test_lists_are_hidden_until_the_organiser_publishes_them() -> None:
    event = with_cards()
    for number in (1, 2, 3, 4):
        event.do(c.SubmitList(number, {}, FLEET))
    event.refused(c.PublishLists("all"), "phase.not_now")
    event.play_round()
    event.refused(c.PublishLists("cut"), "list.no_cut_yet")
    assert not lists_shown_to(event.t, 1, 2)
    event.do(c.MakeCut()).do(c.PublishLists("cut"))
    inside = event.t.stages[2].seeds
    outside = next(n for n in (1, 2, 3, 4) if n not in inside)
    assert lists_shown_to(event.t, inside[0], inside[1])
    assert not lists_shown_to(event.t, inside[0], outside)
    assert not lists_shown_to(event.t, outside, inside[0])
    event.do(c.PublishLists("all"))
    event.refused(c.PublishLists("cut"), "list.published_already")
    assert lists_shown_to(event.t, outside, inside[0])
    event.refused(c.PublishLists("all"), "access.role", "COM-ROLE-1", by=PUBLIC)
    assert faults(event.log) == set()
