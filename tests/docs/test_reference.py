"""Every document that is printed from the code stands in docs as it would be printed today."""

from komandor.core.tournament.actions import ACTIONS, EVENTS
from komandor.log.codec import type_name
from tests.support.contracts import listed, none_left
from tools.print_documents import DOCS, documents


def test_every_document_is_as_it_would_be_printed_today():
    old = [name for name, text in documents().items() if (DOCS / name).read_text(encoding="utf-8") != text]
    none_left(old, "print these pages again and commit them: .venv/bin/python -m tools.print_documents")


def test_no_page_of_rules_is_left_over():
    there = {path.relative_to(DOCS).as_posix() for path in (DOCS / "rules").rglob("*.md")}
    wanted = [name for name in documents() if name.startswith("rules/")]
    listed(there, wanted, "docs", "{} with .venv/bin/python -m tools.print_documents")


def test_every_command_and_every_event_has_its_section():
    commands, events = documents()["reference/commands.md"], documents()["reference/events.md"]
    assert [row.name for row in ACTIONS if f"\n## {row.name}\n" not in commands] == []
    assert [one for one in EVENTS if f"\n## `{type_name(one)}`\n" not in events] == []
