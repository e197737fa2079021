"""Questions about seats: who sits where, who goes on, who plays for a place that is open."""

from collections import Counter
from collections.abc import Iterable, Iterator

from komandor.check.laws.coming import sent, was_there
from komandor.check.laws.law import Moment
from komandor.check.readings import begun, has_result
from komandor.check.standings import tally
from komandor.check.state import Match, Round, Stage, State


def _twice(found: Iterable[int | None]) -> list[int]:
    return sorted(n for n, times in Counter(found).items() if n is not None and times > 1)


def _here(m: Moment) -> list[Match]:
    """The matches of the round that the record is about."""
    match = m.match
    number = m.x.get("round") or (match.round if match else 0)
    return list(m.st.in_round(number)) if number in m.st.rounds else []


def once(m: Moment) -> Iterator[str]:
    for player in _twice(p for one in _here(m) for p in one.players):
        yield f"Player {player} sits at more than one table."


def tables(m: Moment) -> Iterator[str]:
    for table in _twice(one.table for one in _here(m) if one.kind == "match"):
        yield f"Two matches are played at table {table}."


def here(m: Moment) -> Iterator[str]:
    """Nobody who left sits in a match that is still to be played."""
    for one in _here(m):
        for player in () if one.final else one.players:
            if player not in m.st.players or m.st.players[player].status != "in":
                yield f"{one}: player {player} is not in the event, and the round is published."


def everybody(m: Moment) -> Iterator[str]:
    """Everybody who is here has one place in a Swiss round: a match, a bye, or a round that was missed."""
    number = m.x["round"]
    stage = m.st.stages[m.st.rounds[number].stage]
    if stage.kind != "swiss":
        return
    seated = {player for one in _here(m) for player in one.players}
    for player in m.st.active():
        p, goes_on = m.st.players[player], stage.number == 1 or player in stage.seeds
        if goes_on and p.entered <= number and player not in seated and number not in p.missed | p.granted:
            yield f"Player {player} is here and has neither a match nor a bye in round {number}."


def one_bye(m: Moment) -> Iterator[str]:
    byes = [one.a for one in _here(m) if one.kind == "bye"]
    if len(byes) > 1 and m.st.stages[m.st.rounds[m.x["round"]].stage].kind == "swiss":
        yield f"Players {byes} have the bye of one round."


def follows_points(m: Moment) -> Iterator[str]:
    """The points of a published Swiss round are those of its moment, or it was kept with a reason; the same
    holds when it begins, by its clock or by the first result of a game."""
    r = m.st.rounds[m.match.round if m.match else m.x["round"]]
    if m.st.stages[r.stage].kind != "swiss" or r.number == 1 or _begun(m.st, r):
        return
    now = tally(m.st, r.stage)
    other = [row[0] for row in r.paired_for if row[0] in now and now[row[0]].points != row[1]]
    if other:
        yield f"{r} was drawn with other points of players {other} than they have."


def _begun(st: State, r: Round) -> bool:
    """Whether its pairs stand: it is past its publication, or a game of it has a result."""
    games = (one for one in st.in_round(r.number) if one.kind == "match")
    return r.status in ("running", "closed") or any(map(has_result, games))


# ── knock-out ────────────────────────────────────────────────────────────────


def goes_on(m: Moment) -> Iterator[str]:
    """Nobody is drawn who has lost: once in single elimination, twice in double."""
    r = m.st.rounds[m.x["round"]]
    lives = {"single": 1, "double": 2}.get(m.st.stages[r.stage].kind)
    if lives is None:
        return
    lost = Counter(
        player
        for one in m.st.matches.values()
        if one.round < r.number and one.kind == "match" and one.final and stage_of(m.st, one) == r.stage
        for player in one.players
        if worse(one, player)
    )
    for player in (p for one in m.st.in_round(r.number) for p in one.players):
        if lost[player] >= lives:
            yield f"{r}: player {player} has lost and goes on."


def stage_of(st: State, match: Match) -> int:
    return st.rounds[match.round].stage


def worse(match: Match, player: int) -> bool:
    """Whether the points or the winner of a match say that this player lost it."""
    mine, other = match.scores.get(player), match.scores.get(match.other(player) or 0)
    fewer = mine is not None and other is not None and mine.points < other.points
    return fewer or match.winner not in (player, None) or (match.winner is None and match.final)


def seeds(m: Moment) -> Iterator[str]:
    """Nobody is seeded twice, or without having been there while somebody who was there is not."""
    given = [p for p in m.x["seeds"] if p is not None]
    for player in _twice(given):
        yield f"Player {player} is seeded twice."
    came = m.seen.returned
    never = [player for player in given if player not in came and not was_there(m.st, player)]
    out = [p for p in m.st.active() if p not in given and p in m.x.get("standings", ())] if never else []
    for player in never if any(was_there(m.st, p) for p in out) else ():
        yield f"Player {player} is seeded without a game, a bye or a place at a table."


def seeds_of_conduct(m: Moment) -> Iterator[str]:
    for player in m.x["seeds"]:
        if player is not None and sent(m.st, player):
            yield f"Player {player} was sent away and is seeded."


def _stage_asked(m: Moment) -> Stage | None:
    """The stage of the first round that the record is about, or the latest when the tournament ends."""
    if m.entry.kind == "tournament_closed":
        return m.st.stages[max(m.st.stages)] if m.st.stages else None
    r = m.st.rounds.get(m.match.round if m.match else m.x.get("round") or 0)
    stage = m.st.stages[r.stage] if r else None
    return stage if r and stage and r.number == stage.first_round else None


def place_is_open(m: Moment) -> Iterator[str]:
    """Before the first clock or result of a stage the place of somebody who left is open (AMB-G18)."""
    stage = _stage_asked(m)
    if stage is None or stage.number == 1 or begun(m.st, stage):
        return
    just = {x.get("player") for x in m.beside("player_left", "player_disqualified")}
    left = [p for p in stage.seeds if p is not None and m.st.players[p].status != "in" and p not in just]
    taken = {*stage.seeds, *stage.declined}
    stay = [p for p in stage.seeds if p is not None and m.st.players[p].status == "in"]
    asked = [p for p in stage.before if p not in taken and m.st.players[p].status == "in"]
    if left and stage.kind != "final_match" and (len(stay) > 1 or asked):  # who is alone plays nobody
        where = str(stage).lower()
        yield f"The place of player {left[0]} in {where} is open, and {m.entry.kind} plays for it."


def replaced(m: Moment) -> Iterator[str]:
    leaver, asked = (m.st.players[m.x[who]] for who in ("leaver", "player"))
    if leaver.status == "in":
        yield f"{leaver} is here, and is replaced in the cut."
    if asked.status != "in":
        yield f"{asked} has left, and is asked to join the cut."
