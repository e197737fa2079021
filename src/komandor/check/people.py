"""Checks the event's settings, staff, leaders who play, registration and lists."""

from typing import Any

from komandor.check import documents
from komandor.check.editions import UnreadableEdition, of_document, of_log
from komandor.check.state import Fields, Plan, Player, Staff, State

LEVELS = ("casual", "formal", "championship")


def created(st: State, x: Fields) -> None:
    if st.id:
        st.fault("order.created_twice", "COM-STRUCT-1", "The tournament is created a second time.")
        return
    st.id, st.game, st.commitment = x["id"], str(x["edition"]).split("@")[0], x["commitment"]
    st.level, st.structure, st.event_kind = x["level"], x["structure"], x.get("event_kind", "other")
    st.teams, st.phase = bool(x.get("teams")), "registration"
    st.custom = plans(x.get("stages", ()))
    st.minutes, st.chosen = dict(x.get("minutes") or {}), dict(x.get("settings") or {})
    st.missions = list(x.get("missions", ()))
    _read_edition(st, x)
    if st.level not in LEVELS:
        st.fault("event.level", "COM-LEVEL-1", f"There is no level {st.level}.")
    if "pairing.second_bye_before_rematch" in st.chosen:  # unknown to 0.1: later versions record them all
        own = documents.GAME_SETTINGS.get(st.game, {})
        missing = sorted({*documents.COMMON_SETTINGS, *own} - set(st.chosen))
        if missing:
            st.fault("event.settings", "COM-PREP-3", f"The event does not record its settings {missing}.")
    _check_event(st)


def _read_edition(st: State, x: Fields) -> None:
    if st.game not in documents.GAMES:
        st.fault("event.game", "COM-GEN-3", f"{st.game} is not a known game.")
        return
    text, digest = str(x.get("edition_text") or ""), str(x.get("edition_digest") or "")
    try:
        st.book = of_log(st.game, str(x["edition"]), text, digest)
    except UnreadableEdition as problem:
        st.book = of_document(st.game)
        st.fault("event.edition", "COM-GEN-3", f"The edition of the rules cannot be read: {problem}.")


def plans(rows: Any) -> list[Plan]:
    return [Plan(r["kind"], r.get("rounds", 0), r.get("cut", 0)) for r in rows]


def _check_event(st: State) -> None:
    known = st.structure == "custom" or st.structure in st.book.structures
    if not known:
        st.fault("event.structure", "COM-STRUCT-1", f"{st.game} has no structure {st.structure}.")
    for kind, minutes in st.minutes.items():
        name = kind + ("_teams" if st.teams else "")
        _, low, high = st.book.clocks.get(name, (None, None, None))
        wrong = low is not None and high is not None and not (minutes and low <= minutes <= high)
        if wrong or (minutes is not None and minutes <= 0):
            rule = documents.CLOCK_RULE.get(st.game, "COM-TIME-1")
            st.fault("clock.range", rule, f"{minutes} minutes are not allowed for {kind}.")
    if st.teams and st.game != documents.SWL:
        st.fault("event.teams", "SWL-2V2-1", "Only Star Wars: The Card Game is played in teams.")


def changed(st: State, x: Fields) -> None:
    changes = x["changes"]
    for key in ("level", "structure", "event_kind"):
        if key in changes:
            setattr(st, key, changes[key])
    st.minutes.update(changes.get("minutes") or {})
    st.chosen.update(changes.get("settings") or {})
    if "missions" in changes:
        st.missions = list(changes["missions"])
    if "stages" in changes:
        _change_stages(st, plans(changes["stages"]))
    structural = {"structure", "stages"} & changes.keys()
    if structural and st.announced:
        st.exception = True
        if st.rounds and not (x.get("reason") and x.get("exception")):
            st.fault("event.change_reason", "COM-PREP-3", "The announced structure changes without a reason.")
    _check_event(st)
    if "level" in changes or "event_kind" in changes:
        for p in st.players.values():
            _check_leader(st, p)


def _change_stages(st: State, new: list[Plan]) -> None:
    st.custom = new
    if st.announced:
        st.announced = list(new)
        for number, plan in enumerate(new, start=1):
            if number in st.stages:
                st.stages[number].rounds, st.stages[number].cut = plan.rounds, plan.cut


# ── staff ────────────────────────────────────────────────────────────────────


def appointed(st: State, x: Fields) -> None:
    number, roles = x["staff"], tuple(x["roles"])
    known = st.staff.get(number)
    st.staff[number] = Staff(number, roles, known.substitute if known else None)
    for role in ("organiser", "second_organiser"):
        holders = [s for s in st.staff.values() if role in s.roles and not s.dismissed]
        if len(holders) > 1 or (holders and role == "second_organiser" and st.game != documents.SWL):
            st.fault("staff.one_organiser", "COM-ROLE-3", "An event has exactly one organiser.")
    for p in st.players.values():
        if p.staff == number:
            _check_leader(st, p)


def dismissed(st: State, x: Fields) -> None:
    staff = st.staff[x["staff"]]
    staff.dismissed = True
    if "organiser" in staff.roles:
        st.fault("staff.one_organiser", "COM-ROLE-3", "The only organiser was dismissed.")


