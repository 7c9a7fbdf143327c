// The failures that need no engine. A call runs one failure once, with a random number generator, in a separate
// folder. It throws if the output is not as expected.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRegistry } from '@marquetry/core';
import { commitSplits, executeSplit } from '@marquetry/splits';
import { diskStore } from '@marquetry/splits/disk';
import { openParquet } from 'marquetry';
import { standardEncodings } from 'marquetry/plug-ins';
import { environment, executeInPool, pathOf } from './pool.mjs';
import { executeAll, planOf, requireCommitted, requireError, requireNothing, task, writeSource } from './setup.mjs';

const commit = (plan, results, out) => commitSplits(results, { plan, target: diskStore(out), mode: 'one-file' });

/** Returns the items in a random order. */
function shuffled(items, random) {
  const left = [...items];
  return Array.from(items, () => left.splice(random(left.length), 1)[0]);
}

const workerKilled =
  (at) =>
  async ({ shared, folder, random }) => {
    const out = join(folder, 'out');
    const marker = join(folder, 'killed');
    const hook = { at, nth: 1 + random(4), signal: 'SIGKILL', marker };
    const results = await executeInPool(shared.plan, out, { hook });
    if (!existsSync(marker)) throw new Error('no worker was killed');
    await commit(shared.plan, results, out);
    await requireCommitted(shared, out);
  };

