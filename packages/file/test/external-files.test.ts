/** Tests reading columns that are stored in other files. */
import { isParquetError, ParquetError } from '@marquetry/core';
import { type FileMetaData, writeFileMetaData } from '@marquetry/metadata';
import { defineSchema } from '@marquetry/schema';
import { standardEncodings as encodings } from '@marquetry/test-support/standard.js';
import { expect, test } from 'vitest';
import { externalFiles, requireInside } from '../src/external.js';
import {
  type ByteSource,
  bytesSource,
  memorySink,
  type OpenFileOptions,
  openFile,
  type ParquetFile,
} from '../src/index.js';
import { writeSummary } from '../src/summary.js';
import { createFileWriter } from '../src/write.js';
import { countingSource } from './sources.js';

const schema = defineSchema({ id: 'INT32', name: 'STRING' });
const rows = 5000;

interface Written {
  readonly bytes: Uint8Array;
  readonly metadata: FileMetaData;
}

/** Writes rows with numbers from `first` on, in pages of 500 rows, with Bloom filters. */
async function written(first: number): Promise<Written> {
  const sink = memorySink();
  const writer = createFileWriter(sink, { encodings, schema, pageRows: 500, rowGroupRows: 2000, bloomFilter: true });
  const id = Int32Array.from({ length: rows }, (_, i) => first + i);
  await writer.write({ id, name: [...id].map((value) => `n${value}`) });
  return { metadata: await writer.finish(), bytes: sink.bytes };
}

async function summaryOf(parts: Readonly<Record<string, FileMetaData>>): Promise<Uint8Array> {
  const sink = memorySink();
  await writeSummary(
    sink,
    Object.entries(parts).map(([path, metadata]) => ({ path, metadata })),
  );
  return sink.bytes;
}

/** Returns the bytes of a file that contains only a footer. */
function framed(metadata: FileMetaData): Uint8Array {
  const thrift = writeFileMetaData(metadata);
  const bytes = new Uint8Array(thrift.length + 12);
  const magic = Uint8Array.of(0x50, 0x41, 0x52, 0x31);
  bytes.set(magic);
  bytes.set(thrift, 4);
  new DataView(bytes.buffer).setUint32(4 + thrift.length, thrift.length, true);
  bytes.set(magic, 8 + thrift.length);
  return bytes;
}

function opened(
  summary: Uint8Array,
  files: Readonly<Record<string, Uint8Array | ByteSource>>,
  options: Partial<OpenFileOptions> = {},
): Promise<ParquetFile> {
  const external = async (path: string): Promise<ByteSource> => {
    const found = files[path];
    if (found === undefined) throw new Error(`no file ${path}`);
    return found instanceof Uint8Array ? bytesSource(found) : found;
  };
  return openFile(bytesSource(summary), { encodings, external: externalFiles(external), ...options });
}

async function idsOf(file: ParquetFile, options: Parameters<ParquetFile['columnBatches']>[0] = {}): Promise<number[]> {
  const ids: number[] = [];
  for await (const { id } of file.columnBatches({ columns: ['id'], ...options })) {
    if (id?.values.layout === 'fixed') ids.push(...(id.values.data as Int32Array));
  }
  return ids;
}

async function errorOf(call: () => Promise<unknown>): Promise<ParquetError> {
  const error: unknown = await call().then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (isParquetError(error)) return error;
  throw new Error(`no ParquetError but ${String(error)}`);
}

const a = await written(0);
const b = await written(rows);
const paths = { 'a.parquet': a.metadata, 'year=2024/b c.parquet': b.metadata };
const files = { 'a.parquet': a.bytes, 'year=2024/b c.parquet': b.bytes };

test('reading a summary file returns the rows of all files that it refers to, in order', async () => {
  const file = await opened(await summaryOf(paths), files);
  expect(file.rowCount).toBe(2 * rows);
  expect(await idsOf(file)).toEqual(Array.from({ length: 2 * rows }, (_, i) => i));
  expect(
    await idsOf(file, {
      rows: [
        [1990, 2010],
        [4999, 5001],
        [9998, 10_000],
      ],
    }),
  ).toEqual([...Array.from({ length: 20 }, (_, i) => 1990 + i), 4999, 5000, 9998, 9999]);
});

