import { type Codec, createLimits, EncodingId, PageType, ParquetError, PhysicalType } from '@marquetry/core';
import { writePageHeader } from '@marquetry/metadata';
import { thrownBy } from '@marquetry/test-support/errors.js';
import { hex, join } from '@marquetry/test-support/hex.js';
import { buildDataPage, buildDictionaryPage } from '@marquetry/test-support/pages.js';
import { snappy, zstd } from '@marquetry/test-support/standard.js';
import { columnOf, indicesOf, valuesOf } from '@marquetry/test-support/values.js';
import { describe, expect, test } from 'vitest';
import { dictionaryOf, entries, opened, slots } from './open.js';

const { PLAIN, RLE_DICTIONARY } = EncodingId;
const optional = columnOf(PhysicalType.INT32, [1, 0]);
const required = columnOf(PhysicalType.INT32);
const items = Array.from({ length: 50 }, (_, i) => i % 3);
const values = valuesOf(required, items);

/** A codec that counts its calls and returns zeros. */
function spy(): Codec & { calls: number } {
  return {
    contract: 1,
    id: 1,
    name: 'SPY',
    calls: 0,
    decompress(packed, into) {
      this.calls++;
      if (packed.length === 0) throw new ParquetError('TRUNCATED', 'nothing to unpack');
      into.fill(0);
    },
  };
}

describe('is_compressed in v2 page headers', () => {
  const page = (isCompressed: boolean | undefined, codec: Codec | undefined) =>
    buildDataPage({ version: 2, column: required, encoding: PLAIN, values, codec, isCompressed });

  test('in v2, an absent is_compressed means true', () => {
    expect(page(undefined, snappy).length).toBeLessThan(60);
    expect(slots(page(undefined, snappy), required, { codec: snappy })).toEqual(items);
  });

  test('in v2, is_compressed true means that the values are compressed', () => {
    expect(slots(page(true, snappy), required, { codec: snappy })).toEqual(items);
  });

  test('in v2, is_compressed false means that the values are stored uncompressed, regardless of the codec of the chunk', () => {
    expect(page(false, snappy).length).toBeGreaterThan(200);
    expect(slots(page(false, snappy), required, { codec: snappy })).toEqual(items);
  });

  test.each([undefined, true, false])(
    'in v2, is_compressed %s is ignored if the chunk is UNCOMPRESSED',
    (isCompressed) => {
      expect(slots(page(isCompressed, undefined), required)).toEqual(items);
    },
  );

  test('in v2, levels are never compressed, and the size of the values is the size of the page minus that of the levels', () => {
    const definition = items.map((item) => (item === 0 ? 0 : 1));
    const present = valuesOf(
      required,
      items.filter((item) => item !== 0),
    );
    for (const isCompressed of [undefined, true, false]) {
      const bytes = buildDataPage({
        version: 2,
        column: optional,
        encoding: PLAIN,
        values: present,
        definition,
        codec: snappy,
        isCompressed,
      });
      expect(slots(bytes, optional, { codec: snappy })).toEqual(items.map((item) => (item === 0 ? null : item)));
    }
  });

  test('in v2, is_compressed false is rejected as CORRUPT if the compressed and uncompressed sizes differ', () => {
    const forged = { header: { uncompressedPageSize: 201 } };
    const bytes = buildDataPage({
      version: 2,
      column: required,
      encoding: PLAIN,
      values,
      isCompressed: false,
      ...forged,
    });
    expect(thrownBy(() => slots(bytes, required, { codec: snappy })).code).toBe('CORRUPT');
  });
});

