import { expect, test } from 'vitest';
import { partitionColumns, partitionOf } from '../src/files/hive.js';

test.each([
  ['year=2024/month=01/a.parquet', { year: '2024', month: '01' }],
  ['/data/region=a%20b/part=1', { region: 'a b' }],
  ['x=__HIVE_DEFAULT_PARTITION__/a', { x: null }],
  ['x=/a', { x: '' }],
  ['=1/a', {}],
  ['x=a=b/a', { x: 'a=b' }],
  ['x=100%/y=%zz/a', { x: '100%', y: '%zz' }],
  ['x=%ff/a', { x: '%ff' }],
  ['https://example.com/year=2024/a.parquet', { year: '2024' }],
  ['__proto__=1/a', { ['__proto__']: '1' }],
])('the path %s has the Hive partition %j', (path, expected) => {
  expect(Object.entries(partitionOf(path))).toEqual(Object.entries(expected));
});

test('the inferred type of a partition column can represent all its values', () => {
  const types = (name: string, values: readonly (string | null)[]): unknown => {
    const [column] = partitionColumns(values.map((value) => ({ [name]: value })));
    const { type, logicalType } = column!.element;
    return [
      type,
      logicalType?.kind,
      ...values.map((value) => value === null || [...new Uint8Array(bytesOf(column!.parse(value)))]),
    ];
  };
  expect(types('a', ['1', '-2', '007'])).toEqual([1, undefined, [1, 0, 0, 0], [254, 255, 255, 255], [7, 0, 0, 0]]);
  expect(types('a', ['1', '2147483648'])).toEqual([2, undefined, [1, 0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 128, 0, 0, 0, 0]]);
  expect(types('a', ['1970-01-02', '1969-12-31'])).toEqual([1, 'DATE', [1, 0, 0, 0], [255, 255, 255, 255]]);
  expect(types('a', ['1970-02-30'])).toEqual([6, 'STRING', [...new TextEncoder().encode('1970-02-30')]]);
  expect(types('a', ['1', 'x'])).toEqual([6, 'STRING', [49], [120]]);
  expect(types('a', ['12345678901234567890'])).toEqual([
    6,
    'STRING',
    [...new TextEncoder().encode('12345678901234567890')],
  ]);
  expect(types('a', [null])).toEqual([6, 'STRING', true]);
});

function bytesOf({ data }: { readonly data: ArrayBufferView }): ArrayBuffer {
  return new Uint8Array(data.buffer, data.byteOffset, data.byteLength).slice().buffer;
}
