/** Tests Bloom filters in files: which columns get one, and copies of filters from malicious files. */
import { mayContainValue, openBloomFilter } from '@marquetry/bloom-filter';
import { createCodecRegistry, createLimits, type Limits, PhysicalType } from '@marquetry/core';
import { bytesSource, type FileWriterOptions, memorySink, openFile, type ParquetFile } from '@marquetry/file';
import { createFileWriter } from '@marquetry/file/write';
import { type FileMetaData, readFileMetaData, writeBloomFilterHeader, writeFileMetaData } from '@marquetry/metadata';
import { defineSchema, formatPath } from '@marquetry/schema';
import { errorOf } from '@marquetry/test-support/errors.js';
import { join } from '@marquetry/test-support/hex.js';
import { standardEncodings } from '@marquetry/test-support/standard.js';
import { binary, columnOf, valuesOf } from '@marquetry/test-support/values.js';
import { describe, expect, test } from 'vitest';

const encodings = standardEncodings;
const codecs = createCodecRegistry();
const schema = defineSchema({
  id: 'INT32',
  flag: 'BOOLEAN',
  both: { fields: { on: 'BOOLEAN', name: 'STRING' } },
});
const rows = {
  id: [1, 2, 3],
  flag: [true, false, true],
  'both.on': valuesOf(columnOf(PhysicalType.BOOLEAN), [true, true, true]),
  'both.name': valuesOf(columnOf(PhysicalType.BYTE_ARRAY), ['a', 'b', 'c']),
};

async function write(options: Partial<FileWriterOptions>): Promise<Uint8Array> {
  const sink = memorySink();
  const writer = createFileWriter(sink, { schema, encodings, ...options });
  await writer.write(rows);
  await writer.finish();
  return sink.bytes;
}

const open = (bytes: Uint8Array, limits?: Limits): Promise<ParquetFile> =>
  openFile(bytesSource(bytes), { encodings, codecs, ...(limits === undefined ? {} : { limits }) });

function withFilter({ metadata: { rowGroups }, schema: { leaves } }: ParquetFile): string[] {
  const columns = rowGroups[0]?.columns ?? [];
  return leaves
    .filter(({ index }) => columns[index]?.metaData?.bloomFilterOffset !== undefined)
    .map(({ path }) => formatPath(path));
}

describe('the option bloomFilter', () => {
  test.each([true, { falsePositiveRate: 0.1 }])(
    'the writer option bloomFilter: %j applies to all columns except BOOLEAN',
    async (bloomFilter) => {
      expect(withFilter(await open(await write({ bloomFilter })))).toEqual(['id', 'both.name']);
    },
  );

  test('bloomFilter set for a group applies to all of its columns except BOOLEAN', async () => {
    expect(withFilter(await open(await write({ columns: { both: { bloomFilter: true } } })))).toEqual(['both.name']);
  });

  test('a column with `bloomFilter: false` does not get a Bloom filter', async () => {
    const options = { bloomFilter: true, columns: { id: { bloomFilter: false } } };
    expect(withFilter(await open(await write(options)))).toEqual(['both.name']);
  });

  test.each(['flag', 'both.on'])(
    'bloomFilter set for a BOOLEAN column throws INVALID_ARGUMENT (%s)',
    async (column) => {
      const error = await errorOf(() => write({ columns: { [column]: { bloomFilter: true } } }));
      expect([error.code, error.at.column]).toEqual(['INVALID_ARGUMENT', column]);
      expect(error.reason).toContain('a BOOLEAN column cannot have a Bloom filter');
    },
  );
});

/** Replaces the Bloom filter of column `id` in the file, and changes the metadata of its chunk. */
function withStoredFilter(
  bytes: Uint8Array,
  filter: Uint8Array,
  change: { readonly bloomFilterOffset?: number; readonly bloomFilterLength?: number | undefined },
): Uint8Array {
  const end = bytes.length - 8;
  const length = new DataView(bytes.buffer, bytes.byteOffset + end, 4).getUint32(0, true);
  const footer: FileMetaData = readFileMetaData(bytes.subarray(end - length, end));
  const [group] = footer.rowGroups;
  const [chunk, ...others] = group!.columns;
  const { bloomFilterLength: _, ...metaData } = chunk!.metaData!;
  const { bloomFilterLength, bloomFilterOffset = end - length } = change;
  const changed = {
    ...metaData,
    bloomFilterOffset,
    ...(bloomFilterLength === undefined ? {} : { bloomFilterLength }),
  };
  const columns = [{ ...chunk!, metaData: changed }, ...others];
  const rewritten = writeFileMetaData({ ...footer, rowGroups: [{ ...group!, columns }] });
  const size = new Uint8Array(4);
  new DataView(size.buffer).setUint32(0, rewritten.length, true);
  return join(bytes.subarray(0, end - length), filter, rewritten, size, binary('PAR1'));
}

