"""From the form of a new event to the command; copying an earlier one brings everything that fits."""

from collections.abc import Mapping
from typing import Any

from komandor.app.handle import now
from komandor.core.games.game import Rules
from komandor.core.tournament import commands as c
from komandor.core.tournament.events import StagePlan
from komandor.core.tournament.state import Tournament
from komandor.web.jinja import day

EMPTY: Mapping[str, Any] = {
    "level": "", "structure": "", "event_kind": "unofficial", "name": "", "place": "", "tables": "",
    "rounds": "", "cut": "", "teams": "", "organiser": "", "copy": "", "expected": "",
}  # fmt: skip


def defaults(rules: Rules, earlier: Tournament | None) -> Mapping[str, Any]:
    """Sensible values, or those of an earlier event of the same game."""
    values = {**EMPTY, "date": day(now())}
    if earlier is None or earlier.edition != rules.id:
        return values
    swiss = next((s for s in earlier.custom if s.kind == "swiss"), None)
    cut = next((s for s in earlier.custom if s.kind != "swiss"), None)
    return values | {
        "level": earlier.level, "structure": earlier.structure, "event_kind": earlier.event_kind,
        "name": earlier.name, "place": earlier.place, "tables": earlier.tables,
        "rounds": swiss.rounds if swiss else "", "cut": cut.cut if cut else "", "copy": earlier.id,
        "teams": "1" if earlier.teams else "",
    }  # fmt: skip


def wish(rules: Rules, data: Mapping[str, str], earlier: Tournament | None) -> c.CreateTournament:
    """The event that the form asks for. Settings, stages, minutes and missions come with a copy."""
    structure = data.get("structure", "")
    same = earlier if earlier is not None and earlier.edition == rules.id else None
    own = stages_of(rules, data) if structure == "custom" or not rules.data.structures else ()
    return c.CreateTournament(
        "", rules.id, data.get("name", "").strip()[:120], data.get("date", "") or day(now()), "",
        level=data.get("level", ""),
        structure=structure,
        event_kind=data.get("event_kind", "other"),
        place=data.get("place", "").strip()[:120],
        teams=bool(data.get("teams")),
        tables=data.get("tables", "").strip(),
        stages=_kept_stages(same, own, structure),
        minutes=dict(same.minutes) if same else {},
        settings=dict(same.settings) if same else {},
        missions=same.missions if same else (),
    )  # fmt: skip


def _kept_stages(
    same: Tournament | None, own: tuple[StagePlan, ...], structure: str
) -> tuple[StagePlan, ...]:
    """Stages finer than the short form can say (a second Swiss stage) survive copying unless changed."""
    if same is None or structure != same.structure or len(same.custom) < 3:
        return own
    return same.custom if _short(same.custom) == _short(own) else own


def _short(stages: tuple[StagePlan, ...]) -> tuple[int, int]:
    swiss = next((s.rounds for s in stages if s.kind == "swiss"), 0)
    return swiss, next((s.cut for s in stages if s.kind != "swiss"), 0)


def stages_of(rules: Rules, data: Mapping[str, str]) -> tuple[StagePlan, ...]:
    """Custom: a number of Swiss rounds (0 = none), then a cut (0 = none); nothing typed = proposed later."""
    rounds, cut = (number(data.get(key, "")) for key in ("rounds", "cut"))
    if rounds is None and cut is None:
        return ()
    if rounds == 0:
        return (StagePlan(rules.data.elimination),)
    swiss = StagePlan("swiss", rounds or 3)
    return (swiss, StagePlan(rules.data.elimination, 0, cut)) if cut else (swiss,)


def number(text: str) -> int | None:
    text = str(text).strip()
    return int(text) if text.isdecimal() and len(text) < 6 else None
