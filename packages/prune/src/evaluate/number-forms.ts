/**
 * Converts comparisons of numbers to limits for the `compareBelow` kernel, which evaluates `limit > (value ^ flip)` for
 * signed integers, and `limit >= (value ^ flip)` for floats. `min` and `max` are the smallest and the largest integer.
 *
 *   value < c    c > value       value <= c    c + 1 > value       value = c    min + 1 > (value ^ c ^ min)
 *   value > c    ~c > ~value     value >= c    ~(c - 1) > ~value   value != c   max > ~(value ^ c ^ min)
 *
 * Unsigned integers are converted to signed ones by inverting their highest bit. Floats are negated instead of
 * inverted. For `<` and `>`, the limit of floats is the next smaller float, because the kernel also accepts values that
 * equal the limit. A float equals `c` if it is neither less nor greater.
 */
import { compareBelow, fillBits } from '@marquetry/bit-io';
import type { ColumnKernels, ComparisonType } from '@marquetry/core';
import { bytesFor, intersect, invert } from './bits.js';

/** The types of numbers that can be compared. */
export type NumberType = ComparisonType | 'uint32' | 'uint64';

export type Operator = '=' | '!=' | '<' | '<=' | '>' | '>=';

/** The arguments of `compareBelow` that specify a comparison. */
export interface Limit {
  readonly type: ComparisonType;
  readonly limit: bigint;
  readonly flip: bigint;
}

/** Limits that must all hold. If `isInverted` is true, at least one of them must not hold. */
export interface NumberForm {
  readonly limits: readonly Limit[];
  readonly isInverted: boolean;
}

const isFloat = (type: NumberType): type is 'float' | 'double' => type === 'float' || type === 'double';

/** Converts a comparison to limits for the kernel. */
export function formOf(type: NumberType, comparison: Operator, constant: number | bigint): NumberForm {
  const isEqual = comparison === '=' || comparison === '!=';
  if (!isFloat(type)) {
    const limit = limitOfIntegers(type, comparison, BigInt(constant));
    return { limits: limit === undefined ? [] : [limit], isInverted: false };
  }
  const relations: readonly Operator[] = isEqual ? ['<=', '>='] : [comparison];
  const limits = relations.map((relation) => limitOfFloats(type, relation, Number(constant)));
  return { limits, isInverted: comparison === '!=' };
}

/**
 * Returns the limit for a comparison of integers. Returns undefined if all integers satisfy the comparison: `<=` the
 * largest or `>=` the smallest integer.
 */
function limitOfIntegers(
  type: 'int32' | 'uint32' | 'int64' | 'uint64',
  comparison: Operator,
  constant: bigint,
): Limit | undefined {
  const isWide = type.endsWith('64');
  const top = 1n << (isWide ? 63n : 31n);
  const upper = type[0] === 'u' ? top : 0n;
  const c = BigInt.asIntN(isWide ? 64 : 32, constant ^ upper);
  const made = (limit: bigint, flip: bigint): Limit | undefined => {
    const signed = isWide ? 'int64' : 'int32';
    return limit === top ? undefined : { type: signed, limit: repeated(limit, isWide), flip: repeated(flip, isWide) };
  };
  switch (comparison) {
    case '=':
      return made(1n - top, upper ^ c ^ top);
    case '!=':
      return made(top - 1n, ~(upper ^ c ^ top));
    case '<':
      return made(c, upper);
    case '<=':
      return made(c + 1n, upper);
    case '>':
      return made(~c, ~upper);
    case '>=':
      return made(-c, ~upper);
  }
}

function limitOfFloats(type: 'float' | 'double', comparison: Operator, constant: number): Limit {
  const isWide = type === 'double';
  const top = 1n << (isWide ? 63n : 31n);
  const isAbove = comparison[0] === '>';
  const bound = isAbove ? -constant : constant;
  let limit = isWide
    ? (new BigInt64Array(Float64Array.of(bound).buffer)[0] as bigint)
    : BigInt(new Int32Array(Float32Array.of(bound).buffer)[0] as number);
  // Use the next smaller float: for 0, the negative float closest to 0; for -Infinity, NaN, which no value is below.
  if (comparison[1] !== '=' && !Number.isNaN(bound)) limit = bound === 0 ? top + 1n : limit + (bound > 0 ? -1n : 1n);
  return { type, limit: repeated(limit, isWide), flip: repeated(isAbove ? top : 0n, isWide) };
}

/** Returns the 64 bits of an 8-byte value, or the bits of a 4-byte value twice. */
function repeated(value: bigint, isWide: boolean): bigint {
  return isWide ? BigInt.asIntN(64, value) : BigInt.asIntN(64, BigInt.asUintN(32, value) * 0x1_0000_0001n);
}

/**
 * Writes one bit per value to `bits`: 1 if the value satisfies the comparison. The `count` values start at the first
 * word of `source`. `bits` must have a bit for each of them.
 */
export function testForm(
  { limits, isInverted }: NumberForm,
  source: Int32Array,
  count: number,
  bits: Uint8Array,
  kernels: ColumnKernels,
): void {
  const run = kernels.compareBelow ?? compareBelow;
  const own = bits.subarray(0, bytesFor(count));
  if (limits.length === 0) fillBits(own.fill(0), 0, count);
  for (let i = 0; i < limits.length; i++) {
    const { flip, limit, type } = limits[i] as Limit;
    const found = i === 0 ? own : new Uint8Array(own.length);
    run(type, limit, flip, source, 0, count, found);
    if (i > 0) intersect(own, found);
  }
  if (isInverted) invert(own, count);
}
