"""Players' lists: handed in or not, what the program found, what a leader decided."""

from collections.abc import Mapping
from dataclasses import dataclass

from komandor.core.ids import PlayerNo
from komandor.core.reasons import Reason
from komandor.core.tournament.readings.lists import ListState, list_problems, list_state, reason_of
from komandor.core.tournament.readings.regulations import settings
from komandor.core.tournament.state import ListVersion, Tournament

SHOWS: tuple[str, ...] = ("all", "missing", "illegal", "undecided", "waiting", "legal")
GROUP = {"problems": "illegal"}
"""States that are shown under the name of another: the program and a leader both find lists illegal."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListRow:
    player: PlayerNo
    state: ListState
    problems: tuple[Reason, ...]
    versions: int
    amended: bool
    significant: bool
    catalogue: str = ""  # the card data by which it was judged
    decided: str = ""  # what a leader decided
    note: str = ""  # and why
    overridden: bool = False  # a leader calls it legal although the program found a broken rule

    @property
    def group(self) -> str:
        """Missing, illegal, undecided, waiting or legal."""
        return GROUP.get(self.state, self.state)


@dataclass(frozen=True, slots=True)
class ListsView:
    rows: tuple[ListRow, ...]
    counts: Mapping[str, int]
    required: bool
    locked: bool  # round 1 was drawn: lists can only be amended with a reason


def lists_view(t: Tournament, show: str = "all") -> ListsView:
    every = tuple(list_row(t, n) for n in t.active())
    counts = {one: sum(1 for r in every if one in ("all", r.group)) for one in SHOWS}
    rows = tuple(r for r in every if show not in SHOWS or show in ("all", r.group))
    return ListsView(rows, counts, bool(settings(t).get("lists.required")), bool(t.rounds))


def list_row(t: Tournament, number: PlayerNo) -> ListRow:
    player = t.players[number]
    found, broken = player.list_found, False
    problems: tuple[Reason, ...] = ()
    if found:
        problems = tuple(reason_of(one) for one in found.problems if one.severity != "note")
        broken = found.decision == "illegal"
    elif player.lists:
        problems = list_problems(t, player.lists[-1].content)
        broken = bool(problems)
    return ListRow(
        player=number,
        state=list_state(t, number),
        problems=problems,
        versions=len(player.lists),
        amended=any(v.amended for v in player.lists),
        significant=any(v.significant for v in player.lists),
        catalogue=found.catalogue if found else "",
        decided=player.list_verdict,
        note=player.list_note,
        overridden=broken and player.list_verdict == "legal",
    )


def versions(t: Tournament, number: PlayerNo) -> tuple[tuple[int, ListVersion], ...]:
    """All versions, newest first; old ones are kept (COM-LIST-5)."""
    return tuple(reversed(tuple(enumerate(t.players[number].lists, start=1))))
