"""Planted faults of draws and of the lots behind them."""

from tests.check.planting import (
    Log,
    every,
    fault,
    has_undo,
    insert_after,
    last,
    pairs,
    spoil,
    stage_kinds,
    swiss_draw,
)

BYE_OR_REMATCH = 117
"""A seed of a hall in which a rematch is made so that nobody has a second bye."""

# ── draws ────────────────────────────────────────────────────────────────────


@fault
def two_players_exchanged(log: Log) -> Log | None:
    draw = swiss_draw(log, lambda x: len(pairs(x)) > 1)
    if draw is None:
        return None
    one, two = pairs(draw)[0], pairs(draw)[-1]
    one["b"], two["b"] = two["b"], one["b"]
    return log


@fault
def player_left_out_of_draw(log: Log) -> Log | None:
    draw = swiss_draw(log)
    if draw is None:
        return None
    draw["matches"].pop()
    return log


@fault
def player_drawn_twice(log: Log) -> Log | None:
    draw = swiss_draw(log, lambda x: len(pairs(x)) > 1)
    if draw is None:
        return None
    pairs(draw)[0]["b"] = pairs(draw)[1]["a"]
    return log


@fault
def player_meets_himself(log: Log) -> Log | None:
    draw = swiss_draw(log, pairs)
    if draw is None:
        return None
    pairs(draw)[0]["b"] = pairs(draw)[0]["a"]
    return log


@fault
def bye_to_somebody_else(log: Log) -> Log | None:
    draw = swiss_draw(log, lambda x: any(m["kind"] == "bye" for m in x["matches"]) and pairs(x))
    if draw is None:
        return None
    bye, match = next(m for m in draw["matches"] if m["kind"] == "bye"), pairs(draw)[0]
    bye["a"], match["a"] = match["a"], bye["a"]
    return log


@fault
def two_byes_instead_of_a_match(log: Log) -> Log | None:
    draw = swiss_draw(log, pairs)
    if draw is None:
        return None
    match = pairs(draw)[-1]
    other = {**match, "match": 9999, "a": match["b"], "b": None, "kind": "bye", "table": None}
    match.update(b=None, kind="bye", table=None)
    draw["matches"].append(other)
    return log


@fault
def bye_called_awarded(log: Log) -> Log | None:
    draw = swiss_draw(log, lambda x: any(m["kind"] == "bye" for m in x["matches"]))
    if draw is None:
        return None
    next(m for m in draw["matches"] if m["kind"] == "bye")["kind"] = "awarded_bye"
    return log


@fault
def awarded_bye_forgotten(log: Log) -> Log | None:
    draw = swiss_draw(log, lambda x: any(m["kind"] == "awarded_bye" for m in x["matches"]))
    if draw is None:
        return None
    next(m for m in draw["matches"] if m["kind"] == "awarded_bye")["kind"] = "bye"
    return log


@fault
def player_who_left_is_drawn(log: Log) -> Log | None:
    gone: set[int] = set()
    for x in log:
        if x["type"] in ("player_left", "player_disqualified"):
            gone.add(x["player"])
        elif x["type"] == "player_returned":
            gone.discard(x["player"])
        elif x["type"] == "round_drawn" and gone and pairs(x):
            pairs(x)[0]["b"] = min(gone)
            return log
    return None


@fault
def rematch_that_could_be_avoided(log: Log) -> Log | None:
    kinds, met = stage_kinds(log), set[frozenset[int]]()
    if any(
        every(log, "event_voided", "pairing_changed", "match_forfeited", "player_left", "player_entered_late")
    ):
        return None  # who really met is no longer seen at a glance
    for x in every(log, "round_drawn"):
        if kinds.get(x["stage"]) != "swiss":
            continue
        for one in pairs(x):
            for two in pairs(x):
                if one is not two and frozenset((one["a"], two["b"])) in met and not x["rematches"]:
                    one["b"], two["b"] = two["b"], one["b"]
                    return log
        met |= {frozenset((m["a"], m["b"])) for m in pairs(x)}
    return None


@fault
def rematch_hidden(log: Log) -> Log | None:
    draw = swiss_draw(log, lambda x: x["rematches"])
    if draw is None:
        return None
    draw["rematches"] = []
    return log


@fault
def rematch_not_accepted(log: Log) -> Log | None:
    draw = swiss_draw(log, lambda x: x["rematches"])
    if draw is None or any(every(log, "pairing_changed", "event_voided", "result_corrected")):
        return None
    return spoil(log, "round_published", where=lambda x: x["round"] == draw["round"], accepted=[])


@fault
def second_bye_not_accepted(log: Log) -> Log | None:
    if has_undo(log):
        return None
    return spoil(log, "round_published", where=lambda x: "round.second_bye" in x["accepted"], accepted=[])


@fault
def second_bye_while_others_had_fewer(log: Log) -> Log | None:
    """The last bye goes to somebody who had one before, in a log in which nobody needed a second one."""
    had: list[int] = []
    if any(every(log, "event_voided", "pairing_changed", "player_left", "player_entered_late")):
        return None
    for draw in every(log, "round_drawn"):
        byes = [m for m in draw["matches"] if m["kind"] == "bye"]
        if byes and had and byes[0]["a"] not in had:
            seat = next(m for m in pairs(draw) if had[0] in (m["a"], m["b"]))
            side = "a" if seat["a"] == had[0] else "b"
            seat[side], byes[0]["a"] = byes[0]["a"], had[0]
            return log
        had += [m["a"] for m in byes]
    return None


