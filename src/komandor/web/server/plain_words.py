"""What is refused before Django reads it: what happened and what to do, as text in the reader's language."""

from collections.abc import Mapping

from komandor.texts import Lang
from komandor.web.api.answers import Code
from komandor.web.rendering.i18n import N_, translations

PLAIN: Mapping[Code, str] = {
    "bad-request": N_("The request was cut off before its end. Nothing was saved. Try again."),
    "too-slow": N_("The request was sent too slowly. Nothing was saved. Try again."),
    "too-large": N_("This is too large. Nothing was saved. Go back and send less, or a smaller file."),
    "other-site": N_("This site does not answer to that name. Use the address that the organiser gave you."),
    "busy": N_("Too many requests are being sent at once. Nothing was saved. Try again in a moment."),
    "no-store": N_("The database is not responding. Nothing that was saved is lost. Try again in a moment."),
}


def in_plain_words(code: Code, lang: Lang) -> bytes:
    """The sentences for this problem, and the end of the line."""
    return f"{translations(lang).gettext(PLAIN[code])}\n".encode()
