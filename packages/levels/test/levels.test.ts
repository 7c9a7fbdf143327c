import { javascriptKernels } from '@marquetry/bit-io';
import { createLimits, EncodingId, isParquetError } from '@marquetry/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  countEqual,
  decodeLevels,
  decodeValidity,
  encodeBitPackedLevels,
  encodeLevels,
  encodeValidity,
  type LevelOptions,
} from '../src/index.js';

const junk = [0xff, 0xff, 0xff, 0xff, 0xff];

/** Places the levels between other bytes, which must not be read, and returns the options for decoding them. */
function place(levels: ArrayLike<number>, change: Partial<LevelOptions> = {}): LevelOptions {
  const bytes = Uint8Array.of(...junk, ...Array.from(levels), ...junk);
  return {
    encoding: EncodingId.RLE,
    bytes,
    position: junk.length,
    end: junk.length + levels.length,
    lengthPrefixed: false,
    maxLevel: 1,
    slotCount: 8,
    kernels: javascriptKernels,
    limits: createLimits(),
    ...change,
  };
}

function codeOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (isParquetError(error)) return error.code;
    throw error;
  }
  return 'nothing thrown';
}

describe('decodeLevels', () => {
  it('decodeLevels reads the levels of a v1 page, which start with the length of their runs', () => {
    // 03 00 00 00: the length of the runs. 0a 02: five times level 2. The third byte of the runs is not needed.
    const options = place([3, 0, 0, 0, 0x0a, 0x02, 0xff, 0xaa], { lengthPrefixed: true, maxLevel: 2, slotCount: 5 });
    const { levels, byteLength } = decodeLevels(options);
    expect([...levels]).toEqual([2, 2, 2, 2, 2]);
    expect(byteLength).toBe(7);
  });

  it('decodeLevels reads the levels of a v2 page, whose length is in the page header', () => {
    // 03 88 c6 fa: a packed group of eight levels of width 3, from 0 to 7.
    const { levels, byteLength } = decodeLevels(place([0x03, 0x88, 0xc6, 0xfa], { maxLevel: 7 }));
    expect([...levels]).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(byteLength).toBe(4);
  });

  it("decodeLevels reads the specification's BIT_PACKED example: 0..7 at width 3 are 05 39 77, most significant bit first", () => {
    const encoding = EncodingId.BIT_PACKED;
    const options = place([0x05, 0x39, 0x77, 0xff], { encoding, maxLevel: 7, lengthPrefixed: true });
    const { levels, byteLength } = decodeLevels(options);
    expect([...levels]).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(byteLength).toBe(3);
  });

  it('decodeLevels computes the length of BIT_PACKED levels: ceil(slots * width / 8)', () => {
    const encoding = EncodingId.BIT_PACKED;
    const lengthOf = (slotCount: number): number =>
      decodeLevels(place([0, 0, 0, 0], { encoding, maxLevel: 7, slotCount })).byteLength;
    expect([0, 1, 2, 3, 5, 6].map(lengthOf)).toEqual([0, 1, 1, 2, 2, 3]);
  });

  it('decodeLevels reads nothing for a maximum level of 0, not even a length', () => {
    const options = place([], { maxLevel: 0, lengthPrefixed: true, slotCount: 3 });
    expect(decodeLevels(options)).toEqual({ levels: new Uint8Array(3), byteLength: 0 });
    const bitPacked = place([], { encoding: EncodingId.BIT_PACKED, maxLevel: 0, slotCount: 3 });
    expect(decodeLevels(bitPacked)).toEqual({ levels: new Uint8Array(3), byteLength: 0 });
  });

  it('decodeLevels skips the level bytes of a v2 page even if the maximum level is 0', () => {
    // A repeated run of 68 levels of width 0. A file in the parquet-testing repository has such a run.
    expect(decodeLevels(place([0x88, 0x01], { maxLevel: 0, slotCount: 68 })).byteLength).toBe(2);
  });

  it('decodeLevels accepts a v1 page without slots, with or without the length prefix of its levels', () => {
    expect(decodeLevels(place([], { slotCount: 0, lengthPrefixed: true })).byteLength).toBe(0);
    expect(decodeLevels(place([2, 0, 0, 0, 9, 9, 9], { slotCount: 0, lengthPrefixed: true })).byteLength).toBe(6);
  });

  it('decodeLevels rejects a level above the maximum in repeated and packed runs, and in BIT_PACKED', () => {
    const read = (levels: readonly number[], maxLevel: number, slotCount: number): string =>
      codeOf(() => decodeLevels(place(levels, { maxLevel, slotCount })));
    expect(read([0x10, 0x03], 2, 8)).toBe('CORRUPT');
    expect(read([0x10, 0x03, 0x10, 0x02, 0, 0, 0, 0, 0, 0, 0, 0], 2, 16)).toBe('CORRUPT');
    expect(read([0x03, 0xff, 0xff], 2, 8)).toBe('CORRUPT');
    expect(read([0x03, 0x00, 0xc0], 2, 8)).toBe('CORRUPT');
    expect(read([0x03, 0x00, 0xc0], 2, 7)).toBe('nothing thrown');
    expect(read([0x03, 0, 0, 0, 0, 0, 0, 0, 0xc9], 200, 8)).toBe('CORRUPT');
    expect(read([0x03, 0, 0, 0, 0, 0, 0, 0, 0xc8], 200, 8)).toBe('nothing thrown');
    const encoding = EncodingId.BIT_PACKED;
    expect(codeOf(() => decodeLevels(place([0x03], { encoding, maxLevel: 2, slotCount: 4 })))).toBe('CORRUPT');
  });

  it.each([
    ['a page that ends within the length of its levels', place([1, 0, 0], { lengthPrefixed: true }), 'TRUNCATED'],
    ['a length beyond the page', place([3, 0, 0, 0, 0x10, 0x01], { lengthPrefixed: true }), 'TRUNCATED'],
    ['a length of 4 GiB', place([255, 255, 255, 255, 0x10, 0x01], { lengthPrefixed: true }), 'TRUNCATED'],
    ['fewer levels than slots', place([0x0e, 0x01]), 'TRUNCATED'],
    ['truncated BIT_PACKED levels', place([0x05, 0x39], { encoding: 4, maxLevel: 7 }), 'TRUNCATED'],
    ['an encoding that levels cannot have', place([0x10, 0x01], { encoding: 5 }), 'UNSUPPORTED'],
    ['a maximum above 255', place([0x10, 0x01], { maxLevel: 256 }), 'LIMIT'],
    ['more levels than the limit allows', place([0x10, 0x01], { limits: createLimits({ decodedBytes: 7 }) }), 'LIMIT'],
    ['a forged slot count', place([0x10, 0x01], { slotCount: 2 ** 31 - 1 }), 'TRUNCATED'],
  ])('decodeLevels rejects %s', (_, options, code) => {
    expect(codeOf(() => decodeLevels(options))).toBe(code);
    if (options.maxLevel === 1) expect(codeOf(() => decodeValidity(options))).toBe(code);
  });

  it('the errors of decodeLevels contain the offset at which levels are truncated or too large, or the name of the exceeded limit', () => {
    const placeOf = (options: LevelOptions): string => {
      try {
        decodeLevels(options);
        return 'nothing thrown';
      } catch (error) {
        if (!isParquetError(error)) throw error;
        return `${error.reason}, at ${error.at.offset}`;
      }
    };
    const lengthPrefixed = true;
    const bitPacked = { encoding: EncodingId.BIT_PACKED, maxLevel: 2 };
    // Five unrelated bytes precede the levels.
    expect(placeOf(place([1, 0, 0], { lengthPrefixed }))).toBe('the length of the levels is truncated, at 5');
    expect(placeOf(place([3, 0, 0, 0, 0x10], { lengthPrefixed }))).toBe('expected 3 bytes of levels, found 1, at 5');
    expect(placeOf(place([1], { ...bitPacked, slotCount: 5 }))).toBe('5 levels need 2 bytes, found 1, at 5');
    expect(placeOf(place([0xc0], { ...bitPacked, slotCount: 4 }))).toBe('level 3 is above the maximum 2, at 5');
    expect(placeOf(place([0x10, 3], { maxLevel: 2 }))).toBe('level 3 is above the maximum 2, at 5');
    expect(placeOf(place([0x02, 1, 0x0e, 3], { maxLevel: 2 }))).toBe('level 3 is above the maximum 2, at 9');
    expect(placeOf(place([0x03, 0xff, 0xff], { maxLevel: 2 }))).toBe('a level is above the maximum 2, at 6');
    const limits = createLimits({ decodedBytes: 7 });
    expect(placeOf(place([0x10, 0x01], { limits }))).toContain(
      'a level array of 8 bytes exceeds the limit decodedBytes = 7',
    );
    expect(placeOf(place([0x10, 0x01], { limits, slotCount: 7 }))).toBe('nothing thrown');
  });

  it('decodeLevels throws TRUNCATED if a v1 page ends within the length prefix of its levels, or has fewer bytes than the prefix states', () => {
    expect(codeOf(() => decodeLevels(place([9, 0, 0, 0], { slotCount: 0, lengthPrefixed: true })))).toBe('TRUNCATED');
    expect(codeOf(() => decodeLevels(place([0, 0], { slotCount: 0, lengthPrefixed: true })))).toBe('TRUNCATED');
    expect(codeOf(() => decodeLevels(place([], { slotCount: 1, lengthPrefixed: true })))).toBe('TRUNCATED');
  });

  it('decodeLevels rejects encodings other than RLE and BIT_PACKED, with an error that contains the id of the encoding', () => {
    expect(() => decodeLevels(place([], { encoding: 77 }))).toThrow(/77/);
  });
});

