// Installs each tarball with what it declares and nothing else beside it, and imports it there.
import { mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { execute, mapInParallel } from './workspace.mjs';

/** Lays the tarballs out under `folder`, each in a node_modules of its own: `{ member, home }` each. */
async function layOut(tarballs, folder) {
  const homes = new Map(
    tarballs.map(({ member }) => [member.manifest.name, join(folder, member.folder, 'node_modules')]),
  );
  return mapInParallel(tarballs, async ({ member, tarball }) => {
    const { name, dependencies = {} } = member.manifest;
    const home = homes.get(name);
    const target = join(home, name);
    mkdirSync(target, { recursive: true });
    const { code, output } = await execute('tar', ['-xzf', tarball, '--strip-components=1', '-C', target]);
    if (code !== 0) throw new Error(`${tarball}: ${output}`);
    for (const dependency of Object.keys(dependencies)) {
      const link = join(home, dependency);
      mkdirSync(dirname(link), { recursive: true });
      const ours = homes.get(dependency);
      symlinkSync(ours ? join(ours, dependency) : realpathSync(join(member.path, 'node_modules', dependency)), link);
    }
    return { member, home };
  });
}

/** What goes wrong when each package is imported, or run if it is a command; an empty list if nothing. */
export async function installAlone(tarballs, folder) {
  const installed = await layOut(tarballs, folder);
  const faults = await mapInParallel(installed, async ({ member: { manifest }, home }) => {
    const commands = Object.values(manifest.bin ?? {}).map((bin) => [join(home, manifest.name, bin), '--help']);
    const imports = manifest.exports ? [['--input-type=module', '-e', `await import('${manifest.name}')`]] : [];
    // The base of an `-e` module is the working directory, so this resolves as a file in `home` would.
    const runs = [...imports, ...commands].map((args) => execute(process.execPath, args, { cwd: dirname(home) }));
    return (await Promise.all(runs))
      .filter(({ code }) => code !== 0)
      .map(({ output }) => `${manifest.name} cannot stand alone\n${output.trim()}`);
  });
  return faults.flat();
}
