/* Who may do what, and when: every record is dated in this century and by somebody whose role does that.
 *
 * Written from the rules and not from the Python verifier (komandor/check/acts.py), which it must agree with line by line.
 * It knows no state of the event: whoever was registered or appointed before is known, with every role they ever had.
 * O organiser, M coordinator, J judge, K scorekeeper, P player, A anybody; the host acts for the organiser.
 */
"use strict";

const komandorActs = (() => {
  const TABLE = `
    O     event_changed structure_announced outline_attached staff_appointed staff_dismissed
    O     substitute_named list_deadline_set list_rules_set lists_published pair_forbidden pair_allowed
    O     event_voided point_named backup_taken bonus_given call_closed
    O     round_frozen round_drawn round_published round_closed player_returned player_entered_late
    O     pairings_kept cut_made replacement_asked stage_shrunk tournament_closed
    O     prize_added prize_removed award_given raffle_drawn proxy_made
    OM    mission_drawn clock_started clock_paused clock_resumed clock_adjusted
    OM    list_amended final_verdict_given
    OMJ   list_judged list_checked duty_changed table_extended call_taken ruling_given
    OMJ   deck_checks_drawn deck_checked component_resolved result_annulled
    OMJ   disqualification_recommended sanction_given
    OMJK  checklist_ticked notice_posted notice_withdrawn pairing_changed match_forfeited prize_handed_out
    OMJK  result_entered result_corrected
    OK    waiting_listed fee_noted
    OKA   player_registered
    OKP   player_amended registration_withdrawn checked_in list_submitted leaving_announced
    OMJKP player_left judge_called initiative_set side_chooser_drawn sides_chosen
    OMJP  component_reported ruling_appealed
    OMJKPA incident_reported
    P     result_reported result_confirmed result_disputed
    OMJ   player_disqualified
    - tournament_created`;
  const CAUSE = {
    drop: "OKP", no_show: "OMJK", illegal_component: "OMJ", lost_component: "OMJ", illegal_deck: "OMJ", conduct: "O", other: "O",
  };
  const LETTER = { organiser: "O", second_organiser: "O", marshal: "M", judge: "J", scorekeeper: "K" };
  // What another record of the same command brings along, whoever gave it.
  const FOLLOWS = {
    match_forfeited: ["player_left", "player_disqualified"],
    result_entered: ["player_left", "component_resolved", "component_reported"],
    result_annulled: ["component_reported"], call_closed: ["result_corrected"], player_amended: ["player_registered"],
    component_resolved: ["component_reported"], list_judged: ["list_submitted"], waiting_listed: ["player_registered"],
    player_left: ["sanction_given", "component_resolved", "deck_checked", "round_closed"],
    player_disqualified: ["sanction_given"], tournament_closed: ["result_corrected", "event_voided"],
  };
  const TIME = /^20[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?Z$/;
  const may = new Map();
  for (const [roles, ...kinds] of TABLE.trim().split("\n").map((row) => row.trim().split(/ +/))) {
    kinds.forEach((kind) => may.set(kind, roles));
  }
  const own = (table, key) => (Object.hasOwn(table, key) ? table[key] : undefined);
  const share = (one, two) => [...one].some((letter) => two.includes(letter));

  function does(mine, by, e, beside) {
    if (by === "host") return true;
    const due = e.type === "player_left" ? own(CAUSE, e.cause) || "" : may.has(e.type) ? may.get(e.type) : mine;
    return share(mine, due) || (mine !== "" && (own(FOLLOWS, e.type) || []).some((kind) => beside.has(kind)));
  }

  /* [number, record, event] of each → [ok, code, params] for each that is wrong. */
  return (records) => {
    const known = new Map([["host", "O"], ["public", "A"]]), beside = new Map(), lines = [];
    for (const [, r, e] of records) {
      const step = String(r.step);
      if (!beside.has(step)) beside.set(step, new Set());
      beside.get(step).add(e.type);
    }
    for (const [seq, r, e] of records) {
      const at = String(r.at), by = String(r.by);
      if (!TIME.test(at)) lines.push([false, "log.dated", { seq, at }]);
      const mine = known.get(by) || "";
      if (by && !does(mine, by, e, beside.get(String(r.step)))) lines.push([false, "log.who", { seq, kind: e.type, by }]);
      if (e.type === "staff_appointed") {
        const who = `staff:${e.staff}`;
        known.set(who, (known.get(who) || "") + e.roles.map((role) => own(LETTER, role) || "").join(""));
      } else if (e.type === "player_registered" || e.type === "player_entered_late") known.set(`player:${e.player}`, "P");
    }
    return lines;
  };
})();

if (typeof verifyFile === "function") verifyFile.acts = komandorActs;
if (typeof module !== "undefined") module.exports = { komandorActs };
