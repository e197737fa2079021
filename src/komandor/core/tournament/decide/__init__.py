"""What a command means: events, or a refusal with all its reasons.

`decide` reads the state and changes nothing.  Who may ask is settled before
(`app.access`); whether it makes sense now, and by the rules, is settled here.
"""

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from typing import Any

from komandor.core.reasons import Refusal
from komandor.core.tournament import commands as c
from komandor.core.tournament.decide import judging, leaving, log, people, prepare, results, rounds, stages
from komandor.core.tournament.events import Event
from komandor.core.tournament.phases import not_now
from komandor.core.tournament.state import Tournament

Answer = tuple[Event, ...] | Refusal
Decider = Callable[[Tournament, Any, c.Context], Answer]

DECIDERS: Mapping[type[c.Command], Decider] = {
    c.CreateTournament: prepare.create, c.ChangeEvent: prepare.change, c.AttachOutline: prepare.outline,
    c.TickChecklist: prepare.tick, c.PostNotice: prepare.post, c.WithdrawNotice: prepare.withdraw_notice,
    c.AppointStaff: prepare.appoint, c.DismissStaff: prepare.dismiss, c.SetDuty: prepare.duty,
    c.NameSubstitute: prepare.substitute,
    c.RegisterPlayer: people.register, c.AmendPlayer: people.amend, c.WithdrawRegistration: people.withdraw,
    c.CheckIn: people.check_in, c.NoteFee: people.fee, c.SubmitList: people.submit_list,
    c.CheckList: people.check_list, c.AmendList: people.amend_list, c.AnnounceStructure: people.announce,
    c.FreezeRound: rounds.freeze, c.DrawRound: rounds.draw, c.SwapPlayers: rounds.swap,
    c.MoveTable: rounds.move_table, c.PublishRound: rounds.publish, c.DrawMission: rounds.mission,
    c.SetInitiative: stages.initiative, c.ChooseSides: stages.choose_sides,
    c.StartClock: rounds.start_clock, c.PauseClock: rounds.pause_clock, c.ResumeClock: rounds.resume_clock,
    c.AdjustClock: rounds.adjust_clock, c.ExtendTable: rounds.extend,
    c.ReportResult: results.report, c.ConfirmResult: results.confirm, c.DisputeResult: results.dispute,
    c.EnterResult: results.enter, c.CloseRound: rounds.close,
    c.DropPlayer: leaving.drop, c.DeclareNoShow: leaving.no_show, c.Rejoin: leaving.rejoin,
    c.EnterLate: leaving.enter_late, c.RecommendDisqualification: leaving.recommend,
    c.Disqualify: leaving.disqualify,
    c.CallJudge: judging.call, c.TakeCall: judging.take, c.GiveRuling: judging.rule,
    c.AppealRuling: judging.appeal, c.GiveFinalVerdict: judging.verdict, c.GiveSanction: judging.sanction,
    c.DrawDeckChecks: judging.draw_checks, c.RecordDeckCheck: judging.record_check,
    c.ReportComponent: judging.component, c.ResolveComponent: judging.resolve_component,
    c.MakeProxy: judging.proxy, c.ReportIncident: judging.incident,
    c.MakeCut: stages.make_cut, c.ReplaceSeed: stages.replace_seed, c.CloseTournament: stages.close,
    c.VoidEvents: log.void, c.NamePoint: log.name_point,
}  # fmt: skip


def decide(t: Tournament, command: c.Command, ctx: c.Context) -> Answer:
    """The one answer to a command in a state: the same input gives the same events, always."""
    reason = not_now(type(command), t.phase)
    if reason:
        return Refusal((reason,))
    return DECIDERS[type(command)](t, _frozen_command(command), ctx)


def _frozen_command(command: c.Command) -> c.Command:
    """Lists as they come from forms and JSON become tuples: what stands in the log never changes."""
    values = {f.name: getattr(command, f.name) for f in fields(command)}
    changed = {name: _frozen(value) for name, value in values.items() if isinstance(value, (Mapping, list))}
    return replace(command, **changed) if changed else command


def _frozen(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _frozen(part) for key, part in value.items()}
    return tuple(map(_frozen, value)) if isinstance(value, (list, tuple)) else value
