"""Sentences of the documents that were tried from the terminal and did not hold, each with its test."""

from typing import Any

import pytest

from komandor.app.handle import Refused
from komandor.core.tournament import commands as c
from komandor.core.tournament import events as e
from komandor.core.tournament.events import StagePlan
from komandor.core.tournament.judge_records import Component
from komandor.core.tournament.readings.attendance import structure_warnings
from komandor.core.tournament.readings.regulations import ways_out
from komandor.texts import Speaker
from tests.cli.terminal import Run
from tests.support.event import Event, double, single, swiss

ALWAYS = {"replaced", "conceded", "removed"}


def component(kind: Any, category: str) -> Component:
    return Component(
        number=1, player=1, kind=kind, what="x", category=category, minutes=0, match=None, round=1
    )


@pytest.mark.rule("COM-LOST-7", "COM-LOST-8", "COM-LOST-9")
@pytest.mark.parametrize(
    ("game", "kind", "category", "more"),
    [
        ("armada", "lost", "card", set()),
        ("armada", "damaged", "card", {"proxy"}),
        ("armada", "damaged", "model", {"set_aside"}),
        ("armada", "lost", "model", set()),
        ("armada", "damaged", "ruler", {"shared"}),
        ("imperial-assault", "damaged", "die", {"shared"}),
        ("imperial-assault", "damaged", "figure", set()),
        ("destiny", "lost", "die", set()),
        ("destiny", "damaged", "card", {"proxy"}),
        ("conquest", "damaged", "card", {"proxy"}),
        ("conquest", "damaged", "token", set()),
    ],
)
def test_a_component_has_only_the_ways_out_of_its_document(
    game: str, kind: str, category: str, more: set[str]
) -> None:
    """A proxy is for a damaged card, dice are shared where the document says so, models are set aside."""
    assert set(ways_out(Event(game).t, component(kind, category))) == ALWAYS | more


@pytest.mark.rule("COM-LOST-4")
def test_another_way_out_is_refused_with_those_that_there_are() -> None:
    event = Event("conquest", swiss(1)).register(4).announce().start()
    event.do(c.ReportComponent(player=1, kind="lost", what="a card"))
    refused = event.refused(c.ResolveComponent(1, "shared"), "component.no_such_way", "COM-LOST-4")
    assert set(refused.params["known"] or ()) == ALWAYS
    assert "poddana" in Speaker(lang="pl", on_forms=True).sentence(refused)


def test_a_knock_out_for_everybody_is_no_cut_of_an_unnamed_size() -> None:
    event = Event("destiny", single(5)).register(5).announce()
    assert structure_warnings(event.t) == ()


@pytest.mark.rule("CON-DEF-3")
@pytest.mark.parametrize(
    ("lang", "stages"),
    [
        ("en", "2 Swiss rounds and 3 Swiss rounds (4)"),
        ("pl", "2 rundy szwajcarskie i 3 rundy szwajcarskie (4)"),
    ],
)
def test_further_swiss_rounds_after_a_cut_say_for_how_many(lang: str, stages: str) -> None:
    """After a cut the rest may go on in further Swiss rounds; the announcement says how many go on."""
    announced = e.StructureAnnounced((StagePlan("swiss", 2), StagePlan("swiss", 3, 4)), 8)
    assert stages in Speaker(lang=lang).event(announced)


@pytest.mark.rule("COM-ROLE-13")
def test_players_who_settle_a_dispute_themselves_need_no_text(run: Run) -> None:
    run.event("new", "--game", "destiny", "--name", "Cup", "--date", "2026-11-15", "--stage", "swiss 1")
    run.do("call-judge", "--text", "range?")
    (record,) = run.do("give-ruling", "--call", "1", "--settled-by-players")["records"]
    assert record["event"]["settled_by_players"] is True


@pytest.mark.parametrize(("lang", "words"), [("en", "illegal card"), ("pl", "niedozwolona karta")])
def test_a_deck_check_without_a_note_is_worded_in_the_reader_s_language(lang: str, words: str) -> None:
    penalty = e.SanctionGiven(sanction=1, player=1, kind="penalty", reason="deck", by=1)
    for event in (e.ResultAnnulled(1, "deck", "SWL-CHECK-2"), penalty):
        assert words in Speaker(lang=lang).event(event)


@pytest.mark.rule("COM-LOST-8")
def test_everything_that_is_missing_on_a_proxy_is_said_at_once() -> None:
    event = Event("destiny").register(2)
    answer = event.ask(c.MakeProxy(1, "Luke", " ", "", ""))
    assert isinstance(answer, Refused)
    assert [reason.params["field"] for reason in answer.refusal.reasons] == ["unreadable", "maker", "date"]


@pytest.mark.rule("COM-TIME-1", "ARM-TIME-1")
@pytest.mark.parametrize(
    ("game", "minutes", "said"),
    [
        ("armada", {"swiss": 120, "final": 180}, [("ARM-TIME-1", "swiss", 120, 135)]),
        ("destiny", {"knockout": 60}, [("DES-TIME-1", "knockout", 60, 90)]),
        ("star-wars-lcg", {"swiss": 80, "knockout": 30}, []),
    ],
)
def test_another_length_of_a_round_than_the_documents_is_said_to_everybody(
    game: str, minutes: dict[str, int], said: list[tuple[Any, ...]]
) -> None:
    """Only the card game leaves the organiser room (60 to 80, 35 ± 5): elsewhere the difference is named."""
    event = Event(game, swiss(2), minutes=minutes)
    found = [one for one in structure_warnings(event.t) if one.code == "clock.not_usual"]
    assert [(one.rule, *one.params.values()) for one in found] == said
    assert all("minut" in Speaker(lang="pl").sentence(one) for one in found)


@pytest.mark.rule("SWL-FIN-2", "ARM-ELIM-1")
@pytest.mark.parametrize(
    ("game", "stage", "rule"),
    [
        ("star-wars-lcg", single(4), "SWL-FIN-2"),
        ("star-wars-lcg", double(4), None),
        ("armada", double(4), "ARM-ELIM-1"),
        ("armada", single(4), None),
    ],
)
def test_a_knock_out_of_another_kind_than_the_documents_is_said(
    game: str, stage: StagePlan, rule: str | None
) -> None:
    """The finals of the card game are a double elimination, those of the others a single one."""
    event = Event(game, swiss(2), stage).register(8).announce()
    assert [one.rule for one in structure_warnings(event.t)] == ([rule] if rule else [])
