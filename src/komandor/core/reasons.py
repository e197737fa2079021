"""Reasons for decisions: a code, its parameters, and the rule behind it.

Sentences live in `komandor.texts`, one per code and language.  A `Refusal` is
returned, never raised, and carries every reason at once; an exception is a bug.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from komandor.core.ids import RuleId

Param = str | int | bool | None | tuple["Param", ...]


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something was decided. `komandor.texts` turns it into a sentence."""

    code: str
    rule: RuleId | None = None
    params: Mapping[str, Param] = field(default_factory=dict)
    because: tuple["Reason", ...] = ()


def why(code: str, rule: RuleId | None = None, /, **params: Param) -> Reason:
    """Make a Reason: `why("score.mov", "ARM-SCORE-3", mov=128)`."""
    return Reason(code, rule, params)


def cited_by(reason: Reason, own: Callable[[RuleId | None], RuleId]) -> Reason:
    """The reason with other rules: those of the game's own document, or none where the new one is empty."""
    because = tuple(cited_by(one, own) for one in reason.because)
    return replace(reason, rule=own(reason.rule) or None, because=because)


@dataclass(frozen=True, slots=True)
class Refusal:
    """The answer "no", with all reasons for it."""

    reasons: tuple[Reason, ...]


def reasons_of(answer: object) -> tuple[Reason, ...]:
    """Why the answer is no; nothing if it is another one."""
    return answer.reasons if isinstance(answer, Refusal) else ()


def refuse(code: str, rule: RuleId | None = None, /, **params: Param) -> Refusal:
    """A refusal with a single reason."""
    return Refusal((why(code, rule, **params),))
