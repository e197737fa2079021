"""Questions about the log itself, the draw's secret, and the end of an event."""

from collections.abc import Callable, Container, Iterator, Mapping
from datetime import datetime

from komandor.check.acts import TIME
from komandor.check.laws.coming import sent, was_there
from komandor.check.laws.law import Moment
from komandor.check.laws.memory import NUMBERED
from komandor.check.laws.seating import stage_of, worse
from komandor.check.pairing_plan import WAY
from komandor.check.standings import tally
from komandor.check.state import State
from komandor.check.verify import MAX_ROUNDS, promise_of

MINUTE = 60_000
"""Milliseconds."""


def dated(m: Moment) -> Iterator[str]:
    """Clocks are set wrong and right again, so only what no clock says is refused."""
    if m.entry.at and not TIME.fullmatch(m.entry.at):
        yield f"The record is dated {m.entry.at}."


def clock(m: Moment) -> Iterator[str]:
    at = m.x.get("at")
    if not m.entry.at or at is None or not TIME.fullmatch(m.entry.at):
        return
    written = datetime.fromisoformat(m.entry.at).timestamp() * 1000
    if type(at) is not int or abs(at - written) > MINUTE:
        yield f"{m.entry.kind} says another time than its record."


def stopped(m: Moment) -> Iterator[str]:
    if m.st.round is None or m.x["round"] != m.st.round.number:
        yield f"{m.entry.kind} is about round {m.x['round']}, which is not being played."
    elif m.entry.kind == "clock_paused" and m.seen.stopped:
        yield f"The clock of round {m.x['round']} is stopped twice."
    elif m.entry.kind == "clock_resumed" and not m.seen.stopped:
        yield f"The clock of round {m.x['round']} goes on, and it was not stopped."


def numbered(m: Moment) -> Iterator[str]:
    number = m.x[NUMBERED[m.entry.kind]]
    if (m.entry.kind, number) in m.seen.numbers:
        yield f"{m.entry.kind} gives the number {number} a second time."


MAKES = {
    "player_registered": "player",
    "player_entered_late": "player",
    "staff_appointed": "staff",
    "round_frozen": "round",
    "prize_added": "prize",
}
"""What a record brings into the event, so that it need not be there before."""
NAMES: Mapping[str, Callable[[State], Container[int]]] = {
    **dict.fromkeys(("player", "opponent", "leaver", "light"), lambda st: st.players),
    **dict.fromkeys(("staff", "substitute"), lambda st: st.staff),
    "match": lambda st: st.matches,
    "round": lambda st: st.rounds,
    "prize": lambda st: st.prizes,
}
"""Field → the things that it names by number."""


def known(m: Moment) -> Iterator[str]:
    """Where a record names nobody, or the name is withheld, there is 0 or nothing."""
    for field, things in NAMES.items():
        number = m.x.get(field)
        named = number and type(number) is int and MAKES.get(m.entry.kind) != field
        if named and number not in things(m.st):
            yield f"{m.entry.kind} names {field} {number}, which the event does not have."


FIXED = ("id", "edition", "edition_text", "edition_digest", "commitment", "teams")
"""What is announced once and for all."""


def fixed(m: Moment) -> Iterator[str]:
    for key in FIXED:
        if key in m.x["changes"]:
            yield f"The event's {key} is changed."


def way(m: Moment) -> Iterator[str]:
    if m.x.get("way") != WAY:
        yield f"Round {m.x['round']} says that it was drawn in way {m.x.get('way')}; there is only way {WAY}."


AFTERWARDS = frozenset(
    "result_corrected sides_chosen initiative_set call_closed tournament_closed event_voided lists_published "
    "checklist_ticked notice_posted notice_withdrawn prize_added prize_removed award_given raffle_drawn "
    "prize_handed_out point_named backup_taken".split()
)
"""What may still come when the event has ended."""


def over(m: Moment) -> Iterator[str]:
    name = m.entry.kind == "player_amended" and not m.x["changes"]  # of the data that no record has
    if m.st.phase == "closed" and m.entry.kind not in AFTERWARDS and not name:
        yield f"{m.entry.kind} comes after the end."


