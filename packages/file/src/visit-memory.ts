/**
 * The memory into which a visited page is decompressed and decoded. If the kernels use separate memory (such as
 * WebAssembly memory) and the page is small, that memory is used, so that values need not be copied to or from it.
 *
 *   `workBytes` bytes for decoded values | the decompressed page
 */
import { type ColumnKernels, EncodingId, isParquetError } from '@marquetry/core';
import type { ColumnMetaData } from '@marquetry/metadata';
import type { ScratchPool } from './scratch.js';

/**
 * Number of bytes for a block of decoded values and bitmaps with one bit per value. The block and a page fit in the L2
 * cache.
 */
export const workBytes: number = 2 ** 16 + 2 ** 13;

/**
 * Pages above this size in bytes are not decompressed into the memory of the kernels, because they are read in several
 * steps.
 */
const mostLentBytes = 2 ** 20;

export class VisitMemory implements ScratchPool {
  declare readonly mostBytes: number;
  declare private readonly kernels: ColumnKernels;
  declare private readonly pool: ScratchPool;
  /**
   * True if pages may be decompressed into the memory of the kernels. False if the chunk may have pages of dictionary
   * indices, because decoding these uses that memory itself.
   */
  declare private readonly mayLend: boolean;
  private lent: Uint8Array | undefined = undefined;
  private own: Uint8Array | undefined = undefined;

  constructor({ encodings }: ColumnMetaData, kernels: ColumnKernels, pool: ScratchPool) {
    this.kernels = kernels;
    this.pool = pool;
    this.mostBytes = pool.mostBytes;
    this.mayLend = !encodings.includes(EncodingId.RLE_DICTIONARY) && !encodings.includes(EncodingId.PLAIN_DICTIONARY);
  }

  /** True while a page is in the kernels' memory. */
  get isLent(): boolean {
    return this.lent !== undefined;
  }

  take(byteLength: number): Uint8Array {
    const { kernels, lent, mayLend, pool } = this;
    if (!mayLend || lent !== undefined || byteLength > mostLentBytes) return pool.take(byteLength);
    this.lent = lend(kernels, workBytes + byteLength);
    return this.lent?.subarray(workBytes) ?? pool.take(byteLength);
  }

  give(memory: Uint8Array): void {
    if (memory.buffer === this.lent?.buffer) this.lent = undefined;
    else this.pool.give(memory);
  }

  /** This is a property, not a method, because the function is passed on without the object. */
  readonly work = (): Uint8Array => {
    const { kernels, lent } = this;
    if (lent !== undefined) return lent.subarray(0, workBytes);
    const memory = this.own ?? lend(kernels, workBytes);
    if (memory !== undefined) return memory;
    this.own = new Uint8Array(workBytes);
    return this.own;
  };
}

/** Returns `byteLength` bytes of the kernels' memory, or undefined if the kernels do not have that much. */
function lend({ scratch }: ColumnKernels, byteLength: number): Uint8Array | undefined {
  try {
    return scratch?.(byteLength);
  } catch (error) {
    if (isParquetError(error) && error.code === 'LIMIT') return undefined;
    throw error;
  }
}
