/**
 * DuckDB, pyarrow and `marquetry verify` read files into which `marquetry merge` copied row groups as ranges of bytes. pyarrow is skipped if it is
 * not installed (`npm run test:interop` finds a Python with it).
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { createParquetWriter, defineSchema, openParquet } from 'marquetry';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCli } from '../../apps/cli/test/run-cli.js';
import { type Duckdb, openDuckdb } from './judges.js';
import { python } from './run-pyarrow.js';

const rowCount = 150_000;
const schema = defineSchema({ id: 'INT64', city: { type: 'STRING', optional: true }, tags: { list: 'INT32' } });
const cityOf = (row: number): string | null => (row % 11 === 0 ? null : `city ${(row * 7919) % 5000}`);
const tagsOf = (row: number): number[] => Array.from({ length: row % 4 }, (_, i) => row + i);

let duckdb: Duckdb;
let merged: string;
beforeAll(async () => {
  duckdb = await openDuckdb();
  const files: string[] = [];
  for (const [n, codec] of (['SNAPPY', 'GZIP', 'UNCOMPRESSED'] as const).entries()) {
    const path = join(duckdb.folder, `part-${n}.parquet`);
    const columns = { city: { bloomFilter: true } };
    const writer = await createParquetWriter(path, { schema, codec, columns, rowGroupRows: 60_000, pageRows: 3000 });
    const rows = Array.from({ length: rowCount }, (_, i) => n * rowCount + i);
    await writer.writeRows(rows.map((row) => ({ id: BigInt(row), city: cityOf(row), tags: tagsOf(row) })));
    await writer.finish();
    files.push(path);
  }
  merged = join(duckdb.folder, 'merged.parquet');
  expect(await runCli(['merge', ...files, merged, '--json'])).toMatchObject({ code: 0, stderr: '' });
}, 120_000);
afterAll(() => duckdb.close());

const one = async (sql: string): Promise<unknown[]> =>
  (await duckdb.connection.runAndReadAll(sql)).getRowsJson()[0] as unknown[];

test('DuckDB reads the values of a merged file, and finds a value by page bounds and the Bloom filter', async () => {
  const rows = 3 * rowCount;
  const from = `FROM read_parquet('${merged}')`;
  const sum = (rows * (rows - 1)) / 2;
  expect(await one(`SELECT count(*)::INT, sum(id)::BIGINT, count(city)::INT, sum(len(tags))::INT ${from}`)).toEqual([
    rows,
    String(sum),
    rows - Math.ceil(rows / 11),
    Array.from({ length: rows }, (_, row) => row % 4).reduce((all, length) => all + length, 0),
  ]);
  expect(await one(`SELECT id::INT, city, tags::VARCHAR ${from} WHERE id = 400003`)).toEqual([
    400_003,
    cityOf(400_003),
    '[400003, 400004, 400005]',
  ]);
  const inFilter = await one(
    `SELECT count(*)::INT, count_if(bloom_filter_excludes)::INT FROM parquet_bloom_probe('${merged}', 'city', 'city 17')`,
  );
  const excluded = await one(
    `SELECT count(*)::INT, count_if(bloom_filter_excludes)::INT FROM parquet_bloom_probe('${merged}', 'city', 'a town')`,
  );
  expect([inFilter, excluded]).toEqual([
    [9, 0],
    [9, 9],
  ]);
});

test('`marquetry verify` finds no fault in the pages, indexes, bounds and Bloom filters of a merged file', async () => {
  const { code, stdout } = await runCli(['verify', merged]);
  expect([code, stdout]).toEqual([0, expect.stringContaining('9 row groups')]);
  const file = await openParquet(merged);
  const index = await file.columnIndex({ rowGroup: 8, column: 'id' });
  const offsets = await file.offsetIndex({ rowGroup: 8, column: 'id' });
  await file.close();
  expect([index?.minValues.length, offsets?.pageLocations.length]).toEqual([10, 10]);
});

const script = `
import sys, pyarrow.compute as pc, pyarrow.parquet as pq
file = pq.ParquetFile(sys.argv[1], page_checksum_verification=True)
chunks = [file.metadata.row_group(g).column(c) for g in range(file.num_row_groups) for c in range(3)]
table = file.read()
some = pq.read_table(sys.argv[1], filters=[('id', '=', 400003)])
print(table.num_rows, pc.sum(table['id']).as_py(), table['city'].null_count, some['city'][0].as_py(),
  all(chunk.has_offset_index and chunk.has_column_index for chunk in chunks), sep=',')
`;

test.skipIf(python === undefined)(
  `pyarrow reads the values of a merged file, and verifies the checksums${python === undefined ? ' (skipped: pyarrow not found)' : ''}`,
  () => {
    const rows = 3 * rowCount;
    const printed = execFileSync(python ?? '', ['-c', script, merged], { encoding: 'utf8' }).trim();
    expect(printed.split(',')).toEqual([
      String(rows),
      String((rows * (rows - 1)) / 2),
      String(Math.ceil(rows / 11)),
      cityOf(400_003),
      'True',
    ]);
  },
);
