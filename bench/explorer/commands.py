"""A random command of an action, with random fields that go together often enough to be taken."""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields
from functools import cache
from typing import Any, get_type_hints

from bench.explorer.chance import Chance, value
from bench.explorer.values import BY_FIELD, BY_NAME
from komandor.core.tournament import commands as c
from komandor.core.tournament.action import AnyAction
from komandor.core.tournament.readings.cut import cut_outdated, leavers
from komandor.core.tournament.readings.pairings import idle_players, pairs_outdated
from komandor.core.tournament.readings.regulations import rules
from komandor.core.tournament.state import Tournament

USUAL = 0.4
"""How often a field is given that may be left out."""
HOW_OFTEN: Mapping[str, float] = {
    **dict.fromkeys(("awarded_byes", "fixed_table", "waiting", "staff", "start", "choice"), 0.15),
    **dict.fromkeys(("corrects", "match"), 0.8),
    **dict.fromkeys(("reason", "members", "between", "public", "text", "note", "content"), 0.85),
    **dict.fromkeys(("despite_lists", "public_source", "beacon", "pair_with"), 0.3),
}
WEIGHTS: Mapping[str, float] = {
    **dict.fromkeys(("Disqualify", "DropPlayer", "DeclareNoShow"), 0.5),
    **dict.fromkeys(("DismissStaff", "WithdrawRegistration", "CloseTournament", "ChangePerson"), 0.25),
    **dict.fromkeys(("ChangeEvent", "CreateTournament", "AttachOutline", "TickChecklist"), 0.3),
    **dict.fromkeys(("PostNotice", "WithdrawNotice", "NamePoint", "NoteFee"), 0.3),
    **dict.fromkeys(("AddPrize", "RemovePrize", "HandOutPrize"), 0.4),
    **dict.fromkeys(("SubmitList", "AmendList", "CheckList", "JudgeLists", "PublishLists"), 0.4),
    **dict.fromkeys(("GiveSanction", "ReportComponent", "EnterLate", "GiveBonus"), 1.5),
    **dict.fromkeys(("EnterResult", "ReportResult", "ConfirmResult", "DisputeResult", "VoidEvents"), 2.0),
}
"""How often an action is tried beside the others, where not once."""


Waits = Callable[[Tournament], object]
WAITING: Mapping[str, Waits] = {
    "ReplaceSeed": leavers,
    "TakeCall": lambda t: t.calls,
    "GiveRuling": lambda t: any(one.state in ("open", "taken") for one in t.calls.values()),
    "AppealRuling": lambda t: any(one.state == "ruled" for one in t.calls.values()),
    "GiveFinalVerdict": lambda t: any(one.state == "appealed" for one in t.calls.values()),
    "ResolveComponent": lambda t: any(not one.resolution for one in t.components.values()),
    "ResumeClock": lambda t: t.round and t.round.clock and t.round.clock.paused_at is not None,
    "AdmitPlayer": lambda t: any(p.status == "waiting_list" for p in t.players.values()),
    "Rejoin": lambda t: any(p.status == "left" for p in t.players.values()),
    "AllowPair": lambda t: t.forbidden,
    "PairLeftOver": lambda t: len(idle_players(t)) > 1,
    "DeclareNoShow": idle_players,
    "HandOutPrize": lambda t: t.prizes,
    "GiveAward": lambda t: any(one.to == "award" for one in t.prizes.values()),
    "DrawRaffle": lambda t: any(one.to == "raffle" for one in t.prizes.values()),
    "GiveBonus": lambda t: t.settings.get("points.bonus"),
    "DropPlayer": lambda t: t.stage and t.stage.number > 1 and not t.stage.begun,
    "CheckList": lambda t: any(p.lists for p in t.players.values()),
    "JudgeLists": lambda t: any(p.lists for p in t.players.values()),
    "KeepPairings": lambda t: t.round and pairs_outdated(t, t.round),
    "RemakeCut": lambda t: t.phase in ("cut", "drawn", "published") and cut_outdated(t),
    "MakeProxy": lambda t: any(one.kind == "damaged" for one in t.components.values()),
    "ChooseSides": lambda t: t.playing and rules(t).sides,
    "DisputeResult": lambda t: any(m.result and not m.final for m in t.in_round(t.round_number)),
}
"""Action → whether something waits for it now: then it is tried oftener."""
OFTENER, RARE = 4.0, 16.0
SELDOM = frozenset(
    "AdmitPlayer DeclareNoShow KeepPairings PairLeftOver RemakeCut MakeProxy ChooseSides DisputeResult "
    "ResumeClock GiveAward DrawRaffle".split()
)
"""What seldom waits for anybody: then it is tried much oftener."""
WHERE_THEY_MEET = frozenset(
    "GiveSanction ReportComponent ResolveComponent RecordDeckCheck DropPlayer DeclareNoShow EnterLate Rejoin "
    "LeaveAfterRound Disqualify GiveBonus SetDuty SwapPlayers CallJudge MakeProxy".split()
)
"""What happens to players and matches while a round is played: here one thing meets another."""


def weight(row: AnyAction, t: Tournament) -> float:
    """How often an action is tried now, beside the others."""
    waits = WAITING.get(row.name)
    meets = row.name in WHERE_THEY_MEET and not t.arriving
    waiting = RARE if row.name in SELDOM else OFTENER
    return WEIGHTS.get(row.name, 1.0) * (waiting if waits and waits(t) else 1.0) * (OFTENER if meets else 1.0)


def command_of(x: Chance, row: AnyAction) -> c.Command:
    """The command of this action with random fields."""
    hints, given = _hints(row), {}
    for one in fields(row.command):
        needed = one.default is MISSING and one.default_factory is MISSING
        if needed or x.rnd.random() < HOW_OFTEN.get(one.name, USUAL):
            maker = BY_FIELD.get((row.name, one.name)) or BY_NAME.get(one.name)
            given[one.name] = maker(x) if maker else value(x, hints[one.name])
    return row.command(**_together(x, row, given))  # type: ignore[no-any-return]


def _together(x: Chance, row: AnyAction, given: dict[str, Any]) -> dict[str, Any]:
    """Without what a result cannot have at once: a slip, or points written by hand with their winner.

    A proxy is for a card that was reported, and its owner. Two who are left over are not one.
    """
    alone = [*idle_players(x.t)] if row.command is c.PairLeftOver else []
    if len(alone) > 1 and not x.strange():
        return {**given, **dict(zip(("first", "second"), x.rnd.sample(alone, 2), strict=True))}
    damaged = [one for one in x.t.components.values() if one.kind == "damaged"]
    if row.command is c.MakeProxy and damaged and not x.strange():
        found = x.rnd.choice(damaged)
        return {**given, "player": found.player, "card": found.what, "component": found.number}
    if row.command is not c.EnterResult or x.strange():
        return given
    out = ("scores", "winner") if x.rnd.random() < 0.85 else ("report",)
    made = {key: one for key, one in given.items() if key not in out}
    if "scores" in out:
        return {"report": BY_FIELD["EnterResult", "report"](x), **made}
    made["scores"] = BY_NAME["scores"](x)
    best = max(made["scores"], key=lambda one: one.points, default=None)
    return made if best is None or x.strange() else {**made, "winner": best.player}


@cache
def _hints(row: AnyAction) -> Mapping[str, Any]:
    return get_type_hints(row.command)
