"""What each kind of event changes in the state; nothing is judged here.

The checker asks first whether an event is right, then lets it take effect; the verifier of draws only lets
it take effect.  So both know the same state, also after an event that breaks a rule.

A new event is written in these places, and `tests/contracts/test_checker_knows_every_event.py` names those
that were forgotten:

1. here or in `effects_on_people.py`: a function in the table; or its name in `NO_EFFECT` if no result,
   draw or prize depends on it;
2. what must be true of it: a function in `BEFORE` or `AFTER` of the module about its subject
   (`people`, `leaving`, `rounds`, `results` …), and in `whole_log.WHEN` the phases in which it may come;
3. if it changes points: `standings.tally` for the checker, `recorded_points.py` for the verifier;
4. the browser's verifier, which shares nothing with this one: `STEPS` or `NO_EFFECT` in
   `web/static/redraw.js`, and there `pointsFit` if it changes points;
5. who may do it: `acts.py` and `web/static/acts.js`; if it names the member of staff who decided, `SIGNED` in
   `laws/acting.py`;
6. if it is in `STEPS`, what its fields are: `TABLE` in `shapes.py` and in `web/static/shapes.js`;
7. if a part of it is private: `SHOWN` in `file_reader.py` and in `web/static/verify.js`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from komandor.check.effects_on_people import PEOPLE, plans
from komandor.check.state import Fields, Match, Plan, Prize, Round, Score, Stage, State, known_kind

# ── rounds ───────────────────────────────────────────────────────────────────


def announced(st: State, x: Fields) -> None:
    st.announced, st.exception, st.phase = plans(x["stages"]), False, "announced"


def pair_forbidden(st: State, x: Fields) -> None:
    st.forbidden |= {(x["player"], x["opponent"])}


def pair_allowed(st: State, x: Fields) -> None:
    st.forbidden -= {(x["player"], x["opponent"])}


def frozen(st: State, x: Fields) -> None:
    """A stage without a cut begins with its first round."""
    number, stage_no, rows = x["round"], x["stage"], [list(row) for row in x.get("field", ())]
    if stage_no not in st.stages:
        plan = st.announced[stage_no - 1] if stage_no <= len(st.announced) else Plan("swiss")
        st.stages[stage_no] = Stage(
            number=stage_no, kind=plan.kind, rounds=plan.rounds, cut=plan.cut, seeds=list(st.active())
        )
    _forget_matches(st, number)
    st.stages[stage_no].first_round = st.stages[stage_no].first_round or number
    st.rounds[number] = Round(
        number=number,
        stage=stage_no,
        head=x["head"],
        announced={key: x.get(key) for key in ("public_source", "dice", "sides", "digits")},
        forbidden=st.forbidden,
        frozen_entrants=rows,
        entrants=rows,
    )
    st.phase = "frozen"


def drawn(st: State, x: Fields) -> None:
    r = st.rounds[x["round"]]
    stage = st.stages[r.stage]
    r.link, r.public, r.status, st.phase = x["link"], x["public"], "drawn", "drawn"
    r.entrants = [list(row) for row in x.get("field") or r.frozen_entrants]
    r.paired_for = r.entrants
    stage.lots = dict(x.get("lots") or stage.lots)
    stage.seeds = list(x.get("seeds") or stage.seeds)
    for player, start in x.get("starts", ()):
        st.players[player].start = start
    others = set(r.matches)
    _forget_matches(st, r.number)
    r.matches = [_seat(st, read_match(m, r.number)) for m in x["matches"]]
    _follow_players(st, r, others)


def _forget_matches(st: State, number: int) -> None:
    """A round that is frozen or drawn again has none of its earlier matches."""
    for match in st.rounds[number].matches if number in st.rounds else ():
        st.matches.pop(match, None)


def _seat(st: State, match: Match) -> int:
    if match.number in st.matches:
        raise ValueError(f"match {match.number} is there already")
    st.matches[match.number] = match
    return match.number


def read_match(m: Fields, number: int) -> Match:
    return Match(
        number=m["match"],
        round=number,
        table=m.get("table"),
        a=m["a"],
        b=m.get("b"),
        kind=m.get("kind", "match"),
        game=m.get("game"),
    )


def pairing_changed(st: State, x: Fields) -> None:
    """A pair that only gets another table keeps its result."""
    r = st.rounds[x["round"]]
    old = {m["match"]: st.matches.pop(m["match"], None) for m in x["before"]}
    for new in (read_match(m, r.number) for m in x["after"]):
        known = old.get(new.number)
        same = known and (known.a, known.b) == (new.a, new.b)
        _seat(st, replace(known, table=new.table) if known and same else new)
    r.matches = [n for n in r.matches if n not in old] + [m["match"] for m in x["after"]]
    now = {n: st.matches[n].players for n in r.matches}
    _follow_players(st, r, {n for n, m in old.items() if m and now.get(n) != m.players})


def _follow_players(st: State, r: Round, others: set[int]) -> None:
    """A game lost by a ruling stays with its player, whose match has another number now."""
    seats = {p: m.number for m in st.in_round(r.number) if m.kind == "match" for p in m.players}
    moved = [(seats.get(p, 0) if n in others else n, p) for n, p in st.games_lost]
    st.games_lost = [(n, p) for n, p in moved if n]


def pairings_kept(st: State, x: Fields) -> None:
    st.rounds[x["round"]].paired_for = [list(row) for row in x["field"]]


def published(st: State, x: Fields) -> None:
    st.rounds[x["round"]].status = st.phase = "published"


def clock_started(st: State, x: Fields) -> None:
    r = st.rounds[x["round"]]
    r.status = st.phase = "running"
    st.stages[r.stage].begun = True


def closed(st: State, x: Fields) -> None:
    st.rounds[x["round"]].status, st.phase = "closed", "between"


def mission_drawn(st: State, x: Fields) -> None:
    st.rounds[x["round"]].missions.append(x["mission"])


def deck_checks_drawn(st: State, x: Fields) -> None:
    st.deck_checks += 1


def initiative_set(st: State, x: Fields) -> None:
    st.matches[x["match"]].first = x["player"]


def sides_chosen(st: State, x: Fields) -> None:
    st.matches[x["match"]].first = x["light"]


# ── results ──────────────────────────────────────────────────────────────────


def scores_of(x: Fields) -> dict[int, Score]:
    return {s["player"]: Score(s["outcome"], s["points"], s.get("mov", 0)) for s in x["scores"]}


def reported(st: State, x: Fields) -> None:
    match = st.matches[x["match"]]
    match.scores, match.winner, match.final, match.reporter = scores_of(x), x.get("winner"), False, x["by"]


def confirmed(st: State, x: Fields) -> None:
    st.matches[x["match"]].final, st.matches[x["match"]].reporter = True, None


def settled(st: State, x: Fields) -> None:
    match = st.matches[x["match"]]
    match.scores, match.winner, match.final, match.reporter = scores_of(x), x.get("winner"), True, None


def annulled(st: State, x: Fields) -> None:
    match = st.matches[x["match"]]
    match.scores, match.winner, match.final, match.reporter = {}, None, False, None


# ── stages, the end, prizes ──────────────────────────────────────────────────


def cut(st: State, x: Fields) -> None:
    """The cut of a stage; made again, it leaves the round that is prepared as it is."""
    number = x["stage"]
    if number in st.stages:
        stage = st.stages[number]
        stage.seeds, stage.before, stage.cut = list(x["seeds"]), list(x["standings"]), x["size"]
        return
    st.stages[number] = Stage(
        number=number,
        kind=known_kind(x["kind"]),
        rounds=st.announced[number - 1].rounds if number <= len(st.announced) else 0,
        cut=x["size"],
        seeds=list(x["seeds"]),
        before=list(x["standings"]),
    )
    st.phase = "cut"


def replacement(st: State, x: Fields) -> None:
    if not x["accepted"]:
        st.stages[x["stage"]].declined.add(x["player"])
    reseeded(st, x)


def reseeded(st: State, x: Fields) -> None:
    st.stages[x["stage"]].seeds = list(x["seeds"])


def ended(st: State, x: Fields) -> None:
    st.phase, st.places = "closed", [(player, place) for player, place in x["places"]]


def prize_added(st: State, x: Fields) -> None:
    numbers = {key: x.get(key, 0) for key in ("first", "last", "wins", "count")}
    st.prizes[x["prize"]] = Prize(to=x["to"], among=x.get("among", "present"), **numbers)


def prize_removed(st: State, x: Fields) -> None:
    st.prizes[x["prize"]].gone = True


def award_given(st: State, x: Fields) -> None:
    st.prizes[x["prize"]].won = [x["player"]]


def raffle_drawn(st: State, x: Fields) -> None:
    prize = st.prizes[x["prize"]]
    prize.won, prize.raffle, prize.round = list(x["winners"]), x["raffle"], x["round"]


Effect = Callable[[State, Fields], None]
EFFECTS: Mapping[str, Effect] = {
    **PEOPLE,
    "structure_announced": announced,
    "pair_forbidden": pair_forbidden,
    "pair_allowed": pair_allowed,
    "round_frozen": frozen,
    "round_drawn": drawn,
    "pairing_changed": pairing_changed,
    "pairings_kept": pairings_kept,
    "round_published": published,
    "clock_started": clock_started,
    "round_closed": closed,
    "mission_drawn": mission_drawn,
    "deck_checks_drawn": deck_checks_drawn,
    "initiative_set": initiative_set,
    "sides_chosen": sides_chosen,
    "result_reported": reported,
    "result_confirmed": confirmed,
    "result_entered": settled,
    "result_corrected": settled,
    "match_forfeited": settled,
    "result_annulled": annulled,
    "cut_made": cut,
    "replacement_asked": replacement,
    "stage_shrunk": reseeded,
    "tournament_closed": ended,
    "prize_added": prize_added,
    "prize_removed": prize_removed,
    "award_given": award_given,
    "raffle_drawn": raffle_drawn,
}
NO_EFFECT = frozenset(
    "list_deadline_set list_rules_set lists_published outline_attached checklist_ticked notice_posted "
    "notice_withdrawn duty_changed fee_noted result_disputed "
    "clock_paused clock_resumed clock_adjusted table_extended disqualification_recommended judge_called "
    "call_taken call_closed ruling_given ruling_appealed final_verdict_given deck_checked side_chooser_drawn "
    "proxy_made incident_reported point_named backup_taken prize_handed_out event_voided".split()
)
"""No result, draw or prize depends on these. An undo is no change of its own: the log is read again without
the records that it names."""


def voided(log: Sequence[tuple[int, Fields]]) -> set[int]:
    """The numbers of all undone records. Read from the end: an undo that was undone itself has no effect."""
    out: set[int] = set()
    for seq, event in reversed(log):
        if event.get("type") == "event_voided" and seq not in out:
            out.update(event["targets"])
    return out
