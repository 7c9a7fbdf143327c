import { createCodecRegistry, EncodingId, PhysicalType } from '@marquetry/core';
import {
  bytesSource,
  chunkCopy,
  type FileWriterOptions,
  memorySink,
  openFile,
  type ParquetFile,
} from '@marquetry/file';
import { createFileWriter } from '@marquetry/file/write';
import { defineSchema, type FieldDefinitions, selectColumns } from '@marquetry/schema';
import { errorOf } from '@marquetry/test-support/errors.js';
import { buildFlatFile } from '@marquetry/test-support/files.js';
import { buildDataPage, buildDictionaryPage } from '@marquetry/test-support/pages.js';
import { snappy, standardEncodings } from '@marquetry/test-support/standard.js';
import { columnOf, indicesOf, slotsOf, valuesOf } from '@marquetry/test-support/values.js';
import { describe, expect, test } from 'vitest';

const encodings = standardEncodings;
const codecs = createCodecRegistry([snappy]);
const range = (n: number): number[] => Array.from({ length: n }, (_, i) => i);
const open = (bytes: Uint8Array, more = {}): Promise<ParquetFile> =>
  openFile(bytesSource(bytes), { encodings, codecs, ...more });

async function write(
  fields: FieldDefinitions,
  columns: Record<string, readonly (number | string | null)[]>,
  options: Partial<FileWriterOptions> = {},
): Promise<ParquetFile> {
  const sink = memorySink();
  const schema = defineSchema(fields);
  const writer = createFileWriter(sink, { schema, encodings, codecs, codec: 1, rowGroupRows: 50, ...options });
  await writer.write(columns);
  await writer.finish();
  return open(sink.bytes);
}

async function slots(file: ParquetFile, column: string): Promise<unknown[]> {
  const all: unknown[] = [];
  for await (const piece of file.columnPieces(column)) all.push(...slotsOf(piece));
  return all;
}

async function bodies(file: ParquetFile, rowGroup: number, column: string): Promise<Uint8Array[]> {
  const all: Uint8Array[] = [];
  for await (const { headerBytes, body } of file.pages({ rowGroup, column })) all.push(headerBytes, body.slice());
  return all;
}

const fields = { n: { type: 'INT32', optional: true }, t: 'STRING' } as const;
const numbers = range(120).map((i) => (i % 6 === 5 ? null : i * 3));
const texts = range(120).map((i) => `text ${i % 9}`);
const source = write(fields, { n: numbers, t: texts }, { columns: { t: { bloomFilter: true, pageRows: 20 } } });

/** Writes a file with a writer that has no registered codecs. */
async function copied(
  schema: FileWriterOptions['schema'],
  use: (writer: ReturnType<typeof createFileWriter>) => Promise<void>,
): Promise<ParquetFile> {
  const sink = memorySink();
  const writer = createFileWriter(sink, { schema, encodings });
  await use(writer);
  await writer.finish();
  return open(sink.bytes);
}

