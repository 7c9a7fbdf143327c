/** Kernels for byte arrays: gathering from a dictionary, and copying from PLAIN pages. */
import type { Kernels } from '@marquetry/core';
import {
  type Arena,
  addressOf,
  addressOfWords,
  inputAt,
  outputAt,
  regionBytes,
  sourceAt,
  stateAt,
  wordsAt,
} from './arena.js';
import type { SimdModule } from './webassembly.js';

/** Up to this many values, JavaScript is faster than copying to WebAssembly memory and calling the kernel. */
const fewValues = 48;

/**
 * Average number of bytes per value above which the JavaScript version is used, because the engine's copy functions are then
 * faster.
 */
const longValues = 256;

/** Creates the `gatherBytes` kernel, which uses the memory of an arena. */
export function createGatherBytes(
  arena: Arena,
  gather: SimdModule['gatherBytes'],
): NonNullable<Kernels['gatherBytes']> {
  return (offsets, source, indices, from, count, ends, at, target) => {
    const entries = offsets.length - 1;
    if (!(count > fewValues && entries > 0)) return 0;
    const first = offsets[0] as number;
    const size = (offsets[entries] as number) - first;
    const copied = 4 * offsets.length + size;
    // Each call copies the dictionary into the arena, so it must not be large compared with the output.
    if (!(first >= 0 && size >= 0 && first + size <= source.length && copied <= Math.min(regionBytes, 16 * count))) {
      return 0;
    }
    if (!(from >= 0 && from + count <= indices.length && at >= 0 && at + count < ends.length)) return 0;
    const { bytes, words } = arena;
    const dataAt = sourceAt + 4 * offsets.length;
    words.set(offsets, sourceAt >> 2);
    bytes.set(source.subarray(first, first + size), dataAt);
    // Half of the region is for indices, and half for the ends of values.
    const piece = regionBytes / 8;
    const endsAt = wordsAt + regionBytes / 2;
    let done = 0;
    while (done < count) {
      const n = Math.min(piece, count - done);
      const indicesAt = addressOfWords(arena, indices, from + done, n, wordsAt);
      const base = ends[at + done] as number;
      const room = Math.min(regionBytes, target.length - base);
      if (!(base >= 0 && room >= 0)) break;
      const taken = gather(sourceAt, entries, dataAt, first, size, indicesAt, n, endsAt, base, outputAt, room);
      if (taken === 0) break;
      target.set(bytes.subarray(outputAt, outputAt + (words[stateAt] as number)), base);
      ends.set(words.subarray(endsAt >> 2, (endsAt >> 2) + taken), at + done + 1);
      done += taken;
    }
    return done;
  };
}

/** Creates the `copyByteArrays` kernel, which uses the memory of an arena. */
export function createCopyByteArrays(
  arena: Arena,
  copy: SimdModule['copyBytes'],
): NonNullable<Kernels['copyByteArrays']> {
  return (source, position, count, ends, at, target) => {
    if (!(count > fewValues && at >= 0 && at + count < ends.length && position >= 0)) return 0;
    const total = (ends[at + count] as number) - (ends[at] as number);
    if (!(total <= longValues * count)) return 0;
    const { bytes, words } = arena;
    let from = position;
    let done = 0;
    while (done < count) {
      const base = ends[at + done] as number;
      const left = (ends[at + count] as number) - base + 4 * (count - done);
      const length = Math.min(source.length - from, regionBytes, left);
      const room = Math.min(regionBytes, target.length - base);
      if (!(length > 0 && base >= 0 && room >= 0)) break;
      const address = addressOf(arena, source, from, length, inputAt);
      const taken = copy(address, address + length, count - done, outputAt, room);
      if (taken === 0) break;
      target.set(bytes.subarray(outputAt, outputAt + (words[stateAt] as number)), base);
      from += (words[stateAt + 1] as number) - address;
      done += taken;
    }
    return done;
  };
}
