"""Which rules the program keeps, by which code, and which tests prove it.

A wheel has no tests, so it carries the answer as `coverage.json`, written when it is built. In a checkout
`tools.rule_coverage`, which is no part of the program, reads the sources each time.
"""

import json
import re
import sys
from dataclasses import asdict, dataclass
from importlib import import_module
from pathlib import Path
from typing import Literal

Status = Literal["enforced", "offered", "shown", "missing"]

CITED = re.compile(r"\b(?:(?:COM|ARM|IA|DES|SWL|CON)-[A-Z0-9]+-\d+|AMB-[GAIDSC]\d+)\b")
"""The ID of a rule or an ambiguity."""

PACKAGE = Path(__file__).resolve().parents[1]
CHECKOUT = PACKAGE.parents[1]
STORED = Path(__file__).with_name("coverage.json")


@dataclass(frozen=True, slots=True)
class Covered:
    """One line of the register: a rule, the code that names it, the tests that name it."""

    id: str
    tag: str
    status: Status
    where: tuple[str, ...]
    tests: tuple[str, ...]


def coverage() -> tuple[Covered, ...]:
    """All rules, in reading order."""
    if not in_checkout():
        return _stored()
    if str(CHECKOUT) not in sys.path:
        sys.path.append(str(CHECKOUT))
    found: tuple[Covered, ...] = import_module("tools.rule_coverage").scanned()
    return found


def as_json(covered: tuple[Covered, ...]) -> str:
    return json.dumps({"rules": [asdict(entry) for entry in covered]}, ensure_ascii=False, indent=2) + "\n"


def known() -> bool:
    """Whether the coverage can be known: from the sources with their tests, or stored in the wheel."""
    return in_checkout() or STORED.exists()


def in_checkout() -> bool:
    return (CHECKOUT / "tests").is_dir() and (CHECKOUT / "src" / "komandor") == PACKAGE


def cited_in(text: str) -> tuple[str, ...]:
    """The IDs in a text, each once."""
    return tuple(dict.fromkeys(CITED.findall(text)))


def _stored() -> tuple[Covered, ...]:
    raws = json.loads(STORED.read_text(encoding="utf-8"))["rules"]
    lists = ("where", "tests")
    return tuple(Covered(**raw | {key: tuple(raw[key]) for key in lists}) for raw in raws)