test('each file of a summary is opened once, when it is first read', async () => {
  const calls: string[] = [];
  const external = async (path: keyof typeof files): Promise<ByteSource> => {
    calls.push(path);
    return bytesSource(files[path]);
  };
  const file = await openFile(bytesSource(await summaryOf(paths)), {
    encodings,
    external: externalFiles(external as never),
  });
  expect(calls).toEqual([]);
  await idsOf(file, { limit: 10 });
  await idsOf(file, { limit: 10 });
  expect(calls).toEqual(['a.parquet']);
});

test('columns of one row group may be in different files', async () => {
  const [groupOfA, groupOfB] = [a.metadata.rowGroups[0]!, b.metadata.rowGroups[0]!];
  const mixed: FileMetaData = {
    ...a.metadata,
    numRows: 2000,
    rowGroups: [
      {
        ...groupOfA,
        columns: [
          { ...groupOfA.columns[0]!, filePath: 'a.parquet' },
          { ...groupOfB.columns[1]!, filePath: 'b.parquet' },
        ],
      },
    ],
  };
  const file = await opened(framed(mixed), { 'a.parquet': a.bytes, 'b.parquet': b.bytes });
  for await (const { id, name } of file.columnBatches({ decodeDictionaries: true, limit: 3 })) {
    if (id?.values.layout !== 'fixed' || name?.values.layout !== 'bytes') throw new Error('other layouts');
    expect([...id.values.data]).toEqual([0, 1, 2]);
    const { data, offsets } = name.values;
    expect(new TextDecoder().decode(data.subarray(0, offsets[3]))).toBe('n5000n5001n5002');
  }
});

test('indexes, dictionaries and pages are read from the file that contains the column', async () => {
  const own = await openFile(bytesSource(b.bytes), { encodings });
  const file = await opened(await summaryOf(paths), files);
  const inOwn = { rowGroup: 1, column: 'id' };
  const address = { rowGroup: 4, column: 'id' };
  expect((await file.columnIndex(address))?.minValues).toEqual((await own.columnIndex(inOwn))?.minValues);
  const pages = (await file.offsetIndex(address))?.pageLocations ?? [];
  const places = pages.map(({ offset }) => file.external?.placeOf(offset));
  const expected = (await own.offsetIndex(inOwn))?.pageLocations.map(({ offset }) => offset);
  expect(places).toEqual(expected?.map((offset) => ({ file: 'year=2024/b c.parquet', offset })));
  for await (const { header } of file.pages(address)) expect(header.compressedPageSize).toBeGreaterThan(0);
});

test('row groups of a summary can be copied into a new file', async () => {
  const file = await opened(await summaryOf(paths), files);
  const sink = memorySink();
  const writer = createFileWriter(sink, { encodings, schema });
  for (const rowGroup of file.metadata.rowGroups.keys()) await writer.copyRowGroup(file, rowGroup);
  const { rowGroups } = await writer.finish();
  expect(rowGroups.flatMap(({ columns }) => columns.map(({ filePath }) => filePath))).not.toContain('a.parquet');
  const copy = await openFile(bytesSource(sink.bytes), { encodings });
  expect(await idsOf(copy)).toEqual(await idsOf(file));
});

test('`part` returns a file with the selected row groups, numbered from 0', async () => {
  const file = await opened(await summaryOf(paths), files);
  const part = file.part([3, 4]);
  expect(part.rowCount).toBe(4000);
  expect((await idsOf(part)).slice(0, 2)).toEqual([5000, 5001]);
  expect(await idsOf(part.part([1]), { limit: 1 })).toEqual([7000]);
  const error = await errorOf(async () => file.part([6]));
  expect([error.code, error.at.rowGroup]).toEqual(['INVALID_ARGUMENT', 6]);
});

test('without the `external` option, reading columns in other files throws UNSUPPORTED, and the error names the option', async () => {
  const file = await openFile(bytesSource(await summaryOf(paths)), { encodings });
  const { code, message } = await errorOf(() => idsOf(file));
  expect(code).toBe('UNSUPPORTED');
  expect(message).toContain('a.parquet: open the file with `external: externalFiles(...)`');
});

