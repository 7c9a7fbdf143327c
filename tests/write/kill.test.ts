/**
 * A process that is killed while it writes never leaves an incomplete file under the target name.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fullOr } from '@marquetry/test-support/full.js';
import { build } from 'esbuild';
import { openParquet } from 'marquetry';
import { afterAll, beforeAll, expect, test } from 'vitest';

const kills = fullOr(50, 8);
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'marquetry-kill-'));
  await build({
    entryPoints: [fileURLToPath(new URL('./writing-process.ts', import.meta.url))],
    outfile: join(folder, 'writer.mjs'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['@marquetry/source', 'node'],
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Starts a process that writes, and kills it after `milliseconds`. Returns false if the process ended earlier. */
function killAfter(milliseconds: number, target: string): Promise<boolean> {
  const child = spawn(process.execPath, [join(folder, 'writer.mjs'), target], { stdio: ['ignore', 'pipe', 'inherit'] });
  child.stdout.once('data', () => setTimeout(() => child.kill('SIGKILL'), milliseconds));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (_, signal) => resolve(signal === 'SIGKILL'));
  });
}

test(`the target file is missing or complete each time its writer is killed (${kills} times)`, async () => {
  const target = join(folder, 'out.parquet');
  let killed = 0;
  let whole = 0;
  for (let i = 0; i < kills; i++) {
    // The process writes one file after the other. The times of the kills range from the first write to the last files.
    if (await killAfter((i * 400) / kills, target)) killed++;
    if (!existsSync(target)) continue;
    const file = await openParquet(target);
    let sum = 0;
    for await (const { n } of file.columnBatches({ decodeDictionaries: true })) {
      for (const value of n?.values.layout === 'fixed' ? (n.values.data as Float64Array) : []) sum += value;
    }
    expect([file.rowCount, sum]).toEqual([200_000, (200_000 * 199_999) / 2]);
    whole++;
    // In half of the runs, the target file already exists.
    if (i % 2 === 0) rmSync(target);
  }
  expect(killed).toBe(kills);
  // Some processes were killed during a write, and some after it.
  expect(readdirSync(folder).filter((name) => name.endsWith('.tmp')).length).toBeGreaterThan(0);
  expect(whole).toBeGreaterThan(0);
}, 120_000);
