/**
 * Kernels are the inner loops of encodings and codecs, collected as the methods of one object. `@marquetry/bit-io`
 * implements them in JavaScript, `@marquetry/simd` in WebAssembly.
 *
 * Kernels do not check their arguments: the layers that call them check every position, count and width. A kernel reads
 * exactly the bytes that its comment states, and writes at most `count` entries.
 *
 * Kernels that are called many times on one array take a DataView of it as their last argument, `view`. It is optional.
 * Callers should create the DataView once and pass it to each call, because creating one takes as long as unpacking a
 * miniblock.
 */
import type { AlpKernels } from './kernels/alp.js';
import type { BitKernels } from './kernels/bits.js';
import type { CodecKernels } from './kernels/codecs.js';
import type { CompareKernels } from './kernels/compare.js';
import type { LayerKernels } from './kernels/layers.js';
import type { RunKernels } from './kernels/runs.js';
import type { ValueKernels } from './kernels/values.js';

/**
 * The inner loops of encodings and codecs, collected as the methods of one object. `kernels/` has one file per group of
 * methods.
 */
export interface Kernels
  extends BitKernels,
    RunKernels,
    ValueKernels,
    AlpKernels,
    LayerKernels,
    CompareKernels,
    CodecKernels {
  /** The version of this interface. Only incompatible changes increase it; new members are optional. */
  readonly contract: 1;
  readonly name: string;

  /**
   * Returns zero-filled memory for decoded values, 8-byte aligned. It may be WebAssembly memory.
   * @throws ParquetError LIMIT if there is not enough memory.
   */
  allocate(byteLength: number): Uint8Array<ArrayBufferLike>;

  /**
   * Returns uninitialized, 8-byte-aligned memory for arrays that the caller fills before it reads them. Omitted if
   * `allocate` is just as fast.
   * @throws ParquetError LIMIT if there is not enough memory.
   */
  allocateUnfilled?(byteLength: number): Uint8Array<ArrayBufferLike>;

  /**
   * Frees memory that `allocate` or `allocateUnfilled` returned, for example after the caller has copied its contents
   * to a larger array. This may detach the array, so the caller must not use it afterwards. Absent if the memory is
   * left to the garbage collector.
   */
  release?(memory: Uint8Array<ArrayBufferLike>): void;

  /**
   * Returns 16-byte-aligned working memory with arbitrary content, which these kernels access without a copy. It is
   * valid until the next call to `scratch`. Only decoders of encodings that use a dictionary may call it, because the
   * `target` of other decoders may be in this memory. Kernels may write up to 128 bytes past the end of an output array in this
   * memory. Absent if other memory is as fast.
   */
  scratch?(byteLength: number): Uint8Array<ArrayBufferLike>;
}

/**
 * The kernels that are needed to read columns and files. Kernels that only a few encodings use are left out. Every
 * {@link Kernels} object has these members.
 */
export type ColumnKernels = Omit<Kernels, Exclude<keyof BitKernels, 'unpack'> | 'joinStreams' | 'splitStreams'>;
