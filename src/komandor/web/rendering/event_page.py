"""What every page of an event knows: its name, its people, who looks, and how to say a reason."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Self, TypeVar

from django.http import HttpResponse

from komandor.app.access import PUBLIC, Actor
from komandor.app.ledger import Loaded
from komandor.app.offers import Offers
from komandor.app.queries.everybody.event_head import EventHead
from komandor.app.queries.everybody.names import Names
from komandor.app.queries.everybody.round_names import RoundPart, round_name
from komandor.core.ids import PlayerNo
from komandor.core.reasons import Reason, Refusal
from komandor.core.tournament.events import Event
from komandor.core.tournament.readings.regulations import rules
from komandor.core.tournament.state import Match, Tournament
from komandor.texts import Lang, Speaker, part_title, round_in_log, round_title, seat_in_log, word
from komandor.web.forms.form_commands import fresh_id
from komandor.web.rendering.responses import page
from komandor.web.routing.paths import url
from komandor.web.routing.request import Request
from komandor.web.routing.routes import can_open
from komandor.web.server.live import now_ms
from komandor.web.server.site import Site

T = TypeVar("T")
NAMED = 6  # players in one sentence; the page behind its link has them all
Sentence = tuple[str, str | None]
"""A sentence and the rule behind it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EventPage:
    """One event as one page shows it to `actor`; `staff_view`: names in full; `you`: the player who reads."""

    site: Site
    loaded: Loaded
    names: Names
    lang: Lang
    staff_view: bool = False
    you: PlayerNo | None = None
    actor: Actor = PUBLIC
    sides: tuple[str, str] | None = None  # names of the two players, where the page is about one match

    @property
    def t(self) -> Tournament:
        return self.loaded.state

    @property
    def about(self) -> str:
        """The game, the place and the day, on one line."""
        return " · ".join(filter(None, (rules(self.t).data.name[self.lang], self.t.place, self.t.date)))

    @property
    def address(self) -> str:
        """Where everybody finds the event."""
        return self.site.address + url("public", self.t.id)

    @property
    def join_address(self) -> str:
        """Where people take part with their phones."""
        return self.site.address + url("join", self.t.id)

    def name(self, number: int | None) -> str:
        return self.names.of(number, self.staff_view)

    def team_members(self, number: int | None) -> str:
        """Who plays in a team with a name of its own; empty for everybody else."""
        return self.names.members(number, self.staff_view)

    def order(self, number: int) -> tuple[str, str, int]:
        """Sort key of a player: by surname, as far as this page shows it."""
        return self.names.order(number, self.staff_view)

    def initial(self, number: int) -> str:
        """The letter under which a list by surname has this player."""
        return self.names.letter(number, self.staff_view)

    def staff_name(self, number: int | None) -> str:
        return self.names.staff(number, self.staff_view)

    def actor_name(self, by: str) -> str:
        """Who did something, as the log has it ("staff:2"): a name, or the role of those who have none."""
        kind, _, number = by.partition(":")
        if kind == "staff":
            return self.staff_name(int(number))
        if kind == "player":
            return self.name(int(number))
        return "–" if kind == "withheld" else word("role", kind, self.lang)

    def say(self, reason: Reason) -> str:
        """The reason as one sentence, with names; of a whole hall it names the first few."""
        return replace(self.speaker(), most=NAMED).sentence(reason)

    def reasons(self, refusal: Refusal | None) -> list[Sentence]:
        """Every reason of a refusal as a sentence with its rule."""
        return self.sentences(refusal.reasons) if refusal else []

    def sentences(self, reasons: Iterable[Reason]) -> list[Sentence]:
        """Each reason as a sentence with its rule."""
        return [(self.say(r), r.rule) for r in reasons]

    def event_line(self, event: Event) -> str:
        """An event as one line of the log."""
        return replace(self.speaker(), rounds=partial(round_in_log, self.t, self.lang)).event(event)

    def round_name(self, number: int, short: bool = False) -> str:
        """What this round is called: "Round 2 of 5", "Semi-final"."""
        return round_title(round_name(self.t, number), self.lang, short)

    def part_name(self, part: RoundPart) -> str:
        """One part of the name of a round, inside a sentence."""
        return part_title(part, self.lang)

    def speaker(self, sides: tuple[str, str] | None = None) -> Speaker:
        """Says reasons in the page's language, with this event's names and its game's labels."""
        game = rules(self.t).data.id
        return Speaker(
            lang=self.lang,
            names=self.name,
            sides=sides or self.sides,
            staff=self.staff_name,
            seats=partial(seat_in_log, self.t, self.lang),
            you=self.you,
            game=game,
            on_forms=True,
        )

    def of_match(self, match: Match) -> Self:
        """The same page, with sentences about one match: its players have names instead of A and B."""
        return replace(self, sides=(self.name(match.a), self.name(match.b)))

    def context(self, **more: Any) -> dict[str, Any]:
        """For templates: the event, and names and sentences as functions."""
        t = self.t
        return {
            "t": t,
            "event": EventHead.of(t),
            "rules": rules(t),
            "game": rules(t).data.id,
            "topic": t.id,
            "about": self.about,
            "version": self.loaded.version,
            "head": self.loaded.head,
            "name": self.name,
            "team_members": self.team_members,
            "staff_name": self.staff_name,
            "actor_name": self.actor_name,
            "say": self.say,
            "round_name": self.round_name,
            "part_name": self.part_name,
            "may": Offers(t, self.actor).may,
            "now": now_ms(),
            **more,
        }


