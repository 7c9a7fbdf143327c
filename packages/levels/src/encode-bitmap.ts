/**
 * Encodes bitmaps as RLE / bit-packed runs of bit width 1. A packed group of eight levels is one byte of the bitmap,
 * shifted if the previous run ended inside a byte.
 */
import { writeVarint32 } from '@marquetry/bit-io';

/** Maximum number of groups of eight values in a packed run, so that the run's header takes one byte. */
const maxGroups = 63;

/**
 * Encodes the bits `[0, count)` as runs, with the same result as `encodeRuns`. Eight or more equal bits that start at
 * the boundary of a group of eight become a repeated run. All other bits become packed runs of at most 63 groups, the
 * last group padded with zeros.
 * @param bits Least significant bit first; at least `ceil(count / 8)` bytes.
 */
export function encodeBitmap(bits: Uint8Array, count: number): Uint8Array {
  // In the worst case, packed and repeated runs of 8 bits alternate, and each takes two bytes.
  const bytes = new Uint8Array(2 * Math.ceil(count / 8) + 5);
  let p = 0;
  let headerAt = -1;
  let i = 0;
  while (i < count) {
    const byte = byteAt(bits, i, count);
    if ((byte === 0 || byte === 0xff) && i + 8 <= count) {
      if (headerAt >= 0) bytes[headerAt] = ((p - headerAt - 1) << 1) | 1;
      headerAt = -1;
      const end = endOfRun(bits, i + 8, count, byte);
      p = writeVarint32(bytes, p, (end - i) << 1);
      bytes[p++] = byte & 1;
      i = end;
      continue;
    }
    if (headerAt < 0) headerAt = p++;
    bytes[p++] = byte;
    i += 8;
    if (p - headerAt > maxGroups) {
      bytes[headerAt] = ((p - headerAt - 1) << 1) | 1;
      headerAt = -1;
    }
  }
  if (headerAt >= 0) bytes[headerAt] = ((p - headerAt - 1) << 1) | 1;
  return bytes.slice(0, p);
}

/** Encodes `count` bits that are all 1 as one run. */
export function encodeAllOnes(count: number): Uint8Array {
  if (count === 0) return new Uint8Array(0);
  const bytes = new Uint8Array(6);
  const p = writeVarint32(bytes, 0, count * 2);
  bytes[p] = 1;
  return bytes.slice(0, p + 1);
}

/** Returns the eight bits that start at bit `at`. Bits from `count` on are 0. */
function byteAt(bits: Uint8Array, at: number, count: number): number {
  const first = Math.floor(at / 8);
  const shift = at & 7;
  let byte = (bits[first] as number) >>> shift;
  if (shift > 0 && 8 * first + 8 < count) byte |= ((bits[first + 1] as number) << (8 - shift)) & 0xff;
  const left = count - at;
  return left >= 8 ? byte : byte & ((1 << left) - 1);
}

/**
 * Returns the index of the first bit from `at` on that differs from `fill` (0 or 0xff), or `count` if there is none.
 */
function endOfRun(bits: Uint8Array, at: number, count: number, fill: number): number {
  let i = at;
  const bit = fill & 1;
  for (; i < count && (i & 7) !== 0; i++) {
    if ((((bits[Math.floor(i / 8)] as number) >>> (i & 7)) & 1) !== bit) return i;
  }
  while (i + 8 <= count && bits[Math.floor(i / 8)] === fill) i += 8;
  for (; i < count; i++) {
    if ((((bits[Math.floor(i / 8)] as number) >>> (i & 7)) & 1) !== bit) return i;
  }
  return count;
}
