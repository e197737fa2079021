"""Events of other programs: read from a file, ranked again, shown to all; never drawn, never verified."""

from collections.abc import Mapping, Sequence

from django.http import Http404, HttpResponse

from komandor.core.reasons import Refusal
from komandor.core.standings.metrics import METRIC
from komandor.documents.document import EventDocument, Unfit
from komandor.documents.foreign import read_foreign
from komandor.documents.foreign_notes import note_text
from komandor.documents.kept import all_kept, forget, keep, kept
from komandor.log.store import EventStore
from komandor.web.entrance.entrance_page import EntrancePage, entrance
from komandor.web.rendering.responses import redirect
from komandor.web.routing.request import Request, url

ENDINGS = (".json", ".csv", ".xml", ".save")


class ForeignList(EntrancePage, template="entrance/foreign_list.html"):
    documents: Sequence[EventDocument]


class ForeignEvent(EntrancePage, template="entrance/foreign_event.html"):
    document: EventDocument
    columns: Sequence[str]  # tie-breakers in order
    notes: Sequence[str]  # where the file says otherwise
    final: Mapping[int, int]  # player → place after the knock-out rounds
    host: bool


def taken_in(store: EventStore, raw: bytes, file_name: str) -> Sequence[EventDocument] | Refusal:
    """Keep every event of a foreign file, or none of them."""
    try:
        return [keep(store, document) for document in read_foreign(raw, file_name)]
    except Unfit as problem:
        return Refusal((problem.reason,))


def every(request: Request) -> HttpResponse:
    documents = tuple(all_kept(request.site.store))
    return entrance(request, ForeignList(documents=documents))


def one(request: Request, document: str) -> HttpResponse:
    found = kept(request.site.store, document)
    if found is None:
        raise Http404
    known = found.standings[0].tiebreakers if found.standings else {}
    columns = tuple(key for key in METRIC if key in known)
    notes = [note_text(found, note, request.lang) for note in found.notes]
    final = dict(found.places)
    page = ForeignEvent(document=found, columns=columns, notes=notes, final=final, host=request.me.host)
    return entrance(request, page)


def remove(request: Request, document: str) -> HttpResponse:
    forget(request.site.store, document)
    return redirect(request, url("foreign"), request.t.gettext("The event was removed."))
