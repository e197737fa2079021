"""From the form of a new event to the command; copying an earlier one brings everything that fits."""

from collections.abc import Mapping
from typing import get_args

from komandor.app.handle import now
from komandor.core.games.game import LEVELS, Rules
from komandor.core.regulations.levels import KINDS, level_for, public_numbers_for
from komandor.core.regulations.structures import CUSTOM, structures_of
from komandor.core.tournament import commands as c
from komandor.core.tournament.stage_kinds import stage_kind
from komandor.core.tournament.stage_kinds.swiss import SWISS
from komandor.core.tournament.state import Tournament
from komandor.core.tournament.values import MOST_ROUNDS, PublicSource, StagePlan
from komandor.web.forms.fields import LINE, MOST_PLAYERS, Fields
from komandor.web.rendering.jinja import day

NAMES = "level structure name place tables rounds cut teams organiser copy expected public".split()
PUBLIC = "draw.public"
PUBLIC_SOURCES: tuple[PublicSource, ...] = get_args(PublicSource)
EMPTY: Mapping[str, str] = {"event_kind": "unofficial", **dict.fromkeys(NAMES, "")}


def defaults(rules: Rules, earlier: Tournament | None) -> Mapping[str, str]:
    """Sensible values, or those of an earlier event of the same game."""
    values = {**EMPTY, "date": day(now())}
    if earlier is None or earlier.edition != rules.id:
        return values
    swiss, cut = _first(earlier.custom, finals=False), _first(earlier.custom, finals=True)
    copied = ("level", "structure", "event_kind", "name", "place", "tables")
    return values | {
        **{key: str(getattr(earlier, key)) for key in copied},
        "rounds": str(swiss.rounds) if swiss else "0" if earlier.custom else "",
        "cut": str(cut.cut) if cut else "",
        "copy": earlier.id,
        "teams": "1" if earlier.teams else "",
        "public": str(earlier.settings.get(PUBLIC, "")),
    }


def event_from(rules: Rules, fields: Fields, earlier: Tournament | None) -> c.CreateTournament:
    """The event that the form asks for. Settings, stages, minutes and missions come with a copy."""
    structure = fields.choice("structure", (*structures_of(rules), ""), "")
    same = earlier if earlier is not None and earlier.edition == rules.id else None
    own = stages_of(rules, fields) if structure == CUSTOM or not rules.data.structures else ()
    return c.CreateTournament(
        id="",
        game=rules.id,
        name=fields.text("name", LINE, label="event_name"),
        date=fields.text("date", LINE) or day(now()),
        commitment="",
        level=fields.choice("level", (*LEVELS, ""), ""),
        structure=structure,
        event_kind=fields.choice("event_kind", KINDS, "other"),
        place=fields.text("place", LINE),
        teams=fields.ticked("teams"),
        tables=fields.text("tables", LINE),
        stages=_kept_stages(same, own, structure),
        minutes=dict(same.minutes) if same else {},
        settings={**(same.settings if same else {}), PUBLIC: _public(rules, fields)},
        missions=same.missions if same and not same.outline_overrides else (),
    )


def _public(rules: Rules, fields: Fields) -> str:
    """What the event is drawn with: as chosen, else what its level proposes."""
    proposed = level_for(rules.data, fields.choice("event_kind", KINDS, "other"))[0]
    level = fields.choice("level", (*LEVELS, ""), "") or proposed
    return fields.choice("public", (*PUBLIC_SOURCES, ""), "") or public_numbers_for(level)


def brought_along(rules: Rules, earlier: Tournament | None) -> tuple[c.Command, ...]:
    """What a copy takes over beside the form: names in public, the outline, missions that it allows."""
    if earlier is None or earlier.edition != rules.id:
        return ()
    outlined = bool(earlier.outline or earlier.outline_overrides)
    outline = (c.AttachOutline(earlier.outline, earlier.outline_overrides),) if outlined else ()
    missions = {"missions": earlier.missions} if earlier.outline_overrides and earlier.missions else {}
    chosen = {name: getattr(earlier, name) for name in ("public_names", "table_order")}
    return (*outline, c.ChangeEvent({**chosen, **missions}))


def _kept_stages(
    same: Tournament | None, own: tuple[StagePlan, ...], structure: str
) -> tuple[StagePlan, ...]:
    """Stages that the short form cannot say (a second Swiss stage, double knock-out) survive copying."""
    if same is None or structure != same.structure:
        return own
    return same.custom if _short(same.custom) == _short(own) else own


def _short(stages: tuple[StagePlan, ...]) -> tuple[int, int]:
    swiss, cut = _first(stages, finals=False), _first(stages, finals=True)
    return swiss.rounds if swiss else 0, cut.cut if cut else 0


def _first(stages: tuple[StagePlan, ...], finals: bool) -> StagePlan | None:
    """The first stage that eliminates, or that does not."""
    return next((s for s in stages if stage_kind(s.kind).eliminates == finals), None)


def stages_of(rules: Rules, fields: Fields) -> tuple[StagePlan, ...]:
    """Custom: a number of Swiss rounds (0 = none), then a cut (0 = none); nothing typed = proposed later.

    Teams of two play Swiss rounds only (SWL-2V2-4): a cut that was typed before them is hidden, and left out.
    """
    rounds = fields.optional_number("rounds", 0, MOST_ROUNDS)
    cut = None if fields.ticked("teams") else fields.optional_number("cut", 0, MOST_PLAYERS)
    if rounds is None and cut is None:
        return ()
    if rounds == 0:
        return (StagePlan(rules.data.elimination),)
    swiss = StagePlan(SWISS.key, rounds or 3)
    return (swiss, StagePlan(rules.data.elimination, 0, cut)) if cut else (swiss,)
