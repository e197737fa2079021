"""Players before round 1: registration, waiting list, check-in, fees."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any

from komandor.core.changed import changed
from komandor.core.ids import PlayerNo, StaffNo
from komandor.core.reasons import Reason, Refusal, refuse, why
from komandor.core.tournament import by, when
from komandor.core.tournament.action import Action, Answer, Command, Context, Event, EventRow, Rows
from komandor.core.tournament.needs import OPEN_REGISTRATION
from komandor.core.tournament.readings.leaders import may_not_play
from komandor.core.tournament.readings.seats import no_such_table
from komandor.core.tournament.references import PLAYER
from komandor.core.tournament.state import Player, Tournament
from komandor.core.tournament.values import (
    MOST_ROUNDS,
    MOST_TABLES,
    Groups,
    Members,
    NoteText,
    Plain,
    PlayerStatus,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RegisterPlayer(Command):
    groups: Groups = ()
    fixed_table: Annotated[int | None, "The player's fixed table."] = None
    awarded_byes: Annotated[tuple[int, ...], "Rounds with an awarded bye."] = ()
    start: Annotated[int | None, "Start number (Star Wars LCG)."] = None
    staff: StaffNo | None = None
    members: Members = 1
    checked_in: Annotated[bool, "The player is checked in."] = False
    waiting: Annotated[bool, "on the waiting list, because all places are taken"] = False


@dataclass(frozen=True, slots=True)
class AmendPlayer(Command):
    player: PlayerNo
    changes: Annotated[Mapping[str, Plain], "groups, fixed_table, awarded_byes, start"]


@dataclass(frozen=True, slots=True)
class ChangePerson(Command):
    """Change or erase a person's data. It is kept outside the log, which only notes that it changed."""

    player: PlayerNo
    erase: Annotated[bool, "Erase the name and the contact."] = False


@dataclass(frozen=True, slots=True)
class WithdrawRegistration(Command):
    player: PlayerNo


@dataclass(frozen=True, slots=True)
class AdmitPlayer(Command):
    """Admit a player from the waiting list."""

    player: PlayerNo


@dataclass(frozen=True, slots=True)
class CheckIn(Command):
    players: Annotated[tuple[PlayerNo, ...], "Player numbers."]
    present: Annotated[bool, "Whether they are checked in."] = True


@dataclass(frozen=True, slots=True)
class NoteFee(Command):
    player: PlayerNo
    paid: Annotated[bool, "Whether the fee is paid."]
    note: NoteText = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerRegistered(Event):
    player: PlayerNo
    groups: Annotated[tuple[str, ...], "family, travel, club …"] = ()
    fixed_table: int | None = None
    awarded_byes: Annotated[tuple[int, ...], "rounds"] = ()
    start: Annotated[int | None, "start number (Star Wars LCG)"] = None
    staff: Annotated[StaffNo | None, "a staff member who plays"] = None
    members: Annotated[int, "2 for a team"] = 1


@dataclass(frozen=True, slots=True)
class PlayerAmended(Event):
    player: PlayerNo
    changes: Mapping[str, Plain]


@dataclass(frozen=True, slots=True)
class RegistrationWithdrawn(Event):
    player: PlayerNo


@dataclass(frozen=True, slots=True)
class WaitingListed(Event):
    player: PlayerNo
    waiting: Annotated[bool, "false: admitted"] = True


@dataclass(frozen=True, slots=True)
class CheckedIn(Event):
    player: PlayerNo
    present: bool = True


@dataclass(frozen=True, slots=True)
class FeeNoted(Event):
    player: PlayerNo
    paid: bool
    note: str = ""


def register(t: Tournament, x: RegisterPlayer, ctx: Context) -> Answer:
    """One number per player or team; it is never reused."""
    problems = [
        *team_problems(t, x.members),
        *leader_problems(t, x.staff),
        *_start(t, x.start, None),
        *_byes(x.awarded_byes),
        *no_such_table(x.fixed_table),
    ]
    if problems:
        return Refusal(tuple(problems))
    number = PlayerNo(max(t.players, default=0) + 1)
    registered = PlayerRegistered(
        player=number,
        groups=x.groups,
        fixed_table=x.fixed_table,
        awarded_byes=x.awarded_byes,
        start=x.start,
        staff=x.staff,
        members=x.members,
    )
    waits = (WaitingListed(number),) if x.waiting else ()
    here = (CheckedIn(number),) if x.checked_in and not x.waiting else ()
    return (registered, *waits, *here)


