"""Somebody may always rule, also where leaders play; each game has the leaders of its document."""

import pytest

from komandor.app.access import Actor
from komandor.core.tournament import commands as c
from komandor.core.tournament.readings.leaders import who_rules
from komandor.texts import Speaker
from tests.support.event import Event, by, reasons, swiss
from tests.support.world import ORGANISER, World, client, site_of

GAMES = ["armada", "imperial-assault", "destiny", "star-wars-lcg", "conquest"]


def two_leaders(*others: str) -> Event:
    """The organiser plays judge 2; staff 3 is the substitute of both."""
    event = Event("conquest", swiss(1))
    for role in ("judge", "judge", *others):
        event.staff(role)
    event.do(c.RegisterPlayer(staff=1), c.RegisterPlayer(staff=2))
    event.do(c.NameSubstitute(1, 3), c.NameSubstitute(2, 3)).announce().start()
    return event.do(c.CallJudge(match=event.match(1).number), by=by(1))


@pytest.mark.rule("COM-PART-3")
def test_the_named_substitute_rules_and_everybody_is_warned() -> None:
    event = two_leaders()
    rulers = who_rules(event.t, event.match(1))
    assert rulers.ruled_by == (3,)
    assert [(r.code, r.rule) for r in rulers.reasons] == [("staff.no_marshal_outside", "COM-PART-3")]
    assert rulers.reasons[0].params["substitute"] == (3,)
    judge = Actor("staff", 3)
    event.do(c.TakeCall(1), by=judge).do(c.GiveRuling(1, "so it is"), by=judge)
    assert event.t.calls[1].state == "ruled"


@pytest.mark.rule("COM-PART-3")
def test_where_the_marshal_rules_the_others_are_not_said_to_play() -> None:
    event = two_leaders("marshal", "judge")
    for number in (3, 5):
        other = Actor("staff", number)
        reason = event.refused(c.GiveRuling(1, "so"), "ruling.others_rule", "COM-PART-3", by=other)
        for lang, lie in (("en", "plays in this match"), ("pl", "gra w tym meczu")):
            assert lie not in Speaker(lang=lang).sentence(reason)
    event.refused(c.GiveRuling(1, "so"), "ruling.own_match", "COM-PART-3", by=ORGANISER)
    event.do(c.GiveRuling(1, "so"), by=Actor("staff", 4))


@pytest.mark.rule("COM-PART-3")
def test_without_a_marshal_the_organiser_outside_the_pair_rules_as_before() -> None:
    event = Event("conquest", swiss(1))
    for _ in range(3):
        event.staff("judge")
    event.do(c.RegisterPlayer(staff=2), c.RegisterPlayer(staff=3))
    event.do(c.NameSubstitute(2, 4), c.NameSubstitute(3, 4)).announce().start()
    assert who_rules(event.t, event.match(1)).ruled_by == (1, 4)


@pytest.mark.rule("COM-PART-2", "COM-PART-3")
def test_the_named_substitute_rules_where_two_leaders_meet() -> None:
    """Without a marshal outside the match its substitute rules, with a warning; nobody is said to play."""
    event = Event("conquest", swiss(1), level="casual")
    judge = event.staff("judge")
    third = event.staff("judge")
    fourth = event.staff("judge")
    event.do(c.NameSubstitute(1, third.number or 0)).do(
        c.NameSubstitute(judge.number or 0, third.number or 0)
    )
    event.do(c.RegisterPlayer(staff=1), c.RegisterPlayer(staff=judge.number))
    event.announce().start().do(c.CallJudge(match=1), by=by(1))
    told = reasons(event.ask(c.GiveRuling(1, "play on"), by=fourth))
    assert "staff.no_marshal_outside" in [r.code for r in told]
    assert "ruling.own_match" not in [r.code for r in told]
    event.do(c.GiveRuling(1, "play on"), by=third)


