/**
 * Tests where pages end, with expected results worked out by hand. Pages have whole rows, and end before they exceed
 * the maximum number of rows or bytes.
 */
import { createChunkWriter, type WriteBatch } from '@marquetry/column-writer';
import { type Nulls, noNulls, PhysicalType, type Values } from '@marquetry/core';
import { FieldRepetitionType } from '@marquetry/metadata';
import { createSchema, type LeafNode } from '@marquetry/schema';
import { leafOf, writeChunk } from '@marquetry/test-support/chunk-file.js';
import { standardEncodings } from '@marquetry/test-support/standard.js';
import { indicesOf, valuesOf } from '@marquetry/test-support/values.js';
import { describe, expect, test } from 'vitest';
import { byteArrayBytes, plainBytes, valuesWithin } from '../src/plain-bytes.js';

const text = leafOf({ name: 'c', type: PhysicalType.BYTE_ARRAY, repetitionType: FieldRepetitionType.REQUIRED });
const words = ['a', 'bbbb', '', 'cccccccccc', 'dd'];
const flat = valuesOf(text, words);
/** The same values as dictionary indices. The dictionary has the entries in a different order. */
const indices = indicesOf(valuesOf(text, ['dd', 'cccccccccc', '', 'bbbb', 'a', 'unused']), [4, 3, 2, 1, 0]);
const forms: [string, Values][] = [
  ['byte arrays', flat],
  ['indices', indices],
];

/** Returns the number of rows of each page. */
function pageRowsOf(leaf: LeafNode, values: Values, nulls: Nulls, options: object): number[] {
  const { offsetIndex, rowCount } = writeChunk(leaf, values, nulls, { encoding: 0, ...options });
  const starts = [...offsetIndex.pageLocations.map(({ firstRowIndex }) => firstRowIndex), rowCount];
  return starts.slice(1).map((start, i) => start - starts[i]!);
}

test('plainBytes computes the sizes of fixed-width and boolean values without reading them', () => {
  const int32 = leafOf({ name: 'c', type: PhysicalType.INT32, repetitionType: FieldRepetitionType.REQUIRED });
  const bits = leafOf({ name: 'c', type: PhysicalType.BOOLEAN, repetitionType: FieldRepetitionType.REQUIRED });
  const ints = valuesOf(int32, [1, 2, 3, 4, 5]);
  const bools = valuesOf(
    bits,
    Array.from({ length: 20 }, (_, i) => i % 2 === 0),
  );
  expect([plainBytes(ints, 1, 4), plainBytes(bools, 0, 20), plainBytes(bools, 3, 4)]).toEqual([12, 3, 1]);
  expect([3, 4, 11, 12, 100].map((bytes) => valuesWithin(ints, 0, 5, bytes))).toEqual([0, 1, 2, 3, 5]);
  expect([1, 2, 9].map((bytes) => valuesWithin(bools, 0, 20, bytes))).toEqual([8, 16, 20]);
  const entries = indicesOf(valuesOf(int32, [7, 8]), [0, 1, 0]);
  expect([plainBytes(entries, 0, 3), valuesWithin(entries, 0, 3, 8), byteArrayBytes(entries, 0, 3)]).toEqual([
    12, 2, 0,
  ]);
  expect(pageRowsOf(int32, ints, noNulls, { pageBytes: 8 })).toEqual([2, 2, 1]);
  expect(pageRowsOf(int32, ints, noNulls, { pageRows: 2 })).toEqual([2, 2, 1]);
});

test('nulls after the last value that fits stay in the same page', () => {
  const optional = leafOf({ name: 'c', type: PhysicalType.INT32, repetitionType: FieldRepetitionType.OPTIONAL });
  // 1 2 null null 3 4 null
  const nulls: Nulls = { kind: 'bitmap', bits: Uint8Array.of(0b0110011), nullCount: 3 };
  expect(pageRowsOf(optional, valuesOf(optional, [1, 2, 3, 4]), nulls, { pageBytes: 8 })).toEqual([4, 3]);
});

