"""Prizes: by place, by record, for everybody, as an award that the organiser gives, or drawn by lot."""

from dataclasses import dataclass, replace
from typing import Annotated

from komandor.core.ids import PlayerNo, PrizeNo, RoundNo, StaffNo
from komandor.core.reasons import Reason, Refusal, refuse, why
from komandor.core.tournament import by, when
from komandor.core.tournament.action import Action, Answer, Command, Context, Event, EventRow, Rows
from komandor.core.tournament.readings.prizes import eligible, raffles_drawn, takes_part, winners
from komandor.core.tournament.references import PRIZE
from komandor.core.tournament.round_lots import lots_of
from komandor.core.tournament.state import Round, Tournament
from komandor.core.tournament.values import (
    MOST_OF_A_PRIZE,
    PRIZE_KINDS,
    RAFFLE_AMONG,
    PlainText,
    Prize,
    PrizeFor,
    RaffleAmong,
)


@dataclass(frozen=True, slots=True)
class AddPrize(Command):
    """For places `first` to `last`, for at least this many `wins`, or a raffle with `count` winners."""

    text: PlainText
    to: Annotated[PrizeFor, "Who it is for."] = "places"
    first: Annotated[int, "The first place that gets the prize."] = 1
    last: Annotated[int, "The last place that gets the prize."] = 1
    wins: Annotated[int, "At least this many wins."] = 1
    count: Annotated[int, "Number of raffle winners."] = 1
    among: Annotated[RaffleAmong, "Who takes part in a raffle."] = "present"


@dataclass(frozen=True, slots=True)
class RemovePrize(Command):
    prize: PrizeNo


@dataclass(frozen=True, slots=True)
class GiveAward(Command):
    prize: PrizeNo
    player: PlayerNo


@dataclass(frozen=True, slots=True)
class DrawRaffle(Command):
    """A redraw uses the same lots; `absent` players are skipped."""

    prize: PrizeNo
    absent: Annotated[tuple[PlayerNo, ...], "Numbers of the players who are not present."] = ()


@dataclass(frozen=True, slots=True)
class HandOutPrize(Command):
    prize: PrizeNo
    player: PlayerNo
    done: Annotated[bool, "Whether it is done."] = True


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeAdded(Event):
    prize: PrizeNo
    text: str
    to: PrizeFor
    first: int = 0
    last: int = 0
    wins: int = 0
    count: int = 0
    among: RaffleAmong = "present"


@dataclass(frozen=True, slots=True)
class PrizeRemoved(Event):
    prize: PrizeNo


@dataclass(frozen=True, slots=True)
class AwardGiven(Event):
    prize: PrizeNo
    player: PlayerNo


@dataclass(frozen=True, slots=True, kw_only=True)
class RaffleDrawn(Event):
    prize: PrizeNo
    round: Annotated[RoundNo, "whose key gives the lots"]
    raffle: Annotated[int, "which raffle of the event: the label of the lots"]
    winners: tuple[PlayerNo, ...]
    absent: tuple[PlayerNo, ...] = ()


@dataclass(frozen=True, slots=True)
class PrizeHandedOut(Event):
    prize: PrizeNo
    player: PlayerNo
    by: StaffNo
    done: bool = True


def add_prize(t: Tournament, x: AddPrize, ctx: Context) -> Answer:
    if wrong := _wrong(x):
        return Refusal(wrong)
    places = (x.first, x.last) if x.to == "places" else (0, 0)
    return (
        PrizeAdded(
            prize=PrizeNo(max(t.prizes, default=0) + 1),
            text=x.text.strip(),
            to=x.to,
            first=places[0],
            last=places[1],
            wins=x.wins if x.to == "wins" else 0,
            count=x.count if x.to == "raffle" else 0,
            among=x.among,
        ),
    )


def _wrong(x: AddPrize) -> tuple[Reason, ...]:
    """Everything that is wrong with a new prize."""
    found = [] if x.text.strip() else [why("prize.empty")]
    if x.to not in PRIZE_KINDS or x.among not in RAFFLE_AMONG:
        found.append(why("prize.unknown_kind"))
    if x.to == "places" and not 1 <= x.first <= x.last <= MOST_OF_A_PRIZE:
        found.append(why("prize.places", None, first=x.first, last=x.last))
    if not 1 <= {"wins": x.wins, "raffle": x.count}.get(x.to, 1) <= MOST_OF_A_PRIZE:
        found.append(why("prize.number", None, most=MOST_OF_A_PRIZE))
    return tuple(found)


def _unknown(t: Tournament, number: PrizeNo) -> Refusal | None:
    known = number in t.prizes and t.prizes[number].text
    return None if known else refuse("prize.unknown", None, prize=number)


def remove_prize(t: Tournament, x: RemovePrize, ctx: Context) -> Answer:
    """A prize that has been won or handed out can't be removed; undo that first."""
    if problem := _unknown(t, x.prize):
        return problem
    prize = t.prizes[x.prize]
    return refuse("prize.won") if prize.won or prize.handed else (PrizeRemoved(x.prize),)


