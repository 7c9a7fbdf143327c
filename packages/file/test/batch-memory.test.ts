import {
  type BatchMemory,
  createBatchMemory,
  type ParquetFile,
  type ReadBatchesOptions,
  type TypedColumn,
} from '@marquetry/file';
import { errorOf } from '@marquetry/test-support/errors.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { expectedRows, groupRows, rowsOf, selectedFile, totalRows } from './selected-file.js';
import { open } from './sources.js';

const names = ['number', 'name', 'text', 'flag', 'ratio', 'id', 'pair', 'lists'];
const all = Array.from({ length: totalRows }, (_, i) => i);

let file: ParquetFile;
beforeAll(async () => {
  file = await open(await selectedFile({ pageVersion: 2 }));
});

/** Returns the rows of every column. Overwrites and recycles each batch as soon as its rows have been copied. */
async function readRecycled(memory: BatchMemory, options: ReadBatchesOptions): Promise<Record<string, string[]>> {
  const rows: Record<string, string[]> = {};
  for await (const batch of file.leafBatches({ ...options, memory })) {
    for (const column of batch) {
      const name = column.leaf.path[0]!;
      rows[name] = [...(rows[name] ?? []), ...rowsOf(column)];
    }
    for (const buffer of buffersOf(batch)) new Uint8Array(buffer).fill(0xaa);
    memory.recycle(batch);
  }
  return rows;
}

/** Returns the buffers of a batch, without those of its dictionaries. */
function buffersOf(batch: readonly TypedColumn[]): ArrayBufferLike[] {
  return batch.flatMap(({ values, nulls }) => [
    ...(values.layout === 'dictionary' ? [values.indices.buffer] : [values.data.buffer]),
    ...(values.layout === 'bytes' ? [values.offsets.buffer] : []),
    ...(nulls.kind === 'bitmap' ? [nulls.bits.buffer] : []),
    ...(nulls.kind === 'levels'
      ? [nulls.definition.buffer, ...(nulls.repetition ? [nulls.repetition.buffer] : [])]
      : []),
  ]);
}

const requests: readonly (readonly [string, ReadBatchesOptions, readonly number[]])[] = [
  ['row groups', {}, all],
  ['small batches', { batchRows: 300 }, all],
  ['batches of a row', { batchRows: 1, offset: 2500, limit: 150 }, all.slice(2500, 2650)],
  ['flat values', { decodeDictionaries: true, batchRows: 700 }, all],
  ['an entry per slot', { spaced: true, batchRows: 700 }, all],
  ['an entry per slot, flat', { spaced: true, decodeDictionaries: true, batchRows: 513 }, all],
  [
    'some rows',
    {
      rows: [
        [5, 1200],
        [1300, 3000],
      ],
      batchRows: 400,
    },
    [...all.slice(5, 1200), ...all.slice(1300, 3000)],
  ],
];

describe('memory from createBatchMemory', () => {
  test.each(requests)(
    'batches in recycled memory contain the correct rows, with the read options %s',
    async (_, options, rows) => {
      const memory = createBatchMemory();
      // The second read starts with the memory that the first read recycled.
      for (let i = 0; i < 2; i++) {
        const read = await readRecycled(memory, options);
        for (const name of names) expect([name, read[name]]).toEqual([name, expectedRows(name, rows)]);
      }
    },
  );

  test('batches in recycled memory contain the correct rows even if a small memory limit shortens them and pages are read twice', async () => {
    const memory = createBatchMemory();
    const small = await open(await selectedFile({ pageVersion: 1 }), {
      limits: { ...file.limits, memoryBytes: 100_000 },
    });
    const number: string[] = [];
    for await (const batch of small.columnBatches({ columns: ['number', 'name', 'lists'], memory })) {
      number.push(...rowsOf(batch['number']!));
      memory.recycle(batch);
    }
    expect(number).toEqual(expectedRows('number', all));
  });
});

test('consecutive batches use the same memory', async () => {
  const memory = createBatchMemory();
  const seen = new Set<ArrayBufferLike>();
  let batches = 0;
  for await (const batch of file.columnBatches({ columns: ['ratio'], batchRows: 1000, limit: 2000, memory })) {
    seen.add(batch['ratio']!.values.layout === 'fixed' ? batch['ratio']!.values.data.buffer : new ArrayBuffer(0));
    memory.recycle(batch);
    batches++;
  }
  expect([batches, seen.size]).toEqual([2, 1]);
  expect(memory.freeBytes).toBe([...seen][0]!.byteLength);
});

