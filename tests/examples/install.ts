/**
 * Installs projects outside the workspace, from tarballs only. No registry is used: third-party packages are linked from the workspace.
 */
import { cpSync, mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packAll } from '../../scripts/pack.mjs';
import { execute, published } from '../../scripts/workspace.mjs';

const examples = fileURLToPath(new URL('../../examples/', import.meta.url));

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

interface Packed {
  readonly tarball: string;
  readonly manifest: Manifest;
  /** The package's folder in the workspace, in which its third-party dependencies are found. */
  readonly path: string;
}

/** The tarballs of all our packages and of the examples, by package name. */
export type Tarballs = ReadonlyMap<string, Packed>;

/** Packs all our packages and the example plug-ins into the tarballs that would be published. */
export async function packEverything(folder: string, exampleFolders: readonly string[]): Promise<Tarballs> {
  const members = [
    ...published(),
    ...exampleFolders.map((name) => ({ path: join(examples, name), manifest: manifestOf(join(examples, name)) })),
  ];
  const packed = await packAll(members, folder);
  return new Map(
    packed.map(
      ({ member: { manifest, path }, tarball }: { member: { manifest: Manifest; path: string }; tarball: string }) => [
        manifest.name,
        { tarball, manifest, path },
      ],
    ),
  );
}

/** Copies an example's folder, and installs all its dependencies into one node_modules. */
export async function installExample(name: string, folder: string, tarballs: Tarballs): Promise<string> {
  const home = join(folder, name);
  cpSync(join(examples, name), home, { recursive: true, filter: (path) => !path.includes('node_modules') });
  const { dependencies, devDependencies } = manifestOf(home);
  await install(home, [...Object.keys(dependencies ?? {}), ...Object.keys(devDependencies ?? {})], tarballs);
  return home;
}

/** Adds packages and their dependencies to a project's node_modules. */
export async function install(home: string, names: readonly string[], tarballs: Tarballs): Promise<void> {
  const wanted = [...names];
  const seen = new Set<string>();
  for (let name = wanted.pop(); name !== undefined; name = wanted.pop()) {
    if (seen.has(name)) continue;
    seen.add(name);
    const ours = tarballs.get(name);
    if (ours === undefined) {
      linkForeign(home, name, fileURLToPath(new URL('../../', import.meta.url)));
      continue;
    }
    await unpack(ours.tarball, join(home, 'node_modules', name));
    for (const dependency of Object.keys(ours.manifest.dependencies ?? {})) {
      if (tarballs.has(dependency)) wanted.push(dependency);
      else linkForeign(home, dependency, ours.path);
    }
  }
}

/** Unpacks a tarball under another version number, to test two versions of a package in one project. */
export async function unpackAs(version: string, { tarball }: Packed, target: string): Promise<void> {
  await unpack(tarball, target);
  const path = join(target, 'package.json');
  writeFileSync(path, JSON.stringify({ ...manifestOf(target), version }));
}

async function unpack(tarball: string, target: string): Promise<void> {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  const { code, output } = await execute('tar', ['-xzf', tarball, '--strip-components=1', '-C', target]);
  if (code !== 0) throw new Error(`${tarball}: ${output}`);
}

function linkForeign(home: string, name: string, from: string): void {
  const link = join(home, 'node_modules', name);
  mkdirSync(dirname(link), { recursive: true });
  rmSync(link, { recursive: true, force: true });
  symlinkSync(realpathSync(join(from, 'node_modules', name)), link);
}

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}
