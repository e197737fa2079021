/* Bytes and hashes for the verifier of draws: SHA-256, HMAC, SHAKE-256 and the encoding of fields.
 *
 * No WebCrypto: a plain-http network has none.
 */
"use strict";

var komandorHashes = (function () {
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

  return { enc, sha256, hmac, shake256, hex, unhex, utf8, isHash };
})();

if (typeof module !== "undefined") module.exports = { komandorHashes };
