/**
 * Compares the statistics of columns, decoded to values, with those that DuckDB reports for the files of the Apache project and for
 * flights-3m.parquet. Tests of files that are not found are skipped.
 */
import { existsSync, globSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ColumnStatistics, type LeafNode, openParquet, PhysicalType } from 'marquetry';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Duckdb, openDuckdb } from './judges.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = resolve(root, '../shared/parquet-testing/data');
const flights = join(root, 'apps/demo/node_modules/vega-datasets/data/flights-3m.parquet');
const names = existsSync(folder) ? globSync('*.parquet', { cwd: folder }).sort() : [];

let duckdb: Duckdb;
beforeAll(async () => {
  duckdb = await openDuckdb();
});
afterAll(() => duckdb.close());

interface Judged {
  readonly rowGroup: number;
  readonly path: string;
  readonly min: string | null;
  readonly max: string | null;
  readonly nulls: number | null;
}

async function judged(path: string): Promise<readonly Judged[]> {
  const sql = `SELECT row_group_id::INTEGER, path_in_schema, stats_min_value, stats_max_value, stats_null_count::INTEGER
    FROM parquet_metadata('${path}')`;
  const rows = (await duckdb.connection.runAndReadAll(sql)).getRowsJson();
  return rows.map(([rowGroup, name, min, max, nulls]) => ({
    rowGroup: Number(rowGroup),
    path: String(name),
    min: min as string | null,
    max: max as string | null,
    nulls: nulls === null ? null : Number(nulls),
  }));
}

/** Formats a minimum or maximum as DuckDB does. */
function textOf(leaf: LeafNode, bound: ColumnStatistics['min']): string {
  if (leaf.annotation?.kind === 'TIMESTAMP') {
    return String(bound)
      .replace('T', ' ')
      .replace('Z', '+00')
      .replace(/\.?0+(?=$|\+)/, (zeros) => (zeros[0] === '.' ? '' : zeros));
  }
  if (leaf.annotation !== undefined || leaf.type < PhysicalType.BYTE_ARRAY) return String(bound);
  return Array.from(Buffer.from(String(bound), 'base64'), (byte) =>
    byte >= 32 && byte < 127 ? String.fromCharCode(byte) : `\\x${byte.toString(16).toUpperCase().padStart(2, '0')}`,
  ).join('');
}

/** True if our bound equals DuckDB's, which rounds FLOAT bounds to FLOAT, while ours are exact doubles. */
function isSame(leaf: LeafNode, ours: string, theirs: string): boolean {
  const isFloat =
    leaf.type === PhysicalType.FLOAT || leaf.type === PhysicalType.DOUBLE || leaf.annotation?.kind === 'FLOAT16';
  if (!isFloat) return ours === theirs;
  const round = leaf.type === PhysicalType.DOUBLE ? Number : (text: string): number => Math.fround(Number(text));
  return round(ours) === round(theirs);
}

/** Statistics that DuckDB reports but we ignore, with the reason. */
const distrusted: Readonly<Record<string, string>> = {
  // The maximum is NaN. The minimum of 1.0 may be wrong, because the writer compared values with NaN.
  'nan_in_stats.parquet': 'a bound is NaN, but NaNs were not counted',
  // The column is UINT_64, and the footer does not state column orders.
  'nested_structs.rust.parquet': 'the footer does not state the order of the bounds',
};

const compared = { bounds: 0, counts: 0 };

test.each([...names.map((name) => join(folder, name)), ...(existsSync(flights) ? [flights] : [])])(
  'the statistics of %s are those that DuckDB reports',
  async (path) => {
    const file = await openParquet(path);
    for (const { rowGroup, path: name, min, max, nulls } of await judged(path)) {
      const leaf = file.schema.leaves.find((each) => each.path.join(', ') === name) as LeafNode;
      const address = { rowGroup, column: leaf };
      const found = await file.statistics(address, { values: 'json' });
      expect([name, found?.nullCount ?? null]).toEqual([name, nulls]);
      if (nulls !== null) compared.counts++;
      const stored = file.chunk(address).metaData.statistics;
      for (const [ours, theirs, bytes] of [
        [found?.min, min, stored?.minValue],
        [found?.max, max, stored?.maxValue],
      ] as const) {
        if (theirs === null) {
          // DuckDB does not read the deprecated fields `min` and `max`.
          if (ours !== undefined) expect([name, bytes]).toEqual([name, undefined]);
        } else if (ours === undefined) {
          expect([name, found?.ignored]).toEqual([name, distrusted[basename(path)]]);
        } else {
          expect([name, textOf(leaf, ours), isSame(leaf, textOf(leaf, ours), theirs)]).toEqual([
            name,
            expect.any(String),
            true,
          ]);
          compared.bounds++;
        }
      }
    }
  },
);

test.skipIf(names.length === 0)('the statistics tests compared more than 200 bounds and 200 counts with DuckDB', () => {
  expect(compared.bounds).toBeGreaterThan(200);
  expect(compared.counts).toBeGreaterThan(200);
});
