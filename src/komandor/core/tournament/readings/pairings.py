"""What a draw keeps to, whether its pairings still fit, and which exceptions the organiser must accept."""

from collections.abc import Iterable

from komandor.core.games.settings import pairing_method
from komandor.core.ids import PlayerNo
from komandor.core.pairing import Entrant, Pair, Terms, ordered
from komandor.core.reasons import Reason, Refusal, why
from komandor.core.standings.ranking import Standing
from komandor.core.tournament.readings.attendance import playing, staying
from komandor.core.tournament.readings.cut import awaiting, closed_up, cut_due, leavers, results_due
from komandor.core.tournament.readings.knockout import other_games_due, played_in
from komandor.core.tournament.readings.meetings import byes, met, met_by_round
from komandor.core.tournament.readings.regulations import rules, settings
from komandor.core.tournament.readings.seats import fixed_table_remarks, same_group
from komandor.core.tournament.readings.standings import standings_of, total_points
from komandor.core.tournament.state import Match, Round, Tournament
from komandor.core.tournament.values import DrawnMatch, FieldRow


def stage_to_draw(t: Tournament) -> int | Refusal:
    """The number of the stage that the next round belongs to."""
    stage = t.stage
    if stage is None:
        return 1
    return stage.kind.no_more_rounds(t, stage) or stage.number


def terms_of(t: Tournament, round_: Round) -> Terms:
    """What the draw of a Swiss round keeps to: method, settings, and the pairs that were forbidden then."""
    options, number = settings(t), round_.number
    late = bool(options.get("registration.late_no_bye_first_round")) and number > 1
    return Terms(
        round=number,
        method=pairing_method(rules(t).data, options, number),
        apart_round1=bool(options.get("pairing.avoid_groups_round1")),
        no_bye=frozenset(n for n, p in t.players.items() if late and p.entered == number),
        forbidden=frozenset(round_.forbidden),
        second_bye_first=bool(options.get("pairing.second_bye_before_rematch")),
    )


def field_rows(
    t: Tournament, standing: Iterable[Standing], players: Iterable[PlayerNo], number: int, stage: int
) -> tuple[FieldRow, ...]:
    """What the pairs of a Swiss round depend on, with the results and the key: points, byes, place."""
    drawn = entrants_of(t, standing, sorted(players), number, stage)
    return tuple((e.player, e.points, e.byes, 0 if number == 1 else e.rank) for e in drawn)


def entrants_of(
    t: Tournament, standing: Iterable[Standing], players: Iterable[PlayerNo], number: int, stage: int
) -> list[Entrant]:
    """The players of a round with their points, places, opponents and byes before it."""
    places = {row.player: (row.points, place) for place, row in enumerate(standing, start=1)}
    opponents, had = met_by_round(t, stage), byes(t, before=number)
    return [
        Entrant(player=n, points=points, rank=rank, met=opponents[n], byes=had[n])
        for n in players
        for points, rank in (places[n],)
    ]


def field_now(t: Tournament, round_: Round) -> tuple[FieldRow, ...]:
    """The field of a round that is paired already, as it is now: who has left since is in it no more."""
    seated = (n for m in t.in_round(round_.number) for n in m.players if t.players[n].active)
    return field_rows(t, standings_of(t), seated, round_.number, round_.stage)


def field_before(t: Tournament, stage: int, number: int) -> tuple[FieldRow, ...]:
    """The field of a round that is frozen now."""
    here = staying(t, t.stages[stage]) if stage in t.stages else t.active()
    return field_rows(t, standings_of(t), here, number, stage)


def swap_warnings(t: Tournament, after: tuple[DrawnMatch, ...]) -> tuple[Reason, ...]:
    """What a change by hand costs, named: allowed, but said."""
    opponents, had = met(t, t.this_round.stage), byes(t, before=t.round_number)
    points = {row.player: row.points for row in standings_of(t)}
    out: list[Reason] = []
    for m in after:
        if m.b is None:
            if had.get(m.a, 0):
                out.append(why("warning.second_bye", "COM-BYE-4", player=m.a))
            out.extend(_bye_is_high(t, m.a))
            continue
        if ordered(m.a, m.b) in t.forbidden:
            out.append(why("warning.forbidden_pair", "COM-PAIR-6", a=m.a, b=m.b))
        if m.b in opponents[m.a]:
            out.append(why("warning.rematch", "COM-PAIR-2", a=m.a, b=m.b))
        if points.get(m.a, 0) != points.get(m.b, 0):
            out.append(why("warning.other_score_group", "COM-PAIR-5", a=m.a, b=m.b))
        if len(t.rounds) == 1 and (group := same_group(t, m)):
            out.append(group)
    return (*out, *fixed_table_remarks(t, after))


