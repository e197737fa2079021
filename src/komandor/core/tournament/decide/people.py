"""Players before round 1: registration, check-in, fees, lists, and the announcement."""

from collections.abc import Mapping
from typing import Any

from komandor.core.brackets.double import SIZES as DOUBLE_SIZES
from komandor.core.ids import PlayerNo
from komandor.core.reasons import Reason, Refusal, refuse, why
from komandor.core.regulations.staffing import LEADERS, Leader, may_play, substitute_problems
from komandor.core.regulations.structures import proposed_rounds, structure_for
from komandor.core.tournament import commands as c
from komandor.core.tournament import events as e
from komandor.core.tournament.facts import rules
from komandor.core.tournament.state import Match, Player, Tournament

Answer = tuple[e.Event, ...] | Refusal
AMENDABLE = frozenset(("groups", "fixed_table", "awarded_byes", "start", "staff"))


def register(t: Tournament, x: c.RegisterPlayer, ctx: c.Context) -> Answer:
    """One number per player or team, given once and never again."""
    problems = [
        *team_problems(t, x.members),
        *_leader(t, x.staff),
        *_start(t, x.start, None),
        *_byes(x.awarded_byes),
    ]
    if problems:
        return Refusal(tuple(problems))
    number = max(t.players, default=0) + 1
    registered = e.PlayerRegistered(
        number, x.groups, x.fixed_table, x.awarded_byes, x.start, x.staff, x.members
    )
    return (registered, e.CheckedIn(number)) if x.checked_in else (registered,)


def amend(t: Tournament, x: c.AmendPlayer, ctx: c.Context) -> Answer:
    player = _known(t, x.player)
    if isinstance(player, Refusal):
        return player
    unknown = sorted(set(x.changes) - AMENDABLE)
    if unknown:
        return refuse("player.unknown_field", None, field=unknown[0])
    problems = [
        *_kinds(x.changes),
        *_start(t, x.changes.get("start"), x.player),
        *_leader(t, x.changes.get("staff")),
    ]
    return Refusal(tuple(problems)) if problems else (e.PlayerAmended(x.player, _tupled(x.changes)),)


def withdraw(t: Tournament, x: c.WithdrawRegistration, ctx: c.Context) -> Answer:
    player = _known(t, x.player)
    if isinstance(player, Refusal):
        return player
    if player.status != "in":
        return refuse("player.not_active", "COM-DROP-1", player=x.player)
    return (e.RegistrationWithdrawn(x.player),)


def check_in(t: Tournament, x: c.CheckIn, ctx: c.Context) -> Answer:
    out: list[e.Event] = []
    for number in x.players:
        player = _known(t, number)
        if isinstance(player, Refusal):
            return player
        if player.status == "in" and player.checked_in != x.present:
            out.append(e.CheckedIn(number, x.present))
    return tuple(out) if out else refuse("check_in.nothing_to_do")


def fee(t: Tournament, x: c.NoteFee, ctx: c.Context) -> Answer:
    player = _known(t, x.player)
    return player if isinstance(player, Refusal) else (e.FeeNoted(x.player, x.paid, x.note),)


# ── lists ────────────────────────────────────────────────────────────────────


def submit_list(t: Tournament, x: c.SubmitList, ctx: c.Context) -> Answer:
    """Before the start only (COM-LIST-2): one list for the whole tournament (COM-MAT-7, SWL-COND-7).

    A later version replaces it, the earlier ones are kept.
    """
    player = _known(t, x.player)
    if isinstance(player, Refusal):
        return player
    if t.rounds:
        return refuse("list.locked", "COM-LIST-2", player=x.player)
    return (e.ListSubmitted(x.player, x.content),) if x.content else refuse("list.empty", "COM-LIST-2")


def check_list(t: Tournament, x: c.CheckList, ctx: c.Context) -> Answer:
    player = _known(t, x.player)
    if isinstance(player, Refusal):
        return player
    if not player.lists:
        return refuse("list.none", "COM-LIST-1", player=x.player)
    return (e.ListChecked(x.player, x.verdict, x.note.strip()),)


def amend_list(t: Tournament, x: c.AmendList, ctx: c.Context) -> Answer:
    """By the organiser, from the cards really used; both versions are kept (COM-LIST-5, COM-LIST-6)."""
    player = _known(t, x.player)
    if isinstance(player, Refusal):
        return player
    if not x.reason.strip():
        return refuse("list.reason_missing", "COM-LIST-5", player=x.player)
    return (e.ListAmended(x.player, x.content, x.reason.strip(), x.significant),)


# ── announcement ─────────────────────────────────────────────────────────────


