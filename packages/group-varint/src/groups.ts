/**
 * GROUP_VAR_INT: integers without their leading zero bytes, in groups after their lengths.
 *
 *   page   = group*
 *   INT32    aabbccdd            | value 0 | value 1 | value 2 | value 3            aa = bytes of value 0, less 1
 *   INT64    0aaabbbc ccdddeee   | value 0 | value 1 | value 2 | value 3 | value 4  aaa = bytes of value 0, less 1
 *
 * Values are little endian, two's complement. The last group is filled up with zeros, which take a byte each.
 *
 * Source: Encodings.md of parquet-format as it stood in 2012 and 2013, the only text that defines id 1. Its example,
 * 0b00101101 for 1, 3, 4 and 2 bytes, fixes the order of the lengths and that they are less 1. What it leaves open is
 * decided here: 3-bit lengths are less 1 too, since they go up to 8; the two leading bytes are in the order of the
 * values they are for, so that their bits in a row are a number whose top bit is the unused one; readers ignore that bit.
 */
import { type ColumnType, PhysicalType } from '@marquetry/core';

/** How the groups of a type are laid out. */
export interface GroupShape {
  /** Values in a group. */
  readonly size: number;
  /** Bytes in front of them. */
  readonly leadBytes: number;
  /** Bits of a value's length in those. */
  readonly lengthBits: number;
}

const groupsOf4: GroupShape = { size: 4, leadBytes: 1, lengthBits: 2 };
const groupsOf5: GroupShape = { size: 5, leadBytes: 2, lengthBits: 3 };

/** The groups of INT32 (4 values) or INT64 (5 values). */
export function groupShapeOf(column: ColumnType): GroupShape {
  return column.type === PhysicalType.INT32 ? groupsOf4 : groupsOf5;
}
