"""A new event in under a minute: game → level and structure → name. Everything else has a default."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import HttpResponse

from komandor.app.access import Actor
from komandor.app.handle import Accepted, Refused, create
from komandor.app.identity import issue
from komandor.app.ledger import Loaded
from komandor.app.queries.schedule import day_plan_of, keep_day_plan
from komandor.core import games
from komandor.core.games import find_rules
from komandor.core.games.game import LEVELS, Rules, Situation
from komandor.core.regulations.levels import KINDS
from komandor.core.regulations.structures import structures_of
from komandor.core.tournament.state import Tournament
from komandor.texts import sentence, word
from komandor.web.browser_seats import remember
from komandor.web.console.person_form import split_name
from komandor.web.entrance.hints import hint_for
from komandor.web.entrance.new_event_form import defaults, wish
from komandor.web.errors import error
from komandor.web.form_commands import fresh_id
from komandor.web.request import Request
from komandor.web.responses import page, redirect

ORGANISER = Actor("staff", 1)


@dataclass(frozen=True, slots=True)
class GameCard:
    id: str
    name: str
    minutes: int | None
    games: int
    double: bool


def choose_game(request: Request) -> HttpResponse:
    cards = [_game(r, request.lang) for r in games.GAMES]
    return page(request, "entrance/choose_game.html", games=cards, earlier=_earlier(request))


def _game(rules: Rules, lang: str) -> GameCard:
    where = Situation("swiss", next(iter(rules.data.structures), "custom"))
    form = rules.form(where)
    double = rules.data.elimination == "double"
    return GameCard(
        rules.data.id, rules.data.name[lang], rules.minutes(where).minutes, form.most_games, double
    )


def new_event(request: Request, game: str) -> HttpResponse:
    rules = find_rules(game)
    if rules is None:
        return error(request, 404)
    asked = request.POST if request.method == "POST" else request.GET
    earlier = _copied(request, asked.get("copy", ""))
    values = {**defaults(rules, earlier), **(request.POST.dict() if request.method == "POST" else {})}
    reasons: list[tuple[str, str | None]] = []
    if request.method == "POST":
        answer = create(
            request.site.services.ledger,
            wish(rules, request.POST, earlier),
            organiser=_organiser(request.POST),
            command_id=request.POST.get("command_id", ""),
        )
        if isinstance(answer, Accepted):
            return _made(request, answer.state.id, earlier)
        assert isinstance(answer, Refused)
        lang = "pl" if request.lang == "pl" else "en"
        reasons = [(sentence(r, lang), r.rule) for r in answer.refusal.reasons]  # type: ignore[arg-type]
    return _form(request, rules, values, reasons, earlier)


def _form(
    request: Request, rules: Rules, values: Mapping[str, str], reasons: list[tuple[str, str | None]],
    earlier: Tournament | None,
) -> HttpResponse:  # fmt: skip
    lang = request.lang
    structures = structures_of(rules)
    chosen = {**values, "structure": values.get("structure") or structures[0]}
    return page(
        request, "entrance/new.html", status=422 if reasons else 200, rules=rules, game=rules.data.id,
        values=values, reasons=reasons, command_id=fresh_id(), earlier=earlier,
        level_choices=[(one, word("level", one, lang)) for one in LEVELS],
        kind_choices=[(one, word("event_kind", one, lang)) for one in KINDS],
        structures=structures, hint=hint_for(rules, chosen, lang), chosen=chosen["structure"],
        minutes={kind: rules.minutes(Situation(kind)) for kind in ("swiss", "knockout", "final")},
        teams="swiss_teams" in rules.data.clocks,
    )  # fmt: skip


def _made(request: Request, tournament: str, earlier: Tournament | None) -> HttpResponse:
    """The event is there: on to its people, with its maker as organiser."""
    if earlier is not None:
        keep_day_plan(request.site.store, tournament, day_plan_of(request.site.store, earlier.id))
    response = redirect(request, f"/c/{tournament}/people")
    seat_organiser(request, response, tournament)
    return response


def seat_organiser(request: Request, response: HttpResponse, tournament: str) -> None:
    """Whoever creates or imports an event here is its organiser in this browser."""
    remember(request, response, issue(request.site.store, tournament, ORGANISER, "created here"))


def _copied(request: Request, tournament: str) -> Tournament | None:
    t = request.site.services.ledger.load(tournament).state if tournament else None
    return t if t is not None and t.id else None


def _earlier(request: Request) -> list[tuple[str, str, str, str]]:
    """Events to copy from: id, game, name, date."""
    events = request.site.services.ledger.everything()
    known = [one.state for one in events if isinstance(one, Loaded)]
    rows = [(t.id, t.edition.split("@")[0], t.name, t.date) for t in known]
    return sorted(rows, key=lambda row: row[3], reverse=True)[:8]


def _organiser(data: Mapping[str, str]) -> Mapping[str, object] | None:
    first, last = split_name(data.get("organiser", "").strip()[:80])
    return {"first": first, "last": last, "show": "full"} if first or last else None