@pytest.mark.rule("COM-PART-2")
def test_whoever_rules_for_a_playing_leader_stays_a_leader() -> None:
    """Dismissed or made a scorekeeper: both would leave the games of the leader without a ruling."""
    event = Event("conquest", swiss(1), level="casual")
    judge = event.staff("judge").number
    event.do(c.RegisterPlayer(staff=1)).do(c.NameSubstitute(1, judge)).register(3)
    demoted = c.AppointStaff(("scorekeeper",), judge)
    for command in (c.DismissStaff(judge), demoted):
        event.refused(command, "staff.rules_for_another", "COM-PART-2")
    event.do(c.AppointStaff(("marshal", "scorekeeper"), judge))


@pytest.mark.rule("COM-PART-2", "COM-ROLE-13")
def test_a_ruling_in_a_leader_s_own_game_never_waits_for_somebody_who_plays_in_it() -> None:
    """The organiser plays and there is no marshal: whoever was announced for it has the last word."""
    event = Event("conquest", swiss(1), level="casual")
    judge = event.staff("judge")
    event.do(c.RegisterPlayer(staff=1)).do(c.NameSubstitute(1, judge.number)).register(3)
    event.announce().start().do(c.CallJudge(match=event.match(1).number), by=by(1))
    event.do(c.GiveRuling(1, "as printed"), by=judge)
    event.refused(c.AppealRuling(1), "appeal.substitute_is_final", "COM-PART-2", by=by(1))
    event.staff("marshal")
    event.do(c.AppealRuling(1), by=by(1))


@pytest.mark.rule("COM-ROLE-3", "SWL-GEN-7")
@pytest.mark.parametrize("game", GAMES)
def test_the_organiser_stays_by_the_rule_of_the_game(game: str) -> None:
    rule = "SWL-GEN-7" if game == "star-wars-lcg" else "COM-ROLE-3"
    event = Event(game)
    event.refused(c.DismissStaff(1), "staff.organiser_needed", rule)
    event.refused(c.AppointStaff(("judge",), 1), "staff.organiser_needed", rule)


@pytest.mark.rule("SWL-GEN-7")
def test_there_is_no_marshal() -> None:
    """The document knows organiser, judge and player only."""
    event = Event("star-wars-lcg")
    event.refused(c.AppointStaff(("marshal",)), "staff.no_marshal", "SWL-GEN-7")
    Event("conquest").do(c.AppointStaff(("marshal",)))


@pytest.mark.rule("SWL-PART-1")
def test_a_second_organiser_is_named_as_such() -> None:
    """The refusal says what to do and does not cite a rule that this game does not have."""
    event = Event("star-wars-lcg")
    event.refused(c.AppointStaff(("organiser",)), "staff.appoint_second", "SWL-PART-1")
    Event("conquest").refused(c.AppointStaff(("organiser",)), "staff.one_organiser", "COM-ROLE-3")


def page(world: World, who: Actor, address: str, lang: str = "en") -> str:
    browser = client(site_of(world), world.link(who))
    browser.cookies["lang"] = lang
    return browser.get(address).content.decode()


@pytest.mark.rule("SWL-GEN-5", "SWL-GEN-7")
@pytest.mark.parametrize(
    ("lang", "to", "never"),
    [("en", "Appeal to the organiser", "marshal"), ("pl", "do organizatora", "komandora")],
)
def test_a_player_of_star_wars_lcg_appeals_to_the_organiser(lang: str, to: str, never: str) -> None:
    """Its document knows no marshal, and neither does the phone."""
    world = World("star-wars-lcg").people(4).announce().start()
    judge = world.staff("judge")
    world.do(c.CallJudge(match=world.match(1).number), by=by(1)).do(c.GiveRuling(1, "play on"), by=judge)
    for address in ("/m/cup/judge", "/m/cup/"):
        assert never not in page(world, by(1), address, lang).lower()
    assert to in page(world, by(1), "/m/cup/judge", lang)
