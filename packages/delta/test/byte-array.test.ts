import { createColumnBuffer, fixedValues } from '@marquetry/core';
import { deltaBinaryPacked, deltaByteArray } from '@marquetry/delta';
import { thrownBy } from '@marquetry/test-support/errors.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hex } from './bytes.js';
import { byteArray, bytesValues, codeOf, context, int32, int32Values, strings } from './values.js';

// This is the example of Encodings.md#delta-strings-delta_byte_array--7: axis, axle, babble, babyhood.
const example = hex(`
  80 01 04 04 00 03              | prefix lengths: 4 values from 0, min delta -2
  03 00 00 00                    | 3 bits per delta
  44 01 00 00 00 00 00 00 00 00 00 00   | 4 0 5: 0 2 0 3
  80 01 04 04 08 03              | suffix lengths: 4 values from 4, min delta -2
  03 00 00 00                    | 3 bits per delta
  70 00 00 00 00 00 00 00 00 00 00 00   | 0 6 1: 4 2 6 5
  61 78 69 73                    | axis
  6c 65                          | ax.le
  62 61 62 62 6c 65              | babble
  79 68 6f 6f 64                 | bab.yhood
  `);
const texts = ['axis', 'axle', 'babble', 'babyhood'];

function read(bytes: Uint8Array, count: number): string[] {
  return strings(deltaByteArray.decoder(bytes, context(byteArray, count)).read(count));
}

/**
 * Returns a page of `count` (below 128) values, whose delta widths are all 0. `prefix` and `suffix` each give the first
 * length and the increment from value to value, as hex digits in zigzag form.
 */
function rising(count: number, prefix: string, suffix: string, data: string): Uint8Array {
  const n = count.toString(16).padStart(2, '0');
  return hex(`80 01 01 ${n} ${prefix} 00   80 01 01 ${n} ${suffix} 00   ${data}`);
}

test('DELTA_BYTE_ARRAY reads the example in the specification, and writes it byte for byte', () => {
  expect(read(Uint8Array.of(...example, 0xff, 0xff), 4)).toEqual(texts);
  const encoder = deltaByteArray.encoder(byteArray);
  encoder.write(bytesValues(texts), 0, 4);
  expect(encoder.finish()).toEqual(example);
});

test('a DELTA_BYTE_ARRAY value may take its prefix from a value that was skipped or read before', () => {
  const decoder = deltaByteArray.decoder(example, context(byteArray, 4));
  decoder.skip(1);
  expect(strings(decoder.read(1))).toEqual(['axle']);
  decoder.skip(1);
  expect(strings(decoder.read(1))).toEqual(['babyhood']);
});

test('if the caller changes a value that was read, the next DELTA_BYTE_ARRAY value is still correct', () => {
  const decoder = deltaByteArray.decoder(example, context(byteArray, 4));
  const first = decoder.read(1);
  if (first.layout !== 'bytes') throw new Error(first.layout);
  first.data.fill(0);
  expect(strings(decoder.read(1))).toEqual(['axle']);
});

test('reading or skipping 0 DELTA_BYTE_ARRAY values does not affect the prefix of the next value', () => {
  const decoder = deltaByteArray.decoder(example, context(byteArray, 4));
  const target = createColumnBuffer(byteArray);
  expect(strings(decoder.read(1))).toEqual(['axis']);
  expect(strings(decoder.read(0))).toEqual([]);
  decoder.readInto(target, 0);
  decoder.skip(0);
  expect(strings(decoder.read(3))).toEqual(['axle', 'babble', 'babyhood']);
});

