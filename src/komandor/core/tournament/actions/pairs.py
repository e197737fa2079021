"""The pairs of one round: Swiss pairs by lot or fold, or the games of a bracket."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

from komandor.core.brackets import knockout_start
from komandor.core.brackets.single import byes_needed
from komandor.core.games.settings import answer
from komandor.core.ids import MatchNo, PlayerNo, RoundNo
from komandor.core.lots import Lots
from komandor.core.pairing import WAY, Entrant, Pair, draw, tables
from komandor.core.standings.ranking import Standing
from komandor.core.tournament.actions.action import Event
from komandor.core.tournament.readings.attendance import entered, playing
from komandor.core.tournament.readings.knockout import next_wave
from komandor.core.tournament.readings.pairings import entrants_of, field_rows, terms_of
from komandor.core.tournament.readings.regulations import rules, settings
from komandor.core.tournament.readings.seats import Sat, sat_at, table_ranges
from komandor.core.tournament.readings.standings import standings_of
from komandor.core.tournament.round_lots import key_check, key_of, opens, tiebreak_lot
from komandor.core.tournament.state import Round, Stage, Tournament
from komandor.core.tournament.values import DrawnMatch, FieldRow

PAIRING = "pairing"


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundDrawn(Event):
    round: RoundNo
    stage: int
    link: str  # c[round], hex
    head: str
    public: str
    key_check: str  # SHA-256 of the round's key, hex
    order: tuple[PlayerNo, ...]  # players by lot for the label "pairing"
    matches: tuple[DrawnMatch, ...]
    floats: tuple[tuple[PlayerNo, int, int], ...] = ()  # player, from points, to points
    rematches: tuple[tuple[PlayerNo, PlayerNo], ...] = ()
    lots: tuple[tuple[PlayerNo, int], ...] = ()  # last tie-break, drawn when a stage begins
    starts: tuple[tuple[PlayerNo, int], ...] = ()  # start numbers drawn with round 1
    seeds: tuple[PlayerNo | None, ...] = ()  # a tournament that starts with a knock-out: places as drawn
    way: int = WAY  # how counted arrangements take their seats (docs/algorithms/draw.md)
    field: tuple[FieldRow, ...] = ()  # if it is another one than was frozen

    def __post_init__(self) -> None:
        if self.way != WAY:
            raise ValueError(f"draws of way {self.way} are not read, only those of way {WAY}")


def make_draw(t: Tournament, round_: Round, link: str, public: str) -> tuple[Event, ...]:
    if not opens(t, round_.number, link):
        raise ValueError("the link does not open the commitment: wrong or damaged secret")
    key = key_of(t, round_.number, link, round_.head, public)
    stage, lots = t.stages[round_.stage], Lots(key)
    make = {"swiss": _swiss, "final_match": _final_match}.get(stage.kind, _knockout)
    tiebreak = _lots(t, stage, lots)
    if tiebreak:  # drawn now, and used at once where the lot decides the bye of a later stage
        t = t.fork()
        t.stages[stage.number] = stage = replace(stage, lots=dict(tiebreak))
    made = make(t, round_, stage, lots)
    seated = tuple(sorted(n for m in made["matches"] for n in (m.a, m.b) if n is not None))
    return (
        RoundDrawn(
            round=round_.number,
            stage=stage.number,
            link=link,
            head=round_.head,
            public=public,
            key_check=key_check(key),
            order=tuple(lots.order(seated, PAIRING)),
            lots=tiebreak,
            **made,
        ),
    )


def _lots(t: Tournament, stage: Stage, lots: Lots) -> tuple[tuple[PlayerNo, int], ...]:
    """One stored random number per player, drawn when a Swiss stage begins (AMB-G8)."""
    if stage.kind != "swiss":
        return ()
    fresh = set(playing(t, stage)) - set(stage.lots)
    first = t.rounds_of(stage.number)[0].number
    if (stage.lots and not fresh) or first != t.round_number:
        return ()
    # also for those who have left: whoever comes back has to be ranked
    return tuple((n, tiebreak_lot(lots, n)) for n in entered(t, stage))


def _swiss(t: Tournament, round_: Round, stage: Stage, lots: Lots) -> dict[str, Any]:
    here = playing(t, stage)
    awarded = [n for n in here if round_.number in t.players[n].awarded_byes]
    starts = _starts(t, lots)
    standing = standings_of(t)
    rows = field_rows(t, standing, here, round_.number)
    entrants = _entrants(t, standing, [n for n in here if n not in awarded], starts)
    made = draw(entrants, lots, terms_of(t, round_))
    seats = _seats(t, made.pairs, sat_at(t, round_.number) if t.table_order == "rotate" else None)
    number = _fresh_numbers(t, round_)
    seated = zip(made.pairs, seats, strict=True)
    matches = [DrawnMatch(match=next(number), table=at, a=a, b=b) for (a, b), at in seated]
    alone = [(n, "awarded_bye") for n in awarded] + ([(made.bye, "bye")] if made.bye is not None else [])
    for n, kind in alone:
        matches.append(DrawnMatch(match=next(number), table=None, a=n, b=None, kind=kind))  # type: ignore[arg-type]
    return {
        "matches": tuple(matches),
        "floats": tuple((f.player, f.from_points, f.to_points) for f in made.floats),
        "rematches": made.rematches,
        "starts": tuple((n, s) for n, s in sorted(starts.items()) if t.players[n].start != s),
        "field": rows if rows != round_.field else (),
    }


def _entrants(
    t: Tournament, standing: tuple[Standing, ...], playing: list[PlayerNo], starts: dict[PlayerNo, int]
) -> list[Entrant]:
    # drawn again, the round's own bye does not count: there is nothing to re-roll
    before = entrants_of(t, standing, playing, t.round_number)
    here = ((e, t.players[e.player]) for e in before)
    return [replace(e, apart=p.groups, start=starts.get(e.player, p.start)) for e, p in here]


def _starts(t: Tournament, lots: Lots) -> dict[PlayerNo, int]:
    """Start numbers (SWL-PAIR-4, AMB-S16): by lot at round 1, by registration, or as typed in."""
    known = {n: p.start for n, p in t.players.items() if p.start is not None}
    if rules(t).data.pairing != "fold":
        return {}
    waiting = [n for n in t.active() if n not in known]
    by_lot = answer(rules(t).data, settings(t), "start_numbers") in (None, "random")
    ordered = lots.order(waiting, "start numbers") if by_lot else sorted(waiting)
    free = (s for s in range(1, len(t.players) + 2 + len(known)) if s not in set(known.values()))
    return {**known, **dict(zip(ordered, free, strict=False))}


def _knockout(t: Tournament, round_: Round, stage: Stage, lots: Lots) -> dict[str, Any]:
    """The next games of the bracket (COM-ELIM-1, CON-DEF-4); one that starts the event is drawn first.

    Byes, pairs and game numbers by lot: COM-ELIM-4, COM-ELIM-5.
    """
    seeds: tuple[PlayerNo | None, ...] = ()
    begins = not any(r.matches for r in t.rounds_of(stage.number) if r.number != round_.number)
    if begins and stage.number == 1:
        seeds = _start_seeds(t, stage, lots)
        t = t.fork()
        t.stages[stage.number] = replace(stage, seeds=seeds)
    if round_.matches:  # drawn again: its own games are free once more
        t = t.fork()
        t.rounds[round_.number] = replace(round_, matches=())
    wave = next_wave(t, t.stages[stage.number])
    pairs = [(g.number, g.players[0], g.players[1]) for g in wave.games]
    seats = _seats(t, tuple((a, b) for _, a, b in pairs))
    number = _fresh_numbers(t, round_)
    matches = [
        DrawnMatch(match=next(number), table=at, a=a, b=b, kind="match", game=game)
        for (game, a, b), at in zip(pairs, seats, strict=True)
    ]
    for g in wave.byes:
        assert isinstance(g.winner, int)  # not players[0]: that may be the one who left
        matches.append(
            DrawnMatch(match=next(number), table=None, a=g.winner, b=None, kind="bye", game=g.number)
        )
    return {"matches": tuple(matches), "seeds": seeds}


def _start_seeds(t: Tournament, stage: Stage, lots: Lots) -> tuple[PlayerNo | None, ...]:
    order = lots.order(t.active(), "knock-out start")
    if stage.kind == "double":
        return tuple(order)
    byes_ = byes_needed(len(order))
    entries = byes_ + (len(order) - byes_) // 2
    numbers = [n + 1 for n in lots.shuffled(list(range(entries)), "knock-out numbers")]
    return knockout_start(order, numbers)


def _final_match(t: Tournament, round_: Round, stage: Stage, lots: Lots) -> dict[str, Any]:
    """Two teams level after the last round play for the title (SWL-2V2-5)."""
    one, two = stage.seeded
    here = [n for n in (one, two) if t.players[n].active]
    number = next(_fresh_numbers(t, round_))
    if len(here) == 1:  # the other left since it was frozen (COM-ELIM-6)
        return {"matches": (DrawnMatch(match=number, table=None, a=here[0], b=None, kind="bye"),)}
    return {"matches": (DrawnMatch(match=number, table=_seats(t, ((one, two),))[0], a=one, b=two),)}


def _seats(t: Tournament, pairs: tuple[Pair, ...], sat: Sat | None = None) -> tuple[int, ...]:
    """Table numbers: fixed tables kept, the others from the top through the hall's ranges, or rotating."""
    fixed = {n: p.fixed_table for n, p in t.players.items() if p.fixed_table is not None}
    return tables(pairs, fixed, table_ranges(t), sat)


def _fresh_numbers(t: Tournament, round_: Round) -> Iterator[MatchNo]:
    """Match numbers not used yet; the same ones when a round is drawn again."""
    own = set(round_.matches)
    return map(MatchNo, count(max((n for n in t.matches if n not in own), default=0) + 1))
