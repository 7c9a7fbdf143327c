/** Tests the bytes of written pages, and that the pages can be read. */
import { EncodingId, type LeafColumn, type Nulls, noNulls, PhysicalType } from '@marquetry/core';
import {
  crc32,
  openDictionaryPage,
  openPage,
  readPageFrame,
  writeDataPage,
  writeDictionaryPage,
} from '@marquetry/page';
import { thrownBy } from '@marquetry/test-support/errors.js';
import { hex } from '@marquetry/test-support/hex.js';
import { encodeValues } from '@marquetry/test-support/pages.js';
import { snappy, standardEncodings } from '@marquetry/test-support/standard.js';
import { columnOf, plainOf, valuesOf } from '@marquetry/test-support/values.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const optional = columnOf(PhysicalType.INT32, [1, 0]);
const required = columnOf(PhysicalType.INT32);

function pageOf(column: LeafColumn, items: readonly number[], more: Partial<Parameters<typeof writeDataPage>[0]> = {}) {
  const values = encodeValues(column, EncodingId.PLAIN, valuesOf(column, items));
  return writeDataPage({
    version: 1,
    column,
    encoding: EncodingId.PLAIN,
    values,
    slotCount: items.length,
    rowCount: items.length,
    nulls: noNulls,
    ...more,
  });
}

test('a v1 page consists of its header, the length of the levels, a run of levels and the values', () => {
  const page = pageOf(optional, [1, 2], { checksum: false });
  expect(page.bytes.subarray(page.headerSize)).toEqual(
    hex(`
      02000000 | bytes of the definition levels
      04 01    | two times 1
      01000000 02000000
    `),
  );
  expect(page.header).toEqual({
    type: 0,
    uncompressedPageSize: 14,
    compressedPageSize: 14,
    dataPageHeader: { numValues: 2, encoding: 0, definitionLevelEncoding: 3, repetitionLevelEncoding: 3 },
  });
  expect(page.uncompressedSize).toBe(page.headerSize + 14);
});

test('a v2 page states the length of its levels in its header, and stores the levels uncompressed', () => {
  const nulls: Nulls = { kind: 'bitmap', bits: Uint8Array.of(0b101), nullCount: 1 };
  const items = Array<number>(100).fill(7);
  const bits = new Uint8Array(13).fill(255);
  bits[12] = 0b1111;
  bits[0] = 0b11111110;
  const page = pageOf(optional, items.slice(1), {
    version: 2,
    codec: snappy,
    slotCount: 100,
    rowCount: 100,
    nulls: { ...nulls, bits },
  });
  expect(page.header.dataPageHeaderV2).toEqual({
    numValues: 100,
    numNulls: 1,
    numRows: 100,
    encoding: 0,
    definitionLevelsByteLength: 5,
    repetitionLevelsByteLength: 0,
    isCompressed: true,
  });
  // A bit-packed group in which only the first slot is null, then a run of 92 levels.
  expect(page.bytes.subarray(page.headerSize, page.headerSize + 5)).toEqual(hex('03 fe b801 01'));
});

test('a v2 page that compression does not make smaller is stored uncompressed', () => {
  const page = pageOf(required, [0x12345678, 0x9abcdef], { version: 2, codec: snappy });
  expect(page.header.dataPageHeaderV2?.isCompressed).toBe(false);
  expect(page.header.compressedPageSize).toBe(8);
  const empty = pageOf(required, [], { version: 2, codec: snappy });
  expect([empty.header.dataPageHeaderV2?.isCompressed, empty.header.compressedPageSize]).toEqual([false, 0]);
});

test('the checksum in the header is that of the body as stored', () => {
  for (const version of [1, 2] as const) {
    const page = pageOf(optional, Array(500).fill(3), { version, codec: snappy });
    expect(page.header.crc).toBe(crc32(page.bytes.subarray(page.headerSize)));
    expect(pageOf(optional, [1], { version, checksum: false }).header.crc).toBeUndefined();
  }
});

