"""Calls, rulings, appeals, sanctions, deck checks, lost and damaged components."""

from komandor.core.ids import PlayerNo
from komandor.core.reasons import Refusal, refuse, why
from komandor.core.regulations.staffing import Authority, authority, needs_substitute
from komandor.core.tournament import commands as c
from komandor.core.tournament import events as e
from komandor.core.tournament.decide.leaving import forfeit_current, removal
from komandor.core.tournament.decide.people import leaders_here, plays_himself
from komandor.core.tournament.decide.results import dependents, lose_match, match_situation
from komandor.core.tournament.facts import rules
from komandor.core.tournament.lots import lots_of
from komandor.core.tournament.state import Call, Match, Tournament

Answer = tuple[e.Event, ...] | Refusal
CALL_KINDS = ("question", "dispute", "component", "deck_check", "share", "incident")
SANCTIONS = ("warning", "penalty", "game_loss", "match_loss", "points", "removal", "disqualification")
"""COM-COND-8; only Star Wars LCG's document lists a ladder (SWL-SANC-1)."""


def call(t: Tournament, x: c.CallJudge, ctx: c.Context) -> Answer:
    """Players who cannot settle a dispute call a judge (COM-COND-2)."""
    if x.kind not in CALL_KINDS:
        return refuse("call.unknown_kind", "COM-COND-2", kind=x.kind)
    if x.match is not None and x.match not in t.matches:
        return refuse("match.unknown", None, match=x.match)
    table = t.matches[x.match].table if x.match is not None else x.table
    number = max(t.calls, default=0) + 1
    return (e.JudgeCalled(number, ctx.now, x.match, table, ctx.player, x.kind, x.text.strip()),)


def take(t: Tournament, x: c.TakeCall, ctx: c.Context) -> Answer:
    found = _open(t, x.call)
    if isinstance(found, Refusal):
        return found
    if own := _own_match(t, found, ctx.staff):
        return own
    return (e.CallTaken(x.call, ctx.staff or 0, ctx.now),)


def rule(t: Tournament, x: c.GiveRuling, ctx: c.Context) -> Answer:
    """Open → settled by the players, or a judge's ruling (COM-ROLE-13)."""
    found = _open(t, x.call)
    if isinstance(found, Refusal):
        return found
    if not x.settled_by_players and (own := _own_match(t, found, ctx.staff)):
        return own
    if not x.text.strip() and not x.settled_by_players:
        return refuse("ruling.empty", "COM-ROLE-13")
    staff = None if x.settled_by_players else ctx.staff
    return (e.RulingGiven(x.call, staff, x.text.strip(), x.rule, x.settled_by_players),)


def appeal(t: Tournament, x: c.AppealRuling, ctx: c.Context) -> Answer:
    """Any player of the match may ask the marshal to review a judge's decision (COM-ROLE-13)."""
    found = t.calls.get(x.call)
    if found is None or found.state != "ruled":
        return refuse("appeal.nothing_to_appeal", "COM-ROLE-13", call=x.call)
    if ctx.player is not None and not _concerns(t, found, ctx.player):
        return refuse("appeal.not_your_match", "COM-ROLE-13", call=x.call)
    return (e.RulingAppealed(x.call, ctx.player or found.player or 0),)


def verdict(t: Tournament, x: c.GiveFinalVerdict, ctx: c.Context) -> Answer:
    """The marshal's word is final; without a marshal it is the organiser's (COM-ROLE-5, COM-ROLE-7)."""
    found = t.calls.get(x.call)
    if found is None or found.state not in ("ruled", "appealed"):
        return refuse("verdict.not_appealed", "COM-ROLE-13", call=x.call)
    if own := plays_himself(t, t.matches.get(found.match or 0), ctx.staff):
        return own
    if not x.text.strip():
        return refuse("ruling.empty", "COM-ROLE-13")
    return (e.FinalVerdictGiven(x.call, ctx.staff or 0, x.text.strip(), x.rule),)


def sanction(t: Tournament, x: c.GiveSanction, ctx: c.Context) -> Answer:
    """The sanction and, where it decides a match or sends the player away, what follows from it."""
    player = t.players.get(x.player)
    if player is None:
        return refuse("player.unknown", None, player=x.player)
    problems = []
    if x.kind not in SANCTIONS:
        problems.append(why("sanction.unknown_kind", "COM-COND-8", kind=x.kind, known=SANCTIONS))
    if not x.reason.strip():
        problems.append(why("sanction.reason_missing", "COM-COND-8"))
    if x.kind == "points" and x.points <= 0:
        problems.append(why("sanction.points_missing", "SWL-SANC-3"))
    if x.kind in ("game_loss", "match_loss") and not _plays(t, x.player, x.match):
        problems.append(why("sanction.match_missing", "SWL-SANC-1"))
    elif x.match is not None and x.match not in t.matches:
        problems.append(why("match.unknown", None, match=x.match))
    if own := plays_himself(t, _match_of(t, x), ctx.staff):
        problems.extend(own.reasons)
    if x.kind in ("removal", "disqualification") and not player.active:
        problems.append(why("player.not_active", "COM-DROP-1", player=x.player))
    if problems:
        return Refusal(tuple(problems))
    number = max(t.sanctions, default=0) + 1
    points = x.points if x.kind == "points" else 0
    given = e.SanctionGiven(
        number, x.player, x.kind, x.reason.strip(), ctx.staff or 0, x.match, points, x.category
    )
    follows = _consequences(t, x)
    return follows if isinstance(follows, Refusal) else (given, *follows)


