import { createBoundsReader, orderOf, usableBounds } from '@marquetry/logical';
import type { Statistics } from '@marquetry/metadata';
import { hex } from '@marquetry/test-support/hex.js';
import { leafOf, orderedKinds } from '@marquetry/test-support/ordered-kinds.js';
import { describe, expect, test } from 'vitest';

const [low, high] = [hex('01000000'), hex('02000000')];
const int32 = leafOf('INT32');
const inTypeOrder = { columnOrders: [{ kind: 'TYPE_ORDER' }] } as const;

describe('choosing the stored bounds that can be interpreted', () => {
  const both: Statistics = { minValue: low, maxValue: high, min: high, max: high };

  test("min_value and max_value are used if the footer specifies an order that the column's type supports", () => {
    const reader = createBoundsReader(int32, inTypeOrder);
    expect(reader.order?.kind).toBe('TYPE_ORDER');
    expect(reader.ofStatistics(both)).toMatchObject({ min: { bytes: low }, max: { bytes: high } });
    expect(reader.ofStatistics({ minValue: low })).toMatchObject({ min: { bytes: low } });
    expect(reader.ofStatistics({ minValue: low })).not.toHaveProperty('max');
    expect(reader.ofStatistics({ maxValue: low, min: high })).not.toHaveProperty('min');
    expect(reader.ofStatistics({ nullCount: 1 })).toBeUndefined();
    expect(reader.ofStatistics(undefined)).toBeUndefined();
  });

  test.each([
    ['no order', {}],
    ['an unknown order', { columnOrders: [{ kind: 'unknown', id: 9 }] }],
    ['an order of another type', { columnOrders: [{ kind: 'INT96_TIMESTAMP_ORDER' }] }],
    ['an empty list of orders', { columnOrders: [] }],
  ] as const)('the deprecated min and max of a numeric column are used if the footer specifies %s', (_, footer) => {
    const reader = createBoundsReader(int32, footer);
    expect(reader.order).toBeUndefined();
    expect(reader.ofStatistics(both)).toMatchObject({ min: { bytes: high }, max: { bytes: high } });
    expect(reader.ofStatistics(both)?.order.kind).toBe('TYPE_ORDER');
    expect(reader.ofStatistics({ minValue: low, maxValue: high })).toBeUndefined();
  });

  test('the deprecated min and max are used if min_value and max_value are absent', () => {
    expect(createBoundsReader(int32, inTypeOrder).ofStatistics({ min: low, max: high })).toMatchObject({
      min: { bytes: low, isExact: true },
      max: { bytes: high, isExact: true },
    });
  });

  test('the deprecated min and max of a byte-array column are used only if both are present', () => {
    const reader = createBoundsReader(leafOf('STRING'), { createdBy: 'parquet-cpp version 1.2.0' });
    expect(reader.ofStatistics({ min: low })).toBeUndefined();
    expect(reader.ofStatistics({ max: low })).toBeUndefined();
    expect(reader.ofStatistics({ min: low, max: low })).toMatchObject({ min: { bytes: low }, max: { bytes: low } });
  });

  test('an empty bound of a byte-array column is used, because it may be a shortened value', () => {
    const reader = createBoundsReader(leafOf('STRING'), inTypeOrder);
    expect(reader.ofStatistics({ minValue: hex('') })).toMatchObject({ min: { isExact: false } });
  });

  test("the bounds of a column have the order at the column's position in the footer's column_orders", () => {
    const second = { ...leafOf('INT96'), index: 1 };
    const columnOrders = [{ kind: 'TYPE_ORDER' }, { kind: 'INT96_TIMESTAMP_ORDER' }] as const;
    expect(createBoundsReader(second, { columnOrders }).order?.kind).toBe('INT96_TIMESTAMP_ORDER');
    expect(createBoundsReader({ ...second, index: 0 }, { columnOrders }).order).toBeUndefined();
  });

  test('the deprecated min and max of a type with an unsigned order are used only if they are equal', () => {
    const trusted = { createdBy: 'parquet-mr version 1.8.0' };
    for (const { name, leaf, columnOrder } of orderedKinds.filter((kind) => kind.columnOrder === 'TYPE_ORDER')) {
      const isBytes = leaf.type === 6 || leaf.type === 7;
      const isUnsigned = leaf.annotation?.kind === 'INTEGER' && !leaf.annotation.isSigned;
      const [a, b] = [new Uint8Array(leaf.width || 1), new Uint8Array(leaf.width || 1).fill(1)];
      const reader = createBoundsReader(leaf, trusted);
      const areUsed = reader.ofStatistics({ min: a, max: b }) !== undefined;
      expect([name, areUsed]).toEqual([name, !isBytes && !isUnsigned]);
      expect(reader.ofStatistics({ min: a, max: a.slice() })).toMatchObject({ min: { bytes: a }, max: { bytes: a } });
      if (isBytes || isUnsigned) expect(reader.ofStatistics({ min: a })).toBeUndefined();
      const distrusted = createBoundsReader(leaf, { createdBy: 'parquet-mr version 1.7.0' });
      expect([name, distrusted.ofStatistics({ min: a, max: a }) === undefined]).toEqual([name, isBytes]);
      expect(orderOf(leaf, columnOrder)).toBeDefined();
    }
  });

  test('the deprecated min and max of a column whose type has no order are never used', () => {
    for (const type of ['INTERVAL', 'GEOMETRY', 'INT96', 'UNKNOWN'] as const) {
      const leaf = leafOf(type);
      const bound = new Uint8Array(leaf.width);
      const reader = createBoundsReader(leaf, { ...inTypeOrder, createdBy: 'x version 1.0.0' });
      expect(reader.order).toBeUndefined();
      expect(reader.ofStatistics({ min: bound, max: bound, minValue: bound, maxValue: bound })).toBeUndefined();
      const index = { nullPages: [false], minValues: [bound], maxValues: [bound], boundaryOrder: 0 };
      expect(reader.ofIndexedPage(index, 0)).toBeUndefined();
    }
  });

  test('bounds are read from a ColumnIndex only for pages that have values', () => {
    const index = { nullPages: [true, false], minValues: [hex(''), low], maxValues: [hex(''), high], boundaryOrder: 0 };
    const reader = createBoundsReader(int32, inTypeOrder);
    expect(reader.ofIndexedPage(index, 0)).toBeUndefined();
    expect(reader.ofIndexedPage(index, 1)).toMatchObject({ min: { bytes: low }, max: { bytes: high } });
    expect(reader.ofIndexedPage(index, 2)).toBeUndefined();
    expect(createBoundsReader(int32, {}).ofIndexedPage(index, 1)).toBeUndefined();
  });
});

