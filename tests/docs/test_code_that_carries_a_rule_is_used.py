"""A rule counts as enforced only where the product itself uses the code that carries it."""

import re
from functools import cache
from pathlib import Path

import pytest

import komandor
from komandor.rulebook.coverage import Covered, coverage

SOURCE = Path(komandor.__file__).parent
FOUND_UNUSED = """
    ARM-LIST-8 DES-LIST-8 COM-LIST-3 COM-PROD-2 ARM-PROD-5 IA-PROD-4 DES-PROD-3 ARM-SETUP-5 IA-MAP-1
    COM-BYE-4 SWL-2V2-3 SWL-SIDE-2 SWL-SIDE-4 SWL-COND-7 CON-LIST-4 COM-MAT-6 COM-MAT-2 SWL-STRUCT-3 SWL-FIN-1
    SWL-SANC-3 COM-LOST-4 COM-PART-3 CON-STRUCT-1 CON-STRUCT-2 CON-PROD-3 SWL-PROD-1
""".split()
"""Rules that count as enforced."""


@cache
def sources() -> dict[Path, str]:
    return {path: path.read_text(encoding="utf-8") for path in SOURCE.rglob("*.py")}


def uses(name: str) -> int:
    """How often the product names this function or constant, its definition and imports not counted."""
    own = re.compile(rf"^\s*(?:(?:async )?def|class) {name}\b|^{name}\b.*=|^(?:from|import) .*\b{name}\b")
    naming = (text for text in sources().values() if name in text)
    lines = (line for text in naming for line in text.splitlines() if name in line)
    return sum(1 for line in lines if re.search(rf"\b{name}\b", line) and not own.search(line))


@pytest.fixture(scope="module")
def covered() -> dict[str, Covered]:
    return {one.id: one for one in coverage()}


def test_code_of_enforced_rules_is_used_by_the_product(
    covered: dict[str, Covered],
) -> None:
    """Code that only tests call enforces nothing."""
    found = [covered[rule] for rule in FOUND_UNUSED]
    assert [one.id for one in found if one.status != "enforced"] == []
    places = {where.rpartition("::")[2] for one in found for where in one.where if ".py::" in where}
    assert len(places) > 30
    assert [place for place in sorted(places) if not uses(place.rpartition(".")[2])] == []
