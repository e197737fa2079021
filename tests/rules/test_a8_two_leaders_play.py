"""When two leaders play each other somebody may always rule, and who may not is told the truth (A8)."""

import pytest

from komandor.app.access import Actor
from komandor.core.tournament import commands as c
from komandor.core.tournament.readings.leaders import who_rules
from komandor.texts import Speaker
from tests.support.event import ORGANISER, Event, by, swiss


def two_leaders(*others: str) -> Event:
    """The organiser plays judge 2; staff 3 is the substitute of both."""
    event = Event("conquest", swiss(1))
    for role in ("judge", "judge", *others):
        event.staff(role)
    event.do(c.RegisterPlayer(staff=1), c.RegisterPlayer(staff=2))
    event.do(c.NameSubstitute(1, 3), c.NameSubstitute(2, 3)).announce().start()
    return event.do(c.CallJudge(match=event.match(1).number), by=by(1))


@pytest.mark.rule("COM-PART-3")
def test_a8_the_named_substitute_rules_and_everybody_is_warned() -> None:
    event = two_leaders()
    rulers = who_rules(event.t, event.match(1))
    assert rulers.ruled_by == (3,)
    assert [(r.code, r.rule) for r in rulers.reasons] == [("staff.no_marshal_outside", "COM-PART-3")]
    assert rulers.reasons[0].params["substitute"] == (3,)
    judge = Actor("staff", 3)
    event.do(c.TakeCall(1), by=judge).do(c.GiveRuling(1, "so it is"), by=judge)
    assert event.t.calls[1].state == "ruled"


@pytest.mark.rule("COM-PART-3")
def test_a8_where_the_marshal_rules_the_others_are_not_said_to_play() -> None:
    event = two_leaders("marshal", "judge")
    for number in (3, 5):
        other = Actor("staff", number)
        reason = event.refused(c.GiveRuling(1, "so"), "ruling.others_rule", "COM-PART-3", by=other)
        for lang, lie in (("en", "plays in this match"), ("pl", "gra w tym meczu")):
            assert lie not in Speaker(lang=lang).sentence(reason)
    event.refused(c.GiveRuling(1, "so"), "ruling.own_match", "COM-PART-3", by=ORGANISER)
    event.do(c.GiveRuling(1, "so"), by=Actor("staff", 4))


@pytest.mark.rule("COM-PART-3")
def test_a8_without_a_marshal_the_organiser_outside_the_pair_rules_as_before() -> None:
    event = Event("conquest", swiss(1))
    for _ in range(3):
        event.staff("judge")
    event.do(c.RegisterPlayer(staff=2), c.RegisterPlayer(staff=3))
    event.do(c.NameSubstitute(2, 4), c.NameSubstitute(3, 4)).announce().start()
    assert who_rules(event.t, event.match(1)).ruled_by == (1, 4)
