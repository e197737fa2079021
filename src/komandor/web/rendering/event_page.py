"""What every page of an event knows: its name, its people, who looks, and how to say a reason."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Self, TypeVar

from django.http import HttpResponse

from komandor.app.event_view import EventView
from komandor.app.ledger import Loaded
from komandor.app.queries.everybody.schedule import DayPlan, Schedule, day_plan_of, schedule
from komandor.app.queries.staff.attention import disputed
from komandor.app.self_service import SelfService, self_service_of
from komandor.core.ids import PlayerNo, StaffNo
from komandor.core.reasons import Reason, Refusal, reasons_of
from komandor.core.tournament.events import Event
from komandor.core.tournament.readings.regulations import rules
from komandor.core.tournament.stage_kind import RoundPart
from komandor.core.tournament.state import Match, Tournament
from komandor.texts import Lang, Speaker, part_title, round_chip, round_in_log, round_title, seat_in_log, word
from komandor.texts.dates import day_in_words
from komandor.web.rendering.records import Page, Tab
from komandor.web.rendering.responses import page
from komandor.web.routing.browser_seats import can_open
from komandor.web.routing.request import Request, url
from komandor.web.server.live import now_ms
from komandor.web.server.site import Site

T = TypeVar("T")
NAMED = 6  # players in one sentence; the page behind its link has them all
Sentence = tuple[str, str | None]
"""A sentence and the rule behind it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EventPage(EventView):
    """What a reader sees of one event, on this site and in their language."""

    site: Site
    lang: Lang
    sides: tuple[str, str] | None = None  # names of the two players, where the page is about one match

    @property
    def game_name(self) -> str:
        return rules(self.t).data.name[self.lang]

    @property
    def about(self) -> str:
        """The game, the place and the day, on one line."""
        return " · ".join(filter(None, (self.game_name, self.t.place, day_in_words(self.t.date, self.lang))))

    @property
    def now(self) -> int:
        """The time at which the page is made, in milliseconds since 1970."""
        return now_ms()

    @property
    def day_plan(self) -> DayPlan:
        return day_plan_of(self.site.store, self.t.id)

    @property
    def timetable(self) -> Schedule | None:
        """When the rounds and the day will end; None after the end, and while there are too few players."""
        if self.t.phase == "closed":
            return None
        made = schedule(self.t, self.day_plan, self.now, closed=self.loaded.closed)
        return made if isinstance(made, Schedule) else None

    @property
    def phones(self) -> SelfService:
        """What people may do with their phones, and the network for them."""
        return self_service_of(self.site.store, self.t.id)

    @property
    def address(self) -> str:
        """Where everybody finds the event."""
        return self.site.address + url("public", self.t.id)

    @property
    def followed(self) -> bool:
        """Whether this event runs elsewhere and is only shown here."""
        return self.site.services.ledger.followed(self.t.id)

    @property
    def join_address(self) -> str:
        """Where people take part with their phones."""
        return self.site.address + url("join", self.t.id)

    def staff_name(self, number: int | None) -> str:
        """Who leads here; an organiser who gave no name is called that, as there is one."""
        name, one = EventView.staff_name(self, number), self.t.staff.get(StaffNo(number or 0))
        nameless = one is not None and "organiser" in one.roles and name == f"#{number}"
        return word("role", "organiser", self.lang) if nameless else name

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
        return self.voice()(reason)

    def voice(self) -> Callable[[Reason], str]:
        """`say`, for code that says many reasons."""
        return replace(self.speaker(), most=NAMED).sentence

    def reasons(self, refusal: Refusal | None) -> list[Sentence]:
        """Every reason of a refusal as a sentence with its rule."""
        return self.sentences(refusal.reasons) if refusal else []

    def sentences(self, reasons: Iterable[Reason]) -> list[Sentence]:
        """Each reason as a sentence with its rule."""
        return [(self.say(r), rules(self.t).data.cites(r.rule)) for r in reasons]

    def event_line(self, event: Event, withheld: bool = False) -> str:
        """An event as one line of the log."""
        return replace(self.speaker(), rounds=partial(round_in_log, self.t, self.lang)).event(event, withheld)

    def round_name(self, number: int, short: bool = False) -> str:
        """What this round is called: "Round 2 of 5", "Semi-final"."""
        return round_title(self.title_of(number), self.lang, short)

    def round_chip(self, number: int) -> str:
        """The same in one or two letters: "2", "SF"."""
        return round_chip(self.title_of(number), self.lang)

    def part_name(self, part: RoundPart) -> str:
        """One part of the name of a round, inside a sentence."""
        return part_title(part, self.lang)

    def speaker(self, sides: tuple[str, str] | None = None) -> Speaker:
        """Says reasons in the page's language, with this event's names and its game's labels."""
        return Speaker(
            lang=self.lang,
            names=self.name,
            sides=sides or self.sides,
            staff=self.staff_name,
            seats=partial(seat_in_log, self.t, self.lang),
            you=self.you,
            game=self.game,
            on_forms=True,
        )

    def of_match(self, match: Match) -> Self:
        """The same page, with sentences about one match: its players have names instead of A and B."""
        return replace(self, sides=(self.name(match.a), self.name(match.b)))


