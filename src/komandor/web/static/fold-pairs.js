/* The fold by start numbers (Star Wars: The Card Game), computed again. Part of pairs.js; uses no lots.
 *
 * Written from docs/algorithms/draw.md; shares nothing with the engine or with check/fold_pairs.py.
 */
"use strict";

var komandorFold = function ({ Seats }) {
  const PATIENCE = 12;

  const zip = (one, other) => one.map((a, i) => [a, other[i]]);
  const without = (list, ...gone) => list.filter((x) => !gone.includes(x));

  class Stuck extends Error {
    constructor(border) { super(); this.border = border; }
  }

  function byStart(field) {
    const start = (p) => field.who.get(p).start;
    field.groups.forEach((group) => group.sort((a, b) => start(a) - start(b) || a - b));
  }

  function fold(field) {
    byStart(field);
    for (const merged = new Set(); ;) {
      const sections = field.plan(merged);
      if (!sections) return null;
      try {
        return new Folder(field, sections).place(0, []);
      } catch (problem) {
        if (!(problem instanceof Stuck)) throw problem;
        merged.add(problem.border);
      }
    }
  }

  function* choices(list, many) {
    if (!many) yield [];
    else for (let i = 0; i < list.length; i++) for (const rest of choices(list.slice(i + 1), many - 1)) yield [list[i], ...rest];
  }

  /* Opponents for the first: the fold partner, then the nearest below it, then the top half upwards. */
  function preferences(order) {
    const k = Math.floor(order.length / 2);
    return [...order.slice(k), ...order.slice(1, k).reverse()];
  }

  class Folder {
    constructor(field, sections) {
      Object.assign(this, { field, sections, dead: new Set(), failed: sections.map(() => 0), deepest: 1, parts: new Map() });
    }

    place(i, floaters) {
      if (i === this.sections.length) return [];
      const section = this.sections[i], here = [i, ...floaters].join();
      if (this.dead.has(here)) return null;
      const tried = new Set();
      for (const [pairs, leavers] of section.first === section.last ? this.oneGroup(section, floaters) : this.several(section, floaters)) {
        if (tried.has(leavers.join())) continue;
        tried.add(leavers.join());
        const rest = this.place(i + 1, leavers);
        if (rest) return [...pairs, ...rest];
        if (++this.failed[i] > PATIENCE) throw new Stuck(section.last);
      }
      if (!tried.size) this.deepest = Math.max(this.deepest, i);
      if (!floaters.length) throw new Stuck(this.sections[this.deepest - 1].last);
      this.dead.add(here);
      return null;
    }

    * oneGroup(section, floaters) {
      const group = this.field.groups[section.first];
      for (const takers of this.takings(floaters, group)) {
        const rest = without(group, ...takers);
        for (const gone of choices(this.mayLeave(rest, section.leaving).reverse(), section.leaving)) {
          const pairs = this.foldGroup(without(rest, ...gone));
          if (pairs) yield [[...zip(floaters, takers), ...pairs], gone.reverse()];
        }
      }
    }

    * takings(floaters, group) {
      if (!floaters.length) yield [];
      else for (const p of group) if (!this.field.barred(floaters[0], p)) {
        for (const others of this.takings(floaters.slice(1), without(group, p))) yield [p, ...others];
      }
    }

    mayLeave(rest, leaving) {
      const alone = leaving ? this.field.lone(rest) : 0;
      if (alone > leaving) return [];
      return rest.filter((p) => !leaving || !alone || this.field.lone(without(rest, p)) < alone);
    }

    foldGroup(left) {
      if (this.field.lone(left)) return null;
      const half = left.length / 2, plain = zip(left.slice(0, half), left.slice(half));
      if (!plain.some(([a, b]) => this.field.barred(a, b))) return plain;
      const partner = new Map(plain), found = [];
      while (left.length) {
        const [first] = left, all = preferences(left), mine = partner.get(first);
        const near = all.includes(mine) ? [mine, ...without(all, mine)] : all, rest = left;
        const other = near.find((p) => !this.field.barred(first, p) && !this.field.lone(without(rest, first, p)));
        found.push([first, other]);
        left = without(left, first, other);
      }
      return found;
    }

    * several(section, floaters) {
      if (!this.parts.has(section.name)) {
        const { seats, players } = this.field.seatsOf(section);
        this.parts.set(section.name, new Part(this.field.groups.slice(section.first, section.last + 1), players, seats, section.entering));
      }
      const part = this.parts.get(section.name);
      for (const takers of this.takings(floaters, part.groups[0])) {
        const entered = part.after(takers.map((p, i) => [i, part.seat.get(p)]));
        if (!entered) continue;
        for (const [left, leavers] of entered.leave(section.leaving, part.groups[part.groups.length - 1].slice().reverse())) {
          yield [[...zip(floaters, takers), ...left.fold()], leavers];
        }
      }
    }
  }

  /* Several groups paired together: each decision is kept if a cheapest pairing allows it. */
  class Part {
    constructor(groups, players, seats, above) {
      Object.assign(this, { groups, seats: seats.bestOnly(), above, left: seats.everybody });
      this.seat = new Map(players.map((p, i) => [p, above + i]));
      [this.rest] = this.seats.ways(this.left);
    }

    after(pairs) {
      const twin = Object.assign(Object.create(Part.prototype), this);
      return pairs.every(([u, v]) => twin.fix(u, v)) ? twin : null;
    }

    fix(one, other) {
      const [u, v] = [Math.min(one, other), Math.max(one, other)], both = (1 << u) | (1 << v);
      const edge = this.seats.near[u].find(([seat]) => seat === 1 << v);
      if (!edge || (this.left & both) !== both) return false;
      const [rest, ways] = this.seats.ways(this.left ^ both);
      if (!ways || rest + edge[1] !== this.rest) return false;
      [this.left, this.rest] = [this.left ^ both, rest];
      return true;
    }

    restrict(seat, partners) {
      const seats = this.seats.withPartners(seat, partners), [rest, ways] = seats.ways(this.left);
      if (!ways || rest !== this.rest) return false;
      this.seats = seats;
      return true;
    }

    * leave(leaving, order) {
      if (!leaving) yield [this, []];
      const seat = 32 - Math.clz32(this.left) - leaving;
      for (let i = 0; leaving && i < order.length; i++) {
        const gone = this.after([[this.seat.get(order[i]), seat]]);
        if (gone) for (const [last, others] of gone.leave(leaving - 1, order.slice(i + 1))) yield [last, [...others, order[i]]];
      }
    }

    free(group) { return group.filter((p) => (this.left >> this.seat.get(p)) & 1); }

    pair(a, b) { return this.fix(this.seat.get(a), this.seat.get(b)); }

    fold() {
      const found = [];
      let floaters = [];
      this.groups.forEach((group, level) => {
        floaters = floaters.filter((f) => {
          const taker = this.free(group).find((p) => this.pair(f, p));
          if (taker !== undefined) found.push([f, taker]);
          return taker === undefined;
        });
        floaters = [...floaters, ...this.leavers(level, group)];
        for (let order = without(this.free(group), ...floaters); order.length;) {
          const first = order[0], other = preferences(order).find((p) => this.pair(first, p));
          found.push([first, other]);
          order = without(order, first, other);
        }
      });
      return found;
    }

    leavers(level, group) {
      const below = this.groups.slice(level + 1).flat().reduce((set, p) => set | (1 << this.seat.get(p)), 0);
      const partner = new Map(this.seats.draw(this.left)), gone = [];
      const need = this.free(group).filter((p) => (below >> (partner.get(this.seat.get(p)) ?? this.above)) & 1).length;
      for (const p of this.free(group).reverse()) {
        if (gone.length < need && this.restrict(this.seat.get(p), below)) gone.unshift(p);
      }
      return gone;
    }
  }

  function foldWhole(field, order, cost) {
    byStart(field);
    return new Part(field.groups, order, new Seats(order.length, cost), 0).fold();
  }

  return { fold, foldWhole };
};

if (typeof module !== "undefined") module.exports = { komandorFold };
