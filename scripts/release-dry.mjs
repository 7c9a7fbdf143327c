// `npm run release:dry`: what the pending changesets would publish, worked out on a scratch copy and never sent.
//
// The copy gets the new versions, is packed with them, and its tarballs go through publint and attw.
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { lintTarball, packAll } from './pack.mjs';
import { execute, mapInParallel, members, published, root } from './workspace.mjs';

async function must(command, args, options) {
  const { code, output } = await execute(command, args, options);
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${output}`);
  return output;
}

/** A clone of the repository with the working tree's own state, its builds, and links between its packages. */
async function scratchCopy(copy) {
  await must('git', ['clone', '--quiet', '--no-checkout', root, copy]);
  const listed = await must('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z']);
  for (const file of listed.split('\0').filter((name) => name && existsSync(join(root, name)))) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(root, file), join(copy, file));
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  const copied = new Map(members(copy).map((member) => [member.manifest.name, member.path]));
  for (const { path, manifest } of members(copy)) {
    const built = join(root, path.slice(copy.length), 'dist');
    if (existsSync(built)) cpSync(built, join(path, 'dist'), { recursive: true });
    for (const name of Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })) {
      if (!copied.has(name)) continue;
      const link = join(path, 'node_modules', name);
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(copied.get(name), link);
    }
  }
}

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
    console.log(`\n${released.length} packages would be published, ${faults.length} faults; nothing was sent.`);
    process.exitCode = faults.length === 0 ? 0 : 1;
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
