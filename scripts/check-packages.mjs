// Packs every published package, holds the tarballs to publint and attw, and imports each one alone.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installAlone } from './install-alone.mjs';
import { lintTarball, packAll } from './pack.mjs';
import { mapInParallel, published } from './workspace.mjs';

const folder = mkdtempSync(join(tmpdir(), 'marquetry-pack-'));
try {
  const tarballs = await packAll(published(), folder);
  const faults = [
    ...(await mapInParallel(tarballs, lintTarball)).flat(),
    ...(await installAlone(tarballs, join(folder, 'alone'))),
  ];
  for (const fault of faults) console.error(`${fault}\n`);
  console.log(`${tarballs.length} tarballs, ${faults.length} faults`);
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
