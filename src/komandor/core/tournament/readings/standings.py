"""The Swiss standings of a stage, computed from the results."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace

from komandor.core.ids import PlayerNo
from komandor.core.outcomes import Outcome
from komandor.core.standings.ranking import Standing, standings
from komandor.core.standings.ranking import ranks_by_round as core_ranks_by_round
from komandor.core.standings.record import Adjustment, Growing, RoundLine, records
from komandor.core.tournament.readings.attendance import entered
from komandor.core.tournament.readings.meetings import swiss_rounds
from komandor.core.tournament.readings.regulations import bye_score, missed_score, rules, settings
from komandor.core.tournament.state import Player, Round, Stage, Tournament


def counted_rounds(
    t: Tournament, stage: Stage, provisional: bool = False, upto: int | None = None
) -> tuple[Round, ...]:
    """The rounds whose results make the stage's standings: complete ones only (AMB-G9).

    With `upto` only those up to this round.
    """
    carry = bool(settings(t).get("stage.carry_points", True))
    return tuple(
        r
        for r in swiss_rounds(t)
        if (r.stage == stage.number or (carry and r.stage < stage.number))
        and (r.status == "closed" or (provisional and r.open))
        and (upto is None or r.number <= upto)
    )


def last_counted(t: Tournament) -> int:
    """The last closed Swiss round; 0 before there is one."""
    return max((r.number for r in swiss_rounds(t) if r.status == "closed"), default=0)


def lines(t: Tournament, stage: Stage, provisional: bool = False, upto: int | None = None) -> list[RoundLine]:
    """One line for each player and counted round, with missed rounds, deductions and bonus points.

    Points and margins of the rounds add up (ARM-SCORE-6).
    """
    numbers: set[int] = {r.number for r in counted_rounds(t, stage, provisional, upto)}
    return _adjusted(t, _plain_lines(t, numbers), numbers)


def _plain_lines(t: Tournament, rounds: set[int]) -> list[RoundLine]:
    """The lines of these rounds as they were played."""
    out: list[RoundLine] = []
    for number in sorted(rounds):
        _play(t, number, out)
    for player in t.players.values():
        if player.missed or player.byes_granted:
            out.extend(_absent_lines(t, player, rounds))
    return out


def _play(t: Tournament, number: int, out: list[RoundLine]) -> None:
    """Add the lines of one round as it was played; written for speed, as `RoundLine` is."""
    bye, new = bye_score(t), tuple.__new__
    for match in t.in_round(number):
        a, result = match.a, match.result
        if match.kind != "match":
            out.append(RoundLine(a, None, Outcome(match.kind), bye.points, bye.mov, number))
        elif result and result.status == "final":
            for s in result.scores:
                other = match.b if s.player == a else a
                out.append(new(RoundLine, (s.player, other, s.outcome, s.points, s.mov, number, 0)))


def _adjusted(t: Tournament, out: list[RoundLine], rounds: set[int]) -> list[RoundLine]:
    return [*_deduct(t, out, rounds), *_bonus_lines(t, rounds)]


def _absent_lines(t: Tournament, player: Player, rounds: set[int]) -> Iterator[RoundLine]:
    missed, bye = missed_score(t), bye_score(t)
    for number in rounds.intersection(player.missed):
        yield RoundLine(player.number, None, Outcome.MISSED, missed.points, 0, number)
    for number in rounds.intersection(player.byes_granted):
        yield RoundLine(player.number, None, Outcome.AWARDED_BYE, bye.points, bye.mov, number)


def _bonus_lines(t: Tournament, rounds: set[int]) -> Iterator[RoundLine]:
    """Bonus points count in the player's own total, from the round after which they were given (AMB-G46)."""
    for player in t.players.values():
        for x in player.bonuses:
            if x.round in rounds:
                yield RoundLine(player.number, None, None, 0, 0, x.round, -x.points)


def _deduct(t: Tournament, out: list[RoundLine], rounds: set[int]) -> list[RoundLine]:
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


