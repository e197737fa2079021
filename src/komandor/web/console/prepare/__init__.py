"""Before round 1: people, lists, staff, settings, checklists."""

from komandor.web.console.prepare import (
    bring,
    checklists,
    lists,
    papers,
    people,
    player,
    settings,
    staff,
    timetable,
)
from komandor.web.routes import DOOR, ORGANISER, STAFF, Route

POST = ("POST",)
BOTH = ("GET", "POST")

ROUTES: tuple[Route, ...] = (
    Route("c/<str:tournament>/people", people.people, "people", STAFF),
    Route("c/<str:tournament>/people/live", people.live, "people-live", STAFF),
    Route("c/<str:tournament>/people/desk", people.desk, "people-desk", STAFF),
    Route("c/<str:tournament>/people/add", people.add, "people-add", DOOR, POST),
    Route("c/<str:tournament>/people/bring", bring.bring, "people-bring", DOOR, BOTH),
    Route("c/<str:tournament>/people/all", people.everybody, "people-all", DOOR, POST),
    Route("c/<str:tournament>/people/absent", people.withdraw_absent, "people-absent", DOOR, POST),
    Route("c/<str:tournament>/people/file", papers.file, "people-file", DOOR),
    Route("c/<str:tournament>/people/slips", papers.slips, "people-slips", DOOR, BOTH),
    Route("c/<str:tournament>/people/poster", papers.poster, "people-poster", STAFF),
    Route("c/<str:tournament>/people/<int:number>", player.player, "people-player", DOOR, BOTH),
    Route("c/<str:tournament>/people/<int:number>/here", people.check_in, "people-here", DOOR, POST),
    Route("c/<str:tournament>/people/<int:number>/fee", people.fee, "people-fee", DOOR, POST),
    Route("c/<str:tournament>/lists", lists.lists, "lists", STAFF),
    Route("c/<str:tournament>/lists/<int:number>", lists.one_list, "list", STAFF, BOTH),
    Route("c/<str:tournament>/staff", staff.staff, "staff", ORGANISER, BOTH),
    Route("c/<str:tournament>/settings", settings.settings, "settings", ORGANISER, BOTH),
    Route("c/<str:tournament>/checklists", checklists.checklists, "checklists", STAFF, BOTH),
    Route("c/<str:tournament>/timetable", timetable.live, "timetable", STAFF),
)
