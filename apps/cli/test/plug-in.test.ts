import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { createParquetWriter, defineSchema, memorySink } from 'marquetry';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { modulePath } from '../src/module-path.js';
import { fileOf, jsonLines, runCli } from './run-cli.js';

const folder = mkdtempSync(join(tmpdir(), 'marquetry-plug-in-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function moduleOf(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

/**
 * The source of a plug-in module with an encoding for INT32 and a codec, which both flip all bits. Both throw if they
 * are used before `prepare`.
 */
const flipping = `
const flip = (bytes) => Uint8Array.from(bytes, (byte) => byte ^ 0xff);
let isReady = false;
export const flipped = {
  contract: 1, id: 200, name: 'FLIPPED', usesDictionary: false,
  supports: ({ type }) => type === 1,
  prepare: () => (isReady ? undefined : Promise.resolve().then(() => { isReady = true; })),
  decoder: (bytes, { valueCount }) => {
    if (!isReady) throw new Error('FLIPPED is not prepared');
    let done = 0;
    const read = (count) => {
      const raw = flip(bytes.subarray(4 * done, 4 * (done += count)));
      return { layout: 'fixed', type: 1, width: 4, length: count, data: new Int32Array(raw.buffer) };
    };
    return {
      get remaining() { return valueCount - done; },
      read,
      readInto: (target, count) => {
        target.reserve(count);
        target.data.set(new Uint8Array(read(count).data.buffer), 4 * target.length);
        target.length += count;
      },
      skip: (count) => { done += count; },
    };
  },
  encoder: () => {
    const parts = [];
    return {
      get byteLength() { return 4 * parts.length; },
      write: (values, from, to) => { parts.push(...values.data.subarray(from, to)); },
      finish: () => flip(new Uint8Array(Int32Array.from(parts).buffer)),
    };
  },
};
let prepared = false;
const started = () => { if (!prepared) throw new Error('not prepared'); };
const codec = {
  contract: 1, id: 300, name: 'FLIP',
  prepare: async () => { prepared = true; },
  compress: (raw) => { started(); return flip(raw); },
  decompress: (packed, into) => { started(); into.set(flip(packed)); },
};
export default [codec];
export const unrelated = 7, nothing = null, also = { id: 1 };
export function createFlipped() {}
`;
const flippingPath = moduleOf('flipping.mjs', flipping);
const plugin = ['--plugin', flippingPath];

let input: string;
beforeAll(async () => {
  const sink = memorySink();
  const writer = await createParquetWriter(sink, { schema: defineSchema({ id: 'INT32', name: 'STRING' }) });
  await writer.write({ id: [1, -2, 3], name: ['a', 'b', 'c'] });
  await writer.finish();
  input = fileOf(sink.bytes);
});

describe('--plugin', () => {
  it('encodings and codecs that --plugin adds can be written, listed, read, verified and measured', async () => {
    const out = join(folder, 'flipped.parquet');
    const asked = ['--encoding', 'id=flipped', '--codec', 'flip', '--json'];
    const rewritten = await runCli([...plugin, 'rewrite', input, out, ...asked]);
    expect([rewritten.code, rewritten.stderr]).toEqual([0, '']);
    expect(jsonLines(rewritten.stdout)[0]).toMatchObject({ column: 'id', encodings: ['FLIPPED'], codec: 'FLIP' });

    const pages = jsonLines((await runCli([...plugin, 'pages', out, '--column', 'id', '--json'])).stdout);
    expect(pages).toEqual([expect.objectContaining({ encoding: 'FLIPPED', codec: 'FLIP' })]);

    // This is the first command that decodes, so it must call `prepare` of the encoding.
    expect(await runCli([...plugin, 'verify', out])).toMatchObject({ code: 0, stderr: '' });
    const cat = await runCli([...plugin, 'cat', out]);
    expect(cat).toEqual({ code: 0, stdout: (await runCli(['cat', input])).stdout, stderr: '' });
    expect(cat.stdout).toContain('"id":-2');
    // The `--plugin` option may follow the command, and may be given twice.
    expect(await runCli(['cat', out, ...plugin, ...plugin])).toEqual(cat);

    const sizes = await runCli([...plugin, 'sizes', out, '--column', 'id', '--json']);
    const measured = jsonLines(sizes.stdout).map(({ encoding, codec }) => `${encoding} ${codec}`);
    expect(measured).toEqual(expect.arrayContaining(['FLIPPED FLIP', 'FLIPPED SNAPPY', 'PLAIN FLIP']));
    expect((await runCli([...plugin, 'sizes', out, '--codec', 'flip'])).stdout).toContain('bytes: FLIPPED FLIP');
  });

  it('without --plugin, pages are listed with encoding ids instead of names, and decoding them fails with an error that contains the id', async () => {
    const out = join(folder, 'missing.parquet');
    await runCli([...plugin, 'rewrite', input, out, '--encoding', 'id=FLIPPED', '--codec', 'NONE']);
    expect(jsonLines((await runCli(['pages', out, '--json'])).stdout)[0]).toMatchObject({ encoding: 'id 200' });
    expect(await runCli(['cat', out, '--columns', 'name'])).toMatchObject({ code: 0, stderr: '' });
    const { code, stderr } = await runCli(['cat', out]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^marquetry: UNSUPPORTED: encoding id 200 of INT32 values is not registered; .*\n$/);
    expect(stderr).toContain('(column id, row group 0, page 0, ');
  });

  it('the error for an unknown encoding or codec also lists the names that --plugin adds', async () => {
    const { code, stderr } = await runCli([...plugin, 'rewrite', input, join(folder, 'x'), '--encoding', 'flopped']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^marquetry: no writable encoding is named flopped; choose from: PLAIN, .*FLIPPED\n$/);
    const codec = await runCli([...plugin, 'rewrite', input, join(folder, 'x'), '--codec', 'flop']);
    expect(codec.stderr).toMatch(/^marquetry: no writable codec is named flop; choose from: .*FLIP\n$/);
  });

  it('--plugin is listed in the help', async () => {
    for (const args of [['--help'], ['cat', '--help']]) {
      expect((await runCli(args)).stdout).toContain('--plugin <module>');
    }
  });

  const identity = (more: string): string => `contract: 1, id: 200, name: 'MINE', ${more}`;
  const body = 'usesDictionary: false, supports: () => true, decoder: () => {}';
  it.each<[name: string, text: string, message: string]>([
    ['empty', 'export const a = 1;', 'the module exports neither an encoding nor a codec'],
    [
      'newer',
      `export const e = { ${identity(body)}, contract: 2 };`,
      'encoding MINE (200) implements contract 2; this @marquetry/core requires contract 1',
    ],
    [
      'newer-codec',
      "export default { contract: 7, id: 200, name: 'MINE', decompress() {} };",
      'codec MINE (200) implements contract 7; this @marquetry/core requires contract 1',
    ],
    [
      'without-contract',
      `export const e = { ${identity(body)}, contract: undefined };`,
      'encoding MINE (200) implements contract undefined; this @marquetry/core requires contract 1',
    ],
    [
      'taken',
      `export const e = { ${identity(body)}, id: 5 };`,
      'encoding MINE has the id 5, which DELTA_BINARY_PACKED already has',
    ],
    [
      'twice',
      `export const a = { ${identity(body)} }, b = { ...a, name: 'OTHER' };`,
      'encoding OTHER has the id 200, which MINE already has',
    ],
    ['namesake', `export const e = { ${identity(body)}, name: 'rle' };`, 'another encoding already has the name rle'],
    [
      'taken-codec',
      "export default { contract: 1, id: 1, name: 'X', decompress() {} };",
      'codec X has the id 1, which SNAPPY already has',
    ],
    ['odd-id', `export const e = { ${identity(body)}, id: 0.5 };`, 'the id of encoding MINE must be an int32, got 0.5'],
    ['half', `export const e = { ${identity('decoder: () => {}')} };`, 'encoding MINE has no supports()'],
    ['throwing', "throw new Error('two\\nlines');", 'the module cannot be loaded: Error: two'],
  ])('the invalid module %s makes the command exit with 2 and print one line', async (name, text, message) => {
    const path = moduleOf(`${name}.mjs`, text);
    const expected = { code: 2, stdout: '', stderr: `marquetry: --plugin ${path}: ${message}\n` };
    expect(await runCli(['--plugin', path, 'schema', input])).toEqual(expected);
  });

  it('--plugin replaces a standard codec with one of the same id and name', async () => {
    const path = moduleOf(
      'own-snappy.mjs',
      `const refuse = () => { throw new Error('the SNAPPY of the plug-in'); };
       export default { contract: 1, id: 1, name: 'SNAPPY', decompress: refuse, compress: refuse };`,
    );
    const out = join(folder, 'own-snappy.parquet');
    const { code, stderr } = await runCli(['--plugin', path, 'rewrite', input, out, '--codec', 'SNAPPY']);
    expect(code).not.toBe(0);
    expect(stderr).toContain('the SNAPPY of the plug-in');
  });

  it('--plugin exits with 2 and prints one line for an unknown module', async () => {
    for (const name of ['./nowhere.js', 'no-such-package', join(folder, 'nowhere.js')]) {
      const expected = {
        code: 2,
        stdout: '',
        stderr: `marquetry: --plugin ${name}: no such module; give a path such as ./my-encoding.js or the name of an installed package\n`,
      };
      expect(await runCli(['--plugin', name, 'schema', input])).toEqual(expected);
    }
  });

  it('--plugin reports a module whose own imports are missing', async () => {
    const path = moduleOf('lonely.mjs', "import 'no-such-package';");
    const { code, stderr } = await runCli(['--plugin', path, 'schema', input]);
    expect(code).toBe(2);
    expect(stderr).toContain(`--plugin ${path}: the module cannot be loaded: `);
    expect(stderr).toContain('no-such-package');
  });
});

describe('finding the module file of a plug-in', () => {
  const installed = (name: string, manifest: object, file: string): string => {
    const root = join(folder, 'app/node_modules', name);
    mkdirSync(root, { recursive: true });
    writeFileSync(join(root, 'package.json'), JSON.stringify({ name, type: 'module', ...manifest }));
    writeFileSync(join(root, file), 'export {};');
    return join(root, file);
  };
  const app = join(folder, 'app');

  it.each<[name: string, manifest: object, file: string]>([
    [
      'by-import',
      { exports: { '.': { types: './x.d.ts', import: './entry.js', require: './other.cjs' } } },
      'entry.js',
    ],
    ['by-default', { exports: { types: './x.d.ts', default: './entry.js' } }, 'entry.js'],
    ['nested', { exports: { '.': { node: { import: './entry.js' } } } }, 'entry.js'],
    ['by-string', { exports: './entry.js' }, 'entry.js'],
    ['by-main', { main: './entry.js' }, 'entry.js'],
    ['by-index', {}, 'index.js'],
    ['@scope/scoped', { exports: './entry.js' }, 'entry.js'],
  ])('the package %s resolves to the same file as with `import`', (name, manifest, file) => {
    const path = installed(name, manifest, file);
    expect(modulePath(name, app)).toBe(path);
    mkdirSync(join(app, 'below'), { recursive: true });
    expect(modulePath(name, join(app, 'below'))).toBe(path);
  });

  it('a plug-in name is resolved as a file path first, with or without ./, and then as a package; a folder is not a file path', () => {
    const path = moduleOf('app/mine.js', '');
    expect(modulePath('./mine.js', app)).toBe(path);
    expect(modulePath('mine.js', app)).toBe(path);
    expect(modulePath(`../${relative(folder, path)}`, app)).toBe(path);
    expect(modulePath(`file://${path}`, app)).toBe(path);
    const packaged = installed('below', { exports: './entry.js' }, 'entry.js');
    expect(modulePath('below', app)).toBe(packaged);
  });

  it('a plug-in package that is installed next to the CLI is found from any folder', () => {
    expect(modulePath('@marquetry/alp', folder)).toMatch(/alp/);
  });
});
