"""What is drawn or chosen before a game: missions, initiative and sides, as each document has them."""

import pytest

from komandor.core.tournament import commands as c
from komandor.core.tournament import events as e
from komandor.core.tournament.readings.sides import side_count
from tests.support.event import Event, by, double, reasons, single, swiss


@pytest.mark.rule("IA-SETUP-1")
def test_one_mission_for_everybody_drawn_once() -> None:
    event = Event("imperial-assault").register(4).announce().publish()
    mission = event.t.rounds[1].mission
    assert mission in event.t.missions
    event.refused(c.DrawMission(), "mission.drawn_already", "IA-SETUP-1")


@pytest.mark.rule("IA-SETUP-1")
def test_the_clock_waits_for_the_mission() -> None:
    event = Event("imperial-assault").register(4).announce().draw().do(c.PublishRound())
    event.refused(c.StartClock(), "mission.not_drawn", "IA-SETUP-1")
    event.do(c.DrawMission()).do(c.StartClock())


@pytest.mark.rule("IA-SETUP-2")
def test_none_again_before_all_were_used_swiss_and_knock_out_together() -> None:
    event = Event("imperial-assault", swiss(4), single(4), missions=("a", "b", "c"), level="casual")
    event.register(8).announce().play_stage().cut().play_out()
    drawn = [r.mission for _, r in sorted(event.t.rounds.items())]
    assert len(drawn) == 6
    assert sorted(map(str, drawn[:3])) == sorted(map(str, drawn[3:])) == ["a", "b", "c"]


@pytest.mark.rule("IA-SETUP-1")
def test_games_without_missions_have_none_to_draw() -> None:
    event = Event("armada").register(4).announce().publish()
    event.refused(c.DrawMission(), "mission.no_pool")


@pytest.mark.rule("IA-MAP-1", "IA-MAP-2")
@pytest.mark.parametrize("level", ["formal", "championship"])
def test_above_casual_level_the_pool_is_the_documents_unless_the_outline_says_otherwise(level: str) -> None:
    event = Event("imperial-assault", level=level).register(4)
    assert event.t.missions
    event.refused(c.ChangeEvent({"missions": ("My own map",)}), "missions.not_in_pool", "IA-MAP-2")
    event.do(c.AttachOutline("National championship", "other maps")).do(
        c.ChangeEvent({"missions": ("My own map",)})
    )
    assert event.t.missions == ("My own map",)
    Event("imperial-assault", level="casual").do(c.ChangeEvent({"missions": ("My own map",)}))


@pytest.mark.rule("ARM-SETUP-5")
def test_initiative_is_chosen_or_drawn_and_fills_the_slip() -> None:
    event = Event("armada").register(4).announce().start()
    match, other = event.in_round()
    event.do(c.SetInitiative(match.number, match.b))
    event.do(c.EnterResult(match=match.number, report={"end": "rounds", "scores": (120, 120)}))
    assert event.winner(match.a) == match.a, "at equal scores the player without initiative wins"
    event.do(c.SetInitiative(other.number), by=by(other.a))
    chooser = event.t.matches[other.number].chooser or 0
    assert event.last == [e.SideChooserDrawn(other.number, chooser, initiative=True)]
    assert event.t.matches[other.number].first is None, "the lot names who decides"
    event.refused(c.SetInitiative(match.number, other.a), "result.winner_not_here", "ARM-SETUP-5")
    event.refused(c.SetInitiative(99), "match.unknown")


@pytest.mark.rule("ARM-SETUP-5", "ARM-END-6")
def test_without_a_record_equal_scores_ask_who_had_it() -> None:
    event = Event("armada").register(4).announce().start()
    match = event.in_round()[0]
    answer = event.ask(c.EnterResult(match=match.number, report={"end": "rounds", "scores": (120, 120)}))
    assert "report.missing" in [r.code for r in reasons(answer)]


def finals(players: int = 4) -> Event:
    return Event("star-wars-lcg", swiss(1), double(4)).register(players).announce().play_stage().cut().start()


@pytest.mark.rule("SWL-SIDE-1")
def test_in_the_first_round_of_the_finals_the_higher_seed_chooses() -> None:
    event = finals()
    seeds = event.t.stages[2].seeds
    match = event.in_round()[0]
    high, low = sorted(match.players, key=seeds.index)
    event.refused(c.ChooseSides(match.number), "sides.higher_seed_chooses", "SWL-SIDE-1")
    event.refused(c.ChooseSides(match.number, low), "sides.higher_seed_chooses", "SWL-SIDE-1", by=by(low))
    event.do(c.ChooseSides(match.number, low), by=by(high))
    assert event.t.matches[match.number].first == low


