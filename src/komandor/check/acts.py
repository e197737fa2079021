"""Who may do what: the checker's own table of the roles by which each kind of event comes about.

O organiser, M coordinator (marshal), J judge, K scorekeeper, P player for themselves, A anybody.
The computer's own terminal (`host`) acts for the organiser.

`acted` is what the verifiers of draws ask, without the state of the event: whoever was registered or
appointed before is known, with every role they ever had.  The laws (`laws/acting.py`) look closer.  The
browser has its own table in `web/static/acts.js`.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

TIME = re.compile(r"20[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?Z")
LETTER = {"organiser": "O", "second_organiser": "O", "marshal": "M", "judge": "J", "scorekeeper": "K"}
_TABLE = """
    O     event_changed structure_announced outline_attached staff_appointed staff_dismissed
    O     substitute_named list_deadline_set list_rules_set lists_published pair_forbidden pair_allowed
    O     event_voided point_named backup_taken bonus_given call_closed
    O     round_frozen round_drawn round_published round_closed player_returned player_entered_late
    O     pairings_kept cut_made replacement_asked stage_shrunk tournament_closed
    O     prize_added prize_removed award_given raffle_drawn proxy_made
    OM    mission_drawn clock_started clock_paused clock_resumed clock_adjusted
    OM    list_amended final_verdict_given
    OMJ   list_judged list_checked duty_changed table_extended call_taken ruling_given
    OMJ   deck_checks_drawn deck_checked component_resolved result_annulled
    OMJ   disqualification_recommended sanction_given
    OMJK  checklist_ticked notice_posted notice_withdrawn pairing_changed match_forfeited prize_handed_out
    OMJK  result_entered result_corrected
    OK    waiting_listed fee_noted
    OKA   player_registered
    OKP   player_amended registration_withdrawn checked_in list_submitted leaving_announced
    OMJKP player_left judge_called initiative_set side_chooser_drawn sides_chosen
    OMJP  component_reported ruling_appealed
    OMJKPA incident_reported
    P     result_reported result_confirmed result_disputed
"""
MAY: Mapping[str, str] = {
    kind: row.split()[0] for row in _TABLE.strip().splitlines() for kind in row.split()[1:]
} | {"tournament_created": "", "player_disqualified": "O"}
"""Kind of event → roles; only the host creates an event."""
FOLLOWS: Mapping[str, tuple[str, ...]] = {
    "match_forfeited": ("player_left", "player_disqualified"),
    "result_entered": ("player_left", "component_resolved", "component_reported"),
    "result_annulled": ("component_reported",),
    "call_closed": ("result_corrected",),
    "player_amended": ("player_registered",),
    "component_resolved": ("component_reported",),
    "list_judged": ("list_submitted",),
    "waiting_listed": ("player_registered",),
    "player_left": ("sanction_given", "component_resolved", "deck_checked", "round_closed"),
    "player_disqualified": ("sanction_given",),
    "tournament_closed": ("result_corrected", "event_voided"),
}
"""What somebody else's record brings along, written by the same command."""
CAUSE = {
    "drop": "OKP",
    "no_show": "OMJK",
    "illegal_component": "OMJ",
    "lost_component": "OMJ",
    "illegal_deck": "OMJ",
    "conduct": "O",
    "other": "O",
}
"""Why a player leaves → who may say so (COM-DROP-1, COM-DROP-2, COM-COND-7)."""

Fields = Mapping[str, Any]
Act = tuple[int, Mapping[str, Any], Fields]
"""Number, record, event."""
Line = tuple[bool | None, str, dict[str, Any]]
TEXTS = {
    "log.dated": "entry {seq} is dated in this century (found: {at})",
    "log.who": "entry {seq} was made by someone whose role allows it (found: {kind} by {by})",
}


def acted(records: Sequence[Act]) -> Iterator[Line]:
    """A line for each record that is dated in another century, or by nobody who does such a thing."""
    known, beside = {"host": "O", "public": "A"}, dict[str, set[str]]()
    for _, record, e in records:
        beside.setdefault(str(record["step"]), set()).add(e["type"])
    for seq, record, e in records:
        at, by = str(record["at"]), str(record["by"])
        if not TIME.fullmatch(at):
            yield False, "log.dated", {"seq": seq, "at": at}
        if by and not _may(known.get(by, ""), by, e, beside[str(record["step"])]):
            yield False, "log.who", {"seq": seq, "kind": e["type"], "by": by}
        if e["type"] == "staff_appointed":
            who = f"staff:{e['staff']}"
            known[who] = known.get(who, "") + "".join(LETTER.get(role, "") for role in e["roles"])
        elif e["type"] in ("player_registered", "player_entered_late"):
            known[f"player:{e['player']}"] = "P"


def _may(own: str, by: str, e: Fields, beside: set[str]) -> bool:
    """Whether one of these roles does such a thing, or another record of the same command brings it along."""
    if by == "host":
        return True
    kind = e["type"]
    due = CAUSE.get(e.get("cause", ""), "") if kind == "player_left" else MAY.get(kind, own)
    if kind == "player_disqualified":
        due = "OMJ"  # a judge in Star Wars LCG (SWL-SANC-3)
    return bool(set(own) & set(due)) or (bool(own) and bool(beside & set(FOLLOWS.get(kind, ()))))
