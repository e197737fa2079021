"""What events about the tournament itself and about people change in the state: part of `effects.py`."""

from collections.abc import Iterable

from komandor.check.state import Fields, Plan, Player, Staff, State, known_kind

# ── the event and its people ─────────────────────────────────────────────────


def created(st: State, x: Fields) -> None:
    if st.id:
        return
    st.id, st.edition, st.commitment = x["id"], str(x["edition"]), x.get("commitment", "")
    st.game = st.edition.split("@")[0]
    st.level, st.structure = x.get("level", ""), x.get("structure", "")
    st.event_kind, st.teams = x.get("event_kind", "other"), bool(x.get("teams"))
    st.custom, st.missions = plans(x.get("stages", ())), list(x.get("missions", ()))
    st.minutes, st.chosen = dict(x.get("minutes") or {}), dict(x.get("settings") or {})
    st.phase = "registration"


def plans(rows: Iterable[Fields]) -> list[Plan]:
    return [Plan(known_kind(r["kind"]), r.get("rounds", 0), r.get("cut", 0)) for r in rows]


def changed(st: State, x: Fields) -> None:
    changes = x["changes"]
    for key in ("level", "structure", "event_kind"):
        if key in changes:
            setattr(st, key, changes[key])
    st.minutes.update(changes.get("minutes") or {})
    st.chosen.update(changes.get("settings") or {})
    st.missions = list(changes.get("missions", st.missions))
    if "stages" in changes:
        st.custom = plans(changes["stages"])
        st.announced = list(st.custom) if st.announced else []
        for number, plan in enumerate(st.announced, start=1):
            if number in st.stages:
                st.stages[number].rounds, st.stages[number].cut = plan.rounds, plan.cut
    if st.announced and {"structure", "stages"} & changes.keys():
        st.exception = True


def appointed(st: State, x: Fields) -> None:
    known = st.staff.get(x["staff"])
    st.staff[x["staff"]] = Staff(x["staff"], tuple(x["roles"]), known.substitute if known else None)


def dismissed(st: State, x: Fields) -> None:
    st.staff[x["staff"]].dismissed = True


def substitute(st: State, x: Fields) -> None:
    st.staff[x["staff"]].substitute = x["substitute"]


def registered(st: State, x: Fields) -> None:
    st.players[x["player"]] = Player(
        number=x["player"],
        groups=tuple(x.get("groups", ())),
        awarded=tuple(x.get("awarded_byes", ())),
        start=x.get("start"),
        staff=x.get("staff"),
        members=x.get("members", 1),
    )


def entered_late(st: State, x: Fields) -> None:
    """Somebody from the waiting list keeps what was promised to them."""
    known = st.players.get(x["player"])
    registered(st, {"awarded_byes": known.awarded, "staff": known.staff, **x} if known else x)
    p = st.players[x["player"]]
    p.lists, p.checked_in, p.entered = known.lists if known else 0, True, x.get("entered") or 1
    p.missed, p.granted = set(x.get("missed", ())), set(x.get("byes", ()))
    if x.get("match") is not None:
        match = st.matches[x["match"]]
        match.b, match.kind, match.table = p.number, "match", x.get("table")
    if x.get("lot") is not None and st.stage:
        st.stage.lots[p.number] = x["lot"]


def amended(st: State, x: Fields) -> None:
    p, changes = st.players[x["player"]], x["changes"]
    p.groups = tuple(changes.get("groups", p.groups))
    p.awarded = tuple(changes.get("awarded_byes", p.awarded))
    p.start, p.staff = changes.get("start", p.start), changes.get("staff", p.staff)


def withdrawn(st: State, x: Fields) -> None:
    st.players[x["player"]].status = "withdrawn"


def waiting_listed(st: State, x: Fields) -> None:
    st.players[x["player"]].status = "waiting_list" if x.get("waiting", True) else "in"


def checked_in(st: State, x: Fields) -> None:
    st.players[x["player"]].checked_in = bool(x.get("present", True))


def new_list(st: State, x: Fields) -> None:
    p = st.players[x["player"]]
    p.lists, p.list_verdict, p.list_found = p.lists + 1, "", ""


def list_judged(st: State, x: Fields) -> None:
    st.players[x["player"]].list_found = x.get("decision", "")


def list_checked(st: State, x: Fields) -> None:
    st.players[x["player"]].list_verdict = x.get("verdict") or "withheld"


# ── leaving, returning, rulings ──────────────────────────────────────────────


def left(st: State, x: Fields) -> None:
    p = st.players[x["player"]]
    p.status = "disqualified" if p.status == "disqualified" else "left"
    p.cause, p.left_stage, p.left_seq = x.get("cause", ""), st.stage.number if st.stage else 0, st.seq


def disqualified(st: State, x: Fields) -> None:
    p = st.players[x["player"]]
    p.status, p.left_seq = "disqualified", st.seq


def returned(st: State, x: Fields) -> None:
    p = st.players[x["player"]]
    p.status, p.last_round = "in", 0
    p.missed |= set(x.get("missed", ()))


def leaving_announced(st: State, x: Fields) -> None:
    st.players[x["player"]].last_round = x["round"] if x.get("leaves", True) else 0


def sanctioned(st: State, x: Fields) -> None:
    """Points taken before round 1 are taken in it."""
    games = {"game_loss": 1, "match_loss": 2}.get(x.get("kind", ""), 0)
    if x.get("match") is not None:
        st.games_lost += [(x["match"], x["player"])] * games
    if x.get("points"):
        st.deductions.append((x["player"], x["points"], max(st.rounds, default=1)))


def bonus_given(st: State, x: Fields) -> None:
    st.bonuses.append((x["player"], x["points"], x["round"]))


def component_reported(st: State, x: Fields) -> None:
    st.components[x["component"]] = (x["player"], x.get("match"))


def component_resolved(st: State, x: Fields) -> None:
    """A component that was not found costs a game of the match that is named (COM-LOST-4)."""
    player, _ = st.components[x["component"]]
    if x.get("match") is not None:
        st.games_lost.append((x["match"], player))


PEOPLE = {
    "tournament_created": created,
    "event_changed": changed,
    "staff_appointed": appointed,
    "staff_dismissed": dismissed,
    "substitute_named": substitute,
    "player_registered": registered,
    "player_entered_late": entered_late,
    "player_amended": amended,
    "registration_withdrawn": withdrawn,
    "waiting_listed": waiting_listed,
    "checked_in": checked_in,
    "list_submitted": new_list,
    "list_amended": new_list,
    "list_judged": list_judged,
    "list_checked": list_checked,
    "player_left": left,
    "player_disqualified": disqualified,
    "player_returned": returned,
    "leaving_announced": leaving_announced,
    "sanction_given": sanctioned,
    "bonus_given": bonus_given,
    "component_reported": component_reported,
    "component_resolved": component_resolved,
}
