/** Checks our statistics, page indexes and Bloom filters: other readers report the right bounds, and skip the data that does not match. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AsyncBuffer, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { createParquetWriter, defineSchema, memorySink } from 'marquetry';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Duckdb, openDuckdb } from '../interop/judges.js';

const rowCount = 40_000;
const rowGroupRows = 10_000;
const rows = Array.from({ length: rowCount }, (_, i) => i);
/**
 * Returns the key of a row. Each row group has keys that start with `a` and with `z`, so that its minimum and maximum exclude nothing. Keys
 * have only even numbers, so odd numbers are absent.
 */
const keyAt = (row: number): string => `${'az'[row & 1]}${(row * 2).toString(36)}`;

let duckdb: Duckdb;
let path: string;
let bytes: Uint8Array<ArrayBuffer>;
beforeAll(async () => {
  duckdb = await openDuckdb();
  const sink = memorySink();
  const writer = await createParquetWriter(sink, {
    schema: defineSchema({
      id: 'INT64',
      unsigned: 'UINT32',
      price: { type: 'DECIMAL', precision: 9, scale: 2 },
      day: 'DATE',
      x: { type: 'DOUBLE', optional: true },
      name: { type: 'STRING', optional: true },
      key: 'STRING',
      filler: 'DOUBLE',
    }),
    rowGroupRows,
    pageRows: 1000,
    columns: { key: { bloomFilter: true }, id: { bloomFilter: { falsePositiveRate: 0.001 } }, filler: { encoding: 0 } },
  });
  await writer.write({
    id: BigInt64Array.from(rows, BigInt),
    unsigned: Uint32Array.from(rows, (row) => 2 ** 32 - 1 - row),
    price: Int32Array.from(rows, (row) => row - 20_000),
    day: Int32Array.from(rows, (row) => Math.floor(row / 100)),
    x: rows.map((row) => (row % 10 === 0 ? null : row === 1 ? Number.NaN : row === 2 ? -0 : row / 4)),
    name: rows.map((row) => (row < rowGroupRows ? null : `n${row % 50}`)),
    key: rows.map(keyAt),
    filler: Float64Array.from(rows, (row) => Math.sin(row)),
  });
  await writer.finish();
  bytes = sink.bytes;
  path = join(duckdb.folder, 'pruning.parquet');
  writeFileSync(path, bytes);
});
afterAll(() => duckdb.close());

const ask = async (sql: string): Promise<unknown[][]> => (await duckdb.connection.runAndReadAll(sql)).getRowsJson();

