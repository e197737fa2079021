"""Who wins what: prizes by place and by record, awards, and who takes part in a raffle."""

from komandor.core.ids import PlayerNo
from komandor.core.tournament.readings.standings import outcomes
from komandor.core.tournament.state import Tournament
from komandor.core.tournament.values import Prize


def prizes(t: Tournament) -> tuple[Prize, ...]:
    """The prizes that were not removed, in the order in which they were added."""
    return tuple(p for _, p in sorted(t.prizes.items()) if p.text)


def winners(t: Tournament, prize: Prize) -> tuple[PlayerNo, ...]:
    """Who wins this prize as things stand: by place only once the final places stand."""
    if prize.to == "places":
        return tuple(n for n, place in t.places if prize.first <= place <= prize.last)
    if prize.to == "wins":
        ends = outcomes(t)
        return tuple(n for n in eligible(t) if sum(one.won for one in ends[n]) >= prize.wins)
    return eligible(t) if prize.to == "everyone" else tuple(n for n in prize.won if n in eligible(t))


def eligible(t: Tournament) -> tuple[PlayerNo, ...]:
    """Everybody who can win something: all who came and were not sent away (AMB-G42)."""
    return tuple(n for n, p in sorted(t.players.items()) if not p.outside and not p.sent_away)


def holders(t: Tournament, but: int = 0) -> frozenset[PlayerNo]:
    """Everybody with a prize other than this one; what everybody gets does not count."""
    own = (p for p in prizes(t) if p.number != but and p.to != "everyone")
    return frozenset(n for prize in own for n in winners(t, prize))


def takes_part(t: Tournament, prize: Prize) -> tuple[PlayerNo, ...]:
    """Who is in the raffle for this prize, before those who are not in the hall are left out."""
    if prize.among == "all":
        return eligible(t)
    have = holders(t, prize.number) if prize.among == "no_prize" else frozenset()
    return tuple(n for n in t.active() if n not in have)


def raffles_drawn(t: Tournament) -> int:
    """How many raffles have been drawn so far."""
    return max((p.raffle for p in t.prizes.values()), default=0)
