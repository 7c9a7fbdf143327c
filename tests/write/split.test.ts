/** Splits row groups without decoding them. The pages keep their bytes, and every reader reads the same values. */
import { writeFileSync } from 'node:fs';
import { join as joinPath } from 'node:path';
import { Writable } from 'node:stream';
import { isDataPage, isDictionaryPage } from '@marquetry/page';
import { errorOf } from '@marquetry/test-support/errors.js';
import { fullOr } from '@marquetry/test-support/full.js';
import { join } from '@marquetry/test-support/hex.js';
import {
  CodecId,
  createParquetWriter,
  defineSchema,
  EncodingId,
  type FileWriter,
  memorySink,
  openParquet,
  type ParquetFile,
} from 'marquetry';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { run } from '../../apps/cli/src/run.js';
import { type Duckdb, hyparquet, openDuckdb, parquetWasm } from '../interop/judges.js';
import { firstDifference, readSlots } from '../interop/slots.js';

const rowCount = 1000;
const rows = Array.from({ length: rowCount }, (_, i) => i);
const flat = {
  id: 'INT64',
  sorted: { type: 'STRING', optional: true },
  text: { type: 'STRING', optional: true },
  x: { type: 'DOUBLE', optional: true },
  flag: 'BOOLEAN',
} as const;
const values = {
  id: BigInt64Array.from(rows, (row) => BigInt(row * 7 - 900)),
  sorted: rows.map((row) => (row % 9 === 4 || (row >= 300 && row < 400) ? null : `s${String(row).padStart(5, '0')}`)),
  // The first pages use the dictionary. Once the dictionary is full, pages are PLAIN.
  text: rows.map((row) => (row % 11 === 0 ? null : row < 450 ? `few ${row % 7}` : `one of many ${row}`)),
  x: rows.map((row) => (row % 5 === 0 ? null : Math.sin(row))),
  flag: rows.map((row) => row % 3 === 0),
};

let duckdb: Duckdb;
beforeAll(async () => {
  duckdb = await openDuckdb();
});
afterAll(() => duckdb.close());

type Options = Partial<Parameters<typeof createParquetWriter>[1]>;
type Use = (writer: FileWriter) => Promise<unknown>;

async function written(schema: Options['schema'], options: Options, use: Use): Promise<Uint8Array> {
  const sink = memorySink();
  const writer = await createParquetWriter(sink, { schema: schema ?? [], ...options });
  await use(writer);
  await writer.finish();
  return sink.bytes;
}

function flatFile(options: Options = {}): Promise<Uint8Array> {
  const columns = {
    text: { dictionary: { maxBytes: 200 }, encoding: EncodingId.RLE_DICTIONARY, ...options.columns?.['text'] },
    id: { bloomFilter: true },
  };
  const all = { codec: CodecId.SNAPPY, pageRows: 100, ...options, columns };
  return written(defineSchema(flat), all, (writer) => writer.write(values));
}

async function split(file: ParquetFile, rowGroupRows: number, options: Options = {}): Promise<Uint8Array> {
  return written(file.schema, options, async (writer) => {
    for (const ordinal of file.metadata.rowGroups.keys()) await writer.splitRowGroup(file, ordinal, { rowGroupRows });
  });
}

const rowCounts = (file: ParquetFile): number[] => file.metadata.rowGroups.map(({ numRows }) => numRows);

/** Returns the headers and bodies of the data pages of all row groups, in order. */
async function dataPages(file: ParquetFile, column: string): Promise<Uint8Array[]> {
  const pages: Uint8Array[] = [];
  for (const rowGroup of file.metadata.rowGroups.keys()) {
    for await (const { header, headerBytes, body } of file.pages({ rowGroup, column })) {
      if (isDataPage(header)) pages.push(join(headerBytes, body));
    }
  }
  return pages;
}

