/** Tests which batches and options chunk writers reject before they write anything. */

import { type ChunkWriterOptions, createChunkWriter } from '@marquetry/column-writer';
import { EncodingId, type Nulls, noNulls, PhysicalType, type Values } from '@marquetry/core';
import { FieldRepetitionType, type SchemaElement } from '@marquetry/metadata';
import { createSchema, type LeafNode } from '@marquetry/schema';
import { leafOf, writeChunk } from '@marquetry/test-support/chunk-file.js';
import { thrownBy } from '@marquetry/test-support/errors.js';
import { standardEncodings } from '@marquetry/test-support/standard.js';
import { binary, indicesOf, type Plain, valuesOf } from '@marquetry/test-support/values.js';
import { expect, test } from 'vitest';

const { INT32, INT64, BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY, DOUBLE } = PhysicalType;

function leaf(element: Partial<SchemaElement>): LeafNode {
  return leafOf({ name: 'c', repetitionType: FieldRepetitionType.REQUIRED, ...element });
}

const list = createSchema([
  { name: 'schema', numChildren: 1 },
  { name: 'l', repetitionType: FieldRepetitionType.OPTIONAL, numChildren: 1 },
  { name: 'e', repetitionType: FieldRepetitionType.REPEATED, type: INT32 },
]).leaves[0]!;

function fixed(data: unknown, length: number, type: PhysicalType = INT32, width = 4): Values {
  return { layout: 'fixed', type, width, length, data } as Values;
}

function texts(...items: readonly Plain[]): Values {
  return valuesOf({ type: BYTE_ARRAY, width: 0 }, items);
}

function levels(definition: readonly number[], repetition: readonly number[] | undefined, nullCount: number): Nulls {
  const both = { kind: 'levels', definition: Uint8Array.from(definition), nullCount } as const;
  return repetition === undefined ? both : { ...both, repetition: Uint8Array.from(repetition) };
}

const string = leaf({ type: BYTE_ARRAY, logicalType: { kind: 'STRING' } });
const optional = leaf({ type: INT32, repetitionType: FieldRepetitionType.OPTIONAL });
const decimal = (element: Partial<SchemaElement>, precision: number): LeafNode =>
  leaf({ ...element, logicalType: { kind: 'DECIMAL', precision, scale: 0 } });
const text = leaf({ type: BYTE_ARRAY });

interface Case {
  readonly leaf: LeafNode;
  readonly values: Values;
  readonly nulls?: Nulls;
  readonly slotCount?: number;
  readonly rowCount?: number;
}

