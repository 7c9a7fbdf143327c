/** Compares values with a constant and writes a bitmap: the JavaScript version of `Kernels.compare`. */
import type { Comparison, ComparisonType } from '@marquetry/core';

// How a value can compare with the constant, one bit each; NaN is unordered.
const less = 1;
const equal = 2;
const greater = 4;
const unordered = 8;

const accepted: Readonly<Record<Comparison, number>> = /* @__PURE__ */ (() => ({
  '=': equal,
  '!=': less | greater | unordered,
  '<': less,
  '<=': less | equal,
  '>': greater,
  '>=': greater | equal,
}))();

/** See {@link Kernels.compare}. */
export function compare(
  type: ComparisonType,
  comparison: Comparison,
  constant: number | bigint,
  source: Int32Array,
  from: number,
  count: number,
  bits: Uint8Array,
): void {
  const mask = accepted[comparison];
  if (type === 'int64' || type === 'uint64') compareWide(type, mask, BigInt(constant), source, from, count, bits);
  else compareNumbers(numbersOf(type, source, from, count), mask, Number(constant), count, bits);
}

/** Returns the `count` values from `from` on as an array of their own number type. */
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

function compareNumbers(
  values: Int32Array | Uint32Array | Float32Array | Float64Array,
  mask: number,
  constant: number,
  count: number,
  bits: Uint8Array,
): void {
  for (let i = 0; i < count; i += 8) {
    let byte = 0;
    for (let k = 0; k < 8 && i + k < count; k++) {
      const value = values[i + k] as number;
      const order = value < constant ? less : value > constant ? greater : value === constant ? equal : unordered;
      if ((order & mask) !== 0) byte |= 1 << k;
    }
    bits[i >> 3] = byte;
  }
}

/** Compares values of two words: the high words decide, signed; if they are equal, the low words do, unsigned. */
function compareWide(
  type: 'int64' | 'uint64',
  mask: number,
  constant: bigint,
  source: Int32Array,
  from: number,
  count: number,
  bits: Uint8Array,
): void {
  // With the sign bit flipped, unsigned order becomes signed order.
  const sign = 1 << 31;
  const flip = type === 'uint64' ? sign : 0;
  const low = Number(BigInt.asIntN(32, constant)) ^ sign;
  const high = Number(BigInt.asIntN(32, constant >> 32n)) ^ flip;
  for (let i = 0; i < count; i += 8) {
    let byte = 0;
    for (let k = 0; k < 8 && i + k < count; k++) {
      const at = 2 * (from + i + k);
      const ownHigh = (source[at + 1] as number) ^ flip;
      const ownLow = (source[at] as number) ^ sign;
      const isLess = ownHigh < high || (ownHigh === high && ownLow < low);
      const order = isLess ? less : ownHigh === high && ownLow === low ? equal : greater;
      if ((order & mask) !== 0) byte |= 1 << k;
    }
    bits[i >> 3] = byte;
  }
}