def _match_of(t: Tournament, x: c.GiveSanction) -> Match | None:
    """The match that a sanction is about; to send somebody away is about the whole event (COM-COND-7)."""
    away = x.kind in ("removal", "disqualification")
    number = x.match if x.match is not None or away else current_match(t, x.player)
    return t.matches.get(number or 0)


def _plays(t: Tournament, player: PlayerNo, match: int | None) -> bool:
    found = t.matches.get(match or 0)
    return found is not None and found.kind == "match" and player in found.players


def _consequences(t: Tournament, x: c.GiveSanction) -> Answer:
    """A game lost is the match lost where a match is one game; of several, the result says which."""
    reason = x.reason.strip()
    if x.kind in ("match_loss", "game_loss") and x.match is not None:
        match = t.matches[x.match]
        single = rules(t).form(match_situation(t, match)).most_games == 1
        return lose_match(t, match, x.player, reason) if single or x.kind == "match_loss" else ()
    if x.kind == "removal":
        if not t.rounds:
            return (e.PlayerDisqualified(x.player, 0, reason),)  # AMB-G33
        return removal(t, x.player, "conduct", reason)
    if x.kind == "disqualification":
        gone = e.PlayerDisqualified(x.player, max(t.rounds, default=0), reason)
        return (gone, *forfeit_current(t, x.player))
    return ()


def incident(t: Tournament, x: c.ReportIncident, ctx: c.Context) -> Answer:
    """A spectator who believes a rule was broken may report it (COM-ROLE-17)."""
    if not x.text.strip():
        return refuse("incident.empty", "COM-ROLE-17")
    return (e.IncidentReported(max(t.incidents, default=0) + 1, x.text.strip(), x.table, x.category),)


# ── decks and components ─────────────────────────────────────────────────────


def draw_checks(t: Tournament, x: c.DrawDeckChecks, ctx: c.Context) -> Answer:
    """Whose deck is looked at is drawn by lot from the round's key, so nobody can be singled out."""
    round_ = t.round
    lots = lots_of(t, round_) if round_ else None
    if round_ is None or lots is None:
        return refuse("deck_check.no_round_yet", "SWL-CHECK-1")
    playing = [n for m in t.in_round(round_.number) for n in m.players]
    if not 1 <= x.count <= len(playing):
        return refuse("deck_check.count", "SWL-CHECK-1", count=x.count, most=len(playing))
    done = sum(1 for d in t.deck_checks.values() if isinstance(d, dict) and "drawn" in d)
    picked = lots.order(playing, f"deck-check-{done + 1}")[: x.count]
    return (e.DeckChecksDrawn(round_.number, tuple(picked)),)


def record_check(t: Tournament, x: c.RecordDeckCheck, ctx: c.Context) -> Answer:
    """Illegal: remove the cards, annul the result, warn or punish; unmendable: he leaves (SWL-CHECK-2/3)."""
    if x.player not in t.players:
        return refuse("player.unknown", None, player=x.player)
    if x.match is not None and not _plays(t, x.player, x.match):
        return refuse("match.unknown", None, match=x.match)
    if x.sanction not in ("", "warning", "penalty"):
        return refuse("sanction.unknown_kind", "SWL-CHECK-2", kind=x.sanction, known=("warning", "penalty"))
    if x.match is not None and (own := plays_himself(t, t.matches[x.match], ctx.staff)):
        return own
    if not x.legal and x.match is not None and (kept := _annul_refused(t, t.matches[x.match])):
        return kept
    out: list[e.Event] = [e.DeckChecked(x.player, ctx.staff or 0, x.legal, x.match, x.note, x.removed)]
    if x.legal:
        return tuple(out)
    if x.match is not None and t.matches[x.match].result:
        out.append(e.ResultAnnulled(x.match, x.note or x.removed or "deck", "SWL-CHECK-2"))
    if x.sanction:
        number = max(t.sanctions, default=0) + 1
        reason = x.note or x.removed or "deck"
        out.append(e.SanctionGiven(number, x.player, x.sanction, reason, ctx.staff or 0, x.match))
    if not x.mendable and t.players[x.player].active:
        out.extend(removal(t, x.player, "illegal_deck", x.note, skip_match=x.match))  # SWL-CHECK-3
    return tuple(out)


def _annul_refused(t: Tournament, match: Match) -> Refusal | None:
    """A knock-out result that later games hang on cannot be taken away under them (T65)."""
    return dependents(t, match, (), None) if match.result else None


