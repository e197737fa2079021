"""`komandor bench`: the measurements of the bench folder, beside peers, in one run."""

import subprocess
import sys
from enum import StrEnum
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

import komandor
from komandor.cli.engine.inputs import number, short
from komandor.cli.exits import BadInput

ROOT = Path(komandor.__file__).parents[2]
PEERS = {"draw": ("networkx", "rustworkx", "swisspair")}
"""What is measured beside Komandor; these are libraries of the extra `dev`."""


class What(StrEnum):
    draw = "draw"
    standings = "standings"
    web = "web"


def command(
    what: Annotated[What, typer.Argument(help="What to measure.")],
    sizes: Annotated[str, typer.Option(help="Numbers of players, for example 128,512,8192.")] = "",
    json: Annotated[bool, typer.Option("--json", help="Print one JSON line per engine and size.")] = False,
) -> int:
    """Measure the speed of pairing, standings or website: engines interleaved in one run, medians shown."""
    if not (ROOT / "bench" / f"{what}.py").is_file():
        raise BadInput(
            "bench: the measurements are not installed; run this from a checkout, with ./run bench"
        )
    lacking = [peer for peer in PEERS.get(what, ()) if find_spec(peer) is None]
    if lacking:
        raise BadInput(f"bench: {', '.join(lacking)} not installed; ./run bench installs what is measured")
    if any(not number(size.strip()) for size in sizes.split(",") if sizes):
        raise BadInput(f"--sizes: numbers of players separated by commas, not {short(sizes, 60)}")
    more = ["--sizes", sizes] if sizes and what is not What.web else []
    more += ["--json"] if json else []
    return subprocess.run([sys.executable, "-m", f"bench.{what}", *more], cwd=ROOT, check=False).returncode