def opened(request: Request) -> EventPage:
    """The event that the guard loaded for this request; staff see names in full."""
    page = _page(request.site, request.loaded, request.lang, request.me.staff is not None)
    return replace(page, actor=request.me.actor)


def opened_without_request(site: Site, tournament: str, lang: Lang) -> EventPage | None:
    """For cached pages, which see no request; None if there is no such event."""
    loaded = site.services.ledger.load(tournament)
    return _page(site, loaded, lang) if loaded.version else None


def _page(site: Site, loaded: Loaded, lang: Lang, staff_view: bool = False) -> EventPage:
    return EventPage(
        site=site, loaded=loaded, names=site.services.names(loaded), lang=lang, staff_view=staff_view
    )


def event_response(
    request: Request, p: EventPage, template: str, refusal: Refusal | None = None, **more: Any
) -> HttpResponse:
    """A page of this event. A refusal is shown on top with every reason, and what was typed stays."""
    shown = {**refused_form(request, p, refusal), "me": request.me, **form_fields(p), **more}
    return page(request, template, status_of(request, refusal), **p.context(**shown))


def refused_form(request: Request, p: EventPage, refusal: Refusal | None) -> dict[str, Any]:
    """The reasons of a refusal; and the form to send again, if only a name is in doubt (COM-PART-4)."""
    alike = any(r.code.startswith("staff.same_name") for r in refusal.reasons) if refusal else False
    again = {"same_name": request.POST, "same_name_at": request.path} if alike and p.staff_view else {}
    return {"reasons": p.reasons(refusal), **again}


def status_of(request: Request, refusal: Refusal | None) -> int:
    """503 where nothing can be saved at the moment (phones then send again), 422 for every other refusal."""
    if refusal is None or request.method != "POST":
        return 200
    return 503 if any(r.code.startswith("store.") for r in refusal.reasons) else 422


def form_fields(p: EventPage) -> dict[str, Any]:
    """What hidden_fields.html shows: every form of a page gets an id of its own."""
    return {"command_id": fresh_id, "seen": p.loaded.version}


def tab_rows(
    request: Request, p: EventPage, rows: Iterable[tuple[str, str, str, str, object]], current: str
) -> list[dict[str, Any]]:
    """Tabs for `ui.tabs`, from rows of id, text, route, key and count; an empty count is not shown.

    Whoever may not open a page has no tab for it.
    """
    return [
        {"text": text, "href": url(route, p.t.id), "key": key, "current": id == current}
        | ({"count": count} if count != "" else {})
        for id, text, route, key, count in rows
        if can_open(request.me, route)
    ]


def waiting_calls(t: Tournament) -> int:
    return sum(1 for call in t.calls.values() if call.pending)


def split(answer: T | Refusal) -> tuple[T | None, Refusal | None]:
    """What was asked for, or why not: one of the two is None."""
    return (None, answer) if isinstance(answer, Refusal) else (answer, None)
