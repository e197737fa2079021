"""The round and everything after it: draw, results, standings, cut, log."""

from komandor.web.console.play import actions, draw, log, match, round_page, tables, why
from komandor.web.routes import DOOR, LEADERS, ORGANISER, STAFF, Route

POST = ("POST",)
BOTH = ("GET", "POST")
CLOCK = ("organiser", "marshal")

ROUTES: tuple[Route, ...] = (
    Route("c/<str:tournament>/", round_page.home, "console", STAFF),
    Route("c/<str:tournament>/live", round_page.live, "console-live", STAFF),
    Route("c/<str:tournament>/round/<int:number>", round_page.earlier, "console-round", STAFF),
    Route("c/<str:tournament>/step", actions.step, "console-step", ORGANISER, POST),
    Route("c/<str:tournament>/mission", actions.mission, "console-mission", CLOCK, POST),
    Route("c/<str:tournament>/clock", actions.clock, "console-clock", CLOCK, POST),
    Route("c/<str:tournament>/quick", match.quick, "console-quick", STAFF, POST),
    Route("c/<str:tournament>/quick/read", match.quick_read, "console-quick-read", STAFF, POST),
    Route("c/<str:tournament>/match/<int:number>", match.match_page, "console-match", STAFF, BOTH),
    Route("c/<str:tournament>/match/<int:number>/read", match.read, "console-match-read", STAFF, POST),
    Route("c/<str:tournament>/match/<int:number>/effect", match.effect, "console-match-effect", STAFF, POST),
    Route("c/<str:tournament>/match/<int:number>/override", match.override, "console-override", STAFF, POST),
    Route("c/<str:tournament>/match/<int:number>/extend", actions.extend, "console-extend", LEADERS, POST),
    Route("c/<str:tournament>/match/<int:number>/no-show", actions.no_show, "console-no-show", STAFF, POST),
    Route("c/<str:tournament>/match/<int:number>/first", actions.first, "console-first", STAFF, POST),
    Route("c/<str:tournament>/match/<int:number>/table", draw.move, "console-table", STAFF, POST),
    Route("c/<str:tournament>/swap", draw.swap, "console-swap", ORGANISER, POST),
    Route("c/<str:tournament>/swap/preview", draw.preview, "console-swap-preview", ORGANISER, POST),
    Route("c/<str:tournament>/match/<int:number>/why", why.why, "console-why", STAFF),
    Route("c/<str:tournament>/redraw", draw.redraw, "console-redraw", ORGANISER, POST),
    Route("c/<str:tournament>/player/<int:number>/drop", actions.drop, "console-drop", DOOR, BOTH),
    Route("c/<str:tournament>/player/<int:number>/rejoin", actions.rejoin, "console-rejoin", ORGANISER, BOTH),
    Route(
        "c/<str:tournament>/player/<int:number>/disqualify", actions.disqualify, "console-dq", ORGANISER, BOTH
    ),
    Route("c/<str:tournament>/late", actions.late, "console-late", ORGANISER, BOTH),
    Route("c/<str:tournament>/replace", actions.replace, "console-replace", ORGANISER, POST),
    Route("c/<str:tournament>/standings", tables.standings, "console-standings", STAFF),
    Route("c/<str:tournament>/bracket", tables.bracket, "console-bracket", STAFF),
    Route("c/<str:tournament>/log", log.log, "console-log", STAFF),
    Route("c/<str:tournament>/undo/<int:seq>", log.undo, "console-undo", ORGANISER, BOTH),
    Route("c/<str:tournament>/point", log.name_point, "console-point", ORGANISER, POST),
)
