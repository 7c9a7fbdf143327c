/**
 * Kernels: the hot loops, passed as an object, in JavaScript (`@marquetry/bit-io`) or WebAssembly (`@marquetry/simd`).
 *
 * Kernels do not check their arguments: the layers that call them check every position, count and width. They read exactly the
 * bytes that their comments state, and write at most `count` entries.
 *
 * Kernels that are called many times on one array take a `view` of it as their last argument: the same bytes as a
 * DataView, if the caller keeps one. Making a DataView takes as long as unpacking a miniblock.
 */
import type { AlpKernels } from './kernels/alp.js';
import type { BitKernels } from './kernels/bits.js';
import type { CodecKernels } from './kernels/codecs.js';
import type { CompareKernels } from './kernels/compare.js';
import type { LayerKernels } from './kernels/layers.js';
import type { RunKernels } from './kernels/runs.js';
import type { ValueKernels } from './kernels/values.js';

/** The hot loops of encodings and codecs, as one object. Each group of members has its own file. */
export interface Kernels
  extends BitKernels,
    RunKernels,
    ValueKernels,
    AlpKernels,
    LayerKernels,
    CompareKernels,
    CodecKernels {
  /** The version of this interface; it rises only with a breaking change. Additions are optional members. */
  readonly contract: 1;
  readonly name: string;

  /**
   * Returns zero-filled memory for decoded values, 8-byte aligned. It may be WebAssembly memory.
   * @throws ParquetError LIMIT if
   * there is not enough memory.
   */
  allocate(byteLength: number): Uint8Array<ArrayBufferLike>;

  /**
   * Returns memory with any content, 8-byte aligned, for arrays that are fully written before they are read. Absent if `allocate`
   * is as fast.
   * @throws ParquetError LIMIT if there is not enough memory.
   */
  allocateUnfilled?(byteLength: number): Uint8Array<ArrayBufferLike>;

  /**
   * Takes back memory that `allocate` or `allocateUnfilled` returned, after its entries have moved to larger memory. The caller
   * no longer uses the array, which may be detached. If absent, the engine collects the memory.
   */
  release?(memory: Uint8Array<ArrayBufferLike>): void;

  /**
   * Returns working memory, not zero-filled, 16-byte aligned, that these kernels access without a copy. The caller may use it
   * until the next call of `scratch`. Absent if other memory is as fast.
   */
  scratch?(byteLength: number): Uint8Array<ArrayBufferLike>;
}

/**
 * The kernels needed to read columns and files: all except those that few encodings use. Every {@link Kernels} object has them.
 */
export type ColumnKernels = Omit<Kernels, Exclude<keyof BitKernels, 'unpack'> | 'joinStreams' | 'splitStreams'>;
