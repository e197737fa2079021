/* Checks a .komandor file in the browser, also on a plain-http network: no WebCrypto, no library.
 *
 * Written from docs/algorithms/verifiable-draws.md, apart from check/verify.py and check/file_reader.py; both must say the same.
 *
 *   verifyFile(input) -> { ok, level, lines: [{ ok, code, params }] }
 *
 * `input` is a Uint8Array (best: no byte can hide) or the file's text. `ok` of a line is null for what
 * is only worth knowing. Level: "B" dice, "C" commitment only, "-" nothing drawn. With redraw.js, pairs too.
 */
"use strict";

var verifyFile = (function () {
  const GENESIS = "0".repeat(64);
  const LEVELS = new Map([["beacon", "C"], ["dice", "B"], ["none", "C"]]);
  // Kinds of records that may have a private part which is withheld: what is always shown of them (as in check/file_reader.py).
  const SHOWN = {
    list_submitted: ["player"], list_judged: ["player"], list_checked: ["player"], list_amended: ["player"],
    deck_checks_drawn: ["round"], deck_checked: ["player", "by", "match"], judge_called: ["call", "at"],
    ruling_appealed: ["call"], ruling_given: ["call", "settled_by_players"], final_verdict_given: ["call", "staff"],
    incident_reported: ["incident"], disqualification_recommended: [],
    component_reported: ["component", "player", "kind", "category", "minutes", "match"],
    proxy_made: ["proxy", "player", "date"], fee_noted: ["player", "paid"], table_extended: ["match", "minutes"],
    sanction_given: ["sanction", "points"], player_disqualified: ["player", "round"],
    player_left: ["player", "cause", "round", "game"], result_disputed: ["match", "by"],
    result_annulled: ["match", "rule"], result_entered: ["match", "report", "scores", "winner", "override"],
    result_corrected: ["match", "report", "scores", "winner", "override"],
    round_frozen: ["round", "stage", "head", "public_source", "beacon", "entrants", "field"],
    player_amended: ["player", "changes"],
    player_registered: ["player", "groups", "fixed_table", "awarded_byes", "start", "staff", "members"],
    player_entered_late: ["player", "choice", "missed", "byes", "match", "lot", "start", "groups", "members", "entered", "table"],
  };
  const SENDERS = ["judge_called", "ruling_appealed", "incident_reported", "disqualification_recommended"];
  const [VERSION, LOT, MAX_ROUNDS, MAX_PLAYER] = [2, 16, 64, 100000]; // of files, 1 is not read any more

  // ── bytes ──────────────────────────────────────────────────────────────────

  const utf8 = (text) => new TextEncoder().encode(text);

  function join(parts) {
    const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
      out.set(part, at);
      at += part.length;
    }
    return out;
  }

  const number4 = (n) => Uint8Array.of(n >>> 24, (n >>> 16) & 255, (n >>> 8) & 255, n & 255);

  const hex = (bytes) => Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");

  const isHash = (text) => typeof text === "string" && /^[0-9a-f]{64}$/.test(text);

  function unhex(text) {
    if (!isHash(text)) throw new Error("64 hexadecimal digits expected");
    return Uint8Array.from(text.match(/../g), (pair) => parseInt(pair, 16));
  }

  /* 4-byte count; then for each field 4-byte length and bytes; numbers are decimal text. */
  function enc(...fields) {
    const parts = [number4(fields.length)];
    for (const field of fields) {
      const raw = field instanceof Uint8Array ? field : utf8(String(field));
      parts.push(number4(raw.length), raw);
    }
    return join(parts);
  }

  // ── SHA-256 and HMAC (FIPS 180-4, 198-1) ───────────────────────────────────

  const PRIMES = [];
  for (let n = 2; PRIMES.length < 64; n++) if (PRIMES.every((p) => n % p)) PRIMES.push(n);
  const bits = (root) => ((root - Math.floor(root)) * 4294967296) >>> 0;
  const K = PRIMES.map((p) => bits(Math.cbrt(p)));
  const H0 = PRIMES.slice(0, 8).map((p) => bits(Math.sqrt(p)));

  function sha256(data) {
    const size = ((data.length + 8) >> 6) * 64 + 64;
    const padded = new Uint8Array(size);
    padded.set(data);
    padded[data.length] = 0x80;
    const view = new DataView(padded.buffer);
    view.setUint32(size - 8, Math.floor(data.length / 536870912));
    view.setUint32(size - 4, (data.length << 3) >>> 0);
    const state = Uint32Array.from(H0);
    const w = new Uint32Array(64);
    for (let at = 0; at < size; at += 64) sha256Block(state, w, view, at);
    const out = new Uint8Array(32);
    state.forEach((word, i) => out.set(number4(word), 4 * i));
    return out;
  }

  const turn = (x, n) => (x >>> n) | (x << (32 - n));

  function sha256Block(state, w, view, at) {
    for (let i = 0; i < 16; i++) w[i] = view.getUint32(at + 4 * i);
    for (let i = 16; i < 64; i++) {
      const s0 = turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ (w[i - 15] >>> 3);
      const s1 = turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ (w[i - 2] >>> 10);
      w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i++) {
      const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
      const t1 = (h + s1 + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
      const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g; g = f; f = e; e = (d + t1) | 0;
      d = c; c = b; b = a; a = (t1 + t2) | 0;
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => { state[i] += word; });
  }

  function hmac(key, message) {
    const block = new Uint8Array(64);
    block.set(key.length > 64 ? sha256(key) : key);
    const inner = sha256(join([block.map((b) => b ^ 0x36), message]));
    return sha256(join([block.map((b) => b ^ 0x5c), inner]));
  }

  // ── SHAKE-256 (FIPS 202) ───────────────────────────────────────────────────

  const RATE = 136;
  const MASK = (1n << 64n) - 1n;
  const rot = (x, n) => (n ? ((x << n) | (x >> (64n - n))) & MASK : x);

  const ROUND_CONSTANTS = (function () {
    const out = [];
    let lfsr = 1;
    for (let round = 0; round < 24; round++) {
      let constant = 0n;
      for (let j = 0; j < 7; j++) {
        if (lfsr & 1) constant |= 1n << BigInt((1 << j) - 1);
        lfsr = (lfsr << 1) ^ (lfsr & 0x80 ? 0x171 : 0);
      }
      out.push(constant);
    }
    return out;
  })();

  function keccak(s) {
    for (const constant of ROUND_CONSTANTS) {
      const c = [0, 1, 2, 3, 4].map((x) => s[x] ^ s[x + 5] ^ s[x + 10] ^ s[x + 15] ^ s[x + 20]);
      for (let x = 0; x < 5; x++) {
        const d = c[(x + 4) % 5] ^ rot(c[(x + 1) % 5], 1n);
        for (let y = 0; y < 25; y += 5) s[x + y] ^= d;
      }
      let [x, y, held] = [1, 0, s[1]];
      for (let t = 0; t < 24; t++) {
        [x, y] = [y, (2 * x + 3 * y) % 5];
        [held, s[x + 5 * y]] = [s[x + 5 * y], rot(held, BigInt((((t + 1) * (t + 2)) / 2) % 64))];
      }
      for (let row = 0; row < 25; row += 5) {
        const r = s.slice(row, row + 5);
        for (let i = 0; i < 5; i++) s[row + i] = r[i] ^ (~r[(i + 1) % 5] & MASK & r[(i + 2) % 5]);
      }
      s[0] ^= constant;
    }
  }

  function shake256(data, length) {
    const padded = new Uint8Array(Math.floor(data.length / RATE) * RATE + RATE);
    padded.set(data);
    padded[data.length] ^= 0x1f;
    padded[padded.length - 1] ^= 0x80;
    const view = new DataView(padded.buffer);
    const state = new Array(25).fill(0n);
    for (let at = 0; at < padded.length; at += RATE) {
      for (let i = 0; i < RATE / 8; i++) state[i] ^= view.getBigUint64(at + 8 * i, true);
      keccak(state);
    }
    const out = new DataView(new ArrayBuffer(Math.ceil(length / RATE) * RATE));
    for (let at = 0; at < out.byteLength; at += RATE) {
      if (at) keccak(state);
      for (let i = 0; i < RATE / 8; i++) out.setBigUint64(at + 8 * i, state[i], true);
    }
    return new Uint8Array(out.buffer, 0, length);
  }

  // ── the protocol ───────────────────────────────────────────────────────────

  function promiseOf(link, tournament, number) {
    for (let i = 0; i < number; i++) link = sha256(enc("link", tournament, link));
    return hex(link);
  }

  const roundKey = (link, tournament, number, head, public_) =>
    hmac(link, enc("round", tournament, number, head, public_));

  /* player -> lot as hexadecimal text, which sorts as its bytes do */
  function lotsOf(key, label, players) {
    const stream = shake256(enc(key, label), LOT * (players.reduce((a, b) => Math.max(a, b), 0) + 1));
    return new Map(players.map((p) => [p, hex(stream.subarray(LOT * p, LOT * p + LOT))]));
  }

  function playerNumbers(list) {
    const right = (n) => Number.isInteger(n) && n >= 1 && n <= MAX_PLAYER;
    if (!list.every(right) || new Set(list).size !== list.length) throw new Error("player numbers expected");
    return list;
  }

  /* Whether only what may be withheld is, and what is not withheld is what was sealed. */
  function sealFits(r, e) {
    if (!r.by && !SENDERS.includes(e.type)) return false;
    if (r.sealed === undefined) return Boolean(r.by) && r.closed === undefined;
    if (!Object.hasOwn(SHOWN, e.type) || !isHash(r.sealed)) return false;
    if (r.closed !== undefined) {
      const hidden = JSON.parse(r.closed);
      const again = Object.keys(hidden.event || {}).some((key) => key in e) || ("by" in hidden) === Boolean(r.by);
      if (again || hex(sha256(enc(r.salt, r.closed))) !== r.sealed) return false;
    }
    return SHOWN[e.type].every((key) => key in e);
  }

  /* A person's name as the log seals it: a line for each part, and three for each member of a team. */
  function nameOf(data) {
    const parts = ["first", "last", "nick", "team"].map((key) => data[key] || "");
    const members = (data.members || []).flatMap((m) => ["first", "last", "nick"].map((key) => m[key] || ""));
    return [...parts, ...members].join("\n");
  }

  class Stop extends Error {}

  class Verifier {
    constructor(input) {
      this.bytes = typeof input === "string" ? utf8(input) : input;
      this.lines = [];
      this.tournament = "";
      this.people = new Map();
      this.named = new Map();
      this.withheld = new Map();
      this.promise = "";
      this.frozen = new Map();
      this.keys = new Map();
      this.drawn = new Map(); // record -> key
      this.levels = new Map();
    }

    run() {
      try {
        this.log(this.file());
      } catch (problem) {
        if (!(problem instanceof Stop)) this.say(false, "file.empty");
      }
      const level = [...this.levels.values()].sort().pop() || "-";
      return { ok: this.lines.every((line) => line.ok !== false), level, lines: this.lines };
    }

    say(ok, code, params) {
      this.lines.push({ ok, code, params: params || {} });
      return ok !== false;
    }

    file() {
      const cut = Math.max(0, this.bytes.length - 78);
      const body = this.bytes.subarray(0, cut);
      const last = utf8(`{"sha256":"${hex(sha256(body))}"}\n`);
      const same = body[cut - 1] === 10 && hex(last) === hex(this.bytes.subarray(cut));
      if (!this.say(same, "file.hash")) throw new Stop();
      const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body);
      const lines = text.split("\n").slice(0, -1);
      const header = JSON.parse(lines[0]);
      this.tournament = header.tournament;
      if (header.format === "komandor" && header.version !== VERSION) {
        this.say(false, "file.version", { version: header.version });
        throw new Stop();
      }
      const records = lines.slice(1, 1 + header.count);
      for (const line of lines.slice(1 + header.count, 1 + header.count + header.people)) {
        const row = JSON.parse(line);
        this.people.set(row.person, nameOf(row.data));
      }
      const wanted = 1 + header.count + header.people + (header.parts.includes("secret") ? 1 : 0);
      const head = records.length ? JSON.parse(records[records.length - 1]).hash : GENESIS;
      const fits = header.format === "komandor" && lines.length === wanted;
      const params = { count: records.length, tournament: this.tournament };
      if (!this.say(fits && header.head === head, "file.header", params)) throw new Stop();
      return records;
    }

    log(lines) {
      let [prev, command] = [GENESIS, ""];
      const events = lines.map((line, i) => {
        const cut = line.indexOf(',"event":');
        if (cut < 0 || !line.endsWith("}")) throw new Error("no record");
        const r = JSON.parse(line.slice(0, cut) + "}");
        const text = line.slice(cut + 9, -1);
        const e = JSON.parse(text);
        const step = String(r.step);
        const digest = hex(sha256(enc(prev, this.tournament, i + 1, r.at, r.step, r.by, text, r.sealed || "")));
        const right = step === command || step === String(i + 1);
        if (!right || r.seq !== i + 1 || r.prev !== prev || r.hash !== digest) {
          this.say(false, "log.chain", { count: i + 1, head: prev });
          throw new Stop();
        }
        if (!sealFits(r, e)) {
          this.say(false, "log.sealed", { seq: i + 1, kind: e.type });
          throw new Stop();
        }
        const found = [i + 1, prev, e, r];
        [command, prev] = [step, digest];
        return found;
      });
      this.say(true, "log.chain", { count: lines.length, head: prev });
      events.forEach(([seq, before, e, r]) => { this.sealed(seq, e, r); this.event(seq, before, e); });
      if (!this.keys.size) this.say(null, "note.no_draws");
      const records = events.map(([seq, , e, r]) => [seq, String(r.at), e]);
      const again = verify.redraw ? verify.redraw(records, this.drawn) : [];
      again.forEach(([ok, code, params]) => this.say(ok, code, params));
      this.summary();
    }

    sealed(seq, e, r) {
      if (r.sealed === undefined) return;
      if (e.type === "player_amended" && this.frozen.size) this.say(null, "note.renamed", { player: e.player, seq });
      if (r.closed === undefined) {
        this.withheld.set(e.type, (this.withheld.get(e.type) || 0) + 1);
        this.named.delete(e.player);
      } else if ("name" in JSON.parse(r.closed)) this.named.set(e.player, JSON.parse(r.closed).name);
    }

    summary() {
      const both = [...this.named.keys()].filter((n) => this.people.has(n));
      const same = both.every((n) => this.named.get(n) === this.people.get(n));
      if (both.length) this.say(same, "log.names", { count: both.length });
      if (!this.withheld.size) return;
      const kinds = [...this.withheld].sort().map(([kind, count]) => `${kind} ${count}`);
      const count = [...this.withheld.values()].reduce((a, b) => a + b);
      this.say(null, "note.withheld", { count, kinds: kinds.join(", ") });
    }

    event(seq, head, e) {
      if (e.type === "tournament_created" || seq === 1) this.created(seq, e);
      else if (e.type === "round_frozen") this.freeze(seq, head, e);
      else if (e.type === "round_drawn") this.draw(seq, e);
      else if (e.type === "pairing_changed") {
        this.say(null, "note.changed", { round: e.round, seq, reason: e.reason });
      } else if (e.type === "event_voided") {
        this.say(null, "note.voided", { targets: e.targets, seq, reason: e.reason });
      } else if (e.type === "tournament_closed" && e.seed) {
        this.say(promiseOf(unhex(e.seed), this.tournament, MAX_ROUNDS) === this.promise, "seed.opened");
      }
    }

    created(seq, e) {
      this.promise = String(e.commitment === undefined ? "" : e.commitment);
      const right = e.type === "tournament_created" && seq === 1 && e.id === this.tournament;
      if (!this.say(right && isHash(this.promise), "log.created", { commitment: this.promise })) throw new Stop();
    }

    freeze(seq, head, e) {
      if (this.keys.delete(e.round)) this.say(null, "freeze.again", { round: e.round, seq });
      this.frozen.set(e.round, e);
      this.say(e.head === head, "freeze.head", { round: e.round, head: e.head });
    }

    draw(seq, e) {
      const round = e.round, frozen = this.frozen.get(round);
      const fits = frozen !== undefined && Number.isInteger(round) && round >= 1 && round <= MAX_ROUNDS;
      if (!this.say(fits, "draw.order", { round, seq })) return;
      const link = unhex(e.link);
      const fresh = this.levels.has(round) || [...this.levels.keys()].every((earlier) => round > earlier);
      this.say(fresh, "draw.fresh", { round });
      this.say(promiseOf(link, this.tournament, round) === this.promise, "draw.link", { round });
      this.say(e.head === frozen.head, "draw.head", { round });
      const source = frozen.public_source;
      const right = LEVELS.has(source) && Boolean(e.public) === (source !== "none");
      this.say(right, "draw.public", { round, public: e.public || "–", source });
      this.levels.set(round, [LEVELS.get(source) || "C", this.levels.get(round) || "A"].sort().pop());
      const key = roundKey(link, this.tournament, round, e.head, e.public);
      this.say(hex(sha256(key)) === e.key_check, "draw.key", { round });
      if (this.keys.has(round)) this.say(this.keys.get(round) === hex(key), "draw.same", { round });
      this.keys.set(round, hex(key));
      this.drawn.set(seq, key);
      this.results(round, key, e);
    }

    results(round, key, e) {
      const order = playerNumbers(e.order);
      const drawn = lotsOf(key, "pairing", order);
      const inOrder = order.every((p, i) => !i || drawn.get(order[i - 1]) < drawn.get(p));
      this.say(inOrder, "draw.lots", { round, count: order.length });
      if (e.lots && e.lots.length) {
        const right = lotsOf(key, "last tie-break", playerNumbers(e.lots.map(([player]) => player)));
        const same = e.lots.every(([player, value]) => parseInt(right.get(player).slice(0, 12), 16) === value);
        this.say(same, "draw.tiebreak", { round, count: e.lots.length });
      }
      const seated = (e.matches || []).flatMap((m) => [m.a, m.b]).filter((p) => p !== null);
      this.say(new Set(seated).size === seated.length, "draw.matches", { round });
    }
  }

  const verify = (input) => new Verifier(input).run();
  verify.parts = { enc, sha256, hmac, shake256, hex, utf8 };
  return verify;
})();

if (typeof module !== "undefined") module.exports = { verifyFile };
