/** Tests lookups in filters that this package or another writer created, and in bytes that are not a filter. */
import { existsSync, readFileSync } from 'node:fs';
import { createLimits, defaultLimits, PhysicalType } from '@marquetry/core';
import { writeBloomFilterHeader } from '@marquetry/metadata';
import { thrownBy } from '@marquetry/test-support/errors.js';
import { hex, join } from '@marquetry/test-support/hex.js';
import { binary, columnOf, valuesOf } from '@marquetry/test-support/values.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { blockIndexOf } from '../src/blocks.js';
import {
  blockMayContain,
  blockOffset,
  createBloomBuilder,
  type FilterColumn,
  hashesOf,
  hashOf,
  mayContain,
  mayContainValue,
  openBloomFilter,
  readFilterLayout,
} from '../src/index.js';
import { hyparquetFilter } from './hyparquet.js';

/** The filter that DuckDB 1.5.6 wrote for one INT32, the number 7. The eight junk bytes are not part of the filter. */
const ofSeven = hex(`
  15 40           | numBytes 32
  1c 1c 00 00     | algorithm BLOCK
  1c 1c 00 00     | hash XXHASH
  1c 1c 00 00     | compression UNCOMPRESSED
  00
  02000000 00002000 00000080 02000000 00002000 01000000 00200000 00100000
  ffffffff ffffffff | junk`);
const int32: FilterColumn = { type: PhysicalType.INT32, width: 4 };
const text = columnOf(PhysicalType.BYTE_ARRAY);

function ofWords(count: number): Uint8Array {
  const words = Array.from({ length: count }, (_, i) => `word ${i}`);
  const builder = createBloomBuilder(text);
  builder.add(valuesOf(text, words), 0, count);
  return builder.finish();
}

/** Returns a filter whose bits are all 1. `members` replaces members of its header. */
function filterWith(numBytes: number, members: Partial<Parameters<typeof writeBloomFilterHeader>[0]> = {}): Uint8Array {
  const header = writeBloomFilterHeader({
    numBytes,
    algorithm: { kind: 'BLOCK' },
    hash: { kind: 'XXHASH' },
    compression: { kind: 'UNCOMPRESSED' },
    ...members,
  });
  return join(header, new Uint8Array(Math.min(numBytes, 4096)).fill(0xff));
}

describe('lookups in filters from other writers', () => {
  test("lookups by hash and by value find the one value in DuckDB's filter, and no other", () => {
    const filter = openBloomFilter(ofSeven);
    expect(filter.blocks).toEqual(ofSeven.subarray(15, 47));
    expect(filter.blockCount).toBe(1);
    expect(mayContain(filter, hashOf(hex('07000000')))).toBe(true);
    expect(mayContainValue(filter, int32, hex('07000000'))).toBe(true);
    const others = Array.from({ length: 256 }, (_, i) => i).filter((i) => i !== 7);
    expect(others.filter((i) => mayContainValue(filter, int32, Uint8Array.of(i, 0, 0, 0)))).toEqual([]);
  });

  const arrow = new URL('../../../../shared/parquet-testing/data/bloom_filter.xxhash.bin', import.meta.url);
  const present = existsSync(arrow);
  test.skipIf(!present)(
    `lookups find all four words in a filter that Arrow wrote, and no others${present ? '' : ' (skipped: ../shared/parquet-testing is absent)'}`,
    () => {
      const filter = openBloomFilter(new Uint8Array(readFileSync(arrow)));
      const words = ['hello', 'parquet', 'bloom', 'filter', 'Hello', 'absent', ''];
      expect(words.filter((word) => mayContainValue(filter, text, binary(word)))).toEqual(words.slice(0, 4));
    },
  );

  test('hyparquet and this package return the same result for every lookup, even for false positives', () => {
    const bytes = ofWords(1000);
    const filter = openBloomFilter(bytes);
    const contains = hyparquetFilter(bytes);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (value) => {
        expect(mayContain(filter, hashOf(value))).toBe(contains(value));
      }),
      { numRuns: 2000 },
    );
    const words = Array.from({ length: 3000 }, (_, i) => binary(`word ${i}`));
    expect(words.filter((word) => mayContain(filter, hashOf(word)) !== contains(word))).toEqual([]);
  });
});

