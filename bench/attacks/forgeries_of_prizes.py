"""The kinds of forged logs, fourth part: raffles. Every honest log ends with two of them."""

from random import Random

from bench.attacks.forgeries import caught_by, require
from bench.attacks.forging import Event, Log, key_of, state_before
from komandor.check.pairing_plan import by_lot


def _raffle(log: Log, which: int = 0) -> Event:
    found = log.every("raffle_drawn")
    require(found[which:])
    return log.rows[found[which]].event


@caught_by("both")
def raffle_won_by_somebody_else(log: Log, rnd: Random) -> None:
    players = {log.rows[i].event["player"] for i in log.every("player_registered")}
    winners = _raffle(log)["winners"]
    winners[0] = rnd.choice(sorted(players - set(winners)))


@caught_by("both")
def raffle_from_an_earlier_round(log: Log, rnd: Random) -> None:
    e = _raffle(log)
    require(e["round"] > 1)
    e["round"] -= 1


@caught_by("both")
def raffle_with_the_lots_of_another(log: Log, rnd: Random) -> None:
    _raffle(log)["raffle"] = 2


@caught_by("both")
def raffle_for_the_others_with_those_who_have_a_prize(log: Log, rnd: Random) -> None:
    """The lots are honest, but the winner of a prize takes part in a raffle for those without one."""
    e = _raffle(log, 1)
    players = sorted(state_before(log, len(log.rows)).players)
    due = by_lot(key_of(log, log.every("round_drawn")[-1]), f"raffle-{e['raffle']}", players)[:1]
    require(e["winners"] != due)
    e["winners"] = due


@caught_by("check")
def prize_handed_to_somebody_else(log: Log, rnd: Random) -> None:
    found = log.every("prize_handed_out")
    require(found)
    log.rows[found[-1]].event["player"] = log.rows[log.every("tournament_closed")[-1]].event["places"][-1][0]
