"""Checks Swiss draws: seating, the bye, whether the pairing is a best one, the fold."""

from collections.abc import Mapping, Sequence

from komandor.check import best_pairing, readings, recomputed
from komandor.check.pairing_plan import by_lot
from komandor.check.standings import ranking, tally
from komandor.check.state import Fields, Match, Round, Stage, State

Pair = best_pairing.Pair


def forbid(st: State, x: Fields) -> None:
    """The organiser forbids a pair, with a reason, before a draw is fixed."""
    if not {x["player"], x["opponent"]} <= set(st.players) or x["player"] >= x["opponent"]:
        st.fault("draw.forbid_whom", "COM-PAIR-6", "A forbidden pair consists of two players who are here.")
    if not str(x.get("reason", "")).strip():
        st.fault("draw.forbid_reason", "COM-PAIR-6", "A pair is forbidden without a reason.")


def allow(st: State, x: Fields) -> None:
    """A pair that was forbidden is allowed again."""
    if (x["player"], x["opponent"]) not in st.forbidden:
        st.fault("draw.forbid_whom", "COM-PAIR-6", "A pair is allowed again that was not forbidden.")


def check_accepted(st: State, r: Round, x: Fields) -> None:
    """The organiser accepts rematches, forbidden pairs and further byes before they are shown (AMB-G35)."""
    matches = [m for m in st.in_round(r.number) if m.kind != "awarded_bye"]
    field = _field(st, r, st.stages[r.stage], [p for m in matches for p in m.players])
    pairs = [(m.a, m.b) for m in matches if m.b is not None]
    due = ["round.rematches"] if best_pairing.rematches(field, pairs) else []
    due += ["round.forbidden_pairs"] if best_pairing.forbidden(field, pairs) else []
    able = may_get_bye(st, r, list(field.points))
    before = readings.byes_before(st, r.number)
    for had in (before[m.a] for m in matches if m.kind == "bye"):
        due += [] if not had else ["round.second_bye" + "_early" * any(n < had for n in able.values())]
    for missing in (code for code in due if code not in x.get("accepted", ())):
        st.fault("draw.accepted", "AMB-G35", f"{r}: the organiser did not accept: {missing}.")


def check_seating(st: State, r: Round, matches: Sequence[Match]) -> bool:
    """Whether every active player is drawn exactly once, and nobody else (COM-PAIR-1)."""
    seats = [p for m in matches for p in m.players]
    playing = expected(st, r)
    fine = True
    for p in sorted({p for p in seats if seats.count(p) > 1} if len(set(seats)) < len(seats) else ()):
        st.fault("draw.twice", "COM-PAIR-1", f"{r}: player {p} sits at more than one table.")
        fine = False
    for p in sorted(playing - set(seats)):
        st.fault("draw.missing", "COM-PAIR-1", f"{r}: player {p} is active and has neither opponent nor bye.")
        fine = False
    for p in sorted(set(seats) - playing):
        st.fault("draw.not_active", "COM-DROP-1", f"{r}: player {p} is drawn and does not take part.")
        fine = False
    check_tables(st, r, matches)
    bad = [m for m in matches if (m.kind == "match") != (m.b is not None) or m.a == m.b]
    for m in bad:
        st.fault("draw.kind", "COM-PAIR-1", f"{r}: match {m.number} is neither a pair nor a bye.")
    return fine and not bad


def expected(st: State, r: Round) -> set[int]:
    """Who must be drawn: active players of this stage who are not recorded as absent in this round."""
    return set(readings.here(st, r.stage, r.number))


def check_tables(st: State, r: Round, matches: Sequence[Match]) -> None:
    numbers = [m.table for m in matches if m.kind == "match"]
    if None in numbers or len(set(numbers)) < len(numbers):
        st.fault("draw.tables", "COM-MAT-2", f"{r}: every match needs a table of its own.")


