"""What follows from a tournament's state: computed when asked, never stored.

Rules and settings in force, who met whom, byes so far, the lines that standings
are made of, standings themselves, the bracket.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache

from komandor.core.games import awards, rules_of
from komandor.core.games.game import RoundKind, Rules, Situation
from komandor.core.games.settings import check_settings
from komandor.core.ids import PlayerNo
from komandor.core.outcomes import Outcome, SideScore
from komandor.core.pairing.entrant import NOBODY
from komandor.core.reasons import Refusal
from komandor.core.standings.ranking import Standing, standings
from komandor.core.standings.record import Line
from komandor.core.tournament.knockout import plan
from komandor.core.tournament.state import Match, Player, Round, Stage, Tournament


def rules(t: Tournament) -> Rules:
    return rules_of(t.edition)


def settings(t: Tournament) -> Mapping[str, str | int | bool | None]:
    """Every setting with the value in force."""
    return _in_force(t.edition, tuple(sorted(t.settings.items())))


@lru_cache(maxsize=256)
def _in_force(
    edition: str, chosen: tuple[tuple[str, str | int | bool | None], ...]
) -> Mapping[str, str | int | bool | None]:
    checked = check_settings(rules_of(edition), dict(chosen))
    assert not isinstance(checked, Refusal), checked
    return checked


def situation(t: Tournament, kind: RoundKind = "swiss") -> Situation:
    return Situation(kind, t.structure, settings(t), t.teams)


def round_kind(t: Tournament, match: Match) -> RoundKind:
    """Swiss, a knock-out round, or the final (with its reset game)."""
    stage = t.stages[t.rounds[match.round].stage]
    if stage.kind == "swiss":
        return "swiss"
    if stage.kind == "final_match":
        return "final"
    game = plan(stage).by_number.get(match.game or 0)
    return "final" if game and game.side in ("final", "reset") else "knockout"


def clock(t: Tournament, number: int) -> int | None:
    """Minutes of a round: the document's, or what was announced instead; None = no limit (COM-TIME-1)."""
    kind = kind_of_round(t, number)
    if t.stages[t.rounds[number].stage].kind == "final_match":
        return None  # AMB-S13
    changed = t.minutes.get(kind, ...)
    minutes = rules(t).minutes(situation(t, kind)).minutes if changed is ... else changed
    return minutes if isinstance(minutes, int) else None


def open_results(t: Tournament) -> tuple[Match, ...]:
    """Matches of closed rounds whose result was annulled and not replaced yet (SWL-CHECK-2)."""
    closed = (n for n, r in sorted(t.rounds.items()) if r.status == "closed")
    return tuple(m for n in closed for m in t.in_round(n) if not m.final)


def begun(t: Tournament, stage: Stage) -> bool:
    """Whether a game of the stage has been played: its first clock started, or a result is in (AMB-G18)."""
    own = (r for r in t.rounds.values() if r.stage == stage.number)
    return stage.begun or any(m.result is not None for r in own for m in t.in_round(r.number))


def playing(t: Tournament, stage: Stage) -> tuple[PlayerNo, ...]:
    """Who is to be seated in the stage's latest round (COM-PAIR-1): not who has it as missed already."""
    number = max(t.rounds, default=0)
    return tuple(
        n
        for n in t.active()
        if (stage.number == 1 or n in stage.seeds)
        and number not in (*t.players[n].missed, *t.players[n].byes_granted)
    )


def kind_of_round(t: Tournament, number: int) -> RoundKind:
    played = [m for m in t.in_round(number) if m.kind == "match"]
    return round_kind(t, played[0]) if played else "swiss"


def bye_score(t: Tournament) -> SideScore:
    """What a bye is worth here (COM-BYE-1)."""
    return awards.bye(rules(t), settings(t))


def missed_score(t: Tournament) -> SideScore:
    """What a missed round is worth (COM-DROP-4)."""
    return awards.missed(rules(t), settings(t))


# ── who played whom ──────────────────────────────────────────────────────────


def swiss_rounds(t: Tournament) -> tuple[Round, ...]:
    """All Swiss rounds so far, also those before an earlier cut (CON-DEF-1, CON-DEF-3, AMB-C2).

    A knock-out is another stage: who met in Swiss may meet again there (COM-PAIR-3).
    """
    return tuple(r for _, r in sorted(t.rounds.items()) if t.stages[r.stage].kind == "swiss")


def was_played(match: Match) -> bool:
    """Whether the two really met: a forfeit is no meeting (AMB-G6)."""
    result = match.result
    return bool(result and result.status == "final" and Outcome(result.scores[0].outcome).played)


