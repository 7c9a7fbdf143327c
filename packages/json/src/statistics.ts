/**
 * Writes the minimum and maximum values in statistics and column indexes. Each is stored as one PLAIN value, but byte
 * arrays have no length prefix.
 */
import { type DirectValues, fixedValues, isFixedType, PhysicalType } from '@marquetry/core';
import type { LeafNode } from '@marquetry/schema';
import type { Style } from './style.js';
import { createWriter } from './writer.js';

/**
 * Takes the bytes of a stored minimum or maximum, and returns its text, written like a value of the column. Returns
 * undefined if the bytes are not a value of the column.
 */
export type StatisticWriter = (bytes: Uint8Array) => string | undefined;

/** Maximum size in bytes of a minimum or maximum value. For a longer one, the writer returns undefined. */
const maxBoundBytes = 2 ** 20;

/** Creates a function that writes the minimum and maximum values of a column in the given style. */
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
  // Accept truncated values only for bytes without a logical type. A truncated number or UUID has no meaning.
  if (type === PhysicalType.FIXED_LEN_BYTE_ARRAY && leaf.annotation === undefined && bytes.length <= width)
    return whole;
  if (!isFixedType(type) || bytes.length !== width) return undefined;
  return fixedValues(leaf, bytes, 0, 1);
}