/** Generates sequences of equal levels and of random levels. */
const anyLevels = fc
  .tuple(
    fc.integer({ min: 1, max: 255 }),
    fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 300 }), fc.nat()), { maxLength: 10 }),
  )
  .map(([maxLevel, parts]) => ({
    maxLevel,
    levels: Uint8Array.from(
      parts.flatMap(([same, length, seed]) =>
        Array.from({ length }, (_, i) => (Math.imul(same ? seed : seed + i, 0x9e3779b1) >>> 8) % (maxLevel + 1)),
      ),
    ),
  }));

describe('decoding encoded levels and arbitrary bytes', () => {
  it('decodeLevels reads what encodeLevels writes for v1 and v2 pages, and what encodeBitPackedLevels writes', () => {
    fc.assert(
      fc.property(anyLevels, ({ maxLevel, levels }) => {
        const slotCount = levels.length;
        for (const lengthPrefixed of [true, false]) {
          const bytes = encodeLevels(levels, maxLevel, { lengthPrefixed });
          const decoded = decodeLevels(place(bytes, { maxLevel, slotCount, lengthPrefixed }));
          expect(decoded).toEqual({ levels, byteLength: bytes.length });
        }
        const bytes = encodeBitPackedLevels(levels, maxLevel);
        const options = place(bytes, { encoding: EncodingId.BIT_PACKED, maxLevel, slotCount });
        expect(decodeLevels(options)).toEqual({ levels, byteLength: bytes.length });
      }),
      { numRuns: 500 },
    );
  });

  it('decodeValidity yields the same nulls as decodeLevels', () => {
    fc.assert(
      fc.property(
        anyLevels.map(({ levels }) => levels.map((level) => (level > 20 ? 1 : 0))),
        fc.boolean(),
        fc.boolean(),
        (levels, lengthPrefixed, bitPacked) => {
          const slotCount = levels.length;
          const bytes = bitPacked ? encodeBitPackedLevels(levels, 1) : encodeLevels(levels, 1, { lengthPrefixed });
          const encoding = bitPacked ? EncodingId.BIT_PACKED : EncodingId.RLE;
          const decoded = decodeValidity(place(bytes, { encoding, slotCount, lengthPrefixed }));
          const validCount = countEqual(levels, 1);
          const bits = new Uint8Array(Math.ceil(slotCount / 8));
          levels.forEach((level, i) => {
            bits[i >> 3]! |= level << (i & 7);
          });
          const expected = validCount === slotCount ? undefined : bits;
          expect(decoded).toEqual({ bits: expected, validCount, byteLength: bytes.length });
          const written = encodeValidity(expected, slotCount, { lengthPrefixed });
          if (!bitPacked && expected !== undefined) expect(written).toEqual(bytes);
          const again = decodeValidity(place(written, { slotCount, lengthPrefixed }));
          expect(again).toEqual({ bits: expected, validCount, byteLength: written.length });
        },
      ),
      { numRuns: 500 },
    );
  });

  it('encodeValidity writes a single run if all slots have a value, however few slots there are', () => {
    const written = (slotCount: number): number[] => [
      ...encodeValidity(undefined, slotCount, { lengthPrefixed: false }),
    ];
    expect([0, 1, 7, 8, 64].map(written)).toEqual([[], [2, 1], [14, 1], [16, 1], [128, 1, 1]]);
  });

  it('for any bytes, decodeLevels returns levels or throws a ParquetError', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 200 }),
        fc.integer({ min: 0, max: 255 }),
        fc.nat(3000),
        fc.boolean(),
        fc.constantFrom(3, 4),
        (bytes, maxLevel, slotCount, lengthPrefixed, encoding) => {
          const options = place(bytes, { maxLevel, slotCount, lengthPrefixed, encoding });
          const outcome = codeOf(() => decodeLevels(options));
          expect(['TRUNCATED', 'CORRUPT', 'nothing thrown']).toContain(outcome);
          if (outcome === 'nothing thrown') {
            const { levels, byteLength } = decodeLevels(options);
            expect(levels.every((level) => level <= maxLevel)).toBe(true);
            expect(byteLength).toBeLessThanOrEqual(bytes.length);
          }
          if (maxLevel === 1) expect(codeOf(() => decodeValidity(options))).toBe(outcome);
        },
      ),
      { numRuns: 3000 },
    );
  });

  it('decodeLevels throws TRUNCATED wherever encoded levels are cut off', () => {
    const levels = Uint8Array.from({ length: 3000 }, (_, i) => (i % 300 < 200 ? (i * 7) % 3 : 2));
    const bytes = encodeLevels(levels, 2, { lengthPrefixed: false });
    for (let cut = 0; cut < bytes.length; cut++) {
      const options = place(bytes.subarray(0, cut), { maxLevel: 2, slotCount: 3000 });
      expect(codeOf(() => decodeLevels(options))).toBe('TRUNCATED');
    }
  });
});

