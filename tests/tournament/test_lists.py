"""A list is locked when round 1 starts: one for the whole tournament, amended only by a leader."""

from typing import Any

import pytest

from komandor.app.queries.staff.lists import list_row, lists_view
from komandor.core.tournament import commands as c
from tests.support.event import Event, by
from tests.support.rules import rules_of

COMPLETE: dict[str, Any] = {"player": "Anna"} | {
    f"{side}_{part}": ({"name": f"{side} {part}", "count": count},)
    for side in ("light", "dark")
    for part, count in (("affiliation", 1), ("sets", 10))
}
LIST = {"text": "the fleet"}
GAMES = ["armada", "imperial-assault", "destiny", "star-wars-lcg", "conquest"]


@pytest.mark.rule("COM-LIST-1", "COM-LIST-2", "COM-MAT-6")
def test_where_lists_are_required_round_1_waits_for_every_one() -> None:
    event = Event("armada", settings={"lists.required": True}).register(4).announce()
    event.do(c.SubmitList(1, {"points": 400}), by=by(1))
    missing = event.refused(c.FreezeRound(), "round.lists_missing", "COM-LIST-2")
    assert missing.params["players"] == (2, 3, 4)
    assert lists_view(event.t).counts["missing"] == 3
    for n in (2, 3, 4):
        event.do(c.SubmitList(n, {"points": 390}))
    for n in (1, 2, 3, 4):
        event.do(c.CheckList(n, "legal", "seen on paper"))
    event.draw()
    Event("armada").register(4).announce().draw()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.rule(
    "COM-MAT-7", "ARM-LIST-1", "IA-LIST-1", "DES-LIST-1", "CON-LIST-4", "SWL-COND-7", "IA-LIST-4"
)
def test_one_list_for_the_whole_tournament(game: str) -> None:
    event = Event(game).register(4)
    event.do(c.SubmitList(1, {"version": 1})).do(c.SubmitList(1, {"version": 2})).announce().freeze()
    event.refused(c.SubmitList(1, {"version": 3}), "phase.not_now")
    event.do(c.DrawRound()).play_round()
    event.refused(c.SubmitList(1, {"version": 3}), "phase.not_now", by=by(1))
    roles = rules_of(game).data.instead.get("COM-ROLE-1", "COM-ROLE-1")
    event.refused(c.AmendList(1, {"version": 3}, "I like this one better"), "access.role", roles, by=by(1))
    assert [v.content["version"] for v in event.player(1).lists] == [1, 2]


@pytest.mark.rule("COM-LIST-5", "COM-LIST-6")
def test_an_amendment_keeps_both_versions_and_waits_for_a_new_verdict() -> None:
    event = Event("armada").register(4).do(c.SubmitList(1, {"ships": "two"})).do(c.CheckList(1, "illegal"))
    event.announce().play_round()
    event.refused(c.AmendList(1, {"ships": "three"}, " "), "list.reason_missing", "COM-LIST-5")
    event.do(c.AmendList(1, {"ships": "three"}, "one ship was not written down", significant=True))
    first, second = event.player(1).lists
    assert (first.content, first.amended) == ({"ships": "two"}, False)
    assert (second.content, second.reason) == ({"ships": "three"}, "one ship was not written down")
    row = list_row(event.t, 1)
    assert (row.versions, row.amended, row.significant) == (2, True, True)
    assert event.player(1).list_verdict == "", "nobody has looked at this version yet"


def test_a_list_is_checked_only_when_there_is_one_and_a_new_one_is_unchecked():
    event = Event("armada").register(2)
    event.refused(c.CheckList(1, "legal"), "list.none", "COM-LIST-1")
    event.refused(c.SubmitList(1, {}), "list.empty", "COM-LIST-2")
    event.refused(c.SubmitList(9, LIST), "player.unknown")
    event.do(c.SubmitList(1, LIST))
    event.refused(c.CheckList(1, "legal", " "), "list.override_reason_missing", "COM-MAT-6")
    event.do(c.CheckList(1, "legal", "seen on paper"))
    verdicts = [event.t.players[1].list_verdict]
    event.do(c.SubmitList(1, {"text": "new"}))
    assert [*verdicts, event.t.players[1].list_verdict] == ["legal", ""]


@pytest.mark.rule("COM-COND-6")
def test_lists_from_a_form_are_kept_as_they_were():
    event = Event("armada").register(1)
    content = {"ships": [{"name": "ISD", "points": 120}]}
    event.do(c.SubmitList(1, content))
    content["ships"].append({"name": "late", "points": 0})
    assert event.t.players[1].lists[0].content == {"ships": ({"name": "ISD", "points": 120},)}


@pytest.mark.rule("COM-MAT-7", "COM-LIST-5", "CON-LIST-4")
@pytest.mark.parametrize("game", ["armada", "conquest"])
def test_after_round_1_a_list_is_completed_and_not_exchanged(game: str) -> None:
    field = {"armada": "ships", "conquest": "deck"}[game]
    two, three, other = ([{"name": name} for name in names] for names in ("AB", "ABC", "AX"))
    event = Event(game).register(4).do(c.SubmitList(1, {field: two})).announce()
    event.do(c.AmendList(1, {field: other}, "before round 1")).do(c.AmendList(1, {field: two}, "as it was"))
    event.play_round().do(c.AmendList(1, {field: three}, "not written down"))
    rule = rules_of(game).data.rules["one_list"]
    refused = event.refused(c.AmendList(1, {field: other}, "likes it better"), "list.cards_gone", rule)
    assert refused.params["cards"] == ("B", "C")
    event.do(c.CheckList(1, "illegal")).do(c.AmendList(1, {field: other}, "only these are legal"))


@pytest.mark.rule("SWL-COND-7")
def test_in_star_wars_lcg_a_deck_check_only_takes_cards_out() -> None:
    event = Event("star-wars-lcg").register(4)
    event.do(c.SubmitList(1, COMPLETE)).announce().play_round()
    fewer = {**COMPLETE, "light_sets": ({"name": "light sets", "count": 9},)}
    event.refused(c.AmendList(1, fewer, "no reason"), "list.cards_gone", "SWL-COND-7")
    played = next(match.number for match in event.t.matches.values() if 1 in match.players)
    event.do(c.RecordDeckCheck(player=1, legal=False, match=played, sanction="warning"))
    exchanged = {**fewer, "light_sets": (*fewer["light_sets"], {"name": "Another", "count": 1})}
    event.refused(c.AmendList(1, exchanged, "instead"), "list.cards_added", "SWL-COND-7")
    event.do(c.AmendList(1, fewer, "taken out"))


@pytest.mark.rule("COM-DROP-1", "COM-LIST-2")
def test_who_has_left_hands_in_no_list() -> None:
    event = Event("armada").register(4)
    event.do(c.WithdrawRegistration(1), by=by(1)).do(c.Disqualify(2, "cheats"))
    for gone in (1, 2):
        event.refused(c.SubmitList(gone, LIST), "player.not_active", "COM-DROP-1", by=by(gone))
        event.refused(c.SubmitList(gone, LIST), "player.not_active", "COM-DROP-1")
