/**
 * Tests pieces that have more entries than one step. Joining, slicing and nesting them in steps must give the same
 * result as in one step.
 */
import {
  type ColumnPiece,
  concatInSteps,
  decodePieceDictionaryInSteps,
  nestColumns,
  sliceRowsInSteps,
  unnestColumnInSteps,
} from '@marquetry/column';
import { type LeafColumn, type Nulls, noNulls, PhysicalType, type Steps, type Values } from '@marquetry/core';
import { defineSchema, fieldsOf } from '@marquetry/schema';
import { expect, test } from 'vitest';

const length = 2 ** 20 + 5;

function run<T>(steps: Steps<T>): { readonly result: T; readonly count: number } {
  for (let count = 1; ; count++) {
    const { done, value } = steps.next();
    if (done === true) return { result: value as T, count };
  }
}

function columnOf(type: PhysicalType, width: number): LeafColumn {
  return { type, width, maxDefinitionLevel: 1, maxRepetitionLevel: 0 };
}

/** Returns a bitmap in which every third slot is null. */
function bitmap(slots: number): Nulls {
  const bits = new Uint8Array(Math.ceil(slots / 8));
  let nullCount = 0;
  for (let i = 0; i < slots; i++) {
    if (i % 3 === 0) nullCount++;
    else bits[i >> 3] = (bits[i >> 3] as number) | (1 << (i & 7));
  }
  return { kind: 'bitmap', bits, nullCount };
}

const { INT32, BOOLEAN, BYTE_ARRAY } = PhysicalType;
const words = Int32Array.from({ length }, (_, i) => i);
const integers: Values = { layout: 'fixed', type: INT32, width: 4, length, data: words };
/** Returns the offsets of strings that have 0 to 2 bytes each. */
const offsets = Int32Array.from({ length: length + 1 }, (_, i) => i - Math.floor(i / 3) + Math.floor(i / 7));
const texts: Values = {
  layout: 'bytes',
  type: BYTE_ARRAY,
  length,
  offsets,
  data: Uint8Array.from({ length: offsets[length] as number }, (_, i) => i),
};
const bits: Values = {
  layout: 'bits',
  type: BOOLEAN,
  length,
  data: Uint8Array.from({ length: Math.ceil(length / 8) }, (_, i) => (i < length >> 3 ? 37 * i : 5)),
};
const entries = {
  layout: 'bytes',
  type: BYTE_ARRAY,
  length: 3,
  offsets: Int32Array.of(0, 1, 1, 4),
  data: Uint8Array.of(1, 2, 3, 4),
} as const;
const indices: Values = {
  layout: 'dictionary',
  type: BYTE_ARRAY,
  length,
  indices: words.map((i) => i % 3),
  dictionary: entries,
};

/** Returns the value of an entry as a list of numbers. */
function valueAt(values: Values, i: number): readonly number[] {
  switch (values.layout) {
    case 'bits':
      return [((values.data[i >> 3] as number) >> (i & 7)) & 1];
    case 'fixed':
      return [Number(values.data[i])];
    case 'bytes':
      return [...values.data.subarray(values.offsets[i], values.offsets[i + 1])];
    case 'dictionary':
      return valueAt(values.dictionary, values.indices[i] as number);
  }
}

/** Positions of entries near the ends of steps. */
const places = [0, 1, 2 ** 16, 2 ** 17 - 1, 2 ** 17, 2 ** 18 + 1, 2 ** 20 - 1, 2 ** 20, 2 ** 20 + 1, length - 1];

const kinds: readonly (readonly [string, Values, LeafColumn])[] = [
  ['integers', integers, columnOf(INT32, 4)],
  ['texts', texts, columnOf(BYTE_ARRAY, 0)],
  ['bits', bits, columnOf(BOOLEAN, 0)],
  ['indices', indices, columnOf(BYTE_ARRAY, 0)],
];

function pieceOf(values: Values, nulls: Nulls = noNulls): ColumnPiece {
  return { values, nulls, slotCount: length, rowCount: length, spaced: true };
}

test.each(kinds)('concatInSteps joins two pieces of %s', (_, values, column) => {
  const { result, count } = run(concatInSteps([pieceOf(values), pieceOf(values)], column));
  expect(count).toBeGreaterThan(2);
  expect([result.slotCount, result.values.length]).toEqual([2 * length, 2 * length]);
  for (const i of places) {
    expect(valueAt(result.values, i)).toEqual(valueAt(values, i));
    expect(valueAt(result.values, length + i)).toEqual(valueAt(values, i));
  }
});

