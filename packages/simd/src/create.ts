/** Creates kernels with WebAssembly, or returns the JavaScript kernels with the reason. */
import { javascriptKernels } from '@marquetry/bit-io';
import { type Kernels, ParquetError } from '@marquetry/core';
import { createArena, firstPages } from './arena.js';
import { createCopyByteArrays, createGatherBytes } from './byte-arrays.js';
import { createCompare } from './compare.js';
import { createCrc32 } from './crc32.js';
import { createReadDeltaBlocks } from './deltas.js';
import { createJoinFronts } from './fronts.js';
import { createGather, createLargestIndex } from './gather.js';
import { createKeepSlots, createLayerBits, createOpenLists } from './layers.js';
import { createLz4Compress, createLz4Decompress, createSnappyCompress, createSnappyDecompress } from './lz-blocks.js';
import { moduleBytes, startModule } from './module.js';
import { createRead } from './runs.js';
import { createSpreadWords } from './spread.js';
import { createJoinStreams, createSplitStreams } from './streams.js';
import { createScale, createUnpack } from './unpack.js';

/** Options of {@link createSimdKernels} and {@link loadSimdKernels}. */
export interface SimdOptions {
  /**
   * The most WebAssembly memory of these kernels, in bytes. It starts at 320 KiB, which is the least allowed, and
   * grows only for `scratch`. Default: 64 MiB.
   */
  readonly memoryLimit?: number;
}

/** Kernels, and whether they use WebAssembly. */
export interface SimdKernels extends Kernels {
  /** `webassembly-simd`, or `javascript` if the runtime refused WebAssembly. */
  readonly name: 'webassembly-simd' | 'javascript';
  /**
   * The error with which the runtime refused WebAssembly, because of a policy or because the engine has no SIMD.
   * Undefined if WebAssembly is in use.
   */
  readonly refusal: Error | undefined;
  /** Current size of the WebAssembly memory of these kernels in bytes; 0 for JavaScript. */
  readonly memoryBytes: number;
}

/**
 * Compiles and starts the module at once (10 KB: about a millisecond). If the runtime refuses WebAssembly or SIMD, returns the
 * JavaScript kernels. Each call creates kernels with memory of their own; kernels are not shared between threads.
 *
 * Under a content-security policy without `wasm-unsafe-eval` the attempt fails here, and the browser reports it.
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
 * Does the same as {@link createSimdKernels} with asynchronous compilation, for engines that reject synchronous
 * compilation on their main thread.
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
  const arena = createArena(memory, startModule(instance), limit);
  const read = createRead(arena);
  const scale = createScale(arena);
  return {
    ...javascriptKernels,
    name: 'webassembly-simd',
    refusal: undefined,
    get memoryBytes(): number {
      return arena.bytes.length;
    },
    scratch: arena.scratch,
    unpack: createUnpack(arena),
    readRuns: read,
    readLevels: read,
    readDeltaBlocks: createReadDeltaBlocks(arena),
    joinStreams: createJoinStreams(arena),
    splitStreams: createSplitStreams(arena),
    spreadWords: createSpreadWords(arena),
    gather32: createGather(arena, 1),
    gather64: createGather(arena, 2),
    largestIndex: createLargestIndex(arena),
    gatherBytes: createGatherBytes(arena),
    copyByteArrays: createCopyByteArrays(arena),
    joinFronts: createJoinFronts(arena),
    scaleDoubles: scale,
    scaleFloats: scale,
    openLists: createOpenLists(arena),
    keepSlots: createKeepSlots(arena),
    layerBits: createLayerBits(arena),
    compare: createCompare(arena),
    crc32: createCrc32(arena),
    snappyCompress: createSnappyCompress(arena),
    snappyDecompress: createSnappyDecompress(arena),
    lz4Compress: createLz4Compress(arena),
    lz4Decompress: createLz4Decompress(arena),
  };
}

function refused(error: unknown): SimdKernels {
  const refusal = error instanceof Error ? error : new Error(String(error));
  return { ...javascriptKernels, name: 'javascript', refusal, memoryBytes: 0 };
}
