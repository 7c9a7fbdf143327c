/** Tests that vectors use the typed arrays of the columns themselves, not copies or new views. */
import type { NestedColumn } from '@marquetry/column';
import { type DirectValues, PhysicalType } from '@marquetry/core';
import { readNestedBatches } from '@marquetry/file';
import { type ColumnDefinition, defineSchema } from '@marquetry/schema';
import type { Data } from 'apache-arrow';
import { describe, expect, test } from 'vitest';
import { arrowVector, toArrow } from '../src/index.js';
import { bitmapOf, bytesValues, fileOf, int32Values, int64Values, leafColumn } from './columns.js';

const nulls = bitmapOf('101');
const floats: DirectValues = {
  layout: 'fixed',
  type: PhysicalType.FLOAT,
  width: 4,
  length: 3,
  data: Float32Array.of(1.5, 0, -2),
};
const doubles: DirectValues = { ...floats, type: PhysicalType.DOUBLE, width: 8, data: Float64Array.of(1, 0, 2) };
const uuids: DirectValues = { ...floats, type: PhysicalType.FIXED_LEN_BYTE_ARRAY, width: 16, data: new Uint8Array(48) };
const int96s: DirectValues = { ...floats, type: PhysicalType.INT96, width: 12, data: new Uint8Array(36) };
const bits: DirectValues = { layout: 'bits', type: PhysicalType.BOOLEAN, length: 3, data: Uint8Array.of(5) };

const identical: readonly (readonly [ColumnDefinition, DirectValues])[] = [
  [{ type: 'BOOLEAN' }, bits],
  [{ type: 'INT32' }, int32Values(1, 0, 3)],
  [{ type: 'INT64' }, int64Values(1n, 0n, 3n)],
  [{ type: 'FLOAT' }, floats],
  [{ type: 'DOUBLE' }, doubles],
  [{ type: 'DATE' }, int32Values(1, 0, 3)],
  [{ type: 'TIME', unit: 'MILLIS' }, int32Values(1, 0, 3)],
  [{ type: 'TIME', unit: 'MICROS' }, int64Values(1n, 0n, 3n)],
  [{ type: 'TIME', unit: 'NANOS' }, int64Values(1n, 0n, 3n)],
  [{ type: 'TIMESTAMP', unit: 'MILLIS' }, int64Values(1n, 0n, 3n)],
  [{ type: 'TIMESTAMP', unit: 'NANOS' }, int64Values(1n, 0n, 3n)],
  [{ type: 'STRING' }, bytesValues('61', '', '6263')],
  [{ type: 'JSON' }, bytesValues('31', '', '32')],
  [{ type: 'BYTE_ARRAY' }, bytesValues('61', '', '6263')],
  [{ type: 'GEOMETRY' }, bytesValues('61', '', '6263')],
  [{ type: 'UUID' }, uuids],
];

test('a Dictionary vector shares the indices, validity bitmap and entries of the column without copying them', () => {
  const dictionary = bytesValues('6f6e65', '74776f');
  const indices = Int32Array.of(1, 0, 0);
  const values = { layout: 'dictionary', type: PhysicalType.BYTE_ARRAY, length: 3, indices, dictionary } as const;
  const vector = arrowVector(leafColumn({ type: 'STRING', optional: true }, values, nulls));
  const [data] = vector.data as [Data];
  expect(data.values).toBe(indices);
  expect(data.nullBitmap).toBe(nulls.bits);
  expect(data.dictionary?.data[0]?.values).toBe(dictionary.data);
  expect([...vector]).toEqual(['two', null, 'one']);
});

test('a nested vector shares the offsets, validity bitmaps and values of the column at every depth', async () => {
  const schema = defineSchema({
    tags: { list: { type: 'STRING', optional: true }, optional: true },
    pairs: { map: ['STRING', { type: 'INT64', optional: true }] },
    point: { fields: { x: 'DOUBLE', y: { type: 'DOUBLE', optional: true } }, optional: true },
  });
  // Rows: {tags: ['a', null], pairs: {k: 1}, point: {1, null}}, {tags: null, pairs: {}, point: null}, {tags: [], pairs:
  // {k: null, l: 2}, point: {3, 4}}
  const level = (...levels: number[]): Uint8Array => Uint8Array.from(levels);
  const file = await fileOf(schema, [
    {
      'tags.list.element': {
        values: bytesValues('61'),
        nulls: { kind: 'levels', definition: level(3, 2, 0, 1), repetition: level(0, 1, 0, 0), nullCount: 3 },
      },
      'pairs.key_value.key': {
        values: bytesValues('6b', '6b', '6c'),
        nulls: { kind: 'levels', definition: level(1, 0, 1, 1), repetition: level(0, 0, 0, 1), nullCount: 1 },
      },
      'pairs.key_value.value': {
        values: int64Values(1n, 2n),
        nulls: { kind: 'levels', definition: level(2, 0, 1, 2), repetition: level(0, 0, 0, 1), nullCount: 2 },
      },
      'point.x': { values: Float64Array.of(1, 3), nulls: { kind: 'levels', definition: level(1, 0, 1), nullCount: 1 } },
      'point.y': { values: Float64Array.of(4), nulls: { kind: 'levels', definition: level(1, 0, 2), nullCount: 2 } },
    },
  ]);
  for await (const { columns } of readNestedBatches(file)) {
    for (const column of columns) expectSame(column, arrowVector(column).data[0] as Data);
  }
  const table = await toArrow(file);
  expect(
    table
      .toArray()
      .map((row) => JSON.parse(JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? Number(value) : value)))),
  ).toEqual([
    { tags: ['a', null], pairs: { k: 1 }, point: { x: 1, y: null } },
    { tags: null, pairs: {}, point: null },
    { tags: [], pairs: { k: null, l: 2 }, point: { x: 3, y: 4 } },
  ]);
});

