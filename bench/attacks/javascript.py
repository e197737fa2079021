"""Where JavaScript runs outside a browser: the machine's node, else the one that Playwright brings along."""

import shutil
from pathlib import Path

import playwright


def node() -> str:
    return shutil.which("node") or str(Path(playwright.__file__).parent / "driver" / "node")
