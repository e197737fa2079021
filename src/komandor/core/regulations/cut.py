"""Who qualifies for the next stage after the Swiss rounds (COM-CUT)."""

from collections.abc import Sequence

from komandor.core.ids import PlayerNo
from komandor.core.reasons import Refusal, refuse
from komandor.core.standings.ranking import Standing


def qualify(
    sizes: Sequence[int], standings: Sequence[Standing], size: int, any_size: bool = False
) -> tuple[PlayerNo, ...] | Refusal:
    """The best `size` players of the final Swiss standings who have not left, best seed first.

    `sizes` are those of the document, or of the bracket where it has fixed ones (SWL-DE-3).
    COM-CUT-2, COM-CUT-5, AMB-G7. With fewer players than `size` all of them qualify (AMB-G30).
    """
    if size not in sizes and not (any_size and size >= 2):  # a custom structure may use any (AMB-A3)
        return refuse("cut.size", "COM-CUT-2", size=size, sizes=tuple(sizes))
    here = [row.player for row in standings if not row.left]
    if len(here) < 2:
        return refuse("cut.too_few_players", "COM-CUT-2", players=len(here), size=size)
    return tuple(here[:size])
