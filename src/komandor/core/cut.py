"""Who goes on after the Swiss rounds, and who takes the place of one who leaves (COM-CUT).

`qualify` makes a cut; `leave`, `accept` and `decline` change it until the first knock-out
clock starts (AMB-G18).  After several leavers they are applied one after another.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from komandor.core.brackets.double import SIZES as DOUBLE_SIZES
from komandor.core.games.game import GameData
from komandor.core.ids import PlayerNo
from komandor.core.reasons import Param, Reason, Refusal, refuse, why
from komandor.core.standings.ranking import Standing


@dataclass(frozen=True, slots=True)
class Cut:
    """The players of the next stage, best seed first, and the line of those who may be asked."""

    size: int
    seeds: tuple[PlayerNo, ...]
    line: tuple[PlayerNo, ...] = ()
    replaced: tuple[PlayerNo, ...] = ()
    last_in: Standing | None = None
    first_out: Standing | None = None
    reasons: tuple[Reason, ...] = ()

    @property
    def asked(self) -> PlayerNo | None:
        """Who is to be asked now: the next in the standings, while a place is free (COM-CUT-4)."""
        return self.line[0] if self.line and len(self.seeds) < self.size else None

    @property
    def settled(self) -> bool:
        return self.asked is None

    @property
    def shrunk(self) -> bool:
        """Fewer players than places, and nobody left to ask (AMB-G30)."""
        return self.settled and len(self.seeds) < self.size


def qualify(data: GameData, standings: Sequence[Standing], size: int, custom: bool = False) -> Cut | Refusal:
    """The best `size` of the final Swiss table who are still here (COM-CUT-2, COM-CUT-5, AMB-G7)."""
    refusal = _wrong_size(data, size, custom)
    if refusal:
        return refusal
    here = [row for row in standings if not row.left]
    if len(here) < 2:
        return refuse("cut.too_few_players", "COM-CUT-2", players=len(here), size=size)
    chosen, rest = here[:size], here[size:]
    cut = Cut(
        size,
        tuple(row.player for row in chosen),
        tuple(row.player for row in rest),
        last_in=chosen[-1],
        first_out=rest[0] if rest else None,
    )
    return replace(cut, reasons=(_border(cut), *_shrinking(cut)))


def leave(cut: Cut, player: PlayerNo) -> Cut | Refusal:
    """A qualified player leaves, all below move up a seed (COM-CUT-3); in the line he is passed over."""
    if player in cut.line:
        return replace(cut, line=tuple(p for p in cut.line if p != player))
    if player not in cut.seeds:
        return refuse("cut.not_qualified", "COM-CUT-3", player=player)
    seeds = tuple(p for p in cut.seeds if p != player)
    cut = replace(cut, seeds=seeds, replaced=(*cut.replaced, player))
    reason = why("cut.left", "COM-CUT-3", player=player, asked=cut.asked)
    return _told(cut, reason)


def accept(cut: Cut, player: PlayerNo) -> Cut | Refusal:
    """The player who was asked joins as the last seed (COM-CUT-3)."""
    refusal = _wrong_answer(cut, player)
    if refusal:
        return refusal
    cut = replace(cut, seeds=(*cut.seeds, player), line=cut.line[1:])
    return _told(cut, why("cut.replacement", "COM-CUT-3", player=player, seed=len(cut.seeds)))


def decline(cut: Cut, player: PlayerNo) -> Cut | Refusal:
    """The player who was asked declines: the next one is asked (COM-CUT-4, AMB-G17)."""
    refusal = _wrong_answer(cut, player)
    if refusal:
        return refusal
    cut = replace(cut, line=cut.line[1:])
    return _told(cut, why("cut.declined", "COM-CUT-4", player=player, asked=cut.asked))


def _told(cut: Cut, reason: Reason) -> Cut:
    return replace(cut, reasons=(*cut.reasons, reason, *_shrinking(cut)))


def _wrong_answer(cut: Cut, player: PlayerNo) -> Refusal | None:
    if cut.asked == player:
        return None
    return refuse("cut.not_asked", "COM-CUT-4", player=player, asked=cut.asked)


def _wrong_size(data: GameData, size: int, custom: bool) -> Refusal | None:
    """The document's sizes; a custom structure may use any (AMB-A3), a poster has only its own (SWL-DE-3)."""
    fixed = data.elimination == "double"
    allowed = DOUBLE_SIZES if fixed else data.cuts
    if size in allowed or (custom and not fixed and size >= 2):
        return None
    return refuse("cut.size", "COM-CUT-2", size=size, sizes=tuple(allowed))


def _border(cut: Cut) -> Reason:
    """What separates the last one in from the first one out."""
    row = cut.first_out
    if row is None or cut.last_in is None:
        return why("cut.everyone", "COM-CUT-2", size=cut.size, players=len(cut.seeds))
    params: dict[str, Param] = {
        "last": cut.last_in.player,
        "first_out": row.player,
        "decided_by": row.decided_by,
    }
    return Reason("cut.border", "COM-CUT-5", params, (row.reason,))


def _shrinking(cut: Cut) -> tuple[Reason, ...]:
    if not cut.shrunk:
        return ()
    return (why("cut.shrunk", "COM-CUT-2", size=cut.size, players=len(cut.seeds)),)
