import { CodecId, EncodingId, PhysicalType } from '@marquetry/core';
import type { ByteSource, ReadBatchesOptions } from '@marquetry/file';
import { buildFile, elementOf } from '@marquetry/test-support/files.js';
import { buildDataPage, buildDictionaryPage } from '@marquetry/test-support/pages.js';
import { snappy } from '@marquetry/test-support/standard.js';
import { columnOf, indicesOf, plainOf, valuesOf } from '@marquetry/test-support/values.js';
import { describe, expect, test } from 'vitest';
import { createPageScratch, createScratchPool } from '../src/scratch.js';
import { collect, countingSource, open } from './sources.js';

const { PLAIN, RLE_DICTIONARY } = EncodingId;

/** False in Node 20, which cannot free memory before the engine collects it. */
const canFree = 'transfer' in ArrayBuffer.prototype;

describe('the memory pool', () => {
  test('the memory pool reuses all or part of the memory returned to it', () => {
    const scratch = createPageScratch(createScratchPool(2 ** 20));
    const first = scratch.take(10_000);
    expect([first.length, first.byteOffset % 8]).toEqual([10_000, 0]);
    scratch.release();
    const second = scratch.take(9000);
    expect([second.length, second.buffer === first.buffer]).toEqual([9000, true]);
    // The pool must not return memory that is in use.
    expect(scratch.take(9000).buffer).not.toBe(first.buffer);
  });

  test('the memory pool fills memory with zeros on request', () => {
    const scratch = createPageScratch(createScratchPool(2 ** 20));
    scratch.take(100).fill(0xff);
    scratch.release();
    expect(scratch.takeZeros(100).every((byte) => byte === 0)).toBe(true);
  });

  test('the memory pool returns the smallest free memory that is large enough', () => {
    const pool = createScratchPool(2 ** 20);
    const [large, small] = [pool.take(100_000), pool.take(20_000)];
    pool.give(large);
    pool.give(small);
    expect(pool.take(15_000)).toBe(small);
    expect(pool.take(15_000)).toBe(large);
  });

  test('the memory pool keeps at most `mostBytes` bytes, and frees the rest', () => {
    const pool = createScratchPool(50_000);
    const huge = pool.take(60_000);
    expect(huge.length).toBe(60_000);
    pool.give(huge);
    expect(pool.take(60_000) === huge).toBe(false);
    const [older, newer] = [pool.take(30_000), pool.take(30_000)];
    pool.give(older);
    pool.give(newer);
    expect(pool.take(30_000)).toBe(newer);
    expect(pool.take(30_000) === older).toBe(false);
    if (canFree) expect([huge.length, older.length]).toEqual([0, 0]);
  });
});

describe('results of a read', () => {
  const codec = snappy;
  const int = columnOf(PhysicalType.INT32, [1, 0]);
  const text = columnOf(PhysicalType.BYTE_ARRAY, [1, 1]);
  const long = columnOf(PhysicalType.INT64);
  const numbers = [
    [1, 2, 3],
    [4, 5],
    [6, 7, 8, 9],
  ];
  const n = numbers.map((items) => {
    const definition = [...items.map(() => 1), 0];
    return buildDataPage({ column: int, encoding: PLAIN, values: valuesOf(int, items), definition, codec });
  });
  const words = valuesOf(text, ['alpha', 'beta', 'gamma']);
  const lists = [
    [0, 1, 2, 2, 0],
    [2, 1, 0, 0],
    [1, 1, 1, 0, 2, 2],
  ];
  const t = [
    buildDictionaryPage({ column: text, values: words, codec }),
    ...lists.map((indices, i) => {
      const repetition = indices.map((_, k) => (k === 1 ? 1 : 0));
      // The last slot is an empty list.
      const definition = indices.map((_, k) => (k === indices.length - 1 ? 0 : 1));
      const values = indicesOf(words, indices.slice(0, -1));
      return buildDataPage({
        version: i === 1 ? 2 : 1,
        column: text,
        encoding: RLE_DICTIONARY,
        values,
        definition,
        repetition,
        codec,
      });
    }),
  ];
  const longs = valuesOf(long, [10n, 20n, 30n]);
  const d = [
    buildDictionaryPage({ column: long, values: longs, codec }),
    buildDataPage({ column: long, encoding: RLE_DICTIONARY, values: indicesOf(longs, [2, 1, 0, 0, 1, 2, 1]), codec }),
    buildDataPage({ column: long, encoding: PLAIN, values: valuesOf(long, [7n, 8n, 9n, 6n, 5n]), codec }),
  ];
  const columns = [n, t, d].map((pages) => ({ pages, codec: CodecId.SNAPPY }));
  const bytes = buildFile({
    schema: [
      { name: 'schema', numChildren: 3 },
      elementOf('n', int),
      { name: 't', repetitionType: 2, type: PhysicalType.BYTE_ARRAY },
      elementOf('d', long),
    ],
    rowGroups: [
      { columns, numRows: 12 },
      { columns, numRows: 12 },
    ],
  });

  const forms: [string, ReadBatchesOptions][] = [
    ['a read without options', {}],
    ['a read with decodeDictionaries', { decodeDictionaries: true }],
    ['a read with spaced and batches of one row', { spaced: true, batchRows: 1 }],
    ['a read with decodeDictionaries and batches of five rows', { decodeDictionaries: true, batchRows: 5 }],
  ];
  test.each(forms)('results of %s do not change while further pages are read', async (_, options) => {
    const read = async (source: Uint8Array | ByteSource): Promise<unknown[]> => {
      const file = await open(source);
      const kept: unknown[] = [];
      const copies: unknown[] = [];
      for await (const columns of file.leafBatches(options)) {
        const parts = columns.map(({ values, nulls, rowCount }) => ({ values, nulls, rowCount }));
        kept.push(parts);
        copies.push(structuredClone(parts));
      }
      expect(kept).toStrictEqual(copies);
      return kept;
    };
    const atOnce = await read(bytes);
    expect(atOnce.length).toBeGreaterThan(1);
    expect(await read(countingSource(bytes))).toStrictEqual(atOnce);
  });

  test('a read returns the values of all pages, in order', async () => {
    const [first] = await collect((await open(bytes)).columnBatches({ decodeDictionaries: true }));
    expect(plainOf(first!['n']!.values)).toEqual(numbers.flat());
    expect(plainOf(first!['d']!.values)).toEqual([30n, 20n, 10n, 10n, 20n, 30n, 20n, 7n, 8n, 9n, 6n, 5n]);
    const expected = lists.flatMap((indices) => indices.slice(0, -1).map((i) => ['alpha', 'beta', 'gamma'][i]));
    expect(plainOf(first!['t']!.values)).toEqual(expected);
  });
});