test('dictionary pages can be written and read again', () => {
  const dictionary = valuesOf(required, [5, 4, 3]);
  for (const encoding of [EncodingId.PLAIN, EncodingId.PLAIN_DICTIONARY]) {
    const page = writeDictionaryPage({
      column: required,
      dictionary,
      encodings: standardEncodings,
      encoding,
      codec: snappy,
      sorted: false,
    });
    expect(page.header.dictionaryPageHeader).toEqual({ numValues: 3, encoding, isSorted: false });
    const frame = readPageFrame(page.bytes, 0);
    expect(
      plainOf(openDictionaryPage({ ...frame, column: required, encodings: standardEncodings, codec: snappy })),
    ).toEqual([5, 4, 3]);
  }
});

test('nulls and levels in any form can be written and read again', () => {
  const slot = fc.oneof({ arbitrary: fc.constant(1), weight: 3 }, { arbitrary: fc.constant(0), weight: 1 });
  const runs = fc.array(fc.tuple(slot, fc.integer({ min: 1, max: 70 })), { maxLength: 20 });
  const settings = fc.record({
    version: fc.constantFrom(1 as const, 2 as const),
    bitPacked: fc.boolean(),
    codec: fc.constantFrom(undefined, snappy),
    deep: fc.boolean(),
  });
  fc.assert(
    fc.property(runs, settings, (lengths, { version, bitPacked, codec, deep }) => {
      const levels = lengths.flatMap(([level, count]) => Array<number>(count).fill(deep ? 3 * level : level));
      const column = columnOf(PhysicalType.INT32, [deep ? 3 : 1, 0]);
      const items = levels.flatMap((level, i) => (level > 0 ? [i] : []));
      const nullCount = levels.length - items.length;
      const bits = new Uint8Array(Math.ceil(levels.length / 8));
      for (const i of items) bits[i >> 3]! |= 1 << (i & 7);
      const nulls: Nulls = deep
        ? { kind: 'levels', definition: Uint8Array.from(levels), nullCount }
        : { kind: 'bitmap', bits, nullCount };
      const page = pageOf(column, items, {
        version,
        nulls,
        codec,
        slotCount: levels.length,
        rowCount: levels.length,
        ...(bitPacked && version === 1 ? { levelEncoding: EncodingId.BIT_PACKED } : {}),
      });
      const opened = openPage({ ...readPageFrame(page.bytes, 0), column, encodings: standardEncodings, codec });
      expect([opened.slotCount, opened.rowCount]).toEqual([levels.length, levels.length]);
      expect(opened.nulls).toEqual(nullCount === 0 ? noNulls : nulls);
      expect(plainOf(opened.values().read(opened.valueCount))).toEqual(items);
    }),
  );
});

test('the page header omits fields that the caller does not pass', () => {
  const of = (version: 1 | 2, more: object = {}) => {
    const { header } = pageOf(required, [1], { version, checksum: false, ...more });
    return header.dataPageHeader ?? header.dataPageHeaderV2 ?? {};
  };
  const statistics = { nullCount: 0 };
  for (const version of [1, 2] as const) {
    expect(Object.keys(of(version))).not.toContain('statistics');
    expect(of(version, { statistics })).toMatchObject({ statistics });
  }
  const dictionary = writeDictionaryPage({
    ...{ column: required, dictionary: valuesOf(required, [1]), encodings: standardEncodings },
  });
  expect(Object.keys(dictionary.header.dictionaryPageHeader ?? {})).toEqual(['numValues', 'encoding']);
  // The encoding is PLAIN, and the header has a checksum.
  expect(dictionary.header.dictionaryPageHeader?.encoding).toBe(EncodingId.PLAIN);
  expect(dictionary.header.crc).toBe(crc32(dictionary.bytes.subarray(dictionary.headerSize)));
  expect(dictionary.uncompressedSize).toBe(dictionary.headerSize + 4);
  const silent = writeDictionaryPage({
    ...{ column: required, dictionary: valuesOf(required, [1]), encodings: standardEncodings, checksum: false },
  });
  expect(silent.header.crc).toBeUndefined();
});

