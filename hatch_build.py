"""A wheel carries no tests, so it carries what they prove: see komandor.rulebook.coverage."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class StoreCoverage(BuildHookInterface[Any]):
    """Writes coverage.json just before the wheel is packed."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        sys.path.insert(0, str(Path(self.root) / "src"))
        from komandor.rulebook.coverage import STORED, as_json, coverage

        STORED.write_text(as_json(coverage()), encoding="utf-8", newline="\n")
        build_data["force_include"][str(STORED)] = "komandor/rulebook/coverage.json"