def component(t: Tournament, x: c.ReportComponent, ctx: c.Context) -> Answer:
    """Lost or damaged: a short time to find a replacement, as an extension of that table (COM-LOST-3)."""
    if x.player not in t.players:
        return refuse("player.unknown", None, player=x.player)
    if not x.what.strip():
        return refuse("component.what_missing", "COM-LOST-2")
    if not 0 <= x.minutes <= 60:
        return refuse("clock.extension_range", "COM-LOST-3", minutes=x.minutes)
    if x.match is not None and not _plays(t, x.player, x.match):
        return refuse("match.unknown", None, match=x.match)
    number = max(t.components, default=0) + 1
    match = x.match if x.match is not None else current_match(t, x.player)
    out: list[e.Event] = [
        e.ComponentReported(number, x.player, x.kind, x.what.strip(), x.category, x.minutes, match)
    ]
    if x.minutes and match is not None:
        out.append(e.TableExtended(match, x.minutes, "COM-LOST-3"))
    return tuple(out)


def resolve_component(t: Tournament, x: c.ResolveComponent, ctx: c.Context) -> Answer:
    """Not found in time, or found missing during the game: conceded (COM-LOST-4, COM-LOST-6, CON-LOST-2).

    Still missing when the next round begins: removed (COM-LOST-5); a broken die: the game is lost and
    the player leaves at once (DES-LOST-2).
    """
    found = t.components.get(x.component)
    if found is None:
        return refuse("component.unknown", None, component=x.component)
    if found.resolution not in ("", "conceded"):
        return refuse("component.resolved_already", "COM-LOST-5", component=x.component)
    if x.resolution == "proxy" and found.kind == "lost":
        return refuse("component.no_proxy_for_lost", "COM-LOST-9")
    lost: Answer = ()
    if x.resolution in ("conceded", "removed") and not found.resolution:
        match = found.match if found.match in t.matches else current_match(t, found.player)
        if _plays(t, found.player, match):
            if own := plays_himself(t, t.matches[match or 0], ctx.staff):
                return own
            lost = lose_match(t, t.matches[match or 0], found.player, "COM-LOST-4")
    if isinstance(lost, Refusal):
        return lost
    out: list[e.Event] = [e.ComponentResolved(x.component, x.resolution), *lost]
    if x.resolution == "removed" and t.players[found.player].active:
        done = lost[0].match if lost and isinstance(lost[0], (e.ResultEntered, e.ResultCorrected)) else None
        out.extend(removal(t, found.player, "lost_component", found.what, skip_match=done))
    return tuple(out)


def proxy(t: Tournament, x: c.MakeProxy, ctx: c.Context) -> Answer:
    """Name, what can no longer be read, maker, date; valid to the end of this tournament (COM-LOST-8)."""
    missing = [n for n in ("card", "unreadable", "maker", "date") if not str(getattr(x, n)).strip()]
    if missing:
        return refuse("proxy.field_missing", "COM-LOST-8", field=missing[0])
    if x.player not in t.players:
        return refuse("player.unknown", None, player=x.player)
    number = max(t.proxies, default=0) + 1
    return (e.ProxyMade(number, x.player, x.card, x.unreadable, x.maker, x.date),)


# ── helpers ──────────────────────────────────────────────────────────────────


def current_match(t: Tournament, player: PlayerNo) -> int | None:
    round_ = t.round
    matches = t.in_round(round_.number) if round_ and round_.status != "closed" else ()
    return next((m.number for m in matches if player in m.players), None)


def who_rules(t: Tournament, match: Match) -> Authority:
    """His substitute where a leader plays, the marshal where two do (COM-PART-2, COM-PART-3, SWL-PART-1)."""
    leaders = leaders_here(t)
    by_number = {one.id: one for one in leaders}
    pair = [t.players[n].staff for n in match.players]
    play = [by_number[n] for n in pair if n in by_number]
    if len(play) == 1 and play[0].substitute is None and not needs_substitute(rules(t).data, play[0].roles):
        return Authority(tuple(one.id for one in leaders if one.id != play[0].id))
    return authority((pair[0] or 0, pair[1] or 0) if len(pair) > 1 else (0, 0), leaders)


def _own_match(t: Tournament, found: Call, staff: int | None) -> Refusal | None:
    """Take a call or rule in it: only who may in this match."""
    if found.match not in t.matches:
        return None
    rulers = who_rules(t, t.matches[found.match])
    if staff in rulers.ruled_by or not rulers.reasons:
        return plays_himself(t, t.matches[found.match], staff)
    return Refusal((why("ruling.own_match", rulers.reasons[0].rule, staff=staff), *rulers.reasons))


def _concerns(t: Tournament, found: Call, player: PlayerNo) -> bool:
    if found.match is not None and found.match in t.matches:
        return player in t.matches[found.match].players
    return found.player == player


def _open(t: Tournament, number: int) -> Call | Refusal:
    found = t.calls.get(number)
    if found is None:
        return refuse("call.unknown", None, call=number)
    if found.state not in ("open", "taken"):
        return refuse("call.closed", "COM-ROLE-13", call=number, state=found.state)
    return found
