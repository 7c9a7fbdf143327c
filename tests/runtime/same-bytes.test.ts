/**
 * Columns have the same bytes, however they are read: with WebAssembly or JavaScript kernels, in worker threads, or into the reused memory
 * of earlier batches.
 */
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { concat } from '@marquetry/column';
import { loadSimdKernels } from '@marquetry/simd';
import { fullOr } from '@marquetry/test-support/full.js';
import {
  createBatchMemory,
  type OpenParquetOptions,
  openParquet,
  type ReadBatchesOptions,
  type TypedColumn,
} from 'marquetry';
import { javascriptKernels } from 'marquetry/plug-ins';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundledWorker } from '../../packages/parallel/test/workers.js';

const here = fileURLToPath(new URL('.', import.meta.url));
const folders = [resolve(here, '../fixtures'), resolve(here, '../../../shared/parquet-testing/data')];
const files = folders
  .filter((folder) => existsSync(folder))
  .flatMap((folder) => globSync('**/*.parquet', { cwd: folder }).map((name) => join(folder, name)))
  // This file takes gigabytes of memory.
  .filter((path) => !path.includes('large_string_map'))
  .sort();

const forms: readonly ReadBatchesOptions[] = [
  ...fullOr([{}], []),
  { decodeDictionaries: true, spaced: true, batchRows: 50 },
];
const counts = fullOr([1, 2, 4], [2]);

let worker: Awaited<ReturnType<typeof bundledWorker>>;
/** The ways to open a file. The results of all ways are compared with those of the first. */
const ways = new Map<string, OpenParquetOptions>();
beforeAll(async () => {
  worker = await bundledWorker();
  ways.set('JavaScript', { kernels: javascriptKernels });
  ways.set('SIMD', { kernels: await loadSimdKernels() });
  for (const count of counts) ways.set(`${count} workers`, { parallel: worker.pool(count) });
});
afterAll(() => worker.remove());

/** Returns the hash of every column by its path, or the code of the error that the file causes. */
async function digests(
  bytes: Uint8Array,
  opening: OpenParquetOptions,
  reading: ReadBatchesOptions,
): Promise<Record<string, string> | string> {
  try {
    const file = await openParquet(bytes, opening);
    const pieces = new Map<TypedColumn['leaf'], TypedColumn[]>();
    for await (const batch of file.leafBatches(reading)) {
      for (const column of batch) {
        // Hash the joined batches, so that it does not matter where a batch ends. Copy a batch in reused memory, because the next batch
        // overwrites it.
        const copy = reading.memory === undefined ? column : (structuredClone(column) as TypedColumn);
        pieces.set(column.leaf, [...(pieces.get(column.leaf) ?? []), copy]);
      }
      reading.memory?.recycle(batch);
    }
    return Object.fromEntries([...pieces].map(([leaf, parts]) => [leaf.path.join('.'), digest(parts, leaf)]));
  } catch (error) {
    return String((error as { code?: string }).code);
  }
}

function digest(parts: readonly TypedColumn[], leaf: TypedColumn['leaf']): string {
  const { values, nulls, slotCount, rowCount } = concat(parts, leaf);
  const hash = createHash('sha256').update(`${slotCount} ${rowCount} ${nulls.nullCount} ${values.length} `);
  const add = ({ buffer, byteOffset, byteLength }: ArrayBufferView): unknown =>
    hash.update(new Uint8Array(buffer, byteOffset, byteLength));
  const flat = values.layout === 'dictionary' ? values.dictionary : values;
  if (values.layout === 'dictionary') add(values.indices);
  if (flat.layout === 'bytes') add(flat.offsets.map((offset) => offset - (flat.offsets[0] as number)));
  add(flat.layout === 'bytes' ? flat.data.subarray(flat.offsets[0], flat.offsets[flat.length]) : flat.data);
  if (nulls.kind === 'bitmap') add(nulls.bits);
  if (nulls.kind === 'levels') {
    add(nulls.definition);
    if (nulls.repetition !== undefined) add(nulls.repetition);
  }
  return hash.digest('hex');
}

describe.each(forms)('reading with the options %j', (form) => {
  test.each(files.map((path) => [relative(resolve(here, '../../..'), path), path]))(
    '%s has the same bytes in all ways of reading',
    async (_, path) => {
      const bytes = readFileSync(path);
      const [first, ...others] = ways.values();
      const expected = await digests(bytes, first as OpenParquetOptions, form);
      for (const way of others) expect(await digests(bytes, way, form)).toEqual(expected);
      const memory = createBatchMemory();
      // The second read reuses all memory of the first.
      for (const _ of [1, 2]) expect(await digests(bytes, {}, { ...form, memory })).toEqual(expected);
    },
  );
});

test('more than 80 % of the test files can be read', async () => {
  const read = await Promise.all(files.map((path) => digests(readFileSync(path), {}, {})));
  expect(read.filter((result) => typeof result === 'object').length).toBeGreaterThan(0.8 * files.length);
  expect(files.length).toBeGreaterThan(40);
});
