/** The `paranoid` option detects wrong statistics and Bloom filters, by the rows that they wrongly exclude or include. */
import { isParquetError } from '@marquetry/core';
import { errorOf } from '@marquetry/test-support/errors.js';
import { memorySink, openParquet, type ParquetReader, type Where, writeParquet } from 'marquetry';
import { expect, test } from 'vitest';
import { pick, type Random, randomOf, randomPredicate } from './natural.js';
import { randomFile } from './random-file.js';
import { seedsOf } from './seeds.js';

/** Returns the file offsets of the statistics and Bloom filters, which decide which rows are skipped. */
async function claims(file: ParquetReader, bytes: Uint8Array): Promise<number[]> {
  const places: number[] = [];
  const add = (stated: Uint8Array | undefined): void => {
    if (stated === undefined || stated.buffer !== bytes.buffer) return;
    for (let i = 0; i < stated.length; i++) places.push(stated.byteOffset - bytes.byteOffset + i);
  };
  for (const rowGroup of file.metadata.rowGroups.keys()) {
    for (const leaf of file.schema.leaves) {
      const { metaData } = file.chunk({ rowGroup, column: leaf });
      add(metaData.statistics?.minValue);
      add(metaData.statistics?.maxValue);
      const index = await file.columnIndex({ rowGroup, column: leaf });
      for (const bound of [...(index?.minValues ?? []), ...(index?.maxValues ?? [])]) add(bound);
      const { bloomFilterOffset: offset, bloomFilterLength: length } = metaData;
      for (let i = 24; offset !== undefined && i < (length ?? 0); i++) places.push(offset + i);
    }
  }
  return places;
}

async function numbers(bytes: Uint8Array, where: Where, paranoid: boolean): Promise<readonly number[] | string> {
  try {
    const found: number[] = [];
    const file = await openParquet(bytes);
    for await (const { n } of file.rows({ where, columns: ['n'], paranoid })) found.push(n as number);
    return found;
  } catch (error) {
    if (isParquetError(error)) return error.code;
    throw error;
  }
}

function lie(bytes: Uint8Array, places: readonly number[], random: Random): Uint8Array {
  const lying = bytes.slice();
  for (let i = 0; i < places.length / 4; i++) lying[pick(random, places)] = Math.floor(random() * 256);
  return lying;
}

let found = 0;
test.each(seedsOf(9000, { full: 100, quick: 6 }))(
  '`paranoid` throws CORRUPT if wrong metadata in the random file %i changes the result',
  async (seed) => {
    const random = randomOf(seed);
    const { bytes, rows } = await randomFile(random, 200);
    const places = await claims(await openParquet(bytes), bytes);
    expect(places.length).toBeGreaterThan(100);
    for (let i = 0; i < 30; i++) {
      const { where, holds } = randomPredicate(random, rows, [], pick(random, [0, 1]));
      const expected = rows.flatMap((row, n) => (holds(row, {}) === true ? [n] : []));
      expect(await numbers(bytes, where, true)).toEqual(expected);
      const lying = lie(bytes, places, random);
      if (String(await numbers(lying, where, false)) === String(expected)) continue;
      found++;
      expect([where, await numbers(lying, where, true)]).toEqual([where, 'CORRUPT']);
    }
  },
);

test('without `paranoid`, wrong metadata changes the result of at least one of the random reads', () =>
  expect(found).toBeGreaterThan(0));

test('the error that a `paranoid` read throws names the row and the metadata that excluded it', async () => {
  const sink = memorySink();
  await writeParquet(
    sink,
    Array.from({ length: 100 }, (_, n) => ({ n, text: `row ${n}` })),
    { dictionary: false },
  );
  const { bytes } = sink;
  const file = await openParquet(bytes);
  const { statistics } = file.chunk({ rowGroup: 0, column: 'text' }).metaData;
  statistics!.maxValue!.fill(0x30, 4);
  const where = { text: 'row 99' };
  expect(await numbers(bytes, where, false)).toEqual([]);
  const error = await errorOf(async () => {
    for await (const _ of (await openParquet(bytes)).rows({ where, paranoid: true }));
  });
  expect([error.code, error.at.rowGroup]).toEqual(['CORRUPT', 0]);
  expect(error.message).toContain('row 99 of the row group matches, but metadata excludes it by statistics of text');
});
