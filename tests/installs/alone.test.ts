/**
 * Tests each packed package in a project with the packages that its README installs: the programs of the README type-check, and run under every
 * Node found on this machine, in workers, and bundled in an environment without Node.
 */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import { chromium, chromiumTitle } from '@marquetry/test-support/chromium.js';
import { fullOr } from '@marquetry/test-support/full.js';
import { type BuildOptions, build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Outcomes, writeRunner } from '../readme/run-in-turn.js';
import { browserGlobals } from '../runtime/browser-globals.js';
import { isSupported, type NodeBinary, nodesOnPath, ownNode } from '../runtime/nodes.js';
import { rangeOf, writeFlights } from './flights.js';
import { runInWorkers, sayDone } from './in-workers.js';
import { members, type Packed, packWorkspace } from './packed.js';
import { createReadmeProject, type Program, type ReadmeProject } from './readme-projects.js';

const libraries = members.filter(({ manifest }) => manifest.exports !== undefined);
const compiler = fileURLToPath(new URL('../../node_modules/typescript7/bin/tsc', import.meta.url));

let packed: Packed;
let projects: ReadonlyMap<string, ReadmeProject>;
let flights: Uint8Array;
beforeAll(async () => {
  packed = await packWorkspace();
  flights = await writeFlights();
  // Some programs read this file from their working directory.
  writeFileSync(join(packed.folder, 'flights.parquet'), flights);
  const made = await Promise.all(libraries.map((member) => createReadmeProject(packed, member)));
  const modules = made.map(({ member, index, programs }) => ({
    name: member.folder,
    files: [index, ...programs.map(({ javascript }) => javascript)],
  }));
  writeRunner(join(packed.folder, 'run.mjs'), modules, { inWorker: true });
  projects = new Map(made.map((project) => [project.member.folder, project]));
}, 60_000);
afterAll(() => rmSync(packed.folder, { recursive: true, force: true }));

const projectOf = (folder: string): ReadmeProject => projects.get(folder) as ReadmeProject;
const folders = libraries.map(({ folder }) => folder);

interface Ended {
  readonly code: unknown;
  readonly stdout: string;
  readonly stderr: string;
}

function run(command: string, args: readonly string[], cwd: string): Promise<Ended> {
  const { NODE_OPTIONS: _, VITEST: __, FORCE_COLOR: ___, ...env } = process.env;
  return new Promise((resolve) => {
    execFile(command, args, { cwd, env, timeout: 60_000 }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : (error.code ?? error.signal), stdout, stderr }),
    );
  });
}

const alone = ['with only our packages installed', false] as const;
const besidePeers = ['with our packages and their peer dependencies installed', true] as const;

describe.each([
  ['resolved as Node does', 'nodenext', 'nodenext', [alone, besidePeers]],
  // Only the full run tests packages with peer dependencies here, because bundlers resolve all our packages in the same
  // way.
  ['resolved as bundlers do', 'preserve', 'bundler', fullOr([alone, besidePeers], [alone])],
] as const)('the programs of the READMEs type-check, %s', (_, module, moduleResolution, ways) => {
  // We do not check the declarations of third-party packages.
  test.each(ways)('%s', { timeout: 60_000 }, async (name, skipLibCheck) => {
    const files = [...projects.values()].flatMap(({ member, programs }) =>
      (member.manifest.peerDependencies !== undefined) === skipLibCheck
        ? programs.map(({ typescript }) => typescript)
        : [],
    );
    const config = join(packed.folder, `tsconfig.${moduleResolution}.${name.replaceAll(' ', '-')}.json`);
    const compilerOptions = {
      ...{ module, moduleResolution, target: 'es2022', lib: ['es2022', 'dom', 'dom.asynciterable'], types: [] },
      ...{ strict: true, exactOptionalPropertyTypes: true, skipLibCheck, noEmit: true },
    };
    writeFileSync(config, JSON.stringify({ compilerOptions, files }));
    const { code, stdout } = await run(process.execPath, [compiler, '-p', config], packed.folder);
    expect({ code, stdout: stdout.slice(0, 2000) }).toEqual({ code: 0, stdout: '' });
  });
});

