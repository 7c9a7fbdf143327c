import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { copyBits, countBits, fillBits, readBit } from '../src/index.js';
import { noise } from './reference.js';

const bit = (bytes: Uint8Array, i: number): number => (bytes[i >> 3]! >> (i & 7)) & 1;
const bitsOf = (bytes: Uint8Array): number[] => Array.from({ length: 8 * bytes.length }, (_, i) => bit(bytes, i));

describe('readBit', () => {
  it('readBit reads the least significant bit of a byte first', () => {
    const bits = Uint8Array.of(0b0000_0110, 0b1000_0000);
    expect([0, 1, 2, 3, 14, 15].map((i) => readBit(bits, i))).toEqual([0, 1, 1, 0, 0, 1]);
  });
});

describe('countBits', () => {
  it('countBits counts the 1 bits in any range', () => {
    const bits = noise(700);
    const values = bitsOf(bits);
    fc.assert(
      fc.property(fc.nat(5600), fc.nat(5600), (a, b) => {
        const [from, to] = [Math.min(a, b), Math.max(a, b)];
        expect(countBits(bits, from, to)).toBe(values.slice(from, to).reduce((sum, value) => sum + value, 0));
      }),
      { numRuns: 500 },
    );
    expect([countBits(bits, 9, 9), countBits(new Uint8Array(0), 0, 0)]).toEqual([0, 0]);
    expect(countBits(new Uint8Array(1000).fill(0xff), 0, 8000)).toBe(8000);
  });
});

describe('copyBits', () => {
  it('copyBits overwrites exactly its range of bits, at any alignment', () => {
    fc.assert(
      fc.property(fc.nat(40), fc.nat(40), fc.nat(700), fc.boolean(), (from, to, count, ones) => {
        const source = noise(Math.ceil((from + count) / 8), count + 1);
        const target = new Uint8Array(Math.ceil((to + count) / 8) + 1).fill(ones ? 0xff : 0);
        const expected = bitsOf(target);
        for (let i = 0; i < count; i++) expected[to + i] = bit(source, from + i);
        copyBits(source, from, target, to, count);
        expect(bitsOf(target)).toEqual(expected);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('fillBits', () => {
  it('fillBits sets the bits in its range and no others', () => {
    fc.assert(
      fc.property(fc.nat(40), fc.nat(300), (from, count) => {
        const target = new Uint8Array(Math.ceil((from + count) / 8) + 1);
        const expected = bitsOf(target).fill(1, from, from + count);
        fillBits(target, from, count);
        expect(bitsOf(target)).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });
});
