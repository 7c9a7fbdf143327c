/**
 * Compares the map of a file with the offsets and sizes that DuckDB reports: for the fixtures, and for the files of the Apache project and
 * flights-3m.parquet where they are found.
 */
import { existsSync, globSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type FileRegion, fileMap, misplacedRegions } from '@marquetry/inspect';
import { isParquetError, openParquet } from 'marquetry';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Duckdb, openDuckdb } from './judges.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const apache = resolve(root, '../shared/parquet-testing/data');
const flights = join(root, 'apps/demo/node_modules/vega-datasets/data/flights-3m.parquet');
const paths = [
  ...globSync(join(root, 'tests/fixtures/{duckdb,pyarrow}/*.parquet')).sort(),
  ...(existsSync(apache) ? globSync(join(apache, '*.parquet')).sort() : []),
  ...(existsSync(flights) ? [flights] : []),
];

let duckdb: Duckdb;
beforeAll(async () => {
  duckdb = await openDuckdb();
});
afterAll(() => duckdb.close());

/** Returns DuckDB's report as text, one line per chunk and Bloom filter; `undefined` if DuckDB cannot read the file. */
async function judged(path: string): Promise<readonly string[] | undefined> {
  const sql = `SELECT row_group_id::INTEGER, column_id::INTEGER, data_page_offset, dictionary_page_offset, total_compressed_size,
      bloom_filter_offset, bloom_filter_length
    FROM parquet_metadata('${path}')`;
  const rows = await duckdb.connection.runAndReadAll(sql).then(
    (result) => result.getRowsJson(),
    () => undefined,
  );
  return rows?.flatMap((row) => {
    const [rowGroup, column, data, dictionary, size, bloom, bloomLength] = row.map(Number) as [number, ...number[]];
    const start = dictionary ? Math.min(data as number, dictionary) : data;
    const chunk = `column-chunk ${rowGroup}/${column} ${start}+${size}`;
    // Old files do not state the length of a Bloom filter.
    return bloom ? [chunk, `bloom-filter ${rowGroup}/${column} ${bloom}+${bloomLength || ''}`] : [chunk];
  });
}

function listed(regions: readonly FileRegion[]): readonly string[] {
  return regions
    .filter(({ kind }) => kind === 'column-chunk' || kind === 'bloom-filter')
    .map(({ kind, rowGroup, column, offset, byteLength }) => `${kind} ${rowGroup}/${column} ${offset}+${byteLength}`);
}

test('the file map and DuckDB agree about the position of each column chunk and Bloom filter', async () => {
  let chunks = 0;
  for (const path of paths) {
    const file = await openParquet(path).catch((error: unknown) => {
      if (isParquetError(error)) return undefined;
      throw error;
    });
    const expected = file === undefined ? undefined : await judged(path);
    if (file === undefined || expected === undefined) continue;
    if (misplacedRegions(file).length === 0) {
      const ours = [...listed(fileMap(file))].sort();
      expect(ours, basename(path)).toHaveLength(expected.length);
      for (const [i, line] of [...expected].sort().entries()) {
        const found = line.endsWith('+') ? ours[i]?.replace(/\d+$/, '') : ours[i];
        expect(found, basename(path)).toBe(line);
      }
      chunks += expected.length;
    }
    await file.close();
  }
  expect(chunks).toBeGreaterThan(60);
});
