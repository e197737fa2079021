"""The player's phone: registration by QR, my table, report, judge, history, list, my data."""

from komandor.core.tournament import commands as c
from komandor.web.forms import action_buttons
from komandor.web.phone import (
    join,
    judge_and_drop,
    my_data_page,
    my_history_page,
    my_list_page,
    my_table_page,
    report_result,
)
from komandor.web.routing.routes import EVERYBODY, PLAYER, Route

MINE = "m/<str:tournament>"

ROUTES: tuple[Route, ...] = (
    Route(
        "join/<str:tournament>", join.join, "join", reads=EVERYBODY, posts=(c.RegisterPlayer,), sent_once=True
    ),
    Route("join/<str:tournament>/claim", join.claim, "claim", reads=EVERYBODY, writes=EVERYBODY),
    Route(f"{MINE}/", my_table_page.my_table_page, "my-table", reads=PLAYER),
    Route(f"{MINE}/live", my_table_page.live, "my-table-live", reads=PLAYER),
    Route(f"{MINE}/news", my_table_page.news, "my-news", reads=PLAYER),
    Route(f"{MINE}/link", join.my_link, "my-link", reads=PLAYER),
    Route(f"{MINE}/here", my_table_page.here, "my-check-in", posts=(c.CheckIn,)),
    Route(f"{MINE}/first", my_table_page.first, "my-first", posts=(c.SetInitiative, c.ChooseSides)),
    Route(f"{MINE}/report", report_result.report, "my-report", reads=PLAYER, posts=(c.ReportResult,)),
    Route(f"{MINE}/report/read", report_result.read, "my-report-read", writes=PLAYER),
    Route(f"{MINE}/confirm", report_result.confirm, "my-confirm", posts=(c.ConfirmResult,)),
    Route(f"{MINE}/dispute", report_result.dispute, "my-dispute", reads=PLAYER, posts=(c.DisputeResult,)),
    Route(f"{MINE}/judge", judge_and_drop.call, "my-call", reads=PLAYER, posts=(c.CallJudge,)),
    Route(f"{MINE}/drop", judge_and_drop.drop, "my-drop", reads=PLAYER, posts=(c.DropPlayer,)),
    Route(f"{MINE}/do/<str:action>", action_buttons.by_player, "my-do", posts=action_buttons.COMMANDS),
    Route(f"{MINE}/why", my_history_page.why, "my-why", reads=PLAYER),
    Route(f"{MINE}/history", my_history_page.history, "my-history", reads=PLAYER),
    Route(f"{MINE}/list", my_list_page.my_list, "my-list", reads=PLAYER, posts=(c.SubmitList,)),
    Route(f"{MINE}/list/check", my_list_page.check, "my-list-check", writes=PLAYER),
    Route(f"{MINE}/list/<int:number>", my_list_page.opponents, "their-list", reads=PLAYER),
    Route(f"{MINE}/more", my_data_page.more, "my-more", reads=PLAYER),
    Route(f"{MINE}/data", my_data_page.data, "my-data", reads=PLAYER, posts=(c.ChangePerson,)),
    Route(f"{MINE}/data/file", my_data_page.file, "my-data-file", reads=PLAYER),
    Route(
        f"{MINE}/data/erase",
        my_data_page.erase_me,
        "my-data-erase",
        reads=PLAYER,
        posts=(c.WithdrawRegistration, c.ChangePerson, c.CallJudge),
        writes=PLAYER,
    ),
)