class EventPart(Page):
    """A page of an event, or a part of one. Made as `SomePage(p, …)`; templates do not see `p`."""

    _p: EventPage = field(kw_only=False)

    @property
    def statuses(self) -> Mapping[PlayerNo, str]:
        """How each player is in the event or left it: dropped, removed, disqualified …"""
        return {n: one.status for n, one in self._p.t.players.items()}

    @property
    def preview_picture(self) -> str:
        """The picture that stands beside a link to the event, with its whole address."""
        return f"{self._p.site.address}{url('data-event-png', self._p.t.id)}?lang={self._p.lang}"

    def names(self) -> dict[str, object]:
        return {**{name: getattr(self._p, name) for name in ON_EVERY_PAGE}, **super().names()}


ON_EVERY_PAGE = (
    *(
        "event",
        "game",
        "game_name",
        "about",
        "version",
        "head",
        "now",
        "name",
        "listed",
        "team_members",
        "staff_name",
    ),
    *("actor_name", "say", "event_line", "round_name", "round_chip", "part_name", "may", "game_rule"),
)
"""What every template of an event knows from its `EventPage`."""


class EventFrame(EventPart):
    """A whole page of an event; `event_response` and its area fill in what stands around it."""

    tabs: Sequence[Tab] = ()
    reasons: Sequence[Sentence] = ()
    same_name: Mapping[str, Sequence[str]] | None = None  # the form to send again, if only a name is in doubt


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
    request: Request, p: EventPage, shown: EventFrame, /, refusal: Refusal | None = None
) -> HttpResponse:
    """A page of this event. A refusal is shown on top with every reason, and what was typed stays."""
    status, again = status_of(request, refusal), same_name(request, p, refusal)
    return page(request, replace(shown, reasons=p.reasons(refusal), same_name=again), status)


def same_name(request: Request, p: EventPage, refusal: Refusal | None) -> Mapping[str, Sequence[str]] | None:
    """The form to send again, if only a name is in doubt (COM-PART-4)."""
    alike = any(r.code.startswith("staff.same_name") for r in reasons_of(refusal))
    return dict(request.POST.lists()) if alike and p.staff_view else None


def status_of(request: Request, refusal: Refusal | None) -> int:
    """503 where nothing can be saved at the moment (phones then send again), 422 for every other refusal."""
    if refusal is None or request.method != "POST":
        return 200
    return 503 if any(r.code.startswith("store.") for r in refusal.reasons) else 422


def tab_rows(
    request: Request, p: EventPage, rows: Iterable[tuple[str, str, str, str, object]], current: str
) -> list[Tab]:
    """Tabs for `ui.tabs`, from rows of id, text, route, key and count; an empty count is not shown.

    Whoever may not open a page has no tab for it.
    """
    made = []
    for id, text, route, key, count in rows:
        if can_open(request.me, route):
            tab = Tab(text=text, href=url(route, p.t.id), key=key, current=id == current)
            made.append(Tab(**tab, count=count) if count != "" else tab)
    return made


def waiting_calls(t: Tournament) -> int:
    """What waits for a judge: calls, and disputed results without a call."""
    called = [call.match for call in t.calls.values() if call.pending]
    return len(called) + sum(m.number not in called for m in disputed(t))


def split(answer: T | Refusal) -> tuple[T | None, Refusal | None]:
    """What was asked for, or why not: one of the two is None."""
    return (None, answer) if isinstance(answer, Refusal) else (answer, None)