@fault
def draw_of_the_other_order_of_byes_and_rematches(log: Log) -> Log | None:
    """A new event whose rematch was made to spare somebody a second bye, read as one that prefers the bye."""
    key = "pairing.second_bye_before_rematch"
    if log[0]["id"] != f"test-destiny-{BYE_OR_REMATCH}":
        return None
    log[0]["settings"][key] = True
    return log


@fault
def settings_not_all_recorded(log: Log) -> Log | None:
    del log[0]["settings"]["stage.carry_points"]
    return log


@fault
def pair_forbidden_without_reason(log: Log) -> Log | None:
    return None if has_undo(log) else spoil(log, "pair_forbidden", reason=" ")


@fault
def pair_allowed_that_was_not_forbidden(log: Log) -> Log | None:
    forbidden = last(log, "pair_forbidden")
    extra = forbidden and {**forbidden, "type": "pair_allowed", "opponent": 9999}
    return insert_after(log, forbidden, extra) if extra else None


@fault
def forbidden_pair_drawn(log: Log) -> Log | None:
    """The pair of a later draw was forbidden before, and could have been avoided."""
    draws = [x for x in every(log, "round_drawn") if len(pairs(x)) > 3 and x["round"] == 1]
    if not draws or has_undo(log) or stage_kinds(log).get(1) != "swiss":
        return None
    one, two = sorted((pairs(draws[-1])[0]["a"], pairs(draws[-1])[0]["b"]))
    event = {"type": "pair_forbidden", "player": one, "opponent": two, "reason": "brothers"}
    return insert_after(log, last(log, "structure_announced"), event)


@fault
def forbidden_pair_not_accepted(log: Log) -> Log | None:
    if has_undo(log):
        return None
    named = "round.forbidden_pairs"
    return spoil(log, "round_published", where=lambda x: named in x["accepted"], accepted=["round.rematches"])


@fault
def floats_misnamed(log: Log) -> Log | None:
    draw = swiss_draw(log, pairs)
    if draw is None:
        return None
    draw["floats"] = [[pairs(draw)[0]["a"], 99, 98]]
    return log


@fault
def table_used_twice(log: Log) -> Log | None:
    draw = last(log, "round_drawn", where=lambda x: len(pairs(x)) > 1)
    if draw is None:
        return None
    pairs(draw)[0]["table"] = pairs(draw)[1]["table"]
    return log


@fault
def drawn_for_another_stage(log: Log) -> Log | None:
    draw = last(log, "round_drawn")
    return spoil(log, "round_drawn", stage=draw["stage"] + 1) if draw else None


@fault
def change_by_hand_without_reason(log: Log) -> Log | None:
    return spoil(log, "pairing_changed", reason="")


@fault
def change_by_hand_loses_a_player(log: Log) -> Log | None:
    found = last(log, "pairing_changed")
    if found is None:
        return None
    found["after"].pop()
    return log


# ── lots ─────────────────────────────────────────────────────────────────────


@fault
def link_forged(log: Log) -> Log | None:
    return spoil(log, "round_drawn", link="ab" * 32)


@fault
def key_check_forged(log: Log) -> Log | None:
    return spoil(log, "round_drawn", key_check="cd" * 32)


@fault
def drawn_on_another_head(log: Log) -> Log | None:
    return spoil(log, "round_drawn", head="ef" * 32)


@fault
def public_part_slipped_in(log: Log) -> Log | None:
    return spoil(log, "round_drawn", where=lambda x: not x["public"], public="6 6 6 6")


@fault
def order_of_lots_changed(log: Log) -> Log | None:
    draw = last(log, "round_drawn", where=lambda x: len(x["order"]) > 1)
    if draw is None:
        return None
    draw["order"][0], draw["order"][1] = draw["order"][1], draw["order"][0]
    return log


@fault
def tiebreak_lot_changed(log: Log) -> Log | None:
    draw = last(log, "round_drawn", where=lambda x: x["lots"])
    if draw is None:
        return None
    draw["lots"][0][1] += 1
    return log


@fault
def tiebreak_lot_missing(log: Log) -> Log | None:
    draw = last(log, "round_drawn", where=lambda x: x["lots"] and x["stage"] == 1)
    if draw is None:
        return None
    draw["lots"].pop()
    return log


@fault
def start_numbers_exchanged(log: Log) -> Log | None:
    draw = last(log, "round_drawn", where=lambda x: len(x["starts"]) > 1)
    if draw is None:
        return None
    one, two = draw["starts"][0], draw["starts"][1]
    one[1], two[1] = two[1], one[1]
    return log


@fault
def places_of_knockout_start_exchanged(log: Log) -> Log | None:
    draw = last(log, "round_drawn", where=lambda x: len(x["seeds"]) > 1)
    if draw is None:
        return None
    draw["seeds"][0], draw["seeds"][1] = draw["seeds"][1], draw["seeds"][0]
    return log


@fault
def deck_checks_picked_by_hand(log: Log) -> Log | None:
    found = last(log, "deck_checks_drawn", where=lambda x: len(x["players"]) > 1)
    if found is None:
        return None
    found["players"].reverse()
    return log


@fault
def mission_again_too_soon(log: Log) -> Log | None:
    found = list(every(log, "mission_drawn"))
    if len(found) < 2 or has_undo(log):
        return None
    found[1]["mission"] = found[0]["mission"]
    return log


@fault
def mission_chosen_by_hand(log: Log) -> Log | None:
    found = next(every(log, "mission_drawn"), None)
    if found is None:
        return None
    found["mission"] = next(m for m in log[0]["missions"] if m != found["mission"])
    return log
