import { alp } from '@marquetry/alp';
import {
  type ColumnType,
  createLimits,
  type EncoderOptions,
  type ErrorCode,
  type FixedValues,
  fixedValues,
  isParquetError,
  type ValueDecoder,
} from '@marquetry/core';

export const double = { type: 5, width: 8 } as const;
export const float = { type: 4, width: 4 } as const;

export function hex(text: string): Uint8Array {
  return Uint8Array.from(text.match(/[0-9a-f]{2}/gi) ?? [], (pair) => Number.parseInt(pair, 16));
}

export function open(column: ColumnType, bytes: Uint8Array, valueCount: number): ValueDecoder {
  return alp.decoder(bytes, { column, valueCount, limits: createLimits() });
}

/** Returns the bits of each value as hexadecimal digits, the most significant first. */
export function bitsOf(values: { readonly layout: string }): string[] {
  if (values.layout !== 'fixed') throw new Error(values.layout);
  const { data, length, width } = values as FixedValues;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  return Array.from({ length }, (_, i) =>
    width === 4
      ? view
          .getUint32(4 * i, true)
          .toString(16)
          .padStart(8, '0')
      : view
          .getBigUint64(8 * i, true)
          .toString(16)
          .padStart(16, '0'),
  );
}

/** Returns the values that have these bits. */
export function valuesOf(column: ColumnType, bits: readonly string[]): FixedValues {
  const bytes = new Uint8Array(bits.length * column.width);
  const view = new DataView(bytes.buffer);
  for (const [i, text] of bits.entries()) {
    if (column.width === 4) view.setUint32(4 * i, Number.parseInt(text, 16), true);
    else view.setBigUint64(8 * i, BigInt(`0x${text}`), true);
  }
  return fixedValues(column, bytes, 0, bits.length);
}

export function numbers(column: typeof double | typeof float, data: ArrayLike<number>): FixedValues {
  const array = column.width === 4 ? Float32Array.from(data) : Float64Array.from(data);
  return fixedValues(column, new Uint8Array(array.buffer), 0, array.length);
}

export function encode(values: FixedValues, options?: EncoderOptions): Uint8Array {
  const encoder = alp.encoder(values, options);
  encoder.write(values, 0, values.length);
  return encoder.finish();
}

export function faultOf(run: () => unknown): { readonly code: ErrorCode | 'none'; readonly offset?: number } {
  try {
    run();
  } catch (error) {
    if (!isParquetError(error)) throw error;
    const { offset } = error.at;
    return offset === undefined ? { code: error.code } : { code: error.code, offset };
  }
  return { code: 'none' };
}