@pytest.mark.rule("SWL-SIDE-2", "SWL-SIDE-3", "SWL-SIDE-4")
def test_later_each_plays_the_side_they_have_played_less() -> None:
    event = finals()
    for match in event.in_round():
        event.do(c.ChooseSides(match.number, match.a))
    light = {m.a for m in event.in_round()}
    event.results(*light).close().start()
    upper, lower = (event.match(min(players)) for players in (light, set(event.t.players) - light))
    assert (set(upper.players), set(lower.players)) == (light, set(event.t.players) - light)
    event.refused(c.ChooseSides(upper.number), "sides.higher_seed_chooses", "SWL-SIDE-3")
    event.do(c.ChooseSides(upper.number, upper.a)).do(c.ChooseSides(lower.number, lower.b))
    event.results(upper.a, lower.b or 0).close().start()
    match = event.in_round()[0]
    assert set(match.players) == {upper.b, lower.b}, (
        "one light and one dark each: nobody has played a side less"
    )
    event.refused(c.ChooseSides(match.number), "sides.higher_seed_chooses", "SWL-SIDE-4")
    event.do(c.ChooseSides(match.number, upper.b)).results(upper.b or 0).close().start()
    final = event.in_round()[0]
    assert set(final.players) == {upper.a, upper.b}
    assert side_count(event.t, upper.a, final.number) == (2, 0)
    assert side_count(event.t, upper.b or 0, final.number) == (2, 1)
    given = event.refused(c.ChooseSides(final.number, upper.a), "sides.given_by_rule", "SWL-SIDE-3")
    assert given.params["light"] == upper.b, "both played dark less, upper.a by more: he gets it"
    event.do(c.ChooseSides(final.number))
    assert event.t.matches[final.number].first == upper.b


@pytest.mark.rule("SWL-SIDE-4")
@pytest.mark.parametrize("counts", [False, True])
def test_sides_are_counted_in_the_finals_only_unless_the_event_says_otherwise(counts: bool) -> None:
    event = Event("star-wars-lcg", swiss(1), double(4), settings={"swl.side_count_includes_swiss": counts})
    event.register(4).announce().publish()
    for match in event.in_round():
        event.do(c.ChooseSides(match.number, match.a))
    event.do(c.StartClock()).results().close().cut().start()
    for match in event.in_round():
        event.do(c.ChooseSides(match.number, match.a))  # first round: the higher seed chooses in any case
    event.results().close().publish()
    played = [n for m in event.in_round() for n in m.players]
    assert {sum(side_count(event.t, n, 99)) for n in played} == ({2} if counts else {1})


@pytest.mark.rule("SWL-SETUP-2", "SWL-ROUND-1")
def test_in_swiss_a_lot_decides_who_chooses_and_strangers_do_not_play() -> None:
    event = Event("star-wars-lcg").register(4).announce().start()
    match, other = event.in_round()
    event.do(c.ChooseSides(match.number))
    assert event.t.matches[match.number].chooser in match.players
    event.refused(c.ChooseSides(match.number, other.a), "result.winner_not_here", "SWL-SETUP-1")
    event.refused(c.ChooseSides(99), "match.unknown")
    Event("destiny").register(4).announce().start().refused(c.ChooseSides(1), "sides.none_in_this_game")


@pytest.mark.rule("SWL-FINAL-2")
def test_the_repeated_final_is_played_with_sides_swapped() -> None:
    event = Event("star-wars-lcg", swiss(1), double(4)).register(4).announce().play_stage().cut()
    s = [n for n in event.t.stages[2].seeds if n]
    while True:
        event.publish()
        if any(m.game == 6 for m in event.in_round()):
            break
        event.do(c.StartClock()).results(*s).close()
    match = event.in_round()[0]
    event.do(c.ChooseSides(match.number, match.a)).do(c.StartClock()).results(s[1]).close().start()
    again = event.in_round()[0]
    wrong = match.a
    event.refused(c.ChooseSides(again.number, wrong), "sides.given_by_rule", "SWL-FINAL-2")
    event.do(c.ChooseSides(again.number))
    assert event.t.matches[again.number].first == match.opponent(match.a)


@pytest.mark.rule("ARM-SETUP-5", "SWL-SIDE-2")
@pytest.mark.parametrize("game", ["armada", "star-wars-lcg"])
def test_once_the_game_is_over_a_player_does_not_choose_again(game: str) -> None:
    event = Event(game, swiss(2)).register(4).announce().start()
    match = event.match(1)
    choose = c.SetInitiative if game == "armada" else c.ChooseSides
    rule = "ARM-SETUP-5" if game == "armada" else "SWL-SIDE-2"
    event.do(choose(match.number, 1), by=by(1)).results()
    event.refused(choose(match.number, match.opponent(1)), "result.already_final", rule, by=by(1))
    event.do(choose(match.number, match.opponent(1)))
    assert event.match(1).first == match.opponent(1), "the desk may mend the record"


@pytest.mark.parametrize("game", ["armada", "star-wars-lcg"])
def test_whoever_has_left_chooses_neither_initiative_nor_side(game):
    event = Event(game, swiss(1), single(2)).register(4).announce().play_round().cut().publish()
    match = event.open()[0]
    event.do(c.DropPlayer(match.a))
    wanted = c.ChooseSides if game == "star-wars-lcg" else c.SetInitiative
    event.refused(wanted(match.number, match.b), "player.not_active", "COM-DROP-1", by=by(match.a))
