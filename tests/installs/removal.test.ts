/**
 * Removes one encoding or codec package from an application: from its registry, its installed packages and its bundle. Reading a file that
 * needs the package throws an error that names it. All other files are read as before.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CodecId, EncodingId, nameOf } from '@marquetry/core';
import { isFull } from '@marquetry/test-support/full.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type PlugIn,
  packagesOf,
  plugIns,
  type Result,
  runBundled,
  runInstalled,
  writeApplication,
} from './applications.js';
import { type Packed, packWorkspace } from './packed.js';
import { type SampleFile, sampleFiles } from './sample-files.js';

/** The ids of the encodings and codecs of a package. */
const idsOf: Readonly<Record<string, readonly number[]>> = {
  plain: [EncodingId.PLAIN],
  rle: [EncodingId.RLE],
  delta: [EncodingId.DELTA_BINARY_PACKED, EncodingId.DELTA_LENGTH_BYTE_ARRAY, EncodingId.DELTA_BYTE_ARRAY],
  dictionary: [EncodingId.PLAIN_DICTIONARY, EncodingId.RLE_DICTIONARY],
  'byte-stream-split': [EncodingId.BYTE_STREAM_SPLIT],
  alp: [EncodingId.ALP],
  'group-varint': [EncodingId.GROUP_VAR_INT],
  'codec-snappy': [CodecId.SNAPPY],
  'codec-gzip': [CodecId.GZIP],
  'codec-brotli': [CodecId.BROTLI],
  'codec-zstd': [CodecId.ZSTD],
  'codec-lz4': [CodecId.LZ4, CodecId.LZ4_RAW],
  'codec-lzo': [CodecId.LZO],
};

/** Packages that our other packages depend on, so they are installed even if the application does not name them. */
const stays: Readonly<Record<string, string>> = {
  rle: 'levels are encoded as its runs',
  dictionary: 'columns store indices into one dictionary',
};

let packed: Packed;
let files: readonly SampleFile[];
let paths: readonly string[];
beforeAll(async () => {
  [packed, files] = await Promise.all([packWorkspace(), sampleFiles()]);
  mkdirSync(join(packed.folder, 'files'));
  paths = files.map(({ name, bytes }) => {
    const path = join(packed.folder, 'files', `${name}.parquet`);
    writeFileSync(path, bytes);
    return path;
  });
}, 60_000);
afterAll(() => rmSync(packed.folder, { recursive: true, force: true }));

function needs(file: SampleFile, { kind, package: name }: PlugIn): boolean {
  const ids = idsOf[name] ?? [];
  if (kind === 'codec') return ids.includes(file.codec);
  // Dictionary pages are encoded with PLAIN.
  const entries = file.encoding === EncodingId.RLE_DICTIONARY || file.encoding === EncodingId.PLAIN_DICTIONARY;
  return ids.includes(file.encoding) || (entries && ids.includes(EncodingId.PLAIN));
}

/** Returns the expected result for every file, if the application lacks the plug-in `without`, or has all plug-ins. */
function expected(without: PlugIn | undefined): Record<string, unknown> {
  return Object.fromEntries(
    files.map((file, i) => {
      if (without === undefined || !needs(file, without)) return [paths[i], { slots: file.slots }];
      const what =
        without.kind === 'codec'
          ? `codec ${nameOf(CodecId, file.codec)} (${file.codec})`
          : `encoding ${without.package === 'plain' ? 'PLAIN (0)' : `${nameOf(EncodingId, file.encoding)} (${file.encoding})`}`;
      const says = [`${what} `, 'is not registered', `@marquetry/${without.package}`];
      return [paths[i], { code: 'UNSUPPORTED', says }];
    }),
  );
}

/** Replaces each error message that contains all expected words with those words, so that results can be compared. */
function saidBy(results: Record<string, Result>, wanted: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(results).map(([path, result]) => {
      const { says } = (wanted[path] ?? {}) as { says?: readonly string[] };
      if (!('message' in result) || says === undefined) return [path, result];
      const found = says.filter((words) => result.message.includes(words));
      return [path, { code: result.code, says: found.length === says.length ? found : result.message }];
    }),
  );
}

async function expectApplication(name: string, without: PlugIn | undefined): Promise<void> {
  const used = plugIns.filter((plugIn) => plugIn !== without);
  const folder = packed.project(name, packagesOf(used));
  writeApplication(folder, used);
  const wanted = expected(without);
  expect(saidBy(runInstalled(folder, paths), wanted)).toEqual(wanted);
  const { results, packages } = await runBundled(folder, paths);
  expect(saidBy(results, wanted)).toEqual(wanted);
  if (without === undefined || stays[without.package] !== undefined) return;
  expect(packed.closureOf(packagesOf(used))).not.toContain(`@marquetry/${without.package}`);
  expect([...packages]).not.toContain(without.package);
}

test('an application with all encoding and codec packages, installed or bundled, reads every file', () =>
  expectApplication('all', undefined));

describe('an application without one of the packages rejects only the files that need it', () => {
  // A quick run tests an encoding package that others depend on, one on which nothing depends, and a codec package with two ids.
  const tried = isFull ? plugIns : plugIns.filter((plugIn) => ['rle', 'alp', 'codec-lz4'].includes(plugIn.package));
  test.each(tried)('an application without $package rejects only the files that need it', (plugIn) =>
    expectApplication(`without-${plugIn.package}`, plugIn),
  );
});

test('the tests of applications that lack a package cover every encoding and codec package', () => {
  const found = packed.members
    .map(({ folder }) => folder)
    // codec-zstd-wasm is codec-zstd with a compressor, under the same id.
    .filter((folder) => folder in idsOf || (folder.startsWith('codec-') && folder !== 'codec-zstd-wasm'));
  expect(plugIns.map((plugIn) => plugIn.package).sort()).toEqual(found.sort());
});
