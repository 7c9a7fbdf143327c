import { chooseForms, createRowAssembler, type RowForm } from '@marquetry/records';
import { defineSchema, type FieldDefinition, fieldsOf } from '@marquetry/schema';
import { thrownBy } from '@marquetry/test-support/errors.js';
import { describe, expect, test } from 'vitest';
import { through } from './through.js';

/** A column type, a value in the form `exact`, and the same value in other forms. */
type Case = readonly [FieldDefinition, unknown, Partial<Record<RowForm, unknown>>];

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);
const local = { isAdjustedToUTC: false } as const;

const cases: readonly Case[] = [
  ['BOOLEAN', true, { string: 'true' }],
  ['INT32', -(2 ** 31), { number: -(2 ** 31), bigint: -(2n ** 31n), string: '-2147483648' }],
  ['INT64', -(2n ** 63n), { number: -(2 ** 63), bigint: -(2n ** 63n), string: '-9223372036854775808' }],
  ['INT8', -128, { bigint: -128n }],
  ['UINT8', 255, { bigint: 255n }],
  ['UINT32', 2 ** 32 - 1, { bigint: 2n ** 32n - 1n, string: '4294967295' }],
  ['UINT64', 2n ** 64n - 1n, { number: 2 ** 64, string: '18446744073709551615' }],
  ['FLOAT', Math.fround(0.1), { number: Math.fround(0.1), string: '0.1' }],
  ['DOUBLE', -0, { number: -0, string: '-0.0' }],
  ['FLOAT16', 65504, { number: 65504, bytes: bytes(0xff, 0x7b) }],
  ['STRING', 'é😀', { string: 'é😀', utf8: 'é😀', bytes: bytes(0xc3, 0xa9, 0xf0, 0x9f, 0x98, 0x80) }],
  ['ENUM', 'RED', { bytes: bytes(0x52, 0x45, 0x44) }],
  ['JSON', '{"a":1}', { string: '{"a":1}' }],
  ['BSON', bytes(1, 2), { bytes: bytes(1, 2), string: 'AQI=' }],
  ['BYTE_ARRAY', bytes(0x61, 0x62), { utf8: 'ab', string: 'YWI=' }],
  [{ type: 'FIXED_LEN_BYTE_ARRAY', typeLength: 2 }, bytes(0x61, 0x62), { utf8: 'ab', string: 'YWI=' }],
  ['GEOMETRY', bytes(1), { bytes: bytes(1) }],
  [
    'UUID',
    '00112233-4455-6677-8899-aabbccddeeff',
    { bytes: bytes(0, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88, 0x99, 0xaa, 0xbb, 0xcc, 0xdd, 0xee, 0xff) },
  ],
  [{ type: 'DECIMAL', precision: 9, scale: 2 }, '12.50', { number: 12.5, bigint: 1250n, string: '12.50' }],
  [{ type: 'DECIMAL', precision: 18, scale: 18 }, '-0.000000000000000001', { number: -1e-18, bigint: -1n }],
  [
    { type: 'DECIMAL', precision: 38, scale: 0 },
    '-99999999999999999999999999999999999999',
    { number: -1e38, bigint: 1n - 10n ** 38n },
  ],
  [
    { type: 'DECIMAL', precision: 5, scale: 2, physicalType: 'BYTE_ARRAY' },
    '-1.28',
    { number: -1.28, bigint: -128n, bytes: bytes(0x80) },
  ],
  ['DATE', -1, { date: new Date('1969-12-31'), string: '1969-12-31', number: -1, bigint: -1n }],
  [{ type: 'TIME', unit: 'MILLIS' }, 1, { number: 1, bigint: 1n, string: '00:00:00.001Z' }],
  [{ type: 'TIME', unit: 'NANOS', ...local }, 1n, { number: 1, string: '00:00:00.000000001' }],
  [
    { type: 'TIMESTAMP', unit: 'MICROS' },
    -1n,
    { date: new Date(-1), number: -1, string: '1969-12-31T23:59:59.999999Z' },
  ],
  [
    { type: 'TIMESTAMP', unit: 'NANOS', ...local },
    2n ** 63n - 1n,
    { date: new Date('2262-04-11T23:47:16.854Z'), string: '2262-04-11T23:47:16.854775807' },
  ],
  // The earliest day that INT96 can store: 2^31 days before the start of the Julian period.
  [
    'INT96',
    -(2n ** 31n + 2_440_588n) * 86_400_000_000_000n,
    { number: -Number((2n ** 31n + 2_440_588n) * 86_400_000_000_000n) },
  ],
  ['INT96', 1_000_001n, { date: new Date(1), bigint: 1_000_001n, string: '1970-01-01T00:00:00.001000001' }],
  [
    'INTERVAL',
    { months: 1, days: 2, milliseconds: 2 ** 32 - 1 },
    { bytes: bytes(1, 0, 0, 0, 2, 0, 0, 0, 255, 255, 255, 255) },
  ],
];