def total_points(t: Tournament) -> dict[PlayerNo, int]:
    """Everybody's points in the latest Swiss stage, as the standings begin, without their tie-breakers."""
    stage, below = latest_swiss(t), bool(settings(t)["sanction.points_below_zero"])
    points = records(lines(t, stage) if stage else (), t.players, below_zero=below).points
    return {n: points[n] for n in t.players}


def outcomes(
    t: Tournament, provisional: bool = False, swiss_only: bool = False
) -> Mapping[PlayerNo, tuple[Outcome, ...]]:
    """How the closed rounds of the whole event, or its Swiss rounds, ended for each player, in their order.

    With `provisional` the open round too.
    """
    out: dict[PlayerNo, list[Outcome]] = {n: [] for n in t.players}
    for number, round_ in sorted(t.rounds.items()):
        counts = round_.status == "closed" or (provisional and round_.open)
        if counts and not (swiss_only and t.stages[round_.stage].kind.eliminates):
            for line in _plain_lines(t, {number}):
                out[line.player] += [line.outcome] if line.outcome else []
    return {n: tuple(ends) for n, ends in out.items()}


def standings_of(
    t: Tournament, stage: Stage | None = None, provisional: bool = False, upto: int | None = None
) -> tuple[Standing, ...]:
    """The Swiss standings of a stage (default: the latest Swiss stage), or as they were after a round."""
    stage = stage or latest_swiss(t)
    players = entered(t, stage) if stage else t.entered
    rows = standings(
        rules(t).data,
        lines(t, stage, provisional, upto) if stage else (),
        lots=stage.lots if stage else {},
        left={n for n, p in t.players.items() if p.status == "left"},
        disqualified={n for n, p in t.players.items() if p.sent_away},
        settings=settings(t),
        players=players,
    )
    return rows if stage is None or stage.number == 1 else _only(rows, frozenset(players))


def ranks_by_round(t: Tournament, stage: Stage) -> Iterator[Mapping[PlayerNo, int]]:
    """The ranks of `standings_of` after each counted round, best first; each round is looked at once."""
    numbers, players = [r.number for r in counted_rounds(t, stage)], entered(t, stage)
    played = defaultdict[int, list[RoundLine]](list)
    for line in _plain_lines(t, {*numbers}):
        played[line.round].append(line)

    def adjusted(at: int, so_far: Growing) -> Iterator[Adjustment]:
        rounds: set[int] = {*numbers[: at + 1]}
        for x in t.sanctions.values():
            if x.points and max(1, x.round) in rounds and so_far.has(x.player):
                yield x.player, True, x.points
        yield from ((line.player, False, line.deducted) for line in _bonus_lines(t, rounds))

    away = {n for n, p in t.players.items() if p.sent_away}
    lines = [played[number] for number in numbers]
    data, lots = rules(t).data, stage.lots
    every = core_ranks_by_round(data, lines, adjusted, lots, away, settings(t), players, t.players)
    yield from every if stage.number == 1 else (_among(found, frozenset(players)) for found in every)


def _only(rows: tuple[Standing, ...], players: frozenset[PlayerNo]) -> tuple[Standing, ...]:
    """The rows of those still in, ranked among themselves; the others count only as opponents."""
    places = _among({row.player: row.rank for row in rows}, players)
    return tuple(replace(row, rank=places[row.player]) for row in rows if row.player in places)


def _among(found: Mapping[PlayerNo, int], players: frozenset[PlayerNo]) -> dict[PlayerNo, int]:
    """The ranks of these players among themselves."""
    kept = [(player, rank) for player, rank in found.items() if player in players]
    places = {rank: place for place, (_, rank) in reversed(list(enumerate(kept, start=1)))}
    return {player: places[rank] for player, rank in kept}


def latest_swiss(t: Tournament) -> Stage | None:
    return next(iter(swiss_stages(t)), None)


def swiss_stages(t: Tournament) -> tuple[Stage, ...]:
    """The stages that count in the standings, the latest first."""
    return tuple(s for _, s in sorted(t.stages.items(), reverse=True) if not s.kind.eliminates)
