// Creates the file for all failure tests, its plan, and the output that every run must produce.
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commitSplits, executeSplit, planSplits, rewriteTask, sweep } from '@marquetry/splits';
import { diskStore } from '@marquetry/splits/disk';
import { createParquetWriter, defineSchema } from 'marquetry';

export const task = rewriteTask({ codec: 'SNAPPY' });
const rowCount = 120_000;
/** The filter matches rows whose delay is greater than this number. */
const where = { delay: { gt: -400 } };

/** Returns a function that returns numbers from 0 up to, but not including, its argument. Equal seeds produce equal sequences. */
export function randomOf(seed) {
  let state = (seed * 2654435761) >>> 0;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

/** Writes a file of 12 row groups. `shift` changes all values, but barely changes the file size. */
export async function writeSource(path, shift = 0) {
  const schema = defineSchema({
    id: 'INT64',
    delay: 'INT32',
    noise: 'DOUBLE',
    city: { type: 'STRING', optional: true },
  });
  const writer = await createParquetWriter(path, {
    schema,
    codec: 'SNAPPY',
    rowGroupRows: rowCount / 12,
    checksums: true,
  });
  const random = randomOf(7);
  const rows = Array.from({ length: rowCount }, (_, i) => i);
  await writer.write({
    id: BigInt64Array.from(rows, (i) => BigInt(i + shift)),
    delay: Int32Array.from(rows, () => random(1000) - 500),
    noise: Float64Array.from(rows, () => random(2 ** 31)),
    city: rows.map((i) => (i % 7 === 0 ? null : `city ${random(3000)}`)),
  });
  await writer.finish();
}

/** Plans the file as a dozen splits. */
export const planOf = (path) => planSplits([path], { where, targetBytes: 100_000 });

/** Executes all splits in this process, and returns the results. */
export async function executeAll(plan, output, attempt, more = {}) {
  const results = [];
  for (const split of plan.splits) results.push(await executeSplit(split, task, { attempt, output, ...more }));
  return results;
}

export const hashOf = (path) => createHash('sha256').update(readFileSync(path)).digest('hex');

/** Prepares the data for all loops: the source, its plan, and the hash of the output of a run without failures. */
export async function prepare() {
  const folder = mkdtempSync(join(tmpdir(), 'marquetry-failures-'));
  const source = join(folder, 'source.parquet');
  await writeSource(source);
  const plan = await planOf(source);
  const out = join(folder, 'expected');
  await commitSplits(await executeAll(plan, diskStore(out), 'first'), {
    plan,
    target: diskStore(out),
    mode: 'one-file',
  });
  const expected = hashOf(join(out, 'data.parquet'));
  return { folder, source, plan, expected, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function require(isTrue, what) {
  if (!isTrue) throw new Error(what);
}

/** Returns the paths of all files below a folder. */
export const filesBelow = (folder) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(folder.length + 1))
        .sort()
    : [];

/** Checks that the output has the expected bytes and one manifest, and that a sweep leaves nothing else. */
export async function requireCommitted({ expected }, out) {
  const found = hashOf(join(out, 'data.parquet'));
  require(found === expected, `data.parquet has the hash ${found} instead of ${expected}`);
  await sweep(diskStore(out), { olderThan: 0, published: true, now: Date.now() + 1000 });
  const files = filesBelow(out).join();
  const isOne = /^_manifest\/([0-9a-f]{64})\.done\.json,_manifest\/\1\.json,data\.parquet$/.test(files);
  require(isOne, `after the sweep there are ${files} instead of one manifest and data.parquet`);
}

/** Checks that nothing is visible, and that a sweep leaves no file at all. */
export async function requireNothing(out) {
  const visible = filesBelow(out).filter((name) => !name.startsWith('_parts/'));
  require(visible.length === 0, `there is an output although the run failed: ${visible.join()}`);
  await sweep(diskStore(out), { olderThan: 0, now: Date.now() + 1000 });
  require(filesBelow(out).length === 0, `after the sweep there are ${filesBelow(out).join()}`);
}

/** Awaits the rejection of a call, and checks its code and text. */
export async function requireError(call, code, ...texts) {
  let error;
  try {
    await call();
  } catch (caught) {
    error = caught;
  }
  require(error !== undefined, `the call did not fail; expected ${code}`);
  require(error.code === code, `the error has the code ${error.code} instead of ${code}: ${error.message}`);
  for (const text of texts) require(error.message.includes(text), `the error does not name ${text}: ${error.message}`);
  return error;
}
