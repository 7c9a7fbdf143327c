/** Compresses bytes into a Snappy block. */
import { inlineLiteral, TagKind } from './tags.js';

/**
 * Number of bytes per fragment. A match stays within a fragment, as in the reference compressor, so its offset always
 * fits in COPY_2.
 */
const fragmentSize = 1 << 16;
const hashBits = 14;
/**
 * The search for matches stops this many bytes before the end of a fragment, because it reads words without checking
 * bounds.
 */
const margin = 15;

/** Compresses all of `raw` into elements in `packed`, starting at `position`, and returns the end of the elements. */
type WriteElements = (raw: Uint8Array, packed: Uint8Array, position: number) => number;

/** Compresses bytes into a Snappy block, as {@link Codec.compress} specifies. */
export function compress(
  raw: Uint8Array,
  memory?: (byteLength: number) => Uint8Array,
  writeElements: WriteElements = compressElements,
): Uint8Array {
  // The maximum size (MaxCompressedLength in the reference compressor): literals add at most 1 byte in 6.
  const most = 32 + raw.length + Math.ceil(raw.length / 6);
  const packed = memory === undefined ? new Uint8Array(most) : memory(most);
  const end = writeElements(raw, packed, writeSize(packed, raw.length));
  return memory === undefined ? packed.slice(0, end) : packed.subarray(0, end);
}

/** A hash table that is reused, so that not every call allocates 32 KiB. */
let table: Uint16Array | undefined;

/**
 * Compresses bytes into elements. It takes the first match that a hash table of 4-byte words finds, like the reference
 * compressor.
 */
function compressElements(raw: Uint8Array, packed: Uint8Array, position: number): number {
  const view = new DataView(raw.buffer, raw.byteOffset, raw.length);
  table ??= new Uint16Array(1 << hashBits);
  let end = position;
  for (let from = 0; from < raw.length; from += fragmentSize) {
    table.fill(0);
    end = compressFragment(raw, view, from, Math.min(from + fragmentSize, raw.length), table, packed, end);
  }
  return end;
}

function compressFragment(
  raw: Uint8Array,
  view: DataView,
  start: number,
  stop: number,
  table: Uint16Array,
  packed: Uint8Array,
  end: number,
): number {
  const limit = stop - margin;
  let literal = start;
  let position = start + 1;
  while (position < limit) {
    // The step grows by one byte after every 32 misses, because data without matches is probably incompressible.
    let misses = 32;
    let candidate = 0;
    for (;;) {
      const word = view.getInt32(position, true);
      const slot = Math.imul(word, 0x1e35a7bd) >>> (32 - hashBits);
      candidate = start + (table[slot] as number);
      table[slot] = position - start;
      if (view.getInt32(candidate, true) === word && candidate < position) break;
      position += misses++ >>> 5;
      if (position >= limit) return writeLiteral(raw, literal, stop, packed, end);
    }
    if (literal < position) end = writeLiteral(raw, literal, position, packed, end);
    const match = position;
    const offset = position - candidate;
    position += 4;
    candidate += 4;
    while (position + 4 <= stop && view.getInt32(position, true) === view.getInt32(candidate, true)) {
      position += 4;
      candidate += 4;
    }
    while (position < stop && raw[position] === raw[candidate]) {
      position++;
      candidate++;
    }
    end = writeCopy(offset, position - match, packed, end);
    literal = position;
    if (position < limit) {
      const slot = Math.imul(view.getInt32(position - 1, true), 0x1e35a7bd) >>> (32 - hashBits);
      table[slot] = position - 1 - start;
    }
  }
  return literal < stop ? writeLiteral(raw, literal, stop, packed, end) : end;
}

function writeSize(packed: Uint8Array, size: number): number {
  let at = 0;
  let rest = size;
  for (; rest >= 0x80; rest = Math.floor(rest / 128)) packed[at++] = (rest & 0x7f) | 0x80;
  packed[at++] = rest;
  return at;
}

function writeLiteral(raw: Uint8Array, from: number, to: number, packed: Uint8Array, end: number): number {
  const last = to - from - 1;
  if (last < inlineLiteral) {
    packed[end++] = (last << 2) | TagKind.LITERAL;
  } else if (last < 256) {
    packed[end++] = (inlineLiteral << 2) | TagKind.LITERAL;
    packed[end++] = last;
  } else {
    // Positions in a fragment are below 2^16, so `last` fits in two bytes.
    packed[end++] = ((inlineLiteral + 1) << 2) | TagKind.LITERAL;
    packed[end++] = last;
    packed[end++] = last >>> 8;
  }
  if (last < 16) for (let i = from; i < to; i++) packed[end++] = raw[i] as number;
  else {
    packed.set(raw.subarray(from, to), end);
    end += last + 1;
  }
  return end;
}

function writeCopy(offset: number, length: number, packed: Uint8Array, end: number): number {
  // The longest copy is 64 bytes. The remainder must be at least 4 bytes to fit in COPY_1.
  while (length >= 68) {
    end = writeCopy2(offset, 64, packed, end);
    length -= 64;
  }
  if (length > 64) {
    end = writeCopy2(offset, 60, packed, end);
    length -= 60;
  }
  if (length >= 12 || offset >= 2048) return writeCopy2(offset, length, packed, end);
  packed[end] = ((offset >>> 8) << 5) | ((length - 4) << 2) | TagKind.COPY_1;
  packed[end + 1] = offset;
  return end + 2;
}

function writeCopy2(offset: number, length: number, packed: Uint8Array, end: number): number {
  packed[end] = ((length - 1) << 2) | TagKind.COPY_2;
  packed[end + 1] = offset;
  packed[end + 2] = offset >>> 8;
  return end + 3;
}
