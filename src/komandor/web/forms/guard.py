"""Compares what a form was made for with how things stand, before any view runs.

A page is made for one seat, match, round or step, and may be sent at another: from a second tab, by a phone
that two players share, by a second click on a button that was exchanged under the finger. Each form
(`form_tag`) carries what it was made for; what no longer holds is refused here, whatever was typed.
What happens between this and the writing is found by `app.handle`, which also compares the version where a
form can give several commands and only some of them are decided by what one sees.
"""

from collections.abc import Mapping
from typing import Any

from komandor.app.access import Actor
from komandor.app.queries.player.my_table import my_seat
from komandor.app.workflow import next_step
from komandor.core.ids import NOBODY
from komandor.core.reasons import Reason, Refusal, refuse, why
from komandor.core.tournament.action import Action
from komandor.core.tournament.actions import ACTION_OF
from komandor.core.tournament.references import CALL, MATCH, PLAYER, Thing
from komandor.core.tournament.state import Tournament
from komandor.texts import word
from komandor.web.forms.fields import version_seen, whole_number
from komandor.web.forms.form_ids import sent_before
from komandor.web.forms.form_tag import step_mark
from komandor.web.routing.browser_seats import PHONE
from komandor.web.routing.request import Request

SUBJECTS: Mapping[str, Thing] = {"match": MATCH, "player": PLAYER, "call": CALL}
"""What a form can be about, beside the round as a whole."""
PASSED = {"match": why("page.other_match"), "round": why("page.other_round")}
GONE = why("page.gone")


def out_of_place(request: Request, area: str) -> Refusal | None:
    """Why this form does nothing any more; None if everything is as it was when its page was made."""
    made_for = request.fields.raw("made_for")
    if not made_for or not _says_enough(request, area):
        return refuse("page.outdated")
    if made_for != str(request.actor):
        name = _name(request)
        on_phone = refuse("page.other_seat_phone", None, name=name)
        return on_phone if area == PHONE else refuse("page.other_seat", None, name=name)
    passed = _passed(request, area) if "loaded" in vars(request) else None
    return Refusal((passed,)) if passed and not sent_before(request) else None


def _says_enough(request: Request, area: str) -> bool:
    """Whether the form names the step or match without which its route could take another one."""
    rows, fields = _rows(request), request.fields
    of_match = area == PHONE and bool(rows) and all(row.about is MATCH for row in rows)
    return bool(fields.raw("about") if of_match else fields.raw("step") or not request.route.takes_step)


def _rows(request: Request) -> list[Action[Any]]:
    """What the form can ask for: every command of its route, or those that its step consists of."""
    rows, code = [ACTION_OF[command] for command in request.route.posts], request.fields.raw("code")
    return [row for row in rows if code in row.steps] if request.route.takes_step else rows


def _name(request: Request) -> str:
    """Who sits here now, as their own pages call them."""
    actor = request.actor
    names = request.site.services.names(request.loaded) if "loaded" in vars(request) else None
    if names and actor.player:
        return names.of(actor.player, False)
    return names.staff(actor.staff, True) if names and actor.staff else word("role", actor.kind, request.lang)


def _passed(request: Request, area: str) -> Reason | None:
    """What has changed since the form was made: whom or what it is about, the step, or anything at all."""
    t, fields = request.loaded.state, request.fields
    for subject in fields.raw("about").split():
        about, _, named = subject.partition(":")
        if not _still(t, about, whole_number(named) or 0, request.actor if area == PHONE else None):
            return PASSED.get(about, GONE)
    step = fields.raw("step")
    if step and step != step_mark(next_step(t)):
        return why("page.already_done")
    rows, seen = _rows(request), version_seen(fields.raw("seen"))
    newer = t.version - seen if seen is not None else 0
    by_what_one_sees = bool(rows) and all(row.newest_state for row in rows)
    places_too = t.phase == "closed" and any(row.about is MATCH for row in rows)  # set again by a correction
    return why("page.stale", None, news=newer) if (by_what_one_sees or places_too) and newer > 0 else None


def _still(t: Tournament, about: str, number: int, player: Actor | None) -> bool:
    """Whether what a form is about is still there; on a phone only the match that is being played is."""
    if about == "match" and player:
        _, match = my_seat(t, player.player or NOBODY)
        return number == (match.number if match else 0)
    if about == "round":
        return number == t.round_number
    return about not in SUBJECTS or SUBJECTS[about].exists(t, number)
