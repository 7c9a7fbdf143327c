import { isParquetError } from '@marquetry/core';
import snappyjs from 'snappyjs';
import { describe, expect, it } from 'vitest';
import { createSnappy, snappy } from '../src/index.js';

const text = (value: string) => new TextEncoder().encode(value);

function decompress(packed: ArrayLike<number>, size: number): Uint8Array {
  const into = new Uint8Array(size);
  snappy.decompress(Uint8Array.from(packed), into);
  return into;
}

function fault(packed: ArrayLike<number>, size: number): [code: string, offset: number | undefined] | undefined {
  try {
    decompress(packed, size);
    return undefined;
  } catch (error) {
    if (!isParquetError(error)) throw error;
    return [error.code, error.at.offset];
  }
}

// These blocks are built by hand according to format_description.txt in google/snappy.
describe('reading Snappy blocks built by hand', () => {
  it('the Snappy codec reads a block without content', () => {
    expect(decompress([0x00], 0)).toEqual(new Uint8Array(0));
  });

  it('the Snappy codec reads a literal whose length is in its tag', () => {
    // The block has the size 3, and a literal of 3 bytes, whose tag is (3 - 1) << 2.
    expect(decompress([0x03, 0x08, 0x61, 0x62, 0x63], 3)).toEqual(text('abc'));
  });

  it.each([
    [1, 100, [0x64, 60 << 2, 99]],
    [2, 300, [0xac, 0x02, 61 << 2, 0x2b, 0x01]],
    [3, 70000, [0xf0, 0xa2, 0x04, 62 << 2, 0x6f, 0x11, 0x01]],
    [4, 70000, [0xf0, 0xa2, 0x04, 63 << 2, 0x6f, 0x11, 0x01, 0x00]],
  ])('the Snappy codec reads a literal whose length takes %i additional bytes', (_, size, head) => {
    const raw = Uint8Array.from({ length: size }, (_, i) => i * 7);
    expect(decompress([...head, ...raw], size)).toEqual(raw);
  });

  it('the Snappy codec reads each kind of copy', () => {
    // The block has the literal 'abcd'; COPY_1 of 5 bytes, 4 back; COPY_2 of 3 bytes, 9 back; COPY_4 of 2 bytes, 1
    // back.
    const packed = [
      14,
      0x0c,
      0x61,
      0x62,
      0x63,
      0x64,
      ((5 - 4) << 2) | 1,
      4,
      (2 << 2) | 2,
      9,
      0,
      (1 << 2) | 3,
      1,
      0,
      0,
      0,
    ];
    expect(decompress(packed, 14)).toEqual(text('abcdabcdaabccc'));
  });

  it('the Snappy codec reads a COPY_1 element, whose tag contains the high bits of the offset', () => {
    const raw = Uint8Array.from({ length: 1800 }, (_, i) => (i * i) >> 3);
    // The block has the size 1804, a literal, and COPY_1 of 4 bytes, 1795 = 7 << 8 | 3 bytes back.
    const packed = [0x8c, 0x0e, 61 << 2, 0x07, 0x07, ...raw, (7 << 5) | 1, 3];
    expect(decompress(packed, 1804)).toEqual(Uint8Array.of(...raw, ...raw.subarray(5, 9)));
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9])(
    'a Snappy copy that is longer than its offset repeats the last %i bytes',
    (period) => {
      const head = text('abcdefghi').subarray(0, period);
      const expected = text('abcdefghi'.slice(0, period).repeat(80)).subarray(0, period + 64);
      const packed = [period + 64, (period - 1) << 2, ...head, (63 << 2) | 2, period, 0];
      expect(decompress(packed, period + 64)).toEqual(expected);
    },
  );
});

