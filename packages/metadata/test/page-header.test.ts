import { defaultLimits } from '@marquetry/core';
import { describe, expect, test } from 'vitest';
import { type PageHeader, readPageHeader, writePageHeader } from '../src/index.js';

/** A v1 page header as parquet-mr writes it. */
const v1 = [
  [0x15, 0x00], // 1 type = DATA_PAGE
  [0x15, 0xf0, 0x01], // 2 uncompressed_page_size = 120
  [0x15, 0xa0, 0x01], // 3 compressed_page_size = 80
  [0x15, 0x99, 0x9a, 0x01], // 4 crc = -9869
  [0x1c], // 5 data_page_header
  [0x15, 0x20], //   1 num_values = 16
  [0x15, 0x10], //   2 encoding = RLE_DICTIONARY
  [0x15, 0x06], //   3 definition_level_encoding = RLE
  [0x15, 0x08], //   4 repetition_level_encoding = BIT_PACKED
  [0x1c], //   5 statistics
  [0x36, 0x04], //     3 null_count = 2
  [0x28, 0x01, 0x7a], //     5 max_value = "z"
  [0x18, 0x01, 0x61], //     6 min_value = "a"
  [0x00, 0x00, 0x00],
].flat();

const header: PageHeader = {
  type: 0,
  uncompressedPageSize: 120,
  compressedPageSize: 80,
  crc: -9869,
  dataPageHeader: {
    numValues: 16,
    encoding: 8,
    definitionLevelEncoding: 3,
    repetitionLevelEncoding: 4,
    statistics: { nullCount: 2, maxValue: new Uint8Array([0x7a]), minValue: new Uint8Array([0x61]) },
  },
};

describe('readPageHeader', () => {
  test('readPageHeader reads every field of a header that starts at a given position, and ignores the bytes after it', () => {
    const bytes = new Uint8Array([0xff, 0xff, ...v1, 0xff, 0xff, 0xff]);
    expect(readPageHeader(bytes, 2)).toStrictEqual({ header, byteLength: v1.length });
    expect([...writePageHeader(header)]).toEqual(v1);
  });

  test('readPageHeader with `statistics: false` omits statistics without checking their content', () => {
    const { statistics, ...rest } = header.dataPageHeader ?? { statistics: undefined };
    expect(statistics).toBeDefined();
    const result = readPageHeader(new Uint8Array(v1), 0, { statistics: false });
    expect(result).toStrictEqual({ header: { ...header, dataPageHeader: rest }, byteLength: v1.length });
    // The field null_count has the wrong wire type.
    const odd = new Uint8Array(v1);
    odd[v1.indexOf(0x36)] = 0x35;
    expect(readPageHeader(odd, 0, { statistics: false })).toStrictEqual(result);
    expect(() => readPageHeader(odd, 0)).toThrow('Statistics.nullCount has wire type I32, not I64');
  });

  test('readPageHeader returns minimum and maximum as views of the input bytes', () => {
    const bytes = new Uint8Array(v1);
    const { maxValue } = readPageHeader(bytes, 0).header.dataPageHeader?.statistics ?? {};
    bytes[bytes.lastIndexOf(0x7a)] = 0x79;
    expect(maxValue).toEqual(new Uint8Array([0x79]));
  });

  test.each([
    [0, 'dataPageHeader'],
    [2, 'dictionaryPageHeader'],
    [3, 'dataPageHeaderV2'],
  ])('readPageHeader throws CORRUPT for page type %d if the field %s is missing', (type, name) => {
    const bytes = writePageHeader({ type, uncompressedPageSize: 1, compressedPageSize: 1 });
    expect(() => readPageHeader(bytes, 0)).toThrow(
      expect.objectContaining({ code: 'CORRUPT', reason: `PageHeader.${name} is missing` }),
    );
  });

  test.each([1, 4, -1, 2 ** 31 - 1])(
    'readPageHeader accepts page type %d without a header for its type, because readers skip such pages',
    (type) => {
      const page = { type, uncompressedPageSize: 1, compressedPageSize: 1 };
      expect(readPageHeader(writePageHeader(page), 0).header).toStrictEqual(page);
      const index = { ...page, indexPageHeader: {} };
      expect(readPageHeader(writePageHeader(index), 0).header).toStrictEqual(index);
    },
  );

  test('readPageHeader throws LIMIT for a header longer than limits.headerBytes, and TRUNCATED for a header that is cut off', () => {
    const limits = { ...defaultLimits, headerBytes: v1.length - 1 };
    expect(() => readPageHeader(new Uint8Array(v1), 0, { limits })).toThrow(
      expect.objectContaining({ code: 'LIMIT', reason: expect.stringContaining('the limit headerBytes = ') }),
    );
    expect(() => readPageHeader(new Uint8Array(v1).subarray(0, v1.length - 1), 0, { limits })).toThrow(
      expect.objectContaining({ code: 'TRUNCATED', at: { offset: v1.length - 1, part: 'page header' } }),
    );
    expect(
      readPageHeader(new Uint8Array(v1), 0, { limits: { ...limits, headerBytes: v1.length } }).header,
    ).toStrictEqual(header);
  });

  test('readPageHeader throws TRUNCATED for a position beyond the end, and INVALID_ARGUMENT for a negative position', () => {
    expect(() => readPageHeader(new Uint8Array(2), 3)).toThrow(expect.objectContaining({ code: 'TRUNCATED' }));
    expect(() => readPageHeader(new Uint8Array(2), -1)).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }));
  });
});