describe('arrowVector for a single column', () => {
  test.each(identical)('the vector of the column %j shares the arrays of the column', (definition, values) => {
    const [data] = arrowVector(leafColumn({ ...definition, optional: true }, values, nulls)).data as [Data];
    expect(data.values).toBe(values.data);
    expect(data.nullBitmap).toBe(nulls.bits);
    if (values.layout === 'bytes') expect(data.valueOffsets).toBe(values.offsets);
    expect([data.length, data.nullCount, data.offset]).toEqual([3, 1, 0]);
  });

  test('vectors of unsigned integers and of aligned FLOAT16 values share the bytes of the column', () => {
    const { data: words } = int32Values(-1, 0, 7) as { data: Int32Array };
    const { data: longs } = int64Values(-1n, 0n, 7n) as { data: BigInt64Array };
    const halves = Uint8Array.of(0, 0x3c, 0, 0, 0, 0xc0);
    const float16: DirectValues = { ...floats, type: PhysicalType.FIXED_LEN_BYTE_ARRAY, width: 2, data: halves };
    const cases = [
      [
        arrowVector(leafColumn({ type: 'UINT32' }, { ...int32Values(0, 0, 0), data: words } as DirectValues)),
        words,
        [4294967295, 0, 7],
      ],
      [
        arrowVector(leafColumn({ type: 'UINT64' }, { ...int64Values(0n, 0n, 0n), data: longs } as DirectValues)),
        longs,
        [2n ** 64n - 1n, 0n, 7n],
      ],
      [arrowVector(leafColumn({ type: 'FLOAT16' }, float16)), halves, [1, 0, -2]],
    ] as const;
    for (const [vector, source, values] of cases) {
      expect(vector.data[0]?.values.buffer).toBe(source.buffer);
      expect(vector.data[0]?.values.byteOffset).toBe(source.byteOffset);
      expect([...vector]).toEqual(values);
    }
  });

  test('arrowVector copies FLOAT16 values that start at an odd address', () => {
    const data = Uint8Array.of(9, 0, 0x3c, 0, 0xc0, 9).subarray(1, 5);
    const values: DirectValues = {
      layout: 'fixed',
      type: PhysicalType.FIXED_LEN_BYTE_ARRAY,
      width: 2,
      length: 2,
      data,
    };
    expect([...arrowVector(leafColumn({ type: 'FLOAT16' }, values))]).toEqual([1, -2]);
  });

  test('the vector of a column without nulls has no bitmap, and has the length of the column even if the arrays are longer', () => {
    const [plain] = arrowVector(leafColumn({ type: 'INT32' }, int32Values(1, 2))).data as [Data];
    expect([plain.nullBitmap, plain.nullCount, plain.length]).toEqual([undefined, 0, 2]);
    const long: DirectValues = { ...bits, data: new Uint8Array(64).fill(0) };
    expect([...arrowVector(leafColumn({ type: 'BOOLEAN' }, long))]).toEqual([false, false, false]);
  });

  test('arrowVector does not copy INT96 values if the `physical` option selects the column', () => {
    const options = { physical: (): boolean => true };
    const [data] = arrowVector(leafColumn({ type: 'INT96' }, int96s), options).data as [Data];
    expect(data.values).toBe(int96s.data);
  });
});

function expectSame(column: NestedColumn, data: Data): void {
  expect(data.nullBitmap).toBe(column.nulls.kind === 'none' ? undefined : column.nulls.bits);
  expect(data.length).toBe(column.length);
  switch (column.kind) {
    case 'leaf':
      expect(data.values).toBe(column.values.layout === 'dictionary' ? column.values.indices : column.values.data);
      break;
    case 'struct':
      for (const [i, child] of column.children.entries()) expectSame(child, data.children[i] as Data);
      break;
    case 'list':
      expect(data.valueOffsets).toBe(column.offsets);
      expectSame(column.element, data.children[0] as Data);
      break;
    case 'map': {
      expect(data.valueOffsets).toBe(column.offsets);
      const [keys, values] = (data.children[0] as Data).children;
      expectSame(column.key, keys as Data);
      expectSame(column.value as NestedColumn, values as Data);
    }
  }
}
