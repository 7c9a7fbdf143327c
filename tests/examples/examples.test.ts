/**
 * Tests an encoding and a codec as a third party would write them, installed only from tarballs. Both pass the conformance suite, and an
 * application and the command line use them. Needs a build.
 */
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fullOr, isFull } from '@marquetry/test-support/full.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { execute } from '../../scripts/workspace.mjs';
import { isSupported, nodesOnPath, ownNode } from '../runtime/nodes.js';
import { install, installExample, packEverything, type Tarballs, unpackAs } from './install.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const built = existsSync(join(root, 'apps/cli/dist/main.js'));
/**
 * The Node versions to test. A quick run tests only its own version, because tests/runtime tests the packages with the
 * others.
 */
const nodes = [ownNode, ...fullOr(nodesOnPath().filter(isSupported).slice(0, 1), [])];

let folder: string;
let tarballs: Tarballs;
/** The folder into which each example is installed, by the example's name. */
const homes: Record<string, string> = {};

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'marquetry-outsider-')));
  if (!built) return;
  tarballs = await packEverything(join(folder, 'tarballs'), ['xor-float', 'codec-lzss']);
  for (const name of ['xor-float', 'codec-lzss', 'app']) homes[name] = await installExample(name, folder, tarballs);
  await install(homes['app']!, ['@marquetry/cli'], tarballs);
}, 180_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a program in a folder and returns its output. Throws if the program fails. */
async function run(node: string, args: readonly string[], cwd: string): Promise<string> {
  const env = { NODE_OPTIONS: '', VITEST: '', FORCE_COLOR: '0', NO_COLOR: '1' };
  const { code, output } = await execute(node, [...args], { cwd, env });
  expect({ code, output: code === 0 ? '' : output }).toEqual({ code: 0, output: '' });
  return output;
}

describe.skipIf(!built)(`examples installed from tarballs${built ? '' : ' (skipped: not built)'}`, () => {
  describe.each(['xor-float', 'codec-lzss'])('examples/%s', (name) => {
    test.each(nodes)(
      'examples/%s passes its own tests on $version, including the conformance suite',
      async ({ path }) => {
        const output = await run(path, ['--test', '--test-reporter=tap'], homes[name]!);
        const passed = Number(/^# pass (\d+)$/m.exec(output)?.[1]);
        expect(/^# fail (\d+)$/m.exec(output)?.[1]).toBe('0');
        expect(passed).toBeGreaterThan(90);
      },
    );

    // A quick run checks the types of only one plug-in.
    test.runIf(isFull || name === 'xor-float')(
      'the plug-in example type-checks against the types in the tarballs',
      async () => {
        const tsc = join(root, 'node_modules/typescript7/bin/tsc');
        await run(ownNode.path, [tsc, '-p', '.', '--noEmit'], homes[name]!);
      },
    );

    test('the plug-in example imports only the dependencies that it declares', () => {
      // `install` adds only declared dependencies to the node_modules of a package, so an undeclared import fails.
      expect(existsSync(join(homes[name]!, 'node_modules/@marquetry/page'))).toBe(false);
    });
  });

  describe.each(nodes)('examples/app on $version', ({ path: node }) => {
    const app = (): string => homes['app']!;
    const cli = (...args: string[]): Promise<string> =>
      run(node, [join(app(), 'node_modules/@marquetry/cli/bin/marquetry.js'), ...args], app());
    const plugins = ['--plugin', 'example-xor-float', '--plugin', './node_modules/example-codec-lzss/src/index.js'];

    test('examples/app writes a file with both example plug-ins, and reads it with marquetry, @marquetry/file and @marquetry/page', async () => {
      const output = await run(node, ['main.js', 'measured.parquet'], app());
      expect(output.trim().split('\n')).toEqual([
        'marquetry 5000 true 500',
        'file 10000 true',
        expect.stringMatching(/^page 10 \d+(\.\d+)?$/),
        'UNSUPPORTED celsius 0 encoding id 200 of DOUBLE values is not registered',
        'others 9000',
      ]);
    });

    test('the command line lists both example plug-ins, and reads, verifies and measures files that use them', async () => {
      const pages = (await cli(...plugins, 'pages', 'measured.parquet', '--json')).trim().split('\n');
      const found = new Set(
        pages.map((line) => JSON.parse(line)).map(({ column, encoding, codec }) => [column, encoding, codec].join(' ')),
      );
      expect([...found]).toEqual(['celsius XOR_FLOAT UNCOMPRESSED', 'volts XOR_FLOAT LZSS', 'name PLAIN LZSS']);
      const cat = await cli(...plugins, 'cat', 'measured.parquet', '--offset', '9999');
      expect(JSON.parse(cat)).toEqual({
        celsius: 19.5,
        volts: expect.any(Number),
        name: 'sensor 3 of the northern wall',
      });
      expect(await cli(...plugins, 'verify', 'measured.parquet')).toMatch(
        /^ok: 1 row group, 3 columns, \d+ pages, 10,000 rows/,
      );
      const sizes = await cli(
        ...plugins,
        'sizes',
        'measured.parquet',
        '--column',
        'celsius',
        '--codec',
        'LZSS',
        '--json',
      );
      const measured = new Map(
        sizes
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line))
          .map(({ encoding, size }) => [encoding, size]),
      );
      expect(measured.get('XOR_FLOAT')).toBeLessThan(measured.get('PLAIN'));
    });

    // apps/cli/test/plug-in.test.ts makes the same checks from the sources, in quick runs, too.
    test.runIf(isFull)('rewriting a file to PLAIN and GZIP, and back, keeps its rows', async () => {
      await cli(...plugins, 'rewrite', 'measured.parquet', 'plain.parquet', '--encoding', 'PLAIN', '--codec', 'GZIP');
      const plain = await cli('cat', 'plain.parquet');
      expect(plain.split('\n')).toHaveLength(10_001);
      const asked = ['--encoding', 'celsius=XOR_FLOAT', '--encoding', 'volts=xor_float', '--codec', 'lzss'];
      await cli(...plugins, 'rewrite', 'plain.parquet', 'again.parquet', ...asked, '--page-version', '2');
      expect(await cli(...plugins, 'cat', 'again.parquet')).toBe(plain);
      expect(await cli(...plugins, 'verify', 'again.parquet')).toMatch(/^ok: /);
    });
  });

  describe('two versions of core in one node_modules tree', () => {
    const other = (): string => join(homes['app']!, 'node_modules/example-xor-float/node_modules/@marquetry/core');

    test.each(nodes)(
      "two versions of core in one node_modules tree read the same file and recognize each other's errors on $version",
      async ({ path: node }) => {
        const app = homes['app']!;
        const before = await run(node, ['main.js', 'two.parquet'], app);
        await unpackAs('0.99.0', tarballs.get('@marquetry/core')!, other());
        mkdirSync(join(app, 'checks'), { recursive: true });
        writeFileSync(join(app, 'checks/two-cores.mjs'), twoCores);
        try {
          expect(await run(node, ['main.js', 'two.parquet'], app)).toBe(before);
          expect((await run(node, ['checks/two-cores.mjs'], app)).trim().split('\n')).toEqual([
            'another core true',
            'another class false',
            'TRUNCATED true {"column":"celsius","page":4}',
            'INVALID_ARGUMENT true',
            'LIMIT true',
            'encoding XOR_FLOAT (200) implements contract 2; this @marquetry/core requires contract 1',
          ]);
        } finally {
          rmSync(join(app, 'node_modules/example-xor-float/node_modules'), { recursive: true });
        }
      },
    );
  });
});

