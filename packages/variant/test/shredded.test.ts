import { type ColumnPiece, type NestedVariant, nestColumns } from '@marquetry/column';
import { FieldRepetitionType, isParquetError, type Nulls, PhysicalType, type Values } from '@marquetry/core';
import { createSchema, defineSchema, fieldsOf, type Schema, type VariantField } from '@marquetry/schema';
import {
  createVariantReader,
  createVariantStorage,
  shredded,
  toJson,
  toVariant,
  typedVariant,
} from '@marquetry/variant';
import { describe, expect, test } from 'vitest';

function variantField(schema: Schema): VariantField {
  const [field] = fieldsOf(schema);
  if (field?.kind !== 'variant') throw new Error(`a ${field?.kind}`);
  return field;
}

/** Returns BYTE_ARRAY values, with a null for each `undefined`. */
function bytesPiece(entries: readonly (Uint8Array | undefined)[], level: number): ColumnPiece {
  const present = entries.filter((entry) => entry !== undefined);
  const offsets = new Int32Array(present.length + 1);
  for (const [i, { length }] of present.entries()) offsets[i + 1] = (offsets[i] as number) + length;
  const data = new Uint8Array(present.flatMap((entry) => Array.from(entry)));
  const values: Values = { layout: 'bytes', type: PhysicalType.BYTE_ARRAY, length: present.length, offsets, data };
  return pieceOf(
    values,
    entries.map((entry) => entry !== undefined),
    level,
  );
}

function int32Piece(entries: readonly (number | undefined)[], level: number): ColumnPiece {
  const data = Int32Array.from(entries.filter((entry) => entry !== undefined));
  const values: Values = { layout: 'fixed', type: PhysicalType.INT32, length: data.length, width: 4, data };
  return pieceOf(
    values,
    entries.map((entry) => entry !== undefined),
    level,
  );
}

/** Returns values with nulls. `level` is the definition level of values; nulls have the level below. */
function pieceOf(values: Values, isThere: readonly boolean[], level: number): ColumnPiece {
  const definition = Uint8Array.from(isThere, (there) => (there ? level : level - 1));
  const nulls: Nulls =
    level === 0
      ? { kind: 'none', nullCount: 0 }
      : { kind: 'levels', definition, nullCount: isThere.length - values.length };
  return { values, nulls, slotCount: isThere.length, rowCount: isThere.length, spaced: false };
}

/** Returns each row as JSON, or the code of the error that reading it throws. */
function read(schema: Schema, pieces: readonly ColumnPiece[]): string[] {
  const field = variantField(schema);
  const places = new Map(schema.leaves.map((leaf, i) => [leaf, pieces[i] as ColumnPiece]));
  const rowCount = pieces[0]?.rowCount ?? 0;
  const [column] = nestColumns([field], (leaf) => places.get(leaf) as ColumnPiece, rowCount);
  const entries = createVariantReader(field)(column as NestedVariant);
  return Array.from({ length: rowCount }, (_, row) => {
    try {
      const variant = entries.read(row);
      return variant === null ? 'null column' : toJson(variant);
    } catch (error) {
      if (isParquetError(error)) return `${error.code} ${error.at.column}`;
      throw error;
    }
  });
}

const metadataOf = (value: unknown): Uint8Array => toVariant(value).metadata;
const encoded = (value: unknown): Uint8Array => toVariant(value).value;
const repeated = <T>(count: number, value: T): T[] => new Array(count).fill(value);