def give_award(t: Tournament, x: GiveAward, ctx: Context) -> Answer:
    if problem := _unknown(t, x.prize):
        return problem
    prize = t.prizes[x.prize]
    if prize.to != "award":
        return refuse("prize.no_award")
    if x.player not in eligible(t):
        return refuse("prize.cannot_win", None, player=x.player)
    return refuse("prize.handed_out") if prize.handed else (AwardGiven(x.prize, x.player),)


def draw_raffle(t: Tournament, x: DrawRaffle, ctx: Context) -> Answer:
    """Winners in random order, from the key of the latest paired round."""
    if problem := _unknown(t, x.prize):
        return problem
    prize = t.prizes[x.prize]
    if prize.to != "raffle":
        return refuse("prize.no_raffle")
    round_ = t.rounds.get(prize.round) or _newest_drawn(t)
    lots = lots_of(t, round_) if round_ else None
    if round_ is None or lots is None:
        return refuse("prize.no_lots_yet")
    here = [n for n in takes_part(t, prize) if n not in x.absent]
    if not here:
        return refuse("prize.nobody_takes_part")
    raffle = prize.raffle or raffles_drawn(t) + 1
    order = lots.order(here, f"raffle-{raffle}")
    drawn = tuple(order[: prize.count])
    if lost := [n for n in prize.handed if n not in drawn]:
        return refuse("prize.received", None, player=lost[0])
    return (
        RaffleDrawn(
            prize=x.prize, round=round_.number, raffle=raffle, winners=drawn, absent=tuple(sorted(x.absent))
        ),
    )


def _newest_drawn(t: Tournament) -> Round | None:
    return next((r for _, r in sorted(t.rounds.items(), reverse=True) if r.link), None)


def hand_out(t: Tournament, x: HandOutPrize, ctx: Context) -> Answer:
    if problem := _unknown(t, x.prize):
        return problem
    prize = t.prizes[x.prize]
    if x.done and x.player not in winners(t, prize):
        return refuse("prize.not_won", None, player=x.player)
    if x.done == (x.player in prize.handed):
        return refuse("prize.marked_already", None, player=x.player)
    return (PrizeHandedOut(x.prize, x.player, ctx.signed, x.done),)


def _still_there(t: Tournament, number: PrizeNo, to: str, won: tuple[PlayerNo, ...]) -> bool:
    """Whether these may win the prize: it is such a prize, and who has received it is among them."""
    prize = t.prizes[number]
    return prize.to == to and set(prize.handed) <= set(won)


def _added(t: Tournament, x: PrizeAdded) -> None:
    t.prizes[x.prize] = Prize(
        number=x.prize,
        text=x.text,
        to=x.to,
        first=x.first,
        last=x.last,
        wins=x.wins,
        count=x.count,
        among=x.among,
    )


def _removed(t: Tournament, x: PrizeRemoved) -> None:
    t.prizes[x.prize] = replace(t.prizes[x.prize], text="")


def _given(t: Tournament, x: AwardGiven) -> None:
    t.prizes[x.prize] = replace(t.prizes[x.prize], won=(x.player,))


def _drawn(t: Tournament, x: RaffleDrawn) -> None:
    prize = t.prizes[x.prize]
    t.prizes[x.prize] = replace(prize, won=x.winners, raffle=x.raffle, round=x.round, absent=x.absent)


def _handed_out(t: Tournament, x: PrizeHandedOut) -> None:
    prize = t.prizes[x.prize]
    others = {n: staff for n, staff in prize.handed.items() if n != x.player}
    t.prizes[x.prize] = replace(prize, handed={**others, x.player: x.by} if x.done else others)


ROWS: Rows = (
    Action(AddPrize, by.ORGANISER, when.ALWAYS, add_prize),
    Action(RemovePrize, by.ORGANISER, when.ALWAYS, remove_prize, button=True, about=PRIZE),
    Action(GiveAward, by.ORGANISER, when.ALWAYS, give_award, button=True, about=PRIZE),
    Action(DrawRaffle, by.ORGANISER, when.AFTER_THE_START, draw_raffle, about=PRIZE),
    Action(HandOutPrize, by.STAFF, when.ALWAYS, hand_out, button=True, about=PRIZE),
    EventRow(PrizeAdded, _added, makes=PRIZE, after_the_end=True),
    EventRow(PrizeRemoved, _removed, needs=lambda t, x: not t.prizes[x.prize].handed, after_the_end=True),
    EventRow(
        AwardGiven,
        _given,
        needs=lambda t, x: _still_there(t, x.prize, "award", (x.player,)),
        after_the_end=True,
    ),
    EventRow(
        RaffleDrawn,
        _drawn,
        needs_phase=when.AFTER_THE_START,
        needs=lambda t, x: bool(t.rounds[x.round].link) and _still_there(t, x.prize, "raffle", x.winners),
        after_the_end=True,
    ),
    EventRow(
        PrizeHandedOut,
        _handed_out,
        needs=lambda t, x: x.done is not (x.player in t.prizes[x.prize].handed),
        after_the_end=True,
    ),
)
