/** DuckDB and pyarrow read files of the Dremel examples, whose definition and repetition levels are written out in the tests. */
import { memorySink, writeParquet } from 'marquetry';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { document, type Example, record } from '../../packages/records/test/dremel-examples.js';
import { type Duckdb, openDuckdb } from '../interop/judges.js';
import { python } from '../interop/run-pyarrow.js';
import { bytesAsText } from '../interop/slots.js';
import { rowsOfDuckdb, rowsOfPyarrow } from './judge-rows.js';

let duckdb: Duckdb;
beforeAll(async () => {
  duckdb = await openDuckdb();
});
afterAll(() => duckdb.close());

async function fileOf({ schema, rows }: Example): Promise<Uint8Array> {
  const sink = memorySink();
  await writeParquet(sink, rows, { schema });
  return sink.bytes;
}

/** Converts a row to the form that the other readers return: an object becomes an array of its fields. */
function textOf(value: unknown): unknown {
  if (value === null) return null;
  if (Array.isArray(value)) return value.map(textOf);
  if (typeof value === 'object') return Object.values(value).map(textOf);
  return typeof value === 'string' ? bytesAsText(new TextEncoder().encode(value)) : String(value);
}

describe.each([document, record])('the Dremel example $name', (example) => {
  const expected = example.assembled.map(textOf);

  test('DuckDB reads the rows of the Dremel example that we wrote', async () => {
    expect(await rowsOfDuckdb(duckdb, await fileOf(example))).toEqual({ rows: expected });
  });

  test.skipIf(python === undefined)(
    'pyarrow reads the rows of the Dremel example (skipped without pyarrow: see npm run test:interop)',
    async () => {
      expect(rowsOfPyarrow([await fileOf(example)])[0]?.rows).toEqual(expected);
    },
  );
});
