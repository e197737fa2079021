"""Calls for a judge, rulings, appeals, the final verdict; incidents."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Annotated

from komandor.core.ids import NOBODY, CallNo, MatchNo, PlayerNo, StaffNo
from komandor.core.reasons import Reason, Refusal, refuse, why
from komandor.core.regulations.staffing import ORGANISERS
from komandor.core.tournament import by, when
from komandor.core.tournament.action import Action, Answer, Command, Context, Event, EventRow, Rows
from komandor.core.tournament.judge_records import Call, Incident
from komandor.core.tournament.readings.components import no_sharing
from komandor.core.tournament.readings.leaders import (
    marshal_decides,
    on_duty_outside,
    own_match,
    staff_in,
    who_rules,
)
from komandor.core.tournament.readings.regulations import rules
from komandor.core.tournament.readings.seats import no_such_table
from komandor.core.tournament.references import CALL, MATCH
from komandor.core.tournament.state import Tournament
from komandor.core.tournament.values import CALL_KINDS, CallKind, Category, PlainText, RuleText


@dataclass(frozen=True, slots=True)
class CallJudge(Command):
    match: MatchNo | None = None
    table: Annotated[int | None, "A table number."] = None
    kind: Annotated[CallKind, "The kind."] = "question"
    text: PlainText = ""


@dataclass(frozen=True, slots=True)
class TakeCall(Command):
    call: CallNo
    take_over: Annotated[bool, "Also if another judge is already on the way."] = False


@dataclass(frozen=True, slots=True)
class GiveRuling(Command):
    call: CallNo
    text: Annotated[str, "not needed if the players settled it"] = ""
    rule: RuleText = ""
    settled_by_players: Annotated[bool, "The players settled it themselves."] = False


@dataclass(frozen=True, slots=True)
class AppealRuling(Command):
    call: CallNo
    text: Annotated[str, "why, in the player's words"] = ""


@dataclass(frozen=True, slots=True)
class GiveFinalVerdict(Command):
    call: CallNo
    text: PlainText
    rule: RuleText = ""


@dataclass(frozen=True, slots=True)
class ReportIncident(Command):
    text: PlainText
    table: Annotated[int | None, "A table number."] = None
    category: Category = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeCalled(Event):
    call: CallNo
    at: int
    match: MatchNo | None = None
    table: int | None = None
    player: PlayerNo | None = None
    kind: CallKind = "question"
    text: str = ""


@dataclass(frozen=True, slots=True)
class CallTaken(Event):
    call: CallNo
    staff: StaffNo
    at: int


@dataclass(frozen=True, slots=True)
class RulingGiven(Event):
    call: CallNo
    staff: Annotated[StaffNo | None, "if not given: settled by the players themselves"]
    text: str
    rule: str = ""
    settled_by_players: bool = False


@dataclass(frozen=True, slots=True)
class RulingAppealed(Event):
    call: CallNo
    by: PlayerNo
    text: str = ""


@dataclass(frozen=True, slots=True)
class FinalVerdictGiven(Event):
    call: CallNo
    staff: StaffNo
    text: str
    rule: str = ""


@dataclass(frozen=True, slots=True)
class CallClosed(Event):
    """A call that ended with its round, without a ruling."""

    call: CallNo
    staff: Annotated[StaffNo, "who closed the round"]


@dataclass(frozen=True, slots=True)
class IncidentReported(Event):
    incident: int
    text: str
    table: int | None = None
    category: str = ""


def call_judge(t: Tournament, x: CallJudge, ctx: Context) -> Answer:
    """Players who cannot settle a dispute call a judge (COM-COND-2)."""
    if x.kind not in CALL_KINDS:
        return refuse("call.unknown_kind", "COM-COND-2", kind=x.kind)
    if nowhere := no_such_table(x.table):
        return Refusal(tuple(nowhere))
    if over := _not_played(t, x.match):
        return over
    if x.kind == "share" and (no := no_sharing(t, ctx.player is not None)):
        return Refusal((no,))
    shown = t.matches[x.match].result if x.match is not None else None
    demand = (
        rules(t).data.rules.get("deck_check") if x.kind == "deck_check" and ctx.player is not None else None
    )
    if demand and shown is None:
        return refuse("deck_check.after_the_result", demand)
    table = t.matches[x.match].table if x.match is not None else x.table
    number = CallNo(max(t.calls, default=0) + 1)
    return (
        JudgeCalled(
            call=number,
            at=ctx.now,
            match=x.match,
            table=table,
            player=ctx.player,
            kind=x.kind,
            text=x.text.strip(),
        ),
    )


def _not_played(t: Tournament, number: MatchNo | None) -> Refusal | None:
    """A call belongs to its match: one that is shown, and not of a round before the one that is played."""
    match = t.match(number)
    if match is None:
        return None
    if not t.rounds[match.round].shown:
        return refuse("match.unknown", None, match=match.number)
    later = any(r.shown and n > match.round for n, r in t.rounds.items())
    return refuse("call.match_over", "COM-COND-2", match=match.number) if later else None


def ended(calls: Iterable[Call], ctx: Context) -> tuple[CallClosed, ...]:
    """These calls end without a ruling: with their round, or because it is drawn again."""
    return tuple(CallClosed(call.number, ctx.signed) for call in calls)


def take_call(t: Tournament, x: TakeCall, ctx: Context) -> Answer:
    """One judge goes to a call; another who wants to go instead says so (COM-COND-2)."""
    found = _open(t, x.call)
    if isinstance(found, Refusal):
        return found
    if own := _own_match(t, found, ctx.staff):
        return own
    if found.state == "taken" and found.staff != ctx.signed and not x.take_over:
        return refuse("call.taken", "COM-COND-2", call=x.call, staff=found.staff)
    return (CallTaken(x.call, ctx.signed, ctx.now),)


def give_ruling(t: Tournament, x: GiveRuling, ctx: Context) -> Answer:
    """Open → settled by the players, or a judge's ruling (COM-ROLE-13)."""
    found = _open(t, x.call)
    if isinstance(found, Refusal):
        return found
    if not x.settled_by_players and (own := _own_match(t, found, ctx.staff)):
        return own
    if not x.text.strip() and not x.settled_by_players:
        return refuse("ruling.empty", "COM-ROLE-13")
    staff = None if x.settled_by_players else ctx.staff
    return (RulingGiven(x.call, staff, x.text.strip(), x.rule, x.settled_by_players),)


