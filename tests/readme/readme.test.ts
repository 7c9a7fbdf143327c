/**
 * Runs the programs of the READMEs and guides with the built packages: on the workspace's Node as written, and in a full run also on the
 * Node on PATH, without their types. Each program runs in a separate process; in a quick run, the programs of the package READMEs run one
 * after the other in one process. The programs find a small `flights.parquet` in their folder, and the real `flights-3m.parquet` if the
 * demo's data is installed.
 */
import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DuckDBInstance } from '@duckdb/node-api';
import { fullOr, isFull } from '@marquetry/test-support/full.js';
import { transform } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isSupported, nodesOnPath, ownNode } from '../runtime/nodes.js';
import { type Outcomes, writeRunner } from './run-in-turn.js';
import { serveFlights } from './serve-flights.js';
import { promisesOf, type Snippet, snippetsOf } from './snippets.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** Folder for the programs. It is in tests/, from which every package name resolves to the built package. */
const scratch = fileURLToPath(new URL('.cache/', import.meta.url));
/**
 * Other Node versions, in a full run only. In a quick run, tests/installs runs the programs of the topmost packages with the Node on PATH.
 */
const others = fullOr(nodesOnPath().filter(isSupported).slice(0, 1), []);
const flights = join(root, 'apps/demo/node_modules/vega-datasets/data/flights-3m.parquet');

