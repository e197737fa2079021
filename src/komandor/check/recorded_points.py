"""Whether the points of a frozen field are those that the recorded results give: for the verifier.

It knows no rules of any game, so that it shares no mistake with the checker (`standings.py`): the points of a
match are those of its recorded scores.  What a bye and a missed round are worth is known for the editions
below; in any other it is taken from a player who has one and no fine that took everything, and must then
be the same for everybody.
"""

from collections.abc import Mapping

from komandor.check.readings import BYES
from komandor.check.state import State

WORTH = {
    "armada@2017": 8,
    "imperial-assault@2017": 1,
    "destiny@2017": 1,
    "conquest@2016-1.1": 5,
    "star-wars-lcg@2016": None,  # a setting
}
"""What a bye is worth."""

Learned = dict[str, int]
"""What a bye and a missed round were found to be worth."""


def points_fit(st: State, stage: int, given: Mapping[int, int], learned: Learned) -> bool:
    """Whether the players have these points: scores in closed rounds, byes, missed rounds, fines, bonuses."""
    first = 1 if st.setting("stage.carry_points") else stage
    closed = [r.number for r in st.swiss_rounds() if r.status == "closed" and first <= r.stage <= stage]
    won, taken = dict.fromkeys(st.players, 0), dict.fromkeys(st.players, 0)
    byes = {n: len(p.granted.intersection(closed)) for n, p in st.players.items()}
    for m in (m for number in closed for m in st.in_round(number)):
        byes[m.a] += m.kind in BYES
        for player, score in m.scores.items() if m.final else ():
            won[player] += score.points
    for n, points, number in st.deductions:
        taken[n] += points if number in closed else 0
    for n, points, number in st.bonuses:
        taken[n] -= points if number in closed else 0

    def fits(n: int) -> bool:
        times = {"bye": byes[n], "missed": len(st.players[n].missed.intersection(closed))}
        return _adds_up(st, given[n], won[n], times, taken[n], learned)

    for n in given if st.edition not in WORTH else ():
        fits(n)  # somebody further down may show what a bye is worth
    return all(map(fits, given))


def _adds_up(
    st: State, points: int, won: int, times: Mapping[str, int], taken: int, learned: Learned
) -> bool:
    worth = _worth(st, learned)
    won += sum(often * worth.get(what, 0) for what, often in times.items())
    unknown = [what for what, often in times.items() if often and what not in worth]
    shown = taken <= 0 or points > 0 or bool(st.setting("sanction.points_below_zero"))
    if len(unknown) == 1 and shown:  # more points than fines took: the rest is what these are worth
        learned[unknown[0]] = (points + taken - won) // times[unknown[0]]
    elif unknown:
        return True
    won += sum(times[what] * learned.get(what, 0) for what in unknown)
    return points == (won - taken if st.setting("sanction.points_below_zero") else max(won - taken, 0))


def _worth(st: State, learned: Learned) -> dict[str, int]:
    """What a bye and a missed round are worth, as far as it is known."""
    if st.edition not in WORTH:
        return dict(learned)
    bye = WORTH[st.edition] or int(st.setting("swl.bye_points"))
    return {"bye": bye, "missed": st.setting("armada.missed_round_tp") or 0}