describe('memory that decoding allocates', () => {
  /**
   * Decodes levels with a kernel that records allocations. Returns the size of each allocation, and whether decoding
   * succeeded.
   */
  function allocated(run: (options: LevelOptions) => unknown, options: LevelOptions): [number[], string] {
    const sizes: number[] = [];
    const allocate = (byteLength: number): Uint8Array => {
      sizes.push(byteLength);
      return new Uint8Array(byteLength);
    };
    const code = codeOf(() => run({ ...options, kernels: { ...options.kernels, allocate } }));
    return [sizes, code];
  }
  // 8 ones, then one packed group of alternating 0 and 1.
  const tooFew = [0x10, 0x01, 0x03, 0xaa];

  it('decodeLevels checks that there are as many levels as slots before it allocates more than 65536 bytes', () => {
    expect(allocated(decodeLevels, place(tooFew, { slotCount: 65_536 }))).toEqual([[65_536], 'TRUNCATED']);
    expect(allocated(decodeLevels, place(tooFew, { slotCount: 65_537 }))).toEqual([[], 'TRUNCATED']);
    expect(allocated(decodeLevels, place([0x10, 0x01], { slotCount: 9 }))).toEqual([[], 'TRUNCATED']);
  });

  it('decodeValidity checks that there are as many levels as slots before it allocates a bitmap of more than 65536 bytes', () => {
    expect(allocated(decodeValidity, place(tooFew, { slotCount: 524_288 }))).toEqual([[65_536], 'TRUNCATED']);
    expect(allocated(decodeValidity, place(tooFew, { slotCount: 524_289 }))).toEqual([[], 'TRUNCATED']);
  });

  it('decodeValidity allocates no memory if every slot has a value or there are no slots', () => {
    expect(allocated(decodeValidity, place([0x10, 0x01]))).toEqual([[], 'nothing thrown']);
    expect(allocated(decodeValidity, place([], { slotCount: 0 }))).toEqual([[], 'nothing thrown']);
    expect(allocated(decodeValidity, place([0x10, 0x00]))).toEqual([[1], 'nothing thrown']);
  });

  it('decodeLevels allocates one byte per slot, whether all levels are equal or not', () => {
    expect(allocated(decodeLevels, place([0x10, 0x01]))).toEqual([[8], 'nothing thrown']);
    expect(allocated(decodeLevels, place([0x03, 0xaa]))).toEqual([[8], 'nothing thrown']);
  });
});