def announce(t: Tournament, x: c.AnnounceStructure, ctx: c.Context) -> Answer:
    """Rounds, their kinds and the cut from attendance (COM-STRUCT-5), told before round 1 (COM-PREP-3).

    Also how many go on to the finals (SWL-STRUCT-3).
    """
    present = len(attending(t))
    stages = stages_for(t, present)
    if isinstance(stages, Refusal):
        return stages
    if present < 2:
        return refuse("structure.too_few", "COM-STRUCT-5", players=present)
    if t.teams and any(s.kind != "swiss" for s in stages):
        return refuse("structure.teams_no_finals", "SWL-2V2-4")
    if stages[0].kind == "double" and present > max(DOUBLE_SIZES):
        return refuse("structure.double_sizes", "SWL-DE-3", cut=present)
    return (e.StructureAnnounced(stages, present),)


def attending(t: Tournament) -> tuple[PlayerNo, ...]:
    """Who is here: everybody registered, or those checked in once check-in is used."""
    return (
        t.active()
        if not any(t.players[n].checked_in for n in t.active())
        else tuple(n for n in t.active() if t.players[n].checked_in)
    )


def stages_for(t: Tournament, players: int) -> tuple[e.StagePlan, ...] | Refusal:
    data = rules(t).data
    if t.structure == "custom" and t.custom:
        return t.custom
    if t.structure == "custom":
        return (e.StagePlan("swiss", proposed_rounds(players)),)
    row = structure_for(rules(t), t.structure, players)
    if isinstance(row, Refusal):
        return row
    swiss = e.StagePlan("swiss", row.rounds)
    return (swiss, e.StagePlan(data.elimination, 0, row.cut)) if row.cut else (swiss,)


# ── checks ───────────────────────────────────────────────────────────────────


def _known(t: Tournament, number: PlayerNo) -> Player | Refusal:
    return t.players.get(number) or refuse("player.unknown", None, player=number)


def team_problems(t: Tournament, members: int) -> list[Reason]:
    """Teams of two are registered together (SWL-2V2-2)."""
    wanted = 2 if t.teams else 1
    return (
        [] if members == wanted else [why("player.team_of_two", "SWL-2V2-2", members=members, wanted=wanted)]
    )


_AMENDS: Mapping[str, Any] = {
    "groups": (list, tuple),
    "awarded_byes": (list, tuple),
    "fixed_table": (int, type(None)),
    "start": (int, type(None)),
    "staff": (int, type(None)),
}


def _kinds(changes: Mapping[str, e.Plain]) -> list[Reason]:
    wrong = [key for key, value in changes.items() if not isinstance(value, _AMENDS[key])]
    rounds = changes.get("awarded_byes", ())
    byes = _byes(tuple(rounds)) if isinstance(rounds, (list, tuple)) else []  # type: ignore[arg-type]
    return [*(why("player.wrong_kind", None, field=key) for key in wrong), *byes]


def leaders_ready(t: Tournament) -> tuple[Reason, ...]:
    """Who rules in the games of a leader who plays is named before the start (COM-PART-2, SWL-PART-1)."""
    leaders = leaders_here(t)
    by_number = {one.id: one for one in leaders}
    play = [p.staff for p in t.players.values() if p.active and p.staff in by_number]
    return tuple(reason for n in play if n for reason in substitute_problems(rules(t), by_number[n], leaders))


def leaders_here(t: Tournament) -> tuple[Leader, ...]:
    return tuple(
        Leader(s.number, s.roles, s.substitute)
        for s in t.staff.values()
        if not s.dismissed and set(s.roles) & set(LEADERS)
    )


def plays_himself(t: Tournament, match: Match | None, staff: int | None) -> Refusal | None:
    """Nobody rules, sanctions or declares anybody absent in a match that he plays himself (COM-PART-2)."""
    if match is None or staff is None or staff not in [t.players[n].staff for n in match.players]:
        return None
    return refuse("ruling.own_match", "COM-PART-2", staff=staff)


def _leader(t: Tournament, staff: object) -> list[Reason]:
    """Whether a leader may play in his own event, and beside whom (COM-PART, SWL-PART)."""
    if not isinstance(staff, int):
        return []
    known = t.staff.get(staff)
    if known is None:
        return [why("staff.unknown", None, staff=staff)]
    others = [s for s in t.staff.values() if s.number != staff and not s.dismissed]
    roles = tuple(role for s in others for role in s.roles)
    return list(may_play(rules(t), t.level, t.event_kind, known.roles, roles))  # type: ignore[arg-type]


def _start(t: Tournament, start: object, own: PlayerNo | None) -> list[Reason]:
    if not isinstance(start, int):
        return []
    taken = [p.number for p in t.players.values() if p.start == start and p.number != own]
    return [why("player.start_taken", "SWL-PAIR-4", start=start, player=taken[0])] if taken else []


def _byes(rounds: tuple[int, ...]) -> list[Reason]:
    bad = [r for r in rounds if type(r) is not int or r < 1]
    return [why("player.bye_round", "COM-BYE-1", round=bad[0])] if bad else []


def _tupled(changes: Mapping[str, e.Plain]) -> dict[str, e.Plain]:
    """Lists from JSON become tuples, as the state keeps them."""
    return {k: tuple(v) if isinstance(v, (list, tuple)) else v for k, v in changes.items()}
