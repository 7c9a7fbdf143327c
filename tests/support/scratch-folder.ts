/**
 * A folder for what tests write, for all of a run: `MARQUETRY_SCRATCH`. It goes when the run ends.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let folder: string | undefined;

/** Vitest calls it before the first test. */
export function setup(): void {
  folder = mkdtempSync(join(tmpdir(), 'marquetry-tests-'));
  process.env['MARQUETRY_SCRATCH'] = folder;
}

/** Vitest calls it after the last one. */
export function teardown(): void {
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
}
