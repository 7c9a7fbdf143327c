import { dictionaryBounds, orderOf, type ValueOrder } from '@marquetry/logical';
import { isNanBits, leafOf, type OrderedKind, orderedKinds, valuesOf } from '@marquetry/test-support/ordered-kinds.js';
import { describe, expect, test } from 'vitest';

// The tests use values that differ in a single byte, because the first words of random values are almost never equal.

const bytesTried = [0x00, 0x7f, 0x80, 0xff];

function closeValues({ leaf }: OrderedKind): Uint8Array[] {
  if (leaf.type === 0) return [Uint8Array.of(0), Uint8Array.of(1)];
  const lengths = leaf.type === 6 ? [0, 6, 7] : [leaf.width];
  return [0x00, 0xff].flatMap((base) =>
    lengths.flatMap((length) => {
      const same = new Uint8Array(length).fill(base);
      const others = [...same.keys()].flatMap((at) =>
        bytesTried.filter((byte) => byte !== base).map((byte) => same.map((other, i) => (i === at ? byte : other))),
      );
      return [same, ...others];
    }),
  );
}

function orderOfKind({ leaf, columnOrder }: OrderedKind): ValueOrder {
  const order = orderOf(leaf, columnOrder);
  if (order === undefined) throw new Error('the kind has an order');
  return order;
}

describe.each(orderedKinds)('comparing $name values that differ in one byte', (kind) => {
  const { leaf, rank } = kind;
  const order = orderOfKind(kind);
  const values = closeValues(kind).filter((value) => !order.hasNans || !isNanBits(value));
  const ranks = values.map((value) => rank(value) as number);

  test('values that differ in one byte are compared as the specification requires', () => {
    const signs = values.flatMap((a) => values.map((b) => Math.sign(order.compare(a, b))));
    expect(signs).toEqual(ranks.flatMap((x) => ranks.map((y) => Number(x > y) - Number(x < y))));
  });

  test('the minimum and maximum of two values that differ in one byte do not depend on which value comes first', () => {
    const pairs = ranks.flatMap((x, i) => ranks.slice(i + 1).map((y) => (x < y ? [x, y] : [y, x])));
    const all = valuesOf(
      leaf,
      values.flatMap((a, i) => values.slice(i + 1).flatMap((b) => [a, b, a])),
    );
    for (const second of [0, 1]) {
      const bounds = pairs.map((_, k) => order.scan(all, 3 * k + second, 3 * k + second + 2));
      expect(bounds.map(({ min, max }) => [rank(min!), rank(max!)])).toEqual(pairs);
    }
  });

  test('the bounds of a range of dictionary indices do not depend on the indices before and after the range', () => {
    const dictionary = valuesOf(leaf, values);
    const sorted = [...values.keys()].sort((a, b) => (ranks[a]! < ranks[b]! ? -1 : 1));
    const [least, greatest] = [sorted[0]!, sorted.at(-1)!];
    const indices = Int32Array.of(least, greatest, ...sorted, greatest, least);
    const indexed = { layout: 'dictionary', type: leaf.type, length: indices.length, indices, dictionary } as const;
    for (const [from, to] of [
      [3, Math.max(4, indices.length - 3)],
      [2, 3],
    ] as const) {
      const { min, max } = dictionaryBounds(order, indexed, from, to);
      expect([rank(min!), rank(max!)]).toEqual([ranks[indices[from]!], ranks[indices[to - 1]!]]);
    }
  });
});

test('orderOf returns the requested column order', () => {
  for (const kind of orderedKinds) expect([kind.name, orderOfKind(kind).kind]).toEqual([kind.name, kind.columnOrder]);
});

test('only bounds of BYTE_ARRAY columns are shortened: text between code points, other values between any two bytes', () => {
  const text = ['STRING', 'ENUM', 'JSON'] as const;
  const binary = ['BYTE_ARRAY', 'BSON'] as const;
  const shortens = new Map(
    [...text, ...binary].map((type) => [
      JSON.stringify(leafOf(type)),
      text.some((t) => t === type) ? 'text' : 'binary',
    ]),
  );
  for (const kind of orderedKinds) {
    const expected = shortens.get(JSON.stringify(kind.leaf)) ?? 'not';
    expect([kind.name, orderOfKind(kind).shortens]).toEqual([kind.name, expected]);
  }
});
