"""What every page of an event knows: its name, its people, who looks, and how to say a reason."""

import time
from dataclasses import dataclass
from typing import Any

from komandor.app.ledger import Loaded
from komandor.app.queries.names import Names
from komandor.core.reasons import Reason
from komandor.core.tournament.events import Event
from komandor.core.tournament.readings.regulations import rules
from komandor.core.tournament.state import Tournament
from komandor.texts import Lang, Speaker
from komandor.web.form_commands import fresh_id
from komandor.web.request import Request
from komandor.web.site import Site


@dataclass(frozen=True, slots=True)
class EventPage:
    """One event as one page sees it. `staff_view`: names in full."""

    site: Site
    loaded: Loaded
    names: Names
    lang: str
    staff_view: bool = False

    @property
    def t(self) -> Tournament:
        return self.loaded.state

    def name(self, number: int | None) -> str:
        return self.names.of(number, self.staff_view)

    def staff_name(self, number: int | None) -> str:
        return self.names.staff(number, self.staff_view)

    def say(self, reason: Reason) -> str:
        """The reason as one sentence, with names."""
        return self.speaker().sentence(reason)

    def event_line(self, event: Event) -> str:
        """An event as one line of the log."""
        return self.speaker().event(event)

    def speaker(self, sides: tuple[str, str] | None = None, you: int | None = None) -> Speaker:
        """Says reasons in the page's language, with this event's names and its game's labels."""
        lang: Lang = "pl" if self.lang == "pl" else "en"
        return Speaker(lang, self.name, sides, staff=self.staff_name, you=you, game=rules(self.t).data.id)

    def context(self, **more: Any) -> dict[str, Any]:
        """For templates: the event, and `name`, `staff_name`, `say` as functions."""
        t = self.t
        return {
            "t": t,
            "rules": rules(t),
            "game": rules(t).data.id,
            "topic": t.id,
            "version": self.loaded.version,
            "head": self.loaded.head,
            "name": self.name,
            "staff_name": self.staff_name,
            "say": self.say,
            "now": now_ms(),
            **more,
        }


def event_page(site: Site, tournament: str, lang: str, staff_view: bool = False) -> EventPage | None:
    """For pages without a request (public, projector); None if there is no such event."""
    loaded = site.services.ledger.load(tournament)
    if not loaded.version:
        return None
    return EventPage(site, loaded, site.services.names(loaded), lang, staff_view)


def of_request(request: Request, tournament: str) -> EventPage:
    """For guarded views: staff see names in full."""
    made = event_page(
        request.site,
        tournament,
        request.lang,
        staff_view=request.me.staff is not None,
    )
    assert made is not None
    return made


def form_fields(page: EventPage) -> dict[str, Any]:
    """The two hidden fields of every form."""
    return {"command_id": fresh_id(), "seen": page.loaded.version}


def now_ms() -> int:
    return int(time.time() * 1000)
