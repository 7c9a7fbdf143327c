/**
 * DuckDB and pyarrow read equal values from files of random rows with random schemas. `npm run test:interop` adds
 * pyarrow.
 *
 * The rows have nothing that either reader cannot represent: no values beyond its types (see `judged` and `excused` in
 * leaf-kinds.ts), no repeated keys in a map, and no names that differ only by case. For DuckDB, they also have no
 * UNKNOWN columns, and no repeated groups of one field without an annotation, which it reads as the wrappers of lists.
 */

import { fullOr } from '@marquetry/test-support/full.js';
import fc from 'fast-check';
import { memorySink, writeParquet } from 'marquetry';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Duckdb, openDuckdb } from '../interop/judges.js';
import { python } from '../interop/run-pyarrow.js';
import { type JudgedRows, rowsOfDuckdb, rowsOfPyarrow } from './judge-rows.js';
import { type LeafKind, leafKinds, unknownKind } from './leaf-kinds.js';
import { type RandomOptions, type RandomTable, randomTable, writing } from './random-rows.js';
import { same } from './same.js';

let duckdb: Duckdb;
beforeAll(async () => {
  duckdb = await openDuckdb();
});
afterAll(() => duckdb.close());

const names = fc.constantFrom('a', 'b', 'c', 'd.d', 'list', 'element', 'key value', 'ü');

function optionsFor(judge: 'DuckDB' | 'pyarrow', more: readonly LeafKind[]): RandomOptions {
  const kinds = [...leafKinds.filter(({ excused }) => excused?.[judge] === undefined), ...more];
  return { depth: 6, kinds, names, judged: true, repeatedFields: judge === 'DuckDB' ? 2 : 1 };
}

const tables = fullOr(1500, 100);

async function written(options: RandomOptions, seed: number): Promise<{ table: RandomTable; bytes: Uint8Array }[]> {
  const samples = fc.sample(fc.tuple(randomTable(options), writing), { numRuns: tables, seed });
  const files: { table: RandomTable; bytes: Uint8Array }[] = [];
  for (const [table, how] of samples) {
    const sink = memorySink();
    await writeParquet(sink, table.rows, { schema: table.schema, ...how });
    files.push({ table, bytes: sink.bytes });
  }
  return files;
}

function faultOf({ table }: { readonly table: RandomTable }, { rows, error }: JudgedRows): string | undefined {
  const difference = rows === undefined ? error : same(rows, table.rows.map(table.text));
  if (difference === undefined) return undefined;
  const schema = table.schema.leaves.map(
    ({ path, type, annotation }) => `${path.join('/')}:${annotation?.kind ?? type}`,
  );
  return `${difference} of ${schema.join(' ')}`;
}

const seed = Number(process.env['MARQUETRY_SEED'] ?? 20_26);

test('DuckDB reads the random rows that we wrote', async () => {
  const files = await written(optionsFor('DuckDB', []), seed);
  const faults: string[] = [];
  for (const file of files) faults.push(faultOf(file, await rowsOfDuckdb(duckdb, file.bytes)) ?? '');
  expect(faults.filter((fault) => fault !== '').slice(0, 3)).toEqual([]);
}, 300_000);

test.skipIf(python === undefined)(
  'pyarrow reads the random rows that we wrote (skipped without pyarrow: see npm run test:interop)',
  async () => {
    const files = await written(optionsFor('pyarrow', [unknownKind]), seed);
    const read = rowsOfPyarrow(files.map(({ bytes }) => bytes));
    const faults = files.map((file, i) => faultOf(file, read[i] ?? {}) ?? '');
    expect(faults.filter((fault) => fault !== '').slice(0, 3)).toEqual([]);
  },
  300_000,
);
