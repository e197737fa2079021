"""People: the event itself, staff, leaders who play, registration, lists, coming and going."""

from typing import Any

from komandor.check import lots, tables
from komandor.check.world import Fields, Plan, Player, Staff, World

LEVELS = ("casual", "formal", "championship")
CAUSES = ("drop", "no_show", "illegal_component", "lost_component", "illegal_deck", "conduct", "other")


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
            w.say("clock.range", tables.CLOCK_RULE.get(w.game, "COM-TIME-1"), f"{minutes} minutes are not allowed for {kind}.")
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
        w.custom = plans(changes["stages"])
        if w.announced:
            w.announced = list(w.custom)
            for number, stage in w.stages.items():
                if number <= len(w.custom):
                    stage.rounds, stage.cut = w.custom[number - 1].rounds, w.custom[number - 1].cut
    structural = {"structure", "stages"} & changes.keys()
    if structural and w.announced:
        w.exception = True
        if w.rounds and not (x.get("reason") and x.get("exception")):
            w.say("event.change_reason", "COM-PREP-3", "The announced structure is changed without a reason.")
    _check_event(w)
    if "level" in changes or "event_kind" in changes:
        for p in w.players.values():
            _check_leader(w, p)


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
        w.say("staff.substitute", "COM-PART-2", f"Staff {x['substitute']} cannot rule in the games of {x['staff']}.")


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
        w.say("staff.leader_plays", rule, f"Player {p.number} leads this event and may not play at its level.")


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
            w.say("staff.leader_alone", rule, f"Player {p.number} leads and plays with no other leader there.")


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
    _check_start(w, p)
    _check_leader(w, p)


def _check_start(w: World, p: Player) -> None:
    if p.start is not None and any(q.start == p.start for q in w.players.values() if q is not p):
        w.say("people.start", "SWL-PAIR-4", f"Start number {p.start} was given twice.")


def amended(w: World, x: Fields) -> None:
    p, changes = w.players[x["player"]], x["changes"]
    p.groups = tuple(changes.get("groups", p.groups))
    p.awarded = tuple(changes.get("awarded_byes", p.awarded))
    p.start, p.staff = changes.get("start", p.start), changes.get("staff", p.staff)
    _check_start(w, p)
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


# ── coming and going ─────────────────────────────────────────────────────────


def left(w: World, x: Fields) -> None:
    p = w.players[x["player"]]
    if p.status != "in":
        w.say("people.not_here", "COM-DROP-1", f"Player {p.number} leaves and was not there.")
    if x.get("cause") not in CAUSES:
        w.say("people.cause", "COM-DROP-1", f"Player {p.number} leaves for no known cause.")
    for_good = p.status == "disqualified" or x.get("cause") == "conduct"  # AMB-G33
    p.status = "disqualified" if p.status == "disqualified" else "left"
    p.left_after, p.left_stage = x.get("round", 0), w.stage.number if w.stage else 0
    if for_good:
        p.left_stage = -1


def disqualified(w: World, x: Fields) -> None:
    p = w.players[x["player"]]
    if not x.get("reason"):
        w.say("people.reason", "COM-COND-8", f"Player {p.number} is disqualified without a reason.")
    if p.status == "disqualified":
        w.say("people.not_here", "COM-DROP-6", f"Player {p.number} is disqualified twice.")
    p.status = "disqualified"


def _rounds_out(w: World, p: Player) -> set[int]:
    """Rounds whose pairings are out and in which he did not sit."""
    begun = [r for r in w.rounds.values() if r.status in ("published", "running", "closed")]
    sat = {m.round for m in w.matches.values() if p.number in m.players}
    return {r.number for r in begun if r.number >= p.entered} - sat


