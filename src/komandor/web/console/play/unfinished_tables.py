"""The tables that still play, grouped by when their time ends."""

from dataclasses import dataclass

from komandor.app.queries.rounds import RoundView, Row

MINUTE = 60_000


@dataclass(frozen=True, slots=True)
class Until:
    """Tables whose time ends together."""

    ends: int | None  # milliseconds since 1970
    rows: tuple[Row, ...]
    over: bool = False
    extended: bool = False


def still_playing(view: RoundView, now: int) -> tuple[Until, ...]:
    """Unfinished tables by the end of their time, the common end first (COM-LOST-3, AMB-G28)."""
    groups: dict[int | None, list[Row]] = {}
    for row in view.missing:
        groups.setdefault(_ends(view, row), []).append(row)
    return tuple(
        Until(ends, tuple(rows), ends is not None and ends <= now, any(r.extension for r in rows))
        for ends, rows in sorted(groups.items(), key=lambda item: item[0] or 0)
    )


def _ends(view: RoundView, row: Row) -> int | None:
    common = view.clock.ends
    return None if common is None else common + row.extension * MINUTE
