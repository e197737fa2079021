"""The event itself, staff, leaders who play, registration, lists."""

from typing import Any

from komandor.check import tables
from komandor.check.world import Fields, Plan, Player, Staff, World

LEVELS = ("casual", "formal", "championship")


def created(w: World, x: Fields) -> None:
    if w.id:
        w.say("order.created_twice", "COM-STRUCT-1", "The tournament is created a second time.")
        return
    w.id, w.game, w.commitment = x["id"], str(x["edition"]).split("@")[0], x["commitment"]
    w.level, w.structure, w.event_kind = x["level"], x["structure"], x.get("event_kind", "other")
    w.teams, w.phase = bool(x.get("teams")), "registration"
    w.custom = plans(x.get("stages", ()))
    w.minutes, w.chosen = dict(x.get("minutes") or {}), dict(x.get("settings") or {})
    w.missions = list(x.get("missions", ()))
    if w.game not in tables.GAMES:
        w.say("event.game", "COM-GEN-3", f"Nobody knows the game {w.game}.")
    if w.level not in LEVELS:
        w.say("event.level", "COM-LEVEL-1", f"There is no level {w.level}.")
    _check_event(w)


def plans(rows: Any) -> list[Plan]:
    return [Plan(r["kind"], r.get("rounds", 0), r.get("cut", 0)) for r in rows]


def _check_event(w: World) -> None:
    known = w.structure == "custom" or (w.game, w.structure) in tables.STRUCTURES
    if not known:
        w.say("event.structure", "COM-STRUCT-1", f"{w.game} has no structure {w.structure}.")
    for kind, minutes in w.minutes.items():
        low, high = tables.CLOCKS.get((w.game, kind + ("_teams" if w.teams else "")), (None, None, None))[1:]
        wrong = low is not None and high is not None and not (minutes and low <= minutes <= high)
        if wrong or (minutes is not None and minutes <= 0):
            w.say(
                "clock.range",
                tables.CLOCK_RULE.get(w.game, "COM-TIME-1"),
                f"{minutes} minutes are not allowed for {kind}.",
            )
    if w.teams and w.game != tables.SWL:
        w.say("event.teams", "SWL-2V2-1", "Only Star Wars: The Card Game is played in teams.")


def changed(w: World, x: Fields) -> None:
    changes = x["changes"]
    for key in ("level", "structure", "event_kind"):
        if key in changes:
            setattr(w, key, changes[key])
    w.minutes.update(changes.get("minutes") or {})
    w.chosen.update(changes.get("settings") or {})
    if "missions" in changes:
        w.missions = list(changes["missions"])
    if "stages" in changes:
        _change_stages(w, plans(changes["stages"]))
    structural = {"structure", "stages"} & changes.keys()
    if structural and w.announced:
        w.exception = True
        if w.rounds and not (x.get("reason") and x.get("exception")):
            w.say("event.change_reason", "COM-PREP-3", "The announced structure is changed without a reason.")
    _check_event(w)
    if "level" in changes or "event_kind" in changes:
        for p in w.players.values():
            _check_leader(w, p)


def _change_stages(w: World, new: list[Plan]) -> None:
    w.custom = new
    if w.announced:
        w.announced = list(new)
        for number, plan in enumerate(new, start=1):
            if number in w.stages:
                w.stages[number].rounds, w.stages[number].cut = plan.rounds, plan.cut


# ── staff ────────────────────────────────────────────────────────────────────


def appointed(w: World, x: Fields) -> None:
    number, roles = x["staff"], tuple(x["roles"])
    known = w.staff.get(number)
    w.staff[number] = Staff(number, roles, known.substitute if known else None)
    for role in ("organiser", "second_organiser"):
        holders = [s for s in w.staff.values() if role in s.roles and not s.dismissed]
        if len(holders) > 1 or (holders and role == "second_organiser" and w.game != tables.SWL):
            w.say("staff.one_organiser", "COM-ROLE-3", "An event has exactly one organiser.")
    for p in w.players.values():
        if p.staff == number:
            _check_leader(w, p)


def dismissed(w: World, x: Fields) -> None:
    staff = w.staff[x["staff"]]
    staff.dismissed = True
    if "organiser" in staff.roles:
        w.say("staff.one_organiser", "COM-ROLE-3", "The only organiser was dismissed.")


