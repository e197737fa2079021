"""The answer to "the same name twice": one person, or two."""

from django.http import HttpResponse

from komandor.app import same_names
from komandor.core.ids import PlayerNo
from komandor.core.reasons import Refusal, refuse
from komandor.web.console.prepare.people_page import people
from komandor.web.forms.form_commands import act
from komandor.web.rendering.event_page import opened
from komandor.web.rendering.responses import redirect
from komandor.web.routing.request import Request, url


def same_names_answer(request: Request, tournament: str) -> HttpResponse:
    """The form names the players it asks about: who came or went meanwhile is asked about again."""
    p, fields, _ = opened(request), request.fields, request.t.gettext
    store, back = p.site.store, url("people", tournament)
    those = tuple(sorted(map(PlayerNo, fields.numbers("player"))))
    if those not in same_names.namesakes(store, p.t, p.names.people):
        return people(request, tournament, refuse("page.already_done"))
    if fields.choice("answer", ("one", "two")) == "two":
        same_names.tell_apart(store, tournament, those)
        return redirect(request, back, _("Saved."))
    stays, commands = same_names.merged(p.t, those)
    message = _("%(name)s is registered once now.") % {"name": p.name(stays)}
    answer = act(request, commands, back, message)
    if isinstance(answer, Refusal):
        return people(request, tournament, answer)
    same_names.move_phones(store, tournament, those, stays)
    return answer
