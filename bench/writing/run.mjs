// `npm run bench -- writing`: one million lineitem-like rows with SNAPPY, a process a writer; DuckDB compares what was
// written with the input. Exits with 1 when a line that must hold does not.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connect, table } from '../tables.mjs';
import { writers } from './writers.mjs';

const child = fileURLToPath(new URL('child.mjs', import.meta.url));
const { path, rowCount, bytes: duckdbBytes, plainBytes } = await table('lineitem');
const connection = await connect();
const folder = mkdtempSync(join(tmpdir(), 'marquetry-bench-'));

/** Throws unless a file holds the rows of the input, in its order. */
async function checkValues(name, file) {
  const rows = `SELECT count(*) FROM (FROM read_parquet('${path}')) a POSITIONAL JOIN (FROM read_parquet('${file}')) b`;
  const columns = await connection.runAndReadAll(`DESCRIBE FROM read_parquet('${path}')`);
  const same = columns.getRows().map(([column]) => `a.${column} IS NOT DISTINCT FROM b.${column}`);
  const equal = await connection.runAndReadAll(`${rows} WHERE ${same.join(' AND ')}`);
  if (Number(equal.getRows()[0][0]) !== rowCount) throw new Error(`${name} did not write the rows that it was given`);
}

function measureWriter(name) {
  const file = join(folder, 'out.parquet');
  const args = ['--expose-gc', '--max-old-space-size=8192', child, name, path, file];
  const { status, stdout } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error(`${name} ended with exit code ${status}`);
  return { name, file, bytes: statSync(file).size, ...JSON.parse(stdout) };
}

const row = (cells) => cells.map((cell, i) => (i === 0 ? cell.padEnd(26) : cell.padStart(12))).join('');
console.log(
  `\nWriting ${rowCount.toLocaleString('en-US')} lineitem-like rows, SNAPPY; Node ${process.version}, a process each`,
);
console.log(
  'MB/s: plain bytes of the table by the median of five warm runs. Memory: peak resident of the first run,\nand what it added to what the process held with its input ready.\n',
);
console.log(row(['writer', 'MB/s', 'first run', 'file', 'to DuckDB', 'peak', 'added']));
const results = {};
try {
  for (const name of Object.keys(writers)) {
    const result = measureWriter(name);
    await checkValues(name, result.file);
    results[name] = result;
    const { seconds, first, bytes, before, peak } = result;
    console.log(
      row([
        name,
        (plainBytes / seconds / 1e6).toFixed(0),
        `${first.toFixed(2)} s`,
        `${(bytes / 1e6).toFixed(1)} MB`,
        `${((bytes / duckdbBytes - 1) * 100).toFixed(1)} %`,
        `${peak.toFixed(0)} MB`,
        `${(peak - before).toFixed(0)} MB`,
      ]),
    );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

const ours = results.marquetry;
const peer = results['hyparquet-writer 0.17.0'];
const streaming = results['marquetry, streaming'];
const lines = [
  [
    `speed, to hyparquet-writer: ${(peer.seconds / ours.seconds).toFixed(1)}x`,
    'at least 3x',
    peer.seconds / ours.seconds >= 3,
  ],
  [
    `size, to DuckDB: ${((ours.bytes / duckdbBytes) * 100).toFixed(1)} %`,
    'at most 103 %',
    ours.bytes <= 1.03 * duckdbBytes,
  ],
  [
    `peak memory, streaming, to hyparquet-writer: ${(streaming.peak / peer.peak).toFixed(2)}x`,
    'under 0.33x',
    streaming.peak < peer.peak / 3,
  ],
];
console.log('');
for (const [measured, wanted, holds] of lines) console.log(`${holds ? 'holds' : 'FAILS'}  ${measured} (${wanted})`);
process.exitCode = lines.every(([, , holds]) => holds) ? 0 : 1;
