/** A filtered read of a file on disk frees the fetched bytes of each row group after it has read the row group. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ColumnPiece, decodeDictionary } from '@marquetry/column';
import type { BytesValues } from '@marquetry/core';
import { openParquet, writeParquet } from 'marquetry';
import { standardCodecs } from 'marquetry/plug-ins';
import { afterAll, beforeAll, expect, test } from 'vitest';

const rowCount = 60_000;
const nameOf = (row: number): string => `customer ${(row * 31) % 997}, who has a name of some length`;
const passes = (row: number): boolean => (row * 7919) % 3 === 0;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'marquetry-prune-'));
  const rows = Array.from({ length: rowCount }, (_, i) => ({
    key: i,
    third: (i * 7919) % 3,
    name: nameOf(i),
    price: i % 7 === 0 ? null : (i % 5000) / 8,
  }));
  for (const codec of [0, 1]) {
    const options = { rowGroupRows: rowCount / 4, codec, codecs: standardCodecs };
    await writeParquet(join(folder, `${codec}.parquet`), rows, options);
  }
});

afterAll(() => rm(folder, { recursive: true }));

const texts = new TextDecoder();
const textAt = ({ offsets, data }: BytesValues, i: number): string =>
  texts.decode(data.subarray(offsets[i], offsets[i + 1]));

test.each([0, 1])(
  'a column with codec %i keeps its values after the filtered read that returned it has ended',
  async (codec) => {
    const file = await openParquet(join(folder, `${codec}.parquet`));
    const found: ColumnPiece[][] = [];
    const columns = ['key', 'name', 'price'];
    for await (const batch of file.leafBatches({ where: { third: 0, price: { isNull: false } }, columns })) {
      found.push([...batch]);
    }
    const expected = Array.from({ length: rowCount }, (_, i) => i).filter((row) => passes(row) && row % 7 !== 0);
    const keys: number[] = [];
    const names: string[] = [];
    const prices: number[] = [];
    const [keyLeaf, , nameLeaf, priceLeaf] = file.schema.leaves;
    for (const [key, name, price] of found) {
      if (!key || !name || !price || !keyLeaf || !nameLeaf || !priceLeaf) throw new Error('a column is missing');
      expect(name.values.layout).toBe('dictionary');
      const plain = decodeDictionary(name.values, nameLeaf) as BytesValues;
      for (let i = 0; i < plain.length; i++) names.push(textAt(plain, i));
      keys.push(...Array.from(decodeDictionary(key.values, keyLeaf).data as Float64Array, Number));
      prices.push(...(decodeDictionary(price.values, priceLeaf).data as Float64Array));
    }
    expect(keys).toEqual(expected);
    expect(names).toEqual(expected.map(nameOf));
    expect(prices).toEqual(expected.map((row) => (row % 5000) / 8));
    await file.close();
  },
);
