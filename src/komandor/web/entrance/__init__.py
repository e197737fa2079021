"""The way in: home, a new event, secret links."""

from functools import partial

from komandor.core.tournament import commands as c
from komandor.web.entrance import (
    cards,
    editions_page,
    following_page,
    foreign,
    hints,
    home,
    links,
    new_event,
)
from komandor.web.routing.routes import EVERYBODY, HOST, ORGANISER, Route
from komandor.web.server.security import LINKS

ROUTES: tuple[Route, ...] = (
    Route("", home.home, "home", reads=EVERYBODY),
    Route("new", new_event.choose_game, "new", reads=HOST),
    Route("new/<str:game>", new_event.new_event, "new-event", posts=(c.CreateTournament,), form=True),
    Route("new/<str:game>/hint", hints.hint_page, "new-hint", reads=HOST),
    Route("editions", editions_page.editions, "editions", reads=HOST, writes=HOST),
    Route("editions/<str:edition>", editions_page.edition, "edition", reads=HOST),
    Route("run/<str:tournament>", home.run, "run", writes=HOST),
    Route("archive/<str:event>", home.archive, "archive", writes=HOST),
    Route("keys", links.keys, "host-keys", reads=HOST, writes=HOST),
    Route("following", following_page.following, "host-following", reads=HOST, writes=HOST),
    Route("import", home.import_file, "import", reads=HOST, writes=HOST),
    Route("others", foreign.every, "foreign", reads=EVERYBODY),
    Route("others/<str:document>", foreign.one, "foreign-event", reads=EVERYBODY),
    Route("others/<str:document>/remove", foreign.remove, "foreign-remove", writes=HOST),
    Route("cards", cards.cards, "cards", reads=HOST, writes=HOST),
    Route("c/<str:tournament>/file", home.export_file, "export", reads=ORGANISER),
    *(
        Route(f"{path}/<str:token>", partial(links.open_seat, kind=kind), f"{kind}-link", reads=EVERYBODY)
        for kind, path in LINKS.items()
    ),
    Route("lang/<str:lang>", links.switch_language, "lang", reads=EVERYBODY),
    Route("leave", links.leave, "leave", writes=EVERYBODY),
)