describe('decoding levels with a kernel', () => {
  it('decodeLevels calls a kernel for at least 256 levels, and JavaScript code reads the runs that the kernel leaves unread', () => {
    // 50 times 1, 2 and 3; then 0 to 7 in a packed group; then 200 times 4.
    const runs = [0x64, 1, 0x64, 2, 0x64, 3, 0x03, 0x88, 0xc6, 0xfa, 0x90, 0x03, 4];
    const calls: string[] = [];
    const kernels: LevelOptions['kernels'] = {
      ...javascriptKernels,
      readLevels: (bytes, cursor, end, width, target, from, count, maxLevel) => {
        const at = cursor.position - junk.length;
        calls.push(`${count} of width ${width} up to ${maxLevel} at ${from}, bytes ${at} to ${end - junk.length}`);
        // This kernel reads only the first run; later calls read nothing.
        if (at > 0) return 0;
        target.fill(bytes[cursor.position + 1] as number, from, from + 50);
        cursor.position += 2;
        return 50;
      },
    };
    const { levels } = decodeLevels(place(runs, { maxLevel: 7, slotCount: 358, kernels }));
    const times = (count: number, level: number): number[] => new Array(count).fill(level);
    const values = [times(50, 1), times(50, 2), times(50, 3), [0, 1, 2, 3, 4, 5, 6, 7], times(200, 4)].flat();
    expect([...levels]).toEqual(values);
    expect(calls).toEqual([
      '358 of width 3 up to 7 at 0, bytes 0 to 13',
      '258 of width 3 up to 7 at 100, bytes 4 to 13',
    ]);
  });

  it('decodeLevels calls a kernel for 256 levels, but not for 255', () => {
    for (const slotCount of [255, 256]) {
      let calls = 0;
      const readLevels = (): number => {
        calls++;
        return 0;
      };
      // The levels are 2 in all slots but the last, which has 1. If all were equal, a different code path would decode
      // them.
      const runs = [(((slotCount - 1) << 1) & 0x7f) | 0x80, (slotCount - 1) >> 6, 2, 0x02, 1];
      const options = place(runs, { maxLevel: 2, slotCount, kernels: { ...javascriptKernels, readLevels } });
      expect([...decodeLevels(options).levels.subarray(-2)]).toEqual([2, 1]);
      expect(calls).toBe(slotCount === 256 ? 1 : 0);
    }
  });
});

