"""Compares the pairs of a Swiss draw with those that follow from its key and the checker's own state."""

from collections.abc import Sequence

from komandor.check import documents
from komandor.check.pairing_plan import Beyond, Entrant, Terms
from komandor.check.pairs import recompute
from komandor.check.standings import played, ranking, tally
from komandor.check.state import Fields, Match, Round, Stage, State

Row = tuple[int, int, int, int]


def field_of(st: State, stage: Stage, number: int, players: Sequence[int]) -> list[Row]:
    """Number, points, byes so far and place of each player before a round."""
    book, had = tally(st, stage.number), byes_before(st, number)
    places = {p: place for place, p in enumerate(ranking(st, stage.number), start=1)}
    return [(p, book[p].points, had[p], 0 if number == 1 else places[p]) for p in sorted(players)]


def byes_before(st: State, number: int) -> dict[int, int]:
    counts = {n: len(p.granted) for n, p in st.players.items()}
    for m in st.matches_before(number):
        counts[m.a] += m.kind in ("bye", "awarded_bye")
    return counts


def check_frozen_field(st: State, r: Round, x: Fields, stage: Stage, here: Sequence[int]) -> None:
    """What is frozen for the draw are the players who are here, with their points and byes (COM-PAIR-1)."""
    given = [tuple(row[:3]) for row in x.get("field", ())]
    if given and not st.quiet and given != [row[:3] for row in field_of(st, stage, r.number, here)]:
        st.fault("draw.field", "COM-PAIR-1", f"{r} was frozen with another field than the log gives.")
    r.entrants = [list(row) for row in x.get("field", ())]


def check_pairs(st: State, r: Round, stage: Stage, x: Fields, matches: Sequence[Match], key: bytes) -> None:
    """The pairs and the bye follow from the key (COM-PAIR-4, COM-PAIR-5)."""
    rows = field_of(st, stage, r.number, [p for m in matches for p in m.players])
    given = x.get("field") or r.entrants
    if given and [tuple(row) for row in given] != rows:
        st.fault("draw.field", "COM-PAIR-1", f"{r} was drawn with another field than the log gives.")
    met = _met(st, r.number)
    entrants = [
        Entrant(p, points, byes, place, met[p], frozenset(player.groups), player.start or p)
        for p, points, byes, place in rows
        if r.number not in (player := st.players[p]).awarded
    ]
    try:
        pairs, bye = recompute(key, entrants, _terms(st, r, x))
    except Beyond as beyond:
        reason = f"{beyond.many} players hang together" if beyond.many else "drawn in an older way"
        st.note("draw.not_recomputed", "COM-PAIR-5", f"{r}: pairs not recomputed: {reason}.")
        return
    drawn = {frozenset(m.players) for m in matches if m.b is not None}
    alone = [m.a for m in matches if m.kind == "bye"]
    if drawn != pairs or alone != ([] if bye is None else [bye]):
        st.fault("lots.pairs", "COM-PAIR-5", f"{r}: the pairs are not those that the lots give.")


def _met(st: State, number: int) -> dict[int, tuple[int, ...]]:
    """Each player's opponent in every earlier Swiss round, 0 for none."""
    found: dict[int, list[int]] = {p: [] for p in st.players}
    for r in st.swiss_rounds():
        if r.number < number:
            seats = {p: m.other(p) or 0 for m in st.in_round(r.number) if played(m) for p in m.players}
            for p, opponents in found.items():
                opponents.append(seats.get(p, 0))
    return {p: tuple(opponents) for p, opponents in found.items()}


def folds(st: State, r: Round) -> bool:
    """Whether the round is paired by start numbers (SWL-PAIR-2, SWL-PAIR-4)."""
    return st.game == documents.SWL and (r.number > 1 or st.setting("swl.round1") == "fold")


def _terms(st: State, r: Round, x: Fields) -> Terms:
    late = bool(st.setting("registration.late_no_bye_first_round")) and r.number > 1
    return Terms(
        round=r.number,
        fold=folds(st, r),
        apart=bool(st.setting("pairing.avoid_groups_round1")),
        no_bye=frozenset(n for n, p in st.players.items() if late and p.entered == r.number),
        forbidden=r.forbidden,
        second_bye_first=bool(st.setting("pairing.second_bye_before_rematch")),
        way=(2 if x.get("way") == 2 else 3) if x.get("field") or r.entrants else 1,
    )
