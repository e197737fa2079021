"""The judge's phone: calls, tables, rulings, sanctions, deck checks, components, incidents."""

from komandor.web.judge import calls, checks, components, desk, incidents, sanctions, tables
from komandor.web.routes import EVERYBODY, LEADERS, STAFF, Route

POST = ("POST",)
BOTH = ("GET", "POST")

ROUTES: tuple[Route, ...] = (
    Route("j/<str:tournament>/", desk.home, "judge", STAFF),
    Route("j/<str:tournament>/live", desk.live, "judge-live", STAFF),
    Route("j/<str:tournament>/duty", desk.duty, "judge-duty", LEADERS, POST),
    Route("j/<str:tournament>/rulings", desk.rulings, "judge-rulings", STAFF),
    Route("j/<str:tournament>/rules", desk.find_rule, "judge-find-rule", STAFF),
    Route("j/<str:tournament>/tables", tables.every, "judge-tables", STAFF),
    Route("j/<str:tournament>/table/<int:number>", tables.by_number, "judge-table", STAFF),
    Route("j/<str:tournament>/match/<int:number>", tables.match_page, "judge-match", STAFF),
    Route("j/<str:tournament>/match/<int:number>/extend", tables.extend, "judge-extend", LEADERS, POST),
    Route("j/<str:tournament>/match/<int:number>/call", tables.note_call, "judge-note-call", LEADERS, POST),
    Route("j/<str:tournament>/call/<int:number>", calls.call_page, "judge-call", STAFF),
    Route("j/<str:tournament>/call/<int:number>/take", calls.take, "judge-take", LEADERS, POST),
    Route("j/<str:tournament>/call/<int:number>/rule", calls.rule, "judge-rule", LEADERS, POST),
    Route("j/<str:tournament>/call/<int:number>/settle", calls.settle, "judge-settle", LEADERS, POST),
    Route("j/<str:tournament>/call/<int:number>/appeal", calls.appeal, "judge-appeal", LEADERS, POST),
    Route("j/<str:tournament>/call/<int:number>/verdict", calls.verdict, "judge-verdict", LEADERS, POST),
    Route("j/<str:tournament>/sanctions", sanctions.every, "judge-sanctions", LEADERS),
    Route("j/<str:tournament>/player/<int:number>/sanction", sanctions.give, "judge-sanction", LEADERS, BOTH),
    Route("j/<str:tournament>/checks", checks.every, "judge-checks", LEADERS),
    Route("j/<str:tournament>/checks/draw", checks.draw, "judge-checks-draw", LEADERS, POST),
    Route("j/<str:tournament>/player/<int:number>/check", checks.record, "judge-check", LEADERS, BOTH),
    Route("j/<str:tournament>/components", components.every, "judge-components", LEADERS, BOTH),
    Route("j/<str:tournament>/component/<int:number>", components.resolve, "judge-component", LEADERS, BOTH),
    Route("j/<str:tournament>/proxies", components.proxies, "judge-proxies", LEADERS, BOTH),
    Route("j/<str:tournament>/proxy/<int:number>/print", components.paper, "judge-proxy-print", LEADERS),
    Route("j/<str:tournament>/incidents", incidents.every, "judge-incidents", STAFF, BOTH),
    Route("t/<str:tournament>/report", incidents.report, "report-incident", EVERYBODY, BOTH),
)
