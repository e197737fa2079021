"""Checks the cut, replacements, and the final places."""

from komandor.check.brackets import bracket_of
from komandor.check.readings import begun
from komandor.check.standings import ranking, tally
from komandor.check.state import Fields, Stage, State


def cut(st: State, x: Fields) -> None:
    """The cut has the best players of the final standings who have not left (COM-CUT-2, COM-CUT-5)."""
    old, number = st.stage, x["stage"]
    if (
        old is not None and number == old.number and not begun(st, old)
    ):  # made again after a correction (AMB-G45)
        old = st.stages.get(number - 1)  # made again after a correction (AMB-G45)
    if old is None or old.kind != "swiss" or number != old.number + 1:
        st.fault("order.cut", "COM-CUT-5", "The cut does not follow a Swiss stage.")
        return
    played = sum(1 for r in st.rounds.values() if r.stage == old.number)
    if played < old.rounds:
        st.fault("order.cut_early", "COM-CUT-5", f"The cut was made after {played} of {old.rounds} rounds.")
    order = ranking(st, old.number)
    if list(x["standings"]) != order:
        st.fault("cut.standings", "COM-CUT-5", f"The standings are {order}, not {list(x['standings'])}.")
    plan = st.announced[number - 1] if number <= len(st.announced) else None
    here = [p for p in order if st.players[p].status == "in"]
    if x.get("kind") == "final_match":
        _check_level(st, old, x)
    elif plan is None or (plan.kind, plan.cut) != (x.get("kind", "single"), x["size"]):
        st.fault("cut.announced", "COM-PREP-3", "The cut is not the one that was announced.")
    size = x["size"] if x.get("kind") != "final_match" else 2
    if x.get("kind") != "final_match" and list(x["seeds"]) != here[:size]:
        st.fault("cut.seeds", "COM-CUT-5", f"The cut is {here[:size]}, not {list(x['seeds'])}.")


def _level_on_top(st: State, stage: Stage) -> list[int]:
    """Who of those with most points is still here."""
    book, order = tally(st, stage.number), ranking(st, stage.number)
    return [p for p in order if book[p].points == book[order[0]].points and st.players[p].status == "in"]


def _check_level(st: State, old: Stage, x: Fields) -> None:
    """A final match is between two teams level for first place (SWL-2V2-5, AMB-S13)."""
    level = _level_on_top(st, old)
    if not st.teams or len(level) < 2 or list(x["seeds"]) != level[:2]:
        st.fault("cut.final_match", "SWL-2V2-5", "The final match is not of two teams level for first place.")


def replacement(st: State, x: Fields) -> None:
    """The next player in the standings is asked, and joins as last seed (COM-CUT-3, COM-CUT-4)."""
    stage = st.stages[x["stage"]]
    leaver, asked = x["leaver"], x["player"]
    if begun(st, stage) or leaver not in stage.seeds or st.players[leaver].status == "in":
        st.fault("cut.no_gap", "COM-CUT-3", f"Player {leaver} leaves no place to fill.")
    taken = {*stage.seeds, *stage.declined}
    due = next((p for p in stage.before if p not in taken and st.players[p].status == "in"), None)
    if asked != due:
        st.fault("cut.asked", "COM-CUT-4", f"Player {due} is the next to be asked, not {asked}.")
    seeds = [p for p in stage.seeds if p != leaver] + [asked] if x["accepted"] else list(stage.seeds)
    if list(x["seeds"]) != seeds:
        st.fault("cut.moved_up", "COM-CUT-3", f"The seeds are now {seeds}, not {list(x['seeds'])}.")


def shrunk(st: State, x: Fields) -> None:
    stage = st.stages[x["stage"]]
    stay = [p for p in stage.seeds if p is not None and st.players[p].status == "in"]
    taken = {*stage.seeds, *stage.declined}
    if any(p not in taken and st.players[p].status == "in" for p in stage.before):
        st.fault("cut.shrunk", "AMB-G30", "The cut shrinks though somebody could still be asked.")
    if list(x["seeds"]) != stay:
        st.fault("cut.moved_up", "AMB-G30", f"The seeds are now {stay}, not {list(x['seeds'])}.")


# ── the end ──────────────────────────────────────────────────────────────────


