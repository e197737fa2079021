"""A new event in under a minute: game → level and structure → name. Everything else has a default."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.http import HttpResponse, QueryDict

from komandor.app.access import HOST, THE_ORGANISER
from komandor.app.card_data import PackFacts, packs
from komandor.app.editions import all_kept
from komandor.app.handle import Accepted, Answer, Refused, create, handle, id_from, now
from komandor.app.identity import issue
from komandor.app.ledger import Loaded
from komandor.app.queries.everybody.event_head import EventHead
from komandor.app.queries.everybody.names import split_name
from komandor.app.queries.everybody.rounds import MINUTE
from komandor.app.queries.everybody.schedule import DayPlan, day_plan_of, keep_day_plan
from komandor.app.self_service import keep_self_service, self_service_of
from komandor.core import games
from komandor.core.games.game import LEVELS, ROUND_KINDS, Rules, Situation, StructureRow
from komandor.core.reasons import Refusal
from komandor.core.regulations.levels import KINDS
from komandor.core.regulations.structures import structures_of
from komandor.core.tournament import commands as c
from komandor.core.tournament.state import Tournament
from komandor.texts import Lang, setting_value, word
from komandor.web.entrance.entrance_page import EntrancePage, entrance
from komandor.web.entrance.hints import USUAL, HintPart, copied, hint_for, rules_for
from komandor.web.entrance.new_event_form import PUBLIC, PUBLIC_SOURCES, brought_along, defaults, event_from
from komandor.web.forms.fields import NAME, Fields, whole_number
from komandor.web.forms.form_commands import refusal_of
from komandor.web.forms.form_ids import form_id
from komandor.web.rendering.jinja import day, hm
from komandor.web.rendering.responses import found, redirect
from komandor.web.routing.browser_seats import remember
from komandor.web.routing.request import Request, url
from komandor.web.server.live import now_ms


@dataclass(frozen=True, slots=True, kw_only=True)
class GameCard:
    """A game or an edition to choose: the minutes of a round, and the most games of a match."""

    id: str
    edition: str
    title: str
    minutes: int | None
    most_games: int
    elimination: str


class ChooseGame(EntrancePage, template="entrance/choose_game.html"):
    games: Sequence[GameCard]
    editions: Sequence[GameCard]
    packs: Sequence[PackFacts]
    earlier: Sequence[tuple[str, str, str, str, str]]


def choose_game(request: Request) -> HttpResponse:
    cards = [_game(r, request.lang) for r in games.GAMES]
    loaded = [_game(one.rules, request.lang) for one in all_kept(request.site.store)]
    kept, earlier = packs(request.site.store), _earlier(request)
    return entrance(request, ChooseGame(games=cards, editions=loaded, packs=kept, earlier=earlier))


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


class NewEventPage(EntrancePage, template="entrance/new.html"):
    """The form of a new event; `edition`: a loaded one by which it is played, `copied`: an earlier event."""

    game: str
    game_name: str
    edition: str
    label: str
    address: str  # what the form is sent to: a game, an edition or a pack
    pack: PackFacts | None
    copied: EventHead | None
    values: Mapping[str, str]
    level_choices: Sequence[tuple[str, str]]
    public_choices: Sequence[tuple[str, str]]
    kind_choices: Sequence[tuple[str, str]]
    structures: Sequence[str]
    ranges: Mapping[str, Sequence[StructureRow]]
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
            return _made(request, rules, answer, earlier, _pack(request, game))
        refusal = refusal_of(answer)
    typed = request.POST.dict() if request.method == "POST" else {}
    return _form(request, (rules, text, game), {**defaults(rules, earlier), **typed}, refusal, earlier)


def _create(request: Request, event: c.CreateTournament) -> Answer:
    if unreadable := request.fields.refusal:
        return Refused(unreadable)
    ledger, organiser = request.site.services.ledger, _organiser(request.fields)
    event = replace(event, id=_id_of(request))
    return create(ledger, event, organiser=organiser, command_id=form_id(request))


def _id_of(request: Request) -> str:
    """The event's id: the same for the same form, filled in alike, so that sent twice it makes one event."""
    return id_from(bytes.fromhex(form_id(request)))


def _form(
    request: Request,
    named: tuple[Rules, str, str],
    values: Mapping[str, str],
    refusal: Refusal | None,
    earlier: Tournament | None,
) -> HttpResponse:
    lang, (rules, text, address) = request.lang, named
    by_kind = ("",) if rules.data.kind_structures else ()
    structures = (*by_kind, *structures_of(rules))
    shown = QueryDict(mutable=True)
    shown.update(values)
    page = NewEventPage(
        game=rules.data.id,
        game_name=rules.data.name[lang],
        edition=rules.id if text else "",
        label=rules.data.label.get(lang, ""),
        address=address,
        pack=_pack(request, address),
        copied=EventHead.of(earlier) if earlier else None,
        values=values,
        level_choices=[(one, word("level", one, lang)) for one in LEVELS],
        public_choices=[(one, setting_value(PUBLIC, one, lang)) for one in PUBLIC_SOURCES],
        kind_choices=[(one, word("event_kind", one, lang)) for one in KINDS],
        structures=structures,
        ranges=rules.data.structures,
        hint=HintPart(hint=hint_for(rules, text, Fields(shown), lang)),
        chosen=values.get("structure") or structures[0],
        expected=whole_number(values.get("expected") or str(USUAL), 1) or USUAL,
        minutes={kind: rules.minutes(Situation(kind)).minutes for kind in ROUND_KINDS},
        teams="swiss_teams" in rules.data.clocks,
    )
    return entrance(request, page, refusal)


def _pack(request: Request, address: str) -> PackFacts | None:
    """The pack that the address names by its checksum."""
    return next((one for one in packs(request.site.store) if one.digest == address), None)


def _made(
    request: Request, rules: Rules, answer: Accepted, earlier: Tournament | None, pack: PackFacts | None
) -> HttpResponse:
    """The event is there: on to its people, with its maker as organiser."""
    store, tournament = request.site.store, answer.state.id
    if earlier is None and not answer.again and answer.state.date == day(now()):
        keep_day_plan(store, tournament, starting_soon())
    if earlier is not None and not answer.again:
        keep_day_plan(store, tournament, day_plan_of(store, earlier.id))
        phones = replace(self_service_of(store, earlier.id), opens=None, closes=None, registration=True)
        keep_self_service(store, tournament, phones)
    if commands := brought_along(rules, earlier):
        handle(request.site.services.ledger, tournament, commands, HOST, form_id(request, "brought"))
    chosen = pack.digest if pack and pack.cards else earlier.list_rules.pack if earlier else ""
    if chosen:
        ledger, id = request.site.services.ledger, form_id(request, "pack")
        handle(ledger, tournament, c.SetListRules(pack=chosen), HOST, id)
    response = redirect(request, url("people", tournament))
    seat_organiser(request, response, tournament)
    return response


def starting_soon() -> DayPlan:
    """The plan of an event that is made on its day: it starts now, at the next five minutes."""
    step = 5 * MINUTE
    return DayPlan(start=hm(-(-now_ms() // step) * step))


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
