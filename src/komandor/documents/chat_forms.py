"""The body of a message for each kind of receiver: Discord's embed, a text for other chats, plain JSON."""

import base64
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

import msgspec

from komandor.documents.message import Wording
from komandor.documents.shared_text import MARKED
from komandor.texts.catalogue import word

TITLE, DESCRIPTION, FOOTER = 256, 4096, 200  # of an embed of Discord; 6,000 signs in all
LONGEST_TEXT = 4000  # of other chats: what Slack shows without folding
QUIET = str.maketrans({"<": "‹", ">": "›", "@": "@\u200b"})
"""So that no name calls a whole channel."""
JSON = "application/json"
PICTURE = "komandor.png"


@dataclass(frozen=True, slots=True)
class Body:
    content_type: str
    content: bytes


def webhook(said: Wording, lang: str, picture: bytes, id: str) -> Body:
    """The form that Standard Webhooks recommends: type, timestamp, data."""
    data = said.data
    if picture:
        data = replace(data, picture=f"data:image/png;base64,{base64.b64encode(picture).decode()}")
    return Body(JSON, _json({"type": said.type, "timestamp": _iso(said.at), "data": data}))


def chat(said: Wording, lang: str, picture: bytes, id: str) -> Body:
    """`{"text": …}`, which Slack, Mattermost, Rocket.Chat, Google Chat and others read."""
    title = f"{said.data.name} · {said.title}".translate(QUIET)
    rows = [f"{lead} {rest}".strip().translate(QUIET) for lead, rest in said.lines]
    tail = [said.data.link] if said.data.link else []
    room = LONGEST_TEXT - size("\n".join((title, *tail))) - 1
    return Body(JSON, _json({"text": "\n".join((title, *fitting(rows, room, lang), *tail))}))


def discord(said: Wording, lang: str, picture: bytes, id: str) -> Body:
    """One embed that mentions nobody, with the picture as an attachment."""
    rows = [_marked(lead, rest) for lead, rest in said.lines]
    if said.ends is not None:
        rows = [f"<t:{said.ends // 1000}:t> (<t:{said.ends // 1000}:R>)"]
    embed: dict[str, object] = {
        "title": shortened(said.title.translate(MARKED), TITLE),
        "description": "\n".join(fitting(rows, DESCRIPTION, lang)),
        "timestamp": _iso(said.at),
        "footer": {"text": shortened(said.data.name, FOOTER)},
    }
    if said.data.link:
        embed["url"] = said.data.link
    message: dict[str, object] = {"embeds": [embed], "allowed_mentions": {"parse": []}}
    if not picture:
        return Body(JSON, _json(message))
    embed["image"] = {"url": f"attachment://{PICTURE}"}
    message["attachments"] = [{"id": 0, "filename": PICTURE, "description": embed["title"]}]
    return _with_picture(_json(message), picture, id)


FORMS: dict[str, Callable[[Wording, str, bytes, str], Body]] = {
    "discord": discord,
    "chat": chat,
    "webhook": webhook,
}
"""Kind of target → its form."""


def size(text: str) -> int:
    """The length as chats count it: an emoji counts twice."""
    return len(text.encode("utf-16-le")) // 2


def shortened(text: str, most: int) -> str:
    """The text, cut with "…" if it is longer."""
    if size(text) <= most:
        return text
    while size(text) > most - 1:
        text = text[:-1]
    return f"{text}…"


def fitting(rows: Sequence[str], most: int, lang: str) -> list[str]:
    """As many whole rows as there is room for; the last says how many more there are."""
    if size("\n".join(rows)) <= most:
        return list(rows)
    kept = list(rows)
    while kept:
        kept.pop()
        more = f"… {word('join', 'more', lang).format(number=len(rows) - len(kept))}"
        if size("\n".join((*kept, more))) <= most:
            return [*kept, more]
    return []


def _marked(lead: str, rest: str) -> str:
    shown = rest.translate(MARKED)
    return f"**{lead}** {shown}" if lead else shown


def _with_picture(message: bytes, picture: bytes, id: str) -> Body:
    """`multipart/form-data`; the id of the message keeps the parts apart, so that each try is the same."""
    edge = f"--{id}".encode()
    parts = (
        (b'name="payload_json"', b"application/json", message),
        (f'name="files[0]"; filename="{PICTURE}"'.encode(), b"image/png", picture),
    )
    lines = b"".join(
        edge
        + b"\r\nContent-Disposition: form-data; "
        + name
        + b"\r\nContent-Type: "
        + kind
        + b"\r\n\r\n"
        + content
        + b"\r\n"
        for name, kind, content in parts
    )
    return Body(f"multipart/form-data; boundary={id}", lines + edge + b"--\r\n")


def _iso(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def _json(value: object) -> bytes:
    return msgspec.json.encode(value, order="deterministic")
