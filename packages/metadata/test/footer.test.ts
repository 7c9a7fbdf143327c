import { createLimits, type ParquetError } from '@marquetry/core';
import { describe, expect, test } from 'vitest';
import {
  type ColumnIndex,
  columnIndexPages,
  type FileMetaData,
  readColumnIndex,
  readFileMetaData,
  writeColumnIndex,
  writeFileMetaData,
} from '../src/index.js';

const file: FileMetaData = {
  version: 2,
  schema: [
    { name: 'schema', numChildren: 1 },
    { type: 2, repetitionType: 1, name: 'größe' },
  ],
  numRows: 3,
  rowGroups: [
    {
      columns: [
        {
          fileOffset: 0,
          metaData: {
            type: 2,
            encodings: [],
            pathInSchema: ['größe'],
            codec: 1,
            numValues: 3,
            totalUncompressedSize: 100,
            totalCompressedSize: 90,
            dataPageOffset: 0,
            dictionaryPageOffset: 0,
            statistics: { nullCount: 0, maxValue: new Uint8Array(8) },
            encodingStats: [{ pageType: 0, encoding: 0, count: 1 }],
            sizeStatistics: { definitionLevelHistogram: [0, 3] },
            geospatialStatistics: { geospatialTypes: [1] },
          },
        },
      ],
      totalByteSize: 100,
      numRows: 3,
    },
  ],
  createdBy: 'test',
};

describe('readFileMetaData', () => {
  test('readFileMetaData with `statistics: false` omits Statistics, SizeStatistics and GeospatialStatistics', () => {
    const [group] = file.rowGroups;
    const [column] = group?.columns ?? [];
    const { statistics, sizeStatistics, geospatialStatistics, ...rest } = column?.metaData ?? ({} as never);
    expect([statistics, sizeStatistics, geospatialStatistics]).not.toContain(undefined);
    expect(readFileMetaData(writeFileMetaData(file), { statistics: false })).toStrictEqual({
      ...file,
      rowGroups: [{ ...group, columns: [{ fileOffset: 0, metaData: rest }] }],
    });
  });

  test('readFileMetaData throws LIMIT for a footer that exceeds a limit, and the error names the limit', () => {
    const bytes = writeFileMetaData(file);
    const limit = (changes: Parameters<typeof createLimits>[0]) => () =>
      readFileMetaData(bytes, { limits: createLimits(changes) });
    for (const [name, value] of [
      ['schemaElements', 1],
      ['listLength', 1],
      ['thriftDepth', 3],
      ['footerBytes', 20],
    ] as const) {
      expect(limit({ [name]: value })).toThrow(
        expect.objectContaining({ code: 'LIMIT', reason: expect.stringContaining(`the limit ${name} = `) }),
      );
    }
    expect(limit({ schemaElements: 2, listLength: 2, thriftDepth: 5, footerBytes: bytes.length })()).toStrictEqual(
      file,
    );
  });

  test('readFileMetaData returns the id of a physical type that the format does not define', () => {
    const bytes = writeFileMetaData({ ...file, schema: [{ name: 'x', type: -7 }] });
    expect(readFileMetaData(bytes).schema[0]?.type).toBe(-7);
  });

  test('readFileMetaData requires valid UTF-8 in names, but not in free text', () => {
    const bytes = writeFileMetaData({ ...file, keyValueMetadata: [{ key: 'kkkk', value: 'vvvv' }] });
    const spoil = (text: string): Uint8Array => {
      const spoilt = bytes.slice();
      const at = Buffer.from(bytes).indexOf(text);
      spoilt[at] = 0xff;
      return spoilt;
    };
    const corrupt = expect.objectContaining({ code: 'CORRUPT', reason: expect.stringContaining('UTF-8') });
    expect(() => readFileMetaData(spoil('größe'))).toThrow(corrupt);
    expect(readFileMetaData(spoil('test')).createdBy).toBe('\ufffdest');
    expect(readFileMetaData(spoil('kkkk')).keyValueMetadata).toStrictEqual([{ key: '\ufffdkkk', value: 'vvvv' }]);
    expect(readFileMetaData(spoil('vvvv')).keyValueMetadata).toStrictEqual([{ key: 'kkkk', value: '\ufffdvvv' }]);
  });

  test('readFileMetaData throws TRUNCATED for a list with more elements than the footer has bytes', () => {
    // A footer with version = 1 and the header of a schema list with 2^24 elements, but without the elements.
    const bytes = new Uint8Array([0x15, 0x02, 0x19, 0xfc, 0x80, 0x80, 0x80, 0x08]);
    expect(() => readFileMetaData(bytes)).toThrow(expect.objectContaining({ code: 'TRUNCATED' }));
  });

  test('readFileMetaData throws LIMIT for an i64 that a number cannot represent', () => {
    const bytes = new Uint8Array([0x15, 0x02, 0x26, 0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01, 0x00]);
    expect(() => readFileMetaData(bytes)).toThrow(expect.objectContaining({ code: 'LIMIT' }));
  });
});

describe('readColumnIndex', () => {
  const index: ColumnIndex = {
    nullPages: [false, true],
    minValues: [new Uint8Array([1]), new Uint8Array(0)],
    maxValues: [new Uint8Array([2]), new Uint8Array(0)],
    boundaryOrder: 1,
  };

  test('readColumnIndex accepts 0 for false in a list of booleans, and FALSE as the element type of the list', () => {
    const bytes = writeColumnIndex(index);
    expect([...bytes.subarray(0, 4)]).toEqual([0x19, 0x21, 0x02, 0x01]);
    bytes.set([0x19, 0x22, 0x00, 0x01]);
    expect(readColumnIndex(bytes)).toStrictEqual(index);
  });

  test('readColumnIndex throws CORRUPT unless there is one minimum and one maximum per page', () => {
    for (const name of ['minValues', 'maxValues'] as const) {
      const bytes = writeColumnIndex({ ...index, [name]: [] });
      expect(() => readColumnIndex(bytes)).toThrow(expect.objectContaining({ code: 'CORRUPT' }));
    }
  });

  test('columnIndexPages returns the number of pages', () => {
    expect(columnIndexPages(writeColumnIndex(index))).toBe(2);
    expect(columnIndexPages(writeColumnIndex({ ...index, nullCounts: [1, 2], nanCounts: [0, 0] }))).toBe(2);
  });

  test('columnIndexPages rejects the bytes that readColumnIndex rejects, with the same error', () => {
    const bytes = writeColumnIndex({ ...index, nullCounts: [1, 2] });
    const changed = [
      ...Array.from(bytes, (_, length) => bytes.subarray(0, length)),
      ...Array.from(bytes, (byte, i) => bytes.map((old, k) => (k === i ? byte ^ 0x10 : old))),
      ...(['minValues', 'maxValues'] as const).map((name) => writeColumnIndex({ ...index, [name]: [] })),
    ];
    const codeOf = (read: () => unknown): string => {
      try {
        read();
        return 'accepted';
      } catch (error) {
        return (error as ParquetError).code;
      }
    };
    expect(changed.map((each) => codeOf(() => columnIndexPages(each)))).toEqual(
      changed.map((each) => codeOf(() => readColumnIndex(each))),
    );
  });
});
