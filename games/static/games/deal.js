// What a seed makes of a deal: the order of the tiles, the hands, the boneyard, the first seat. In one file, so that
// it can be read in one go. The server has the same in games/rules/claims.py.

import { fromHex, hmacSha256, sha256, toHex } from "./sha256.js";

const WORDS = 2 ** 32;
const LARGEST_SET = 18; // of all that are made; a slip of the finger must not ask for a million tiles

/** The endless stream of 4-byte words of a seed: HMAC-SHA256 of block numbers from 0, under the seed as key. */
export function* words(seed) {
  for (let block = 0; ; block += 1) {
    const number = new DataView(new ArrayBuffer(8));
    number.setUint32(4, block);
    const digest = new DataView(hmacSha256(seed, new Uint8Array(number.buffer)).buffer);
    for (let at = 0; at < 32; at += 4) yield digest.getUint32(at);
  }
}

/** A whole number from 0 to count - 1; words that would favour small numbers are skipped. */
export function numberBelow(count, stream) {
  const limit = WORDS - (WORDS % count);
  for (;;) {
    const word = stream.next().value;
    if (word < limit) return word % count;
  }
}

/** The tiles of the set up to double-`largest`, by their low half, then by their high half, without the one laid. */
export function tilesOf(largest, start) {
  const tiles = [];
  for (let low = 0; low <= largest; low += 1) {
    for (let high = low; high <= largest; high += 1) tiles.push(`${high}-${low}`);
  }
  return tiles.filter((tile) => tile !== start);
}

/** Fisher-Yates from the last place down, fed by the stream. */
export function shuffled(tiles, stream) {
  const order = [...tiles];
  for (let last = order.length - 1; last > 0; last -= 1) {
    const chosen = numberBelow(last + 1, stream);
    [order[last], order[chosen]] = [order[chosen], order[last]];
  }
  return order;
}

/** What was shown before the deal so that the seed could not be changed afterwards. */
export function commitmentOf({ table, match, round, seed }) {
  const text = `domino-deal:${String(table).toUpperCase()}:${match}:${round}:${seed}`;
  return toHex(sha256(Uint8Array.from(text, (letter) => letter.charCodeAt(0))));
}

const same = (one, other) => one.join(" ") === other.join(" ");

/**
 * Every part of a claim with what its seed makes of it: [{part, agrees, stated, expected}], and the order of the tiles.
 * A seed that is none leaves nothing else to be checked. A claim that cannot be read ends in an exception.
 */
export function checkDeal(claim) {
  if (!(claim.set <= LARGEST_SET)) throw new RangeError(String(claim.set));
  if (!/^[0-9a-f]{64}$/.test(claim.seed)) {
    return { order: [], parts: [{ part: "seed", agrees: false, stated: [String(claim.seed)], expected: [] }] };
  }
  const stream = words(fromHex(claim.seed));
  const order = shuffled(tilesOf(claim.set, claim.start), stream);
  const parts = [];
  const compare = (part, stated, expected) => parts.push({ part, agrees: same(stated, expected), stated, expected });

  compare("commitment", [claim.commitment], [commitmentOf(claim)]);
  const seats = Object.keys(claim.hands).sort();
  const size = claim.hands[seats[0]].length;
  seats.forEach((seat, place) => {
    compare(`hand ${seat}`, claim.hands[seat], order.slice(place * size, (place + 1) * size));
  });
  const boneyard = order.slice(seats.length * size);
  compare("boneyard", claim.boneyard, boneyard);
  const drawn = claim.draws.map((draw) => draw.split(" ")[1] ?? "");
  compare("draws", drawn, boneyard.slice(0, drawn.length));
  if (claim.first) compare("first", [claim.first], [seats[numberBelow(seats.length, stream)]]);
  return { order, parts };
}
