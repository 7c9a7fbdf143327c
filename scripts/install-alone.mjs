// Installs tarballs as a package manager does, without a registry: each package has its own node_modules, with only the
// packages that its manifest declares.
import { existsSync, mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { execute, mapInParallel } from './workspace.mjs';

/**
 * Returns the folder of a third-party package. The node_modules folder of the workspace package that needs it contains
 * a link to it.
 */
function installedOnce(member, dependency) {
  return realpathSync(join(member.path, 'node_modules', dependency));
}

function link(target, at) {
  if (existsSync(at)) return;
  mkdirSync(dirname(at), { recursive: true });
  symlinkSync(target, at, 'junction');
}

/**
 * Unpacks the tarballs under `folder`. Returns a map from package name to the `member`, the packed `manifest`, and
 * `home`, the node_modules folder that contains the package.
 */
export async function unpackAll(tarballs, folder) {
  const homes = new Map(
    tarballs.map(({ member }) => [member.manifest.name, join(folder, member.folder, 'node_modules')]),
  );
  const unpacked = await mapInParallel(tarballs, async ({ member, tarball }) => {
    const { name, dependencies = {}, peerDependencies = {} } = member.manifest;
    const home = homes.get(name);
    const target = join(home, name);
    mkdirSync(target, { recursive: true });
    const { code, output } = await execute('tar', ['-xzf', tarball, '--strip-components=1', '-C', target]);
    if (code !== 0) throw new Error(`${tarball}: ${output}`);
    for (const dependency of Object.keys({ ...dependencies, ...peerDependencies })) {
      const ours = homes.get(dependency);
      link(ours ? join(ours, dependency) : installedOnce(member, dependency), join(home, dependency));
    }
    return [name, { member, home }];
  });
  return new Map(unpacked);
}

/** Returns the workspace packages among `names` and all their dependencies. */
export function closureOf(store, names) {
  const found = new Set();
  const add = (name) => {
    if (found.has(name) || !store.has(name)) return;
    found.add(name);
    for (const dependency of Object.keys(store.get(name).member.manifest.dependencies ?? {})) add(dependency);
  };
  for (const name of names) add(name);
  return [...found].sort();
}

/**
 * Creates a project at `folder`, and installs `names` and their dependencies as npm would. A third-party package is
 * linked from a workspace package that depends on it.
 */
export function createProject(store, folder, names) {
  for (const name of names.filter((each) => !store.has(each))) {
    const owner = [...store.values()].find(({ member }) => existsSync(join(member.path, 'node_modules', name)));
    if (owner === undefined) throw new Error(`the package ${name} has no tarball: pack it first`);
    link(installedOnce(owner.member, name), join(folder, 'node_modules', name));
  }
  for (const name of closureOf(store, names)) {
    const { member, home } = store.get(name);
    for (const each of [name, ...Object.keys(member.manifest.peerDependencies ?? {})]) {
      link(join(home, each), join(folder, 'node_modules', each));
    }
  }
}

/**
 * Installs each package into a separate project, imports it (or runs it if it is a command), and returns the faults.
 */
export async function installAlone(tarballs, folder) {
  const store = await unpackAll(tarballs, join(folder, 'store'));
  const faults = await mapInParallel([...store.values()], async ({ member: { manifest, folder: name }, home }) => {
    const project = join(folder, 'projects', name);
    createProject(store, project, [manifest.name]);
    const commands = Object.values(manifest.bin ?? {}).map((bin) => [join(home, manifest.name, bin), '--help']);
    const imports = manifest.exports ? [['--input-type=module', '-e', `await import('${manifest.name}')`]] : [];
    // A module passed with `-e` resolves imports from the working directory, like a file in the project.
    const runs = [...imports, ...commands].map((args) => execute(process.execPath, args, { cwd: project }));
    return (await Promise.all(runs))
      .filter(({ code }) => code !== 0)
      .map(
        ({ output }) =>
          `${manifest.name} does not work if it is installed without the other packages\n${output.trim()}`,
      );
  });
  return faults.flat();
}
