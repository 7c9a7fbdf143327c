// `npm run release:dry`: shows what the pending changesets would publish, and publishes nothing. It sets the new
// versions in a scratch copy of the workspace, packs the packages, and checks the tarballs with publint and attw.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lintTarball, packAll } from './pack.mjs';
import { must, scratchCopy } from './scratch-copy.mjs';
import { mapInParallel, published } from './workspace.mjs';

function table(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  for (const row of rows)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column]))
        .join('  ')
        .trimEnd(),
    );
}

const scratch = mkdtempSync(join(tmpdir(), 'marquetry-release-'));
try {
  const copy = join(scratch, 'copy');
  await scratchCopy(copy);
  const before = new Map(published().map(({ manifest }) => [manifest.name, manifest.version]));
  await must('changeset', ['version'], { cwd: copy });
  const released = published(copy).filter(({ manifest }) => manifest.version !== before.get(manifest.name));

  if (released.length === 0) {
    console.log('No changeset is pending: nothing would be published.');
  } else {
    const tarballs = await packAll(released, join(scratch, 'tarballs'));
    const faults = (await mapInParallel(tarballs, lintTarball)).flat();
    table([
      ['package', 'now', 'next', 'tarball'],
      ...tarballs.map(({ member: { manifest }, size }) => [
        manifest.name,
        before.get(manifest.name),
        manifest.version,
        `${(size / 1000).toFixed(1)} kB`,
      ]),
    ]);
    for (const fault of faults) console.error(`\n${fault}`);
    console.log(
      `\n${released.length} packages would be published, with ${faults.length} problems; nothing was published.`,
    );
    process.exitCode = faults.length === 0 ? 0 : 1;
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
