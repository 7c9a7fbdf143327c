/**
 * A project for each package: what its README says to install is installed, and the programs of the README are there, as
 * TypeScript for the compiler and as JavaScript for whatever runs them.
 */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transform } from 'esbuild';
import { snippetsOf } from '../readme/snippets.js';
import type { Member, Packed } from './packed.js';

export interface Program {
  /** `plain-12`, 12 being the line of the README. */
  readonly name: string;
  /** Absolute. */
  readonly typescript: string;
  readonly javascript: string;
  readonly code: string;
}

export interface ReadmeProject {
  readonly member: Member;
  readonly folder: string;
  readonly programs: readonly Program[];
}

/** The packages that the README says to install; the package itself where it says nothing. */
function installedBy(readme: string, own: string): string[] {
  const [, line] = /^npm (?:install|i)((?: [\w@/.-]+)+)$/m.exec(readme) ?? [];
  return line === undefined
    ? [own]
    : line
        .trim()
        .split(' ')
        .filter((word) => !word.startsWith('-'));
}

/** @param flights The file that some programs read, in the folder that they run in. */
export async function createReadmeProject(packed: Packed, member: Member, flights: string): Promise<ReadmeProject> {
  const readme = readFileSync(join(member.path, 'README.md'), 'utf8');
  const folder = packed.project(member.folder, installedBy(readme, member.manifest.name));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "private": true }\n');
  copyFileSync(flights, join(folder, 'flights.parquet'));
  const programs = await Promise.all(
    snippetsOf(readme).map(async ({ line, code }): Promise<Program> => {
      const name = `${member.folder}-${line}`;
      const base = join(folder, name);
      writeFileSync(`${base}.ts`, `${code}export {};\n`);
      writeFileSync(`${base}.mjs`, (await transform(code, { loader: 'ts', format: 'esm', target: 'node20' })).code);
      return { name, typescript: `${base}.ts`, javascript: `${base}.mjs`, code };
    }),
  );
  // The programs one after the other, and once more in a worker.
  const imports = programs.map(({ name }) => `  await import('./${name}.mjs');\n`).join('');
  writeFileSync(
    join(folder, 'run.mjs'),
    `import { isMainThread, Worker } from 'node:worker_threads';

await import('${member.manifest.name}');
if (isMainThread) {
  console.log('main');
${imports}  const worker = new Worker(new URL(import.meta.url));
  await new Promise((resolve, reject) => worker.once('error', reject).once('exit', resolve));
} else {
  console.log('worker');
${imports}}
`,
  );
  return { member, folder, programs };
}
