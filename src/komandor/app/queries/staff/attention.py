"""Who waits for somebody of the staff: judge calls, disputed results, recommendations to disqualify."""

from dataclasses import dataclass
from typing import Literal

from komandor.core.ids import CallNo, MatchNo, PlayerNo
from komandor.core.tournament.judge_records import Call
from komandor.core.tournament.state import Match, Tournament

Kind = Literal["call", "appeal", "dispute", "disqualification"]
_OF_CALLS: dict[str, Kind] = {"open": "call", "appealed": "appeal"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Alert:
    """One thing that somebody has to act on. `since` is in milliseconds, None if it is not known."""

    kind: Kind
    players: tuple[PlayerNo, ...]
    table: int | None = None
    match: MatchNo | None = None
    call: CallNo | None = None
    since: int | None = None

    @property
    def key(self) -> str:
        """The same alert has the same key on every page."""
        return f"{self.kind}-{self.call or self.match or self.players[0]}"


def alerts(t: Tournament, leads: bool = True) -> tuple[Alert, ...]:
    """What nobody has taken on yet, calls first, the longest wait first.

    `leads`: whether the reader is a judge, a marshal or the organiser; others do not see recommendations.
    """
    called = sorted((x for x in t.calls.values() if x.state in _OF_CALLS), key=lambda x: (x.at, x.number))
    recommended = t.recommendations if leads else ()
    return (
        *(_of_call(t, call) for call in called),
        *(Alert(kind="dispute", players=m.players, table=m.table, match=m.number) for m in disputed(t)),
        *(
            Alert(kind="disqualification", players=(n,))
            for n in recommended
            if t.players[n].status != "disqualified"
        ),
    )


def whose_call(t: Tournament, call: Call) -> tuple[tuple[PlayerNo, ...], int | None]:
    """The players whom a call is about, and their table."""
    match = t.match(call.match)
    if match:
        return match.players, match.table
    return (call.player,) if call.player else (), call.table


def _of_call(t: Tournament, call: Call) -> Alert:
    players, table = whose_call(t, call)
    return Alert(
        kind=_OF_CALLS[call.state],
        players=players,
        table=table,
        match=call.match,
        call=call.number,
        since=call.at,
    )


def disputed(t: Tournament) -> tuple[Match, ...]:
    """The matches of this round whose players disagree about the result, by table."""
    here = t.in_round(t.round.number) if t.round else ()
    return tuple(m for m in here if m.result is not None and m.result.status == "disputed")
