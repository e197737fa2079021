"""Files of earlier releases, which are never removed: each must still be read, decoded and verified."""

from pathlib import Path

from komandor.check.verify import verify
from komandor.core.reasons import Refusal
from komandor.core.tournament.actions import EVENTS
from komandor.core.tournament.events import Event
from komandor.log.bundle import Bundle, parse, write
from komandor.log.codec import decode

GOLDEN = Path(__file__).parents[1] / "golden"


def golden_files() -> list[Path]:
    """Every kept file; those under format/ show the format only and are no whole tournaments."""
    return sorted(GOLDEN.rglob("*.komandor"))


def read(path: Path) -> tuple[Bundle, tuple[Event, ...]]:
    """The file's bundle and its events in today's shape; fails if it is not as it was."""
    data = path.read_bytes()
    bundle = parse(data)
    assert not isinstance(bundle, Refusal), f"{path.name}: {bundle}"
    assert write(bundle) == data, f"{path.name} would be written otherwise today"
    report = verify(data)
    assert report.ok, f"{path.name}: {[line for line in report.lines if line.ok is False]}"
    return bundle, tuple(decode(r.event, EVENTS) for r in bundle.records)
