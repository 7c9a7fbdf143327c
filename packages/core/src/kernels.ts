/**
 * Kernels are the inner loops of encodings and codecs, as the methods of one object. `@marquetry/bit-io` implements
 * them in JavaScript, `@marquetry/simd` in WebAssembly.
 *
 * Kernels do not check their arguments: the layers that call them check every position, count and width. A kernel reads
 * exactly the bytes that its comment states, and writes at most `count` entries.
 *
 * Kernels that are called many times on one array take a DataView of it as their last argument, `view`. It is optional.
 * A caller that keeps one saves time, because creating a DataView takes as long as unpacking a miniblock.
 */
import type { AlpKernels } from './kernels/alp.js';
import type { BitKernels } from './kernels/bits.js';
import type { CodecKernels } from './kernels/codecs.js';
import type { CompareKernels } from './kernels/compare.js';
import type { LayerKernels } from './kernels/layers.js';
import type { RunKernels } from './kernels/runs.js';
import type { ValueKernels } from './kernels/values.js';

/** The inner loops of encodings and codecs, as the methods of one object. Each group of methods has its own file. */
export interface Kernels
  extends BitKernels,
    RunKernels,
    ValueKernels,
    AlpKernels,
    LayerKernels,
    CompareKernels,
    CodecKernels {
  /** The version of this interface. It changes only with a breaking change; additions are optional members. */
  readonly contract: 1;
  readonly name: string;

  /**
   * Returns zero-filled memory for decoded values, 8-byte aligned. It may be WebAssembly memory.
   * @throws ParquetError LIMIT if there is not enough memory.
   */
  allocate(byteLength: number): Uint8Array<ArrayBufferLike>;

  /**
   * Returns memory with any content, 8-byte aligned, for arrays that the caller fills before it reads them. Absent if
   * `allocate` is as fast.
   * @throws ParquetError LIMIT if there is not enough memory.
   */
  allocateUnfilled?(byteLength: number): Uint8Array<ArrayBufferLike>;

  /**
   * Frees memory that `allocate` or `allocateUnfilled` returned. Callers use it when they have moved their entries to
   * larger memory. The array may be detached, so the caller must not use it afterwards. Absent if the engine collects
   * the memory.
   */
  release?(memory: Uint8Array<ArrayBufferLike>): void;

  /**
   * Returns working memory with any content, 16-byte aligned, that these kernels access without a copy. The caller may
   * use the memory until the next call of `scratch`. Kernels may write up to 128 bytes after an output array in it.
   * Absent if other memory is as fast.
   */
  scratch?(byteLength: number): Uint8Array<ArrayBufferLike>;
}

/**
 * The kernels that reading columns and files needs: all except those that only a few encodings use. Every {@link
 * Kernels} object has these members.
 */
export type ColumnKernels = Omit<Kernels, Exclude<keyof BitKernels, 'unpack'> | 'joinStreams' | 'splitStreams'>;
