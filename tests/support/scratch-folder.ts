/**
 * A folder for what tests write, for all of a run: `MARQUETRY_SCRATCH`. It goes when the run ends.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'marquetry-tests-'));
  process.env['MARQUETRY_SCRATCH'] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
