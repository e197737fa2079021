"""Between stages: the cut, replacements with consent, and the end with its final places."""

from dataclasses import replace

from komandor.core.brackets import final_order
from komandor.core.games.game import SideCount
from komandor.core.ids import PlayerNo
from komandor.core.reasons import Reason, Refusal, refuse, why
from komandor.core.regulations.cut import qualify
from komandor.core.tournament import commands as c
from komandor.core.tournament import events as e
from komandor.core.tournament.facts import begun, open_results, rules, settings, staying, table
from komandor.core.tournament.knockout import bracket_now, plan
from komandor.core.tournament.lots import lots_of
from komandor.core.tournament.state import Match, Stage, Tournament

Answer = tuple[e.Event, ...] | Refusal


def make_cut(t: Tournament, x: c.MakeCut, ctx: c.Context) -> Answer:
    """The best of the final Swiss table, all tie-breakers applied (COM-CUT-5)."""
    stage = t.stage
    if stage is None or stage.kind != "swiss":
        return refuse("cut.not_after_swiss", "COM-CUT-2")
    if (missing := _rounds_left(t, stage)) > 0:
        return refuse("cut.rounds_left", "COM-CUT-5", rounds=missing)
    if due := results_due(t):
        return Refusal(tuple(due))
    rows = table(t, stage)
    order = tuple(row.player for row in rows)
    if t.teams:
        level = teams_level(t)
        if not level:
            return refuse("cut.no_next_stage", "SWL-2V2-4")
        return (e.CutMade(stage.number + 1, level, 2, order, "final_match"),)
    if stage.number >= len(t.announced):
        return refuse("cut.no_next_stage", "COM-PREP-3")
    to = t.announced[stage.number]
    data = replace(rules(t).data, elimination="double" if to.kind == "double" else "single")
    seeds = qualify(data, rows, to.cut, custom=t.structure == "custom")
    if isinstance(seeds, Refusal):
        return seeds
    by_lot = tuple(row.player for row in rows[: to.cut + 1] if row.decided_by == "lot")
    return (e.CutMade(stage.number + 1, seeds, to.cut, order, to.kind, by_lot),)


def results_due(t: Tournament) -> list[Reason]:
    """Only complete rounds count (AMB-G9, T48): an annulled result is replaced first (SWL-CHECK-2)."""
    return [
        why("round.results_missing", "COM-PTS-1", round=m.round, tables=(m.table or 0,))
        for m in open_results(t)
    ]


def _rounds_left(t: Tournament, stage: Stage) -> int:
    return stage.rounds - sum(1 for r in t.rounds.values() if r.stage == stage.number)


def teams_level(t: Tournament) -> tuple[PlayerNo, ...]:
    """Two teams level on points for first place; of more, the best two by SWL-TB (SWL-2V2-5, AMB-S13)."""
    rows = [row for row in table(t) if not row.left]
    level = [row.player for row in rows if row.points == rows[0].points] if rows else []
    return tuple(level[:2]) if len(level) > 1 else ()


# ── replacements ─────────────────────────────────────────────────────────────


def leavers(t: Tournament) -> tuple[PlayerNo, ...]:
    """Qualified players who left before any game of the stage, best seed first (AMB-G18)."""
    stage = t.stage
    if stage is None or not awaiting(t, stage):
        return ()
    return tuple(n for n in stage.seeds if n is not None and not t.players[n].active)


def awaiting(t: Tournament, stage: Stage) -> bool:
    """Whether a gap in the stage is still filled: until its first clock starts (COM-CUT-3, AMB-G18).

    A final match is only for the two teams that are level (SWL-2V2-5).
    """
    return stage.number > 1 and stage.kind != "final_match" and not begun(t, stage) and t.phase != "closed"


def next_in_line(t: Tournament) -> PlayerNo | None:
    """Who is asked now: the next in the frozen standings who is still here and has not declined."""
    stage = t.stage
    if stage is None:
        return None
    out = {*stage.seeds, *stage.declined}
    return next((n for n in stage.standings_before if n not in out and t.players[n].active), None)


def replacements_due(t: Tournament) -> list[Reason]:
    asked = next_in_line(t)
    if asked is None:
        return []
    return [why("cut.replacement_due", "COM-CUT-3", leaver=n, player=asked) for n in leavers(t)]


