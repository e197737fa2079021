"""A round from the announcement to its close: freeze, draw, changes by hand, publishing."""

from komandor.check import draws, knockouts, lots, tables
from komandor.check.people import check_substitutes, plans
from komandor.check.standings import played
from komandor.check.world import Fields, Match, Plan, Round, Stage, World

CUSTOM_CUTS = {"double": (0, 4, 8, 16)}


def announced(w: World, x: Fields) -> None:
    """COM-PREP-3, COM-STRUCT-5: rounds and cut follow from attendance, or from the custom structure."""
    w.announced, w.announced_players, w.exception = plans(x["stages"]), x["players"], False
    if x["players"] != len(attending(w)):
        w.say(
            "structure.players", "COM-STRUCT-5", f"{len(attending(w))} players are here, not {x['players']}."
        )
    due = expected_stages(w, x["players"])
    if due is None:
        w.say(
            "structure.undefined", "AMB-G23", f"No {w.structure} structure exists for {x['players']} players."
        )
    elif due != w.announced:
        w.say(
            "structure.row",
            "COM-STRUCT-5",
            f"The announced rounds or cut are not those for {x['players']} players.",
        )
    _check_stages(w)
    w.phase = "announced"


def attending(w: World) -> list[int]:
    """Everybody registered, or those checked in once check-in is used."""
    here = [p for p in w.active() if w.players[p].checked_in]
    return here or w.active()


def expected_stages(w: World, players: int) -> list[Plan] | None:
    if w.structure == "custom":
        return w.custom or w.announced
    row = tables.structure_row(w.game, w.structure, players)
    if row is None:
        return None
    return [Plan("swiss", row[0], 0), *([Plan("single", 0, row[1])] if row[1] else [])]


def _check_stages(w: World) -> None:
    for number, plan in enumerate(w.announced, start=1):
        last = number == len(w.announced)
        bad_cut = number > 1 and plan.cut < 2
        if plan.kind == "double":
            bad_cut = plan.cut not in CUSTOM_CUTS["double"] or (number > 1 and plan.cut == 0)
        if bad_cut or (w.structure != "custom" and plan.cut and plan.cut not in tables.CUTS[w.game]):
            w.say("structure.cut", "COM-CUT-2", f"Stage {number} cannot be entered by {plan.cut} players.")
        if plan.kind != "swiss" and not last:
            w.say("structure.order", "COM-ELIM-1", f"Stage {number} is a knock-out and not the last stage.")
        if plan.kind == "swiss" and plan.rounds < 1:
            w.say("structure.rounds", "COM-PREP-3", f"Stage {number} has no rounds.")
        if w.teams and plan.kind != "swiss":
            w.say("structure.teams", "SWL-2V2-4", "A tournament of teams has no finals.")


# ── freeze and draw ──────────────────────────────────────────────────────────


def frozen(w: World, x: Fields) -> None:
    number, stage_no = x["round"], x["stage"]
    if number != max(w.rounds, default=0) + 1:
        w.say(
            "order.round_number",
            "COM-PREP-3",
            f"Round {number} does not follow round {max(w.rounds, default=0)}.",
        )
    if w.head and x["head"] != w.head:
        w.say("lots.frozen_head", "COM-TB-5", f"Round {number} was frozen on another head than the log had.")
    if not w.rounds:
        _before_round_one(w)
    if stage_no not in w.stages:
        plan = w.announced[stage_no - 1]
        w.stages[stage_no] = Stage(stage_no, plan.kind, plan.rounds, plan.cut, seeds=list(w.active()))
        if stage_no != 1:
            w.say("order.no_cut", "COM-CUT-5", f"Stage {stage_no} begins without a cut.")
    stage = w.stages[stage_no]
    if stage_no != max(w.stages):
        w.say("order.stage", "COM-PAIR-3", f"Round {number} belongs to a stage that is over.")
    so_far = sum(1 for r in w.rounds.values() if r.stage == stage_no)
    if stage.kind == "swiss" and so_far >= stage.rounds:
        w.say(
            "order.too_many_rounds",
            "COM-PREP-3",
            f"Stage {stage_no} was announced with {stage.rounds} rounds.",
        )
    stage.first_round = stage.first_round or number
    w.rounds[number] = Round(number, stage_no, head=x["head"], source=x.get("public_source", "none"))
    w.phase = "frozen"