describe('copying a row group', () => {
  test('a row group is copied with the same page bytes, and with adjusted offsets, indexes and Bloom filters', async () => {
    const from = await source;
    const to = await copied(from.schema, async (writer) => {
      // Copy the last row group first, so that its offsets must change.
      for (const ordinal of [2, 0, 1]) await writer.copyRowGroup(from, ordinal);
    });
    expect(to.metadata.rowGroups.map(({ numRows }) => numRows)).toEqual([20, 50, 50]);
    const order = [...range(120).slice(100), ...range(100)];
    expect(await slots(to, 'n')).toEqual(order.map((row) => numbers[row]));
    expect(await slots(to, 't')).toEqual(order.map((row) => texts[row]));
    for (const [rowGroup, was] of [2, 0, 1].entries()) {
      for (const column of ['n', 't']) {
        expect(await bodies(to, rowGroup, column)).toEqual(await bodies(from, was, column));
        const address = { rowGroup, column };
        const before = { rowGroup: was, column };
        expect(await to.columnIndex(address)).toEqual(await from.columnIndex(before));
        const moved = to.chunk(address).start! - from.chunk(before).start!;
        const index = (await from.offsetIndex(before))!;
        expect(await to.offsetIndex(address)).toEqual({
          ...index,
          pageLocations: index.pageLocations.map((page) => ({ ...page, offset: page.offset + moved })),
        });
        const { metaData } = to.chunk(address);
        const old = from.chunk(before).metaData;
        expect([metaData.statistics, metaData.totalCompressedSize, metaData.totalUncompressedSize]).toEqual([
          old.statistics,
          old.totalCompressedSize,
          old.totalUncompressedSize,
        ]);
        const filter = (file: ParquetFile, { bloomFilterOffset, bloomFilterLength }: typeof old): Promise<Uint8Array> =>
          file.source.read(bloomFilterOffset ?? 0, bloomFilterLength ?? 0);
        expect(metaData.bloomFilterLength).toBe(old.bloomFilterLength);
        expect(await filter(to, metaData)).toEqual(await filter(from, old));
      }
    }
  });

  test('copying a row group skips columns that are not in the new schema, and can rename columns', async () => {
    const from = await source;
    const to = await copied(selectColumns(from.schema, ['t']), (writer) => writer.copyRowGroup(from, 1));
    expect(to.schema.leaves.map(({ name }) => name)).toEqual(['t']);
    expect(await slots(to, 't')).toEqual(texts.slice(50, 100));
    const renamed = await copied(defineSchema({ x: 'STRING' }), (writer) =>
      writer.copyRowGroup(from, 0, { columns: { x: 't' } }),
    );
    expect(await slots(renamed, 'x')).toEqual(texts.slice(0, 50));
    expect(renamed.metadata.rowGroups[0]!.columns[0]!.metaData!.pathInSchema).toEqual(['x']);
  });

  test('a row group can contain chunks copied from two files and new values', async () => {
    const from = await source;
    const other = await write({ m: 'INT64' }, { m: range(50) });
    const to = await copied(defineSchema({ t: 'STRING', m: 'INT64', k: 'INT32' }), (writer) =>
      writer.writeRowGroup({
        t: chunkCopy(from, { rowGroup: 0, column: 't' }),
        m: chunkCopy(other, { rowGroup: 0, column: 'm' }),
        k: Int32Array.from(range(50)),
      }),
    );
    expect(await slots(to, 'm')).toEqual(range(50).map(BigInt));
    expect(await slots(to, 'k')).toEqual(range(50));
    expect(await slots(to, 't')).toEqual(texts.slice(0, 50));
  });

  test.each<[string, FieldDefinitions, string]>([
    ['of another type', { n: { type: 'INT64', optional: true } }, 'has type 1, but the column has 2'],
    ['with other maximum levels', { n: 'INT32' }, 'has maxDefinitionLevel 1, but the column has 0'],
    ['that does not exist in the source', { z: 'INT32' }, 'there is no column z'],
  ])('copying into a column %s throws INVALID_ARGUMENT', async (_, schema, reason) => {
    const from = await source;
    const error = await errorOf(() => copied(defineSchema(schema), (writer) => writer.copyRowGroup(from, 0)));
    expect(error.code).toBe('INVALID_ARGUMENT');
    expect(error.message).toContain(reason);
  });

  test('writing a row group whose columns have different numbers of rows throws before it is written', async () => {
    const from = await source;
    const error = await errorOf(() =>
      copied(defineSchema({ t: 'STRING', k: 'INT32' }), (writer) =>
        writer.writeRowGroup({ t: chunkCopy(from, { rowGroup: 0, column: 't' }), k: Int32Array.of(1) }),
      ),
    );
    expect([error.code, error.at.column]).toEqual(['INVALID_ARGUMENT', 'k']);
  });
});

describe('copying from a file that omits metadata', () => {
  const text = columnOf(PhysicalType.BYTE_ARRAY);
  const dictionary = valuesOf(text, ['a', 'b']);
  const pages = [
    buildDictionaryPage({ column: text, values: dictionary }),
    ...[0, 1].map((i) =>
      buildDataPage({ column: text, encoding: EncodingId.RLE_DICTIONARY, values: indicesOf(dictionary, [i, 0, i]) }),
    ),
  ];
  const expected = ['a', 'a', 'a', 'b', 'a', 'b'];

  test('a copy adds a missing dictionary offset and a missing offset index, and corrects sizes that are too small', async () => {
    const bytes = buildFlatFile(text, pages, { dictionaryPageOffset: 0, dataPageOffset: 4, totalCompressedSize: 40 });
    const from = await open(bytes);
    const to = await copied(from.schema, (writer) => writer.copyRowGroup(from, 0));
    const { metaData } = to.chunk({ rowGroup: 0, column: 'c' });
    const size = (bytesOfPages: Uint8Array[]): number => bytesOfPages.reduce((sum, page) => sum + page.length, 0);
    expect([metaData.dictionaryPageOffset, metaData.dataPageOffset, metaData.totalCompressedSize]).toEqual([
      4,
      4 + pages[0]!.length,
      size(pages),
    ]);
    const first = 4 + pages[0]!.length;
    expect((await to.offsetIndex({ rowGroup: 0, column: 'c' }))?.pageLocations).toEqual([
      { offset: first, compressedPageSize: pages[1]!.length, firstRowIndex: 0 },
      { offset: first + pages[1]!.length, compressedPageSize: pages[2]!.length, firstRowIndex: 3 },
    ]);
    expect(await slots(to, 'c')).toEqual(expected);
  });

  test('a copy omits minimum and maximum if the source file does not state column orders', async () => {
    const bytes = buildFlatFile(text, pages, {
      statistics: { minValue: Uint8Array.of(97), maxValue: Uint8Array.of(98), nullCount: 0, min: Uint8Array.of(1) },
    });
    const from = await open(bytes);
    const to = await copied(from.schema, (writer) => writer.copyRowGroup(from, 0));
    expect(to.chunk({ rowGroup: 0, column: 'c' }).metaData.statistics).toEqual({ nullCount: 0, min: Uint8Array.of(1) });
  });
});
