/** Converts a stored bound to the form in which rows contain values of the column (see docs/types.md). */
import { PhysicalType, viewOf } from '@marquetry/core';
import { bigEndianToBigint } from '../decimal/big-endian.js';
import { withScale } from '../decimal/text.js';
import { floatOf } from '../order/floats.js';
import type { OrderedColumn } from '../order/order-of.js';
import { int96Bytes, int96Nanos } from '../time/int96.js';
import { uuidBytes, uuidText } from '../uuid.js';

/** The value of a bound, in the form in which rows contain values of the column. */
export type BoundValue = boolean | number | bigint | string | Uint8Array;

/**
 * Decimals of more bytes than this are returned as bytes, because the time for computing digits grows faster than the
 * number of bytes.
 */
const maxDecimalBytes = 2 ** 10;

const utf8: TextDecoder = /* @__PURE__ */ new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Converts a bound, given as PLAIN bytes, to a number, a bigint (INT64; for INT96, nanoseconds since 1970), text
 * (STRING, DECIMAL, UUID) or bytes. Text that is not valid UTF-8, such as a bound that was cut inside a code point, and
 * decimals of more than 1 KiB are returned as bytes. Such bytes share memory with the bound.
 * @returns undefined if the bound has a length that no value of the column has.
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
