/**
 * Reads files into Arrow tables and compares them, value by value, with the tables of parquet-wasm (arrow-rs): directly, after a round trip
 * through Arrow's stream format, and after writing them to a file.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { schemaFromArrow, toArrow, writeArrow } from '@marquetry/arrow';
import { fullOr, isFull } from '@marquetry/test-support/full.js';
import { type Table, tableFromIPC, tableToIPC } from 'apache-arrow';
import { createParquetWriter, isParquetError, memorySink, openParquet } from 'marquetry';
import { readParquet } from 'parquet-wasm/node';
import { describe, expect, test } from 'vitest';
import { tableText, typeText } from './arrow-text.js';

const here = fileURLToPath(new URL('.', import.meta.url));
const fixtures = resolve(here, '../fixtures');
const shared = resolve(here, '../../../shared/parquet-testing');

/** Files that are not tested, with the reason: they are broken, too large, or not readable by Marquetry or parquet-wasm. */
const exceptions: readonly { readonly files: RegExp; readonly why: string }[] = [
  { files: /corrupt-checksum/, why: 'its checksums are wrong' },
  { files: /bad_data/, why: 'it is broken' },
  { files: /large_string_map/, why: 'it takes gigabytes' },
  { files: /parquet-java.bounds/, why: 'parquet-wasm treats ENUM as plain bytes' },
  { files: /lzo/i, why: 'neither standardCodecs nor parquet-wasm has LZO' },
];

/** Matches files that are so similar to each other that a quick run tests only one in three. */
const alike = /shredded_variant/;

function filesIn(folder: string): string[] {
  const all = globSync('**/*.parquet', { cwd: folder, exclude: ['encrypted'] }).sort();
  const found = all.filter((name, i) => isFull || i % 3 === 0 || !alike.test(name));
  return found.filter((name) => exceptions.every(({ files }) => !files.test(name))).map((name) => join(folder, name));
}

function typesOf({ schema }: Table): string[] {
  return schema.fields.map(({ name, type }) => `${name}: ${typeText(type)}`);
}

async function written(table: Table): Promise<Uint8Array> {
  const sink = memorySink();
  const writer = await createParquetWriter(sink, { schema: schemaFromArrow(table.schema) });
  await writeArrow(writer, table);
  await writer.finish();
  return sink.bytes;
}

async function expectJudged(path: string): Promise<void> {
  const bytes = readFileSync(path);
  const table = await toArrow(await openParquet(bytes));
  const text = tableText(table);
  const judge = tableFromIPC(readParquet(bytes).intoIPCStream());
  expect(typesOf(table)).toEqual(typesOf(judge));
  expect(tableText(judge)).toEqual(text);
  expect(tableText(tableFromIPC(tableToIPC(table, 'stream')))).toEqual(text);
  expect(tableText(await toArrow(await openParquet(bytes), { decodeDictionaries: true, batchRows: 7 }))).toEqual(text);
  const again = await written(table);
  expect(tableText(tableFromIPC(readParquet(again).intoIPCStream()))).toEqual(text);
  expect(tableText(await toArrow(await openParquet(again)))).toEqual(text);
}

describe('Arrow tables of the fixture files', () => {
  const files = filesIn(fixtures);
  test('there are more than 80 fixture files to compare', () => expect(files.length).toBeGreaterThan(80));
  test.each(files.map((path) => ({ path, name: relative(fixtures, path) })))(
    '$name has the values that parquet-wasm reads',
    ({ path }) => expectJudged(path),
  );
});

const missing = existsSync(shared) ? '' : ' (skipped: not found)';
describe.skipIf(missing !== '')(`Arrow tables of the files of the Apache project${missing}`, () => {
  const files = missing === '' ? filesIn(shared) : [];
  test('at least half of the 100 files of the Apache project are compared', () =>
    expect(files.length).toBeGreaterThan(fullOr(100, 50)));
  test.each(files.map((path) => ({ path, name: relative(shared, path) })))(
    '$name has the values that parquet-wasm reads',
    ({ path }) => expectJudged(path),
  );

  test.each(missing === '' ? globSync('bad_data/*.parquet', { cwd: shared }) : [])('%s is rejected', async (name) => {
    const open = async (): Promise<Table> => toArrow(await openParquet(readFileSync(join(shared, name))));
    await expect(open().catch((error: unknown) => isParquetError(error))).resolves.toBe(true);
  });
});
