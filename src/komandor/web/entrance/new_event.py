"""A new event in under a minute: game → level and structure → name. Everything else has a default."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from threading import Lock

from django.http import HttpResponse, QueryDict

from komandor.app.access import HOST, THE_ORGANISER
from komandor.app.editions import all_kept
from komandor.app.handle import Accepted, Answer, Refused, create, handle, id_from
from komandor.app.identity import issue
from komandor.app.ledger import Loaded
from komandor.app.queries.everybody.event_head import EventHead
from komandor.app.queries.everybody.names import split_name
from komandor.app.queries.everybody.schedule import day_plan_of, keep_day_plan
from komandor.app.self_service import keep_self_service, self_service_of
from komandor.core import games
from komandor.core.games.game import LEVELS, ROUND_KINDS, Rules, Situation, StructureRow
from komandor.core.reasons import Refusal
from komandor.core.regulations.levels import KINDS
from komandor.core.regulations.structures import structures_of
from komandor.core.tournament import commands as c
from komandor.core.tournament.state import Tournament
from komandor.texts import Lang, word
from komandor.web.entrance.entrance_page import EntrancePage, entrance
from komandor.web.entrance.hints import USUAL, HintPart, copied, hint_for, rules_for
from komandor.web.entrance.new_event_form import brought_along, defaults, event_from
from komandor.web.forms.fields import NAME, Fields, whole_number
from komandor.web.forms.form_commands import refusal_of
from komandor.web.forms.form_ids import form_id
from komandor.web.rendering.records import shows
from komandor.web.rendering.responses import found, redirect
from komandor.web.routing.browser_seats import remember
from komandor.web.routing.paths import url
from komandor.web.routing.request import Request

ONE_AT_A_TIME = Lock()
"""Events are made one after another, so that a form pressed twice at once finds its event."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameCard:
    """A game or an edition to choose: the minutes of a round, and the most games of a match."""

    id: str
    edition: str
    title: str
    minutes: int | None
    most_games: int
    elimination: str


@shows("entrance/choose_game.html")
class ChooseGame(EntrancePage):
    games: Sequence[GameCard]
    editions: Sequence[GameCard]
    earlier: Sequence[tuple[str, str, str, str, str]]


def choose_game(request: Request) -> HttpResponse:
    cards = [_game(r, request.lang) for r in games.GAMES]
    loaded = [_game(one.rules, request.lang) for one in all_kept(request.site.store)]
    return entrance(request, ChooseGame(games=cards, editions=loaded, earlier=_earlier(request)))


def _game(rules: Rules, lang: Lang) -> GameCard:
    where, data = Situation("swiss", next(iter(rules.data.structures), "custom")), rules.data
    return GameCard(
        id=data.id,
        edition=data.edition,
        title=data.label.get(lang) or data.name[lang],
        minutes=rules.minutes(where).minutes,
        most_games=rules.form(where).most_games,
        elimination=data.elimination,
    )


@shows("entrance/new.html")
class NewEventPage(EntrancePage):
    """The form of a new event; `edition`: a loaded one by which it is played, `copied`: an earlier event."""

    game: str
    game_name: str
    edition: str
    label: str
    copied: EventHead | None
    values: Mapping[str, str]
    level_choices: Sequence[tuple[str, str]]
    kind_choices: Sequence[tuple[str, str]]
    structures: Sequence[str]
    ranges: Mapping[str, Sequence[StructureRow]]
    kinds: Mapping[str, str]  # kind of event → its usual structure
    hint: HintPart
    chosen: str
    expected: int
    minutes: Mapping[str, int | None]
    teams: bool


def new_event(request: Request, game: str) -> HttpResponse:
    """GET: the form. POST: the event is made, with its maker as organiser."""
    fields = request.fields
    earlier = copied(request, fields.raw("copy"))
    rules, text = found(rules_for(request, game, earlier))
    refusal: Refusal | None = None
    if request.method == "POST":
        answer = _create(request, replace(event_from(rules, fields, earlier), edition_text=text))
        if isinstance(answer, Accepted):
            return _made(request, rules, answer, earlier)
        refusal = refusal_of(answer)
    typed = request.POST.dict() if request.method == "POST" else {}
    return _form(request, (rules, text), {**defaults(rules, earlier), **typed}, refusal, earlier)


