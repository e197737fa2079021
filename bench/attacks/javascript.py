"""Runs the scripts of the public pages outside a browser: in node, or in the one that Playwright brings."""

import json
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import playwright

import komandor

STATIC = Path(komandor.__file__).parent / "web" / "static"
LOADED = """
const load = (path) => require("vm").runInThisContext(require("fs").readFileSync(path, "utf8"), path);
process.argv.slice(1).forEach(load);
const given = JSON.parse(require("fs").readFileSync(0, "utf8"));
"""


def in_javascript(scripts: Sequence[str], driver: str, given: Sequence[object]) -> list[dict[str, Any]]:
    """What the function `answer` of the driver says of each of these values."""
    node = shutil.which("node") or str(Path(playwright.__file__).parent / "driver" / "node")
    whole = f"{LOADED}{driver}console.log(JSON.stringify(given.map(answer)));"
    command = [node, "-e", whole, *(str(STATIC / name) for name in scripts)]
    run = subprocess.run(command, input=json.dumps(given), capture_output=True, text=True, check=True)
    answers: list[dict[str, Any]] = json.loads(run.stdout)
    return answers
