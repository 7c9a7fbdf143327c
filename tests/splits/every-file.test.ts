/**
 * Rewrites the files of the Apache project in splits. The new file has the same rows, and each split reads exactly the
 * bytes that its plan lists.
 */
import { existsSync, globSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isParquetError } from '@marquetry/core';
import { rewriteTask } from '@marquetry/splits';
import { openParquet } from 'marquetry';
import { describe, expect, test } from 'vitest';
import { runAll } from './judged.js';

const folder = resolve(fileURLToPath(new URL('../../', import.meta.url)), '../shared/parquet-testing/data');
/** Reading this file takes about 15 seconds and gigabytes of memory. */
const huge = 'large_string_map.brotli.parquet';
const files = existsSync(folder) ? globSync('*.parquet', { cwd: folder }).filter((name) => name !== huge) : [];

/** Returns each row as text that differs for different values. */
async function rowsOf(path: string): Promise<string[]> {
  const file = await openParquet(path);
  const rows: string[] = [];
  for await (const row of file.rows({ values: 'lossless' })) rows.push(JSON.stringify(row, asText));
  return rows;
}

function asText(_: string, value: unknown): unknown {
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  return value instanceof Uint8Array ? [...value] : value;
}

describe.skipIf(files.length === 0)(
  `splitting files of the Apache project${files.length === 0 ? ' (skipped: they are not found)' : ''}`,
  () => {
    test.each(files)('%s has the same rows after it was rewritten in small splits', async (name) => {
      const path = join(folder, name);
      const expected = await rowsOf(path).catch((error: unknown) => error);
      const ran = await runAll([path], rewriteTask(), { targetBytes: 1000 }).catch((error: unknown) => error);
      if (!Array.isArray(expected)) {
        expect(isParquetError(expected) && expected.code).toBe('CORRUPT');
        expect(ran).toMatchObject({ code: 'CORRUPT', at: { file: path, rowGroup: 0, page: expect.any(Number) } });
        return;
      }
      expect(ran).toMatchObject({ commit: { created: true } });
      expect(await rowsOf((ran as Awaited<ReturnType<typeof runAll>>).paths[0] as string)).toEqual(expected);
    });
  },
);
