"""What a player's phone should notify them about."""

from dataclasses import dataclass

from komandor.app.queries.player.my_table import MyTable
from komandor.core.tournament.state import Tournament


@dataclass(frozen=True, slots=True)
class Notification:
    """Something that is true now and worth one notification. The phone notifies once per `key`."""

    key: str
    code: str
    number: int = 0


def notifications(t: Tournament, view: MyTable) -> tuple[Notification, ...]:
    """All notifications due now. They come from the current state, so a phone that slept misses nothing."""
    out: list[Notification] = []
    match = view.match
    current = t.round
    if current and current.open and match:
        moved = view.opponent and any(x.code == "swapped" for x in view.changes)
        seat = f"round-{match.round}-{match.number}-{match.table}-{view.opponent}"
        out.append(Notification(seat, "reseated" if moved else "published"))
        if current.clock is not None and current.clock.paused_at is None:
            out.append(Notification(f"clock-{match.round}", "clock"))
        result = {"confirm": "reported", "disputed": "disputed", "done": "confirmed"}.get(view.state)
        if result:
            out.append(Notification(f"{result}-{match.number}-{view.seen}", result))
        if view.extension:
            out.append(
                Notification(f"extension-{match.number}-{view.extension}", "extension", view.extension)
            )
    calls = {"taken": "coming", "ruled": "ruled", "final": "verdict"}
    out.extend(
        Notification(f"call-{c.number}-{c.state}", calls[c.state], c.number)
        for c in view.calls
        if c.state in calls
    )
    changes = sorted(view.changes, key=lambda x: x.code == "sanction")  # the phone announces the last one
    out.extend(Notification(f"change-{x.seq}", x.code) for x in changes if x.code != "swapped")
    out.extend(Notification(f"notice-{n}", "notice", n) for n in t.notices)
    if view.state in ("registered", "soon"):
        out.append(Notification("place", "place"))  # news for whoever was on the waiting list
    if view.state == "finished":
        out.append(Notification("finished", "finished"))
    return tuple(out)
