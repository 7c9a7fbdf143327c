/** Reads files that DuckDB wrote, and expects the values that DuckDB reads. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fullOr, isFull } from '@marquetry/test-support/full.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Duckdb, openDuckdb } from './judges.js';
import { firstDifference, readSlots } from './slots.js';

/** For each column, an SQL expression that computes its value from the row number `i`. */
const types: Readonly<Record<string, string>> = {
  boolean: 'i % 3 = 0',
  tinyint: '(i % 256 - 128)::TINYINT',
  smallint: '(i * 37 % 65536 - 32768)::SMALLINT',
  int: '((i * 2654435761) % 4294967296 - 2147483648)::INTEGER',
  bigint: '(i * 922337203685477 - 4611686018427387904)::BIGINT',
  utinyint: '(i % 256)::UTINYINT',
  usmallint: '(i * 37 % 65536)::USMALLINT',
  uint: '((i * 2654435761) % 4294967296)::UINTEGER',
  ubigint: '(18446744073709551615 - i * 1000000007)::UBIGINT',
  float:
    "(CASE i % 9 WHEN 0 THEN 'nan' WHEN 1 THEN 'inf' WHEN 2 THEN '-inf' WHEN 3 THEN '-0' ELSE (i * 0.37)::VARCHAR END)::FLOAT",
  double:
    "(CASE i % 9 WHEN 0 THEN 'nan' WHEN 1 THEN 'inf' WHEN 2 THEN '-inf' WHEN 3 THEN '-0' ELSE (i / 7)::VARCHAR END)::DOUBLE",
  varchar: "'täxt ' || (i * 7919 % 10007)",
  few_strings: "'category ' || (i % 5)",
  long_strings: "repeat('ab', (i % 50)::INTEGER) || i",
  blob: "encode('b' || i)",
  decimal4: '(i % 9999 / 100)::DECIMAL(4, 2)',
  decimal9: '(i * 1001 % 999999999 - 500000)::DECIMAL(9, 0)',
  decimal18: '(i * 1234567.89 - 99999)::DECIMAL(18, 5)',
  decimal38: '(i::HUGEINT * 12345678901234567 - 7)::DECIMAL(38, 9)',
  date: "DATE '1900-01-01' + (i * 13)::INTEGER",
  time: "TIME '00:00:00' + to_microseconds(i * 7919333 % 86400000000)",
  timestamp: "TIMESTAMP '1969-12-31 23:59:00' + to_microseconds(i * 1000003)",
  timestamp_s: "(TIMESTAMP '1970-01-01' + to_seconds(i * 1009))::TIMESTAMP_S",
  timestamp_ms: "(TIMESTAMP '1970-01-01' + to_milliseconds(i * 1009))::TIMESTAMP_MS",
  timestamp_ns: "(TIMESTAMP '1970-01-01' + to_microseconds(i * 1009))::TIMESTAMP_NS",
  timestamptz: "TIMESTAMPTZ '2020-01-01 00:00:00+00' + to_microseconds(i * 1000003)",
  uuid: 'md5(i::VARCHAR)::UUID',
  interval: 'to_months((i % 50)::INTEGER) + to_days((i % 30)::INTEGER) + to_milliseconds(i * 31)',
};

/** For each pattern of nulls, an SQL condition that is true for the null rows. */
const patterns: Readonly<Record<string, string>> = {
  never: 'false',
  third: 'i % 3 = 1',
  runs: '(i // 100) % 2 = 0',
  mostly: 'i % 97 <> 0',
  first_half: 'i < 1500',
  all: 'true',
};

function query(rows: number, pattern: string): string {
  const columns = Object.entries(types).map(
    ([name, expression]) => `CASE WHEN ${patterns[pattern]} THEN NULL ELSE ${expression} END AS ${name}`,
  );
  return `SELECT ${columns.join(', ')} FROM range(${rows}) t(i)`;
}

let duckdb: Duckdb;
beforeAll(async () => {
  duckdb = await openDuckdb();
});
afterAll(() => duckdb.close());

async function written(select: string, options: string): Promise<Uint8Array> {
  const path = join(duckdb.folder, 'written.parquet');
  await duckdb.connection.run(`COPY (${select}) TO '${path}' (FORMAT parquet, ${options})`);
  return readFileSync(path);
}

async function expectAgreement(bytes: Uint8Array, rows: number): Promise<void> {
  const [expected, actual] = [await duckdb.read(bytes), await readSlots(bytes)];
  expect(firstDifference(expected, actual)).toBeUndefined();
  for (const slots of Object.values(actual)) expect(slots).toHaveLength(rows);
}

const codecs = ['uncompressed', 'snappy', 'gzip', 'zstd', 'brotli', 'lz4_raw'];
const versions = ['V1', 'V2'];
const cells = codecs.flatMap((codec, c) =>
  versions.flatMap((version, v) =>
    Object.keys(patterns).flatMap((pattern, p) =>
      // DuckDB needs seconds to write BROTLI.
      isFull ||
      (codec !== 'brotli' && (c + v + p) % 4 === 0) ||
      `${codec} ${version} ${pattern}` === 'brotli V1 first_half'
        ? [{ codec, version, pattern }]
        : [],
    ),
  ),
);

describe('DuckDB files with a column of every type', () => {
  test.each(cells)(
    'a DuckDB file with a column of every type has the values that DuckDB reads ($codec, $version, nulls: $pattern)',
    async ({ codec, version, pattern }) => {
      const options = `COMPRESSION ${codec}, PARQUET_VERSION ${version}, ROW_GROUP_SIZE 2048`;
      await expectAgreement(await written(query(3000, pattern), options), 3000);
    },
  );

  test.each(versions)('a DuckDB file without rows is read (%s)', async (version) => {
    await expectAgreement(await written(query(0, 'never'), `PARQUET_VERSION ${version}`), 0);
  });

  test.each(versions)('a DuckDB file with one row is read (%s)', async (version) => {
    await expectAgreement(await written(query(1, 'third'), `PARQUET_VERSION ${version}`), 1);
  });
});

describe('DuckDB files with many rows', () => {
  const manyRows = fullOr(150_000, 50_000);
  const select = `SELECT i AS n, i % 1000 AS repeated, 'value ' || (i % 30000) AS text, i / 3 AS ratio,
    CASE WHEN i % 1000 < 3 THEN NULL ELSE (i * 7919 % 100003)::INTEGER END AS sparse FROM range(${manyRows}) t(i)`;

  test.each(versions)(
    'a DuckDB file with several row groups and overflowing dictionaries has the values that DuckDB reads (%s)',
    async (version) => {
      await expectAgreement(
        await written(select, `PARQUET_VERSION ${version}, ROW_GROUP_SIZE ${manyRows * 0.4}`),
        manyRows,
      );
    },
  );

  test('a file that DuckDB wrote with a small dictionary limit has the values that DuckDB reads', async () => {
    await expectAgreement(await written(select, 'PARQUET_VERSION V2, DICTIONARY_SIZE_LIMIT 500'), manyRows);
  });
});
