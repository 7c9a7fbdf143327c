/**
 * Unescapes quoted cells: CSV writes each quote inside them twice.
 */

const quote = 0x22;

/** Reusable memory for the text of unescaped cells. */
export interface Scratch {
  bytes: Uint8Array;
}

/**
 * Writes the unescaped text of a cell to the start of `scratch.bytes`, which grows if needed. Returns the length of the
 * text in bytes.
 */
export function unescapeInto(scratch: Scratch, bytes: Uint8Array, start: number, end: number): number {
  if (scratch.bytes.length < end - start) scratch.bytes = new Uint8Array(2 * (end - start));
  const to = scratch.bytes;
  let length = 0;
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number;
    to[length++] = byte;
    if (byte === quote) at++;
  }
  return length;
}
