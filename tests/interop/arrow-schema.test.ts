/**
 * Arrow types that Parquet does not have survive a round trip from pyarrow and polars to us and back, because the
 * file's metadata lists these types under the key `ARROW:schema`. `npm run test:interop` finds a Python with pyarrow.
 */
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { schemaFromArrow, toArrow, writeArrow } from '@marquetry/arrow';
import { createParquetWriter, memorySink, openParquet } from 'marquetry';
import { expect, test } from 'vitest';
import { python } from './run-pyarrow.js';

const script = fileURLToPath(new URL('arrow_schema.py', import.meta.url));

function run(task: 'write' | 'check', folder: string): string {
  const { status, stdout, stderr } = spawnSync(python ?? '', [script, task, folder], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return stdout;
}

test.skipIf(python === undefined)(
  `pyarrow and polars read back what they wrote after a round trip through our Arrow tables${
    python === undefined ? ' (skipped: see npm run test:interop)' : ''
  }`,
  { timeout: 120_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'marquetry-arrow-schema-'));
    try {
      run('write', folder);
      const names = globSync('*.parquet', { cwd: folder });
      expect(names.length).toBeGreaterThan(9);
      for (const name of names) {
        const file = await openParquet(readFileSync(join(folder, name)));
        const table = await toArrow(file, { arrowSchema: 'check' });
        const sink = memorySink();
        const writer = await createParquetWriter(sink, { schema: schemaFromArrow(table.schema) });
        await writeArrow(writer, table);
        await writer.finish();
        writeFileSync(join(folder, name.replace('.parquet', '.again.parquet')), sink.bytes);
      }
      const results = run('check', folder)
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { readonly name: string; readonly fault: string | null });
      expect(results.length).toBe(names.length);
      expect(results.filter(({ fault }) => fault !== null)).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
