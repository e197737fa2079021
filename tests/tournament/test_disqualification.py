"""A disqualified player is out for good and without a place; what they played stands for everybody else."""

import pytest

from komandor.core.tournament import commands as c
from komandor.core.tournament.readings.prizes import prizes, winners
from komandor.core.tournament.readings.standings import standings_of
from tests.support.checking import checked
from tests.support.event import Event, single, swiss


@pytest.mark.rule("COM-DROP-6")
def test_the_disqualified_have_no_place_and_their_opponents_keep_theirs() -> None:
    event = Event("destiny", swiss(2)).register(6).announce().play_round(1)
    first = event.opponent(1)
    event.do(c.Disqualify(1, "cheating")).play_round().do(c.CloseTournament())
    assert 1 not in dict(event.t.places)
    assert sorted(place for _, place in event.t.places) == [1, 2, 3, 4, 5], "no gap in the places"
    row = next(row for row in standings_of(event.t) if row.player == first)
    assert row.values["sos"] > 0, "the round counts in the strength of schedule (AMB-G32)"
    assert 1 not in [row.player for row in standings_of(event.t)]


@pytest.mark.rule("COM-DROP-6")
def test_the_current_opponent_wins_by_forfeit() -> None:
    event = Event("armada").register(4).announce().start()
    other = event.opponent(1)
    event.do(c.Disqualify(1, "cheating"))
    result = event.match(other).result
    assert result
    assert (result.winner, result.forfeit) == (other, True)


@pytest.mark.rule("COM-CUT-2")
def test_he_does_not_make_the_cut() -> None:
    event = Event("destiny", swiss(2), single(4)).register(8).announce().play_stage(1)
    event.do(c.Disqualify(1, "cheating")).cut()
    assert 1 not in event.t.stages[2].seeds
    assert len(event.t.stages[2].seeds) == 4


@pytest.mark.rule("COM-BYE-1")
def test_a_player_who_had_a_bye_is_disqualified() -> None:
    event = Event("destiny", swiss(3)).register(5).announce().play_round()
    lucky = event.bye()
    assert lucky is not None
    event.do(c.Disqualify(lucky, "cheating")).play_round().play_round().do(c.CloseTournament())
    assert lucky not in dict(event.t.places)


@pytest.mark.rule("COM-ROLE-8")
def test_a_marshal_recommends_and_the_organiser_decides() -> None:
    event = Event("destiny").register(4)
    marshal = event.staff("marshal")
    event.do(c.RecommendDisqualification(1, "marked cards"), by=marshal)
    assert event.t.recommendations == {1: "marked cards"}
    event.refused(c.RecommendDisqualification(1, " "), "sanction.reason_missing", "COM-COND-8", by=marshal)
    event.refused(c.RecommendDisqualification(9, "x"), "player.unknown", by=marshal)
    event.refused(c.Disqualify(1, ""), "sanction.reason_missing", "COM-COND-8")
    event.do(c.Disqualify(1, "marked cards"))
    assert event.t.recommendations == {}
    event.refused(c.Disqualify(1, "again"), "player.disqualified")


def test_who_never_was_a_player_is_not_disqualified() -> None:
    event = Event("destiny").register(4).do(c.WithdrawRegistration(4))
    event.refused(c.Disqualify(4, "x"), "player.not_playing")


@pytest.mark.rule("COM-COND-7", "COM-DROP-6")
@pytest.mark.parametrize("played", [False, True])
def test_removal_for_conduct_is_final_too(played: bool) -> None:
    event = Event("destiny").register(6).announce()
    if played:
        event.play_round()
    event.do(c.GiveSanction(player=1, kind="removal", reason="threats"))
    assert not event.player(1).active
    if not played:
        event.play_round()
    event.refused(c.Rejoin(1), "rejoin.disqualified", "COM-DROP-6")
    event.refused(c.GiveSanction(player=1, kind="removal", reason="again"), "player.not_active", "COM-DROP-1")


def test_one_who_left_can_still_be_disqualified() -> None:
    event = (
        Event("destiny")
        .register(6)
        .announce()
        .play_round()
        .do(c.DropPlayer(1))
        .do(c.Disqualify(1, "he cheated"))
    )
    assert event.player(1).status == "disqualified"
    event.refused(c.Rejoin(1), "rejoin.disqualified", "COM-DROP-6")


SENT_AWAY = {
    "removed": c.GiveSanction(player=1, kind="removal", reason="threats"),
    "disqualified": c.GiveSanction(player=1, kind="disqualification", reason="threats"),
    "dropped for conduct": c.DropPlayer(1, "conduct", "threats"),
}
STAYS = {
    "dropped": c.DropPlayer(1),
    "deck": c.DropPlayer(1, "illegal_deck", "61 cards"),
    "component": c.DropPlayer(1, "lost_component", "a die"),
}


@pytest.mark.rule("AMB-G42", "COM-COND-7")
@pytest.mark.parametrize("how", SENT_AWAY)
@pytest.mark.parametrize("moment", ["open", "closed"])
def test_who_was_sent_away_for_conduct_wins_nothing(how: str, moment: str) -> None:
    """The leader of a Swiss event goes before or after its last round is closed."""
    event = Event("destiny", swiss(2)).register(4).announce().play_round(1).start().results(1)
    event.do(c.AddPrize("a cup"), c.AddPrize("a mat", "everyone"), c.AddPrize("best painted", "award"))
    event.do(c.GiveAward(3, 1))
    if moment == "closed":
        event.close()
    event.do(SENT_AWAY[how])
    if moment == "open":
        event.close()
    assert 1 not in [row.player for row in standings_of(event.t)]
    event.do(c.CloseTournament())
    assert sorted(dict(event.t.places)) == [2, 3, 4]
    assert sorted(place for _, place in event.t.places) == [1, 2, 3], "the others move up"
    won = {prize.text: winners(event.t, prize) for prize in prizes(event.t)}
    assert not any(1 in who for who in won.values()), won
    assert checked(event) == []


@pytest.mark.rule("AMB-G42")
@pytest.mark.parametrize("how", STAYS)
def test_who_left_otherwise_keeps_points_and_place(how: str) -> None:
    event = Event("destiny", swiss(2)).register(4).announce().play_round(1).start().results(1)
    event.close().do(STAYS[how]).do(c.CloseTournament())
    assert event.t.places[0] == (1, 1)
    assert checked(event) == []


@pytest.mark.rule("AMB-G42")
@pytest.mark.parametrize("how", SENT_AWAY)
def test_they_have_no_seed_and_the_checker_says_so(how: str) -> None:
    event = Event("destiny", swiss(2), single(4)).register(8).announce().play_stage(1)
    event.do(SENT_AWAY[how]).cut()
    assert 1 not in event.t.stages[2].seeds + event.t.stages[2].standings_before
    assert checked(event) == []


@pytest.mark.rule("AMB-G42")
def test_one_taken_back_for_conduct_by_undo_has_their_place_again() -> None:
    event = Event("destiny", swiss(2)).register(4).announce().play_stage(1)
    event.do(SENT_AWAY["removed"])
    event.do(event.undo())
    assert standings_of(event.t)[0].player == 1
    event.do(SENT_AWAY["removed"], c.CloseTournament())
    assert 1 not in dict(event.t.places)
    assert checked(event) == []