def admit_player(t: Tournament, x: AdmitPlayer, ctx: Context) -> Answer:
    """In any order the organiser chooses. A staff member must still be allowed to play."""
    player = t.players[x.player]
    if player.status != "waiting_list":
        return refuse("player.not_waiting", None, player=x.player)
    problems = leader_problems(t, player.staff, x.player)
    return Refusal(tuple(problems)) if problems else (WaitingListed(x.player, waiting=False),)


def amend_player(t: Tournament, x: AmendPlayer, ctx: Context) -> Answer:
    unknown = sorted(x.changes.keys() - AMENDABLE.keys())
    if unknown:
        return refuse("player.unknown_field", None, field=unknown[0])
    problems = [
        *_kinds(x.changes),
        *_start(t, x.changes.get("start"), x.player),
        *no_such_table(x.changes.get("fixed_table")),
        *leader_problems(t, x.changes.get("staff"), x.player),
    ]
    return Refusal(tuple(problems)) if problems else (PlayerAmended(x.player, x.changes),)


def change_person(t: Tournament, x: ChangePerson, ctx: Context) -> Answer:
    """Names are never in the log; it only notes that something changed, so that pages can update."""
    if x.erase and ctx.player is not None and t.phase not in when.ARRIVING:
        return refuse("player.organiser_erases", None, player=x.player)
    return (PlayerAmended(x.player, {}),)


def withdraw_registration(t: Tournament, x: WithdrawRegistration, ctx: Context) -> Answer:
    player = t.players[x.player]
    if player.status not in ("in", "waiting_list"):
        return refuse("player.not_active", "COM-DROP-1", player=x.player)
    return (RegistrationWithdrawn(x.player),)


def check_in(t: Tournament, x: CheckIn, ctx: Context) -> Answer:
    due = (p for p in map(t.players.__getitem__, x.players) if p.status == "in" and p.checked_in != x.present)
    return tuple(CheckedIn(p.number, x.present) for p in due) or refuse("check_in.nothing_to_do")


def note_fee(t: Tournament, x: NoteFee, ctx: Context) -> Answer:
    return (FeeNoted(x.player, x.paid, x.note),)


def team_problems(t: Tournament, members: int) -> list[Reason]:
    """Teams of two are registered together (SWL-2V2-2)."""
    wanted = 2 if t.teams else 1
    return (
        [] if members == wanted else [why("player.team_of_two", "SWL-2V2-2", members=members, wanted=wanted)]
    )


AMENDABLE: Mapping[str, Any] = {
    "groups": tuple,
    "awarded_byes": tuple,
    "fixed_table": (int, type(None)),
    "start": (int, type(None)),
    "staff": (int, type(None)),
}


def _kinds(changes: Mapping[str, Plain]) -> list[Reason]:
    wrong = [key for key, value in changes.items() if not isinstance(value, AMENDABLE[key])]
    rounds = changes.get("awarded_byes", ())
    byes = _byes(rounds) if isinstance(rounds, tuple) else []
    return [*(why("player.wrong_kind", None, field=key) for key in wrong), *byes]


def leader_problems(t: Tournament, staff: object, own: PlayerNo | None = None) -> list[Reason]:
    """Why a leader may not play in the event that they lead: alone, or twice (COM-PART, SWL-PART)."""
    if not isinstance(staff, int):
        return []
    known = t.staff.get(StaffNo(staff))
    if known is None:
        return [why("staff.unknown", None, staff=staff)]
    twice = [p.number for p in t.players.values() if p.active and p.staff == staff and p.number != own]
    return [
        *may_not_play(t, known.number, known.roles),
        *(why("player.plays_already", "COM-PART-1", staff=staff, player=n) for n in twice[:1]),
    ]


def _start(t: Tournament, start: object, own: PlayerNo | None) -> list[Reason]:
    if not isinstance(start, int):
        return []
    if not 1 <= start <= MOST_TABLES:
        return [why("player.start_range", "SWL-PAIR-4", start=start, most=MOST_TABLES)]
    taken = [p.number for p in t.players.values() if p.start == start and p.number != own]
    return [why("player.start_taken", "SWL-PAIR-4", start=start, player=taken[0])] if taken else []


def _byes(rounds: tuple[Any, ...]) -> list[Reason]:
    bad = [r for r in rounds if type(r) is not int or not 1 <= r <= MOST_ROUNDS]
    return [why("player.bye_round", "COM-BYE-1", round=bad[0])] if bad else []


