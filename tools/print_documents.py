"""Writes every document that is printed from the code: `.venv/bin/python -m tools.print_documents`.

tests/docs/test_reference.py keeps the documents in the repository as they would be printed today.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from tools import (
    actions_reference,
    cli_reference,
    configuration_reference,
    editions_reference,
    laws_reference,
    man_page,
    permissions,
    rule_pages,
)

DOCS = Path(__file__).parents[1] / "docs"


@cache
def documents() -> Mapping[str, str]:
    """Path below docs → text."""
    return {
        **actions_reference.pages(),
        "reference/cli.md": cli_reference.page(),
        "reference/configuration.md": configuration_reference.page(),
        "reference/editions.md": editions_reference.page(),
        "reference/komandor.1": man_page.page(),
        "reference/laws.md": laws_reference.page(),
        "reference/permissions.md": permissions.page(),
        **rule_pages.pages(),
    }


def main() -> None:
    for name, text in documents().items():
        path = DOCS / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
