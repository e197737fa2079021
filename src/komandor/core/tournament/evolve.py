"""What each event does to the tournament: no checks, no thinking, no I/O.

One function per event, found by its type.  `evolve` changes the container it
is given; use `Tournament.fork()` first to keep the earlier version.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from komandor.core.tournament import events as e
from komandor.core.tournament.state import (
    Call,
    Clock,
    Component,
    ListVersion,
    Match,
    Player,
    Result,
    Round,
    Sanction,
    Staff,
    Stage,
    Tournament,
)

Step = Callable[[Tournament, Any], None]


def evolve(t: Tournament, event: e.Event, seq: int) -> None:
    """Let `event`, the record number `seq`, happen to `t`."""
    t.version = seq
    STEPS[type(event)](t, event)


# ── preparation ──────────────────────────────────────────────────────────────


def _created(t: Tournament, x: e.TournamentCreated) -> None:
    t.id, t.edition, t.commitment, t.teams = x.id, x.edition, x.commitment, x.teams
    t.name, t.place, t.level, t.event_kind = x.name, x.place, x.level, x.event_kind
    t.structure, t.date, t.tables, t.custom = x.structure, x.date, x.tables, x.stages
    t.minutes, t.settings, t.missions = dict(x.minutes), dict(x.settings), x.missions


def _changed(t: Tournament, x: e.EventChanged) -> None:
    for key, value in x.changes.items():
        _CHANGE[key](t, value)
    if x.exception:
        t.exceptions[t.version] = x.reason


def _set(name: str) -> Callable[[Tournament, Any], None]:
    return lambda t, value: setattr(t, name, value)


def _merge(name: str) -> Callable[[Tournament, Any], None]:
    return lambda t, value: getattr(t, name).update(value)


def _stages(t: Tournament, value: Any) -> None:
    plans = tuple(p if isinstance(p, e.StagePlan) else e.StagePlan(**p) for p in value)
    t.custom = plans
    if t.announced:
        t.announced = plans
        for number, stage in t.stages.items():
            plan = plans[number - 1] if number <= len(plans) else None
            if plan:
                t.stages[number] = replace(stage, rounds=plan.rounds, cut=plan.cut)


_CHANGE: Mapping[str, Callable[[Tournament, Any], None]] = {
    **{name: _set(name) for name in ("name", "place", "level", "event_kind", "structure", "date", "tables")},
    "missions": lambda t, value: setattr(t, "missions", tuple(value)),
    "minutes": _merge("minutes"),
    "settings": _merge("settings"),
    "stages": _stages,
}


def _outline(t: Tournament, x: e.OutlineAttached) -> None:
    t.outline, t.outline_overrides = x.text, x.overrides


def _ticked(t: Tournament, x: e.ChecklistTicked) -> None:
    t.ticked[x.item] = x.done


def _posted(t: Tournament, x: e.NoticePosted) -> None:
    t.notices[x.notice] = x.text


def _notice_withdrawn(t: Tournament, x: e.NoticeWithdrawn) -> None:
    t.notices[x.notice] = ""


def _appointed(t: Tournament, x: e.StaffAppointed) -> None:
    known = t.staff.get(x.staff)
    t.staff[x.staff] = replace(known, roles=x.roles, dismissed=False) if known else Staff(x.staff, x.roles)


def _dismissed(t: Tournament, x: e.StaffDismissed) -> None:
    t.staff[x.staff] = replace(t.staff[x.staff], dismissed=True, on_duty=False)


def _duty(t: Tournament, x: e.DutyChanged) -> None:
    t.staff[x.staff] = replace(t.staff[x.staff], on_duty=x.on_duty)


def _substitute(t: Tournament, x: e.SubstituteNamed) -> None:
    t.staff[x.staff] = replace(t.staff[x.staff], substitute=x.substitute)


def _registered(t: Tournament, x: e.PlayerRegistered) -> None:
    t.players[x.player] = Player(
        x.player, x.groups, x.fixed_table, x.awarded_byes, x.start, x.staff, members=x.members
    )


def _amended(t: Tournament, x: e.PlayerAmended) -> None:
    changes: dict[str, Any] = dict(x.changes)
    t.players[x.player] = replace(t.players[x.player], **changes)


def _registration_withdrawn(t: Tournament, x: e.RegistrationWithdrawn) -> None:
    t.players[x.player] = replace(t.players[x.player], status="withdrawn")


def _checked_in(t: Tournament, x: e.CheckedIn) -> None:
    t.players[x.player] = replace(t.players[x.player], checked_in=x.present)


def _fee(t: Tournament, x: e.FeeNoted) -> None:
    t.players[x.player] = replace(t.players[x.player], fee_paid=x.paid, fee_note=x.note)


def _submitted(t: Tournament, x: e.ListSubmitted) -> None:
    player = t.players[x.player]
    version = ListVersion(x.content, t.version)
    t.players[x.player] = replace(player, lists=(*player.lists, version), list_verdict="")


def _list_checked(t: Tournament, x: e.ListChecked) -> None:
    t.players[x.player] = replace(t.players[x.player], list_verdict=x.verdict)


def _list_amended(t: Tournament, x: e.ListAmended) -> None:
    player = t.players[x.player]
    version = ListVersion(x.content, t.version, amended=True, reason=x.reason, significant=x.significant)
    t.players[x.player] = replace(player, lists=(*player.lists, version), list_verdict="")


def _announced(t: Tournament, x: e.StructureAnnounced) -> None:
    t.announced, t.announced_players, t.phase = x.stages, x.players, "announced"


# ── a round ──────────────────────────────────────────────────────────────────


def _frozen(t: Tournament, x: e.RoundFrozen) -> None:
    if x.stage not in t.stages:
        plan = t.announced[x.stage - 1]
        t.stages[x.stage] = Stage(x.stage, plan.kind, plan.rounds, plan.cut, seeds=t.active())
    t.rounds[x.round] = Round(
        x.round, x.stage, "frozen", head=x.head, public_source=x.public_source, beacon=x.beacon
    )
    t.phase = "frozen"


def _drawn(t: Tournament, x: e.RoundDrawn) -> None:
    old = t.rounds[x.round]
    for number in old.matches:
        del t.matches[number]
    for m in x.matches:
        t.matches[m.match] = Match(m.match, x.round, m.table, m.a, m.b, m.kind, m.game)
    t.rounds[x.round] = replace(
        old, status="drawn", link=x.link, public=x.public, order=x.order, floats=x.floats,
        rematches=x.rematches, matches=tuple(m.match for m in x.matches),
        drawn_times=old.drawn_times + 1,
    )  # fmt: skip
    stage = t.stages[x.stage]
    if x.lots:
        stage = replace(stage, lots=dict(x.lots))
    if x.seeds:
        stage = replace(stage, seeds=x.seeds)
    t.stages[x.stage] = stage
    for player, start in x.starts:
        t.players[player] = replace(t.players[player], start=start)
    t.phase = "drawn"


def _pairing_changed(t: Tournament, x: e.PairingChanged) -> None:
    old = {m.match: t.matches.pop(m.match) for m in x.before}
    for m in x.after:
        known = old.get(m.match)
        if known and (known.a, known.b) == (m.a, m.b):  # only the table is another
            t.matches[m.match] = replace(known, table=m.table, changed=True)
        else:
            t.matches[m.match] = Match(m.match, x.round, m.table, m.a, m.b, m.kind, m.game, changed=True)
    round_ = t.rounds[x.round]
    gone = {m.match for m in x.before} - {m.match for m in x.after}
    new = tuple(m.match for m in x.after if m.match not in round_.matches)
    matches = (*(n for n in round_.matches if n not in gone), *new)
    t.rounds[x.round] = replace(round_, matches=matches, changes=round_.changes + 1)
    t.changes[t.version] = {"round": x.round, "reason": x.reason, "warnings": x.warnings}


def _published(t: Tournament, x: e.RoundPublished) -> None:
    t.rounds[x.round] = replace(t.rounds[x.round], status="published")
    t.phase = "published"


def _mission(t: Tournament, x: e.MissionDrawn) -> None:
    t.rounds[x.round] = replace(t.rounds[x.round], mission=x.mission)


def _initiative(t: Tournament, x: e.InitiativeSet) -> None:
    t.matches[x.match] = replace(t.matches[x.match], first=x.player)


def _sides(t: Tournament, x: e.SidesChosen) -> None:
    t.matches[x.match] = replace(t.matches[x.match], first=x.light)


def _clock_started(t: Tournament, x: e.ClockStarted) -> None:
    round_ = t.rounds[x.round]
    t.rounds[x.round] = replace(round_, status="running", clock=Clock(x.at, x.minutes))
    t.stages[round_.stage] = replace(t.stages[round_.stage], begun=True)
    t.phase = "running"


def _clock_paused(t: Tournament, x: e.ClockPaused) -> None:
    round_ = t.rounds[x.round]
    assert round_.clock
    t.rounds[x.round] = replace(round_, clock=replace(round_.clock, paused_at=x.at))


def _clock_resumed(t: Tournament, x: e.ClockResumed) -> None:
    round_ = t.rounds[x.round]
    assert round_.clock
    assert round_.clock.paused_at is not None
    waited = round_.clock.paused_for + max(0, x.at - round_.clock.paused_at)
    t.rounds[x.round] = replace(round_, clock=replace(round_.clock, paused_at=None, paused_for=waited))


def _clock_adjusted(t: Tournament, x: e.ClockAdjusted) -> None:
    round_ = t.rounds[x.round]
    assert round_.clock
    assert round_.clock.minutes is not None
    minutes = round_.clock.minutes + x.minutes
    t.rounds[x.round] = replace(round_, clock=replace(round_.clock, minutes=minutes))


def _extended(t: Tournament, x: e.TableExtended) -> None:
    match = t.matches[x.match]
    t.matches[x.match] = replace(match, extension=match.extension + x.minutes)


def _reported(t: Tournament, x: e.ResultReported) -> None:
    match = t.matches[x.match]
    result = Result(x.scores, x.winner, x.report, "reported", reported_by=x.by)
    kept = (*match.disputed, match.result) if match.result else match.disputed
    t.matches[x.match] = replace(match, result=result, disputed=kept)


def _confirmed(t: Tournament, x: e.ResultConfirmed) -> None:
    match = t.matches[x.match]
    assert match.result
    t.matches[x.match] = replace(match, result=replace(match.result, status="final", confirmed_by=x.by))


def _disputed(t: Tournament, x: e.ResultDisputed) -> None:
    match = t.matches[x.match]
    assert match.result
    t.matches[x.match] = replace(match, result=replace(match.result, status="disputed", note=x.note))


def _entered(t: Tournament, x: e.ResultEntered) -> None:
    _settle(t, x.match, Result(x.scores, x.winner, x.report, "final", override=x.override, note=x.reason))
    if x.override:
        t.exceptions[t.version] = x.reason


def _corrected(t: Tournament, x: e.ResultCorrected) -> None:
    result = Result(x.scores, x.winner, x.report, "final", override=x.override, corrected=True, note=x.reason)
    _settle(t, x.match, result)
    t.exceptions[t.version] = x.reason


def _settle(t: Tournament, number: int, result: Result) -> None:
    match = t.matches[number]
    kept = (*match.disputed, match.result) if match.result else match.disputed
    t.matches[number] = replace(match, result=result, disputed=kept)


def _annulled(t: Tournament, x: e.ResultAnnulled) -> None:
    match = t.matches[x.match]
    kept = (*match.disputed, match.result) if match.result else match.disputed
    t.matches[x.match] = replace(match, result=None, disputed=kept)


def _closed_round(t: Tournament, x: e.RoundClosed) -> None:
    t.rounds[x.round] = replace(t.rounds[x.round], status="closed")
    t.phase = "between"


# ── coming and going ─────────────────────────────────────────────────────────


def _left(t: Tournament, x: e.PlayerLeft) -> None:
    stage = t.stage
    t.players[x.player] = replace(
        t.players[x.player], status="left", cause=x.cause, left_after=x.round,
        left_stage=stage.number if stage else None, left_at=t.version,
    )  # fmt: skip


def _forfeited(t: Tournament, x: e.MatchForfeited) -> None:
    _settle(t, x.match, Result(x.scores, x.winner, {}, "final", forfeit=True))


def _returned(t: Tournament, x: e.PlayerReturned) -> None:
    player = t.players[x.player]
    missed = tuple(sorted({*player.missed, *x.missed}))
    t.players[x.player] = replace(
        player, status="in", cause=None, left_after=None, left_stage=None, left_at=None, missed=missed
    )


def _late(t: Tournament, x: e.PlayerEnteredLate) -> None:
    stage = t.stage
    assert stage
    latest = t.round
    open_ = x.match is not None or (latest is not None and latest.status in ("frozen", "drawn"))
    entered = max(t.rounds, default=0) + (not open_)
    t.players[x.player] = Player(
        x.player, x.groups, start=x.start, members=x.members, checked_in=True, entered=entered,
        missed=x.missed, byes_granted=x.byes,
    )  # fmt: skip
    if x.lot is not None:
        t.stages[stage.number] = replace(
            stage, lots={**stage.lots, x.player: x.lot}, seeds=(*stage.seeds, x.player)
        )
    if x.match is not None:
        match = t.matches[x.match]
        t.matches[x.match] = replace(match, b=x.player, kind="match", changed=True)


def _recommended(t: Tournament, x: e.DisqualificationRecommended) -> None:
    t.recommendations[x.player] = x.reason


def _disqualified(t: Tournament, x: e.PlayerDisqualified) -> None:
    stage = t.stage
    t.players[x.player] = replace(
        t.players[x.player], status="disqualified", cause="conduct", left_after=x.round,
        left_stage=stage.number if stage else None, left_at=t.version,
    )  # fmt: skip
    t.recommendations.pop(x.player, None)


# ── judging ──────────────────────────────────────────────────────────────────


def _called(t: Tournament, x: e.JudgeCalled) -> None:
    t.calls[x.call] = Call(x.call, x.at, x.match, x.table, x.player, x.kind, x.text)


def _taken(t: Tournament, x: e.CallTaken) -> None:
    t.calls[x.call] = replace(t.calls[x.call], state="taken", staff=x.staff, taken_at=x.at)


def _ruled(t: Tournament, x: e.RulingGiven) -> None:
    call = t.calls[x.call]
    call = replace(call, state="settled" if x.settled_by_players else "ruled")
    t.calls[x.call] = replace(call, staff=x.staff or call.staff, ruling=x.text, rule=x.rule)


def _appealed(t: Tournament, x: e.RulingAppealed) -> None:
    t.calls[x.call] = replace(t.calls[x.call], state="appealed")


def _verdict(t: Tournament, x: e.FinalVerdictGiven) -> None:
    call = t.calls[x.call]
    t.calls[x.call] = replace(
        call, state="final", verdict=x.text, verdict_by=x.staff, rule=x.rule or call.rule
    )


def _sanctioned(t: Tournament, x: e.SanctionGiven) -> None:
    t.sanctions[x.sanction] = Sanction(
        x.sanction, x.player, x.kind, x.reason, x.by, max(t.rounds, default=0), x.match, x.points, x.category
    )


def _checks_drawn(t: Tournament, x: e.DeckChecksDrawn) -> None:
    t.deck_checks[t.version] = {"round": x.round, "drawn": x.players}


def _deck_checked(t: Tournament, x: e.DeckChecked) -> None:
    t.deck_checks[t.version] = {
        "round": max(t.rounds, default=0), "player": x.player, "by": x.by, "legal": x.legal,
        "match": x.match, "note": x.note, "removed": x.removed,
    }  # fmt: skip


def _component(t: Tournament, x: e.ComponentReported) -> None:
    t.components[x.component] = Component(
        x.component, x.player, x.kind, x.what, x.category, x.minutes, x.match, max(t.rounds, default=0)
    )


def _component_resolved(t: Tournament, x: e.ComponentResolved) -> None:
    t.components[x.component] = replace(t.components[x.component], resolution=x.resolution)


def _proxy(t: Tournament, x: e.ProxyMade) -> None:
    t.proxies[x.proxy] = {
        "player": x.player, "card": x.card, "unreadable": x.unreadable, "maker": x.maker, "date": x.date,
    }  # fmt: skip


def _incident(t: Tournament, x: e.IncidentReported) -> None:
    t.incidents[x.incident] = {"text": x.text, "table": x.table, "category": x.category}


# ── stages and the log itself ────────────────────────────────────────────────


def _cut(t: Tournament, x: e.CutMade) -> None:
    rounds = t.announced[x.stage - 1].rounds if x.stage <= len(t.announced) else 0
    t.stages[x.stage] = Stage(
        x.stage, x.kind, rounds, x.size, seeds=x.seeds, standings_before=x.standings, by_lot=x.by_lot
    )
    t.phase = "cut"


def _replacement(t: Tournament, x: e.ReplacementAsked) -> None:
    stage = t.stages[x.stage]
    declined = stage.declined if x.accepted else (*stage.declined, x.player)
    t.stages[x.stage] = replace(stage, seeds=x.seeds, declined=declined)


def _shrunk(t: Tournament, x: e.StageShrunk) -> None:
    t.stages[x.stage] = replace(t.stages[x.stage], seeds=x.seeds)


def _closed(t: Tournament, x: e.TournamentClosed) -> None:
    t.places, t.opened_seed, t.phase = x.places, x.seed, "closed"


def _voided(t: Tournament, x: e.EventVoided) -> None:
    for target in x.targets:
        t.voids[target] = x.reason


def _named(t: Tournament, x: e.PointNamed) -> None:
    t.points_named[t.version] = x.name


STEPS: Mapping[type[e.Event], Step] = {
    e.TournamentCreated: _created, e.EventChanged: _changed, e.OutlineAttached: _outline,
    e.ChecklistTicked: _ticked, e.NoticePosted: _posted, e.NoticeWithdrawn: _notice_withdrawn,
    e.StaffAppointed: _appointed, e.StaffDismissed: _dismissed, e.DutyChanged: _duty,
    e.SubstituteNamed: _substitute, e.PlayerRegistered: _registered, e.PlayerAmended: _amended,
    e.RegistrationWithdrawn: _registration_withdrawn, e.CheckedIn: _checked_in, e.FeeNoted: _fee,
    e.ListSubmitted: _submitted, e.ListChecked: _list_checked, e.ListAmended: _list_amended,
    e.StructureAnnounced: _announced, e.RoundFrozen: _frozen, e.RoundDrawn: _drawn,
    e.PairingChanged: _pairing_changed, e.RoundPublished: _published, e.MissionDrawn: _mission,
    e.InitiativeSet: _initiative, e.SidesChosen: _sides, e.ClockStarted: _clock_started,
    e.ClockPaused: _clock_paused, e.ClockResumed: _clock_resumed, e.ClockAdjusted: _clock_adjusted,
    e.TableExtended: _extended, e.ResultReported: _reported, e.ResultConfirmed: _confirmed,
    e.ResultDisputed: _disputed, e.ResultEntered: _entered, e.ResultCorrected: _corrected,
    e.ResultAnnulled: _annulled, e.RoundClosed: _closed_round, e.PlayerLeft: _left,
    e.MatchForfeited: _forfeited, e.PlayerReturned: _returned, e.PlayerEnteredLate: _late,
    e.DisqualificationRecommended: _recommended, e.PlayerDisqualified: _disqualified,
    e.JudgeCalled: _called, e.CallTaken: _taken, e.RulingGiven: _ruled, e.RulingAppealed: _appealed,
    e.FinalVerdictGiven: _verdict, e.SanctionGiven: _sanctioned, e.DeckChecksDrawn: _checks_drawn,
    e.DeckChecked: _deck_checked, e.ComponentReported: _component, e.ComponentResolved: _component_resolved,
    e.ProxyMade: _proxy, e.IncidentReported: _incident, e.CutMade: _cut, e.ReplacementAsked: _replacement,
    e.StageShrunk: _shrunk, e.TournamentClosed: _closed, e.EventVoided: _voided, e.PointNamed: _named,
}  # fmt: skip
