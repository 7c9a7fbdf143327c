// Packs packages into the tarballs that would be published.
import { mkdirSync, statSync } from 'node:fs';
import { execute, mapInParallel } from './workspace.mjs';

/** Packs members of the workspace into `folder`, and returns `{ member, tarball, size }` for each. */
export function packAll(packages, folder) {
  mkdirSync(folder, { recursive: true });
  return mapInParallel(packages, async (member) => {
    const { name, version } = member.manifest;
    const { code, output } = await execute('pnpm', ['pack', '--pack-destination', folder], { cwd: member.path });
    if (code !== 0) throw new Error(`pnpm pack failed for ${name}:\n${output}`);
    const tarball = `${folder}/${name.replace('@', '').replace('/', '-')}-${version}.tgz`;
    return { member, tarball, size: statSync(tarball).size };
  });
}

/** Returns the text of a file in a tarball. */
export async function readPacked(tarball, name) {
  const { code, output } = await execute('tar', ['-xzOf', tarball, `package/${name}`]);
  if (code !== 0) throw new Error(`${tarball} does not contain ${name}:\n${output}`);
  return output;
}

/** Returns the faults that publint and attw find in a tarball. */
export async function lintTarball({ member, tarball }) {
  const tools = [['publint', [tarball, '--strict']]];
  // A package without `exports` contains only a command, so it has no types to check.
  if (member.manifest.exports) tools.push(['attw', [tarball, '--profile', 'esm-only', '--no-color']]);
  const faults = [];
  for (const [tool, args] of tools) {
    const { code, output } = await execute(tool, args);
    if (code !== 0) faults.push(`${member.manifest.name}: ${tool}\n${output.trim()}`);
  }
  return faults;
}
