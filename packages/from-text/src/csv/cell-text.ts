/**
 * Unescapes cells that contain quotes. CSV writes each of these quotes twice.
 */

const quote = 0x22;

/** Reusable memory for the text of escaped cells. */
export interface Scratch {
  bytes: Uint8Array;
}

/** Writes the text of an escaped cell to the start of `scratch.bytes`, which grows if needed. Returns its length. */
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