/** Reads a truncated page with the application's copy of core and an encoding that uses another copy. */
const twoCores = `
import { createRequire } from 'node:module';
import { realpathSync } from 'node:fs';
import * as core from '@marquetry/core';
import { openPage } from '@marquetry/page';
import { xorFloat } from 'example-xor-float';

const own = createRequire(import.meta.url).resolve('@marquetry/core');
const theirs = createRequire(realpathSync('node_modules/example-xor-float/src/index.js')).resolve('@marquetry/core');
console.log('another core', own !== theirs);
const { ParquetError } = await import(theirs);
console.log('another class', ParquetError === core.ParquetError);

const column = { type: 5, width: 8, maxDefinitionLevel: 0, maxRepetitionLevel: 0 };
const data = Float64Array.of(1, 2, 3);
const encoder = xorFloat.encoder(column);
encoder.write({ layout: 'fixed', type: 5, width: 8, length: 3, data }, 0, 3);
const encoded = encoder.finish();
const header = {
  type: 0, uncompressedPageSize: 6, compressedPageSize: 6,
  dataPageHeader: { numValues: 3, encoding: 200, definitionLevelEncoding: 3, repetitionLevelEncoding: 3 },
};
const encodings = core.createRegistry([xorFloat]);
const attempts = [
  () => openPage({ header, body: encoded.subarray(0, 6), column, encodings, at: { column: 'celsius', page: 4 } }).values(),
  () => xorFloat.decoder(encoded, { column, valueCount: 3, limits: core.defaultLimits }).read(4),
  () => xorFloat
    .decoder(encoded, { column, valueCount: 3, limits: core.defaultLimits })
    .readInto(core.createColumnBuffer(column, { limits: core.createLimits({ decodedBytes: 8 }) }), 3),
];
for (const attempt of attempts) {
  try {
    attempt();
  } catch (error) {
    const place = error.at.page === undefined ? [] : [JSON.stringify(error.at)];
    console.log(error.code, core.isParquetError(error), ...place);
  }
}
try {
  core.createRegistry([{ ...xorFloat, contract: 2 }]);
} catch (error) {
  console.log(error.message);
}
`;
