"""Coming and going: leaving, no-shows, coming back, coming late, sanctions (COM-DROP, AMB-G26)."""

from komandor.check import lots
from komandor.check.people import check_start
from komandor.check.world import Fields, Player, World

CAUSES = ("drop", "no_show", "illegal_component", "lost_component", "illegal_deck", "conduct", "other")


def left(w: World, x: Fields) -> None:
    p = w.players[x["player"]]
    if p.status != "in":
        w.say("people.not_here", "COM-DROP-1", f"Player {p.number} leaves and was not there.")
    if x.get("cause") not in CAUSES:
        w.say("people.cause", "COM-DROP-1", f"Player {p.number} leaves for no known cause.")
    for_good = p.status == "disqualified" or x.get("cause") == "conduct"  # AMB-G33
    p.status = "disqualified" if p.status == "disqualified" else "left"
    p.left_after, p.left_stage = x.get("round", 0), w.stage.number if w.stage else 0
    p.left_seq = w.seq
    if for_good:
        p.left_stage = -1


def disqualified(w: World, x: Fields) -> None:
    p = w.players[x["player"]]
    if not x.get("reason"):
        w.say("people.reason", "COM-COND-8", f"Player {p.number} is disqualified without a reason.")
    if p.status == "disqualified":
        w.say("people.not_here", "COM-DROP-6", f"Player {p.number} is disqualified twice.")
    p.status, p.left_seq = "disqualified", w.seq


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
        w.say(
            "rejoin.missed",
            "COM-DROP-4",
            f"Player {p.number} missed the rounds {sorted(due)}, not {x.get('missed')}.",
        )
    p.status = "in"
    p.missed |= set(x.get("missed", ()))


def late(w: World, x: Fields) -> None:
    """AMB-G26: like rejoining, with the organiser's permission, not after the cut."""
    number, stage, r = x["player"], w.stage, w.round
    if number in w.players:
        w.say("people.number", "COM-ROLE-1", f"The number {number} was given before.")
    if not w.setting("registration.late_entry"):
        w.say("late.not_allowed", "AMB-G26", f"Player {number} came late, and this event takes nobody late.")
    p = Player(
        number, tuple(x.get("groups", ())), start=x.get("start"), members=x.get("members", 1), checked_in=True
    )
    w.players[number] = p
    if stage is None or r is None or stage.number != 1 or stage.kind != "swiss":
        w.say("late.after_cut", "AMB-G26", f"Player {number} came after the Swiss rounds of the first stage.")
        return
    out = _rounds_out(w, p)
    now = x.get("match")
    if now is not None:
        _play_now(w, p, now)
        out -= {r.number}
    open_still = now is not None or r.status in ("frozen", "drawn")
    p.entered = r.number if open_still else r.number + 1
    p.missed, p.granted = set(x.get("missed", ())), set(x.get("byes", ()))
    wanted = (p.granted, p.missed) if x.get("choice") == "awarded_bye" else (p.missed, p.granted)
    if wanted != (out, set()) or (x.get("choice") == "play_now") != (now is not None):
        w.say(
            "late.missed",
            "AMB-G26",
            f"Player {number} came after the rounds {sorted(out)}; the entry says otherwise.",
        )
    _check_late_lot(w, p, x.get("lot"))
    check_start(w, p)


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
    if key is not None and lot != lots.tiebreaks(key, [p.number])[p.number]:
        w.say(
            "lots.tiebreak",
            "COM-TB-5",
            f"The tie-break lot of player {p.number} is not the one of this stage.",
        )
    if lot is not None:
        stage.lots[p.number] = lot


def sanctioned(w: World, x: Fields) -> None:
    if x.get("points"):
        w.deductions.append((x["player"], x["points"], max(w.rounds, default=1)))  # before round 1: in it
    if not x.get("reason"):
        w.say("people.reason", "COM-COND-8", f"Player {x['player']} is sanctioned without a reason.")
    if x.get("points", 0) < 0:
        w.say("people.points", "SWL-SANC-3", "A sanction gives points instead of taking them.")


STEPS = {
    "player_left": left, "player_disqualified": disqualified, "player_returned": returned,
    "player_entered_late": late, "sanction_given": sanctioned,
}  # fmt: skip
