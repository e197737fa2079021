"""Checks leaving, no-shows, returning, late entries, sanctions and bonus points (COM-DROP, AMB-G26)."""

from komandor.check import documents, lots
from komandor.check.people import start_and_leader
from komandor.check.readings import begun as is_begun
from komandor.check.standings import tally
from komandor.check.state import Fields, Player, Stage, State

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


def disqualified(st: State, x: Fields) -> None:
    p = st.players[x["player"]]
    if not x.get("reason"):
        st.fault("people.reason", "COM-COND-8", f"{p} is disqualified without a reason.")
    if p.status == "disqualified":
        st.fault("people.not_here", "COM-DROP-6", f"{p} is disqualified twice.")


def _rounds_out(st: State, player: int, entered: int = 1) -> set[int]:
    """The published rounds in which the player had no match; a cut that nobody played yet is drawn again."""
    shown = [r for r in st.rounds.values() if r.status in ("published", "running", "closed")]
    begun = [r for r in shown if r.stage == 1 or is_begun(st, st.stages[r.stage])]
    sat = {m.round for m in st.matches.values() if player in m.players}
    return {r.number for r in begun if r.number >= entered} - sat


def _for_good(st: State, p: Player) -> bool:
    """Whether the player was sent away for the whole event (AMB-G33, SWL-CHECK-3)."""
    no_deck = p.cause == "illegal_deck" and st.game == documents.SWL
    return p.no_place or (p.status == "left" and no_deck)


def returned(st: State, x: Fields) -> None:
    """A player who left may return in the same Swiss stage, with missed rounds (COM-DROP-3 to COM-DROP-6)."""
    p, stage = st.players[x["player"]], st.stage
    if _for_good(st, p):
        st.fault("rejoin.disqualified", "COM-DROP-6", f"{p} was sent away for good and is back.")
    elif p.status != "left":
        st.fault("rejoin.not_left", "COM-DROP-3", f"{p} returns and had not left.")
    elif stage is None or stage.kind != "swiss" or (p.left_stage or 1) != stage.number or _replaced(p, stage):
        st.fault("rejoin.stage", "COM-DROP-5", f"{p} left in another stage and is back.")
    due = _rounds_out(st, p.number, p.entered) - p.missed - p.granted
    if set(x.get("missed", ())) != due:
        st.fault("rejoin.missed", "COM-DROP-4", f"{p} missed rounds {sorted(due)}, not {x.get('missed')}.")


def _replaced(p: Player, stage: Stage) -> bool:
    """Whether somebody else has the place that this player had in the cut."""
    return stage.number > 1 and p.number not in stage.seeds


def announced(st: State, x: Fields) -> None:
    """A player who says that this round is their last is in the tournament and in this round."""
    p, r = st.players[x["player"]], st.round
    if r is None or x["round"] != r.number or p.status != "in":
        st.fault("leaving.announced", "COM-DROP-1", f"{p} cannot announce to leave after round {x['round']}.")


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
    _check_policy(st, number)
    if stage is None or r is None or stage.number != 1 or stage.kind != "swiss":
        st.fault("late.after_cut", "AMB-G26", f"Player {number} came after the Swiss rounds of stage 1.")
        return
    out, now = _rounds_out(st, number), x.get("match")
    if now is not None:
        _play_now(st, number, now, x.get("table"))
        out -= {r.number}
    missed, choice = set(x.get("missed", ())), x.get("choice")
    granted = {r.number} if choice == "awarded_bye" else set()
    right = (missed, set(x.get("byes", ()))) == (out - granted, granted & out)
    if not right or (choice == "play_now") != (now is not None):
        st.fault("late.missed", "AMB-G26", f"Player {number} missed rounds {sorted(out)}; the entry differs.")
    if granted and not str(x.get("reason", "")).strip():
        st.fault("people.reason", "AMB-G44", f"Player {number} gets the bye of {r} without a reason.")
    entered = r.number + (now is None and r.status not in ("frozen", "drawn"))
    if x.get("entered") != entered:
        st.fault("late.entered", "AMB-G26", f"Player {number} can play from round {entered} on.")
    _check_late_lot(st, stage, number, x.get("lot"))


def _check_policy(st: State, number: int) -> None:
    """Late entry is off, on, or on until round 2 is drawn (AMB-G44); it was a tick in older logs."""
    policy = st.setting("registration.late_entry")
    drawn = any(n > 1 and r.status != "frozen" for n, r in st.rounds.items())
    if policy in (None, False, "no"):
        st.fault("late.not_allowed", "AMB-G26", f"Player {number} came late; this event takes nobody late.")
    elif drawn and policy not in (True, "yes"):
        st.fault("late.not_allowed", "AMB-G44", f"Player {number} came after round 2 was drawn.")


def _play_now(st: State, player: int, number: int, table: int | None) -> None:
    match = st.matches.get(number)
    alone = match is not None and match.kind == "bye" and st.players[match.a].status == "in"
    if match is None or not alone or st.rounds[match.round].status not in ("published", "running"):
        st.fault(
            "late.no_bye", "AMB-G26", f"Player {player} was put at match {number}, which is no open bye."
        )
    elif table is None or any(m.table == table for m in st.in_round(match.round)):
        st.fault(
            "late.table", "COM-MAT-2", f"Player {player} was put at match {number} without a free table."
        )


def _check_late_lot(st: State, stage: Stage, player: int, lot: int | None) -> None:
    key = lots.key_of(st, st.rounds[stage.first_round]) if stage.first_round in st.rounds else None
    if key is not None and lot != lots.tiebreaks(key, [player])[player]:
        st.fault("lots.tiebreak", "COM-TB-5", f"Player {player} has the tie-break lot of another stage.")


def sanctioned(st: State, x: Fields) -> None:
    if not x.get("reason"):
        st.fault("people.reason", "COM-COND-8", f"Player {x['player']} is sanctioned without a reason.")
    if x.get("points", 0) < 0:
        st.fault("people.points", "SWL-SANC-3", "A sanction gives points instead of taking them.")


def bonus(st: State, x: Fields) -> None:
    """Bonus points belong to the announced rules, come after a Swiss round, and have a reason (AMB-G46)."""
    if not st.setting("points.bonus"):
        st.fault("bonus.off", "AMB-G46", "Bonus points are given although this event has none.")
    if not str(x["reason"]).strip():
        st.fault("people.reason", "AMB-G46", f"Player {x['player']} gets bonus points without a reason.")
    latest = st.round
    if latest is None or latest.number != x["round"] or st.stages[latest.stage].kind != "swiss":
        st.fault("bonus.round", "AMB-G46", f"Bonus points of round {x['round']} come at another time.")
        return
    total = tally(st, latest.stage)[x["player"]].points
    if not x["points"] or total + x["points"] < 0:
        st.fault("bonus.points", "AMB-G46", f"{total} points and a bonus of {x['points']}.")


BEFORE = {
    "player_left": left,
    "leaving_announced": announced,
    "player_disqualified": disqualified,
    "player_returned": returned,
    "player_entered_late": late,
    "sanction_given": sanctioned,
    "bonus_given": bonus,
}
AFTER = {"player_entered_late": start_and_leader}
