import { describe, expect, it } from 'vitest';
import { unpackDelta32, unpackDelta64 } from '../src/index.js';
import { alignments, bitsOf, counts, noise, tails, widths } from './reference.js';

/**
 * Returns the deltas of a given width that `noise` contains, starting at a byte position. The bytes of `noise` do not
 * depend on its length: a shorter array is a prefix of a longer one.
 */
function deltasAt(position: number, width: number): bigint[] {
  const most = Math.max(...counts);
  const source = noise(position + Math.ceil((most * width) / 8), width + 1);
  return Array.from({ length: most }, (_, i) => bitsOf(source, 8 * position + i * width, width));
}

describe('unpackDelta32', () => {
  it.each(widths(64))('unpackDelta32 sums deltas of width %i modulo 2^32', (width) => {
    for (const position of alignments) {
      const deltas = deltasAt(position, width);
      for (const count of counts) {
        for (const tail of tails) {
          const source = noise(position + Math.ceil((count * width) / 8) + tail, width + 1);
          const minDelta = -1_000_000_007;
          const target = new Int32Array(count + 2).fill(-7);
          const last = unpackDelta32(source, position, width, minDelta, 2_000_000_000, target, 1, count);
          let value = 2_000_000_000n;
          const expected = [-7];
          for (let i = 0; i < count; i++) {
            value += BigInt(minDelta) + deltas[i]!;
            expected.push(Number(BigInt.asIntN(32, value)));
          }
          expect([...target]).toEqual([...expected, -7]);
          expect(last).toBe(count === 0 ? 2_000_000_000 : expected[count]);
        }
      }
    }
  });
});

describe('unpackDelta64', () => {
  const starts: readonly (readonly [string, bigint, bigint])[] = [
    ['a small rising value', 1000n, 3n],
    ['a falling value that crosses 0', 50n, -17n],
    ['a low word that is about to overflow', 0x1_ffff_ff00n, 5n],
    ['a low word that is about to underflow', 0x2_0000_0010n, -1_000n],
    ['the largest value and the largest step', 2n ** 63n - 1n, 2n ** 63n - 1n],
    ['the smallest value and the smallest step', -(2n ** 63n), -(2n ** 63n)],
    ['words whose sign bit is set', -0x7fff_ffff_0000_0001n, 0x8000_0000n],
  ];
  describe.each(starts)('unpackDelta64 starting from %s', (_, first, minDelta) => {
    it.each(widths(64))('unpackDelta64 sums deltas of width %i modulo 2^64', (width) => {
      const position = 1;
      const deltas = deltasAt(position, width);
      for (const count of counts) {
        for (const tail of tails) {
          const source = noise(position + Math.ceil((count * width) / 8) + tail, width + 1);
          const state = new Int32Array(BigInt64Array.of(minDelta, first).buffer);
          const target = new BigInt64Array(count + 2).fill(-7n);
          unpackDelta64(source, position, width, state, new Int32Array(target.buffer), 1, count);
          let value = first;
          const expected = [-7n];
          for (let i = 0; i < count; i++) {
            value = BigInt.asIntN(64, value + minDelta + deltas[i]!);
            expected.push(value);
          }
          expect([...target]).toEqual([...expected, -7n]);
          expect([...new BigInt64Array(state.buffer)]).toEqual([minDelta, value]);
        }
      }
    });
  });
});
