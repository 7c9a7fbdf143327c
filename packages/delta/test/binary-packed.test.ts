import { deltaBinaryPacked } from '@marquetry/delta';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hex } from './bytes.js';
import { type ReferenceBlock, valuesOf, writeStream } from './reference.js';
import { codeOf, context, int32, int32Values, int64, int64Values, numbers } from './values.js';

const junk = 'ff ff ff ff ff ff ff ff';

function read32(bytes: Uint8Array, count: number): unknown[] {
  return numbers(deltaBinaryPacked.decoder(bytes, context(int32, count)).read(count));
}

test('DELTA_BINARY_PACKED rejects columns of types other than INT32 and INT64', () => {
  const column = { type: 5, width: 8 } as const;
  expect(deltaBinaryPacked.supports(column)).toBe(false);
  expect(codeOf(() => deltaBinaryPacked.decoder(new Uint8Array(0), context(column, 0)))).toBe('INVALID_ARGUMENT');
  expect(codeOf(() => deltaBinaryPacked.encoder(column))).toBe('INVALID_ARGUMENT');
});

describe('examples of the specification (Encodings.md#delta-encoding-delta_binary_packed--5)', () => {
  test('DELTA_BINARY_PACKED stores 1 2 3 4 5, whose deltas are equal, with width 0 and without a body', () => {
    const bytes = hex(`
      80 01          | block size 128
      04             | 4 miniblocks
      05             | 5 values
      02             | first value 1, zigzag
      02             | min delta 1, zigzag
      00 00 00 00    | widths
      ${junk}`);
    expect(read32(bytes, 5)).toEqual([1, 2, 3, 4, 5]);
  });

  test('DELTA_BINARY_PACKED stores 7 5 3 1 2 3 4 5 as the deltas -2 -2 -2 1 1 1 1, from which the minimum -2 is subtracted', () => {
    const bytes = hex(`
      80 01          | block size 128
      04             | 4 miniblocks
      08             | 8 values
      0e             | first value 7
      03             | min delta -2
      02 00 00 00    | widths: 2 bits, then miniblocks without values
      c0 3f          | 0 0 0 3 3 3 3, and one value of padding
      00 00 00 00 00 00  | padding up to 32 values of 2 bits
      ${junk}`);
    expect(read32(bytes, 8)).toEqual([7, 5, 3, 1, 2, 3, 4, 5]);
    expect(numbers(deltaBinaryPacked.decoder(bytes, context(int64, 8)).read(8))).toEqual([
      7n,
      5n,
      3n,
      1n,
      2n,
      3n,
      4n,
      5n,
    ]);
  });

  test('the DELTA_BINARY_PACKED encoder writes the examples of the specification byte for byte', () => {
    const write = (...values: number[]): Uint8Array => {
      const encoder = deltaBinaryPacked.encoder(int32);
      encoder.write(int32Values(Int32Array.from(values)), 0, values.length);
      return encoder.finish();
    };
    expect(write(1, 2, 3, 4, 5)).toEqual(hex('80 01 04 05 02 02 00 00 00 00'));
    expect(write(7, 5, 3, 1, 2, 3, 4, 5)).toEqual(hex('80 01 04 08 0e 03 02 00 00 00 c0 3f 00 00 00 00 00 00'));
  });
});

describe('the number of values in a delta stream', () => {
  test('a delta stream of one value is a header without blocks', () => {
    expect(read32(hex(`80 01 04 01 54 ${junk}`), 1)).toEqual([42]);
  });

  test('a delta stream without values is a header with count 0, or has no bytes at all', () => {
    expect(read32(hex(`80 01 04 00 00 ${junk}`), 0)).toEqual([]);
    expect(read32(new Uint8Array(0), 0)).toEqual([]);
  });

  test('a delta stream that states a different number of values than the page header throws CORRUPT', () => {
    const bytes = hex('80 01 04 05 02 02 00 00 00 00');
    expect(codeOf(() => read32(bytes, 4))).toBe('CORRUPT');
    expect(codeOf(() => read32(bytes, 6))).toBe('CORRUPT');
    expect(codeOf(() => read32(bytes, 0))).toBe('CORRUPT');
  });

  test('a few bytes that legally describe a huge number of values throw LIMIT before memory is allocated', () => {
    // This page has one block of 2^31 values in one miniblock of width 0. It is legal and takes only 14 bytes.
    const bytes = hex('80 80 80 80 08 01 ff ff ff ff 07 00 00 00');
    const decoder = deltaBinaryPacked.decoder(bytes, context(int32, 2 ** 31 - 1));
    expect(codeOf(() => decoder.read(2 ** 31 - 1))).toBe('LIMIT');
    decoder.skip(2 ** 31 - 1);
    expect(decoder.remaining).toBe(0);
  });

  test('a delta stream with fewer blocks than its count requires throws TRUNCATED when it is opened', () => {
    const bytes = hex('80 01 04 ff ff ff ff 07 00 00 00 00 00 00');
    expect(codeOf(() => deltaBinaryPacked.decoder(bytes, context(int32, 2 ** 31 - 1)))).toBe('TRUNCATED');
  });
});

