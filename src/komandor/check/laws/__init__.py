"""The laws: what no tournament may ever look like, whatever led there.

`docs/reference/laws.md` is printed from them, with what each of them would have caught.  A new law is one
record in the module about its subject, a question beside it, and a planted fault in `tests/check/laws`.

Theory. The rest of the checker recomputes: from the log's inputs it computes points, pairs and places by its
own code, and compares. That proves consistency, but if engine and checker misread a rule in the same way,
they agree. A law computes nothing. It names something that is wrong however it came about (somebody sits at
two tables), so it also catches what both got wrong.

A question is asked before a record takes effect (may this happen now?) or after it (does it look right?), and
`last` when the log ends. The trap is undo: it takes records out of the middle, and the state is rebuilt from
those that are left. Most laws held when a record was written and need not hold of what is left (a
correction whose first result was undone), so during a rebuild only `lasting` laws are asked again.
"""

from collections.abc import Iterator, Mapping

from komandor.check.entry import Entry
from komandor.check.laws import of_judging, of_people, of_results, of_seats, of_the_end
from komandor.check.laws.law import EVERY, Law, Moment, Question
from komandor.check.laws.memory import Memory
from komandor.check.state import State
from komandor.check.violation import Violation

SUBJECTS: Mapping[str, tuple[Law, ...]] = {
    "Results and points": of_results.LAWS,
    "Seats, pairings and the cut": of_seats.LAWS,
    "Who acts, who comes late": of_people.LAWS,
    "Components and calls for a judge": of_judging.LAWS,
    "The log, the draws and the end": of_the_end.LAWS,
}
LAWS: tuple[Law, ...] = tuple(law for laws in SUBJECTS.values() for law in laws)

Asked = Mapping[str, tuple[tuple[Law, Question], ...]]


def _by_kind(part: str) -> Asked:
    """The questions at each kind of event; those of every record stand under EVERY."""
    kinds = {kind for law in LAWS for kind in getattr(law, part)}
    return {
        kind: tuple((law, getattr(law, part)[kind]) for law in LAWS if kind in getattr(law, part))
        for kind in kinds
    }


BEFORE, AFTER = _by_kind("before"), _by_kind("after")


def ask(asked: Asked, st: State, seen: Memory, entry: Entry) -> Iterator[Violation]:
    """What the laws say of a record; of what is left after an undo only those that last."""
    moment, alone = Moment(st, seen, entry), entry.kind
    for law, question in (*asked.get(EVERY, ()), *asked.get(alone, ())):
        if law.lasting or not st.quiet:
            for text in question(moment):
                yield Violation(law.code, law.rule, entry.seq, text)


def ask_last(st: State, seen: Memory) -> Iterator[Violation]:
    """What the laws say when the log ends."""
    moment = Moment(st, seen, Entry(st.seq, {}, step=-1))
    for law in LAWS:
        for text in law.last(moment) if law.last else ():
            yield Violation(law.code, law.rule, st.seq, text)