def appeal(t: Tournament, x: AppealRuling, ctx: Context) -> Answer:
    """Any player of the match may ask the marshal to review a judge's decision (COM-ROLE-13)."""
    found = t.calls[x.call]
    if found.state != "ruled":
        return refuse("appeal.nothing_to_appeal", "COM-ROLE-13", call=x.call)
    if ctx.player is not None and not _concerns(t, found, ctx.player):
        return refuse("appeal.not_your_match", "COM-ROLE-13", call=x.call)
    if found.match in t.matches and not on_duty_outside(t, t.match(found.match), "marshal", *ORGANISERS):
        return refuse("appeal.substitute_is_final", "COM-PART-2", call=x.call)
    return (RulingAppealed(x.call, ctx.player or found.player or NOBODY, x.text.strip()),)


def give_verdict(t: Tournament, x: GiveFinalVerdict, ctx: Context) -> Answer:
    """The marshal's ruling is final; without a marshal, the organiser's (COM-ROLE-5, COM-ROLE-7)."""
    found = t.calls[x.call]
    if found.state not in ("ruled", "appealed"):
        return refuse("verdict.not_appealed", "COM-ROLE-13", call=x.call)
    if own := own_match(t, t.match(found.match), ctx.staff):
        return own
    if not x.text.strip():
        return refuse("ruling.empty", "COM-ROLE-13")
    return (FinalVerdictGiven(x.call, ctx.signed, x.text.strip(), x.rule),)


def report_incident(t: Tournament, x: ReportIncident, ctx: Context) -> Answer:
    """A spectator who believes a rule was broken may report it (COM-ROLE-17)."""
    if not x.text.strip():
        return refuse("incident.empty", "COM-ROLE-17")
    if nowhere := no_such_table(x.table):
        return Refusal(tuple(nowhere))
    return (IncidentReported(max(t.incidents, default=0) + 1, x.text.strip(), x.table, x.category),)


def _own_match(t: Tournament, found: Call, staff: StaffNo | None) -> Refusal | None:
    """Why this person may not take the call or rule in its match; None if they may."""
    match = t.match(found.match)
    if match is None:
        return None
    rulers = who_rules(t, match)
    if staff in rulers.ruled_by or not rulers.reasons:
        return own_match(t, match, staff)
    code = "ruling.own_match" if staff in staff_in(t, match) else "ruling.others_rule"
    return Refusal((why(code, rulers.reasons[0].rule, staff=staff), *rulers.reasons))


