/**
 * The RLE / bit-packing hybrid to indices and levels.
 */
import type { Kernels } from '@marquetry/core';
import { type Arena, addressOf, inputAt, isInArena, outputAt, regionBytes, stateAt } from './arena.js';

/** Bytes that are copied in for `count` values of `width` bits: as packed runs, and an eighth for headers. */
function inputFor(count: number, width: number): number {
  return Math.min(regionBytes, Math.ceil((count * width * 9) / 64) + 256);
}

/** `readRuns` over an arena. */
export function createReadRuns(arena: Arena): NonNullable<Kernels['readRuns']> {
  return (source, cursor, end, width, target, from, count) => {
    if (!(width > 0 && width <= 25 && from >= 0 && from + count <= target.length)) return 0;
    const { module } = arena;
    // A run is stored as whole vectors: an array that is used in place needs the room.
    const isInPlace = isInArena(arena, target);
    const wanted = isInPlace ? count - 3 : count;
    let done = 0;
    while (done < wanted) {
      const n = Math.min(regionBytes / 4, wanted - done);
      const { position } = cursor;
      const length = Math.min(Math.min(end, source.length) - position, inputFor(n, width));
      if (!(length > 0)) break;
      const at = addressOf(arena, source, position, length, inputAt);
      const to = isInPlace ? target.byteOffset + 4 * (from + done) : outputAt;
      const read = module.runs(at, at + length, width, to, n);
      cursor.position = position + (arena.words[stateAt] as number) - at;
      if (read > 0 && !isInPlace) target.set(arena.words.subarray(to >> 2, (to >> 2) + read), from + done);
      done += read;
      // Runs without values move the cursor alone.
      if (cursor.position === position) break;
    }
    return done;
  };
}

/** `readLevels` over an arena. */
export function createReadLevels(arena: Arena): NonNullable<Kernels['readLevels']> {
  return (source, cursor, end, width, target, from, count, maxLevel) => {
    if (!(width > 0 && width <= 8 && from >= 0 && from + count <= target.length)) return 0;
    const { module } = arena;
    let done = 0;
    while (done < count) {
      const n = Math.min(regionBytes, count - done);
      const { position } = cursor;
      const length = Math.min(Math.min(end, source.length) - position, inputFor(n, width));
      if (!(length > 0)) break;
      const at = addressOf(arena, source, position, length, inputAt);
      const read = module.levels(at, at + length, width, outputAt, n, maxLevel);
      cursor.position = position + (arena.words[stateAt] as number) - at;
      if (read > 0) target.set(arena.bytes.subarray(outputAt, outputAt + read), from + done);
      done += read;
      if (cursor.position === position) break;
    }
    return done;
  };
}
