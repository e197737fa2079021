"""The structure and the minutes as forms, and back to what the event is changed to."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from komandor.app.queries.schedule import DayPlan
from komandor.core.games.game import Clock, RoundKind, Rules
from komandor.core.regulations.structures import structures_of
from komandor.core.tournament.events import StagePlan
from komandor.core.tournament.readings.regulations import rules, situation
from komandor.core.tournament.state import Tournament
from komandor.web.i18n import N_

MOST_STAGES = 4
KINDS: tuple[RoundKind, ...] = ("swiss", "knockout", "final")
OWN_ROUNDS = N_("Your own rounds and cut; rounds are proposed from attendance.")


@dataclass(frozen=True, slots=True)
class StageRow:
    """One line of the stage editor."""

    index: int
    kind: str = ""
    rounds: str = ""
    cut: str = ""


@dataclass(frozen=True, slots=True)
class MinutesRow:
    kind: RoundKind
    document: Clock
    now: int | None
    changed: bool


def choices(t: Tournament, say: Callable[[str], str]) -> list[Mapping[str, Any]]:
    """The structures of the game, each with what it means by attendance."""
    return [
        {"value": one, "rows": table(rules(t), one), "text": say(OWN_ROUNDS)}
        for one in structures_of(rules(t))
    ]


def table(game: Rules, name: str) -> tuple[tuple[str, int, int], ...]:
    """Rows of the document's table: players, rounds, cut."""
    rows = game.data.structures.get(name, ())
    return tuple((f"{r.low}–{r.high}" if r.high else f"{r.low}+", r.rounds, r.cut) for r in rows)


def rows(t: Tournament, typed: Mapping[str, str]) -> tuple[StageRow, ...]:
    """What stands in the editor: as typed, else the event's own stages."""
    if "stage.0.kind" in typed:
        names = ("kind", "rounds", "cut")
        return tuple(
            StageRow(n, *(typed.get(f"stage.{n}.{key}", "") for key in names)) for n in range(MOST_STAGES)
        )
    plans = t.custom or (t.announced if t.structure != "custom" or t.rounds else ())
    kept = [StageRow(n, s.kind, _text(s.rounds), _text(s.cut)) for n, s in enumerate(plans[:MOST_STAGES])]
    return (*kept, *(StageRow(n) for n in range(len(kept), MOST_STAGES)))


def _text(number: int) -> str:
    return str(number) if number else ""


def changed(t: Tournament, data: Mapping[str, str]) -> dict[str, Any]:
    wanted = data.get("structure", t.structure)
    if wanted != "custom":
        return {"structure": wanted} if wanted != t.structure else {}
    stages = stages_of(data)
    if wanted == t.structure and stages == t.custom:
        return {}
    plans = tuple({"kind": s.kind, "rounds": s.rounds, "cut": s.cut} for s in stages)
    return {"structure": "custom", "stages": plans}


def stages_of(data: Mapping[str, str]) -> tuple[StagePlan, ...]:
    """The stages as typed; lines without a kind are left out."""
    out = []
    for n in range(MOST_STAGES):
        kind: Any = data.get(f"stage.{n}.kind", "")
        if kind:
            rounds, cut = (_whole(data.get(f"stage.{n}.{key}", "")) for key in ("rounds", "cut"))
            out.append(StagePlan(kind, rounds if kind == "swiss" else 0, cut))
    return tuple(out)


def minutes(t: Tournament) -> tuple[MinutesRow, ...]:
    return tuple(_minutes(t, kind) for kind in KINDS)


def _minutes(t: Tournament, kind: RoundKind) -> MinutesRow:
    document = rules(t).minutes(situation(t, kind))
    own = t.minutes.get(kind, document.minutes)
    return MinutesRow(
        kind, document, own if isinstance(own, int) else None, kind in t.minutes and own != document.minutes
    )


def minutes_changed(t: Tournament, data: Mapping[str, str]) -> dict[str, Any]:
    """An empty field goes back to the document's minutes."""
    wanted: dict[str, Any] = {}
    for row in minutes(t):
        text = data.get(f"minutes.{row.kind}", "").strip()
        value = int(text) if re.fullmatch(r"\d{1,4}", text) else row.document.minutes
        if value != row.now:
            wanted[row.kind] = value
    return {"minutes": wanted} if wanted else {}


def wished(data: Mapping[str, str], before: DayPlan) -> DayPlan:
    start = data.get("start", "")
    valid = re.fullmatch(r"([01]\d|2[0-3]):[0-5]\d", start)
    pause = data.get("pause", "")
    return DayPlan(
        start if valid else before.start, min(240, int(pause)) if pause.isdecimal() else before.pause
    )


def _whole(text: str) -> int:
    text = text.strip()
    return int(text) if text.isdecimal() and len(text) < 5 else 0
