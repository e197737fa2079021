/* Checks a .komandor file in the browser, also on a plain-http network: no WebCrypto, no library.
 *
 * Written from docs/algorithms/verifiable-draws.md, apart from check/verify.py and check/file_reader.py; both must say the same.
 *
 *   verifyFile(input) -> { ok, level, lines: [{ ok, code, params }] }
 *
 * `input` is a Uint8Array (best: no byte can hide) or the file's text. `ok` of a line is null for what
 * is only worth knowing. Needs hashes.js. Level: "B" dice, "C" commitment only, "-" nothing drawn. With redraw.js, pairs too.
 */
"use strict";

var verifyFile = (function () {
  const GENESIS = "0".repeat(64);
  // Kinds of records that may have a private part which is withheld: what is always shown of them (as in check/file_reader.py).
  const SHOWN = {
    list_submitted: ["player"], list_judged: ["player"], list_checked: ["player"], list_amended: ["player"],
    deck_checks_drawn: ["round"], deck_checked: ["player", "by", "match"], judge_called: ["call", "at"],
    ruling_appealed: ["call"], ruling_given: ["call", "settled_by_players"], final_verdict_given: ["call", "staff"],
    incident_reported: ["incident"], disqualification_recommended: [],
    component_reported: ["component", "player", "kind", "category", "minutes", "match"],
    proxy_made: ["proxy", "player", "date", "component"], fee_noted: ["player", "paid"], table_extended: ["match", "minutes"],
    sanction_given: ["sanction", "points", "corrects"], player_disqualified: ["player", "round"],
    player_left: ["player", "cause", "round", "game"], result_disputed: ["match", "by"],
    result_annulled: ["match", "rule"], result_entered: ["match", "report", "scores", "winner", "override"],
    result_corrected: ["match", "report", "scores", "winner", "override"],
    round_frozen: ["round", "stage", "head", "public_source", "beacon", "entrants", "field", "dice", "sides", "digits"],
    player_amended: ["player", "changes"],
    player_registered: ["player", "groups", "fixed_table", "awarded_byes", "start", "staff", "members"],
    player_entered_late: ["player", "choice", "missed", "byes", "match", "lot", "start", "groups", "members", "entered", "table"],
  };
  const SENDERS = ["judge_called", "ruling_appealed", "incident_reported", "disqualification_recommended"];
  const [VERSION, LOT, MAX_ROUNDS, MAX_PLAYER] = [2, 16, 64, 100000]; // of files, 1 is not read any more
  const FEWEST_ROLLS = 100; // so many different rolls of the announced dice there must be, whatever their order

  const { enc, sha256, hmac, shake256, hex, unhex, utf8, isHash } = komandorHashes;

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

  const within = (n, low, high) => Number.isInteger(n) && n >= low && n <= high;

  /* What a freeze announced, in short, and whether a text is it in its one spelling. */
  function announcement({ public_source: source, dice = null, sides = null, digits = null }) {
    if (source === "dice") return [`${JSON.stringify(dice)} × 1–${JSON.stringify(sides)}`, (text) => isRoll(text, dice, sides)];
    if (source !== "beacon") return ["–", (text) => source === "none" && !text];
    return [`${JSON.stringify(digits)} × 0–f`, (text) => within(digits, 32, 128) && text.length === digits && /^[0-9a-f]*$/.test(text)];
  }

  /* Whether these are the announced dice from small to large, and enough of them to leave it to chance. */
  function isRoll(text, dice, sides) {
    if (!within(dice, 1, 20) || !within(sides, 2, 100)) return false;
    const rolled = text.split(" ").filter((one) => /^([1-9][0-9]?|100)$/.test(one)).map(Number).sort((x, y) => x - y);
    if (rolled.join(" ") !== text || rolled.length !== dice || rolled[dice - 1] > sides) return false;
    let rolls = 1; // choose(dice + sides - 1, dice)
    for (let n = 1; n <= dice && rolls < FEWEST_ROLLS; n++) rolls = (rolls * (sides - 1 + n)) / n;
    return rolls >= FEWEST_ROLLS;
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
      this.frozen = new Map(); // round → record → what it locked
      this.voids = [];
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
        if (verify.shapeFits && !verify.shapeFits(e)) {
          this.say(false, "log.shape", { seq: i + 1 });
          throw new Stop();
        }
        const found = [i + 1, prev, e, r];
        [command, prev] = [step, digest];
        return found;
      });
      this.say(true, "log.chain", { count: lines.length, head: prev });
      events.forEach(([seq, before, e, r]) => { this.sealed(seq, e, r); this.event(seq, before, e, r); });
      if (!this.keys.size) this.say(null, "note.no_draws");
      const acts = verify.acts ? verify.acts(events.map(([seq, , e, r]) => [seq, r, e])) : [];
      acts.forEach(([ok, code, params]) => this.say(ok, code, params));
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

    event(seq, head, e, r) {
      if (e.type === "tournament_created" || seq === 1) this.created(seq, e);
      else if (e.type === "round_frozen") this.freeze(seq, head, e, r);
      else if (e.type === "round_drawn") this.draw(seq, e, r);
      else if (e.type === "backup_taken") this.say(null, "note.backup", { seq });
      else if (e.type === "pairing_changed") {
        this.say(null, "note.changed", { round: e.round, seq, reason: e.reason });
      } else if (e.type === "event_voided") {
        this.voids.push([seq, e.targets]);
        this.say(null, "note.voided", { targets: e.targets, seq, reason: e.reason });
      } else if (e.type === "tournament_closed" && e.seed) {
        this.say(promiseOf(unhex(e.seed), this.tournament, MAX_ROUNDS) === this.promise, "seed.opened");
      } else if (e.type === "tournament_closed" && this.keys.size) {
        this.say(null, "note.unopened", { seq });
      }
    }

    created(seq, e) {
      this.promise = String(e.commitment === undefined ? "" : e.commitment);
      const right = e.type === "tournament_created" && seq === 1 && e.id === this.tournament;
      if (!this.say(right && isHash(this.promise), "log.created", { commitment: this.promise })) throw new Stop();
    }

    freeze(seq, head, e, r) {
      if (this.frozen.has(e.round)) this.say(null, "freeze.again", { round: e.round, seq });
      this.keys.delete(e.round);
      if (!this.frozen.has(e.round)) this.frozen.set(e.round, new Map());
      this.frozen.get(e.round).set(seq, { ...e, step: String(r.step), at: String(r.at) });
      this.say(e.head === head, "freeze.head", { round: e.round, head: e.head });
    }

    draw(seq, e, r) {
      const round = e.round, frozen = this.inForce(round);
      const fits = frozen !== undefined && Number.isInteger(round) && round >= 1 && round <= MAX_ROUNDS;
      if (!this.say(fits, "draw.order", { round, seq })) return;
      const link = unhex(e.link);
      const fresh = this.levels.has(round) || [...this.levels.keys()].every((earlier) => round > earlier);
      this.say(fresh, "draw.fresh", { round });
      this.say(promiseOf(link, this.tournament, round) === this.promise, "draw.link", { round });
      this.say(e.head === frozen.head, "draw.head", { round });
      this.public(seq, e, r, frozen);
      const key = roundKey(link, this.tournament, round, e.head, e.public);
      this.say(hex(sha256(key)) === e.key_check, "draw.key", { round });
      if (this.keys.has(round)) this.say(this.keys.get(round) === hex(key), "draw.same", { round });
      this.keys.set(round, hex(key));
      this.drawn.set(seq, key);
      this.results(round, key, e);
    }

    /* The public input is what the freeze announced; B only for dice that came in a later step. */
    /* The latest lock of the round that is not undone; an undo of an undo brings an earlier one back. */
    inForce(round) {
      const gone = new Set(), locks = [...(this.frozen.get(round) || [])];
      for (const [seq, targets] of [...this.voids].reverse()) if (!gone.has(seq)) targets.forEach((one) => gone.add(one));
      return (locks.filter(([seq]) => !gone.has(seq)).at(-1) || locks.at(-1) || [])[1];
    }

    public(seq, e, r, frozen) {
      const round = e.round, waived = e.waived || "", dice = frozen.public_source === "dice";
      const [announced, fits] = announcement(frozen);
      const right = waived ? !e.public && waived === frozen.public_source : fits(e.public);
      this.say(right, "draw.public", { round, public: e.public || "–", announced });
      const atOnce = frozen.step === String(r.step) || String(r.at) <= frozen.at;
      if (waived) this.say(null, "note.waived", { round, seq, announced });
      else if (dice && atOnce) this.say(null, "note.at_once", { round });
      const level = right && dice && !waived && !atOnce ? "B" : "C";
      this.levels.set(round, [level, this.levels.get(round) || level].sort().pop());
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