def shrunk(t: Tournament) -> tuple[e.Event, ...]:
    """Nobody is left to ask: the seeds close up (AMB-G30)."""
    gone, stage = leavers(t), t.stage
    if not gone or stage is None or next_in_line(t) is not None:
        return ()
    left = tuple(n for n in stage.seeds if n is not None and n not in gone)
    return (e.StageShrunk(stage.number, left),) if len(left) > 1 else ()


def replace_seed(t: Tournament, x: c.ReplaceSeed, ctx: c.Context) -> Answer:
    """The next in the standings joins as the last seed if he accepts (COM-CUT-3, COM-CUT-4)."""
    stage = t.stage
    assert stage
    problems: list[Reason] = []
    if x.leaver not in leavers(t):
        problems.append(why("cut.nobody_left", "COM-CUT-3", player=x.leaver))
    if next_in_line(t) != x.player:
        problems.append(why("cut.not_asked", "COM-CUT-4", player=x.player, asked=next_in_line(t)))
    if problems:
        return Refusal(tuple(problems))
    before = tuple(n for n in stage.seeds if n is not None)
    after = (*(n for n in before if n != x.leaver), x.player) if x.accepted else before
    return (e.ReplacementAsked(stage.number, x.leaver, x.player, x.accepted, after),)


# ── sides and initiative ─────────────────────────────────────────────────────


def initiative(t: Tournament, x: c.SetInitiative, ctx: c.Context) -> Answer:
    """Who has it; None: by lot, as for equal totals (ARM-SETUP-5, CON-SETUP-3)."""
    match = t.matches.get(x.match)
    if match is None or match.b is None:
        return refuse("match.unknown", None, match=x.match)
    if x.player is not None and x.player not in match.players:
        return refuse("result.winner_not_here", "ARM-SETUP-5", match=x.match)
    if match.final and ctx.player is not None:
        return refuse("result.already_final", "ARM-SETUP-5", match=x.match)
    lots = lots_of(t, t.rounds[match.round])
    assert lots
    player = x.player or lots.order(match.players, f"initiative-{match.number}")[0]
    return (e.InitiativeSet(x.match, player, by_lot=x.player is None),)


def choose_sides(t: Tournament, x: c.ChooseSides, ctx: c.Context) -> Answer:
    """Finals of Star Wars LCG: the rule gives the side, or the higher seed chooses (SWL-SIDE)."""
    match = t.matches.get(x.match)
    if match is None or match.b is None:
        return refuse("match.unknown", None, match=x.match)
    stage = t.stages[t.rounds[match.round].stage]
    give = rules(t).sides
    if give is None:
        return refuse("sides.none_in_this_game")
    if match.final and ctx.player is not None:
        return refuse("result.already_final", "SWL-SIDE-2", match=x.match)
    if stage.kind != "double":
        return _swiss_sides(t, x)
    if swapped := _reset_sides(t, stage, match):
        return _given_sides(x, swapped, "SWL-FINAL-2")
    higher, lower = sorted(match.players, key=stage.seeds.index)
    counts = [side_count(t, n, match.number) for n in (higher, lower)]
    given = give(counts[0], counts[1], _first_finals_round(t, match.round))
    light = x.light if given.light is None else (higher, lower)[given.light]
    if light is None or light not in match.players:
        return refuse("sides.higher_seed_chooses", given.rule, player=higher)
    if given.light is None and ctx.player not in (None, higher):
        return refuse("sides.higher_seed_chooses", given.rule, player=higher)
    return _given_sides(x, light, given.rule)


def _given_sides(x: c.ChooseSides, light: PlayerNo, rule: str) -> Answer:
    if x.light not in (None, light):
        return refuse("sides.given_by_rule", rule, light=light)
    return (e.SidesChosen(x.match, light, rule),)


def _reset_sides(t: Tournament, stage: Stage, match: Match) -> PlayerNo | None:
    """The final is repeated with sides swapped (SWL-FINAL-2): who plays light now, if that is known."""
    game = plan(stage).by_number.get(match.game or 0)
    if game is None or game.side != "reset":
        return None
    final = next(
        (m for m in t.matches.values() if m.game == game.number - 1 and _same_stage(t, m, match)), None
    )
    return final.opponent(final.first) if final and final.first is not None else None