describe('the sizes of delta blocks', () => {
  test.each([
    ['0', '00 04 05 02'],
    ['100, not a multiple of 128', '64 01 05 02'],
    ['128 in 0 miniblocks', '80 01 00 05 02'],
    ['128 in 3 miniblocks', '80 01 03 05 02'],
    ['128 in 8 miniblocks of 16', '80 01 08 05 02'],
  ])('a delta block size of %s throws CORRUPT', (_, header) => {
    expect(codeOf(() => read32(hex(`${header} 02 00 00 00 00 00 00 00 00`), 5))).toBe('CORRUPT');
  });

  test('a delta block size of more than 32 bits throws CORRUPT', () => {
    expect(codeOf(() => read32(hex('80 80 80 80 80 01 04 05 02 02 00 00 00 00'), 5))).toBe('CORRUPT');
  });

  test.each([
    [128, 1],
    [128, 2],
    [128, 4],
    [256, 8],
    [256, 2],
    [384, 3],
    [384, 4],
    [1024, 32],
    [4096, 1],
  ])('delta blocks of %i values in %i miniblocks survive a round trip', (blockSize, miniblocks) => {
    const data = Int32Array.from({ length: 1000 }, (_, i) => Math.imul(i, 0x9e3779b1) >> (i % 31));
    const encoder = deltaBinaryPacked.encoder(int32, { blockSize, miniblocks });
    encoder.write(int32Values(data), 0, data.length);
    expect(read32(encoder.finish(), 1000)).toEqual([...data]);
  });

  test('the delta encoder rejects block and miniblock sizes that the format does not allow', () => {
    for (const options of [
      { blockSize: 100 },
      { blockSize: 0 },
      { miniblocks: 3 },
      { miniblocks: 8 },
      { miniblocks: 0 },
    ]) {
      expect(codeOf(() => deltaBinaryPacked.encoder(int32, options))).toBe('INVALID_ARGUMENT');
    }
  });
});

describe('the last delta block', () => {
  test('a delta miniblock without values has no body, and its width byte may have any value', () => {
    const bytes = hex(`80 01 04 05 02  02  00 ff 41 c8  ${junk}`);
    expect(read32(bytes, 5)).toEqual([1, 2, 3, 4, 5]);
  });

  test('a delta miniblock with values throws CORRUPT if its width is above 64', () => {
    expect(codeOf(() => read32(hex(`80 01 04 05 02  02  41 00 00 00 ${'00'.repeat(300)}`), 5))).toBe('CORRUPT');
  });

  test('padding bits of a delta block may have any value', () => {
    const bytes = hex('80 01 04 08 0e 03 02 00 00 00 c0 ff ff ff ff ff ff ff');
    expect(read32(bytes, 8)).toEqual([7, 5, 3, 1, 2, 3, 4, 5]);
  });

  test('the padding of the last delta block may be missing, as in files from old writers, but a missing bit of a value throws TRUNCATED', () => {
    expect(read32(hex('80 01 04 08 0e 03 02 00 00 00 c0 3f'), 8)).toEqual([7, 5, 3, 1, 2, 3, 4, 5]);
    expect(codeOf(() => read32(hex('80 01 04 08 0e 03 02 00 00 00 c0'), 8))).toBe('TRUNCATED');
  });

  test('a delta block with missing width bytes throws TRUNCATED, even if only the first width is needed', () => {
    expect(codeOf(() => read32(hex('80 01 04 05 02 02 00 00'), 5))).toBe('TRUNCATED');
  });
});