describe.each(forms)('the PLAIN-encoded size of %s', (_, values) => {
  test('plainBytes counts the bytes of each string plus 4 bytes for its length, for any range', () => {
    expect([plainBytes(values, 0, 5), plainBytes(values, 1, 4), plainBytes(values, 2, 2)]).toEqual([37, 26, 0]);
    expect([byteArrayBytes(values, 0, 5), byteArrayBytes(values, 3, 5)]).toEqual([17, 12]);
  });

  test('values fill a page up to the last byte', () => {
    // In PLAIN, the values end at bytes 5, 13, 17, 31 and 37.
    const within = (bytes: number): number => valuesWithin(values, 0, 5, bytes);
    expect([0, 4, 5, 12, 13, 16, 17, 30, 31, 36, 37, 100].map(within)).toEqual([0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]);
    expect([3, 4, 18, 24].map((bytes) => valuesWithin(values, 2, 5, bytes))).toEqual([2, 3, 4, 5]);
    expect(valuesWithin(values, 1, 3, 100)).toBe(3);
  });

  test.each([
    // The third value takes 4 bytes. The fourth takes 14, which exceeds the maximum for a page, so it has a page of its
    // own.
    [13, [2, 1, 1, 1]],
    [17, [3, 1, 1]],
    [20, [3, 2]],
    [1, [1, 1, 1, 1, 1]],
    [37, [5]],
  ])('pages of %d bytes contain whole values', (pageBytes, rows) => {
    expect(pageRowsOf(text, values, noNulls, { pageBytes })).toEqual(rows);
  });
});

describe('size statistics of levels', () => {
  /**
   * The column `optional group a { required group list (repeated) { optional int32 c } }`. Its maximum levels are 3
   * (definition) and 1 (repetition).
   */
  const { leaves } = createSchema([
    { name: 'schema', numChildren: 1 },
    { name: 'a', numChildren: 1, repetitionType: FieldRepetitionType.OPTIONAL },
    { name: 'list', numChildren: 1, repetitionType: FieldRepetitionType.REPEATED },
    { name: 'c', type: PhysicalType.INT32, repetitionType: FieldRepetitionType.OPTIONAL },
  ]);
  const leaf = leaves[0]!;
  const values = valuesOf(leaf, [10, 11, 12, 13]);
  const batchOf = (definition: number[], repetition: number[]): WriteBatch => {
    const nullCount = definition.filter((level) => level < 3).length;
    const levels = { definition: Uint8Array.from(definition), repetition: Uint8Array.from(repetition) };
    return {
      values,
      nulls: { kind: 'levels', ...levels, nullCount },
      slotCount: definition.length,
      rowCount: repetition.filter((level) => level === 0).length,
    };
  };
  const write = (batch: WriteBatch, pageRows: number): ReturnType<ReturnType<typeof createChunkWriter>['finish']> => {
    const writer = createChunkWriter({ leaf, encodings: standardEncodings, pageRows });
    writer.write(batch);
    return writer.finish();
  };

  test('written size statistics count each level per page and per chunk', () => {
    // The rows are [10, null] | [] | null | [11, 12] | [13], with two rows per page.
    const chunk = write(batchOf([3, 2, 1, 0, 3, 3, 3], [0, 1, 0, 0, 0, 1, 0]), 2);
    expect(chunk.columnIndex).toMatchObject({
      definitionLevelHistograms: [...[0, 1, 1, 1], ...[1, 0, 0, 2], ...[0, 0, 0, 1]],
      repetitionLevelHistograms: [...[2, 1], ...[2, 1], ...[1, 0]],
      nullCounts: [2, 1, 0],
    });
    expect(chunk.metaData.sizeStatistics).toEqual({
      definitionLevelHistogram: [1, 1, 1, 4],
      repetitionLevelHistogram: [5, 2],
    });
  });

  test('if no slot is null, the size statistics count every slot at the maximum levels', () => {
    const nested = createSchema([
      { name: 'schema', numChildren: 1 },
      { name: 'a', numChildren: 1, repetitionType: FieldRepetitionType.OPTIONAL },
      { name: 'c', type: PhysicalType.INT32, repetitionType: FieldRepetitionType.OPTIONAL },
    ]).leaves[0]!;
    const chunk = writeChunk(nested, values, noNulls, { pageRows: 3 });
    expect(chunk.columnIndex?.definitionLevelHistograms).toEqual([...[0, 0, 3], ...[0, 0, 1]]);
    expect(chunk.columnIndex?.repetitionLevelHistograms).toBeUndefined();
    expect(chunk.metaData.sizeStatistics).toEqual({ definitionLevelHistogram: [0, 0, 4] });
  });
});
