/**
 * Compares levels with their maximum, four at a time.
 */
import { marksAtLeast, thresholdAt } from './marks.js';

/** Returns true if none of the `levels` is above `level` (0 to 255). */
export function areAtMost(levels: Uint8Array, level: number): boolean {
  if (level >= 255) return true;
  const aligned = -levels.byteOffset & 3;
  const wordCount = (levels.length - aligned) >> 2;
  if (wordCount <= 0) return areSinglyAtMost(levels, level, 0, levels.length);
  const words = new Int32Array(levels.buffer, levels.byteOffset + aligned, wordCount);
  const above = thresholdAt(level + 1);
  let marks = 0;
  for (let i = 0; i < wordCount; i++) marks |= marksAtLeast(words[i] as number, above);
  const end = aligned + 4 * wordCount;
  return (
    marks === 0 && areSinglyAtMost(levels, level, 0, aligned) && areSinglyAtMost(levels, level, end, levels.length)
  );
}

function areSinglyAtMost(levels: Uint8Array, level: number, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if ((levels[i] as number) > level) return false;
  return true;
}
