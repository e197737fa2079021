"""Army and deck lists: submitted, checked, amended."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from komandor.core.ids import PlayerNo
from komandor.core.reasons import Reason, Refusal, refuse, why
from komandor.core.tournament.actions import by, when
from komandor.core.tournament.actions.action import Action, Answer, Command, Context, Event, EventRow, Rows
from komandor.core.tournament.actions.people import known_player
from komandor.core.tournament.readings.lists import exchanged_cards
from komandor.core.tournament.readings.regulations import rules
from komandor.core.tournament.state import ListVersion, Tournament
from komandor.core.tournament.values import ListVerdict, Plain


@dataclass(frozen=True, slots=True)
class SubmitList(Command):
    player: PlayerNo
    content: Mapping[str, Plain]


@dataclass(frozen=True, slots=True)
class CheckList(Command):
    player: PlayerNo
    verdict: ListVerdict
    note: str = ""


@dataclass(frozen=True, slots=True)
class AmendList(Command):
    player: PlayerNo
    content: Mapping[str, Plain]
    reason: str
    significant: bool = False


@dataclass(frozen=True, slots=True)
class ListSubmitted(Event):
    player: PlayerNo
    content: Mapping[str, Plain]


@dataclass(frozen=True, slots=True)
class ListChecked(Event):
    player: PlayerNo
    verdict: ListVerdict
    note: str = ""


@dataclass(frozen=True, slots=True)
class ListAmended(Event):
    player: PlayerNo
    content: Mapping[str, Plain]
    reason: str
    significant: bool = False  # could give an advantage: consider investigating (COM-LIST-6)


def submit_list(t: Tournament, x: SubmitList, ctx: Context) -> Answer:
    """Before the start only (COM-LIST-2): one list for the whole tournament.

    COM-MAT-7, SWL-COND-7; of the games ARM-LIST-1, IA-LIST-1, DES-LIST-1, CON-LIST-4.

    A later version replaces it, the earlier ones are kept.
    """
    player = known_player(t, x.player)
    if isinstance(player, Refusal):
        return player
    return (ListSubmitted(x.player, x.content),) if x.content else refuse("list.empty", "COM-LIST-2")


def check_list(t: Tournament, x: CheckList, ctx: Context) -> Answer:
    player = known_player(t, x.player)
    if isinstance(player, Refusal):
        return player
    if not player.lists:
        return refuse("list.none", "COM-LIST-1", player=x.player)
    return (ListChecked(x.player, x.verdict, x.note.strip()),)


def amend_list(t: Tournament, x: AmendList, ctx: Context) -> Answer:
    """By the organiser, from the cards really used; both versions are kept (COM-LIST-5, COM-LIST-6).

    Once round 1 is drawn a list is completed, not exchanged (COM-MAT-7, SWL-COND-7).
    """
    player = known_player(t, x.player)
    if isinstance(player, Refusal):
        return player
    if not x.reason.strip():
        return refuse("list.reason_missing", "COM-LIST-5", player=x.player)
    if exchanged := tuple(exchanged_cards(t, player, x.content)):
        return Refusal(exchanged)
    return (ListAmended(x.player, x.content, x.reason.strip(), x.significant),)


def _locked(t: Tournament) -> Reason:
    """Lists are closed once round 1 is drawn (SWL-COND-7, CON-LIST-4, COM-MAT-7)."""
    return why("list.locked", rules(t).data.rules["one_list"])


def _submitted(t: Tournament, x: ListSubmitted) -> None:
    player = t.players[x.player]
    version = ListVersion(x.content, t.version)
    t.players[x.player] = replace(player, lists=(*player.lists, version), list_verdict="")


def _list_checked(t: Tournament, x: ListChecked) -> None:
    t.players[x.player] = replace(t.players[x.player], list_verdict=x.verdict)


def _list_amended(t: Tournament, x: ListAmended) -> None:
    player = t.players[x.player]
    version = ListVersion(x.content, t.version, amended=True, reason=x.reason, significant=x.significant)
    t.players[x.player] = replace(player, lists=(*player.lists, version), list_verdict="")


ROWS: Rows = (
    Action(SubmitList, (*by.DESK, *by.PLAYER), when.ARRIVING, submit_list, too_late=_locked),
    Action(CheckList, by.LEADERS, when.BEFORE_THE_END, check_list),
    Action(AmendList, by.HEADS, when.BEFORE_THE_END, amend_list),
    EventRow(ListSubmitted, _submitted),
    EventRow(ListChecked, _list_checked),
    EventRow(ListAmended, _list_amended),
)
