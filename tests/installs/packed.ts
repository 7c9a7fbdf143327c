/** Packs the packages into the tarballs that would be published, and installs them into projects. Nothing is downloaded. */
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closureOf, createProject, unpackAll } from '../../scripts/install-alone.mjs';
import { packAll } from '../../scripts/pack.mjs';
import { published } from '../../scripts/workspace.mjs';

/** A package of this workspace, and the folder that contains it. */
export interface Member {
  /** The name of its folder in packages/ or apps/. */
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
  /** Creates a temporary folder, which the caller removes. */
  readonly folder: string;
  readonly members: readonly Member[];
  /** Returns the workspace packages that are installed with `names`: the packages themselves and all their dependencies. */
  closureOf(names: readonly string[]): readonly string[];
  /** Creates a project in a folder called `name`, with the packages `names` and their dependencies installed. Returns the folder. */
  project(name: string, names: readonly string[]): string;
}

/** The packages that this workspace publishes. */
export const members: readonly Member[] = (published() as Member[]).filter(({ path }) =>
  existsSync(join(path, 'dist')),
);

/** Packs all packages of the workspace, and unpacks the tarballs to install them into projects. Needs the build. */
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
