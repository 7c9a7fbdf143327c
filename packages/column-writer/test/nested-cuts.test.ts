/** Tests that pages of nested columns never end inside a row, however many slots the row has. */
import { type ChunkWriterOptions, createChunkWriter } from '@marquetry/column-writer';
import { EncodingId, type Nulls, PhysicalType } from '@marquetry/core';
import { FieldRepetitionType } from '@marquetry/metadata';
import { createSchema, type LeafNode } from '@marquetry/schema';
import { standardEncodings } from '@marquetry/test-support/standard.js';
import { valuesOf } from '@marquetry/test-support/values.js';
import { expect, test } from 'vitest';

const { OPTIONAL, REPEATED } = FieldRepetitionType;

/** Creates an INT32 leaf in an optional group. */
function leafIn(repetitionType: number): LeafNode {
  const [leaf] = createSchema([
    { name: 'schema', numChildren: 1 },
    { name: 'g', repetitionType: OPTIONAL, numChildren: 1 },
    { name: 'e', repetitionType, type: PhysicalType.INT32 },
  ]).leaves;
  return leaf as LeafNode;
}
const list = leafIn(REPEATED);
const struct = leafIn(OPTIONAL);

/** Writes a chunk, and returns the first row of each page. Slots with the highest definition level have values. */
function firstRows(
  leaf: LeafNode,
  definition: readonly number[],
  repetition: readonly number[] | undefined,
  options: Partial<ChunkWriterOptions>,
): number[] {
  const writer = createChunkWriter({ leaf, encodings: standardEncodings, encoding: EncodingId.PLAIN, ...options });
  const items = definition.flatMap((level, i) => (level === leaf.maxDefinitionLevel ? [i] : []));
  const nullCount = definition.length - items.length;
  const levels = { kind: 'levels', definition: Uint8Array.from(definition), nullCount } as const;
  const nulls: Nulls = repetition === undefined ? levels : { ...levels, repetition: Uint8Array.from(repetition) };
  const rowCount = repetition?.filter((level) => level === 0).length ?? definition.length;
  writer.write({ values: valuesOf(leaf, items), nulls, slotCount: definition.length, rowCount });
  return writer.finish().offsetIndex.pageLocations.map(({ firstRowIndex }) => firstRowIndex);
}

/** Returns the repetition levels of rows that have the given numbers of slots. */
const rowsOf = (...lengths: readonly number[]): number[] =>
  lengths.flatMap((length) => Array.from({ length }, (_, i) => (i === 0 ? 0 : 1)));
const full = (repetition: readonly number[]): number[] => repetition.map(() => 2);

test.each([
  [250, [0, 250, 500]],
  [599, [0, 599]],
  [600, [0]],
  [601, [0]],
])('with `pageRows: %i`, pages begin at rows %j (each row has 5 slots)', (pageRows, expected) => {
  const repetition = rowsOf(...Array<number>(600).fill(5));
  expect(firstRows(list, full(repetition), repetition, { pageRows })).toEqual(expected);
});

test('a page does not end inside a row of thousands of slots, nor inside the rows next to it', () => {
  const repetition = rowsOf(1, 5000, 1, 1023, 1, 1, 1025);
  expect(firstRows(list, full(repetition), repetition, { pageRows: 2 })).toEqual([0, 2, 4, 6]);
  expect(firstRows(list, full(repetition), repetition, { pageRows: 3 })).toEqual([0, 3, 6]);
});

test.each([
  [16, [0, 1]],
  [20, [0, 2]],
  [12, [0, 1, 2]],
  [4, [0, 1, 2]],
])('with `pageBytes: %i`, pages begin at rows %j (the rows have 2, 3 and 1 values)', (pageBytes, expected) => {
  const repetition = rowsOf(2, 3, 1);
  expect(firstRows(list, full(repetition), repetition, { pageBytes })).toEqual(expected);
});

test('nulls before a value that does not fit in the page are still written to the page', () => {
  expect(firstRows(struct, [1, 2, 0, 2, 1, 2, 2], undefined, { pageBytes: 8 })).toEqual([0, 5]);
  expect(firstRows(struct, [2, 1, 0, 2, 2, 0, 1], undefined, { pageBytes: 4 })).toEqual([0, 3, 4]);
});
