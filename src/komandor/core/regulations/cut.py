"""Who qualifies for the next stage after the Swiss rounds (COM-CUT)."""

from collections.abc import Sequence

from komandor.core.brackets.double import SIZES as DOUBLE_SIZES
from komandor.core.games.game import GameData
from komandor.core.ids import PlayerNo
from komandor.core.reasons import Refusal, refuse
from komandor.core.standings.ranking import Standing


def qualify(
    data: GameData, standings: Sequence[Standing], size: int, custom: bool = False
) -> tuple[PlayerNo, ...] | Refusal:
    """The best `size` players of the final Swiss standings who have not left, best seed first.

    COM-CUT-2, COM-CUT-5, AMB-G7. With fewer players than `size` all of them qualify (AMB-G30).
    """
    refusal = _wrong_size(data, size, custom)
    if refusal:
        return refusal
    here = [row.player for row in standings if not row.left]
    if len(here) < 2:
        return refuse("cut.too_few_players", "COM-CUT-2", players=len(here), size=size)
    return tuple(here[:size])


def _wrong_size(data: GameData, size: int, custom: bool) -> Refusal | None:
    """Refuse sizes that the document does not name.

    A custom structure may use any size (AMB-A3); double elimination exists in fixed sizes only (SWL-DE-3).
    """
    double = data.elimination == "double"
    allowed = DOUBLE_SIZES if double else data.cuts
    if size in allowed or (custom and not double and size >= 2):
        return None
    return refuse("cut.size", "COM-CUT-2", size=size, sizes=tuple(allowed))
