/**
 * Divides the work memory of a page into the parts that a block of numbers needs: the values, one bit per value, and
 * spare bits for a second comparison.
 *
 *   values   64 KiB | slack | bits   2 KiB | slack | spare   2 KiB | slack
 */
import { type ColumnType, createColumnBuffer, type FixedBuffer } from '@marquetry/core';

/** Maximum size of the values of a block, in bytes. */
export const blockBytes: number = 2 ** 16;
/** Size in bytes of a bitmap with one bit per value, for a block of 4-byte values. */
const bitBytes = blockBytes / 32;
/** Unused bytes after each part, because kernels write whole vectors. */
const slack = 2 ** 7;
const bitsAt = blockBytes + slack;
const spareAt = bitsAt + bitBytes + slack;

/** The parts of the work memory that a block of numbers uses. */
export interface NumberBlock {
  readonly column: ColumnType;
  readonly memory: Uint8Array;
  readonly buffer: FixedBuffer;
  readonly bits: Uint8Array;
  readonly spare: Uint8Array;
}

/**
 * Divides work memory into the parts that a block of 4-byte or 8-byte values needs. Returns `known` if it is the result
 * of an earlier call with the same memory and column.
 */
export function numberBlock(column: ColumnType, memory: Uint8Array, known: NumberBlock | undefined): NumberBlock {
  const isSame = known?.memory.buffer === memory.buffer && known.memory.byteOffset === memory.byteOffset;
  if (isSame && known.column === column) return known;
  const buffer = createColumnBuffer(column, { capacity: blockBytes / column.width, allocate: () => memory });
  return {
    column,
    memory,
    buffer: buffer as FixedBuffer,
    bits: memory.subarray(bitsAt, bitsAt + bitBytes),
    spare: memory.subarray(spareAt, spareAt + bitBytes),
  };
}
