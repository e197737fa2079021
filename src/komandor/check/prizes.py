"""Checks prizes: raffles follow from the lots, and prizes are handed out to those who won them."""

from komandor.check import lots
from komandor.check.pairing_plan import by_lot
from komandor.check.readings import everybody, raffle_of, takes_part, winners
from komandor.check.state import Fields, State


def added(st: State, x: Fields) -> None:
    if x["prize"] in st.prizes:
        st.fault("prizes.twice", "", f"Prize {x['prize']} is added a second time.")


def removed(st: State, x: Fields) -> None:
    if st.prizes[x["prize"]].won:
        st.fault("prizes.removed", "", f"Prize {x['prize']} was removed after it had been won.")


def award(st: State, x: Fields) -> None:
    if st.prizes[x["prize"]].to != "award" or x["player"] not in everybody(st):
        st.fault("prizes.award", "", f"Prize {x['prize']} cannot be given to player {x['player']}.")


def raffle(st: State, x: Fields) -> None:
    """The winners are the first of those who take part, in the order of their lots."""
    prize = st.prizes[x["prize"]]
    number, round_ = raffle_of(st, prize, max((n for n, r in st.rounds.items() if r.link), default=0))
    if prize.to != "raffle" or (x["raffle"], x["round"]) != (number, round_):
        st.fault("prizes.raffle", "", f"Raffle {number} is drawn for another prize or from another round.")
    here = [p for p in takes_part(st, x["prize"]) if p not in x.get("absent", ())]
    key = lots.key_of(st, st.rounds[x["round"]])
    if key and by_lot(key, f"raffle-{number}", here)[: prize.count] != list(x["winners"]):
        st.fault("lots.raffle", "", f"Raffle {number}: the lot picks other winners.")


def handed_out(st: State, x: Fields) -> None:
    if x.get("done", True) and x["player"] not in winners(st, st.prizes[x["prize"]]):
        st.fault(
            "prizes.not_won", "", f"Player {x['player']} receives prize {x['prize']} without winning it."
        )


BEFORE = {
    "prize_added": added,
    "prize_removed": removed,
    "award_given": award,
    "raffle_drawn": raffle,
    "prize_handed_out": handed_out,
}
