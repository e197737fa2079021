"""Prints docs/reference/laws.md: every law of the checker, its source, and how it was seen to fail."""

from collections.abc import Iterator

from komandor.check.laws import LAWS, SUBJECTS
from komandor.check.laws.law import COMMON_SENSE, Law
from komandor.rulebook import rule
from tests.check.laws.all_plants import PLANTS

HEAD = """# Laws

Printed by `python -m tools.print_documents` from the laws in `komandor/check/laws`; not written by hand.

Most of [the checker](checker.md) computes again how something came about: a score from its slip, a draw from
its lots, a place from the results. A law does not. It says what no tournament may ever look like, whatever
led there, so it also holds where two things meet that each were right alone. `komandor check` asks the laws
at every record; those marked *lasting* also of what is left after an undo. A broken law is reported as
`law.KEY` with the rule it stands on.

Every law can fail: in `tests/check/laws` an honest event is played, a fault is written into its log with the
chain computed again, and the checker must name the law.
"""
CAUGHT = """## What they catch

What has gone wrong at an event, or was tried, and the law that says no to its log.
"""


def page() -> str:
    return "\n".join([HEAD, *_subjects(), CAUGHT, *_caught()]) + "\n"


def _subjects() -> Iterator[str]:
    for title, laws in SUBJECTS.items():
        yield f"## {title}\n"
        yield "| law | sentence | source | planted fault |"
        yield "|---|---|---|---|"
        for law in laws:
            key = f"`{law.key}`" + (" (lasting)" if law.lasting else "")
            yield f"| {key} | {law.sentence} | {_sources(law)} | {_planted(law)} |"
        yield ""


def _sources(law: Law) -> str:
    return "; ".join(map(_source, law.sources))


def _source(id: str) -> str:
    """A reading by its name; a rule with the sentences of the documents that it stands on."""
    known = rule(id)
    if id == COMMON_SENSE:
        return id
    if known is None:
        return f"[{id}](../rules/en/ambiguities.md)"
    return f"[{id}](../rules/en/{known.part}.md) ({', '.join(known.sources_in('en'))})"


def _planted(law: Law) -> str:
    return "<br>".join(one.sentence for one in PLANTS if one.law == law.key)


def _caught() -> Iterator[str]:
    yield "| what happened | law | planted fault |"
    yield "|---|---|---|"
    for law in LAWS:
        for found in law.finds:
            yield f"| {found} | `{law.key}` | {_planted(law)} |"