# ── the end ──────────────────────────────────────────────────────────────────


def places(m: Moment) -> Iterator[str]:
    given = [place for _, place in m.x["places"]]
    if given != list(range(1, len(given) + 1)):
        yield f"The places are {given}."
    ranked = {player for player, _ in m.x["places"]}
    if len(ranked) < len(given):
        yield "Somebody has two places."
    left_out = [p.number for p in m.st.players.values() if p.took_part and p.number not in ranked]
    if out := [n for n in left_out if not sent(m.st, n) and was_there(m.st, n)]:
        yield f"Players {out} took part and have no place."


def conduct(m: Moment) -> Iterator[str]:
    for player, place in m.x["places"]:
        if sent(m.st, player):
            yield f"Player {player} was sent away and has place {place}."


def first(m: Moment) -> Iterator[str]:
    """The first was there, and did not lose the last match of a knock-out to somebody who stayed.

    A final that both lost was lost to nobody.
    """
    if not m.x["places"]:
        return
    champion, stage = m.x["places"][0][0], m.st.stage
    here = [n for n, _ in m.x["places"] if m.st.players[n].status == "in"]
    others = [n for n, _ in m.x["places"] if champion not in here or n in here]  # who alone stayed is first
    if not was_there(m.st, champion) and any(was_there(m.st, player) for player in others):
        yield f"Player {champion} is first and was never there."
    own = [one for one in m.st.matches.values() if stage and stage_of(m.st, one) == stage.number]
    own = [one for one in own if champion in one.players and one.kind == "match" and one.final]
    if not own or stage is None or stage.kind == "swiss":
        return
    last = max(own, key=lambda one: one.round)
    other = last.other(champion)
    if other is None or worse(last, other):
        return
    if worse(last, champion) and m.st.players[other].status == "in":
        yield f"Player {champion} is first and lost the last match to player {other}, who is here."


def final_match(m: Moment) -> Iterator[str]:
    """Of two teams level for first place one left: the other has won (SWL-2V2-5)."""
    stage = m.st.stage
    if not m.st.teams or stage is None or stage.kind != "swiss" or not m.x["places"]:
        return
    book, champion = tally(m.st, stage.number), m.x["places"][0][0]
    level = [n for n, t in book.items() if champion in book and t.points == book[champion].points]
    here = [n for n in level if m.st.players[n].status == "in"]
    if here and m.st.players[champion].status != "in":
        yield f"Team {champion} left and is first, level with team {here[0]}, which is here."


def again(m: Moment) -> Iterator[str]:
    """After a correction the end is written again by the same command."""
    due = m.seen.end_due
    if due and m.entry.step != due and not m.st.quiet:  # records that an undo left were asked when written
        yield "A result was corrected after the end, and the places were not written again."


def prizes(m: Moment) -> Iterator[str]:
    if m.x.get("done") is False:  # it is taken back
        return
    named = m.x.get("winners") or [m.x.get("player")]
    for player in named:
        if player is not None and sent(m.st, player):
            yield f"Player {player} was sent away and gets a prize."


def handed_once(m: Moment) -> Iterator[str]:
    """What was handed out is handed out once, and stays won until it is taken back."""
    prize = m.x["prize"]
    got = {player for number, player in m.seen.handed if number == prize}
    if m.entry.kind == "prize_handed_out":
        if (m.x["player"] in got) is m.x.get("done", True):
            yield f"Prize {prize} of player {m.x['player']} is handed out, or taken back, twice."
    elif lost := got - {*m.x.get("winners", ()), m.x.get("player")}:
        yield f"Prize {prize} was handed to players {sorted(lost)}, who then did not win it."


def seed(m: Moment) -> Iterator[str]:
    given = str(m.x.get("seed") or "")
    if not given:
        return
    right = len(given) == 64 and all(sign in "0123456789abcdef" for sign in given)
    if not right or promise_of(bytes.fromhex(given), m.st.id, MAX_ROUNDS).hex() != m.st.commitment:
        yield "The secret opened at the end is not the one promised at the beginning."
