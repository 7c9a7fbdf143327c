import { type ColumnPiece, type NestedColumn, nestColumns, unnestColumn } from '@marquetry/column';
import { createLimits, type DirectValues, noNulls, PhysicalType } from '@marquetry/core';
import { defineSchema, type FieldDefinitions, fieldsOf, type LeafNode } from '@marquetry/schema';
import { thrownBy } from '@marquetry/test-support/errors.js';
import { describe, expect, test } from 'vitest';

const ints = (...numbers: number[]): DirectValues => ({
  layout: 'fixed',
  type: PhysicalType.INT32,
  width: 4,
  length: numbers.length,
  data: Int32Array.from(numbers),
});

/** Returns a piece of a column with the given levels. `values` has no entries for nulls. */
function piece(values: ColumnPiece['values'], definition: number[], repetition?: number[]): ColumnPiece {
  const slotCount = definition.length;
  const rowCount = repetition?.filter((level) => level === 0).length ?? slotCount;
  const nulls = {
    kind: 'levels',
    definition: Uint8Array.from(definition),
    ...(repetition === undefined ? {} : { repetition: Uint8Array.from(repetition) }),
    nullCount: slotCount - values.length,
  } as const;
  return { values, nulls, slotCount, rowCount, spaced: false };
}

function nest(definitions: FieldDefinitions, pieces: Record<string, ColumnPiece>, rowCount: number): NestedColumn[] {
  const schema = defineSchema(definitions);
  return nestColumns(fieldsOf(schema), (leaf) => pieces[leaf.path.join('.')] as ColumnPiece, rowCount);
}

/**
 * Returns the rows of a small column of numbers. This is a direct implementation of the definition of the Arrow layout.
 */
function rowsOf(column: NestedColumn): unknown[] {
  return Array.from({ length: column.length }, (_, i) => entryOf(column, i));
}
function entryOf(column: NestedColumn, i: number): unknown {
  const { nulls } = column;
  if (nulls.kind === 'bitmap' && (((nulls.bits[i >> 3] as number) >> (i & 7)) & 1) === 0) return null;
  switch (column.kind) {
    case 'leaf': {
      const { values } = column;
      const at = values.layout === 'dictionary' ? (values.indices[i] as number) : i;
      const flat = values.layout === 'dictionary' ? values.dictionary : values;
      return flat.layout === 'fixed' ? Number(flat.data[at]) : undefined;
    }
    case 'struct':
      return Object.fromEntries(column.children.map((child) => [child.field.name, entryOf(child, i)]));
    case 'variant':
      return entryOf(column.storage, i);
    case 'list':
      return range(column.offsets, i).map((at) => entryOf(column.element, at));
    case 'map':
      return range(column.offsets, i).map((at) => [entryOf(column.key, at), column.value && entryOf(column.value, at)]);
  }
}
function range(offsets: Int32Array, i: number): number[] {
  const from = offsets[i] as number;
  return Array.from({ length: (offsets[i + 1] as number) - from }, (_, k) => from + k);
}

const pair: FieldDefinitions = {
  s: { optional: true, fields: { a: 'INT32', b: { type: 'INT32', optional: true } } },
};
const people: FieldDefinitions = {
  l: { optional: true, list: { fields: { a: 'INT32', b: { list: 'INT32' } } } },
};
const [listA, listB] = ['l.list.element.a', 'l.list.element.b.list.element'];

