"""Every draw: who sits where, the bye, whether it is a best pairing, and what the lots say."""

from collections.abc import Sequence

from komandor.check import lots, pairings, tables
from komandor.check.standings import played, ranking, tally
from komandor.check.world import Fields, Match, Player, Round, Stage, World

Pair = pairings.Pair


def check_seating(w: World, r: Round, matches: Sequence[Match], published: bool = False) -> bool:
    """Everybody active exactly once, nobody else (COM-PAIR-1); True if so."""
    seats = [p for m in matches for p in m.players]
    playing = expected(w, r)
    fine = True
    for p in sorted({p for p in seats if seats.count(p) > 1} if len(set(seats)) < len(seats) else ()):
        w.say("draw.twice", "COM-PAIR-1", f"Round {r.number}: player {p} sits at more than one table.")
        fine = False
    for p in sorted(playing - set(seats)):
        w.say(
            "draw.missing",
            "COM-PAIR-1",
            f"Round {r.number}: player {p} is active and has neither opponent nor bye.",
        )
        fine = False
    for p in sorted(set(seats) - playing):
        w.say(
            "draw.not_active", "COM-DROP-1", f"Round {r.number}: player {p} is drawn and does not take part."
        )
        fine = False
    return fine & _check_tables(w, r, matches)


def expected(w: World, r: Round) -> set[int]:
    """Who must be drawn: active, of this stage, and not counted as absent in this very round."""
    stage = w.stages[r.stage]
    here = {p for p in w.active() if r.number not in w.players[p].missed | w.players[p].granted}
    return here if stage.number == 1 else here & {s for s in stage.seeds if s is not None}


def _check_tables(w: World, r: Round, matches: Sequence[Match]) -> bool:
    numbers = [m.table for m in matches if m.kind == "match"]
    if None in numbers or len(set(numbers)) < len(numbers):
        w.say("draw.tables", "COM-MAT-2", f"Round {r.number}: every match needs a table of its own.")
    bad = [m for m in matches if (m.kind == "match") != (m.b is not None) or m.a == m.b]
    for m in bad:
        w.say("draw.kind", "COM-PAIR-1", f"Round {r.number}: match {m.number} is neither a pair nor a bye.")
    return not bad


def check_swiss(
    w: World, r: Round, stage: Stage, x: Fields, matches: Sequence[Match], key: bytes | None
) -> None:
    if w.quiet or not check_seating(w, r, matches):
        return
    awarded = _check_awarded(w, r, matches)
    rest = [m for m in matches if m.a not in awarded]
    byes = [m.a for m in rest if m.kind != "match"]
    pairs: list[Pair] = [(m.a, m.b) for m in rest if m.b is not None]
    field = _field(w, r, stage, [p for m in rest for p in m.players])
    if len(byes) != (2 * len(pairs) + len(byes)) % 2:
        w.say("draw.byes", "COM-BYE-1", f"Round {r.number} has {len(byes)} drawn byes.")
        return
    _check_said(w, r, x, field, pairs)
    if byes:
        _check_bye(w, r, stage, field, byes[0], pairs, key)
    without = pairings.Field({p: v for p, v in field.points.items() if p not in byes}, field.ago)
    _check_best(w, r, without, pairs)
    if _folds(w, r):
        _check_fold(w, r, without, pairs)


def _check_awarded(w: World, r: Round, matches: Sequence[Match]) -> set[int]:
    due = {p for p in expected(w, r) if r.number in w.players[p].awarded}
    given = {m.a for m in matches if m.kind == "awarded_bye"}
    for p in sorted(due - given):
        w.say(
            "draw.awarded_bye", "COM-BYE-1", f"Round {r.number}: player {p} was awarded a bye and is paired."
        )
    for p in sorted(given - due):
        w.say(
            "draw.awarded_bye",
            "COM-BYE-1",
            f"Round {r.number}: player {p} has an awarded bye that nobody awarded.",
        )
    return due | given


def _field(w: World, r: Round, stage: Stage, players: Sequence[int]) -> pairings.Field:
    book = tally(w, stage.number)
    ago: dict[Pair, int] = {}
    for earlier in w.swiss_rounds():
        if earlier.number >= r.number:
            continue
        for m in w.in_round(earlier.number):
            if m.b is not None and played(m):
                ago[(min(m.a, m.b), max(m.a, m.b))] = r.number - earlier.number
    return pairings.Field({p: book[p].points for p in players}, ago)


def _check_said(w: World, r: Round, x: Fields, f: pairings.Field, pairs: Sequence[Pair]) -> None:
    """What the draw says about itself: its floats and its rematches."""
    again = {tuple(sorted(p)) for p in pairings.rematches(f, pairs)}
    if again != {tuple(sorted(p)) for p in x.get("rematches", ())}:
        w.say("draw.rematches_named", "AMB-G11", f"Round {r.number} does not name its rematches truly.")
    down = set()
    for a, b in pairs:
        if f.points[a] != f.points[b]:
            high, low = (a, b) if f.points[a] > f.points[b] else (b, a)
            down.add((high, f.points[high], f.points[low]))
    if down != {tuple(p) for p in x.get("floats", ())}:
        w.say("draw.floats_named", "COM-PAIR-6", f"Round {r.number} does not name its floats truly.")


