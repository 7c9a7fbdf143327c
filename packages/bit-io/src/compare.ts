/** Compares values with a limit and writes a bitmap: the JavaScript version of `Kernels.compareBelow`. */
import type { ComparisonType } from '@marquetry/core';

/**
 * Compares values with a limit, as `Kernels.compareBelow` specifies. Returns `undefined`, because this version does not
 * collect the matching values.
 */
export function compareBelow(
  type: ComparisonType,
  limit: bigint,
  flip: bigint,
  source: Int32Array,
  from: number,
  count: number,
  bits: Uint8Array,
): undefined {
  if (type === 'int64') {
    compareWide(limit, flip, source, from, count, bits);
  } else if (type === 'int32') {
    compareWords(wordOf(limit), wordOf(flip), source, from, count, bits);
  } else {
    const words = Int32Array.of(wordOf(limit), wordOf(limit >> 32n));
    const [bound] = type === 'float' ? new Float32Array(words.buffer) : new Float64Array(words.buffer);
    compareFloats(bound as number, flip === 0n ? 1 : -1, floatsOf(type, source, from, count), count, bits);
  }
}

/** Returns the lower 32 bits as a signed number. */
function wordOf(value: bigint): number {
  return Number(BigInt.asIntN(32, value));
}

/** Returns `count` values, starting at `from`, as an array of floats. */
function floatsOf(
  type: 'float' | 'double',
  source: Int32Array,
  from: number,
  count: number,
): Float32Array | Float64Array {
  const { buffer, byteOffset } = source;
  if (type === 'float') return new Float32Array(buffer, byteOffset + 4 * from, count);
  if (byteOffset % 8 === 0) return new Float64Array(buffer, byteOffset + 8 * from, count);
  return new Float64Array(source.slice(2 * from, 2 * (from + count)).buffer);
}

// These loops add up the results of comparisons as numbers: a branch per value would often be mispredicted.

function compareWords(
  limit: number,
  flip: number,
  source: Int32Array,
  from: number,
  count: number,
  bits: Uint8Array,
): void {
  for (let i = 0; i < count; i += 8) {
    let byte = 0;
    const width = Math.min(8, count - i);
    for (let k = 0; k < width; k++) byte |= Number(limit > ((source[from + i + k] as number) ^ flip)) << k;
    bits[i >> 3] = byte;
  }
}

function compareFloats(
  limit: number,
  sign: number,
  values: Float32Array | Float64Array,
  count: number,
  bits: Uint8Array,
): void {
  for (let i = 0; i < count; i += 8) {
    let byte = 0;
    const width = Math.min(8, count - i);
    for (let k = 0; k < width; k++) byte |= Number(limit >= sign * (values[i + k] as number)) << k;
    bits[i >> 3] = byte;
  }
}

/**
 * Compares 64-bit values that are given as two words: first the high words, as signed numbers; if these are equal, the
 * low words, as unsigned numbers.
 */
function compareWide(
  limit: bigint,
  flip: bigint,
  source: Int32Array,
  from: number,
  count: number,
  bits: Uint8Array,
): void {
  // Inverting the top bit turns unsigned order into signed order.
  const sign = 1 << 31;
  const low = wordOf(limit) ^ sign;
  const high = wordOf(limit >> 32n);
  const flipLow = wordOf(flip) ^ sign;
  const flipHigh = wordOf(flip >> 32n);
  for (let i = 0; i < count; i += 8) {
    let byte = 0;
    const width = Math.min(8, count - i);
    for (let k = 0; k < width; k++) {
      const at = 2 * (from + i + k);
      const ownHigh = (source[at + 1] as number) ^ flipHigh;
      const ownLow = (source[at] as number) ^ flipLow;
      byte |= (Number(high > ownHigh) | (Number(high === ownHigh) & Number(low > ownLow))) << k;
    }
    bits[i >> 3] = byte;
  }
}