def _same_stage(t: Tournament, one: Match, two: Match) -> bool:
    return t.rounds[one.round].stage == t.rounds[two.round].stage


def _first_finals_round(t: Tournament, number: int) -> bool:
    stage = t.rounds[number].stage
    return number == min(r.number for r in t.rounds.values() if r.stage == stage)


def _swiss_sides(t: Tournament, x: c.ChooseSides) -> Answer:
    """Swiss: a random method decides who chooses the sides of game 1 (SWL-SETUP-1)."""
    match = t.matches[x.match]
    lots = lots_of(t, t.rounds[match.round])
    assert lots
    light = x.light or lots.order(match.players, f"sides-{match.number}")[0]
    if light not in match.players:
        return refuse("result.winner_not_here", "SWL-SETUP-1", match=x.match)
    return (e.SidesChosen(x.match, light, "SWL-SETUP-1"),)


def side_count(t: Tournament, player: PlayerNo, before: int) -> SideCount:
    """Games as light and as dark so far: of the finals, or of the whole event (AMB-S9)."""
    swiss = bool(settings(t).get("swl.side_count_includes_swiss"))
    mine = [
        m
        for m in t.matches.values()
        if m.number < before
        and player in m.players
        and m.first is not None
        and (swiss or t.stages[t.rounds[m.round].stage].kind == "double")
    ]
    light = sum(1 for m in mine if m.first == player)
    return light, len(mine) - light


# ── the end ──────────────────────────────────────────────────────────────────


def close(t: Tournament, x: c.CloseTournament, ctx: c.Context) -> Answer:
    stage = t.stage
    if stage is None:
        return refuse("close.nothing_played")
    if due := results_due(t):
        return Refusal(tuple(due))
    if stage.kind == "swiss" and len(staying(t, stage)) > 1:
        if (left := _rounds_left(t, stage)) > 0:
            return refuse("close.rounds_left", "COM-PREP-3", rounds=left)
        if stage.number < len(t.announced):
            return refuse("close.cut_due", "COM-CUT-2")
        if t.teams and teams_level(t):
            return refuse("close.final_match_due", "SWL-2V2-5", teams=teams_level(t))
    elif stage.kind in ("single", "double") and not bracket_now(t, stage).complete:
        return refuse("close.bracket_open", "COM-ELIM-1")
    elif stage.kind == "final_match" and final_winner(t, stage) is None and staying(t, stage):
        return refuse("close.final_match_due", "SWL-2V2-5", teams=stage.seeds)
    return (e.TournamentClosed(final_places(t), ctx.seed),)


def final_winner(t: Tournament, stage: Stage) -> PlayerNo | None:
    """Of two teams level for first place; one that is left alone has won (SWL-2V2-5, COM-ELIM-6)."""
    here = [n for n in stage.seeds if n is not None and t.players[n].active]
    if len(here) == 1:
        return here[0]
    own = [m for r in t.rounds.values() if r.stage == stage.number for m in t.in_round(r.number)]
    return next((m.result.winner for m in reversed(own) if m.result and m.result.winner is not None), None)


def final_places(t: Tournament) -> tuple[tuple[PlayerNo, int], ...]:
    """Swiss only: most points win (COM-PAIR-7); else by round of elimination, then Swiss order (AMB-G24)."""
    stage = t.stage
    assert stage
    swiss = swiss_order(t)
    if stage.kind in ("single", "double"):
        order = [n for n, place in final_order(bracket_now(t, stage), swiss) if place is not None]
    elif stage.kind == "final_match":
        winner = final_winner(t, stage)
        front = sorted((n for n in stage.seeds if n is not None), key=lambda n: n != winner)
        order = [*front, *(n for n in swiss if n not in front)]
    else:
        order = list(swiss)
    return tuple(enumerate_places([n for n in order if t.players[n].status != "disqualified"]))


def swiss_order(t: Tournament) -> tuple[PlayerNo, ...]:
    """Everybody by the last Swiss stage that he was in: who was cut earlier stands below."""
    stages = sorted((s for s in t.stages.values() if s.kind == "swiss"), key=lambda s: -s.number)
    return tuple(dict.fromkeys(row.player for s in stages for row in table(t, s)))


def enumerate_places(order: list[PlayerNo]) -> list[tuple[PlayerNo, int]]:
    return [(n, place) for place, n in enumerate(order, start=1)]
