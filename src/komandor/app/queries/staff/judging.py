"""What judges see: waiting calls, one table with its history, and what a judge may do.

Calls by waiting time (COM-COND-2), the steps open → ruling → appeal → final (COM-ROLE-13), who gives
rulings if leaders play (COM-PART-2, COM-PART-3), sanctions of both players (COM-COND-8), lost
components with the time to find them (COM-LOST-1 to COM-LOST-3), deck checks still to do.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from komandor.app.access import Actor, forbidden
from komandor.app.ledger import in_ms
from komandor.app.queries.everybody.history import LogEntry
from komandor.app.queries.everybody.rounds import MINUTE, ClockView, clock_view, extended
from komandor.app.queries.staff.attention import disputed, whose_call
from komandor.core.ids import MatchNo, PlayerNo, StaffNo
from komandor.core.reasons import Reason
from komandor.core.tournament import commands as c
from komandor.core.tournament import events as e
from komandor.core.tournament.actions import ACTION_OF, not_now
from komandor.core.tournament.judge_records import (
    Call,
    Component,
    DeckCheck,
    DeckCheckDraw,
    Incident,
    Proxy,
    Sanction,
)
from komandor.core.tournament.readings.components import no_sharing, shared_parts
from komandor.core.tournament.readings.leaders import marshal_decides, who_rules
from komandor.core.tournament.readings.regulations import rules
from komandor.core.tournament.readings.structure import has_points
from komandor.core.tournament.state import Match, Tournament
from komandor.core.tournament.values import CALL_KINDS, SANCTIONS, CallKind, SanctionKind
from komandor.rulebook import Rule
from komandor.rulebook import rules as register

EXTENSIONS = (3, 5, 10)  # minutes that a table is usually given
OFFENCES = ("manipulation", "tampering", "collusion", "misrepresentation", "unsporting", "other")
"""The kinds of cheating that the incident log sorts by (SWL-COND-4)."""
INCIDENTS = ("rules", *OFFENCES)
NEWEST = 3  # incidents on the first page
SEARCH_MINUTES = 5
"""The proposed time to find a replacement (COM-LOST-3, AMB-G28)."""

CallAction = Literal["settle", "rule", "appeal", "verdict"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CallRow:
    """One waiting call."""

    call: Call
    players: tuple[PlayerNo, ...]
    table: int | None
    clock: ClockView
    extension: int
    mine: bool  # this member of staff is on the way
    barred: tuple[Reason, ...]  # why this member of staff may not give a ruling here
    decides: bool  # this person has the last word on an appeal that is open
    marshal: bool  # a marshal has it, not the organiser
    disputed: bool  # the players also disagree about the result


@dataclass(frozen=True, slots=True)
class Search:
    """A component that is missing; `until` is in milliseconds, None if no time was given."""

    component: Component
    until: int | None
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    calls: tuple[CallRow, ...]
    disputes: tuple[Match, ...]  # results that the players disagree about, without a call of their own
    takes: frozenset[MatchNo]  # those of them that this judge may rule on
    searches: tuple[Search, ...]
    checks: tuple[PlayerNo, ...]  # drawn for a deck check in this round, not checked yet
    recommended: Mapping[PlayerNo, str]
    incidents: tuple[Incident, ...]  # the newest first


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerFile:
    """What a judge should know about a player."""

    player: PlayerNo
    sanctions: tuple[Sanction, ...]
    searches: tuple[Search, ...]
    proxies: tuple[tuple[int, Proxy], ...]
    checks: tuple[DeckCheck, ...]
    recommended: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableView:
    match: Match
    clock: ClockView
    calls: tuple[Call, ...]
    files: tuple[PlayerFile, ...]
    ruled_by: tuple[int, ...]
    authority: tuple[Reason, ...]
    barred: tuple[Reason, ...]
    running: bool
    share_rules: tuple[str, ...]
    sharing: tuple[Reason, ...]  # what the players have to ask each other for
    error_rules: tuple[str, ...]


def desk(t: Tournament, log: list[LogEntry], now: int, actor: Actor) -> Desk:
    """Everything that waits for a judge, longest waiting first."""
    waiting = [call for call in t.calls.values() if call.pending]
    rows = tuple(call_row(t, call, now, actor) for call in sorted(waiting, key=lambda x: (x.at, x.number)))
    called = {call.match for call in waiting}
    disputes = tuple(m for m in disputed(t) if m.number not in called)
    return Desk(
        calls=rows,
        disputes=disputes,
        takes=frozenset(m.number for m in disputes if not barred(t, m, actor.acts_as)),
        searches=searches(t, log),
        checks=checks_due(t),
        recommended=t.recommendations,
        incidents=tuple(one for _, one in sorted(t.incidents.items(), reverse=True))[:NEWEST],
    )


def call_row(t: Tournament, call: Call, now: int, actor: Actor) -> CallRow:
    match, staff = t.match(call.match), actor.acts_as
    players, table = whose_call(t, call)
    return CallRow(
        call=call,
        players=players,
        table=table,
        clock=table_clock(t, match, now),
        extension=match.extension if match else 0,
        mine=call.staff == staff and staff is not None,
        barred=barred(t, match, staff),
        decides="verdict" in call_actions(t, call, actor),
        marshal=marshal_decides(t, match),
        disputed=match in disputed(t),
    )


def table_clock(t: Tournament, match: Match | None, now: int) -> ClockView:
    """The round's clock plus the extra minutes of this table."""
    if match is None or match.round not in t.rounds:
        return ClockView("none")
    return extended(clock_view(t, t.rounds[match.round], now), match.extension, now)


