"""A file whose edition is broken, too large or not the one that it names is refused whole."""

from typing import Any

import pytest

from komandor.app.imports import unfit
from komandor.core.editions import digest_of
from komandor.core.reasons import Refusal
from komandor.log.bundle import Bundle, import_, write
from komandor.log.canonical import canonical
from komandor.log.record import GENESIS, Recorded, follow
from komandor.store.memory import MemoryStore
from komandor.texts import sentence
from tests.editions.test_examples import example
from tests.support.event import Event

GOOD = example("destiny-best-of-three")
BROKEN = GOOD.text.replace("swiss_best_of = 3", "swiss_best_of = 5")


def spoiled(**changes: Any) -> bytes:
    """A file with other fields in its first record, closed by somebody who knows how."""
    event = Event(GOOD.id, edition_text=GOOD.text).register(4)
    records: tuple[Recorded, ...] = ()
    for r in event.store.read(event.id):
        payload = dict(r.payload) | (changes if not records else {})
        head = records[-1].hash if records else GENESIS
        records += follow(event.id, len(records), head, r.at, r.by, r.command_id, (canonical(payload),))
    return write(Bundle(event.id, records, {}))


def test_the_same_file_unchanged_is_taken():
    assert isinstance(import_(MemoryStore(), spoiled(), unfit), Bundle)


@pytest.mark.parametrize(
    "changes",
    [
        {"edition_digest": digest_of("another text")},
        {"edition_digest": ""},
        {"edition_text": BROKEN, "edition_digest": digest_of(BROKEN)},
        {"edition_text": "[" * 20_000, "edition_digest": digest_of("[" * 20_000)},
        {"edition_text": "#" * 1_000_000, "edition_digest": digest_of("#" * 1_000_000)},
        {"edition_text": "", "edition_digest": ""},
        {"edition": "destiny@other"},
        {"edition": "armada@2017"},
    ],
    ids=lambda changes: " ".join(f"{key}={str(value)[:12]}" for key, value in changes.items()),
)
def test_what_does_not_fit_is_refused(changes: dict[str, Any]):
    store = MemoryStore()
    answer = import_(store, spoiled(**changes), unfit)
    assert isinstance(answer, Refusal)
    assert all(sentence(reason, lang) for reason in answer.reasons for lang in ("pl", "en"))
    assert store.tournaments() == ()
