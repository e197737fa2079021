"""Why this rank in a table, why this seed in a cut: row by row."""

from collections.abc import Sequence

from komandor.core.cut import Cut
from komandor.core.ids import PlayerNo
from komandor.core.reasons import Reason, why
from komandor.core.standings.ranking import Standing


def why_rank(standings: Sequence[Standing], player: PlayerNo) -> Reason:
    """What put the player under the one above him, and over the one below."""
    place = next((i for i, row in enumerate(standings) if row.player == player), None)
    if place is None:
        return why("standing.no_position", "COM-DROP-6", player=player)
    row = standings[place]
    below = standings[place + 1 : place + 2]
    because = (row.reason, *(under.reason for under in below))
    params = {"player": player, "rank": row.rank, "points": row.points}
    return Reason("standing.rank", row.rule, params, because)


def why_seed(cut: Cut, player: PlayerNo) -> Reason:
    """Why the player has this seed, or none."""
    about = tuple(reason for reason in cut.reasons if reason.params.get("player") == player)
    if player in cut.seeds:
        seed = cut.seeds.index(player) + 1
        rule = "COM-CUT-3" if about else "COM-CUT-5"
        return Reason("cut.seed", rule, {"player": player, "seed": seed}, about)
    params = {"player": player, "size": cut.size}
    return Reason("cut.not_in", "COM-CUT-2", params, about or cut.reasons[:1])
