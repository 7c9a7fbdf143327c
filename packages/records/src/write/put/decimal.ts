/**
 * DECIMAL from text, numbers and integers, on all four physical types.
 */
import { type BytesBuffer, type FixedBuffer, PhysicalType } from '@marquetry/core';
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

/** Text such as `12.50`; numbers by their shortest text; bigints as whole numbers. Nothing is rounded. */
export function putDecimal(
  { type, width }: LeafNode,
  decimal: DecimalType,
  buffer: FixedBuffer | BytesBuffer,
  refuse: Refuse,
): Put {
  const wanted = `DECIMAL(${decimal.precision}, ${decimal.scale}): text, number or whole bigint with no more digits`;
  const unscaled = (value: unknown): bigint => unscaledOf(value, decimal) ?? refuse(value, wanted);
  if (buffer.layout === 'bytes') {
    return (value) => {
      const integer = unscaled(value);
      const bytes = new Uint8Array(byteLengthOf(integer));
      fillBigEndian(integer, bytes, 0, bytes.length);
      appendBytes(buffer, bytes);
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
    fillBigEndian(integer, bytes, at, width);
  });
}

/** Digits that a double holds whatever they are. */
const maxDoubleDigits = 15;

/**
 * The unscaled integer of a number of few digits, without text; undefined where it takes text to tell. A quotient of
 * integers that are exact is the double nearest to that decimal, and of up to 15 digits no two have the same double.
 */
function smallUnscaled(value: unknown, { scale, precision }: DecimalType): number | undefined {
  if (typeof value !== 'number' || scale > maxDoubleDigits) return undefined;
  const power = 10 ** scale;
  const integer = Math.round(value * power);
  const limit = 10 ** Math.min(precision, maxDoubleDigits);
  return Math.abs(integer) < limit && integer / power === value ? integer : undefined;
}

const decimalText = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,9}))?$/;

/** Undefined for what is no decimal, or has more digits than the type. */
function unscaledOf(value: unknown, type: DecimalType): bigint | undefined {
  if (typeof value === 'bigint') {
    const limit = 10n ** BigInt(type.precision - type.scale);
    return value > -limit && value < limit ? value * 10n ** BigInt(type.scale) : undefined;
  }
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const [whole, sign, integer = '', fraction = '', exponent = '0'] = decimalText.exec(String(value)) ?? [];
  if (whole === undefined || integer.length + fraction.length === 0) return undefined;
  const digits = (integer + fraction).replace(/^0+/, '');
  if (digits === '') return 0n;
  const zeros = Number(exponent) - fraction.length + type.scale;
  if (digits.length + zeros > type.precision) return undefined;
  const kept = zeros < 0 ? digits.slice(0, zeros) : digits + '0'.repeat(zeros);
  if (zeros < 0 && /[1-9]/.test(digits.slice(zeros))) return undefined;
  const unscaled = BigInt(kept);
  return sign === '-' ? -unscaled : unscaled;
}

/** The fewest bytes of two's complement. */
function byteLengthOf(integer: bigint): number {
  const magnitude = integer < 0n ? -1n - integer : integer;
  // A hexadecimal digit has four bits; the sign takes one more.
  const digits = magnitude.toString(16);
  const bits = 4 * (digits.length - 1) + (32 - Math.clz32(Number.parseInt(digits.charAt(0), 16)));
  return (bits >> 3) + 1;
}

function fillBigEndian(integer: bigint, bytes: Uint8Array, at: number, width: number): void {
  let rest = BigInt.asUintN(8 * width, integer);
  for (let i = at + width - 1; i >= at; i--) {
    bytes[i] = Number(rest & 0xffn);
    rest >>= 8n;
  }
}
