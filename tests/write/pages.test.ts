/**
 * Single pages: what their headers say, and that they open again.
 */
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

test('a v1 page is header, length of the levels, a run, values', () => {
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

test('a v2 page says how long its levels are, and has them uncompressed', () => {
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
  // A packed group, then a run of 92: ends in ones, whose first bit is the second of the page.
  expect(page.bytes.subarray(page.headerSize, page.headerSize + 5)).toEqual(hex('03 fe b801 01'));
});

test('a v2 page that does not shrink is not compressed', () => {
  const page = pageOf(required, [0x12345678, 0x9abcdef], { version: 2, codec: snappy });
  expect(page.header.dataPageHeaderV2?.isCompressed).toBe(false);
  expect(page.header.compressedPageSize).toBe(8);
  const empty = pageOf(required, [], { version: 2, codec: snappy });
  expect([empty.header.dataPageHeaderV2?.isCompressed, empty.header.compressedPageSize]).toEqual([false, 0]);
});

test('the checksum is that of the body as stored', () => {
  for (const version of [1, 2] as const) {
    const page = pageOf(optional, Array(500).fill(3), { version, codec: snappy });
    expect(page.header.crc).toBe(crc32(page.bytes.subarray(page.headerSize)));
    expect(pageOf(optional, [1], { version, checksum: false }).header.crc).toBeUndefined();
  }
});

test('dictionary pages open as they were written', () => {
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
  const error = thrownBy(() =>
    writeDictionaryPage({ column: required, dictionary, encodings: standardEncodings, encoding: EncodingId.RLE }),
  );
  expect(error.code).toBe('INVALID_ARGUMENT');
});

test('nulls and levels of any shape come back', () => {
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

describe('what contradicts is refused', () => {
  test.each<[string, () => unknown, RegExp]>([
    ['a version', () => pageOf(required, [1], { version: 3 as 1 }), /version 3/],
    [
      'BIT_PACKED in v2',
      () => pageOf(optional, [1], { version: 2, levelEncoding: EncodingId.BIT_PACKED }),
      /v2 page in encoding BIT_PACKED/,
    ],
    [
      'levels in another encoding',
      () => pageOf(optional, [1], { levelEncoding: EncodingId.PLAIN }),
      /in encoding PLAIN/,
    ],
    ['a fractional count', () => pageOf(required, [1], { slotCount: 1.5 }), /slotCount is 1.5/],
    ['rows of a flat column', () => pageOf(required, [1, 2], { rowCount: 1 }), /hold 2 rows/],
    [
      'a bitmap for a nested column',
      () =>
        pageOf(columnOf(PhysicalType.INT32, [2, 0]), [], {
          slotCount: 1,
          rowCount: 1,
          nulls: { kind: 'bitmap', bits: Uint8Array.of(0), nullCount: 1 },
        }),
      /which ancestor is null/,
    ],
  ])('%s', (_, action, message) => {
    const error = thrownBy(action);
    expect(error.code).toBe('INVALID_ARGUMENT');
    expect(error.message).toMatch(message);
  });

  test('a codec that only reads', () => {
    const codec = { contract: 1, id: 3, name: 'LZO', decompress: () => undefined } as const;
    expect(thrownBy(() => pageOf(required, [1], { codec })).code).toBe('UNSUPPORTED');
  });
});
