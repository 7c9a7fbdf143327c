// `node bench/variant-paths.mjs`: reads one path of a wide, shredded VARIANT column, and then the same values from the
// whole column. Compares the values first, then prints the share of the bytes that the path needs, and the ratio of the
// times.
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { median, timeOf } from './timing.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const load = (name, file) => import(pathToFileURL(join(root, 'packages', name, 'dist', file)).href);
const { defineSchema, memorySink, openParquet, writeParquet } = await load('marquetry', 'index.node.js');
const { shredded } = await load('variant', 'index.js');

const rowCount = 20_000;
const fieldCount = 40;
const names = Array.from({ length: fieldCount }, (_, i) => `field${i}`);
const fields = Object.fromEntries(names.map((name) => [name, 'STRING']));
const schema = defineSchema({ event: shredded({ fields: { user: { fields: { id: 'INT64' } }, ...fields } }) });

// Returns an id. The ids have no pattern that an encoding could use.
const idOf = (i) => BigInt(Math.imul(i + 1, 0x9e3779b1));

function* rows() {
  for (let i = 0; i < rowCount; i++) {
    const wide = Object.fromEntries(names.map((name, n) => [name, `${name} of row ${(i * 7919 + n) % 100_003}`]));
    yield { event: { user: { id: idOf(i) }, ...wide, [`more${i % 20}`]: `value ${i}` } };
  }
}

const sink = memorySink();
await writeParquet(sink, rows(), { schema, rowGroupRows: 5000 });
const { bytes } = sink;
let read = 0;
const end = (await openParquet(bytes)).footer.offset;
const file = await openParquet({
  byteLength: bytes.length,
  gap: 0,
  read: async (offset, length) => {
    read += length;
    return bytes.slice(offset, offset + length);
  },
});

async function byPath() {
  const ids = [];
  for await (const batch of file.rowBatches({ columns: ['event.user.id'] }))
    for (const row of batch) ids.push(row['event.user.id']);
  return ids;
}

async function whole() {
  const ids = [];
  for await (const batch of file.rowBatches({ columns: ['event'] }))
    for (const { event } of batch) ids.push(event.user.id);
  return ids;
}

async function wholeViews() {
  const ids = [];
  for await (const batch of file.rowBatches({ columns: ['event'], variants: 'views' }))
    for (const { event } of batch) ids.push(event.get('user').get('id').asBigint());
  return ids;
}

const expected = Array.from({ length: rowCount }, (_, i) => idOf(i));
for (const run of [byPath, whole, wholeViews]) {
  read = 0;
  const ids = await run();
  if (ids.length !== rowCount || ids.some((id, i) => id !== expected[i])) throw new Error(`${run.name}: wrong values`);
  console.log(`${run.name}: ${((100 * read) / end).toFixed(2)} % of the bytes of the column`);
}
const times = new Map();
for (const run of [byPath, whole, wholeViews]) {
  const samples = [];
  for (let i = 0; i < 5; i++) samples.push(await timeOf(run));
  times.set(run, median(samples));
  console.log(`${run.name}: ${times.get(run).toFixed(1)} ms for ${rowCount} rows`);
}
const ratio = (run) => (times.get(run) / times.get(byPath)).toFixed(1);
console.log(
  `reading the path is ${ratio(whole)} times as fast as reading whole VARIANTs as values, and ${ratio(wholeViews)} times as fast as reading views of them`,
);
