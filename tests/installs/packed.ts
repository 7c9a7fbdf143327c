/**
 * The packages as they go to the registry: packed, unpacked, and installed into projects. Nothing is downloaded.
 */
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closureOf, createProject, unpackAll } from '../../scripts/install-alone.mjs';
import { packAll } from '../../scripts/pack.mjs';
import { published } from '../../scripts/workspace.mjs';

/** A member of the workspace. */
export interface Member {
  /** Below packages/ or apps/. */
  readonly folder: string;
  readonly path: string;
  readonly manifest: {
    readonly name: string;
    readonly version: string;
    readonly exports?: unknown;
    readonly peerDependencies?: unknown;
  };
}

export interface Packed {
  /** A new folder below the temporary ones; the caller removes it. */
  readonly folder: string;
  readonly members: readonly Member[];
  /** The packages of ours that an install of `names` brings. */
  closureOf(names: readonly string[]): readonly string[];
  /** A project with `names` installed, at a folder of that name. */
  project(name: string, names: readonly string[]): string;
}

/** The packages that this workspace publishes. */
export const members: readonly Member[] = (published() as Member[]).filter(({ path }) =>
  existsSync(join(path, 'dist')),
);

/** Packs and unpacks all of them. Needs the build. */
export async function packWorkspace(): Promise<Packed> {
  const folder = mkdtempSync(join(tmpdir(), 'marquetry-installs-'));
  const store = await unpackAll(await packAll(members, join(folder, 'tarballs')), join(folder, 'store'));
  return {
    folder,
    members,
    closureOf: (names) => closureOf(store, names) as string[],
    project: (name, names) => {
      const path = join(folder, 'projects', name);
      createProject(store, path, names);
      return path;
    },
  };
}