const cases: readonly [string, Case, RegExp][] = [
  [
    'values of another type',
    { leaf: leaf({ type: INT64 }), values: fixed(new Int32Array(1), 1) },
    /requires INT64 values, got INT32 with layout fixed/,
  ],
  [
    'values in the layout of another type',
    { leaf: text, values: fixed(new Int32Array(1), 1) },
    /requires BYTE_ARRAY values/,
  ],
  [
    'an array of the wrong class',
    { leaf: leaf({ type: INT32 }), values: fixed(new Float32Array(2), 2) },
    /`data` must be of type Int32Array, got Float32Array/,
  ],
  ['a plain array', { leaf: leaf({ type: INT32 }), values: fixed([1, 2], 2) }, /must be of type Int32Array/],
  [
    'another width',
    {
      leaf: leaf({ type: FIXED_LEN_BYTE_ARRAY, typeLength: 3 }),
      values: fixed(new Uint8Array(4), 1, FIXED_LEN_BYTE_ARRAY, 4),
    },
    /requires FIXED_LEN_BYTE_ARRAY\(3\) values, got FIXED_LEN_BYTE_ARRAY\(4\) with layout fixed/,
  ],
  [
    'an array that is too short',
    { leaf: leaf({ type: INT32 }), values: fixed(new Int32Array(1), 2) },
    /`data` must have at least 2 elements for 2 values, got 1/,
  ],
  [
    'fewer values than slots',
    { leaf: leaf({ type: INT32 }), values: fixed(new Int32Array(2), 2), slotCount: 3 },
    /2 values, but 3 slots/,
  ],
  [
    'fewer rows than slots',
    { leaf: leaf({ type: INT32 }), values: fixed(new Int32Array(2), 2), rowCount: 1 },
    /rowCount must be 2 for these slots, got 1/,
  ],
  [
    'a null in a required column',
    {
      leaf: leaf({ type: INT32 }),
      values: fixed(new Int32Array(2), 2),
      nulls: { kind: 'bitmap', bits: Uint8Array.of(0b101), nullCount: 1 },
      slotCount: 3,
    },
    /a required column has a null in row 1/,
  ],
  [
    'a wrong null count',
    {
      leaf: optional,
      values: fixed(new Int32Array(2), 2),
      nulls: { kind: 'bitmap', bits: Uint8Array.of(0b101), nullCount: 2 },
      slotCount: 3,
    },
    /nullCount is 2, but 1 of 3 slots/,
  ],
  [
    'a bitmap that is too short',
    {
      leaf: optional,
      values: fixed(new Int32Array(9), 9),
      nulls: { kind: 'bitmap', bits: Uint8Array.of(255), nullCount: 0 },
    },
    /a validity bitmap of 1 bytes is too short for 9 slots/,
  ],
  [
    'invalid UTF-8',
    { leaf: string, values: texts('a', 'b', '\xc3') },
    /a value in a STRING column must be valid UTF-8, row 2/,
  ],
  [
    'a code point split between two values',
    { leaf: string, values: texts('a', '\xc3', '\xa9') },
    /a value in a STRING column must be valid UTF-8, row 1/,
  ],
  [
    'invalid UTF-8 in an entry',
    { leaf: string, values: indicesOf(texts('a', '\xff') as never, [0, 0, 1]) },
    /a value in a STRING column must be valid UTF-8, row 2/,
  ],
  [
    'an index beyond the dictionary',
    { leaf: string, values: indicesOf(texts('a') as never, [0, 1]) },
    /index 1 is beyond a dictionary of 1 entries, row 1/,
  ],
  ['a negative index', { leaf: string, values: indicesOf(texts('a') as never, [-1]) }, /index -1 is beyond/],
  [
    'decreasing offsets',
    {
      leaf: text,
      values: { layout: 'bytes', type: BYTE_ARRAY, length: 2, offsets: Int32Array.of(0, 3, 2), data: binary('abc') },
    },
    /offsets must not decrease, got 2 after 3, row 1/,
  ],
  [
    'offsets beyond the data',
    {
      leaf: text,
      values: { layout: 'bytes', type: BYTE_ARRAY, length: 2, offsets: Int32Array.of(0, 1, 9), data: binary('abc') },
    },
    /offsets must not exceed the length of `data`, 3, got 9, row 1/,
  ],
  [
    'a negative offset',
    {
      leaf: text,
      values: { layout: 'bytes', type: BYTE_ARRAY, length: 1, offsets: Int32Array.of(-1, 1), data: binary('abc') },
    },
    /offsets must not be negative, got -1, row 0/,
  ],
  [
    'too few offsets',
    {
      leaf: text,
      values: { layout: 'bytes', type: BYTE_ARRAY, length: 2, offsets: Int32Array.of(0, 1), data: binary('abc') },
    },
    /`offsets` must be an Int32Array of at least 3 elements for 2 byte arrays/,
  ],
  [
    'an INT32 decimal with too many digits',
    { leaf: decimal({ type: INT32 }, 3), values: fixed(Int32Array.of(999, -999, 1000), 3) },
    /precision 3, row 2/,
  ],
  [
    'an INT64 decimal with too many digits',
    {
      leaf: decimal({ type: INT64 }, 15),
      values: fixed(BigInt64Array.of(999999999999999n, -999999999999999n, -1000000000000000n), 3, INT64, 8),
    },
    /precision 15, row 2/,
  ],
  [
    'a BYTE_ARRAY decimal with too many digits',
    { leaf: decimal({ type: BYTE_ARRAY }, 3), values: texts('\x03\xe7', '\xfc\x19', '\x03\xe8') },
    /precision 3, row 2/,
  ],
  [
    'a decimal without bytes',
    { leaf: decimal({ type: BYTE_ARRAY }, 3), values: texts('\x01', '') },
    /precision 3, row 1/,
  ],
  [
    'a FIXED_LEN_BYTE_ARRAY decimal with too many digits',
    {
      leaf: decimal({ type: FIXED_LEN_BYTE_ARRAY, typeLength: 2 }, 2),
      values: valuesOf({ type: FIXED_LEN_BYTE_ARRAY, width: 2 }, ['\x00\x63', '\xff\x9c']),
    },
    /precision 2, row 1/,
  ],
  [
    'an integer that exceeds its bit width',
    {
      leaf: leaf({ type: INT32, logicalType: { kind: 'INTEGER', bitWidth: 8, isSigned: false } }),
      values: fixed(Int32Array.of(255, 256), 2),
    },
    /INTEGER type, row 1/,
  ],
  [
    'a value in an UNKNOWN column',
    {
      leaf: leaf({ type: INT32, repetitionType: FieldRepetitionType.OPTIONAL, logicalType: { kind: 'UNKNOWN' } }),
      values: fixed(Int32Array.of(1), 1),
    },
    /must contain only nulls, row 0/,
  ],
  [
    'a definition level that is too high',
    { leaf: list, values: fixed(Int32Array.of(1), 1), nulls: levels([2, 3], [0, 0], 1), slotCount: 2 },
    /definition level 3 exceeds the maximum 2, row 1/,
  ],
  [
    'a repetition level that is too high',
    { leaf: list, values: fixed(Int32Array.of(1, 2), 2), nulls: levels([2, 2], [0, 2], 0), slotCount: 2, rowCount: 1 },
    /repetition level 2 exceeds the maximum 1, row 0/,
  ],
  [
    'a first slot inside a row',
    { leaf: list, values: fixed(Int32Array.of(1, 2), 2), nulls: levels([2, 2], [1, 0], 0), slotCount: 2, rowCount: 1 },
    /the first slot must have repetition level 0, got 1/,
  ],
  [
    'a wrong row count',
    { leaf: list, values: fixed(Int32Array.of(1, 2), 2), nulls: levels([2, 2], [0, 1], 0), slotCount: 2, rowCount: 2 },
    /rowCount must be 1 for these slots, got 2/,
  ],
  [
    'the wrong number of levels',
    { leaf: list, values: fixed(Int32Array.of(1, 2), 2), nulls: levels([2, 2], [0, 0], 0), slotCount: 3, rowCount: 3 },
    /3 slots need 3 definition levels, got 2/,
  ],
  [
    'missing repetition levels',
    { leaf: list, values: fixed(Int32Array.of(1, 2), 2) },
    /a repeated column needs `nulls` with repetition levels/,
  ],
];