def _concerns(t: Tournament, found: Call, player: PlayerNo) -> bool:
    match = t.match(found.match)
    return player in match.players if match else found.player == player


def _open(t: Tournament, number: CallNo) -> Call | Refusal:
    found = t.calls[number]
    if found.state not in ("open", "taken"):
        return refuse("call.closed", "COM-ROLE-13", call=number, state=found.state)
    return found


def _called(t: Tournament, x: JudgeCalled) -> None:
    t.calls[x.call] = Call(
        number=x.call, at=x.at, match=x.match, table=x.table, player=x.player, kind=x.kind, text=x.text
    )


def _taken(t: Tournament, x: CallTaken) -> None:
    t.calls[x.call] = replace(t.calls[x.call], state="taken", staff=x.staff)


def _ruled(t: Tournament, x: RulingGiven) -> None:
    call = t.calls[x.call]
    call = replace(call, state="settled" if x.settled_by_players else "ruled")
    t.calls[x.call] = replace(call, staff=x.staff or call.staff, ruling=x.text, rule=x.rule)


def _appealed(t: Tournament, x: RulingAppealed) -> None:
    t.calls[x.call] = replace(t.calls[x.call], state="appealed", appeal=x.text)


def _verdict(t: Tournament, x: FinalVerdictGiven) -> None:
    call = t.calls[x.call]
    t.calls[x.call] = replace(
        call, state="final", verdict=x.text, verdict_by=x.staff, rule=x.rule or call.rule
    )


def _call_closed(t: Tournament, x: CallClosed) -> None:
    t.calls[x.call] = replace(t.calls[x.call], state="closed")


def _incident(t: Tournament, x: IncidentReported) -> None:
    t.incidents[x.incident] = Incident(x.text, x.table, x.category)


def _marshal_decides(t: Tournament, x: GiveFinalVerdict, who: by.Asker) -> tuple[Reason, ...]:
    """The last word is the marshal's, if one is on duty who does not play in the match (COM-ROLE-5, AMB-G43).

    Star Wars LCG has no marshal: there it is the organiser's (SWL-GEN-5, SWL-GEN-7).
    """
    match = t.match(t.calls[x.call].match) if x.call in t.calls else None
    if "marshal" in who.roles or not marshal_decides(t, match):
        return ()
    return (why("access.marshal_decides", "COM-ROLE-5"),)


def _waits(t: Tournament, x: CallTaken | RulingGiven) -> bool:
    """Whether the call is one that somebody may take and rule in; after a redo it may be ruled already."""
    return not isinstance(_open(t, x.call), Refusal)


ROWS: Rows = (
    Action(CallJudge, by.STAFF_AND_PLAYERS, when.BEFORE_THE_END, call_judge, about=MATCH),
    Action(TakeCall, by.LEADERS, when.BEFORE_THE_END, take_call, about=CALL),
    Action(GiveRuling, by.LEADERS, when.BEFORE_THE_END, give_ruling, about=CALL),
    Action(AppealRuling, by.LEADERS_AND_PLAYERS, when.BEFORE_THE_END, appeal, button=True, about=CALL),
    Action(GiveFinalVerdict, by.HEADS, when.BEFORE_THE_END, give_verdict, allow=_marshal_decides, about=CALL),
    Action(
        ReportIncident,
        (*by.STAFF, *by.PLAYER, *by.PUBLIC),
        when.BEFORE_THE_END,
        report_incident,
        off_duty=True,
    ),
    EventRow(
        JudgeCalled,
        _called,
        makes=CALL,
        private={"match": None, "table": None, "player": None, "kind": "question", "text": ""},
        private_sender=True,
    ),
    EventRow(CallTaken, _taken, needs=_waits),
    EventRow(RulingGiven, _ruled, needs=_waits, private={"staff": None, "text": "", "rule": ""}),
    EventRow(
        RulingAppealed,
        _appealed,
        needs=lambda t, x: t.calls[x.call].state == "ruled",
        private={"by": 0, "text": ""},
        private_sender=True,
    ),
    EventRow(
        FinalVerdictGiven,
        _verdict,
        needs=lambda t, x: t.calls[x.call].state in ("ruled", "appealed"),
        private={"text": "", "rule": ""},
    ),
    EventRow(CallClosed, _call_closed, needs=lambda t, x: t.calls[x.call].pending, after_the_end=True),
    EventRow(
        IncidentReported,
        _incident,
        needs=lambda t, x: x.incident not in t.incidents,
        private={"text": "", "table": None, "category": ""},
        private_sender=True,
    ),
)
