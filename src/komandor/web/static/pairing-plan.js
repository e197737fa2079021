/* Lots, best pairings of a few seats, and how a field is split into sections: what pairs.js is made of.
 *
 * Written from docs/algorithms/draw.md; shares nothing with the engine or with check/pairing_plan.py.
 * It contains no matching algorithm: where all best pairings must be known, it goes through the sets of
 * players still to pair, always pairing the first one.  More than 30 seats or 520,000
 * sets (28 seats never have more) are Beyond.
 * The argument has shake256 and enc of verify.js.
 */
"use strict";

var komandorPlan = function ({ shake256, enc }) {
  const MOST_SEATS = 30, MOST_SETS = 520000, MOST_IN_LARGE_FIELDS = 50000;

  class Beyond extends Error {
    constructor(many) { super(`${many} players form one block`); this.many = many; }
  }

  const upTo = (n) => Array.from({ length: n }, (_, i) => i);
  const low = (set) => 31 - Math.clz32(set & -set);
  const number = (yes) => (yes ? 1n : 0n);
  const shares = (a, b) => a.groups.some((name) => b.groups.includes(name));

  // ── lots ─────────────────────────────────────────────────────────────────────

  function byLot(key, label, players) {
    const lots = shake256(enc(key, label), 16 * (players.reduce((a, b) => Math.max(a, b), 0) + 1));
    const lot = (p) => String.fromCharCode(...lots.subarray(16 * p, 16 * p + 16));
    const known = players.map((p) => [lot(p), p]);
    return known.sort(([x, a], [y, b]) => (x < y ? -1 : x > y ? 1 : a - b)).map(([, p]) => p);
  }

  /* The bytes of label/0, label/1, …, in blocks of this size, hashed only as far as they are used. */
  function* bytesOf(key, label, size) {
    for (let block = 0; ; block++) {
      for (let have = 0, want = Math.min(136, size); have < size; want = Math.min(size, 2 * want)) {
        const got = shake256(enc(key, `${label}/${block}`), want);
        while (have < want) yield got[have++];
      }
    }
  }

  function* picks(key, label, sizes) {
    const bytes = bytesOf(key, label, 4096);
    const product = (n) => {
      let word = 0;
      for (let i = 0; i < 4; i++) word = word * 256 + bytes.next().value;
      return BigInt(word) * n;
    };
    for (const size of sizes) {
      const n = BigInt(size);
      let found = product(n);
      while (found % 4294967296n < 4294967296n % n) found = product(n);
      yield Number(found >> 32n);
    }
  }

  function dice(key, label) {
    const bytes = bytesOf(key, label, 1024);
    return (n) => {
      let size = 1n;
      while (256n ** size < n) size++;
      for (;;) {
        let drawn = 0n;
        for (let i = 0n; i < size; i++) drawn = drawn * 256n + BigInt(bytes.next().value);
        if (drawn < (256n ** size / n) * n) return drawn % n;
      }
    };
  }

  // ── all best pairings of a few seats ─────────────────────────────────────────

  /* cost(u, v) of two seats, the lower one first; null if they may not be paired. */
  class Seats {
    constructor(size, cost) {
      if (size > MOST_SEATS) throw new Beyond(size);
      this.everybody = 2 ** size - 1;
      this.near = upTo(size).map((u) => upTo(size).filter((v) => v > u)
        .map((v) => [1 << v, cost(u, v)]).filter(([, c]) => c !== null));
      this.known = new Map([[0, [0n, 1n]]]);
    }

    partners(left) { return this.near[low(left)].filter(([other]) => left & other); }

    /* The smallest cost of pairing this set, and in how many ways. */
    ways(left) {
      let found = this.known.get(left);
      if (found) return found;
      if (this.known.size > MOST_SETS) throw new Beyond(this.near.length);
      found = [0n, 0n];
      for (const [other, cost] of this.partners(left)) {
        const [rest, ways] = this.ways((left & (left - 1)) ^ other);
        if (!ways) continue;
        if (!found[1] || rest + cost < found[0]) found = [rest + cost, ways];
        else if (rest + cost === found[0]) found = [found[0], found[1] + ways];
      }
      this.known.set(left, found);
      return found;
    }

    /* One of the cheapest pairings of a set; `below` draws a number, or is missing: then the first one. */
    draw(left, below) {
      const found = [];
      while (left) {
        const [best, many] = this.ways(left);
        let ticket = below ? below(many) : 0n, chosen = 0;
        for (const [other, cost] of this.partners(left)) {
          const [rest, ways] = this.ways((left & (left - 1)) ^ other);
          chosen = other;
          if (ways && rest + cost === best) ticket -= ways;
          if (ticket < 0n) break;
        }
        found.push([low(left), low(chosen)]);
        left = (left & (left - 1)) ^ chosen;
      }
      return found;
    }

    /* The same seats with only those pairs that some cheapest pairing has. */
    bestOnly() {
      const near = this.near.map(() => new Map()), reached = [this.everybody], seen = new Set(reached);
      for (const left of reached) {
        if (!left) continue;
        const [best] = this.ways(left);
        for (const [other, cost] of this.partners(left)) {
          const next = (left & (left - 1)) ^ other, [rest, ways] = this.ways(next);
          if (!ways || rest + cost !== best) continue;
          near[low(left)].set(other, cost);
          if (!seen.has(next)) reached.push(next);
          seen.add(next);
        }
      }
      const twin = Object.assign(Object.create(Seats.prototype), this);
      return Object.assign(twin, { known: new Map([[0, [0n, 1n]]]), near: near.map((found) => [...found]) });
    }

    /* The same seats, but one of them may be paired with these later seats only. */
    withPartners(seat, partners) {
      const twin = Object.assign(Object.create(Seats.prototype), this);
      twin.known = new Map([[0, [0n, 1n]]]);
      twin.near = this.near.map((near) => near.filter(([v]) => v !== 1 << seat));
      twin.near[seat] = this.near[seat].filter(([v]) => v & partners);
      return twin;
    }
  }

  /* The cost of a pair between two groups: crossed borders from the top, then squared steps. */
  class Steps {
    constructor(depth, players) {
      const unit = players * (depth + 1) ** 2 + 1;
      this.borders = upTo(depth).map((i) => BigInt(unit) * BigInt(players + 1) ** BigInt(depth - 1 - i));
    }

    cost(upper, lower) {
      return this.borders.slice(Math.max(upper, 0), Math.max(lower, 0)).reduce((a, b) => a + b, 0n) + BigInt((lower - upper) ** 2);
    }
  }

  // ── the field, and how it is split into sections ─────────────────────────────────

  class Field {
    constructor(entrants, terms, apart = false) {
      this.list = entrants.slice().sort((a, b) => a.player - b.player);
      this.who = new Map(this.list.map((e) => [e.player, e]));
      this.forbidden = terms.forbidden.filter((pair) => pair.every((p) => this.who.has(p)));
      this.bars = new Map(this.list.map((e) => [e.player, new Set()]));
      const bar = (a, b) => { this.bars.get(a).add(b); this.bars.get(b).add(a); };
      for (const e of this.list) e.met.filter((q) => this.who.has(q)).forEach((q) => bar(e.player, q));
      this.forbidden.forEach(([a, b]) => bar(a, b));
      if (apart) {
        for (const a of this.list) for (const b of this.list) if (a.player < b.player && shares(a, b)) bar(a.player, b.player);
      }
      this.isForbidden = (a, b) => this.forbidden.some((pair) => pair.includes(a) && pair.includes(b));
      this.barred = (a, b) => this.bars.get(a).has(b);
      const points = [...new Set(this.list.map((e) => e.points))].sort((a, b) => b - a);
      this.groups = points.map((value) => this.list.filter((e) => e.points === value).map((e) => e.player));
      this.level = new Map(this.groups.flatMap((group, i) => group.map((p) => [p, i])));
      this.analysed = new Map();
      this.fewest = new Map([["", 0]]);
    }

    /* How many of these players stay alone if as many as possible are paired. */
    lone(players) {
      const here = new Set(players), even = players.length - (players.length % 2);
      this.most = players.length <= MOST_SEATS ? MOST_SETS : MOST_IN_LARGE_FIELDS;
      const roomy = (p) => 2 * ([...this.bars.get(p)].filter((q) => here.has(q)).length + 1) <= even;
      return players.every(roomy) ? players.length % 2 : this.least(players.slice().sort((a, b) => a - b));
    }

    least(left) {
      const key = left.join();
      if (this.fewest.has(key)) return this.fewest.get(key);
      if (this.fewest.size > this.most) throw new Beyond(this.list.length);
      const [first, ...rest] = left, odd = left.length % 2;
      let fewest = left.length;
      for (const p of rest) {
        if (fewest <= odd) break;
        if (!this.barred(first, p)) fewest = Math.min(fewest, this.least(rest.filter((q) => q !== p)));
      }
      if (fewest > odd) fewest = Math.min(fewest, 1 + this.least(rest));
      this.fewest.set(key, fewest);
      return fewest;
    }

    /* The sections from the top; merged borders are inside a section, and more are added where needed. */
    plan(merged) {
      while (!merged.has(-1)) {
        const sections = [];
        let [first, entering, more] = [0, 0, []];
        while (first < this.groups.length && !more.length) {
          let [last, leaving] = [first, 0];
          while (merged.has(last)) last++;
          const at = [first, last, entering].join();
          if (!this.analysed.has(at)) {
            this.analysed.set(at, first === last ? this.single(first, entering) : this.several(first, last, entering));
          }
          [more, leaving] = this.analysed.get(at);
          sections.push({ first, last, entering, leaving, name: `${at},${leaving}` });
          [first, entering] = [last + 1, leaving];
        }
        if (!more.length) return sections;
        more.forEach((border) => merged.add(border));
      }
      return null;
    }

    single(i, entering) {
      const size = this.groups[i].length;
      if (entering > size) return [[i - 1], 0];
      const spare = this.lone(this.groups[i]);
      const leaving = spare > entering ? spare - entering : (size - entering) % 2;
      return leaving && i === this.groups.length - 1 ? [[i - 1], 0] : [[], leaving];
    }

    /* Several groups if those above and below could meet anybody; in a tie, what reaches past a border wins. */
    several(first, last, entering) {
      const players = this.groups.slice(first, last + 1).flat(), size = players.length;
      const depth = last - first + 1, ends = last === this.groups.length - 1;
      if (ends && !entering) { // nobody enters or leaves: can all be paired?
        const alone = this.lone(players);
        return [alone ? [first - 1] : [], alone];
      }
      if (size > MOST_SEATS) throw new Beyond(size);
      const at = players.map((p) => this.level.get(p) - first), scale = BigInt(size + entering + 1);
      const steps = new Steps(depth, size + entering), step = (a, b) => steps.cost(a, b) * scale;
      const never = 4n * scale * step(0, depth);
      const leave = upTo(depth).map((d) => (ends ? never : step(d, depth) - number(d < depth - 1)));
      const enter = upTo(depth).map((d) => step(-1, d) - step(-1, 0) - number(d > 0));
      const through = ends ? never : step(-1, depth) - step(-1, 0) - 1n;
      const inner = upTo(depth).map((a) => upTo(depth).map((b) => (a <= b ? step(a, b) : 0n)));
      const near = players.map((p, i) => upTo(size).filter((j) => j > i && !this.barred(p, players[j])));
      const known = new Map();
      const best = (left, waiting) => {
        if (!left) return [BigInt(waiting) * through, waiting > 0, false, 0];
        const key = left * 64 + waiting;
        if (known.has(key)) return known.get(key);
        if (known.size > MOST_SETS) throw new Beyond(size);
        const i = low(left), rest = left & (left - 1), d = at[i];
        let found = null;
        const way = ([cost, over, under, gone], own, past, beneath, leaves) => {
          const sum = cost + own;
          if (!found || sum < found[0]) found = [sum, over || past, under || beneath, gone + leaves];
          else if (sum === found[0]) found = [sum, found[1] || over || past, found[2] || under || beneath, found[3]];
        };
        way(best(rest, waiting), leave[d], false, d < depth - 1, 1);
        for (const j of near[i]) if ((rest >> j) & 1) way(best(rest ^ (1 << j), waiting), inner[d][at[j]], false, false, 0);
        if (waiting) way(best(rest, waiting - 1), enter[d], d > 0, false, 0);
        known.set(key, found);
        return found;
      };
      const [, over, under, alone] = best(2 ** size - 1, entering), merge = [];
      if (over || (alone && ends)) merge.push(first - 1);
      if (under && !ends) merge.push(last);
      return [merge, alone];
    }

    /* The cost of pairs of a section, and its seats: from above, the players from the top, below. */
    seatsOf({ first, last, entering, leaving }) {
      const players = this.groups.slice(first, last + 1).flat(), end = entering + players.length;
      const level = players.map((p) => this.level.get(p)), steps = new Steps(last - first + 1, end + leaving);
      const seats = new Seats(end + leaving, (u, v) => {
        const [a, b] = [u - entering, v - entering];
        if (u < entering) return v >= entering && v < end && level[b] === first ? 0n : null;
        if (v >= end) return u < end && level[a] === last ? 0n : null;
        return this.barred(players[a], players[b]) ? null : steps.cost(level[a] - first, level[b] - first);
      });
      return { seats, players, end };
    }
  }

  return { Beyond, Field, Seats, Steps, byLot, dice, picks, shares, upTo };
};

if (typeof module !== "undefined") module.exports = { komandorPlan };