describe('DuckDB uses our statistics and Bloom filters', () => {
  test.each([
    ['id', '0', '9999', '30000', '39999', 0],
    ['unsigned', '4294957296', '4294967295', '4294927296', '4294937295', 0],
    ['price', '-200.00', '-100.01', '100.00', '199.99', 0],
    ['day', '1970-01-01', '1970-04-10', '1970-10-28', '1971-02-04', 0],
    // A minimum of zero is written as -0, and NaN is never a minimum or maximum.
    ['x', '-0.0', '2499.75', '7500.25', '9999.75', 1000],
    ['name', null, null, 'n0', 'n9', 10_000],
    ['key', 'a0', 'zzi', `a${(60_000).toString(36)}`, `z${(79_998).toString(36)}`, 0],
  ])('DuckDB reports the right bounds and null count of %s', async (column, min, max, lastMin, lastMax, nulls) => {
    const found =
      await ask(`SELECT stats_min_value, stats_max_value, stats_null_count::INTEGER, row_group_num_rows::INTEGER
      FROM parquet_metadata('${path}') WHERE path_in_schema = '${column}' ORDER BY row_group_id`);
    expect(found).toHaveLength(4);
    const [first, , , last] = found;
    if (column !== 'key') {
      expect(first).toEqual([min, max, nulls, rowGroupRows]);
      expect(last).toEqual([lastMin, lastMax, column === 'name' ? 0 : nulls, rowGroupRows]);
    } else {
      const keys = rows.slice(0, rowGroupRows).map(keyAt).sort();
      expect(first).toEqual([keys[0], keys.at(-1), 0, rowGroupRows]);
    }
  });

  const excluded = async (column: string, value: string): Promise<unknown[]> =>
    (
      await ask(`SELECT bloom_filter_excludes FROM parquet_bloom_probe('${path}', '${column}', ${value})
        ORDER BY row_group_id`)
    ).map(([excludes]) => excludes);

  test('DuckDB finds values in the right row group with our Bloom filters', async () => {
    for (let row = 7; row < rowCount; row += 1999) {
      const group = Math.floor(row / rowGroupRows);
      expect((await excluded('key', `'${keyAt(row)}'`))[group]).toBe(false);
      expect((await excluded('id', `${row}::BIGINT`))[group]).toBe(false);
    }
  });

  test('DuckDB excludes absent values with our Bloom filters, except for the requested rate of false positives', async () => {
    const probes = 150;
    let keys = 0;
    let ids = 0;
    for (let i = 0; i < probes; i++) {
      for (const excludes of await excluded('key', `'absent ${i}'`)) if (excludes === false) keys++;
      for (const excludes of await excluded('id', `${1_000_000 + i}::BIGINT`)) if (excludes === false) ids++;
    }
    // 600 probes per column: 6 false positives are expected for `key` (1 %), 0.6 for `id` (0.1 %). The bounds allow for chance.
    expect(keys).toBeLessThanOrEqual(18);
    expect(ids).toBeLessThanOrEqual(5);
  });
});

describe('hyparquet reads fewer bytes with a filter than without', () => {
  const read = async (options: object): Promise<{ rows: Record<string, unknown>[]; read: number }> => {
    let total = 0;
    const file: AsyncBuffer = {
      byteLength: bytes.length,
      slice: (start, end) => {
        const part = bytes.slice(start, end);
        total += part.length;
        return part.buffer;
      },
    };
    const metadata = await parquetMetadataAsync(file);
    total = 0;
    const found = await parquetReadObjects({ file, metadata, columns: ['id', 'filler'], ...options });
    return { rows: found, read: total };
  };

  test('hyparquet uses our statistics to skip whole row groups', async () => {
    const all = await read({});
    expect(all.rows).toHaveLength(rowCount);
    const some = await read({ filter: { id: { $gte: 35_000n } } });
    expect(some.rows.map(({ id }) => id)).toEqual(rows.slice(35_000).map(BigInt));
    expect(some.read).toBeLessThan(all.read * 0.3);
  });

  test('hyparquet uses our page indexes to skip pages', async () => {
    const group = await read({ filter: { id: { $gte: 35_500n, $lt: 35_510n } } });
    const pages = await read({
      filter: { id: { $gte: 35_500n, $lt: 35_510n } },
      usePageIndex: true,
      useOffsetIndex: true,
    });
    expect(pages.rows).toEqual(group.rows);
    expect(pages.rows.map(({ id }) => id)).toEqual(rows.slice(35_500, 35_510).map(BigInt));
    expect(pages.read).toBeLessThan(group.read * 0.4);
  });

  test('our Bloom filters let hyparquet skip row groups that statistics do not exclude', async () => {
    const filter = { key: { $eq: 'b-absent' } };
    const without = await read({ filter, columns: ['key', 'filler'] });
    const using = await read({ filter, columns: ['key', 'filler'], useBloomFilters: true });
    expect([without.rows, using.rows]).toEqual([[], []]);
    expect(using.read).toBeLessThan(without.read * 0.3);
    const there = { filter: { key: { $eq: keyAt(12_345) } }, columns: ['key', 'id'], useBloomFilters: true };
    expect((await read(there)).rows).toEqual([{ key: keyAt(12_345), id: 12_345n }]);
  });
});