describe('reading shredded VARIANT columns', () => {
  test('reads typed values, other values, nulls and missing values of a column shredded to a primitive, and throws CORRUPT for a value in both columns', () => {
    const schema = defineSchema({ v: shredded('INT32') });
    const found = read(schema, [
      bytesPiece(repeated(5, metadataOf(null)), 0),
      bytesPiece([undefined, encoded('n/a'), encoded(null), undefined, encoded(1)], 1),
      int32Piece([34, undefined, undefined, undefined, 1], 1),
    ]);
    expect(found).toEqual(['34', '"n/a"', 'null', 'null', 'CORRUPT v']);
  });

  const object = defineSchema({ v: shredded({ fields: { a: 'INT32' } }) });
  test('reads objects with shredded and other fields, and throws CORRUPT for contradictory columns', () => {
    const metadata = metadataOf({ a: 1, b: 2 });
    const ids = (value: object): Uint8Array => {
      // The ids of names refer to `metadata`.
      const { b } = value as { b?: number };
      return b === undefined ? encoded(value) : Uint8Array.of(2, 1, 1, 0, 5, 0x14, b, 0, 0, 0);
    };
    const found = read(object, [
      bytesPiece(repeated(8, metadata), 0),
      bytesPiece(
        [undefined, ids({ b: 2 }), encoded('x'), undefined, undefined, encoded(7), encoded({ a: 3 }), undefined],
        1,
      ),
      // The definition level of the field's `value` is 1 if the object is present, 2 if the value is present.
      {
        ...bytesPiece([undefined, undefined, undefined, encoded('str'), undefined, undefined, undefined, undefined], 2),
        nulls: { kind: 'levels', definition: Uint8Array.of(1, 1, 0, 2, 1, 1, 1, 0), nullCount: 7 },
      },
      {
        ...int32Piece([1, 5, undefined, undefined, undefined, undefined, undefined, undefined], 2),
        nulls: { kind: 'levels', definition: Uint8Array.of(2, 2, 0, 1, 1, 1, 1, 0), nullCount: 6 },
      },
    ]);
    expect(found).toEqual(['{"a":1}', '{"a":5,"b":2}', '"x"', '{"a":"str"}', '{}', 'CORRUPT v', 'CORRUPT v', 'null']);
  });

  test('reads shredded fields whose names are not in the metadata', () => {
    const found = read(object, [
      bytesPiece([metadataOf(null), metadataOf({ b: 1 })], 0),
      bytesPiece([undefined, encoded({ b: 1 })], 1),
      bytesPiece([undefined, undefined], 2),
      int32Piece([1, 2], 2),
    ]);
    expect(found).toEqual(['{"a":1}', '{"a":2,"b":1}']);
  });

  test('a corrupt dictionary of field names causes an error only in the rows that use it', () => {
    const found = read(object, [
      bytesPiece([Uint8Array.of(1, 5, 0), Uint8Array.of(3, 0, 0), metadataOf({ a: 1 })], 0),
      bytesPiece(repeated(3, undefined), 1),
      bytesPiece(repeated(3, undefined), 2),
      int32Piece([1, 2, 3], 2),
    ]);
    expect(found).toEqual(['TRUNCATED v', 'UNSUPPORTED v', '{"a":3}']);
  });

  const { REQUIRED, OPTIONAL } = FieldRepetitionType;
  const variant = (...below: readonly Parameters<typeof createSchema>[0][number][]): Schema =>
    createSchema([
      { name: 'root', numChildren: 1 },
      {
        ...{ name: 'v', repetitionType: REQUIRED, logicalType: { kind: 'VARIANT', specificationVersion: 1 } },
        // `x` is a field inside `typed_value`.
        numChildren: below.filter(({ name }) => name !== 'x').length,
      },
      ...below,
    ]);
  const metadata = { name: 'metadata', repetitionType: REQUIRED, type: PhysicalType.BYTE_ARRAY };
  const value = { name: 'value', repetitionType: OPTIONAL, type: PhysicalType.BYTE_ARRAY };
  const typed = { name: 'typed_value', repetitionType: OPTIONAL };

  test.each([
    ['a type that is not listed', 'UNSUPPORTED', [{ ...typed, type: PhysicalType.INT96 }]],
    [
      'an object whose field is not a group',
      'CORRUPT',
      [
        { ...typed, numChildren: 1 },
        { name: 'x', repetitionType: OPTIONAL, type: PhysicalType.INT32 },
      ],
    ],
  ])('reading %s throws %s, and the error names the column', (_, code, below) => {
    let error: unknown;
    try {
      createVariantReader(variantField(variant(metadata, value, ...below)));
    } catch (caught) {
      error = caught;
    }
    expect(isParquetError(error) && [error.code, error.at.column?.startsWith('v.typed_value')]).toEqual([code, true]);
  });

  test('writing a value that a schema without `value` cannot store throws INVALID_ARGUMENT', () => {
    const store = createVariantStorage(variantField(variant(metadata, { ...typed, type: PhysicalType.INT32 })));
    expect(store(5)).toMatchObject({ typed_value: 5 });
    expect(() => store('x')).toThrow('a variant of kind string does not have the type of `typed_value`');
  });
});

describe('writing shredded VARIANT columns', () => {
  const schema = defineSchema({
    v: shredded({ fields: { id: 'INT64', tags: { list: 'STRING' }, any: 'VARIANT' } }),
  });
  const store = createVariantStorage(variantField(schema));

  test('values that fit a typed column are stored in it, and all other values in the `value` columns', () => {
    const stored = store({ id: 7n, tags: ['a', 1], other: true }) as Record<string, Record<string, unknown>>;
    expect(stored['typed_value']).toEqual({
      id: { value: null, typed_value: 7n },
      tags: {
        value: null,
        typed_value: [
          { value: null, typed_value: 'a' },
          { value: encoded(1), typed_value: null },
        ],
      },
      any: { value: null },
    });
    expect(stored['value']).toBeInstanceOf(Uint8Array);
  });

  test('a value of another kind stays in `value`, even if it is similar: an int8 is not stored as an int64', () => {
    expect(store({ id: typedVariant('int8', 7) })).toMatchObject({
      value: null,
      typed_value: { id: { value: Uint8Array.of(0x0c, 7), typed_value: null }, any: { value: null } },
    });
    expect(store([1])).toMatchObject({ typed_value: null });
  });
});
