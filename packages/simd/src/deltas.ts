/** Reads and writes blocks of DELTA_BINARY_PACKED with WebAssembly. */
import type { Kernels } from '@marquetry/core';
import { type Arena, addressOf, inputAt, isInArena, outputAt, regionBytes, stateAt, wordsAt } from './arena.js';
import type { SimdModule } from './webassembly.js';

/** Maximum number of values per block. The 64-bit deltas of such a block take half of a memory region of the arena. */
const largestBlock = regionBytes / 16;

/** Creates the `readDeltaBlocks` kernel, which uses the memory of an arena. */
export function createReadDeltaBlocks(
  arena: Arena,
  blocks: SimdModule['blocks'],
): NonNullable<Kernels['readDeltaBlocks']> {
  return (source, cursor, end, miniblocks, miniblockSize, words, state, target, from, count) => {
    const blockSize = miniblocks * miniblockSize;
    // JavaScript reads larger blocks, which no known writer makes. A block of this size fits in the input region at any width.
    if (!(blockSize > 0 && blockSize <= largestBlock) || miniblockSize % 32 !== 0) return 0;
    if (!(from >= 0 && words * (from + count) <= target.length)) return 0;
    const piece = regionBytes / (4 * words);
    const isInPlace = isInArena(arena, target);
    let done = 0;
    while (count - done >= blockSize) {
      const n = Math.min(piece, count - done);
      const { position } = cursor;
      const left = Math.min(end, source.length) - position;
      // The estimated size of these values, plus a whole block, so that at least one block is complete.
      const likely = Math.ceil((left * n) / (count - done)) + (4 * words + 1) * blockSize;
      const length = Math.min(left, regionBytes, likely);
      if (!(length > 0)) break;
      const at = addressOf(arena, source, position, length, inputAt);
      arena.words[stateAt + 2] = state[2] as number;
      arena.words[stateAt + 3] = state[3] as number;
      const scratch = words === 2 ? wordsAt : 0;
      const to = isInPlace ? target.byteOffset + 4 * words * (from + done) : outputAt;
      const read = blocks(at, at + length, miniblocks, miniblockSize, to, n, scratch);
      if (read === 0) break;
      cursor.position = position + (arena.words[stateAt] as number) - at;
      state[2] = arena.words[stateAt + 2] as number;
      if (words === 2) state[3] = arena.words[stateAt + 3] as number;
      if (!isInPlace) target.set(arena.words.subarray(to >> 2, (to >> 2) + words * read), words * (from + done));
      done += read;
    }
    return done;
  };
}

/** Creates the `writeDeltaBlocks` kernel, which uses the memory of an arena. */
export function createWriteDeltaBlocks(
  arena: Arena,
  packBlocks: SimdModule['packBlocks'],
): NonNullable<Kernels['writeDeltaBlocks']> {
  return (source, from, count, words, miniblocks, miniblockSize, target, position) => {
    const first = words * (from - 1);
    const end = words * (from + count);
    // The blocks take at most 1800 bytes more than the values, which is less than the slack after the output region.
    if (
      !(
        first >= 0 &&
        end <= source.length &&
        4 * words * count <= regionBytes &&
        miniblocks * miniblockSize <= largestBlock
      )
    ) {
      return position;
    }
    arena.words.set(source.subarray(first, end), inputAt >> 2);
    const inputEnd = inputAt + 4 * (end - first);
    const outputEnd = packBlocks(inputAt, inputEnd, words === 2, miniblocks, miniblockSize, outputAt, wordsAt);
    target.set(arena.bytes.subarray(outputAt, outputEnd), position);
    return position + outputEnd - outputAt;
  };
}
