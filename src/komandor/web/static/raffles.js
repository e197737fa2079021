/* Who takes part in a raffle, and whether its winners follow from the lots.
 *
 * Written from docs/algorithms/verifiable-draws.md, apart from check/readings.py; both must say the same.
 */
"use strict";

var komandorRaffles = function ({ byLot }) {
  const WON = ["win", "modified_win", "forfeit_win"];

  const inOrder = (map) => [...map].sort(([a], [b]) => a - b);

  function prizeOf(state, number) {
    const found = state.prizes.get(number);
    if (!found) throw new Error(`no prize ${number}`);
    return found;
  }

  const everybody = (state) => inOrder(state.players).filter(([, p]) => !p.barred).map(([n]) => n);

  /* Before those who are not in the hall are left out. */
  function takesPart(state, number) {
    const { among } = prizeOf(state, number), have = new Set();
    if (among === "all") return everybody(state);
    for (const [n, prize] of among === "no_prize" ? state.prizes : []) {
      if (n !== number && prize.to !== "everyone") winners(state, prize).forEach((one) => have.add(one));
    }
    return inOrder(state.players).filter(([n, p]) => p.active && !have.has(n)).map(([n]) => n);
  }

  function winners(state, { to, first, last, wins, winners: drawn = [] }) {
    if (to === "places") return state.places.filter(([, place]) => first <= place && place <= last).map(([n]) => n);
    return to === "wins" ? everybody(state).filter((n) => matchesWon(state, n) >= wins) : drawn;
  }

  /* In closed rounds of the whole event; a bye counts as won. */
  function matchesWon(state, player) {
    const closed = [...state.rounds.values()].filter((r) => r.closed), { granted } = state.player(player);
    const own = closed.flatMap((r) => [...r.matches.values()]).filter((m) => m.a === player || m.b === player);
    const byes = own.filter((m) => m.kind === "bye" || m.kind === "awarded_bye").length;
    const scores = own.flatMap((m) => (m.final ? m.scores : []));
    const won = scores.filter((s) => s.player === player && WON.includes(s.outcome)).length;
    return byes + won + closed.filter((r) => granted.has(r.number)).length;
  }

  /* Whether the winners are the first of those who take part, by the lots of the newest drawn round. */
  function fits(state, e) {
    const prize = prizeOf(state, e.prize), drawn = [...state.rounds.values()].filter((r) => r.key);
    const raffle = prize.raffle || 1 + Math.max(0, ...[...state.prizes.values()].map((one) => one.raffle || 0));
    const number = prize.round || Math.max(0, ...drawn.map((r) => r.number));
    const round = drawn.find((r) => r.number === number);
    if (!round || prize.to !== "raffle" || e.raffle !== raffle || e.round !== number) return false;
    const here = takesPart(state, e.prize).filter((n) => !(e.absent || []).includes(n));
    const due = byLot(round.key, `raffle-${raffle}`, here).slice(0, prize.count);
    return due.length === e.winners.length && due.every((n, i) => n === e.winners[i]);
  }

  const STEPS = {
    prize_added: (s, e) => s.prizes.set(e.prize, { ...e }),
    prize_removed: (s, e) => { prizeOf(s, e.prize).to = "nobody"; },
    award_given: (s, e) => { prizeOf(s, e.prize).winners = [e.player]; },
    raffle_drawn: (s, { prize, winners: won, raffle, round }) => Object.assign(prizeOf(s, prize), { winners: won, raffle, round }),
    tournament_closed: (s, e) => { s.places = e.places; },
  };

  return { STEPS, fits };
};

if (typeof module !== "undefined") module.exports = { komandorRaffles };
