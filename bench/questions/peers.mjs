// Times filtered reads (questions) of Marquetry, DuckDB, pyarrow and polars, on one thread, from disk. Each call opens the file.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { load } from '../checkout.mjs';
import { connect, literal } from '../tables/duckdb.mjs';
import { median, timeOf, warmUp } from '../timing.mjs';
import { lineitem } from './files.mjs';
import { questions, whereOf } from './questions.mjs';

const { openParquet } = await load('marquetry');
const calls = 9;
const operators = { lt: '<', le: '<=', ge: '>=' };

/** Returns a predicate as a list of comparisons, each `[column, operator, value]`. */
function testsOf(where) {
  return Object.entries(where).flatMap(([column, test]) => {
    if (typeof test === 'number') return [[column, '=', test]];
    return Object.entries(test).map(([name, text]) => [
      column,
      operators[name],
      column === 'l_shipdate' ? { date: text } : { decimal: text },
    ]);
  });
}

const sqlOf = (value) =>
  typeof value === 'number' ? value : value.date === undefined ? value.decimal : `DATE ${literal(value.date)}`;

async function duckdb({ path, tests, columns, sum }) {
  const connection = await connect();
  const where = tests.map(([column, name, value]) => `${column} ${name} ${sqlOf(value)}`).join(' AND ');
  const what = sum ? `count(*), sum(${columns.join(' * ')})` : columns.join(', ');
  const sql = `SELECT ${what} FROM read_parquet(${literal(path)}) WHERE ${where}`;
  let rows = 0;
  const times = [];
  for (let i = 0; i < calls + 2; i++) {
    const time = await timeOf(async () => {
      const found = (await connection.runAndReadAll(sql)).getRows();
      rows = sum ? Number(found[0][0]) : found.length;
    });
    if (i > 1) times.push(time);
  }
  connection.closeSync();
  return { rows, time: median(times) };
}

function python(library, task) {
  const script = fileURLToPath(new URL('peers.py', import.meta.url));
  const command = process.env.MARQUETRY_PYTHON ?? 'python3';
  const { status, stdout } = spawnSync(command, [script, library, JSON.stringify({ ...task, calls })], {
    encoding: 'utf8',
  });
  if (status !== 0) return undefined;
  const { rows, times } = JSON.parse(stdout);
  return { rows, time: median(times) };
}

async function marquetry({ path, columns, sum }, where, use) {
  let rows = 0;
  const run = async () => {
    rows = 0;
    let total = 0n;
    const file = await openParquet(path);
    for await (const batch of file.leafBatches({ where, columns, decodeDictionaries: sum, ...(use && { use }) })) {
      const [{ rowCount }] = batch;
      rows += rowCount;
      if (!sum) continue;
      const [a, b] = batch.map(({ values }) => values.data);
      for (let k = 0; k < rowCount; k++) total += a[k] * b[k];
    }
    await file.close();
    return total;
  };
  // JavaScript engines need many calls before they produce fully optimized code.
  await warmUp(run, { atLeast: 1500 });
  const times = [];
  for (let i = 0; i < calls; i++) times.push(await timeOf(run));
  return { rows, time: median(times) };
}

const limits = {
  'one key in a file sorted by key':
    'Most of the time is spent on opening the file, and on three rounds of reads, each of which waits for the previous one.',
  'one key in an unsorted file':
    'The metadata does not exclude any row group, so the pages of two million keys are verified, decompressed, decoded and compared, in WebAssembly memory. Checksums, deltas and comparisons take a third of the time. The rest is spent on opening the file and its indexes, on calls to the threads with which Node reads files, and on garbage collection. With all other programs paused, four runs took 0.73 to 0.83 times as long as the fastest peer; on a busy machine, a run may take longer than the peer. Four changes were tried and rejected: fetching the next row group in the meantime; comparing 65,536 rows at a time; computing checksums in WebAssembly, four bytes at a time; and making two file-system calls per read instead of four.',
  'one key, found with a Bloom filter':
    'One row group is not excluded: its 500,000 keys are verified, decompressed, decoded and compared, in WebAssembly memory. The rest of the time is spent on opening the file, and on four rounds of reads, each of which waits for the threads with which Node reads files. With all other programs paused, two runs took 0.51 and 0.55 times as long as the fastest peer.',
  'TPC-H Q6 on an unsorted file':
    'Each page of four columns is checked, decompressed and decoded, on one thread of JavaScript and WebAssembly. The largest part of the time, an eighth, is spent on looking up dictionary indices one by one in JavaScript. A bit mask instead of a table takes as long. With all other programs paused, two runs took 1.23 and 1.61 times as long as the fastest peer. Tried and rejected: one lookup for both ends of a range, and counting gaps between rows without testing each byte.',
};

export const peerQuestions = questions
  .filter(({ wall }) => wall !== undefined)
  .map((question) => ({
    name: `compared with peers: ${question.name}`,
    limit: limits[question.name],
    ask: async () => {
      const { by, columns, use, wall } = question;
      const path = await lineitem(by);
      const whole = await openParquet(path);
      const where = await whereOf(question, whole);
      await whole.close();
      const task = { path, tests: testsOf(where), columns, sum: question.name.startsWith('TPC-H Q6') };
      const own = await marquetry(task, where, use);
      const peers = {
        DuckDB: await duckdb(task),
        pyarrow: python('pyarrow', task),
        polars: python('polars', task),
      };
      const found = Object.entries(peers).filter(([, peer]) => peer !== undefined);
      for (const [name, { rows }] of found) {
        if (rows !== own.rows) throw new Error(`${question.name}: ${name} finds ${rows} rows, not ${own.rows}`);
      }
      const [, best] = found.sort(([, a], [, b]) => a.time - b.time)[0];
      const shown = found.map(([name, { time }]) => `${name} ${time.toFixed(1)}`).join(', ');
      return {
        figure: `${(own.time / best.time).toFixed(2)} times the time of the fastest peer (Marquetry ${own.time.toFixed(1)}, ${shown} ms)`,
        floor: `at most ${wall === 1 ? 'the' : `${wall} times the`} time of the fastest peer`,
        isHeld: own.time <= wall * best.time,
      };
    },
  }));
