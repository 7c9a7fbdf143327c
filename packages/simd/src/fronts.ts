/** Joins the prefixes and suffixes of DELTA_BYTE_ARRAY into values. */
import type { Kernels } from '@marquetry/core';
import { type Arena, addressOf, inputAt, outputAt, regionBytes, stateAt, wordsAt } from './arena.js';
import type { SimdModule } from './webassembly.js';

/** Up to this many values, JavaScript is faster than copying to WebAssembly memory and calling the kernel. */
const fewValues = 128;

/**
 * Average number of bytes per value above which the JavaScript version is used, because the engine's copy functions are then
 * faster.
 */
const longValues = 256;

/** Maximum length of the previous value, which is copied to the bytes before the output. */
const longestPrevious = regionBytes / 4;

/** Number of bytes to copy to WebAssembly memory in addition to the estimated size of the suffixes. */
const spareBytes = 4096;

/** Maximum number of values per call: half of the region at `wordsAt` holds prefixes, and half the ends of values. */
const most = regionBytes / 8 - 1;
const endsAt = wordsAt + regionBytes / 2;

/** Creates the `joinFronts` kernel, which uses the memory of an arena. */
export function createJoinFronts(arena: Arena, fronts: SimdModule['fronts']): NonNullable<Kernels['joinFronts']> {
  return (source, position, previous, prefixes, ends, from, count, target) => {
    if (!(count > fewValues && count <= prefixes.length && from >= 0 && from + count < ends.length)) return 0;
    const total = (ends[from + count] as number) - (ends[from] as number);
    if (!(position >= 0 && total >= 0 && total <= longValues * count && previous.length <= longestPrevious)) return 0;
    const { bytes, words } = arena;
    /** Estimated ratio of suffix bytes to value bytes: assumes that the rest of `source` has no other suffixes. */
    const share = (source.length - position) / Math.max(total, 1);
    bytes.set(previous, outputAt);
    let before = previous.length;
    let at = position;
    let done = 0;
    while (done < count) {
      const base = ends[from + done] as number;
      const room = Math.min(regionBytes - before, target.length - base);
      // An estimate of the number of values that fit.
      const n = Math.min(most, count - done, Math.ceil((room * count) / Math.max(total, 1)) + 16);
      // If the suffixes are longer than estimated, the kernel stops earlier.
      const length = Math.min(source.length - at, regionBytes, room, Math.ceil(share * room) + spareBytes);
      if (!(base >= 0 && room >= 0 && length >= 0)) break;
      words.set(prefixes.subarray(done, done + n), wordsAt >> 2);
      words.set(ends.subarray(from + done, from + done + n + 1), endsAt >> 2);
      const input = addressOf(arena, source, at, length, inputAt);
      const output = outputAt + before;
      const built = fronts(input, input + length, wordsAt, endsAt, n, before, output, room);
      if (built === 0) break;
      done += built;
      const written = (ends[from + done] as number) - base;
      target.set(bytes.subarray(output, output + written), base);
      at += (words[stateAt] as number) - input;
      const last = words[stateAt + 1] as number;
      before = output + written - last;
      if (before > longestPrevious) break;
      bytes.copyWithin(outputAt, last, last + before);
    }
    return done;
  };
}
