/**
 * Reads VARIANT columns as Arrow's canonical extension type, writes such Arrow columns, and copies VARIANT columns with the command line.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { schemaFromArrow, toArrow, writeArrow } from '@marquetry/arrow';
import { shredded } from '@marquetry/variant';
import { createParquetWriter, defineSchema, memorySink, openParquet, writeParquet } from 'marquetry';
import { expect, test } from 'vitest';
import { runCli } from '../../apps/cli/test/run-cli.js';

const schema = defineSchema({
  v: shredded({ fields: { id: 'INT64', tags: { list: 'STRING' } } }, { optional: true }),
});
const rows = [
  { v: { id: 1n, tags: ['a', 'b'], more: { x: [0.5] } } },
  { v: null },
  { v: { id: 'one', tags: ['c', 1] } },
  { v: [1, 2] },
];

async function fileOf(): Promise<Uint8Array> {
  const sink = memorySink();
  await writeParquet(sink, rows, { schema });
  return sink.bytes;
}

async function rowsOf(bytes: Uint8Array): Promise<unknown[]> {
  const read: unknown[] = [];
  for await (const row of (await openParquet(bytes)).rows()) read.push(row);
  return read;
}

test('a VARIANT column becomes its storage columns with the VARIANT extension name in Arrow, and survives a round trip through Arrow', async () => {
  const table = await toArrow(await openParquet(await fileOf()));
  const [field] = table.schema.fields;
  expect(field?.metadata.get('ARROW:extension:name')).toBe('arrow.parquet.variant');
  expect(field?.type.children.map(({ name }: { readonly name: string }) => name)).toEqual([
    'metadata',
    'value',
    'typed_value',
  ]);
  const sink = memorySink();
  const writer = await createParquetWriter(sink, { schema: schemaFromArrow(table.schema) });
  await writeArrow(writer, table);
  await writer.finish();
  expect(await rowsOf(sink.bytes)).toEqual(rows);
});

test('`rewrite` keeps the values of a VARIANT column, and `cat` prints them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'marquetry-variant-'));
  try {
    const [from, to] = [join(folder, 'a.parquet'), join(folder, 'b.parquet')];
    writeFileSync(from, await fileOf());
    expect((await runCli(['rewrite', from, to, '--codec', 'GZIP'])).code).toBe(0);
    expect(await rowsOf(new Uint8Array(readFileSync(to)))).toEqual(rows);
    const { stdout } = await runCli(['cat', to, '--format', 'json']);
    expect(stdout.split('\n').slice(0, 4)).toEqual([
      '{"v":{"id":1,"more":{"x":[0.5]},"tags":["a","b"]}}',
      '{"v":null}',
      '{"v":{"id":"one","tags":["c",1]}}',
      '{"v":[1,2]}',
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
