/** We read the VARIANT columns that DuckDB writes, and DuckDB reads ours, shredded or not. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ShreddingDefinition, shredded, toJson, type Variant } from '@marquetry/variant';
import { defineSchema, memorySink, openParquet, writeParquet } from 'marquetry';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { randomOf } from '../../packages/variant/test/random-variant.js';
import { type Duckdb, openDuckdb } from '../interop/judges.js';
import { jsonValue } from './json-value.js';

let duckdb: Duckdb;
beforeAll(async () => {
  duckdb = await openDuckdb();
});
afterAll(() => duckdb.close());

const shreddings: readonly [name: string, ours: ShreddingDefinition | undefined, duckdb: string | undefined][] = [
  ['unshredded', undefined, undefined],
  ['as int32', 'INT32', 'INTEGER'],
  ['as a string', 'STRING', 'VARCHAR'],
  ['as an array', { list: 'DOUBLE' }, 'DOUBLE[]'],
  [
    'as an object',
    { fields: { id: 'INT32', user: { fields: { a: 'STRING', b: { list: 'INT32' } } } } },
    'STRUCT(id INTEGER, "user" STRUCT(a VARCHAR, b INTEGER[]))',
  ],
];

const rowCount = 300;

describe.each(shreddings)('shredding of VARIANT values: %s', (_, shred, type) => {
  const random = randomOf(shreddings.findIndex((each) => each[1] === shred));
  const values = Array.from({ length: rowCount }, () => jsonValue(random, 3));

  test('DuckDB reads the VARIANT values that we wrote', async () => {
    const schema = defineSchema({ v: shred === undefined ? { type: 'VARIANT' } : shredded(shred) });
    const sink = memorySink();
    await writeParquet(
      sink,
      values.map((v) => ({ v })),
      { schema },
    );
    const path = join(duckdb.folder, 'ours.parquet');
    writeFileSync(path, sink.bytes);
    const read = await duckdb.connection.runAndReadAll(`SELECT v::JSON::VARCHAR FROM '${path}'`);
    expect(read.getRows().map(([text]) => JSON.parse(String(text)))).toEqual(values);
  });

  test('we read the VARIANT values that DuckDB wrote', async () => {
    const path = join(duckdb.folder, 'theirs.parquet');
    const json = join(duckdb.folder, 'values.ndjson');
    writeFileSync(json, values.map((v) => JSON.stringify({ v })).join('\n'));
    const shredding = type === undefined ? '' : `, SHREDDING {v: '${type}'}`;
    await duckdb.connection.run(
      `COPY (SELECT v::JSON::VARIANT AS v FROM read_json('${json}', format='newline_delimited', columns={v: 'JSON'}, maximum_object_size=1000000)) TO '${path}' (FORMAT parquet${shredding})`,
    );
    const file = await openParquet(new Uint8Array(readFileSync(path)));
    const found: unknown[] = [];
    for await (const { v } of file.rows({ variants: 'views' })) {
      const variant = v as Variant | null;
      for (const name of variant?.names() ?? []) expect(variant?.get(name)).toBeDefined();
      found.push(variant === null ? null : JSON.parse(toJson(variant)));
    }
    expect(found).toEqual(values);
  });
});
