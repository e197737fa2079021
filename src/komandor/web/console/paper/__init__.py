"""Paper and screens: what staff can print, and what they can show in the hall."""

from komandor.core.tournament import commands as c
from komandor.web.console.paper import projector_page, sheets, stream_page
from komandor.web.routing.routes import ORGANISER, STAFF, Route

ROUTES: tuple[Route, ...] = (
    Route("c/<str:tournament>/print", sheets.index, "print", reads=STAFF),
    Route("c/<str:tournament>/print/<str:what>", sheets.sheet, "print-sheet", reads=STAFF),
    Route(
        "c/<str:tournament>/screens",
        projector_page.screens,
        "screens",
        reads=STAFF,
        posts=(c.PostNotice, c.WithdrawNotice),
    ),
    Route("c/<str:tournament>/stream", stream_page.stream, "stream", reads=STAFF, writes=ORGANISER),
)
