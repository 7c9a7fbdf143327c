/**
 * The bounds in statistics and column indexes: one PLAIN value each, byte arrays without their length.
 */
import { type DirectValues, fixedValues, isFixedType, PhysicalType } from '@marquetry/core';
import type { LeafNode } from '@marquetry/schema';
import type { Style } from './style.js';
import { createWriter } from './writer.js';

/** The text of a bound, as of a value; undefined when the bytes are no value of the column. */
export type StatisticWriter = (bytes: Uint8Array) => string | undefined;

/** Longer bounds are not worth a line. */
const maxBoundBytes = 2 ** 20;

/** A writer of the bounds of a column, in the style of `cat`. */
export function createStatisticWriter(leaf: LeafNode, style: Style): StatisticWriter {
  const write = createWriter(leaf, style);
  return (bytes) => {
    if (bytes.length > maxBoundBytes) return undefined;
    const values = boundValues(leaf, bytes);
    return values === undefined ? undefined : write(values)(0);
  };
}

function boundValues(leaf: LeafNode, bytes: Uint8Array): DirectValues | undefined {
  const { type, width } = leaf;
  if (type === PhysicalType.BOOLEAN) {
    const [byte] = bytes;
    if (byte === undefined || bytes.length !== 1) return undefined;
    return { layout: 'bits', type, length: 1, data: new Uint8Array([byte & 1]) };
  }
  const whole: DirectValues = {
    layout: 'bytes',
    type: PhysicalType.BYTE_ARRAY,
    length: 1,
    offsets: new Int32Array([0, bytes.length]),
    data: bytes,
  };
  if (type === PhysicalType.BYTE_ARRAY) return whole;
  // A cut bound of a plain FIXED_LEN_BYTE_ARRAY still bounds; one of a number or UUID says nothing.
  if (type === PhysicalType.FIXED_LEN_BYTE_ARRAY && leaf.annotation === undefined && bytes.length <= width)
    return whole;
  if (!isFixedType(type) || bytes.length !== width) return undefined;
  return fixedValues(leaf, bytes, 0, 1);
}
