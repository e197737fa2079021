"""Checks the event's settings, staff, leaders who play, registration and lists."""

from komandor.check import documents
from komandor.check.editions import UnreadableEdition, of_document, of_log
from komandor.check.state import Fields, Player, Staff, State

LEVELS = ("casual", "formal", "championship")


def creating(st: State, x: Fields) -> None:
    if st.id:
        st.fault("order.created_twice", "COM-STRUCT-1", "The tournament is created a second time.")


def created(st: State, x: Fields) -> None:
    """All settings in force are in the first record, and the checker reads the edition by itself."""
    _read_edition(st, x)
    if st.level not in LEVELS:
        st.fault("event.level", "COM-LEVEL-1", f"There is no level {st.level}.")
    due = {*documents.COMMON_SETTINGS, *documents.GAME_SETTINGS.get(st.game, ())}
    if missing := sorted(due - set(st.chosen)):
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
    structural = {"structure", "stages"} & changes.keys()
    if structural and st.announced and st.rounds and not (x.get("reason") and x.get("exception")):
        st.fault("event.change_reason", "COM-PREP-3", "The announced structure changes without a reason.")
    _check_event(st)
    if "level" in changes or "event_kind" in changes:
        for p in st.players.values():
            _check_leader(st, p)


# ── staff ────────────────────────────────────────────────────────────────────


def appointed(st: State, x: Fields) -> None:
    for role in ("organiser", "second_organiser"):
        holders = [s for s in st.staff.values() if role in s.roles and not s.dismissed]
        if len(holders) > 1 or (holders and role == "second_organiser" and st.game != documents.SWL):
            st.fault("staff.one_organiser", "COM-ROLE-3", "An event has exactly one organiser.")
    for p in st.players.values():
        if p.staff == x["staff"]:
            _check_leader(st, p)


def dismissed(st: State, x: Fields) -> None:
    if "organiser" in st.staff[x["staff"]].roles:
        st.fault("staff.one_organiser", "COM-ROLE-3", "The only organiser was dismissed.")


def substitute(st: State, x: Fields) -> None:
    other = st.staff.get(x["substitute"])
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


def registering(st: State, x: Fields) -> None:
    if x["player"] in st.players or x["player"] < 1:
        st.fault("people.number", "COM-ROLE-1", f"The number {x['player']} was given before.")


def registered(st: State, x: Fields) -> None:
    p = st.players[x["player"]]
    if p.members != (2 if st.teams else 1):
        st.fault("people.team", "SWL-2V2-2", f"Entry {p.number} has {p.members} members.")
    start_and_leader(st, x)


def start_and_leader(st: State, x: Fields) -> None:
    p = st.players[x["player"]]
    if p.start is not None and any(q.start == p.start for q in st.players.values() if q is not p):
        st.fault("people.start", "SWL-PAIR-4", f"Start number {p.start} was given twice.")
    _check_leader(st, p)


def waiting_listed(st: State, x: Fields) -> None:
    p, waits = st.players[x["player"]], bool(x.get("waiting", True))
    if p.status != ("in" if waits else "waiting_list"):
        st.fault("people.waiting", "COM-ROLE-1", f"{p} is not where the waiting list takes them from.")


def list_submitted(st: State, x: Fields) -> None:
    if st.rounds:
        st.fault("list.locked", "COM-MAT-7", f"The list of player {x['player']} came after round 1 began.")


def list_checked(st: State, x: Fields) -> None:
    found = st.players[x["player"]].list_found
    if found == "illegal" and x["verdict"] != "illegal" and not x.get("note"):
        st.fault("list.override", "COM-MAT-6", f"Player {x['player']}'s list became legal without a reason.")


def list_amended(st: State, x: Fields) -> None:
    if not x.get("reason"):
        st.fault("list.reason", "COM-LIST-5", f"Player {x['player']}'s list was amended without a reason.")


BEFORE = {
    "tournament_created": creating,
    "staff_dismissed": dismissed,
    "substitute_named": substitute,
    "player_registered": registering,
    "waiting_listed": waiting_listed,
    "list_submitted": list_submitted,
    "list_checked": list_checked,
    "list_amended": list_amended,
}
AFTER = {
    "tournament_created": created,
    "event_changed": changed,
    "staff_appointed": appointed,
    "player_registered": registered,
    "player_amended": start_and_leader,
    "waiting_listed": start_and_leader,
}
