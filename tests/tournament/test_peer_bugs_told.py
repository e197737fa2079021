"""Faults that other programs had in what they show do not happen here: mixed-up events, unexplained games."""

from komandor.app.queries.everybody.bracket import bracket_view
from komandor.check.file_reader import check_bytes
from komandor.core.tournament import commands as c
from komandor.core.tournament.readings.standings import standings_of
from komandor.simulate import simulate
from komandor.texts import sentence
from tests.support.event import Event, double, swiss


def test_t40_two_events_of_one_name_share_no_numbers() -> None:
    first = Event("destiny", swiss(1)).register(4).announce().play_round()
    second = Event("destiny", swiss(1)).register(4).announce()
    assert first.t.name == second.t.name
    assert sum(row.points for row in standings_of(first.t)) == 2
    assert sum(row.points for row in standings_of(second.t)) == 0


def test_t54_the_engine_and_its_checker_agree() -> None:
    for seed in (54, 540, 5400):
        assert check_bytes(simulate(seed, {"size": "small"}).file()).violations == ()


def test_t64_why_the_final_is_played_again_is_said() -> None:
    event = Event("star-wars-lcg", swiss(2), double(4)).register(4).announce().play_stage().cut()
    s = [n for n in event.t.stages[2].seeds if n]
    while not any(m.game == 6 for m in event.publish().in_round()):
        event.do(c.StartClock()).results(*s).close()
    event.do(c.StartClock()).results(s[1]).close()
    reset = next(g for g in bracket_view(event.t, event.t.stages[2]).games if g.side == "reset")
    assert reset.reason
    assert reset.reason.rule == "SWL-FINAL-2"
    assert "Anna" in sentence(reset.reason, "pl", lambda n: "Anna")
