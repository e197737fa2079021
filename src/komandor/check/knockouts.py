"""Knock-out rounds: the games drawn are the bracket's, the start by lot, sides in the finals."""

from collections.abc import Sequence

from komandor.check import lots
from komandor.check.brackets import Bracket, bracket_of
from komandor.check.draws import check_seating
from komandor.check.world import Fields, Match, Round, Stage, World


def check_draw(
    w: World, r: Round, stage: Stage, x: Fields, matches: Sequence[Match], key: bytes | None
) -> None:
    if x.get("seeds"):
        _check_start(w, r, stage, x, key)
        stage.seeds, stage.random_start = list(x["seeds"]), True
    if stage.kind == "final_match":
        _check_final_match(w, r, stage, matches)
        return
    own, r.matches = r.matches, []  # drawn again: its games are free once more
    bracket = bracket_of(w, stage)
    r.matches = own
    if bracket is None:
        w.say("bracket.size", "SWL-DE-3", f"No bracket exists for {len(stage.seeds)} players.")
        return
    _check_games(w, r, bracket, matches)


def _check_games(w: World, r: Round, bracket: Bracket, matches: Sequence[Match]) -> None:
    for m in matches:
        node = bracket.nodes.get(m.game or 0)
        if node is None:
            w.say(
                "bracket.game", "COM-ELIM-3", f"Round {r.number}: match {m.number} is no game of the bracket."
            )
        elif m.kind == "match" and (node.state != "ready" or {m.a, m.b} != {node.a, node.b}):
            w.say(
                "bracket.pair", "COM-ELIM-3", f"Round {r.number}: game {m.game} is not {m.a} against {m.b}."
            )
        elif m.kind != "match" and (node.state != "bye" or m.a != node.winner):
            w.say("bracket.bye", "COM-ELIM-6", f"Round {r.number}: game {m.game} is no bye for player {m.a}.")
    drawn = {m.game for m in matches}
    due = bracket.due - drawn
    if due:
        w.say("bracket.left_out", "COM-ELIM-3", f"Round {r.number} leaves out the games {sorted(due)}.")
    seats = [p for m in matches for p in m.players]
    if len(set(seats)) < len(seats) or len(drawn) < len(matches):
        w.say(
            "draw.twice", "COM-PAIR-1", f"Round {r.number}: somebody plays twice, or a game is drawn twice."
        )
    tables = [m.table for m in matches if m.kind == "match"]
    if None in tables or len(set(tables)) < len(tables):
        w.say("draw.tables", "COM-MAT-2", f"Round {r.number}: every match needs a table of its own.")


def _check_start(w: World, r: Round, stage: Stage, x: Fields, key: bytes | None) -> None:
    """A tournament that starts with a knock-out: byes, pairs and numbers by lot (COM-ELIM-4, COM-ELIM-5)."""
    seeds, players = list(x["seeds"]), w.active()
    if stage.number != 1 or r.number != stage.first_round:
        w.say("bracket.reseeded", "COM-ELIM-2", f"Round {r.number} draws seeds that stand already.")
    if sorted(s for s in seeds if s is not None) != players:
        w.say("bracket.seeds", "COM-ELIM-4", f"Round {r.number}: the places are not those of all players.")
        return
    if key is None:
        return
    order = lots.order(key, "knock-out start", players)
    if stage.kind == "double":
        due: list[int | None] = [*order]
    else:
        due = _places(order, key)
    if seeds != due:
        w.say(
            "lots.seeds",
            "COM-ELIM-5",
            f"Round {r.number}: the places of the knock-out are not what the lots give.",
        )


def _places(order: list[int], key: bytes) -> list[int | None]:
    size = 1 << max(1, (len(order) - 1).bit_length())
    byes = size - len(order)
    entries: list[tuple[int, int | None]] = [(p, None) for p in order[:byes]]
    entries += [(order[i], order[i + 1]) for i in range(byes, len(order), 2)]
    places: list[int | None] = [None] * size
    for number, (a, b) in zip(lots.shuffled(key, "knock-out numbers", len(entries)), entries, strict=True):
        places[number], places[size - 1 - number] = a, b
    return places


def _check_final_match(w: World, r: Round, stage: Stage, matches: Sequence[Match]) -> None:
    check_seating(w, r, matches)
    here = {p for p in stage.seeds if p is not None and w.players[p].status == "in"}
    if [set(m.players) for m in matches] != [here if len(here) == 1 else set(stage.seeds)]:
        w.say(
            "bracket.final_match", "SWL-2V2-5", f"Round {r.number} is not the match of the two level teams."
        )


# ── sides in the finals of Star Wars LCG ─────────────────────────────────────


def sides_chosen(w: World, x: Fields) -> None:
    match = w.matches[x["match"]]
    stage = w.stages[w.rounds[match.round].stage]
    if x["light"] not in match.players:
        w.say("sides.stranger", "SWL-SIDE-2", f"Match {match.number}: {x['light']} does not play it.")
    elif stage.kind == "double":
        _check_side(w, stage, match, x["light"])
    match.first = x["light"]


def _check_side(w: World, stage: Stage, match: Match, light: int) -> None:
    """SWL-SIDE-2 to SWL-SIDE-4: the side played less; at equal differences the higher seed chooses."""
    bracket = bracket_of(w, stage)
    last = max(bracket.nodes) if bracket else 0
    final = next(
        (m for m in w.matches.values() if m.game == last - 1 and w.rounds[m.round].stage == stage.number),
        None,
    )
    if match.game == last and final and final.first is not None:  # SWL-FINAL-2: once more, sides swapped
        if light == final.first:
            w.say("sides.rule", "SWL-FINAL-2", f"Match {match.number}: the sides of the final are swapped.")
        return
    if match.round == min(n for n, r in w.rounds.items() if r.stage == stage.number):
        return  # the higher seed chooses (SWL-SIDE-1)
    a, b = sorted(match.players, key=stage.seeds.index)
    more = {p: _light_minus_dark(w, stage, p, match.number) for p in (a, b)}
    lacking = max((a, b), key=lambda p: abs(more[p]))
    other = b if lacking == a else a
    same_wish = more[a] * more[b] > 0
    if more[lacking] == 0 or (same_wish and abs(more[a]) == abs(more[b])):
        return
    due = lacking if more[lacking] < 0 else other
    if light != due:
        w.say("sides.rule", "SWL-SIDE-3", f"Match {match.number}: player {due} plays the light side.")


def _light_minus_dark(w: World, stage: Stage, player: int, before: int) -> int:
    whole = bool(w.setting("swl.side_count_includes_swiss"))
    count = 0
    for m in w.matches.values():
        counts = whole or w.rounds[m.round].stage == stage.number
        if counts and m.number < before and player in m.players and m.first is not None:
            count += 1 if m.first == player else -1
    return count
