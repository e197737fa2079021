"""Questions about the state that the checker and the verifier both ask: who plays, who met whom, which lots.

They need no rules of any game, and nothing but Python's standard library.
"""

from collections.abc import Iterator, Sequence
from itertools import count

from komandor.check.pairing_plan import Entrant, Terms, by_lot
from komandor.check.state import Match, Prize, Round, Stage, State

FOLDED = "star-wars-lcg"
NO_REMATCH_IN_SWISS = "conquest"
"""Its document forbids a rematch in all Swiss rounds; elsewhere a stage ends with the cut (COM-PAIR-2)."""
PLAYED = frozenset(("win", "modified_win", "draw", "loss", "conceded", "double_loss"))
WON = ("win", "modified_win", "forfeit_win")
BYES = ("bye", "awarded_bye")

# ── who is drawn ─────────────────────────────────────────────────────────────


def here(st: State, stage: int, number: int = 0) -> list[int]:
    """Who plays in a stage; with a number, who is not recorded as absent in that round."""
    seeds = st.stages[stage].seeds if stage > 1 else st.players
    return [
        p for p in st.active() if p in seeds and number not in st.players[p].missed | st.players[p].granted
    ]


def played(match: Match) -> bool:
    """Whether the match was really played; a forfeit was not (AMB-G6)."""
    return match.final and match.b is not None and match.scores[match.a].outcome in PLAYED


def without_rematch(st: State, of: Round) -> Iterator[Round]:
    """The earlier Swiss rounds whose opponents nobody meets again in this one."""
    everywhere = st.game == NO_REMATCH_IN_SWISS
    return (r for r in st.swiss_rounds() if r.number < of.number and (everywhere or r.stage == of.stage))


def met_before(st: State, of: Round) -> dict[int, tuple[int, ...]]:
    """Each player's opponent in every earlier Swiss round that counts for a rematch, 0 for none."""
    found: dict[int, list[int]] = {p: [] for p in st.players}
    for r in without_rematch(st, of):
        seats = dict[int, int]()
        for m in st.in_round(r.number):
            if m.b is not None and played(m):
                seats[m.a], seats[m.b] = m.b, m.a
        for p, opponents in found.items():
            opponents.append(seats.get(p, 0))
    return {p: tuple(opponents) for p, opponents in found.items()}


def byes_before(st: State, number: int) -> dict[int, int]:
    counts = {n: len(p.granted) for n, p in st.players.items()}
    for m in st.matches_before(number):
        counts[m.a] += m.kind in BYES
    return counts


def entrants_of(st: State, r: Round, rows: Sequence[Sequence[int]], starts: dict[int, int]) -> list[Entrant]:
    """The players whom the lots pair, from rows of number, points, byes and place; without awarded byes."""
    met, found = met_before(st, r), []
    for n, points, byes, place in rows:
        p = st.players[n]
        if r.number not in p.awarded:
            start = p.start or starts.get(n, n)
            found.append(Entrant(n, points, byes, place, met[n], frozenset(p.groups), start))
    return found


def folds(st: State, r: Round) -> bool:
    """Whether the round is paired by start numbers (SWL-PAIR-2, SWL-PAIR-4)."""
    return st.game == FOLDED and (r.number > 1 or st.setting("swl.round1") == "fold")


def terms_of(st: State, r: Round) -> Terms:
    late = bool(st.setting("registration.late_no_bye_first_round")) and r.number > 1
    return Terms(
        round=r.number,
        fold=folds(st, r),
        apart=bool(st.setting("pairing.avoid_groups_round1")),
        no_bye=frozenset(n for n, p in st.players.items() if late and p.entered == r.number),
        forbidden=r.forbidden,
        second_bye_first=bool(st.setting("pairing.second_bye_before_rematch")),
    )


# ── what else the lots decide ────────────────────────────────────────────────


