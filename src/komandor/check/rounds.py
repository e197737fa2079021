"""Checks a round: announcement, freeze, draw, changes by hand, publishing, closing."""

from komandor.check import draws, effects, knockouts, lots, readings, recomputed
from komandor.check.brackets import bracket_of
from komandor.check.leaving import check_gone
from komandor.check.pairing_plan import by_lot
from komandor.check.people import check_substitutes
from komandor.check.state import Fields, Plan, Round, Stage, State

CUSTOM_CUTS = {"double": (0, 4, 8, 16)}


def announced(st: State, x: Fields) -> None:
    """Rounds and cut follow from attendance or the custom structure (COM-PREP-3, COM-STRUCT-5)."""
    here = len(attending(st))
    if x["players"] != here:
        st.fault("structure.players", "COM-STRUCT-5", f"{here} players are here, not {x['players']}.")
    due = expected_stages(st, x["players"])
    if due is None:
        st.fault("structure.undefined", "AMB-G23", f"No {st.structure} structure for {x['players']} players.")
    elif due != st.announced:
        st.fault("structure.row", "COM-STRUCT-5", f"Rounds or cut are not those for {x['players']} players.")
    _check_stages(st)


def attending(st: State) -> list[int]:
    """The players who are checked in; all registered players if check-in is not used."""
    here = [p for p in st.active() if st.players[p].checked_in]
    return here or st.active()


def expected_stages(st: State, players: int) -> list[Plan] | None:
    if st.structure == "custom":
        return st.custom or st.announced
    row = st.book.row(st.structure, players)
    if row is None:
        return None
    return [Plan("swiss", row[0], 0), *([Plan("single", 0, row[1])] if row[1] else [])]


def _check_stages(st: State) -> None:
    for number, plan in enumerate(st.announced, start=1):
        last = number == len(st.announced)
        bad_cut = number > 1 and plan.cut < 2
        if plan.kind == "double":
            bad_cut = plan.cut not in CUSTOM_CUTS["double"] or (number > 1 and plan.cut == 0)
        if bad_cut or (st.structure != "custom" and plan.cut and plan.cut not in st.book.cuts):
            st.fault("structure.cut", "COM-CUT-2", f"Stage {number} cannot be entered by {plan.cut} players.")
        if plan.kind != "swiss" and not last:
            st.fault("structure.order", "COM-ELIM-1", f"The knock-out stage {number} is not the last one.")
        if plan.kind == "swiss" and plan.rounds < 1:
            st.fault("structure.rounds", "COM-PREP-3", f"Stage {number} has no rounds.")
        if st.teams and plan.kind != "swiss":
            st.fault("structure.teams", "SWL-2V2-4", "A tournament of teams has no finals.")


# ── freeze and draw ──────────────────────────────────────────────────────────


def freezing(st: State, x: Fields) -> None:
    number, last = x["round"], max(st.rounds, default=0)
    check_gone(st, number)
    if number != last + 1:
        st.fault("order.round_number", "COM-PREP-3", f"Round {number} does not follow round {last}.")
    if st.head and x["head"] != st.head:
        st.fault("lots.frozen_head", "COM-TB-5", f"Round {number} was frozen on another head than the log's.")
    if not st.rounds:
        _before_round_one(st, x)
    if x["stage"] != 1 and x["stage"] not in st.stages:
        st.fault("order.no_cut", "COM-CUT-5", f"Stage {x['stage']} begins without a cut.")


def frozen(st: State, x: Fields) -> None:
    r = st.rounds[x["round"]]
    stage = st.stages[r.stage]
    if stage.number != max(st.stages):
        st.fault("order.stage", "COM-PAIR-3", f"{r} belongs to a stage that is over.")
    so_far = sum(1 for one in st.rounds.values() if one.stage == stage.number)
    if stage.kind == "swiss" and so_far > stage.rounds:
        st.fault("order.too_many_rounds", "COM-PREP-3", f"{stage} has only {stage.rounds} rounds.")
    bracket = bracket_of(st, stage) if stage.kind in ("single", "double") and stage.seeds else None
    if bracket and bracket.complete:
        st.fault("order.too_many_rounds", "COM-ELIM-1", f"{stage} has a winner, and {r} has no games.")
    if stage.kind == "swiss":
        recomputed.check_frozen_field(st, r, x, stage, readings.here(st, stage.number))


