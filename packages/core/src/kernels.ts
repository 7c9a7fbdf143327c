/**
 * The hot loops, passed in as a value: JavaScript (`@marquetry/bit-io`) or an accelerator.
 *
 * Kernels trust their arguments: every position, count and width is checked by the layers that call them. They read
 * exactly the bytes that their comments state, and write at most `count` entries.
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

/** The hot loops of encodings and codecs, as one object. Each group of members is described in a file of its own. */
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
   * Zero-filled memory for decoded values, 8-byte aligned. May lie in WebAssembly memory.
   * @throws ParquetError LIMIT if there is no memory.
   */
  allocate(byteLength: number): Uint8Array<ArrayBufferLike>;

  /**
   * Memory of any content, 8-byte aligned, for arrays that are fully written before they are read. Absent: `allocate`
   * is as fast.
   * @throws ParquetError LIMIT if there is no memory.
   */
  allocateUnfilled?(byteLength: number): Uint8Array<ArrayBufferLike>;

  /**
   * Takes back memory that `allocate` or `allocateUnfilled` returned, after its entries have moved to larger memory.
   * The array is no longer used and may be detached. Absent: the engine collects it.
   */
  release?(memory: Uint8Array<ArrayBufferLike>): void;

  /**
   * Working memory, not zero-filled, 16-byte aligned, that these kernels read and write without a copy. The caller may
   * use it until the next call of `scratch`. Absent: other memory is as fast.
   */
  scratch?(byteLength: number): Uint8Array<ArrayBufferLike>;
}

/**
 * The kernels that reading columns and files needs: all except those that few encodings use. Every {@link Kernels}
 * object is one.
 */
export type ColumnKernels = Omit<Kernels, Exclude<keyof BitKernels, 'unpack'> | 'joinStreams' | 'splitStreams'>;