async function dictionaryPages(file: ParquetFile, rowGroup: number, column: string): Promise<number> {
  let count = 0;
  for await (const { header } of file.pages({ rowGroup, column })) if (isDictionaryPage(header)) count++;
  return count;
}

async function verified(bytes: Uint8Array, name: string): Promise<string> {
  const path = joinPath(duckdb.folder, `${name}.parquet`);
  writeFileSync(path, bytes);
  let out = '';
  const stream = (): Writable =>
    new Writable({
      write: (chunk, _, done) => {
        out += String(chunk);
        done();
      },
    });
  const { signal } = new AbortController();
  const code = await run(['verify', path], { stdout: stream(), stderr: stream(), env: {}, signal });
  return code === 0 ? 'accepted' : out;
}

describe.each([1, 2] as const)('splitting row groups of flat columns with v%i pages', (pageVersion) => {
  test.each([true, false])(
    'row groups of flat columns are split at page boundaries (page indexes: %s)',
    async (pageIndex) => {
      const before = await flatFile({ pageVersion, pageIndex });
      const from = await openParquet(before);
      const after = await split(from, 300);
      const to = await openParquet(after);
      expect(rowCounts(to)).toEqual([300, 300, 300, 100]);
      const expected = await readSlots(before);
      expect(firstDifference(expected, await readSlots(after))).toBeUndefined();
      for (const judge of [duckdb, hyparquet, parquetWasm]) {
        expect(firstDifference(expected, await judge.read(after)), judge.name).toBeUndefined();
      }
      for (const column of Object.keys(flat))
        expect(await dataPages(to, column)).toEqual(await dataPages(from, column));
      expect(await verified(after, `split-${pageVersion}-${pageIndex}`)).toBe('accepted');
      for (const rowGroup of [0, 1, 2, 3]) {
        const index = await to.offsetIndex({ rowGroup, column: 'text' });
        const starts = rowGroup === 3 ? [0] : [0, 100, 200];
        expect(index?.pageLocations.map(({ firstRowIndex }) => firstRowIndex)).toEqual(starts);
        expect((await to.columnIndex({ rowGroup, column: 'text' }))?.nullPages.length).toBe(
          pageIndex ? starts.length : undefined,
        );
      }
    },
  );
});

test('a split row group has the dictionary only if its pages use it, and lists only the encodings of its pages', async () => {
  const to = await openParquet(await split(await openParquet(await flatFile()), 300));
  const { RLE_DICTIONARY } = EncodingId;
  const found = [0, 1, 2, 3].map((rowGroup) => to.chunk({ rowGroup, column: 'text' }).metaData);
  const uses = found.map(({ encodings }) => encodings.includes(RLE_DICTIONARY));
  expect(uses).toEqual([true, true, false, false]);
  expect(found.map(({ dictionaryPageOffset }) => dictionaryPageOffset !== undefined)).toEqual(uses);
  for (const [rowGroup, used] of uses.entries()) expect(await dictionaryPages(to, rowGroup, 'text')).toBe(used ? 1 : 0);
  for (const { encodingStats = [] } of found) {
    const pages = encodingStats.filter(({ pageType }) => pageType !== 2).reduce((sum, { count }) => sum + count, 0);
    expect(pages).toBe(encodingStats === found[3]?.encodingStats ? 1 : 3);
  }
});

