/** A bitmap that grows as bits are appended. */
import { copyBits } from './bitmap.js';
import { createGrowingBytes } from './growing-bytes.js';

/** A bitmap to which bits are appended, least significant bit first. */
export interface GrowingBits {
  /** Number of bits in use. */
  readonly length: number;
  /**
   * Appends `source[from, to)`, a range of bits that the caller has checked.
   * @throws ParquetError LIMIT if the bitmap would exceed 2^31 - 1 bytes.
   */
  append(source: Uint8Array, from: number, to: number): void;
  /**
   * Returns a view of the bytes in use. The unused bits of the last byte are 0. The view is valid until the next call
   * of `append` or `release`.
   */
  bytes(): Uint8Array;
  /** Discards the bits. Another instance may reuse their memory. */
  release(): void;
}

/** Creates an empty bitmap. */
export function createGrowingBits(): GrowingBits {
  const buffer = createGrowingBytes();
  let length = 0;
  return {
    get length(): number {
      return length;
    },
    append(source, from, to): void {
      const end = Math.ceil((length + to - from) / 8);
      const bytes = buffer.reserve(end - buffer.length).fill(0, buffer.length, end);
      copyBits(source, from, bytes, length, to - from);
      length += to - from;
      buffer.length = end;
    },
    bytes: () => buffer.reserve(0).subarray(0, buffer.length),
    release(): void {
      buffer.release();
      length = 0;
    },
  };
}
