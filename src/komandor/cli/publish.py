"""`komandor publish`: shows an event of the data folder on another site, while it runs here."""

import time
from typing import Annotated

import typer

from komandor.app.ledger import Ledger
from komandor.app.parcels import Reply, reasons
from komandor.cli.engine import output
from komandor.cli.engine.options import AsJson, Data, Database, Lang, Language
from komandor.cli.exits import RefusedByRule
from komandor.cli.open_event import Event, OpenEvent, open_event
from komandor.cli.printing import echo
from komandor.core.reasons import Refusal
from komandor.texts import sentence
from komandor.web.server.publisher import LONGEST_WAIT, OtherSite, State, exchange, target_of

LOOK = 2.0  # seconds between two looks into a log that another process writes

Url = Annotated[str, typer.Argument(help="The address of the site that shows the event.")]
Token = Annotated[str, typer.Option(help="The publishing key that the host of that site made.")]
Once = Annotated[bool, typer.Option("--once", help="Send what is public now, then stop.")]


def command(
    url: Url,
    token: Token = "",
    once: Once = False,
    data: Data = None,
    database: Database = None,
    event: Event = None,
    as_json: AsJson = False,
    lang: Language = Lang.EN,
) -> None:
    """Show an event on another site: everything public is sent there, entry by entry, as it happens.

    The site can run on this folder meanwhile. Without a network it waits and continues where it stopped.
    It ends when the event is finished and all of it is there.
    """
    target = target_of(url, token)
    if isinstance(target, Refusal):
        field = "--token" if target.reasons[0].code == "follow.key_missing" else "URL"
        raise output.wrong(field, target.reasons[0], lang)
    with open_event(data, event, as_json, lang, database) as at:
        sent = _send(at, target, once)
        output.summary({"event": at.id, "records": sent}, as_json, lang)


def _send(at: OpenEvent, target: OtherSite, once: bool) -> int:
    """Send until there is nothing left to send; how many records are there."""
    had, said, failures = None, "", 0
    ledger = Ledger(at.ledger.store)
    while True:
        state, had = exchange(ledger, at.id, target, had)
        whys = [sentence(reason, at.lang.value) for reason in reasons(Reply(no=state.no))]
        if state.state == "refused" or (state.state == "waiting" and once):
            raise RefusedByRule(whys)
        if state.state == "current" and (once or ledger.load(at.id).state.phase == "closed"):
            return state.version
        if (line := " ".join(whys)) != said and not at.as_json:
            said = line
            echo(line or output.word("published", "again", at.lang))
        failures = failures + 1 if state.state == "waiting" else 0
        time.sleep(_pause(state, failures))


def _pause(state: State, failures: int) -> float:
    if state.state == "sending":
        return 0.0
    return min(LONGEST_WAIT, 2.0 ** (failures - 1)) if failures else LOOK
