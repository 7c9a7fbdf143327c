import { compress, decompress, fault, letters, text } from '@marquetry/test-support/codec-bytes.js';
import lz4js from 'lz4js';
import { describe, expect, it } from 'vitest';
import { lz4Raw } from '../src/index.js';

// These blocks are built by hand according to doc/lz4_Block_format.md in lz4's repository.
describe('reading LZ4 blocks built by hand', () => {
  it('LZ4_RAW reads a block without content', () => {
    expect(decompress(lz4Raw, [0x00], 0)).toEqual(new Uint8Array(0));
  });

  it('LZ4_RAW reads a block that has only literals', () => {
    expect(decompress(lz4Raw, [0x30, 0x61, 0x62, 0x63], 3)).toEqual(text('abc'));
  });

  it('LZ4_RAW reads a match', () => {
    // The block has 4 literals; a match of 4 + 2 bytes, 3 bytes back; 1 literal.
    const packed = [0x42, 0x61, 0x62, 0x63, 0x64, 3, 0, 0x10, 0x65];
    expect(decompress(lz4Raw, packed, 11)).toEqual(text('abcdbcdbcde'));
  });

  it('LZ4_RAW reads lengths that do not fit in the token', () => {
    // The block has 15 + 255 + 0 literals; a match of 4 + 15 + 255 + 1 bytes, 1 byte back; a last token without
    // literals.
    const raw = letters(270, 200);
    const packed = [0xff, 255, 0, ...raw, 1, 0, 255, 1, 0x00];
    const last = raw[269] as number;
    expect(decompress(lz4Raw, packed, 545)).toEqual(Uint8Array.of(...raw, ...new Uint8Array(275).fill(last)));
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9])('LZ4_RAW reads a match that repeats the last %i bytes', (period) => {
    const head = text('abcdefghi').subarray(0, period);
    // A match of 4 + 11 bytes.
    const packed = [(period << 4) | 11, ...head, period, 0, 0x00];
    expect(decompress(lz4Raw, packed, period + 15)).toEqual(
      text('abcdefghi'.slice(0, period).repeat(20)).subarray(0, period + 15),
    );
  });
});

describe('reading invalid LZ4 blocks', () => {
  it.each([
    ['an empty block', [], 0, ['TRUNCATED', 0]],
    ['a block that decompresses to too few bytes', [0x30, 0x61, 0x62, 0x63], 4, ['TRUNCATED', 4]],
    ['a block that decompresses to too many bytes', [0x30, 0x61, 0x62, 0x63], 2, ['CORRUPT', 0]],
    ['truncated literals', [0x30, 0x61, 0x62], 3, ['TRUNCATED', 0]],
    ['a truncated literal length', [0xf0, 255], 300, ['TRUNCATED', 0]],
    ['a truncated offset', [0x10, 0x61, 1], 5, ['TRUNCATED', 0]],
    ['a truncated match length', [0x1f, 0x61, 1, 0, 255], 500, ['TRUNCATED', 0]],
    ['a block that does not end with literals', [0x10, 0x61, 1, 0], 5, ['TRUNCATED', 4]],
    ['an offset of 0', [0x10, 0x61, 0, 0, 0x00], 5, ['CORRUPT', 0]],
    ['an offset before the start', [0x10, 0x61, 2, 0, 0x00], 5, ['CORRUPT', 0]],
    ['a match that is too long', [0x11, 0x61, 1, 0, 0x00], 5, ['CORRUPT', 0]],
  ])('an invalid LZ4 block throws an error with the expected code and offset: %s', (_, packed, size, expected) => {
    expect(fault(lz4Raw, packed, size)).toEqual(expected);
  });
});

describe('compatibility of LZ4 blocks with lz4js', () => {
  it.each([13, 100, 255, 256, 70_000, 200_000])(
    'lz4js reads our LZ4 block of %i bytes, and our codec reads the block that lz4js writes',
    (length) => {
      for (const kinds of [1, 2, 4, 256]) {
        const raw = letters(length, kinds);
        const packed = compress(lz4Raw, raw);
        const into = new Uint8Array(length);
        expect(lz4js.decompressBlock(packed, into, 0, packed.length, 0)).toBe(length);
        expect(into).toEqual(raw);

        const theirs = new Uint8Array(length * 2 + 100);
        const size = lz4js.compressBlock(raw, theirs, 0, length, new Uint32Array(1 << 16));
        // lz4js returns 0 if the block would not be smaller than its input.
        if (size > 0) expect(decompress(lz4Raw, theirs.subarray(0, size), length)).toEqual(raw);
      }
    },
  );

  it('written LZ4 blocks satisfy the end conditions of the format', () => {
    // Older decoders require that the last 5 bytes are literals, and that no match starts within the last 12 bytes.
    for (let length = 0; length < 80; length++) {
      const packed = compress(lz4Raw, new Uint8Array(length));
      if (length < 17) expect(packed.length, `${length}`).toBe(length + (length < 15 ? 1 : 2));
      else expect(packed[packed.length - 6]! >>> 4, `${length}`).toBe(5);
    }
  });
});
