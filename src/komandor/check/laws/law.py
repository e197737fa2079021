"""What a law is: one sentence about what no tournament may ever look like, and the questions that ask it.

The rest of the checker computes again how something came about.  A law does not: it looks at what there is,
whatever led there.  It is asked at the records that could break it, before they take effect or after.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from komandor.check.entry import Entry
from komandor.check.laws.memory import Memory
from komandor.check.state import Fields, Match, State

COMMON_SENSE = "common sense"
EVERY = "every record"
"""In the place of a kind of event: the question is asked at all of them."""


class Moment(NamedTuple):
    """A record, and the tournament before or after it."""

    st: State
    seen: Memory
    entry: Entry

    @property
    def x(self) -> Fields:
        return self.entry.event

    @property
    def match(self) -> Match | None:
        """The match that the record names."""
        return self.st.matches.get(self.entry.event.get("match") or 0)

    def beside(self, *kinds: str) -> list[Fields]:
        """Records of these kinds that the same command wrote before this one."""
        return [x for x in self.seen.beside if x["type"] in kinds] if self.entry.step else []


Question = Callable[[Moment], Iterator[str]]
"""What is wrong, a sentence for each."""
Questions = Mapping[str, Question]
"""By kind of event."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Law:
    """`sources` are rules and readings of the register, or common sense; the first is named to people.

    `last` is asked when the log ends.  `lasting` laws are asked again of the records that are left after an
    undo.  `finds` says what the law would have caught, in the words of somebody to whom it happened.
    """

    key: str
    sentence: str
    sources: tuple[str, ...] = (COMMON_SENSE,)
    finds: tuple[str, ...] = ()
    before: Questions = field(default_factory=dict)
    after: Questions = field(default_factory=dict)
    last: Question | None = None
    lasting: bool = False

    @property
    def code(self) -> str:
        return f"law.{self.key}"

    @property
    def rule(self) -> str:
        """The rule that a violation cites; empty for common sense."""
        return self.sources[0] if self.sources[0] != COMMON_SENSE else ""


def at(question: Question, *kinds: str) -> dict[str, Question]:
    """The same question at several kinds of events."""
    return dict.fromkeys(kinds, question)
