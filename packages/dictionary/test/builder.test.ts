import { bytesOf, type DirectValues, fixedValues, PhysicalType, widthOf } from '@marquetry/core';
import { thrownBy } from '@marquetry/test-support/errors.js';
import { type Plain, plainOf, valuesOf } from '@marquetry/test-support/values.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDictionaryBuilder, type DictionaryBuilder } from '../src/index.js';

const columns = Object.values(PhysicalType).map((type) => ({ type, width: widthOf(type, 5) }));

/** Returns a value of the given type that is derived from `n`. Equal numbers yield equal values. */
function itemOf(type: PhysicalType, n: number): Plain {
  if (type === PhysicalType.BOOLEAN) return n % 2 === 1;
  if (type === PhysicalType.INT64) return BigInt(n) << BigInt(n % 50);
  if (type === PhysicalType.BYTE_ARRAY) return 'ab'.repeat(n % 5) + n;
  if (type === PhysicalType.INT96) return String(n).padEnd(12);
  if (type === PhysicalType.FIXED_LEN_BYTE_ARRAY) return String(n).padEnd(5);
  return type === PhysicalType.INT32 ? n * 65_536 : n / 4;
}

function entriesAt(builder: DictionaryBuilder, indices: Int32Array | undefined): Plain[] {
  const entries = plainOf(builder.values);
  return Array.from(indices ?? [], (index) => entries[index]!);
}

describe('a dictionary', () => {
  it.each(columns)(
    'a dictionary of physical type $type contains each value once, in the order of first occurrence',
    (column) => {
      fc.assert(
        fc.property(fc.array(fc.nat({ max: 300 }), { maxLength: 400 }), fc.nat({ max: 400 }), (numbers, cut) => {
          const items = numbers.map((n) => itemOf(column.type, n));
          const values = valuesOf(column, items);
          const builder = createDictionaryBuilder(column);
          const at = Math.min(cut, items.length);
          const first = builder.add(values, 0, at);
          const second = builder.add(values, at, items.length);
          expect([...entriesAt(builder, first), ...entriesAt(builder, second)]).toEqual(items);
          expect(plainOf(builder.values)).toEqual([...new Set(items)]);
        }),
      );
    },
  );

  it('a dictionary builder finds all entries after its hash table has grown', () => {
    const count = 20_000;
    for (const column of columns.filter(({ type }) => type !== PhysicalType.BOOLEAN)) {
      const items = Array.from({ length: count }, (_, i) => itemOf(column.type, i));
      const values = valuesOf(column, items);
      const builder = createDictionaryBuilder(column);
      const once = builder.add(values, 0, count)!;
      expect(builder.values.length).toBe(new Set(items).size);
      expect([...builder.add(values, 0, count)!]).toEqual([...once]);
    }
  });

  it('a dictionary distinguishes byte arrays of 0 to 40 bytes that differ in one byte', () => {
    const column = { type: PhysicalType.BYTE_ARRAY, width: 0 };
    for (let length = 1; length <= 40; length++) {
      const items = Array.from({ length }, (_, at) => `${'x'.repeat(at)}y${'x'.repeat(length - at - 1)}`);
      const all = ['x'.repeat(length), ...items, 'x'.repeat(length - 1)];
      const builder = createDictionaryBuilder(column);
      expect([...builder.add(valuesOf(column, [...all, ...all]), 0, 2 * all.length)!]).toEqual([
        ...all.keys(),
        ...all.keys(),
      ]);
    }
  });

  it('a dictionary builder writes indices to the given memory, if it is large enough', () => {
    const column = { type: PhysicalType.INT32, width: 4 };
    const values = valuesOf(column, [5, 6, 5]);
    const memory = new Int32Array(4).fill(-1);
    const builder = createDictionaryBuilder(column);
    const indices = builder.add(values, 0, 3, memory)!;
    expect(indices.buffer).toBe(memory.buffer);
    expect([...memory]).toEqual([0, 1, 0, -1]);
    expect([...builder.add(values, 0, 3, memory.subarray(0, 2))!]).toEqual([0, 1, 0]);
    expect([...memory]).toEqual([0, 1, 0, -1]);
  });

  it('a dictionary distinguishes NaNs with different payloads, and -0 from +0', () => {
    const bits = BigInt64Array.of(0x7ff8000000000000n, 0x7ff8000000000001n, 0n, -(2n ** 63n), 0x7ff8000000000001n);
    const column = { type: PhysicalType.DOUBLE, width: 8 };
    const builder = createDictionaryBuilder(column);
    expect([...builder.add(fixedValues(column, bytesOf(bits), 0, 5), 0, 5)!]).toEqual([0, 1, 2, 3, 1]);
    const { data } = builder.values as Extract<DirectValues, { layout: 'fixed' }>;
    expect([...new BigInt64Array(data.buffer, data.byteOffset, 4)]).toEqual([...bits.subarray(0, 4)]);
  });

  it('a dictionary distinguishes values that share words, a prefix, or a length', () => {
    const items = [
      '',
      'a',
      'aa',
      'aaa',
      'aaaa',
      'aaaaa',
      'aaaaaaaa',
      'aaaabaaa',
      'aaaaaaab',
      'baaaaaaa',
      '\0',
      '\0\0',
      '\0\0\0\0',
    ];
    const column = { type: PhysicalType.BYTE_ARRAY, width: 0 };
    const builder = createDictionaryBuilder(column);
    expect([...builder.add(valuesOf(column, items), 0, items.length)!]).toEqual(items.map((_, i) => i));
  });

  it('a dictionary of zero-width values has one entry', () => {
    const column = { type: PhysicalType.FIXED_LEN_BYTE_ARRAY, width: 0 };
    const builder = createDictionaryBuilder(column);
    expect([...builder.add(valuesOf(column, ['', '']), 0, 2)!]).toEqual([0, 0]);
    expect(builder.values.length).toBe(1);
  });
});

