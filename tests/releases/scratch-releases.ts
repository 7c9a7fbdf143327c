/**
 * Rehearses releases on a copy of the workspace, with changesets, versions and tarballs. It publishes nothing and does not change the
 * workspace.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createProject, unpackAll } from '../../scripts/install-alone.mjs';
import { packAll } from '../../scripts/pack.mjs';
import { must, scratchCopy } from '../../scripts/scratch-copy.mjs';
import { published } from '../../scripts/workspace.mjs';
import type { Member } from '../installs/packed.js';

/** A package that was packed into a tarball. */
export interface Release {
  readonly member: Member & { readonly manifest: { readonly dependencies?: Readonly<Record<string, string>> } };
  readonly tarball: string;
}

type Bump = 'patch' | 'minor';

export interface ScratchReleases {
  /** The path of the tarball, in a temporary folder. */
  readonly folder: string;
  /** Applies the pending changesets and packs packages: those with a new version (`moved`, the default), or all. */
  release(which?: 'moved' | 'all'): Promise<readonly Release[]>;
  /** Adds a changeset that raises the versions of these packages. */
  change(bumps: Readonly<Record<string, Bump>>): void;
  /** Appends a line to the built code of a package, so that a test can detect which release runs. */
  mark(name: string, line: string): void;
  /** `keep` saves the state of the copy, and `back` restores the state that was saved last. */
  keep(): Promise<void>;
  back(): Promise<void>;
  /**
   * Installs the packages `names` from these releases into a project. Packages that the project already has are not replaced. Returns the
   * project's folder.
   */
  install(releases: readonly Release[], project: string, names: readonly string[]): Promise<string>;
  remove(): void;
}

export async function createScratchReleases(): Promise<ScratchReleases> {
  const folder = mkdtempSync(join(tmpdir(), 'marquetry-releases-'));
  const copy = join(folder, 'copy');
  await scratchCopy(copy);
  const git = (...args: string[]): Promise<string> =>
    must('git', ['-c', 'user.name=Scratch', '-c', 'user.email=scratch@localhost', ...args], { cwd: copy });
  // Git cannot restore the built code of packages, because it is not committed, so these functions remove the lines
  // that were appended to it.
  let unmark: (() => void)[] = [];
  let released = 0;
  let stores = 0;
  const memberOf = (name: string): Member => {
    const found = (published(copy) as Member[]).find(({ manifest }) => manifest.name === name);
    if (found === undefined) throw new Error(`no package ${name}`);
    return found;
  };
  return {
    folder,
    async release(which = 'moved') {
      const versions = new Map((published(copy) as Member[]).map(({ manifest }) => [manifest.name, manifest.version]));
      await must('changeset', ['version'], { cwd: copy });
      const moved = (published(copy) as Member[]).filter(
        ({ manifest }) => which === 'all' || manifest.version !== versions.get(manifest.name),
      );
      return (await packAll(moved, join(folder, 'tarballs', String(released++)))) as Release[];
    },
    change(bumps) {
      const lines = Object.entries(bumps).map(([name, bump]) => `'${name}': ${bump}`);
      writeFileSync(join(copy, '.changeset', 'try.md'), `---\n${lines.join('\n')}\n---\n\nA change.\n`);
    },
    mark(name, line) {
      const dist = join(memberOf(name).path, 'dist');
      for (const entry of readdirSync(dist).filter((file) => /^index(\.node)?\.js$/.test(file))) {
        const path = join(dist, entry);
        const built = readFileSync(path, 'utf8');
        writeFileSync(path, `${built}\n${line}\n`);
        unmark.push(() => writeFileSync(path, built));
      }
    },
    async keep() {
      await git('add', '--all');
      await git('commit', '--quiet', '--no-verify', '--message', 'kept');
    },
    async back() {
      for (const undo of unmark) undo();
      unmark = [];
      await git('checkout', '--quiet', '--', '.');
      await git('clean', '--quiet', '--force', '--', '.changeset', 'packages', 'apps');
    },
    async install(releases, project, names) {
      const store = await unpackAll(releases, join(folder, 'stores', String(stores++)));
      const path = join(folder, 'projects', project);
      createProject(store, path, names);
      return path;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
