import { PhysicalType } from '@marquetry/core';
import { ConvertedType, type LogicalType } from '@marquetry/metadata';
import {
  createSchema,
  defineSchema,
  type FieldDefinition,
  type FieldDefinitions,
  schemaElements,
  selectColumns,
} from '@marquetry/schema';
import { thrownBy } from '@marquetry/test-support/errors.js';
import { describe, expect, test } from 'vitest';

const { BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY, INT32, INT64 } = PhysicalType;

interface Row {
  readonly field: FieldDefinition;
  readonly type: number;
  readonly typeLength?: number;
  readonly logicalType?: LogicalType;
  readonly convertedType?: number;
}

const integer = (bitWidth: number, isSigned: boolean): LogicalType => ({ kind: 'INTEGER', bitWidth, isSigned });
const decimal = (precision: number, scale: number): LogicalType => ({ kind: 'DECIMAL', precision, scale });

const rows: readonly Row[] = [
  { field: 'BOOLEAN', type: PhysicalType.BOOLEAN },
  { field: 'INT96', type: PhysicalType.INT96 },
  { field: 'INT32', type: INT32 },
  { field: 'INT8', type: INT32, logicalType: integer(8, true), convertedType: ConvertedType.INT_8 },
  { field: 'UINT32', type: INT32, logicalType: integer(32, false), convertedType: ConvertedType.UINT_32 },
  { field: 'UINT64', type: INT64, logicalType: integer(64, false), convertedType: ConvertedType.UINT_64 },
  { field: 'STRING', type: BYTE_ARRAY, logicalType: { kind: 'STRING' }, convertedType: ConvertedType.UTF8 },
  { field: 'JSON', type: BYTE_ARRAY, logicalType: { kind: 'JSON' }, convertedType: ConvertedType.JSON },
  { field: 'DATE', type: INT32, logicalType: { kind: 'DATE' }, convertedType: ConvertedType.DATE },
  { field: 'UUID', type: FIXED_LEN_BYTE_ARRAY, typeLength: 16, logicalType: { kind: 'UUID' } },
  { field: 'FLOAT16', type: FIXED_LEN_BYTE_ARRAY, typeLength: 2, logicalType: { kind: 'FLOAT16' } },
  { field: 'INTERVAL', type: FIXED_LEN_BYTE_ARRAY, typeLength: 12, convertedType: ConvertedType.INTERVAL },
  { field: { type: 'FIXED_LEN_BYTE_ARRAY', typeLength: 5 }, type: FIXED_LEN_BYTE_ARRAY, typeLength: 5 },
  {
    field: { type: 'TIME', unit: 'MILLIS' },
    type: INT32,
    logicalType: { kind: 'TIME', unit: 'MILLIS', isAdjustedToUTC: true },
    convertedType: ConvertedType.TIME_MILLIS,
  },
  {
    // The converted type is written for local times as well (LogicalTypes.md#deprecated-time-convertedtype).
    field: { type: 'TIMESTAMP', isAdjustedToUTC: false },
    type: INT64,
    logicalType: { kind: 'TIMESTAMP', unit: 'MICROS', isAdjustedToUTC: false },
    convertedType: ConvertedType.TIMESTAMP_MICROS,
  },
  {
    field: { type: 'TIMESTAMP', unit: 'NANOS' },
    type: INT64,
    logicalType: { kind: 'TIMESTAMP', unit: 'NANOS', isAdjustedToUTC: true },
  },
  {
    field: { type: 'DECIMAL', precision: 9, scale: 2 },
    type: INT32,
    logicalType: decimal(9, 2),
    convertedType: ConvertedType.DECIMAL,
  },
  {
    field: { type: 'DECIMAL', precision: 18 },
    type: INT64,
    logicalType: decimal(18, 0),
    convertedType: ConvertedType.DECIMAL,
  },
  {
    // A precision of 38 digits needs 16 bytes.
    field: { type: 'DECIMAL', precision: 38, scale: 10 },
    type: FIXED_LEN_BYTE_ARRAY,
    typeLength: 16,
    logicalType: decimal(38, 10),
    convertedType: ConvertedType.DECIMAL,
  },
  {
    field: { type: 'DECIMAL', precision: 5, physicalType: 'BYTE_ARRAY' },
    type: BYTE_ARRAY,
    logicalType: decimal(5, 0),
    convertedType: ConvertedType.DECIMAL,
  },
  {
    field: { type: 'GEOMETRY', crs: 'EPSG:4326' },
    type: BYTE_ARRAY,
    logicalType: { kind: 'GEOMETRY', crs: 'EPSG:4326' },
  },
];

describe('columns in defineSchema', () => {
  test.each(rows)('defineSchema turns $field into the expected schema element', ({ field, ...expected }) => {
    const [leaf] = defineSchema({ c: field }).leaves;
    const { name, repetitionType, precision, scale, ...element } = leaf!.element;
    expect(element).toEqual(expected);
    expect([name, repetitionType]).toEqual(['c', 0]);
    if (expected.logicalType?.kind === 'DECIMAL') expect(decimal(precision!, scale!)).toEqual(expected.logicalType);
    // The written annotation has the same meaning when it is read.
    if (expected.logicalType !== undefined) expect(leaf!.annotation).toEqual(expected.logicalType);
  });
});

