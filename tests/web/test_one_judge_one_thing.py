"""One person, one thing to do: a dispute waits on the judge's first page, and a call has one judge."""

import re

import pytest
from django.test import Client

from komandor.app.access import Actor
from komandor.core.tournament import commands as c
from komandor.core.tournament.readings.scoring import report_code
from tests.support.world import JUDGE, MARSHAL, ORGANISER, World, client, opened, site_of


def staff(world: World, actor: Actor = JUDGE) -> Client:
    return client(site_of(world), world.link(actor))


@pytest.fixture
def called() -> World:
    world = opened("destiny").start()
    return world.do(c.CallJudge(1, kind="question"), by=Actor("player", world.t.matches[1].a))


@pytest.mark.rule("COM-COND-2")
def test_the_second_judge_reads_who_is_on_the_way_and_takes_over_only_by_saying_so(called: World) -> None:
    first, second = staff(called), staff(called, MARSHAL)
    assert first.post("/j/cup/call/1/take").status_code == 302
    answer = second.post("/j/cup/call/1/take")
    assert (answer.status_code, called.t.calls[1].staff) == (422, JUDGE.staff)
    page = answer.content.decode()
    assert "is already on the way" in page
    assert "Take over call" in page
    assert second.post("/j/cup/call/1/take", {"take_over": "1"}).status_code == 302
    assert called.t.calls[1].staff == MARSHAL.staff
    assert "Take over call" not in second.get("/j/cup/call/1").content.decode()


@pytest.mark.rule("COM-ROLE-9")
def test_a_judge_who_goes_off_duty_hands_the_call_back(called: World) -> None:
    judge = staff(called)
    judge.post("/j/cup/call/1/take")
    judge.post("/j/cup/duty", {"on_duty": "0"})
    phone = client(site_of(called), called.link(Actor("player", called.t.matches[1].a)))
    assert "Judge called" in phone.get("/m/cup/").content.decode()
    assert staff(called, MARSHAL).post("/j/cup/call/1/take").status_code == 302


def disputed() -> World:
    world = opened("conquest").start()
    match = world.t.matches[1]
    world.do(c.ReportResult(1, world.slip(match.a), match.players), by=Actor("player", match.a))
    seen = report_code(world.t.matches[1].result)
    world.do(c.DisputeResult(1, seen, "I won"), by=Actor("player", match.b or 0))
    return world


def sent(world: World) -> dict[str, str]:
    """The report of the first player, as the form sends it."""
    return {f"g0.{key}": str(value) for key, value in world.slip(world.t.matches[1].a).items()}


def test_a_disputed_result_is_on_the_judges_first_page() -> None:
    world = disputed()
    page = staff(world).get("/j/cup/").content.decode()
    assert "No open calls" not in page
    assert "Result disputed" in page
    assert "/j/cup/match/1" in page


def test_the_page_of_a_disputed_table_begins_with_the_result_and_leads_back_to_the_desk() -> None:
    world = disputed()
    judge = staff(world)
    page = judge.get("/j/cup/match/1").content.decode()
    assert page.index("Result disputed") < page.index("Enter result") < page.index("Record a ruling")
    assert "/c/cup/match/1?back=/j/cup/" in page
    form = judge.get("/c/cup/match/1?back=/j/cup/").content.decode()
    assert 'name="back" value="/j/cup/"' in form
    saved = judge.post("/c/cup/match/1", {**sent(world), "reason": "both were heard", "back": "/j/cup/"})
    assert (saved.status_code, saved["Location"]) == (302, "/j/cup/")
    assert "No open calls" in judge.get("/j/cup/").content.decode()


def test_the_red_bar_leads_a_judge_to_the_judges_page_and_the_organiser_to_the_result() -> None:
    world = disputed()
    alert = re.compile(r'hall-alerts.*?href="([^"]+)"', re.DOTALL)
    judges = alert.search(staff(world).get("/j/cup/tables").content.decode())
    desk = alert.search(staff(world, ORGANISER).get("/c/cup/people").content.decode())
    assert judges
    assert desk
    assert (judges[1], desk[1]) == ("/j/cup/match/1", "/c/cup/match/1")


def test_who_appeals_reads_what_follows(called: World) -> None:
    called.do(c.TakeCall(1), by=JUDGE).do(c.GiveRuling(1, "play on"), by=JUDGE)
    phone = client(site_of(called), called.link(Actor("player", called.t.matches[1].a)))
    phone.post("/m/cup/do/AppealRuling", {"call": "1", "text": "why?", "about": "call:1"})
    assert called.t.calls[1].state == "appealed"
    assert "Your appeal was sent" in phone.get("/m/cup/").content.decode()


@pytest.mark.rule("COM-ROLE-17")
def test_an_anonymous_incident_has_its_words_on_the_first_page_of_those_who_lead() -> None:
    world = opened("destiny").start()
    world.do(c.ReportIncident("they share a deck", 1, "collusion"), by=Actor("public"))
    for actor in (JUDGE, ORGANISER):
        assert "they share a deck" in staff(world, actor).get("/j/cup/").content.decode()


def test_a_dispute_is_taken_by_one_judge_and_counted_among_the_calls() -> None:
    world = disputed()
    first, second = staff(world), staff(world, MARSHAL)
    page = first.get("/j/cup/").content.decode()
    assert re.search(r'Calls.{0,20}<span class="count[^"]*">1<', page, re.DOTALL)
    assert "I&#39;m on my way" in page
    going = {"kind": "dispute", "from_dispute": "1"}
    taken = [judge.post("/j/cup/match/1/call", going) for judge in (first, second)]
    assert {one.headers["Location"] for one in taken} == {"/j/cup/call/1"}
    assert [call.staff for call in world.t.calls.values()] == [JUDGE.staff]
    assert "is already on the way" in second.get("/j/cup/call/1").content.decode()
    phone = client(site_of(world), world.link(Actor("player", world.t.matches[1].a)))
    assert "Judge on the way" in phone.get("/m/cup/").content.decode()
