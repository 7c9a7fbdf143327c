/**
 * Keeps the first and last bytes of a file in memory after opening has read them, so that later reads do not request
 * them again.
 *
 *   |== head ==|                                          |== tail ==|
 *        [.....................]       a read: only the rest is fetched
 */

/** The first and last bytes of a file, kept in memory. */
interface KnownEnds {
  readonly head: Uint8Array;
  readonly tail: Uint8Array;
  readonly byteLength: number;
}

/** The part `[start, end)` of a range that is not in memory; empty if the whole range is in memory. */
interface MissingRange {
  readonly start: number;
  readonly end: number;
}

/** Returns the part of `[offset, offset + length)` that is not in memory. */
export function missingOf({ head, tail, byteLength }: KnownEnds, offset: number, length: number): MissingRange {
  const end = offset + length;
  const tailStart = byteLength - tail.length;
  const start = offset < head.length ? Math.min(end, head.length) : offset;
  return { start, end: Math.max(start, end > tailStart ? Math.max(tailStart, offset) : end) };
}

/**
 * Returns the bytes of a range, joined from the bytes in memory and the fetched bytes. Returns a view if one of them
 * contains the whole range.
 */
export function completed(
  { head, tail, byteLength }: KnownEnds,
  offset: number,
  length: number,
  missing: Uint8Array,
): Uint8Array {
  if (missing.length === length) return missing;
  const tailStart = byteLength - tail.length;
  const end = offset + length;
  if (end <= head.length) return head.subarray(offset, end);
  if (offset >= tailStart) return tail.subarray(offset - tailStart, end - tailStart);
  const bytes = new Uint8Array(length);
  const fromHead = Math.max(0, Math.min(length, head.length - offset));
  bytes.set(head.subarray(offset, offset + fromHead));
  bytes.set(missing, fromHead);
  if (end > tailStart) bytes.set(tail.subarray(0, end - tailStart), tailStart - offset);
  return bytes;
}
