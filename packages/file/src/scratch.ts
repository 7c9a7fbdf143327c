/**
 * Memory for decompressed pages, reused from page to page.
 *
 *   pool     one per read: unused memory for a few pages
 *   scratch  one per column: the memory of the open page, including its levels
 *
 * Allocating new memory takes several times as long as decompressing into it, and after one page the memory would be
 * garbage. The results of reads are not in this memory: values, levels and indices are copied out of pages, and
 * dictionaries have their own memory.
 */

import { allocateBytes, type ColumnKernels, freeBytes } from '@marquetry/core';

/** The unused page memory of one read. */
export interface ScratchPool {
  /** Maximum number of unused bytes to keep. */
  readonly mostBytes: number;
  /** Returns an 8-byte aligned array of at least `byteLength` bytes that is not zero-filled. */
  take(byteLength: number): Uint8Array;
  /** Returns memory to the pool. The memory must be from `take`. */
  give(memory: Uint8Array): void;
}

/** The memory of the page that a column reader is reading. */
export interface PageScratch {
  /** Returns an 8-byte aligned array of `byteLength` bytes that is not zero-filled. */
  readonly take: (byteLength: number) => Uint8Array;
  /** Returns an 8-byte aligned array of `byteLength` zeros. */
  readonly takeZeros: (byteLength: number) => Uint8Array;
  /** Returns all of the page's memory to the pool. No view of it may be used afterwards. */
  release(): void;
}

/** Maximum number of unused buffers to keep: enough for one page per column if a read has a few dozen columns. */
const keptPieces = 64;
/** Size of the smallest buffer, so that small pages of different sizes can use the same buffer. */
const leastBytes = 2 ** 12;

/** Creates a pool that keeps up to `mostBytes` bytes of free memory. */
export function createScratchPool(mostBytes: number): ScratchPool {
  const free: Uint8Array[] = [];
  let keptBytes = 0;
  return {
    mostBytes,
    take: (byteLength) => {
      let best = -1;
      for (let i = 0; i < free.length; i++) {
        const { length } = free[i] as Uint8Array;
        if (length >= byteLength && (best < 0 || length < (free[best] as Uint8Array).length)) best = i;
      }
      if (best < 0) return allocateBytes(byteLength > mostBytes ? byteLength : roomyBytes(byteLength));
      // `splice` creates an array, so it is not used for the buffer that was returned last.
      const memory = (best === free.length - 1 ? free.pop() : free.splice(best, 1)[0]) as Uint8Array;
      keptBytes -= memory.length;
      return memory;
    },
    give: (memory) => {
      if (memory.length > mostBytes) {
        freeBytes(memory);
        return;
      }
      free.push(memory);
      keptBytes += memory.length;
      while (keptBytes > mostBytes || free.length > keptPieces) {
        // Drop the buffer that has been unused for the longest time. It may be too small for recent pages, and would
        // then never be used again.
        const dropped = free.shift() as Uint8Array;
        keptBytes -= dropped.length;
        freeBytes(dropped);
      }
    },
  };
}

/**
 * Returns a size that is an eighth larger than `byteLength`, so that other pages of the chunk, which have similar
 * sizes, fit in the same buffer.
 */
function roomyBytes(byteLength: number): number {
  return Math.max(leastBytes, Math.ceil((byteLength * 9) / 64) * 8);
}

/** Creates a {@link PageScratch} that takes its memory from `pool`. */
export function createPageScratch(pool: ScratchPool): PageScratch {
  return new LentMemory(pool);
}

/** This is a class because there is one object per chunk, and creating closures takes longer. */
class LentMemory implements PageScratch {
  declare private readonly pool: ScratchPool;
  private readonly held: Uint8Array[] = [];

  constructor(pool: ScratchPool) {
    this.pool = pool;
  }

  // These are properties, not methods, because callers pass the functions on without the object.

  readonly take = (byteLength: number): Uint8Array => {
    const memory = this.pool.take(byteLength);
    this.held.push(memory);
    return memory.length === byteLength ? memory : new Uint8Array(memory.buffer, memory.byteOffset, byteLength);
  };

  readonly takeZeros = (byteLength: number): Uint8Array => this.take(byteLength).fill(0);

  release(): void {
    const { held, pool } = this;
    for (let memory = held.pop(); memory !== undefined; memory = held.pop()) pool.give(memory);
  }
}

/** Returns kernels that allocate the levels of a page in the page's own memory. */
export function kernelsOver(
  { readLevels, crc32 }: ColumnKernels,
  { takeZeros: allocate }: PageScratch,
): Pick<ColumnKernels, 'allocate' | 'readLevels' | 'crc32'> {
  if (readLevels !== undefined && crc32 !== undefined) return { allocate, readLevels, crc32 };
  return { allocate, ...(readLevels && { readLevels }), ...(crc32 && { crc32 }) };
}
