"""A new event in under a minute: game → level and structure → name. Everything else has a default."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse

from komandor.app.access import Actor
from komandor.app.handle import Accepted, Refused, create, now
from komandor.app.identity import issue
from komandor.core.games import GAMES, find_rules
from komandor.core.games.game import LEVELS, Rules, Situation
from komandor.core.levels import KINDS
from komandor.core.structures import structures_of
from komandor.core.tournament import commands as c
from komandor.core.tournament.events import StagePlan
from komandor.core.tournament.state import Tournament
from komandor.texts import sentence, word
from komandor.web.acting import fresh_id
from komandor.web.errors import error
from komandor.web.jinja import day
from komandor.web.request import Request
from komandor.web.responses import page, redirect
from komandor.web.who import remember

ORGANISER = Actor("staff", 1)


def choose_game(request: Request) -> HttpResponse:
    games = [(r.data.id, r.data.name[request.lang]) for r in GAMES]
    return page(request, "entrance/choose_game.html", games=games, earlier=_earlier(request))


def new_event(request: Request, game: str) -> HttpResponse:
    rules = find_rules(game)
    if rules is None:
        return error(request, 404)
    values = _defaults(request, rules) if request.method == "GET" else request.POST
    reasons: list[tuple[str, str | None]] = []
    if request.method == "POST":
        wish = _wish(rules, request.POST)
        lang = "pl" if request.lang == "pl" else "en"
        answer = create(
            request.site.services.ledger,
            wish,
            organiser=_organiser(request.POST),
            command_id=request.POST.get("command_id", ""),
        )
        if isinstance(answer, Accepted):
            tournament = answer.state.id
            response = redirect(request, f"/c/{tournament}/people")
            seat_organiser(request, response, tournament)
            return response
        assert isinstance(answer, Refused)
        reasons = [(sentence(r, lang), r.rule) for r in answer.refusal.reasons]  # type: ignore[arg-type]
    return page(
        request, "entrance/new.html", status=422 if reasons else 200, rules=rules, game=rules.data.id,
        values=values, reasons=reasons, command_id=fresh_id(),
        level_choices=[(one, word("level", one, request.lang)) for one in LEVELS],
        kind_choices=[(one, word("event_kind", one, request.lang)) for one in KINDS],
        structure_choices=[_structure_choice(request, rules, name) for name in structures_of(rules)],
        minutes={kind: rules.minutes(Situation(kind)) for kind in ("swiss", "knockout", "final")},
        teams="swiss_teams" in rules.data.clocks,
    )  # fmt: skip


def _structure_choice(request: Request, rules: Rules, name: str) -> Mapping[str, str]:
    """The structure with what it means for a usual crowd, so that nobody needs the table."""
    rows = rules.data.structures.get(name, ())
    shown = [f"{r.low}–{r.high or ''}: {r.rounds}" + (f" + top {r.cut}" if r.cut else "") for r in rows[:4]]
    text = (
        ", ".join(shown) + (" …" if len(rows) > 4 else "")
        if rows
        else request.t.gettext("your own rounds and cut")
    )
    return {"value": name, "title": word("structure", name, request.lang), "text": text}


def seat_organiser(request: Request, response: HttpResponse, tournament: str) -> None:
    """Whoever creates or imports an event here is its organiser in this browser."""
    remember(request, response, issue(request.site.store, tournament, ORGANISER, "created here"))


def _defaults(request: Request, rules: Rules) -> Mapping[str, Any]:
    """Sensible values, or those of an earlier event (`?copy=`)."""
    earlier = request.GET.get("copy", "")
    values: dict[str, Any] = {
        "date": day(now()), "level": "", "structure": "", "event_kind": "unofficial",
        "name": "", "place": "", "tables": "", "rounds": "", "cut": "", "teams": "",
    }  # fmt: skip
    if not earlier:
        return values
    t: Tournament = request.site.services.ledger.load(earlier).state
    if t.edition != rules.id:
        return values
    swiss = next((s for s in t.custom if s.kind == "swiss"), None)
    cut = next((s for s in t.custom if s.kind != "swiss"), None)
    return values | {
        "level": t.level, "structure": t.structure, "event_kind": t.event_kind, "name": t.name,
        "place": t.place, "tables": t.tables, "rounds": swiss.rounds if swiss else "",
        "cut": cut.cut if cut else "", "copy": t.id, "teams": "1" if t.teams else "",
    }  # fmt: skip


def _earlier(request: Request) -> list[tuple[str, str, str, str]]:
    """Events to copy from: id, game, name, date."""
    loaded = [request.site.services.ledger.load(tid).state for tid in request.site.store.tournaments()]
    rows = [(t.id, t.edition.split("@")[0], t.name, t.date) for t in loaded if t.id]
    return sorted(rows, key=lambda row: row[3], reverse=True)[:8]


def _wish(rules: Rules, data: Mapping[str, str]) -> c.CreateTournament:
    structure = data.get("structure", "")
    return c.CreateTournament(
        "",
        rules.id,
        data.get("name", ""),
        data.get("date", "") or day(now()),
        "",
        level=data.get("level", ""),
        structure=structure,
        event_kind=data.get("event_kind", "other"),
        place=data.get("place", "").strip(),
        teams=bool(data.get("teams")),
        tables=data.get("tables", "").strip(),
        stages=_stages(rules, data) if structure == "custom" or not rules.data.structures else (),
    )


def _stages(rules: Rules, data: Mapping[str, str]) -> tuple[StagePlan, ...]:
    """Custom: a number of Swiss rounds (0 = none), then a cut (0 = none); nothing typed = proposed later."""
    rounds, cut = (_number(data.get(key, "")) for key in ("rounds", "cut"))
    if rounds is None and cut is None:
        return ()
    if rounds == 0:
        return (StagePlan(rules.data.elimination),)
    swiss = StagePlan("swiss", rounds or 3)
    return (swiss, StagePlan(rules.data.elimination, 0, cut)) if cut else (swiss,)


def _number(text: str) -> int | None:
    return int(text) if text.strip().isdecimal() and len(text.strip()) < 6 else None


def _organiser(data: Mapping[str, str]) -> Mapping[str, object] | None:
    first, _, last = data.get("organiser", "").strip().partition(" ")
    return {"first": first, "last": last.strip(), "show": "full"} if first else None
