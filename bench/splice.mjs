// `node --expose-gc bench/splice.mjs [--full]`, after `npm run build`: copies the row groups of the table lineitem four
// times into a file on disk, without decoding. First, DuckDB compares the sums of all columns with those of the source,
// and `marquetry verify` checks every page and index of the copy. Prints the processor time of all threads and the
// elapsed time, together with those of a plain copy of the same bytes in blocks of 2 MiB, and the time of
// `marquetry merge` in a separate process. Exits with 1 if a floor fails. The source is in the page cache; the copy is
// written to the folder of bench/tables, with direct I/O, and the plain copy through the page cache. Both are flushed to
// the disk. Waiting for the disk counts only in the elapsed time. MARQUETRY_ROOT names another built checkout to measure.
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, statSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chosenRoot, commandLine, load } from './checkout.mjs';
import { connect, leafSums } from './tables/duckdb.mjs';
import { folder, file as tableFile } from './tables/files.mjs';
import { processorTimeOf } from './timing.mjs';

const { createParquetWriter, openParquet } = await load('marquetry');
const isFull = process.argv.includes('--full');
const copies = 4;
const samples = 9;
/**
 * Minimum speed of a copy, in megabytes per second of processor time. The fastest sample must reach it, because other
 * programs on the machine can only make a copy slower.
 */
const floorOfSpeed = 1000;

/**
 * Returns the path of a file with the table lineitem, written by Marquetry in row groups of the given number of rows.
 */
async function source(rowGroupRows) {
  const given = await tableFile({ table: 'lineitem6m', layout: 'dictionary', codec: 'snappy' }, isFull);
  const path = join(folder, `lineitem6m-${given.rowCount}.marquetry-${rowGroupRows}.parquet`);
  if (existsSync(path)) return path;
  const from = await openParquet(given.path);
  const columns = { l_orderkey: { bloomFilter: true } };
  const writer = await createParquetWriter(path, { schema: from.schema, codec: 'SNAPPY', rowGroupRows, columns });
  for await (const batch of from.columnBatches({ decodeDictionaries: true })) await writer.write(batch);
  await writer.finish();
  return path;
}

async function splice(path, to) {
  const writer = await createParquetWriter(to, { schema: (await openParquet(path)).schema, direct: true });
  for (let i = 0; i < copies; i++) {
    const file = await openParquet(path);
    for (let rowGroup = 0; rowGroup < file.metadata.rowGroups.length; rowGroup++) {
      await writer.copyRowGroup(file, rowGroup);
    }
    await file.close();
  }
  return writer.finish();
}

/** Copies the bytes of the file through one buffer, without reading them as Parquet. */
async function plainCopy(path, to) {
  const buffer = Buffer.allocUnsafeSlow(2 ** 21);
  const out = await open(to, 'w');
  for (let i = 0; i < copies; i++) {
    const from = await open(path);
    for (;;) {
      const { bytesRead } = await from.read(buffer, 0, buffer.length);
      if (bytesRead === 0) break;
      await out.write(buffer, 0, bytesRead);
    }
    await from.close();
  }
  await out.sync();
  await out.close();
}

/** Runs `marquetry` and returns its processor time in milliseconds, including start-up. */
function processorTimeOfCommand(args) {
  const shell = 'node=$1; shift; "$node" "$@" >&2; code=$?; times; exit $code';
  const run = spawnSync('bash', ['-c', shell, 'bash', process.execPath, commandLine(chosenRoot), ...args], {
    encoding: 'utf8',
  });
  if (run.status !== 0) throw new Error(`marquetry ${args[0]} failed: ${run.stderr}`);
  const [, children] = run.stdout.trim().split('\n');
  return children
    .split(' ')
    .map((text) => /(\d+)m([\d.]+)s/.exec(text))
    .reduce((sum, [, minutes, seconds]) => sum + 60_000 * Number(minutes) + 1000 * Number(seconds), 0);
}

async function check(path, to) {
  const connection = await connect();
  const [was, is] = [await leafSums(connection, path), await leafSums(connection, to)];
  for (const [i, { count, sum }] of was.entries()) {
    const [counts, sums] = [is[i].count === copies * count, Math.abs(is[i].sum / (copies * sum) - 1) < 1e-12];
    if (!counts || !(sums || sum === 0)) throw new Error(`column ${i} of the copy differs from the source`);
  }
  connection.closeSync();
  processorTimeOfCommand(['verify', to]);
}

const text = (n) => Math.round(n).toLocaleString('en-US');
const to = join(folder, 'spliced.parquet');
for (const rowGroupRows of [1_048_576, 122_880]) {
  const path = await source(rowGroupRows);
  await splice(path, to);
  await check(path, to);
  await readFile(path);
  const megabytes = statSync(to).size / 1e6;
  const times = { splice: [], plainCopy: [] };
  const elapsed = { splice: [], plainCopy: [] };
  for (let i = 0; i < samples; i++) {
    for (const run of [splice, plainCopy]) {
      rmSync(to, { force: true });
      globalThis.gc?.();
      const start = performance.now();
      times[run.name].push(await processorTimeOf(() => run(path, to)));
      elapsed[run.name].push(performance.now() - start);
    }
  }
  console.log(`${text(megabytes)} MB, row groups of ${text(rowGroupRows)} rows, Node ${process.versions.node}`);
  for (const name of ['splice', 'plainCopy']) {
    const speed = (1000 * megabytes) / Math.min(...times[name]);
    const isHeld = name !== 'splice' || !isFull || speed >= floorOfSpeed;
    if (!isHeld) process.exitCode = 1;
    const verdict = name === 'splice' && isFull ? ` [${text(floorOfSpeed)}] ${isHeld ? 'held' : 'FAILED'}` : '';
    const wall = (1000 * megabytes) / Math.min(...elapsed[name]);
    console.log(
      `  ${name.padEnd(10)} ${text(speed)} MB per second of processor time${verdict}, ${text(wall)} MB/s elapsed`,
    );
  }
  const command = Math.min(
    ...Array.from({ length: 3 }, () => processorTimeOfCommand(['merge', ...Array(copies).fill(path), to, '--replace'])),
  );
  console.log(
    `  marquetry merge: ${text((1000 * megabytes) / command)} MB per second of processor time, including start-up`,
  );
}
rmSync(to, { force: true });