def check_swiss(
    st: State, r: Round, stage: Stage, x: Fields, matches: Sequence[Match], key: bytes | None
) -> None:
    if st.quiet or not check_seating(st, r, matches):
        return
    awarded = _check_awarded(st, r, matches)
    drawn = [m for m in matches if m.a not in awarded]
    byes = [m.a for m in drawn if m.kind != "match"]
    pairs: list[Pair] = [(m.a, m.b) for m in drawn if m.b is not None]
    field = _field(st, r, stage, [p for m in drawn for p in m.players])
    if len(byes) != (2 * len(pairs) + len(byes)) % 2:
        st.fault("draw.byes", "COM-BYE-1", f"{r} has {len(byes)} drawn byes.")
        return
    _check_named(st, r, x, field, pairs)
    if byes:
        _check_bye(st, r, stage, field, byes[0], pairs, key)
    rest = {p: v for p, v in field.points.items() if p not in byes}
    without = best_pairing.Field(rest, field.ago, field.forbidden)
    _check_best(st, r, without, pairs)
    if readings.folds(st, r):
        _check_fold(st, r, without, pairs)
    if key is not None:
        recomputed.check_pairs(st, r, stage, x, matches, key)


def _check_awarded(st: State, r: Round, matches: Sequence[Match]) -> set[int]:
    due = {p for p in expected(st, r) if r.number in st.players[p].awarded}
    given = {m.a for m in matches if m.kind == "awarded_bye"}
    for p in sorted(due - given):
        st.fault("draw.awarded_bye", "COM-BYE-1", f"{r}: player {p} was awarded a bye and is paired.")
    for p in sorted(given - due):
        st.fault("draw.awarded_bye", "COM-BYE-1", f"{r}: player {p} has an awarded bye that nobody awarded.")
    return due | given


def _field(st: State, r: Round, stage: Stage, players: Sequence[int]) -> best_pairing.Field:
    book = tally(st, stage.number)
    ago: dict[Pair, int] = {}
    for m in (m for one in readings.without_rematch(st, r) for m in st.in_round(one.number)):
        if m.b is not None and readings.played(m):
            ago[(min(m.a, m.b), max(m.a, m.b))] = r.number - m.round
    return best_pairing.Field({p: book[p].points for p in players}, ago, r.forbidden)


def _check_named(st: State, r: Round, x: Fields, f: best_pairing.Field, pairs: Sequence[Pair]) -> None:
    """The draw must name its floats and its rematches."""
    again = {tuple(sorted(p)) for p in best_pairing.rematches(f, pairs)}
    if again != {tuple(sorted(p)) for p in x.get("rematches", ())}:
        st.fault("draw.rematches_named", "AMB-G11", f"{r} does not name its rematches correctly.")
    down = set()
    for a, b in pairs:
        if f.points[a] != f.points[b]:
            high, low = (a, b) if f.points[a] > f.points[b] else (b, a)
            down.add((high, f.points[high], f.points[low]))
    if down != {tuple(p) for p in x.get("floats", ())}:
        st.fault("draw.floats_named", "COM-PAIR-6", f"{r} does not name its floats correctly.")


# ── the bye ──────────────────────────────────────────────────────────────────


def may_get_bye(st: State, r: Round, players: Sequence[int]) -> dict[int, int]:
    """Who may get the bye, each with the number of byes so far."""
    able = list(players)
    if st.setting("registration.late_no_bye_first_round") and r.number > 1:
        able = [p for p in players if st.players[p].entered != r.number] or able
    had = readings.byes_before(st, r.number)
    return {p: had[p] for p in able}


def _bye_order(st: State, r: Round, stage: Stage, had: dict[int, int], key: bytes | None) -> list[int]:
    """Candidates for the bye: fewest byes, then lowest rank; round 1 by lot (COM-BYE-2/3, AMB-G10)."""
    able = list(had)
    if r.number == 1:
        order = by_lot(key, "bye", able) if key else able
    else:
        order = [p for p in reversed(ranking(st, stage.number)) if p in had]
    return sorted(order, key=had.__getitem__)


