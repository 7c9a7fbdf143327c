/**
 * Compares our results with those of parquet-java for features that no other reader supports: LZO, which it reads with
 * aircompressor, and BIT_PACKED levels. The LZO files that parquet-java wrote are fixtures, so every run reads them.
 * The test that parquet-java reads our files runs only if parquet-java is installed.
 */
import { readFileSync } from 'node:fs';
import { lzo } from '@marquetry/codec-lzo';
import { bytesOf, CodecId, EncodingId } from '@marquetry/core';
import { plainOf } from '@marquetry/test-support/values.js';
import { createParquetWriter, defineSchema, memorySink, openParquet } from 'marquetry';
import { standardCodecs } from 'marquetry/plug-ins';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeLevelFile } from '../write/level-file.js';
import { type Duckdb, hyparquet, openDuckdb, parquetWasm } from './judges.js';
import { parquetJava, rowsOfParquetJava } from './run-parquet-java.js';

const codecs = standardCodecs.with(lzo);

/** Returns row `i` of the fixtures, as parquet-java/ParquetJava.java writes it. */
function fixtureRow(i: number): string {
  const n = Array.from({ length: i % 4 }, (_, k) => (i % 50) + k);
  const name = i % 5 === 0 ? null : `name ${i % 13}`;
  return JSON.stringify({ id: (i * 7919) % 1000, name, x: (i % 100) / 4, n });
}

/** Returns the rows that we read from a file, in the form of {@link fixtureRow}. */
async function rowsOf(bytes: Uint8Array): Promise<string[]> {
  const file = await openParquet(bytes, { codecs });
  const columns: Record<string, unknown[]> = {};
  for await (const batch of file.columnBatches()) {
    for (const [column, { values, nulls, slotCount }] of Object.entries(batch)) {
      const plain = plainOf(values);
      const rows: unknown[] = [];
      columns[column] = rows;
      for (let slot = 0, next = 0; slot < slotCount; slot++) {
        if (nulls.kind === 'bitmap')
          rows.push((nulls.bits[slot >> 3] as number) & (1 << (slot & 7)) ? plain[next++] : null);
        else if (nulls.kind === 'levels') {
          if (nulls.repetition?.[slot] === 0) rows.push([]);
          if (nulls.definition[slot] === 1) (rows.at(-1) as unknown[]).push(plain[next++]);
        } else rows.push(plain[next++]);
      }
    }
  }
  const { id = [], name = [], x = [], n = [] } = columns;
  return id.map((value, i) => JSON.stringify({ id: Number(value), name: name[i], x: x[i], n: n[i] }));
}

describe('LZO files that parquet-java wrote', () => {
  const fixture = (name: string) => readFileSync(new URL(`../fixtures/parquet-java/${name}.parquet`, import.meta.url));

  test.each([
    ['lzo-v1', 1000],
    ['lzo-v2', 1000],
    ['lzo-groups', 40_000],
  ])('we read every row of the LZO file %s, which parquet-java wrote', async (name, rowCount) => {
    const rows = await rowsOf(fixture(name));
    expect(rows.length).toBe(rowCount);
    expect(rows.findIndex((row, i) => row !== fixtureRow(i))).toBe(-1);
  });

  test('the file lzo-groups has pages that consist of several LZO groups', async () => {
    const file = await openParquet(fixture('lzo-groups'), { codecs });
    for await (const { header, body } of file.pages({ rowGroup: 0, column: 'x' })) {
      const bytes = bytesOf(body);
      expect(header.uncompressedPageSize).toBe(320_000);
      expect(new DataView(bytes.buffer, bytes.byteOffset).getUint32(0)).toBeLessThan(320_000);
    }
  });

  test('reading an LZO file without the LZO codec throws an error that names the package to install', async () => {
    const file = await openParquet(fixture('lzo-v1'));
    const read = async () => {
      for await (const _ of file.columnBatches()) break;
    };
    await expect(read()).rejects.toThrow(/LZO.*install @marquetry\/codec-lzo and add lzo/);
  });
});