describe('encoding levels', () => {
  it('encodeLevels returns no bytes for a maximum level of 0', () => {
    for (const lengthPrefixed of [true, false]) {
      expect(encodeLevels(new Uint8Array(100), 0, { lengthPrefixed })).toEqual(new Uint8Array(0));
    }
  });

  it('encodeValidity ignores bits after the last slot', () => {
    const clean = Uint8Array.of(0xff, 0x00, 0xff, 0x0b, 0, 0);
    for (const slotCount of [1, 3, 5, 7, 9, 12, 15, 17, 20, 22, 25, 27, 28, 30, 33, 39, 41]) {
      const expected = clean.slice(0, Math.ceil(slotCount / 8));
      if ((slotCount & 7) !== 0) expected[expected.length - 1]! &= (1 << (slotCount & 7)) - 1;
      for (const beyond of [0x00, 0xff, 0x55, 0xaa]) {
        const bits = Uint8Array.of(...expected, beyond, beyond);
        if ((slotCount & 7) !== 0) bits[expected.length - 1]! |= beyond & (0xff << (slotCount & 7));
        const written = encodeValidity(bits, slotCount, { lengthPrefixed: false });
        expect(written).toEqual(encodeValidity(expected, slotCount, { lengthPrefixed: false }));
        const levels = Uint8Array.from({ length: slotCount }, (_, i) => (expected[i >> 3]! >> (i & 7)) & 1);
        expect(written).toEqual(encodeLevels(levels, 1, { lengthPrefixed: false }));
      }
    }
  });

  it('encodeValidity ends a packed run after 63 groups and begins another', () => {
    const bits = new Uint8Array(130).fill(0x35);
    const written = encodeValidity(bits, 8 * 130, { lengthPrefixed: false });
    expect(written.length).toBe(130 + 3);
    expect([written[0], written[64], written[128]]).toEqual([(63 << 1) | 1, (63 << 1) | 1, (4 << 1) | 1]);
  });
});

