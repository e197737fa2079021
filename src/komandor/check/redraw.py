"""Computes every draw of a log again: pairs, byes, start numbers, brackets, missions, deck checks, raffles.

`follow` goes through the records and says one line for each thing it computed.  What is beyond it is said
too: nothing is called proved that was not computed again.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import Any

from komandor.check.draw_state import BYES, Event, Round, State
from komandor.check.pairing_plan import Beyond, Entrant, Terms, by_lot, dice
from komandor.check.pairs import recompute

Record = tuple[int, str, Event]
"""Number, time, event."""
Line = tuple[bool | None, str, dict[str, Any]]
"""Right, wrong or only worth knowing; a code; what the sentence needs."""

TEXTS = {
    "freeze.field": "round {round}: {count} players frozen, with the points and byes that the results give",
    "draw.field": "round {round}: {count} players drawn, with the points and byes that the results give",
    "draw.pairs": "round {round}: all {count} pairs, and the bye if there is one, follow from the lots",
    "draw.pairs_open": "round {round}: pairs not recomputed: {many} players hang together",
    "draw.pairs_old": "round {round}: pairs not recomputed: drawn in an older way",
    "draw.bye_place": "round {round}: the bye is one of {count} level on points; the place is the file's",
    "draw.starts": "round {round}: {count} start numbers follow from the lots",
    "draw.seeds": "round {round}: the {count} places of the bracket follow from the lots",
    "draw.mission": "round {round}: the mission {mission} follows from the lots",
    "draw.deck_checks": "round {round}: the lots pick these {count} players for a deck check",
    "draw.raffle": "raffle {raffle}: the lots of round {round} pick these {count} winners",
    "note.field": "round {round}: drawn in record {seq} with another field; came: {came}; went: {went}",
    "note.time": "record {seq} is dated before the record before it",
    "note.beacon": "round {round}: {beacon} is named, not checked; compare its value with its own record",
}


def follow(records: Sequence[Record], keys: Mapping[int, bytes], version: int) -> Iterator[Line]:
    """All lines for a log; `keys` has the key of each draw by the number of its record."""
    state, before = State(), ""
    for at, (seq, time, e) in enumerate(records):
        if time < before:
            yield None, "note.time", {"seq": seq}
        before = time
        if e["type"] == "event_voided":
            state = without_voided(records[: at + 1], keys, state.learned)
            continue
        yield from _checked(state, seq, e, keys, version)
        _apply(state, seq, e, keys)
        if e["type"] == "round_frozen":
            yield from _frozen(state, e, version)


def without_voided(records: Sequence[Record], keys: Mapping[int, bytes], learned: dict[str, int]) -> State:
    """The state without what was undone; an undone undo undoes nothing."""
    gone: set[int] = set()
    for seq, _, e in reversed(records):
        if e["type"] == "event_voided" and seq not in gone:
            gone.update(e["targets"])
    state = State()
    for seq, _, e in records:
        if seq not in gone:
            _apply(state, seq, e, keys)
    state.learned = learned
    return state


def _apply(state: State, seq: int, e: Event, keys: Mapping[int, bytes]) -> None:
    state.apply(e)
    if e["type"] == "round_drawn" and seq in keys:
        state.rounds[e["round"]].key = keys[seq]


def _frozen(state: State, e: Event, version: int) -> Iterator[Line]:
    """The field must be there, and be what the log gives, before dice are rolled or a link is opened."""
    r = state.rounds[e["round"]]
    if e.get("public_source") == "beacon":
        yield None, "note.beacon", {"round": r.number, "beacon": e.get("beacon") or "a beacon"}
    if state.kinds.get(r.stage, "swiss") != "swiss" or (version == 1 and not r.field):
        return
    right = _field_fits(state, r, r.field, state.here(r.stage))
    yield right, "freeze.field", {"round": r.number, "count": len(r.field)}


def _field_fits(state: State, r: Round, field: Sequence[Sequence[int]], here: Sequence[int]) -> bool:
    had = state.byes(r.number)
    if [row[0] for row in field] != list(here):
        return False
    points = {n: won for n, won, _, _ in field}
    places = {place: points[n] for n, _, _, place in field}
    falling = [places[place] for place in sorted(places)]
    ranked = len(places) == len(field) and (
        falling == sorted(falling, reverse=True) or state.edition not in BYES  # which may rank otherwise
    )
    if not (ranked if r.number > 1 else set(places) <= {0}):
        return False
    return all(byes == had[n] for n, _, byes, _ in field) and state.points_fit(r.stage, points)


def _checked(state: State, seq: int, e: Event, keys: Mapping[int, bytes], version: int) -> Iterator[Line]:
    """What follows from the lots in one record, looked at in the state before it."""
    kind = e["type"]
    r = state.rounds.get(e.get("round", 0))
    if kind == "round_drawn" and r and seq in keys:
        yield from _drawn(state, r, seq, e, keys[seq], version)
    elif kind == "mission_drawn" and r and r.key:
        label = f"mission-{len(r.missions) + 1}" if r.missions else "mission"
        pool = missions_left(state.missions, [m for _, x in sorted(state.rounds.items()) for m in x.missions])
        right = bool(pool) and pool[dice(r.key, label)(len(pool))] == e["mission"]
        yield right, "draw.mission", {"round": r.number, "mission": e["mission"]}
    elif kind == "deck_checks_drawn" and r and r.key and "players" in e:
        seated = [p for m in r.matches.values() for p in (m["a"], m["b"]) if p is not None]
        picked = by_lot(r.key, f"deck-check-{state.deck_checks + 1}", seated)[: len(e["players"])]
        right = picked == list(e["players"])
        yield right, "draw.deck_checks", {"round": r.number, "count": len(e["players"])}
    elif kind == "raffle_drawn":
        values = {"raffle": e["raffle"], "round": e["round"], "count": len(e["winners"])}
        yield _raffle(state, e), "draw.raffle", values


def _raffle(state: State, e: Event) -> bool:
    """Whether the winners are the first of those who take part, by the lots of the newest drawn round."""
    prize, drawn = state.prizes[e["prize"]], [n for n, r in state.rounds.items() if r.key]
    raffle = prize.get("raffle") or 1 + max((p.get("raffle", 0) for p in state.prizes.values()), default=0)
    number = prize.get("round") or max(drawn, default=0)
    key = state.rounds[number].key if number in drawn else None
    if key is None or prize["to"] != "raffle" or (e["raffle"], e["round"]) != (raffle, number):
        return False
    here = [n for n in state.takes_part(e["prize"]) if n not in e.get("absent", ())]
    return by_lot(key, f"raffle-{raffle}", here)[: prize["count"]] == list(e["winners"])


def missions_left(missions: Sequence[str], used: Sequence[str]) -> list[str]:
    """What may be drawn next: no mission comes again before all were used."""
    gone = set[str]()
    for mission in used:
        gone.add(mission)
        gone = set() if gone >= set(missions) else gone
    return [mission for mission in dict.fromkeys(missions) if mission not in gone]


def _drawn(state: State, r: Round, seq: int, e: Event, key: bytes, version: int) -> Iterator[Line]:
    if state.kinds.get(r.stage, "swiss") != "swiss":
        yield from _bracket(state, r, e, key)
        return
    starts = starts_of(state, key)
    if state.folds:
        given = dict(e.get("starts", ()))
        yield given == starts, "draw.starts", {"round": r.number, "count": len(given)}
    field = [list(row) for row in e.get("field") or r.frozen.get("field", ())]
    if not field:
        yield (None if version == 1 else False), "draw.pairs_old", {"round": r.number}
        return
    came, went = _difference(field, r.field)
    if came or went:
        yield None, "note.field", {"round": r.number, "seq": seq, "came": came, "went": went}
    right = _field_fits(state, r, field, state.here(r.stage, r.number))
    yield right, "draw.field", {"round": r.number, "count": len(field)}
    if right:
        yield from _pairs(state, r, e, key, field)


def _difference(new: Sequence[Sequence[int]], old: Sequence[Sequence[int]]) -> tuple[str, str]:
    here, before = {row[0] for row in new}, {row[0] for row in old}
    came, went = (sorted(here - before), sorted(before - here)) if here != before else ([], [])
    return (_list(came), _list(went)) if came or went else ("", "")


def _list(players: Sequence[int]) -> str:
    return ", ".join(map(str, players)) or "–"


def _pairs(state: State, r: Round, e: Event, key: bytes, field: Sequence[Sequence[int]]) -> Iterator[Line]:
    awarded = {row[0] for row in field if r.number in state.players[row[0]].awarded}
    met, starts = state.met(r.number), starts_of(state, key)
    entrants = []
    for n, points, had, place in field:
        p = state.players[n]
        start = p.start if p.start is not None else starts.get(n, n)
        if n not in awarded:
            entrants.append(Entrant(n, points, had, place, met[n], p.groups, start))
    terms = terms_of(state, r)._replace(way=2 if e.get("way") == 2 else 3)
    drawn = {frozenset((m["a"], m["b"])) for m in e["matches"] if m["b"] is not None}
    alone = {kind: [m["a"] for m in e["matches"] if m["kind"] == kind] for kind in ("bye", "awarded_bye")}
    try:
        pairs, bye = recompute(key, entrants, terms)
    except Beyond as beyond:
        yield None, "draw.pairs_open", {"round": r.number, "many": beyond.many}
        return
    byes = [] if bye is None else [bye]
    right = drawn == pairs and alone["bye"] == byes and sorted(alone["awarded_bye"]) == sorted(awarded)
    right = right and len(e["matches"]) == len(drawn) + len(byes) + len(awarded)
    yield right, "draw.pairs", {"round": r.number, "count": len(drawn)}
    level = _level_with(bye, entrants)
    if r.number > 1 and level > 1:
        yield None, "draw.bye_place", {"round": r.number, "count": level}


def _level_with(bye: int | None, entrants: Sequence[Entrant]) -> int:
    """How many players the recorded place alone tells apart from the one with the bye."""
    mine = [(e.points, e.byes) for e in entrants if e.player == bye]
    return sum((e.points, e.byes) == own for own in mine for e in entrants)


def terms_of(state: State, r: Round) -> Terms:
    late = bool(state.setting("registration.late_no_bye_first_round")) and r.number > 1
    return Terms(
        round=r.number,
        fold=state.folds and (r.number > 1 or state.setting("swl.round1") == "fold"),
        apart=bool(state.setting("pairing.avoid_groups_round1")),
        no_bye=frozenset(n for n, p in state.players.items() if late and p.entered == r.number),
        forbidden=r.forbidden,
        second_bye_first=bool(state.setting("pairing.second_bye_before_rematch")),
    )


def starts_of(state: State, key: bytes) -> dict[int, int]:
    """Start numbers for everybody here who has none: the lowest free ones, by lot or by number."""
    if not state.folds:
        return {}
    waiting = [n for n, p in sorted(state.players.items()) if p.active and p.start is None]
    by_chance = key if state.setting("swl.start_numbers") == "random" else None
    return start_numbers(waiting, [p.start for p in state.players.values()], by_chance)


def start_numbers(waiting: Sequence[int], starts: Sequence[int | None], key: bytes | None) -> dict[int, int]:
    """The lowest free start numbers for those who wait for one: by lot, or without a key by number."""
    free = (n for n in count(1) if n not in starts)
    return dict(zip(by_lot(key, "start numbers", waiting) if key else sorted(waiting), free, strict=False))


def _bracket(state: State, r: Round, e: Event, key: bytes) -> Iterator[Line]:
    """A tournament that begins with a knock-out: its places are drawn by lot with its first round."""
    if r.stage != 1 or any(other.stage == 1 and n != r.number for n, other in state.rounds.items()):
        return
    here = state.here(1)
    places = seeds_by_lot(key, here, state.kinds[1])
    right = list(e.get("seeds", ())) == places
    if right and state.kinds[1] == "single":
        due = {frozenset((a, b)) for a, b in zip(places, places[::-1], strict=True) if a and b}
        right = due == {frozenset((m["a"], m["b"])) for m in e["matches"] if m["b"] is not None}
    yield right, "draw.seeds", {"round": r.number, "count": len(here)}


def seeds_by_lot(key: bytes, players: Sequence[int], kind: str) -> list[int | None]:
    """The places of a bracket that starts a tournament; None is an empty one."""
    order = by_lot(key, "knock-out start", players)
    if kind != "single":
        return [*order]
    size = 1 << max(1, (len(order) - 1).bit_length())
    byes = size - len(order)
    entries: list[tuple[int, int | None]] = [(p, None) for p in order[:byes]]
    entries += zip(order[byes::2], order[byes + 1 :: 2], strict=True)
    places: list[int | None] = [None] * size
    numbers = by_lot(key, "knock-out numbers", range(len(entries)))
    for number, (a, b) in zip(numbers, entries, strict=True):
        places[number], places[size - 1 - number] = a, b
    return places
