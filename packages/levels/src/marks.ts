/**
 * Compares levels four at a time: a word holds four levels, and a mark is the top bit of a level's byte.
 *
 *   levels   03 02 00 01                 in memory order, the first level in the low byte
 *   marks    80 80 00 00                 of the levels that are at least 2
 */

/** The marks of all four levels. */
export const allMarks = -0x7f7f7f80;

const lowBits = 0x7f7f7f7f;

/** A level in the form that {@link marksAtLeast} compares with. */
export interface Threshold {
  /** A number that carries into the top bit of a level when it is added to its lower seven bits. */
  readonly bias: number;
  /** All ones if the top bit of a level alone suffices. */
  readonly either: number;
}

/** Returns the threshold for `level`, 0 to 255. */
export function thresholdAt(level: number): Threshold {
  const either = level <= 128;
  return { bias: Math.imul(either ? 128 - level : 256 - level, 0x01010101), either: either ? -1 : 0 };
}

/** Marks the levels of `word` that are at least the threshold. */
export function marksAtLeast(word: number, { bias, either }: Threshold): number {
  // No byte carries into the next one: 127 + 128 fits a byte.
  const carried = (word & lowBits) + bias;
  return ((word & carried) | ((word | carried) & either)) & allMarks;
}

/** Returns how many levels of a word are marked. */
export function countMarks(marks: number): number {
  return Math.imul(marks >>> 7, 0x01010101) >>> 24;
}

/** Returns the four marks as the lowest bits, the first level in bit 0. */
export function bitsOfMarks(marks: number): number {
  return Math.imul(marks >>> 7, 0x10204080) >>> 28;
}

/** Returns the levels `[at, at + 4)` as a word; levels from `end` on are 0. */
export function wordOfLevels(levels: DataView, at: number, end: number): number {
  if (at + 4 <= end) return levels.getInt32(at, true);
  let word = 0;
  for (let i = at; i < end; i++) word |= levels.getUint8(i) << (8 * (i - at));
  return word;
}

/** Marks the levels before `end` of a word that starts at `at`. */
export function marksBefore(at: number, end: number): number {
  return at + 4 <= end ? allMarks : allMarks >>> (8 * (at + 4 - end));
}
