"""The kinds of forged logs, fourth part: raffles. Every honest log ends with two of them."""

from random import Random

from bench.attacks.forgeries import caught_by
from bench.attacks.forging import Event, Log, key_of, state_before
from komandor.check.pairing_plan import by_lot


def _raffles(log: Log) -> list[Event]:
    return [log.rows[i].event for i in log.every("raffle_drawn")]


@caught_by("both")
def raffle_won_by_somebody_else(log: Log, rnd: Random) -> bool:
    players = {log.rows[i].event["player"] for i in log.every("player_registered")}
    for e in _raffles(log)[:1]:
        e["winners"][0] = rnd.choice(sorted(players - set(e["winners"])))
    return bool(_raffles(log))


@caught_by("both")
def raffle_from_an_earlier_round(log: Log, rnd: Random) -> bool:
    for e in _raffles(log)[:1]:
        e["round"] -= 1
    return any(e["round"] > 0 for e in _raffles(log)[:1])


@caught_by("both")
def raffle_with_the_lots_of_another(log: Log, rnd: Random) -> bool:
    for e in _raffles(log)[:1]:
        e["raffle"] = 2
    return bool(_raffles(log))


@caught_by("both")
def raffle_for_the_others_with_those_who_have_a_prize(log: Log, rnd: Random) -> bool:
    """The lots are honest, but the winner of a prize takes part in a raffle for those without one."""
    draws = log.every("round_drawn")
    for e in _raffles(log)[1:]:
        players = sorted(state_before(log, len(log.rows)).players)
        due = by_lot(key_of(log, draws[-1]), f"raffle-{e['raffle']}", players)[:1]
        same, e["winners"] = e["winners"] == due, due
        return not same
    return False


@caught_by("check")
def prize_handed_to_somebody_else(log: Log, rnd: Random) -> bool:
    found = log.every("prize_handed_out")
    for i in found[-1:]:
        log.rows[i].event["player"] = log.rows[log.every("tournament_closed")[-1]].event["places"][-1][0]
    return bool(found)
