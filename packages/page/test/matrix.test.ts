import { createColumnBuffer, EncodingId, type LeafColumn, noNulls, PhysicalType } from '@marquetry/core';
import { readPageFrame, readSpaced } from '@marquetry/page';
import { buildDataPage } from '@marquetry/test-support/pages.js';
import { snappy } from '@marquetry/test-support/standard.js';
import { columnOf, indicesOf, type Plain, plainOf, slotsOf, valuesOf } from '@marquetry/test-support/values.js';
import { describe, expect, test } from 'vitest';
import { opened } from './open.js';

const count = 77;

/** Returns a value of a column. Some values repeat, and some are extreme. */
function valueAt({ type, width }: LeafColumn, i: number): Plain {
  const n = i % 7 === 3 ? -(2 ** 31) : (i % 5) * 1000 - 7;
  switch (type) {
    case PhysicalType.BOOLEAN:
      return i % 3 === 0;
    case PhysicalType.INT64:
      return i % 7 === 3 ? -(2n ** 63n) : BigInt(n) * 1_000_000_007n;
    case PhysicalType.FLOAT:
      return Math.fround(n / 3);
    case PhysicalType.DOUBLE:
      return i % 7 === 3 ? Number.NEGATIVE_INFINITY : n / 3;
    case PhysicalType.INT32:
      return n;
    case PhysicalType.BYTE_ARRAY:
      return ['', 'axis', 'axle', 'babble', 'babyhood', 'x'.repeat(70)][i % 6]!;
    default:
      return String(i % 11).padStart(width, 'abcdefghijklmnopqrstuvwxyz');
  }
}

const { BOOLEAN, INT32, INT64, INT96, FLOAT, DOUBLE, BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY } = PhysicalType;
const all = [BOOLEAN, INT32, INT64, INT96, FLOAT, DOUBLE, BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY];
const held: readonly (readonly [keyof typeof EncodingId, readonly PhysicalType[]])[] = [
  ['PLAIN', all],
  ['PLAIN_DICTIONARY', all],
  ['RLE', [BOOLEAN]],
  ['DELTA_BINARY_PACKED', [INT32, INT64]],
  ['DELTA_LENGTH_BYTE_ARRAY', [BYTE_ARRAY]],
  ['DELTA_BYTE_ARRAY', [BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY]],
  ['RLE_DICTIONARY', all],
  ['BYTE_STREAM_SPLIT', [INT32, INT64, FLOAT, DOUBLE, FIXED_LEN_BYTE_ARRAY]],
];
const encodings = held.flatMap(([name, types]) => types.map((type) => [name, type] as const));

const patterns: Readonly<Record<string, (slot: number) => boolean>> = {
  'no nulls': () => false,
  'some nulls': (i) => i % 7 === 2 || (i > 20 && i < 40),
  'all null': () => true,
  'every other null': (i) => i % 2 === 1,
  'first and last null': (i) => i === 0 || i === count - 1,
};

const typeName = (type: PhysicalType): string => Object.keys(PhysicalType)[type]!;

