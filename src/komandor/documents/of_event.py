"""The document of one of our events, as the reader of an `EventView` may see it."""

import hashlib
from collections.abc import Mapping
from typing import Any

from komandor.app.event_view import EventView
from komandor.app.queries.everybody.bracket import GameView, bracket_view
from komandor.app.queries.everybody.factions import shown_factions
from komandor.app.queries.everybody.rounds import RoundView, Row, SeatView, round_view
from komandor.app.queries.everybody.standings import StandingRow, standings_view
from komandor.core.tournament.readings.regulations import rules
from komandor.core.tournament.state import Stage, Tournament
from komandor.documents.document import (
    DocumentGame,
    DocumentLog,
    DocumentMatch,
    DocumentPlayer,
    DocumentRound,
    DocumentRules,
    DocumentSide,
    DocumentStage,
    DocumentStanding,
    EventDocument,
    ExactNumber,
)
from komandor.texts.rounds import round_title


def document_of(view: EventView, *, now: int, address: str = "", lang: str = "en") -> EventDocument:
    """Everybody's document; staff (`staff_view`) see full names and a round that is not published yet."""
    seen = view if view.staff_view else view.published()
    t = seen.t
    return EventDocument(
        id=t.id,
        name=t.name,
        venue=t.place,
        date=t.date,
        game=seen.game,
        level=t.level,
        phase=t.phase,
        teams=t.teams,
        rules=_rules(t, lang),
        players=_players(seen),
        stages=tuple(_stage(stage) for _, stage in sorted(t.stages.items())),
        rounds=tuple(_round(seen, round_view(t, n, now), lang) for n in sorted(t.rounds)),
        standings=tuple(map(_standing, standings_view(t).rows)) if t.rounds else (),
        bracket=_bracket(t),
        places=tuple(t.places),
        draws=_log(view, address),
    )


def _rules(t: Tournament, lang: str) -> DocumentRules:
    data = rules(t).data
    digest = hashlib.sha256(t.edition_text.encode()).hexdigest() if t.edition_text else ""
    return DocumentRules(
        edition=t.edition,
        title=data.label.get(lang) or data.name[lang],
        digest=digest,
        tiebreakers=tuple(data.tiebreakers),
    )


def _players(view: EventView) -> tuple[DocumentPlayer, ...]:
    factions = shown_factions(view.t)
    return tuple(
        DocumentPlayer(
            number=p.number,
            name=view.name(p.number),
            members=view.team_members(p.number),
            factions=tuple(word for _, word in factions.get(p.number, ())),
            status=p.shown_status,
        )
        for p in view.t.players.values()
        if not p.outside
    )


def _stage(stage: Stage) -> DocumentStage:
    return DocumentStage(
        number=stage.number, kind=stage.kind.key, rounds=stage.rounds, cut=stage.cut, seeds=stage.seeds
    )


def _round(view: EventView, shown: RoundView, lang: str) -> DocumentRound:
    return DocumentRound(
        number=shown.number,
        stage=view.t.rounds[shown.number].stage,
        in_stage=shown.in_stage,
        eliminates=shown.eliminates,
        name=round_title(view.title_of(shown.number), lang, short=True),
        status=shown.status,
        mission=shown.mission,
        matches=tuple(_match(view.t, row) for row in shown.rows),
    )


def _match(t: Tournament, row: Row) -> DocumentMatch:
    counts = not row.unsettled
    result = t.matches[row.match].result
    return DocumentMatch(
        number=row.match,
        table=row.table,
        kind=row.kind,
        sides=tuple(_side(seat, counts) for seat in (row.a, row.b) if seat),
        winner=row.winner if counts else None,
        status=row.status,
        score=row.result,
        games=_games(result.report) if result and counts else (),
        forfeit=row.forfeit,
        corrected=row.corrected,
        changed_by_hand=row.changed,
        rematch=row.rematch,
        bracket_game=row.game,
    )


def _side(seat: SeatView, counts: bool) -> DocumentSide:
    if not counts:
        return DocumentSide(player=seat.player)
    return DocumentSide(player=seat.player, points=seat.scored, mov=seat.mov, outcome=seat.outcome)


def _games(report: Mapping[str, Any]) -> tuple[dict[str, Any], ...]:
    """The slip, one entry for each game of a match that has several."""
    games = report.get("games")
    several = games if isinstance(games, tuple) else (report,) if report else ()
    return tuple(_as_json(game) for game in several if isinstance(game, Mapping))


def _as_json(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _as_json(part) for key, part in value.items()}
    return [_as_json(part) for part in value] if isinstance(value, tuple) else value


def _standing(row: StandingRow) -> DocumentStanding:
    return DocumentStanding(
        place=row.place,
        player=row.player,
        points=row.points,
        tiebreakers={key: ExactNumber.of(value) for key, value in row.values.items()},
        decided_by=row.decided_by,
        tied=row.tied,
        status=row.status,
        in_cut=row.in_cut,
        final_place=row.final,
    )


def _bracket(t: Tournament) -> tuple[DocumentGame, ...]:
    """The games of the latest bracket."""
    stages = [s for _, s in sorted(t.stages.items()) if s.kind.bracket]
    return tuple(map(_game, bracket_view(t, stages[-1]).games)) if stages else ()


def _game(game: GameView) -> DocumentGame:
    return DocumentGame(
        number=game.number,
        round=game.round,
        side=game.side,
        a=game.a.player,
        b=game.b.player,
        a_from=game.a.source,
        b_from=game.b.source,
        a_score=game.a.score,
        b_score=game.b.score,
        winner=next((slot.player for slot in (game.a, game.b) if slot.won), None),
        status=game.status,
    )


def _log(view: EventView, address: str) -> DocumentLog:
    t = view.t
    at = f"{address}/t/{t.id}" if address else ""
    return DocumentLog(
        version=view.version,
        head=view.head,
        seed_fingerprint=t.commitment,
        seed=t.opened_seed,
        log=f"{at}/log.komandor" if at else "",
        verify=f"{at}/verify" if at else "",
    )
