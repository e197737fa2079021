"""Who may ask what: one table, command × role, and whose things a player may touch.

`organiser` may do everything but what the rules give to the marshal alone.
A role that is missing from a row may not; a command without a row does not start
(tests/app/test_access.py walks the table).  The routes' table in `web` stands on this one.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from komandor.core.reasons import Reason, Refusal, why
from komandor.core.tournament import commands as c
from komandor.core.tournament.facts import rules
from komandor.core.tournament.state import Tournament

Role = Literal["organiser", "marshal", "judge", "scorekeeper", "player", "public"]
ROLES: tuple[Role, ...] = ("organiser", "marshal", "judge", "scorekeeper", "player", "public")


@dataclass(frozen=True, slots=True)
class Actor:
    """Who asks: staff or player by number, the public, or the host's own command line."""

    kind: Literal["staff", "player", "public", "host"]
    number: int | None = None

    def __str__(self) -> str:
        return self.kind if self.number is None else f"{self.kind}:{self.number}"


HOST = Actor("host")
PUBLIC = Actor("public")

_O: tuple[Role, ...] = ("organiser",)
_OM: tuple[Role, ...] = ("organiser", "marshal")
_LEADERS: tuple[Role, ...] = ("organiser", "marshal", "judge")
_DESK: tuple[Role, ...] = ("organiser", "marshal", "judge", "scorekeeper")
_DOOR: tuple[Role, ...] = ("organiser", "scorekeeper")

MAY: Mapping[type[c.Command], tuple[Role, ...]] = {
    c.CreateTournament: (),  # the host administrator, on his own machine or with his key
    c.ChangeEvent: _O, c.AttachOutline: _O, c.TickChecklist: _DESK,
    c.PostNotice: _DESK, c.WithdrawNotice: _DESK,
    c.AppointStaff: _O, c.DismissStaff: _O, c.SetDuty: _LEADERS, c.NameSubstitute: _O,
    c.RegisterPlayer: (*_DOOR, "public"), c.AmendPlayer: _DOOR, c.WithdrawRegistration: (*_DOOR, "player"),
    c.CheckIn: (*_DOOR, "player"), c.NoteFee: _DOOR,
    c.SubmitList: (*_DOOR, "player"), c.CheckList: _LEADERS, c.AmendList: _OM, c.AnnounceStructure: _O,
    c.FreezeRound: _O, c.DrawRound: _O, c.SwapPlayers: _O, c.MoveTable: _DESK, c.PublishRound: _O,
    c.DrawMission: _OM, c.SetInitiative: (*_DESK, "player"), c.ChooseSides: (*_DESK, "player"),
    c.StartClock: _OM, c.PauseClock: _OM, c.ResumeClock: _OM, c.AdjustClock: _OM, c.ExtendTable: _LEADERS,
    c.ReportResult: ("player",), c.ConfirmResult: ("player",), c.DisputeResult: ("player",),
    c.EnterResult: _DESK, c.CloseRound: _O,
    c.DropPlayer: (*_DOOR, "player"), c.DeclareNoShow: _DESK, c.Rejoin: _O, c.EnterLate: _O,
    c.RecommendDisqualification: _LEADERS, c.Disqualify: _O,
    c.CallJudge: (*_DESK, "player"), c.TakeCall: _LEADERS, c.GiveRuling: _LEADERS,
    c.AppealRuling: (*_LEADERS, "player"), c.GiveFinalVerdict: _OM, c.GiveSanction: _LEADERS,
    c.DrawDeckChecks: _LEADERS, c.RecordDeckCheck: _LEADERS, c.ReportComponent: (*_LEADERS, "player"),
    c.ResolveComponent: _LEADERS, c.MakeProxy: _LEADERS, c.ReportIncident: (*_DESK, "player", "public"),
    c.MakeCut: _O, c.ReplaceSeed: _O, c.CloseTournament: _O, c.VoidEvents: _O, c.NamePoint: _O,
}  # fmt: skip

DUTY_FREE = (c.SetDuty, c.ReportIncident)
"""What somebody off duty, who counts as a spectator (COM-ROLE-9), may still do."""

ROLE_OF = {"second_organiser": "organiser"}


