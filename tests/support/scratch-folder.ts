/**
 * Creates one folder per run for files that tests write, `MARQUETRY_SCRATCH`, and removes it when the run ends.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let folder: string | undefined;

/** Vitest calls this before the first test. */
export function setup(): void {
  folder = mkdtempSync(join(tmpdir(), 'marquetry-tests-'));
  process.env['MARQUETRY_SCRATCH'] = folder;
}

/** Vitest calls this after the last test. */
export function teardown(): void {
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
}
