import type { ValueOrder } from '@marquetry/logical';
import { dictionaryBounds, joinBounds, orderOf } from '@marquetry/logical';
import { ConvertedType, FieldRepetitionType } from '@marquetry/metadata';
import { createSchema, type LeafNode } from '@marquetry/schema';
import { hex } from '@marquetry/test-support/hex.js';
import {
  isNanBits,
  leafOf,
  type OrderedKind,
  orderedKinds,
  plainValue,
  valuesOf,
} from '@marquetry/test-support/ordered-kinds.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

function orderOfKind({ leaf, columnOrder }: OrderedKind): ValueOrder {
  const order = orderOf(leaf, columnOrder);
  if (order === undefined) throw new Error('the kind has an order');
  return order;
}

describe.each(orderedKinds)('comparing $name values', (kind) => {
  const { leaf, rank } = kind;
  const order = orderOfKind(kind);
  const naive = (a: Uint8Array, b: Uint8Array): number => {
    const [x, y] = [rank(a), rank(b)];
    return x === undefined || y === undefined || x === y ? 0 : x < y ? -1 : 1;
  };

  test('values are compared as the specification requires', () => {
    fc.assert(
      fc.property(plainValue(leaf), plainValue(leaf), (a, b) => {
        expect(Math.sign(order.compare(a, b))).toBe(naive(a, b));
        expect(order.accepts(a)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test('the bounds of a set of values are the first and the last value in the order that the specification defines', () => {
    fc.assert(
      fc.property(fc.array(plainValue(leaf), { maxLength: 12 }), fc.nat(5), fc.nat(5), (items, skip, cut) => {
        const to = Math.max(items.length - cut, Math.min(skip, items.length));
        const from = Math.min(skip, to);
        const range = items.slice(from, to);
        const bounds = order.scan(valuesOf(leaf, items), from, to);
        const nans = order.hasNans ? range.filter(isNanBits) : [];
        expect(bounds.nanCount).toBe(nans.length);
        const numbers = range.filter((item) => !nans.includes(item));
        const ordered = (numbers.length > 0 || order.kind === 'TYPE_ORDER' ? numbers : nans).slice().sort(naive);
        expect(bounds.onlyNans ?? false).toBe(numbers.length === 0 && order.kind !== 'TYPE_ORDER' && nans.length > 0);
        const [min, max] = [ordered[0], ordered.at(-1)];
        expect(bounds.min === undefined).toBe(min === undefined);
        if (min === undefined || max === undefined || bounds.min === undefined || bounds.max === undefined) return;
        expect([naive(bounds.min, min), naive(bounds.max, max)]).toEqual([0, 0]);
        if (order.hasNans && order.kind === 'TYPE_ORDER') return;
        expect([rank(bounds.min), rank(bounds.max)]).toEqual([rank(min), rank(max)]);
      }),
    );
  });

  test('the bounds of dictionary indices are the bounds of the values that they refer to', () => {
    const entriesAndIndices = fc
      .array(plainValue(leaf), { minLength: 1, maxLength: 6 })
      .chain((items) => fc.tuple(fc.constant(items), fc.array(fc.nat(items.length - 1), { maxLength: 40 })));
    fc.assert(
      fc.property(entriesAndIndices, ([items, indices]) => {
        const dictionary = valuesOf(leaf, items);
        const { type } = leaf;
        const values = {
          layout: 'dictionary',
          type,
          length: indices.length,
          indices: Int32Array.from(indices),
          dictionary,
        } as const;
        const flat = valuesOf(
          leaf,
          indices.map((index) => items[index] as Uint8Array),
        );
        const from = Math.min(1, indices.length);
        expect(dictionaryBounds(order, values, from, indices.length)).toEqual(order.scan(flat, from, indices.length));
      }),
    );
  });

  test('the combined bounds of two sets of values are the bounds of their union', () => {
    const items = fc.array(plainValue(leaf), { maxLength: 6 });
    fc.assert(
      fc.property(items, items, (a, b) => {
        const scan = (part: readonly Uint8Array[]) => order.scan(valuesOf(leaf, part), 0, part.length);
        const joined = joinBounds(order, scan(a), scan(b));
        const { min, max, nanCount, onlyNans = false } = scan([...a, ...b]);
        expect({ onlyNans: false, ...joined }).toEqual({
          ...(min && { min }),
          ...(max && { max }),
          nanCount,
          onlyNans,
        });
      }),
    );
  });

  test('bounds are copies, and do not change if the memory of the values is overwritten', () => {
    const items = [new Uint8Array(leaf.width || 1)];
    const values = valuesOf(leaf, items);
    const { min, max } = order.scan(values, 0, 1);
    const before = [min?.slice(), max?.slice()];
    new Uint8Array(values.data.buffer).fill(0x7f);
    expect([min, max]).toEqual(before);
  });
});

describe('choosing the order of a column', () => {
  const element = { name: 'c', repetitionType: FieldRepetitionType.REQUIRED };
  const leafWith = (more: object): LeafNode =>
    createSchema([
      { name: 's', numChildren: 1 },
      { ...element, ...more },
    ]).leaves[0]!;

  test.each<[string, LeafNode]>([
    ['INT96', leafOf('INT96')],
    ['INTERVAL', leafOf('INTERVAL')],
    ['GEOMETRY', leafOf('GEOMETRY')],
    ['GEOGRAPHY', leafOf('GEOGRAPHY')],
    ['UNKNOWN', leafOf('UNKNOWN')],
    ...[0, 1, 2, 4, 5, 6].map((type): [string, LeafNode] => [
      `an annotation of a later version on physical type ${type}`,
      leafWith({ type, logicalType: { kind: 'unknown', id: 99 } }),
    ]),
  ])('%s has no TYPE_ORDER', (_, leaf) => {
    expect(orderOf(leaf, 'TYPE_ORDER')).toBeUndefined();
  });

  test('a column with a converted type has the order of the equivalent logical type', () => {
    const unsigned = orderOf(leafWith({ type: 1, convertedType: ConvertedType.UINT_32 }), 'TYPE_ORDER');
    expect(unsigned?.compare(hex('ffffffff'), hex('01000000'))).toBeGreaterThan(0);
    expect(
      orderOf(leafWith({ type: 7, typeLength: 12, convertedType: ConvertedType.INTERVAL }), 'TYPE_ORDER'),
    ).toBeUndefined();
  });

  test('a column has no order if the footer specifies an unknown order or one for another type', () => {
    for (const { leaf } of orderedKinds) {
      expect(orderOf(leaf, 'unknown')).toBeUndefined();
      const isFloat = leaf.type === 4 || leaf.type === 5 || leaf.annotation?.kind === 'FLOAT16';
      expect(orderOf(leaf, 'IEEE_754_TOTAL_ORDER') !== undefined).toBe(isFloat);
      expect(orderOf(leaf, 'INT96_TIMESTAMP_ORDER') !== undefined).toBe(leaf.type === 3);
    }
  });
});

describe('comparing zeros and writing them as bounds', () => {
  const [negative, positive] = [hex('0000000000000080'), hex('0000000000000000')];
  const double = leafOf('DOUBLE');
  const zeros = [positive, negative, positive];

  test('in TYPE_ORDER, -0 and +0 are equal; a zero minimum is written as -0, a zero maximum as +0', () => {
    const order = orderOf(double, 'TYPE_ORDER')!;
    expect(order.compare(negative, positive)).toBe(0);
    expect(order.scan(valuesOf(double, [positive]), 0, 1)).toMatchObject({ min: negative, max: positive });
    expect(order.scan(valuesOf(double, [negative]), 0, 1)).toMatchObject({ min: negative, max: positive });
  });

  test('in IEEE_754_TOTAL_ORDER, -0 is less than +0, although they are equal as numbers', () => {
    const order = orderOf(double, 'IEEE_754_TOTAL_ORDER')!;
    expect(order.compare(negative, positive)).toBeLessThan(0);
    expect(order.compareNumbers(negative, positive)).toBe(0);
    expect(order.scan(valuesOf(double, zeros), 0, 3)).toMatchObject({ min: negative, max: positive });
    expect(order.scan(valuesOf(double, zeros), 0, 1)).toMatchObject({ min: positive, max: positive });
    expect(order.scan(valuesOf(double, zeros), 1, 2)).toMatchObject({ min: negative, max: negative });
  });
});

test('an infinity equals the same infinity in every floating-point order', () => {
  for (const columnOrder of ['TYPE_ORDER', 'IEEE_754_TOTAL_ORDER'] as const) {
    const order = orderOf(leafOf('FLOAT'), columnOrder)!;
    for (const infinity of ['0000807f', '000080ff']) expect(order.compare(hex(infinity), hex(infinity))).toBe(0);
  }
});

test('NaN bounds keep their payloads in IEEE_754_TOTAL_ORDER', () => {
  const leaf = leafOf('DOUBLE');
  const items = ['010000000000f87f', '010000000000f0ff', '000000000000f87f'].map(hex);
  expect(orderOf(leaf, 'IEEE_754_TOTAL_ORDER')?.scan(valuesOf(leaf, items), 0, 3)).toEqual({
    min: items[1],
    max: items[0],
    nanCount: 3,
    onlyNans: true,
  });
});

test('a bound must have the length of a value of the column, unless its order accepts byte arrays of any length', () => {
  for (const kind of orderedKinds) {
    const order = orderOfKind(kind);
    const { leaf } = kind;
    const width = leaf.type === 0 ? 1 : leaf.width;
    const isAny = leaf.type === 6 || (leaf.type === 7 && leaf.annotation?.kind !== 'DECIMAL' && !order.hasNans);
    for (const length of [0, width - 1, width, width + 1]) {
      if (length >= 0)
        expect([kind.name, order.accepts(new Uint8Array(length))]).toEqual([kind.name, isAny || length === width]);
    }
  }
});

test('isNan returns true for the bits of NaN in floating-point orders, and false in all other orders', () => {
  for (const kind of orderedKinds) {
    const order = orderOfKind(kind);
    const nan = new Uint8Array(kind.leaf.width || 1).fill(0xff);
    expect([kind.name, order.isNan(nan)]).toEqual([kind.name, order.hasNans]);
    expect(order.isNan(new Uint8Array(kind.leaf.width || 1))).toBe(false);
  }
});

test('dictionaryBounds returns the bounds of only those dictionary entries to which the indices refer', () => {
  const leaf = leafOf('STRING');
  const items = Array.from({ length: 1000 }, (_, i) => new TextEncoder().encode(String(i)));
  const indices = Int32Array.of(7, 999, 7, 30);
  const values = {
    layout: 'dictionary',
    type: leaf.type,
    length: 4,
    indices,
    dictionary: valuesOf(leaf, items),
  } as const;
  const order = orderOf(leaf, 'TYPE_ORDER')!;
  expect(dictionaryBounds(order, values, 0, 4)).toEqual({ min: items[30], max: items[999], nanCount: 0 });
  expect(dictionaryBounds(order, values, 2, 2)).toEqual({ nanCount: 0 });
});
