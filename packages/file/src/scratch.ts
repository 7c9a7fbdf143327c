/**
 * Memory that pages are unpacked into, used for one page after the other.
 *
 *   pool     of one read: free memory, a few pages of it
 *   scratch  of one column: what its open page was unpacked into, levels included
 *
 * Fresh memory costs several times what unpacking into it costs, and all of it is garbage a page later. What a read hands out
 * is never in it: values, levels and indices are copied out of pages, and dictionaries have memory of their own.
 */

import { allocateBytes, type ColumnKernels, freeBytes } from '@marquetry/core';

/** Free memory of one read. */
export interface ScratchPool {
  /** Memory of any content, 8-byte aligned, with room for at least `byteLength` bytes. */
  take(byteLength: number): Uint8Array;
  /** Returns memory from `take` to the pool. */
  give(memory: Uint8Array): void;
}

/** Memory of the page that a column has open. */
export interface PageScratch {
  /** `byteLength` bytes of any content, 8-byte aligned. */
  readonly take: (byteLength: number) => Uint8Array;
  /** The same, zero-filled. */
  readonly takeZeros: (byteLength: number) => Uint8Array;
  /** Returns all of it to the pool. Nothing that refers to it may be used afterwards. */
  release(): void;
}

/** Pieces of free memory that are kept: a page each of some tens of columns, whose batches end inside of pages. */
const keptPieces = 64;
/** Small pages get more than they need, so that those of slightly different sizes use the same memory. */
const leastBytes = 2 ** 12;

/** A pool that keeps up to `mostBytes` bytes of free memory. */
export function createScratchPool(mostBytes: number): ScratchPool {
  const free: Uint8Array[] = [];
  let keptBytes = 0;
  return {
    take: (byteLength) => {
      let best = -1;
      for (let i = 0; i < free.length; i++) {
        const { length } = free[i] as Uint8Array;
        if (length >= byteLength && (best < 0 || length < (free[best] as Uint8Array).length)) best = i;
      }
      if (best < 0) return allocateBytes(byteLength > mostBytes ? byteLength : roomyBytes(byteLength));
      const [memory] = free.splice(best, 1) as [Uint8Array];
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
        // The memory unused for longest: too small for recent pages, it would stay for ever.
        const dropped = free.shift() as Uint8Array;
        keptBytes -= dropped.length;
        freeBytes(dropped);
      }
    },
  };
}

/** An eighth more, because pages of a chunk have similar sizes. */
function roomyBytes(byteLength: number): number {
  return Math.max(leastBytes, Math.ceil((byteLength * 9) / 64) * 8);
}

/** Memory of pages out of a pool. */
export function createPageScratch(pool: ScratchPool): PageScratch {
  return new LentMemory(pool);
}

/** A class, as there is one per chunk. */
class LentMemory implements PageScratch {
  private readonly pool: ScratchPool;
  private readonly held: Uint8Array[] = [];

  constructor(pool: ScratchPool) {
    this.pool = pool;
  }

  // Properties, because they are passed on without their object.

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

/** The options for opening pages with levels in the memory of the page. */
export function kernelsOver(
  { readLevels, crc32 }: ColumnKernels,
  { takeZeros: allocate }: PageScratch,
): Pick<ColumnKernels, 'allocate' | 'readLevels' | 'crc32'> {
  if (readLevels !== undefined && crc32 !== undefined) return { allocate, readLevels, crc32 };
  return { allocate, ...(readLevels && { readLevels }), ...(crc32 && { crc32 }) };
}
