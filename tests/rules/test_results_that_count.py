"""A result that counts is changed only by a correction that says so (AMB-G40, SWL-CHECK-2)."""

import pytest

from komandor.core.tournament import commands as c
from komandor.core.tournament import events as e
from komandor.core.tournament.values import SanctionKind
from tests.support.checking import checked
from tests.support.event import ORGANISER, Event, double, single, swiss
from tests.support.world import client, opened, site_of

GAMES = ["armada", "imperial-assault", "destiny", "star-wars-lcg", "conquest"]


def lost(kind: SanctionKind, player: int, match: int, corrects: bool = False) -> c.GiveSanction:
    return c.GiveSanction(player=player, kind=kind, reason="cheating", match=match, corrects=corrects)


@pytest.mark.rule("COM-COND-8", "SWL-SANC-3")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", ["game_loss", "match_loss"])
def test_a_penalty_changes_a_result_only_as_an_open_correction(game: str, kind: SanctionKind) -> None:
    event = Event(game, swiss(2)).register(4).announce().start().results(1)
    match = event.match(1)
    before = event.result(match)
    reason = event.refused(lost(kind, 1, match.number), "sanction.result_counts", "AMB-G40")
    assert reason.params["match"] == match.number
    assert event.result(match) == before
    event.do(lost(kind, 1, match.number, corrects=True))
    given, changed = event.last[0], event.last[1]
    assert isinstance(given, e.SanctionGiven)
    assert given.corrects
    assert isinstance(changed, (e.ResultCorrected, e.ResultAnnulled))
    assert checked(event) == []


@pytest.mark.rule("COM-COND-8", "SWL-SANC-3")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", ["game_loss", "match_loss"])
def test_once_the_round_is_closed_other_penalties_remain(game: str, kind: SanctionKind) -> None:
    event = Event(game, swiss(2)).register(4).announce().play_round(1)
    match, points = event.match(1), event.points(1)
    for corrects in (False, True):
        event.refused(lost(kind, 1, match.number, corrects), "sanction.round_closed", "AMB-G40")
    assert event.points(1) == points
    event.do(c.GiveSanction(player=1, kind="points", reason="cheating", points=1))
    event.do(event.won(event.opponent(1), "cheating, confirmed after the round"))
    assert event.winner(1) == event.opponent(1)
    assert checked(event) == []


@pytest.mark.rule("COM-COND-8")
def test_a_match_of_an_earlier_round_is_not_lost_while_the_next_is_played() -> None:
    event = Event("destiny", swiss(2)).register(4).announce().play_round(1)
    match = event.match(1)
    event.start()
    event.refused(lost("match_loss", 1, match.number, True), "sanction.round_closed", "AMB-G40")


@pytest.mark.rule("COM-COND-8")
def test_a_loss_that_the_result_shows_already_corrects_nothing() -> None:
    event = Event("destiny", swiss(2)).register(4).announce().start().results(1)
    other, match = event.opponent(1), event.match(1)
    event.do(lost("match_loss", other, match.number))
    assert [type(one) for one in event.last] == [e.SanctionGiven]
    assert not event.last[0].corrects


@pytest.mark.rule("COM-COND-8")
def test_a_game_that_is_being_played_is_lost_at_once() -> None:
    event = Event("destiny", swiss(2)).register(4).announce().start()
    event.do(lost("match_loss", 1, event.match(1).number))
    assert not event.last[0].corrects
    assert event.winner(1) == event.opponent(1)


@pytest.mark.rule("COM-COND-8", "COM-ELIM-3")
def test_the_winner_of_a_semifinal_is_turned_round_only_openly() -> None:
    event = Event("destiny", swiss(1), single(4)).register(4).announce().play_stage().cut().start().results()
    match = event.matches()[0]
    winner = event.result(match).winner or 0
    event.refused(lost("match_loss", winner, match.number), "sanction.result_counts", "AMB-G40")
    event.do(lost("match_loss", winner, match.number, corrects=True)).close().draw()
    assert winner not in event.seated()
    assert checked(event) == []


@pytest.mark.rule("COM-COND-8")
def test_a_penalty_undone_gives_the_result_back_and_redone_takes_it_again() -> None:
    event = Event("destiny", swiss(2)).register(4).announce().start().results(1)
    match, before = event.match(1), event.result(event.match(1))
    event.do(lost("match_loss", 1, match.number, corrects=True))
    after = event.result(match)
    event.do(event.undo(e.SanctionGiven))
    assert event.result(match) == before
    event.refused(lost("match_loss", 1, match.number), "sanction.result_counts", "AMB-G40")
    event.do(event.undo())
    assert event.result(match) == after
    assert checked(event) == []


