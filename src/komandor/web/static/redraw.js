/* Computes every draw of a log again: pairs, byes, start numbers, places of a bracket, missions, deck checks, raffles.
 *
 * Written from docs/algorithms/verifiable-draws.md, apart from check/redraw.py; both must say the same.
 * Knows no rules of any game: points are those of the recorded scores.
 * A new event is written in STEPS (raffles.js has those of prizes, shapes.js those that only name) or in NO_EFFECT; if it changes points, in pointsFit too.
 *
 *   komandorRedraw(plan, pairs, raffles, shapes)(records, keys) -> [[ok, code, params], …]
 *
 * A record is [number, time, event]; `keys` has the key of each draw by the number of its record.
 */
"use strict";

var komandorRedraw = function ({ Beyond, byLot, dice, upTo }, { recompute }, raffles, names) {
  const PLAYED = ["win", "modified_win", "draw", "loss", "conceded", "double_loss"];
  const BYES = new Map([["armada@2017", 8], ["imperial-assault@2017", 1], ["destiny@2017", 1], ["conquest@2016-1.1", 5],
    ["star-wars-lcg@2016", null]]); // null: a setting
  const WAY = 3; // of drawing, as a draw names it; 1 and 2 are not read any more

  const isBye = (m) => m.kind === "bye" || m.kind === "awarded_bye";
  const inOrder = (map) => [...map].sort(([a], [b]) => a - b);
  const filled = (list) => (list && list.length ? list : null);
  const sameList = (a, b) => a.length === b.length && a.every((x, i) => x === b[i]);
  const known = (map, number, what) => {
    if (!map.has(number)) throw new Error(`no ${what} ${number}`);
    return map.get(number);
  };
  const pairName = (a, b) => `${Math.min(a, b)}-${Math.max(a, b)}`;

  // ── what the draws depend on, from the records ───────────────────────────────

  class State {
    constructor() {
      Object.assign(this, { edition: "", settings: {}, missions: [], players: new Map(), rounds: new Map(), kinds: new Map() });
      Object.assign(this, { seeds: new Map(), forbidden: new Map(), deducted: [], deckChecks: 0, learned: {} });
      Object.assign(this, { prizes: new Map(), places: [], staff: new Set(), components: new Set() });
    }

    apply(e) {
      const step = STEPS[e.type];
      if (Object.hasOwn(STEPS, e.type)) step(this, e);
    }

    planned(stages) { (stages || []).forEach((plan, i) => this.kinds.set(i + 1, plan.kind)); }

    player(number) { return known(this.players, number, "player"); }

    round(number) { return known(this.rounds, number, "round"); }

    match(number) {
      for (const r of [...this.rounds.values()].reverse()) if (r.matches.has(number)) return r.matches.get(number);
      throw new Error(`no match ${number}`);
    }

    get noRematchInSwiss() { return this.edition.startsWith("conquest@"); }
    get folds() { return this.edition.startsWith("star-wars-lcg@"); }

    setting(key) { return Object.hasOwn(this.settings, key) ? this.settings[key] : undefined; }

    isSwiss(stage) { return (this.kinds.get(stage) || "swiss") === "swiss"; }

    swiss() { return inOrder(this.rounds).map(([, r]) => r).filter((r) => this.isSwiss(r.stage)); }

    /* Who plays in a stage; with a number, in that round. */
    here(stage, number = 0) {
      const seeds = stage > 1 ? this.seeds.get(stage) || [] : [...this.players.keys()];
      const plays = ([n, p]) => p.active && seeds.includes(n) && !p.missed.has(number) && !p.granted.has(number);
      return inOrder(this.players).filter(plays).map(([n]) => n);
    }

    /* Each player's opponents in the earlier Swiss rounds that forbid a rematch; 0 for none, and after a forfeit. */
    met(round) {
      const counts = (one) => one.number < round.number && (this.noRematchInSwiss || one.stage === round.stage);
      const found = new Map([...this.players.keys()].map((n) => [n, []]));
      for (const r of this.swiss().filter(counts)) {
        const seats = new Map();
        for (const m of r.matches.values()) {
          if (m.b !== null && m.final && PLAYED.includes(m.scores[0].outcome)) seats.set(m.a, m.b).set(m.b, m.a);
        }
        found.forEach((opponents, n) => opponents.push(seats.get(n) || 0));
      }
      return found;
    }

    byes(before) {
      const counts = new Map([...this.players].map(([n, p]) => [n, p.granted.size]));
      for (const r of this.swiss()) {
        for (const m of r.number < before ? r.matches.values() : []) if (isBye(m)) counts.set(m.a, counts.get(m.a) + 1);
      }
      return counts;
    }

    /* Whether the players have these points: scores in closed rounds, byes, missed rounds, deductions, bonus points. */
    pointsFit(stage, rows) {
      const first = this.setting("stage.carry_points") ? 1 : stage;
      const closed = this.swiss().filter((r) => r.closed && r.stage >= first && r.stage <= stage);
      const numbers = closed.map((r) => r.number), count = (set) => numbers.filter((n) => set.has(n)).length;
      const book = new Map([...this.players].map(([n, p]) => [n, { won: 0, bye: count(p.granted), missed: count(p.missed), taken: 0 }]));
      for (const m of closed.flatMap((r) => [...r.matches.values()])) {
        if (isBye(m)) book.get(m.a).bye++;
        for (const s of m.final ? m.scores : []) book.get(s.player).won += s.points;
      }
      for (const [n, points, number] of this.deducted) if (numbers.includes(number)) book.get(n).taken += points;
      const fit = () => rows.map(([n, points]) => this.addsUp(points, book.get(n)));
      fit(); // somebody further down may show what a bye is worth
      return fit().every((right) => right);
    }

    addsUp(points, own) {
      const worth = this.worth();
      let won = own.won + own.bye * (worth.bye || 0) + own.missed * (worth.missed || 0);
      const unknown = ["bye", "missed"].filter((what) => own[what] && worth[what] === undefined);
      const shown = own.taken <= 0 || points > 0 || this.setting("sanction.points_below_zero");
      if (unknown.length === 1 && shown) this.learned[unknown[0]] = Math.floor((points + own.taken - won) / own[unknown[0]]);
      else if (unknown.length) return true;
      for (const what of unknown) won += own[what] * (this.learned[what] || 0);
      return points === (this.setting("sanction.points_below_zero") ? won - own.taken : Math.max(won - own.taken, 0));
    }

    /* What a bye and a missed round are worth, as far as it is known. */
    worth() {
      if (!BYES.has(this.edition)) return { ...this.learned };
      const bye = BYES.get(this.edition) ?? this.setting("swl.bye_points");
      return { bye, missed: this.setting("armada.missed_round_tp") || 0 };
    }
  }

  const newPlayer = (e) => ({
    groups: e.groups || [], awarded: e.awarded_byes || [], start: e.start ?? null, entered: e.entered || 1,
    missed: new Set(e.missed), granted: new Set(e.byes), active: true, barred: false,
  });
  const newRound = (s, e) => ({
    number: e.round, stage: e.stage, frozen: e, forbidden: [...s.forbidden.values()], field: e.field || [],
    key: null, matches: new Map(), missions: [], closed: false,
  });
  const leaves = (s, e) => {
    const p = s.player(e.player);
    Object.assign(p, { active: false, barred: p.barred || e.type !== "player_left" || e.cause === "conduct" });
  };
  const seat = (s, r, m) => {
    if ([...s.rounds.values()].some((one) => one.matches.has(m.match))) throw new Error(`match ${m.match} is there already`);
    r.matches.set(m.match, m);
  };
  const final = (s, e) => Object.assign(s.match(e.match), { scores: e.scores, final: true });
  const reseeded = (s, e) => s.seeds.set(e.stage, e.seeds);

  const STEPS = {
    tournament_created: (s, e) => {
      Object.assign(s, { edition: String(e.edition), settings: { ...e.settings }, missions: e.missions || [] });
      s.planned(e.stages);
    },
    event_changed: (s, e) => {
      Object.assign(s.settings, e.changes.settings);
      s.missions = e.changes.missions || s.missions;
      s.planned(e.changes.stages);
    },
    structure_announced: (s, e) => s.planned(e.stages),
    player_registered: (s, e) => s.players.set(e.player, newPlayer(e)),
    player_entered_late: (s, e) => { // somebody from the waiting list keeps the byes promised to them
      s.players.set(e.player, newPlayer({ awarded_byes: s.players.get(e.player)?.awarded, ...e }));
      if (e.match !== null && e.match !== undefined) Object.assign(s.match(e.match), { b: e.player, kind: "match" });
    },
    player_amended: (s, e) => {
      const p = s.player(e.player), { groups = p.groups, awarded_byes = p.awarded, start = p.start } = e.changes;
      Object.assign(p, { groups, awarded: awarded_byes, start });
    },
    waiting_listed: (s, e) => Object.assign(s.player(e.player), { active: !e.waiting, barred: e.waiting }),
    registration_withdrawn: leaves, player_left: leaves, player_disqualified: leaves,
    player_returned: (s, e) => {
      s.player(e.player).active = true;
      (e.missed || []).forEach((n) => s.player(e.player).missed.add(n));
    },
    pair_forbidden: (s, e) => s.forbidden.set(pairName(e.player, e.opponent), [e.player, e.opponent]),
    pair_allowed: (s, e) => s.forbidden.delete(pairName(e.player, e.opponent)),
    cut_made: (s, e) => { s.kinds.set(e.stage, e.kind || "single"); reseeded(s, e); },
    replacement_asked: reseeded, stage_shrunk: reseeded,
    round_frozen: (s, e) => s.rounds.set(e.round, newRound(s, e)),
    round_drawn: (s, e) => {
      const r = s.round(e.round);
      r.matches = new Map();
      e.matches.forEach((m) => seat(s, r, { ...m }));
      r.field = filled(e.field) || r.frozen.field || [];
      for (const [player, start] of e.starts || []) s.player(player).start = start;
    },
    pairing_changed: (s, e) => {
      const r = s.round(e.round), { matches } = r;
      const old = new Map(e.before.map((m) => [m.match, matches.get(m.match) || {}]));
      e.before.forEach((m) => matches.delete(m.match));
      for (const m of e.after) {
        const known = old.get(m.match) || {};
        seat(s, r, known.a === m.a && known.b === m.b ? { ...known, ...m } : { ...m });
      }
    },
    round_closed: (s, e) => { s.round(e.round).closed = true; },
    mission_drawn: (s, e) => s.round(e.round).missions.push(e.mission),
    deck_checks_drawn: (s) => { s.deckChecks++; },
    ...raffles.STEPS,
    sanction_given: (s, e) => { if (e.points) s.deducted.push([e.player, e.points, Math.max(1, ...s.rounds.keys())]); },
    bonus_given: (s, e) => s.deducted.push([e.player, -e.points, e.round]),
    result_reported: (s, e) => Object.assign(s.match(e.match), { scores: e.scores, final: false }),
    result_confirmed: (s, e) => { s.match(e.match).final = true; },
    result_entered: final, result_corrected: final, match_forfeited: final,
    ...names.STEPS,
    result_annulled: (s, e) => Object.assign(s.match(e.match), { scores: [], final: false }),
  };

  // No draw, field or raffle depends on these.
  const NO_EFFECT = [
    "call_closed", "call_taken", "checklist_ticked", "clock_adjusted", "clock_paused", "clock_resumed", "deck_checked",
    "disqualification_recommended", "duty_changed", "event_voided", "fee_noted", "final_verdict_given", "incident_reported",
    "judge_called", "list_deadline_set", "list_rules_set", "lists_published", "notice_posted", "notice_withdrawn",
    "backup_taken", "outline_attached", "point_named", "prize_handed_out", "proxy_made", "result_disputed", "ruling_appealed",
    "ruling_given", "side_chooser_drawn", "table_extended",
  ];

  // ── what follows from the lots ───────────────────────────────────────────────

  function follow(records, keys) {
    const lines = [], say = (ok, code, params) => lines.push([ok, code, params]);
    let [state, before] = [new State(), ""];
    for (const [at, [seq, time, e]] of records.entries()) {
      if (time < before) say(null, "note.time", { seq });
      before = time;
      if (e.type === "event_voided") {
        state = withoutVoided(records.slice(0, at + 1), keys, state.learned);
        continue;
      }
      if (!Object.hasOwn(STEPS, e.type) && !NO_EFFECT.includes(e.type)) say(false, "log.unknown", { seq, kind: e.type });
      checked(state, seq, e, keys, say);
      const kind = names.unknownStage(e);
      if (kind !== undefined) {
        say(false, "log.unknown", { seq, kind: `a stage of the kind ${kind}` });
        return lines;
      }
      apply(state, seq, e, keys);
      if (e.type === "round_frozen") frozen(state, e, say);
    }
    return lines;
  }

  function apply(state, seq, e, keys) {
    state.apply(e);
    if (e.type === "round_drawn" && keys.has(seq)) state.round(e.round).key = keys.get(seq);
  }

  /* The state without what was undone; an undone undo undoes nothing. */
  function withoutVoided(records, keys, learned) {
    const gone = new Set(), state = new State();
    for (const [seq, , e] of records.slice().reverse()) {
      if (e.type === "event_voided" && !gone.has(seq)) e.targets.forEach((target) => gone.add(target));
    }
    for (const [seq, , e] of records) if (!gone.has(seq)) apply(state, seq, e, keys);
    return Object.assign(state, { learned });
  }

  function frozen(state, e, say) {
    const r = state.round(e.round);
    if (e.public_source === "beacon") say(null, "note.beacon", { round: r.number, beacon: e.beacon || "a beacon" });
    if (!state.isSwiss(r.stage)) return;
    say(fieldFits(state, r, r.field, state.here(r.stage)), "freeze.field", { round: r.number, count: r.field.length });
  }

  function fieldFits(state, r, field, here) {
    if (!sameList(field.map(([n]) => n), here) || field.some((row) => row.length !== 4)) return false;
    const had = state.byes(r.number), byPlace = field.slice().sort((x, y) => x[3] - y[3]);
    const falls = (points, i) => points <= byPlace[i - 1][1] || !BYES.has(state.edition); // which may rank otherwise
    const ranked = byPlace.every(([, points, , place], i) => !i || (place > byPlace[i - 1][3] && falls(points, i)));
    if (!(r.number > 1 ? ranked : field.every((row) => row[3] === 0))) return false;
    return field.every(([n, , byes]) => byes === had.get(n)) && state.pointsFit(r.stage, field);
  }

  function checked(state, seq, e, keys, say) {
    const r = state.rounds.get(e.round);
    if (e.type === "raffle_drawn") {
      say(raffles.fits(state, e), "draw.raffle", { raffle: e.raffle, round: e.round, count: e.winners.length });
    }
    if (!r) return;
    if (e.type === "round_drawn" && keys.has(seq)) drawn(state, r, seq, e, keys.get(seq), say);
    else if (e.type === "mission_drawn" && r.key) {
      const pool = missionsLeft(state), label = r.missions.length ? `mission-${r.missions.length + 1}` : "mission";
      const right = pool.length > 0 && pool[Number(dice(r.key, label)(BigInt(pool.length)))] === e.mission;
      say(right, "draw.mission", { round: r.number, mission: e.mission });
    } else if (e.type === "deck_checks_drawn" && r.key && e.players !== undefined) {
      const seated = [...r.matches.values()].flatMap((m) => [m.a, m.b]).filter((p) => p !== null);
      const picked = byLot(r.key, `deck-check-${state.deckChecks + 1}`, seated).slice(0, e.players.length);
      say(sameList(picked, e.players), "draw.deck_checks", { round: r.number, count: e.players.length });
    }
  }

  function missionsLeft(state) {
    const pool = [...new Set(state.missions)];
    let gone = new Set();
    for (const mission of inOrder(state.rounds).flatMap(([, r]) => r.missions)) {
      gone.add(mission);
      if (pool.every((one) => gone.has(one))) gone = new Set();
    }
    return pool.filter((mission) => !gone.has(mission));
  }

  function drawn(state, r, seq, e, key, say) {
    const round = r.number, way = e.way === undefined ? 1 : e.way;
    if (way !== WAY) say(false, "draw.way", { round, way });
    if (!state.isSwiss(r.stage)) return bracket(state, r, e, key, say);
    const starts = startsOf(state, key);
    if (state.folds) {
      const given = new Map(e.starts), right = given.size === starts.size && [...given].every(([n, s]) => starts.get(n) === s);
      say(right, "draw.starts", { round, count: given.size });
    }
    const field = filled(e.field) || r.frozen.field || [];
    const came = gone(field, r.field), went = gone(r.field, field);
    if (came !== "–" || went !== "–") say(null, "note.field", { round, seq, came, went });
    const right = fieldFits(state, r, field, state.here(r.stage, round));
    say(right, "draw.field", { round, count: field.length });
    if (right && way === WAY) pairsOf(state, r, e, key, field, starts, say);
  }

  function gone(field, other) {
    const there = new Set(other.map(([n]) => n));
    return field.map(([n]) => n).filter((n) => !there.has(n)).sort((a, b) => a - b).join(", ") || "–";
  }

  function pairsOf(state, r, e, key, field, starts, say) {
    const round = r.number, met = state.met(r), inRound = (n) => state.player(n).awarded.includes(round);
    const awarded = field.map(([n]) => n).filter(inRound).sort((a, b) => a - b);
    const entrants = field.filter(([n]) => !inRound(n)).map(([n, points, byes, place]) => {
      const { groups, start } = state.player(n);
      return { player: n, points, byes, place, met: met.get(n), groups, start: start ?? starts.get(n) ?? n };
    });
    const made = e.matches.filter((m) => m.b !== null).map((m) => pairName(m.a, m.b)).sort();
    const alone = (kind) => e.matches.filter((m) => m.kind === kind).map((m) => m.a).sort((a, b) => a - b);
    let due;
    try {
      due = recompute(key, entrants, termsOf(state, r));
    } catch (problem) {
      if (!(problem instanceof Beyond)) throw problem;
      return say(null, "draw.pairs_open", { round, many: problem.many });
    }
    const byes = due.bye === null ? [] : [due.bye];
    const right = sameList(made, due.pairs.map(([a, b]) => pairName(a, b)).sort()) && sameList(alone("bye"), byes)
      && sameList(alone("awarded_bye"), awarded) && e.matches.length === made.length + byes.length + awarded.length;
    say(right, "draw.pairs", { round, count: made.length });
    const own = entrants.find((one) => one.player === due.bye);
    const level = own ? entrants.filter((one) => one.points === own.points && one.byes === own.byes).length : 0;
    if (round > 1 && level > 1) say(null, "draw.bye_place", { round, count: level });
  }

  function termsOf(state, r) {
    const late = state.setting("registration.late_no_bye_first_round") && r.number > 1;
    return {
      round: r.number,
      fold: state.folds && (r.number > 1 || state.setting("swl.round1") === "fold"),
      apart: Boolean(state.setting("pairing.avoid_groups_round1")),
      no_bye: [...state.players].filter(([, p]) => late && p.entered === r.number).map(([n]) => n),
      forbidden: r.forbidden,
      second_bye_first: Boolean(state.setting("pairing.second_bye_before_rematch")),
    };
  }

  function startsOf(state, key) {
    if (!state.folds) return new Map();
    const waiting = inOrder(state.players).filter(([, p]) => p.active && p.start === null).map(([n]) => n);
    const taken = new Set([...state.players.values()].map((p) => p.start));
    const free = upTo(2 * state.players.size + 1).map((i) => i + 1).filter((n) => !taken.has(n));
    const order = state.setting("swl.start_numbers") === "random" ? byLot(key, "start numbers", waiting) : waiting;
    return new Map(order.map((n, i) => [n, free[i]]));
  }

  /* A tournament that begins with a knock-out: its places are drawn by lot with its first round. */
  function bracket(state, r, e, key, say) {
    if (r.stage !== 1 || [...state.rounds.values()].some((other) => other.stage === 1 && other.number !== r.number)) return;
    const order = byLot(key, "knock-out start", state.here(1)), single = state.kinds.get(1) === "single";
    let places = order;
    if (single) {
      const size = 2 ** Math.max(1, Math.ceil(Math.log2(order.length))), byes = size - order.length;
      const entries = [...order.slice(0, byes).map((p) => [p, null])];
      for (let i = byes; i < order.length; i += 2) entries.push([order[i], order[i + 1]]);
      places = new Array(size).fill(null);
      byLot(key, "knock-out numbers", upTo(entries.length)).forEach((at, i) => { [places[at], places[size - 1 - at]] = entries[i]; });
    }
    let right = sameList(e.seeds || [], places);
    if (right && single) {
      const due = places.map((a, i) => [a, places[places.length - 1 - i]]).filter(([a, b]) => a && b).map(([a, b]) => pairName(a, b));
      const made = e.matches.filter((m) => m.b !== null).map((m) => pairName(m.a, m.b));
      right = sameList([...new Set(due)].sort(), made.sort());
    }
    say(right, "draw.seeds", { round: r.number, count: order.length });
  }

  return follow;
};

if (typeof verifyFile === "function" && typeof komandorPairs === "function") {
  const plan = komandorPlan(verifyFile.parts);
  verifyFile.redraw = komandorRedraw(plan, komandorPairs(plan, komandorFold(plan)), komandorRaffles(plan), komandorShapes);
  verifyFile.shapeFits = komandorShapes.fits;
}
if (typeof module !== "undefined") module.exports = { komandorRedraw };
