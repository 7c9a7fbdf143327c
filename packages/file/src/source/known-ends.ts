/**
 * The first and last bytes of a file, which are read when it is opened. Later reads do not request them again.
 *
 *   |== head ==|                                          |== tail ==|
 *        [.....................]       a read: only the rest is fetched
 */

/** Bytes of a file that are known. */
interface KnownEnds {
  readonly head: Uint8Array;
  readonly tail: Uint8Array;
  readonly byteLength: number;
}

/** The bytes of a range that are not known, as `[start, end)`; empty if all of them are known. */
interface MissingRange {
  readonly start: number;
  readonly end: number;
}

/** Returns the part of `[offset, offset + length)` that is between the known ends. */
export function missingOf({ head, tail, byteLength }: KnownEnds, offset: number, length: number): MissingRange {
  const end = offset + length;
  const tailStart = byteLength - tail.length;
  const start = offset < head.length ? Math.min(end, head.length) : offset;
  return { start, end: Math.max(start, end > tailStart ? Math.max(tailStart, offset) : end) };
}

/** Joins the range from the known ends and the missing bytes. Returns a view if one of them holds the whole range. */
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
