/**
 * The hot loops, as a value that is passed in: JavaScript (`@marquetry/bit-io`) or an accelerator.
 *
 * Kernels trust their arguments: every position, count and width is checked where it enters, above them. They read
 * exactly the bytes that they are said to read, and write nothing beyond `count`.
 *
 * Those that are called for stretch after stretch of one array take a `view` of it last: the same bytes as a DataView,
 * where the caller keeps one. Making one takes as long as unpacking a miniblock.
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
  /** The version of this interface; rises only on a break. Additions are optional members. */
  readonly contract: 1;
  readonly name: string;

  /**
   * Zero-filled memory for decoded values, 8-byte aligned. May lie in WebAssembly memory.
   * @throws ParquetError LIMIT where there is none.
   */
  allocate(byteLength: number): Uint8Array<ArrayBufferLike>;

  /**
   * Memory of any content, 8-byte aligned, for arrays that are written as a whole before anyone reads them. Absent: `allocate`
   * is as fast.
   * @throws ParquetError LIMIT where there is none.
   */
  allocateUnfilled?(byteLength: number): Uint8Array<ArrayBufferLike>;

  /**
   * Takes back memory that `allocate` or `allocateUnfilled` returned, when an array has moved to larger memory. The array is not used
   * any more, and may be detached. Absent: the engine collects it.
   */
  release?(memory: Uint8Array<ArrayBufferLike>): void;

  /**
   * Memory to work in, not zero-filled, 16-byte aligned: what these kernels read and write without a copy. It is the
   * caller's until the next call of `scratch`. Absent: any memory is as good.
   */
  scratch?(byteLength: number): Uint8Array<ArrayBufferLike>;
}

/**
 * The part of the kernels that columns and files are read with: all but what few encodings use. Every {@link Kernels}
 * object is one.
 */
export type ColumnKernels = Omit<Kernels, Exclude<keyof BitKernels, 'unpack'> | 'joinStreams' | 'splitStreams'>;