describe('pages without values', () => {
  const none = valuesOf(required, []);

  test.each([undefined, true])(
    'reading a v2 page that has only nulls and no bytes after the levels does not call the codec if is_compressed is %s',
    (is) => {
      const bytes = buildDataPage({
        version: 2,
        column: optional,
        encoding: PLAIN,
        values: none,
        definition: [0, 0, 0],
        isCompressed: is,
      });
      const codec = spy();
      expect(slots(bytes, optional, { codec })).toEqual([null, null, null]);
      expect(codec.calls).toBe(0);
    },
  );

  test('a v2 page that has only nulls may have an empty SNAPPY block after the levels', () => {
    const bytes = hex(`
      15 06 15 04 15 06                      | DATA_PAGE_V2, 2 bytes, 3 stored
      5c 15 06 15 06 15 06 15 00 15 04 15 00 00 00
      06 00                                  | three 0
      00                                     | SNAPPY: 0 bytes
      de ad be ef`);
    expect(slots(bytes, optional, { codec: snappy })).toEqual([null, null, null]);
  });

  test('a v2 page that has only nulls may have an empty ZSTD frame after the levels', () => {
    const frame = hex('28 b5 2f fd 20 00 01 00 00'); // As in page_v2_empty_compressed of parquet-testing.
    const header = writePageHeader({
      type: PageType.DATA_PAGE_V2,
      uncompressedPageSize: 2,
      compressedPageSize: 2 + frame.length,
      dataPageHeaderV2: {
        numValues: 3,
        numNulls: 3,
        numRows: 3,
        encoding: RLE_DICTIONARY,
        definitionLevelsByteLength: 2,
        repetitionLevelsByteLength: 0,
      },
    });
    expect(slots(join(header, hex('06 00'), frame), optional, { codec: zstd })).toEqual([null, null, null]);
  });

  test.each([1, 2] as const)('a v%i page without slots can be read in any encoding', (version) => {
    const bytes = [0, 3, 5, 6, 7, 8, 9].map((encoding) =>
      buildDataPage({ version, column: optional, encoding, values: none, definition: [], encoded: new Uint8Array(0) }),
    );
    const types = [1, 0, 1, 6, 6, 1, 1] as const;
    for (const [i, page] of bytes.entries()) {
      const column = columnOf(types[i]!, [1, 0]);
      expect(opened(page, column).rowCount).toBe(0);
      expect(slots(page, column)).toEqual([]);
    }
  });

  test('a v1 page without slots may have an empty body, without even the length of the levels', () => {
    const bytes = hex('15 00 15 00 15 00 2c 15 00 15 00 15 06 15 06 00 00 de ad');
    const codec = spy();
    expect(slots(bytes, optional, { codec })).toEqual([]);
    expect(codec.calls).toBe(0);
  });

  test('a page without values may have a DELTA_BINARY_PACKED header of 0 values', () => {
    const encoded = hex('80 01 04 00 00');
    const bytes = buildDataPage({ column: required, encoding: 5, values: none, encoded });
    expect(slots(bytes, required)).toEqual([]);
  });
});

describe('dictionary pages', () => {
  test('a dictionary page without entries may have an empty body, an empty SNAPPY block or an empty ZSTD frame', () => {
    const page = (stored: string) => {
      const body = hex(stored);
      const sizes = { uncompressedPageSize: 0, compressedPageSize: body.length };
      const dictionaryPageHeader = { numValues: 0, encoding: PLAIN };
      return join(writePageHeader({ type: PageType.DICTIONARY_PAGE, ...sizes, dictionaryPageHeader }), body);
    };
    expect(entries(page(''), required, { codec: snappy })).toEqual([]);
    expect(entries(page('00'), required, { codec: snappy })).toEqual([]);
    expect(entries(page('28 b5 2f fd 20 00 01 00 00'), required, { codec: zstd })).toEqual([]);
  });

  test.each([0, 1, 2, 3, 4, 5, 6, 7] as const)('compressed dictionary entries of physical type %i are read', (type) => {
    const column = columnOf(type, [0, 0], 3);
    const plain = [
      [true, false],
      [1, -2],
      [1n, -2n],
      ['a'.repeat(12), 'b'.repeat(12)],
      [0.5, -0],
      [1e300, 2],
      ['', 'xyz'],
      ['abc', 'def'],
    ];
    const bytes = buildDictionaryPage({ column, values: valuesOf(column, plain[type]!), codec: snappy, crc: true });
    expect(entries(bytes, column, { codec: snappy })).toEqual(plain[type]);
  });

  test('a dictionary page with fewer bytes than its entries need throws TRUNCATED', () => {
    const bytes = buildDictionaryPage({ column: required, values: valuesOf(required, [1, 2]), numValues: 3 });
    expect(thrownBy(() => dictionaryOf(bytes, required)).code).toBe('TRUNCATED');
  });

  test('a dictionary page with more entries than limits.dictionaryValues throws LIMIT', () => {
    const bytes = buildDictionaryPage({ column: required, values: valuesOf(required, [1, 2]) });
    const error = thrownBy(() => dictionaryOf(bytes, required, { limits: createLimits({ dictionaryValues: 1 }) }));
    expect(error.code).toBe('LIMIT');
    expect(error.reason).toContain('dictionaryValues = 1');
  });

  test('opening a data page as a dictionary page, or the reverse, throws INVALID_ARGUMENT', () => {
    const data = buildDataPage({ column: required, encoding: PLAIN, values });
    const dictionary = buildDictionaryPage({ column: required, values });
    expect(thrownBy(() => dictionaryOf(data, required)).code).toBe('INVALID_ARGUMENT');
    expect(thrownBy(() => opened(dictionary, required)).code).toBe('INVALID_ARGUMENT');
  });
});

