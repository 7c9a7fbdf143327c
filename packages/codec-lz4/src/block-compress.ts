/**
 * Bytes to an LZ4 block.
 */

const hashBits = 14;
const maximumOffset = 65535;
/** The format's end conditions: the last 5 bytes are literals, and no match starts within the last 12. */
const lastLiterals = 5;
const lastMatchStart = 12;

/** See {@link Codec.compress}. Greedy with a hash table of 4-byte words, as the reference's fast mode. */
export function compressBlock(raw: Uint8Array): Uint8Array {
  // What the reference calls LZ4_compressBound.
  const packed = new Uint8Array(raw.length + Math.floor(raw.length / 255) + 16);
  return packed.slice(0, packBlock(raw, packed, 0));
}

/** Packs `raw` to `packed`, which has room, from `end` on; returns the new end. */
function packBlock(raw: Uint8Array, packed: Uint8Array, end: number): number {
  const view = new DataView(raw.buffer, raw.byteOffset, raw.length);
  const table = new Int32Array(1 << hashBits).fill(-1 - maximumOffset);
  const limit = raw.length - lastMatchStart;
  const matchLimit = raw.length - lastLiterals;
  let literal = 0;
  let position = 0;
  // Incompressible data: every 64 misses the step grows by a byte.
  let misses = 64;
  while (position <= limit) {
    const word = view.getInt32(position, true);
    const slot = Math.imul(word, 0x9e3779b1) >>> (32 - hashBits);
    let candidate = table[slot] as number;
    table[slot] = position;
    if (position - candidate > maximumOffset || view.getInt32(candidate, true) !== word) {
      position += misses++ >>> 6;
      continue;
    }
    misses = 64;
    const match = position;
    const offset = position - candidate;
    position += 4;
    candidate += 4;
    while (position + 4 <= matchLimit && view.getInt32(position, true) === view.getInt32(candidate, true)) {
      position += 4;
      candidate += 4;
    }
    while (position < matchLimit && raw[position] === raw[candidate]) {
      position++;
      candidate++;
    }
    end = writeLiterals(raw, literal, match, position - match - 4, packed, end);
    packed[end++] = offset;
    packed[end++] = offset >>> 8;
    if (position - match - 4 >= 15) end = writeLength(position - match - 19, packed, end);
    literal = position;
    if (position <= limit) {
      const slot = Math.imul(view.getInt32(position - 2, true), 0x9e3779b1) >>> (32 - hashBits);
      table[slot] = position - 2;
    }
  }
  return writeLiterals(raw, literal, raw.length, 0, packed, end);
}

/** A token and its literals. `matchCode` is the match length - 4. */
function writeLiterals(
  raw: Uint8Array,
  from: number,
  to: number,
  matchCode: number,
  packed: Uint8Array,
  end: number,
): number {
  const count = to - from;
  packed[end++] = (Math.min(count, 15) << 4) | Math.min(matchCode, 15);
  if (count >= 15) end = writeLength(count - 15, packed, end);
  if (count <= 16) for (let i = from; i < to; i++) packed[end++] = raw[i] as number;
  else {
    packed.set(raw.subarray(from, to), end);
    end += count;
  }
  return end;
}

function writeLength(rest: number, packed: Uint8Array, end: number): number {
  for (; rest >= 255; rest -= 255) packed[end++] = 255;
  packed[end++] = rest;
  return end;
}