test('DELTA_BYTE_ARRAY prefixes are correct after skipping values of growing length', () => {
  const base = 'abcdefghij'.repeat(300);
  for (const lengths of [
    [50, 100],
    [64, 65, 129],
    [10, 70, 200, 1000, 3000],
    [3000, 20, 2500],
  ]) {
    const all = lengths.map((length, i) => base.slice(0, length - 1) + i);
    const encoder = deltaByteArray.encoder(byteArray);
    encoder.write(bytesValues(all), 0, all.length);
    const bytes = encoder.finish();
    for (let skipped = 0; skipped < all.length; skipped++) {
      const decoder = deltaByteArray.decoder(bytes, context(byteArray, all.length));
      decoder.skip(skipped);
      expect(strings(decoder.read(all.length - skipped))).toEqual(all.slice(skipped));
    }
  }
});

test('DELTA_BYTE_ARRAY rejects columns of types other than BYTE_ARRAY and FIXED_LEN_BYTE_ARRAY', () => {
  expect(codeOf(() => deltaByteArray.decoder(new Uint8Array(0), context(int32, 0)))).toBe('INVALID_ARGUMENT');
  expect(codeOf(() => deltaByteArray.encoder(int32))).toBe('INVALID_ARGUMENT');
});

test('a few bytes that describe gigabytes of values throw LIMIT before memory is allocated', () => {
  // The page has 40,000 equal values of 64 KiB: one suffix, and then only prefixes.
  const value = new Uint8Array(65536).fill(65);
  const count = 40_000;
  const prefixes = new Int32Array(count).fill(value.length);
  const suffixes = new Int32Array(count);
  prefixes[0] = 0;
  suffixes[0] = value.length;
  const page = Uint8Array.of(...lengthStream(prefixes), ...lengthStream(suffixes), ...value);
  expect(page.length).toBeLessThan(200_000);
  const decoder = deltaByteArray.decoder(page, context(byteArray, count));
  expect(codeOf(() => decoder.read(count))).toBe('LIMIT');
  const unlimited = deltaByteArray.decoder(page, context(byteArray, count, { decodedBytes: 2 ** 40 }));
  expect(thrownBy(() => unlimited.read(count)).reason).toBe(
    '2621440000 bytes of values exceed the range of int32 offsets',
  );
  const appending = deltaByteArray.decoder(page, context(byteArray, count));
  expect(codeOf(() => appending.readInto(createColumnBuffer(byteArray), count))).toBe('LIMIT');
  const skipping = deltaByteArray.decoder(page, context(byteArray, count));
  skipping.skip(count - 1);
  expect(strings(skipping.read(1))[0]).toHaveLength(value.length);
});

test('DELTA_BYTE_ARRAY round trips preserve any values, however many are read at a time', () => {
  const key = fc.tuple(fc.constantFrom('', 'a', 'abc/', 'abc/'.repeat(30)), fc.string({ maxLength: 90 }));
  fc.assert(
    fc.property(
      fc.array(key, { maxLength: 60 }),
      fc.integer({ min: 1, max: 20 }),
      fc.boolean(),
      (keys, size, sorted) => {
        const all = keys.map((parts) => parts.join(''));
        if (sorted) all.sort();
        const encoder = deltaByteArray.encoder(byteArray);
        for (const text of all) encoder.write(bytesValues([text]), 0, 1);
        const decoder = deltaByteArray.decoder(encoder.finish(), context(byteArray, all.length));
        const target = createColumnBuffer(byteArray);
        const read: string[] = [];
        while (decoder.remaining > 0) {
          const count = Math.min(size, decoder.remaining);
          if (read.length % 2 === 0) {
            read.push(...strings(decoder.read(count)));
          } else {
            target.clear();
            decoder.readInto(target, count);
            read.push(...strings(target.values));
          }
        }
        expect(read).toEqual(all);
      },
    ),
  );
});

