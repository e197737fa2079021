"""Simulates what happens beside the games: people leave, return or come late; calls, sanctions, checks."""

from collections.abc import Mapping
from typing import Literal

from komandor.app.access import Actor
from komandor.core.games.reports import GAMES
from komandor.core.games.shorthand import lost_by
from komandor.core.ids import SIDES, CallNo, PlayerNo
from komandor.core.tournament import commands as c
from komandor.core.tournament.readings.components import ways_out
from komandor.core.tournament.readings.lost_games import own_points
from komandor.core.tournament.readings.regulations import rules
from komandor.core.tournament.state import Match
from komandor.core.tournament.values import LateChoice, Plain, SanctionKind
from komandor.simulate.hall import Hall
from komandor.simulate.opening import JUDGE, MARSHAL
from komandor.simulate.playing import correct, replace_one

REASON = "conduct at the table"
KEPT = 2
AT_THE_TABLE: tuple[LateChoice, ...] = ("play_now", "awarded_bye")
"""This many players always stay."""


def between_rounds(hall: Hall) -> None:
    """Everything that people do between rounds."""
    if not _finals(hall):
        _leave(hall)
        _return(hall)
        _late(hall)
        _change_structure(hall)
    _corrections(hall)
    _components_before_the_round(hall)


def _finals(hall: Hall) -> bool:
    return hall.t.stage is not None and hall.t.stage.kind.eliminates


def _leave(hall: Hall) -> None:
    for n in hall.active():
        if hall.chance("drops") and len(hall.active()) > KEPT:
            hall.ask(c.DropPlayer(n), Actor("player", n) if hall.rnd.randrange(2) else Actor("staff", 1))
            if hall.chance("undos"):
                hall.undo()
        elif hall.chance("disqualifications") and len(hall.active()) > KEPT:
            hall.ask(c.RecommendDisqualification(n, REASON), Actor("staff", MARSHAL))
            hall.ask(c.Disqualify(n, REASON))


def _return(hall: Hall) -> None:
    for n, player in sorted(hall.t.players.items()):
        if player.status == "left" and hall.chance("rejoins"):
            hall.ask(c.Rejoin(n))


def _late(hall: Hall) -> None:
    """A late player comes between two rounds: with losses, whatever else is planned (AMB-G44)."""
    if hall.t.rounds and hall.plan["late_choice"] in ("any", "losses") and hall.chance("late"):
        hall.ask(c.EnterLate("losses", members=2 if hall.t.teams else 1))


def late_at_the_table(hall: Hall) -> None:
    """A late player comes during the round: plays who has the bye, or gets it if nobody does."""
    planned = hall.plan["late_choice"]
    choices = tuple(choice for choice in AT_THE_TABLE if planned in ("any", choice))
    if choices and hall.chance("late"):
        hall.ask(
            c.EnterLate(hall.rnd.choice(choices), members=2 if hall.t.teams else 1, reason="a late train")
        )


def _change_structure(hall: Hall) -> None:
    """Change the announced structure, as an exception with a reason (AMB-G30)."""
    stage = hall.t.stage
    if stage is None or not hall.chance("changes"):
        return
    plans: list[dict[str, Plain]] = [
        {"kind": p.kind, "rounds": p.rounds, "cut": p.cut} for p in hall.t.announced
    ]
    if stage.number <= len(plans) and stage.kind.planned_rounds:
        plans[stage.number - 1]["rounds"] = max(1, stage.rounds + hall.rnd.choice((-1, 1)))
        hall.ask(c.ChangeEvent({"stages": tuple(plans)}, "the hall closes early"))


def _corrections(hall: Hall) -> None:
    """Results are corrected later, but not between a cut and its first game: that would undo the cut."""
    for match in _played(hall) if hall.t.phase != "cut" else ():
        if hall.chance("corrections"):
            correct(hall, match)


def _played(hall: Hall) -> list[Match]:
    return [m for m in hall.t.matches.values() if m.kind == "match" and m.final]


def during_round(hall: Hall) -> None:
    """Everything that happens while the clock runs."""
    round_ = hall.t.this_round
    leave = "knockout_leavers" if _finals(hall) else "round_drops"
    for match in hall.t.in_round(round_.number):
        if match.kind != "match":
            continue
        one = hall.rnd.choice(match.players)
        if hall.chance(leave) and len(hall.active()) > KEPT:
            game: Literal["conceded", "not_played"] = hall.rnd.choice(("conceded", "not_played"))
            report = _so_far(hall, match) if game == "conceded" else {}
            hall.ask(c.DropPlayer(one, reason="has to catch a train", game=game, report=report))
        _punish(hall, match, one)
        _call(hall, match, one)
        _component(hall, match, one)