describe.each(encodings.map(([name, type]) => ({ name, type, title: typeName(type) })))(
  '$name of $title',
  ({ name, type }) => {
    test.each([1, 2] as const)(
      'v%i pages are read with and without entries for nulls, with every pattern of nulls, uncompressed and compressed with SNAPPY',
      (version) => {
        const encoding = EncodingId[name];
        for (const [pattern, isNull] of Object.entries(patterns)) {
          for (const codec of [undefined, snappy]) {
            for (const levels of [
              [0, 0],
              [1, 0],
              [2, 0],
            ] as const) {
              const column = columnOf(type, levels, 5);
              const expected: (Plain | null)[] = [];
              for (let i = 0; i < count; i++) {
                expected.push(column.maxDefinitionLevel > 0 && isNull(i) ? null : valueAt(column, i));
              }
              const present = expected.filter((value) => value !== null);
              const isDictionary = name === 'RLE_DICTIONARY' || name === 'PLAIN_DICTIONARY';
              const entries = [...new Set(present)];
              const dictionary = isDictionary ? valuesOf(column, entries) : undefined;
              const values =
                dictionary === undefined
                  ? valuesOf(column, present)
                  : indicesOf(
                      dictionary,
                      present.map((value) => entries.indexOf(value)),
                    );
              const definition = expected.map((value, i) => {
                if (value !== null) return column.maxDefinitionLevel;
                return i % Math.max(column.maxDefinitionLevel, 1);
              });
              const bytes = buildDataPage({ version, column, encoding, values, definition, codec, crc: true });
              const label = `${pattern}, ${codec?.name ?? 'UNCOMPRESSED'}, maximum ${levels[0]}`;
              const page = opened(bytes, column, { codec, dictionary });
              const shape = { nulls: page.nulls, slotCount: page.slotCount };

              expect(page.valueCount, label).toBe(present.length);
              expect(page.rowCount, label).toBe(count);
              if (present.length === count) expect(page.nulls, label).toBe(noNulls);
              expect(plainOf(page.values().read(page.valueCount)), label).toEqual(present);

              const dense = createColumnBuffer(column);
              page.readInto(dense);
              expect(plainOf(dense.values), label).toEqual(present);

              // Append the page twice: the second time, the buffer already has entries.
              const spaced = createColumnBuffer(column);
              readSpaced(page, spaced);
              readSpaced(page, spaced);
              expect(spaced.length, label).toBe(2 * count);
              const again = {
                kind: 'levels',
                definition: Uint8Array.from([...definition, ...definition]),
                nullCount: 0,
              } as const;
              expect(
                slotsOf(
                  { values: spaced.values, nulls: again, slotCount: 2 * count, spaced: true },
                  column.maxDefinitionLevel,
                ),
                label,
              ).toEqual([...expected, ...expected]);
              expect(
                slotsOf(
                  { values: page.values().read(page.valueCount), ...shape, spaced: false },
                  column.maxDefinitionLevel,
                ),
                label,
              ).toEqual(expected);

              // Read a third of the values, skip a third, then read the rest.
              const third = Math.floor(present.length / 3);
              const cursor = page.values();
              expect(plainOf(cursor.read(third)), label).toEqual(present.slice(0, third));
              cursor.skip(third);
              expect(cursor.remaining).toBe(present.length - 2 * third);
              expect(plainOf(cursor.read(cursor.remaining)), label).toEqual(present.slice(2 * third));
            }
          }
        }
      },
    );
  },
);

describe('reading pages at any alignment', () => {
  const column = columnOf(INT64, [1, 0]);
  const items = [1n, -2n, 2n ** 62n];
  const bytes = buildDataPage({
    column,
    encoding: EncodingId.PLAIN,
    values: valuesOf(column, items),
    definition: [1, 0, 1, 1],
  });

  test.each([0, 1, 2, 3, 4, 5, 6, 7])(
    'pages are read from a Node Buffer that starts at byte %i of its ArrayBuffer',
    (shift) => {
      const pool = Buffer.alloc(bytes.length + 16, 0xee);
      pool.set(bytes, shift);
      const view = pool.subarray(shift, shift + bytes.length);
      expect(plainOf(opened(view, column).values().read(3))).toEqual(items);
      expect(readPageFrame(view, 0).body.constructor).toBe(Uint8Array);
    },
  );

  test('pages are read at any position in a chunk', () => {
    const two = Uint8Array.of(...bytes, ...bytes);
    const frame = readPageFrame(two, bytes.length);
    expect(frame.byteLength).toBe(bytes.length);
    expect(frame.headerSize + frame.body.length).toBe(bytes.length);
    expect(plainOf(opened(two.subarray(bytes.length), column).values().read(3))).toEqual(items);
  });
});
