// `npm run bench -- questions`: what predicates read, and what they cost.
import { readFileSync } from 'node:fs';
import { parquetQuery } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { load } from '../checkout.mjs';
import { median } from '../timing.mjs';
import { countedSource } from './counted.mjs';
import { lineitem, wide } from './files.mjs';
import { idealBytes } from './ideal.mjs';

const { openParquet } = await load('marquetry');
const day = (text) => new Date(`${text}T00:00:00Z`);
const q6 = {
  l_shipdate: { ge: '1994-01-01', lt: '1995-01-01' },
  l_discount: { ge: '0.05', le: '0.07' },
  l_quantity: { lt: '24' },
};
const q6Filter = {
  l_shipdate: { $gte: day('1994-01-01'), $lt: day('1995-01-01') },
  l_discount: { $gte: 0.05, $lte: 0.07 },
  l_quantity: { $lt: 24 },
};
const three = ['l_orderkey', 'l_quantity', 'l_extendedprice'];
const two = ['l_extendedprice', 'l_discount'];
/** `floor`: bytes at most, as a multiple of the ideal or as they are; `rounds` at most. */
const questions = [
  {
    name: 'one key, sorted',
    by: 'l_orderkey',
    where: { l_orderkey: 300000 },
    filter: { l_orderkey: { $eq: 300000n } },
    columns: three,
    floor: { bytes: 130_000, rounds: 3 },
  },
  {
    name: 'one key, unsorted',
    by: 'l_shipdate',
    where: { l_orderkey: 300000 },
    filter: { l_orderkey: { $eq: 300000n } },
    columns: three,
    use: { bloom: false },
    floor: { ideal: 1.3 },
  },
  {
    name: 'one key, Bloom filter',
    by: 'l_shipdate',
    where: { l_partkey: 'rare' },
    columns: two,
    floor: { bytes: 2_300_000 },
  },
  { name: 'Q6, sorted by date', by: 'l_shipdate', where: q6, filter: q6Filter, columns: two, floor: { ideal: 1.2 } },
  { name: 'Q6, unsorted', by: 'l_orderkey', where: q6, filter: q6Filter, columns: two, floor: { ideal: 1.02 } },
];

let held = true;
function verdict(name, value, holds) {
  held &&= holds;
  console.log(`${holds ? 'held  ' : 'FAILED'} ${name}: ${value}`);
}

/** A part that one row group alone has. */
async function rarePart(file) {
  const groups = new Map();
  for await (const { rowGroup, values } of file.column('l_partkey', { flat: true })) {
    for (const value of values.data)
      groups.set(value, groups.has(value) && groups.get(value) !== rowGroup ? -1 : rowGroup);
  }
  return Number([...groups].find(([, group]) => group === 1)[0]);
}

async function passing(file, where, use) {
  const rows = [];
  const { createTopRows } = await load('prune');
  const top = createTopRows({ orderBy: Object.keys(where)[0], limit: 2 ** 20 });
  await top.scan(file, 0, { where, ...(use && { use }) });
  for (const { row } of top.rows()) rows.push(row);
  return rows.sort((a, b) => a - b).map((row) => [row, row + 1]);
}

/** Rows that metadata leaves: what the plan reads of the predicate's columns. */
async function leftBy(file, where, use) {
  const { rowGroups: groups } = await file.plan({ where, columns: Object.keys(where), ...(use && { use }) });
  let start = 0;
  const starts = file.metadata.rowGroups.map(({ numRows }) => {
    start += numRows;
    return start - numRows;
  });
  return groups.flatMap(({ rowGroup, rows }) =>
    rows.map(([from, to]) => [starts[rowGroup] + from, starts[rowGroup] + to]),
  );
}

