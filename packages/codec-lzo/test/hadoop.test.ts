import { createCodecRegistry } from '@marquetry/core';
import { bigEndian, compress, decompress, fault, letters, text } from '@marquetry/test-support/codec-bytes.js';
import { thrownBy } from '@marquetry/test-support/errors.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lzo } from '../src/index.js';
import { firstDifference, framed } from './framed.js';

it('the error for an unregistered LZO codec names the package to install', () => {
  expect(thrownBy(() => createCodecRegistry([]).resolve(3)).reason).toMatch(/LZO.*@marquetry\/codec-lzo and add lzo/);
  expect(createCodecRegistry([lzo]).resolve(3)).toBe(lzo);
});

describe('LZO in Hadoop framing', () => {
  const abc = '14 61 62 63 11 00 00';
  const hello = '16 68 65 6c 6c 6f 11 00 00';

  it('the LZO codec writes Hadoop framing', () => {
    expect(compress(lzo, text('abc'))).toEqual(
      Uint8Array.of(0, 0, 0, 3, 0, 0, 0, 7, 0x14, 0x61, 0x62, 0x63, 0x11, 0, 0),
    );
    expect(compress(lzo, new Uint8Array(0))).toEqual(Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 3, 0x11, 0, 0));
  });

  it.each([
    ['one part', framed(3, abc), 'abc'],
    ['several groups', Uint8Array.of(...framed(3, abc), ...framed(5, hello)), 'abchello'],
    ['several parts in one group', framed(8, abc, hello), 'abchello'],
    [
      'several groups, one with several parts',
      Uint8Array.of(...framed(8, abc, hello), ...framed(3, abc)),
      'abchelloabc',
    ],
    ['an empty group without a part', bigEndian(0), ''],
    ['an empty group with a part', framed(0, '11 00 00'), ''],
    ['an empty part', framed(3, '11 00 00', abc), 'abc'],
    ['an empty input', [], ''],
  ])('the LZO codec reads %s', (_, packed, raw) => {
    expect(decompress(lzo, packed, raw.length)).toEqual(text(raw));
  });

  it('an LZO match that refers to an earlier stream of a Hadoop group is rejected', () => {
    // The first part has the literals 'abc'. The second begins with a match 1 byte back, which would be valid in the
    // first part.
    expect(fault(lzo, framed(12, abc, '10 01 04 00 11 00 00'), 12)).toEqual(['CORRUPT', 19]);
    expect(fault(lzo, framed(8, abc, '12 61 48 00 11 00 00'), 8)).toEqual(['CORRUPT', 21]);
  });

  it.each([
    ['a group larger than the page', framed(4, abc), 3, ['CORRUPT', 0]],
    ['a group of 4 GiB', framed(2 ** 32 - 1, abc), 3, ['CORRUPT', 0]],
    ['a part that does not fit its group', framed(2, abc), 3, ['CORRUPT', 8]],
    ['a truncated size', [0, 0, 0, 3, 0, 0], 3, ['TRUNCATED', 4]],
    ['a truncated part', framed(3, abc).subarray(0, -1), 3, ['TRUNCATED', 4]],
    ['a part of 4 GiB', [...bigEndian(3), 255, 255, 255, 255, 0x14], 3, ['TRUNCATED', 4]],
    ['a part without bytes', framed(3, ''), 3, ['TRUNCATED', 8]],
    ['a group that is not full', framed(4, abc), 4, ['TRUNCATED', 15]],
    ['too few groups', framed(3, abc), 4, ['TRUNCATED', 15]],
    ['a bare stream', [0x14, 0x61, 0x62, 0x63, 0x11, 0, 0], 3, ['CORRUPT', 0]],
  ])('the LZO codec rejects %s', (_, packed, size, expected) => {
    expect(fault(lzo, packed, size)).toEqual(expected);
  });

  it('the LZO codec writes groups of 128 KiB, which every reader accepts', () => {
    const raw = letters(300_000, 256);
    const packed = compress(lzo, raw);
    const view = new DataView(packed.buffer);
    const sizes: number[] = [];
    for (let at = 0; at < packed.length; at += 8 + view.getUint32(at + 4)) {
      sizes.push(view.getUint32(at));
      expect(view.getUint32(at + 4)).toBeLessThan(256 * 1024);
    }
    expect(sizes).toEqual([131_072, 131_072, 37_856]);
    expect(firstDifference(decompress(lzo, packed, raw.length), raw)).toBe(-1);
  });
});

