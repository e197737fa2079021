"""Checks prizes: raffles follow from the lots, and prizes are handed out to those who won them."""

from komandor.check import lots
from komandor.check.pairing_plan import by_lot
from komandor.check.state import Fields, Prize, State

WON = ("win", "modified_win", "forfeit_win")


def added(st: State, x: Fields) -> None:
    if x["prize"] in st.prizes:
        st.fault("prizes.twice", "", f"Prize {x['prize']} is added a second time.")
    st.prizes[x["prize"]] = Prize(
        to=x["to"],
        first=x.get("first", 0),
        last=x.get("last", 0),
        wins=x.get("wins", 0),
        count=x.get("count", 0),
        among=x.get("among", "present"),
    )


def removed(st: State, x: Fields) -> None:
    prize = st.prizes[x["prize"]]
    if prize.won:
        st.fault("prizes.removed", "", f"Prize {x['prize']} was removed after it had been won.")
    prize.gone = True


def award(st: State, x: Fields) -> None:
    if st.prizes[x["prize"]].to != "award" or x["player"] not in everybody(st):
        st.fault("prizes.award", "", f"Prize {x['prize']} cannot be given to player {x['player']}.")
    st.prizes[x["prize"]].won = [x["player"]]


def raffle(st: State, x: Fields) -> None:
    """The winners are the first of those who take part, in the order of their lots."""
    prize = st.prizes[x["prize"]]
    newest = max((n for n, r in st.rounds.items() if r.link), default=0)
    number = prize.raffle or 1 + max((p.raffle for p in st.prizes.values()), default=0)
    if prize.to != "raffle" or (x["raffle"], x["round"]) != (number, prize.round or newest):
        st.fault("prizes.raffle", "", f"Raffle {number} is drawn for another prize or from another round.")
    here = [p for p in takes_part(st, x["prize"]) if p not in x.get("absent", ())]
    key = lots.key_of(st, st.rounds[x["round"]])
    if key and by_lot(key, f"raffle-{number}", here)[: prize.count] != list(x["winners"]):
        st.fault("lots.raffle", "", f"Raffle {number}: the lot picks other winners.")
    prize.won, prize.raffle, prize.round = list(x["winners"]), x["raffle"], x["round"]


def handed_out(st: State, x: Fields) -> None:
    if x.get("done", True) and x["player"] not in winners(st, x["prize"]):
        st.fault(
            "prizes.not_won", "", f"Player {x['player']} receives prize {x['prize']} without winning it."
        )


def winners(st: State, number: int) -> list[int]:
    prize = st.prizes[number]
    if prize.to == "places":
        return [p for p, place in st.places if prize.first <= place <= prize.last]
    if prize.to == "wins":
        return [p for p in everybody(st) if _matches_won(st, p) >= prize.wins]
    return everybody(st) if prize.to == "everyone" else prize.won


def everybody(st: State) -> list[int]:
    return [n for n, p in sorted(st.players.items()) if p.status in ("in", "left")]


def takes_part(st: State, number: int) -> list[int]:
    among = st.prizes[number].among
    if among == "all":
        return everybody(st)
    others = [n for n, p in st.prizes.items() if n != number and not p.gone and p.to != "everyone"]
    have = {p for n in others for p in winners(st, n)} if among == "no_prize" else set()
    return [p for p in st.active() if p not in have]


def _matches_won(st: State, player: int) -> int:
    """In closed rounds of the whole event; a bye counts as won."""
    closed = {r.number for r in st.rounds.values() if r.status == "closed"}
    own = [m for m in st.matches.values() if m.round in closed and player in m.players]
    byes = sum(m.kind in ("bye", "awarded_bye") for m in own)
    won = sum(m.final and player in m.scores and m.scores[player].outcome in WON for m in own)
    return byes + won + len(st.players[player].granted & closed)


STEPS = {
    "prize_added": added,
    "prize_removed": removed,
    "award_given": award,
    "raffle_drawn": raffle,
    "prize_handed_out": handed_out,
}
