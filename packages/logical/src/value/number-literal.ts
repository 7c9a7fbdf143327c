/**
 * Finds the position of a number or bigint in the sort order of an integer or floating-point column, even if the
 * column's type cannot represent the number exactly.
 */
import { PhysicalType } from '@marquetry/core';
import { floatBytes, floatOf } from '../order/floats.js';
import type { Literal, UserValue } from './literal.js';

/** An integer, or a number that was rounded down to an integer (`isExact` is then false). */
export interface Floored {
  readonly integer: bigint;
  readonly isExact: boolean;
}

/**
 * Finds the position of an integer among 32-bit or 64-bit integers: returns its little-endian bytes, or whether it is
 * below or above the range.
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

/** Rounds a number down to an integer. For NaN and infinities, returns a {@link Literal} instead. */
export function floored(value: number | bigint): Floored | Literal {
  if (typeof value === 'bigint') return { integer: value, isExact: true };
  if (Number.isNaN(value)) return { kind: 'nan' };
  if (!Number.isFinite(value)) return { kind: value < 0 ? 'below' : 'above' };
  const floor = Math.floor(value);
  return { integer: BigInt(floor), isExact: floor === value };
}

/**
 * Finds the position of a number in the sort order of an INT32 or INT64 column. The column is assumed to have the whole
 * range of its physical type, because a file may contain values that the annotation forbids.
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

/** Finds the position of a number in the sort order of a FLOAT16, FLOAT or DOUBLE column (`width` 2, 4 or 8 bytes). */
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
 * Returns the next lower float: decreases the magnitude of a positive float, increases that of a negative one. The
 * given float is never +0, because it was rounded up: a number that rounds up to zero is negative and becomes -0.
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
