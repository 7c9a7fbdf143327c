/** Other implementations read the ZSTD files that the built packages write under every Node version on this machine. Needs the build. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isSupported, nodesOnPath, ownNode } from '../runtime/nodes.js';
import { type Duckdb, hyparquet, openDuckdb, parquetWasm } from './judges.js';
import { python, readWithPyarrow } from './run-pyarrow.js';
import { expectZstdRows } from './zstd-rows.js';

const program = fileURLToPath(new URL('write-zstd.mjs', import.meta.url));

/** The newest installed Node of each major version. */
const nodes = [20, 22, 24, 26].flatMap(
  (major) =>
    [ownNode, ...nodesOnPath().filter(isSupported)].find((node) => node.version.startsWith(`v${major}.`)) ?? [],
);
/** True if `node:zlib` of that Node version supports Zstandard. */
const isNative = (version: string): boolean => {
  const [major = 0, minor = 0] = version.slice(1).split('.').map(Number);
  return major > 23 || (major === 23 && minor >= 8) || (major === 22 && minor >= 15);
};

let folder: string;
let duckdb: Duckdb;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'marquetry-zstd-'));
  duckdb = await openDuckdb();
});
afterAll(() => {
  duckdb.close();
  rmSync(folder, { recursive: true, force: true });
});

if (nodes.every(({ version }) => isNative(version)))
  test.skip('a Node.js version without Zstandard writes ZSTD files (skipped: no such version is on PATH)', () => {});

describe.each(nodes)('ZSTD files written under Node $version', ({ version, path }) => {
  let bytes: Uint8Array;
  beforeAll(() => {
    const { NODE_OPTIONS: _, ...env } = process.env;
    const file = join(folder, `${version}.parquet`);
    const { status, stderr, stdout } = spawnSync(path, [program, file], { encoding: 'utf8', env });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(JSON.parse(stdout)).toEqual({
      isNative: isNative(version),
      rows: 5000,
      refusal: isNative(version)
        ? ''
        : 'UNSUPPORTED: codec ZSTD (6) cannot compress here: register `zstd` from @marquetry/codec-zstd-wasm (column id)',
    });
    bytes = new Uint8Array(readFileSync(file));
  });

  test('DuckDB, hyparquet and parquet-wasm read the rows of a ZSTD file that we wrote', async () => {
    for (const judge of [duckdb, hyparquet, parquetWasm]) expectZstdRows(await judge.read(bytes));
  });
  test.skipIf(python === undefined)(
    `pyarrow reads the rows of our ZSTD file${python === undefined ? ' (skipped: see npm run test:interop)' : ''}`,
    async () => {
      const answer = (await readWithPyarrow([{ name: 'zstd.parquet', bytes }])).get('zstd.parquet');
      expectZstdRows(answer?.columns ?? {});
    },
  );
});
