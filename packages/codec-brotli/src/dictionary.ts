/**
 * Words of Brotli's dictionary, in which each length has a power of two of words (RFC 7932, section 8 and appendix A).
 */
import { Kind, transforms } from './transforms.js';

/** By length: 2^n words; 0 is none. */
// biome-ignore format: NDBITS as the specification lists it, from length 0 on
export const wordBits: readonly number[] = [
  0, 0, 0, 0, 10, 10, 11, 11, 10, 10, 10, 10, 10, 9, 9, 8, 7, 7, 8, 7, 7, 6, 6, 5, 5,
];
export const longestWord = 24;

const wordOffsets: readonly number[] = offsets();

/**
 * Writes the word of a reference at `at`, transformed, and returns the end; -1 when there is no such word, or when it
 * would go past `limit`, in which case nothing is written there.
 *
 * @param id what a distance is too far by
 */
export function writeWord(
  dictionary: Uint8Array,
  length: number,
  id: number,
  into: Uint8Array,
  at: number,
  limit: number,
): number {
  const bits = wordBits[length] ?? 0;
  const transform = transforms[id >>> bits];
  if (bits === 0 || transform === undefined) return -1;
  const [prefix, kind, suffix] = transform;
  let from = (wordOffsets[length] as number) + (id & ((1 << bits) - 1)) * length;
  let to = from + length;
  if (kind >= Kind.OMIT_LAST) to = Math.max(from, to - (kind - Kind.OMIT_LAST));
  else if (kind >= Kind.OMIT_FIRST) from = Math.min(to, from + (kind - Kind.OMIT_FIRST));
  if (prefix.length + (to - from) + suffix.length > limit - at) return -1;

  at = writeText(prefix, into, at);
  const word = at;
  while (from < to) into[at++] = dictionary[from++] as number;
  if (kind === Kind.UPPERCASE_FIRST) toUpperCase(into, word, at);
  else if (kind === Kind.UPPERCASE_ALL) for (let i = word; i < at; ) i += toUpperCase(into, i, at);
  return writeText(suffix, into, at);
}

function writeText(text: string, into: Uint8Array, at: number): number {
  for (let i = 0; i < text.length; i++) into[at++] = text.charCodeAt(i);
  return at;
}

/** What the specification takes for upper case of the UTF-8 character at `i`; returns its length. */
function toUpperCase(into: Uint8Array, i: number, end: number): number {
  const byte = into[i] as number;
  if (byte < 0xc0) {
    if (byte >= 0x61 && byte <= 0x7a) into[i] = byte ^ 32;
    return 1;
  }
  if (byte < 0xe0) {
    if (i + 1 < end) into[i + 1] = (into[i + 1] as number) ^ 32;
    return 2;
  }
  if (i + 2 < end) into[i + 2] = (into[i + 2] as number) ^ 5;
  return 3;
}

function offsets(): number[] {
  let next = 0;
  return wordBits.map((bits, length) => {
    const offset = next;
    if (bits > 0) next += length << bits;
    return offset;
  });
}
