"""The player's phone: registration by QR, my table, report, judge, history, list, my data."""

from komandor.web.phone import deeds, history, join, mydata, mylist, report, table
from komandor.web.routes import EVERYBODY, PLAYER, Route

GET_POST = ("GET", "POST")
POST = ("POST",)

ROUTES: tuple[Route, ...] = (
    Route("join/<str:tournament>", join.join, "join", EVERYBODY, GET_POST),
    Route("join/<str:tournament>/claim", join.claim, "claim", EVERYBODY, GET_POST),
    Route("m/<str:tournament>/", table.my_table_page, "my-table", PLAYER),
    Route("m/<str:tournament>/live", table.live, "my-table-live", PLAYER),
    Route("m/<str:tournament>/news", table.news, "my-news", PLAYER),
    Route("m/<str:tournament>/link", join.my_link, "my-link", PLAYER, GET_POST),
    Route("m/<str:tournament>/here", table.here, "my-check-in", PLAYER, POST),
    Route("m/<str:tournament>/first", table.first, "my-first", PLAYER, POST),
    Route("m/<str:tournament>/report", report.report, "my-report", PLAYER, GET_POST),
    Route("m/<str:tournament>/report/read", report.read, "my-report-read", PLAYER, POST),
    Route("m/<str:tournament>/confirm", report.confirm, "my-confirm", PLAYER, POST),
    Route("m/<str:tournament>/dispute", report.dispute, "my-dispute", PLAYER, GET_POST),
    Route("m/<str:tournament>/judge", deeds.call, "my-call", PLAYER, GET_POST),
    Route("m/<str:tournament>/appeal", deeds.appeal, "my-appeal", PLAYER, POST),
    Route("m/<str:tournament>/drop", deeds.drop, "my-drop", PLAYER, GET_POST),
    Route("m/<str:tournament>/why", history.why, "my-why", PLAYER),
    Route("m/<str:tournament>/history", history.history, "my-history", PLAYER),
    Route("m/<str:tournament>/list", mylist.my_list, "my-list", PLAYER, GET_POST),
    Route("m/<str:tournament>/list/check", mylist.check, "my-list-check", PLAYER, POST),
    Route("m/<str:tournament>/more", mydata.more, "my-more", PLAYER),
    Route("m/<str:tournament>/data", mydata.data, "my-data", PLAYER, GET_POST),
    Route("m/<str:tournament>/data/file", mydata.file, "my-data-file", PLAYER),
    Route("m/<str:tournament>/data/erase", mydata.erase_me, "my-data-erase", PLAYER, GET_POST),
)