test('a v1 page of a repeated column stores repetition and definition levels, each after its length', () => {
  const list = columnOf(PhysicalType.INT32, [2, 1]);
  const levels = { definition: Uint8Array.of(2, 2, 1), repetition: Uint8Array.of(0, 1, 0) };
  const nulls: Nulls = { kind: 'levels', ...levels, nullCount: 1 };
  const page = pageOf(list, [5, 6], { slotCount: 3, rowCount: 2, nulls });
  expect(page.bytes.subarray(page.headerSize)).toEqual(
    hex(`
      02000000 03 02     | repetition: 0 1 0
      03000000 03 1a 00  | definition: 2 2 1
      05000000 06000000
    `),
  );
  const opened = openPage({ ...readPageFrame(page.bytes, 0), column: list, encodings: standardEncodings });
  expect([opened.nulls, opened.rowCount]).toEqual([nulls, 2]);
});

test('levels are written if the maximum level exceeds 1, even if no slot is null, for `nulls` of kind "none" and "bitmap"', () => {
  const deep = columnOf(PhysicalType.INT32, [3, 0]);
  for (const nulls of [noNulls, { kind: 'bitmap', bits: Uint8Array.of(0b11), nullCount: 0 }] as const) {
    const page = pageOf(deep, [5, 6], { nulls });
    expect(page.bytes.subarray(page.headerSize)).toEqual(hex('03000000 03 0f 00  05000000 06000000'));
  }
});

test('BIT_PACKED definition levels of a page without nulls are all 1', () => {
  const page = pageOf(optional, [5, 6], { levelEncoding: EncodingId.BIT_PACKED });
  expect(page.bytes.subarray(page.headerSize)).toEqual(hex('c0  05000000 06000000'));
});

