/**
 * Converts Arrow's decimals to any physical type of DECIMAL. Arrow stores them in little-endian two's complement of 4
 * to 32 bytes.
 */
import { type DirectValues, PhysicalType } from '@marquetry/core';
import type { LeafNode } from '@marquetry/schema';
import type { Decimal } from 'apache-arrow';
import { type Entries, isValid, misfit } from '../entries.js';
import type { FixedData } from './fixed-data.js';

/**
 * Converts decimals to the physical type of the column, copying them. Does not check the precision of the values, which
 * the column's writer checks later.
 * @throws ParquetError LIMIT, naming the row, for a value that needs more bytes than the column has.
 */
export function decimalValues(
  { type, length, values }: FixedData<Decimal>,
  leaf: LeafNode,
  entries: Entries,
): DirectValues {
  const width = type.bitWidth / 8;
  const source = new Uint8Array(values.buffer, values.byteOffset, width * length);
  switch (leaf.type) {
    case PhysicalType.INT32: {
      const data = new Int32Array(length);
      copy({ source, width, length }, { bytes: new Uint8Array(data.buffer), width: 4, isReversed: false }, entries);
      return { layout: 'fixed', type: leaf.type, width: 4, length, data };
    }
    case PhysicalType.INT64: {
      const data = new BigInt64Array(length);
      copy({ source, width, length }, { bytes: new Uint8Array(data.buffer), width: 8, isReversed: false }, entries);
      return { layout: 'fixed', type: leaf.type, width: 8, length, data };
    }
    case PhysicalType.BYTE_ARRAY: {
      const data = new Uint8Array(length * width);
      copy({ source, width, length }, { bytes: data, width, isReversed: true }, entries);
      return {
        layout: 'bytes',
        type: leaf.type,
        length,
        offsets: Int32Array.from({ length: length + 1 }, (_, i) => i * width),
        data,
      };
    }
    default: {
      const data = new Uint8Array(length * leaf.width);
      copy({ source, width, length }, { bytes: data, width: leaf.width, isReversed: true }, entries);
      return { layout: 'fixed', type: PhysicalType.FIXED_LEN_BYTE_ARRAY, width: leaf.width, length, data };
    }
  }
}

interface From {
  readonly source: Uint8Array;
  readonly width: number;
  readonly length: number;
}

interface To {
  readonly bytes: Uint8Array;
  readonly width: number;
  /** True if the physical type of the target is big-endian. */
  readonly isReversed: boolean;
}

function copy({ source, width, length }: From, to: To, entries: Entries): void {
  const { bytes, width: toWidth, isReversed } = to;
  const common = Math.min(width, toWidth);
  const last = toWidth - 1;
  for (let i = 0; i < length; i++) {
    const from = i * width;
    const at = i * toWidth;
    const sign = (source[from + width - 1] as number) > 0x7f ? 0xff : 0;
    for (let b = 0; b < toWidth; b++) {
      bytes[at + (isReversed ? last - b : b)] = b < common ? (source[from + b] as number) : sign;
    }
    if (width <= toWidth) continue;
    let fits = (((source[from + toWidth - 1] as number) ^ sign) & 0x80) === 0;
    for (let b = toWidth; b < width; b++) fits &&= source[from + b] === sign;
    if (!fits && isValid(entries, i)) {
      throw misfit('LIMIT', entries, i, `the decimal has more digits than the precision of its column allows`);
    }
  }
}
