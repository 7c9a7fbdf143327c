import { standardCodecs } from '@marquetry/codecs';
import { concat } from '@marquetry/column';
import { createLimits } from '@marquetry/core';
import { standardEncodings } from '@marquetry/encodings';
import { bytesSource, memorySink, type ParquetFile, type ReadBatchesOptions, type TypedColumn } from '@marquetry/file';
import { rowsOfRanges } from '@marquetry/file/row-bits';
import { createFileWriter } from '@marquetry/file/write';
import type { WorkerPool } from '@marquetry/parallel';
import { defineSchema } from '@marquetry/schema';
import { errorOf } from '@marquetry/test-support/errors.js';
import { fullOr } from '@marquetry/test-support/full.js';
import { slotsOf } from '@marquetry/test-support/values.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundledWorker, openSample, sampleFile } from './workers.js';

let bytes: Uint8Array;
let standard: Awaited<ReturnType<typeof bundledWorker>>;
const pools: WorkerPool[] = [];

beforeAll(async () => {
  bytes = await sampleFile();
  standard = await bundledWorker();
});
afterAll(() => {
  for (const pool of pools) pool.close();
  standard.remove();
});

function poolOf(workers: number): WorkerPool {
  const pool = standard.pool(workers);
  pools.push(pool);
  return pool;
}

async function batchesOf(file: ParquetFile, options: ReadBatchesOptions = {}): Promise<(readonly TypedColumn[])[]> {
  const batches: (readonly TypedColumn[])[] = [];
  for await (const batch of file.leafBatches(options)) batches.push(batch);
  return batches;
}

/** Returns the values, nulls and levels of all columns, joined over all batches. */
async function contentOf(file: ParquetFile, options: ReadBatchesOptions = {}): Promise<unknown[]> {
  const batches = await batchesOf(file, options);
  return (batches[0] ?? []).map(({ leaf }, i) => {
    const pieces = batches.map((batch) => batch[i] as TypedColumn);
    expect(pieces.every((piece) => piece.leaf === leaf)).toBe(true);
    const whole = concat(pieces, leaf);
    const { nulls } = whole;
    const levels = nulls.kind === 'levels' ? [nulls.definition, nulls.repetition] : [];
    return { path: leaf.path, rows: whole.rowCount, slots: slotsOf(whole, leaf.maxDefinitionLevel), levels };
  });
}

const rangesOfRows = Array.from({ length: 60 }, (_, i) => [60 * i + 13, 60 * i + 25 + (i % 7)] as const);

const requests: readonly (readonly [string, ReadBatchesOptions])[] = [
  ['everything', {}],
  ['flat values', { decodeDictionaries: true }],
  ['spaced values of some columns', { columns: ['flag', 'city', 'price'], spaced: true }],
  ['small batches', { batchRows: 77 }],
  ['rows in the middle', { offset: 950, limit: 1100 }],
  ['one row group', { rowGroups: [2] }],
  ['row groups out of order', { rowGroups: [3, 0] }],
  ['rows of one row group in small batches', { rowGroups: [1], offset: 10, limit: 900, batchRows: 128 }],
  ['no rows', { limit: 0 }],
  ['ranges of rows', { rows: rangesOfRows, batchRows: 100 }],
  ['rows selected by bits', { rows: rowsOfRanges(rangesOfRows), batchRows: 100 }],
  ['some of the rows selected by bits', { rows: rowsOfRanges(rangesOfRows), offset: 50, limit: 700, spaced: true }],
  ['some of the rows in ranges', { rows: rangesOfRows, offset: 50, limit: 700, spaced: true }],
];

describe.each(fullOr([1, 2, 4], [2]))('%i workers', (workers) => {
  let pool: WorkerPool;
  beforeAll(() => {
    pool = poolOf(workers);
  });

  test.each(requests)('workers return the same values as reading without workers: %s', async (_, options) => {
    const file = await openSample(bytes);
    const read = await contentOf(pool.attach(file), options);
    expect(read).toEqual(await contentOf(file, options));
  });
});

test('workers read from the source that was passed to `file.over`', async () => {
  const pool = poolOf(2);
  const file = pool.attach(await openSample(bytes));
  const source = bytesSource(bytes);
  let reads = 0;
  const other = file.over({
    byteLength: source.byteLength,
    read: (...range) => {
      reads++;
      return source.read(...range);
    },
  });
  expect(await contentOf(other)).toEqual(await contentOf(file));
  expect(reads).toBeGreaterThan(0);
});

test('the bytes of whole row groups are sent with the tasks, so that workers do not request them', async () => {
  const { byteLength, read } = bytesSource(bytes);
  const file = await openSample(bytes);
  const pages: number[] = [];
  const over = poolOf(2)
    .attach(file)
    .over({
      byteLength,
      read: (offset, length, signal) => {
        if (offset < file.footer.offset) pages.push(offset);
        return read(offset, length, signal);
      },
    });
  expect(await contentOf(over)).toEqual(await contentOf(file));
  const starts = file.metadata.rowGroups.map((_, rowGroup) => file.chunk({ rowGroup, column: 'id' }).start);
  expect(pages.filter((offset) => starts.includes(offset))).toHaveLength(4);
});

