/** Finds the position of a caller's decimal among the values of a DECIMAL column. */
import { PhysicalType } from '@marquetry/core';
import { bigEndianBytes, bigEndianLength } from '../decimal/big-endian.js';
import { type DecimalDigits, parseDecimal, unscaledOf } from '../decimal/text.js';
import type { OrderedColumn } from '../order/order-of.js';
import type { Literal, UserValue } from './literal.js';
import { wordLiteral } from './number-literal.js';

/**
 * A decimal that needs more digits than this is treated as greater or less than every value of any column. The limit is
 * needed because a short text, such as `1e999999999`, can have any number of digits.
 */
const maxDigits = 10_000;

/**
 * Finds the position of a caller's decimal in the sort order of a DECIMAL column. Text and numbers are not rounded. A
 * bigint is the value itself, not the unscaled integer. Bytes are the unscaled integer in big-endian order, as the
 * column stores it.
 */
export function decimalLiteral(
  { type, width }: OrderedColumn,
  { scale }: { readonly scale: number },
  value: UserValue,
): Literal | undefined {
  if (typeof value === 'number' && !Number.isFinite(value)) {
    return { kind: Number.isNaN(value) ? 'nan' : value < 0 ? 'below' : 'above' };
  }
  const isWord = type === PhysicalType.INT32 || type === PhysicalType.INT64;
  if (value instanceof Uint8Array) {
    const isValue = !isWord && (type === PhysicalType.BYTE_ARRAY || value.length === width);
    return isValue ? { kind: 'exact', bytes: value } : undefined;
  }
  const decimal = decimalOf(value);
  if (decimal === undefined) return undefined;
  const unscaled = unscaledOf(decimal, scale, maxDigits);
  if (unscaled === undefined) return { kind: decimal.isNegative ? 'below' : 'above' };
  if (isWord) return wordLiteral(type, true, unscaled);
  const { integer, isExact } = unscaled;
  const length = bigEndianLength(integer);
  if (type === PhysicalType.FIXED_LEN_BYTE_ARRAY && length > width) return { kind: integer < 0n ? 'below' : 'above' };
  const bytes = bigEndianBytes(integer, type === PhysicalType.FIXED_LEN_BYTE_ARRAY ? width : length);
  return isExact ? { kind: 'exact', bytes } : { kind: 'gap', after: bytes };
}

function decimalOf(value: Exclude<UserValue, Uint8Array>): DecimalDigits | undefined {
  if (typeof value === 'bigint' && (value >= 1n << 20_000n || value <= -1n << 20_000n)) {
    // Converting a huge integer to decimal digits would take long, and all decimals with more than `maxDigits` digits
    // have the same place.
    return { isNegative: value < 0n, digits: '1', exponent: maxDigits + 1 };
  }
  return parseDecimal(String(value));
}
