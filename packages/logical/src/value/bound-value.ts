/** Converts a stored bound to the form of values in rows, which docs/types.md lists. */
import { PhysicalType, viewOf } from '@marquetry/core';
import { bigEndianToBigint } from '../decimal/big-endian.js';
import { withScale } from '../decimal/text.js';
import { floatOf } from '../order/floats.js';
import type { OrderedColumn } from '../order/order-of.js';
import { int96Bytes, int96Nanos } from '../time/int96.js';
import { uuidBytes, uuidText } from '../uuid.js';

/** A bound as a value. */
export type BoundValue = boolean | number | bigint | string | Uint8Array;

/** Longer decimals are returned as bytes, because the time to compute digits grows faster than their number of bytes. */
const maxDecimalBytes = 2 ** 10;

const utf8: TextDecoder = /* @__PURE__ */ new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Returns the value of a bound's PLAIN bytes: numbers, bigints (INT64; nanoseconds since 1970 for INT96), text
 * (STRING, DECIMAL, UUID), otherwise bytes, which share memory with the bound. Text that is not UTF-8, e.g. of a
 * bound that was cut inside a code point, and decimals of over 1 KiB also stay bytes.
 * @returns undefined if no value of the column has the length of the bytes.
 */
export function boundValueOf(column: OrderedColumn, bytes: Uint8Array): BoundValue | undefined {
  const { type, width, annotation } = column;
  const view = viewOf(bytes);
  const isUnsigned = annotation?.kind === 'INTEGER' && !annotation.isSigned;
  const decimal = annotation?.kind === 'DECIMAL' ? annotation : undefined;
  const scaled = (integer: bigint | number): string => withScale(String(integer), decimal?.scale ?? 0);
  switch (type) {
    case PhysicalType.BOOLEAN:
      return bytes.length === 1 ? (view.getUint8(0) & 1) === 1 : undefined;
    case PhysicalType.INT32: {
      if (bytes.length !== 4) return undefined;
      const value = isUnsigned ? view.getUint32(0, true) : view.getInt32(0, true);
      return decimal === undefined ? value : scaled(value);
    }
    case PhysicalType.INT64: {
      if (bytes.length !== 8) return undefined;
      const value = isUnsigned ? view.getBigUint64(0, true) : view.getBigInt64(0, true);
      return decimal === undefined ? value : scaled(value);
    }
    case PhysicalType.FLOAT:
    case PhysicalType.DOUBLE:
      return bytes.length === width ? floatOf(bytes) : undefined;
    case PhysicalType.INT96:
      return bytes.length === int96Bytes ? int96Nanos(view, 0) : undefined;
    default:
  }
  switch (annotation?.kind) {
    case 'FLOAT16':
      return bytes.length === width ? floatOf(bytes) : undefined;
    case 'UUID':
      return bytes.length === uuidBytes ? uuidText(bytes, 0) : bytes;
    case 'DECIMAL':
      return bytes.length <= maxDecimalBytes ? scaled(bigEndianToBigint(bytes)) : bytes;
    case 'STRING':
    case 'ENUM':
    case 'JSON':
      return textOf(bytes) ?? bytes;
    default:
      return bytes;
  }
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}
