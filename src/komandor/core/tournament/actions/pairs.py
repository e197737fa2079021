"""The draw of a round: its key, the lots of ties, and the pairs that its kind of stage makes of them."""

from dataclasses import dataclass, replace
from typing import Annotated

from komandor.core.ids import PlayerNo, RoundNo
from komandor.core.lots import Lots
from komandor.core.pairing import WAY
from komandor.core.tournament.actions.action import Event
from komandor.core.tournament.readings.attendance import entered, playing
from komandor.core.tournament.round_lots import key_check, key_of, opens, tiebreak_lot
from komandor.core.tournament.state import Round, Stage, Tournament
from komandor.core.tournament.values import DrawnMatch, FieldRow

PAIRING = "pairing"


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundDrawn(Event):
    round: RoundNo
    stage: int
    link: Annotated[str, "c[round], hex"]
    head: str
    public: str
    key_check: Annotated[str, "SHA-256 of the round's key, hex"]
    order: Annotated[tuple[PlayerNo, ...], 'players by lot for the label "pairing"']
    matches: tuple[DrawnMatch, ...]
    floats: Annotated[tuple[tuple[PlayerNo, int, int], ...], "player, from points, to points"] = ()
    rematches: tuple[tuple[PlayerNo, PlayerNo], ...] = ()
    lots: Annotated[tuple[tuple[PlayerNo, int], ...], "last tie-break, drawn when a stage begins"] = ()
    starts: Annotated[tuple[tuple[PlayerNo, int], ...], "start numbers drawn with round 1"] = ()
    seeds: Annotated[tuple[PlayerNo | None, ...], "starting with a knock-out: the places as drawn"] = ()
    way: Annotated[int, "how counted arrangements take their seats (docs/algorithms/draw.md)"] = WAY
    field: Annotated[tuple[FieldRow, ...], "if it is another one than was frozen"] = ()

    def __post_init__(self) -> None:
        if self.way != WAY:
            raise ValueError(f"draws of way {self.way} are not read, only those of way {WAY}")


def make_draw(t: Tournament, round_: Round, link: str, public: str) -> tuple[Event, ...]:
    if not opens(t, round_.number, link):
        raise ValueError("the link does not open the commitment: wrong or damaged secret")
    key = key_of(t, round_.number, link, round_.head, public)
    stage, lots = t.stages[round_.stage], Lots(key)
    tiebreak = _lots(t, stage, lots)
    if tiebreak:  # drawn now, and used at once where the lot decides the bye of a later stage
        t = t.fork()
        t.stages[stage.number] = stage = replace(stage, lots=dict(tiebreak))
    made = stage.kind.pair(t, round_, stage, lots)
    seated = tuple(sorted(n for m in made["matches"] for n in (m.a, m.b) if n is not None))
    return (
        RoundDrawn(
            round=round_.number,
            stage=stage.number,
            link=link,
            head=round_.head,
            public=public,
            key_check=key_check(key),
            order=tuple(lots.order(seated, PAIRING)),
            lots=tiebreak,
            **made,
        ),
    )


def _lots(t: Tournament, stage: Stage, lots: Lots) -> tuple[tuple[PlayerNo, int], ...]:
    """One stored random number per player, drawn when a stage with standings begins (AMB-G8)."""
    if stage.kind.eliminates:
        return ()
    fresh = set(playing(t, stage)) - set(stage.lots)
    first = t.rounds_of(stage.number)[0].number
    if (stage.lots and not fresh) or first != t.round_number:
        return ()
    # also for those who have left: whoever comes back has to be ranked
    return tuple((n, tiebreak_lot(lots, n)) for n in entered(t, stage))