test('defineSchema defines lists, maps, groups and VARIANTs in their standard form, with the levels of that form', () => {
  const schema = defineSchema({
    id: { type: 'INT64', fieldId: 7 },
    tags: { list: { type: 'STRING', optional: true }, optional: true },
    counts: { map: ['STRING', { type: 'INT32', optional: true }] },
    place: { fields: { lat: 'DOUBLE', lon: 'DOUBLE' }, optional: true },
    old: { type: 'INT32', repeated: true },
    any: { type: 'VARIANT', optional: true },
  });
  expect(schema.leaves.map((leaf) => [leaf.path.join('.'), leaf.maxDefinitionLevel, leaf.maxRepetitionLevel])).toEqual([
    ['id', 0, 0],
    ['tags.list.element', 3, 1],
    ['counts.key_value.key', 1, 1],
    ['counts.key_value.value', 2, 1],
    ['place.lat', 1, 0],
    ['place.lon', 1, 0],
    ['old', 1, 1],
    ['any.metadata', 1, 0],
    ['any.value', 1, 0],
  ]);
  expect(schema.leaves[0]!.element.fieldId).toBe(7);
  expect(schema.root.children.map((node) => node.annotation?.kind)).toEqual([
    undefined,
    'LIST',
    'MAP',
    undefined,
    undefined,
    'VARIANT',
  ]);
});

test('createSchema rebuilds a schema from the result of schemaElements', () => {
  const schema = defineSchema({ a: { list: 'STRING' }, b: { fields: { c: 'INT32' } } }, { name: 'rows' });
  const again = createSchema(schemaElements(schema));
  expect(again.root).toEqual(schema.root);
  expect(again.root.name).toBe('rows');
});

test('selectColumns keeps the groups of the selected columns, and the order of the schema', () => {
  const schema = defineSchema({ a: 'INT32', b: { fields: { c: 'INT32', d: 'STRING' } }, e: { list: 'INT64' } });
  const selected = selectColumns(schema, ['e', 'b.d']);
  expect(selected.leaves.map(({ path, index }) => [path.join('.'), index])).toEqual([
    ['b.d', 0],
    ['e.list.element', 1],
  ]);
  expect(selected.root.element.numChildren).toBe(2);
  expect(thrownBy(() => selectColumns(schema, [])).code).toBe('INVALID_ARGUMENT');
  expect(thrownBy(() => selectColumns(schema, ['nope'])).reason).toContain('no column nope');
});

test.each<[string, FieldDefinition, string]>([
  ['a DECIMAL without a precision', { type: 'DECIMAL' }, 'needs a `precision`'],
  ['a DECIMAL whose scale exceeds its precision', { type: 'DECIMAL', precision: 3, scale: 4 }, 'got 4'],
  [
    'a DECIMAL whose physical type is too small',
    { type: 'DECIMAL', precision: 10, physicalType: 'INT32' },
    'holds at most 9 decimal digits',
  ],
  ['a FIXED_LEN_BYTE_ARRAY without a length', 'FIXED_LEN_BYTE_ARRAY', 'needs a `typeLength`'],
  ['an unknown type', 'INT128' as 'INT64', 'unknown type INT128'],
  ['an empty group', { fields: {} }, 'a group needs at least one field'],
  ['an optional key', { map: [{ type: 'STRING', optional: true }, 'INT32'] }, 'key of a map cannot be optional'],
  ['a repeated element', { list: { type: 'INT32', repeated: true } }, 'element of a list cannot be repeated'],
  ['a repeated value', { map: ['STRING', { fields: { x: 'INT32' }, repeated: true }] }, 'value of a map cannot be'],
  [
    'a column that is both optional and repeated',
    { type: 'INT32', optional: true, repeated: true },
    'both optional and repeated',
  ],
  ['a map given as an object', { map: { key: 'STRING', value: 'INT32' } as never }, "{ map: ['STRING', 'INT32'] }"],
  ['a map without a value', { map: ['STRING'] as never }, "{ map: ['STRING', 'INT32'] }"],
])('defineSchema rejects %s, and names the column', (_, field, reason) => {
  const error = thrownBy(() => defineSchema({ g: { fields: { c: field } } }));
  expect([error.code, error.at.column]).toEqual(['INVALID_ARGUMENT', 'g.c']);
  expect(error.reason).toContain(reason);
});

test.each<[string, unknown]>([
  ['null', null],
  ['a number', 7],
  ['an array', ['INT64']],
  ['a list without an element', { list: undefined }],
  ['a map without a key', { map: [undefined, 'INT32'] }],
  ['a struct without fields', { fields: undefined }],
])('defineSchema rejects %s in place of a definition with INVALID_ARGUMENT', (_, field) => {
  expect(thrownBy(() => defineSchema({ c: field as FieldDefinition })).code).toBe('INVALID_ARGUMENT');
});

test('defineSchema rejects a schema without columns', () => {
  expect(thrownBy(() => defineSchema({})).code).toBe('INVALID_ARGUMENT');
});

test('defineSchema rejects a misspelled name in a definition, and suggests the right one', () => {
  const misspelled = { group: { fields: { at: { type: 'TIMESTAMP', isAdjustedToUtc: false } } } };
  const error = thrownBy(() => defineSchema(misspelled as FieldDefinitions));
  expect([error.code, error.at.column]).toEqual(['INVALID_ARGUMENT', 'group.at']);
  expect(error.message).toContain('did you mean `isAdjustedToUTC`?');
});
