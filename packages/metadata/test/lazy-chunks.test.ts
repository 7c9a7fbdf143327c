import { defaultLimits, isParquetError } from '@marquetry/core';
import { fullOr } from '@marquetry/test-support/full.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { apacheBytes } from '../../thrift/test/apache.js';
import {
  briefChunkOf,
  type ColumnMetaData,
  columnChunkOf,
  columnCountOf,
  type FileMetaData,
  type ReadOptions,
  readFileMetaData,
  writeFileMetaData,
} from '../src/index.js';
import { writeStruct } from './apache-structs.js';
import { structNamed } from './values.js';

/**
 * Limits that cause chunks to be parsed while the footer is read, because chunks are nested more deeply than
 * `thriftDepth`.
 */
const atOnce = { ...defaultLimits, thriftDepth: 7 };

const column = (name: string, more: Partial<ColumnMetaData> = {}): ColumnMetaData => ({
  type: 1,
  encodings: [0, 3, 8],
  pathInSchema: ['list', name],
  codec: 1,
  numValues: 2048,
  totalUncompressedSize: 9000,
  totalCompressedSize: 5000,
  dataPageOffset: 123_456_789,
  ...more,
});

const chunkOf = (name: string): FileMetaData['rowGroups'][number]['columns'][number] => ({
  fileOffset: 0,
  metaData: column(name),
});

const usual: FileMetaData = {
  version: 1,
  schema: [
    { name: 'root', numChildren: 2 },
    { name: 'a', type: 1, repetitionType: 0 },
    { name: 'b', type: 6, repetitionType: 1 },
  ],
  numRows: 4096,
  rowGroups: [0, 1].map((ordinal) => ({
    columns: [
      {
        fileOffset: 4,
        metaData: column('a', {
          statistics: {
            max: Uint8Array.of(1, 2, 3, 4),
            nullCount: 3,
            minValue: Uint8Array.of(5),
            maxValue: new Uint8Array(20).fill(7),
            isMaxValueExact: false,
            isMinValueExact: true,
          },
          encodingStats: [
            { pageType: 2, encoding: 0, count: 1 },
            { pageType: 0, encoding: 8, count: 17 },
          ],
          sizeStatistics: { unencodedByteArrayDataBytes: 99, definitionLevelHistogram: [3, 2045] },
        }),
        offsetIndexOffset: 2 ** 40,
        offsetIndexLength: 30,
        columnIndexOffset: 900,
        columnIndexLength: 20,
      },
      {
        filePath: 'part-0',
        fileOffset: 0,
        metaData: column('b', {
          dictionaryPageOffset: 4,
          bloomFilterOffset: 77,
          bloomFilterLength: 1024,
          keyValueMetadata: [{ key: 'k', value: 'v' }, { key: 'empty' }],
        }),
      },
    ],
    totalByteSize: 18_000,
    numRows: 2048,
    ordinal,
  })),
};

/** Reads a footer and returns the result, or the code, reason and location of the error. */
function outcome(bytes: Uint8Array, options: ReadOptions): unknown {
  try {
    return structuredClone(readFileMetaData(bytes, options));
  } catch (error) {
    if (!isParquetError(error)) throw error;
    return { code: error.code, reason: error.reason, at: error.at };
  }
}

function expectSame(bytes: Uint8Array, withStatistics: readonly boolean[] = [true, false]): void {
  for (const statistics of withStatistics) {
    const eager = outcome(bytes, { limits: atOnce, statistics });
    if ((eager as { reason?: string }).reason?.includes('thriftDepth')) continue;
    expect(outcome(bytes, { statistics })).toEqual(eager);
  }
}