def substitute(st: State, x: Fields) -> None:
    other = st.staff.get(x["substitute"])
    st.staff[x["staff"]].substitute = x["substitute"]
    if other is None or other.dismissed or x["staff"] == x["substitute"] or not _leads(other):
        st.fault("staff.substitute", "COM-PART-2", f"Staff {x['substitute']} cannot rule for {x['staff']}.")


def _leads(staff: Staff) -> bool:
    return bool(set(staff.roles) & set(documents.LEADERS))


def _check_leader(st: State, p: Player) -> None:
    """Which leaders may play (COM-PART-1, COM-PART-4, SWL-PART-1, SWL-PART-2)."""
    if p.staff is None or p.status != "in" or p.staff not in st.staff or not _leads(st.staff[p.staff]):
        return
    swl = st.game == documents.SWL
    barred = st.level == "championship" if swl else st.level != "casual"
    if barred or (swl and st.event_kind in documents.SWL_CHAMPIONSHIPS):
        rule = "SWL-PART-2" if swl else "COM-PART-4"
        st.fault("staff.leader_plays", rule, f"{p} leads this event and may not play at its level.")


def check_substitutes(st: State) -> None:
    """Before round 1 every leader who plays needs another leader (COM-PART-1, COM-PART-2)."""
    for p in st.players.values():
        staff = st.staff.get(p.staff or 0)
        if p.status != "in" or staff is None or staff.dismissed or not _leads(staff):
            continue
        wanted = {"organiser", "second_organiser"} if st.game == documents.SWL else set(documents.LEADERS)
        if st.game == documents.SWL and not wanted & set(staff.roles):
            continue
        if not any(wanted & set(s.roles) for s in st.staff.values() if s is not staff and not s.dismissed):
            rule = "SWL-PART-1" if st.game == documents.SWL else "COM-PART-1"
            st.fault("staff.leader_alone", rule, f"{p} leads and plays with no other leader there.")


# ── players ──────────────────────────────────────────────────────────────────


def registered(st: State, x: Fields) -> None:
    number = x["player"]
    if number in st.players or number < 1:
        st.fault("people.number", "COM-ROLE-1", f"The number {number} was given before.")
    p = Player(
        number=number,
        groups=tuple(x.get("groups", ())),
        awarded=tuple(x.get("awarded_byes", ())),
        start=x.get("start"),
        staff=x.get("staff"),
        members=x.get("members", 1),
    )
    st.players[number] = p
    if p.members != (2 if st.teams else 1):
        st.fault("people.team", "SWL-2V2-2", f"Entry {number} has {p.members} members.")
    check_start(st, p)
    _check_leader(st, p)


def check_start(st: State, p: Player) -> None:
    if p.start is not None and any(q.start == p.start for q in st.players.values() if q is not p):
        st.fault("people.start", "SWL-PAIR-4", f"Start number {p.start} was given twice.")


def amended(st: State, x: Fields) -> None:
    p, changes = st.players[x["player"]], x["changes"]
    p.groups = tuple(changes.get("groups", p.groups))
    p.awarded = tuple(changes.get("awarded_byes", p.awarded))
    p.start, p.staff = changes.get("start", p.start), changes.get("staff", p.staff)
    check_start(st, p)
    _check_leader(st, p)


def withdrawn(st: State, x: Fields) -> None:
    st.players[x["player"]].status = "withdrawn"


def waiting_listed(st: State, x: Fields) -> None:
    p, waits = st.players[x["player"]], bool(x.get("waiting", True))
    if p.status != ("in" if waits else "waiting_list"):
        st.fault("people.waiting", "COM-ROLE-1", f"{p} is not where the waiting list takes them from.")
    p.status = "waiting_list" if waits else "in"
    _check_leader(st, p)


def checked_in(st: State, x: Fields) -> None:
    st.players[x["player"]].checked_in = bool(x.get("present", True))


def list_submitted(st: State, x: Fields) -> None:
    _new_list(st, x["player"])
    if st.rounds:
        st.fault("list.locked", "COM-MAT-7", f"The list of player {x['player']} came after round 1 began.")


def _new_list(st: State, player: int) -> None:
    found = st.players[player]
    found.lists, found.list_illegal, found.list_found = found.lists + 1, False, ""


def list_judged(st: State, x: Fields) -> None:
    st.players[x["player"]].list_found = x["decision"]


def list_checked(st: State, x: Fields) -> None:
    player = st.players[x["player"]]
    player.list_illegal = x["verdict"] == "illegal"
    if player.list_found == "illegal" and not player.list_illegal and not x.get("note"):
        st.fault("list.override", "COM-MAT-6", f"Player {x['player']}'s list became legal without a reason.")
    player.list_found = "" if x["verdict"] == "legal" else player.list_found


def list_amended(st: State, x: Fields) -> None:
    _new_list(st, x["player"])
    if not x.get("reason"):
        st.fault("list.reason", "COM-LIST-5", f"Player {x['player']}'s list was amended without a reason.")


STEPS = {
    "tournament_created": created,
    "event_changed": changed,
    "staff_appointed": appointed,
    "staff_dismissed": dismissed,
    "substitute_named": substitute,
    "player_registered": registered,
    "player_amended": amended,
    "registration_withdrawn": withdrawn,
    "waiting_listed": waiting_listed,
    "checked_in": checked_in,
    "list_submitted": list_submitted,
    "list_judged": list_judged,
    "list_checked": list_checked,
    "list_amended": list_amended,
}
