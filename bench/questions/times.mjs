// Times filtered reads (questions), and full reads of the same columns, with Marquetry in one process.
import { readFileSync } from 'node:fs';
import { load } from '../checkout.mjs';
import { median, warmUp } from '../timing.mjs';
import { lineitem, models, wide } from './files.mjs';
import { q6, two } from './questions.mjs';

const { openParquet } = await load('marquetry');

/** Shorter calls are repeated until a sample takes about this long, in milliseconds. */
const sampleTime = 20;

async function timeOf(run, calls) {
  const start = performance.now();
  for (let i = 0; i < calls; i++) await run();
  return (performance.now() - start) / calls;
}

/**
 * Returns the median times of two functions after a warm-up. Samples alternate, each after a full garbage collection.
 * A sample is the mean time of several calls if the functions are fast: otherwise, it would mostly show that the
 * collection has emptied the processor's caches.
 */
async function inTurns(a, b, samples = 9) {
  // Without a warm-up, two calls of a few milliseconds would mostly show how fast code is compiled.
  for (const run of [a, b]) await warmUp(run);
  const calls = Math.ceil(sampleTime / (await timeOf(a, 3)));
  const times = [[], []];
  for (let i = 0; i < samples + 2; i++) {
    for (const k of i % 2 === 0 ? [0, 1] : [1, 0]) {
      globalThis.gc?.();
      const time = await timeOf([a, b][k], calls);
      if (i > 1) times[k].push(time);
    }
  }
  return times.map(median);
}

async function drain(batches) {
  let rows = 0;
  for await (const batch of batches) rows += batch[0].rowCount;
  return rows;
}

async function drainRows(file, options) {
  for await (const _ of file.rowBatches(options));
}

/** Computes TPC-H query 6 with a full read of its columns and a loop. */
async function loopOf(file) {
  let sum = 0n;
  const columns = [...Object.keys(q6), 'l_extendedprice'];
  for await (const batch of file.columnBatches({ columns, decodeDictionaries: true })) {
    const [date, discount, quantity, price] = columns.map((name) => batch[name].values.data);
    for (let i = 0; i < date.length; i++) {
      if (date[i] >= 8766 && date[i] < 9131 && discount[i] >= 5n && discount[i] <= 7n && quantity[i] < 2400n)
        sum += price[i] * discount[i];
    }
  }
  return sum;
}

let opened;
const openTable = async () => {
  opened ??= await openParquet(readFileSync(await wide()));
  return opened;
};
const one = { columns: ['c0'] };

/** The questions to time. `pair` returns the full read and the filtered read, which must be `least` times as fast. */
const cases = [
  {
    name: 'TPC-H Q6 on an unsorted file',
    least: 1,
    limit: 'Every page has a matching row, so all dictionary indices are unpacked. Checking an index takes one lookup.',
    pair: async () => {
      const file = await openParquet(readFileSync(await lineitem('l_orderkey')));
      return [() => loopOf(file), () => drain(file.leafBatches({ where: q6, columns: two }))];
    },
  },
  {
    name: '100 columns, matching rows in runs of 3',
    least: 1.5,
    limit:
      'Every page has matching rows, so all pages are checked, decompressed and decoded. The only saving is that fewer values are copied.',
    pair: async () => {
      const table = await openTable();
      return [() => drain(table.leafBatches()), () => drain(table.leafBatches({ where: { runs: 1 } }))];
    },
  },
  {
    name: '100 columns, matching rows in one place',
    least: 8,
    limit:
      'A twentieth of the pages is read. Much of the remaining time is spent on opening two hundred column chunks, each with its index.',
    pair: async () => {
      const table = await openTable();
      return [() => drain(table.leafBatches()), () => drain(table.leafBatches({ where: { clustered: 1 } }))];
    },
  },
  {
    name: '100 columns as row objects',
    least: 5,
    limit: 'As for typed columns, most of the time is spent on decoding, because few objects are created.',
    pair: async () => {
      const table = await openTable();
      return [() => drainRows(table, {}), () => drainRows(table, { where: { runs: 1 } })];
    },
  },
  {
    name: 'the filter column is also in the output, 2 % of the rows match',
    least: 1 / 1.05,
    limit:
      'Dictionary indices are unpacked as in the full read. Instead of copying them to the result, the scan compares them and copies the few that match.',
    pair: async () => {
      const table = await openParquet(readFileSync(await models()));
      return [() => drain(table.leafBatches()), () => drain(table.leafBatches({ where: { model: { ne: '' } } }))];
    },
  },
  {
    name: 'the filter column is also in the output, half of the rows match',
    least: 1 / 1.05,
    limit:
      'Half of the values match, scattered at random: the hardest case, because moving half of the values to the result saves the least. In the full read, a page of 2,048 values takes about 10 microseconds, most of it for opening it (header, checksum, Snappy) and decoding it in WebAssembly memory. The scan also compares the values and moves the matching ones together, in one pass of 0.30 ns per value (comparing alone takes 0.17 ns), and then copies half as many values to the result. The scan itself (binding the predicate, planning, bitmaps of rows) takes about 60 microseconds, 4 % of the full read of this small column. Tried and rejected: moving values one by one in the loop that compares them (1.1 to 1.2 ns per value), two passes with unrolled loops (0.73 ns), classes instead of closures for the bounds of pages, and writing the bits of a page directly into those of the row group (no difference).',
    pair: async () => {
      const table = await openTable();
      const where = { c0: { lt: 500000 } };
      return [() => drain(table.leafBatches(one)), () => drain(table.leafBatches({ ...one, where }))];
    },
  },
];

export const timeQuestions = cases.map(({ name, least, limit, pair }) => ({
  name: `time: ${name}`,
  limit,
  ask: async () => {
    const [slow, fast] = await inTurns(...(await pair()));
    return {
      figure: `${(slow / fast).toFixed(2)} times as fast as a full read (${slow.toFixed(slow < 10 ? 2 : 0)} and ${fast.toFixed(slow < 10 ? 2 : 0)} ms)`,
      floor: `at least ${least.toFixed(2)} times as fast as a full read`,
      isHeld: slow / fast >= least,
    };
  },
}));
