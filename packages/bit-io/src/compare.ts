/** Compares values with a constant and writes a bitmap: the JavaScript version of `Kernels.compare`. */
import type { Comparison, ComparisonType } from '@marquetry/core';

/**
 * The outcomes for which a comparison is true. Three flags state whether it is true for lesser, equal and greater
 * values. A fourth flag inverts the result.
 */
type Parts = readonly [less: number, equal: number, greater: number, inverted: number];

const partsOf: Readonly<Record<Comparison, Parts>> = /* @__PURE__ */ (() => ({
  '=': [0, 1, 0, 0],
  // NaN is unequal to every number.
  '!=': [0, 1, 0, 1],
  '<': [1, 0, 0, 0],
  '<=': [1, 1, 0, 0],
  '>': [0, 0, 1, 0],
  '>=': [0, 1, 1, 0],
}))();

/** Compares values with a constant, as {@link Kernels.compare} specifies. */
export function compare(
  type: ComparisonType,
  comparison: Comparison,
  constant: number | bigint,
  source: Int32Array,
  from: number,
  count: number,
  bits: Uint8Array,
): void {
  const parts = partsOf[comparison];
  if (type === 'int64' || type === 'uint64') compareWide(type, parts, BigInt(constant), source, from, count, bits);
  else compareNumbers(numbersOf(type, source, from, count), parts, Number(constant), count, bits);
}

/** Returns `count` values, starting at `from`, as an array of the given type. */
function numbersOf(
  type: ComparisonType,
  source: Int32Array,
  from: number,
  count: number,
): Int32Array | Uint32Array | Float32Array | Float64Array {
  const { buffer, byteOffset } = source;
  if (type === 'int32') return source.subarray(from, from + count);
  if (type === 'uint32') return new Uint32Array(buffer, byteOffset + 4 * from, count);
  if (type === 'float') return new Float32Array(buffer, byteOffset + 4 * from, count);
  if (byteOffset % 8 === 0) return new Float64Array(buffer, byteOffset + 8 * from, count);
  return new Float64Array(source.slice(2 * from, 2 * (from + count)).buffer);
}

// These loops add up the results of comparisons as numbers: a branch per value would often be mispredicted.

function compareNumbers(
  values: Int32Array | Uint32Array | Float32Array | Float64Array,
  [less, equal, greater, inverted]: Parts,
  constant: number,
  count: number,
  bits: Uint8Array,
): void {
  for (let i = 0; i < count; i += 8) {
    let byte = 0;
    const width = Math.min(8, count - i);
    for (let k = 0; k < width; k++) {
      const value = values[i + k] as number;
      const isIn =
        (less & Number(value < constant)) | (equal & Number(value === constant)) | (greater & Number(value > constant));
      byte |= (isIn ^ inverted) << k;
    }
    bits[i >> 3] = byte;
  }
}

/**
 * Compares 64-bit values that are given as two words: first the high words, as signed numbers; if these are equal, the
 * low words, as unsigned numbers.
 */
function compareWide(
  type: 'int64' | 'uint64',
  [less, equal, greater, inverted]: Parts,
  constant: bigint,
  source: Int32Array,
  from: number,
  count: number,
  bits: Uint8Array,
): void {
  // Flipping the sign bits turns unsigned order into signed order.
  const sign = 1 << 31;
  const flip = type === 'uint64' ? sign : 0;
  const low = Number(BigInt.asIntN(32, constant)) ^ sign;
  const high = Number(BigInt.asIntN(32, constant >> 32n)) ^ flip;
  // A value is greater if it is neither less nor equal.
  const ifLess = less ^ greater;
  const ifEqual = equal ^ greater;
  const flipped = inverted ^ greater;
  for (let i = 0; i < count; i += 8) {
    let byte = 0;
    const width = Math.min(8, count - i);
    for (let k = 0; k < width; k++) {
      const at = 2 * (from + i + k);
      const ownHigh = (source[at + 1] as number) ^ flip;
      const ownLow = (source[at] as number) ^ sign;
      const isTied = Number(ownHigh === high);
      const isLess = Number(ownHigh < high) | (isTied & Number(ownLow < low));
      byte |= (((ifLess & isLess) | (ifEqual & isTied & Number(ownLow === low))) ^ flipped) << k;
    }
    bits[i >> 3] = byte;
  }
}
