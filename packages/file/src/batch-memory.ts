/**
 * Reuses the memory of batches that the caller no longer needs.
 *
 *   allocate  -->  arrays of a batch  -->  the caller  -->  recycle  -->  allocate ...
 *
 * Writing to new memory for the first time takes several times as long as writing to used memory. The batches of a row
 * group share their dictionaries, which are never recycled.
 */
import { allocateBytes, type ColumnKernels, freeBytes, type Limits, ParquetError, type Values } from '@marquetry/core';
import { countNewMemory } from './retained-memory.js';
import { manyColumns, SmallArrays } from './small-arrays.js';
import type { TypedColumn } from './typed-column.js';
import { unfilledMemory } from './unfilled-memory.js';

/** Memory for batches, to be passed to reads as the `memory` option. Created by {@link createBatchMemory}. */
export interface BatchMemory {
  /**
   * Makes the memory of a batch available to later batches. Do not use the batch afterwards: later batches overwrite
   * its arrays and all views of them. Arrays that would exceed `mostBytes` are freed instead, and become empty. Ignores
   * arrays that this object did not allocate (such as dictionaries and batches from other reads), and arrays that were
   * transferred to another thread.
   */
  recycle(batch: Readonly<Record<string, TypedColumn>> | readonly TypedColumn[]): void;
  /**
   * Returns zero-filled bytes, 8-byte aligned, in recycled or new memory.
   * @throws ParquetError LIMIT if the engine cannot allocate them.
   */
  allocate(byteLength: number): Uint8Array<ArrayBufferLike>;
  /** Returns bytes like {@link allocate}, but without filling them with zeros. */
  allocateUnfilled(byteLength: number): Uint8Array<ArrayBufferLike>;
  /** Makes the memory of one array available to later batches. */
  release(bytes: Uint8Array<ArrayBufferLike>): void;
  /** Number of recycled bytes that are not in use. */
  readonly freeBytes: number;
}

/** Options for {@link createBatchMemory}. */
export interface BatchMemoryOptions {
  /** Maximum number of recycled bytes to keep for reuse; default: 256 MiB. Memory recycled beyond that is freed. */
  readonly mostBytes?: number;
}

/** Arrays below this size in bytes are not recycled, because the engine allocates new arrays just as fast. */
const leastBytes = 2 ** 12;
/** A recycled buffer is used only for arrays of at least half its size. */
const mostTimes = 2;

/**
 * Creates memory for any number of reads in one thread, from one or several files.
 * @throws ParquetError INVALID_ARGUMENT unless `mostBytes` is a non-negative integer.
 */
export function createBatchMemory({ mostBytes = 2 ** 28 }: BatchMemoryOptions = {}): BatchMemory {
  if (!Number.isSafeInteger(mostBytes) || mostBytes < 0) {
    throw new ParquetError('INVALID_ARGUMENT', `\`mostBytes\` must be a non-negative integer, got ${mostBytes}`);
  }
  /**
   * The buffers of batches that are in use, in a WeakSet, so that the engine can collect batches that the caller never
   * recycles.
   */
  const lent = new WeakSet<ArrayBufferLike>();
  /** Recycled buffers, the smallest first. */
  const free: ArrayBufferLike[] = [];
  let heldBytes = 0;

  /** Returns the index in `free` of the smallest buffer that has at least `byteLength` bytes. */
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
    // A batch may have several views of a buffer, which must be recycled only once. A transferred buffer has no bytes.
    if (!lent.delete(buffer) || byteLength === 0) return;
    if (heldBytes + byteLength > mostBytes) {
      freeBytes(new Uint8Array(buffer));
      return;
    }
    free.splice(indexFor(byteLength), 0, buffer);
    heldBytes += byteLength;
  };

  /**
   * Returns a recycled buffer that has at least `byteLength` and at most `mostTimes * byteLength` bytes, or undefined
   * if there is none.
   */
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
 * Returns kernels that allocate the arrays of batches from `memory`. Without `memory`, they allocate new memory; when
 * the arrays are freed, the thread keeps up to `limits.retainedBytes` of that memory.
 * @param columns The number of columns of the batches. If there are many, small arrays share buffers.
 * @throws ParquetError INVALID_ARGUMENT if `memory` was not created by {@link createBatchMemory}.
 */
export function kernelsOf(
  kernels: ColumnKernels,
  memory: BatchMemory | undefined,
  limits: Limits,
  columns = 1,
): ColumnKernels {
  if (memory === undefined) {
    // Kernels that already have an allocator keep it.
    if (kernels.allocate !== allocateBytes || kernels.allocateUnfilled !== undefined) return kernels;
    const small = columns < manyColumns ? undefined : new SmallArrays();
    const counted =
      (allocate: typeof allocateBytes): typeof allocateBytes =>
      (byteLength) => {
        countNewMemory(byteLength, limits.retainedBytes);
        return allocate(byteLength);
      };
    return {
      ...kernels,
      allocate: counted((byteLength) => small?.take(byteLength) ?? allocateBytes(byteLength)),
      allocateUnfilled: counted((byteLength) => small?.take(byteLength) ?? unfilledMemory(byteLength)),
      release: freeBytes,
    };
  }
  const { allocate, allocateUnfilled, release } = memory;
  if (typeof allocate !== 'function') {
    throw new ParquetError('INVALID_ARGUMENT', '`memory` must come from createBatchMemory()');
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
