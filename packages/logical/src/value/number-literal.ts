/**
 * Finds where a number or bigint falls in the order of an integer or floating-point column, even if the column's type
 * cannot represent it exactly.
 */
import { PhysicalType } from '@marquetry/core';
import { floatBytes, floatOf } from '../order/floats.js';
import type { Literal, UserValue } from './literal.js';

/** An integer; a number that is not whole is rounded towards minus infinity. */
export interface Floored {
  readonly integer: bigint;
  readonly isExact: boolean;
}

/**
 * Locates an integer in the order of 32-bit or 64-bit integers: returns its little-endian bytes, or the side on which
 * it is out of range.
 */
export function wordLiteral(
  type: typeof PhysicalType.INT32 | typeof PhysicalType.INT64,
  isSigned: boolean,
  { integer, isExact }: Floored,
): Literal {
  const width = type === PhysicalType.INT32 ? 4 : 8;
  const span = 1n << BigInt(8 * width);
  const least = isSigned ? -span / 2n : 0n;
  if (integer < least) return { kind: 'below' };
  if (integer >= least + span) return { kind: 'above' };
  const bytes = new Uint8Array(width);
  const view = new DataView(bytes.buffer);
  if (width === 4) view.setInt32(0, Number(BigInt.asIntN(32, integer)), true);
  else view.setBigInt64(0, BigInt.asIntN(64, integer), true);
  return isExact ? { kind: 'exact', bytes } : { kind: 'gap', after: bytes };
}

/** Rounds a number down to an integer. Returns undefined for NaN and infinities. */
export function floored(value: number | bigint): Floored | Literal {
  if (typeof value === 'bigint') return { integer: value, isExact: true };
  if (Number.isNaN(value)) return { kind: 'nan' };
  if (!Number.isFinite(value)) return { kind: value < 0 ? 'below' : 'above' };
  const floor = Math.floor(value);
  return { integer: BigInt(floor), isExact: floor === value };
}

/**
 * Locates a number in the order of an INT32 or INT64 column. The column is assumed to have the whole range of its
 * physical type, because a file may contain values that the annotation forbids.
 */
export function integerLiteral(
  type: typeof PhysicalType.INT32 | typeof PhysicalType.INT64,
  isSigned: boolean,
  value: UserValue,
): Literal | undefined {
  if (typeof value !== 'number' && typeof value !== 'bigint') return undefined;
  const integer = floored(value);
  return 'kind' in integer ? integer : wordLiteral(type, isSigned, integer);
}

/** Locates a number in the order of a FLOAT16, FLOAT or DOUBLE column, whose values have 2, 4 or 8 bytes. */
export function floatLiteral(width: number, value: UserValue): Literal | undefined {
  if (typeof value !== 'number' && typeof value !== 'bigint') return undefined;
  if (Number.isNaN(value)) return { kind: 'nan' };
  const nearest = floatBytes(Number(value), width);
  const rounded = floatOf(nearest);
  // Comparing a bigint with a number is exact.
  // biome-ignore lint/suspicious/noDoubleEquals: 1n === 1 is false
  if (rounded == value) return { kind: 'exact', bytes: nearest };
  return { kind: 'gap', after: rounded < value ? nearest : nextBelow(nearest) };
}

/**
 * Returns the next lower float, by decreasing or increasing its magnitude bits. The float is never +0: only negative
 * numbers are rounded up to zero, and they become -0.
 */
function nextBelow(bytes: Uint8Array): Uint8Array {
  const below = new Uint8Array(bytes);
  const last = below.length - 1;
  const isNegative = (below[last] as number) > 0x7f;
  const step = isNegative ? 1 : -1;
  for (let i = 0; i <= last; i++) {
    const byte = (below[i] as number) + step;
    below[i] = byte;
    if (byte >= 0 && byte <= 0xff) break;
  }
  return below;
}
