"""What a structure means for so many players, shown while the organiser chooses one."""

from dataclasses import dataclass

from django.http import HttpResponse

from komandor.app.card_data import rules_chosen
from komandor.app.queries.everybody.rounds import MINUTE
from komandor.app.queries.everybody.schedule import DayPlan, Schedule, schedule
from komandor.core.games.game import Rules, Situation
from komandor.core.reasons import Refusal
from komandor.core.regulations.levels import KINDS
from komandor.core.regulations.structures import CUSTOM, structure_of_kind, structures_of
from komandor.core.tournament.readings.regulations import rules as rules_of_event
from komandor.core.tournament.state import Tournament
from komandor.texts import Lang
from komandor.web.entrance.entrance_page import sentences
from komandor.web.entrance.new_event_form import stages_of
from komandor.web.forms.fields import MOST_PLAYERS, Fields
from komandor.web.rendering.event_page import Sentence
from komandor.web.rendering.records import Page
from komandor.web.rendering.responses import found, fragment
from komandor.web.routing.request import Request
from komandor.web.server.live import now_ms

USUAL = 16  # players, until somebody says how many


@dataclass(frozen=True, slots=True, kw_only=True)
class Hint:
    """Rounds, cut and hours for so many players; or why it cannot be."""

    players: int
    teams: bool = False  # then so many teams
    structure: str = ""  # which one this is, where there is a choice
    swiss: int = 0
    cut: int = 0
    knockout: int = 0
    hours: int = 0
    minutes: int = 0
    guessed: bool = False
    refusal: tuple[Sentence, ...] = ()


class HintPart(Page, template="entrance/hint.html"):
    hint: Hint


def hint_page(request: Request, game: str) -> HttpResponse:
    named = found(rules_for(request, game, copied(request, request.fields.raw("copy"))))
    hint = hint_for(*named, request.fields, request.lang)
    return fragment(request, HintPart(hint=hint))


def rules_for(request: Request, game: str, earlier: Tournament | None) -> tuple[Rules, str] | None:
    """The rules that the address names, with the text of a loaded edition; a copied event brings its own."""
    if earlier is not None and earlier.edition_text and earlier.edition == game:
        return rules_of_event(earlier), earlier.edition_text
    return rules_chosen(request.site.store, game)


def copied(request: Request, tournament: str) -> Tournament | None:
    """The event that the form copies, if there is one."""
    t = request.site.services.ledger.load(tournament).state if tournament else None
    return t if t is not None and t.id else None


def hint_for(rules: Rules, edition_text: str, fields: Fields, lang: Lang) -> Hint:
    """What the chosen structure means for the expected number of players."""
    players = fields.number("expected", 1, MOST_PLAYERS, USUAL)
    known = structures_of(rules)
    kind = fields.choice("event_kind", KINDS, "other")
    structure = fields.choice("structure", (*known, ""), "") or structure_of_kind(rules.data, kind)
    custom = stages_of(rules, fields) if structure == CUSTOM else ()
    teams = fields.ticked("teams")
    t = Tournament(id="hint", edition=rules.id, structure=structure, custom=custom, teams=teams)
    t.edition_text = edition_text
    made = schedule(t, DayPlan(), now_ms(), players)
    if isinstance(made, Refusal):
        return Hint(players=players, refusal=tuple(sentences(made, lang)))
    return _counted(made, players, teams, structure if rules.data.structures else "")


def _counted(day: Schedule, players: int, teams: bool, structure: str) -> Hint:
    whole = (day.ends - day.slots[0].starts) // MINUTE if day.slots else 0
    swiss = sum(not Situation(s.kind).eliminates for s in day.slots)
    hours, minutes = divmod(whole, 60)
    return Hint(
        players=players,
        teams=teams,
        structure=structure,
        swiss=swiss,
        cut=day.cut,
        knockout=len(day.slots) - swiss,
        hours=hours,
        minutes=minutes,
        guessed=day.guessed,
    )
