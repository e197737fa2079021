"""The kinds of stage, one module each. Nothing outside this package asks which kind a stage is of."""

from collections.abc import Iterable

from komandor.core.ids import StageKey
from komandor.core.tournament.stage_kind import StageKind
from komandor.core.tournament.stage_kinds.double import DOUBLE
from komandor.core.tournament.stage_kinds.final_match import FINAL_MATCH
from komandor.core.tournament.stage_kinds.single import SINGLE
from komandor.core.tournament.stage_kinds.swiss import SWISS
from komandor.core.tournament.values import StagePlan

KINDS: tuple[StageKind, ...] = (SWISS, SINGLE, DOUBLE, FINAL_MATCH)


def stage_kind(key: str) -> StageKind:
    """The kind of stage with this key; an unknown one is an error."""
    for kind in KINDS:
        if kind.key == key:
            return kind
    raise ValueError(f"unknown kind of stage: {key[:40]!r}")


def stage_keys() -> tuple[StageKey, ...]:
    return tuple(kind.key for kind in KINDS)


def plannable_keys() -> tuple[StageKey, ...]:
    """The kinds that an organiser can plan, in the order in which pages list them."""
    return tuple(kind.key for kind in KINDS if kind.plannable)


def kinds_of(plans: Iterable[StagePlan]) -> tuple[StageKind, ...]:
    """The kinds of these planned stages. Unknown ones are left out: `stage_problems` refuses them."""
    known = stage_keys()
    return tuple(stage_kind(plan.kind) for plan in plans if plan.kind in known)