def _so_far(hall: Hall, match: Match) -> Mapping[str, Plain]:
    """How a match stood when it was given up: the points, or the first of two games."""
    if own_points(hall.t, match):
        return {GAMES: hall.rnd.choice(((), (lost_by(SIDES[0]),), (lost_by(SIDES[1]),)))}
    return {"scores": (120, 30)} if rules(hall.t).data.margins else {}


SANCTIONS: dict[str, tuple[SanctionKind, ...]] = {
    "sanctions": ("warning", "penalty"),
    "point_sanctions": (),
    "match_losses": ("match_loss", "game_loss"),
}
"""The sanctions of an axis; without any, points are taken away."""


def _punish(hall: Hall, match: Match, one: PlayerNo) -> None:
    for axis, kinds in SANCTIONS.items():
        if hall.chance(axis):
            points = 0 if kinds else hall.rnd.randint(1, 3)
            kind = hall.rnd.choice(kinds) if kinds else "points"
            given = c.GiveSanction(
                player=one, kind=kind, reason=REASON, match=match.number, points=points, corrects=True
            )
            hall.ask(given, Actor("staff", JUDGE if kind == "warning" else MARSHAL))


def _call(hall: Hall, match: Match, one: PlayerNo) -> None:
    if not hall.chance("calls"):
        return
    hall.ask(c.CallJudge(match.number, text="may he do that?"), Actor("player", one))
    call = max(hall.t.calls, default=CallNo(0))
    if hall.rnd.randrange(2):
        hall.ask(c.GiveRuling(call, "", settled_by_players=True), Actor("staff", JUDGE))
    else:
        hall.ask(c.TakeCall(call), Actor("staff", JUDGE))
        hall.ask(c.GiveRuling(call, "he may", "COM-COND-2"), Actor("staff", JUDGE))


def _component(hall: Hall, match: Match, one: PlayerNo) -> None:
    if not hall.chance("components"):
        return
    kind: Literal["lost", "damaged"] = hall.rnd.choice(("lost", "damaged"))
    minutes = hall.rnd.choice((0, 3))
    loss = c.ReportComponent(
        player=one, kind=kind, what="a card", minutes=minutes, match=match.number, in_game=not minutes
    )
    if hall.ask(loss) is None:
        found = hall.t.components[max(hall.t.components)]
        way = hall.rnd.choice(ways_out(hall.t, found))
        hall.ask(c.ResolveComponent(found.number, way, _so_far(hall, match)))


def _components_before_the_round(hall: Hall) -> None:
    """Before a round each lost component is replaced, or its player removed (COM-LOST-5)."""
    for number, found in sorted(hall.t.components.items()):
        if found.resolution in ("", "conceded") and hall.t.players[found.player].active:
            keep = hall.rnd.randrange(2) or len(hall.active()) <= KEPT
            hall.ask(c.ResolveComponent(number, "replaced" if keep else "removed"))


def deck_checks(hall: Hall) -> None:
    """Draw a deck check by lot; an illegal deck annuls the result (SWL-CHECK-2)."""
    if not hall.chance("deck_checks"):
        return
    hall.ask(c.DrawDeckChecks(1), Actor("staff", JUDGE))
    played = [
        m for m in _played(hall) if m.round == hall.t.round_number and m.result and not m.result.forfeit
    ]
    if played and hall.chance("illegal_decks"):
        match = hall.rnd.choice(played)
        mendable = bool(hall.rnd.randrange(4))
        check = c.RecordDeckCheck(
            player=match.a,
            legal=False,
            match=match.number,
            note="two cards too many",
            removed="two cards",
            mendable=mendable,
            sanction="warning",
        )
        if hall.ask(check, Actor("staff", JUDGE)) is None:
            hall.ask(c.NamePoint("after the deck check"))


def replace_annulled(hall: Hall) -> None:
    """Replace every annulled result before the next draw."""
    for match in list(hall.t.matches.values()):
        if match.kind == "match" and not match.final and hall.t.rounds[match.round].status == "closed":
            correct(hall, match)


def leave_after_cut(hall: Hall) -> None:
    """Some qualified players leave; the next in the standings are asked (COM-CUT-3)."""
    stage = hall.t.stage
    for n in stage.seeded if stage else ():
        if hall.t.players[n].active and hall.chance("cut_leavers"):
            hall.ask(c.DropPlayer(n))
    while replace_one(hall):
        pass


def after_the_end(hall: Hall) -> None:
    if not hall.plan["end_corrections"]:
        return
    if played := _played(hall):
        correct(hall, hall.rnd.choice(played))
