/** Parses floating-point cells. */
import { type FixedBuffer, PhysicalType } from '@marquetry/core';
import { decimalNumber } from '../../cells/numbers.js';
import type { CellTarget } from './cell-target.js';

/** Parses FLOAT and DOUBLE cells. Rounds to the nearest value, and rejects numbers that would become infinite. */
export function floatTarget(buffer: FixedBuffer): CellTarget {
  const isFloat = buffer.type === PhysicalType.FLOAT;
  const view = (): Float32Array | Float64Array => {
    const { buffer: memory, byteOffset } = buffer.data;
    return isFloat
      ? new Float32Array(memory, byteOffset, buffer.capacity)
      : new Float64Array(memory, byteOffset, buffer.capacity);
  };
  let numbers = view();
  return {
    buffer,
    wanted: isFloat ? 'a number within the range of FLOAT' : 'a number within the range of DOUBLE',
    isText: false,
    start: (cells) => {
      buffer.reserve(cells);
      numbers = view();
    },
    put: (bytes, start, end) => {
      const value = decimalNumber(bytes, start, end);
      if (Number.isNaN(value) || (isFloat && !Number.isFinite(Math.fround(value)))) return false;
      numbers[buffer.length++] = value;
      return true;
    },
  };
}
