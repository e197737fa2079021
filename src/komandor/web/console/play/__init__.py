"""The round and everything after it: draw, results, standings, cut, log."""

from komandor.web.console.play import (
    log_pages,
    match_page,
    pairing_changes,
    round_actions,
    round_page,
    standings_pages,
    why_paired,
)
from komandor.web.routes import DOOR, LEADERS, ORGANISER, STAFF, Route

POST = ("POST",)
BOTH = ("GET", "POST")
EVENT = "c/<str:tournament>"
MATCH = f"{EVENT}/match/<int:number>"
PLAYER = f"{EVENT}/player/<int:number>"
CLOCK = ("organiser", "marshal")

ROUTES: tuple[Route, ...] = (
    Route(f"{EVENT}/", round_page.home, "console", STAFF),
    Route(f"{EVENT}/live", round_page.live, "console-live", STAFF),
    Route(f"{EVENT}/round/<int:number>", round_page.earlier, "console-round", STAFF),
    Route(f"{EVENT}/step", round_actions.step, "console-step", CLOCK, POST),
    Route(f"{EVENT}/mission", round_actions.mission, "console-mission", CLOCK, POST),
    Route(f"{EVENT}/clock", round_actions.clock, "console-clock", CLOCK, POST),
    Route(f"{EVENT}/quick", match_page.quick, "console-quick", STAFF, POST),
    Route(f"{EVENT}/quick/read", match_page.quick_read, "console-quick-read", STAFF, POST),
    Route(MATCH, match_page.match_page, "console-match", STAFF, BOTH),
    Route(f"{MATCH}/read", match_page.read, "console-match-read", STAFF, POST),
    Route(f"{MATCH}/effect", match_page.effect, "console-match-effect", STAFF, POST),
    Route(f"{MATCH}/override", match_page.override, "console-override", STAFF, POST),
    Route(f"{MATCH}/extend", round_actions.extend, "console-extend", LEADERS, POST),
    Route(f"{MATCH}/no-show", round_actions.no_show, "console-no-show", STAFF, POST),
    Route(f"{MATCH}/first", round_actions.first, "console-first", STAFF, POST),
    Route(f"{MATCH}/table", pairing_changes.move, "console-table", STAFF, POST),
    Route(f"{EVENT}/swap", pairing_changes.swap, "console-swap", ORGANISER, POST),
    Route(f"{EVENT}/swap/preview", pairing_changes.preview, "console-swap-preview", ORGANISER, POST),
    Route(f"{MATCH}/why", why_paired.why, "console-why", STAFF),
    Route(f"{EVENT}/redraw", pairing_changes.redraw, "console-redraw", ORGANISER, POST),
    Route(f"{PLAYER}/drop", round_actions.drop, "console-drop", DOOR, BOTH),
    Route(
        f"{PLAYER}/rejoin",
        round_actions.rejoin,
        "console-rejoin",
        ORGANISER,
        BOTH,
    ),
    Route(
        f"{PLAYER}/disqualify",
        round_actions.disqualify,
        "console-dq",
        ORGANISER,
        BOTH,
    ),
    Route(f"{EVENT}/late", round_actions.late, "console-late", ORGANISER, BOTH),
    Route(f"{EVENT}/replace", round_actions.replace, "console-replace", ORGANISER, POST),
    Route(f"{EVENT}/standings", standings_pages.standings, "console-standings", STAFF),
    Route(f"{EVENT}/bracket", standings_pages.bracket, "console-bracket", STAFF),
    Route(f"{EVENT}/log", log_pages.log, "console-log", STAFF),
    Route(f"{EVENT}/undo/<int:seq>", log_pages.undo, "console-undo", ORGANISER, BOTH),
    Route(f"{EVENT}/point", log_pages.name_point, "console-point", ORGANISER, POST),
)