describe('invalid DELTA_BYTE_ARRAY lengths', () => {
  test('a page whose first prefix length is not 0 throws CORRUPT, because pages are independent', () => {
    expect(codeOf(() => read(rising(1, '02', '02', '41'), 1))).toBe('CORRUPT');
  });

  test('a prefix longer than the previous value throws CORRUPT', () => {
    // The prefix lengths are 0 1 2, and each suffix has length 1: the values are A, AB, ABC.
    expect(read(rising(3, '00 02', '02 00', '41 42 43'), 3)).toEqual(['A', 'AB', 'ABC']);
    // The prefix lengths are 0 and 2. The second is too long.
    const bytes = rising(2, '00 04', '02 00', '41 42');
    expect(codeOf(() => read(bytes, 2))).toBe('CORRUPT');
    const decoder = deltaByteArray.decoder(bytes, context(byteArray, 2));
    expect(strings(decoder.read(1))).toEqual(['A']);
    expect(codeOf(() => decoder.read(1))).toBe('CORRUPT');
  });

  test('negative DELTA_BYTE_ARRAY lengths throw CORRUPT', () => {
    expect(codeOf(() => read(rising(1, '01', '02', '41'), 1))).toBe('CORRUPT');
    expect(codeOf(() => read(rising(1, '00', '01', '41'), 1))).toBe('CORRUPT');
  });

  test('DELTA_BYTE_ARRAY suffixes that exceed the page throw TRUNCATED', () => {
    expect(codeOf(() => read(rising(2, '00 00', '04 00', '41 42 43'), 2))).toBe('TRUNCATED');
    expect(codeOf(() => deltaByteArray.decoder(rising(2, '00 00', '08 00', '41'), context(byteArray, 2)).skip(1))).toBe(
      'TRUNCATED',
    );
  });

  test('different numbers of prefix and suffix lengths throw CORRUPT', () => {
    const bytes = hex('80 01 01 02 00 00 00  80 01 01 01 02  41');
    expect(codeOf(() => read(bytes, 2))).toBe('CORRUPT');
  });
});

/** Returns `lengths` encoded as a delta stream. */
function lengthStream(lengths: Int32Array): Uint8Array {
  const encoder = deltaBinaryPacked.encoder(int32);
  encoder.write(int32Values(lengths), 0, lengths.length);
  return encoder.finish();
}

describe('DELTA_BYTE_ARRAY for FIXED_LEN_BYTE_ARRAY columns', () => {
  const fixed = (width: number) => ({ type: 7, width }) as const;

  test('DELTA_BYTE_ARRAY reads FIXED_LEN_BYTE_ARRAY values that have the width of the column', () => {
    // The prefix lengths are 0 1, and the suffix lengths 3 2: the values are ABC, ADE.
    const bytes = rising(2, '00 02', '06 01', '41 42 43 44 45 ff');
    const values = deltaByteArray.decoder(bytes, context(fixed(3), 2)).read(2);
    expect(values).toEqual(fixedValues(fixed(3), new TextEncoder().encode('ABCADE'), 0, 2));
  });

  test('a FIXED_LEN_BYTE_ARRAY value of the wrong length throws CORRUPT, even if the total length is correct', () => {
    // The suffix lengths are 2 and 4, in a column of width 3.
    const bytes = rising(2, '00 00', '04 04', '41 42 43 44 45 46');
    expect(codeOf(() => deltaByteArray.decoder(bytes, context(fixed(3), 2)).read(2))).toBe('CORRUPT');
    expect(codeOf(() => deltaByteArray.decoder(bytes, context(fixed(3), 2)).read(1))).toBe('CORRUPT');
  });

  test('a FIXED_LEN_BYTE_ARRAY value of one byte throws CORRUPT in a column of width 0', () => {
    const bytes = rising(2, '00 00', '00 02', '41');
    expect(codeOf(() => deltaByteArray.decoder(bytes, context(fixed(0), 2)).read(2))).toBe('CORRUPT');
  });

  test('FIXED_LEN_BYTE_ARRAY values of width 0 have lengths, but no bytes', () => {
    const values = deltaByteArray.decoder(rising(3, '00 00', '00 00', ''), context(fixed(0), 3)).read(3);
    expect(values).toEqual({ layout: 'fixed', type: 7, width: 0, length: 3, data: new Uint8Array(0) });
  });
});