def starts_of(st: State, key: bytes | None) -> dict[int, int]:
    """Start numbers for everybody here who has none: the lowest free ones, by lot or by number (AMB-S16)."""
    taken = {p.start for p in st.players.values()}
    waiting = [n for n in st.active() if st.players[n].start is None]
    if key and st.setting("swl.start_numbers") == "random":
        waiting = by_lot(key, "start numbers", waiting)
    return dict(zip(waiting, (n for n in count(1) if n not in taken), strict=False))


def seeds_by_lot(key: bytes, players: Sequence[int], kind: str) -> list[int | None]:
    """The places of a bracket that starts a tournament; None is an empty one."""
    order = by_lot(key, "knock-out start", players)
    if kind != "single":
        return [*order]
    size = 1 << max(1, (len(order) - 1).bit_length())
    byes = size - len(order)
    entries: list[tuple[int, int | None]] = [(p, None) for p in order[:byes]]
    entries += zip(order[byes::2], order[byes + 1 :: 2], strict=True)
    places: list[int | None] = [None] * size
    numbers = by_lot(key, "knock-out numbers", range(len(entries)))
    for number, (a, b) in zip(numbers, entries, strict=True):
        places[number], places[size - 1 - number] = a, b
    return places


def missions_left(st: State) -> list[str]:
    """What may be drawn next: no mission comes again before all were used."""
    gone = set[str]()
    for mission in (m for _, r in sorted(st.rounds.items()) for m in r.missions):
        gone.add(mission)
        gone = set() if gone >= set(st.missions) else gone
    return [mission for mission in dict.fromkeys(st.missions) if mission not in gone]


def mission_label(r: Round) -> str:
    return f"mission-{len(r.missions) + 1}" if r.missions else "mission"


def seated(st: State, r: Round) -> list[int]:
    return [p for m in st.in_round(r.number) for p in m.players]


# ── prizes ───────────────────────────────────────────────────────────────────


def raffle_of(st: State, prize: Prize, newest: int) -> tuple[int, int]:
    """The number of the raffle and the round of its lots; a raffle drawn again keeps both."""
    return prize.raffle or 1 + max((p.raffle for p in st.prizes.values()), default=0), prize.round or newest


def takes_part(st: State, number: int) -> list[int]:
    """Who is in the raffle for this prize, before those who are not in the hall are left out."""
    among = st.prizes[number].among
    if among == "all":
        return everybody(st)
    others = [p for n, p in st.prizes.items() if n != number and not p.gone and p.to != "everyone"]
    have = {p for prize in others for p in winners(st, prize)} if among == "no_prize" else set()
    return [p for p in st.active() if p not in have]


def everybody(st: State) -> list[int]:
    return [n for n, p in sorted(st.players.items()) if p.took_part and not p.no_place]


def winners(st: State, prize: Prize) -> list[int]:
    if prize.to == "places":
        return [p for p, place in st.places if prize.first <= place <= prize.last]
    if prize.to == "wins":
        return [p for p in everybody(st) if _matches_won(st, p) >= prize.wins]
    return everybody(st) if prize.to == "everyone" else [p for p in prize.won if p in everybody(st)]


def _matches_won(st: State, player: int) -> int:
    """In closed rounds of the whole event; a bye counts as won."""
    closed = {r.number for r in st.rounds.values() if r.status == "closed"}
    own = [m for m in st.matches.values() if m.round in closed and player in m.players]
    won = sum(m.final and player in m.scores and m.scores[player].outcome in WON for m in own)
    return sum(m.kind in BYES for m in own) + won + len(st.players[player].granted & closed)


def has_result(match: Match) -> bool:
    """Whether a game of the match has a result; one lost without a game may become another pair (AMB-G6)."""
    return any(not s.outcome.startswith("forfeit") for s in match.scores.values())


def begun(st: State, stage: Stage) -> bool:
    """Whether the stage has been played: its first clock, a result, or a round of byes closed (AMB-G18)."""
    rounds = [r for r in st.rounds.values() if r.stage == stage.number]
    if stage.begun or any(r.status == "closed" for r in rounds):
        return True
    own = (m for r in rounds for m in st.in_round(r.number))
    return any(m.final or m.reporter is not None for m in own if m.kind == "match")
