/**
 * Repeats the first ten minutes of a new user, with packages installed from tarballs. The test does only what the
 * README of `marquetry` describes, and takes commands and programs from its text.
 */
import { type ExecFileException, execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DuckDBInstance } from '@duckdb/node-api';
import { fullOr } from '@marquetry/test-support/full.js';
import { transform } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isSupported, type NodeBinary, nodesOnPath, ownNode } from '../runtime/nodes.js';
import { type Packed, packWorkspace } from './packed.js';
import { installedBy } from './readme-projects.js';

const readme = readFileSync(new URL('../../packages/marquetry/README.md', import.meta.url), 'utf8');

/** Returns the first TypeScript or JavaScript program of the README that contains `words`. */
function programWith(words: string): string {
  const programs = [...readme.matchAll(/^```[jt]s\n(.*?)^```/gms)].map(([, code = '']) => code);
  const found = programs.find((code) => code.includes(words));
  expect(found, `the README has no program with ${words}`).toBeDefined();
  return found as string;
}

/** Returns the command of the README that starts with `start`, without its backticks. */
function commandWith(start: string): string {
  const [, command] = new RegExp(`^[^\`]*\`(${start}[^\`]*)\``, 'm').exec(readme) ?? [];
  expect(command, `the README has no command that starts with ${start}`).toBeDefined();
  return command as string;
}

let packed: Packed;
let project: string;
let flights: Uint8Array;
beforeAll(async () => {
  packed = await packWorkspace();
  project = packed.project('walk', installedBy(readme, 'marquetry'));
  writeFileSync(join(project, 'package.json'), '{ "type": "module", "private": true }\n');
  linkCommands(project);
  const file = join(project, 'flights.parquet');
  await query(`COPY (SELECT ['SEA', 'SFO', 'JFK'][i % 3 + 1] AS origin, TIMESTAMP '2001-01-01' + to_hours(i) AS date,
    ${Array.from({ length: 17 }, (_, i) => `hash(i * 17 + ${i}) % 100000 AS c${i}`).join(', ')}
    FROM range(30000) t(i)) TO '${file}' (FORMAT parquet, ROW_GROUP_SIZE 10000)`);
  flights = readFileSync(file);
}, 60_000);
afterAll(() => rmSync(packed.folder, { recursive: true, force: true }));

/** Links the commands of a package as a package manager does. */
function linkCommands(folder: string): void {
  const modules = join(folder, 'node_modules');
  const { bin } = JSON.parse(readFileSync(join(modules, 'marquetry/package.json'), 'utf8')) as {
    bin: Record<string, string>;
  };
  mkdirSync(join(modules, '.bin'), { recursive: true });
  for (const [name, path] of Object.entries(bin)) symlinkSync(join('../marquetry', path), join(modules, '.bin', name));
}

async function query(sql: string): Promise<Record<string, unknown>[]> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  try {
    return (await connection.runAndReadAll(sql)).getRowObjectsJson();
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

interface Ended {
  readonly code: ExecFileException['code'] | 0;
  readonly stdout: string;
  readonly stderr: string;
}

function run(command: string, args: readonly string[], path = process.env['PATH']): Promise<Ended> {
  const { NODE_OPTIONS: _, VITEST: __, FORCE_COLOR: ___, ...env } = process.env;
  return new Promise((resolve) => {
    execFile(command, args, { cwd: project, env: { ...env, PATH: path }, timeout: 60_000 }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : error.code, stdout, stderr }),
    );
  });
}

/**
 * Runs a program of the README in the folder of the project, and returns its output. The types are removed first, so that every Node
 * version can run the program.
 */
async function printedBy(node: NodeBinary, code: string): Promise<string> {
  const file = join(project, 'program.mjs');
  writeFileSync(file, (await transform(code, { loader: 'ts', format: 'esm', target: 'node20' })).code);
  const { stdout, ...ended } = await run(node.path, [file]);
  expect(ended).toEqual({ code: 0, stderr: '' });
  return stdout;
}

interface Asked {
  readonly method: string | undefined;
  readonly authorization: string | undefined;
  readonly sent: number;
}

/**
 * Serves the file over HTTP to requests with a token, while `use` runs. The server supports range requests if
 * `hasRanges` is true. Returns the requests.
 */