describe('invalid arguments for writing a page', () => {
  const list = columnOf(PhysicalType.INT32, [2, 1]);
  const deep = columnOf(PhysicalType.INT32, [2, 0]);
  const bitmap = (bits: readonly number[], nullCount: number): Nulls => ({
    kind: 'bitmap',
    bits: Uint8Array.from(bits),
    nullCount,
  });
  const levels = (definition: readonly number[], nullCount: number, repetition?: readonly number[]): Nulls => ({
    kind: 'levels',
    definition: Uint8Array.from(definition),
    nullCount,
    ...(repetition === undefined ? {} : { repetition: Uint8Array.from(repetition) }),
  });
  /** Writes a page with the given slots and rows, but without values. */
  const slots = (column: LeafColumn, nulls: Nulls, slotCount: number, rowCount: number = slotCount) =>
    pageOf(column, [], { nulls, slotCount, rowCount });

  test.each<[string, () => unknown, string]>([
    ['version 3', () => pageOf(required, [1], { version: 3 as 1 }), '`version` must be 1 or 2, got 3'],
    [
      'BIT_PACKED in v2',
      () => pageOf(optional, [1], { version: 2, levelEncoding: EncodingId.BIT_PACKED }),
      '`levelEncoding` of a v2 page must be RLE, got BIT_PACKED',
    ],
    [
      'levels in PLAIN',
      () => pageOf(optional, [1], { levelEncoding: EncodingId.PLAIN }),
      '`levelEncoding` of a v1 page must be RLE or BIT_PACKED, got PLAIN',
    ],
    [
      'a fractional slot count',
      () => slots(required, noNulls, 1.5),
      'slotCount must be a non-negative integer, got 1.5',
    ],
    ['a negative slot count', () => slots(required, noNulls, -1), 'slotCount must be a non-negative integer, got -1'],
    [
      'a row count of NaN',
      () => slots(required, noNulls, 1, Number.NaN),
      'rowCount must be a non-negative integer, got NaN',
    ],
    ['fewer rows than slots', () => slots(required, noNulls, 2, 1), 'rowCount must be 2 for these slots, got 1'],
    [
      'more rows than lists',
      () => slots(list, levels([2, 2], 0, [0, 1]), 2),
      'rowCount must be 1 for these slots, got 2',
    ],
    ['a wrong null count', () => slots(optional, bitmap([0b01], 2), 2), 'nullCount is 2, but 1 of 2 slots are null'],
    [
      'nulls in a page without slots',
      () => slots(required, { kind: 'none', nullCount: 1 as 0 }, 2),
      'nullCount is 1, but 0 of 2 slots are null',
    ],
    [
      'a bitmap that is too short',
      () => slots(optional, bitmap([0xff], 1), 9),
      'a validity bitmap of 1 bytes is too short for 9 slots',
    ],
    [
      'a null in a required column',
      () => slots(required, bitmap([0xff, 0b01], 1), 10),
      'a required column has a null in row 9',
    ],
    [
      'a bitmap for a nested column',
      () => slots(deep, bitmap([0], 1), 1),
      'a nested column needs levels: a bitmap does not state which ancestor is null',
    ],
    [
      'a bitmap for a list',
      () => slots(list, bitmap([1], 0), 1),
      'a nested column needs levels: a bitmap does not state which ancestor is null',
    ],
    ['lists without levels', () => slots(list, noNulls, 1), 'a repeated column needs `nulls` with repetition levels'],
    [
      'lists without repetition levels',
      () => slots(list, levels([2], 0), 1),
      'a repeated column needs `nulls` with repetition levels',
    ],
    [
      'fewer definition levels than slots',
      () => slots(deep, levels([2], 0), 2),
      '2 slots need 2 definition levels, got 1',
    ],
    [
      'more repetition levels than slots',
      () => slots(list, levels([2], 0, [0, 1]), 1),
      '1 slots need 1 repetition levels, got 2',
    ],
    [
      'a definition level above the maximum',
      () => slots(deep, levels([2, 0, 4, 3], 1), 4),
      'definition level 4 exceeds the maximum 2, row 2',
    ],
    [
      'a definition level above the maximum in a list',
      () => slots(list, levels([2, 2, 2, 3], 0, [0, 1, 0, 1]), 4, 2),
      'definition level 3 exceeds the maximum 2, row 1',
    ],
    [
      'a definition level above 0 in a required column',
      () => slots(required, levels([0, 1], 1), 2),
      'definition level 1 is not allowed in a required column, row 1',
    ],
    [
      'a repetition level above the maximum',
      () => slots(list, levels([2, 2, 2], 0, [0, 0, 2]), 3, 2),
      'repetition level 2 exceeds the maximum 1, row 1',
    ],
    [
      'a repetition level above 0 in a flat column',
      () => slots(optional, levels([1, 1], 0, [0, 1]), 2),
      'repetition level 1 exceeds the maximum 0, row 0',
    ],
    [
      'a first slot that continues a row',
      () => slots(list, levels([2, 2], 0, [1, 0]), 2, 1),
      'the first slot must have repetition level 0, got 1',
    ],
  ])('writing a page rejects %s', (_, action, reason) => {
    const error = thrownBy(action);
    expect([error.code, error.reason]).toEqual(['INVALID_ARGUMENT', reason]);
  });

  test('writeDataPage accepts a page without slots or levels, and levels of a flat column without repetition levels', () => {
    expect(slots(list, noNulls, 0).header.dataPageHeader?.numValues).toBe(0);
    expect(slots(list, levels([], 0), 0).header.dataPageHeader?.numValues).toBe(0);
    expect(slots(required, bitmap([0xff], 0), 8).header.dataPageHeader?.numValues).toBe(8);
    expect(slots(deep, bitmap([0x01], 0), 1).header.dataPageHeader?.numValues).toBe(1);
    expect(slots(optional, levels([0, 1, 0], 2), 3).header.dataPageHeader?.numValues).toBe(3);
    expect(slots(optional, levels([0, 1], 1, [0, 0]), 2).header.dataPageHeader?.numValues).toBe(2);
  });

  test('writing a page throws UNSUPPORTED for a codec that cannot compress, and for an encoding that cannot encode', () => {
    const codec = { contract: 1, id: 3, name: 'LZO', decompress: () => undefined } as const;
    const error = thrownBy(() => pageOf(required, [1], { codec }));
    expect([error.code, error.reason]).toEqual([
      'UNSUPPORTED',
      'the LZO codec (3) cannot compress: use a codec with `compress`',
    ]);
    const { encoder: _, ...plain } = standardEncodings.resolve(EncodingId.PLAIN, required);
    const encodings = standardEncodings.replace(plain);
    const dictionary = valuesOf(required, [1]);
    const readOnly = thrownBy(() => writeDictionaryPage({ column: required, dictionary, encodings }));
    expect([readOnly.code, readOnly.reason]).toEqual([
      'UNSUPPORTED',
      'the PLAIN encoding has no encoder: register an encoding that has one',
    ]);
  });

  test('writing a page throws LIMIT for a page of more than 2^31 - 1 bytes', () => {
    const huge = { length: 2 ** 31 } as Uint8Array;
    const error = thrownBy(() => pageOf(required, [], { values: huge }));
    expect([error.code, error.reason]).toEqual(['LIMIT', 'a page must not exceed 2147483647 bytes, got 2147483648']);
  });

  test('writing a dictionary page rejects an encoding other than PLAIN', () => {
    const shared = { column: required, dictionary: valuesOf(required, [1]), encodings: standardEncodings };
    const error = thrownBy(() => writeDictionaryPage({ ...shared, encoding: EncodingId.RLE }));
    expect([error.code, error.reason]).toEqual([
      'INVALID_ARGUMENT',
      'a dictionary page must be encoded as PLAIN, got RLE (3)',
    ]);
  });
});