describe('lookups in a single block of a filter', () => {
  test('blockMayContain of one 32-byte block returns the same result as mayContain of the whole filter', () => {
    const bytes = ofWords(1000);
    const filter = openBloomFilter(bytes);
    const layout = readFilterLayout(bytes.subarray(0, 64));
    for (let i = 0; i < 3000; i++) {
      const hash = hashOf(binary(`word ${i}`));
      const offset = blockOffset(layout, hash);
      expect(blockMayContain(bytes.subarray(offset, offset + 32), hash)).toBe(mayContain(filter, hash));
    }
  });

  test('blockMayContain rejects a block that does not have 32 bytes', () => {
    const error = thrownBy(() => blockMayContain(new Uint8Array(31), { low: 0, high: 0 }));
    expect([error.code, error.reason]).toEqual(['INVALID_ARGUMENT', '`block` must have 32 bytes, got 31']);
  });

  test('blockIndexOf is exact for any hash and any number of blocks', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 1, max: 2 ** 31 - 1 }), (high, blocks) => {
        expect(blockIndexOf(high, blocks)).toBe(Number((BigInt(high >>> 0) * BigInt(blocks)) >> 32n));
      }),
      // Hashes for which a product of doubles would be rounded up to the next block, and hashes in the last block.
      {
        examples: [
          [-1, 67_108_863],
          [-1, 2 ** 31 - 1],
          [0x55555555, 3],
          [-0x55555556, 3],
        ],
      },
    );
  });

  test('lookups work in a filter whose number of blocks is not a power of two', () => {
    // The filter has three blocks. At first, all bits are 1; then the bits in the block of "x" are set to 0.
    const hash = hashOf(binary('x'));
    const bytes = filterWith(96);
    const { headerBytes } = readFilterLayout(bytes);
    const block = Number((BigInt(hash.high >>> 0) * 3n) >> 32n);
    const filter = openBloomFilter(bytes);
    expect([filter.blockCount, mayContain(filter, hash)]).toEqual([3, true]);
    bytes.fill(0, headerBytes + 32 * block, headerBytes + 32 * (block + 1));
    expect(mayContain(filter, hash)).toBe(false);
  });
});

describe('lookups of values that can be stored in several ways', () => {
  const half: FilterColumn = { type: PhysicalType.FIXED_LEN_BYTE_ARRAY, width: 2, annotation: { kind: 'FLOAT16' } };
  const float = columnOf(PhysicalType.FLOAT);
  const double = columnOf(PhysicalType.DOUBLE);

  test.each<[string, FilterColumn, string, string]>([
    ['FLOAT', float, '00000000', '00000080'],
    ['DOUBLE', double, '0000000000000000', '0000000000000080'],
    ['FLOAT16', half, '0000', '0080'],
  ])('a lookup of a %s zero checks the hashes of both -0 and +0', (_, column, positive, negative) => {
    const both = [hashOf(hex(positive)), hashOf(hex(negative))];
    expect(hashesOf(column, hex(positive))).toEqual(both);
    expect(hashesOf(column, hex(negative))).toEqual(both);
    // Other writers insert only the zero that occurs. This builder does the same if the column is declared as plain
    // bytes, not as floating-point numbers.
    const stored: FilterColumn = { ...column, type: PhysicalType.FIXED_LEN_BYTE_ARRAY, annotation: { kind: 'none' } };
    for (const zero of [positive, negative]) {
      const builder = createBloomBuilder(stored);
      const { length } = hex(zero);
      const data = hex(zero);
      builder.add({ layout: 'fixed', type: PhysicalType.FIXED_LEN_BYTE_ARRAY, width: length, length: 1, data }, 0, 1);
      const filter = openBloomFilter(builder.finish());
      expect([positive, negative].map((value) => mayContainValue(filter, column, hex(value)))).toEqual([true, true]);
    }
  });

  test.each<[string, FilterColumn, string]>([
    ['FLOAT 2^-149', float, '01000000'],
    ['FLOAT infinity', float, '0000807f'],
    ['FLOAT -infinity', float, '000080ff'],
    ['DOUBLE infinity', double, '000000000000f07f'],
    ['DOUBLE 1', double, '000000000000f03f'],
    ['FLOAT16 infinity', half, '007c'],
    ['FLOAT16 largest', half, 'ff7b'],
    ['FIXED_LEN_BYTE_ARRAY(2) with the bits of a NaN', { ...half, annotation: { kind: 'DECIMAL' } }, '017e'],
  ])('a lookup of %s checks one hash', (_, column, value) => {
    expect(hashesOf(column, hex(value))).toEqual([hashOf(hex(value))]);
  });

  test.each<[string, FilterColumn, string]>([
    ['FLOAT NaN', float, '0000c07f'],
    ['FLOAT NaN with only its last fraction bit set', float, '010080ff'],
    ['DOUBLE NaN', double, '000000000000f87f'],
    ['DOUBLE NaN with only its last fraction bit set', double, '010000000000f07f'],
    ['FLOAT16 NaN', half, '007e'],
    ['FLOAT16 NaN with a sign', half, '01fc'],
    ['BOOLEAN', { type: PhysicalType.BOOLEAN, width: 0 }, '01'],
    ['DECIMAL in BYTE_ARRAY', { ...text, annotation: { kind: 'DECIMAL' } }, '01'],
  ])('a lookup of %s returns true, because a filter cannot exclude it', (_, column, value) => {
    expect(hashesOf(column, hex(value))).toBeUndefined();
    const empty = openBloomFilter(createBloomBuilder(text).finish());
    expect(mayContainValue(empty, column, hex(value))).toBe(true);
  });

  test('hashesOf rejects a value whose length is not that of the column type', () => {
    const error = thrownBy(() => hashesOf(int32, new Uint8Array(8)));
    expect([error.code, error.reason]).toEqual(['INVALID_ARGUMENT', 'a value of type INT32 must have 4 bytes, got 8']);
  });
});

