/**
 * Shortens bounds of byte arrays. A lower bound becomes a prefix of itself. An upper bound becomes a prefix of itself
 * whose last byte (or code point, in text) is increased.
 *
 *   min  "Zürich"      3 bytes   "Zü"
 *   max  "Zürich"      3 bytes   "Zý"     the code point after ü
 *   max  ff ff ff 61   3 bytes   unchanged: no byte of the prefix can be increased
 *
 * Text stays valid UTF-8: prefixes end between code points. Source: parquet.thrift `Statistics`.
 */
import type { Shortening } from '../order/value-order.js';

/** A minimum or maximum to store in column statistics, possibly shortened. */
export interface WrittenBound {
  readonly bytes: Uint8Array;
  /**
   * True if the bound is a value of the column, that is, not shortened. Stored as `is_min_value_exact` or
   * `is_max_value_exact`.
   */
  readonly isExact: boolean;
}

/**
 * Returns a lower bound of at most `maxBytes` bytes. Returns the whole value if the order forbids shortening. The
 * result shares memory with `bytes` unless it was shortened.
 */
export function shortenMin(bytes: Uint8Array, maxBytes: number, shortens: Shortening): WrittenBound {
  if (shortens === 'not' || bytes.length <= maxBytes) return { bytes, isExact: true };
  const end = shortens === 'text' ? startOfCodePoint(bytes, maxBytes) : maxBytes;
  return { bytes: bytes.slice(0, end), isExact: false };
}

/**
 * Returns an upper bound of at most `maxBytes` bytes. Returns the whole value if the order forbids shortening, or if no
 * part of the prefix can be increased. The result shares memory with `bytes` unless it was shortened.
 */
export function shortenMax(bytes: Uint8Array, maxBytes: number, shortens: Shortening): WrittenBound {
  if (shortens === 'not' || bytes.length <= maxBytes) return { bytes, isExact: true };
  const raised =
    shortens === 'text'
      ? raiseText(bytes, startOfCodePoint(bytes, maxBytes))
      : raiseBinary(bytes.subarray(0, maxBytes));
  return raised === undefined ? { bytes, isExact: true } : { bytes: raised, isExact: false };
}

/** Returns the start of the code point that contains the byte at `at`. */
function startOfCodePoint(bytes: Uint8Array, at: number): number {
  let p = at;
  while (p > 0 && ((bytes[p] as number) & 0xc0) === 0x80) p--;
  return p;
}

function raiseBinary(prefix: Uint8Array): Uint8Array | undefined {
  let end = prefix.length;
  while (end > 0 && prefix[end - 1] === 0xff) end--;
  if (end === 0) return undefined;
  const raised = prefix.slice(0, end);
  raised[end - 1] = (raised[end - 1] as number) + 1;
  return raised;
}

/**
 * Finds the last code point of `bytes[0, end)` that has a successor of the same length in UTF-8. Replaces it with that
 * successor, and drops the code points after it.
 */
function raiseText(bytes: Uint8Array, end: number): Uint8Array | undefined {
  let p = end;
  while (p > 0) {
    const start = startOfCodePoint(bytes, p - 1);
    const next = successor(bytes.subarray(start, p));
    if (next !== undefined) {
      const raised = new Uint8Array(start + next.length);
      raised.set(bytes.subarray(0, start));
      raised.set(next, start);
      return raised;
    }
    p = start;
  }
  return undefined;
}

/**
 * Returns the UTF-8 bytes of the code point after the one whose bytes are `unit`; undefined if they would be longer
 * than `unit`. Skips surrogates, which cannot occur in UTF-8.
 */
function successor(unit: Uint8Array): Uint8Array | undefined {
  const next = unit.slice();
  // The last code point before the surrogates is U+D7FF, ED 9F BF; the first after them is U+E000, EE 80 80.
  if (unit.length === 3 && unit[0] === 0xed && unit[1] === 0x9f && unit[2] === 0xbf)
    return Uint8Array.of(0xee, 0x80, 0x80);
  // U+10FFFF, the last code point of Unicode, has no successor.
  if (unit.length === 4 && unit[0] === 0xf4 && unit[1] === 0x8f && unit[2] === 0xbf && unit[3] === 0xbf)
    return undefined;
  for (let k = next.length - 1; k > 0; k--) {
    if ((next[k] as number) < 0xbf) {
      next[k] = (next[k] as number) + 1;
      return next;
    }
    next[k] = 0x80;
  }
  // The largest first byte of a code point, by its length in UTF-8.
  const last = [0x7f, 0xdf, 0xef, 0xf4][next.length - 1] as number;
  if ((next[0] as number) >= last) return undefined;
  next[0] = (next[0] as number) + 1;
  return next;
}
