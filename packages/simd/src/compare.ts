/**
 * Comparisons with a constant, to a bitmap.
 */
import type { Comparison, ComparisonType, Kernels } from '@marquetry/core';
import { type Arena, addressOfWords, inputAt, outputAt, regionBytes, wordsAt } from './arena.js';

/** The first of six kinds of assembly/compare.ts. */
const kinds: Readonly<Record<ComparisonType, number>> = {
  int32: 0,
  uint32: 0,
  int64: 6,
  uint64: 6,
  float: 12,
  double: 18,
};
const comparisons: readonly Comparison[] = ['=', '!=', '<', '<=', '>', '>='];

/** `compare` over an arena. */
export function createCompare(arena: Arena): NonNullable<Kernels['compare']> {
  return (type, comparison, constant, source, from, count, bits) => {
    const { bytes, module } = arena;
    const words = type.endsWith('64') || type === 'double' ? 2 : 1;
    const kind = kinds[type] + comparisons.indexOf(comparison);
    // A vector of the constant, and one of the bits that are inverted in both.
    const view = new DataView(bytes.buffer, wordsAt, 32);
    bytes.fill(0, wordsAt, wordsAt + 32);
    const signs = type[0] === 'u' ? 1 << 31 : 0;
    for (let at = 0; at < 16; at += 4 * words) {
      if (type === 'double') view.setFloat64(at, Number(constant), true);
      else if (type === 'float') view.setFloat32(at, Number(constant), true);
      else if (words === 2) view.setBigInt64(at, BigInt(constant), true);
      else view.setInt32(at, Number(constant), true);
      const last = at + 4 * words - 4;
      view.setInt32(last, view.getInt32(last, true) ^ signs, true);
      view.setInt32(16 + last, signs, true);
    }
    const end = Math.min(count, Math.floor(source.length / words) - from, 8 * bits.length);
    const piece = regionBytes / 8;
    for (let done = 0; done < end; done += piece) {
      const n = Math.min(piece, end - done);
      const values = addressOfWords(arena, source, words * (from + done), words * n, inputAt);
      module.compare(values, kind, words - 1, wordsAt, outputAt, n);
      const last = outputAt + (n >> 3);
      if ((n & 7) !== 0) bytes[last] = (bytes[last] as number) & (0xff >> (8 - (n & 7)));
      bits.set(bytes.subarray(outputAt, outputAt + Math.ceil(n / 8)), done >> 3);
    }
  };
}