async function copied(bytes: Uint8Array, limits?: Limits): Promise<Uint8Array> {
  const from = await open(bytes, limits);
  const sink = memorySink();
  const writer = createFileWriter(sink, { schema: from.schema, encodings });
  await writer.copyRowGroup(from, 0);
  await writer.finish();
  const { metaData } = (await open(sink.bytes)).chunk({ rowGroup: 0, column: 'id' });
  return sink.bytes.slice(metaData.bloomFilterOffset, metaData.bloomFilterOffset! + metaData.bloomFilterLength!);
}

function filterWith(numBytes: number, algorithm: { kind: 'BLOCK' } | { kind: 'unknown'; id: number }): Uint8Array {
  const header = writeBloomFilterHeader({
    numBytes,
    algorithm,
    hash: { kind: 'XXHASH' },
    compression: { kind: 'UNCOMPRESSED' },
  });
  return join(header, new Uint8Array(Math.min(numBytes, 64)).fill(0xff));
}

describe('copies of Bloom filters', () => {
  test('a Bloom filter whose length is missing from the footer is copied with the length from its header, and the copy can be used', async () => {
    const bytes = await write({ columns: { id: { bloomFilter: true } } });
    const { metaData } = (await open(bytes)).chunk({ rowGroup: 0, column: 'id' });
    const start = metaData.bloomFilterOffset!;
    const filter = bytes.slice(start, start + metaData.bloomFilterLength!);
    const copy = await copied(withStoredFilter(bytes, filter, {}));
    expect(copy).toEqual(filter);
    const ids = [1, 2, 3, 4, 5, 6].filter((id) =>
      mayContainValue(openBloomFilter(copy), { type: 1, width: 4 }, Uint8Array.of(id, 0, 0, 0)),
    );
    expect(ids).toEqual([1, 2, 3]);
  });

  test('a Bloom filter with an unknown algorithm is copied unchanged', async () => {
    const filter = filterWith(50, { kind: 'unknown', id: 7 });
    expect(await copied(withStoredFilter(await write({}), filter, {}))).toEqual(filter);
  });

  test.each<[string, string, Uint8Array, object]>([
    [
      'whose length extends beyond the footer',
      'CORRUPT',
      filterWith(64, { kind: 'BLOCK' }),
      { bloomFilterLength: 2 ** 20 },
    ],
    [
      'whose bits extend beyond the footer according to its header',
      'CORRUPT',
      filterWith(2 ** 20, { kind: 'BLOCK' }),
      {},
    ],
    ['whose size is not a multiple of the block size', 'CORRUPT', filterWith(50, { kind: 'BLOCK' }), {}],
    ['whose size exceeds limits.bloomFilterBytes', 'LIMIT', filterWith(2 ** 30, { kind: 'BLOCK' }), {}],
    ['whose offset is beyond the footer', 'CORRUPT', filterWith(64, { kind: 'BLOCK' }), { bloomFilterOffset: 2 ** 30 }],
  ])('copying a Bloom filter %s throws %s', async (_, code, filter, change) => {
    const bytes = withStoredFilter(await write({}), filter, change);
    expect((await errorOf(() => copied(bytes))).code).toBe(code);
  });

  test('a Bloom filter whose stated length exceeds the limit throws LIMIT', async () => {
    const bytes = withStoredFilter(await write({}), new Uint8Array(500), { bloomFilterLength: 500 });
    const error = await errorOf(() => copied(bytes, createLimits({ bloomFilterBytes: 400 })));
    expect([error.code, error.reason]).toEqual([
      'LIMIT',
      'a Bloom filter of 500 bytes exceeds the limit bloomFilterBytes = 400: raise it with createLimits({ bloomFilterBytes: ... })',
    ]);
  });
});