describe('reading invalid Snappy blocks', () => {
  it.each([
    ['an empty block', [], 0, 'TRUNCATED', 0],
    ['a size without an end', [0x80], 0, 'TRUNCATED', 0],
    ['a size of six bytes', [0x80, 0x80, 0x80, 0x80, 0x80, 0x00], 0, 'CORRUPT', 0],
    ['a size other than expected', [0x04, 0x08, 0x61, 0x62, 0x63], 3, 'CORRUPT', 0],
    ['a size of 2^35', [0xff, 0xff, 0xff, 0xff, 0x7f], 3, 'CORRUPT', 0],
    ['a block that decompresses to too few bytes', [0x04, 0x08, 0x61, 0x62, 0x63], 4, 'TRUNCATED', 5],
    ['a truncated literal', [0x03, 0x08, 0x61, 0x62], 3, 'TRUNCATED', 1],
    ['a truncated length', [0x03, 61 << 2, 0x02], 3, 'TRUNCATED', 1],
    ['a literal of 2^32 bytes', [0x03, 63 << 2, 0xff, 0xff, 0xff, 0xff, 0x61], 3, 'TRUNCATED', 1],
    ['a literal that is too long', [0x02, 0x08, 0x61, 0x62, 0x63], 2, 'CORRUPT', 1],
    ['a truncated COPY_1', [0x05, 0x00, 0x61, 0x01], 5, 'TRUNCATED', 3],
    ['a truncated COPY_2', [0x05, 0x00, 0x61, 0x0e, 1], 5, 'TRUNCATED', 3],
    ['a truncated COPY_4', [0x05, 0x00, 0x61, 0x0f, 1, 0, 0], 5, 'TRUNCATED', 3],
    ['an offset of 0', [0x05, 0x00, 0x61, 0x0e, 0, 0], 5, 'CORRUPT', 3],
    ['an offset before the start', [0x05, 0x00, 0x61, 0x0e, 2, 0], 5, 'CORRUPT', 3],
    ['an offset of 2^32 - 1', [0x05, 0x00, 0x61, 0x0f, 0xff, 0xff, 0xff, 0xff], 5, 'CORRUPT', 3],
    ['a copy that is too long', [0x04, 0x00, 0x61, 0x0e, 1, 0], 4, 'CORRUPT', 3],
    ['an element after the last', [0x01, 0x00, 0x61, 0x00, 0x61], 1, 'CORRUPT', 3],
  ])(
    'an invalid Snappy block throws an error with the expected code and offset: %s',
    (_, packed, size, code, offset) => {
      expect(fault(packed, size)).toEqual([code, offset]);
    },
  );
});

describe('compatibility of Snappy blocks with snappyjs', () => {
  const letters = (length: number, kinds: number) => {
    let state = length + kinds;
    return Uint8Array.from({ length }, () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return (state >>> 16) % kinds;
    });
  };

  it.each([0, 1, 15, 16, 17, 60, 61, 256, 257, 65_535, 65_536, 65_537, 200_000])(
    'snappyjs reads our Snappy block of %i bytes, and our codec reads the block that snappyjs writes',
    (length) => {
      for (const kinds of [1, 2, 4, 256]) {
        const raw = letters(length, kinds);
        expect(decompress(snappyjs.compress(raw), length)).toEqual(raw);
        if (snappy.compress === undefined) throw new Error('no compressor');
        const packed = snappy.compress(raw);
        expect(Uint8Array.from(snappyjs.uncompress(packed))).toEqual(raw);
        // Our block is at most 2 % and a few bytes larger than that of snappyjs.
        expect(packed.length).toBeLessThanOrEqual(snappyjs.compress(raw).length * 1.02 + 16);
      }
    },
  );
});

describe('the output memory of the Snappy codec', () => {
  const raw = text('a page that is packed, a page that is packed again');

  it('compress calls its argument `memory` once, with the maximum size of a block, and returns a view of it', () => {
    const asked: number[] = [];
    const memory = new Uint8Array(1000).fill(0xa5);
    const packed = snappy.compress?.(raw, (byteLength) => {
      asked.push(byteLength);
      return memory;
    });
    expect(asked).toHaveLength(1);
    expect(asked[0]).toBeGreaterThan(raw.length);
    expect(packed?.buffer).toBe(memory.buffer);
    expect(packed).toEqual(snappy.compress?.(raw));
  });

  it('compress allocates memory for each call if the `memory` argument is missing', () => {
    const first = snappy.compress?.(raw);
    const kept = first?.slice();
    snappy.compress?.(text('other bytes of about the same length as those before'));
    expect(first).toEqual(kept);
    expect(first?.buffer.byteLength).toBe(first?.length);
  });

  it('the `snappyCompress` kernel writes its elements after the uncompressed length that compress has written', () => {
    const positions: number[] = [];
    const codec = createSnappy({
      snappyCompress(bytes, packed, position) {
        positions.push(position);
        packed.set([(bytes.length - 1) << 2, ...bytes], position);
        return position + 1 + bytes.length;
      },
    });
    expect(codec.compress?.(text('abc'))).toEqual(Uint8Array.of(3, 8, 0x61, 0x62, 0x63));
    expect(positions).toEqual([1]);
    expect(codec.decompress).toBe(snappy.decompress);
  });
});