test.each(kinds)('sliceRowsInSteps copies a range of rows of a piece of %s', (_, values, column) => {
  const from = 3;
  const { result, count } = run(sliceRowsInSteps(pieceOf(values, bitmap(length)), from, length, column));
  if (values.layout !== 'bits') expect(count).toBeGreaterThan(1);
  expect([result.slotCount, result.rowCount]).toEqual([length - from, length - from]);
  for (const i of places) if (i >= from) expect(valueAt(result.values, i - from)).toEqual(valueAt(values, i));
  const expected = bitmap(length);
  expect(result.nulls.nullCount).toBe(expected.nullCount - 1);
});

test('concatInSteps joins pieces with different dictionaries into plain values, with empty values for nulls', () => {
  const nulls = bitmap(length);
  const other: Values = { ...(indices as Extract<Values, { layout: 'dictionary' }>), dictionary: { ...entries } };
  const { result, count } = run(
    concatInSteps([pieceOf(indices, nulls), pieceOf(other, nulls)], columnOf(BYTE_ARRAY, 0)),
  );
  expect(count).toBeGreaterThan(8);
  for (const i of places) {
    const expected = i % 3 === 0 ? [] : valueAt(indices, i);
    expect(valueAt(result.values, i)).toEqual(expected);
    expect(valueAt(result.values, length + i)).toEqual(expected);
  }
});

test('decodePieceDictionaryInSteps replaces the indices of a piece with values', () => {
  const { result, count } = run(decodePieceDictionaryInSteps(pieceOf(indices), columnOf(BYTE_ARRAY, 0)));
  expect(count).toBeGreaterThan(8);
  for (const i of places) expect(valueAt(result.values, i)).toEqual(valueAt(indices, i));
});

const lists = defineSchema({
  l: { list: { fields: { t: { type: 'STRING', optional: true }, n: 'INT32' }, optional: true }, optional: true },
});
const [field] = fieldsOf(lists);

test('lists of structs are converted to levels, and back to equal lists', () => {
  if (field?.kind !== 'list' || field.element.kind !== 'struct') throw new Error('the schema is of a list');
  const [t, n] = field.element.fields;
  if (t?.kind !== 'leaf' || n?.kind !== 'leaf') throw new Error('the structs have two columns');
  const listCount = Math.ceil(length / 3);
  const listOffsets = Int32Array.from({ length: listCount + 1 }, (_, i) => Math.min(3 * i, length));
  const nulls = bitmap(length) as Exclude<Nulls, { kind: 'levels' }>;
  const struct = {
    kind: 'struct',
    field: field.element,
    length,
    nulls: noNulls,
    children: [
      { kind: 'leaf', field: t, length, nulls, values: texts },
      { kind: 'leaf', field: n, length, nulls: noNulls, values: integers },
    ],
  } as const;
  const column = {
    kind: 'list',
    field,
    length: listCount,
    nulls: noNulls,
    offsets: listOffsets,
    element: struct,
  } as const;
  const { result: leaves, count } = run(unnestColumnInSteps(column));
  expect(count).toBeGreaterThan(25);
  expect(leaves.map(({ slotCount, values }) => [slotCount, values.length])).toEqual([
    [length, length - nulls.nullCount],
    [length, length],
  ]);
  const [back] = nestColumns([field], (leaf) => leaves.find((each) => each.leaf === leaf) as ColumnPiece, listCount);
  if (back?.kind !== 'list' || back.element.kind !== 'struct') throw new Error('a list comes back');
  expect(Buffer.compare(Buffer.from(back.offsets.buffer), Buffer.from(listOffsets.buffer))).toBe(0);
  const [backTexts, backIntegers] = back.element.children;
  if (backTexts?.kind !== 'leaf' || backIntegers?.kind !== 'leaf') throw new Error('two columns come back');
  expect(backTexts.nulls).toEqual(nulls);
  for (const i of places) {
    expect(valueAt(backIntegers.values, i)).toEqual([i]);
    expect(valueAt(backTexts.values, i)).toEqual(i % 3 === 0 ? [] : valueAt(texts, i));
  }
});