describe('parsing chunks on access', () => {
  const bytes = writeFileMetaData(usual);

  test('parsing chunks on access has the same result as parsing them with the footer, for an unchanged footer', () => {
    expect(readFileMetaData(bytes)).toEqual(usual);
    expectSame(bytes);
  });

  test('parsing chunks on access has the same result as parsing them with the footer, whichever byte or bit of the footer is changed', () => {
    const one = writeFileMetaData({ ...usual, rowGroups: usual.rowGroups.slice(0, 1) });
    for (let at = 0; at < one.length; at++) {
      const byte = one[at] as number;
      const flipped = [0, 1, 2, 3, 4, 5, 6, 7].map((bit) => byte ^ (1 << bit));
      for (const [i, change] of [...flipped, 0, 0x0f, 0x15, 0xff].entries()) {
        const changed = one.slice();
        changed[at] = change;
        expectSame(changed, [i % 4 > 0]);
      }
    }
  });

  test('parsing chunks on access has the same result as parsing them with the footer, for every truncation', () => {
    for (let length = 0; length < bytes.length; length++) expectSame(bytes.subarray(0, length));
  });

  test('parsing chunks on access has the same result as parsing them with the footer, for footers from Apache Thrift with every defined field', () => {
    const samples = fc.sample(structNamed('FileMetaData'), { numRuns: fullOr(200, 80), seed: 11 });
    for (const value of samples) {
      const written = apacheBytes((protocol) => writeStruct(protocol, 'FileMetaData', value));
      expectSame(written);
      const flipped = written.slice();
      const at = Math.floor(written.length / 2);
      flipped[at] = (flipped[at] as number) ^ 0x10;
      expectSame(flipped);
    }
  });

  test('parsing chunks on access has the same result as parsing them with the footer, for lists longer than limits.listLength', () => {
    for (const listLength of [1, 2, 3]) {
      const eager = outcome(bytes, { limits: { ...atOnce, listLength } });
      expect(outcome(bytes, { limits: { ...defaultLimits, listLength } })).toEqual(eager);
    }
  });
});

describe('chunks of a footer', () => {
  const bytes = writeFileMetaData(usual);

  test('chunks of a footer can be parsed one by one, and the array `columns` contains the same objects', () => {
    const [group] = readFileMetaData(bytes).rowGroups;
    if (group === undefined) throw new Error('there is a row group');
    expect(columnCountOf(group)).toBe(2);
    const chunk = columnChunkOf(group, 1);
    expect(chunk?.metaData?.pathInSchema).toEqual(['list', 'b']);
    expect(group.columns[1]).toBe(chunk);
    expect(group.columns).toBe(group.columns);
    expect(Array.isArray(group.columns)).toBe(true);
    for (const beyond of [2, -1, 0.5, Number.NaN]) expect(columnChunkOf(group, beyond)).toBeUndefined();
  });

  test('chunks of a footer are included in copied, spread and serialized row groups', () => {
    const [group] = readFileMetaData(bytes).rowGroups;
    const [expected] = usual.rowGroups;
    expect(Object.keys(group ?? {})).toEqual(['columns', 'totalByteSize', 'numRows', 'ordinal']);
    expect({ ...group }).toEqual(expected);
    expect(structuredClone(group)).toEqual(expected);
    expect(JSON.parse(JSON.stringify(group))).toEqual(JSON.parse(JSON.stringify(expected)));
    expect(writeFileMetaData(readFileMetaData(bytes))).toEqual(bytes);
    const copy = { ...group, numRows: 0 } as FileMetaData['rowGroups'][number];
    expect([columnCountOf(copy), columnChunkOf(copy, 0)]).toEqual([2, expected?.columns[0]]);
  });

  test('parsing a chunk throws a ParquetError that names the row group if the bytes of the footer have changed since it was read', () => {
    const changed = bytes.slice();
    const { rowGroups } = readFileMetaData(changed);
    changed.fill(0xff);
    expect(() => rowGroups[1]?.columns).toThrow(
      expect.objectContaining({ code: 'CORRUPT', at: expect.objectContaining({ rowGroup: 1 }) }),
    );
  });
});