describe('decodeValidity', () => {
  it('decodeValidity ignores the padding bits of the last BIT_PACKED byte', () => {
    // The levels are 1, 0, 1, and then only ones.
    const options = place([0b10111111], { encoding: EncodingId.BIT_PACKED, slotCount: 3 });
    expect(decodeValidity(options)).toEqual({ bits: Uint8Array.of(0b101), validCount: 2, byteLength: 1 });
    const longer = place([0, 0b10111111], { encoding: EncodingId.BIT_PACKED, slotCount: 11 });
    expect(decodeValidity(longer)).toEqual({ bits: Uint8Array.of(0, 0b101), validCount: 2, byteLength: 2 });
  });

  it('decodeValidity returns no bitmap if every slot has a value, whether the runs are repeated or packed', () => {
    expect(decodeValidity(place([0x10, 0x01]))).toEqual({ bits: undefined, validCount: 8, byteLength: 2 });
    expect(decodeValidity(place([0x03, 0xff]))).toEqual({ bits: undefined, validCount: 8, byteLength: 2 });
  });

  it('decodeValidity sets the bits after the last slot to 0', () => {
    const { bits, validCount } = decodeValidity(place([0x05, 0xfe, 0xff], { slotCount: 11 }));
    expect([...(bits ?? [])]).toEqual([0xfe, 0x07]);
    expect(validCount).toBe(10);
  });

  it('decodeValidity decodes 2^27 slots with values without allocating a byte per slot', () => {
    const options = place([0x80, 0x80, 0x80, 0x80, 0x01, 0x01], { slotCount: 2 ** 27 });
    expect(decodeValidity(options).validCount).toBe(2 ** 27);
  });

  it('decodeValidity requires a maximum level of 1', () => {
    expect(codeOf(() => decodeValidity(place([0x10, 0x01], { maxLevel: 2 })))).toBe('INVALID_ARGUMENT');
  });
});