const nodes = [ownNode, ...nodesOnPath()].filter(isSupported);
const majors = [20, 22, 24, 26];
const nodeOf = (major: number): NodeBinary | undefined => nodes.find(({ version }) => version.startsWith(`v${major}.`));
/** The oldest Node has the fewest features, so a quick run tests only that version. */
const oldest = majors.filter((major) => nodeOf(major) !== undefined).slice(0, 1);

for (const major of fullOr(majors, oldest)) {
  const node = nodeOf(major);
  if (node === undefined) test.skip(`the packages run under Node ${major} (skipped: not on PATH)`, () => {});
  else {
    describe(`installed packages under Node ${node.version}, in the main thread and a worker`, () => {
      let outcomes: Outcomes;
      beforeAll(async () => {
        const { code, stdout, stderr } = await run(node.path, ['run.mjs'], packed.folder);
        expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
        outcomes = JSON.parse(stdout);
      }, 60_000);
      test.each(folders)('the README programs of %s run under Node without an error', (folder) => {
        expect(outcomes.main[folder]).toEqual({ printed: expect.any(Array) });
        expect(outcomes.worker?.[folder]).toEqual(outcomes.main[folder]);
      });
      test('the command line runs in a project without other packages', () => expectCommand(node));
    });
  }
}

/** Runs the `marquetry` command as `npx` does, in a project that has no other package. */
async function expectCommand(node: NodeBinary): Promise<void> {
  for (const name of ['@marquetry/cli', 'marquetry']) {
    const folder = packed.project(`command-line-of-${name.replace('/', '-')}`, [name]);
    const bin = join(folder, 'node_modules', name, 'bin/marquetry.js');
    const file = join(packed.folder, 'flights.parquet');
    const { code, stdout, stderr } = await run(node.path, [bin, 'head', file, '-n', '1', '--json'], folder);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const date = '2001-01-01T00:00:00.000000Z';
    expect(JSON.parse(stdout)).toEqual({ delay: null, distance: 0, origin: 'SEA', destination: 'LAX', date });
    const schema = await run(node.path, [bin, 'schema', file], folder);
    expect({ code: schema.code, stderr: schema.stderr }).toEqual({ code: 0, stderr: '' });
    expect(schema.stdout).toContain('destination');
    const { version } = JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8'));
    expect((await run(node.path, [bin, '--version'], folder)).stdout).toBe(`${version}\n`);
  }
}