def _before_round_one(w: World) -> None:
    check_substitutes(w)
    here = attending(w)
    if set(here) != set(w.active()):
        w.say("structure.not_here", "COM-PAIR-1", "Players who were not checked in are still in the field.")
    if w.setting("lists.required") and any(not w.players[p].lists for p in here):
        w.say("list.missing", "COM-LIST-2", "Round 1 begins while required lists are missing.")
    due = expected_stages(w, len(here))
    if not w.exception and due is not None and due != w.announced:
        w.say(
            "structure.attendance",
            "COM-STRUCT-5",
            f"The announced structure does not fit {len(here)} players.",
        )


def drawn(w: World, x: Fields) -> None:
    r = w.rounds[x["round"]]
    stage = w.stages[r.stage]
    if any(w.matches[m].scores for m in r.matches):
        w.say(
            "order.drawn_again", "COM-PAIR-1", f"Round {r.number} was drawn again after results had come in."
        )
    if r.link and (r.link, r.public) != (x["link"], x["public"]):
        w.say("lots.again", "COM-TB-5", f"Round {r.number} was drawn again with another key.")
    if x["stage"] != r.stage:
        w.say(
            "order.stage",
            "COM-PAIR-3",
            f"Round {r.number} was drawn for another stage than it was frozen for.",
        )
    key = None if w.quiet else lots.check_opening(w, r, x)
    r.link, r.public = x["link"], x["public"]
    _check_lots(w, r, stage, x, key)
    for number in r.matches:
        del w.matches[number]
    matches = [read_match(m, r.number) for m in x["matches"]]
    if any(m.number in w.matches for m in matches) or len({m.number for m in matches}) < len(matches):
        w.say("draw.match_number", "COM-MAT-2", f"Round {r.number} uses a match number twice.")
    if stage.kind == "swiss":
        draws.check_swiss(w, r, stage, x, matches, key)
    else:
        knockouts.check_draw(w, r, stage, x, matches, key)
    if key is not None and list(x["order"]) != lots.order(
        key, "pairing", {p for m in matches for p in m.players}
    ):
        w.say("lots.order", "COM-TB-5", f"Round {r.number}: the players are not in the order of their lots.")
    w.matches.update({m.number: m for m in matches})
    r.matches, r.status, r.by_hand = [m.number for m in matches], "drawn", False
    w.phase = "drawn"


def read_match(m: Fields, number: int) -> Match:
    return Match(
        m["match"], number, m.get("table"), m["a"], m.get("b"), m.get("kind", "match"), m.get("game")
    )


def _check_lots(w: World, r: Round, stage: Stage, x: Fields, key: bytes | None) -> None:
    """Tie-break lots of a Swiss stage (AMB-G8) and start numbers (AMB-S16)."""
    given = dict(x.get("lots", ()))
    due = lots.tiebreaks(key, given) if key is not None else given
    for player in (p for p, lot in given.items() if lot != due[p]):
        w.say("lots.tiebreak", "COM-TB-5", f"The tie-break lot of player {player} is not what the key gives.")
    if x.get("lots"):
        if r.number != stage.first_round:
            w.say(
                "lots.redrawn", "AMB-G8", f"Round {r.number} draws tie-break lots though the stage has them."
            )
        stage.lots = dict(x["lots"])
    without = [p for p in draws.expected(w, r) if p not in stage.lots] if stage.kind == "swiss" else []
    if without:
        w.say("lots.missing", "AMB-G8", f"Players {sorted(without)} have no tie-break lot.")
    if x.get("starts") or w.game == tables.SWL:
        _check_starts(w, x, key)