# ── the bye ──────────────────────────────────────────────────────────────────


def _byes_so_far(w: World, r: Round, p: Player) -> int:
    had = sum(
        1
        for earlier in w.swiss_rounds()
        if earlier.number < r.number
        for m in w.in_round(earlier.number)
        if m.a == p.number and m.kind in ("bye", "awarded_bye")
    )
    return had + len(p.granted)


def _bye_order(w: World, r: Round, stage: Stage, players: Sequence[int], key: bytes | None) -> list[int]:
    """Fewest byes, then the lowest rank; in round 1 by lot (COM-BYE-2, COM-BYE-3, AMB-G10)."""
    able = list(players)
    if w.setting("registration.late_no_bye_first_round") and r.number > 1:
        able = [p for p in players if w.players[p].entered != r.number] or able
    had = {p: _byes_so_far(w, r, w.players[p]) for p in able}
    if r.number == 1:
        by_lot = lots.order(key, "bye", able) if key else able
    else:
        by_lot = [p for p in reversed(ranking(w, stage.number)) if p in had]
    return sorted(by_lot, key=had.__getitem__)


def _check_bye(
    w: World, r: Round, stage: Stage, f: pairings.Field, bye: int, pairs: Sequence[Pair], key: bytes | None
) -> None:
    order = _bye_order(w, r, stage, list(f.points), key)
    again = len(pairings.rematches(f, pairs))
    if bye not in order:
        w.say("draw.bye", "COM-BYE-3", f"Round {r.number}: player {bye} could not get the bye.")
        return
    least = pairings.fewest_rematches(f, list(f.points), spare=True) if again else 0
    if least is not None and least < again:
        w.say(
            "draw.rematch",
            "COM-PAIR-2",
            f"Round {r.number} has {again} rematches; with another bye {least} suffice.",
        )
        return
    for p in order[: order.index(bye)]:
        fewest = pairings.fewest_rematches(f, [q for q in f.points if q != p])
        if fewest is not None and fewest <= again:
            rule = "COM-BYE-2" if r.number == 1 else "COM-BYE-3"
            w.say("draw.bye", rule, f"Round {r.number}: the bye was player {p}'s, and player {bye} has it.")
            return


# ── the pairs ────────────────────────────────────────────────────────────────


def _check_best(w: World, r: Round, f: pairings.Field, pairs: Sequence[Pair]) -> None:
    answer = pairings.verdict(f, pairs)
    if answer == "rematches":
        w.say(
            "draw.rematch", "COM-PAIR-2", f"Round {r.number} has rematches that could be avoided or be older."
        )
    elif answer == "floats":
        w.say("draw.floats", "COM-PAIR-6", f"Round {r.number}: more pairs inside score groups were possible.")
    elif answer == "not proven":
        w.note(
            "draw.not_proven",
            "COM-PAIR-6",
            f"Round {r.number} is too large to prove that no pairing is better.",
        )
    if r.number == 1 and w.setting("pairing.avoid_groups_round1"):
        _check_apart(w, pairs)


def _check_apart(w: World, pairs: Sequence[Pair]) -> None:
    groups = {p: frozenset(w.players[p].groups) for pair in pairs for p in pair}
    together = sum(bool(groups[a] & groups[b]) for a, b in pairs)
    if not together:
        return
    fewest = pairings.fewest_together(groups, list(groups))
    if fewest is None:
        w.note(
            "draw.not_proven",
            "SWL-PAIR-3",
            "Round 1 is too large to prove that groups could not be kept apart.",
        )
    elif fewest < together:
        w.say(
            "draw.groups", "SWL-PAIR-3", f"Round 1 pairs {together} times inside a group; {fewest} would do."
        )


def _folds(w: World, r: Round) -> bool:
    return w.game == tables.SWL and (r.number > 1 or w.setting("swl.round1") == "fold")


def _check_fold(w: World, r: Round, f: pairings.Field, pairs: Sequence[Pair]) -> None:
    """Where the plain fold makes no rematch it is the draw (SWL-PAIR-4, SWL-PAIR-5)."""
    start = {p: w.players[p].start or p for p in f.points}
    plain = pairings.fold(f, start)
    if pairings.rematches(f, plain):
        return
    apart = r.number == 1 and w.setting("pairing.avoid_groups_round1")
    if apart and any(set(w.players[a].groups) & set(w.players[b].groups) for a, b in plain):
        return
    if {frozenset(p) for p in plain} != {frozenset(p) for p in pairs}:
        w.say("draw.fold", "SWL-PAIR-4", f"Round {r.number} is not the fold by start numbers.")
