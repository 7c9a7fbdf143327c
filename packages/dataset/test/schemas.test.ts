import { defaultLimits } from '@marquetry/core';
import { createSchema, formatPath, type Schema } from '@marquetry/schema';
import { errorOf } from '@marquetry/test-support/errors.js';
import { expect, test } from 'vitest';
import { levelMapOf, mapNulls, nullsBelow } from '../src/columns/level-map.js';
import { mergeSchemas } from '../src/schema/merge-schemas.js';

type Element = Parameters<typeof createSchema>[0][number];
const [REQUIRED, OPTIONAL, REPEATED] = [0, 1, 2];
const schemaOf = (count: number, ...elements: readonly Element[]): Schema =>
  createSchema([{ name: 'root', numChildren: count }, ...elements]);
const merge = (by: 'name' | 'fieldId', ...schemas: readonly Schema[]): Schema =>
  mergeSchemas(
    schemas.map((schema, i) => ({ schema, path: `${i}.parquet` })),
    by,
    defaultLimits,
  );
const shown = ({ leaves }: Schema): string[] =>
  leaves.map(
    ({ path, type, repetition, maxDefinitionLevel }) =>
      `${formatPath(path)} ${type} ${repetition} ${maxDefinitionLevel}`,
  );

const a = { name: 'a', type: 1, repetitionType: REQUIRED };
const b = { name: 'b', type: 6, repetitionType: REQUIRED };

test('mergeSchemas keeps the order in which columns first appear, and makes a column optional if any file does not have it', () => {
  expect(shown(merge('name', schemaOf(1, a), schemaOf(2, b, { ...a, type: 2 })))).toEqual([
    'a 2 required 0',
    'b 6 optional 1',
  ]);
  expect(shown(merge('name', schemaOf(2, a, b), schemaOf(1, { ...b, repetitionType: OPTIONAL })))).toEqual([
    'a 1 optional 1',
    'b 6 optional 1',
  ]);
});

test('mergeSchemas merges structs field by field', () => {
  const s = { name: 's', numChildren: 1, repetitionType: REQUIRED };
  expect(
    shown(merge('name', schemaOf(1, s, a), schemaOf(1, { ...s, repetitionType: OPTIONAL }, b), schemaOf(1, a))),
  ).toEqual(['s.a 1 optional 2', 's.b 6 optional 2', 'a 1 optional 1']);
});

test('mergeSchemas can match columns with different names by field id', () => {
  const first = schemaOf(2, { ...a, fieldId: 1 }, { ...b, fieldId: 2 });
  const second = schemaOf(2, { ...b, fieldId: 2, name: 'a' }, { ...a, fieldId: 1, name: 'c', type: 2 });
  expect(shown(merge('fieldId', first, second))).toEqual(['a 2 required 0', 'b 6 required 0']);
});

test.each<[string, Schema, Schema, string]>([
  ['types', schemaOf(1, a), schemaOf(1, { ...b, name: 'a' }), 'INT32 in 0.parquet and BYTE_ARRAY in 1.parquet'],
  [
    'a group',
    schemaOf(1, a),
    schemaOf(1, { name: 'a', numChildren: 1, repetitionType: OPTIONAL }, b),
    'a leaf in 0.parquet, but a group in 1.parquet',
  ],
  [
    'repetition',
    schemaOf(1, a),
    schemaOf(1, { ...a, repetitionType: REPEATED }),
    'required in 0.parquet, but repeated in 1.parquet',
  ],
  ['two columns with the same name', schemaOf(1, a), schemaOf(2, a, a), '1.parquet has two columns'],
])(
  'mergeSchemas throws UNSUPPORTED for columns that cannot be merged, with an error that names the column and the files: %s',
  async (_, first, second, message) => {
    const error = await errorOf(() => merge('name', first, second));
    expect([error.code, error.at.column]).toEqual(['UNSUPPORTED', 'a']);
    expect(error.message).toContain(message);
  },
);

test('definition levels of a file are converted to the levels of a dataset in which more nodes are optional', () => {
  const inFile = schemaOf(
    1,
    { name: 's', numChildren: 1, repetitionType: REQUIRED },
    { ...a, repetitionType: OPTIONAL },
  );
  const inDataset = schemaOf(
    1,
    { name: 's', numChildren: 1, repetitionType: OPTIONAL },
    { ...a, repetitionType: OPTIONAL },
  );
  const [s, t] = [inFile.root.children[0]!, inDataset.root.children[0]!];
  const map = levelMapOf([s, inFile.leaves[0]!], [t, inDataset.leaves[0]!]);
  expect([...map!]).toEqual([1, 2]);
  // In the file, the column has three rows: null, a value, null.
  const nulls = mapNulls({ kind: 'bitmap', bits: Uint8Array.of(0b010), nullCount: 2 }, 3, map, inDataset.leaves[0]!);
  expect(nulls).toEqual({ kind: 'levels', definition: Uint8Array.of(1, 2, 1), nullCount: 2 });
  expect(levelMapOf([s, inFile.leaves[0]!], [s, inFile.leaves[0]!])).toBeUndefined();
});

test('a struct field inside a list is null in each element if the file does not have the field', () => {
  const elements = [
    { name: 'l', numChildren: 1, repetitionType: OPTIONAL },
    { name: 'list', numChildren: 1, repetitionType: REPEATED },
    { name: 'element', numChildren: 2, repetitionType: OPTIONAL },
    { name: 'tags', type: 1, repetitionType: REPEATED },
    { name: 'late', type: 6, repetitionType: OPTIONAL },
  ];
  const schema = schemaOf(1, ...elements);
  const [tags, late] = schema.leaves;
  const l = schema.root.children[0]!;
  const list = l.kind === 'group' ? l.children[0]! : l;
  const element = list.kind === 'group' ? list.children[0]! : list;
  // The four rows are [{ tags: [1, 2] }, { tags: [] }], null, [], [null].
  const nulls = {
    kind: 'levels',
    definition: Uint8Array.of(4, 4, 3, 0, 1, 2),
    repetition: Uint8Array.of(0, 2, 1, 0, 0, 0),
    nullCount: 4,
  } as const;
  expect(nullsBelow(nulls, 6, tags!, element, late!)).toEqual({
    slotCount: 5,
    nulls: {
      kind: 'levels',
      definition: Uint8Array.of(3, 3, 0, 1, 2),
      repetition: Uint8Array.of(0, 1, 0, 0, 0),
      nullCount: 5,
    },
  });
});
