/**
 * Rewrites and copies the files of the Apache project: we read the same values and levels, and DuckDB reads the same rows if it can read
 * the original. The tests are skipped if the folder is not found.
 */
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fullOr, isFull } from '@marquetry/test-support/full.js';
import { plainOf } from '@marquetry/test-support/values.js';
import { createParquetWriter, formatPath, memorySink, openParquet, type ParquetFile } from 'marquetry';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Duckdb, openDuckdb } from '../interop/judges.js';

const folder = resolve(fileURLToPath(new URL('../../', import.meta.url)), '../shared/parquet-testing');
const largest = isFull ? 3_000_000 : 100_000;
/** These original files cause an internal error in DuckDB, after which every query fails. */
const fatal = ['case-088', 'case-132', 'case-138'].map((name) => join('shredded_variant', `${name}.parquet`));
const names = existsSync(folder)
  ? globSync('**/*.parquet', { cwd: folder })
      .sort()
      // The files with VARIANT columns are similar to each other, so a quick run tests one in three.
      .filter((name, i) => isFull || i % 3 === 0 || !name.startsWith('shredded_variant'))
      // One of these files has two strings of a gigabyte each.
      .filter((name) => !/^bad_data|large_string_map/.test(name) && statSync(join(folder, name)).size <= largest)
  : [];

let duckdb: Duckdb;
let written = 0;
beforeAll(async () => {
  duckdb = await openDuckdb();
});
afterAll(() => duckdb.close());

/** Returns the values and levels of every column as text, or `undefined` for a file that we reject. */
async function contentOf(file: ParquetFile): Promise<Record<string, string> | undefined> {
  const content: Record<string, string> = {};
  try {
    for (const leaf of file.schema.leaves) {
      const values: string[] = [];
      const levels: number[] = [];
      for await (const piece of file.columnPieces(leaf)) {
        for (const value of plainOf(piece.values)) values.push(Object.is(value, -0) ? '-0' : String(value));
        const { nulls } = piece;
        for (let slot = 0; slot < piece.slotCount; slot++) {
          if (nulls.kind === 'levels') levels.push(nulls.definition[slot]!, nulls.repetition?.[slot] ?? 0);
          else if (nulls.kind === 'bitmap') levels.push((nulls.bits[slot >> 3]! >> (slot & 7)) & 1, 0);
          else levels.push(leaf.maxDefinitionLevel, 0);
        }
      }
      content[formatPath(leaf.path)] = JSON.stringify([values, levels]);
    }
  } catch {
    return undefined;
  }
  return content;
}

async function rewritten(file: ParquetFile, options: { readonly pageVersion: 1 | 2 }): Promise<Uint8Array> {
  const sink = memorySink();
  const writer = await createParquetWriter(sink, { schema: file.schema, pageRows: 100, ...options });
  for await (const batch of file.columnBatches({ batchRows: 77 })) await writer.write(batch);
  await writer.finish();
  return sink.bytes;
}

async function copied(file: ParquetFile): Promise<Uint8Array> {
  const sink = memorySink();
  const writer = await createParquetWriter(sink, { schema: file.schema });
  for (const rowGroup of file.metadata.rowGroups.keys()) await writer.copyRowGroup(file, rowGroup);
  await writer.finish();
  return sink.bytes;
}

/** Returns the number and the hash of the rows as DuckDB reads them, or `undefined` if it cannot read the file. */
async function rowsOf(path: string): Promise<string | undefined> {
  const query = `SELECT count(*), sum(hash(t::VARCHAR)::HUGEINT) FROM read_parquet('${path}') t`;
  try {
    return JSON.stringify((await duckdb.connection.runAndReadAll(query)).getRowsJson());
  } catch {
    return undefined;
  }
}

const ways = {
  'written in pages v1': (file: ParquetFile) => rewritten(file, { pageVersion: 1 }),
  'written in pages v2': (file: ParquetFile) => rewritten(file, { pageVersion: 2 }),
  'copied raw': copied,
} as const;
type Way = keyof typeof ways;
const taken = (Object.keys(ways) as Way[]).filter((way) => isFull || way !== 'written in pages v1');

describe.skipIf(names.length === 0)('rewriting and copying files of the Apache project', () => {
  test.each(taken)(
    'files of the Apache project have the same values after they were %s',
    async (way) => {
      let [ours, theirs] = [0, 0];
      const different: string[] = [];
      for (const name of names) {
        const path = join(folder, name);
        const file = await openParquet(readFileSync(path)).catch(() => undefined);
        const content = file === undefined ? undefined : await contentOf(file);
        if (file === undefined || content === undefined) continue;
        const bytes = await ways[way](file);
        const again = await contentOf(await openParquet(bytes));
        ours++;
        if (JSON.stringify(again) !== JSON.stringify(content)) different.push(name);
        const rows = fatal.includes(name) ? undefined : await rowsOf(path);
        if (rows === undefined) continue;
        // The name is new for each file, because DuckDB caches files by name.
        const target = join(duckdb.folder, `apache-${written++}.parquet`);
        writeFileSync(target, bytes);
        theirs++;
        if ((await rowsOf(target)) !== rows) different.push(`${name} (DuckDB)`);
      }
      expect(different).toEqual([]);
      expect(ours).toBeGreaterThan(fullOr(100, 60));
      expect(theirs).toBeGreaterThan(fullOr(50, 30));
    },
    120_000,
  );
});
