/** Appends DECIMAL values, given as text, numbers or bigints, to columns of all four physical types. */
import { type BytesBuffer, type FixedBuffer, PhysicalType } from '@marquetry/core';
import { bigEndianBytes, parseDecimal, unscaledOf, writeBigEndian } from '@marquetry/logical';
import type { LeafNode } from '@marquetry/schema';
import type { Refuse } from '../refuse.js';
import { appendBytes } from './bytes.js';
import { putFixedBytes, putInt32, putInt64 } from './fixed.js';
import type { Put } from './put-value.js';
import { integers } from './scalar.js';

interface DecimalType {
  readonly scale: number;
  readonly precision: number;
}

/**
 * Returns a function that appends DECIMAL values. It accepts text such as `12.50`, numbers (taken as the shortest
 * decimal text that JavaScript prints for them), and bigints (whole numbers). It never rounds.
 */
export function putDecimal(
  { type, width }: LeafNode,
  decimal: DecimalType,
  buffer: FixedBuffer | BytesBuffer,
  refuse: Refuse,
): Put {
  const wanted = `a DECIMAL(${decimal.precision}, ${decimal.scale}) as text, a number or a bigint, with no more digits than the type allows`;
  const unscaled = (value: unknown): bigint => unscaledOfValue(value, decimal) ?? refuse(value, wanted);
  if (buffer.layout === 'bytes') {
    return (value) => {
      appendBytes(buffer, bigEndianBytes(unscaled(value)));
    };
  }
  if (type === PhysicalType.INT32) {
    const put = putInt32(buffer, { ...integers(32, true), wanted }, refuse);
    return (value) => put(smallUnscaled(value, decimal) ?? unscaled(value));
  }
  if (type === PhysicalType.INT64) {
    const put = putInt64(buffer, { ...integers(64, true), wanted }, refuse);
    return (value) => put(smallUnscaled(value, decimal) ?? unscaled(value));
  }
  return putFixedBytes(buffer, (value, bytes, at) => {
    const integer = unscaled(value);
    if (BigInt.asIntN(8 * width, integer) !== integer) refuse(value, wanted);
    writeBigEndian(integer, bytes, at, width);
  });
}

/** Maximum number of decimal digits that a double can always represent without loss. */
const maxDoubleDigits = 15;

/**
 * Returns the unscaled integer of a number with at most 15 digits, without converting the number to text; undefined for
 * other values. The result is exact: dividing it by a power of ten yields the given number again, and different
 * decimals of up to 15 digits are different doubles.
 */
function smallUnscaled(value: unknown, { scale, precision }: DecimalType): number | undefined {
  if (typeof value !== 'number' || scale > maxDoubleDigits) return undefined;
  const power = 10 ** scale;
  const integer = Math.round(value * power);
  const limit = 10 ** Math.min(precision, maxDoubleDigits);
  return Math.abs(integer) < limit && integer / power === value ? integer : undefined;
}

/**
 * Returns the unscaled integer of a value; undefined if the value is not a decimal, or has more digits than the type
 * allows.
 */
function unscaledOfValue(value: unknown, type: DecimalType): bigint | undefined {
  if (typeof value === 'bigint') {
    const limit = 10n ** BigInt(type.precision - type.scale);
    return value > -limit && value < limit ? value * 10n ** BigInt(type.scale) : undefined;
  }
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const decimal = parseDecimal(String(value));
  const unscaled = decimal === undefined ? undefined : unscaledOf(decimal, type.scale, type.precision);
  return unscaled?.isExact === true ? unscaled.integer : undefined;
}