test.each(cases)(
  'a chunk writer rejects %s',
  (_, { leaf: column, values, nulls = noNulls, slotCount = values.length, rowCount = slotCount }, message) => {
    const writer = createChunkWriter({ leaf: column, encodings: standardEncodings });
    const error = thrownBy(() => writer.write({ values, nulls, slotCount, rowCount }));
    expect(error.code).toBe('INVALID_ARGUMENT');
    expect(error.message).toMatch(message);
    expect(error.at.column).toBe(column.path.join('.'));
    expect([writer.rowCount, writer.bufferedBytes]).toEqual([0, 0]);
  },
);

test('decimals with the maximum number of digits are valid, even with redundant sign bytes', () => {
  expect(writeChunk(decimal({ type: INT64 }, 19), fixed(BigInt64Array.of(-(2n ** 63n)), 1, INT64, 8)).rowCount).toBe(1);
  expect(writeChunk(decimal({ type: BYTE_ARRAY }, 2), texts('\xff\xff\x9d', '\x00\x00\x63')).rowCount).toBe(2);
});

test.each<[string, Partial<ChunkWriterOptions>, string]>([
  ['an encoding that does not support the type', { encoding: EncodingId.DELTA_BINARY_PACKED }, 'UNSUPPORTED'],
  ['an encoding that is not registered', { encoding: 77 }, 'UNSUPPORTED'],
  [
    'a codec that cannot compress',
    { codec: { contract: 1, id: 3, name: 'LZO', decompress: () => undefined } },
    'UNSUPPORTED',
  ],
  [
    'a dictionary encoding with dictionaries off',
    { encoding: EncodingId.RLE_DICTIONARY, dictionary: false },
    'INVALID_ARGUMENT',
  ],
  ['pages without rows', { pageRows: 0 }, 'INVALID_ARGUMENT'],
])('createChunkWriter rejects %s', (_, options, code) => {
  const column = leaf({ type: DOUBLE });
  expect(thrownBy(() => createChunkWriter({ leaf: column, encodings: standardEncodings, ...options })).code).toBe(code);
});

test('a finished writer rejects further batches', () => {
  const writer = createChunkWriter({ leaf: text, encodings: standardEncodings });
  writer.finish();
  const error = thrownBy(() => writer.write({ values: texts('a'), nulls: noNulls, slotCount: 1, rowCount: 1 }));
  expect([error.code, error.at.column]).toEqual(['INVALID_ARGUMENT', 'c']);
});