describe('nestColumns', () => {
  test('nestColumns returns the same validity bitmap for a struct and its required field', () => {
    const [s] = nest(pair, { 's.a': piece(ints(1, 2), [1, 0, 1]), 's.b': piece(ints(7), [1, 0, 2]) }, 3);
    expect(rowsOf(s as NestedColumn)).toEqual([{ a: 1, b: null }, null, { a: 2, b: 7 }]);
    if (s?.kind !== 'struct') throw new Error('no struct');
    expect(s.children[0]?.nulls).toBe(s.nulls);
  });

  test('nestColumns builds a list of structs that contain lists', () => {
    // [{a: 1, b: [10, 11]}, {a: 2, b: []}], null, [], [{a: 3, b: [12]}]
    const [l] = nest(
      people,
      {
        [listA]: piece(ints(1, 2, 3), [2, 2, 0, 1, 2], [0, 1, 0, 0, 0]),
        [listB]: piece(ints(10, 11, 12), [3, 3, 2, 0, 1, 3], [0, 2, 1, 0, 0, 0]),
      },
      4,
    );
    expect(rowsOf(l as NestedColumn)).toEqual([
      [
        { a: 1, b: [10, 11] },
        { a: 2, b: [] },
      ],
      null,
      [],
      [{ a: 3, b: [12] }],
    ]);
  });

  test('nestColumns builds a map, and does not decode its dictionary-encoded keys', () => {
    const indices = Int32Array.of(1, 0, 1);
    const keys = {
      layout: 'dictionary',
      type: PhysicalType.INT32,
      length: 3,
      indices,
      dictionary: ints(5, 6),
    } as const;
    const [m] = nest(
      { m: { map: ['INT32', { type: 'INT32', optional: true }] } },
      {
        'm.key_value.key': piece(keys, [1, 1, 0, 1], [0, 1, 0, 0]),
        'm.key_value.value': piece(ints(8, 9), [2, 1, 0, 2], [0, 1, 0, 0]),
      },
      3,
    );
    expect(rowsOf(m as NestedColumn)).toEqual([
      [
        [6, 8],
        [5, null],
      ],
      [],
      [[6, 9]],
    ]);
    if (m?.kind !== 'map' || m.key.kind !== 'leaf') throw new Error('no map');
    expect(m.key.values).toBe(keys);
  });

  test('nestColumns sets the dictionary indices of nulls to 0', () => {
    const keys = {
      layout: 'dictionary',
      type: PhysicalType.INT32,
      length: 2,
      indices: Int32Array.of(1, 1),
      dictionary: ints(5, 6),
    } as const;
    const [l] = nest(
      { l: { list: { type: 'INT32', optional: true } } },
      { 'l.list.element': piece(keys, [2, 1, 2], [0, 1, 0]) },
      2,
    );
    expect(rowsOf(l as NestedColumn)).toEqual([[6, null], [6]]);
  });

  test.each<[string, FieldDefinitions, Record<string, ColumnPiece>, number]>([
    [
      'fields of a struct that disagree about its nulls',
      pair,
      { 's.a': piece(ints(1, 2), [1, 0, 1]), 's.b': piece(ints(7), [0, 1, 2]) },
      3,
    ],
    [
      'columns of a list that disagree about its lengths',
      people,
      {
        [listA]: piece(ints(1, 2, 3), [2, 2, 2], [0, 1, 0]),
        [listB]: piece(ints(), [2, 2, 2], [0, 0, 1]),
      },
      2,
    ],
    [
      'columns of a list that disagree about its nulls',
      people,
      { [listA]: piece(ints(), [0], [0]), [listB]: piece(ints(), [1], [0]) },
      1,
    ],
    [
      'more rows than requested',
      people,
      { [listA]: piece(ints(), [0, 0], [0, 0]), [listB]: piece(ints(), [0], [0]) },
      1,
    ],
    [
      'as many values as slots, although a slot is null',
      { l: { list: 'INT32' } },
      { 'l.list.element': piece(ints(1, 2), [1, 0], [0, 0]) },
      2,
    ],
    [
      'fewer levels than slots',
      { l: { list: 'INT32' } },
      { 'l.list.element': { ...piece(ints(1), [1], [0]), slotCount: 2 } },
      2,
    ],
    [
      'more values than the levels have',
      { l: { list: 'INT32' } },
      { 'l.list.element': piece(ints(1, 2), [1, 0], [0, 0]) },
      2,
    ],
  ])('nestColumns throws CORRUPT, with an error that names a column: %s', (_, definitions, pieces, rowCount) => {
    const error = thrownBy(() => nest(definitions, pieces, rowCount));
    expect(error.code).toBe('CORRUPT');
    expect(error.at.column).toMatch(/^[sl]\./);
  });
});

describe('limits of nestColumns', () => {
  test('nestColumns throws LIMIT, naming the column, if the offsets exceed limits.decodedBytes', () => {
    const schema = defineSchema({ l: { list: 'INT32', optional: true } });
    const nulls = piece(ints(), Array(10).fill(0), Array(10).fill(0));
    const nestWithin = (decodedBytes: number): NestedColumn[] =>
      nestColumns(fieldsOf(schema), () => nulls, 10, { limits: createLimits({ decodedBytes }) });
    const error = thrownBy(() => nestWithin(43));
    expect([error.code, error.at.column]).toEqual(['LIMIT', 'l.list.element']);
    expect(nestWithin(44)[0]).toMatchObject({ kind: 'list', length: 10, offsets: new Int32Array(11) });
  });

  test('nestColumns throws LIMIT, naming the column, if the offsets and levels together exceed mostBytes', () => {
    const schema = defineSchema({ l: { list: 'INT32', optional: true } });
    const nulls = piece(ints(), Array(10).fill(0), Array(10).fill(0));
    const nestWithin = (mostBytes: number): NestedColumn[] =>
      nestColumns(fieldsOf(schema), () => nulls, 10, { mostBytes });
    const error = thrownBy(() => nestWithin(63));
    expect([error.code, error.at.column]).toEqual(['LIMIT', 'l.list.element']);
    expect(error.message).toContain('memoryBytes');
    // The 11 offsets take 44 bytes, and each slot has two levels of one byte.
    expect(nestWithin(64)[0]).toMatchObject({ kind: 'list', length: 10 });
  });

  test('nestColumns accesses each field of a struct only a few times, even in a struct of 1000 fields', () => {
    const count = 1000;
    let looks = 0;
    const counted = <T extends object>(target: T): T =>
      new Proxy(target, {
        get: (object, key, receiver) => {
          looks++;
          return Reflect.get(object, key, receiver);
        },
      });
    const names = Array.from({ length: count }, (_, i) => `f${i}`);
    const [field] = fieldsOf(defineSchema({ s: { fields: Object.fromEntries(names.map((name) => [name, 'INT32'])) } }));
    if (field?.kind !== 'struct') throw new Error('no struct');
    const fields = field.fields.map((child) => counted({ ...child, leaves: counted(child.leaves) }));
    const same: ColumnPiece = { values: ints(1), nulls: noNulls, slotCount: 1, rowCount: 1, spaced: true };
    const [s] = nestColumns([{ ...field, fields }], () => same, 1);
    expect(s?.kind === 'struct' && s.children.length).toBe(count);
    expect(looks).toBeGreaterThan(count);
    expect(looks).toBeLessThan(50 * count);
  });
});

