/**
 * Creates a project for each package, with the packages that its README installs, and the programs of the README: as TypeScript for the
 * compiler, and as JavaScript to run.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transform } from 'esbuild';
import { snippetsOf } from '../readme/snippets.js';
import type { Member, Packed } from './packed.js';

export interface Program {
  /** The name of the program, such as `plain-12`: the package, and the line in its README. */
  readonly name: string;
  /** Absolute path of the TypeScript file. */
  readonly typescript: string;
  readonly javascript: string;
  readonly code: string;
}

export interface ReadmeProject {
  readonly member: Member;
  readonly folder: string;
  /** Path of a module that imports only the package. */
  readonly index: string;
  readonly programs: readonly Program[];
}

/** Returns the packages that the README installs, or the package itself if it installs none. */
export function installedBy(readme: string, own: string): string[] {
  const [, line] = /^npm (?:install|i)((?: [\w@/.-]+)+)$/m.exec(readme) ?? [];
  return line === undefined
    ? [own]
    : line
        .trim()
        .split(' ')
        .filter((word) => !word.startsWith('-'));
}

export async function createReadmeProject(packed: Packed, member: Member): Promise<ReadmeProject> {
  const readme = readFileSync(join(member.path, 'README.md'), 'utf8');
  const folder = packed.project(member.folder, installedBy(readme, member.manifest.name));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "private": true }\n');
  const programs = await Promise.all(
    snippetsOf(readme).map(async ({ line, code }): Promise<Program> => {
      const name = `${member.folder}-${line}`;
      const base = join(folder, name);
      writeFileSync(`${base}.ts`, `${code}export {};\n`);
      writeFileSync(`${base}.mjs`, (await transform(code, { loader: 'ts', format: 'esm', target: 'node20' })).code);
      return { name, typescript: `${base}.ts`, javascript: `${base}.mjs`, code };
    }),
  );
  const index = join(folder, 'index.mjs');
  writeFileSync(index, `import '${member.manifest.name}';\n`);
  return { member, folder, index, programs };
}
