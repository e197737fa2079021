/* What each kind of event has, as far as the draws depend on it: the names of its fields and their types.
 *
 * A record that has something else is not read any further. The same table stands in check/shapes.py.
 */
"use strict";

var komandorShapes = (function () {
  const KINDS = ["swiss", "single", "double", "final_match"]; // of stages
  const [MOST, MOST_PLAYERS, MOST_ROUNDS] = [Number.MAX_SAFE_INTEGER, 100000, 10000];
  // Kind of event, then its fields; ~ may be left out, ? may be null, [ ] is a list. n whole number, c number from 1 to 10,000,
  // p number of a person, pair and row two and four whole numbers, s text, b true or false, o object; other types: PARTS.
  const TABLE = `
    tournament_created id:s edition:s ~commitment:s ~level:s ~structure:s ~event_kind:s ~teams:b
        ~stages:[plan] ~missions:[s] ~minutes:o ~settings:o
    event_changed changes:event
    staff_appointed staff:p roles:[s]
    staff_dismissed staff:p
    substitute_named staff:p substitute:p
    player_registered player:p ~groups:[s] ~awarded_byes:[n] ~start:n? ~staff:p? ~members:n ~fixed_table:n?
    player_entered_late player:p ~groups:[s] ~start:n? ~members:n ~entered:n? ~missed:[n] ~byes:[n]
        ~match:n? ~table:n? ~lot:n? ~reason:s
    player_amended player:p changes:person
    registration_withdrawn player:p
    waiting_listed player:p ~waiting:b
    checked_in player:p ~present:b
    list_submitted player:p
    list_amended player:p
    list_judged player:p
    list_checked player:p
    player_left player:p ~cause:s ~round:n
    player_disqualified player:p ~round:n
    player_returned player:p ~missed:[n]
    leaving_announced player:p round:c ~leaves:b
    sanction_given ~player:p? ~kind:s ~match:n? ~points:n
    bonus_given player:p points:n round:c
    component_reported component:n player:p ~match:n?
    component_resolved component:n resolution:s ~match:n?
    structure_announced stages:[plan] ~players:n
    pair_forbidden player:p opponent:p
    pair_allowed player:p opponent:p
    round_frozen round:c stage:c head:s ~public_source:s ~field:[row]
    round_drawn round:c stage:c link:s head:s public:s key_check:s order:[p] matches:[match] ~lots:[pair]
        ~starts:[pair] ~seeds:[p?] ~field:[row] ~way:n ~waived:s
    pairing_changed round:c before:[match] after:[match] reason:s
    pairings_kept round:c field:[row] ~reason:s
    round_published round:c
    clock_started round:c
    round_closed round:c
    mission_drawn round:c mission:s
    deck_checks_drawn round:c ~players:[p]
    initiative_set match:n player:p
    sides_chosen match:n light:p
    result_reported match:n by:p scores:[score] ~winner:p?
    result_confirmed match:n by:p
    result_entered match:n scores:[score] ~winner:p?
    result_corrected match:n scores:[score] ~winner:p?
    match_forfeited match:n scores:[score] ~absent:[p] ~winner:p?
    result_annulled match:n
    cut_made stage:c seeds:[p] size:n standings:[p] ~kind:s
    replacement_asked stage:c leaver:p player:p accepted:b seeds:[p]
    stage_shrunk stage:c seeds:[p]
    tournament_closed places:[pair] ~seed:s
    prize_added prize:n to:s ~first:n ~last:n ~wins:n ~count:n ~among:s
    prize_removed prize:n
    award_given prize:n player:p
    raffle_drawn prize:n round:c raffle:n winners:[p] ~absent:[p]
    event_voided targets:[n] reason:s
`;
  const PARTS = `
    plan kind:s ~rounds:n ~cut:n
    match match:n ~table:n? a:p b:p? kind:s ~game:n?
    score player:p outcome:s points:n ~mov:n
    event ~level:s ~structure:s ~event_kind:s ~stages:[plan] ~missions:[s] ~minutes:o ~settings:o
    person ~groups:[s] ~awarded_byes:[n] ~start:n? ~staff:p? ~fixed_table:n?
`;

  const field = (text) => {
    const [name, kind] = text.replace("~", "").split(":");
    return [name, !text.startsWith("~"), kind];
  };
  const read = (table) => new Map(table.trim().replaceAll("\n        ", " ").split("\n").map((line) => {
    const [kind, ...fields] = line.trim().split(" ");
    return [kind, fields.map(field)];
  }));
  const shapes = read(TABLE), objects = read(PARTS);
  const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
  const simple = {
    n: (value) => Number.isInteger(value) && Math.abs(value) <= MOST,
    p: (value) => Number.isInteger(value) && value >= 1 && value <= MOST_PLAYERS,
    c: (value) => Number.isInteger(value) && value >= 1 && value <= MOST_ROUNDS,
    pair: (value) => is(value, "[n]") && value.length === 2,
    row: (value) => is(value, "[n]") && value.length === 4,
    s: (value) => typeof value === "string",
    b: (value) => typeof value === "boolean",
    o: isObject,
  };

  function is(value, kind) {
    if (kind.endsWith("?")) return value === null || is(value, kind.slice(0, -1));
    if (kind.startsWith("[")) return Array.isArray(value) && value.every((one) => is(one, kind.slice(1, -1)));
    if (objects.has(kind)) return isObject(value) && has(value, objects.get(kind));
    return simple[kind](value);
  }

  const has = (value, shape) =>
    shape.every(([name, needed, kind]) => (Object.hasOwn(value, name) ? is(value[name], kind) : !needed));

  const fits = (event) => isObject(event) && typeof event.type === "string" && has(event, shapes.get(event.type) || []);

  // ── what an event names must exist, also where nothing of the draws depends on it ──

  const there = (known, number) => { if (!known.has(number)) throw new Error(`no number ${number}`); };
  const player = (s, e) => { s.player(e.player); }, match = (s, e) => { s.match(e.match); }, round = (s, e) => { s.round(e.round); };
  const STEPS = {
    checked_in: player, leaving_announced: player, list_amended: player, list_checked: player, list_judged: player,
    list_submitted: player, initiative_set: match, sides_chosen: match, pairings_kept: round, round_published: round,
    clock_started: round,
    staff_appointed: (s, e) => s.staff.add(e.staff), staff_dismissed: (s, e) => there(s.staff, e.staff),
    substitute_named: (s, e) => there(s.staff, e.staff), component_reported: (s, e) => s.components.add(e.component),
    component_resolved: (s, e) => there(s.components, e.component),
  };

  /* The first kind of stage in a record that nobody knows here. */
  function unknownStage(e) {
    const stages = { tournament_created: e.stages, structure_announced: e.stages, event_changed: e.changes?.stages };
    const named = e.type === "cut_made" ? [{ kind: e.kind || "single" }] : (Object.hasOwn(stages, e.type) && stages[e.type]) || [];
    return named.map((plan) => plan.kind).find((kind) => !KINDS.includes(kind));
  }

  return { fits, STEPS, unknownStage };
})();

if (typeof module !== "undefined") module.exports = { komandorShapes };