describe('reuse of memory from page to page', () => {
  const items = Array.from({ length: 300 }, (_, i) => i % 7);

  test.each([1, 2] as const)(
    'the bytes of a written v%i page do not change when other pages are written after it',
    (version) => {
      const first = pageOf(optional, items, { version, codec: snappy });
      const kept = first.bytes.slice();
      pageOf(
        optional,
        items.map((item) => item + 9),
        { version, codec: snappy },
      );
      pageOf(optional, [1, 2, 3], { version });
      expect(first.bytes).toEqual(kept);
    },
  );

  test('a codec may compress a page into the memory that it is offered, or return an array of its own', () => {
    const bytes = (given: boolean) => ({
      ...snappy,
      compress(raw: Uint8Array, memory?: (byteLength: number) => Uint8Array) {
        const packed = snappy.compress?.(raw) ?? raw;
        if (!given || memory === undefined) return packed;
        const room = memory(packed.length + 5);
        room.set(packed, 5);
        return room.subarray(5, 5 + packed.length);
      },
    });
    const own = pageOf(optional, items, { codec: bytes(false) });
    expect(pageOf(optional, items, { codec: bytes(true) })).toEqual(own);
    expect(own.bytes).toEqual(pageOf(optional, items, { codec: snappy }).bytes);
  });

  test('the page checksum is computed by `kernels.crc32` if it exists', () => {
    const summed: Uint8Array[] = [];
    const kernels = {
      crc32(body: Uint8Array) {
        summed.push(body.slice());
        return 77;
      },
    };
    for (const version of [1, 2] as const) {
      const page = pageOf(optional, items, { version, codec: snappy, kernels });
      expect(page.header.crc).toBe(77);
      expect(summed.pop()).toEqual(page.bytes.subarray(page.headerSize));
    }
    expect(pageOf(optional, items, { kernels, checksum: false }).header.crc).toBeUndefined();
  });
});
