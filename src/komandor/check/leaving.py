"""Checks leaving, no-shows, returning, late entries and sanctions (COM-DROP, AMB-G26)."""

from komandor.check import documents, lots
from komandor.check.people import check_start
from komandor.check.state import Fields, Player, State

CAUSES = ("drop", "no_show", "illegal_component", "lost_component", "illegal_deck", "conduct", "other")

BY_CHOICE = ("drop", "no_show", "other")
"""Before round 1 nobody leaves for these; what is found wrong with a deck or its parts does end an event."""


def left(st: State, x: Fields) -> None:
    p = st.players[x["player"]]
    if p.status != "in":
        st.fault("people.not_here", "COM-DROP-1", f"{p} leaves and was not there.")
    if x.get("cause") not in CAUSES:
        st.fault("people.cause", "COM-DROP-1", f"{p} leaves for no known cause.")
    if st.phase in ("registration", "announced") and x.get("cause") in BY_CHOICE:
        st.fault(
            "order.phase", "COM-PREP-3", f"{p} leaves before round 1; that is a registration taken back."
        )
    no_deck = x.get("cause") == "illegal_deck" and st.game == documents.SWL  # SWL-CHECK-3
    for_good = p.status == "disqualified" or x.get("cause") == "conduct" or no_deck  # AMB-G33
    p.status = "disqualified" if p.status == "disqualified" else "left"
    p.left_stage = st.stage.number if st.stage else 0
    p.left_seq = st.seq
    if for_good:
        p.left_stage = -1


def disqualified(st: State, x: Fields) -> None:
    p = st.players[x["player"]]
    if not x.get("reason"):
        st.fault("people.reason", "COM-COND-8", f"{p} is disqualified without a reason.")
    if p.status == "disqualified":
        st.fault("people.not_here", "COM-DROP-6", f"{p} is disqualified twice.")
    p.status, p.left_seq = "disqualified", st.seq


def _rounds_out(st: State, p: Player) -> set[int]:
    """The published rounds in which the player had no match."""
    begun = [r for r in st.rounds.values() if r.status in ("published", "running", "closed")]
    sat = {m.round for m in st.matches.values() if p.number in m.players}
    return {r.number for r in begun if r.number >= p.entered} - sat


def returned(st: State, x: Fields) -> None:
    """A player who left may return in the same Swiss stage, with missed rounds (COM-DROP-3 to COM-DROP-6)."""
    p, stage = st.players[x["player"]], st.stage
    if p.status == "disqualified" or (p.status == "left" and p.left_stage == -1):
        st.fault("rejoin.disqualified", "COM-DROP-6", f"{p} was sent away for good and is back.")
    elif p.status != "left":
        st.fault("rejoin.not_left", "COM-DROP-3", f"{p} returns and had not left.")
    elif stage is None or stage.kind != "swiss" or p.left_stage != stage.number:
        st.fault("rejoin.stage", "COM-DROP-5", f"{p} left in another stage and is back.")
    due = _rounds_out(st, p) - p.missed - p.granted
    if set(x.get("missed", ())) != due:
        st.fault("rejoin.missed", "COM-DROP-4", f"{p} missed rounds {sorted(due)}, not {x.get('missed')}.")
    p.status, p.last_round = "in", 0
    p.missed |= set(x.get("missed", ()))


def announced(st: State, x: Fields) -> None:
    """A player who says that this round is their last is in the tournament and in this round."""
    p, r = st.players[x["player"]], st.round
    if r is None or x["round"] != r.number or p.status != "in":
        st.fault("leaving.announced", "COM-DROP-1", f"{p} cannot announce to leave after round {x['round']}.")
    p.last_round = x["round"] if x.get("leaves", True) else 0


def check_gone(st: State, number: int) -> None:
    """Nobody who announced to leave before this round is still in when it is frozen."""
    for p in st.players.values():
        if p.status == "in" and p.last_round and p.last_round < number:
            st.fault("leaving.ignored", "COM-DROP-1", f"{p} announced to leave and is in round {number}.")