async function bytesOf() {
  console.log('Bytes, reads and rounds of reads; hyparquet with its page index.\n');
  for (const { name, by, where: asked, filter, columns, use, floor } of questions) {
    const bytes = readFileSync(await lineitem(by));
    const whole = await openParquet(bytes);
    const where = asked.l_partkey === 'rare' ? { l_partkey: await rarePart(whole) } : asked;
    const { source, counts } = countedSource(bytes, 20);
    const file = await openParquet(source);
    let rows = 0;
    for await (const batch of file.batches({ where, columns, ...(use && { use }) })) rows += batch[0].rowCount;
    const expected = await passing(whole, where, {
      statistics: false,
      bloom: false,
      dictionary: false,
      columnIndex: false,
    });
    if (expected.length !== rows) throw new Error(`${name}: ${rows} rows, ${expected.length} expected`);
    const ideal = await idealBytes(whole, { where, columns, left: await leftBy(whole, where, use), rows: expected });
    const shown = [
      `${rows} rows`,
      `${counts.bytes} bytes`,
      `${counts.reads} reads`,
      `${counts.rounds} rounds`,
      `${(counts.bytes / ideal).toFixed(3)} of ${ideal}`,
    ];
    const most = floor.bytes ?? floor.ideal * ideal;
    verdict(
      name,
      shown.join(', '),
      counts.bytes <= most && counts.rounds <= (floor.rounds ?? Number.POSITIVE_INFINITY),
    );
    if (filter === undefined) continue;
    const other = countedSource(bytes);
    const slice = async (from, to = bytes.length) => {
      const start = from < 0 ? bytes.length + from : from;
      const read = await other.source.read(start, to - start);
      return read.buffer.slice(read.byteOffset, read.byteOffset + read.length);
    };
    const options = {
      file: { byteLength: bytes.length, slice },
      compressors,
      columns,
      usePageIndex: true,
      useOffsetIndex: true,
    };
    const found = await parquetQuery({ ...options, filter });
    console.log(`       hyparquet: ${found.length} rows, ${other.counts.bytes} bytes, ${other.counts.reads} reads`);
  }
}

/** Medians of both in turns. */
async function inTurns(a, b, samples = 7) {
  const times = [[], []];
  for (let i = 0; i < samples + 2; i++) {
    for (const k of i % 2 === 0 ? [0, 1] : [1, 0]) {
      globalThis.gc?.();
      const start = performance.now();
      await [a, b][k]();
      if (i > 1) times[k].push(performance.now() - start);
    }
  }
  return times.map(median);
}

async function drain(batches) {
  let rows = 0;
  for await (const batch of batches) rows += batch[0].rowCount;
  return rows;
}

async function timesOf() {
  console.log('\nTimes beside our own full read, in one process.\n');
  const unsorted = await openParquet(readFileSync(await lineitem('l_orderkey')));
  const table = await openParquet(readFileSync(await wide()));
  const compare = async (name, floor, full, filtered) => {
    const [slow, fast] = await inTurns(full, filtered);
    verdict(
      name,
      `${(slow / fast).toFixed(2)} times as fast (${slow.toFixed(0)} and ${fast.toFixed(0)} ms), at least ${floor}`,
      slow / fast >= floor,
    );
  };
  const loop = async () => {
    let sum = 0n;
    const columns = [...Object.keys(q6), 'l_extendedprice'];
    for await (const batch of unsorted.columns({ columns, flat: true })) {
      const [date, discount, quantity, price] = columns.map((name) => batch[name].values.data);
      for (let i = 0; i < date.length; i++) {
        if (date[i] >= 8766 && date[i] < 9131 && discount[i] >= 5n && discount[i] <= 7n && quantity[i] < 2400n)
          sum += price[i] * discount[i];
      }
    }
    return sum;
  };
  await compare('Q6 unsorted, typed columns', 1, loop, () => drain(unsorted.batches({ where: q6, columns: two })));
  const all = () => drain(table.batches());
  await compare('100 columns, runs of 3 everywhere', 1.5, all, () => drain(table.batches({ where: { runs: 1 } })));
  await compare('100 columns, clustered', 8, all, () => drain(table.batches({ where: { clustered: 1 } })));
  const rows = async (options) => {
    for await (const _ of table.rowBatches(options));
  };
  await compare(
    '100 columns, runs of 3, row objects',
    5,
    () => rows({}),
    () => rows({ where: { runs: 1 } }),
  );
  const one = { columns: ['c0'] };
  await compare(
    'the filter column is the output',
    1 / 1.05,
    () => drain(table.batches(one)),
    () => drain(table.batches({ ...one, where: { c0: { lt: 500000 } } })),
  );
}

await bytesOf();
await timesOf();
process.exitCode = held ? 0 : 1;
