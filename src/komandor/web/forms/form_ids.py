"""What makes two forms the same form: the id that its page gave it, who sent it, and what it says.

A form posts `command_id`, fresh with every page. From it `stored_id` makes the id that the store keeps, so
that a double tap is answered and not repeated, and somebody else's id gives nobody their answer or seat.
"""

import base64
import hashlib
import hmac

from komandor.app.handle import stored_id
from komandor.web.forms.form_tag import fresh_id, sent_id
from komandor.web.routing.request import Request
from komandor.web.server.limits import visitor

UNTYPED = ("csrfmiddlewaretoken", "seen", "command_id")


def form_id(request: Request, part: str = "") -> str:
    """The id under which the store keeps what this form asks for; `part`: what it asks for besides.

    A visitor without a seat is known by a cookie; without that cookie nothing is ever the same form.
    """
    actor = request.actor
    sender = visitor(request) or fresh_id() if actor.kind == "public" else str(actor)
    typed = () if request.route.sent_once else sorted(request.POST.lists())
    said = [(name, values) for name, values in typed if name not in UNTYPED]
    return stored_id(sent_id(request), sender, f"{request.get_full_path()}{part} {said}")


def form_secret(request: Request) -> str:
    """The secret that this form makes: the same if it is sent twice, and known to nobody without it."""
    made = hmac.digest(request.site.secret.encode(), f"made by {form_id(request)}".encode(), hashlib.sha256)
    return base64.urlsafe_b64encode(made[:24]).decode()


def sent_before(request: Request) -> bool:
    """Whether the store has this very form: its answer was lost, and it is sent again."""
    return bool(request.site.store.by_command(request.loaded.state.id, form_id(request)))