describe('the maximum size of a dictionary', () => {
  it.each(columns)(
    'a dictionary of physical type $type does not change if adding values would exceed its maximum number of entries',
    (column) => {
      const items = Array.from({ length: 10 }, (_, i) => itemOf(column.type, i));
      const values = valuesOf(column, items);
      const distinct = new Set(items).size;
      const builder = createDictionaryBuilder(column, { maxValues: distinct - 1 });
      expect([...builder.add(values, 0, 1)!]).toEqual([0]);
      const { byteLength } = builder;
      expect(builder.add(values, 0, 10)).toBeUndefined();
      expect(plainOf(builder.values)).toEqual(items.slice(0, 1));
      expect(builder.byteLength).toBe(byteLength);
      expect([...builder.add(values, 0, 1)!]).toEqual([0]);
      expect(createDictionaryBuilder(column, { maxValues: distinct }).add(values, 0, 10)).toHaveLength(10);
    },
  );

  it('maxBytes limits the size of the entries of a dictionary in PLAIN encoding', () => {
    const text = { type: PhysicalType.BYTE_ARRAY, width: 0 };
    const words = valuesOf(text, ['ab', 'c', 'ab']);
    expect(createDictionaryBuilder(text, { maxBytes: 10 }).add(words, 0, 3)).toBeUndefined();
    const builder = createDictionaryBuilder(text, { maxBytes: 11 });
    expect([...builder.add(words, 0, 3)!]).toEqual([0, 1, 0]);
    expect(builder.byteLength).toBe(11);
    const int = { type: PhysicalType.INT32, width: 4 };
    expect(createDictionaryBuilder(int, { maxBytes: 7 }).add(valuesOf(int, [1, 2]), 0, 2)).toBeUndefined();
  });

  it('a dictionary builder rejects a range outside the values, and values whose type is not that of the column', () => {
    const int = { type: PhysicalType.INT32, width: 4 };
    const builder = createDictionaryBuilder(int);
    expect(thrownBy(() => builder.add(valuesOf(int, [1]), 0, 2)).code).toBe('INVALID_ARGUMENT');
    const float = valuesOf({ type: PhysicalType.FLOAT, width: 4 }, [1]);
    expect(thrownBy(() => builder.add(float, 0, 1)).code).toBe('INVALID_ARGUMENT');
  });
});