def closed(st: State, x: Fields) -> None:
    stage = st.stage
    if stage is None:
        st.fault("order.closed_early", "COM-PAIR-7", "The tournament ends before it began.")
        return
    _check_over(st, stage)
    if st.rounds and not x.get("seed"):
        st.note("end.unopened", "COM-TB-5", "The event is finished, but its draw seed was not revealed.")
    given = [(player, place) for player, place in x["places"]]
    if given not in [list(enumerate_from_one(order)) for order in _orders(st, stage)]:
        due = list(enumerate_from_one(next(iter(_orders(st, stage)))))
        st.fault("places.wrong", "AMB-G24", f"The final places are {due}, not {given}.")


def enumerate_from_one(order: list[int]) -> list[tuple[int, int]]:
    return [(player, place) for place, player in enumerate(order, start=1)]


def _check_over(st: State, stage: Stage) -> None:
    here = [p for p in st.active() if stage.number == 1 or p in stage.seeds]
    if stage.kind == "swiss" and len(here) < 2:
        return  # a single player has no opponent
    if st.phase in ("frozen", "drawn", "published") and stage.kind == "swiss":
        st.fault("order.closed_early", "COM-PREP-3", "The tournament ends while a round is prepared.")
    rounds = [r for r in st.rounds.values() if r.stage == stage.number]
    left_over = len(rounds) < stage.rounds or stage.number < len(st.announced)
    if stage.kind == "swiss" and left_over:
        st.fault("order.closed_early", "COM-PREP-3", "The tournament ends before the last announced round.")
    if stage.kind in ("single", "double"):
        bracket = bracket_of(st, stage)
        if bracket is None or not bracket.complete:
            st.fault("order.closed_early", "COM-ELIM-1", "The tournament ends before the bracket does.")
    if stage.kind == "final_match" and here and _final_winner(st, stage) is None:
        st.fault("order.closed_early", "SWL-2V2-5", "The tournament ends before the final match was decided.")


def _final_winner(st: State, stage: Stage) -> int | None:
    here = [p for p in stage.seeds if p is not None and st.players[p].status == "in"]
    if len(here) == 1:  # the other team left (COM-ELIM-6)
        return here[0]
    own = [m for n, r in sorted(st.rounds.items()) if r.stage == stage.number for m in st.in_round(n)]
    won = next((m.winner for m in reversed(own) if m.winner is not None), None)
    return won or _no_longer_level(st, stage)


def _no_longer_level(st: State, stage: Stage) -> int | None:
    """Who is first, if since a correction who stays is no longer level for first place (AMB-G45)."""
    book, order = tally(st, stage.number - 1), ranking(st, stage.number - 1)
    ranked = [p for p in stage.seeds if p in order]
    here = [p for p in ranked if st.players[p].status == "in"] or ranked
    parted = any(book[p].points != book[order[0]].points for p in here)
    return order[0] if parted and not begun(st, stage) else None


def _orders(st: State, stage: Stage) -> list[list[int]]:
    """All final orders that the rules allow.

    Players who were out before the last stage are in Swiss order, either as frozen at the cut or as
    corrected later: AMB-G24 does not say which.
    """
    earlier = [st.stages[n] for n in sorted(st.stages, reverse=True) if n < stage.number]
    frozen = [*stage.before, *(p for s in earlier for p in s.before)]
    live = [p for s in earlier if s.kind == "swiss" for p in ranking(st, s.number)]
    out = []
    for front in _fronts(st, stage):
        for tail in (live, frozen):
            order = dict.fromkeys([*front, *tail])
            out.append([p for p in order if not st.players[p].no_place])
    return out


def _fronts(st: State, stage: Stage) -> list[list[int]]:
    """The players of the last stage, best first, in all allowed orders."""
    if stage.kind == "swiss":
        order, level = ranking(st, stage.number), _level_on_top(st, stage) if st.teams else []
        alone = level[0] if len(level) == 1 else 0  # who stays wins (AMB-G42)
        return [sorted(order, key=lambda p: p != alone)]
    if stage.kind == "final_match":
        winner = _final_winner(st, stage)
        if winner is None or _no_longer_level(st, stage):
            return [ranking(st, stage.number - 1)]
        return [sorted((p for p in stage.seeds if p is not None), key=lambda p: p != winner)]
    bracket = bracket_of(st, stage)
    return [bracket.places(), bracket.places(leavers_last=True)] if bracket else [[]]


BEFORE = {
    "cut_made": cut,
    "replacement_asked": replacement,
    "stage_shrunk": shrunk,
    "tournament_closed": closed,
}
