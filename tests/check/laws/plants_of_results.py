"""Planted faults of results and points, one for each law or more."""

from tests.check.laws.planting import (
    Log,
    component,
    correction,
    last,
    left,
    plant,
    played,
    resolved,
    ruling,
    running,
    sanction,
    turned,
    write,
)


@plant("results.stand")
def another_result() -> Log:
    """A match that has a result is entered again, the other way round."""
    log = played()
    return write(log, turned(last(log, "result_entered")))


@plant("results.stand")
def result_vanishes() -> Log:
    """A result is annulled, and nothing says why it may be."""
    log = played()
    number = last(log, "result_entered")["match"]
    return write(log, {"type": "result_annulled", "match": number, "reason": "so", "rule": ""})


@plant("results.closed")
def result_after_closing() -> Log:
    """A round is closed, then its last result is entered."""
    log = played(closed=True)
    row = log.rows.pop(log.every("result_entered")[-1])
    log.rows.append(row)
    row.step = 10**6
    return log


@plant("results.asked")
def nothing_to_dispute() -> Log:
    """A player says no to a report that nobody made."""
    log = running()
    player = last(log, "round_drawn")["matches"][0]["a"]
    return write(
        log, {"type": "result_disputed", "match": 1, "by": player, "note": ""}, by=f"player:{player}"
    )


@plant("results.component")
def finished_game_conceded() -> Log:
    """A player who won reports a lost card, and the finished match becomes a loss."""
    log = played()
    result = last(log, "result_entered")
    player, number = result["winner"], result["match"]
    write(log, component(player, "lost", number))
    return write(log, resolved("conceded", number), correction(result, reason="COM-LOST-4"))


@plant("results.leaving")
def leaver_loses_a_finished_match() -> Log:
    """Somebody leaves after winning, and the match is turned round."""
    log = played()
    result = last(log, "result_entered")
    return write(log, left(result["winner"]), correction(result))


@plant("results.penalty")
def match_loss_after_closing() -> Log:
    """A match loss for a match of a closed round turns its winner round."""
    log = played(closed=True)
    result = last(log, "result_entered")
    taken = sanction(result["winner"], "match_loss", match=result["match"])
    return write(log, taken, correction(result))


@plant("results.rulings")
def lost_by_one_of_two() -> Log:
    """A match of two games is lost by one penalty, which takes one of them."""
    log = running("star-wars-lcg")
    lost = ruling(log, points=(6, 0))
    a, b = lost["scores"]
    scores = [{**a, "outcome": "conceded", "points": 0}, {**b, "outcome": "win", "points": 6}]
    taken = sanction(a["player"], "game_loss", match=1)
    return write(log, taken, {**lost, "scores": scores, "winner": b["player"]})


@plant("results.rulings")
def penalty_hidden() -> Log:
    """A penalty takes the game from a player, and the slip says that they won it."""
    log = played()
    result = log.rows.pop(log.every("result_entered")[-1]).event
    write(log, sanction(result["winner"], "game_loss", match=result["match"]))
    return write(log, result)


@plant("results.deck_check")
def deck_check_in_destiny() -> Log:
    """An illegal card annuls a result in a game whose document does not say so."""
    log = played()
    result = last(log, "result_entered")
    looked = {"type": "deck_checked", "player": result["winner"], "by": 1, "legal": False}
    gone = {"type": "result_annulled", "match": result["match"], "reason": "a card", "rule": "SWL-CHECK-2"}
    return write(log, {**looked, "match": result["match"], "note": "", "removed": ""}, gone)


@plant("results.winner")
def loser_goes_on() -> Log:
    """A ruling gives one player the points and the other the win."""
    log = running()
    found = ruling(log)
    return write(log, {**found, "winner": found["scores"][1]["player"]})


@plant("results.winner")
def winner_with_fewer_points() -> Log:
    """A ruling gives the loser more points than the winner."""
    log = running()
    return write(log, ruling(log, points=(0, 1)))


@plant("results.points")
def points_below_zero() -> Log:
    """A ruling takes three points from the loser of a match."""
    log = running("conquest")
    return write(log, ruling(log, points=(5, -3)))


@plant("points.total")
def total_below_zero() -> Log:
    """A round is frozen with a player who has fewer than no points."""
    log = played(closed=True)
    here = sorted({log.rows[i].event["player"] for i in log.every("player_registered")})
    field = [[n, -1 if n == here[0] else 0, 0, place] for place, n in enumerate(here, start=1)]
    frozen = {"type": "round_frozen", "round": 2, "stage": 1, "head": "", "public_source": "none"}
    return write(log, {**frozen, "field": field})


@plant("results.initiative")
def initiative_of_the_other() -> Log:
    """The initiative is on record, and the slip of a tie names the other player as the first."""
    log = running("armada")
    entered = ruling(log, points=(6, 5), override=False, reason="")
    write(log, {"type": "initiative_set", "match": 1, "player": entered["winner"], "by_lot": False})
    return write(log, {**entered, "report": {"a": 120, "b": 120, "first": "b"}})


@plant("results.gone")
def played_after_leaving() -> Log:
    """Somebody leaves, and wins the match of that round afterwards."""
    log = running()
    entered = ruling(log)
    write(log, left(entered["winner"]))
    return write(log, entered)


@plant("results.gone")
def confirmed_after_leaving() -> Log:
    """Somebody leaves, and confirms the report of their match afterwards."""
    log = running()
    entered = ruling(log, override=False, reason="")
    a, b = (score["player"] for score in entered["scores"])
    write(log, {**entered, "type": "result_reported", "by": a}, by=f"player:{a}")
    write(log, left(b))
    return write(log, {"type": "result_confirmed", "match": 1, "by": b}, by=f"player:{b}")
