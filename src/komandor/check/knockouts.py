"""Checks knock-out draws: games of the bracket, a start by lot, sides in the finals."""

from collections.abc import Sequence

from komandor.check.brackets import Bracket, bracket_of
from komandor.check.draws import check_seating, check_tables
from komandor.check.readings import seeds_by_lot
from komandor.check.state import Fields, Match, Round, Stage, State


def check_draw(
    st: State, r: Round, stage: Stage, x: Fields, matches: Sequence[Match], key: bytes | None
) -> None:
    if x.get("seeds"):
        _check_start(st, r, stage, x, key)
    if stage.kind == "final_match":
        _check_final_match(st, r, stage, matches)
        return
    own, r.matches = r.matches, []  # the games of this round are not played yet
    bracket = bracket_of(st, stage)
    r.matches = own
    if bracket is None:
        st.fault("bracket.size", "SWL-DE-3", f"No bracket exists for {len(stage.seeds)} players.")
        return
    _check_games(st, r, bracket, matches)


def _check_games(st: State, r: Round, bracket: Bracket, matches: Sequence[Match]) -> None:
    for m in matches:
        node = bracket.nodes.get(m.game or 0)
        if node is None:
            st.fault("bracket.game", "COM-ELIM-3", f"{r}: match {m.number} is no game of the bracket.")
        elif m.kind == "match" and (node.state != "ready" or {m.a, m.b} != {node.a, node.b}):
            st.fault("bracket.pair", "COM-ELIM-3", f"{r}: game {m.game} is not {m.a} against {m.b}.")
        elif m.kind != "match" and (node.state != "bye" or m.a != node.winner):
            st.fault("bracket.bye", "COM-ELIM-6", f"{r}: game {m.game} is no bye for player {m.a}.")
    drawn = {m.game for m in matches}
    due = bracket.due - drawn
    if due:
        st.fault("bracket.left_out", "COM-ELIM-3", f"{r} leaves out the games {sorted(due)}.")
    seats = [p for m in matches for p in m.players]
    if len(set(seats)) < len(seats) or len(drawn) < len(matches):
        st.fault("draw.twice", "COM-PAIR-1", f"{r}: somebody plays twice, or a game is drawn twice.")
    check_tables(st, r, matches)


def check_games_due(st: State, r: Round) -> None:
    """The first game of a round is played by those who are in it by now (COM-ELIM-3, AMB-G45)."""
    stage = st.stages[r.stage]
    if st.quiet or stage.kind not in ("single", "double") or r.status not in ("drawn", "published"):
        return
    matches = list(st.in_round(r.number))
    if any(m.scores for m in matches):
        return
    bracket = bracket_of(st, stage)
    for m in matches if bracket else ():
        node = bracket.nodes.get(m.game or 0) if bracket else None
        if m.kind == "match" and (node is None or {m.a, m.b} != {node.a, node.b}):
            st.fault(
                "bracket.others_due", "COM-ELIM-3", f"{r}: game {m.game} is no longer {m.a} against {m.b}."
            )


def _check_start(st: State, r: Round, stage: Stage, x: Fields, key: bytes | None) -> None:
    """In a tournament that starts as a knock-out, seeds are drawn by lot (COM-ELIM-4, COM-ELIM-5)."""
    seeds, players = list(x["seeds"]), st.active()
    if stage.number != 1 or r.number != stage.first_round:
        st.fault("bracket.reseeded", "COM-ELIM-2", f"{r} draws seeds that were drawn before.")
    if sorted(s for s in seeds if s is not None) != players:
        st.fault("bracket.seeds", "COM-ELIM-4", f"{r}: the seeds are not those of all players.")
        return
    if key is None:
        return
    if seeds != seeds_by_lot(key, players, stage.kind):
        st.fault("lots.seeds", "COM-ELIM-5", f"{r}: the seeds are not what the lots give.")


def _check_final_match(st: State, r: Round, stage: Stage, matches: Sequence[Match]) -> None:
    check_seating(st, r, matches)
    here = {p for p in stage.seeds if p is not None and st.players[p].status == "in"}
    if [set(m.players) for m in matches] != [here if len(here) == 1 else set(stage.seeds)]:
        st.fault("bracket.final_match", "SWL-2V2-5", f"{r} is not the match of the two level teams.")


# ── sides in the finals of Star Wars LCG ─────────────────────────────────────


def sides_chosen(st: State, x: Fields) -> None:
    match = st.matches[x["match"]]
    stage = st.stages[st.rounds[match.round].stage]
    if x["light"] not in match.players:
        st.fault("sides.stranger", "SWL-SIDE-2", f"{match}: {x['light']} does not play it.")
    elif stage.kind == "double" and x.get("rule") != "":  # empty: noted by hand
        _check_side(st, stage, match, x["light"])


def _check_side(st: State, stage: Stage, match: Match, light: int) -> None:
    """A player gets the side they played less, else the higher seed chooses (SWL-SIDE-2 to SWL-SIDE-4)."""
    bracket = bracket_of(st, stage)
    last = max(bracket.nodes) if bracket else 0
    final = next(
        (m for m in st.matches.values() if m.game == last - 1 and st.rounds[m.round].stage == stage.number),
        None,
    )
    if match.game == last and final and final.first is not None:  # SWL-FINAL-2: repeated with sides swapped
        if light == final.first:
            st.fault("sides.rule", "SWL-FINAL-2", f"{match}: the sides of the final are swapped.")
        return
    if match.round == min(n for n, r in st.rounds.items() if r.stage == stage.number):
        return  # the higher seed chooses (SWL-SIDE-1)
    if light != _due(st, stage, match, light):
        st.fault("sides.rule", "SWL-SIDE-3", f"{match}: player {match.other(light)} plays the light side.")


def _due(st: State, stage: Stage, match: Match, light: int) -> int:
    """Who plays light; `light` where the higher seed chooses."""
    a, b = sorted(match.players, key=stage.seeds.index)
    more = {p: _light_minus_dark(st, stage, p, match.number) for p in (a, b)}
    lacking = max((a, b), key=lambda p: abs(more[p]))
    other = b if lacking == a else a
    same_side = more[a] * more[b] > 0  # both have played the same side more often
    if more[lacking] == 0 or (same_side and abs(more[a]) == abs(more[b])):
        return light
    return lacking if more[lacking] < 0 else other


def _light_minus_dark(st: State, stage: Stage, player: int, before: int) -> int:
    whole = bool(st.setting("swl.side_count_includes_swiss"))
    count = 0
    for m in st.matches.values():
        counts = whole or st.rounds[m.round].stage == stage.number
        if any(score.outcome.startswith("forfeit") for score in m.scores.values()):
            continue
        if counts and m.number < before and player in m.players and m.first is not None:
            count += 1 if m.first == player else -1
    return count