def met(t: Tournament, before: int | None = None) -> dict[PlayerNo, list[PlayerNo]]:
    """Opponents of every player in the Swiss rounds, in the order of the rounds (COM-PAIR-2)."""
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
    """How many byes each player has had, derived from the rounds and never from a flag (T24)."""
    counts = {n: len(p.byes_granted) for n, p in t.players.items()}
    for round_ in swiss_rounds(t):
        if before is None or round_.number < before:
            for match in t.in_round(round_.number):
                if match.kind in ("bye", "awarded_bye"):
                    counts[match.a] += 1
    return counts


# ── standings ────────────────────────────────────────────────────────────────


def counted_rounds(t: Tournament, stage: Stage, provisional: bool = False) -> tuple[Round, ...]:
    """The rounds whose results make the stage's standings: complete ones only (AMB-G9)."""
    carry = bool(settings(t).get("stage.carry_points", True))
    return tuple(
        r
        for r in swiss_rounds(t)
        if (r.stage == stage.number or (carry and r.stage < stage.number))
        and (r.status == "closed" or (provisional and r.status in ("published", "running")))
    )


def lines(t: Tournament, stage: Stage, provisional: bool = False) -> list[Line]:
    """One line for each player and counted round, with missed rounds and deductions.

    Points and margins of the rounds add up (ARM-SCORE-6).
    """
    rounds = counted_rounds(t, stage, provisional)
    out: list[Line] = []
    for round_ in rounds:
        for match in t.in_round(round_.number):
            out.extend(_match_lines(t, match))
    numbers = {r.number for r in rounds}
    for player in t.players.values():
        out.extend(_absent_lines(t, player, numbers))
    return _deduct(t, out, numbers)


def _match_lines(t: Tournament, match: Match) -> Iterator[Line]:
    if match.kind in ("bye", "awarded_bye"):
        score = bye_score(t)
        yield Line(match.a, None, Outcome(match.kind), score.points, score.mov, match.round)
    elif match.result and match.result.status == "final":
        for s in match.result.scores:
            yield Line(s.player, match.opponent(s.player), Outcome(s.outcome), s.points, s.mov, match.round)


def _absent_lines(t: Tournament, player: Player, rounds: set[int]) -> Iterator[Line]:
    if not (player.missed or player.byes_granted):
        return
    missed, bye = missed_score(t), bye_score(t)
    for number in rounds.intersection(player.missed):
        yield Line(player.number, None, Outcome.MISSED, missed.points, 0, number)
    for number in rounds.intersection(player.byes_granted):
        yield Line(player.number, None, Outcome.AWARDED_BYE, bye.points, bye.mov, number)


def _deduct(t: Tournament, out: list[Line], rounds: set[int]) -> list[Line]:
    """Points taken away as a sanction (COM-COND-8, SWL-SANC-3) count in the round they were given in.

    Before round 1 there is nothing to take them from: then they count in round 1.
    """
    for sanction in t.sanctions.values():
        if not sanction.points:
            continue
        own = [i for i, line in enumerate(out) if line.player == sanction.player]
        number = max(1, sanction.round)
        if own and number in rounds:
            at = next((i for i in own if out[i].round == number), own[-1])
            out[at] = out[at]._replace(deducted=out[at].deducted + sanction.points)
    return out


def entered(t: Tournament, stage: Stage) -> tuple[PlayerNo, ...]:
    """Everybody who belongs in the stage's table."""
    if stage.number == 1:
        return tuple(n for n, p in t.players.items() if p.status != "withdrawn")
    return tuple(n for n in stage.seeds if n is not None)


def staying(t: Tournament, stage: Stage) -> tuple[PlayerNo, ...]:
    """Who is still here and in the stage: not those whom an earlier cut left behind."""
    return tuple(n for n in entered(t, stage) if t.players[n].active)


def table(t: Tournament, stage: Stage | None = None, provisional: bool = False) -> tuple[Standing, ...]:
    """The Swiss standings of a stage (default: the latest Swiss stage)."""
    stage = stage or latest_swiss(t)
    players = (
        entered(t, stage) if stage else tuple(n for n, p in t.players.items() if p.status != "withdrawn")
    )
    rows = standings(
        rules(t).data,
        lines(t, stage, provisional) if stage else (),
        lots=stage.lots if stage else {},
        left={n for n, p in t.players.items() if p.status == "left"},
        disqualified={n for n, p in t.players.items() if p.status == "disqualified"},
        settings=settings(t),
        players=players,
    )
    return rows if stage is None or stage.number == 1 else _only(rows, frozenset(players))


def _only(rows: tuple[Standing, ...], players: frozenset[PlayerNo]) -> tuple[Standing, ...]:
    """The rows of those still in, ranked among themselves; the others only lend their strength."""
    kept = [row for row in rows if row.player in players]
    places = {row.rank: place for place, row in reversed(list(enumerate(kept, start=1)))}
    return tuple(replace(row, rank=places[row.rank]) for row in kept)


def latest_swiss(t: Tournament) -> Stage | None:
    return next((s for _, s in sorted(t.stages.items(), reverse=True) if s.kind == "swiss"), None)