/** Starts a process that commits. Resolves with the exit code or the signal that ended the process. */
const committer = (results, out, hook) =>
  new Promise((resolve) => {
    const env = { ...environment, ...(hook && { HOOK: JSON.stringify(hook) }) };
    const child = spawn(process.execPath, [pathOf('committer.mjs'), results, out], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let text = '';
    child.stdout.on('data', (bytes) => {
      text += bytes;
    });
    child.on('close', (code, signal) => resolve({ end: signal ?? code, text }));
  });

/** Writes two files of results, from different attempts, in random orders. */
async function twoResults({ shared, folder, random }, out) {
  const paths = [];
  for (const attempt of ['a', 'b']) {
    const results = shuffled(await executeAll(shared.plan, diskStore(out), attempt), random);
    const path = join(folder, `results-${attempt}.ndjson`);
    writeFileSync(path, results.map((result) => JSON.stringify(result)).join('\n'));
    paths.push(path);
  }
  return paths;
}

const committerKilled = (at) => async (context) => {
  const { shared, folder, random } = context;
  const out = join(folder, 'out');
  const [first, second] = await twoResults(context, out);
  const marker = join(folder, 'killed');
  const hook = { at, nth: at === 'at manifest' ? 1 + random(8) : 1, signal: 'SIGKILL', marker };
  const { end } = await committer(first, out, hook);
  if (end !== 'SIGKILL') throw new Error(`the committer ended with ${end} instead of being killed`);
  const again = await committer(random(2) === 0 ? first : second, out);
  if (again.end !== 0) throw new Error(`the second committer ended with ${again.end}`);
  await requireCommitted(shared, out);
};

async function twoCommitters(context) {
  const { shared, folder } = context;
  const out = join(folder, 'out');
  const paths = await twoResults(context, out);
  const ends = await Promise.all(paths.map((path) => committer(path, out)));
  if (ends.some(({ end }) => end !== 0)) throw new Error(`the committers ended with ${ends.map(({ end }) => end)}`);
  const winners = ends.filter(({ text }) => JSON.parse(text).created);
  if (winners.length !== 1) throw new Error(`${winners.length} committers created the manifest`);
  await requireCommitted(shared, out);
}

async function sourceReplaced({ folder, random }) {
  const source = join(folder, 'source.parquet');
  await writeSource(source);
  const plan = await planOf(source);
  const out = join(folder, 'out');
  const output = diskStore(out);
  const results = [];
  const replacedBefore = random(plan.splits.length);
  const other = join(folder, 'other.parquet');
  await writeSource(other, 1);
  const kind = random(3);
  const run = async () => {
    for (const [i, split] of plan.splits.entries()) {
      if (i === replacedBefore) {
        if (kind === 0) renameSync(other, source);
        else if (kind === 1) writeFileSync(source, readFileSync(other).subarray(0, 200_000 + random(100_000)));
        // A file with the same bytes but another modification time is another version.
        else utimesSync(source, new Date(), new Date(Date.now() + 5000));
      }
      results.push(await executeSplit(split, task, { attempt: 'a', output }));
    }
  };
  await requireError(run, 'CORRUPT', source, 'changed');
  await requireError(() => commit(plan, results, out), 'INVALID_ARGUMENT');
  await requireNothing(out);
}

async function badChecksum({ folder, random }) {
  const path = join(folder, 'poison.parquet');
  await writeSource(path);
  const file = await openParquet(path);
  const rowGroup = random(file.metadata.rowGroups.length);
  const column = ['id', 'noise', 'city'][random(3)];
  const pages = [];
  for await (const page of file.pages({ rowGroup, column })) pages.push(page);
  const page = pages[random(pages.length)];
  await file.close();
  const bytes = readFileSync(path);
  bytes[page.fileOffset + page.headerSize + random(page.body.length)] ^= 1 << random(8);
  writeFileSync(path, bytes);
  const plan = await planOf(path);
  const out = join(folder, 'out');
  const error = await requireError(() => executeInPool(plan, out), 'CORRUPT', 'poison.parquet', `column ${column}`);
  if (!error.message.includes(`row group ${rowGroup}`))
    throw new Error(`the error names another row group: ${error.message}`);
  await requireError(() => commit(plan, [], out), 'INVALID_ARGUMENT');
  await requireNothing(out);
}

async function withoutEncoding({ shared, folder, random }) {
  const needed = shared.plan.splits[0].needs.encodings;
  const lacking = needed[random(needed.length)];
  const others = needed.filter((id) => id !== lacking).map((id) => standardEncodings.find(id));
  let reads = 0;
  const resolve = async () => {
    reads++;
    throw new Error('the source was opened');
  };
  const out = join(folder, 'out');
  const options = { attempt: 'a', output: diskStore(out), encodings: createRegistry(others), resolve };
  await requireError(() => executeSplit(shared.plan.splits[0], task, options), 'UNSUPPORTED', `(${lacking})`);
  if (reads > 0) throw new Error('the source was opened');
  await requireNothing(out);
}

async function fullDisk({ shared, folder, random }) {
  const out = join(folder, 'out');
  mkdirSync(out);
  const size = 64 + random(1200);
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}k`, 'tmpfs', out]);
  if (mounted.status !== 0) throw new Error(`mount failed: ${mounted.stderr}`);
  try {
    const results = [];
    const run = async () => {
      for (const split of shared.plan.splits) {
        results.push(await executeSplit(split, task, { attempt: 'a', output: diskStore(out) }));
      }
      await commit(shared.plan, results, out);
    };
    await requireError(run, 'ENOSPC');
    if (existsSync(join(out, 'data.parquet'))) throw new Error('there is an output on the full disk');
    spawnSync('mount', ['-o', 'remount,size=64m', out]);
    await commit(shared.plan, await executeAll(shared.plan, diskStore(out), 'b'), out);
    await requireCommitted(shared, out);
  } finally {
    spawnSync('umount', ['-l', out]);
  }
}

async function duplicatesReordered({ shared, folder, random }) {
  const out = join(folder, 'out');
  const results = [];
  for (const attempt of ['a', 'b', 'c']) results.push(...(await executeAll(shared.plan, diskStore(out), attempt)));
  const some = results.filter((_, i) => i < shared.plan.splits.length || random(2) === 0);
  await commit(shared.plan, shuffled([...some, ...some.slice(0, random(some.length))], random), out);
  await requireCommitted(shared, out);
}

/** The failures by name. `needs` names the programs that must be installed. */
export const scenarios = [
  { name: 'a worker is killed before it writes', run: workerKilled('before') },
  { name: 'a worker is killed while it writes', run: workerKilled('while') },
  { name: 'a worker is killed after it has written', run: workerKilled('after') },
  { name: 'the committer is killed before the manifest', run: committerKilled('before manifest') },
  { name: 'the committer is killed at the manifest', run: committerKilled('at manifest') },
  { name: 'the committer is killed after the manifest', run: committerKilled('after manifest') },
  { name: 'the committer is killed while it writes the file', run: committerKilled('while') },
  { name: 'two committers run at once', run: twoCommitters },
  { name: 'the source is replaced during the run', run: sourceReplaced },
  { name: 'a page has a wrong checksum', run: badChecksum },
  { name: 'a worker lacks an encoding', run: withoutEncoding },
  { name: 'the disk is full', needs: 'mount', run: fullDisk },
  { name: 'results are repeated and reordered', run: duplicatesReordered },
];