def _check_starts(w: World, x: Fields, key: bytes | None) -> None:
    if w.quiet:
        for player, start in x.get("starts", ()):
            w.players[player].start = start
        return
    waiting = [p for p in w.active() if w.players[p].start is None]
    taken = {q.start for q in w.players.values() if q.start is not None}
    free = (n for n in range(1, 2 * len(w.players) + 2) if n not in taken)
    by_lot = w.setting("swl.start_numbers") == "random"
    ordered = lots.order(key, "start numbers", waiting) if by_lot and key else sorted(waiting)
    due = dict(zip(ordered, free, strict=False))
    given = dict(x.get("starts", ()))
    if w.game == tables.SWL and w.stages[x["stage"]].kind == "swiss" and given != due:
        w.say("lots.starts", "AMB-S16", f"Round {x['round']}: the start numbers are not what the lots give.")
    for player, start in given.items():
        w.players[player].start = start


def pairing_changed(w: World, x: Fields) -> None:
    """By hand: everybody still once, and a reason; optimality is not asked for any more."""
    r = w.rounds[x["round"]]
    before, after = ([read_match(m, r.number) for m in x[key]] for key in ("before", "after"))
    if not str(x.get("reason", "")).strip():
        w.say("draw.change_reason", "COM-PAIR-6", f"Round {r.number} was changed by hand without a reason.")
    if sorted(p for m in before for p in m.players) != sorted(p for m in after for p in m.players):
        w.say(
            "draw.change_players",
            "COM-PAIR-1",
            f"Round {r.number}: the change by hand loses or doubles a player.",
        )
    moved = [(m.a, m.b) for m in before] != [(m.a, m.b) for m in after]
    if any(w.matches[m.number].scores for m in before if m.number in w.matches):
        w.say(
            "order.changed_late",
            "COM-PAIR-6",
            f"Round {r.number} was changed by hand after a result had come in.",
        )
    if moved and r.status == "running":
        w.say(
            "order.changed_late", "COM-PAIR-6", f"Round {r.number} was changed by hand while its clock ran."
        )
    if moved and w.stages[r.stage].kind != "swiss":
        w.say("draw.change_bracket", "COM-ELIM-2", f"Round {r.number} is a bracket and was changed by hand.")
    for m in before:
        old = w.matches.pop(m.number, None)
        if old is None or (old.a, old.b, old.table) != (m.a, m.b, m.table):
            w.say(
                "draw.change_before",
                "COM-PAIR-6",
                f"Round {r.number}: match {m.number} was not as the change says.",
            )
    w.matches.update({m.number: m for m in after})
    gone = {m.number for m in before}
    r.matches = [n for n in r.matches if n not in gone] + [m.number for m in after]
    r.by_hand |= moved


def published(w: World, x: Fields) -> None:
    r = w.rounds[x["round"]]
    stage = w.stages[r.stage]
    matches = list(w.in_round(r.number))
    if stage.kind == "swiss":
        draws.check_seating(w, r, matches)
        met = {
            frozenset(m.players)
            for e in w.swiss_rounds()
            if e.number < r.number
            for m in w.in_round(e.number)
            if played(m)
        }
        again = [m for m in matches if m.b is not None and frozenset(m.players) in met]
        if again and not x.get("rematches_accepted"):
            w.say(
                "draw.rematch_accepted",
                "AMB-G11",
                f"Round {r.number} has a rematch that the organiser did not accept.",
            )
    r.status, w.phase = "published", "published"


def closed(w: World, x: Fields) -> None:
    r = w.rounds[x["round"]]
    missing = [m.number for m in w.in_round(r.number) if not m.settled]
    if missing:
        w.say(
            "order.results_missing", "COM-PTS-1", f"Round {r.number} was closed without results of {missing}."
        )
    r.status, w.phase = "closed", "between"


STEPS = {
    "structure_announced": announced, "round_frozen": frozen, "round_drawn": drawn,
    "pairing_changed": pairing_changed, "round_published": published, "round_closed": closed,
}  # fmt: skip
