/**
 * Compares values with a limit: writes one bit per value, and copies the values whose bit is 1 to consecutive
 * positions.
 */
import type { Kernels } from '@marquetry/core';
import { type Arena, addressOfWords, inputAt, isInArena, outputAt, regionBytes, wordsAt } from './arena.js';
import type { SimdModule } from './webassembly.js';

const types = ['int32', 'int64', 'float', 'double'];

/** Creates the `compareBelow` kernel, which uses the memory of an arena. */
export function createCompareBelow(arena: Arena, compare: SimdModule['compare']): NonNullable<Kernels['compareBelow']> {
  return (type, limit, flip, source, from, count, bits) => {
    const kind = types.indexOf(type);
    const unit = 1 + (kind & 1);
    const end = Math.min(count, Math.floor(source.length / unit) - from, 8 * bits.length);
    const piece = regionBytes / (4 * unit);
    let kept = outputAt;
    for (let done = 0; done < end; done += piece) {
      const n = Math.min(piece, end - done);
      const values = addressOfWords(arena, source, unit * (from + done), unit * n, inputAt);
      const to = isInArena(arena, bits) ? bits.byteOffset + (done >> 3) : wordsAt;
      kept = compare(values, kind, limit, flip, to, n, outputAt);
      if (to === wordsAt) bits.set(arena.bytes.subarray(to, to + Math.ceil(n / 8)), done >> 3);
    }
    return end > piece ? undefined : arena.words.subarray(outputAt >> 2, kept >> 2);
  };
}
