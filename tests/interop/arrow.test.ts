/**
 * Loads our Arrow tables into pyarrow (Arrow C++). Our Arrow streams, and the Parquet files that we write from the tables, have the values
 * that pyarrow reads from the original Parquet file. `npm run test:interop` finds a Python with pyarrow.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { schemaFromArrow, toArrow, writeArrow } from '@marquetry/arrow';
import { Field, List, Struct, Table, tableToIPC, Utf8, vectorFromArray } from 'apache-arrow';
import { createParquetWriter, memorySink, openParquet } from 'marquetry';
import { expect, test } from 'vitest';
import { python } from './run-pyarrow.js';

const here = fileURLToPath(new URL('.', import.meta.url));
const script = join(here, 'arrow_with_pyarrow.py');
const folders = [resolve(here, '../fixtures'), resolve(here, '../../../shared/parquet-testing')].filter(existsSync);
/**
 * The files that are not tested: corrupt or encrypted files, files that need gigabytes of memory, and files with a
 * codec that neither library supports or an ENUM column, which pyarrow treats as plain bytes.
 */
const left = /bad_data|encrypted|corrupt-checksum|large_string_map|lzo|parquet-java.bounds/i;

async function written(table: Table, rowGroupRows = 2 ** 20): Promise<Uint8Array> {
  const sink = memorySink();
  const writer = await createParquetWriter(sink, { schema: schemaFromArrow(table.schema), rowGroupRows });
  await writeArrow(writer, table);
  await writer.finish();
  return sink.bytes;
}

/** Returns a file whose row groups have different dictionaries, including columns in structs and lists. */
function dictionariesFile(): Promise<Uint8Array> {
  const rows = Array.from({ length: 600 }, (_, i) => `entry ${(i % 5) + Math.floor(i / 100)}`);
  const lists = rows.map((text, i) => (i % 7 === 3 ? null : Array.from({ length: i % 4 }, () => text)));
  const columns = {
    text: vectorFromArray(rows, new Utf8()),
    lists: vectorFromArray(lists, new List(new Field('item', new Utf8(), true))),
    struct: vectorFromArray(
      rows.map((a) => ({ a })),
      new Struct([new Field('a', new Utf8(), true)]),
    ),
  };
  return written(new Table(columns), 100);
}

test.skipIf(python === undefined)(
  `pyarrow reads the same values from our Arrow tables${python === undefined ? ' (skipped: see npm run test:interop)' : ''}`,
  { timeout: 300_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'marquetry-arrow-'));
    try {
      let count = 0;
      for (const from of folders) {
        for (const file of globSync('**/*.parquet', { cwd: from }).filter((path) => !left.test(path))) {
          const name = file.replace(/\.parquet$/, '').replaceAll(/[\\/]/g, '--');
          const table = await toArrow(await openParquet(readFileSync(join(from, file))));
          writeFileSync(join(folder, `${name}.arrows`), tableToIPC(table, 'stream'));
          writeFileSync(join(folder, `${name}.again.parquet`), await written(table));
          copyFileSync(join(from, file), join(folder, `${name}.parquet`));
          count++;
        }
      }
      const groups = await dictionariesFile();
      writeFileSync(join(folder, 'dictionaries.parquet'), groups);
      const table = await toArrow(await openParquet(groups));
      expect(String(table.schema.fields[1]?.type)).toContain('Dictionary');
      writeFileSync(join(folder, 'dictionaries.arrows'), tableToIPC(table, 'stream'));
      writeFileSync(join(folder, 'dictionaries.again.parquet'), await written(table));
      count++;
      const { status, stdout, stderr } = spawnSync(python ?? '', [script, folder], {
        encoding: 'utf8',
        maxBuffer: 2 ** 28,
      });
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      const results = stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { name: string; fault: string | null });
      expect(results.length).toBe(count);
      const faults = results.filter(({ fault }) => fault !== null);
      expect(faults).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