test('batches that are not recycled use separate memory', async () => {
  const memory = createBatchMemory();
  const batches: (readonly TypedColumn[])[] = [];
  for await (const batch of file.leafBatches({ batchRows: 700, memory })) batches.push(batch);
  const buffers = batches.flatMap(buffersOf);
  // Every batch must have its own buffer.
  expect(new Set(buffers).size).toBe(buffers.length);
  expect(memory.freeBytes).toBeGreaterThan(0);
  const free = memory.allocateUnfilled(memory.freeBytes).buffer;
  expect(buffers).not.toContain(free);
});

test('recycling a batch twice frees its memory once', async () => {
  const memory = createBatchMemory();
  const [batch] = await firstBatches(memory, 1);
  memory.recycle(batch!);
  const { freeBytes } = memory;
  memory.recycle(batch!);
  expect(memory.freeBytes).toBe(freeBytes);
  const next = await firstBatches(memory, 2);
  expect(new Set(next.flatMap(buffersOf)).size).toBe(next.flatMap(buffersOf).length);
});

async function firstBatches(memory: BatchMemory | undefined, count: number): Promise<(readonly TypedColumn[])[]> {
  const batches: (readonly TypedColumn[])[] = [];
  const columns = ['ratio', 'text', 'name'];
  for await (const batch of file.leafBatches({ columns, batchRows: 1000, ...(memory && { memory }) })) {
    batches.push(batch);
    if (batches.length === count) break;
  }
  return batches;
}

test('recycle ignores memory from other reads, and memory that was transferred to another thread', async () => {
  const memory = createBatchMemory();
  const [foreign] = await firstBatches(undefined, 1);
  memory.recycle(foreign!);
  expect(memory.freeBytes).toBe(0);
  const [own] = await firstBatches(memory, 1);
  const bytes = buffersOf(own!).reduce((sum, { byteLength }) => sum + byteLength, 0);
  structuredClone(own![0]!.values, { transfer: [buffersOf(own!.slice(0, 1))[0] as ArrayBuffer] });
  memory.recycle(own!);
  expect(memory.freeBytes).toBeGreaterThan(0);
  expect(memory.freeBytes).toBeLessThan(bytes);
});

/** False in Node 20, which cannot free memory before the engine collects it. */
const canFree = 'transfer' in ArrayBuffer.prototype;

test('at most `mostBytes` bytes of recycled memory are kept for reuse, and the rest is freed', async () => {
  const memory = createBatchMemory({ mostBytes: 10_000 });
  const bytes = memory.allocate(40_000);
  memory.release(bytes);
  expect(bytes.length).toBe(canFree ? 0 : 40_000);
  for await (const batch of file.leafBatches({ batchRows: 1000, memory })) {
    memory.recycle(batch);
    expect(memory.freeBytes).toBeLessThanOrEqual(10_000);
  }
  expect(memory.freeBytes).toBeGreaterThan(0);
});

test('dictionaries are never recycled', async () => {
  const columns = { name: { dictionary: { maxBytes: 2 ** 20 } } };
  const withDictionary = await open(await selectedFile({ columns }));
  const memory = createBatchMemory();
  const dictionaries = new Set<unknown>();
  const rows: string[] = [];
  for await (const batch of withDictionary.columnBatches({ columns: ['name'], batchRows: 1300, memory })) {
    const { values } = batch['name']!;
    if (values.layout === 'dictionary') dictionaries.add(values.dictionary);
    rows.push(...rowsOf(batch['name']!));
    memory.recycle(batch);
  }
  // There is one dictionary per row group, so the second batch of the first row group has the same dictionary as the
  // first batch.
  expect(dictionaries.size).toBeLessThanOrEqual(groupRows.length);
  expect(dictionaries.size).toBeGreaterThan(0);
  expect(memory.freeBytes).toBeGreaterThan(0);
  expect(rows).toEqual(expectedRows('name', all));
});

test('a read rejects `memory` that was not created by createBatchMemory, and createBatchMemory rejects an invalid `mostBytes`', async () => {
  const error = await errorOf(() => file.leafBatches({ memory: {} as never }).next());
  expect(error.message).toContain('`memory` must come from createBatchMemory()');
  for (const mostBytes of [-1, 0.5, Number.NaN]) {
    expect(() => createBatchMemory({ mostBytes })).toThrow(/`mostBytes` must be a non-negative integer/);
  }
});
