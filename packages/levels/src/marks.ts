/**
 * Compares levels four at a time. A word holds four levels, one per byte. The result has one mark per level: the top
 * bit of the level's byte is set if the level satisfies the comparison.
 *
 *   levels                      03 02 00 01     in memory order, the first level in the low byte
 *   marks of levels >= 2        80 80 00 00
 */

/** A word in which all four levels are marked. */
export const allMarks = -0x7f7f7f80;

const lowBits = 0x7f7f7f7f;

/** A level, prepared for comparisons by {@link marksAtLeast}. */
export interface Threshold {
  /** The number to add to the lower seven bits of each level, so that the sum carries into the top bit. */
  readonly bias: number;
  /**
   * Which of two conditions a level must meet to reach the threshold: its top bit is set; its sum with `bias` carries.
   * All ones: at least one of them. 0: both.
   */
  readonly either: number;
}

/** Returns the threshold for `level`, 0 to 255. */
export function thresholdAt(level: number): Threshold {
  const either = level <= 128;
  return { bias: Math.imul(either ? 128 - level : 256 - level, 0x01010101), either: either ? -1 : 0 };
}

/** Marks the levels of `word` that are at least as high as the threshold. */
export function marksAtLeast(word: number, { bias, either }: Threshold): number {
  // No byte carries into the next one: 127 + 128 fits a byte.
  const carried = (word & lowBits) + bias;
  return ((word & carried) | ((word | carried) & either)) & allMarks;
}

/** Returns how many levels of a word are marked. */
export function countMarks(marks: number): number {
  return Math.imul(marks >>> 7, 0x01010101) >>> 24;
}

/** Moves the four marks to the lowest four bits of a number, with the first level in bit 0. */
export function bitsOfMarks(marks: number): number {
  return Math.imul(marks >>> 7, 0x10204080) >>> 28;
}

/** Returns the levels `[at, at + 4)` as a word. Levels from index `end` on are 0. */
export function wordOfLevels(levels: DataView, at: number, end: number): number {
  if (at + 4 <= end) return levels.getInt32(at, true);
  let word = 0;
  for (let i = at; i < end; i++) word |= levels.getUint8(i) << (8 * (i - at));
  return word;
}

/**
 * Returns a word of marks for four levels that start at index `at`, in which the levels before index `end` are marked.
 */
export function marksBefore(at: number, end: number): number {
  return at + 4 <= end ? allMarks : allMarks >>> (8 * (at + 4 - end));
}
