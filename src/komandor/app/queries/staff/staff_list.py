"""Those who run the event: whether they play, and who rules in their games then (COM-PART-2)."""

from dataclasses import dataclass

from komandor.core.ids import PlayerNo, StaffNo
from komandor.core.reasons import Reason
from komandor.core.tournament.readings.leaders import may_not_play, staff_besides
from komandor.core.tournament.state import Staff, Tournament


@dataclass(frozen=True, slots=True)
class StaffRow:
    staff: Staff
    player: PlayerNo | None  # their number as a player
    objections: tuple[Reason, ...]  # why they may not play
    others: tuple[StaffNo, ...]  # who could rule in their games


def staff_view(t: Tournament) -> tuple[StaffRow, ...]:
    """Everybody who is on the staff now."""
    return tuple(_row(t, one) for one in t.staff.values() if not one.dismissed)


def _row(t: Tournament, one: Staff) -> StaffRow:
    plays = next((p.number for p in t.players.values() if p.staff == one.number and p.active), None)
    leaders = tuple(s.number for s in staff_besides(t, one.number) if s.leads)
    return StaffRow(one, plays, may_not_play(t, one.number, one.roles), leaders)
