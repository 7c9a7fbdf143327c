// `node bench/write-memory.mjs [ROWS]`, after `npm run build`: streams rows of two columns into a file, and prints the
// peak memory. Exits with 1 if the peak is above 300 MB, or if the file does not contain the rows that were written.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createParquetWriter, defineSchema, openParquet } from '../packages/marquetry/dist/index.js';

const rowCount = Number(process.argv[2] ?? 50_000_000);
const limitMegabytes = 300;
const batchRows = 100_000;
const folder = mkdtempSync(join(tmpdir(), 'marquetry-memory-'));
const path = join(folder, 'rows.parquet');

const ids = new BigInt64Array(batchRows);
const prices = new Float64Array(batchRows);
let seed = 1;
/**
 * Fills the arrays with `count` rows, starting at row `from`: ascending keys with gaps, and prices with two decimal
 * places.
 */
function fill(from, count) {
  for (let i = 0; i < count; i++) {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    ids[i] = BigInt((from + i) * 8 + (seed >>> 29));
    prices[i] = (seed >>> 12) / 100;
  }
}

try {
  const start = performance.now();
  const writer = await createParquetWriter(path, { schema: defineSchema({ id: 'INT64', price: 'DOUBLE' }) });
  let sum = 0;
  for (let from = 0; from < rowCount; from += batchRows) {
    const count = Math.min(batchRows, rowCount - from);
    fill(from, count);
    for (let i = 0; i < count; i++) sum += prices[i];
    // Reuse the arrays, because the writer keeps no reference to them.
    await writer.write({ id: ids.subarray(0, count), price: prices.subarray(0, count) });
  }
  const { rowGroups } = await writer.finish();
  const seconds = (performance.now() - start) / 1000;
  const megabytes = process.resourceUsage().maxRSS / 1024;
  const text = (n) => Math.round(n).toLocaleString('en-US');
  console.log(
    `${text(rowCount)} rows of 2 columns, ${rowGroups.length} row groups, ${text(statSync(path).size)} bytes`,
  );
  console.log(`${seconds.toFixed(1)} s, ${text(rowCount / seconds)} rows/s, Node ${process.versions.node}`);
  console.log(`peak resident memory: ${text(megabytes)} MB (limit ${limitMegabytes})`);

  const file = await openParquet(path);
  let readSum = 0;
  let rows = 0;
  for await (const { price } of file.columnBatches({ columns: ['price'], batchRows, decodeDictionaries: true })) {
    for (let i = 0; i < price.values.length; i++) readSum += price.values.data[i];
    rows += price.rowCount;
  }
  if (rows !== rowCount || readSum !== sum)
    throw new Error(`read ${rows} rows with the sum ${readSum}, but the rows that were written have the sum ${sum}`);
  if (megabytes > limitMegabytes) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
