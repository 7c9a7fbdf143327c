import { decompress, fault } from '@marquetry/test-support/codec-bytes.js';
import { hex } from '@marquetry/test-support/hex.js';
import { describe, expect, it } from 'vitest';
import { lzo } from '../src/index.js';
import { framed } from './framed.js';
import { faults, vectors } from './vectors.js';

describe('reading LZO streams built by hand', () => {
  it.each(vectors)('the LZO codec reads the test vector: $name', ({ stream, raw }) => {
    expect(decompress(lzo, framed(raw.length, stream), raw.length)).toEqual(raw);
  });

  // These streams were compressed by liblzo2 2.10: level 999 uses every instruction, level 1 only some.
  const words = 'hello hello hello hello, world; world hello';
  it.each([
    [
      'lzo1x_1',
      '03 68 65 6c 6c 6f 20 2f 14 00 00 02 2c 20 77 6f 72 6c 64 3b 20 77 6f 72 6c 64 20 68 65 6c 6c 6f 11 00 00',
    ],
    ['lzo1x_999', '17 68 65 6c 6c 6f 20 2f 14 00 05 2c 20 77 6f 72 6c 64 3b b8 00 ac 02 11 00 00'],
  ])('the LZO codec reads what the compressor %s of liblzo2 writes', (_, stream) => {
    const raw = decompress(lzo, framed(words.length, stream), words.length);
    expect(new TextDecoder().decode(raw)).toBe(words);
  });
});

describe('reading invalid LZO streams', () => {
  it.each(faults)(
    'an invalid LZO stream throws an error with the expected code and offset: %s',
    (_, stream, size, code, offset) => {
      // The framing before the stream takes 8 bytes.
      expect(fault(lzo, framed(size, stream), size)).toEqual([code, 8 + offset]);
    },
  );

  it.each(vectors)('an LZO stream that is truncated at any byte throws TRUNCATED: $name', ({ stream, raw }) => {
    for (let length = 0; length < stream.length; length++) {
      expect(fault(lzo, framed(raw.length, stream.subarray(0, length)), raw.length)[0]).toBe('TRUNCATED');
    }
  });

  it('an LZO stream of version 1 (lzo-rle, as used by the Linux kernel) throws CORRUPT', () => {
    expect(fault(lzo, framed(100, hex('11 01 15 61 62 63 64 11 00 00')), 100)).toEqual(['CORRUPT', 8]);
  });
});
