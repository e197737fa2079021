"""What a command would change, shown before it is sent: standings, draws, cut, phase, and coming late."""

from dataclasses import dataclass

from komandor.core.ids import PlayerNo
from komandor.core.reasons import Refusal
from komandor.core.tournament import commands as c
from komandor.core.tournament.actions import decide, evolve
from komandor.core.tournament.readings.cut import cut_size, seeds_would_differ
from komandor.core.tournament.readings.knockout import played_in
from komandor.core.tournament.readings.meetings import met
from komandor.core.tournament.readings.regulations import bye_score
from komandor.core.tournament.readings.standings import standings_of
from komandor.core.tournament.replay import Numbered
from komandor.core.tournament.state import Tournament
from komandor.core.tournament.undo import check
from komandor.core.tournament.values import PLAYING, LateChoice, Phase


@dataclass(frozen=True, slots=True)
class Moved:
    player: PlayerNo
    before: int | None  # place
    after: int | None
    points_before: int
    points_after: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """The difference. `draws` are later rounds that would have been paired in another way."""

    moved: tuple[Moved, ...]
    cut_in: tuple[PlayerNo, ...] = ()
    cut_out: tuple[PlayerNo, ...] = ()
    draws: tuple[int, ...] = ()
    seeds_stand: bool = False  # the seeds would now be in another order, and their stage is being played
    phase_before: Phase
    phase_after: Phase
    after: Tournament

    @property
    def draws_played(self) -> tuple[int, ...]:
        """Those of them that stay as they were played."""
        return tuple(n for n in self.draws if played_in(self.after, self.after.rounds[n]))

    @property
    def draws_open(self) -> tuple[int, ...]:
        """Those of them that nobody has begun: the next step asks about them (AMB-G45)."""
        return tuple(n for n in self.draws if n not in self.draws_played)

    @property
    def named(self) -> tuple[Moved, ...]:
        """Those worth naming: during a round whose points change, because places move with every result."""
        if self.after.phase not in PLAYING:
            return self.moved
        return tuple(
            m for m in self.moved if m.points_before != m.points_after or None in (m.before, m.after)
        )

    @property
    def unsettled(self) -> bool:
        """Whether other results of the round will still move every place."""
        t = self.after
        return t.phase in PLAYING and any(not m.result for m in t.in_round(t.round_number))

    @property
    def nothing(self) -> bool:
        return not (self.moved or self.cut_in or self.cut_out or self.phase_before != self.phase_after)


def effect_of(t: Tournament, command: c.Command, ctx: c.Context) -> Effect | Refusal:
    """What this command would change now, or why it is refused."""
    answer = decide(t, command, ctx)
    if isinstance(answer, Refusal):
        return answer
    after = t.fork()
    for event in answer:
        evolve(after, event, after.version + 1)
    return compare(t, after)


def effect_of_undo(
    t: Tournament, history: tuple[Numbered, ...], targets: tuple[int, ...]
) -> Effect | Refusal:
    """What undoing these records would change, or why it is refused."""
    after = check(history, targets)
    return after if isinstance(after, Refusal) else compare(t, after)


def compare(before: Tournament, after: Tournament) -> Effect:
    """The difference between two states of a tournament."""
    old = {r.player: (r.rank, r.points) for r in standings_of(before, provisional=True)}
    new = {r.player: (r.rank, r.points) for r in standings_of(after, provisional=True)}
    moved = tuple(
        Moved(
            n,
            old.get(n, (None, 0))[0],
            new.get(n, (None, 0))[0],
            old.get(n, (0, 0))[1],
            new.get(n, (0, 0))[1],
        )
        for n in dict.fromkeys([*new, *old])
        if old.get(n) != new.get(n)
    )
    size = cut_size(before.announced)
    was, now = _top(before, size), _top(after, size)
    return Effect(
        moved=moved,
        cut_in=tuple(n for n in now if n not in was),
        cut_out=tuple(n for n in was if n not in now),
        draws=_later_draws(before, after),
        seeds_stand=seeds_would_differ(after) and not seeds_would_differ(before),
        phase_before=before.phase,
        phase_after=after.phase,
        after=after,
    )


def _top(t: Tournament, size: int) -> tuple[PlayerNo, ...]:
    return tuple(r.player for r in standings_of(t, provisional=True) if not r.left)[:size]


def _later_draws(before: Tournament, after: Tournament) -> tuple[int, ...]:
    """Swiss rounds already drawn that would have had other score groups or former opponents."""
    from komandor.app.queries.everybody.rounds import points_before

    swiss = [(n, r) for n, r in sorted(before.rounds.items()) if not before.stages[r.stage].kind.eliminates]
    return tuple(
        n
        for n, r in swiss
        if n in after.rounds
        and (
            points_before(before, n) != points_before(after, n)
            or met(before, r.stage, n) != met(after, r.stage, n)
        )
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class LateEntry:
    """One way to come in, as it would be."""

    opponent: PlayerNo | None  # who has the bye now and would play
    bye_points: int  # what the bye is worth that they lose
    table: int | None
    first: int  # the round from which they play
    missed: tuple[int, ...]  # rounds lost without them
    bye: bool  # they get the bye of this round
    points: int
    place: int
    ranked: int  # in the standings, with them; who has left keeps a place
    players: int  # who play on, with them
    lower: tuple[PlayerNo, ...]  # who would stand lower than now
    bye_next: bool  # the next round would have an odd number of players


def late_entry(t: Tournament, choice: LateChoice) -> LateEntry | Refusal:
    """What this way would change now, or why it is not possible."""
    command = c.EnterLate(choice, members=2 if t.teams else 1, reason="-")  # asked for with the answer
    effect = effect_of(t, command, c.TRYING)
    if isinstance(effect, Refusal):
        return effect
    after = effect.after
    number = max(after.players)
    player, own = after.players[number], next((m for m in effect.moved if m.player == number), None)
    match = next((m for m in after.in_round(after.round_number) if number in m.players), None)
    return LateEntry(
        opponent=match.opponent(number) if match else None,
        bye_points=bye_score(t).points,
        table=match.table if match else None,
        first=player.entered,
        missed=player.missed,
        bye=bool(player.byes_granted),
        points=own.points_after if own else 0,
        place=(own and own.after) or 0,
        ranked=len(standings_of(after, provisional=True)),
        players=len(after.active()),
        lower=tuple(m.player for m in effect.moved if m.before and m.after and m.after > m.before),
        bye_next=len(after.active()) % 2 == 1,
    )
