"""One record of a log as the checker reads it: the event, and what stands around it."""

from typing import NamedTuple

from komandor.check.state import Fields


class Entry(NamedTuple):
    """One record: its number, its event, the log's head before it, who gave its command, when, and at which
    record that command began; empty where it is not known."""

    seq: int
    event: Fields
    head: str = ""
    by: str = ""
    at: str = ""
    step: int = 0

    @property
    def kind(self) -> str:
        return str(self.event.get("type"))