describe('opening bytes that are not a valid filter', () => {
  test('opening a filter that is truncated at any byte throws TRUNCATED', () => {
    for (let length = 0; length < 47; length++) {
      expect([length, thrownBy(() => openBloomFilter(ofSeven.subarray(0, length))).code]).toEqual([
        length,
        'TRUNCATED',
      ]);
    }
    expect(thrownBy(() => openBloomFilter(ofSeven.subarray(0, 46))).message).toBe(
      'the Bloom filter needs 47 bytes with its header, got 46 (byte 46)',
    );
  });

  test.each([0, 1, 31, 33, 48, 2 ** 20 + 16])(
    'opening a filter with a bitset of %d bytes throws CORRUPT, because it does not consist of whole blocks',
    (numBytes) => {
      const error = thrownBy(() => openBloomFilter(filterWith(numBytes)));
      expect([error.code, error.reason]).toEqual([
        'CORRUPT',
        `\`numBytes\` in the Bloom filter header must be a positive multiple of 32, got ${numBytes}`,
      ]);
    },
  );

  test('opening a filter larger than limits.bloomFilterBytes throws LIMIT before the bits are read', () => {
    expect(defaultLimits.bloomFilterBytes).toBe(2 ** 27);
    const error = thrownBy(() => readFilterLayout(filterWith(2 ** 27 + 32)));
    expect([error.code, error.reason]).toEqual([
      'LIMIT',
      'a Bloom filter of 134217760 bytes exceeds the limit bloomFilterBytes = 134217728: ' +
        'raise it with createLimits({ bloomFilterBytes: ... })',
    ]);
    expect(readFilterLayout(filterWith(2 ** 27)).blockCount).toBe(2 ** 22);
    const limits = createLimits({ bloomFilterBytes: 31 });
    expect(thrownBy(() => openBloomFilter(ofSeven, { limits })).code).toBe('LIMIT');
    expect(openBloomFilter(ofSeven, { limits: createLimits({ bloomFilterBytes: 32 }) }).blockCount).toBe(1);
  });

  test.each([
    ['algorithm', { algorithm: { kind: 'unknown', id: 2 } }],
    ['hash', { hash: { kind: 'unknown', id: 2 } }],
    ['compression', { compression: { kind: 'unknown', id: 2 } }],
  ] as const)(
    'opening a filter with an unknown %s throws UNSUPPORTED, but its layout can be read, so that it can be copied',
    (name, members) => {
      const bytes = filterWith(100, members);
      const layout = readFilterLayout(bytes);
      expect(layout).toEqual({
        headerBytes: 16,
        byteLength: 116,
        blockCount: undefined,
        unsupported: `${name} (field 2)`,
      });
      for (const action of [() => openBloomFilter(bytes), () => blockOffset(layout, { low: 0, high: 0 })]) {
        const error = thrownBy(action);
        expect([error.code, error.reason]).toEqual([
          'UNSUPPORTED',
          `the Bloom filter has an unknown ${name} (field 2): read the chunk without the filter`,
        ]);
      }
    },
  );

  test('given any bytes, openBloomFilter returns a filter that supports lookups, or throws a ParquetError', () => {
    const hash = hashOf(binary('x'));
    fc.assert(
      fc.property(fc.nat({ max: 46 }), fc.nat({ max: 255 }), (at, byte) => {
        const bytes = Uint8Array.from(ofSeven);
        bytes[at] = byte;
        let filter: ReturnType<typeof openBloomFilter>;
        try {
          filter = openBloomFilter(bytes);
        } catch (error) {
          expect((error as { name: string }).name).toBe('ParquetError');
          return;
        }
        expect(filter.blocks.length).toBe(32 * filter.blockCount);
        expect(typeof mayContain(filter, hash)).toBe('boolean');
      }),
      { numRuns: 2000 },
    );
  });
});