def _bye_is_high(t: Tournament, player: PlayerNo) -> list[Reason]:
    """Whether a bye goes to somebody although others stand lower and have had no more byes (COM-BYE-3)."""
    round_, had = t.round, byes(t, before=t.round_number)
    if round_ is None or round_.number == 1:
        return []
    able = {n for m in t.in_round(round_.number) if m.kind != "awarded_bye" for n in m.players}
    order = [row.player for row in standings_of(t) if row.player in able]
    place = order.index(player) + 1 if player in order else 0
    lower = [n for n in order[place:] if had.get(n, 0) <= had.get(player, 0)]
    wrong = place and lower
    return [why("warning.bye_high", "COM-BYE-3", player=player, place=place, of=len(order))] if wrong else []


def seating(t: Tournament, round_: Round) -> list[Reason]:
    """Everybody here sits once and nobody else does (COM-PAIR-1); else the round is drawn again."""
    stage = t.stages[round_.stage]
    if stage.kind.eliminates:
        return _knock_out_seats(t, round_)
    sits, here = t.in_round(round_.number), playing(t, stage)
    seated = [n for m in sits for n in m.players]
    expected = {*here}
    gone = tuple(n for n in seated if n not in expected)
    alone = {m.a for m in sits if m.kind == "awarded_bye"}
    given = {n for n in here if round_.number in t.players[n].awarded_byes}
    missing = (*sorted(expected - set(seated)), *sorted(given ^ alone))
    return [_draw_again(gone, missing)] if gone or missing else []


def _knock_out_seats(t: Tournament, round_: Round) -> list[Reason]:
    """Whether a knock-out round has the games that are due, with those who are in them."""
    stage = t.stages[round_.stage]
    moved_on = round_.open and not awaiting(t, stage)  # a bye that was published is had
    sits = (m for m in t.in_round(round_.number) if not (m.is_bye and moved_on))
    away = {n for m in sits for n in m.players if not t.players[n].active or n not in stage.seeds}
    closing_up = leavers(t) if closed_up(t) else ()  # one alone has nobody to close up to
    seated, due = other_games_due(t, round_)
    gone = tuple(sorted({*closing_up, *away, *seated} - set(due)))
    missing = tuple(n for n in due if n not in seated)
    return [_draw_again(gone, missing)] if gone or due or seated else []


def _draw_again(gone: tuple[PlayerNo, ...], missing: tuple[PlayerNo, ...]) -> Reason:
    return why("round.draw_again", "COM-PAIR-1", gone=gone, missing=missing)


def held_up(t: Tournament) -> list[Reason]:
    """Why no game of the open round counts: a place in the cut is open, or others play by now (COM-CUT-3)."""
    round_ = t.round
    if round_ is None or not round_.open or played_in(t, round_):
        return []
    decides = t.stages[round_.stage].kind.eliminates or awaiting(t, t.stages[round_.stage])
    return [*cut_due(t), *(seating(t, round_) if decides else [])]


def not_playable(t: Tournament) -> list[Reason]:
    """Why no game of the open round is begun or counts: others play, or by other points (AMB-G45)."""
    return held_up(t) or (pairs_outdated(t, t.round) if t.round and t.round.open else [])


def nobody_to_pair(t: Tournament, round_: Round) -> bool:
    """Whether a round that was not played has nobody to seat: all have left, or the knock-out is decided."""
    stage = t.stages[round_.stage]
    if played_in(t, round_):
        return False
    if not staying(t, stage):
        return True
    return stage.kind.eliminates and stage.kind.no_more_rounds(t, stage) is not None


def stands(t: Tournament, round_: Round) -> bool:
    """Whether the pairs of a round stand: its clock has started, or a game has a result (AMB-G45).

    A match that was lost without a game is not played.
    """
    results = (m.result for m in t.in_round(round_.number))
    return round_.clock is not None or any(x is not None and not x.forfeit for x in results)


def pairs_outdated(t: Tournament, round_: Round) -> list[Reason]:
    """Whether a Swiss round was paired for other points than players have now; once played it stands."""
    then = {n: points for n, points, _, _ in round_.paired_for}
    if not then or round_.number == 1 or t.stages[round_.stage].kind.eliminates or stands(t, round_):
        return []
    now = total_points(t)
    players = tuple(n for n in then if now.get(n, 0) != then[n])
    if not players and not _bye_moved(t, round_):
        return []
    return [why("round.outdated", "COM-PAIR-5", round=round_.number, players=players)]