test('a read in workers throws the error that the source threw', async () => {
  const { byteLength, read } = bytesSource(bytes);
  const file = await openSample(bytes);
  const { start, end } = file.chunk({ rowGroup: 2, column: 'price' });
  const over = poolOf(2)
    .attach(file)
    .over({
      byteLength,
      read: (offset, length, signal) =>
        offset < end && offset + length > (start ?? 0)
          ? Promise.reject(new Error('no such sector'))
          : read(offset, length, signal),
    });
  await expect(batchesOf(over)).rejects.toThrow('no such sector');
});

test('workers return a large row group in batches of a few megabytes with equal numbers of rows', async () => {
  const sink = memorySink();
  const rows = 1_500_000;
  const writer = createFileWriter(sink, {
    schema: defineSchema({ ratio: 'DOUBLE' }),
    encodings: standardEncodings,
    codecs: standardCodecs,
    rowGroupRows: rows,
    rowGroupBytes: 2 ** 26,
  });
  await writer.write({ ratio: Float64Array.from({ length: rows }, (_, i) => i / 7) } as never);
  await writer.finish();
  const file = await openSample(sink.bytes);
  const batches = await batchesOf(poolOf(2).attach(file));
  expect(batches.map(([column]) => column?.rowCount)).toEqual([500_000, 500_000, 500_000]);
  const last = batches.at(-1)?.[0]?.values;
  expect(last?.layout === 'fixed' && last.data.at(-1)).toBe((rows - 1) / 7);
});

test('columnBatches with a worker pool yields objects with column paths as keys, and the batches of a row group share one dictionary', async () => {
  const file = poolOf(2).attach(await openSample(bytes));
  const dictionaries = new Set<unknown>();
  let rows = 0;
  for await (const { city, id } of file.columnBatches({ columns: ['city', 'id'], batchRows: 250, rowGroups: [0] })) {
    if (city?.values.layout === 'dictionary') dictionaries.add(city.values.dictionary);
    rows += id?.rowCount ?? 0;
  }
  expect([rows, dictionaries.size]).toEqual([1000, 1]);
});

test('two reads in one pool can run concurrently, even if one of them waits for the other', async () => {
  const pool = poolOf(2);
  const first = pool.attach(await openSample(bytes)).leafBatches({ batchRows: 100 });
  const second = pool.attach(await openSample(bytes)).leafBatches({ batchRows: 100 });
  let rows = 0;
  for await (const batch of first) {
    const other = await second.next();
    rows += (batch[0]?.rowCount ?? 0) + (other.value?.[0]?.rowCount ?? 0);
  }
  expect(rows).toBe(8000);
});

test('a read in workers throws the same error as a read without workers', async () => {
  const broken = bytes.slice();
  const place = (await openSample(bytes)).chunk({ rowGroup: 2, column: 'price' });
  const position = (place.start ?? 0) + 60;
  broken[position] = (broken[position] ?? 0) ^ 0xff;
  const file = await openSample(broken);
  const expected = await errorOf(() => batchesOf(file));
  const error = await errorOf(() => batchesOf(poolOf(2).attach(file)));
  expect(error).toMatchObject({
    name: 'ParquetError',
    code: expected.code,
    message: expected.message,
    at: expected.at,
  });
});

test('a read in workers rejects with the reason of its aborted signal', async () => {
  const abort = new AbortController();
  const read = poolOf(2)
    .attach(await openSample(bytes))
    .leafBatches({ batchRows: 10, signal: abort.signal });
  await read.next();
  abort.abort(new Error('enough'));
  await expect(async () => {
    for (;;) if ((await read.next()).done === true) return;
  }).rejects.toThrow('enough');
});

test('rows that exceed the memory limit of a worker are read in the calling thread', async () => {
  const page = await openSample(await sampleFile({ rows: 3000, rowGroupRows: 3000 }));
  const memoryBytes = 200_000;
  const file = await openSample(await sampleFile({ rows: 3000, rowGroupRows: 3000 }), {
    limits: createLimits({ memoryBytes }),
  });
  expect(await contentOf(poolOf(4).attach(file))).toEqual(await contentOf(page));
});

test('a read rejects if its worker exits, and the next read starts another worker', async () => {
  const dying = await bundledWorker(
    "import { parentPort } from 'node:worker_threads';\nparentPort?.on('message', () => process.exit(3));\n",
  );
  const pool = dying.pool(1);
  const file = pool.attach(await openSample(bytes));
  await expect(batchesOf(file)).rejects.toThrow('a worker exited with code 3');
  await expect(batchesOf(file)).rejects.toThrow('a worker exited with code 3');
  pool.close();
  dying.remove();
});

test('a closed pool rejects reads in progress, and starts workers again for the next read', async () => {
  const pool = poolOf(1);
  const file = pool.attach(await openSample(bytes));
  const read = file.leafBatches({ batchRows: 10 });
  await read.next();
  pool.close();
  await expect(async () => {
    for (;;) if ((await read.next()).done === true) return;
  }).rejects.toThrow('the worker pool was closed');
  expect((await batchesOf(file)).length).toBe(4);
});

test('createWorkerPool throws for an invalid number of workers', async () => {
  for (const workers of [0, -1, 1.5, 257, Number.NaN]) {
    expect(await errorOf(async () => standard.pool(workers))).toMatchObject({ code: 'INVALID_ARGUMENT' });
  }
});