test.each([
  '/etc/passwd',
  '\\\\host\\share\\x',
  'C:\\x.parquet',
  '../x.parquet',
  'a/../../x.parquet',
  'a\\..\\..\\x',
  'https://example.com/x',
  'file:///x',
  'a\0b',
])('the path %j, which leaves the folder, is rejected as CORRUPT, and no file is opened', async (path) => {
  const { metadata } = a;
  const hostile = {
    ...metadata,
    rowGroups: metadata.rowGroups.map((group) => ({
      ...group,
      columns: group.columns.map((chunk) => ({ ...chunk, filePath: path })),
    })),
  };
  let opens = 0;
  const external = async (): Promise<ByteSource> => {
    opens++;
    return bytesSource(a.bytes);
  };
  const file = await openFile(bytesSource(framed(hostile)), { encodings, external: externalFiles(external) });
  const error = await errorOf(() => idsOf(file));
  expect(error.code).toBe('CORRUPT');
  expect(error.reason).toContain('outside the folder');
  expect(opens).toBe(0);
  expect(() => requireInside(path)).toThrow(ParquetError);
  const written = await errorOf(() => writeSummary(memorySink(), [{ path, metadata }]));
  expect(written.code).toBe('INVALID_ARGUMENT');
});

test('an error in an external file states the path of that file and the offset in it', async () => {
  const short = await opened(await summaryOf(paths), { ...files, 'a.parquet': a.bytes.subarray(0, 100) });
  const cut = await errorOf(() => idsOf(short));
  expect([cut.code, cut.at.file]).toEqual(['CORRUPT', 'a.parquet']);
  const broken = b.bytes.slice();
  broken.fill(0xff, 4, 60);
  const file = await opened(await summaryOf(paths), { ...files, 'year=2024/b c.parquet': broken });
  const error = await errorOf(() => idsOf(file));
  expect(error.at).toMatchObject({ file: 'year=2024/b c.parquet', column: 'id', rowGroup: 3 });
  expect(error.at.fileOffset).toBeLessThan(broken.length);
  expect(error.message).toContain('file year=2024/b c.parquet');
});

test('an error from opening an external file is thrown unchanged, and the next read tries to open the file again', async () => {
  let opens = 0;
  const external = async (): Promise<ByteSource> => {
    opens++;
    if (opens === 1) throw new Error('not yet there');
    return bytesSource(a.bytes);
  };
  const file = await openFile(bytesSource(await summaryOf({ 'a.parquet': a.metadata })), {
    encodings,
    external: externalFiles(external),
  });
  await expect(idsOf(file)).rejects.toThrow('not yet there');
  expect(await idsOf(file, { limit: 2 })).toEqual([0, 1]);
});

test('reading a few rows through a summary reads few bytes of the files', async () => {
  const source = countingSource(a.bytes);
  const file = await opened(await summaryOf(paths), { ...files, 'a.parquet': source });
  expect(await idsOf(file, { rows: [[2500, 2502]] })).toEqual([2500, 2501]);
  const bytes = source.reads.reduce((sum, [, length]) => sum + length, 0);
  expect(bytes).toBeLessThan(a.bytes.length / 4);
});

test('writing a summary without files, or of files with different schemas, throws INVALID_ARGUMENT and aborts the sink', async () => {
  const sink = memorySink();
  const writer = createFileWriter(sink, { encodings, schema: defineSchema({ id: 'INT64' }) });
  const other = await writer.finish();
  const target = memorySink();
  const parts = [
    { path: 'a', metadata: a.metadata },
    { path: 'b', metadata: other },
  ];
  const { code, reason } = await errorOf(() => writeSummary(target, parts));
  expect([code, reason]).toEqual(['INVALID_ARGUMENT', expect.stringContaining('b differs from a in schema')]);
  expect(() => target.bytes).toThrow('aborted');
  expect((await errorOf(() => writeSummary(memorySink(), []))).reason).toContain('at least one file');
});

test('a summary has `createdBy` only if it is the same in all files', async () => {
  const { metadata } = a;
  const old = { ...metadata, createdBy: 'parquet-mr version 1.6.0 (build abc)' };
  const one = await writeSummary(memorySink(), [{ path: 'a', metadata: old }]);
  expect(one.createdBy).toBe(old.createdBy);
  const parts = [
    { path: 'a', metadata },
    { path: 'b', metadata: old },
  ];
  const two = await writeSummary(memorySink(), parts);
  expect(two.createdBy).toBeUndefined();
});