const nameOf = (definition: FieldDefinition): string =>
  typeof definition === 'string' ? definition : JSON.stringify(definition);

test.each(cases)(
  'a column of the type %j returns the written value unchanged in the form `exact`',
  (definition, value) => {
    expect(through(definition, [value])).toEqual([value]);
  },
);

test.each(
  cases.flatMap(([definition, value, forms]) =>
    Object.entries(forms).map(([form, expected]) => ({ type: nameOf(definition), form, definition, value, expected })),
  ),
)('$type as $form', ({ definition, value, form, expected }) => {
  expect(through(definition, [value], form as RowForm)).toEqual([expected]);
});

test('a null value is read as `null` in every form', () => {
  for (const [definition, value, forms] of cases) {
    const optional = { ...(typeof definition === 'string' ? { type: definition } : definition), optional: true };
    for (const form of ['exact', ...Object.keys(forms)] as RowForm[]) {
      const [first, second] = through(optional as FieldDefinition, [null, value], form);
      expect(first).toBe(null);
      expect(second).toEqual(form === 'exact' ? value : forms[form]);
    }
  }
  expect(through({ type: 'UNKNOWN', optional: true }, [null, undefined])).toEqual([null, null]);
});

describe('forms of values', () => {
  const schema = defineSchema({
    at: { type: 'TIMESTAMP', unit: 'MILLIS' },
    deep: { fields: { day: 'DATE', id: 'INT64', name: 'STRING' } },
  });
  const formsOf = (options: Parameters<typeof chooseForms>[1]): unknown[] =>
    schema.leaves.map(chooseForms(schema, options));

  test('a form may be a function that converts the exact value', () => {
    const own = (exact: unknown): string => `<${exact}>`;
    expect(formsOf({ as: { 'deep.name': own } })).toEqual(['date', 'date', 'exact', own]);
  });

  test('the form of a column is that of the last path in `as` that includes it, else that in `asKind`, else that of `values`', () => {
    expect(formsOf({})).toEqual(['date', 'date', 'exact', 'exact']);
    expect(formsOf({ values: 'lossless' })).toEqual(['exact', 'exact', 'exact', 'exact']);
    expect(formsOf({ asKind: { temporal: 'date', int64: 'number' } })).toEqual(['date', 'date', 'number', 'exact']);
    expect(formsOf({ as: { deep: 'string', 'deep.day': 'exact' }, asKind: { temporal: 'date' } })).toEqual([
      'date',
      'exact',
      'string',
      'string',
    ]);
  });

  test('a form that a column does not support throws INVALID_ARGUMENT, with an error that names the column', () => {
    const form = chooseForms(schema, { as: { 'deep.name': 'date' } });
    const { code, at, reason } = thrownBy(() => createRowAssembler(fieldsOf(schema), { form }));
    expect([code, at.column]).toEqual(['INVALID_ARGUMENT', 'deep.name']);
    expect(reason).toBe(
      "a column of type STRING does not support the form 'date': use one of exact, string, utf8, bytes",
    );
    expect(thrownBy(() => formsOf({ as: { none: 'date' } })).code).toBe('INVALID_ARGUMENT');
  });

  test('a form that cannot represent a value throws LIMIT', () => {
    expect(thrownBy(() => through('DATE', [2 ** 31 - 1], 'date'))).toMatchObject({
      code: 'LIMIT',
      at: { column: 'c' },
    });
    expect(thrownBy(() => through('TIMESTAMP', [2n ** 63n - 1n], 'date')).code).toBe('LIMIT');
  });
});

describe('forms of maps', () => {
  const definition: FieldDefinition = { map: ['STRING', { type: 'INT32', optional: true }] };
  const value = [
    ['a', 1],
    ['b', null],
    ['a', 3],
    ['__proto__', 4],
  ];
  test('maps become arrays of entries, Maps or objects; in Maps and objects, the last value of a repeated key wins', () => {
    expect(through(definition, [value, []])).toEqual([value, []]);
    expect(through(definition, [value], 'exact', { maps: 'map' })).toEqual([new Map(value as [string, number][])]);
    const [object] = through(definition, [value], 'exact', { maps: 'object' });
    expect(Object.entries(object as object)).toEqual([
      ['a', 3],
      ['b', null],
      ['__proto__', 4],
    ]);
    expect(Object.getPrototypeOf(object)).toBe(Object.prototype);
  });

  test('maps cannot become objects if their keys are structs or bytes', () => {
    expect(through({ map: ['INT64', 'INT32'] }, [[[1n, 2]]], 'exact', { maps: 'object' })).toEqual([{ 1: 2 }]);
    const refused = { code: 'INVALID_ARGUMENT', at: { column: 'c' } };
    expect(
      thrownBy(() => through({ map: ['BSON', 'INT32'] }, [[[bytes(1), 2]]], 'exact', { maps: 'object' })),
    ).toMatchObject(refused);
  });
});
