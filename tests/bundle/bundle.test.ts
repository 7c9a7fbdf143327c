/**
 * The bundle of an application contains the code that the application uses, and no other code. This test prints the sizes; `npm run check`
 * compares them with .size-limit.json.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { buildDataPage } from '@marquetry/test-support/pages.js';
import { columnOf, valuesOf } from '@marquetry/test-support/values.js';
import { build, type Metafile } from 'esbuild';
import { openParquet } from 'marquetry';
import { describe, expect, test } from 'vitest';
import { loadedBundle, partsThatLoad } from '../../scripts/loaded-bundle.mjs';
import { jobs } from '../../scripts/size-jobs.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));

interface Bundle {
  readonly text: string;
  /** Folders of packages/, and third-party packages, whose code is in the bundle. */
  readonly packages: readonly string[];
  /** Paths of the files whose code is in the bundle. */
  readonly files: readonly string[];
  /** Size of the bundle in bytes, after gzip. */
  readonly size: number;
}

/**
 * Bundles an entry of tests/sizes for a browser, from the built packages. If an entry has a job (a program to run), the
 * bundle has only the code that the job loads.
 */
async function bundle(entry: string): Promise<Bundle> {
  const path = `tests/sizes/${entry}.js`;
  const job = jobs[path];
  if (job !== undefined) {
    const { contents, metafile } = await loadedBundle(path, job);
    return described(contents, metafile);
  }
  const { outputFiles, metafile } = await build({
    entryPoints: [`tests/sizes/${entry}.js`],
    absWorkingDir: root,
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    write: false,
    metafile: true,
    logLevel: 'silent',
  });
  const [{ contents }] = outputFiles as unknown as [(typeof outputFiles)[number]];
  return described(contents, metafile);
}

function described(contents: Uint8Array, metafile: Metafile): Bundle {
  const text = new TextDecoder().decode(contents);
  const [output] = Object.values(metafile.outputs);
  const used = Object.entries(output?.inputs ?? {}).filter(([, { bytesInOutput }]) => bytesInOutput > 0);
  const packages = used.map(([path]) => {
    const [, ours] = /^packages\/([^/]+)\/dist\//.exec(path) ?? [];
    const [, theirs] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path) ?? [];
    return ours ?? theirs ?? path;
  });
  const files = used.map(([path]) => path);
  return { text, packages: [...new Set(packages)].sort(), files, size: gzipSync(contents, { level: 9 }).length };
}

const entries: Readonly<Record<string, { readonly packages: readonly string[] }>> = {
  'first-program': {
    packages: [
      'bit-io',
      'core',
      'levels',
      'metadata',
      'page',
      'plain',
      'rle',
      'tests/sizes/first-program.js',
      'thrift',
    ],
  },
  'page-standard': {
    packages: [
      'bit-io',
      'byte-stream-split',
      'core',
      'delta',
      'dictionary',
      'encodings',
      'levels',
      'metadata',
      'page',
      'plain',
      'rle',
      'thrift',
    ],
  },
  'file-snappy': {
    packages: [
      'bit-io',
      'byte-stream-split',
      'codec-snappy',
      'column',
      'core',
      'delta',
      'dictionary',
      'encodings',
      'file',
      'levels',
      'lz-blocks',
      'metadata',
      'page',
      'plain',
      'rle',
      'schema',
      'tests/sizes/file-snappy.js',
      'thrift',
    ],
  },
};

describe.each(Object.entries(entries))('%s', (entry, { packages }) => {
  test('the bundle contains only the code of the packages that the program needs', async () => {
    const bundled = await bundle(entry);
    console.log(`${entry}: ${bundled.size} bytes, minified and gzipped`);
    expect(bundled.packages).toEqual(packages);
    expect(bundled.size).toBeGreaterThan(1000);
  });
});

test.each(Object.keys(entries))('the README states the size of %s', async (entry) => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const [, said] = new RegExp(`^\\|.*\\| ([\\d.]+) kB \\| .*tests/sizes/${entry}\\.js`, 'm').exec(readme) ?? [];
  const { size } = await bundle(entry);
  expect(Math.abs(Number(said) * 1000 - size) / size).toBeLessThan(0.04);
});

