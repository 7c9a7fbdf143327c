/** Compresses bytes into an LZ4 block. */

/**
 * Number of bytes per fragment. A match ends within the fragment in which it starts, so a compressor needs only the
 * current fragment and the earlier bytes to which matches may refer.
 */
const fragmentSize = 1 << 16;
const hashBits = 14;
/**
 * The format requires that the last 5 bytes of a block are literals, and that no match starts within the last 12 bytes.
 */
const lastLiterals = 5;
/**
 * The search for matches stops this many bytes before the end of a fragment, because it reads words without checking
 * bounds.
 */
const margin = 15;

/**
 * Compresses all of `raw` into a block in `packed`, and returns the end of the block. Returns 0 if the caller must
 * compress it in JavaScript.
 */
type WriteBlock = (raw: Uint8Array, packed: Uint8Array) => number;

/**
 * Compresses bytes into an LZ4 block, as {@link Codec.compress} specifies. It takes the first match that a hash table
 * of 4-byte words finds, like the fast mode of the reference compressor.
 */
export function compressBlock(
  raw: Uint8Array,
  memory?: (byteLength: number) => Uint8Array,
  writeBlock: WriteBlock = packBlock,
): Uint8Array {
  // The maximum size (LZ4_compressBound in the reference compressor), plus room for bytes that kernels may write after
  // the block.
  const most = raw.length + Math.floor(raw.length / 255) + 32;
  const packed = memory === undefined ? new Uint8Array(most) : memory(most);
  const end = writeBlock(raw, packed) || packBlock(raw, packed);
  return memory === undefined ? packed.slice(0, end) : packed.subarray(0, end);
}

/**
 * A hash table with the lowest 16 bits of positions. It is reused, so that not every call allocates 32 KiB.
 */
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
    // The step grows by one byte after every 64 misses, because data without matches is probably incompressible.
    let misses = 64;
    while (position < limit) {
      const word = view.getInt32(position, true);
      const slot = Math.imul(word, 0x1e35a7bd) >>> (32 - hashBits);
      // The table has only the lowest 16 bits of a position, so `candidate` may be wrong. Comparing the words detects
      // that.
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

/** Writes a token and its literals. `matchCode` is the length of the match minus 4. */
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