def late(st: State, x: Fields) -> None:
    """A late entry is like a return: only if the event allows it, and not after the cut (AMB-G26)."""
    number, stage, r = x["player"], st.stage, st.round
    known = st.players.get(number)
    if known and known.status != "waiting_list":
        st.fault("people.number", "COM-ROLE-1", f"The number {number} was given before.")
    if not st.setting("registration.late_entry"):
        st.fault("late.not_allowed", "AMB-G26", f"Player {number} came late; this event takes nobody late.")
    p = Player(
        number=number,
        groups=tuple(x.get("groups", ())),
        awarded=known.awarded if known else (),
        start=x.get("start"),
        staff=known.staff if known else None,
        members=x.get("members", 1),
        lists=known.lists if known else 0,
        checked_in=True,
    )
    st.players[number] = p
    if stage is None or r is None or stage.number != 1 or stage.kind != "swiss":
        st.fault("late.after_cut", "AMB-G26", f"Player {number} came after the Swiss rounds of stage 1.")
        return
    out = _rounds_out(st, p)
    now = x.get("match")
    if now is not None:
        _play_now(st, p, now, x.get("table"))
        out -= {r.number}
    open_still = now is not None or r.status in ("frozen", "drawn")
    p.entered = r.number if open_still else r.number + 1
    p.missed, p.granted = set(x.get("missed", ())), set(x.get("byes", ()))
    wanted = (p.granted, p.missed) if x.get("choice") == "awarded_bye" else (p.missed, p.granted)
    if wanted != (out, set()) or (x.get("choice") == "play_now") != (now is not None):
        st.fault("late.missed", "AMB-G26", f"Player {number} missed rounds {sorted(out)}; the entry differs.")
    _check_late_lot(st, p, x.get("lot"))
    check_start(st, p)


def _play_now(st: State, p: Player, number: int, table: int | None) -> None:
    match = st.matches.get(number)
    if match is None or match.kind != "bye" or st.rounds[match.round].status not in ("published", "running"):
        st.fault("late.no_bye", "AMB-G26", f"{p} was put at match {number}, which is no open bye.")
        return
    taken = [m.number for m in st.in_round(match.round) if m.table == table]
    if st.recorded and (table is None or taken):
        st.fault("late.table", "COM-MAT-2", f"{p} was put at match {number} without a free table.")
    match.b, match.kind, match.table = p.number, "match", table


def _check_late_lot(st: State, p: Player, lot: int | None) -> None:
    stage = st.stage
    assert stage
    key = lots.key_of(st, st.rounds[stage.first_round]) if stage.first_round in st.rounds else None
    if key is not None and lot != lots.tiebreaks(key, [p.number])[p.number]:
        st.fault("lots.tiebreak", "COM-TB-5", f"{p} has the tie-break lot of another stage.")
    if lot is not None:
        stage.lots[p.number] = lot


def sanctioned(st: State, x: Fields) -> None:
    games = {"game_loss": 1, "match_loss": 2}.get(x.get("kind", ""), 0)
    if x.get("match") is not None:
        st.games_lost += [(x["match"], x["player"])] * games
    if x.get("points"):
        st.deductions.append((x["player"], x["points"], max(st.rounds, default=1)))  # before round 1: in it
    if not x.get("reason"):
        st.fault("people.reason", "COM-COND-8", f"Player {x['player']} is sanctioned without a reason.")
    if x.get("points", 0) < 0:
        st.fault("people.points", "SWL-SANC-3", "A sanction gives points instead of taking them.")


def component_reported(st: State, x: Fields) -> None:
    st.components[x["component"]] = (x["player"], x.get("match"))


def component_resolved(st: State, x: Fields) -> None:
    """A component that was not found costs one game (COM-LOST-4)."""
    player, match = st.components[x["component"]]
    number = match if x.get("match") is None else x["match"]
    if x["resolution"] == "conceded" and number is not None:
        st.games_lost.append((number, player))


STEPS = {
    "component_reported": component_reported,
    "component_resolved": component_resolved,
    "player_left": left,
    "leaving_announced": announced,
    "player_disqualified": disqualified,
    "player_returned": returned,
    "player_entered_late": late,
    "sanction_given": sanctioned,
}
