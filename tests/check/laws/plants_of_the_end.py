"""Planted faults of the log, the draws and the end."""

from komandor.core.tournament import commands as c
from tests.check.laws.planting import (
    Log,
    before,
    correction,
    cup,
    last,
    left,
    log_of,
    plant,
    running,
    sanction,
    teams,
    write,
)


@plant("log.dated")
def year_9999() -> Log:
    """A record is dated in the year 9999."""
    log = running()
    log.rows[-1].at = "9999" + log.rows[-1].at[4:]
    return log


@plant("log.clock")
def clock_of_yesterday() -> Log:
    """The clock of a round is said to have started a day before its record."""
    log = running()
    last(log, "clock_started")["at"] -= 24 * 3600 * 1000
    return log


@plant("log.stopped")
def stopped_twice() -> Log:
    """The clock is stopped while it stands."""
    log = running()
    stopped = {"type": "clock_paused", "round": 1, "at": last(log, "clock_started")["at"]}
    return write(write(log, stopped), stopped)


@plant("log.stopped")
def goes_on_unstopped() -> Log:
    """The clock goes on although nobody stopped it."""
    log = running()
    return write(log, {"type": "clock_resumed", "round": 1, "at": last(log, "clock_started")["at"]})


@plant("log.numbers")
def one_number_for_two() -> Log:
    """Two players get a penalty with the same number."""
    return write(write(running(), sanction(1, "warning")), sanction(2, "warning"))


@plant("log.known")
def about_nobody() -> Log:
    """A penalty is given to a player whom the event does not have."""
    return write(running(), sanction(90, "warning"))


@plant("log.fixed")
def another_game() -> Log:
    """The event becomes one of another game."""
    changes = {"edition": "armada"}
    return write(running(), {"type": "event_changed", "changes": changes, "reason": "x", "exception": False})


@plant("draw.way")
def another_way() -> Log:
    """A draw says that it was made in an older way."""
    log = running()
    last(log, "round_drawn")["way"] = 2
    return log


@plant("draw.way")
def no_way_in_a_bracket() -> Log:
    """The draw of a final does not say in which way it was made."""
    log = cup("final")
    del last(log, "round_drawn")["way"]
    return log


@plant("end.secret")
def another_secret() -> Log:
    """The secret opened at the end is another one."""
    log = cup("end")
    last(log, "tournament_closed")["seed"] = "ab" * 32
    return log


@plant("end.places")
def two_firsts() -> Log:
    """Two players are first."""
    log = cup("end")
    last(log, "tournament_closed")["places"][1][1] = 1
    return log


@plant("end.places")
def somebody_forgotten() -> Log:
    """The last has no place."""
    log = cup("end")
    last(log, "tournament_closed")["places"].pop()
    return log


@plant("end.conduct")
def place_of_somebody_sent_away() -> Log:
    """The first was removed for conduct before the end."""
    log = cup("end")
    return before(log, "tournament_closed", left(last(log, "tournament_closed")["places"][0][0], "conduct"))


@plant("end.first")
def loser_of_the_final_is_first() -> Log:
    """The loser of the final is first."""
    log = cup("end")
    places = last(log, "tournament_closed")["places"]
    places[0][0], places[1][0] = places[1][0], places[0][0]
    return log


@plant("end.final_match")
def team_that_left_is_first() -> Log:
    """Two teams are level, one leaves before the final match, and it is first."""
    event = teams().start()
    match = event.matches()[0]
    event.do(c.EnterResult(match=match.number, report=event.slip(match.a, "wl")))
    log = log_of(event.close())
    write(log, left(match.a))
    return write(log, {"type": "tournament_closed", "places": [[match.a, 1], [match.b, 2]], "seed": ""})


@plant("end.over")
def penalty_after_the_end() -> Log:
    """A penalty is given after the end."""
    return write(cup("end"), sanction(1, "warning"))


@plant("end.stays")
def corrected_after_the_end() -> Log:
    """A result is corrected after the end, and the places stay."""
    log = cup("end")
    return write(log, correction(last(log, "result_entered")))


@plant("end.prizes")
def prize_for_somebody_sent_away() -> Log:
    """An award goes to a player who was removed for conduct."""
    log = write(running(), left(1, "conduct"))
    prize = {"type": "prize_added", "prize": 1, "text": "a mat", "to": "award"}
    return write(write(log, prize), {"type": "award_given", "prize": 1, "player": 1})


@plant("end.handed")
def handed_out_twice() -> Log:
    """A prize is handed to the same player twice."""
    log = write(cup("end"), {"type": "prize_added", "prize": 1, "text": "a mat", "to": "everyone"})
    handed = {"type": "prize_handed_out", "prize": 1, "player": 1, "by": 1, "done": True}
    return write(write(log, handed), handed)


@plant("end.handed")
def given_to_another_later() -> Log:
    """An award that was handed out goes to somebody else."""
    log = write(cup("end"), {"type": "prize_added", "prize": 1, "text": "a mat", "to": "award"})
    write(log, {"type": "award_given", "prize": 1, "player": 1})
    write(log, {"type": "prize_handed_out", "prize": 1, "player": 1, "by": 1, "done": True})
    return write(log, {"type": "award_given", "prize": 1, "player": 2})