@pytest.mark.rule("COM-COND-8", "COM-LOST-4")
def test_a_penalty_after_a_component_and_after_leaving() -> None:
    event = Event("conquest", swiss(2)).register(4).announce().publish()
    match, other = event.match(1), event.opponent(1)
    event.do(c.ReportComponent(player=1, kind="lost", what="a card")).do(c.ResolveComponent(1, "conceded"))
    event.refused(lost("match_loss", other, match.number), "sanction.result_counts", "AMB-G40")
    event.do(c.DropPlayer(other)).do(lost("match_loss", other, match.number, corrects=True))
    assert [s.points for s in event.result(match).scores] == [0, 0]
    assert checked(event) == []


@pytest.mark.rule("SWL-CHECK-2")
@pytest.mark.parametrize(("until", "annulled"), [("closed", True), ("drawn", True), ("published", False)])
def test_a_deck_check_annuls_until_the_next_round_is_published(until: str, annulled: bool) -> None:
    event = Event("star-wars-lcg", swiss(3)).register(4).announce().play_round(1)
    match = event.match(1)
    before = event.result(match)
    if until != "closed":
        event.draw() if until == "drawn" else event.publish()
    found = c.RecordDeckCheck(
        player=1, legal=False, match=match.number, note="a wrong card", sanction="warning"
    )
    event.do(found)
    assert (event.t.matches[match.number].result is None) == annulled
    if not annulled:
        assert event.t.matches[match.number].result == before, "from now on the organiser corrects it"
    assert event.t.sanctions[1].kind == "warning"
    new = c.EnterResult(match=match.number, report=event.report(match, match.b or 0), reason="deck check")
    event.do(new)
    assert checked(event) == []


@pytest.mark.rule("SWL-CHECK-2")
@pytest.mark.parametrize("game", ["armada", "imperial-assault", "destiny", "conquest"])
def test_elsewhere_a_deck_check_changes_no_result(game: str) -> None:
    event = Event(game, swiss(2)).register(4).announce().start().results(1)
    before = event.result(event.match(1))
    event.do(c.RecordDeckCheck(player=1, legal=False, match=event.match(1).number, mendable=False))
    assert event.result(event.match(1)) == before


@pytest.mark.rule("SWL-CHECK-3")
def test_a_deck_that_cannot_be_mended_ends_the_open_match_too() -> None:
    event = Event("star-wars-lcg", swiss(3)).register(4).announce().start()
    found = c.RecordDeckCheck(
        player=1, legal=False, match=event.match(1).number, mendable=False, sanction="penalty"
    )
    event.do(found)
    assert event.result(event.match(1)).forfeit, "nobody waits for who has gone"
    assert checked(event.results().close()) == []


@pytest.mark.rule("SWL-SANC-3", "SWL-DE-2")
def test_a_game_of_a_double_elimination_is_lost_only_openly() -> None:
    event = Event("star-wars-lcg", double()).register(4).announce().start().results()
    match = event.matches()[0]
    winner = event.result(match).winner or 0
    event.refused(lost("game_loss", winner, match.number), "sanction.result_counts", "AMB-G40")
    event.do(lost("game_loss", winner, match.number, corrects=True)).close().play_out()
    assert checked(event) == []


@pytest.mark.rule("COM-COND-8", "SWL-SANC-3")
def test_the_page_shows_what_the_correction_changes_and_sends_it_so() -> None:
    world = opened("destiny").start().results(1)
    match = world.match(1)
    desk = client(site_of(world), world.link(ORGANISER))
    address = f"/j/cup/player/1/sanction?kind=match_loss&match={match.number}"
    page = desk.get(address).content.decode()
    assert 'name="corrects"' in page
    assert "counts already" in page
    fields = {"kind": "match_loss", "match": match.number, "reason": "cheating"}
    assert desk.post("/j/cup/player/1/sanction", fields).status_code == 422
    desk.post("/j/cup/player/1/sanction", {**fields, "corrects": "1"})
    assert world.winner(1) == world.opponent(1)
    world.close()
    closed = desk.get(address.replace("player/1", f"player/{world.opponent(1)}")).content.decode()
    assert 'name="reason"' not in closed
    assert f"/c/cup/match/{match.number}" in closed, "what remains: points, disqualification, a correction"
