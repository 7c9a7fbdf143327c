import { EncodingId, PhysicalType } from '@marquetry/core';
import { buildFile, elementOf } from '@marquetry/test-support/files.js';
import { buildDataPage } from '@marquetry/test-support/pages.js';
import { columnOf, slotsOf, valuesOf } from '@marquetry/test-support/values.js';
import { expect, test } from 'vitest';
import { countingSource, open } from './sources.js';

const column = columnOf(PhysicalType.INT32);
const names = Array.from({ length: 200 }, (_, i) => `c${i}`);
const pageOf = (i: number): Uint8Array =>
  buildDataPage({ column, encoding: EncodingId.PLAIN, values: valuesOf(column, [10 * i, 10 * i + 1]) });
const file = buildFile({
  schema: [{ name: 'schema', numChildren: names.length }, ...names.map((name) => elementOf(name, column))],
  rowGroups: [{ columns: names.map((_, i) => ({ pages: [pageOf(i)] })), numRows: 2 }],
});

async function read(columns: readonly string[]): Promise<{ readonly reads: number; readonly slots: unknown[] }> {
  const source = countingSource(file);
  const opened = await open(source);
  const before = source.reads.length;
  const slots: unknown[] = [];
  for await (const batch of opened.leafBatches({ columns })) {
    for (const typed of batch) slots.push(...slotsOf(typed, 0));
  }
  return { reads: source.reads.length - before, slots };
}

test('adjacent small chunks are read in one request, and each column has its own values', async () => {
  const { reads, slots } = await read(names);
  expect(reads).toBe(1);
  expect(slots).toEqual(names.flatMap((_, i) => [10 * i, 10 * i + 1]));
});

test('chunks that are not adjacent are read in separate requests', async () => {
  const { reads, slots } = await read(['c190', 'c7', 'c100']);
  expect(reads).toBe(3);
  expect(slots).toEqual([1900, 1901, 70, 71, 1000, 1001]);
});

test('after a failed read, the next call reads again', async () => {
  const source = countingSource(file);
  const opened = await open(source);
  const { read: readThrough } = source;
  let failures = 1;
  const failing = Object.assign(source, {
    read: (offset: number, length: number) =>
      failures-- > 0 ? Promise.reject(new Error('the network is down')) : readThrough(offset, length),
  });
  expect(failing.byteLength).toBe(file.length);
  await expect(opened.leafBatches().next()).rejects.toThrow('the network is down');
  const { value } = await opened.leafBatches().next();
  expect(value?.length).toBe(names.length);
});
