/** Copies the entries whose bit is 1, with WebAssembly. */
import type { Kernels } from '@marquetry/core';
import { type Arena, isInArena, outputAt } from './arena.js';
import type { SimdModule } from './webassembly.js';

/** Creates the kernel `keepWords`, which uses the memory of an arena. */
export function createKeepWords(arena: Arena, compact: SimdModule['compact']): NonNullable<Kernels['keepWords']> {
  return (source, unit, bits, count, target, at) => {
    if (!isInArena(arena, bits)) return false;
    const end = compact(source.byteOffset, bits.byteOffset, outputAt, count, 4 * unit);
    target.set(arena.words.subarray(outputAt >> 2, end >> 2), unit * at);
    return true;
  };
}
