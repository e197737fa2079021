"""Before round 1: people, lists, staff, settings, checklists."""

from komandor.web.console.prepare import (
    checklists_page,
    import_names,
    join_papers,
    list_pages,
    people_page,
    player_page,
    settings_page,
    staff_page,
    timetable,
)
from komandor.web.routes import DOOR, ORGANISER, STAFF, Route

POST = ("POST",)
BOTH = ("GET", "POST")

ROUTES: tuple[Route, ...] = (
    Route("c/<str:tournament>/people", people_page.people, "people", STAFF),
    Route("c/<str:tournament>/people/live", people_page.live, "people-live", STAFF),
    Route("c/<str:tournament>/people/desk", people_page.desk, "people-desk", STAFF),
    Route("c/<str:tournament>/people/add", people_page.add, "people-add", DOOR, POST),
    Route("c/<str:tournament>/people/bring", import_names.bring, "people-bring", DOOR, BOTH),
    Route("c/<str:tournament>/people/all", people_page.everybody, "people-all", DOOR, POST),
    Route("c/<str:tournament>/people/absent", people_page.withdraw_absent, "people-absent", DOOR, POST),
    Route("c/<str:tournament>/people/file", join_papers.file, "people-file", DOOR),
    Route("c/<str:tournament>/people/slips", join_papers.slips, "people-slips", DOOR, BOTH),
    Route("c/<str:tournament>/people/poster", join_papers.poster, "people-poster", STAFF),
    Route("c/<str:tournament>/people/<int:number>", player_page.player, "people-player", DOOR, BOTH),
    Route("c/<str:tournament>/people/<int:number>/here", people_page.check_in, "people-here", DOOR, POST),
    Route("c/<str:tournament>/people/<int:number>/fee", people_page.fee, "people-fee", DOOR, POST),
    Route("c/<str:tournament>/lists", list_pages.lists, "lists", STAFF),
    Route("c/<str:tournament>/lists/<int:number>", list_pages.one_list, "list", STAFF, BOTH),
    Route("c/<str:tournament>/staff", staff_page.staff, "staff", ORGANISER, BOTH),
    Route("c/<str:tournament>/settings", settings_page.settings, "settings", ORGANISER, BOTH),
    Route("c/<str:tournament>/checklists", checklists_page.checklists, "checklists", STAFF, BOTH),
    Route("c/<str:tournament>/timetable", timetable.live, "timetable", STAFF),
)
