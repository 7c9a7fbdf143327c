/**
 * Gathers values from dictionaries. Each call copies the dictionary into WebAssembly memory, so JavaScript is used for
 * a dictionary that is large compared with the output.
 */
import { javascriptKernels } from '@marquetry/bit-io';
import type { Kernels } from '@marquetry/core';
import { type Arena, addressOfWords, outputAt, regionBytes, sourceAt, wordsAt } from './arena.js';
import type { SimdModule } from './webassembly.js';

/** Up to this many indices, JavaScript is faster than copying to WebAssembly memory and calling the kernel. */
const fewIndices = 256;

/** Creates the `gather32` (`words` is 1) or `gather64` (2) kernel, which uses the memory of an arena. */
export function createGather(arena: Arena, words: 1 | 2, gather: SimdModule['gather32']): Kernels['gather32'] {
  const fallback = words === 1 ? javascriptKernels.gather32 : javascriptKernels.gather64;
  const piece = regionBytes / (4 * words);
  return (source, indices, from, count, target, at) => {
    const entries = Math.floor(source.length / words);
    const isSmall = 4 * source.length <= regionBytes && source.length <= words * count && entries > 0;
    const fits = from >= 0 && from + count <= indices.length && at >= 0 && words * (at + count) <= target.length;
    if (!(count > fewIndices && isSmall && fits)) {
      fallback(source, indices, from, count, target, at);
      return;
    }
    const dictionary = addressOfWords(arena, source, 0, source.length, sourceAt);
    for (let done = 0; done < count; done += piece) {
      const n = Math.min(piece, count - done);
      const address = addressOfWords(arena, indices, from + done, n, wordsAt);
      gather(dictionary, entries, address, outputAt, n);
      target.set(arena.words.subarray(outputAt >> 2, (outputAt >> 2) + words * n), words * (at + done));
    }
  };
}

/** Creates the `largestIndex` kernel, which uses the memory of an arena. */
export function createLargestIndex(arena: Arena, largest: SimdModule['largest']): Kernels['largestIndex'] {
  return (indices, from, count) => {
    if (!(count > fewIndices && from >= 0 && from + count <= indices.length)) {
      return javascriptKernels.largestIndex(indices, from, count);
    }
    const whole = count & ~3;
    let most = 0;
    for (let done = 0; done < whole; done += regionBytes / 4) {
      const n = Math.min(regionBytes / 4, whole - done);
      const address = addressOfWords(arena, indices, from + done, n, wordsAt);
      most = Math.max(most, largest(address, n) >>> 0);
    }
    return Math.max(most, javascriptKernels.largestIndex(indices, from + whole, count - whole));
  };
}