def _bye_moved(t: Tournament, round_: Round) -> bool:
    """Whether others stand below the player with the bye than when it was drawn (COM-BYE-3)."""
    alone = next((m.a for m in t.in_round(round_.number) if m.kind == "bye" and not m.changed), None)
    if alone is None:
        return False
    then = {n: place for n, _, _, place in round_.paired_for}
    now = {row.player: place for place, row in enumerate(standings_of(t), start=1)}
    both = [n for n in then if n in now and alone in now and alone in then]
    return {n for n in both if then[n] > then[alone]} != {n for n in both if now[n] > now[alone]}


def _too_few(t: Tournament) -> list[Reason]:
    """Nobody to play with, in an event that starts with a knock-out: its seeds are those who are here."""
    players, round_ = len(t.active()), t.this_round
    if players > 1 or round_.number > 1 or t.stages[round_.stage].kind.bracket is None:
        return []
    return [why("bracket.too_few_players", "COM-ELIM-1", players=players)]


def before_a_draw(t: Tournament) -> tuple[Reason, ...]:
    """Why the frozen round cannot be drawn, or drawn again, as things stand."""
    round_ = t.this_round
    if any(t.matches[m].result for m in round_.matches):
        return (why("draw.results_in", None, round=round_.number),)
    nobody = [why("round.nobody_left", "COM-PAIR-1")] if nobody_to_pair(t, round_) else []
    return (*cut_due(t), *results_due(t), *(_too_few(t) or nobody))


def exceptions_in(t: Tournament, round_: Round) -> list[Reason]:
    """What the organiser must accept before a Swiss round is shown (AMB-G11, AMB-G35)."""
    if t.stages[round_.stage].kind.eliminates:
        return []
    pairs = ((m.a, m.b) for m in t.in_round(round_.number) if m.b is not None)
    forbidden = tuple(p for p in pairs if ordered(*p) in round_.forbidden)
    again = rematches_in(t, round_)
    out = [why("round.forbidden_pairs", "COM-PAIR-6", pairs=forbidden)] if forbidden else []
    by_hand = any(ordered(*pair) not in {ordered(*p) for p in round_.rematches} for pair in again)
    out += [why("round.rematches", "COM-PAIR-2", pairs=again, by_hand=by_hand)] if again else []
    return [*out, *_second_bye(t, round_)]


def rematches_in(t: Tournament, round_: Round) -> tuple[Pair, ...]:
    """The pairs of a Swiss round who have met before, drawn or made by hand."""
    if t.stages[round_.stage].kind.eliminates:
        return ()
    opponents = met(t, round_.stage, before=round_.number)
    pairs = ((m.a, m.b) for m in t.in_round(round_.number) if m.b is not None)
    return tuple((a, b) for a, b in pairs if b in opponents[a])


def _second_bye(t: Tournament, round_: Round) -> list[Reason]:
    """The bye of somebody who has had one, and who of those who could get it have had fewer."""
    had, spared = byes(t, before=round_.number), terms_of(t, round_).no_bye
    drawn = [m for m in t.in_round(round_.number) if m.kind != "awarded_bye"]
    able = {n for m in drawn for n in m.players} - spared
    out = []
    for n in (m.a for m in drawn if m.kind == "bye" and had[m.a]):
        fewer = tuple(sorted(p for p in able if had[p] < had[n]))
        code, named = ("round.second_bye_early", {"players": fewer}) if fewer else ("round.second_bye", {})
        out.append(why(code, "COM-BYE-4", player=n, byes=had[n], **named))
    return out


def idle_players(t: Tournament) -> dict[PlayerNo, Match]:
    """Who has no opponent in a published Swiss round: by a drawn bye, or because the other did not come."""
    round_ = t.round
    if round_ is None or t.phase != "published" or t.stages[round_.stage].kind.eliminates:
        return {}
    out: dict[PlayerNo, Match] = {}
    for m in t.in_round(round_.number):
        forfeited = m.result is not None and m.result.forfeit
        alone = m.a if m.kind == "bye" else m.result.winner if m.result and forfeited else None
        gone = not any(t.players[n].active for n in m.players if n != alone)  # or came back to the match
        if alone is not None and t.players[alone].active and gone:
            out[alone] = m
    return out
