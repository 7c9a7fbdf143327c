/**
 * Spreads dense values to one entry per slot, backwards in place: each piece is copied into the arena before its memory is
 * overwritten.
 *
 *   words   a b c d e f . . .          the index of a value is never above that of its slot
 *   piece           d e f  ->  0 d e f
 */
import { countBits } from '@marquetry/bit-io';
import type { Kernels } from '@marquetry/core';
import { type Arena, addressOf, addressOfWords, inputAt, outputAt, regionBytes, wordsAt } from './arena.js';
import type { SimdModule } from './webassembly.js';

/** Creates the `spreadWords` kernel, which uses the memory of an arena. */
export function createSpreadWords(arena: Arena, spread: SimdModule['spread']): NonNullable<Kernels['spreadWords']> {
  return (target, unit, start, valueCount, bits, slotCount, repeats) => {
    const { words } = arena;
    // If entries are repeated for nulls, the value after this piece is also needed.
    const behind = repeats ? 1 : 0;
    let left = valueCount;
    // When the number of values left equals the number of slots left, the values are already in place.
    for (let to = slotCount; left < to; ) {
      const from = (to - 1) & (-regionBytes / (4 * unit));
      const count = to - from;
      const taken = countBits(bits, from, to);
      left -= taken;
      const source = addressOfWords(arena, target, unit * (start + left), unit * taken + behind, inputAt);
      const mask = addressOf(arena, bits, from / 8, Math.ceil(count / 8), wordsAt);
      spread(source, mask, outputAt, count, 4 * unit, -behind);
      target.set(words.subarray(outputAt >> 2, (outputAt >> 2) + unit * count), unit * (start + from));
      to = from;
    }
  };
}
