/** Applications that install only the packages of the encodings and codecs they use, and read files with them. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { build } from 'esbuild';
import { browserGlobals } from '../runtime/browser-globals.js';

/** An encoding or codec, and the package that exports it. */
export interface PlugIn {
  readonly kind: 'encoding' | 'codec';
  /** The package name without the scope, such as `delta`. */
  readonly package: string;
  /** The exports of the package. */
  readonly exports: readonly string[];
}

export const plugIns: readonly PlugIn[] = [
  { kind: 'encoding', package: 'plain', exports: ['plain'] },
  { kind: 'encoding', package: 'rle', exports: ['rle'] },
  { kind: 'encoding', package: 'delta', exports: ['deltaBinaryPacked', 'deltaLengthByteArray', 'deltaByteArray'] },
  { kind: 'encoding', package: 'dictionary', exports: ['plainDictionary', 'rleDictionary'] },
  { kind: 'encoding', package: 'byte-stream-split', exports: ['byteStreamSplit'] },
  { kind: 'encoding', package: 'alp', exports: ['alp'] },
  { kind: 'encoding', package: 'group-varint', exports: ['groupVarint'] },
  { kind: 'codec', package: 'codec-snappy', exports: ['snappy'] },
  { kind: 'codec', package: 'codec-gzip', exports: ['gzip'] },
  { kind: 'codec', package: 'codec-brotli', exports: ['brotli'] },
  { kind: 'codec', package: 'codec-zstd', exports: ['zstd'] },
  { kind: 'codec', package: 'codec-lz4', exports: ['lz4', 'lz4Raw'] },
  { kind: 'codec', package: 'codec-lzo', exports: ['lzo'] },
];

/**
 * The result of reading a file in an application: the column's entries, including nulls, as text separated by commas;
 * or the error that was thrown.
 */
export type Result = { readonly slots: string } | { readonly code: string; readonly message: string };

/** Returns the names of the packages that an application with these plug-ins depends on. */
export function packagesOf(used: readonly PlugIn[]): string[] {
  return ['core', 'file', ...used.map((plugIn) => plugIn.package)].map((name) => `@marquetry/${name}`);
}

/** Writes the application into `folder`: `app.mjs` exports `read(base64)`, and `main.mjs` reads the files in its arguments. */
export function writeApplication(folder: string, used: readonly PlugIn[]): void {
  const registryOf = (kind: PlugIn['kind']): string =>
    `[${used.flatMap((plugIn) => (plugIn.kind === kind ? plugIn.exports : [])).join(', ')}]`;
  const imports = used.map(
    ({ exports, package: name }) => `import { ${exports.join(', ')} } from '@marquetry/${name}';`,
  );
  writeFileSync(
    join(folder, 'app.mjs'),
    `import { createCodecRegistry, createRegistry } from '@marquetry/core';
import { openFile, openSource } from '@marquetry/file';
${imports.join('\n')}

const encodings = createRegistry(${registryOf('encoding')});
const codecs = createCodecRegistry(${registryOf('codec')});

function slotsOf({ values, nulls, slotCount }) {
  return Array.from({ length: slotCount }, (_, i) => {
    if (nulls.kind === 'bitmap' && ((nulls.bits[i >> 3] >> (i & 7)) & 1) === 0) return null;
    if (values.layout === 'bits') return String((values.data[i >> 3] >> (i & 7)) & 1);
    if (values.layout === 'bytes') return values.data.subarray(values.offsets[i], values.offsets[i + 1]).join(' ');
    return String(values.data[i]);
  });
}

export async function read(base64) {
  try {
    const source = await openSource(Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)));
    const file = await openFile(source, { encodings, codecs });
    const slots = [];
    for await (const { c } of file.columnBatches({ spaced: true, decodeDictionaries: true })) slots.push(...slotsOf(c));
    return { slots: slots.join() };
  } catch ({ code, message }) {
    return { code, message };
  }
}
`,
  );
  writeFileSync(
    join(folder, 'main.mjs'),
    `import { readFileSync } from 'node:fs';
import { read } from './app.mjs';

const results = {};
for (const path of process.argv.slice(2)) results[path] = await read(readFileSync(path, 'base64'));
console.log(JSON.stringify(results));
`,
  );
}

/** Runs the application under Node, and returns the results by path. */
export function runInstalled(folder: string, paths: readonly string[]): Record<string, Result> {
  const { NODE_OPTIONS: _, ...env } = process.env;
  return JSON.parse(execFileSync(process.execPath, [join(folder, 'main.mjs'), ...paths], { encoding: 'utf8', env }));
}

/**
 * Bundles the application for browsers and runs it in an environment without Node. Returns the results by path, and the names of the
 * packages in the bundle.
 */
export async function runBundled(
  folder: string,
  paths: readonly string[],
): Promise<{ readonly results: Record<string, Result>; readonly packages: ReadonlySet<string> }> {
  const { outputFiles, metafile } = await build({
    entryPoints: [join(folder, 'app.mjs')],
    absWorkingDir: folder,
    bundle: true,
    platform: 'browser',
    format: 'iife',
    globalName: 'app',
    target: 'es2022',
    write: false,
    metafile: true,
  });
  const context = createContext({ ...browserGlobals });
  runInContext(`${outputFiles[0]?.text}; globalThis.app = app;`, context);
  const { read } = context['app'] as { read(base64: string): Promise<Result> };
  const results: Record<string, Result> = {};
  for (const path of paths) results[path] = { ...(await read(readFileSync(path, 'base64'))) };
  const used = Object.entries(Object.values(metafile.outputs)[0]?.inputs ?? {});
  const names = used.flatMap(([path, { bytesInOutput }]) => {
    const [, name] = /.*node_modules\/@marquetry\/([^/]+)\//.exec(path) ?? [];
    return name === undefined || bytesInOutput === 0 ? [] : [name];
  });
  return { results, packages: new Set(names) };
}
