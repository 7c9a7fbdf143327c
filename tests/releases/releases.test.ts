/**
 * Packages are released independently. These tests check which packages a changeset releases, and that packages of several releases work
 * together in one application. They use tarballs of a copy of the workspace.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EncodingId } from '@marquetry/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sampleFiles } from '../installs/sample-files.js';
import { createScratchReleases, type Release, type ScratchReleases } from './scratch-releases.js';

let scratch: ScratchReleases;
/** All packages, in the versions that the pending changesets release. */
let first: readonly Release[];
beforeAll(async () => {
  scratch = await createScratchReleases();
  first = await scratch.release('all');
  await scratch.keep();
}, 120_000);
afterAll(() => scratch.remove());

const nameOf = ({ member }: Release): string => member.manifest.name;
const versionsOf = (releases: readonly Release[]): Record<string, string> =>
  Object.fromEntries(releases.map((release) => [nameOf(release), release.member.manifest.version]));
const versionOf = (name: string): string => versionsOf(first)[name] as string;

/** Returns the next version: after `0.1.0`, a patch is `0.1.1` and a minor release is `0.2.0`. */
function raised(version: string, bump: 'patch' | 'minor'): string {
  const [major, minor, patch] = version.split('.').map(Number) as [number, number, number];
  return bump === 'patch' ? `${major}.${minor}.${patch + 1}` : `${major}.${minor + 1}.0`;
}

/** Returns the version ranges that other packages declare for the package `name`. */
function rangesOf(name: string, releases: readonly Release[]): Record<string, string> {
  const found = releases.flatMap((release): [string, string][] => {
    const packed = execFileSync('tar', ['-xzOf', release.tarball, 'package/package.json'], { encoding: 'utf8' });
    const { dependencies = {} } = JSON.parse(packed) as { dependencies?: Record<string, string> };
    const range = dependencies[name];
    return range === undefined ? [] : [[nameOf(release), range]];
  });
  return Object.fromEntries(found);
}

/** Returns the first releases, in which the packages of `newer` are replaced by their newer release. */
function withReleases(newer: readonly Release[]): Release[] {
  const names = new Set(newer.map(nameOf));
  return [...first.filter((release) => !names.has(nameOf(release))), ...newer];
}

test('a patch to @marquetry/delta releases only that package', { timeout: 60_000 }, async () => {
  scratch.change({ '@marquetry/delta': 'patch' });
  const released = await scratch.release();
  const version = raised(versionOf('@marquetry/delta'), 'patch');
  expect(versionsOf(released)).toEqual({ '@marquetry/delta': version });
  // The ranges of published packages cover the new version.
  expect(rangesOf('@marquetry/delta', first)).toEqual({
    '@marquetry/encodings': `^${versionOf('@marquetry/delta')}`,
  });
  await scratch.back();
});

test('a breaking change to @marquetry/delta releases only that package and the packages whose version range excludes it', {
  timeout: 60_000,
}, async () => {
  scratch.change({ '@marquetry/delta': 'minor' });
  const released = await scratch.release();
  const version = raised(versionOf('@marquetry/delta'), 'minor');
  expect(versionsOf(released)).toEqual({
    '@marquetry/delta': version,
    '@marquetry/encodings': raised(versionOf('@marquetry/encodings'), 'patch'),
  });
  expect(rangesOf('@marquetry/delta', released)).toEqual({ '@marquetry/encodings': `^${version}` });
  await scratch.back();
});

