/**
 * Compresses bytes to LZO1X streams. See stream-decompress.ts for the instructions. This compressor does not use the
 * two match instructions whose first byte is below 16.
 */

const hashBits = 14;
/**
 * The maximum distances, in bytes, of three kinds of match instructions: 2-byte instructions (`nearest`), instructions
 * that begin with the bits `001` (`near`), and instructions that begin with the bits `0001` (`farthest`).
 */
const nearest = 2048;
const near = 16384;
const farthest = 49151;

/** Compresses ranges of one array. Each range becomes a separate stream. */
export interface Packer {
  /**
   * The constant in the maximum size of a stream: `n` bytes compress to at most `n + n / 16 + overhead` bytes. In the
   * worst case, matches of 4 bytes, which take 3 bytes, alternate with 19 literals, which take 2 additional bytes.
   */
  readonly overhead: number;
  /**
   * Compresses `[from, to)`, writes the stream to `packed` at position `end`, and returns the new end. `packed` must
   * have room for the result. The ranges of successive calls must ascend.
   */
  pack(from: number, to: number, packed: Uint8Array, end: number): number;
}

/** Creates a compressor. It takes the first match that a hash table of 4-byte words finds. */
export function createPacker(raw: Uint8Array): Packer {
  const view = new DataView(raw.buffer, raw.byteOffset, raw.length);
  // The last position of each word. Positions from earlier ranges are not removed, but are too far back to be used.
  const table = new Int32Array(1 << hashBits).fill(-1);
  return {
    overhead: 64,
    pack(from, to, packed, begin) {
      let end = begin;
      let literal = from;
      let position = from;
      const limit = to - 4;
      // The step grows by one byte after every 64 misses, because data without matches is probably incompressible.
      let misses = 64;
      while (position <= limit) {
        const word = view.getInt32(position, true);
        const slot = hash(word);
        let candidate = table[slot] as number;
        table[slot] = position;
        if (candidate < from || position - candidate > farthest || view.getInt32(candidate, true) !== word) {
          position += misses++ >>> 6;
          continue;
        }
        misses = 64;
        const match = position;
        const distance = position - candidate;
        position += 4;
        candidate += 4;
        while (position <= limit && view.getInt32(position, true) === view.getInt32(candidate, true)) {
          position += 4;
          candidate += 4;
        }
        while (position < to && raw[position] === raw[candidate]) {
          position++;
          candidate++;
        }
        end = writeLiterals(raw, literal, match, packed, begin, end);
        end = writeMatch(position - match, distance, packed, end);
        literal = position;
        if (position <= limit) table[hash(view.getInt32(position - 2, true))] = position - 2;
      }
      end = writeLiterals(raw, literal, to, packed, begin, end);
      packed[end++] = 0x11;
      packed[end++] = 0;
      packed[end++] = 0;
      return end;
    },
  };
}

function hash(word: number): number {
  return Math.imul(word, 0x9e3779b1) >>> (32 - hashBits);
}

/**
 * Writes `raw[from, to)` as literals. If `end` equals `begin`, the literals start the stream; otherwise, they follow a
 * match.
 */
function writeLiterals(
  raw: Uint8Array,
  from: number,
  to: number,
  packed: Uint8Array,
  begin: number,
  end: number,
): number {
  const count = to - from;
  if (count === 0) return end;
  if (end === begin && count <= 238) {
    packed[end++] = 17 + count;
  } else if (end > begin && count <= 3) {
    // In all match instructions, the number of following literals (S) is in the second-to-last byte.
    packed[end - 2] = (packed[end - 2] as number) | count;
  } else if (count <= 18) {
    packed[end++] = count - 3;
  } else {
    packed[end++] = 0;
    end = writeMore(count - 18, packed, end);
  }
  if (count <= 16) for (let i = from; i < to; i++) packed[end++] = raw[i] as number;
  else {
    packed.set(raw.subarray(from, to), end);
    end += count;
  }
  return end;
}

/** Writes a match of at least 4 bytes. The literals that follow it are written later. */
function writeMatch(length: number, distance: number, packed: Uint8Array, end: number): number {
  if (length <= 8 && distance <= nearest) {
    packed[end++] = ((length - 1) << 5) | (((distance - 1) & 7) << 2);
    packed[end++] = (distance - 1) >> 3;
    return end;
  }
  const isNear = distance <= near;
  const longest = isNear ? 33 : 9;
  const back = isNear ? distance - 1 : distance - near;
  const code = isNear ? 32 : 16 | ((back >> 14) << 3);
  packed[end++] = length <= longest ? code | (length - 2) : code;
  if (length > longest) end = writeMore(length - longest, packed, end);
  packed[end++] = back << 2;
  packed[end++] = (back & 0x3fff) >> 6;
  return end;
}

/** Writes the rest of a length, which is at least 1: a zero byte for each 255, then the remainder. */
function writeMore(rest: number, packed: Uint8Array, end: number): number {
  let left = rest;
  for (; left > 255; left -= 255) packed[end++] = 0;
  packed[end++] = left;
  return end;
}