describe('briefChunkOf', () => {
  const bytes = writeFileMetaData(usual);
  const groupOf = (options?: ReadOptions): FileMetaData['rowGroups'][number] => {
    const [group] = readFileMetaData(bytes, options).rowGroups;
    if (group === undefined) throw new Error('the footer has no row group');
    return group;
  };

  test('briefChunkOf returns a chunk without statistics, which is not kept or counted towards the memory limit', () => {
    const memory = { heldBytes: 0 };
    const group = groupOf({ memory });
    const before = memory.heldBytes;
    const { statistics, sizeStatistics, ...rest } = usual.rowGroups[0]?.columns[0]?.metaData ?? column('a');
    expect(statistics).toBeDefined();
    expect(briefChunkOf(group, 0)?.metaData).toStrictEqual(rest);
    expect(briefChunkOf(group, 0)).not.toBe(briefChunkOf(group, 0));
    expect(memory.heldBytes).toBe(before);
    expect(columnChunkOf(group, 0)?.metaData?.statistics).toEqual(statistics);
  });

  test('briefChunkOf returns the full chunk if it was already parsed', () => {
    const group = groupOf();
    expect(briefChunkOf(group, 1)).not.toBe(columnChunkOf(group, 1));
    expect(briefChunkOf(group, 1)).toBe(columnChunkOf(group, 1));
    const parsed = groupOf({ limits: atOnce });
    expect(briefChunkOf(parsed, 0)).toBe(columnChunkOf(parsed, 0));
    expect(briefChunkOf(usual.rowGroups[0] as never, 1)).toBe(usual.rowGroups[0]?.columns[1]);
  });

  test('briefChunkOf returns undefined if the column does not exist', () => {
    expect([-1, 2, 0.5].map((index) => briefChunkOf(groupOf(), index))).toEqual([undefined, undefined, undefined]);
  });

  test('briefChunkOf keeps a chunk that takes more than 2 KiB of memory, and counts it towards the memory limit', () => {
    const encodings = new Array<number>(300).fill(0);
    const large = {
      ...usual,
      rowGroups: [{ columns: [{ fileOffset: 0, metaData: column('a', { encodings }) }], totalByteSize: 0, numRows: 0 }],
    };
    const memory = { heldBytes: 0 };
    const [group] = readFileMetaData(writeFileMetaData(large), { memory }).rowGroups;
    const before = memory.heldBytes;
    expect(briefChunkOf(group as never, 0)).toBe(columnChunkOf(group as never, 0));
    expect(memory.heldBytes - before).toBeGreaterThan(2048);
  });
});

describe('the memory that is counted for a footer', () => {
  const bytes = writeFileMetaData(usual);
  /** Reads the footer, and returns the memory that is counted for it, in bytes. */
  const opened = (): number => {
    const memory = { heldBytes: 0 };
    readFileMetaData(bytes, { memory });
    return memory.heldBytes;
  };

  test('the memory counted for a footer includes its bytes, schema elements, row groups and chunk index', () => {
    const least = bytes.length + 3 * 512 + 2 * 256 + 4 * 16;
    expect(opened()).toBeGreaterThanOrEqual(least);
    expect(opened()).toBeLessThan(least + 1000);
  });

  test('the memory of a column chunk counts towards the limit once, when its metadata is first parsed', () => {
    const memory = { heldBytes: 0 };
    const { rowGroups } = readFileMetaData(bytes, { memory });
    const before = memory.heldBytes;
    const [group] = rowGroups;
    if (group === undefined) throw new Error('the footer has no row group');
    expect(columnChunkOf(group, 0)).toBe(columnChunkOf(group, 0));
    const once = memory.heldBytes - before;
    expect(once).toBeGreaterThanOrEqual(1024);
    columnChunkOf(group, 0);
    expect(memory.heldBytes - before).toBe(once);
  });

  describe('a footer above 1 MiB', () => {
    const names = Array.from({ length: 3000 }, (_, i) => `column ${i}`);
    const wide = writeFileMetaData({
      ...usual,
      schema: [
        { name: 'root', numChildren: names.length },
        ...names.map((name) => ({ name, type: 1, repetitionType: 0 })),
      ],
      rowGroups: [{ columns: names.map(chunkOf), totalByteSize: 0, numRows: 0 }],
    });
    const memory = { heldBytes: 0 };
    readFileMetaData(wide, { memory });

    test('reading a footer that exceeds limits.memoryBytes once parsed throws LIMIT, and the error names the limit', () => {
      const limits = { ...defaultLimits, memoryBytes: memory.heldBytes - 1 };
      expect(() => readFileMetaData(wide, { limits })).toThrow(
        expect.objectContaining({
          code: 'LIMIT',
          message: expect.stringContaining('raise it with createLimits({ memoryBytes: ... })'),
        }),
      );
    });

    test('chunks that do not fit in limits.memoryBytes are parsed on each access instead of being kept', () => {
      const limits = { ...defaultLimits, memoryBytes: memory.heldBytes };
      const [group] = readFileMetaData(wide, { limits }).rowGroups;
      if (group === undefined) throw new Error('the footer has no row group');
      const first = columnChunkOf(group, 7);
      expect(first?.metaData?.pathInSchema).toEqual(['list', 'column 7']);
      expect(columnChunkOf(group, 7)).toEqual(first);
      expect(columnChunkOf(group, 7)).not.toBe(first);
      expect(() => group.columns).toThrow(expect.objectContaining({ code: 'LIMIT' }));
    });
  });
});
