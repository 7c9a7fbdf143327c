/**
 * The work memory of a visited page, divided for blocks of numbers: values, one bit per value, and the bits of a second comparison.
 *
 *   values   64 KiB | slack | bits   2 KiB | slack | spare   2 KiB | slack
 */
import { type ColumnType, createColumnBuffer, type FixedBuffer } from '@marquetry/core';

/** Bytes of the values of a block. */
export const blockBytes: number = 2 ** 16;
/** Bytes of the bits of a block of 4-byte values. */
const bitBytes = blockBytes / 32;
/** Room for kernels, which write whole vectors. */
const slack = 2 ** 7;
const bitsAt = blockBytes + slack;
const spareAt = bitsAt + bitBytes + slack;

/** A block of numbers in work memory. */
export interface NumberBlock {
  readonly memory: Uint8Array;
  readonly buffer: FixedBuffer;
  readonly bits: Uint8Array;
  readonly spare: Uint8Array;
}

/** Divides work memory for values of 4 or 8 bytes. Returns `known` if that is a block of the same memory. */
export function numberBlock(column: ColumnType, memory: Uint8Array, known: NumberBlock | undefined): NumberBlock {
  if (known?.memory.buffer === memory.buffer && known.memory.byteOffset === memory.byteOffset) return known;
  const buffer = createColumnBuffer(column, { capacity: blockBytes / column.width, allocate: () => memory });
  return {
    memory,
    buffer: buffer as FixedBuffer,
    bits: memory.subarray(bitsAt, bitsAt + bitBytes),
    spare: memory.subarray(spareAt, spareAt + bitBytes),
  };
}
