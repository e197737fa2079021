"""Who plays, with which list; and a list that is handed in as players paste it."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from komandor.app.queries.staff.lists import list_row
from komandor.cli.engine import output
from komandor.cli.list_ import Folder, From, Kept, Season, load, text_of
from komandor.cli.open_event import OpenEvent, Reason, on_event, ruled
from komandor.cli.printing import echo
from komandor.core.games.listverdict import PLAIN, judge
from komandor.core.ids import PlayerNo
from komandor.core.lists.cards import Catalogue
from komandor.core.reasons import why
from komandor.core.tournament import commands as c
from komandor.core.tournament.readings.lists import LONGEST_TEXT, list_state, occasion
from komandor.core.tournament.readings.regulations import rules


@on_event
def players(at: OpenEvent) -> None:
    """List players with number, check-in and list status."""
    people = at.t.players
    rows = [_row(at, number) for number in sorted(people)]
    if at.as_json:
        output.json({"event": at.id, "players": rows})
        return
    shown = [
        (
            row["player"],
            row["name"],
            "✓" if row["here"] else "",
            output.word("list_state", row["list"], at.lang),
            output.word("player_status", people[row["player"]].shown_status, at.lang),
        )
        for row in rows
    ]
    output.table("", output.heads(("number", "player", "here", "list", "status"), at.lang), shown)


def _row(at: OpenEvent, number: PlayerNo) -> dict[str, Any]:
    player = at.t.players[number]
    return {
        "player": number,
        "name": at.held.full(number),
        "here": player.checked_in,
        "list": list_state(at.t, number),
        "problems": problems(at, number),
        "status": player.status,
    }


def problems(at: OpenEvent, number: PlayerNo) -> list[str]:
    """What is wrong with the player's list, in sentences."""
    return [ruled(at.speaker, one) for one in list_row(at.t, number).problems]


def _cards(at: OpenEvent, folder: Path | None) -> Catalogue | None:
    """The card data in a folder, else that of the event."""
    known, pack = rules(at.t), at.t.list_rules.pack
    if folder:
        return load(known, folder, Kept(None, "", "", at.lang))
    cards = at.ledger.cards(known.data.id, pack)
    return cards.catalogue if cards else None


@on_event
def hand_in(
    at: OpenEvent,
    player: Annotated[int, typer.Argument(help="The player's number.")],
    file: From = None,
    catalogue: Folder = None,
    season: Season = "",
    reason: Reason = "",
) -> None:
    """Submit a pasted list. Problems are shown but do not stop it.

    For a late entry, the first list needs a reason.
    """
    t, number = at.t, PlayerNo(player)
    known = rules(t)
    if known.lists is None:
        raise output.wrong("list", why("typed.lists_not_read"), at.lang)
    text = text_of(file, at.lang)
    where = replace(occasion(t), season=season) if season else occasion(t)
    verdict = judge(known, text, _cards(at, catalogue), where)
    if verdict.format == PLAIN or not verdict.entries:
        raise output.wrong("list", why("typed.no_card"), at.lang)
    came_late = bool(t.rounds) and number in t.players and not t.players[number].lists
    kept = catalogue is None and not season and len(text) <= LONGEST_TEXT  # then the door judges the text
    submitted = c.SubmitList(number, {}, text) if kept else c.SubmitList(number, verdict.content)
    at.do(c.AmendList(number, verdict.content, reason) if came_late else submitted)
    if not at.as_json:
        for one in problems(at, number):
            echo(one)