test('a split row group has counts of its own rows, and bounds if those of its pages ascend or descend', async () => {
  const from = await openParquet(await flatFile());
  const to = await openParquet(await split(from, 300));
  const text = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes);
  for (const rowGroup of [0, 1, 2, 3]) {
    const part = values.sorted.slice(300 * rowGroup, 300 * rowGroup + 300);
    const { statistics, numValues } = to.chunk({ rowGroup, column: 'sorted' }).metaData;
    const filled = part.filter((value) => value !== null);
    expect([numValues, statistics?.nullCount]).toEqual([part.length, part.length - filled.length]);
    expect([text(statistics?.minValue), text(statistics?.maxValue)]).toEqual([filled[0], filled.at(-1)]);
    const { statistics: x } = to.chunk({ rowGroup, column: 'x' }).metaData;
    expect([x?.nullCount, x?.minValue !== undefined]).toEqual([part.length / 5, rowGroup === 3]);
    expect(to.chunk({ rowGroup, column: 'id' }).metaData.bloomFilterLength).toBe(
      from.chunk({ rowGroup: 0, column: 'id' }).metaData.bloomFilterLength,
    );
  }
  const path = joinPath(duckdb.folder, 'split-bloom.parquet');
  writeFileSync(path, await split(from, 300));
  const probe = `SELECT bloom_filter_excludes FROM parquet_bloom_probe('${path}', 'id', ${350 * 7 - 900}::BIGINT)`;
  expect((await duckdb.connection.runAndReadAll(probe)).getRowsJson()[1]).toEqual([false]);
});

describe('splitting row groups of nested columns', () => {
  const schema = defineSchema({ id: 'INT32', tags: { list: { type: 'INT32', optional: true } } });
  const nested = (pageVersion: 1 | 2, pageIndex: boolean): Promise<Uint8Array> =>
    written(schema, { pageVersion, pageIndex, pageRows: 50 }, (writer) => {
      const repetition: number[] = [];
      const definition: number[] = [];
      const numbers: number[] = [];
      const leaf = schema.leaves[1]!;
      const full = leaf.maxDefinitionLevel;
      for (const row of rows) {
        const length = row % 4;
        if (length === 0) {
          repetition.push(0);
          definition.push(full - 2);
        }
        for (let i = 0; i < length; i++) {
          const isNull = (row + i) % 7 === 0;
          repetition.push(i === 0 ? 0 : 1);
          definition.push(isNull ? full - 1 : full);
          if (!isNull) numbers.push((row * i) % 13);
        }
      }
      return writer.write({
        id: Int32Array.from(rows),
        [leaf.path.join('.')]: {
          values: Int32Array.from(numbers),
          nulls: {
            kind: 'levels' as const,
            nullCount: definition.length - numbers.length,
            definition: Uint8Array.from(definition),
            repetition: Uint8Array.from(repetition),
          },
        },
      });
    });

  test.each([
    [1, true],
    [2, true],
    [2, false],
  ] as const)(
    'row groups of nested columns are split at page boundaries (v%i pages, page indexes: %s)',
    async (pageVersion, pageIndex) => {
      const before = await nested(pageVersion, pageIndex);
      const from = await openParquet(before);
      const after = await split(from, 400);
      const to = await openParquet(after);
      expect(rowCounts(to)).toEqual([400, 400, 200]);
      const name = `nested-${pageVersion}-${pageIndex}`;
      expect(await verified(after, name)).toBe('accepted');
      const was = joinPath(duckdb.folder, 'nested.parquet');
      writeFileSync(was, before);
      const now = joinPath(duckdb.folder, `${name}.parquet`);
      const json = async (path: string): Promise<unknown> =>
        (await duckdb.connection.runAndReadAll(`SELECT * FROM read_parquet('${path}')`)).getRowsJson();
      expect(await json(now)).toEqual(await json(was));
      const column = schema.leaves[1]!.path.join('.');
      expect(await dataPages(to, column)).toEqual(await dataPages(from, column));
    },
  );

  test('a row group with v1 pages in a repeated column without an index is not split', async () => {
    const from = await openParquet(await nested(1, false));
    expect(rowCounts(await openParquet(await split(from, 400)))).toEqual([1000]);
  });
});

