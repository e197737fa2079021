"""Questions about who did something: do they exist, have the role, stand on duty, act for themselves?"""

from collections.abc import Iterator

from komandor.check import documents
from komandor.check.acts import CAUSE, FOLLOWS, LETTER, MAY
from komandor.check.laws.law import Moment
from komandor.check.state import Fields, State

OFF_DUTY = ("duty_changed", "incident_reported")
"""What staff may do who are off duty: they count as spectators (COM-ROLE-9)."""


def actor(m: Moment) -> tuple[str, int]:
    """Staff, player, public, host or something else, and the number."""
    kind, _, number = m.entry.by.partition(":")
    return kind, int(number) if number.isascii() and number.isdigit() else 0


def staff_of(m: Moment) -> int:
    """The member of staff in whose name something is done, 0 if nobody's: the host acts for the organiser."""
    kind, number = actor(m)
    return {"staff": number, "host": 1}.get(kind, 0)


def letters(st: State, kind: str, number: int) -> str:
    """The roles of somebody in letters; empty for nobody that the event knows."""
    if kind == "staff" and number in st.staff and not st.staff[number].dismissed:
        return "".join(LETTER.get(role, "") for role in st.staff[number].roles)
    if kind == "player" and number in st.players:
        return "P"
    return {"public": "A", "host": "O"}.get(kind, "")


def exists(m: Moment) -> Iterator[str]:
    kind, number = actor(m)
    creates = m.entry.kind in ("tournament_created", "staff_appointed") and kind == "host"
    if m.entry.by and not letters(m.st, kind, number) and not creates:
        yield f"{m.entry.kind} is by {m.entry.by}, whom this event does not know."


def has_the_role(m: Moment) -> Iterator[str]:
    kind, number = actor(m)
    own = letters(m.st, kind, number)
    if not own or kind == "host":
        return
    due = CAUSE.get(m.x.get("cause", ""), "") if m.entry.kind == "player_left" else MAY.get(m.entry.kind)
    if m.entry.kind == "player_disqualified" and m.st.game == documents.SWL:
        due = "OMJ"  # SWL-SANC-3
    if due is None or set(own) & set(due):
        return
    if not m.beside(*FOLLOWS.get(m.entry.kind, ())):
        yield f"{m.entry.kind} is by {m.entry.by}, whose role does not do that."


def on_duty(m: Moment) -> Iterator[str]:
    kind, number = actor(m)
    if kind != "staff" or number not in m.seen.off_duty or m.entry.kind in OFF_DUTY:
        return
    if number in m.st.staff and "organiser" not in m.st.staff[number].roles:
        yield f"{m.entry.kind} is by {m.entry.by}, who is off duty."


def for_themselves(m: Moment) -> Iterator[str]:
    """A player is the one whom a record of theirs names, or plays in the match that it names."""
    kind, number = actor(m)
    if kind != "player":
        return
    match, x = m.match, m.x
    if match is not None and number not in match.players:
        yield f"{m.entry.kind} is by player {number}, who does not play match {match.number}."
    call = m.seen.calls.get(x.get("call", 0))
    called = m.st.matches.get((call.match if call else None) or 0)
    if called is not None and number not in called.players:
        yield f"{m.entry.kind} is by player {number}, who does not play {str(called).lower()}."
    if match is None and x.get("player", number) not in (number, None):
        yield f"{m.entry.kind} is about player {x['player']} and by player {number}."
    if m.entry.kind == "result_reported" and x["by"] != number:
        yield f"Player {x['by']} is said to have reported, and player {number} did."
    if m.entry.kind in ("result_entered", "match_forfeited") and x.get("winner") == number:
        yield f"Player {number} gave themselves the win of match {x['match']}."


SPECTATORS = ("incident_reported", "judge_called", "ruling_appealed", "component_reported", "player_amended")
"""What may still be said by somebody who has left: what they saw, about the match that they left, and their
own name."""


