/**
 * The command line prints and counts the values at a path into a VARIANT column as it does for whole columns. The files are from DuckDB and
 * the Apache project.
 */
import { existsSync, globSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { formatPath } from '@marquetry/schema';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { jsonLines, runCli } from '../../apps/cli/test/run-cli.js';
import { type Duckdb, openDuckdb } from '../interop/judges.js';

const apache = fileURLToPath(new URL('../../../shared/parquet-testing/shredded_variant/', import.meta.url));

describe('VARIANT columns of files written by DuckDB', () => {
  let duckdb: Duckdb;
  beforeAll(async () => {
    duckdb = await openDuckdb();
  });
  afterAll(() => duckdb.close());

  const value = `CASE WHEN i % 7 = 0 THEN NULL WHEN i % 5 = 0 THEN {'user': 'text'}::VARIANT
    ELSE {'user': {'id': i, 'name': 'n' || i}, 'at': i * 0.5}::VARIANT END`;
  const shreddings = ['', ', SHREDDING {event: \'STRUCT("user" STRUCT(id INTEGER))\'}'];

  test.each(shreddings)(
    'predicates on VARIANT paths match the same number of rows as in DuckDB (file written by COPY with "%s")',
    async (shredding) => {
      const path = join(duckdb.folder, 'events.parquet');
      const { connection } = duckdb;
      await connection.run(`COPY (SELECT i::INTEGER AS id, ${value} AS event FROM range(5000) t(i)) TO '${path}'
      (FORMAT parquet, ROW_GROUP_SIZE 2048${shredding})`);
      for (const [ours, theirs] of [
        ['event.user.id > 3000', 'id > 3000'],
        ['event.user.id in (1, 2, 5, 7, 4999)', 'id IN (1, 2, 4999)'],
        ["event.user = 'text'", 'id % 5 = 0'],
        ["event.user.name like 'n12%'", "('n' || id) LIKE 'n12%'"],
        ['event.at < 100.5', 'id < 201'],
      ] as const) {
        const isObject = ours.startsWith("event.user = '") ? '' : ' AND id % 5 <> 0';
        const reader = await connection.runAndReadAll(
          `SELECT id FROM read_parquet('${path}') WHERE ${theirs} AND id % 7 <> 0${isObject} ORDER BY id`,
        );
        const expected = reader.getRows().map(([id]) => id);
        expect(expected.length, ours).toBeGreaterThan(1);
        const { stdout, stderr } = await runCli(['cat', path, '--columns', 'id', '--where', ours]);
        expect(stderr, ours).toBe('');
        const ids = jsonLines(stdout).map(({ id }) => id);
        expect(ids, ours).toEqual(expected);
        expect((await runCli(['count', path, '--where', ours])).stdout, ours).toBe(`${expected.length}\n`);
      }
    },
  );
});

describe.skipIf(!existsSync(apache))(
  `VARIANT files of the Apache project${existsSync(apache) ? '' : ' (skipped: the files are not found)'}`,
  () => {
    test('each VARIANT field that is selected by its path is printed with the same value as in the whole column', async () => {
      let checked = 0;
      for (const name of globSync('*.parquet', { cwd: apache })) {
        const file = resolve(apache, name);
        const { code, stdout } = await runCli(['cat', file, '--columns', 'var']);
        // Reading these files must throw an error.
        if (code !== 0) continue;
        const values = jsonLines(stdout).map((row) => row['var']);
        const fields = values.flatMap((value) => (isObject(value) ? Object.keys(value) : []));
        for (const field of new Set(fields)) {
          const path = formatPath(['var', field]);
          const found = await runCli(['cat', file, '--columns', path.replaceAll(',', '\\,')]);
          expect(found.stderr, `${name} ${path}`).toBe('');
          const expected = values.map((value) => (isObject(value) ? (value[field] ?? null) : null));
          const texts = jsonLines(found.stdout).map((row) => row[path]);
          expect(texts, `${name} ${path}`).toEqual(expected);
          checked++;
        }
      }
      expect(checked).toBeGreaterThan(15);
    });
  },
);

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
