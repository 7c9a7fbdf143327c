/**
 * Parses booleans from the bytes of a cell: `true` and `false`, ignoring case.
 */

/** Returns 1 for `true`, 0 for `false`, and -1 for any other text. */
export function booleanBit(bytes: Uint8Array, start: number, end: number): number {
  if (end - start === 4) return isWord(bytes, start, trueBytes) ? 1 : -1;
  return end - start === 5 && isWord(bytes, start, falseBytes) ? 0 : -1;
}

const trueBytes: readonly number[] = [0x74, 0x72, 0x75, 0x65];
const falseBytes: readonly number[] = [0x66, 0x61, 0x6c, 0x73, 0x65];

function isWord(bytes: Uint8Array, start: number, word: readonly number[]): boolean {
  for (let i = 0; i < word.length; i++) if (((bytes[start + i] as number) | 0x20) !== word[i]) return false;
  return true;
}
