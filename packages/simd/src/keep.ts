/**
 * Values whose bit is 1.
 */
import { copyBits, keepWords } from '@marquetry/bit-io';
import type { Kernels } from '@marquetry/core';
import { type Arena, addressOf, addressOfWords, inputAt, outputAt, regionBytes, wordsAt } from './arena.js';

/** Up to this many values, JavaScript is done before the copies and the call are. */
const fewValues = 256;

/** `keepWords` over an arena. */
export function createKeepWords(arena: Arena): NonNullable<Kernels['keepWords']> {
  return (source, unit, from, bits, bit, count, target, at) => {
    const fits = from >= 0 && unit * (from + count) <= source.length && bit >= 0 && bit + count <= 8 * bits.length;
    if (!(count > fewValues && unit <= 2 && fits)) return keepWords(source, unit, from, bits, bit, count, target, at);
    const { bytes, module } = arena;
    const piece = regionBytes / (4 * unit);
    let to = at;
    for (let done = 0; done < count; done += piece) {
      const n = Math.min(piece, count - done);
      const values = addressOfWords(arena, source, unit * (from + done), unit * n, inputAt);
      const first = bit + done;
      let mask = wordsAt;
      if ((first & 7) === 0) mask = addressOf(arena, bits, first >>> 3, (n + 7) >> 3, wordsAt);
      else copyBits(bits, first, bytes, 8 * wordsAt, n);
      const kept = module.pick(values, mask, n, outputAt, unit - 1);
      target.set(arena.words.subarray(outputAt >> 2, (outputAt >> 2) + unit * kept), unit * to);
      to += kept;
    }
    return to;
  };
}
