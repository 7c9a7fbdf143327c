import { describe, expect, it } from 'vitest';
import { pack, unpack } from '../src/index.js';
import { alignments, bitsOf, counts, noise, tails, widths } from './reference.js';

describe('unpack', () => {
  it("unpack reads the specification's example: 88 C6 FA at width 3 contains the integers 0 to 7", () => {
    const target = new Int32Array(8);
    unpack(Uint8Array.of(0x88, 0xc6, 0xfa, 0x77), 0, 3, target, 0, 8);
    expect([...target]).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  it.each(widths(32))(
    'unpack returns the same values as a bit-by-bit reader at width %i, and writes nothing after the values',
    (width) => {
      for (const count of counts) {
        for (const position of alignments) {
          for (const tail of tails) {
            const byteLength = Math.ceil((count * width) / 8);
            const source = noise(position + byteLength + tail, width + 1);
            const target = new Int32Array(count + 4).fill(-7);
            unpack(source, position, width, target, 2, count);
            const expected = [-7, -7];
            for (let i = 0; i < count; i++) {
              expected.push(Number(BigInt.asIntN(32, bitsOf(source, 8 * position + i * width, width))));
            }
            expect([...target]).toEqual([...expected, -7, -7]);
          }
        }
      }
    },
  );

  it('unpack reads only the bytes of the view, not other bytes of its buffer', () => {
    const buffer = new Uint8Array(64).fill(0xff);
    const source = new Uint8Array(buffer.buffer, 5, 3);
    source.set([0x88, 0xc6, 0xfa]);
    const target = new Int32Array(8);
    unpack(source, 0, 3, target, 0, 8);
    expect([...target]).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });
});

describe('pack', () => {
  it("pack writes the specification's example, the integers 0 to 7 at width 3", () => {
    const target = new Uint8Array(5).fill(0xee);
    pack(Int32Array.of(9, 0, 1, 2, 3, 4, 5, 6, 7), 1, 8, 3, target, 1);
    expect([...target]).toEqual([0xee, 0x88, 0xc6, 0xfa, 0xee]);
  });

  it.each(widths(32))(
    'pack is the inverse of unpack at width %i, and sets the bits after the last value to 0',
    (width) => {
      for (const count of counts) {
        const byteLength = Math.ceil((count * width) / 8);
        const values = new Int32Array(count);
        unpack(noise(byteLength + 8, width + 3), 0, width, values, 0, count);
        const packed = new Uint8Array(byteLength + 3).fill(0xee);
        pack(values, 0, count, width, packed, 1);
        const again = new Int32Array(count);
        unpack(packed, 1, width, again, 0, count);
        expect(again).toEqual(values);
        expect([packed[0], packed[byteLength + 1], packed[byteLength + 2]]).toEqual([0xee, 0xee, 0xee]);
        const padding = 8 * byteLength - count * width;
        if (padding > 0) expect(packed[byteLength]! >> (8 - padding)).toBe(0);
      }
    },
  );

  it('pack drops the bits of a value that exceed the width', () => {
    const target = new Uint8Array(1);
    pack(Int32Array.of(-1, 0, -1, 0), 0, 4, 2, target, 0);
    expect(target[0]).toBe(0b00110011);
  });
});
