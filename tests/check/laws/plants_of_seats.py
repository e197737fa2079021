"""Planted faults of seats, pairings and the cut."""

from tests.check.laws.planting import (
    Log,
    before,
    correction,
    cup,
    last,
    late,
    left,
    log_of,
    plant,
    played,
    turned,
    write,
)
from tests.support.event import Event, single, swiss


def published(players: int = 6) -> Log:
    """Round 1 is published."""
    return log_of(Event("destiny", swiss(2)).register(players).announce().publish())


@plant("seats.once")
def sits_twice() -> Log:
    """One player sits at two tables."""
    log = published()
    one, two, *_ = last(log, "round_drawn")["matches"]
    two["a"] = one["a"]
    return log


@plant("seats.tables")
def one_table_for_two() -> Log:
    """Two matches are played at table 1."""
    log = published()
    for match in last(log, "round_drawn")["matches"]:
        match["table"] = 1
    return log


@plant("seats.gone")
def published_with_a_leaver() -> Log:
    """Somebody leaves between draw and publication, and stays in the pairing."""
    log = published()
    return before(log, "round_published", left(last(log, "round_drawn")["matches"][0]["a"]))


@plant("seats.everybody")
def nobody_to_play() -> Log:
    """Somebody enters while round 1 is played, and neither plays it nor misses it."""
    log = write(played(), late(90, entered=1))
    return write(log, {"type": "round_closed", "round": 1})


@plant("seats.bye")
def two_byes() -> Log:
    """Both players of a match get a bye."""
    log = published()
    drawn = last(log, "round_drawn")
    one = drawn["matches"][0]
    b, one["b"], one["kind"], one["table"] = one["b"], None, "bye", None
    drawn["matches"].append({**one, "a": b, "match": 90})
    return log


@plant("seats.points")
def pairs_by_old_points() -> Log:
    """A result of round 1 is corrected after round 2 was drawn, and round 2 is published as it was."""
    log = log_of(Event("destiny", swiss(2)).register(6).announce().play_round().publish())
    return before(log, "round_published", correction(last(log, "result_entered")))


@plant("seats.points")
def result_for_old_points() -> Log:
    """A result of round 1 is corrected after round 2 was published, and a game of it is entered."""
    event = Event("destiny", swiss(2)).register(6).announce().play_round().publish()
    log = log_of(event.do(event.won(event.matches()[0].a)))
    return before(log, "result_entered", correction(last(log, "result_entered", 0)))


@plant("cut.losing")
def loser_in_the_final() -> Log:
    """The result of a semifinal says that the other player won it."""
    log = cup("final")
    at = log.every("result_entered")[-1]
    log.rows[at].event = turned(log.rows[at].event)
    return log


@plant("cut.there")
def seed_without_a_game() -> Log:
    """Somebody enters after the last round and is first seed."""
    log = cup("cut")
    before(log, "cut_made", late(90, choice="awarded_bye"))
    cut = last(log, "cut_made")
    cut["seeds"] = [90, *cut["seeds"][:-1]]
    cut["standings"] = [90, *cut["standings"]]
    return log


@plant("cut.conduct")
def seed_of_somebody_sent_away() -> Log:
    """The first seed was removed for conduct before the cut."""
    log = cup("cut")
    return before(log, "cut_made", left(last(log, "cut_made")["seeds"][0], "conduct"))


@plant("cut.open_place")
def clock_with_an_open_place() -> Log:
    """A seed leaves, nobody is asked, and the clock of the semifinals starts."""
    log = cup("semifinals")
    write(log, left(last(log, "cut_made")["seeds"][0], round=2))
    return write(log, {"type": "clock_started", "round": 2, "at": 0, "minutes": 35})


@plant("cut.open_place")
def result_with_an_open_place() -> Log:
    """A seed leaves, nobody is asked, and the other semifinal is entered."""
    log = cup("semifinals")
    matches = last(log, "round_drawn")["matches"]
    write(log, left(matches[0]["a"], round=2))
    a, b = matches[1]["a"], matches[1]["b"]
    scores = [{"player": a, "outcome": "win", "points": 1}, {"player": b, "outcome": "loss", "points": 0}]
    entered = {"type": "result_entered", "match": matches[1]["match"], "report": {}, "winner": a}
    return write(log, {**entered, "scores": scores, "override": True, "reason": "so"})


@plant("cut.open_place")
def end_with_an_open_place() -> Log:
    """One of the two finalists leaves after the cut, nobody is asked, and the event ends."""
    log = log_of(Event("armada", swiss(1), single(2)).register(4).announce().play_round().cut())
    write(log, left(last(log, "cut_made")["seeds"][1]))
    return write(log, {"type": "tournament_closed", "places": [], "seed": ""})


@plant("cut.replaced")
def replaced_although_here() -> Log:
    """A seed who never left is replaced."""
    log = cup("cut")
    cut = last(log, "cut_made")
    leaver, asked = cut["seeds"][0], cut["standings"][len(cut["seeds"])]
    seeds = [*cut["seeds"][1:], asked]
    replacement = {"type": "replacement_asked", "stage": 2, "leaver": leaver, "player": asked}
    return write(log, {**replacement, "accepted": True, "seeds": seeds})
