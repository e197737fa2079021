"""Players' lists: submitted or not, problems by the rules, the judges' decision."""

from collections.abc import Mapping
from dataclasses import dataclass

from komandor.core.ids import PlayerNo
from komandor.core.reasons import Reason
from komandor.core.tournament.readings.lists import ListState, list_problems, list_state
from komandor.core.tournament.readings.regulations import settings
from komandor.core.tournament.state import ListVersion, Tournament

SHOWS: tuple[str, ...] = ("all", "missing", "problems", "waiting", "illegal", "legal")


@dataclass(frozen=True, slots=True, kw_only=True)
class ListRow:
    player: PlayerNo
    state: ListState
    problems: tuple[Reason, ...]
    versions: int
    amended: bool
    significant: bool


@dataclass(frozen=True, slots=True)
class ListsView:
    rows: tuple[ListRow, ...]
    counts: Mapping[str, int]
    required: bool
    locked: bool  # round 1 was drawn: lists can only be amended with a reason


def lists_view(t: Tournament, show: str = "all") -> ListsView:
    every = tuple(list_row(t, n) for n in t.active())
    counts = {one: sum(1 for r in every if one in ("all", r.state)) for one in SHOWS}
    rows = tuple(r for r in every if show not in SHOWS or show in ("all", r.state))
    return ListsView(rows, counts, bool(settings(t).get("lists.required")), bool(t.rounds))


def list_row(t: Tournament, number: PlayerNo) -> ListRow:
    player = t.players[number]
    problems = list_problems(t, player.lists[-1].content) if player.lists else ()
    return ListRow(
        player=number,
        state=list_state(t, number),
        problems=problems,
        versions=len(player.lists),
        amended=any(v.amended for v in player.lists),
        significant=any(v.significant for v in player.lists),
    )


def versions(t: Tournament, number: PlayerNo) -> tuple[tuple[int, ListVersion], ...]:
    """All versions, newest first; old ones are kept (COM-LIST-5)."""
    return tuple(reversed(tuple(enumerate(t.players[number].lists, start=1))))