def barred(t: Tournament, match: Match | None, staff: StaffNo | None) -> tuple[Reason, ...]:
    """Why this leader may not give a ruling here (COM-PART-2, COM-PART-3); empty if they may."""
    if match is None or staff is None:
        return ()
    rulers = who_rules(t, match)
    return rulers.reasons if rulers.reasons and staff not in rulers.ruled_by else ()


def table_view(
    t: Tournament, match: Match, log: list[LogEntry], now: int, staff: StaffNo | None
) -> TableView:
    rulers = who_rules(t, match)
    looked_for = searches(t, log)
    own = tuple(call for call in t.calls.values() if call.match == match.number)
    return TableView(
        match=match,
        clock=table_clock(t, match, now),
        calls=own,
        files=tuple(player_file(t, n, looked_for) for n in match.players),
        ruled_by=rulers.ruled_by,
        authority=rulers.reasons,
        barred=barred(t, match, staff),
        running=t.rounds[match.round].open and not match.final,
        share_rules=rules_like(t, "-SHARE-"),
        sharing=shared_parts(t, match),
        error_rules=rules_like(t, "-ERR-"),
    )


def player_file(t: Tournament, player: PlayerNo, looked_for: tuple[Search, ...] = ()) -> PlayerFile:
    return PlayerFile(
        player=player,
        sanctions=tuple(s for s in t.sanctions.values() if s.player == player),
        searches=tuple(s for s in looked_for if s.component.player == player),
        proxies=tuple((n, p) for n, p in proxies(t) if p.player == player),
        checks=tuple(check for check in checks_done(t) if check.player == player),
        recommended=t.recommendations.get(player, ""),
    )


# ── components ───────────────────────────────────────────────────────────────


def searches(t: Tournament, log: list[LogEntry]) -> tuple[Search, ...]:
    """Components not settled yet. The time runs from when the loss was recorded (COM-LOST-3)."""
    noted = {
        x.event.component: x.at for x in log if isinstance(x.event, e.ComponentReported) and not x.voided
    }
    unsettled = (
        k for k in t.components.values() if k.resolution in ("", "conceded") and t.players[k.player].active
    )
    return tuple(
        Search(k, _until(noted.get(k.number), k.minutes), component_rule(t, k.kind, k.category))
        for k in unsettled
    )


def _until(at: str | None, minutes: int) -> int | None:
    return in_ms(at) + minutes * MINUTE if at and minutes else None


