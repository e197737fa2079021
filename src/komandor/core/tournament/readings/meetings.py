"""Who met whom in the Swiss rounds, and who had a bye."""

from komandor.core.ids import NOBODY, PlayerNo
from komandor.core.tournament.readings.regulations import rules
from komandor.core.tournament.state import Match, Round, Tournament


def swiss_rounds(t: Tournament) -> tuple[Round, ...]:
    """All Swiss rounds so far, also those before an earlier cut (CON-DEF-1, CON-DEF-3, AMB-C2).

    A knock-out is another stage: who met in Swiss may meet again there (COM-PAIR-3).
    """
    return tuple(r for _, r in sorted(t.rounds.items()) if not t.stages[r.stage].kind.eliminates)


def without_rematch(t: Tournament, stage: int) -> tuple[Round, ...]:
    """The Swiss rounds whose opponents nobody meets again in this stage (COM-PAIR-2).

    A stage ends with the cut; one document forbids a rematch in all Swiss rounds (CON-DEF-1, AMB-C2).
    """
    everywhere = rules(t).data.no_rematch_in_swiss
    return tuple(r for r in swiss_rounds(t) if everywhere or r.stage == stage)


def was_played(match: Match) -> bool:
    """Whether the two really met: a forfeit is no meeting (AMB-G6)."""
    result = match.result
    return bool(result and result.status == "final" and result.scores[0].outcome.played)


def met(t: Tournament, stage: int, before: int | None = None) -> dict[PlayerNo, list[PlayerNo]]:
    """Whom each player does not meet again in this stage, in the order of the rounds."""
    opponents: dict[PlayerNo, list[PlayerNo]] = {n: [] for n in t.players}
    for round_ in without_rematch(t, stage):
        if before is not None and round_.number >= before:
            continue
        for match in t.in_round(round_.number):
            if match.b is not None and was_played(match):
                opponents[match.a].append(match.b)
                opponents[match.b].append(match.a)
    return opponents


def met_by_round(t: Tournament, stage: int) -> dict[PlayerNo, tuple[PlayerNo, ...]]:
    """One entry for every round that counts in this stage, NOBODY for one without opponent: ages are exact
    (AMB-G11)."""
    counted = without_rematch(t, stage)
    rounds = [dict.fromkeys(t.players, NOBODY) for _ in counted]
    for seats, round_ in zip(rounds, counted, strict=True):
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
