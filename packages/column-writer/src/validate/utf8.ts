/**
 * Checks that byte arrays are valid UTF-8 (RFC 3629): no surrogates, no code points above U+10FFFF, no overlong forms.
 */
import { viewOf } from '@marquetry/core';

/**
 * Returns the index of the first of `count` values that is not UTF-8, or -1 if all are. First checks the bytes of all
 * values as one string: if that is valid, and no value starts inside a code point, then every value is valid.
 */
export function firstInvalidText(data: Uint8Array, offsets: Int32Array, count: number): number {
  const start = offsets[0] as number;
  const end = offsets[count] as number;
  const firstOther = asciiEnd(data, start, end);
  if (firstOther === end) return -1;
  if (malformedAt(data, firstOther, end) < 0 && startsOnly(data, offsets, count)) return -1;
  for (let i = 0; i < count; i++) {
    if (malformedAt(data, offsets[i] as number, offsets[i + 1] as number) >= 0) return i;
  }
  return -1;
}

/** True if no value starts with a continuation byte (the second or a later byte of a code point). */
function startsOnly(data: Uint8Array, offsets: Int32Array, count: number): boolean {
  const end = offsets[count] as number;
  for (let i = 1; i < count; i++) {
    const start = offsets[i] as number;
    if (start < end && ((data[start] as number) & 0xc0) === 0x80) return false;
  }
  return true;
}

/**
 * Returns the position of the first byte in `[start, end)` that is not ASCII (above 0x7f), or `end` if all are ASCII.
 * Checks 16 bytes at a time.
 */
function asciiEnd(data: Uint8Array, start: number, end: number): number {
  const view = viewOf(data);
  let p = start;
  for (; p + 16 <= end; p += 16) {
    const word =
      view.getInt32(p, true) | view.getInt32(p + 4, true) | view.getInt32(p + 8, true) | view.getInt32(p + 12, true);
    if ((word & 0x80808080) !== 0) break;
  }
  while (p < end && (data[p] as number) < 0x80) p++;
  return p;
}

/** Returns the start of the first malformed sequence in `[start, end)`, or -1 if there is none. */
function malformedAt(data: Uint8Array, start: number, end: number): number {
  let p = start;
  while (p < end) {
    const first = data[p] as number;
    if (first < 0x80) {
      p++;
      continue;
    }
    const length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    if (first < 0xc2 || first > 0xf4 || p + length > end) return p;
    const second = data[p + 1] as number;
    // After some first bytes, the second byte has stricter bounds, which exclude overlong forms, surrogates and code
    // points above U+10FFFF (RFC 3629, section 4).
    const least = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
    const most = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
    if (second < least || second > most) return p;
    if (length > 2 && ((data[p + 2] as number) & 0xc0) !== 0x80) return p;
    if (length > 3 && ((data[p + 3] as number) & 0xc0) !== 0x80) return p;
    p += length;
  }
  return -1;
}
