"""Deck checks: drawn by lot, and recorded."""

from dataclasses import dataclass
from typing import Annotated

from komandor.core.ids import MatchNo, PlayerNo, RoundNo, StaffNo
from komandor.core.reasons import Reason, Refusal, refuse
from komandor.core.tournament import by, when
from komandor.core.tournament.action import Action, Answer, Command, Context, Event, EventRow, Rows
from komandor.core.tournament.actions.leaving import removal
from komandor.core.tournament.actions.results import ResultAnnulled
from komandor.core.tournament.actions.sanctions import GiveSanction, SanctionGiven, plays_in, who_punishes
from komandor.core.tournament.judge_records import DeckCheck, DeckCheckDraw
from komandor.core.tournament.readings.deck_checks import annulled, annuls
from komandor.core.tournament.readings.leaders import own_match
from komandor.core.tournament.readings.regulations import rules
from komandor.core.tournament.readings.scoring import dependents
from komandor.core.tournament.references import PLAYER
from komandor.core.tournament.round_lots import lots_of
from komandor.core.tournament.state import Tournament
from komandor.core.tournament.values import DECK_SANCTIONS, DeckSanction, NoteText


@dataclass(frozen=True, slots=True)
class DrawDeckChecks(Command):
    count: Annotated[int, "How many."]


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordDeckCheck(Command):
    """Illegal cards: the match result is annulled and the organiser enters a new one (SWL-CHECK-2)."""

    player: PlayerNo
    legal: Annotated[bool, "Whether the deck is legal."]
    match: MatchNo | None = None
    note: NoteText = ""
    removed: Annotated[str, "Cards removed from the deck."] = ""
    mendable: Annotated[
        bool, "False: removing cards can't make it legal, so the player is out (SWL-CHECK-3)"
    ] = True
    sanction: Annotated[DeckSanction, "warning or penalty (AMB-S14)"] = ""


@dataclass(frozen=True, slots=True)
class DeckChecksDrawn(Event):
    round: RoundNo
    players: tuple[PlayerNo, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckChecked(Event):
    player: PlayerNo
    by: StaffNo
    legal: bool
    match: MatchNo | None = None
    note: str = ""
    removed: Annotated[str, "illegal cards taken out (SWL-CHECK-2)"] = ""


def draw_checks(t: Tournament, x: DrawDeckChecks, ctx: Context) -> Answer:
    """The decks to check are drawn at random from the round's key, so nobody can be singled out."""
    round_ = t.round
    lots = lots_of(t, round_) if round_ else None
    if round_ is None or lots is None:
        return refuse("deck_check.no_round_yet", _rule(t))
    playing = [n for m in t.in_round(round_.number) for n in m.players]
    if not 1 <= x.count <= len(playing):
        return refuse("deck_check.count", _rule(t), count=x.count, most=len(playing))
    done = sum(1 for d in t.deck_checks.values() if isinstance(d, DeckCheckDraw))
    picked = lots.order(playing, f"deck-check-{done + 1}")[: x.count]
    return (DeckChecksDrawn(round_.number, tuple(picked)),)


def _rule(t: Tournament) -> str:
    """The game's rule on deck checks; elsewhere a check is part of the record of offences (COM-COND-8)."""
    return rules(t).data.rules.get("deck_check", "COM-COND-8")


def record_check(t: Tournament, x: RecordDeckCheck, ctx: Context) -> Answer:
    """What was found. Star Wars LCG: an illegal card annuls the result and is warned or punished
    (SWL-CHECK-2, AMB-S14); a deck that removal does not make legal ends the player's event (SWL-CHECK-3).
    """
    if problem := _not_recorded(t, x, ctx):
        return problem
    me = ctx.signed
    out: list[Event] = [
        DeckChecked(player=x.player, by=me, legal=x.legal, match=x.match, note=x.note, removed=x.removed)
    ]
    if x.legal:
        return tuple(out)
    match = annulled(t, x.match)
    if match:
        out.append(ResultAnnulled(match.number, x.note or x.removed or "deck", "SWL-CHECK-2"))
    if x.sanction:
        number = max(t.sanctions, default=0) + 1
        reason = x.note or x.removed or "deck"
        out.append(
            SanctionGiven(
                sanction=number, player=x.player, kind=x.sanction, reason=reason, by=me, match=x.match
            )
        )
    if not x.mendable and t.players[x.player].active:
        done = match.number if match else None
        out.extend(removal(t, x.player, "illegal_deck", x.note, skip_match=done))  # SWL-CHECK-3
    return tuple(out)


def _not_recorded(t: Tournament, x: RecordDeckCheck, ctx: Context) -> Refusal | None:
    """Why this finding cannot be recorded, or None."""
    if t.players[x.player].outside:
        return refuse("player.not_playing", None, player=x.player)
    if x.match is not None and not plays_in(t, x.player, x.match):
        return refuse("match.unknown", None, match=x.match)
    if x.sanction not in DECK_SANCTIONS:
        rule = rules(t).data.rules.get("deck_annuls", "COM-COND-8")
        return refuse("sanction.unknown_kind", rule, kind=x.sanction, known=DECK_SANCTIONS[1:])
    if not x.legal and x.mendable and not x.sanction and annuls(t):
        return refuse("deck_check.warn_or_punish", "SWL-CHECK-2")
    if x.match is None:
        return None
    match, goes = t.matches[x.match], not x.legal and annulled(t, x.match)
    return own_match(t, match, ctx.staff) or (dependents(t, match, (), None) if goes else None)


def _checks_drawn(t: Tournament, x: DeckChecksDrawn) -> None:
    t.deck_checks[t.version] = DeckCheckDraw(x.round, x.players)


def _deck_checked(t: Tournament, x: DeckChecked) -> None:
    t.deck_checks[t.version] = DeckCheck(
        round=t.round_number,
        player=x.player,
        by=x.by,
        legal=x.legal,
        match=x.match,
        note=x.note,
        removed=x.removed,
    )


def _who_punishes(t: Tournament, x: RecordDeckCheck, who: by.Asker) -> tuple[Reason, ...]:
    """What is given with the finding is for those who may give it without one (AMB-G43)."""
    if not x.sanction:
        return ()
    return who_punishes(t, GiveSanction(player=x.player, kind=x.sanction, reason="", match=x.match), who)


ROWS: Rows = (
    Action(DrawDeckChecks, by.LEADERS, when.BEFORE_THE_END, draw_checks),
    Action(RecordDeckCheck, by.LEADERS, when.BEFORE_THE_END, record_check, allow=_who_punishes, about=PLAYER),
    EventRow(DeckChecksDrawn, _checks_drawn, private={"players": []}),
    EventRow(DeckChecked, _deck_checked, private={"legal": True, "note": "", "removed": ""}),
)
