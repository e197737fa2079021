"""Before round 1: people, lists, staff, settings, checklists."""

from komandor.core.tournament import commands as c
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
from komandor.web.routes import DESK, ORGANISER, STAFF, Route

ROUTES: tuple[Route, ...] = (
    Route("c/<str:tournament>/people", people_page.people, "people", reads=STAFF),
    Route("c/<str:tournament>/people/live", people_page.live, "people-live", reads=STAFF),
    Route("c/<str:tournament>/people/desk", people_page.desk, "people-desk", reads=STAFF),
    Route("c/<str:tournament>/people/add", people_page.add, "people-add", posts=(c.RegisterPlayer,)),
    Route(
        "c/<str:tournament>/people/bring",
        import_names.import_names,
        "people-bring",
        posts=(c.RegisterPlayer, c.NoteFee),
        form=True,
    ),
    Route("c/<str:tournament>/people/all", people_page.everybody, "people-all", posts=(c.CheckIn,)),
    Route(
        "c/<str:tournament>/people/absent",
        people_page.withdraw_absent,
        "people-absent",
        posts=(c.WithdrawRegistration,),
    ),
    Route("c/<str:tournament>/people/phones", people_page.phones, "people-phones", writes=DESK),
    Route("c/<str:tournament>/people/file", join_papers.file, "people-file", reads=DESK),
    Route("c/<str:tournament>/people/slips", join_papers.slips, "people-slips", reads=DESK, writes=DESK),
    Route("c/<str:tournament>/people/poster", join_papers.poster, "people-poster", reads=STAFF),
    Route(
        "c/<str:tournament>/people/<int:number>",
        player_page.player,
        "people-player",
        reads=DESK,
        posts=(c.AmendPlayer, c.NoteFee, c.WithdrawRegistration, c.ChangePerson),
        writes=DESK,
    ),
    Route(
        "c/<str:tournament>/people/<int:number>/here", people_page.check_in, "people-here", posts=(c.CheckIn,)
    ),
    Route("c/<str:tournament>/people/<int:number>/fee", people_page.fee, "people-fee", posts=(c.NoteFee,)),
    Route("c/<str:tournament>/lists", list_pages.lists, "lists", reads=STAFF),
    Route(
        "c/<str:tournament>/lists/<int:number>",
        list_pages.one_list,
        "list",
        reads=STAFF,
        posts=(c.SubmitList, c.CheckList, c.AmendList),
    ),
    Route(
        "c/<str:tournament>/staff",
        staff_page.staff,
        "staff",
        reads=ORGANISER,
        posts=(c.AppointStaff, c.DismissStaff, c.SetDuty, c.NameSubstitute, c.RegisterPlayer),
    ),
    Route(
        "c/<str:tournament>/settings",
        settings_page.settings,
        "settings",
        reads=ORGANISER,
        posts=(c.ChangeEvent, c.AttachOutline, c.PostNotice, c.WithdrawNotice),
        writes=ORGANISER,
    ),
    Route(
        "c/<str:tournament>/checklists",
        checklists_page.checklists,
        "checklists",
        reads=STAFF,
        posts=(c.TickChecklist,),
    ),
    Route("c/<str:tournament>/timetable", timetable.live, "timetable", reads=STAFF),
)