def _registered(t: Tournament, x: PlayerRegistered) -> None:
    t.players[x.player] = Player(
        number=x.player,
        groups=x.groups,
        fixed_table=x.fixed_table,
        awarded_byes=x.awarded_byes,
        start=x.start,
        staff=x.staff,
        members=x.members,
    )


def _amended(t: Tournament, x: PlayerAmended) -> None:
    changes: dict[str, Any] = dict(x.changes)
    t.players[x.player] = replace(t.players[x.player], **changes)


def _registration_withdrawn(t: Tournament, x: RegistrationWithdrawn) -> None:
    t.players[x.player] = replace(t.players[x.player], status="withdrawn")


def _waiting_listed(t: Tournament, x: WaitingListed) -> None:
    status: PlayerStatus = "waiting_list" if x.waiting else "in"
    t.players[x.player] = replace(t.players[x.player], status=status)


def _on_the_list(t: Tournament, x: WaitingListed) -> bool:
    """Only a registered player is put on the waiting list, and only somebody on it is admitted."""
    return t.players[x.player].status == ("in" if x.waiting else "waiting_list")


def _checked_in(t: Tournament, x: CheckedIn) -> None:
    t.players[x.player] = changed(t.players[x.player], checked_in=x.present)


def _fee(t: Tournament, x: FeeNoted) -> None:
    t.players[x.player] = replace(t.players[x.player], fee_paid=x.paid, fee_note=x.note)


def _plain(x: RegisterPlayer) -> RegisterPlayer:
    return RegisterPlayer(groups=x.groups, members=x.members, waiting=x.waiting)


def _only_plain(t: Tournament, x: RegisterPlayer, who: by.Asker) -> tuple[Reason, ...]:
    """People who register themselves say who they come with; byes, tables and numbers come from the desk."""
    if who.roles != by.PUBLIC or x == _plain(x):
        return ()
    return (why("access.role", "COM-ROLE-1", command="AmendPlayer", roles=who.roles),)


def _drawn(t: Tournament) -> Reason | None:
    """Once round 1 is drawn people enter late, with losses for the rounds missed (COM-DROP-4, AMB-G26)."""
    if len(t.stages) > 1:
        return why("late.after_cut", "COM-DROP-5")
    return why("late.round_one_drawn", "COM-DROP-4") if t.rounds else None


ROWS: Rows = (
    Action(
        RegisterPlayer,
        (*by.DESK, *by.PUBLIC),
        when.ARRIVING,
        register,
        allow=_only_plain,
        too_late=_drawn,
        needs=(OPEN_REGISTRATION,),
        names=PLAYER,
    ),
    Action(AmendPlayer, by.DESK, when.BEFORE_THE_END, amend_player, about=PLAYER),
    Action(
        ChangePerson,
        by.DESK_AND_PLAYERS,
        when.ALWAYS,
        change_person,
        about=PLAYER,
        names=PLAYER,
        erases=lambda x: x.erase,
    ),
    Action(WithdrawRegistration, by.DESK_AND_PLAYERS, when.ARRIVING, withdraw_registration, about=PLAYER),
    Action(AdmitPlayer, by.DESK, when.ARRIVING, admit_player, button=True, about=PLAYER),
    Action(CheckIn, by.DESK_AND_PLAYERS, when.ARRIVING, check_in, about=PLAYER),
    Action(NoteFee, by.DESK, when.BEFORE_THE_END, note_fee, about=PLAYER),
    EventRow(PlayerRegistered, _registered, needs_phase=when.ARRIVING, makes=PLAYER, names=PLAYER),
    EventRow(
        PlayerAmended,
        _amended,
        needs=lambda t, x: t.phase != "closed" or not x.changes,
        after_the_end=True,
        names=PLAYER,
        erases=lambda x: not x.changes,
    ),
    EventRow(
        RegistrationWithdrawn,
        _registration_withdrawn,
        needs_phase=when.ARRIVING,
        needs=lambda t, x: t.players[x.player].status in ("in", "waiting_list"),
    ),
    EventRow(WaitingListed, _waiting_listed, needs_phase=when.ARRIVING, needs=_on_the_list),
    EventRow(CheckedIn, _checked_in, needs_phase=when.ARRIVING),
    EventRow(FeeNoted, _fee, private={"note": ""}),
)
