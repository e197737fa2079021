"""Compares the pairs of a Swiss draw with those that follow from its key and the checker's own state."""

from collections.abc import Sequence

from komandor.check import readings
from komandor.check.pairing_plan import WAY, Beyond
from komandor.check.pairs import recompute
from komandor.check.standings import ranking, tally
from komandor.check.state import Fields, Match, Round, Stage, State

Row = tuple[int, int, int, int]


def field_of(st: State, stage: Stage, number: int, players: Sequence[int]) -> list[tuple[int, int, int]]:
    """Number, points and byes so far of each player before a round."""
    book, had = tally(st, stage.number), readings.byes_before(st, number)
    return [(p, book[p].points, had[p]) for p in sorted(players)]


def placed(st: State, stage: Stage, number: int, players: Sequence[int]) -> list[Row]:
    """The same with their places."""
    order = ranking(st, stage.number) if number > 1 else []
    places = {p: place for place, p in enumerate(order, start=1)}
    return [(*row, places[row[0]] if order else 0) for row in field_of(st, stage, number, players)]


def check_frozen_field(st: State, r: Round, x: Fields, stage: Stage, here: Sequence[int]) -> None:
    """What is frozen for the draw are the players who are here, with their points and byes (COM-PAIR-1)."""
    given = [tuple(row[:3]) for row in x.get("field", ())]
    if not st.quiet and given != field_of(st, stage, r.number, here):
        st.fault("draw.field", "COM-PAIR-1", f"{r} was frozen with another field than the log gives.")


def check_pairs(st: State, r: Round, stage: Stage, x: Fields, matches: Sequence[Match], key: bytes) -> None:
    """The pairs and the bye follow from the key (COM-PAIR-4, COM-PAIR-5)."""
    rows = placed(st, stage, r.number, [p for m in matches for p in m.players])
    if [tuple(row) for row in r.entrants] != rows:
        st.fault("draw.field", "COM-PAIR-1", f"{r} was drawn with another field than the log gives.")
    if x.get("way") != WAY:
        st.fault("draw.way", "COM-PAIR-5", f"{r} was drawn in way {x.get('way')}; only way {WAY} is read.")
        return
    try:
        pairs, bye = recompute(key, readings.entrants_of(st, r, rows, {}), readings.terms_of(st, r))
    except Beyond as beyond:
        reason = f"{beyond.many} players form one block, too large to recompute"
        st.note("draw.not_recomputed", "COM-PAIR-5", f"{r}: pairs not recomputed: {reason}.")
        return
    drawn = {frozenset(m.players) for m in matches if m.b is not None}
    alone = [m.a for m in matches if m.kind == "bye"]
    if drawn != pairs or alone != ([] if bye is None else [bye]):
        st.fault("lots.pairs", "COM-PAIR-5", f"{r}: the pairs are not those that the lots give.")