describe('sums of deltas', () => {
  test('sums of INT32 deltas wrap modulo 2^32', () => {
    // The values go from 2^31 - 1 to -2^31 with a delta of 1, and back with a delta of -1.
    const bytes = hex(`80 01 01 03 fe ff ff ff 0f 01 02 02 00 00 00 00 00 00 00 ${junk}`);
    expect(read32(bytes, 3)).toEqual([2147483647, -2147483648, 2147483647]);
    const extremes = Int32Array.of(2147483647, -2147483648, 0, -2147483648, 2147483647, -1, 1);
    const encoder = deltaBinaryPacked.encoder(int32);
    encoder.write(int32Values(extremes), 0, extremes.length);
    const encoded = encoder.finish();
    expect(Math.max(...encoded.subarray(encoded.length - 128 - 4, encoded.length - 128))).toBeLessThanOrEqual(32);
    expect(read32(encoded, extremes.length)).toEqual([...extremes]);
  });

  test('INT32 pages whose min delta was computed in 64 bits are read modulo 2^32', () => {
    const blocks: ReferenceBlock[] = [
      { minDelta: -4294967295n, miniblocks: [{ width: 33, packed: [0n, 8589934590n, 4294967296n] }] },
    ];
    const bytes = writeStream(4, -2147483648n, blocks, { blockSize: 128, miniblocks: 1 });
    expect(read32(bytes, 4)).toEqual(valuesOf(-2147483648n, blocks, 32).map(Number));
  });

  test('sums of INT64 deltas wrap modulo 2^64, and the extremes of INT64 are preserved', () => {
    const data = BigInt64Array.of(0n, -(2n ** 63n), 2n ** 63n - 1n, -1n, 4294967296n, -4294967297n, 1n, 0n);
    const encoder = deltaBinaryPacked.encoder(int64);
    encoder.write(int64Values(data), 0, data.length);
    const decoder = deltaBinaryPacked.decoder(encoder.finish(), context(int64, data.length));
    expect(decoder.read(data.length)).toEqual(int64Values(data));
  });

  // Each width is tested with deltas of 0, of all ones, and of pseudo-random bits. The sums are compared with BigInt
  // arithmetic.
  const widths = Array.from({ length: 65 }, (_, width) => width);
  test.each(widths)(
    'deltas of width %i are read as INT32 and INT64, however many values are read at a time',
    (width) => {
      const largest = (1n << BigInt(width)) - 1n;
      const noise = (i: number): bigint => BigInt.asUintN(width, BigInt(i + 3) ** 29n);
      const packed = Array.from({ length: 61 }, (_, i) => (i < 5 ? 0n : i < 10 ? largest : noise(i)));
      const blocks: ReferenceBlock[] = [
        {
          minDelta: -5n,
          miniblocks: [
            { width, packed: packed.slice(0, 32) },
            { width, packed: packed.slice(32) },
            { width: 200, packed: [] },
            { width: 3, packed: [] },
          ],
        },
      ];
      const bytes = writeStream(62, 2n ** 40n - 3n, blocks, { blockSize: 128, miniblocks: 4, padding: 1 });
      for (const size of [1, 5, 8, 9, 31, 33, 62]) {
        const wide = deltaBinaryPacked.decoder(bytes, context(int64, 62));
        const narrow = deltaBinaryPacked.decoder(bytes, context(int32, 62));
        const [all64, all32]: [unknown[], unknown[]] = [[], []];
        while (wide.remaining > 0) {
          const count = Math.min(size, wide.remaining);
          all64.push(...numbers(wide.read(count)));
          all32.push(...numbers(narrow.read(count)));
        }
        expect(all64).toEqual(valuesOf(2n ** 40n - 3n, blocks, 64));
        expect(all32).toEqual(valuesOf(2n ** 40n - 3n, blocks, 32).map(Number));
      }
    },
  );

  test('DELTA_BINARY_PACKED round trips preserve any INT32 and INT64 values', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer(), { maxLength: 400 }),
        fc.array(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), { maxLength: 300 }),
        (narrow, wide) => {
          const first = deltaBinaryPacked.encoder(int32);
          first.write(int32Values(Int32Array.from(narrow)), 0, narrow.length);
          const second = deltaBinaryPacked.encoder(int64);
          second.write(int64Values(BigInt64Array.from(wide)), 0, wide.length);
          expect(read32(first.finish(), narrow.length)).toEqual(narrow);
          const decoder = deltaBinaryPacked.decoder(second.finish(), context(int64, wide.length));
          expect(numbers(decoder.read(wide.length))).toEqual(wide);
        },
      ),
    );
  });
});
