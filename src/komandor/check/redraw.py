"""Computes every draw of a log again: pairs, byes, start numbers, brackets, missions, deck checks, raffles.

`follow` goes through the records and says one line for each thing it computed.  What is beyond it is said
too: nothing is called proved that was not computed again.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from komandor.check import acts, readings
from komandor.check.acts import acted
from komandor.check.effects import EFFECTS, NO_EFFECT, voided
from komandor.check.pairing_plan import WAY, Beyond, Entrant, by_lot, dice
from komandor.check.pairs import recompute
from komandor.check.recorded_points import WORTH, Learned, points_fit
from komandor.check.shapes import shape_fits
from komandor.check.state import Fields, Round, State, UnknownKind

__all__ = ["TEXTS", "acted", "follow", "shape_fits", "without_voided"]

Record = tuple[int, str, Fields]
"""Number, time, event."""
Line = tuple[bool | None, str, dict[str, Any]]
"""Right, wrong or only worth knowing; a code; what the sentence needs."""

TEXTS = acts.TEXTS | {
    "freeze.field": "round {round}: {count} players locked; their points and byes match the results",
    "draw.field": "round {round}: {count} players in the draw; their points and byes match the results",
    "draw.pairs": (
        "round {round}: all {count} pairings, and the bye if there is one, follow from the round key"
    ),
    "draw.pairs_open": (
        "round {round}: pairings not recomputed: {many} players belong together, too many to check"
    ),
    "draw.way": "round {round}: drawn with method 3 (found: method {way})",
    "draw.bye_place": (
        "round {round}: {count} players were level on points for the bye; their places come from "
        "the file and are not recomputed"
    ),
    "draw.starts": "round {round}: the {count} start numbers match the recomputed ones",
    "draw.seeds": "round {round}: the {count} places in the bracket follow from the round key",
    "draw.mission": "round {round}: mission {mission} follows from the round key",
    "draw.deck_checks": "round {round}: the {count} players for a deck check follow from the round key",
    "draw.raffle": "raffle {raffle}: the {count} winners follow from the key of round {round}",
    "log.unknown": "entry {seq} is an event that the verifier knows (found: {kind})",
    "note.field": (
        "round {round}: drawn in entry {seq} with different players; added: {came}; no longer in: {went}"
    ),
    "note.time": "entry {seq} has an earlier time than the entry before it",
    "note.beacon": (
        "round {round}: {beacon} is quoted, not checked; compare its value with the published source"
    ),
}


def follow(records: Sequence[Record], keys: Mapping[int, bytes]) -> Iterator[Line]:
    """All lines for a log; `keys` has the key of each draw by the number of its record."""
    state, before, learned = State(), "", Learned()
    for at, (seq, time, e) in enumerate(records):
        if time < before:
            yield None, "note.time", {"seq": seq}
        before = time
        if e["type"] == "event_voided":
            state = without_voided(records[: at + 1], keys)
            continue
        if e["type"] not in EFFECTS and e["type"] not in NO_EFFECT:
            yield False, "log.unknown", {"seq": seq, "kind": e["type"]}
        yield from _checked(state, seq, e, keys, learned)
        try:
            _apply(state, seq, e, keys)
        except UnknownKind as unknown:
            yield False, "log.unknown", {"seq": seq, "kind": f"a stage of the kind {unknown}"}
            return
        if e["type"] == "round_frozen":
            yield from _frozen(state, e, learned)


def without_voided(records: Sequence[Record], keys: Mapping[int, bytes]) -> State:
    """The state without what was undone."""
    gone, state = voided([(seq, e) for seq, _, e in records]), State()
    for seq, _, e in records:
        if seq not in gone:
            _apply(state, seq, e, keys)
    return state


def _apply(state: State, seq: int, e: Fields, keys: Mapping[int, bytes]) -> None:
    state.seq = seq
    if e["type"] in EFFECTS:
        EFFECTS[e["type"]](state, e)
    if e["type"] == "round_drawn" and seq in keys:
        state.rounds[e["round"]].key = keys[seq]


def _frozen(state: State, e: Fields, learned: Learned) -> Iterator[Line]:
    """The field must be there, and be what the log gives, before dice are rolled or a link is opened."""
    r = state.rounds[e["round"]]
    if e.get("public_source") == "beacon":
        yield None, "note.beacon", {"round": r.number, "beacon": e.get("beacon") or "a beacon"}
    if state.stages[r.stage].kind == "swiss":
        right = _field_fits(state, r, r.entrants, readings.here(state, r.stage), learned)
        yield right, "freeze.field", {"round": r.number, "count": len(r.entrants)}


def _field_fits(
    state: State, r: Round, field: Sequence[Sequence[int]], here: Sequence[int], learned: Learned
) -> bool:
    had = readings.byes_before(state, r.number)
    if [row[0] for row in field] != list(here):
        return False
    points = {n: won for n, won, _, _ in field}
    places = {place: points[n] for n, _, _, place in field}
    falling = [places[place] for place in sorted(places)]
    ranked = len(places) == len(field) and (
        falling == sorted(falling, reverse=True) or state.edition not in WORTH  # which may rank otherwise
    )
    if not (ranked if r.number > 1 else set(places) <= {0}):
        return False
    return all(byes == had[n] for n, _, byes, _ in field) and points_fit(state, r.stage, points, learned)


def _checked(
    state: State, seq: int, e: Fields, keys: Mapping[int, bytes], learned: Learned
) -> Iterator[Line]:
    """What follows from the lots in one record, looked at in the state before it."""
    kind = e["type"]
    r = state.rounds.get(e.get("round", 0))
    if kind == "round_drawn" and r and seq in keys:
        yield from _drawn(state, r, seq, e, keys[seq], learned)
    elif kind == "mission_drawn" and r and r.key:
        pool = readings.missions_left(state)
        right = bool(pool) and pool[dice(r.key, readings.mission_label(r))(len(pool))] == e["mission"]
        yield right, "draw.mission", {"round": r.number, "mission": e["mission"]}
    elif kind == "deck_checks_drawn" and r and r.key and "players" in e:
        order = by_lot(r.key, f"deck-check-{state.deck_checks + 1}", readings.seated(state, r))
        right = order[: len(e["players"])] == list(e["players"])
        yield right, "draw.deck_checks", {"round": r.number, "count": len(e["players"])}
    elif kind == "raffle_drawn":
        values = {"raffle": e["raffle"], "round": e["round"], "count": len(e["winners"])}
        yield _raffle(state, e), "draw.raffle", values


def _raffle(state: State, e: Fields) -> bool:
    """Whether the winners are the first of those who take part, by the lots of the newest drawn round."""
    prize, drawn = state.prizes[e["prize"]], {n: r.key for n, r in state.rounds.items() if r.key}
    raffle, number = readings.raffle_of(state, prize, max(drawn, default=0))
    key = drawn.get(number)
    if key is None or prize.to != "raffle" or prize.gone or (e["raffle"], e["round"]) != (raffle, number):
        return False
    here = [n for n in readings.takes_part(state, e["prize"]) if n not in e.get("absent", ())]
    return by_lot(key, f"raffle-{raffle}", here)[: prize.count] == list(e["winners"])


def _drawn(state: State, r: Round, seq: int, e: Fields, key: bytes, learned: Learned) -> Iterator[Line]:
    if (way := e.get("way", 1)) != WAY:
        yield False, "draw.way", {"round": r.number, "way": way}
    if state.stages[r.stage].kind != "swiss":
        yield from _bracket(state, r, e, key)
        return
    starts: dict[int, int] = {}
    if state.game == readings.FOLDED:
        starts, given = readings.starts_of(state, key), dict(e.get("starts", ()))
        yield given == starts, "draw.starts", {"round": r.number, "count": len(given)}
    field = [list(row) for row in e.get("field") or r.frozen_entrants]
    came, went = _difference(field, r.entrants)
    if came or went:
        yield None, "note.field", {"round": r.number, "seq": seq, "came": came, "went": went}
    right = _field_fits(state, r, field, readings.here(state, r.stage, r.number), learned)
    yield right, "draw.field", {"round": r.number, "count": len(field)}
    if right and way == WAY:
        yield from _pairs(state, r, e, key, readings.entrants_of(state, r, field, starts))


def _difference(new: Sequence[Sequence[int]], old: Sequence[Sequence[int]]) -> tuple[str, str]:
    here, before = {row[0] for row in new}, {row[0] for row in old}
    came, went = (sorted(here - before), sorted(before - here)) if here != before else ([], [])
    return (_list(came), _list(went)) if came or went else ("", "")


def _list(players: Sequence[int]) -> str:
    return ", ".join(map(str, players)) or "–"


def _pairs(state: State, r: Round, e: Fields, key: bytes, entrants: Sequence[Entrant]) -> Iterator[Line]:
    try:
        pairs, bye = recompute(key, entrants, readings.terms_of(state, r))
    except Beyond as beyond:
        yield None, "draw.pairs_open", {"round": r.number, "many": beyond.many}
        return
    drawn = {frozenset((m["a"], m["b"])) for m in e["matches"] if m["b"] is not None}
    alone = {kind: sorted(m["a"] for m in e["matches"] if m["kind"] == kind) for kind in readings.BYES}
    here = readings.here(state, r.stage, r.number)
    awarded = [n for n in here if r.number in state.players[n].awarded]
    byes = [] if bye is None else [bye]
    right = drawn == pairs and alone == {"bye": byes, "awarded_bye": awarded}
    right = right and len(e["matches"]) == len(drawn) + len(byes) + len(awarded)
    yield right, "draw.pairs", {"round": r.number, "count": len(drawn)}
    level = _level_with(bye, entrants)
    if r.number > 1 and level > 1:
        yield None, "draw.bye_place", {"round": r.number, "count": level}


def _level_with(bye: int | None, entrants: Sequence[Entrant]) -> int:
    """How many players the recorded place alone tells apart from the one with the bye."""
    mine = [(e.points, e.byes) for e in entrants if e.player == bye]
    return sum((e.points, e.byes) == own for own in mine for e in entrants)


def _bracket(state: State, r: Round, e: Fields, key: bytes) -> Iterator[Line]:
    """A tournament that begins with a knock-out: its places are drawn by lot with its first round."""
    if r.stage != 1 or any(other.stage == 1 and n != r.number for n, other in state.rounds.items()):
        return
    here, kind = readings.here(state, 1), state.stages[1].kind
    places = readings.seeds_by_lot(key, here, kind)
    right = list(e.get("seeds", ())) == places
    if right and kind == "single":
        due = {frozenset((a, b)) for a, b in zip(places, places[::-1], strict=True) if a and b}
        right = due == {frozenset((m["a"], m["b"])) for m in e["matches"] if m["b"] is not None}
    yield right, "draw.seeds", {"round": r.number, "count": len(here)}
