"""What an event sends to other services, from the terminal."""

from typing import Annotated, Any

import typer

from komandor.app.outbox.messages import messages_of
from komandor.app.outbox.targets import targets_of
from komandor.app.outbox.turns import try_again
from komandor.cli.engine import output
from komandor.cli.open_event import OpenEvent, on_event
from komandor.core.reasons import why

Retry = Annotated[bool, typer.Option("--retry", help="First try again to send what waits or failed.")]


@on_event
def messages(at: OpenEvent, retry: Retry = False) -> None:
    """List messages to other services: what waits, failed and was sent."""
    if at.site:  # they are beside the log, which is all that a site hands out
        raise output.wrong("--site", why("typed.messages_there"), at.lang)
    store = at.ledger.store
    targets = targets_of(store, at.id)
    for target in targets if retry else ():
        try_again(store, target)
    rows: list[dict[str, Any]] = [
        {
            "to": target.name or target.host,
            "message": one.topic,
            "undone": one.withdrawn,
            "version": one.version,
            "state": one.state,
            "tries": one.tries,
            "answer": one.answer,
        }
        for target in targets
        for one in messages_of(store, at.id, target.id)
    ]
    if at.as_json:
        output.json({"event": at.id, "messages": rows})
        return
    shown = [
        (
            row["to"],
            output.word("topic", row["message"], at.lang),
            output.word("message_state", row["state"], at.lang),
            row["tries"],
            row["answer"],
        )
        for row in rows
    ]
    output.table("", output.heads(("to", "message", "state", "tries", "answer"), at.lang), shown)
