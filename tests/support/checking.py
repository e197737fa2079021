"""What the independent checker says of an event that a test has driven."""

from komandor.check.check_file import check_bytes
from komandor.log.bundle import export
from tests.support.event import Event


def exported(event: Event) -> bytes:
    """The event's file."""
    return export(event.store, event.id)


def checked(event: Event) -> list[str]:
    """The codes of all violations in the event's log."""
    report = check_bytes(exported(event))
    return [f"{v.code}: {v.text}" for v in report.violations]
