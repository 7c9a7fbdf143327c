import type { ColumnPiece } from '@marquetry/column';
import { type DirectValues, noNulls, PhysicalType, runSteps, type Values } from '@marquetry/core';
import { defineSchema, type FieldDefinition, type LeafNode } from '@marquetry/schema';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { reordered } from '../src/tasks/reorder.js';
import { sortedRows } from '../src/tasks/row-order.js';

const leafOf = (field: FieldDefinition): LeafNode => defineSchema({ a: field }).leaves[0] as LeafNode;
const dense = (values: Values, nulls: ColumnPiece['nulls'] = noNulls, slotCount = values.length): ColumnPiece => ({
  ...{ values, nulls, slotCount, rowCount: slotCount, spaced: false },
});
const bytesValues = (texts: readonly string[]): DirectValues => {
  const encoded = texts.map((text) => new TextEncoder().encode(text));
  const offsets = new Int32Array(texts.length + 1);
  for (const [i, { length }] of encoded.entries()) offsets[i + 1] = (offsets[i] as number) + length;
  const data = new Uint8Array(offsets[texts.length] as number);
  for (const [i, bytes] of encoded.entries()) data.set(bytes, offsets[i]);
  return { layout: 'bytes', type: PhysicalType.BYTE_ARRAY, length: texts.length, offsets, data };
};
const sorted = (
  field: FieldDefinition,
  piece: ColumnPiece,
  { descending = false, nullsFirst = false } = {},
): number[] => [...runSteps(sortedRows([{ leaf: leafOf(field), descending, nullsFirst }], [piece], piece.rowCount))];
const fixed = <T>(type: number, width: number, data: T, length: number): Values =>
  ({ layout: 'fixed', type, width, data, length }) as never;

describe('sorting rows', () => {
  test.each<[string, FieldDefinition, Values, number[]]>([
    ['signed integers', 'INT32', fixed(PhysicalType.INT32, 4, Int32Array.of(3, -1, 0), 3), [1, 2, 0]],
    ['unsigned integers', 'UINT32', fixed(PhysicalType.INT32, 4, Int32Array.of(3, -1, 0), 3), [2, 0, 1]],
    [
      '64-bit integers',
      'INT64',
      fixed(PhysicalType.INT64, 8, BigInt64Array.of(2n ** 40n, -1n, 2n ** 40n - 1n, -(2n ** 40n)), 4),
      [3, 1, 2, 0],
    ],
    [
      'unsigned 64-bit integers',
      'UINT64',
      fixed(PhysicalType.INT64, 8, BigInt64Array.of(5n, -1n, 2n ** 62n), 3),
      [0, 2, 1],
    ],
    [
      'numbers, -0 equal to 0, and NaN last',
      'DOUBLE',
      fixed(PhysicalType.DOUBLE, 8, Float64Array.of(0, Number.NaN, -0, -3, Number.POSITIVE_INFINITY), 5),
      [3, 0, 2, 4, 1],
    ],
    [
      'half floats',
      'FLOAT16',
      fixed(PhysicalType.FIXED_LEN_BYTE_ARRAY, 2, Uint8Array.of(0x00, 0x3c, 0x00, 0xbc, 0x00, 0x7e, 0x00, 0x38), 4),
      [1, 3, 0, 2],
    ],
    [
      'booleans',
      'BOOLEAN',
      { layout: 'bits', type: PhysicalType.BOOLEAN, length: 3, data: Uint8Array.of(0b101) },
      [1, 0, 2],
    ],
    [
      'decimals stored as bytes',
      { type: 'DECIMAL', precision: 30, scale: 2 },
      fixed(PhysicalType.FIXED_LEN_BYTE_ARRAY, 13, new Uint8Array(39).fill(0xff, 0, 13).fill(1, 26), 3),
      [0, 1, 2],
    ],
    ['strings by code points', 'STRING', bytesValues(['b', '\uffff', '\u{1f600}', '', 'ab']), [3, 4, 0, 1, 2]],
    [
      'a dictionary with equal entries',
      'STRING',
      {
        layout: 'dictionary',
        type: PhysicalType.BYTE_ARRAY,
        length: 4,
        indices: Int32Array.of(2, 0, 1, 0),
        dictionary: bytesValues(['z', 'a', 'z']),
      },
      [2, 0, 1, 3],
    ],
  ])('sortedRows sorts %s', (_, field, values, expected) => {
    expect(sorted(field, dense(values))).toEqual(expected);
  });

  test('nulls are sorted first or last as requested, whether the order is ascending or descending', () => {
    const field = { type: 'INT32', optional: true } as const;
    const values = fixed(PhysicalType.INT32, 4, Int32Array.of(2, 1), 2);
    const piece = dense(values, { kind: 'bitmap', bits: Uint8Array.of(0b1010), nullCount: 2 }, 4);
    expect(sorted(field, piece)).toEqual([3, 1, 0, 2]);
    expect(sorted(field, piece, { descending: true })).toEqual([1, 3, 0, 2]);
    expect(sorted(field, piece, { nullsFirst: true })).toEqual([0, 2, 3, 1]);
    expect(sorted(field, piece, { descending: true, nullsFirst: true })).toEqual([0, 2, 1, 3]);
  });

  test('strings with a common prefix are sorted by the characters after the prefix', () => {
    const start = fc.constantFrom('', 'same start ', 'same start of many ');
    const end = fc.array(fc.constantFrom('a', '\0', 'b'), { maxLength: 3 });
    const text = fc.tuple(start, end).map(([first, rest]) => `${first}${rest.join('')}`);
    fc.assert(
      fc.property(fc.array(text, { maxLength: 60 }), fc.boolean(), (texts, descending) => {
        const found = sorted('STRING', dense(bytesValues(texts)), { descending });
        const direction = descending ? -1 : 1;
        const expected = [...texts.keys()].sort((a, b) => {
          const [x, y] = [texts[a] as string, texts[b] as string];
          return (x < y ? -direction : x > y ? direction : 0) || a - b;
        });
        expect(found).toEqual(expected);
      }),
    );
  });

  test.each([100, 40_000])('%i numbers are sorted in numeric order, ascending and descending', (count) => {
    let seed = count;
    const next = (): number => {
      seed = (seed * 48271) % 2147483647;
      return seed;
    };
    const special = [
      0,
      -0,
      Number.POSITIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
      Number.NaN,
      Number.MIN_VALUE,
      -Number.MIN_VALUE,
    ];
    const data = Float64Array.from(
      { length: count },
      () => special[next() % 40] ?? (next() - 2 ** 30) * 2 ** ((next() % 60) - 30),
    );
    const longs = BigInt64Array.from(
      { length: count },
      () => (BigInt(next()) << 33n) ^ BigInt(next()) ^ (next() % 2 === 0 ? -1n : 0n),
    );
    const floats = Float32Array.from(data);
    const rank = (value: number): number => (Number.isNaN(value) ? 2 : 1);
    const compare = (x: number | bigint, y: number | bigint): number => (x < y ? -1 : x > y ? 1 : 0);
    for (const descending of [false, true]) {
      const direction = descending ? -1 : 1;
      const expectOrder = (field: FieldDefinition, values: Values, order: (a: number, b: number) => number): void => {
        const expected = Array.from({ length: count }, (_, i) => i).sort((a, b) => direction * order(a, b) || a - b);
        expect(sorted(field, dense(values), { descending })).toEqual(expected);
      };
      const byNumber = (list: Float64Array | Float32Array) => (a: number, b: number) =>
        rank(list[a] as number) - rank(list[b] as number) || compare(list[a] as number, list[b] as number);
      expectOrder('DOUBLE', fixed(PhysicalType.DOUBLE, 8, data, count), byNumber(data));
      expectOrder('FLOAT', fixed(PhysicalType.FLOAT, 4, floats, count), byNumber(floats));
      expectOrder('INT64', fixed(PhysicalType.INT64, 8, longs, count), (a, b) =>
        compare(longs[a] as bigint, longs[b] as bigint),
      );
    }
  });

  test('50,000 rows with equal keys keep their order', () => {
    const count = 50_000;
    const data = Int32Array.from({ length: count }, (_, i) => (i * 7919) % 13);
    const found = sorted('INT32', dense(fixed(PhysicalType.INT32, 4, data, count)));
    const expected = Array.from({ length: count }, (_, i) => i).sort(
      (a, b) => (data[a] as number) - (data[b] as number) || a - b,
    );
    expect(found).toEqual(expected);
  });

  test.each<[FieldDefinition, RegExp]>([
    [{ list: 'INT32' }, /lists and maps have several values per row/],
    ['INTERVAL', /values of this type have no order/],
  ])('rows cannot be sorted by a column of type %j', async (field, reason) => {
    const { sortOrderOf } = await import('../src/tasks/row-order.js');
    expect(() => sortOrderOf(leafOf(field))).toThrow(reason);
  });
});

