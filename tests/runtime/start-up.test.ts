/**
 * Checks which modules of the built packages a program loads at start-up, in a separate Node.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const preload = new URL('print-modules.mjs', import.meta.url).href;
const library = new URL('../../packages/marquetry/dist/index.node.js', import.meta.url).href;
const plugIns = new URL('../../packages/marquetry/dist/plug-ins.js', import.meta.url).href;
const commandLine = fileURLToPath(new URL('../../apps/cli/bin/marquetry.js', import.meta.url));
const sample = fileURLToPath(new URL('../fixtures/pyarrow/empty-page.parquet', import.meta.url));
const built = ['../../packages/marquetry/dist', '../../apps/cli/dist'].every((folder) =>
  existsSync(new URL(folder, import.meta.url)),
);

interface Loaded {
  /** The number of JavaScript files that were loaded. Their total size is `bytes`. */
  readonly files: number;
  readonly bytes: number;
  /** Names of the packages that were loaded, ours and third-party, such as `file` and `commander`. */
  readonly packages: readonly string[];
  /** Names of the Node modules that were loaded, without those that Node itself loads at its start. */
  readonly builtIn: readonly string[];
}

function loadedBy(...args: string[]): Loaded {
  const { NODE_OPTIONS: _, ...env } = process.env;
  const { status, stderr } = spawnSync(process.execPath, ['--import', preload, ...args], { encoding: 'utf8', env });
  expect([status, stderr.slice(0, 1)]).toEqual([0, '{']);
  const { files, builtIn } = JSON.parse(stderr) as { files: string[]; builtIn: string[] };
  const names = files.map((url) => /.*\/(?:packages|apps|node_modules)\/([^/]+)\//.exec(url)?.[1] ?? url);
  const bytes = files.reduce((sum, url) => sum + statSync(new URL(url)).size, 0);
  return { files: files.length, bytes, packages: [...new Set(names)], builtIn };
}

describe.skipIf(!built)(`modules loaded at start-up${built ? '' : ' (skipped: not built)'}`, () => {
  it('importing marquetry loads three small packages', () => {
    const { packages, builtIn, files, bytes } = loadedBy('--input-type=module', '--eval', `import '${library}'`);
    expect([...packages].sort()).toEqual(['core', 'file', 'marquetry', 'schema']);
    expect(builtIn).toEqual([]);
    expect(files).toBeLessThanOrEqual(7);
    expect(bytes).toBeLessThan(105_000);
  });

  it('opening a file loads no code that reads pages, writes files or evaluates filters', () => {
    const { packages } = loadedBy(
      '--input-type=module',
      '--eval',
      `import { openParquet } from '${library}'; await openParquet(process.argv[1])`,
      sample,
    );
    expect(packages).toEqual(expect.arrayContaining(['metadata', 'encodings', 'codecs', 'simd']));
    const unused = /^(page|column|column-writer|records|json|logical|prune|dataset|bloom-filter)$/;
    expect(packages.filter((name) => unused.test(name))).toEqual([]);
  });

  it('reading columns loads no code that builds rows, writes files or evaluates filters', () => {
    const { packages } = loadedBy(
      '--input-type=module',
      '--eval',
      `import { openParquet } from '${library}'; for await (const _ of (await openParquet(process.argv[1])).columnBatches());`,
      sample,
    );
    expect(packages).toContain('column');
    const unused = /^(column-writer|records|json|logical|prune|dataset|bloom-filter)$/;
    expect(packages.filter((name) => unused.test(name))).toEqual([]);
  });

  it('reading the first GZIP page loads zlib', () => {
    const compress = `import { standardCodecs } from '${plugIns}'; standardCodecs.find(2).compress(new Uint8Array(9))`;
    expect(loadedBy('--input-type=module', '--eval', compress).builtIn).toContain('zlib');
  });

  it('`marquetry --version` loads no other package and no argument parser', () => {
    const { packages, builtIn, files, bytes } = loadedBy(commandLine, '--version');
    expect(packages).toEqual(['cli']);
    expect(builtIn).not.toContain('fs/promises');
    expect(files).toBeLessThanOrEqual(3);
    expect(bytes).toBeLessThan(20_000);
  });

  it('`marquetry schema` does not load codecs, encodings, kernels or code that builds rows', () => {
    const { packages, builtIn, files, bytes } = loadedBy(commandLine, 'schema', sample);
    expect([...packages].sort()).toEqual(['cli', 'core', 'file', 'metadata', 'schema', 'thrift']);
    expect(builtIn).not.toContain('child_process');
    expect(files).toBeLessThanOrEqual(14);
    expect(bytes).toBeLessThan(218_000);
  });

  it('`marquetry cat` loads only the packages that read and print rows', () => {
    const { packages } = loadedBy(commandLine, 'cat', sample);
    expect(packages).toEqual(expect.arrayContaining(['marquetry', 'codecs', 'encodings', 'json']));
  });
});