describe('checksums', () => {
  const dictionary = valuesOf(required, [7, 8]);
  const built: readonly (readonly [string, (crc: boolean | number) => Uint8Array])[] = [
    ['v1', (crc) => buildDataPage({ column: optional, encoding: PLAIN, values, codec: snappy, crc })],
    ['v2', (crc) => buildDataPage({ version: 2, column: optional, encoding: PLAIN, values, codec: snappy, crc })],
    ['dictionary', (crc) => buildDictionaryPage({ column: optional, values: dictionary, codec: snappy, crc })],
  ];
  const readings = new Map<string, (bytes: Uint8Array, verifyChecksums?: boolean) => unknown>([
    ['v1', (bytes, verifyChecksums = true) => slots(bytes, optional, { codec: snappy, verifyChecksums })],
    ['v2', (bytes, verifyChecksums = true) => slots(bytes, optional, { codec: snappy, verifyChecksums })],
    ['dictionary', (bytes, verifyChecksums = true) => entries(bytes, optional, { codec: snappy, verifyChecksums })],
  ]);

  test.each(built)(
    'a %s page with a wrong checksum is rejected as CORRUPT unless `verifyChecksums` is false; a correct or absent checksum is accepted',
    (kind, build) => {
      const read = readings.get(kind)!;
      const expected = kind === 'dictionary' ? [7, 8] : items;
      expect(read(build(true))).toEqual(expected);
      expect(read(build(false))).toEqual(expected);
      const error = thrownBy(() => read(build(0x1234)));
      expect(error.code).toBe('CORRUPT');
      expect(error.reason).toContain('but the header states 00001234');
      expect(read(build(0x1234), false)).toEqual(expected);
    },
  );

  test('the checksum detects every flipped bit in a body, including the levels of a v2 page', () => {
    const bytes = built[1]![1](true);
    const body = bytes.length - 20;
    for (let bit = 8 * body; bit < 8 * bytes.length; bit++) {
      const flipped = bytes.slice();
      flipped[bit >> 3]! ^= 1 << (bit & 7);
      expect(thrownBy(() => slots(flipped, optional, { codec: snappy })).reason).toContain('checksum');
    }
  });

  test('the checksum is computed from the body as stored, and compared as a signed integer', () => {
    const bytes = hex(`
      15 00 15 08 15 08
      15 ce ad fd df 09   | a crc that is not that of the body
      1c 15 02 15 00 15 06 15 06 00 00
      01 00 00 00`);
    // The CRC-32 of 01 00 00 00 is 99f8b879, which is a negative i32.
    const error = thrownBy(() => slots(bytes, required));
    expect(error.reason).toContain('checksum is 99f8b879');
    const right = buildDataPage({
      column: required,
      encoding: PLAIN,
      values: valuesOf(required, [1]),
      crc: 0x99f8b879 | 0,
    });
    expect(slots(right, required)).toEqual([1]);
  });
});

