import { createSchema, type LeafNode } from '@marquetry/schema';
import { plainOf, valuesOf } from '@marquetry/test-support/values.js';
import { expect, test } from 'vitest';
import { wideningOf } from '../src/columns/widen-values.js';
import { describeType, holdsAll, wider } from '../src/schema/widen-type.js';

type Element = Parameters<typeof createSchema>[0][number];
const leafOf = (element: Omit<Element, 'name'>): LeafNode =>
  createSchema([
    { name: 'root', numChildren: 1 },
    { name: 'a', repetitionType: 0, ...element },
  ]).leaves[0]!;
const integer = (bitWidth: number, isSigned: boolean): LeafNode =>
  leafOf({ type: bitWidth === 64 ? 2 : 1, logicalType: { kind: 'INTEGER', bitWidth, isSigned } });
const decimal = (type: number, precision: number, scale: number, typeLength?: number): LeafNode =>
  leafOf({ type, logicalType: { kind: 'DECIMAL', precision, scale }, ...(typeLength !== undefined && { typeLength }) });

const int32 = leafOf({ type: 1 });
const int64 = leafOf({ type: 2 });
const float = leafOf({ type: 4 });
const double = leafOf({ type: 5 });

test.each([
  ['INT32 and INT64', int32, int64, int64],
  ['INT8 and INT16', integer(8, true), integer(16, true), integer(16, true)],
  ['INT8 and INT32', integer(8, true), int32, int32],
  ['UINT16 and INT16', integer(16, false), integer(16, true), int32],
  ['UINT32 and INT32', integer(32, false), int32, int64],
  ['UINT8 and UINT64', integer(8, false), integer(64, false), integer(64, false)],
  ['UINT64 and INT8', integer(64, false), integer(8, true), undefined],
  ['FLOAT and DOUBLE', float, double, double],
  ['FLOAT and INT32', float, int32, double],
  ['DOUBLE and INT64', double, int64, undefined],
  ['DATE and INT32', leafOf({ type: 1, logicalType: { kind: 'DATE' } }), int32, undefined],
  ['DECIMAL(5,1) and DECIMAL(9,1)', decimal(1, 5, 1), decimal(1, 9, 1), decimal(1, 9, 1)],
  ['DECIMAL(5,1) and DECIMAL(12,1)', decimal(1, 5, 1), decimal(2, 12, 1), decimal(2, 12, 1)],
  ['DECIMAL(5,1) and DECIMAL(25,1)', decimal(2, 5, 1), decimal(7, 25, 1, 11), decimal(7, 25, 1, 11)],
  ['DECIMAL(5,1) and DECIMAL(5,2)', decimal(1, 5, 1), decimal(1, 5, 2), undefined],
  ['STRING and BOOLEAN', leafOf({ type: 6 }), leafOf({ type: 0 }), undefined],
])('%s are widened to the narrowest type for both', (_, a, b, expected) => {
  for (const [x, y] of [
    [a, b],
    [b, a],
  ] as const) {
    const type = wider(x, y);
    expect(type === undefined ? undefined : describeType(leafOf(type))).toBe(expected && describeType(expected));
    expect(type?.typeLength).toBe(expected?.element.typeLength);
    expect(type?.logicalType).toEqual(expected?.element.logicalType);
  }
});

test.each([
  ['INT32 to INT64', int32, int64, [0, 5, -5, 2 ** 31 - 1, -(2 ** 31)], [0n, 5n, -5n, 2n ** 31n - 1n, -(2n ** 31n)]],
  ['UINT32 to INT64', integer(32, false), int64, [0, -1, 7], [0n, 2n ** 32n - 1n, 7n]],
  ['INT32 to DOUBLE', int32, double, [1, -1], [1, -1]],
  ['UINT32 to DOUBLE', integer(32, false), double, [1, -1], [1, 2 ** 32 - 1]],
  ['FLOAT to DOUBLE', float, double, [0.5, -0, 3.25], [0.5, -0, 3.25]],
  ['INT32 decimals to 5 bytes', decimal(1, 5, 1), decimal(7, 11, 1, 5), [1, -2], ['\0\0\0\0\u0001', 'ÿÿÿÿþ']],
  [
    'INT64 decimals to 9 bytes',
    decimal(2, 5, 1),
    decimal(7, 20, 1, 9),
    [258n, -1n],
    ['\0\0\0\0\0\0\0\u0001\u0002', 'ÿÿÿÿÿÿÿÿÿ'],
  ],
  [
    '2 bytes to 3',
    decimal(7, 4, 1, 2),
    decimal(7, 6, 1, 3),
    ['\u0001\u0002', 'ÿ\u0000'],
    ['\0\u0001\u0002', 'ÿÿ\u0000'],
  ],
])('widening %s keeps the values', (_, from, to, values, expected) => {
  const widen = wideningOf(from, to)!;
  const flat = valuesOf(from, values);
  expect(plainOf(widen(flat))).toEqual(expected);
  const dictionary = {
    layout: 'dictionary',
    type: from.type,
    length: 2,
    indices: Int32Array.of(1, 0),
    dictionary: flat,
  } as const;
  const first = widen(dictionary);
  const second = widen({ ...dictionary, length: 1, indices: Int32Array.of(0) });
  if (first.layout !== 'dictionary' || second.layout !== 'dictionary') throw new Error('expected indices');
  expect(first.dictionary).toBe(second.dictionary);
  expect([first.type, plainOf(first.dictionary)]).toEqual([to.type, expected]);
});

test.each<[string, LeafNode, LeafNode, boolean]>([
  ['INT64 of INT32', int64, int32, true],
  ['INT32 of INT64', int32, int64, false],
  ['INT8 of INT16, in as many bytes', integer(8, true), integer(16, true), false],
  ['INT32 of INTEGER(32)', int32, integer(32, true), true],
  ['INTEGER(32) of INT32', integer(32, true), int32, true],
  ['5 bytes of 11', decimal(7, 11, 1, 5), decimal(7, 25, 1, 11), false],
  ['11 bytes of 5', decimal(7, 25, 1, 11), decimal(7, 11, 1, 5), true],
])('holdsAll returns whether a column can represent all values of another: %s', (_, leaf, inFile, expected) => {
  expect(holdsAll(leaf, inFile)).toBe(expected);
});

test('widening does not copy values if the wider type stores the same bytes', () => {
  expect(wideningOf(integer(8, true), int32)).toBeUndefined();
  expect(wideningOf(int64, int64)).toBeUndefined();
});