let folder: string;
beforeAll(async () => {
  mkdirSync(scratch, { recursive: true });
  folder = mkdtempSync(join(scratch, 'run-'));
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(`COPY (SELECT (i * 7 % 90 - 15)::INTEGER AS delay, ['SEA', 'SFO', 'JFK'][i % 3 + 1] AS origin,
    ['LAX', 'ORD'][i % 2 + 1] AS destination, (i * 13 % 2500)::INTEGER AS distance,
    TIMESTAMP '2001-01-01' + to_hours(i) AS date FROM range(1000) t(i)) TO '${join(folder, 'flights.parquet')}' (FORMAT parquet)`);
  connection.closeSync();
  instance.closeSync();
  if (existsSync(flights)) symlinkSync(flights, join(folder, 'flights-3m.parquet'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a program in a separate Node process, without the settings of the test runner. */
function run(
  node: string,
  file: string,
): Promise<{ readonly code: unknown; readonly stderr: string; readonly stdout: string }> {
  const { NODE_OPTIONS: _, VITEST: __, FORCE_COLOR: ___, ...env } = process.env;
  return new Promise((resolve) => {
    execFile(node, [file], { cwd: folder, env, timeout: 60_000 }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : (error.code ?? error.signal), stderr, stdout }),
    );
  });
}

const fileOf = (name: string, { line }: Snippet): string => join(folder, `${name.replace(/\W/g, '-')}-${line}`);

async function expectRuns(snippet: Snippet, name: string): Promise<void> {
  const { code } = snippet;
  const base = fileOf(name, snippet);
  writeFileSync(`${base}.ts`, code);
  writeFileSync(`${base}.mjs`, (await transform(code, { loader: 'ts', format: 'esm', target: 'node20' })).code);
  const runs = [run(ownNode.path, `${base}.ts`), ...others.map(({ path }) => run(path, `${base}.mjs`))];
  for (const { code: status, stderr, stdout } of await Promise.all(runs)) {
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expectPrinted(code, stdout.trimEnd().split('\n'));
  }
}

/** Compares the output of a program with the results stated in its comments, if it printed one line per stated result. */
function expectPrinted(code: string, printed: readonly string[]): void {
  const promises = promisesOf(code);
  if (promises === undefined || printed.length !== promises.length) return;
  for (const [i, promise] of promises.entries()) if (promise !== undefined) expect(printed[i]).toBe(promise);
}

function snippetsAt(path: string): Snippet[] | undefined {
  const file = join(root, path);
  return existsSync(file) ? snippetsOf(readFileSync(file, 'utf8')) : undefined;
}

describe('programs in the READMEs of packages', () => {
  const names = readdirSync(join(root, 'packages')).filter((name) =>
    existsSync(join(root, 'packages', name, 'package.json')),
  );
  const snippets = new Map(names.map((name) => [name, snippetsAt(`packages/${name}/README.md`) ?? []]));
  const labelled = [...snippets].flatMap(([name, each]) => each.map((snippet) => ({ name, snippet })));

  let outcomes: Outcomes['main'];
  beforeAll(async () => {
    if (isFull) return;
    const modules = labelled.map(({ name, snippet }) => {
      const file = `${fileOf(name, snippet)}.ts`;
      writeFileSync(file, snippet.code);
      return { name: file, files: [file] };
    });
    const runner = join(folder, 'packages.mjs');
    writeRunner(runner, modules);
    const { code, stderr, stdout } = await run(ownNode.path, runner);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    outcomes = (JSON.parse(stdout) as Outcomes).main;
  }, 60_000);

  test.each(names)('packages/%s/README.md contains a TypeScript program', (name) => {
    expect(snippets.get(name)?.length).toBeGreaterThan(0);
  });

  for (const { name, snippet } of labelled) {
    test(`packages/${name}/README.md, line ${snippet.line}, prints what its comments state`, async () => {
      if (isFull) return expectRuns(snippet, name);
      const outcome = outcomes[`${fileOf(name, snippet)}.ts`];
      expect(outcome).toEqual({ printed: expect.any(Array) });
      expectPrinted(snippet.code, (outcome?.printed ?? []).join('\n').split('\n'));
    });
  }
});

for (const name of readdirSync(join(root, 'apps'))) {
  const [first] = snippetsAt(`apps/${name}/README.md`) ?? [];
  if (first !== undefined)
    test(`the first program of apps/${name}/README.md runs without an error`, () => expectRuns(first, `app-${name}`));
}

/** Returns the code blocks of a guide as one program, or `undefined` if the guide has no code block. */
function guideAt(path: string): Snippet | undefined {
  const [first, ...others] = snippetsAt(path) ?? [];
  return first && { line: first.line, code: [first, ...others].map(({ code }) => code).join('') };
}

describe('programs in guides', () => {
  const guides = readdirSync(join(root, 'docs')).flatMap((name) => {
    const guide = name.endsWith('.md') ? guideAt(`docs/${name}`) : undefined;
    return guide === undefined ? [] : [[`docs/${name}`, guide] as const];
  });
  test('at least one guide has a program', () => expect(guides.map(([name]) => name)).toContain('docs/plug-ins.md'));
  test.each(guides)('the program of the guide %s prints what its comments state', (name, guide) =>
    expectRuns(guide, name),
  );
});

describe('programs on the site', () => {
  const pages = readdirSync(join(root, 'apps/site/pages/guides')).map((name) => `apps/site/pages/guides/${name}`);
  const url = 'https://example.com/flights.parquet';
  for (const page of pages) {
    for (const snippet of snippetsAt(page) ?? []) {
      test(`${page}, line ${snippet.line}, prints what its comments state`, async () => {
        if (!snippet.code.includes(url)) return expectRuns(snippet, page);
        const served = await serveFlights(join(folder, 'flights.parquet'), 'Bearer secret');
        try {
          await expectRuns({ ...snippet, code: snippet.code.replaceAll(url, served.url) }, page);
        } finally {
          served.close();
        }
      });
    }
  }
});

describe('programs in the README of the repository', () => {
  const snippets = snippetsAt('README.md');
  test('the README has at least one program', () => expect(snippets?.length).toBeGreaterThan(0));
  for (const snippet of snippets ?? []) {
    test(`the program at line ${snippet.line} of README.md prints what its comments state`, () =>
      expectRuns(snippet, 'root'));
  }
});
