/** Filtered reads that decode in worker threads return the same rows, columns and nested columns as reads without workers. */
import { concat } from '@marquetry/column';
import type { WorkerPool } from '@marquetry/parallel';
import type { Where } from '@marquetry/prune';
import { slotsOf } from '@marquetry/test-support/values.js';
import { openParquet, type ParquetReader } from 'marquetry';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundledWorker } from '../../packages/parallel/test/workers.js';
import { type NaturalPredicate, pick, type Random, randomOf, randomPredicate } from './natural.js';
import { listed, type RandomFile, randomFile } from './random-file.js';
import { seedsOf } from './seeds.js';

let workers: Awaited<ReturnType<typeof bundledWorker>>;
let pool: WorkerPool;
beforeAll(async () => {
  workers = await bundledWorker();
  pool = workers.pool(2);
});
afterAll(() => {
  pool.close();
  workers.remove();
});

interface Read {
  readonly where: Where;
  readonly columns?: readonly string[];
  readonly offset?: number;
  readonly limit?: number;
}

/** The reads to compare, by name. The row groups are so small that each is one batch, with and without workers. */
const forms: Readonly<Record<string, (file: ParquetReader, read: Read) => Promise<unknown>>> = {
  rows: async (file, read) => {
    const rows: unknown[] = [];
    for await (const row of file.rows(read)) rows.push(row);
    return rows;
  },
  columns: async (file, read) => {
    const pieces: unknown[][] = [];
    for await (const batch of file.leafBatches({ ...read, decodeDictionaries: true })) {
      batch.forEach((column, i) => {
        pieces[i] ??= [];
        pieces[i].push(...slotsOf(concat([column], column.leaf), column.leaf.maxDefinitionLevel));
      });
    }
    return pieces;
  },
  'nested columns': async (file, read) => {
    const batches: unknown[] = [];
    for await (const { rowCount, columns } of file.nestedBatches(read)) batches.push({ rowCount, columns });
    return batches;
  },
};

/** Returns the numbers of the rows that pass the predicate, computed in plain JavaScript. */
function passing({ rows, lists }: RandomFile, { holds }: NaturalPredicate): number[] {
  return rows.flatMap((row, n) => (holds(row, lists[n] ?? {}) === true ? [n] : []));
}

function randomRead(random: Random, where: Where): Read {
  return {
    where,
    ...(random() < 0.5 && { columns: pick(random, [['n'], ['n', 's', 'lists.i32'], ['lists']]) }),
    ...(random() < 0.3 && { offset: pick(random, [1, 20]) }),
    ...(random() < 0.3 && { limit: pick(random, [0, 1, 10, 100]) }),
  };
}

describe.each(seedsOf(8000, { full: 30, quick: 2 }))('random file %i', (seed) => {
  let random: Random;
  let file: RandomFile;
  let alone: ParquetReader;
  let inWorkers: ParquetReader;
  beforeAll(async () => {
    random = randomOf(seed);
    file = await randomFile(random, pick(random, [200, 700]));
    alone = await openParquet(file.bytes);
    inWorkers = await openParquet(file.bytes, { parallel: pool });
  });

  test.each(Object.keys(forms))('returns the same %s as without workers', async (form) => {
    const read = forms[form] as (typeof forms)[string];
    for (let i = 0; i < 15; i++) {
      const predicate = randomPredicate(random, file.rows, listed, pick(random, [0, 1, 2]));
      const options = randomRead(random, predicate.where);
      expect([options, await read(inWorkers, options)]).toEqual([options, await read(alone, options)]);
    }
  });

  test('a filtered read in workers returns the same rows as a filter in plain JavaScript', async () => {
    for (let i = 0; i < 15; i++) {
      const predicate = randomPredicate(random, file.rows, listed, pick(random, [0, 1, 2]));
      const found: unknown[] = [];
      for await (const { n } of inWorkers.rows({ where: predicate.where, columns: ['n'] })) found.push(n);
      expect([predicate.where, found]).toEqual([predicate.where, passing(file, predicate)]);
    }
  });
});
