"""The way in: home, a new event, secret links."""

from komandor.web.entrance import hints, home, links, new_event
from komandor.web.routes import EVERYBODY, HOST, ORGANISER, Route

GET_POST = ("GET", "POST")

ROUTES: tuple[Route, ...] = (
    Route("", home.home, "home", EVERYBODY),
    Route("new", new_event.choose_game, "new", HOST),
    Route("new/<str:game>", new_event.new_event, "new-event", HOST, GET_POST),
    Route("new/<str:game>/hint", hints.hint_page, "new-hint", HOST),
    Route("run/<str:tournament>", home.run, "run", HOST, ("POST",)),
    Route("import", home.import_file, "import", HOST, GET_POST),
    Route("c/<str:tournament>/file", home.export_file, "export", ORGANISER),
    Route("host/<str:token>", links.host, "host-link", EVERYBODY),
    Route("s/<str:token>", links.staff, "staff-link", EVERYBODY),
    Route("p/<str:token>", links.player, "player-link", EVERYBODY),
    Route("leave", links.leave, "leave", EVERYBODY, ("POST",)),
)
