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

  // ── dealing the sections, and the links between them ─────────────────────────────

  class Dealer {
    constructor(key, field) {
      Object.assign(this, { key, field, merged: new Set(), times: new Map(), urns: new Map(), failed: new Map(), dealt: new Map() });
      const order = byLot(key, "pairing", field.list.map((e) => e.player));
      this.first = new Map(field.groups.map((_, i) => [i, order.filter((p) => field.level.get(p) === i)]));
      this.anyBarred = (pairs) => pairs.some(([a, b]) => field.barred(a, b));
    }

    settle() {
      let sections = this.field.plan(this.merged);
      while (sections) {
        for (const section of sections) if (!this.dealt.has(section.name)) this.dealt.set(section.name, this.deal(section));
        const hands = sections.map((section) => this.dealt.get(section.name));
        const links = hands.slice(1).map((down, i) => zip(hands[i].leavers, down.takers));
        const bad = upTo(links.length).filter((i) => this.anyBarred(links[i]));
        if (!bad.length) return [...hands.map((hand) => hand.pairs), ...links].flat();
        sections = this.dealAgain(sections, bad);
      }
      return null;
    }

    label({ first, last }) {
      const name = `pairing/${first}-${last}`, times = (this.times.get(name) || 0) + 1;
      this.times.set(name, times);
      return `${name}/${times}`;
    }

    deal(section) {
      const group = this.field.groups[section.first];
      if (section.first === section.last && !this.urns.has(section.name)) {
        const order = this.first.get(section.first), end = group.length - section.leaving;
        this.first.delete(section.first);
        const pairs = order && couples(order.slice(section.entering, end));
        if (order && !this.anyBarred(pairs)) return { takers: order.slice(0, section.entering), leavers: order.slice(end), pairs };
        for (let i = 0; i < (group.length <= SMALL ? 8 : 150); i++) {
          const hand = this.byPicks(section, group.slice());
          if (hand) return hand;
        }
        if (group.length > LARGE) throw new Beyond(group.length);
      }
      return this.fromUrn(section);
    }

    byPicks(section, left) {
      const inside = left.length - section.entering - section.leaving, alone = [], pairs = [];
      const sizes = upTo(left.length - inside).map((i) => left.length - i);
      for (let n = inside - 1; n > 0; n -= 2) sizes.push(n);
      for (const i of picks(this.key, this.label(section), sizes)) {
        if (left.length > inside) alone.push(left[i]);
        else {
          pairs.push([left.pop(), left[i]]);
          if (this.anyBarred(pairs.slice(-1))) return null;
        }
        left[i] = left[left.length - 1];
        left.pop();
      }
      return { takers: alone.slice(0, section.entering), leavers: alone.slice(section.entering), pairs };
    }

    fromUrn(section) {
      if (!this.urns.has(section.name)) this.urns.set(section.name, this.field.seatsOf(section));
      const { seats, players, end } = this.urns.get(section.name), who = (seat) => players[seat - section.entering];
      const edges = seats.draw(seats.everybody, dice(this.key, this.label(section)));
      const inside = edges.filter(([u, v]) => u >= section.entering && v < end);
      return {
        takers: edges.filter(([u]) => u < section.entering).map(([, v]) => who(v)),
        leavers: edges.filter(([, v]) => v >= end).sort((x, y) => x[1] - y[1]).map(([u]) => who(u)),
        pairs: inside.map(([u, v]) => [who(u), who(v)]),
      };
    }

    dealAgain(sections, bad) {
      const { groups, barred } = this.field, stuck = [];
      for (const i of bad) {
        const border = sections[i].last, upper = groups[border], lower = groups[border + 1];
        this.failed.set(border, (this.failed.get(border) || 0) + 1);
        const hopeless = upper.length * lower.length <= FEW && upper.every((a) => lower.every((b) => barred(a, b)));
        if (this.failed.get(border) > PATIENCE || hopeless) stuck.push(border);
      }
      if (stuck.length) return this.merge(sections, stuck);
      const touched = [...new Set(bad.flatMap((i) => [i, i + 1]))].sort((a, b) => a - b);
      for (const i of touched) { // grows while it is read
        const { takers, leavers } = this.dealt.get(sections[i].name);
        for (const [j, ours, side] of [[i - 1, takers, "last"], [i + 1, leavers, "first"]]) {
          if (!ours.length || touched.includes(j)) continue;
          if (ours.some((a) => groups[sections[j][side]].some((b) => barred(a, b)))) touched.push(j);
        }
      }
      touched.forEach((i) => this.dealt.delete(sections[i].name));
      return sections;
    }

    /* Plan again; a dealt section is kept if no chain of floats, old or new, ties it to one that is not. */
    merge(sections, borders) {
      borders.forEach((border) => this.merged.add(border));
      const fresh = this.field.plan(this.merged);
      if (!fresh) return null;
      const keep = new Set(fresh.map((section) => section.name).filter((name) => this.dealt.has(name)));
      for (let before = -1; before !== keep.size;) {
        before = keep.size;
        for (const chain of [...chains(sections), ...chains(fresh)]) {
          if (!chain.every((name) => keep.has(name))) chain.forEach((name) => keep.delete(name));
        }
      }
      for (const name of [...this.dealt.keys()]) if (!keep.has(name)) this.dealt.delete(name);
      return fresh;
    }
  }

  function chains(sections) {
    const found = [];
    for (const section of sections) {
      if (section.entering) found[found.length - 1].push(section.name);
      else found.push([section.name]);
    }
    return found;
  }

  return { recompute };
};

if (typeof module !== "undefined") module.exports = { komandorPairs };