def returned(w: World, x: Fields) -> None:
    """COM-DROP-3 to COM-DROP-6."""
    p, stage = w.players[x["player"]], w.stage
    if p.status == "disqualified" or (p.status == "left" and p.left_stage == -1):
        w.say("rejoin.disqualified", "COM-DROP-6", f"Player {p.number} was sent away for good and is back.")
    elif p.status != "left":
        w.say("rejoin.not_left", "COM-DROP-3", f"Player {p.number} returns and had not left.")
    elif stage is None or stage.kind != "swiss" or p.left_stage != stage.number:
        w.say("rejoin.stage", "COM-DROP-5", f"Player {p.number} left in another stage and is back.")
    due = _rounds_out(w, p) - p.missed - p.granted
    if set(x.get("missed", ())) != due:
        w.say("rejoin.missed", "COM-DROP-4", f"Player {p.number} missed the rounds {sorted(due)}, not {x.get('missed')}.")
    p.status = "in"
    p.missed |= set(x.get("missed", ()))


def late(w: World, x: Fields) -> None:
    """AMB-G26: like rejoining, with the organiser's permission, not after the cut."""
    number, stage, r = x["player"], w.stage, w.round
    if number in w.players:
        w.say("people.number", "COM-ROLE-1", f"The number {number} was given before.")
    if not w.setting("registration.late_entry"):
        w.say("late.not_allowed", "AMB-G26", f"Player {number} came late, and this event takes nobody late.")
    p = Player(number, tuple(x.get("groups", ())), start=x.get("start"), members=x.get("members", 1), checked_in=True)
    w.players[number] = p
    if stage is None or r is None or stage.number != 1 or stage.kind != "swiss":
        w.say("late.after_cut", "AMB-G26", f"Player {number} came after the Swiss rounds of the first stage.")
        return
    out = _rounds_out(w, p)
    now = x.get("match")
    if now is not None:
        _play_now(w, p, now)
        out -= {r.number}
    p.entered = r.number if now is not None else r.number + 1
    p.missed, p.granted = set(x.get("missed", ())), set(x.get("byes", ()))
    wanted = (p.granted, p.missed) if x.get("choice") == "awarded_bye" else (p.missed, p.granted)
    if wanted != (out, set()) or (x.get("choice") == "play_now") != (now is not None):
        w.say("late.missed", "AMB-G26", f"Player {number} came after the rounds {sorted(out)}; the entry says otherwise.")
    _check_late_lot(w, p, x.get("lot"))
    _check_start(w, p)


def _play_now(w: World, p: Player, number: int) -> None:
    match = w.matches.get(number)
    if match is None or match.kind != "bye" or w.rounds[match.round].status not in ("published", "running"):
        w.say("late.no_bye", "AMB-G26", f"Player {p.number} was put at match {number}, which is no open bye.")
        return
    match.b, match.kind = p.number, "match"
    w.rounds[match.round].by_hand = True


def _check_late_lot(w: World, p: Player, lot: int | None) -> None:
    stage = w.stage
    assert stage
    key = lots.round_key(w, w.rounds[stage.first_round]) if stage.first_round in w.rounds else None
    if key is not None and lot != lots.tiebreak(key, p.number):
        w.say("lots.tiebreak", "COM-TB-5", f"The tie-break lot of player {p.number} is not the one of this stage.")
    if lot is not None:
        stage.lots[p.number] = lot


def sanctioned(w: World, x: Fields) -> None:
    if x.get("points"):
        w.deductions.append((x["player"], x["points"], max(w.rounds, default=0)))
    if not x.get("reason"):
        w.say("people.reason", "COM-COND-8", f"Player {x['player']} is sanctioned without a reason.")
    if x.get("points", 0) < 0:
        w.say("people.points", "SWL-SANC-3", "A sanction gives points instead of taking them.")


STEPS = {
    "tournament_created": created, "event_changed": changed, "staff_appointed": appointed,
    "staff_dismissed": dismissed, "substitute_named": substitute, "player_registered": registered,
    "player_amended": amended, "registration_withdrawn": withdrawn, "checked_in": checked_in,
    "list_submitted": list_submitted, "list_amended": list_amended, "player_left": left,
    "player_disqualified": disqualified, "player_returned": returned, "player_entered_late": late,
    "sanction_given": sanctioned,
}  # fmt: skip