def _before_round_one(st: State, x: Fields) -> None:
    check_substitutes(st)
    here = attending(st)
    if set(here) != set(st.active()):
        st.fault("structure.not_here", "COM-PAIR-1", "Players who are not checked in are still in the field.")
    if st.setting("lists.required"):
        _check_lists(st, x, here)
    due = expected_stages(st, len(here))
    if not st.exception and due is not None and due != st.announced:
        st.fault("structure.attendance", "COM-STRUCT-5", f"The structure does not fit {len(here)} players.")


def _check_lists(st: State, x: Fields, here: list[int]) -> None:
    """Whoever starts without a good list is named with a reason (AMB-G39); who, may be withheld with it."""
    if "despite_lists" not in x:
        return
    excused = x["despite_lists"]
    if any(not st.players[p].lists for p in here if p not in excused):
        st.fault("list.missing", "COM-LIST-2", "Round 1 begins while required lists are missing.")
    said = ((p, st.players[p].list_verdict or st.players[p].list_found) for p in here)
    illegal = [p for p, word in said if word in ("illegal", "undecided") and p not in excused]
    if illegal:
        st.fault("list.illegal", "COM-MAT-6", f"Player {illegal[0]} starts with a list that is not in order.")
    if excused and not x.get("reason"):
        st.fault("list.reason", "COM-MAT-6", "Nobody says why players start whose lists are not in order.")


def drawing(st: State, x: Fields) -> None:
    r = st.rounds[x["round"]]
    stage = st.stages[r.stage]
    if any(st.matches[m].scores for m in r.matches):
        st.fault("order.drawn_again", "COM-PAIR-1", f"{r} was drawn again after results had come in.")
    if r.link and (r.link, r.public) != (x["link"], x["public"]):
        st.fault("lots.again", "COM-TB-5", f"{r} was drawn again with another key.")
    if x["stage"] != r.stage:
        st.fault("order.stage", "COM-PAIR-3", f"{r} was drawn for another stage than it was frozen for.")
    key = None if st.quiet else lots.check_opening(st, r, x)
    _check_lots(st, r, stage, x, key)
    numbers = [m["match"] for m in x["matches"]]
    taken = st.matches.keys() - set(r.matches)
    if taken.intersection(numbers) or len(set(numbers)) < len(numbers):
        st.fault("draw.match_number", "COM-MAT-2", f"{r} uses a match number twice.")


def drawn(st: State, x: Fields) -> None:
    r = st.rounds[x["round"]]
    stage, key = st.stages[r.stage], lots.key_of(st, r)
    matches = list(st.in_round(r.number))
    if stage.kind == "swiss":
        draws.check_swiss(st, r, stage, x, matches, key)
    else:
        knockouts.check_draw(st, r, stage, x, matches, key)
    if key is not None and list(x["order"]) != by_lot(key, "pairing", set(readings.seated(st, r))):
        st.fault("lots.order", "COM-TB-5", f"{r}: the players are not in the order of their lots.")


def _check_lots(st: State, r: Round, stage: Stage, x: Fields, key: bytes | None) -> None:
    """Tie-break lots of a Swiss stage (AMB-G8) and start numbers (AMB-S16)."""
    given = dict(x.get("lots", ()))
    due = lots.tiebreaks(key, given) if key is not None else given
    for player in (p for p, lot in given.items() if lot != due[p]):
        st.fault("lots.tiebreak", "COM-TB-5", f"Player {player}: the key gives another tie-break lot.")
    if given and r.number != stage.first_round:
        st.fault("lots.redrawn", "AMB-G8", f"{r} draws tie-break lots though the stage has them.")
    swiss = stage.kind == "swiss"
    without = [p for p in draws.expected(st, r) if p not in (given or stage.lots)] if swiss else []
    if without:
        st.fault("lots.missing", "AMB-G8", f"Players {sorted(without)} have no tie-break lot.")
    starts = readings.starts_of(st, key) if st.game == readings.FOLDED and swiss else None
    if starts is not None and not st.quiet and dict(x.get("starts", ())) != starts:
        st.fault("lots.starts", "AMB-S16", f"{r}: the lots give other start numbers.")


