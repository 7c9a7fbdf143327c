/**
 * Writes files from random tables of any nesting depth. parquet-wasm (arrow-rs) reads the files, and we read the copies
 * that DuckDB makes of them.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { schemaFromArrow, toArrow, writeArrow } from '@marquetry/arrow';
import { isFull } from '@marquetry/test-support/full.js';
import { DataType, Table, tableFromIPC, type Vector, vectorFromArray } from 'apache-arrow';
import fc from 'fast-check';
import { createParquetWriter, memorySink, openParquet } from 'marquetry';
import { readParquet } from 'parquet-wasm/node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { kind } from '../../packages/arrow/test/vectors.js';
import { type Duckdb, openDuckdb } from '../interop/judges.js';
import { tableText } from './arrow-text.js';

let duckdb: Duckdb;
beforeAll(async () => {
  duckdb = await openDuckdb();
});
afterAll(() => duckdb.close());

const columns = fc.array(
  kind(3).chain(({ type, entry }) =>
    fc
      .array(fc.option(entry, { freq: 4 }), { minLength: 20, maxLength: 20 })
      .map((items) => vectorFromArray(items, type)),
  ),
  { minLength: 1, maxLength: 3 },
);

function tableOf(vectors: readonly Vector[], from: number, to: number): Table {
  return new Table(Object.fromEntries(vectors.map((vector, i) => [`c${i}`, vector.slice(from, to)])));
}

async function written(table: Table): Promise<Uint8Array> {
  const sink = memorySink();
  const writer = await createParquetWriter(sink, { schema: schemaFromArrow(table.schema), rowGroupRows: 7 });
  await writeArrow(writer, table);
  await writer.finish();
  return sink.bytes;
}

test('parquet-wasm reads the same values from files that Marquetry writes', async () => {
  await fc.assert(
    fc.asyncProperty(columns, fc.nat(9), async (vectors, from) => {
      const table = tableOf(vectors, from, 20);
      const judge = tableFromIPC(readParquet(await written(table)).intoIPCStream());
      expect(tableText(judge)).toEqual(tableText(table));
    }),
    { numRuns: isFull ? 3000 : 100 },
  );
});

/** Returns false for types with timestamps, because DuckDB has timestamps with time zones in microseconds only. */
function isForDuckdb(type: DataType): boolean {
  return !DataType.isTimestamp(type) && (type.children ?? []).every((child) => isForDuckdb(child.type));
}

test('Marquetry reads the same values from the copies that DuckDB writes', async () => {
  await fc.assert(
    fc.asyncProperty(columns, fc.nat(9), async (vectors, from) => {
      const table = tableOf(
        vectors.filter(({ type }) => isForDuckdb(type)),
        from,
        20,
      );
      if (table.numCols === 0) return;
      const copy = join(duckdb.folder, 'copy.parquet');
      const own = join(duckdb.folder, 'own.parquet');
      writeFileSync(own, await written(table));
      await duckdb.connection.run(`COPY (SELECT * FROM read_parquet('${own}')) TO '${copy}' (FORMAT parquet)`);
      const back = await toArrow(await openParquet(readFileSync(copy)));
      rmSync(copy);
      expect(tableText(back)).toEqual(tableText(table));
    }),
    { numRuns: isFull ? 1000 : 50 },
  );
});