test('reading rows of a SNAPPY file loads no other codec, no delta encoding, no conversion of decimals to text, and no code that writes, filters or joins files', async () => {
  const { packages, size } = await bundle('rows');
  expect(packages).toEqual(expect.arrayContaining(['file', 'records', 'codec-snappy']));
  const unused = [
    ...['codec-gzip', 'codec-brotli', 'codec-lz4', 'codec-zstd', 'delta', 'byte-stream-split', 'json'],
    ...['pako', 'fzstd', 'zstddec', 'brotli-dec-wasm', 'column-writer', 'bloom-filter', 'prune', 'dataset'],
  ];
  expect(packages.filter((name) => unused.includes(name))).toEqual([]);
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const [, said] = /^\|.*\| ([\d.]+) kB \| .*tests\/sizes\/rows\.js/m.exec(readme) ?? [];
  expect(Math.abs(Number(said) * 1000 - size) / size).toBeLessThan(0.02);
});

test('a bundle with code splitting reads files of every codec, encoding and nesting', async () => {
  const fixtures = `${root}tests/fixtures/duckdb/`;
  const names = readdirSync(fixtures).filter((name) => name.endsWith('.parquet'));
  const folder = mkdtempSync(`${root}.cache/parts-`);
  try {
    let files = 0;
    const { parts } = await partsThatLoad(
      'tests/sizes/rows.js',
      async ({ rowsOf }: { rowsOf(bytes: Uint8Array): AsyncIterable<unknown> }) => {
        for (const name of names) {
          const bytes = new Uint8Array(readFileSync(fixtures + name));
          const expected: unknown[] = [];
          for await (const row of (await openParquet(bytes)).rows()) expected.push(row);
          const rows: unknown[] = [];
          for await (const row of rowsOf(bytes)) rows.push(row);
          expect([name, rows]).toEqual([name, expected]);
          files++;
        }
      },
      folder,
    );
    expect(files).toBeGreaterThan(40);
    const loaded = [...parts].map((path) =>
      path.replace(/.*\/packages\/|^packages\//, '').replace(/\/dist\/([a-z-]+?)-[A-Z0-9]{8}\.js$/, '/$1'),
    );
    expect(loaded).toEqual(
      expect.arrayContaining([
        ...['codecs/standard', 'encodings/standard-encodings', 'file/nesting'],
        ...['records/conversions', 'records/nested-entries'],
      ]),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('the bundle of a reader without a filter has no code that reads rows selected by a bitmap', async () => {
  const byBits = ['packages/column/dist/kept.js', 'packages/file/dist/row-bits.js'];
  expect(byBits.filter((path) => !existsSync(`${root}${path}`))).toEqual([]);
  const { files } = await bundle('file-snappy');
  expect(files.some((path) => path.startsWith('packages/column/dist/'))).toBe(true);
  expect(files.filter((path) => byBits.includes(path))).toEqual([]);
});

test('the bundle of a program that reads one page returns the values and nulls of the page', async () => {
  const { text } = await bundle('first-program');
  const { readPage } = (await import(`data:text/javascript,${encodeURIComponent(text)}`)) as {
    readPage(bytes: Uint8Array): { nulls: { kind: string; nullCount: number; bits: Uint8Array }; data: Int32Array };
  };
  const column = columnOf(1, [1, 0]);
  const definition = Array.from({ length: 1600 }, (_, i) => (i % 8 === 0 ? 0 : 1));
  const values = Array.from({ length: 1400 }, (_, i) => i * 3 - 7);
  const bytes = buildDataPage({ column, encoding: 0, values: valuesOf(column, values), definition, crc: true });
  const { nulls, data } = readPage(bytes);
  expect(nulls).toEqual({ kind: 'bitmap', bits: new Uint8Array(200).fill(0xfe), nullCount: 200 });
  expect(data).toEqual(Int32Array.from(values.slice(1000)));
});
