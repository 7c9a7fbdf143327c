/**
 * Allocates the small arrays of a read of many columns next to each other in larger buffers.
 *
 *   buffer    | array | array | array | ...  unused |
 *
 * Engines take about a microsecond to create an ArrayBuffer and to free it again, which is longer than decoding a
 * thousand values. A read of 10,000 columns would create 20,000 of them per batch.
 */
import { allocateBytes } from '@marquetry/core';

/**
 * Size of each shared buffer in bytes. It is small, because a caller that keeps one array also keeps the whole buffer.
 */
const sharedBytes = 2 ** 17;
/**
 * Arrays above this size in bytes are not allocated in shared buffers. It is an eighth of a shared buffer, so workers,
 * which transfer a buffer only if one array uses at least half of it, copy small arrays.
 */
const mostBytes = 2 ** 14;
/** Reads of fewer columns than this create too few arrays for shared buffers to matter. */
export const manyColumns = 256;

export class SmallArrays {
  private buffer: Uint8Array<ArrayBuffer> | undefined = undefined;
  private usedBytes = 0;

  /**
   * Returns `byteLength` zeros, 8-byte aligned, in a shared buffer. Returns undefined if the array
   * needs a buffer of its own.
   * @throws ParquetError LIMIT if the engine cannot allocate a shared buffer.
   */
  take(byteLength: number): Uint8Array<ArrayBuffer> | undefined {
    if (byteLength > mostBytes) return undefined;
    let { buffer, usedBytes } = this;
    if (buffer === undefined || usedBytes + byteLength > sharedBytes) {
      buffer = allocateBytes(sharedBytes);
      usedBytes = 0;
      this.buffer = buffer;
    }
    this.usedBytes = usedBytes + Math.ceil(byteLength / 8) * 8;
    return new Uint8Array(buffer.buffer, usedBytes, byteLength);
  }
}
