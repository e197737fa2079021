"""The judge's phone: calls, tables, rulings, sanctions, deck checks, components, incidents."""

from komandor.core.tournament import commands as c
from komandor.web.judge import (
    call_desk,
    call_pages,
    components,
    deck_checks,
    incidents,
    sanctions,
    table_pages,
)
from komandor.web.routing.routes import EVERYBODY, LEADERS, STAFF, Route

EVENT = "j/<str:tournament>"
MATCH = f"{EVENT}/match/<int:number>"
CALL = f"{EVENT}/call/<int:number>"

ROUTES: tuple[Route, ...] = (
    Route(f"{EVENT}/", call_desk.home, "judge", reads=STAFF),
    Route(f"{EVENT}/live", call_desk.live, "judge-live", reads=STAFF),
    Route(f"{EVENT}/duty", call_desk.duty, "judge-duty", posts=(c.SetDuty,)),
    Route(f"{EVENT}/rulings", call_desk.rulings, "judge-rulings", reads=STAFF),
    Route(f"{EVENT}/rules", call_desk.find_rule, "judge-find-rule", reads=STAFF),
    Route(f"{EVENT}/tables", table_pages.every, "judge-tables", reads=STAFF),
    Route(f"{EVENT}/table/<int:number>", table_pages.by_number, "judge-table", reads=STAFF),
    Route(MATCH, table_pages.match_page, "judge-match", reads=STAFF),
    Route(f"{MATCH}/extend", table_pages.extend, "judge-extend", posts=(c.ExtendTable,)),
    Route(f"{MATCH}/call", table_pages.note_call, "judge-note-call", posts=(c.CallJudge, c.TakeCall)),
    Route(CALL, call_pages.call_page, "judge-call", reads=STAFF),
    Route(f"{CALL}/take", call_pages.take, "judge-take", posts=(c.TakeCall,)),
    Route(f"{CALL}/rule", call_pages.rule, "judge-rule", posts=(c.GiveRuling,)),
    Route(f"{CALL}/settle", call_pages.settle, "judge-settle", posts=(c.GiveRuling,)),
    Route(f"{CALL}/appeal", call_pages.appeal, "judge-appeal", posts=(c.AppealRuling,)),
    Route(f"{CALL}/verdict", call_pages.verdict, "judge-verdict", posts=(c.GiveFinalVerdict,)),
    Route(f"{EVENT}/sanctions", sanctions.every, "judge-sanctions", reads=LEADERS),
    Route(
        f"{EVENT}/player/<int:number>/sanction",
        sanctions.give,
        "judge-sanction",
        posts=(c.GiveSanction, c.RecommendDisqualification),
        form=True,
    ),
    Route(f"{EVENT}/checks", deck_checks.every, "judge-checks", reads=LEADERS),
    Route(f"{EVENT}/checks/draw", deck_checks.draw, "judge-checks-draw", posts=(c.DrawDeckChecks,)),
    Route(
        f"{EVENT}/player/<int:number>/check",
        deck_checks.record,
        "judge-check",
        posts=(c.RecordDeckCheck,),
        form=True,
    ),
    Route(f"{EVENT}/components", components.every, "judge-components", posts=(c.ReportComponent,), form=True),
    Route(
        f"{EVENT}/component/<int:number>",
        components.resolve,
        "judge-component",
        posts=(c.ResolveComponent,),
        form=True,
    ),
    Route(f"{EVENT}/proxies", components.proxies, "judge-proxies", reads=LEADERS, posts=(c.MakeProxy,)),
    Route(f"{EVENT}/proxy/<int:number>/print", components.paper, "judge-proxy-print", reads=LEADERS),
    Route(f"{EVENT}/incidents", incidents.every, "judge-incidents", reads=STAFF, posts=(c.ReportIncident,)),
    Route(
        "t/<str:tournament>/report",
        incidents.report,
        "report-incident",
        reads=EVERYBODY,
        posts=(c.ReportIncident,),
    ),
)
