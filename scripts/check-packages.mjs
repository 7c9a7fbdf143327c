// Packs every published package, checks the tarballs with publint and attw, checks the manifests and READMEs for faults
// that npm would show, and imports each package into a separate project.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installAlone } from './install-alone.mjs';
import { manifestFaults } from './manifests.mjs';
import { lintTarball, packAll, readPacked } from './pack.mjs';
import { deadLinks } from './readme-links.mjs';
import { mapInParallel, published, readJson, root } from './workspace.mjs';

const rootManifest = readJson(join(root, 'package.json'));

/** Returns the faults in a package that readers of its page on npm would see. */
async function pageFaults({ member, tarball }) {
  const manifest = JSON.parse(await readPacked(tarball, 'package.json'));
  const readme = await readPacked(tarball, 'README.md');
  const links = deadLinks(readme, manifest).map((link) => `${manifest.name}: README.md has a dead link, ${link}`);
  return [...manifestFaults(member, rootManifest), ...links];
}

const folder = mkdtempSync(join(tmpdir(), 'marquetry-pack-'));
try {
  const tarballs = await packAll(published(), folder);
  const faults = [
    ...(await mapInParallel(tarballs, lintTarball)).flat(),
    ...(await mapInParallel(tarballs, pageFaults)).flat(),
    ...(await installAlone(tarballs, join(folder, 'alone'))),
  ];
  for (const fault of faults) console.error(`${fault}\n`);
  console.log(`${tarballs.length} tarballs, ${faults.length} problems`);
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