describe('copying some rows of a row group', () => {
  const copy = async (
    from: number,
    to: number,
    pages: readonly [number, number] = [100, 100],
  ): Promise<ParquetFile> => {
    const file = await openParquet(await flatFile({ pageRows: pages[0], columns: { text: { pageRows: pages[1] } } }));
    return openParquet(await written(file.schema, {}, (writer) => writer.copyRowGroup(file, 0, { rows: [from, to] })));
  };

  test('some rows of a row group can be copied if every column has a page boundary at both ends of the rows', async () => {
    const to = await copy(200, 500);
    const ids: bigint[] = [];
    for await (const { id } of to.columnBatches({ columns: ['id'], decodeDictionaries: true })) {
      if (id?.values.layout === 'fixed') ids.push(...(id.values.data as BigInt64Array));
    }
    expect(ids).toEqual([...values.id.slice(200, 500)]);
    expect(rowCounts(await copy(0, 1000))).toEqual([1000]);
    // Pages of 100 rows and pages of 250 rows have only one common boundary, at row 500.
    expect(rowCounts(await copy(500, 1000, [100, 250]))).toEqual([500]);
  });

  test('copying rows that do not end at page boundaries throws, and the message names the nearest common page boundaries', async () => {
    const error = await errorOf(() => copy(100, 600, [100, 250]));
    expect(error.code).toBe('INVALID_ARGUMENT');
    expect(error.message).toContain('page boundary at row 100; the nearest common ones are 0 and 500');
    for (const [from, to] of [
      [5, 5],
      [0, 1001],
      [-1, 100],
      [0.5, 100],
    ] as const) {
      expect((await errorOf(() => copy(from, to))).code).toBe('INVALID_ARGUMENT');
    }
  });

  test('row groups are split at the nearest row at which a page of every column starts, if such a row exists', async () => {
    const of = async (id: number, text: number, wanted: number): Promise<number[]> => {
      const file = await openParquet(await flatFile({ pageRows: id, columns: { text: { pageRows: text } } }));
      return rowCounts(await openParquet(await split(file, wanted)));
    };
    expect(await of(100, 250, 300)).toEqual([500, 500]);
    expect(await of(100, 50, 240)).toEqual([200, 200, 200, 200, 200]);
    expect(await of(300, 1000, 100)).toEqual([1000]);
    expect(await of(100, 100, 1)).toEqual(new Array(10).fill(100));
  });
});

test('an offset index with wrong page offsets throws CORRUPT', async () => {
  const from = await openParquet(await flatFile());
  const offsetIndex: ParquetFile['offsetIndex'] = async (address, signal) => {
    const { pageLocations = [] } = (await from.offsetIndex(address, signal)) ?? {};
    return { pageLocations: pageLocations.filter((_, i) => i !== 1) };
  };
  const error = await errorOf(() => split({ ...from, offsetIndex }, 300));
  expect([error.code, error.at.rowGroup]).toEqual(['CORRUPT', 0]);
});

test('row groups that DuckDB wrote are split at page boundaries', async () => {
  const path = joinPath(duckdb.folder, 'duckdb.parquet');
  // The strings are long, so that a chunk has several pages. There is one column, because DuckDB's pages of two columns never start at the
  // same row.
  await duckdb.connection.run(`COPY (SELECT repeat(md5(i::VARCHAR), ${fullOr(1000, 600)}) AS s FROM range(8192) t(i))
    TO '${path}' (FORMAT parquet, COMPRESSION snappy, ROW_GROUP_SIZE 8192)`);
  const from = await openParquet(path);
  const bytes = await split(from, 2048);
  const to = await openParquet(bytes);
  const pages = await dataPages(from, 's');
  expect(pages.length).toBeGreaterThan(1);
  expect(to.metadata.rowGroups.length).toBeGreaterThan(1);
  expect(await dataPages(to, 's')).toEqual(pages);
  const now = joinPath(duckdb.folder, 'duckdb-split.parquet');
  writeFileSync(now, bytes);
  const hash = async (file: string): Promise<unknown> =>
    (
      await duckdb.connection.runAndReadAll(
        `SELECT count(*), sum(hash(s, file_row_number)::HUGEINT)::VARCHAR FROM read_parquet('${file}', file_row_number = true)`,
      )
    ).getRowsJson();
  expect(await hash(now)).toEqual(await hash(path));
});
