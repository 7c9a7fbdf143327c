/** Parses DECIMAL cells of up to 18 digits, stored as INT32 or INT64. Rejects cells that would have to be rounded. */
import { type FixedBuffer, PhysicalType } from '@marquetry/core';
import { parseDecimal, unscaledOf } from '@marquetry/logical';
import { asciiText, decimalNumber } from '../../cells/numbers.js';
import type { CellTarget } from './cell-target.js';

export function decimalTarget(buffer: FixedBuffer, precision: number, scale: number): CellTarget {
  const isWide = buffer.type === PhysicalType.INT64;
  let words = buffer.words;
  return {
    buffer,
    wanted: `a DECIMAL(${precision}, ${scale})`,
    isText: false,
    start: (cells) => {
      buffer.reserve(cells);
      words = buffer.words;
    },
    put: (bytes, start, end) => {
      if (Number.isNaN(decimalNumber(bytes, start, end))) return false;
      const decimal = parseDecimal(asciiText(bytes, start, end));
      const unscaled = decimal === undefined ? undefined : unscaledOf(decimal, scale, precision);
      if (unscaled?.isExact !== true) return false;
      const { integer } = unscaled;
      if (isWide) {
        words[2 * buffer.length] = Number(integer & 0xffffffffn);
        words[2 * buffer.length + 1] = Number((integer >> 32n) & 0xffffffffn);
      } else words[buffer.length] = Number(integer);
      buffer.length++;
      return true;
    },
  };
}