describe('LZO compression', () => {
  it.each([1, 2, 4, 16, 256])(
    'bytes with %i distinct values are the same after LZO compression and decompression',
    (kinds) => {
      for (const length of [1, 2, 3, 4, 5, 18, 19, 20, 238, 239, 240, 273, 274, 5000, 131_072, 131_073, 200_000]) {
        const raw = letters(length, kinds);
        expect(firstDifference(decompress(lzo, compress(lzo, raw), length), raw), `${length}`).toBe(-1);
      }
    },
  );

  it('the LZO codec compresses matches of every length and distance', () => {
    for (const distance of [1, 2, 3, 4, 7, 2047, 2048, 2049, 16_383, 16_384, 16_385, 32_768, 49_150, 49_151, 49_152]) {
      for (const length of [4, 5, 8, 9, 10, 33, 34, 264, 265, 288, 289, 600]) {
        const head = letters(Math.max(distance, 4), 256);
        const raw = new Uint8Array(head.length + length + 3);
        raw.set(head);
        for (let i = head.length; i < head.length + length; i++) raw[i] = raw[i - distance] as number;
        const packed = compress(lzo, raw);
        expect(firstDifference(decompress(lzo, packed, raw.length), raw), `${length}, ${distance} back`).toBe(-1);
      }
    }
  });

  it('incompressible bytes grow by at most a sixteenth when the LZO codec compresses them', () => {
    const raw = letters(1_000_000, 256);
    expect(compress(lzo, raw).length).toBeLessThan(raw.length * 1.005);
    // The worst case: matches of 4 bytes, far back, with 19 literals between them.
    const worst = letters(100_000, 256);
    for (let at = 20_000; at + 23 <= worst.length; at += 23) worst.copyWithin(at, at % 19_000, (at % 19_000) + 4);
    const packed = compress(lzo, worst);
    expect(packed.length).toBeLessThan(worst.length * 1.0625 + 80);
    expect(firstDifference(decompress(lzo, packed, worst.length), worst)).toBe(-1);
  });

  it('the LZO codec compresses equal bytes nearly as much as the format allows, but not beyond maxExpansion', () => {
    const raw = new Uint8Array(1_000_000);
    const packed = compress(lzo, raw);
    expect(packed.length).toBeLessThan(4200);
    expect(packed.length * (lzo.maxExpansion ?? 0)).toBeGreaterThanOrEqual(raw.length);
  });
});

describe('LZO decompression of random bytes', () => {
  it('for random bytes, the LZO codec throws only ParquetErrors, and changes no bytes outside the output', () => {
    const sound = compress(lzo, letters(3000, 3));
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(sound.length - 1), fc.nat(255)), { maxLength: 5 }),
        fc.nat(sound.length),
        fc.constantFrom(3000, 2999, 3001, 0, 5000),
        (changes, cut, size) => {
          const packed = sound.slice(0, cut % 7 === 0 ? cut : sound.length);
          for (const [at, byte] of changes) if (at < packed.length) packed[at] = byte;
          const memory = new Uint8Array(size + 32).fill(0xa5);
          try {
            lzo.decompress(packed, memory.subarray(16, 16 + size));
          } catch (error) {
            expect((error as { code: string }).code).toMatch(/TRUNCATED|CORRUPT/);
          }
          expect([...memory.subarray(0, 16), ...memory.subarray(16 + size)]).toEqual(Array(32).fill(0xa5));
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('for random streams in valid Hadoop framing, the LZO codec returns output or throws a ParquetError', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(5000), (stream, size) => {
        try {
          decompress(lzo, framed(size, stream), size);
        } catch (error) {
          expect((error as { code: string }).code).toMatch(/TRUNCATED|CORRUPT/);
        }
      }),
      { numRuns: 5000 },
    );
  });
});
