"""A call goes its way on the judge's phone: on the way, ruling, appeal, final word; nothing skips a step."""

import re

import pytest
from django.test import Client

from komandor.app.access import Actor
from komandor.core.tournament import commands as c
from tests.support.world import JUDGE, MARSHAL, ORGANISER, World, client, opened, site_of


@pytest.fixture
def world() -> World:
    w = opened().start()
    w.do(
        c.CallJudge(1, kind="dispute", text="two readings of one card"), by=Actor("player", w.t.matches[1].a)
    )
    return w


def staff(world: World, actor: Actor = JUDGE) -> Client:
    return client(site_of(world), world.link(actor))


@pytest.mark.rule("COM-COND-2")
def test_calls_stand_by_waiting_time_with_table_players_and_kind(world: World) -> None:
    world.do(c.CallJudge(2, kind="question", text="later"), by=Actor("player", world.t.matches[2].b or 0))
    text = staff(world).get("/j/cup/").content.decode()
    assert text.index("two readings") < text.index("later")
    assert "Gracz" in text
    assert f'data-ends="{world.t.calls[1].at}"' in text


@pytest.mark.rule("COM-ROLE-13")
def test_the_whole_ladder(world: World) -> None:
    judge, marshal = staff(world), staff(world, MARSHAL)
    assert judge.post("/j/cup/call/1/take").status_code == 302
    assert world.t.calls[1].state == "taken"
    said = {"text": "the card is discarded", "rule": "com-role-13"}
    assert judge.post("/j/cup/call/1/rule", said).status_code == 302
    assert (world.t.calls[1].state, world.t.calls[1].rule) == ("ruled", "COM-ROLE-13")
    assert judge.post("/j/cup/call/1/appeal").status_code == 302
    refused = judge.post("/j/cup/call/1/verdict", {"text": "mine again"})
    assert (refused.status_code, world.t.calls[1].state) == (403, "appealed")
    assert marshal.post("/j/cup/call/1/verdict", {"text": "it stays"}).status_code == 302
    assert (world.t.calls[1].state, world.t.calls[1].verdict) == ("final", "it stays")


def test_a_ruling_without_words_is_refused_and_keeps_what_was_typed(world: World) -> None:
    answer = staff(world).post("/j/cup/call/1/rule", {"text": "  ", "rule": "COM-PAIR-5"})
    assert answer.status_code == 422
    assert 'value="COM-PAIR-5"' in answer.content.decode()
    assert world.t.calls[1].state == "open"


def test_settled_by_the_players_needs_no_words(world: World) -> None:
    assert staff(world).post("/j/cup/call/1/settle").status_code == 302
    assert world.t.calls[1].state == "settled"


def test_an_unknown_rule_is_not_written_down(world: World) -> None:
    staff(world).post("/j/cup/call/1/rule", {"text": "so be it", "rule": "<b>x"})
    assert world.t.calls[1].rule == ""


@pytest.mark.rule("COM-LOST-3")
def test_extension_in_two_taps(world: World) -> None:
    judge = staff(world)
    page = judge.get("/j/cup/match/1").content.decode()
    assert all(f'value="{n}"' in page for n in (3, 5, 10))
    assert judge.post("/j/cup/match/1/extend", {"minutes": "5"}).status_code == 302
    assert world.t.matches[1].extension == 5


@pytest.mark.rule("COM-ROLE-9")
def test_off_duty_a_judge_looks_but_does_not_act(world: World) -> None:
    judge = staff(world)
    judge.post("/j/cup/duty", {"on_duty": "0"})
    assert not world.t.staff[3].on_duty
    assert "off duty" in judge.get("/j/cup/").content.decode()
    assert judge.post("/j/cup/call/1/take").status_code == 422
    assert judge.post("/j/cup/match/1/extend", {"minutes": "5"}).status_code == 422
    assert judge.post("/j/cup/duty", {"on_duty": "1"}).status_code == 302
    assert judge.post("/j/cup/call/1/take").status_code == 302


@pytest.mark.rule("COM-PART-2", "SWL-PART-1")
def test_an_organiser_who_plays_does_not_rule_in_their_own_match() -> None:
    w = opened()
    w.do(c.AppointStaff(("second_organiser",)), persons=({"first": "Zofia", "last": "Druga"},))
    w.do(c.NameSubstitute(1, 5))
    w.do(c.RegisterPlayer(staff=1, checked_in=True), persons=({"first": "Olga", "last": "Organ"},))
    w.do(c.RegisterPlayer(checked_in=True), persons=({"first": "Hania", "last": "Ostatnia"},))
    w.start()
    own = next(m for m in w.t.in_round(1) if 7 in m.players)
    w.do(c.CallJudge(own.number, kind="dispute"), by=Actor("player", own.opponent(7) or 0))
    organiser = staff(w, ORGANISER)
    page = organiser.get(f"/j/cup/match/{own.number}").content.decode()
    assert "Zofia Druga" in page
    assert "You can&#39;t rule at this table" in page
    assert organiser.post("/j/cup/call/1/take").status_code == 422
    assert staff(w, Actor("staff", 5)).post("/j/cup/call/1/take").status_code == 302


