// For each question (a filtered read), counts the bytes, the reads, and the rounds of reads: reads in the same round do
// not wait for each other. Compares these counts with the ideal and with hyparquet.
import { readFileSync } from 'node:fs';
import { parquetQuery } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { load } from '../checkout.mjs';
import { countedSource } from './counted.mjs';
import { lineitem } from './files.mjs';
import { idealBytes } from './ideal.mjs';
import { questions, whereOf } from './questions.mjs';

const { openParquet } = await load('marquetry');

async function passing(file, where, use) {
  const rows = [];
  const { createTopRows } = await load('prune');
  const top = createTopRows({ orderBy: Object.keys(where)[0], limit: 2 ** 20 });
  await top.scan(file, 0, { where, ...(use && { use }) });
  for (const { row } of top.rows()) rows.push(row);
  return rows.sort((a, b) => a - b).map((row) => [row, row + 1]);
}

/**
 * Returns the ranges of rows that metadata does not exclude, from which the columns of the predicate must be read.
 */
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

const nothingUsed = { statistics: false, bloom: false, dictionary: false, columnIndex: false };
const numberOf = (value) => value.toLocaleString('en-US');

/**
 * Runs a question (a filtered read) with hyparquet, using the page index. Returns a string with the
 * number of matching rows, the number of bytes read and the number of reads.
 */
async function hyparquetOf(bytes, { filter, columns }) {
  const { source, counts } = countedSource(bytes);
  const slice = async (from, to = bytes.length) => {
    const start = from < 0 ? bytes.length + from : from;
    const read = await source.read(start, to - start);
    return read.buffer.slice(read.byteOffset, read.byteOffset + read.length);
  };
  const file = { byteLength: bytes.length, slice };
  const found = await parquetQuery({ file, compressors, columns, usePageIndex: true, useOffsetIndex: true, filter });
  return `${found.length} rows, ${numberOf(counts.bytes)} bytes, ${counts.reads} reads`;
}

export const byteQuestions = questions.map((question) => ({
  name: `bytes read: ${question.name}`,
  limit: 'Whole pages are fetched, and 64 KiB at the end of the file for the footer.',
  ask: async () => {
    const { by, columns, use, floor, filter } = question;
    const bytes = readFileSync(await lineitem(by));
    const whole = await openParquet(bytes);
    const where = await whereOf(question, whole);
    const { source, counts } = countedSource(bytes, 20);
    const file = await openParquet(source);
    let rows = 0;
    for await (const batch of file.leafBatches({ where, columns, ...(use && { use }) })) rows += batch[0].rowCount;
    const expected = await passing(whole, where, nothingUsed);
    if (expected.length !== rows) throw new Error(`${question.name}: ${rows} rows, ${expected.length} expected`);
    const ideal = await idealBytes(whole, { where, columns, left: await leftBy(whole, where, use), rows: expected });
    const most = floor.bytes ?? floor.ideal * ideal;
    const isHeld = counts.bytes <= most && counts.rounds <= (floor.rounds ?? Number.POSITIVE_INFINITY);
    if (filter !== undefined) console.log(`       hyparquet: ${await hyparquetOf(bytes, { filter, columns })}`);
    return {
      figure: `${numberOf(counts.bytes)} bytes in ${counts.rounds} rounds of reads; ${(counts.bytes / ideal).toFixed(3)} times the ideal`,
      floor: floor.bytes
        ? `at most ${numberOf(floor.bytes)} bytes${floor.rounds ? ` and ${floor.rounds} rounds of reads` : ''}`
        : `at most ${floor.ideal} times the ideal`,
      isHeld,
    };
  },
}));
