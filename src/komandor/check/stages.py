"""Between stages: the cut, replacements, and the final places."""

from komandor.check.brackets import bracket_of
from komandor.check.standings import ranking, tally
from komandor.check.world import Fields, Stage, World


def cut(w: World, x: Fields) -> None:
    """The best of the final table who are still here (COM-CUT-2, COM-CUT-5)."""
    old, number = w.stage, x["stage"]
    if old is None or old.kind != "swiss" or number != old.number + 1:
        w.say("order.cut", "COM-CUT-5", "The cut does not follow a Swiss stage.")
        return
    played = sum(1 for r in w.rounds.values() if r.stage == old.number)
    if played < old.rounds:
        w.say("order.cut_early", "COM-CUT-5", f"The cut was made after {played} of {old.rounds} rounds.")
    order = ranking(w, old.number)
    if list(x["standings"]) != order:
        w.say(
            "cut.standings", "COM-CUT-5", f"The standings at the cut are {order}, not {list(x['standings'])}."
        )
    plan = w.announced[number - 1] if number <= len(w.announced) else None
    here = [p for p in order if w.players[p].status == "in"]
    if x.get("kind") == "final_match":
        _check_level(w, old, x, here)
    elif plan is None or (plan.kind, plan.cut) != (x.get("kind", "single"), x["size"]):
        w.say("cut.announced", "COM-PREP-3", "The cut is not the one that was announced.")
    size = x["size"] if x.get("kind") != "final_match" else 2
    if x.get("kind") != "final_match" and list(x["seeds"]) != here[:size]:
        w.say("cut.seeds", "COM-CUT-5", f"The cut is {here[:size]}, not {list(x['seeds'])}.")
    w.stages[number] = Stage(
        number, x.get("kind", "single"), plan.rounds if plan else 0, x["size"],
        seeds=list(x["seeds"]), before=list(x["standings"]),
    )  # fmt: skip
    w.phase = "cut"


def _check_level(w: World, old: Stage, x: Fields, here: list[int]) -> None:
    """Two teams level for first place play for it (SWL-2V2-5, AMB-S13)."""
    book = tally(w, old.number)
    level = [p for p in here if book[p].points == book[here[0]].points]
    if not w.teams or len(level) < 2 or list(x["seeds"]) != level[:2]:
        w.say(
            "cut.final_match", "SWL-2V2-5", "The final match is not one of two teams level for first place."
        )


def replacement(w: World, x: Fields) -> None:
    """The next in the standings is asked and joins as last seed (COM-CUT-3, COM-CUT-4)."""
    stage = w.stages[x["stage"]]
    leaver, asked = x["leaver"], x["player"]
    if stage.begun or leaver not in stage.seeds or w.players[leaver].status == "in":
        w.say("cut.no_gap", "COM-CUT-3", f"Player {leaver} leaves no place to fill.")
    taken = {*stage.seeds, *stage.declined}
    due = next((p for p in stage.before if p not in taken and w.players[p].status == "in"), None)
    if asked != due:
        w.say("cut.asked", "COM-CUT-4", f"Player {due} is the next to be asked, not {asked}.")
    seeds = [p for p in stage.seeds if p != leaver] + [asked] if x["accepted"] else list(stage.seeds)
    if list(x["seeds"]) != seeds:
        w.say("cut.moved_up", "COM-CUT-3", f"The seeds are now {seeds}, not {list(x['seeds'])}.")
    if not x["accepted"]:
        stage.declined.add(asked)
    stage.seeds = list(x["seeds"])


def shrunk(w: World, x: Fields) -> None:
    stage = w.stages[x["stage"]]
    stay = [p for p in stage.seeds if p is not None and w.players[p].status == "in"]
    taken = {*stage.seeds, *stage.declined}
    if any(p not in taken and w.players[p].status == "in" for p in stage.before):
        w.say("cut.shrunk", "AMB-G30", "The cut shrinks though somebody could still be asked.")
    if list(x["seeds"]) != stay:
        w.say("cut.moved_up", "AMB-G30", f"The seeds are now {stay}, not {list(x['seeds'])}.")
    stage.seeds = list(x["seeds"])


# ── the end ──────────────────────────────────────────────────────────────────


def closed(w: World, x: Fields) -> None:
    stage = w.stage
    if stage is None:
        w.say("order.closed_early", "COM-PAIR-7", "The tournament ends before it began.")
        return
    _check_over(w, stage)
    given = [(player, place) for player, place in x["places"]]
    if given not in [list(enumerate_from_one(order)) for order in _orders(w, stage)]:
        due = list(enumerate_from_one(next(iter(_orders(w, stage)))))
        w.say("places.wrong", "AMB-G24", f"The final places are {due}, not {given}.")
    w.phase = "closed"


def enumerate_from_one(order: list[int]) -> list[tuple[int, int]]:
    return [(player, place) for place, player in enumerate(order, start=1)]


def _check_over(w: World, stage: Stage) -> None:
    here = [p for p in w.active() if stage.number == 1 or p in stage.seeds]
    if stage.kind == "swiss" and len(here) < 2:
        return  # one alone has nobody to play
    rounds = [r for r in w.rounds.values() if r.stage == stage.number]
    left_over = len(rounds) < stage.rounds or stage.number < len(w.announced)
    if stage.kind == "swiss" and left_over:
        w.say(
            "order.closed_early", "COM-PREP-3", "The tournament ends before all announced rounds were played."
        )
    if stage.kind in ("single", "double"):
        bracket = bracket_of(w, stage)
        if bracket is None or not bracket.complete:
            w.say(
                "order.closed_early", "COM-ELIM-1", "The tournament ends before the bracket was played out."
            )
    if stage.kind == "final_match" and here and _final_winner(w, stage) is None:
        w.say("order.closed_early", "SWL-2V2-5", "The tournament ends before the final match was decided.")


def _final_winner(w: World, stage: Stage) -> int | None:
    here = [p for p in stage.seeds if p is not None and w.players[p].status == "in"]
    if len(here) == 1:  # the other team left (COM-ELIM-6)
        return here[0]
    own = [m for n, r in sorted(w.rounds.items()) if r.stage == stage.number for m in w.in_round(n)]
    return next((m.winner for m in reversed(own) if m.winner is not None), None)


def _orders(w: World, stage: Stage) -> list[list[int]]:
    """Every order the rules allow: those who fell out earlier in Swiss order, as frozen at each cut or as
    corrected later (AMB-G24 does not say which)."""
    earlier = [w.stages[n] for n in sorted(w.stages, reverse=True) if n < stage.number]
    frozen = [*stage.before, *(p for s in earlier for p in s.before)]
    live = [p for s in earlier if s.kind == "swiss" for p in ranking(w, s.number)]
    out = []
    for front in _fronts(w, stage):
        for tail in (live, frozen):
            order = dict.fromkeys([*front, *tail])
            out.append([p for p in order if w.players[p].status != "disqualified"])
    return out


def _fronts(w: World, stage: Stage) -> list[list[int]]:
    """Those who played the last stage, best first."""
    if stage.kind == "swiss":
        return [ranking(w, stage.number)]
    if stage.kind == "final_match":
        winner = _final_winner(w, stage)
        return [sorted((p for p in stage.seeds if p is not None), key=lambda p: p != winner)]
    bracket = bracket_of(w, stage)
    return [bracket.places(), bracket.places(leavers_last=True)] if bracket else [[]]


STEPS = {
    "cut_made": cut, "replacement_asked": replacement, "stage_shrunk": shrunk, "tournament_closed": closed,
}  # fmt: skip
