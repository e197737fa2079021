"""A refusal and a line of the log name what they are about: round, stage, match, what was checked."""

import pytest

from komandor.core.games.listverdict import judge
from komandor.core.reasons import Reason
from komandor.core.tournament import commands as c
from komandor.core.tournament import events as e
from komandor.texts import Speaker
from tests.lists.made import LEGAL
from tests.support.event import Event, single, swiss
from tests.support.rules import rules_of


def said(reason: Reason) -> tuple[str, str]:
    return Speaker(lang="pl").sentence(reason), Speaker(lang="en").sentence(reason)


@pytest.mark.rule("COM-PTS-1", "SWL-CHECK-2")
def test_a_missing_result_of_an_earlier_round_is_named_with_its_round() -> None:
    event = Event("star-wars-lcg", swiss(3)).register(4).announce().play_round().draw()
    match = event.matches(1)[0]
    event.do(c.RecordDeckCheck(player=match.a, legal=False, match=match.number, sanction="warning"))
    pl, en = said(event.refused(c.PublishRound(), "round.results_missing", "COM-PTS-1"))
    assert (pl, en) == (
        f"Runda 1, stoliki bez wyniku: {match.table}.",
        f"Round 1, tables without a result: {match.table}.",
    )


@pytest.mark.rule("COM-PREP-3", "COM-CUT-2")
def test_a_stage_of_which_nothing_is_played_is_not_said_to_go_on() -> None:
    event = Event("destiny", swiss(1), single(4)).register(8).announce().play_stage().cut()
    plan = c.ChangeEvent({"stages": ({"kind": "swiss", "rounds": 1, "cut": 0},)}, "too late")
    pl, en = said(event.refused(plan, "structure.stage_begun", "COM-PREP-3"))
    assert pl == "Etap 2: jego uczestników już wyłoniono, więc musi zostać w planie."
    assert en == "Stage 2: its players have already been decided, so it must stay in the plan."
    pl, en = said(event.freeze().refused(plan, "structure.stage_begun", "COM-PREP-3"))
    assert "już trwa (1 runda)" in pl
    assert "(1 round so far)" in en


@pytest.mark.rule("SWL-2V2-5")
def test_before_a_match_for_first_place_there_was_no_cut() -> None:
    event = Event("star-wars-lcg", swiss(1), teams=True).register(2).announce().start()
    match = event.matches()[0]
    event.do(c.EnterResult(match=match.number, report=event.slip(match.a, "wl"))).close()
    closed = event.undo(e.RoundClosed)
    (made,) = event.take("final_match").last
    pl, en = said(event.refused(closed, "undo.in_the_way"))
    assert pl.startswith("Najpierw trzeba cofnąć: mecz o pierwsze miejsce (")
    assert en.startswith("Undo this first: match for first place (")
    assert Speaker(lang="pl").event(made).startswith("Mecz o pierwsze miejsce: ")
    assert Speaker(lang="en").event(made).startswith("Match for first place: ")


@pytest.mark.rule("COM-CUT-2")
def test_a_cut_keeps_its_name() -> None:
    event = Event("destiny", swiss(1), single(2)).register(4).announce().play_stage()
    closed = event.undo(e.RoundClosed)
    (made,) = event.cut().last
    assert "odcięcie" in said(event.refused(closed, "undo.in_the_way"))[0]
    assert Speaker(lang="pl").event(made).startswith("W topie po odcięciu: ")


@pytest.mark.rule("SWL-DECK-2", "CON-LIST-5")
@pytest.mark.parametrize("game", LEGAL)
def test_without_card_data_only_what_the_game_has_is_said_to_be_unchecked(game: str) -> None:
    reason = next(
        one.reason
        for one in judge(rules_of(game), LEGAL[game], None).problems
        if one.reason.code == "list.no_catalogue"
    )
    pl, en = said(reason)
    costs = game in ("armada", "imperial-assault", "destiny")
    assert ("kosztów kart" in pl, "costs" in en) == (costs, costs)
    assert ("tylko liczbę kart" in pl, "only the number of cards" in en) == (not costs, not costs)