describe('limits and counts', () => {
  test('a page with more slots than limits.pageSlots throws LIMIT', () => {
    const bytes = buildDataPage({ column: required, encoding: PLAIN, values });
    const error = thrownBy(() => opened(bytes, required, { limits: createLimits({ pageSlots: 49 }) }));
    expect(error.code).toBe('LIMIT');
    expect(error.reason).toContain('pageSlots = 49');
  });

  test.each([undefined, snappy])('a page larger than limits.pageBytes throws LIMIT', (codec) => {
    const bytes = buildDataPage({ column: required, encoding: PLAIN, values, codec });
    const error = thrownBy(() => opened(bytes, required, { codec, limits: createLimits({ pageBytes: 199 }) }));
    expect(error.code).toBe('LIMIT');
    expect(error.reason).toContain('pageBytes = 199');
  });

  test.each(['PLAIN', 'DELTA_BINARY_PACKED', 'BYTE_STREAM_SPLIT'] as const)(
    'no memory is allocated for the values of a REQUIRED %s page whose header states 2^27 values',
    (name) => {
      const encoding = EncodingId[name];
      for (const version of [1, 2] as const) {
        const data = { numValues: 2 ** 27, numRows: 2 ** 27, numNulls: 0 };
        const page = opened(buildDataPage({ version, column: required, encoding, values, header: { data } }), required);
        const before = process.memoryUsage().arrayBuffers;
        const error = thrownBy(() => page.values().read(2 ** 27));
        expect(['TRUNCATED', 'CORRUPT']).toContain(error.code);
        expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(2 ** 24);
      }
    },
  );

  test("a page whose uncompressed size exceeds the codec's maximum expansion is rejected as CORRUPT, and no memory is allocated for it", () => {
    const codec: Codec = { ...snappy, maxExpansion: 30 };
    const bytes = buildDataPage({
      column: required,
      encoding: PLAIN,
      values,
      codec,
      header: { uncompressedPageSize: 2 ** 30 },
    });
    const error = thrownBy(() => opened(bytes, required, { codec }));
    expect(error.code).toBe('CORRUPT');
    expect(error.reason).toContain('cannot decompress to 1073741824 bytes');
  });

  test('a page is rejected as CORRUPT if it decompresses to more or fewer bytes than the header states', () => {
    for (const uncompressedPageSize of [199, 201]) {
      const bytes = buildDataPage({
        column: required,
        encoding: PLAIN,
        values,
        codec: snappy,
        header: { uncompressedPageSize },
      });
      expect(thrownBy(() => opened(bytes, required, { codec: snappy })).code).toBe('CORRUPT');
    }
  });

  test('in v2, the null count and row count in the header must match the levels', () => {
    const options = {
      version: 2,
      column: optional,
      encoding: PLAIN,
      values: valuesOf(required, [1]),
      definition: [1, 0],
    } as const;
    expect(slots(buildDataPage(options), optional)).toEqual([1, null]);
    for (const data of [{ numNulls: 0 }, { numNulls: 2 }, { numRows: 1 }, { numRows: 3 }]) {
      expect(thrownBy(() => opened(buildDataPage({ ...options, header: { data } }), optional)).code).toBe('CORRUPT');
    }
  });

  test('in v2, the null count of a repeated column comes from the levels, because writers disagree on the count in the header', () => {
    const column = columnOf(PhysicalType.INT32, [2, 1]);
    const shared = {
      version: 2,
      column,
      encoding: PLAIN,
      values: valuesOf(required, [5]),
      definition: [2, 1, 0],
      repetition: [0, 1, 0],
    } as const;
    for (const numNulls of [0, 1, 2]) {
      expect(opened(buildDataPage({ ...shared, header: { data: { numNulls } } }), column).nulls.nullCount).toBe(2);
    }
  });

  test('values() throws UNSUPPORTED if the encoding is not registered or does not support the type', () => {
    const unknown = opened(
      buildDataPage({ column: required, encoding: PLAIN, values, header: { data: { encoding: 200 } } }),
      required,
    );
    expect(unknown.slotCount).toBe(50);
    const error = thrownBy(() => unknown.values());
    expect(error.code).toBe('UNSUPPORTED');
    expect(error.reason).toContain('200');
    const wrong = opened(
      buildDataPage({ column: required, encoding: PLAIN, values, header: { data: { encoding: 6 } } }),
      required,
    );
    expect(thrownBy(() => wrong.values()).code).toBe('UNSUPPORTED');
  });

  test('opening a page whose levels are neither RLE nor BIT_PACKED throws UNSUPPORTED', () => {
    const data = { definitionLevelEncoding: 5 };
    const bytes = buildDataPage({ column: optional, encoding: PLAIN, values, header: { data } });
    const error = thrownBy(() => opened(bytes, optional));
    expect([error.code, error.at.part]).toEqual(['UNSUPPORTED', 'definition levels']);
  });

  test('reading a truncated page throws TRUNCATED', () => {
    const bytes = buildDataPage({ column: optional, encoding: PLAIN, values });
    for (let length = 0; length < bytes.length; length++) {
      expect(thrownBy(() => slots(bytes.subarray(0, length), optional)).code).toBe('TRUNCATED');
    }
  });

  test('reading a page of dictionary indices returns the indices and the dictionary', () => {
    const dictionary = valuesOf(required, [10, 20]);
    const bytes = buildDataPage({
      column: required,
      encoding: RLE_DICTIONARY,
      values: indicesOf(dictionary, [1, 0, 1]),
    });
    const read = opened(bytes, required, { dictionary }).values().read(3);
    expect(read).toEqual({ layout: 'dictionary', type: 1, length: 3, indices: Int32Array.of(1, 0, 1), dictionary });
  });
});
