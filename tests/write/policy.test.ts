/**
 * DuckDB and parquet-wasm (arrow-rs) read the encodings that the default policy chooses. tests/interop/policy-written.test.ts tests
 * pyarrow, polars and Spark.
 *
 * `npx vitest run tests/write/policy -u` updates policy-encodings.json, which docs/interop-write.md shows.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { refusalsOf } from '@marquetry/column-writer';
import { EncodingId, nameOf } from '@marquetry/core';
import { defineSchema } from '@marquetry/schema';
import { readParquet } from 'parquet-wasm/node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Duckdb, openDuckdb } from '../interop/judges.js';
import type { PolicyChoice } from './interop-table.js';
import { describeCase, policyCases, policyKinds, writePlainFile, writePolicyFile } from './policy-files.js';

let duckdb: Duckdb;
beforeAll(async () => {
  duckdb = await openDuckdb();
});
afterAll(() => duckdb.close());

const chosen: PolicyChoice[] = [];

describe.each(policyKinds)('default encodings of $name', (kind) => {
  test('the default policy chooses encodings that all readers support, and DuckDB and parquet-wasm read the file', async () => {
    const found = new Set<number>();
    for (const of of policyCases().filter((candidate) => candidate.kind.name === kind.name)) {
      const [policy, plain] = [await writePolicyFile(of), await writePlainFile(of)];
      for (const id of policy.encodings) found.add(id);
      expect(plain.encodings).toEqual([EncodingId.PLAIN]);
      // DuckDB rejects the converted type BSON, whatever the encoding.
      if (kind.name !== 'BSON')
        expect([describeCase(of), await differentRows(policy.bytes, plain.bytes)]).toEqual([describeCase(of), 0]);
      expect(sameInArrow(policy.bytes, plain.bytes), describeCase(of)).toBe(true);
    }
    const [leaf] = defineSchema({ c: kind.definition }).leaves;
    expect([...found].flatMap((id) => refusalsOf(id, leaf!))).toEqual([]);
    const ids = [...found].sort((a, b) => a - b);
    chosen.push({ type: kind.name, encodings: ids.map((id) => nameOf(EncodingId, id)).join(', ') });
  });
});

test('the test data makes the default policy choose every encoding that it can choose', async () => {
  const all = new Set(chosen.flatMap(({ encodings }) => encodings.split(', ')));
  expect([...all].sort()).toEqual(['DELTA_BINARY_PACKED', 'DELTA_BYTE_ARRAY', 'PLAIN', 'RLE', 'RLE_DICTIONARY']);
  const of = (type: string): string | undefined => chosen.find((entry) => entry.type === type)?.encodings;
  expect(of('BOOLEAN')).toBe('PLAIN, RLE');
  expect(of('INT64')).toBe('PLAIN, DELTA_BINARY_PACKED, RLE_DICTIONARY');
  expect(of('UUID')).toBe('PLAIN, RLE_DICTIONARY');
  expect(of('DECIMAL(30, 3)')).toBe('PLAIN, RLE_DICTIONARY');
  expect(of('STRING')).toBe('PLAIN, DELTA_BYTE_ARRAY, RLE_DICTIONARY');
  await expect(`${JSON.stringify(chosen, null, 2)}\n`).toMatchFileSnapshot('policy-encodings.json');
});

let pairs = 0;

/**
 * Returns the number of rows that differ between the two files, as DuckDB reads them. Each pair has new file names, because DuckDB caches
 * files by name.
 */
async function differentRows(policy: Uint8Array, plain: Uint8Array): Promise<number> {
  const [a, b] = [join(duckdb.folder, `policy-${pairs}.parquet`), join(duckdb.folder, `plain-${pairs++}.parquet`)];
  writeFileSync(a, policy);
  writeFileSync(b, plain);
  const reader = await duckdb.connection.runAndReadAll(
    `SELECT count(*) FROM (SELECT c AS x FROM '${a}') POSITIONAL JOIN (SELECT c AS y FROM '${b}') WHERE x IS DISTINCT FROM y`,
  );
  return Number(reader.getRows()[0]?.[0]);
}

/** True if arrow-rs reads the same Arrow data from both files. */
function sameInArrow(policy: Uint8Array, plain: Uint8Array): boolean {
  const [a, b] = [policy, plain].map((bytes) => readParquet(bytes).intoIPCStream());
  return a !== undefined && b !== undefined && Buffer.compare(a, b) === 0;
}
