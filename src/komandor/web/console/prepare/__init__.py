"""Before round 1: people, lists, staff, settings, checklists."""

from komandor.core.tournament import commands as c
from komandor.web.console.prepare import (
    backup,
    checklists_page,
    import_names,
    join_papers,
    list_pages,
    messages_page,
    people_page,
    player_page,
    publish_page,
    same_names_page,
    settings_page,
    staff_page,
    tokens_page,
)
from komandor.web.routing.routes import DESK, ORGANISER, STAFF, Route

EVENT = "c/<str:tournament>"
PEOPLE = f"{EVENT}/people"

ROUTES: tuple[Route, ...] = (
    Route(PEOPLE, people_page.people, "people", reads=STAFF),
    Route(f"{PEOPLE}/live", people_page.live, "people-live", reads=STAFF),
    Route(f"{PEOPLE}/desk", people_page.desk, "people-desk", reads=STAFF),
    Route(f"{PEOPLE}/add", people_page.add, "people-add", posts=(c.RegisterPlayer,)),
    Route(
        f"{PEOPLE}/bring",
        import_names.import_names,
        "people-bring",
        posts=(c.RegisterPlayer, c.NoteFee),
        form=True,
    ),
    Route(f"{PEOPLE}/all", people_page.everybody, "people-all", posts=(c.CheckIn,)),
    Route(f"{PEOPLE}/absent", people_page.withdraw_absent, "people-absent", posts=(c.WithdrawRegistration,)),
    Route(
        f"{PEOPLE}/same",
        same_names_page.same_names_answer,
        "people-same",
        posts=(c.WithdrawRegistration, c.CheckIn, c.NoteFee),
    ),
    Route(f"{PEOPLE}/phones", people_page.phones, "people-phones", writes=DESK),
    Route(f"{PEOPLE}/file", join_papers.file, "people-file", reads=DESK),
    Route(f"{PEOPLE}/slips", join_papers.slips, "people-slips", reads=DESK, writes=DESK),
    Route(
        f"{PEOPLE}/<int:number>",
        player_page.player,
        "people-player",
        reads=DESK,
        posts=(c.AmendPlayer, c.NoteFee, c.WithdrawRegistration, c.ChangePerson),
        writes=DESK,
    ),
    Route(f"{PEOPLE}/<int:number>/here", people_page.check_in, "people-here", posts=(c.CheckIn,)),
    Route(f"{PEOPLE}/<int:number>/fee", people_page.fee, "people-fee", posts=(c.NoteFee,)),
    Route(
        f"{EVENT}/lists",
        list_pages.lists,
        "lists",
        reads=STAFF,
        posts=(c.JudgeLists, c.SetListDeadline, c.SetListRules, c.PublishLists),
    ),
    Route(
        f"{EVENT}/lists/<int:number>",
        list_pages.one_list,
        "list",
        reads=STAFF,
        posts=(c.SubmitList, c.CheckList, c.AmendList),
    ),
    Route(
        f"{EVENT}/staff",
        staff_page.staff,
        "staff",
        reads=ORGANISER,
        posts=(c.AppointStaff, c.DismissStaff, c.SetDuty, c.NameSubstitute, c.RegisterPlayer),
    ),
    Route(
        f"{EVENT}/settings",
        settings_page.settings,
        "settings",
        reads=ORGANISER,
        posts=(c.ChangeEvent, c.AttachOutline, c.PostNotice, c.WithdrawNotice),
        writes=ORGANISER,
    ),
    Route(f"{EVENT}/tokens", tokens_page.tokens, "tokens", reads=ORGANISER, writes=ORGANISER),
    Route(f"{EVENT}/messages", messages_page.messages, "messages", reads=ORGANISER, writes=ORGANISER),
    Route(f"{EVENT}/backup", backup.backup, "console-backup", posts=(c.TakeBackup,), form=True),
    Route(f"{EVENT}/publish", publish_page.publish, "console-publish", reads=ORGANISER, writes=ORGANISER),
    Route(
        f"{EVENT}/checklists", checklists_page.checklists, "checklists", reads=STAFF, posts=(c.TickChecklist,)
    ),
)