describe('deciding whether a bound is a value of the column', () => {
  const exactOf = (type: Parameters<typeof leafOf>[0], bytes: Uint8Array, more: Statistics = {}): unknown => {
    const bounds = createBoundsReader(leafOf(type), inTypeOrder).ofStatistics({
      minValue: bytes,
      maxValue: bytes,
      ...more,
    });
    return [bounds?.min?.isExact, bounds?.max?.isExact];
  };

  test('is_min_value_exact and is_max_value_exact state whether a bound is a value of the column', () => {
    expect(exactOf('STRING', low, { isMinValueExact: true, isMaxValueExact: false })).toEqual([true, false]);
    expect(exactOf('INT32', low, { isMinValueExact: false })).toEqual([false, true]);
  });

  test('without is_min_value_exact and is_max_value_exact, a bound counts as a value only if all values have its length, because other bounds may have been shortened', () => {
    expect(exactOf('STRING', low)).toEqual([false, false]);
    expect(exactOf('INT32', low)).toEqual([true, true]);
    expect(exactOf('BOOLEAN', hex('01'))).toEqual([true, true]);
    const fixed = { type: 'FIXED_LEN_BYTE_ARRAY', typeLength: 4 } as const;
    expect(exactOf(fixed, low)).toEqual([true, true]);
    expect(exactOf(fixed, low.subarray(1))).toEqual([false, false]);
  });
});

describe('usableBounds', () => {
  const exact = (bytes: Uint8Array) => ({ bytes, isExact: true });
  const order = orderOf(int32, 'TYPE_ORDER')!;

  test('both bounds are usable, and so is a minimum or a maximum alone', () => {
    const [min, max] = [exact(low), exact(high)];
    expect(usableBounds({ order, min, max }, false)).toEqual({ order, min, max, onlyNans: false });
    expect(usableBounds({ order, min }, false)).toEqual({ order, min, onlyNans: false });
    expect(usableBounds({ order, max }, false)).toEqual({ order, max, onlyNans: false });
    expect(usableBounds({ order, min, max: min }, false)).toEqual({ order, min, max: min, onlyNans: false });
  });

  test.each([
    ['a minimum above the maximum', high, low, 'the minimum is above the maximum'],
    ['a short minimum', hex('0100'), high, 'the minimum has 2 bytes, a length that the column type does not allow'],
    ['a long maximum', low, hex('0200000000'), 'the maximum has 5 bytes, a length that the column type does not allow'],
  ])('usableBounds ignores bounds with %s', (_, min, max, ignored) => {
    expect(usableBounds({ order, min: exact(min), max: exact(max) }, true)).toEqual({
      order,
      onlyNans: false,
      ignored,
    });
  });

  const float = leafOf('FLOAT');
  const [one, nan] = [exact(hex('0000803f')), exact(hex('0000c07f'))];

  test('in TYPE_ORDER, a NaN bound is not usable, and the other bound is usable only if NaNs were counted', () => {
    const floats = orderOf(float, 'TYPE_ORDER')!;
    const ignored = 'a bound is NaN';
    expect(usableBounds({ order: floats, min: one, max: nan }, true)).toEqual({
      order: floats,
      min: one,
      onlyNans: false,
      ignored,
    });
    expect(usableBounds({ order: floats, min: nan, max: one }, true)).toEqual({
      order: floats,
      max: one,
      onlyNans: false,
      ignored,
    });
    expect(usableBounds({ order: floats, max: nan }, true)).toEqual({ order: floats, onlyNans: false, ignored });
    expect(usableBounds({ order: floats, min: one, max: nan }, false)).toEqual({
      order: floats,
      onlyNans: false,
      ignored: 'a bound is NaN, but NaNs were not counted',
    });
  });

  test('in IEEE_754_TOTAL_ORDER, two NaN bounds mean that all values are NaN; if only one bound is NaN, both are ignored', () => {
    const total = orderOf(float, 'IEEE_754_TOTAL_ORDER')!;
    expect(usableBounds({ order: total, min: nan, max: nan }, true)).toEqual({ order: total, onlyNans: true });
    const ignored = 'only one bound is NaN';
    for (const bounds of [{ min: one, max: nan }, { min: nan, max: one }, { min: nan }, { max: nan }]) {
      expect(usableBounds({ order: total, ...bounds }, true)).toEqual({ order: total, onlyNans: false, ignored });
    }
  });

  test('zero bounds with either sign are usable', () => {
    const [zero, negative] = [exact(hex('00000000')), exact(hex('00000080'))];
    for (const kind of ['TYPE_ORDER', 'IEEE_754_TOTAL_ORDER'] as const) {
      expect(usableBounds({ order: orderOf(float, kind)!, min: zero, max: negative }, true)).toMatchObject({
        min: zero,
        max: negative,
      });
    }
  });
});
