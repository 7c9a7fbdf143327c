/**
 * Bytes to an LZ4 block.
 */

/** Matches end with their fragment, so that a compressor needs to hold no more than a fragment and what matches reach back to. */
const fragmentSize = 1 << 16;
const hashBits = 14;
/** The format's end conditions: the last 5 bytes are literals, and no match starts within the last 12. */
const lastLiterals = 5;
/** Below this many bytes to the fragment's end no match is looked for: words are read there without a check. */
const margin = 15;

/** What packs all of `raw` to a block in `packed`; returns its end, or 0 where it leaves that to JavaScript. */
type WriteBlock = (raw: Uint8Array, packed: Uint8Array) => number;

/** See {@link Codec.compress}. Greedy with a hash table of 4-byte words, as the reference's fast mode. */
export function compressBlock(
  raw: Uint8Array,
  memory?: (byteLength: number) => Uint8Array,
  writeBlock: WriteBlock = packBlock,
): Uint8Array {
  // What the reference calls LZ4_compressBound, and room for kernels that write more than they return.
  const most = raw.length + Math.floor(raw.length / 255) + 32;
  const packed = memory === undefined ? new Uint8Array(most) : memory(most);
  const end = writeBlock(raw, packed) || packBlock(raw, packed);
  return memory === undefined ? packed.slice(0, end) : packed.subarray(0, end);
}

/** Of no use between calls, but 32 KiB to allocate: of positions, the lowest 16 bits. */
let table: Uint16Array | undefined;

function packBlock(raw: Uint8Array, packed: Uint8Array): number {
  const view = new DataView(raw.buffer, raw.byteOffset, raw.length);
  table ??= new Uint16Array(1 << hashBits);
  table.fill(0);
  let end = 0;
  let literal = 0;
  for (let from = 0; from < raw.length; from += fragmentSize) {
    const stop = Math.min(from + fragmentSize, raw.length);
    const limit = stop - margin;
    const matchLimit = stop === raw.length ? stop - lastLiterals : stop;
    let position = from + 1;
    // Incompressible data: every 64 misses the step grows by a byte.
    let misses = 64;
    while (position < limit) {
      const word = view.getInt32(position, true);
      const slot = Math.imul(word, 0x1e35a7bd) >>> (32 - hashBits);
      // The last position whose lowest bits are those in the table. Where it is another one, the words tell.
      let candidate = position - ((position - (table[slot] as number)) & 0xffff);
      table[slot] = position;
      if (candidate === position || view.getInt32(candidate, true) !== word) {
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
      if (position < limit) {
        table[Math.imul(view.getInt32(position - 1, true), 0x1e35a7bd) >>> (32 - hashBits)] = position - 1;
      }
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
