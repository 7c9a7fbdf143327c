/** Creates WebAssembly kernels. If that is not possible, returns the JavaScript kernels and the reason. */
import { javascriptKernels } from '@marquetry/bit-io';
import { type Kernels, ParquetError } from '@marquetry/core';
import { createArena, firstPages } from './arena.js';
import { createCopyByteArrays, createGatherBytes } from './byte-arrays.js';
import { createCompareBelow } from './compare.js';
import { createCrc32 } from './crc32.js';
import { createReadDeltaBlocks, createWriteDeltaBlocks } from './deltas.js';
import { createJoinFronts } from './fronts.js';
import { createGather, createLargestIndex } from './gather.js';
import { createKeepSlots, createLayerBits, createOpenLists } from './layers.js';
import { createLz4Compress, createLz4Decompress, createSnappyCompress, createSnappyDecompress } from './lz-blocks.js';
import { createRead } from './runs.js';
import { createSpreadWords } from './spread.js';
import { createJoinStreams, createSplitStreams } from './streams.js';
import { createScale, createUnpack } from './unpack.js';
import { functionsOf, moduleBytes } from './webassembly.js';

/** Options for {@link createSimdKernels} and {@link loadSimdKernels}. */
export interface SimdOptions {
  /**
   * Maximum size in bytes of the WebAssembly memory of these kernels, at least 320 KiB. The memory starts at 320 KiB
   * and grows only when {@link Kernels.scratch} is called. Default: 64 MiB.
   */
  readonly memoryLimit?: number;
}

/** Kernels, and whether they use WebAssembly. */
export interface SimdKernels extends Kernels {
  /** `webassembly-simd`, or `javascript` if the runtime refused WebAssembly. */
  readonly name: 'webassembly-simd' | 'javascript';
  /**
   * The error that the runtime threw when it rejected WebAssembly, because of a policy or because the engine has no
   * SIMD. Undefined if WebAssembly is in use.
   */
  readonly refusal: Error | undefined;
  /** Current size of the WebAssembly memory of these kernels in bytes; 0 for JavaScript. */
  readonly memoryBytes: number;
}

/**
 * Compiles and starts the module synchronously (10 KB, about a millisecond). If the runtime refuses WebAssembly or
 * SIMD, returns the JavaScript kernels. Each call creates kernels with their own memory, which cannot be shared
 * between threads.
 *
 * Under a content-security policy without `wasm-unsafe-eval`, the attempt fails, and the browser reports a violation.
 * @throws ParquetError INVALID_ARGUMENT for a `memoryLimit` that is too small or not an integer.
 */
export function createSimdKernels(options: SimdOptions = {}): SimdKernels {
  const limit = requireLimit(options);
  try {
    const memory = createMemory(limit);
    const module = new WebAssembly.Module(moduleBytes());
    return accelerated(memory, new WebAssembly.Instance(module, { env: { memory } }), limit);
  } catch (error) {
    return refused(error);
  }
}

/**
 * Like {@link createSimdKernels}, but compiles asynchronously, for engines that reject synchronous compilation on their
 * main thread.
 */
export async function loadSimdKernels(options: SimdOptions = {}): Promise<SimdKernels> {
  const limit = requireLimit(options);
  try {
    const memory = createMemory(limit);
    const { instance } = await WebAssembly.instantiate(moduleBytes(), { env: { memory } });
    return accelerated(memory, instance, limit);
  } catch (error) {
    return refused(error);
  }
}

const pageBytes = 65_536;
const leastLimit = firstPages * pageBytes;

function requireLimit({ memoryLimit = 64 * 1024 * 1024 }: SimdOptions): number {
  if (!Number.isSafeInteger(memoryLimit) || memoryLimit < leastLimit) {
    throw new ParquetError(
      'INVALID_ARGUMENT',
      `\`memoryLimit\` must be an integer of at least ${leastLimit} bytes, got ${memoryLimit}`,
    );
  }
  // The largest address that a signed 32-bit number can hold.
  return Math.min(memoryLimit, 2 ** 31 - pageBytes);
}

function createMemory(limit: number): WebAssembly.Memory {
  return new WebAssembly.Memory({ initial: firstPages, maximum: Math.floor(limit / pageBytes) });
}

function accelerated(memory: WebAssembly.Memory, instance: WebAssembly.Instance, limit: number): SimdKernels {
  const arena = createArena(memory, limit);
  const [
    alpDoubles,
    alpFloats,
    compare,
    crc32,
    blocks,
    packBlocks,
    fronts,
    copyBytes,
    gather32,
    gather64,
    gatherBytes,
    largest,
    keep,
    lists,
    nulls,
    lz4,
    snappy,
    pack,
    runs,
    spread,
    copyApart,
    join4,
    join4Apart,
    join8,
    split4,
    unpack,
  ] = functionsOf(instance);
  const read = createRead(arena, runs);
  const scale = createScale(arena, alpDoubles, alpFloats);
  return {
    ...javascriptKernels,
    name: 'webassembly-simd',
    refusal: undefined,
    get memoryBytes(): number {
      return arena.bytes.length;
    },
    scratch: arena.scratch,
    unpack: createUnpack(arena, unpack),
    readRuns: read,
    readLevels: read,
    readDeltaBlocks: createReadDeltaBlocks(arena, blocks),
    writeDeltaBlocks: createWriteDeltaBlocks(arena, packBlocks),
    joinStreams: createJoinStreams(arena, join4, join8, join4Apart, copyApart),
    splitStreams: createSplitStreams(arena, split4, copyApart),
    spreadWords: createSpreadWords(arena, spread),
    gather32: createGather(arena, 1, gather32),
    gather64: createGather(arena, 2, gather64),
    largestIndex: createLargestIndex(arena, largest),
    gatherBytes: createGatherBytes(arena, gatherBytes),
    copyByteArrays: createCopyByteArrays(arena, copyBytes),
    joinFronts: createJoinFronts(arena, fronts),
    scaleDoubles: scale,
    scaleFloats: scale,
    openLists: createOpenLists(arena, lists),
    keepSlots: createKeepSlots(arena, keep),
    layerBits: createLayerBits(arena, nulls),
    compareBelow: createCompareBelow(arena, compare),
    crc32: createCrc32(arena, crc32),
    snappyCompress: createSnappyCompress(arena, pack),
    snappyDecompress: createSnappyDecompress(arena, snappy),
    lz4Compress: createLz4Compress(arena, pack),
    lz4Decompress: createLz4Decompress(arena, lz4),
  };
}

function refused(error: unknown): SimdKernels {
  const refusal = error instanceof Error ? error : new Error(String(error));
  return { ...javascriptKernels, name: 'javascript', refusal, memoryBytes: 0 };
}
