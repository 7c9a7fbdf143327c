/**
 * The layout of GROUP_VAR_INT: integers without their leading zero bytes, in groups. A group starts with the lengths of
 * its values.
 *
 *   page   = group*
 *   INT32    aabbccdd            | value 0 | value 1 | value 2 | value 3            aa = bytes of value 0, minus 1
 *   INT64    0aaabbbc ccdddeee   | value 0 | value 1 | value 2 | value 3 | value 4  aaa = bytes of value 0, minus 1
 *
 * Values are little endian, in two's complement. The last group is padded with zeros of one byte each.
 *
 * Source: Encodings.md of parquet-format as of 2012 and 2013, the only text that defines id 1. Its example, 0b00101101
 * for values of 1, 3, 4 and 2 bytes, shows the order of the lengths, and that they are stored minus 1. The text leaves
 * three points open, for which this package makes the following choices. The 3-bit lengths of INT64 are also stored
 * minus 1, because they go up to 8. The two leading bytes of an INT64 group contain an unused top bit, then the lengths
 * in the order of the values. Readers ignore the unused bit.
 */
import { type ColumnType, PhysicalType } from '@marquetry/core';

/** The layout of a group of values of one physical type. */
export interface GroupShape {
  /** Number of values per group. */
  readonly size: number;
  /** Number of bytes before the values. They contain the lengths of the values. */
  readonly leadBytes: number;
  /** Number of bits that store the length of one value. */
  readonly lengthBits: number;
}

const groupsOf4: GroupShape = { size: 4, leadBytes: 1, lengthBits: 2 };
const groupsOf5: GroupShape = { size: 5, leadBytes: 2, lengthBits: 3 };

/** Returns the group layout of INT32 (4 values) or INT64 (5 values). */
export function groupShapeOf(column: ColumnType): GroupShape {
  return column.type === PhysicalType.INT32 ? groupsOf4 : groupsOf5;
}