def _create(request: Request, event: c.CreateTournament) -> Answer:
    if unreadable := request.fields.refusal:
        return Refused(unreadable)
    ledger, organiser = request.site.services.ledger, _organiser(request.fields)
    event = replace(event, id=_id_of(request))
    with ONE_AT_A_TIME:
        if request.site.store.version(event.id):
            return Accepted((), ledger.load(event.id).state, again=True)
        return create(ledger, event, organiser=organiser, command_id=form_id(request))


def _id_of(request: Request) -> str:
    """The event's id: the same for the same form, filled in alike, so that sent twice it makes one event."""
    return id_from(bytes.fromhex(form_id(request)))


def _form(
    request: Request,
    named: tuple[Rules, str],
    values: Mapping[str, str],
    refusal: Refusal | None,
    earlier: Tournament | None,
) -> HttpResponse:
    lang, (rules, text) = request.lang, named
    by_kind = ("",) if rules.data.kind_structures else ()
    structures = (*by_kind, *structures_of(rules))
    shown = QueryDict(mutable=True)
    shown.update(values)
    page = NewEventPage(
        game=rules.data.id,
        game_name=rules.data.name[lang],
        edition=rules.id if text else "",
        label=rules.data.label.get(lang, ""),
        copied=EventHead.of(earlier) if earlier else None,
        values=values,
        level_choices=[(one, word("level", one, lang)) for one in LEVELS],
        kind_choices=[(one, word("event_kind", one, lang)) for one in KINDS],
        structures=structures,
        ranges=rules.data.structures,
        kinds=rules.data.kind_structures,
        hint=HintPart(hint=hint_for(rules, text, Fields(shown), lang)),
        chosen=values.get("structure") or structures[0],
        expected=whole_number(values.get("expected") or str(USUAL), 1) or USUAL,
        minutes={kind: rules.minutes(Situation(kind)).minutes for kind in ROUND_KINDS},
        teams="swiss_teams" in rules.data.clocks,
    )
    return entrance(request, page, refusal)


def _made(request: Request, rules: Rules, answer: Accepted, earlier: Tournament | None) -> HttpResponse:
    """The event is there: on to its people, with its maker as organiser."""
    store, tournament = request.site.store, answer.state.id
    if earlier is not None and not answer.again:
        keep_day_plan(store, tournament, day_plan_of(store, earlier.id))
        phones = replace(self_service_of(store, earlier.id), opens=None, closes=None, registration=True)
        keep_self_service(store, tournament, phones)
    if commands := brought_along(rules, earlier):
        handle(request.site.services.ledger, tournament, commands, HOST, form_id(request, "brought"))
    response = redirect(request, url("people", tournament))
    seat_organiser(request, response, tournament)
    return response


def seat_organiser(request: Request, response: HttpResponse, tournament: str) -> None:
    """Whoever creates or imports an event here is its organiser in this browser."""
    remember(request, response, issue(request.site.store, tournament, THE_ORGANISER, "created here"))


def _earlier(request: Request) -> list[tuple[str, str, str, str, str]]:
    """Events to copy from: id, game, name, date, and the game or edition to copy it by."""
    events = request.site.services.ledger.everything()
    known = [one.state for one in events if isinstance(one, Loaded)]
    rows = [
        (t.id, game := t.edition.split("@")[0], t.name, t.date, t.edition if t.edition_text else game)
        for t in known
    ]
    return sorted(rows, key=lambda row: row[3], reverse=True)[:8]


def _organiser(fields: Fields) -> Mapping[str, object] | None:
    first, last = split_name(fields.text("organiser", NAME))
    return {"first": first, "last": last, "show": "full"} if first or last else None
