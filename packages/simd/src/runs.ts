/** Reads indices and levels in the RLE / bit-packing hybrid. */
import type { KernelCursor } from '@marquetry/core';
import { type Arena, addressOf, inputAt, isInArena, outputAt, regionBytes, stateAt } from './arena.js';
import type { SimdModule } from './webassembly.js';

/**
 * Returns how many bytes to copy to WebAssembly memory for `count` values of `width` bits: their size as packed runs,
 * and an eighth more for headers.
 */
function inputFor(count: number, width: number): number {
  return Math.min(regionBytes, Math.ceil((count * width * 9) / 64) + 256);
}

/** Reads runs of the RLE / bit-packing hybrid into 32-bit words or, with `maxLevel`, into levels of one byte each. */
type Read = (
  source: Uint8Array,
  cursor: KernelCursor,
  end: number,
  width: number,
  target: Uint8Array | Int32Array,
  from: number,
  count: number,
  maxLevel?: number,
) => number;

/** Creates the kernels `readRuns` and `readLevels`, which use the memory of an arena. */
export function createRead(arena: Arena, runs: SimdModule['runs']): Read {
  return (source, cursor, end, width, target, from, count, maxLevel) => {
    const isLevels = maxLevel !== undefined;
    if (!(width > 0 && width <= (isLevels ? 8 : 25) && from >= 0 && from + count <= target.length)) return 0;
    const size = isLevels ? 1 : 4;
    // A run is stored as whole vectors, so an array that is used in place needs room for the excess.
    const isInPlace = !isLevels && isInArena(arena, target);
    const wanted = isInPlace ? count - 3 : count;
    let done = 0;
    while (done < wanted) {
      const n = Math.min(regionBytes / size, wanted - done);
      const { position } = cursor;
      const length = Math.min(Math.min(end, source.length) - position, inputFor(n, width));
      if (!(length > 0)) break;
      const at = addressOf(arena, source, position, length, inputAt);
      const to = isInPlace ? target.byteOffset + 4 * (from + done) : outputAt;
      const read = runs(at, at + length, width, to, n, maxLevel ?? 2 ** width - 1, isLevels);
      cursor.position = position + (arena.words[stateAt] as number) - at;
      if (read > 0 && !isInPlace) {
        target.set((isLevels ? arena.bytes : arena.words).subarray(to / size, to / size + read), from + done);
      }
      done += read;
      // Continue after runs without values, which only advance the cursor.
      if (cursor.position === position) break;
    }
    return done;
  };
}
