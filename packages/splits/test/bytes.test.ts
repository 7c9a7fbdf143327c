import { createLimits } from '@marquetry/core';
import { executeSplit, planSplits, rewriteTask, type Split, type SplitPlan } from '@marquetry/splits';
import { beforeAll, describe, expect, test } from 'vitest';
import { memoryFiles, memoryStore, type Read } from './memory.js';
import { columnsOf, tableFile } from './tables.js';

const rowCount = 3000;
const shapes = {
  'small pages with indexes': { rowGroupRows: 1000, pageRows: 100 },
  'pages of different columns end at different rows': { rowGroupRows: 1500, pageBytes: 700 },
  'no indexes': { rowGroupRows: 700, pageRows: 100, pageIndex: false },
  'no dictionaries, v2 pages': { rowGroupRows: 1000, pageRows: 150, dictionary: false, pageVersion: 2 },
  'Bloom filters': { rowGroupRows: 1000, pageRows: 100, bloomFilter: true },
  uncompressed: { rowGroupRows: 3000, pageRows: 64, codec: 'UNCOMPRESSED' },
} as const;
const wheres = {
  'all rows': undefined,
  'rows of some pages': { id: { ge: 1100n, lt: 2130n } },
  'few rows of all pages': { name: 'name 31' },
  'rows by two columns': { key: { lt: 60 }, x: { gt: 0 } },
  'elements of lists': { tags: { contains: 't5' } },
  'no row': { id: { lt: 0n } },
  'no row, which only the values tell': { key: 1001, x: { isNull: true } },
} as const;
const columns = {
  all: undefined,
  flat: ['key', 'x'],
  nested: ['tags', 'pos.place'],
  'not the tested ones': ['pos.lat'],
};

const files: Record<string, Uint8Array> = {};
beforeAll(async () => {
  for (const [shape, options] of Object.entries(shapes)) files[shape] = await tableFile(rowCount, options);
});

interface Case {
  readonly shape: string;
  readonly where: (typeof wheres)[keyof typeof wheres];
  readonly columns: readonly string[] | undefined;
  readonly targetBytes: number;
}

async function planned({ shape, where, columns, targetBytes }: Case): Promise<SplitPlan> {
  return planSplits([`memory:${shape}`], {
    resolve: memoryFiles(files),
    targetBytes,
    ...(where && { where }),
    ...(columns && { columns }),
  });
}

/** Executes a split, checks that it read exactly the planned bytes, and returns the output. */
async function executed(split: Split, memoryBytes?: number): Promise<Uint8Array> {
  const reads: Read[] = [];
  const output = memoryStore();
  const limits = createLimits(memoryBytes === undefined ? {} : { memoryBytes });
  const { metrics, output: written } = await executeSplit(JSON.stringify(split), rewriteTask(), {
    ...{ attempt: 'a', output, limits, resolve: memoryFiles(files, { reads }) },
  });
  const ranges = split.parts.flatMap(({ source: { uri }, ranges }) =>
    ranges.map(([offset, length]) => ({ uri, offset, length })),
  );
  const inOrder = (a: Read, b: Read): number => a.offset - b.offset;
  expect([...reads].sort(inOrder)).toEqual(ranges.sort(inOrder));
  expect(metrics.bytesRead).toBe(split.estimate.bytes);
  expect(metrics.requests).toBe(ranges.length);
  return output.files.get(written?.uri ?? '') as Uint8Array;
}

describe.each(Object.keys(shapes))('%s', (shape) => {
  describe.each(Object.entries(wheres))('%s', (_, where) => {
    test.each(Object.entries(columns))(
      'splits read exactly the ranges of their plan, and their outputs contain the rows of the file (columns: %s)',
      async (_, columns) => {
        for (const targetBytes of [2500, 2 ** 26]) {
          const { splits } = await planned({ shape, where, columns, targetBytes });
          const outputs: Readonly<Record<string, string>>[] = [];
          for (const split of splits) outputs.push(await columnsOf(await executed(split)));
          const expected = await columnsOf(files[shape] as Uint8Array, {
            ...(columns && { columns }),
            ...(where && { where }),
          });
          for (const [path, text] of Object.entries(expected)) {
            expect(outputs.flatMap((output) => output[path] ?? []).join('|')).toBe(text);
          }
          expect(Object.keys(outputs.find((output) => Object.keys(output).length > 0) ?? {})).toEqual(
            Object.keys(expected),
          );
        }
      },
    );
  });
});

test('a split that does not fit in memory still reads each byte only once', async () => {
  const [split] = (await planned({ shape: 'uncompressed', where: undefined, columns: undefined, targetBytes: 2 ** 26 }))
    .splits;
  const whole = await executed(split as Split);
  expect(await executed(split as Split, 2 ** 18)).toEqual(whole);
});

test('the bytes of an output do not depend on the order in which requests complete', async () => {
  const [split] = (
    await planned({
      shape: 'small pages with indexes',
      where: { key: { lt: 500 } } as never,
      columns: undefined,
      targetBytes: 2 ** 26,
    })
  ).splits;
  const sums = new Set<string>();
  let seed = 7;
  for (let run = 0; run < 5; run++) {
    const wait = async (): Promise<void> => {
      seed = (seed * 16807) % 2147483647;
      await new Promise((resolve) => setTimeout(resolve, seed % 7));
    };
    const resolve = memoryFiles(files, { wait });
    const result = await executeSplit(split as Split, rewriteTask(), {
      attempt: `a${run}`,
      output: memoryStore(),
      resolve,
    });
    sums.add(result.output?.sha256 ?? '');
  }
  expect(sums.size).toBe(1);
});