describe('unnestColumn', () => {
  const levels = (column: NestedColumn): unknown =>
    unnestColumn(column).map(({ leaf, values, nulls, slotCount, rowCount }) => ({
      leaf: leaf.path.join('.'),
      values: values.layout === 'fixed' ? [...values.data].map(Number) : values,
      definition: nulls.kind === 'levels' ? [...nulls.definition] : nulls.kind,
      repetition: nulls.kind === 'levels' && nulls.repetition ? [...nulls.repetition] : undefined,
      counts: [slotCount, rowCount, nulls.nullCount],
    }));

  test('unnestColumn returns the levels and values from which nestColumns built the column', () => {
    const [l] = nest(
      people,
      {
        [listA]: piece(ints(1, 2, 3), [2, 2, 0, 1, 2], [0, 1, 0, 0, 0]),
        [listB]: piece(ints(10, 11, 12), [3, 3, 2, 0, 1, 3], [0, 2, 1, 0, 0, 0]),
      },
      4,
    );
    expect(levels(l as NestedColumn)).toEqual([
      { leaf: listA, values: [1, 2, 3], definition: [2, 2, 0, 1, 2], repetition: [0, 1, 0, 0, 0], counts: [5, 4, 2] },
      {
        leaf: listB,
        values: [10, 11, 12],
        definition: [3, 3, 2, 0, 1, 3],
        repetition: [0, 2, 1, 0, 0, 0],
        counts: [6, 4, 3],
      },
    ]);
  });

  test('unnestColumn does not copy a column that is not nested', () => {
    const { leaves, root } = defineSchema({ a: { type: 'INT32', optional: true } });
    const values = ints(1, 0, 3);
    const nulls = { kind: 'bitmap', bits: Uint8Array.of(0b101), nullCount: 1 } as const;
    const [a] = nestColumns(fieldsOf({ root }), () => ({ values, nulls, slotCount: 3, rowCount: 3, spaced: true }), 3);
    const [flat] = unnestColumn(a as NestedColumn);
    expect([flat?.leaf, flat?.values, flat?.nulls, flat?.spaced]).toEqual([leaves[0] as LeafNode, values, nulls, true]);
    expect(flat?.values).toBe(values);
  });

  const list = (overrides: Partial<NestedColumn & { readonly offsets: Int32Array }>): NestedColumn => {
    const [field] = fieldsOf(defineSchema({ l: { list: 'INT32' } }));
    if (field?.kind !== 'list' || field.element.kind !== 'leaf') throw new Error('no list');
    const element = { kind: 'leaf', field: field.element, length: 3, nulls: noNulls, values: ints(1, 2, 3) } as const;
    const offsets = Int32Array.of(0, 1, 3);
    return { kind: 'list', field, length: 2, nulls: noNulls, offsets, element, ...overrides } as NestedColumn;
  };

  test.each([
    ['offsets that descend', { offsets: Int32Array.of(0, 2, 1) }],
    ['offsets beyond the entries', { offsets: Int32Array.of(0, 2, 4) }],
    ['negative offsets', { offsets: Int32Array.of(-1, 2, 3) }],
    ['too few offsets', { offsets: Int32Array.of(0, 2) }],
    ['a null in a required column', { nulls: { kind: 'bitmap', bits: Uint8Array.of(0b01), nullCount: 1 } as const }],
  ])('unnestColumn throws INVALID_ARGUMENT, with an error that names the column: %s', (_, overrides) => {
    const error = thrownBy(() => unnestColumn(list(overrides)));
    expect([error.code, error.at.column]).toEqual(['INVALID_ARGUMENT', 'l']);
  });

  test('unnestColumn throws LIMIT if the levels exceed limits.decodedBytes', () => {
    const limits = createLimits({ decodedBytes: 2 });
    expect(thrownBy(() => unnestColumn(list({}), { limits })).code).toBe('LIMIT');
  });
});