const application = `import { readFileSync } from 'node:fs';
import * as core from '@marquetry/core';
import * as delta from '@marquetry/delta';
import { createStandardEncodings } from '@marquetry/encodings';
import { openFile, openSource } from '@marquetry/file';

const preset = createStandardEncodings();
const results = { marks: [core.releaseMark ?? null, delta.releaseMark ?? null], slots: {} };
results.sameDelta = preset.find(${EncodingId.DELTA_BINARY_PACKED}) === delta.deltaBinaryPacked;
results.sameErrors = false;
try {
  preset.resolve(200, { type: 1, width: 4 });
} catch (error) {
  results.sameErrors = error instanceof core.ParquetError;
  results.recognized = core.isParquetError(error) && error.code;
}
// The registry uses this version of core; the encodings may use another version.
const encodings = core.createRegistry(preset);
for (const path of process.argv.slice(2)) {
  const file = await openFile(await openSource(readFileSync(path)), { encodings, codecs: core.createCodecRegistry() });
  const slots = [];
  for await (const { c } of file.columnBatches({ spaced: true, decodeDictionaries: true })) {
    const { values, nulls, slotCount } = c;
    for (let i = 0; i < slotCount; i++) {
      const valid = nulls.kind !== 'bitmap' || (nulls.bits[i >> 3] >> (i & 7)) & 1;
      if (!valid) slots.push(null);
      else if (values.layout === 'bytes') slots.push(values.data.subarray(values.offsets[i], values.offsets[i + 1]).join(' '));
      else slots.push(String(values.layout === 'bits' ? (values.data[i >> 3] >> (i & 7)) & 1 : values.data[i]));
    }
  }
  results.slots[path] = slots.join();
}
console.log(JSON.stringify(results));
`;

/** Runs the application in the folder `project`, with one file per standard encoding. */
async function runApplication(project: string): Promise<Record<string, unknown>> {
  const { ALP, GROUP_VAR_INT } = EncodingId;
  const files = (await sampleFiles()).filter(
    ({ codec, encoding }) => codec === 0 && encoding !== ALP && encoding !== GROUP_VAR_INT,
  );
  const paths = files.map(({ name, bytes }) => {
    writeFileSync(join(project, `${name}.parquet`), bytes);
    return `${name}.parquet`;
  });
  writeFileSync(join(project, 'main.mjs'), application);
  const { NODE_OPTIONS: _, ...env } = process.env;
  const printed = execFileSync(process.execPath, ['main.mjs', ...paths], { cwd: project, encoding: 'utf8', env });
  const { slots, ...rest } = JSON.parse(printed) as { slots: Record<string, string> };
  expect(slots).toEqual(Object.fromEntries(files.map(({ name, slots: expected }) => [`${name}.parquet`, expected])));
  return rest;
}

const applicationNeeds = ['core', 'delta', 'encodings', 'file'].map((name) => `@marquetry/${name}`);

test('an application works with a new version of @marquetry/delta and the old versions of all other packages', {
  timeout: 60_000,
}, async () => {
  scratch.mark('@marquetry/delta', "export const releaseMark = 'new delta';");
  scratch.change({ '@marquetry/delta': 'patch' });
  const [delta] = (await scratch.release()) as [Release];
  const project = await scratch.install(withReleases([delta]), 'new-delta', applicationNeeds);
  const installed = (name: string): string =>
    (JSON.parse(readFileSync(join(project, 'node_modules', name, 'package.json'), 'utf8')) as { version: string })
      .version;
  expect(applicationNeeds.map(installed)).toEqual([
    versionOf('@marquetry/core'),
    raised(versionOf('@marquetry/delta'), 'patch'),
    versionOf('@marquetry/encodings'),
    versionOf('@marquetry/file'),
  ]);
  expect(await runApplication(project)).toEqual({
    marks: [null, 'new delta'],
    // The old version of the package `encodings` uses the new version of delta.
    sameDelta: true,
    sameErrors: true,
    recognized: 'UNSUPPORTED',
  });
  await scratch.back();
});

test('an application works with two versions of @marquetry/core: pages and files use the new one, encodings the old one', async () => {
  scratch.mark('@marquetry/core', "export const releaseMark = 'new core';");
  scratch.change({ '@marquetry/core': 'patch' });
  const released = await scratch.release();
  expect(versionsOf(released)).toEqual({ '@marquetry/core': raised(versionOf('@marquetry/core'), 'patch') });
  const project = await scratch.install(withReleases(released), 'two-cores', ['@marquetry/core', '@marquetry/file']);
  // This installs the encodings with the old version of core, and leaves the other packages of the project unchanged.
  await scratch.install(first, 'two-cores', ['@marquetry/delta', '@marquetry/encodings']);
  expect(await runApplication(project)).toEqual({
    marks: ['new core', null],
    sameDelta: true,
    sameErrors: false,
    recognized: 'UNSUPPORTED',
  });
  await scratch.back();
});
