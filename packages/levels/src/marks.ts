/**
 * Levels compared four at a time: a word holds four levels, and a mark is the top bit of a level's byte.
 *
 *   levels   03 02 00 01                 in memory order, the first level in the low byte
 *   marks    80 80 00 00                 of those that are at least 2
 */

/** The mark of each of four levels. */
export const allMarks = -0x7f7f7f80;

const lowBits = 0x7f7f7f7f;

/** A level to compare with, for {@link marksAtLeast}. */
export interface Threshold {
  /** Added to the lower seven bits of a level, carries into its top bit. */
  readonly bias: number;
  /** All ones where the top bit of a level alone is enough. */
  readonly either: number;
}

/** The threshold `level`, 0 to 255. */
export function thresholdAt(level: number): Threshold {
  const either = level <= 128;
  return { bias: Math.imul(either ? 128 - level : 256 - level, 0x01010101), either: either ? -1 : 0 };
}

/** Marks the levels of `word` that are at least the threshold. */
export function marksAtLeast(word: number, { bias, either }: Threshold): number {
  // No byte carries into the next: 127 + 128 fit it.
  const carried = (word & lowBits) + bias;
  return ((word & carried) | ((word | carried) & either)) & allMarks;
}

/** How many marks there are. */
export function countMarks(marks: number): number {
  return Math.imul(marks >>> 7, 0x01010101) >>> 24;
}

/** The four marks as the lowest bits, that of the first level in bit 0. */
export function bitsOfMarks(marks: number): number {
  return Math.imul(marks >>> 7, 0x10204080) >>> 28;
}

/** Levels `[at, at + 4)`, those from `end` on as 0. */
export function wordOfLevels(levels: DataView, at: number, end: number): number {
  if (at + 4 <= end) return levels.getInt32(at, true);
  let word = 0;
  for (let i = at; i < end; i++) word |= levels.getUint8(i) << (8 * (i - at));
  return word;
}

/** Marks of the levels of a word that starts at `at` which are before `end`. */
export function marksBefore(at: number, end: number): number {
  return at + 4 <= end ? allMarks : allMarks >>> (8 * (at + 4 - end));
}
