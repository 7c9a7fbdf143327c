import { createColumnBuffer, EncodingId, PhysicalType } from '@marquetry/core';
import { thrownBy } from '@marquetry/test-support/errors.js';
import { buildDataPage, buildDictionaryPage } from '@marquetry/test-support/pages.js';
import { snappy } from '@marquetry/test-support/standard.js';
import { columnOf, indicesOf, plainOf, valuesOf } from '@marquetry/test-support/values.js';
import { describe, expect, test } from 'vitest';
import { dictionaryOf, opened } from './open.js';

const { PLAIN, RLE_DICTIONARY } = EncodingId;
const column = columnOf(PhysicalType.INT32);

describe('allocateBody', () => {
  const memory = new Uint8Array(1024).fill(0xee);
  const asked: number[] = [];
  const allocateBody = (byteLength: number): Uint8Array => {
    asked.push(byteLength);
    return memory.subarray(0, byteLength);
  };
  const page = (items: readonly number[], version: 1 | 2): Uint8Array =>
    buildDataPage({ version, column, encoding: PLAIN, values: valuesOf(column, items), codec: snappy });

  test.each([1, 2] as const)(
    '`allocateBody` is called with the size of the body of a v%s page, and may return the same memory for the next page',
    (version) => {
      const target = createColumnBuffer(column);
      for (const items of [
        [1, 2, 3, 4],
        [5, 6],
        [7, 8, 9],
      ]) {
        const { values, valueCount } = opened(page(items, version), column, { codec: snappy, allocateBody });
        const decoder = values();
        expect(decoder.read(1).layout === 'fixed' && plainOf(values().read(1))).toEqual(items.slice(0, 1));
        values().readInto(target, valueCount);
      }
      expect(asked.splice(0)).toEqual([16, 8, 12]);
      expect(plainOf(target.values)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    },
  );

  test('`allocateBody` is not called for pages that are stored uncompressed', () => {
    const stored = buildDataPage({ column, encoding: PLAIN, values: valuesOf(column, [1, 2]) });
    expect(plainOf(opened(stored, column, { allocateBody }).values().read(2))).toEqual([1, 2]);
    expect(asked).toEqual([]);
  });
});

describe('readIndices', () => {
  const entries = valuesOf(column, [10, 20, 30]);
  const dictionary = dictionaryOf(buildDictionaryPage({ column, values: entries }), column);
  const page = buildDataPage({ column, encoding: RLE_DICTIONARY, values: indicesOf(entries, [2, 0, 1, 1]) });

  test('readIndices returns the dictionary indices of a page without the values', () => {
    const decoder = opened(page, column, { dictionary }).values();
    const indices = new Int32Array(6);
    decoder.readIndices?.(indices, 1, 3);
    expect([...indices]).toEqual([0, 2, 0, 1, 0, 0]);
    expect(decoder.remaining).toBe(1);
  });

  test('readIndices throws an error with the ordinal of the page if an index is beyond the dictionary', () => {
    const two = dictionaryOf(buildDictionaryPage({ column, values: valuesOf(column, [10, 20]) }), column);
    const decoder = opened(page, column, { dictionary: two, at: { page: 7 } }).values();
    const error = thrownBy(() => decoder.readIndices?.(new Int32Array(4), 0, 4));
    expect([error.code, error.at.page]).toEqual(['CORRUPT', 7]);
  });

  test('readIndices is undefined if the encoding of the page does not use a dictionary', () => {
    const plain = buildDataPage({ column, encoding: PLAIN, values: entries });
    expect(opened(plain, column).values().readIndices).toBeUndefined();
  });
});