def still_here(m: Moment) -> Iterator[str]:
    kind, number = actor(m)
    p = m.st.players.get(number) if kind == "player" else None
    gone = p is not None and p.status in ("left", "disqualified", "withdrawn")
    if gone and m.entry.kind not in SPECTATORS and not m.beside("player_left", "registration_withdrawn"):
        yield f"{m.entry.kind} is by player {number}, who is not in the event any more."


SIGNED = {
    "sanction_given": "by",
    "deck_checked": "by",
    "prize_handed_out": "by",
    "bonus_given": "by",
    "call_taken": "staff",
    "call_closed": "staff",
    "final_verdict_given": "staff",
    "ruling_given": "staff",
    "disqualification_recommended": "by",
}
"""The field that names the member of staff who decided."""


def signed(m: Moment) -> Iterator[str]:
    named, who = m.x.get(SIGNED[m.entry.kind]), staff_of(m)
    if m.entry.by and named and who and named != who:
        yield f"{m.entry.kind} names staff {named} and is by {m.entry.by}."


# ── leaders who play ─────────────────────────────────────────────────────────


def plays_as(st: State, staff: int) -> set[int]:
    """The entries under which a member of staff plays."""
    return {p.number for p in st.players.values() if p.staff == staff} if staff else set()


def rules_in_own(m: Moment) -> Iterator[str]:
    number = _match_ruled(m)
    match = m.st.matches.get(number or 0)
    if match is None or not m.st.staff:
        return
    if plays_as(m.st, staff_of(m)) & set(match.players):
        yield f"{m.entry.kind} is by {m.entry.by}, who plays {str(match).lower()}."


def _match_ruled(m: Moment) -> int | None:
    """The match that a decision is about; None if the record decides nothing."""
    x: Fields = m.x
    if m.entry.kind in ("call_taken", "ruling_given", "final_verdict_given"):
        settled = bool(x.get("settled_by_players"))
        return m.seen.calls[x["call"]].match if x["call"] in m.seen.calls and not settled else None
    if m.entry.kind == "match_forfeited":
        return x["match"] if x.get("cause") == "no_show" else None
    if m.entry.kind in ("result_entered", "result_corrected"):
        leaves = m.beside("player_left", "player_disqualified")
        return x["match"] if x.get("override") and not leaves else None
    return x.get("match")


# ── penalties and the last word ──────────────────────────────────────────────

GRAVE = ("game_loss", "match_loss", "points")


def penalty(m: Moment) -> Iterator[str]:
    """Above a warning the coordinator or the organiser decides; Star Wars LCG gives judges more."""
    kind = m.x.get("kind", "")
    own = letters(m.st, *actor(m))
    if not own or m.st.game == documents.SWL:
        return
    if kind in GRAVE and not set(own) & set("OM"):
        yield f"A {kind.replace('_', ' ')} is by {m.entry.by}, who may warn and recommend."
    if kind in ("removal", "disqualification") and "O" not in own:
        yield f"A {kind} is by {m.entry.by}; the organiser decides on it."


def last_word(m: Moment) -> Iterator[str]:
    own = letters(m.st, *actor(m))
    if not own or "M" in own or m.st.game == documents.SWL:
        return
    call = m.seen.calls.get(m.x["call"])
    match = m.st.matches.get((call.match if call else None) or 0)
    free = [
        s.number
        for s in m.st.staff.values()
        if "marshal" in s.roles and not s.dismissed and s.number not in m.seen.off_duty
        if match is None or not plays_as(m.st, s.number) & set(match.players)
    ]
    if free:
        yield f"The last word is by {m.entry.by} while coordinator {free[0]} is on duty."


def nobody_rules(m: Moment) -> Iterator[str]:
    """Games of leaders that are not over, with no other leader on duty (COM-ROLE-9)."""
    st = m.st
    if st.phase not in ("published", "running"):
        return
    leaders = {n for n, s in st.staff.items() if not s.dismissed and set(s.roles) & set(documents.LEADERS)}
    for match in st.in_round(max(st.rounds)):
        here = {st.players[player].staff for player in match.players}
        if not match.settled and here & leaders and not leaders - here - m.seen.off_duty:
            yield f"{match} is played by a leader, and no other leader is on duty."