def _check_bye(
    st: State,
    r: Round,
    stage: Stage,
    f: best_pairing.Field,
    bye: int,
    pairs: Sequence[Pair],
    key: bytes | None,
) -> None:
    had = may_get_bye(st, r, list(f.points))
    order = _bye_order(st, r, stage, had, key)
    if bye not in order:
        st.fault("draw.bye", "COM-BYE-3", f"{r}: player {bye} could not get the bye.")
        return
    early = bool(st.setting("pairing.second_bye_before_rematch"))
    answer = best_pairing.judge_bye(f, order, had, bye, pairs, early)
    by_order = "COM-BYE-2" if r.number == 1 else "COM-BYE-3"
    faults = {
        "forbidden": ("draw.forbidden", "COM-PAIR-6", "with another bye fewer forbidden pairs would do"),
        "rematches": ("draw.rematch", "COM-PAIR-2", "with another bye fewer rematches would do"),
        "byes": ("draw.bye", "COM-BYE-4", f"player {bye} has the bye; others have had fewer"),
        "order": ("draw.bye", by_order, f"the bye is another player's, and player {bye} has it"),
    }
    _judged(st, r, answer, faults, ("COM-BYE-3", "the bye is right"))


def _judged(
    st: State, r: Round, answer: str, faults: Mapping[str, tuple[str, str, str]], unproven: tuple[str, str]
) -> None:
    """Note what a judgement of the draw means: a fault, or that the round is too large for a proof."""
    if answer in faults:
        code, rule, text = faults[answer]
        st.fault(code, rule, f"{r}: {text}.")
    elif answer == "not proven":
        rule, text = unproven
        st.note("draw.not_proven", rule, f"{r} is too large to prove that {text}.")


# ── the pairs ────────────────────────────────────────────────────────────────


def _check_best(st: State, r: Round, f: best_pairing.Field, pairs: Sequence[Pair]) -> None:
    faults = {
        "rematches": ("draw.rematch", "COM-PAIR-2", "it has rematches that could be avoided or be older"),
        "forbidden": ("draw.forbidden", "COM-PAIR-6", "it has forbidden pairs that could be avoided"),
        "floats": ("draw.floats", "COM-PAIR-6", "more pairs inside score groups were possible"),
    }
    answer = best_pairing.verdict(f, pairs)
    _judged(st, r, answer, faults, ("COM-PAIR-6", "no pairing is better"))
    if r.number == 1 and st.setting("pairing.avoid_groups_round1"):
        _check_apart(st, f, pairs)


def _check_apart(st: State, f: best_pairing.Field, pairs: Sequence[Pair]) -> None:
    groups = {p: frozenset(st.players[p].groups) for pair in pairs for p in pair}
    together = sum(bool(groups[a] & groups[b]) for a, b in pairs)
    if not together:
        return
    fewest = best_pairing.fewest_together(f, groups, pairs)
    if fewest is None:
        st.note("draw.not_proven", "SWL-PAIR-3", "Round 1 is too large to prove that groups had to meet.")
    elif fewest < together:
        st.fault("draw.groups", "SWL-PAIR-3", f"Round 1 has {together} pairs in groups; {fewest} would do.")


def _check_fold(st: State, r: Round, f: best_pairing.Field, pairs: Sequence[Pair]) -> None:
    """If the plain fold has no barred pair, it must be the draw (SWL-PAIR-4, SWL-PAIR-5)."""
    start = {p: st.players[p].start or p for p in f.points}
    plain = best_pairing.fold(f, start)
    if any(f.barred(a, b) for a, b in plain):
        return
    apart = r.number == 1 and st.setting("pairing.avoid_groups_round1")
    if apart and any(set(st.players[a].groups) & set(st.players[b].groups) for a, b in plain):
        return
    if {frozenset(p) for p in plain} != {frozenset(p) for p in pairs}:
        st.fault("draw.fold", "SWL-PAIR-4", f"{r} is not the fold by start numbers.")


BEFORE = {"pair_forbidden": forbid, "pair_allowed": allow}
