/**
 * Reuses the memory of batches that the caller no longer needs.
 *
 *   allocate  -->  arrays of a batch  -->  the caller  -->  recycle  -->  allocate ...
 *
 * Memory that a process touches for the first time costs several times what it costs to use it again. Dictionaries are
 * shared by the batches of a row group, and are never given back.
 */
import { allocateBytes, type ColumnKernels, freeBytes, ParquetError, type Values } from '@marquetry/core';
import type { TypedColumn } from './typed-column.js';
import { unfilledMemory } from './unfilled-memory.js';

/** Memory of batches, made by {@link createBatchMemory} and given to reads as their option `memory`. */
export interface BatchMemory {
  /**
   * Recycles the memory of a batch. Later batches overwrite its arrays and all views of them; arrays beyond `mostBytes`
   * become empty at once. Ignores arrays that this object did not allocate or that were transferred, such as
   * dictionaries and batches of other reads.
   */
  recycle(batch: Readonly<Record<string, TypedColumn>> | readonly TypedColumn[]): void;
  /**
   * Returns zero-filled bytes, 8-byte aligned, in recycled or new memory. @throws ParquetError LIMIT if there is no
   * memory.
   */
  allocate(byteLength: number): Uint8Array<ArrayBufferLike>;
  /** The same with any content. */
  allocateUnfilled(byteLength: number): Uint8Array<ArrayBufferLike>;
  /** Recycles the memory of one array. */
  release(bytes: Uint8Array<ArrayBufferLike>): void;
  /** Bytes that were recycled and are not in use. */
  readonly freeBytes: number;
}

/** How much memory is kept. */
export interface BatchMemoryOptions {
  /** The most bytes to keep for later; default: 256 MiB. Memory recycled beyond that is freed. */
  readonly mostBytes?: number;
}

/** Smaller arrays are left to the engine, which makes new ones as fast. */
const leastBytes = 2 ** 12;
/** Memory is reused for arrays of at least half its size. */
const mostTimes = 2;

/**
 * Memory for any number of reads of one thread, which may be of several files.
 * @throws ParquetError INVALID_ARGUMENT unless `mostBytes` is a count of bytes.
 */
export function createBatchMemory({ mostBytes = 2 ** 28 }: BatchMemoryOptions = {}): BatchMemory {
  if (!Number.isSafeInteger(mostBytes) || mostBytes < 0) {
    throw new ParquetError('INVALID_ARGUMENT', `mostBytes must be a count of bytes, got ${mostBytes}`);
  }
  /** Memory in use by batches. Weak, so that the engine can collect a batch that is never recycled. */
  const lent = new WeakSet<ArrayBufferLike>();
  /** By size, the smallest first. */
  const free: ArrayBufferLike[] = [];
  let heldBytes = 0;

  /** The index of the first free memory of at least that many bytes. */
  const indexFor = (byteLength: number): number => {
    let low = 0;
    let high = free.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((free[middle] as ArrayBufferLike).byteLength < byteLength) low = middle + 1;
      else high = middle;
    }
    return low;
  };

  const give = (buffer: ArrayBufferLike): void => {
    const { byteLength } = buffer;
    // Each buffer once, however many views of it a batch has. A transferred buffer has no bytes.
    if (!lent.delete(buffer) || byteLength === 0) return;
    if (heldBytes + byteLength > mostBytes) {
      freeBytes(new Uint8Array(buffer));
      return;
    }
    free.splice(indexFor(byteLength), 0, buffer);
    heldBytes += byteLength;
  };

  /** Returns recycled memory; undefined if none has about that size. */
  const take = (byteLength: number): Uint8Array<ArrayBufferLike> | undefined => {
    if (byteLength < leastBytes) return undefined;
    const index = indexFor(byteLength);
    const found = free[index];
    if (found === undefined || found.byteLength > mostTimes * byteLength) return undefined;
    free.splice(index, 1);
    heldBytes -= found.byteLength;
    lent.add(found);
    return new Uint8Array(found, 0, byteLength);
  };

  const lend = (bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> => {
    if (bytes.length >= leastBytes) lent.add(bytes.buffer);
    return bytes;
  };

  return {
    allocate: (byteLength) => take(byteLength)?.fill(0) ?? lend(allocateBytes(byteLength)),
    allocateUnfilled: (byteLength) => take(byteLength) ?? lend(unfilledMemory(byteLength)),
    release: ({ buffer }) => give(buffer),
    recycle: (batch) => {
      for (const column of Array.isArray(batch) ? (batch as readonly TypedColumn[]) : Object.values(batch)) {
        for (const { buffer } of arraysOf(column)) give(buffer);
      }
    },
    get freeBytes() {
      return heldBytes;
    },
  };
}

/**
 * Kernels whose memory for batches is `memory`, or new memory. @throws ParquetError INVALID_ARGUMENT for any other
 * object.
 */
export function kernelsOf(kernels: ColumnKernels, memory: BatchMemory | undefined): ColumnKernels {
  if (memory === undefined) {
    // A caller that passes memory has all of it come from there.
    if (kernels.allocate !== allocateBytes || kernels.allocateUnfilled !== undefined) return kernels;
    return { ...kernels, allocateUnfilled: unfilledMemory, release: freeBytes };
  }
  const { allocate, allocateUnfilled, release } = memory;
  if (typeof allocate !== 'function') {
    throw new ParquetError('INVALID_ARGUMENT', '`memory` must be made by createBatchMemory()');
  }
  return { ...kernels, allocate, allocateUnfilled, release };
}

function arraysOf({ values, nulls }: TypedColumn): ArrayBufferView[] {
  const arrays = valueArrays(values);
  if (nulls.kind === 'bitmap') arrays.push(nulls.bits);
  if (nulls.kind === 'levels') {
    arrays.push(nulls.definition);
    if (nulls.repetition !== undefined) arrays.push(nulls.repetition);
  }
  return arrays;
}

function valueArrays(values: Values): ArrayBufferView[] {
  switch (values.layout) {
    case 'dictionary':
      return [values.indices];
    case 'bytes':
      return [values.offsets, values.data];
    default:
      return [values.data];
  }
}
