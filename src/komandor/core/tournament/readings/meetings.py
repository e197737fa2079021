"""Who met whom in the Swiss rounds, and who had a bye."""

from komandor.core.ids import NOBODY, PlayerNo
from komandor.core.tournament.state import Match, Round, Tournament


def swiss_rounds(t: Tournament) -> tuple[Round, ...]:
    """All Swiss rounds so far, also those before an earlier cut (CON-DEF-1, CON-DEF-3, AMB-C2).

    A knock-out is another stage: who met in Swiss may meet again there (COM-PAIR-3).
    """
    return tuple(r for _, r in sorted(t.rounds.items()) if not t.stages[r.stage].kind.eliminates)


def was_played(match: Match) -> bool:
    """Whether the two really met: a forfeit is no meeting (AMB-G6)."""
    result = match.result
    return bool(result and result.status == "final" and result.scores[0].outcome.played)


def met(t: Tournament, before: int | None = None) -> dict[PlayerNo, list[PlayerNo]]:
    """Opponents of every player in the Swiss rounds, in the order of the rounds (COM-PAIR-2, CON-DEF-1)."""
    opponents: dict[PlayerNo, list[PlayerNo]] = {n: [] for n in t.players}
    for round_ in swiss_rounds(t):
        if before is not None and round_.number >= before:
            continue
        for match in t.in_round(round_.number):
            if match.b is not None and was_played(match):
                opponents[match.a].append(match.b)
                opponents[match.b].append(match.a)
    return opponents


def met_by_round(t: Tournament) -> dict[PlayerNo, tuple[PlayerNo, ...]]:
    """One entry for every Swiss round, NOBODY for one without opponent: ages are exact (AMB-G11)."""
    rounds = [dict.fromkeys(t.players, NOBODY) for _ in swiss_rounds(t)]
    for seats, round_ in zip(rounds, swiss_rounds(t), strict=True):
        for match in t.in_round(round_.number):
            if match.b is not None and was_played(match):
                seats[match.a], seats[match.b] = match.b, match.a
    return {n: tuple(seats[n] for seats in rounds) for n in t.players}


def byes(t: Tournament, before: int | None = None) -> dict[PlayerNo, int]:
    """How many byes each player has had, derived from the rounds and never from a flag."""
    counts = {n: len(p.byes_granted) for n, p in t.players.items()}
    for round_ in swiss_rounds(t):
        if before is None or round_.number < before:
            for match in t.in_round(round_.number):
                if match.is_bye:
                    counts[match.a] += 1
    return counts