test('reordering rows of lists keeps the elements of each row together', () => {
  const leaf = leafOf({ list: { type: 'INT32', optional: true }, optional: true });
  const rowsOf = ({ nulls, values, slotCount }: ColumnPiece): string[] => {
    const rows: string[] = [];
    let next = 0;
    for (let slot = 0; slot < slotCount; slot++) {
      if (nulls.kind !== 'levels' || values.layout !== 'fixed') throw new Error('unexpected form');
      const level = nulls.definition[slot];
      const text = `${level}${level === 3 ? `:${values.data[next++]}` : ''}`;
      if (nulls.repetition?.[slot] === 0) rows.push(text);
      else rows[rows.length - 1] += `,${text}`;
    }
    return rows;
  };
  fc.assert(
    fc.property(
      fc.array(fc.option(fc.array(fc.option(fc.integer({ min: -9, max: 9 })), { maxLength: 4 })), {
        minLength: 1,
        maxLength: 30,
      }),
      fc.infiniteStream(fc.nat()),
      (lists, numbers) => {
        const definition: number[] = [];
        const repetition: number[] = [];
        const data: number[] = [];
        for (const list of lists) {
          if (list === null || list.length === 0) {
            definition.push(list === null ? 0 : 1);
            repetition.push(0);
          }
          for (const [i, value] of (list ?? []).entries()) {
            definition.push(value === null ? 2 : 3);
            repetition.push(i === 0 ? 0 : 1);
            if (value !== null) data.push(value);
          }
        }
        const nulls = {
          kind: 'levels',
          definition: Uint8Array.from(definition),
          repetition: Uint8Array.from(repetition),
          nullCount: definition.length - data.length,
        } as const;
        const piece: ColumnPiece = {
          ...dense(fixed(PhysicalType.INT32, 4, Int32Array.from(data), data.length), nulls, definition.length),
          rowCount: lists.length,
        };
        const order = Int32Array.from(lists.keys()).sort(
          (a, b) => ((a * 31 + (numbers.next().value ?? 0)) % 7) - (b % 5),
        );
        const moved = runSteps(reordered(piece, order, leaf, {}));
        const before = rowsOf(piece);
        expect(rowsOf(moved)).toEqual([...order].map((row) => before[row]));
        expect(moved).toMatchObject({ rowCount: lists.length, slotCount: definition.length });
      },
    ),
  );
});
