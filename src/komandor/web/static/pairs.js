/* Computes the pairs of a Swiss round again, from its key and the state before it.
 *
 * Written from docs/algorithms/draw.md; shares nothing with the engine or with check/pairs.py, and all
 * must give the same.  Nothing is taken from the file that is checked but the state before the round.
 *
 *   komandorPairs(plan, folding).recompute(key, entrants, terms) -> { pairs: [[a, b], …], bye }
 *
 * An entrant has player, points, byes, place, met, groups, start; terms are round, fold, apart, no_bye,
 * forbidden, second_bye_first.  Throws plan.Beyond for what cannot be computed here.
 */
"use strict";

var komandorPairs = function (plan, { fold, foldWhole }) {
  const { Beyond, Field, Seats, Steps, byLot, dice, picks, shares, upTo } = plan;
  const SMALL = 12, LARGE = 400, PATIENCE = 25, FEW = 60;

  const couples = (list) => upTo(Math.floor(list.length / 2)).map((i) => [list[2 * i], list[2 * i + 1]]);
  const zip = (one, other) => one.map((a, i) => [a, other[i]]);
  const without = (list, ...gone) => list.filter((x) => !gone.includes(x));

  function recompute(key, entrants, terms) {
    const players = entrants.slice().sort((a, b) => a.player - b.player);
    const { bye, clean } = chooseBye(key, players, terms);
    const rest = players.filter((e) => e.player !== bye);
    const apart = terms.apart && terms.round === 1 && rest.some((e) => e.groups.length);
    return { pairs: (terms.fold ? pairByFold : pairByLots)(key, rest, terms, apart, clean), bye };
  }

  function pairByLots(key, rest, terms, apart, clean) {
    const field = new Field(rest, terms);
    if (clean && !apart) return new Dealer(key, field).settle();
    if (clean) {
      const name = majorityOf(rest);
      if (name === null) {
        const found = new Dealer(key, new Field(rest, terms, true)).settle();
        if (found) return found;
      } else if (!field.forbidden.length && rest.every((e) => new Set(e.groups).size < 2)) return meetMajority(key, rest, name);
    }
    const { order, cost } = wholeField(field, apart), seats = new Seats(order.length, cost);
    return seats.draw(seats.everybody, dice(key, "pairing/whole")).map(([u, v]) => [order[u], order[v]]);
  }

  function pairByFold(key, rest, terms, apart, clean) {
    if (clean && !(apart && majorityOf(rest) !== null)) {
      const found = fold(new Field(rest, terms, apart));
      if (found) return found;
    }
    const field = new Field(rest, terms), { order, cost } = wholeField(field, apart);
    return foldWhole(field, order, cost);
  }

  // ── the bye ──────────────────────────────────────────────────────────────────

  function chooseBye(key, players, terms) {
    const field = new Field(players, terms), numbers = players.map((e) => e.player), odd = players.length % 2;
    let able = players.filter((e) => !terms.no_bye.includes(e.player));
    able = able.length ? able : players.slice();
    const lot = new Map(byLot(key, "bye", able.map((e) => e.player)).map((p, i) => [p, i]));
    const place = (e) => (terms.round === 1 ? 0 : -e.place);
    able.sort((a, b) => a.byes - b.byes || place(a) - place(b) || lot.get(a.player) - lot.get(b.player));
    if (field.lone(numbers) <= odd) {
      if (!odd) return { bye: null, clean: true };
      for (const e of able) {
        const fine = terms.second_bye_first || e.byes === able[0].byes;
        if (fine && field.lone(without(numbers, e.player)) === 0) return { bye: e.player, clean: true };
      }
    }
    return odd ? byeWithBarredPairs(field, numbers, able, terms) : { bye: null, clean: false };
  }

  /* One pairing of all players and the bye's seat. Digits: forbidden pairs, byes, rematches, place in the order. */
  function byeWithBarredPairs(field, numbers, able, terms) {
    const base = BigInt(numbers.length + 2), order = able.map((e) => e.player);
    const [byes, again] = terms.second_bye_first ? [base, base ** 2n] : [base ** 2n, base];
    const tiers = [...new Set(able.map((e) => e.byes))].sort((a, b) => a - b);
    const seats = new Seats(numbers.length + 1, (u, v) => {
      const a = numbers[u], b = numbers[v], at = order.indexOf(a);
      if (v === numbers.length) return at < 0 ? null : BigInt(tiers.indexOf(able[at].byes)) * byes + BigInt(at);
      const met = field.who.get(a).met.includes(b) || field.who.get(b).met.includes(a);
      return (field.isForbidden(a, b) ? base ** 3n : 0n) + (met ? again : 0n);
    });
    const [total] = seats.ways(seats.everybody);
    return { bye: order[Number(total % base)], clean: total / base ** 3n === 0n && (total / again) % base === 0n };
  }

  // ── barred pairs cannot be avoided, or travel groups cannot be kept apart ────

  /* Digits: forbidden; rematch; rematch of the last round, of the round before, …; floats; one travel group. */
  function wholeField(field, apart) {
    const order = field.groups.flat(), base = BigInt(order.length + 1);
    const steps = new Steps(field.groups.length, order.length), floats = order.length ? steps.borders[0] * base : 1n;
    const oldest = Math.max(0, ...field.list.map((e) => e.met.length));
    const since = (met, p) => (met.includes(p) ? met.length - met.lastIndexOf(p) : 0);
    const cost = (u, v) => {
      const one = field.who.get(order[u]), two = field.who.get(order[v]);
      const ago = Math.max(since(one.met, two.player), since(two.met, one.player));
      const forbidden = field.isForbidden(one.player, two.player) ? base : 0n;
      const barred = (forbidden + (ago ? 1n : 0n)) * base ** BigInt(oldest) + (ago ? base ** BigInt(oldest - ago) : 0n);
      const across = steps.cost(field.level.get(one.player), field.level.get(two.player));
      return (barred * floats + across) * base + (apart && shares(one, two) ? 1n : 0n);
    };
    return { order, cost };
  }

  /* The travel group that has more than half of the players, or null. */
  function majorityOf(rest) {
    const sizes = new Map();
    for (const e of rest) for (const name of new Set(e.groups)) sizes.set(name, (sizes.get(name) || 0) + 1);
    const large = [...sizes].filter(([, size]) => 2 * size > rest.length).sort(([x, a], [y, b]) => b - a || (x < y ? -1 : 1));
    return large.length ? large[0][0] : null;
  }

  function meetMajority(key, rest, name) {
    const inside = new Set(rest.filter((e) => e.groups.includes(name)).map((e) => e.player));
    const order = byLot(key, "pairing/majority", rest.map((e) => e.player));
    const large = order.filter((p) => inside.has(p)), others = order.filter((p) => !inside.has(p));
    return [...zip(others, large), ...couples(large.slice(others.length))];
  }

  // ── dealing the runs, and the links between them ─────────────────────────────

  class Dealer {
    constructor(key, field) {
      Object.assign(this, { key, field, glued: new Set(), times: new Map(), urns: new Map(), failed: new Map(), dealt: new Map() });
      const order = byLot(key, "pairing", field.list.map((e) => e.player));
      this.first = new Map(field.groups.map((_, i) => [i, order.filter((p) => field.level.get(p) === i)]));
      this.anyBarred = (pairs) => pairs.some(([a, b]) => field.barred(a, b));
    }

    settle() {
      let runs = this.field.plan(this.glued);
      while (runs) {
        for (const run of runs) if (!this.dealt.has(run.name)) this.dealt.set(run.name, this.deal(run));
        const hands = runs.map((run) => this.dealt.get(run.name));
        const links = hands.slice(1).map((down, i) => zip(hands[i].leavers, down.takers));
        const bad = upTo(links.length).filter((i) => this.anyBarred(links[i]));
        if (!bad.length) return [...hands.map((hand) => hand.pairs), ...links].flat();
        runs = this.dealAgain(runs, bad);
      }
      return null;
    }

    label({ first, last }) {
      const name = `pairing/${first}-${last}`, times = (this.times.get(name) || 0) + 1;
      this.times.set(name, times);
      return `${name}/${times}`;
    }

    deal(run) {
      const group = this.field.groups[run.first];
      if (run.first === run.last && !this.urns.has(run.name)) {
        const order = this.first.get(run.first), end = group.length - run.leaving;
        this.first.delete(run.first);
        const pairs = order && couples(order.slice(run.entering, end));
        if (order && !this.anyBarred(pairs)) return { takers: order.slice(0, run.entering), leavers: order.slice(end), pairs };
        for (let i = 0; i < (group.length <= SMALL ? 8 : 150); i++) {
          const hand = this.byPicks(run, group.slice());
          if (hand) return hand;
        }
        if (group.length > LARGE) throw new Beyond(group.length);
      }
      return this.fromUrn(run);
    }

    byPicks(run, left) {
      const inside = left.length - run.entering - run.leaving, alone = [], pairs = [];
      const sizes = upTo(left.length - inside).map((i) => left.length - i);
      for (let n = inside - 1; n > 0; n -= 2) sizes.push(n);
      for (const i of picks(this.key, this.label(run), sizes)) {
        if (left.length > inside) alone.push(left[i]);
        else {
          pairs.push([left.pop(), left[i]]);
          if (this.anyBarred(pairs.slice(-1))) return null;
        }
        left[i] = left[left.length - 1];
        left.pop();
      }
      return { takers: alone.slice(0, run.entering), leavers: alone.slice(run.entering), pairs };
    }

    fromUrn(run) {
      if (!this.urns.has(run.name)) this.urns.set(run.name, this.field.seatsOf(run));
      const { seats, players, end } = this.urns.get(run.name), who = (seat) => players[seat - run.entering];
      const edges = seats.draw(seats.everybody, dice(this.key, this.label(run)));
      const inside = edges.filter(([u, v]) => u >= run.entering && v < end);
      return {
        takers: edges.filter(([u]) => u < run.entering).map(([, v]) => who(v)),
        leavers: edges.filter(([, v]) => v >= end).sort((x, y) => x[1] - y[1]).map(([u]) => who(u)),
        pairs: inside.map(([u, v]) => [who(u), who(v)]),
      };
    }

    dealAgain(runs, bad) {
      const { groups, barred } = this.field, stuck = [];
      for (const i of bad) {
        const border = runs[i].last, upper = groups[border], lower = groups[border + 1];
        this.failed.set(border, (this.failed.get(border) || 0) + 1);
        const hopeless = upper.length * lower.length <= FEW && upper.every((a) => lower.every((b) => barred(a, b)));
        if (this.failed.get(border) > PATIENCE || hopeless) stuck.push(border);
      }
      if (stuck.length) return this.glue(runs, stuck);
      const touched = [...new Set(bad.flatMap((i) => [i, i + 1]))].sort((a, b) => a - b);
      for (const i of touched) { // grows while it is read
        const { takers, leavers } = this.dealt.get(runs[i].name);
        for (const [j, ours, side] of [[i - 1, takers, "last"], [i + 1, leavers, "first"]]) {
          if (!ours.length || touched.includes(j)) continue;
          if (ours.some((a) => groups[runs[j][side]].some((b) => barred(a, b)))) touched.push(j);
        }
      }
      touched.forEach((i) => this.dealt.delete(runs[i].name));
      return runs;
    }

    /* Plan again; a dealt run is kept if no chain of floats, old or new, ties it to one that is not. */
    glue(runs, borders) {
      borders.forEach((border) => this.glued.add(border));
      const fresh = this.field.plan(this.glued);
      if (!fresh) return null;
      const keep = new Set(fresh.map((run) => run.name).filter((name) => this.dealt.has(name)));
      for (let before = -1; before !== keep.size;) {
        before = keep.size;
        for (const chain of [...chains(runs), ...chains(fresh)]) {
          if (!chain.every((name) => keep.has(name))) chain.forEach((name) => keep.delete(name));
        }
      }
      for (const name of [...this.dealt.keys()]) if (!keep.has(name)) this.dealt.delete(name);
      return fresh;
    }
  }

  function chains(runs) {
    const found = [];
    for (const run of runs) {
      if (run.entering) found[found.length - 1].push(run.name);
      else found.push([run.name]);
    }
    return found;
  }

  return { recompute };
};

if (typeof module !== "undefined") module.exports = { komandorPairs };