def roles_of(t: Tournament, actor: Actor) -> tuple[str, ...]:
    """The roles in which somebody acts at this event (COM-ROLE-1)."""
    if actor.kind == "staff":
        staff = t.staff.get(actor.number or 0)
        return () if staff is None or staff.dismissed else tuple(ROLE_OF.get(r, r) for r in staff.roles)
    if actor.kind == "player":
        return ("player",) if actor.number in t.players else ()
    return (actor.kind,)


def forbidden(t: Tournament, command: c.Command, actor: Actor) -> Refusal | None:
    """Why this person may not ask this, or None."""
    if actor.kind == "host":
        return None
    roles = roles_of(t, actor)
    reasons: list[Reason] = []
    if not set(roles) & set(MAY[type(command)]):
        reasons.append(why("access.role", "COM-ROLE-1", command=type(command).__name__, roles=roles))
    elif actor.kind == "staff" and not _on_duty(t, actor) and not isinstance(command, DUTY_FREE):
        reasons.append(why("access.off_duty", "COM-ROLE-9"))
    elif roles == ("player",):
        reasons.extend(_not_his_own(t, command, actor))
    else:
        reasons.extend(_reserved(t, command, roles, actor))
    return Refusal(tuple(reasons)) if reasons else None


def _on_duty(t: Tournament, actor: Actor) -> bool:
    staff = t.staff[actor.number or 0]
    return staff.on_duty or "organiser" in staff.roles


def _not_his_own(t: Tournament, command: c.Command, actor: Actor) -> list[Reason]:
    """A player touches only his own seat and his own matches."""
    player = getattr(command, "player", actor.number)
    players = getattr(command, "players", (actor.number,))
    match = getattr(command, "match", None)
    own = isinstance(command, (c.SetInitiative, c.ChooseSides)) or player in (None, actor.number)
    if not own or any(n != actor.number for n in players):
        return [why("access.not_yours", "COM-ROLE-1")]
    if isinstance(command, c.DropPlayer) and command.cause != "drop":
        return [why("access.organiser_removes", "COM-COND-7")]
    if isinstance(command, c.ReportComponent) and command.minutes:  # the organiser grants the time
        return [why("access.role", "COM-LOST-3", command="ExtendTable", roles=("player",))]
    if match is not None and (match not in t.matches or actor.number not in t.matches[match].players):
        return [why("access.not_your_match", "COM-ROLE-1")]
    return []


def _reserved(t: Tournament, command: c.Command, roles: tuple[str, ...], actor: Actor) -> list[Reason]:
    """What the rules keep for one role."""
    if roles == ("public",) and isinstance(command, c.RegisterPlayer) and not _plain(command):
        return [why("access.role", "COM-ROLE-1", command="AmendPlayer", roles=roles)]
    if isinstance(command, c.SetDuty) and "organiser" not in roles and command.staff != actor.number:
        return [why("access.not_yours", "COM-ROLE-9")]
    if isinstance(command, c.GiveFinalVerdict) and "marshal" not in roles and _has_marshal(t, command.call):
        return [why("access.marshal_decides", "COM-ROLE-5")]
    if isinstance(command, c.DropPlayer) and command.cause != "drop" and "organiser" not in roles:
        return [why("access.organiser_removes", "COM-COND-7")]
    if isinstance(command, c.GiveSanction) and "organiser" not in roles:
        return _sanction(t, command)
    return []


def _plain(command: c.RegisterPlayer) -> bool:
    """Whoever registers himself says who he comes with; byes, tables and numbers are given at the desk."""
    return command == c.RegisterPlayer(command.groups, members=command.members)


def _sanction(t: Tournament, command: c.GiveSanction) -> list[Reason]:
    """Marshals and judges recommend, the organiser disqualifies (COM-ROLE-8); S lets judges (SWL-SANC-3)."""
    if command.kind not in ("removal", "disqualification") or "judge_disqualifies" in rules(t).data.rules:
        return []
    return [why("access.organiser_disqualifies", "COM-ROLE-8")]


def _has_marshal(t: Tournament, call: int) -> bool:
    """A marshal who may give the last word here: one who plays in the match himself may not (COM-PART-2)."""
    match = t.calls[call].match if call in t.calls else None
    players = t.matches[match].players if match in t.matches else ()
    playing = {t.players[n].staff for n in players}
    return any("marshal" in s.roles and not s.dismissed and s.number not in playing for s in t.staff.values())