def pairing_changed(st: State, x: Fields) -> None:
    """A change by hand keeps every player once and has a reason; it need not be a best pairing."""
    r = st.rounds[x["round"]]
    before, after = ([effects.read_match(m, r.number) for m in x[key]] for key in ("before", "after"))
    if not str(x.get("reason", "")).strip():
        st.fault("draw.change_reason", "COM-PAIR-6", f"{r} was changed by hand without a reason.")
    gone_home = {p for m in before for p in m.players if st.players[p].status != "in"}
    stays = sorted(p for m in before for p in m.players if p not in gone_home)
    if stays != sorted(p for m in after for p in m.players if p not in gone_home):
        st.fault("draw.change_players", "COM-PAIR-1", f"{r}: the change by hand loses or doubles a player.")
    moved = [(m.a, m.b) for m in before] != [(m.a, m.b) for m in after]
    if any(readings.has_result(st.matches[m.number]) for m in before if m.number in st.matches):
        st.fault("order.changed_late", "COM-PAIR-6", f"{r} was changed by hand after a result had come in.")
    if moved and r.status == "running":
        st.fault("order.changed_late", "COM-PAIR-6", f"{r} was changed by hand while its clock ran.")
    if moved and st.stages[r.stage].kind != "swiss":
        st.fault("draw.change_bracket", "COM-ELIM-2", f"{r} is a bracket and was changed by hand.")
    for m in before:
        old = st.matches.get(m.number)
        if old is None or (old.a, old.b, old.table) != (m.a, m.b, m.table):
            st.fault("draw.change_before", "COM-PAIR-6", f"{r}: match {m.number} was not as the change says.")


def pairings_kept(st: State, x: Fields) -> None:
    """Pairs drawn for other points stay only with a reason, before the round is played (AMB-G45)."""
    r = st.rounds[x["round"]]
    stage, seated = st.stages[r.stage], [p for p in readings.seated(st, r) if st.players[p].status == "in"]
    if not str(x.get("reason", "")).strip():
        st.fault("draw.kept_reason", "AMB-G45", f"{r}: the pairs are kept and nobody says why.")
    if stage.kind != "swiss" or any(map(readings.has_result, st.in_round(r.number))):
        st.fault("draw.kept", "AMB-G45", f"{r} cannot be kept: others play in it, or it is played already.")
    elif not st.quiet and [list(row) for row in recomputed.placed(st, stage, r.number, seated)] != [
        list(row) for row in x["field"]
    ]:
        st.fault("draw.field", "AMB-G45", f"{r}: the pairs are kept for another field than the log gives.")


def published(st: State, x: Fields) -> None:
    r = st.rounds[x["round"]]
    if st.stages[r.stage].kind == "swiss":
        draws.check_seating(st, r, list(st.in_round(r.number)))
        draws.check_accepted(st, r, x)


def closed(st: State, x: Fields) -> None:
    r = st.rounds[x["round"]]
    missing = [m.number for m in st.in_round(r.number) if not m.settled]
    if missing:
        st.fault("order.results_missing", "COM-PTS-1", f"{r} was closed without results of {missing}.")


BEFORE = {
    "round_frozen": freezing,
    "round_drawn": drawing,
    "pairing_changed": pairing_changed,
    "pairings_kept": pairings_kept,
    "round_published": published,
    "round_closed": closed,
}
AFTER = {"structure_announced": announced, "round_frozen": frozen, "round_drawn": drawn}