test('marquetry includes the command line, and no module of the library imports it', () => {
  const folder = join(packed.project('carried', ['marquetry']), 'node_modules/marquetry');
  const { dependencies, bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  expect(bin).toEqual({ marquetry: './bin/marquetry.js' });
  expect(Object.keys(dependencies)).not.toContain('@marquetry/cli');
  const imports = readdirSync(join(folder, 'dist'))
    .filter((name) => name.endsWith('.js'))
    .flatMap((name) => [
      ...readFileSync(join(folder, 'dist', name), 'utf8').matchAll(/["']([./]*cli\/[^"']*)["']|commander/g),
    ]);
  expect(imports).toEqual([]);
  expect(readFileSync(join(folder, 'cli/NOTICE'), 'utf8')).toContain('commander');
});

/** Matches imports of entry points that import Node's modules, which cannot be bundled for browsers. */
const nodeEntry = /@marquetry\/splits\/disk/;

/** Returns the reason why the program cannot run in a browser, or `undefined` if it can. */
function needsNode({ name, code }: Program): string | undefined {
  if (/createParquetWriter\('/.test(code)) return 'writes to a disk';
  if (nodeEntry.test(code)) return 'writes to a folder';
  if (/createWorkerPool/.test(code)) return 'starts workers from a separate file';
  if (/^codec-(brotli|zstd)-/.test(name) && /\.compress/.test(code)) return 'compresses with node:zlib';
  return undefined;
}

const bundling = {
  bundle: true,
  minify: true,
  platform: 'browser',
  format: 'esm',
  target: 'es2022',
  write: false,
  logLevel: 'silent',
  // Code that is loaded later uses `import.meta.url`, which a classic script cannot contain.
  define: { 'import.meta.url': '"https://bundle.test/"' },
} as const satisfies BuildOptions;

let bundles: Promise<ReadonlyMap<string, string>> | undefined;

/**
 * Bundles each program to one module without imports, including code that is loaded later. Bundling all programs at once parses each
 * source once.
 */
async function bundle(program: Program): Promise<string> {
  bundles ??= bundleAll();
  // If a program cannot be bundled, only the test of that program fails.
  const found = await bundles.then((all) => all.get(program.name)).catch(() => undefined);
  if (found !== undefined) return found;
  const { outputFiles } = await build({ ...bundling, entryPoints: [program.javascript] });
  return outputFiles[0]?.text ?? '';
}

async function bundleAll(): Promise<ReadonlyMap<string, string>> {
  const programs = [...projects.values()]
    .flatMap((project) => project.programs)
    .filter(({ code }) => !nodeEntry.test(code));
  const entryPoints = Object.fromEntries(programs.map(({ name, javascript }) => [name, javascript]));
  const { outputFiles } = await build({ ...bundling, entryPoints, outdir: packed.folder });
  return new Map(outputFiles.map(({ path, text }) => [basename(path, '.js'), text]));
}

/** Answers a request for the flights file, and any other request with an error. */
async function answer(path: string, headers: { readonly range?: string | undefined }): Promise<Response> {
  return path.endsWith('flights.parquet') ? rangeOf(flights, headers.range) : new Response(null, { status: 404 });
}

describe('README programs bundled for browsers, in an environment without Node', () => {
  test.each(folders)('the README programs of %s run without an error after bundling for browsers', async (folder) => {
    for (const program of projectOf(folder).programs) {
      if (nodeEntry.test(program.code)) continue;
      const code = await bundle(program);
      expect(code).not.toMatch(/require\(["']|from ?["']|import ?["']/);
      if (needsNode(program) !== undefined) continue;
      const fetchFlights = (url: string, { headers }: RequestInit): Promise<Response> =>
        answer(url, { range: new Headers(headers).get('range') ?? undefined });
      const printed: unknown[] = [];
      const log = { ...console, log: (...items: unknown[]) => printed.push(items) };
      const context = createContext({ ...browserGlobals, console: log, fetch: fetchFlights });
      await runInContext(`(async () => {${code}\n})()`, context);
      if (program.code.includes('console.log(')) expect(printed.length).toBeGreaterThan(0);
    }
  });
});

test.skipIf(chromium === undefined)(
  `${chromiumTitle} runs the programs of the READMEs in module workers`,
  { timeout: 60_000 },
  async () => {
    const programs = [...projects.values()].flatMap((project) => project.programs);
    const left = programs.filter((program) => needsNode(program) !== undefined);
    console.log(`not for browsers: ${left.map((each) => `${each.name} (${needsNode(each)})`).join(', ')}`);
    const scripts = new Map<string, string>();
    for (const program of programs) {
      if (left.includes(program)) continue;
      // If a program cannot be bundled, only the test of that program fails.
      const script = await bundle(program).then(
        (code) => `${code}\n${sayDone}`,
        (error: unknown) => `throw ${JSON.stringify(String(error))}`,
      );
      scripts.set(`/${program.name}.js`, script);
    }
    const expected = Object.fromEntries([...scripts.keys()].map((path) => [path, 'done']));
    expect(await runInWorkers(scripts, answer)).toEqual(expected);
  },
);
