"""The player's phone: registration by QR, my table, report, judge, history, list, my data."""

from komandor.web.phone import (
    join,
    judge_and_drop,
    my_data_page,
    my_history_page,
    my_list_page,
    my_table_page,
    report_result,
)
from komandor.web.routes import EVERYBODY, PLAYER, Route

GET_POST = ("GET", "POST")
POST = ("POST",)

ROUTES: tuple[Route, ...] = (
    Route("join/<str:tournament>", join.join, "join", EVERYBODY, GET_POST),
    Route("join/<str:tournament>/claim", join.claim, "claim", EVERYBODY, GET_POST),
    Route("m/<str:tournament>/", my_table_page.my_table_page, "my-table", PLAYER),
    Route("m/<str:tournament>/live", my_table_page.live, "my-table-live", PLAYER),
    Route("m/<str:tournament>/news", my_table_page.news, "my-news", PLAYER),
    Route("m/<str:tournament>/link", join.my_link, "my-link", PLAYER, GET_POST),
    Route("m/<str:tournament>/here", my_table_page.here, "my-check-in", PLAYER, POST),
    Route("m/<str:tournament>/first", my_table_page.first, "my-first", PLAYER, POST),
    Route("m/<str:tournament>/report", report_result.report, "my-report", PLAYER, GET_POST),
    Route("m/<str:tournament>/report/read", report_result.read, "my-report-read", PLAYER, POST),
    Route("m/<str:tournament>/confirm", report_result.confirm, "my-confirm", PLAYER, POST),
    Route("m/<str:tournament>/dispute", report_result.dispute, "my-dispute", PLAYER, GET_POST),
    Route("m/<str:tournament>/judge", judge_and_drop.call, "my-call", PLAYER, GET_POST),
    Route("m/<str:tournament>/appeal", judge_and_drop.appeal, "my-appeal", PLAYER, POST),
    Route("m/<str:tournament>/drop", judge_and_drop.drop, "my-drop", PLAYER, GET_POST),
    Route("m/<str:tournament>/why", my_history_page.why, "my-why", PLAYER),
    Route("m/<str:tournament>/history", my_history_page.history, "my-history", PLAYER),
    Route("m/<str:tournament>/list", my_list_page.my_list, "my-list", PLAYER, GET_POST),
    Route("m/<str:tournament>/list/check", my_list_page.check, "my-list-check", PLAYER, POST),
    Route("m/<str:tournament>/more", my_data_page.more, "my-more", PLAYER),
    Route("m/<str:tournament>/data", my_data_page.data, "my-data", PLAYER, GET_POST),
    Route("m/<str:tournament>/data/file", my_data_page.file, "my-data-file", PLAYER),
    Route("m/<str:tournament>/data/erase", my_data_page.erase_me, "my-data-erase", PLAYER, GET_POST),
)
