"""Planted faults of people, clock, structure, cut and bracket."""

from tests.check.planting import (
    Log,
    bracket_draw,
    every,
    fault,
    game_of,
    has_undo,
    insert_after,
    last,
    pairs,
    spoil,
)

# ── people ───────────────────────────────────────────────────────────────────


@fault
def back_after_disqualification(log: Log) -> Log | None:
    found = last(log, "player_disqualified")
    return (
        insert_after(log, found, {"type": "player_returned", "player": found["player"], "missed": []})
        if found
        else None
    )


@fault
def back_without_having_left(log: Log) -> Log | None:
    gone = {x["player"] for x in every(log, "player_left", "player_disqualified", "registration_withdrawn")}
    here = last(log, "player_registered", where=lambda x: x["player"] not in gone)
    if here is None:
        return None
    return insert_after(
        log, last(log, "round_closed"), {"type": "player_returned", "player": here["player"], "missed": []}
    )


@fault
def back_with_wrong_losses(log: Log) -> Log | None:
    found = last(log, "player_returned")
    return spoil(log, "player_returned", missed=[*found["missed"], 99]) if found else None


@fault
def admitted_without_having_waited(log: Log) -> Log | None:
    found = last(log, "player_registered")
    return insert_after(log, found, {"type": "waiting_listed", "player": found["player"], "waiting": False})


@fault
def left_twice(log: Log) -> Log | None:
    found = last(log, "player_left")
    return insert_after(log, found, dict(found)) if found else None


@fault
def disqualified_without_reason(log: Log) -> Log | None:
    return spoil(log, "player_disqualified", reason="")


@fault
def late_entry_not_allowed(log: Log) -> Log | None:
    if not any(every(log, "player_entered_late")):
        return None
    log[0]["settings"]["registration.late_entry"] = "no"
    return log


@fault
def late_entry_without_losses(log: Log) -> Log | None:
    return spoil(log, "player_entered_late", where=lambda x: x["missed"], missed=[])


@fault
def late_entry_with_chosen_lot(log: Log) -> Log | None:
    return spoil(log, "player_entered_late", lot=281474976710655)


@fault
def number_given_twice(log: Log) -> Log | None:
    found = last(log, "player_registered")
    return insert_after(log, found, dict(found)) if found else None


@fault
def list_after_round_one(log: Log) -> Log | None:
    player = last(log, "player_registered")
    new = {"type": "list_submitted", "player": player["player"] if player else 1, "content": {"deck": "x"}}
    return insert_after(log, last(log, "round_published"), new)


@fault
def lists_missing(log: Log) -> Log | None:
    if any(every(log, "list_submitted")) or not any(every(log, "round_frozen")):
        return None
    log[0]["settings"] = {**log[0]["settings"], "lists.required": True}
    return log


@fault
def illegal_list_without_a_word(log: Log) -> Log | None:
    """Everybody hands in a list; one is found illegal, and round 1 begins."""
    numbers, arrived = [x["player"] for x in every(log, "player_registered")], last(log, "player_registered")
    if any(every(log, "list_submitted")) or not any(every(log, "round_frozen")):
        return None
    log[0]["settings"] = {**log[0]["settings"], "lists.required": True}
    spoiled = insert_after(log, arrived, {"type": "list_checked", "player": numbers[0], "verdict": "illegal"})
    for number in numbers:
        handed_in = {"type": "list_submitted", "player": number, "content": {"deck": "x"}}
        spoiled = spoiled and insert_after(spoiled, arrived, handed_in)
    return spoiled


@fault
def leader_plays_at_championship(log: Log) -> Log | None:
    log[0]["level"] = "championship"
    return spoil(log, "player_registered", staff=1)


@fault
def leader_plays_alone(log: Log) -> Log | None:
    if not any(every(log, "round_frozen")) or len(list(every(log, "staff_appointed"))) > 1:
        return None
    log[0]["level"] = "casual"
    return spoil(log, "player_registered", staff=1)


@fault
def second_main_organiser(log: Log) -> Log | None:
    new = {"type": "staff_appointed", "staff": 77, "roles": ["organiser"]}
    return insert_after(log, last(log, "staff_appointed"), new)