async function served(hasRanges: boolean, use: (url: string) => Promise<void>): Promise<readonly Asked[]> {
  const asked: Asked[] = [];
  const server: Server = createServer(({ method, headers }, response) => {
    const { authorization } = headers;
    const [, first, last] = (hasRanges && /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? '')) || [];
    const isRange = first !== undefined;
    const from = first === '' ? flights.length - Number(last) : Number(first ?? 0);
    const end = isRange && first !== '' && last !== '' ? Math.min(Number(last) + 1, flights.length) : flights.length;
    const isAllowed = authorization?.startsWith('Bearer ') === true;
    asked.push({ method, authorization, sent: isAllowed && method === 'GET' ? end - from : 0 });
    if (!isAllowed) response.writeHead(401).end();
    else if (isRange) {
      response.writeHead(206, { 'Content-Range': `bytes ${from}-${end - 1}/${flights.length}`, ETag: '"1"' });
      response.end(flights.subarray(from, end));
    } else response.writeHead(200, { 'Content-Length': flights.length }).end(method === 'HEAD' ? undefined : flights);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/flights.parquet`);
  } finally {
    server.close();
  }
  return asked;
}

const found = [...nodesOnPath().filter(isSupported), ownNode].filter(
  ({ version }, i, all) => all.findIndex((other) => other.version === version) === i,
);

/** The Node versions to test: one in a quick run, all in a full run. Those on PATH come first, because the others do not include npx. */
const nodes = fullOr(found, found.slice(0, 1));

describe.each(nodes)('the first steps of the README under Node $version', (node) => {
  test('the first program of the README reads a file and prints a row', async () => {
    const code = programWith("readParquet('flights.parquet'");
    const [, promise] = /console\.log\(.*\); \/\/ (.*)$/m.exec(code) ?? [];
    expect(promise).toContain('SEA');
    expect(await printedBy(node, code)).toBe(`${promise}\n`);
  });

  const remote = (url: string): string => {
    const code = programWith('https://example.com/flights.parquet');
    expect(code).toContain('headers');
    return code.replaceAll('https://example.com/flights.parquet', url);
  };

  test('reading ten rows from a URL with an authorization header takes at most four requests', async () => {
    const asked = await served(true, async (url) => {
      const printed = await printedBy(node, remote(url));
      expect(printed.match(/origin: '(SEA|SFO|JFK)'/g)).toHaveLength(10);
      expect(printed).toContain("access: 'ranges'");
    });
    console.log(
      `${asked.length} requests for ${asked.reduce((sum, { sent }) => sum + sent, 0)} of ${flights.length} bytes`,
    );
    expect(asked.length).toBeLessThanOrEqual(4);
    expect(asked.every(({ authorization }) => authorization?.startsWith('Bearer ') === true)).toBe(true);
    expect(asked.reduce((sum, { sent }) => sum + sent, 0)).toBeLessThan(flights.length);
  });

  test('the README program reads a file from a server that does not support range requests, and reports that it read the whole file', async () => {
    const asked = await served(false, async (url) => {
      const printed = await printedBy(node, remote(url));
      expect(printed.match(/origin: '(SEA|SFO|JFK)'/g)).toHaveLength(10);
      expect(printed).toContain("access: 'whole'");
    });
    expect(asked.length).toBeLessThanOrEqual(2);
    expect(asked.filter(({ sent }) => sent > 0)).toHaveLength(1);
  });

  test('CSV rows are written to a Parquet file that DuckDB reads', async () => {
    const code = programWith('.csv');
    const [csv = ''] = /'[\w.-]+\.csv'/.exec(code) ?? [];
    const [output = ''] = /'[\w.-]+\.parquet'/.exec(code) ?? [];
    writeFileSync(join(project, csv.slice(1, -1)), 'id,delay,day\n1,,2024-02-29\n2,-7,2024-03-01\n');
    rmSync(join(project, output.slice(1, -1)), { force: true });
    await printedBy(node, code);
    expect(
      await query(`SELECT id, delay, day, typeof(day) AS type FROM '${join(project, output.slice(1, -1))}'`),
    ).toEqual([
      { id: '1', delay: null, day: '2024-02-29', type: 'DATE' },
      { id: '2', delay: -7, day: '2024-03-01', type: 'DATE' },
    ]);
  });

  test('npx marquetry head prints the first rows', async () => {
    const words = commandWith('npx marquetry head').replace('FILE', 'flights.parquet').split(' ');
    const [npx = '', ...args] = words;
    const folder = dirname(node.path);
    // Without npx, run the command that npx would run.
    const ended = existsSync(join(folder, npx))
      ? await run(join(folder, npx), ['--no-install', ...args], `${folder}${delimiter}${process.env['PATH']}`)
      : await run(node.path, [join(project, 'node_modules/.bin', args[0] ?? ''), ...args.slice(1)]);
    expect({ code: ended.code, stderr: ended.stderr.replace(/^npm (warn|notice).*\n/gm, '') }).toEqual({
      code: 0,
      stderr: '',
    });
    const rows = ended.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(rows.map(({ origin }) => origin)).toEqual([
      'SEA',
      'SFO',
      'JFK',
      'SEA',
      'SFO',
      'JFK',
      'SEA',
      'SFO',
      'JFK',
      'SEA',
    ]);
    expect(rows[9]).toMatchObject({ date: '2001-01-01T09:00:00.000000' });
  });
});

test('the README of the repository names the package marquetry and the command npx marquetry', () => {
  const root = readFileSync(fileURLToPath(new URL('../../README.md', import.meta.url)), 'utf8');
  expect(root).toContain("from 'marquetry'");
  expect(root).toContain('`npx marquetry`');
});
