"""Army and deck lists: submitted, checked, amended."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated

from komandor.core.games.listverdict import Verdict
from komandor.core.ids import PlayerNo
from komandor.core.lists.knowledge import Cards, Decision
from komandor.core.reasons import Reason, Refusal, refuse, why
from komandor.core.tournament import by, when
from komandor.core.tournament.action import Action, Answer, Command, Context, Event, EventRow, Rows
from komandor.core.tournament.needs import CARDS
from komandor.core.tournament.readings.lists import (
    LONGEST_TEXT,
    MOST_PROBLEMS,
    as_recorded,
    content_of,
    exchanged_cards,
    found_state,
    judged,
)
from komandor.core.tournament.readings.regulations import rules
from komandor.core.tournament.references import PLAYER
from komandor.core.tournament.state import ListFinding, ListVersion, Player, Tournament
from komandor.core.tournament.values import (
    ListContent,
    ListProblem,
    ListVerdict,
    NoteText,
    Plain,
    PlainText,
    ReasonText,
)


@dataclass(frozen=True, slots=True)
class SubmitList(Command):
    """A list filled in on a form, or exported from a list builder: then `text` holds the cards."""

    player: PlayerNo
    content: ListContent = field(default_factory=dict)
    text: PlainText = ""


@dataclass(frozen=True, slots=True)
class CheckList(Command):
    player: PlayerNo
    verdict: Annotated[ListVerdict, "Whether the list is legal."]
    note: NoteText = ""


@dataclass(frozen=True, slots=True)
class AmendList(Command):
    player: PlayerNo
    content: ListContent
    reason: ReasonText
    significant: Annotated[bool, "The change affects the game."] = False


@dataclass(frozen=True, slots=True)
class ListSubmitted(Event):
    player: PlayerNo
    content: Mapping[str, Plain]
    text: Annotated[str, "what was pasted, as it was"] = ""


@dataclass(frozen=True, slots=True)
class ListChecked(Event):
    player: PlayerNo
    verdict: ListVerdict
    note: str = ""


@dataclass(frozen=True, slots=True)
class ListJudged(Event):
    """What the program found in the newest list, and by which card data."""

    player: PlayerNo
    decision: Decision
    catalogue: str
    problems: tuple[ListProblem, ...] = ()


@dataclass(frozen=True, slots=True)
class ListAmended(Event):
    player: PlayerNo
    content: Mapping[str, Plain]
    reason: str
    significant: Annotated[bool, "could give an advantage: consider investigating (COM-LIST-6)"] = False


def submit_list(t: Tournament, x: SubmitList, ctx: Context) -> Answer:
    """Before the start only (COM-LIST-2): one list for the whole tournament.

    COM-MAT-7, SWL-COND-7; of the games ARM-LIST-1, IA-LIST-1, DES-LIST-1, CON-LIST-4.

    A later version replaces it; earlier ones are kept.
    """
    if problem := _not_accepted(t, x, ctx):
        return problem
    verdict = judged(t, x.content, x.text, ctx.cards)
    if x.text and not verdict.entries:
        return refuse("list.no_cards", "COM-LIST-2")
    content = content_of(verdict, x.content) if x.text else x.content
    if not content:
        return refuse("list.empty", "COM-LIST-2")
    return (ListSubmitted(x.player, content, x.text), *finding(x.player, verdict, ctx.cards))


def _not_accepted(t: Tournament, x: SubmitList, ctx: Context) -> Refusal | None:
    """Why this list is not taken: its player has left, the time is over, or the text is too long."""
    if t.players[x.player].status not in ("in", "waiting_list"):
        return refuse("player.not_active", "COM-DROP-1", player=x.player)
    if ctx.player is not None and t.lists_until is not None and ctx.now > t.lists_until:
        return refuse("list.too_late", "COM-LIST-2")
    if len(x.text) > LONGEST_TEXT:
        return refuse("list.too_long", "COM-LIST-2", most=LONGEST_TEXT)
    return None


def finding(player: PlayerNo, verdict: Verdict, cards: Cards | None) -> tuple[ListJudged, ...]:
    """The verdict by the card data that is loaded; nothing where there is none."""
    if cards is None:
        return ()
    found = tuple(as_recorded(one) for one in (*verdict.problems, *verdict.notes)[:MOST_PROBLEMS])
    return (ListJudged(player, verdict.decision, verdict.catalogue or cards.catalogue.label, found),)


def check_list(t: Tournament, x: CheckList, ctx: Context) -> Answer:
    """Staff decide. Calling a list legal although a rule violation was found needs a reason."""
    player = t.players[x.player]
    if not player.lists:
        return refuse("list.none", "COM-LIST-1", player=x.player)
    if x.verdict == "legal" and found_state(t, x.player) == "problems" and not x.note.strip():
        return refuse("list.override_reason_missing", "COM-MAT-6", player=x.player)
    return (ListChecked(x.player, x.verdict, x.note.strip()),)


def amend_list(t: Tournament, x: AmendList, ctx: Context) -> Answer:
    """By the organiser, from the cards actually used; both versions are kept (COM-LIST-5, COM-LIST-6).

    Once round 1 is paired, a list can be completed but not exchanged (COM-MAT-7, SWL-COND-7).
    """
    player = t.players[x.player]
    if not x.reason.strip():
        return refuse("list.reason_missing", "COM-LIST-5", player=x.player)
    if exchanged := tuple(exchanged_cards(t, player, x.content)):
        return Refusal(exchanged)
    amended = ListAmended(x.player, x.content, x.reason.strip(), x.significant)
    return (amended, *finding(x.player, judged(t, x.content, "", ctx.cards), ctx.cards))


def _locked(t: Tournament) -> Reason:
    """Lists are closed once round 1 is drawn (SWL-COND-7, CON-LIST-4, COM-MAT-7)."""
    return why("list.locked", rules(t).data.rules["one_list"])


def _submitted(t: Tournament, x: ListSubmitted) -> None:
    player = t.players[x.player]
    version = ListVersion(x.content, t.version, text=x.text)
    t.players[x.player] = _with_new(player, version)


def _with_new(player: Player, version: ListVersion) -> Player:
    """The player with one more version, which nobody has judged yet."""
    lists = (*player.lists, version)
    return replace(player, lists=lists, list_verdict="", list_note="", list_found=None)


def _list_checked(t: Tournament, x: ListChecked) -> None:
    t.players[x.player] = replace(t.players[x.player], list_verdict=x.verdict, list_note=x.note)


def _list_judged(t: Tournament, x: ListJudged) -> None:
    found = ListFinding(x.decision, x.catalogue, x.problems)
    t.players[x.player] = replace(t.players[x.player], list_found=found)


def _list_amended(t: Tournament, x: ListAmended) -> None:
    version = ListVersion(x.content, t.version, amended=True, reason=x.reason, significant=x.significant)
    t.players[x.player] = _with_new(t.players[x.player], version)


ROWS: Rows = (
    Action(
        SubmitList,
        by.DESK_AND_PLAYERS,
        when.ARRIVING,
        submit_list,
        too_late=_locked,
        needs=(CARDS,),
        about=PLAYER,
    ),
    Action(CheckList, by.LEADERS, when.BEFORE_THE_END, check_list, about=PLAYER),
    Action(AmendList, by.HEADS, when.BEFORE_THE_END, amend_list, needs=(CARDS,), about=PLAYER),
    EventRow(ListSubmitted, _submitted, needs_phase=when.ARRIVING, private={"content": {}, "text": ""}),
    EventRow(ListChecked, _list_checked, private={"verdict": "legal", "note": ""}),
    EventRow(ListJudged, _list_judged, private={"decision": "legal", "catalogue": "", "problems": []}),
    EventRow(ListAmended, _list_amended, private={"content": {}, "reason": "", "significant": False}),
)