def substitute(w: World, x: Fields) -> None:
    other = w.staff.get(x["substitute"])
    w.staff[x["staff"]].substitute = x["substitute"]
    if other is None or other.dismissed or x["staff"] == x["substitute"] or not _leads(other):
        w.say(
            "staff.substitute",
            "COM-PART-2",
            f"Staff {x['substitute']} cannot rule in the games of {x['staff']}.",
        )


def _leads(staff: Staff) -> bool:
    return bool(set(staff.roles) & set(tables.LEADERS))


def _check_leader(w: World, p: Player) -> None:
    """COM-PART-1/4, SWL-PART-1/2: who of those responsible may play."""
    if p.staff is None or p.status != "in" or p.staff not in w.staff or not _leads(w.staff[p.staff]):
        return
    swl = w.game == tables.SWL
    barred = w.level == "championship" if swl else w.level != "casual"
    if barred or (swl and w.event_kind in tables.SWL_CHAMPIONSHIPS):
        rule = "SWL-PART-2" if swl else "COM-PART-4"
        w.say(
            "staff.leader_plays", rule, f"Player {p.number} leads this event and may not play at its level."
        )


def check_substitutes(w: World) -> None:
    """Before round 1 whoever leads and plays has another leader beside him (COM-PART-1, COM-PART-2)."""
    for p in w.players.values():
        staff = w.staff.get(p.staff or 0)
        if p.status != "in" or staff is None or staff.dismissed or not _leads(staff):
            continue
        wanted = {"organiser", "second_organiser"} if w.game == tables.SWL else set(tables.LEADERS)
        if w.game == tables.SWL and not wanted & set(staff.roles):
            continue
        others = [s for s in w.staff.values() if s is not staff and not s.dismissed and wanted & set(s.roles)]
        if not others:
            rule = "SWL-PART-1" if w.game == tables.SWL else "COM-PART-1"
            w.say(
                "staff.leader_alone", rule, f"Player {p.number} leads and plays with no other leader there."
            )


# ── players ──────────────────────────────────────────────────────────────────


def registered(w: World, x: Fields) -> None:
    number = x["player"]
    if number in w.players or number < 1:
        w.say("people.number", "COM-ROLE-1", f"The number {number} was given before.")
    p = Player(
        number, tuple(x.get("groups", ())), tuple(x.get("awarded_byes", ())), x.get("start"), x.get("staff"),
        x.get("members", 1),
    )  # fmt: skip
    w.players[number] = p
    if p.members != (2 if w.teams else 1):
        w.say("people.team", "SWL-2V2-2", f"Entry {number} has {p.members} members.")
    check_start(w, p)
    _check_leader(w, p)


def check_start(w: World, p: Player) -> None:
    if p.start is not None and any(q.start == p.start for q in w.players.values() if q is not p):
        w.say("people.start", "SWL-PAIR-4", f"Start number {p.start} was given twice.")


def amended(w: World, x: Fields) -> None:
    p, changes = w.players[x["player"]], x["changes"]
    p.groups = tuple(changes.get("groups", p.groups))
    p.awarded = tuple(changes.get("awarded_byes", p.awarded))
    p.start, p.staff = changes.get("start", p.start), changes.get("staff", p.staff)
    check_start(w, p)
    _check_leader(w, p)


def withdrawn(w: World, x: Fields) -> None:
    w.players[x["player"]].status = "withdrawn"


def checked_in(w: World, x: Fields) -> None:
    w.players[x["player"]].checked_in = bool(x.get("present", True))


def list_submitted(w: World, x: Fields) -> None:
    w.players[x["player"]].lists += 1
    if w.rounds:
        w.say("list.locked", "COM-MAT-7", f"The list of player {x['player']} came after round 1 had begun.")


def list_amended(w: World, x: Fields) -> None:
    w.players[x["player"]].lists += 1
    if not x.get("reason"):
        w.say("list.reason", "COM-LIST-5", f"The list of player {x['player']} was amended without a reason.")


STEPS = {
    "tournament_created": created, "event_changed": changed, "staff_appointed": appointed,
    "staff_dismissed": dismissed, "substitute_named": substitute, "player_registered": registered,
    "player_amended": amended, "registration_withdrawn": withdrawn, "checked_in": checked_in,
    "list_submitted": list_submitted, "list_amended": list_amended,
}  # fmt: skip