def test_a_judge_notes_what_they_hear_in_passing(world: World) -> None:
    answer = staff(world).post("/j/cup/match/2/call", {"kind": "question", "text": "asked in passing"})
    assert answer["Location"] == "/j/cup/call/2"
    assert (world.t.calls[2].state, world.t.calls[2].staff) == ("taken", 3)


def test_rules_are_found_by_words_and_by_number(world: World) -> None:
    judge = staff(world)
    assert "SWL-CHECK-2" in judge.get("/j/cup/rules", {"q": "swl-check-2"}).content.decode()
    assert 'data-pick-rule="' in judge.get("/j/cup/rules", {"q": "illegal card removed"}).content.decode()


@pytest.mark.rule("AMB-G43", "COM-ROLE-5")
def test_desk_and_page_offer_the_last_word_to_whoever_has_it() -> None:
    world = opened("destiny").start()
    world.do(c.CallJudge(1)).do(c.GiveRuling(1, "so"), by=JUDGE).do(c.AppealRuling(1))
    marshal, organiser = staff(world, MARSHAL), staff(world, ORGANISER)

    def offered(client: Client) -> tuple[bool, bool]:
        desk, page = (client.get(path).content.decode() for path in ("/j/cup/", "/j/cup/call/1"))
        return "Decide appeal" in desk, "Give final ruling" in page

    assert (offered(marshal), offered(organiser)) == ((True, True), (False, False))
    assert "The marshal decides the appeal." in organiser.get("/j/cup/call/1").content.decode()
    world.do(c.SetDuty(2, False))
    assert (offered(marshal), offered(organiser)) == ((False, False), (True, True))
    assert "The organiser decides the appeal." in staff(world).get("/j/cup/call/1").content.decode()
    assert organiser.post("/j/cup/call/1/verdict", {"text": "so it is"}).status_code == 302
    assert world.t.calls[1].verdict_by == 1


@pytest.mark.rule("COM-COND-2")
def test_closing_the_round_shows_the_calls_that_wait_and_ends_those_that_were_seen(world: World) -> None:
    world.results()
    organiser, caller = staff(world, ORGANISER), Actor("player", world.t.matches[1].a)
    phone = client(site_of(world), world.link(caller))
    told = phone.get("/m/cup/").content.decode()
    assert "Judge called" in told
    assert "Stop playing" not in told, "the match is over"
    page = organiser.get("/c/cup/").content.decode()
    assert "A judge call is still open (table 1)" in page
    form = {"code": "close_round", "step": "close_round:1", "calls": "1"}
    organiser.post("/c/cup/step", form)
    assert world.t.phase == "running", "nobody said that it ends"
    organiser.post("/c/cup/step", {**form, "calls_end": "1"})
    assert (world.t.phase, world.t.calls[1].state) == ("between", "closed")
    assert "No open calls" in staff(world).get("/j/cup/").content.decode()
    world.publish()
    assert "Judge called" not in phone.get("/m/cup/").content.decode()


def test_a_call_from_a_table_with_a_disputed_result_says_both(world: World) -> None:
    match = world.t.matches[1]
    assert "Result disputed" not in staff(world).get("/j/cup/").content.decode()
    world.do(c.ReportResult(1, world.slip(match.a), match.players), by=Actor("player", match.a))
    world.do(c.DisputeResult(1, world.seen(1)), by=Actor("player", match.b or 0))
    assert "dispute · Result disputed" in " ".join(staff(world).get("/j/cup/").content.decode().split())


def test_players_are_chosen_by_surname_in_polish_order() -> None:
    named = [
        ("Łucja", "Żak"),
        ("Anna", "Zając"),
        ("Ewa", "Łukasik"),
        ("Jan", "Lis"),
        ("Ola", "Śliwa"),
        ("Ula", "Mak"),
    ]
    world = opened("armada", people=[{"first": first, "last": last} for first, last in named]).start()
    for page in ("components", "sanctions", "checks"):
        text = staff(world).get(f"/j/cup/{page}").content.decode()
        assert re.findall(r"<option value=\"[^\"]*\d[^\"]*\"[^>]*>(\w+) ", text) == [
            "Lis",
            "Łukasik",
            "Mak",
            "Śliwa",
            "Zając",
            "Żak",
        ], page


def test_what_a_ruling_is_about_is_called_as_in_the_document_of_the_game() -> None:
    assert ">fleet check</option>" in staff(opened("armada").start()).get("/j/cup/match/1").content.decode()
    assert ">deck check</option>" in staff(opened("destiny").start()).get("/j/cup/match/1").content.decode()


@pytest.mark.rule("COM-ROLE-17")
def test_an_incident_is_named_on_the_page_of_the_round(world: World) -> None:
    said = "1 incident reported"
    assert said not in staff(world, ORGANISER).get("/c/cup/").content.decode()
    world.do(c.ReportIncident("looked at the deck", 1, "collusion"), by=Actor("public"))
    assert said in staff(world, ORGANISER).get("/c/cup/").content.decode()