def component_rule(t: Tournament, kind: str, category: str) -> str:
    """The rule for this loss or damage: the game's own, or one of the common part."""
    if own := rules(t).data.component_rules.get(kind, {}).get(category):
        return own
    common, usual = _COMPONENT_RULES[kind]
    known = any(entry.id == common.get(category) for entry in _rules_of(t))
    return common[category] if known else usual


_COMPONENT_RULES: Mapping[str, tuple[Mapping[str, str], str]] = {
    "lost": ({"card": "COM-LOST-1", "die": "COM-LOST-1"}, "COM-LOST-2"),
    "damaged": ({"card": "COM-LOST-8"}, "COM-LOST-7"),
}
"""Lost or damaged → the rules of some kinds of component, if the game has them, and the one of all others."""


def proxies(t: Tournament) -> tuple[tuple[int, Proxy], ...]:
    return tuple(sorted(t.proxies.items()))


# ── deck checks ──────────────────────────────────────────────────────────────


def checks_done(t: Tournament) -> tuple[DeckCheck, ...]:
    return tuple(check for check in t.deck_checks.values() if isinstance(check, DeckCheck))


def checks_due(t: Tournament) -> tuple[PlayerNo, ...]:
    """Players drawn by lot in this round whose decks were not checked yet (SWL-CHECK-1)."""
    number = t.round_number
    drawn: list[PlayerNo] = []
    for check in t.deck_checks.values():
        if isinstance(check, DeckCheckDraw) and check.round == number:
            drawn.extend(check.drawn)
        elif isinstance(check, DeckCheck) and check.round == number:
            drawn = [n for n in drawn if n != check.player]
    return tuple(dict.fromkeys(drawn))


# ── what may be done ─────────────────────────────────────────────────────────


def sanctions_open_to(
    t: Tournament, player: PlayerNo, actor: Actor, match: MatchNo | None = None
) -> tuple[SanctionKind, ...]:
    """The sanctions this person may give (COM-ROLE-8, SWL-SANC-3, AMB-G43)."""
    asked = {kind: c.GiveSanction(player=player, kind=kind, reason="-", match=match) for kind in SANCTIONS}
    none = () if has_points(t, player) else ("points",)
    return tuple(kind for kind, command in asked.items() if kind not in none and _possible(t, command, actor))


def call_actions(t: Tournament, call: Call, actor: Actor) -> tuple[CallAction, ...]:
    """What this person may do with the call now."""
    by_state: Mapping[str, tuple[CallAction, ...]] = {
        "open": ("rule", "settle"),
        "taken": ("rule", "settle"),
        "ruled": ("appeal",),
        "appealed": ("verdict",),
    }
    match = t.match(call.match)
    asked: Mapping[CallAction, c.Command] = {
        "rule": c.GiveRuling(call.number, "-"),
        "settle": c.GiveRuling(call.number, "", settled_by_players=True),
        "appeal": c.AppealRuling(call.number),
        "verdict": c.GiveFinalVerdict(call.number, "-"),
    }
    may = [d for d in by_state.get(call.state, ()) if _possible(t, asked[d], actor)]
    if "rule" in may and barred(t, match, actor.staff):
        may.remove("rule")
    return tuple(may)


def _possible(t: Tournament, command: c.Command, actor: Actor) -> bool:
    """Whether this person may give the command, in this phase."""
    return not_now(ACTION_OF[type(command)], t.phase) is None and forbidden(t, command, actor) is None


def call_kinds(t: Tournament, player: bool = False) -> tuple[CallKind, ...]:
    """The kinds of call; sharing dice and tools exists in some games only (ARM-SHARE-1, IA-SHARE-2)."""
    return tuple(kind for kind in CALL_KINDS if kind != "share" or not no_sharing(t, player))


def rules_like(t: Tournament, part: str) -> tuple[str, ...]:
    """The IDs of this game's rules that contain `part`, without those for information only."""
    return tuple(entry.id for entry in _rules_of(t) if part in entry.id and entry.tag != "info")


def _rules_of(t: Tournament) -> tuple[Rule, ...]:
    game = rules(t).data.id
    return tuple(entry for entry in register() if game in entry.games)
