"""Foreign events in the store: documents beside the logs, each under an id that follows from its content."""

import hashlib
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import msgspec

from komandor.app.handle import id_from
from komandor.documents.document import EventDocument, write_document
from komandor.log.store import EventStore

SPACE = "document"


def keep(store: EventStore, document: EventDocument) -> EventDocument:
    """Keep a document; the same file twice is one document."""
    digest = hashlib.sha256(write_document(replace(document, id=""))).digest()
    named = replace(document, id=f"x-{id_from(digest)}", draws=None)
    store.put(SPACE, named.id, msgspec.to_builtins(named))
    return named


def kept(store: EventStore, id: str) -> EventDocument | None:
    found = store.get(SPACE, id)
    return _document(found) if found else None


def all_kept(store: EventStore) -> Iterator[EventDocument]:
    """Every foreign event, by name."""
    documents = [_document(found) for _, found in store.items(SPACE)]
    yield from sorted(documents, key=lambda document: (document.name.casefold(), document.date, document.id))


def forget(store: EventStore, id: str) -> None:
    store.put(SPACE, id, None)


def _document(found: Any) -> EventDocument:
    return msgspec.convert(dict(found), EventDocument)