/** Writes `id`, `name` and `x` of {@link fixtureRow} with our writer. */
async function lzoFile(pageVersion: 1 | 2, dictionary: boolean, rows: number): Promise<Uint8Array> {
  const sink = memorySink();
  const schema = defineSchema({ id: 'INT64', name: { type: 'STRING', optional: true }, x: 'DOUBLE' });
  const writer = await createParquetWriter(sink, {
    ...{ schema, codecs, codec: CodecId.LZO, pageVersion, dictionary, pageBytes: 1 << 24, pageRows: 1 << 24 },
    ...(dictionary ? {} : { encoding: EncodingId.PLAIN }),
  });
  const all = Array.from({ length: rows }, (_, i) => i);
  await writer.write({
    id: BigInt64Array.from(all, (i) => BigInt((i * 7919) % 1000)),
    name: all.map((i) => (i % 5 === 0 ? null : `name ${i % 13}`)),
    x: Float64Array.from(all, (i) => (i % 100) / 4),
  });
  await writer.finish();
  return sink.bytes;
}

describe('DuckDB, hyparquet and parquet-wasm do not support LZO', () => {
  let duckdb: Duckdb;
  beforeAll(async () => {
    duckdb = await openDuckdb();
  });
  afterAll(() => duckdb.close());

  test.each(['DuckDB', 'hyparquet', 'parquet-wasm'] as const)('%s rejects our LZO file', async (name) => {
    const judge = { DuckDB: duckdb, hyparquet, 'parquet-wasm': parquetWasm }[name];
    await expect(judge.read(await lzoFile(1, true, 100))).rejects.toThrow(/lzo|unsupported|codec/i);
  });
});

if (parquetJava === undefined) {
  test.skip('parquet-java reads LZO pages and BIT_PACKED levels (skipped: see ParquetJava.java)', () => {});
}

describe.skipIf(parquetJava === undefined)('parquet-java reads LZO pages and BIT_PACKED levels', () => {
  test('parquet-java reads our LZO files: v1 and v2 pages, dictionaries, and pages of several LZO groups', async () => {
    const shapes = [1, 2].flatMap((version) =>
      [true, false].map((dictionary) => [version as 1 | 2, dictionary] as const),
    );
    const files = await Promise.all(shapes.map(([version, dictionary]) => lzoFile(version, dictionary, 40_000)));
    const expected = Array.from({ length: 40_000 }, (_, i) => {
      const { id, name, x } = JSON.parse(fixtureRow(i)) as { id: number; name: string | null; x: number };
      return `{id=${id},name=${name},x=${Number.isInteger(x) ? `${x}.0` : x}}`;
    });
    for (const rows of rowsOfParquetJava(files)) {
      expect(rows.length).toBe(40_000);
      expect(rows.findIndex((row, i) => row !== expected[i])).toBe(-1);
    }
  });

  test('parquet-java reads BIT_PACKED levels of 1 to 4 bits, with the same result as for RLE levels', async () => {
    const [packed = [], runs = []] = rowsOfParquetJava([
      await writeLevelFile({ levelEncoding: EncodingId.BIT_PACKED }),
      await writeLevelFile({}),
    ]);
    expect(runs.length).toBe(1003);
    // In row 20, `lists` is [[12], [13, 14], []] and `deep` is null. In row 21, `lists` is [[null, 15]] and `deep` is a
    // group whose field is null.
    expect(runs.slice(20, 22)).toEqual([
      '{id=20,flat=20,lists={list=[{element={list=[{element=12}]}},{element={list=[{element=13},{element=14}]}},{element={list=[]}}]},deep=null}',
      '{id=21,flat=21,lists={list=[{element={list=[{element=null},{element=15}]}}]},deep={g=null}}',
    ]);
    expect(packed).toEqual(runs);
  });
});