@fault
def sanction_without_reason(log: Log) -> Log | None:
    return spoil(log, "sanction_given", reason="")


# ── clock and structure ──────────────────────────────────────────────────────


@fault
def clock_wrong(log: Log) -> Log | None:
    return spoil(log, "clock_started", minutes=17)


@fault
def clock_out_of_range(log: Log) -> Log | None:
    if game_of(log) != "star-wars-lcg":
        return None
    log[0]["minutes"] = {"swiss": 45}
    return log


@fault
def rounds_not_by_the_table(log: Log) -> Log | None:
    found = last(log, "structure_announced")
    if found is None or found["stages"][0]["kind"] != "swiss":
        return None
    found["stages"][0]["rounds"] += 1
    return log


@fault
def attendance_wrong(log: Log) -> Log | None:
    found = last(log, "structure_announced")
    return spoil(log, "structure_announced", players=found["players"] + 1) if found else None


# ── cut and bracket ──────────────────────────────────────────────────────────


@fault
def standings_at_cut_wrong(log: Log) -> Log | None:
    found = last(log, "cut_made", where=lambda x: len(x["standings"]) > 1)
    if found is None:
        return None
    found["standings"][-1], found["standings"][-2] = found["standings"][-2], found["standings"][-1]
    return log


@fault
def seeds_exchanged(log: Log) -> Log | None:
    found = last(log, "cut_made")
    if found is None:
        return None
    found["seeds"][0], found["seeds"][1] = found["seeds"][1], found["seeds"][0]
    return log


@fault
def cut_larger_than_announced(log: Log) -> Log | None:
    found = last(
        log, "cut_made", where=lambda x: x["kind"] != "final_match" and len(x["standings"]) > x["size"]
    )
    if found is None:
        return None
    found["size"] += 1
    found["seeds"].append(next(p for p in found["standings"] if p not in found["seeds"]))
    return log


@fault
def wrong_player_asked(log: Log) -> Log | None:
    return spoil(log, "replacement_asked", player=9999)


@fault
def replacement_not_last_seed(log: Log) -> Log | None:
    found = last(log, "replacement_asked", where=lambda x: x["accepted"])
    if found is None:
        return None
    found["seeds"].insert(0, found["seeds"].pop())
    return log


@fault
def bracket_pair_wrong(log: Log) -> Log | None:
    draw = bracket_draw(log, lambda x: len(pairs(x)) > 1)
    if draw is None:
        return None
    one, two = pairs(draw)[:2]
    one["b"], two["b"] = two["b"], one["b"]
    return log


@fault
def bracket_game_left_out(log: Log) -> Log | None:
    draw = bracket_draw(log, pairs)
    if draw is None:
        return None
    draw["matches"].remove(pairs(draw)[-1])
    return log


@fault
def bracket_game_misnumbered(log: Log) -> Log | None:
    draw = bracket_draw(log, pairs)
    if draw is None:
        return None
    pairs(draw)[0]["game"] += 1
    return log


@fault
def light_side_against_the_rule(log: Log) -> Log | None:
    """Sides of the finals that the rule gives and does not leave to the higher seed."""
    found = last(log, "sides_chosen", where=lambda x: x["rule"] in ("SWL-SIDE-2", "SWL-SIDE-3"))
    draw = found and last(
        log, "round_drawn", where=lambda x: any(m["match"] == found["match"] for m in x["matches"])
    )
    if not found or not draw or has_undo(log):
        return None
    match = next(m for m in draw["matches"] if m["match"] == found["match"])
    found["light"] = match["a"] if found["light"] == match["b"] else match["b"]
    return log


@fault
def places_exchanged(log: Log) -> Log | None:
    found = last(log, "tournament_closed", where=lambda x: len(x["places"]) > 1)
    if found is None:
        return None
    one, two = found["places"][0], found["places"][1]
    one[0], two[0] = two[0], one[0]
    return log


@fault
def place_missing(log: Log) -> Log | None:
    found = last(log, "tournament_closed")
    if found is None:
        return None
    found["places"].pop()
    return log
