"""What a command would change, shown before it is sent: standings, draws, cut, phase."""

from dataclasses import dataclass

from komandor.core.ids import PlayerNo
from komandor.core.reasons import Refusal
from komandor.core.tournament import commands as c
from komandor.core.tournament.actions import decide, evolve
from komandor.core.tournament.readings.cut import cut_size
from komandor.core.tournament.readings.meetings import met
from komandor.core.tournament.readings.standings import standings_of
from komandor.core.tournament.replay import Numbered
from komandor.core.tournament.state import Tournament
from komandor.core.tournament.undo import check
from komandor.core.tournament.values import Phase


@dataclass(frozen=True, slots=True)
class Moved:
    player: PlayerNo
    before: int | None  # place
    after: int | None
    points_before: int
    points_after: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """The difference. `draws` are later rounds that would have been paired in another way; they stay."""

    moved: tuple[Moved, ...]
    cut_in: tuple[PlayerNo, ...] = ()
    cut_out: tuple[PlayerNo, ...] = ()
    draws: tuple[int, ...] = ()
    phase_before: Phase
    phase_after: Phase
    after: Tournament

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
        phase_before=before.phase,
        phase_after=after.phase,
        after=after,
    )


def _top(t: Tournament, size: int) -> tuple[PlayerNo, ...]:
    return tuple(r.player for r in standings_of(t, provisional=True) if not r.left)[:size]


def _later_draws(before: Tournament, after: Tournament) -> tuple[int, ...]:
    """Swiss rounds already drawn that would have had other score groups or former opponents."""
    from komandor.app.queries.everybody.rounds import points_before

    swiss = [n for n, r in sorted(before.rounds.items()) if not before.stages[r.stage].kind.eliminates]
    return tuple(
        n
        for n in swiss
        if n in after.rounds
        and (points_before(before, n) != points_before(after, n) or met(before, n) != met(after, n))
    )
