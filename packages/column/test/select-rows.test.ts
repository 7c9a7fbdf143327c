import { type ColumnPiece, concat, selectRows, sliceRows } from '@marquetry/column';
import { bitsOf, keepRowsInSteps } from '@marquetry/column/kept';
import { createLimits, EncodingId, type LeafColumn, PhysicalType, runSteps } from '@marquetry/core';
import { thrownBy } from '@marquetry/test-support/errors.js';
import { buildDataPage, buildDictionaryPage } from '@marquetry/test-support/pages.js';
import { columnOf, indicesOf, type Plain, slotsOf, valuesOf } from '@marquetry/test-support/values.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readAll } from './reading.js';

const { PLAIN, RLE_DICTIONARY } = EncodingId;

type Ranges = readonly (readonly [number, number])[];

/** Returns the slots and levels of a piece, regardless of how they are stored. */
function contentOf({ nulls, ...piece }: ColumnPiece, { maxDefinitionLevel }: LeafColumn): unknown {
  const slots = slotsOf({ nulls, ...piece }, maxDefinitionLevel);
  const levels =
    nulls.kind === 'levels'
      ? { definition: [...nulls.definition], repetition: nulls.repetition && [...nulls.repetition] }
      : { definition: slots.map((slot) => (slot === null ? 0 : maxDefinitionLevel)), repetition: undefined };
  return { slots, levels, slotCount: piece.slotCount, rowCount: piece.rowCount, spaced: piece.spaced };
}

/** Returns the expected result of `selectRows`, by copying the rows one by one. */
function slicedRows(piece: ColumnPiece, ranges: Ranges, column: LeafColumn): ColumnPiece {
  const rows = ranges.flatMap(([from, to]) => Array.from({ length: to - from }, (_, i) => from + i));
  return concat(
    rows.map((row) => sliceRows(piece, row, row + 1, column)),
    column,
  );
}

const slotCount = 400;
const isNull = (slot: number): boolean => slot % 3 === 1 || (slot > 100 && slot < 140);
const items: Readonly<Record<number, (i: number) => Plain>> = {
  [PhysicalType.BOOLEAN]: (i) => i % 3 === 0,
  [PhysicalType.INT32]: (i) => i - 200,
  [PhysicalType.INT64]: (i) => BigInt(i) * 10_000_000_000n,
  [PhysicalType.INT96]: (i) => String(i).padStart(12, '.'),
  [PhysicalType.FLOAT]: (i) => i / 4,
  [PhysicalType.DOUBLE]: (i) => i / 3,
  [PhysicalType.BYTE_ARRAY]: (i) => 'b'.repeat(i % 40) + i,
  [PhysicalType.FIXED_LEN_BYTE_ARRAY]: (i) => String(i).padStart(5, '.'),
};

interface Case {
  readonly column: LeafColumn;
  readonly definition?: number[];
  readonly repetition?: number[];
}

/** Returns one piece, with its name, for each way of storing nulls. */
function casesOf(type: PhysicalType): readonly (readonly [string, Case])[] {
  const slots = Array.from({ length: slotCount }, (_, slot) => slot);
  const repetition = slots.map((slot) => (slot % 5 === 0 || slot % 7 === 0 ? 0 : 1));
  return [
    ['no nulls', { column: columnOf(type, [0, 0], 5) }],
    ['a bitmap', { column: columnOf(type, [1, 0], 5), definition: slots.map((slot) => (isNull(slot) ? 0 : 1)) }],
    ['levels', { column: columnOf(type, [3, 0], 5), definition: slots.map((slot) => (isNull(slot) ? slot % 3 : 3)) }],
    [
      'lists',
      { column: columnOf(type, [2, 1], 5), definition: slots.map((slot) => (isNull(slot) ? slot % 2 : 2)), repetition },
    ],
    ['lists without nulls', { column: columnOf(type, [1, 1], 5), repetition }],
  ];
}

function pieceOf(
  { column, definition = Array(slotCount).fill(column.maxDefinitionLevel), repetition }: Case,
  hasDictionary: boolean,
  spaced: boolean,
): ColumnPiece {
  const count = definition.filter((level) => level === column.maxDefinitionLevel).length;
  const plain = Array.from({ length: count }, (_, i) => items[column.type]!(i % 150));
  const entries = valuesOf(
    column,
    Array.from({ length: 150 }, (_, i) => items[column.type]!(i)),
  );
  const values = hasDictionary
    ? indicesOf(
        entries,
        plain.map((_, i) => i % 150),
      )
    : valuesOf(column, plain);
  const encoding = hasDictionary ? RLE_DICTIONARY : PLAIN;
  const page = buildDataPage({ column, encoding, values, definition, ...(repetition && { repetition }) });
  const pages = hasDictionary ? [buildDictionaryPage({ column, values: entries }), page] : [page];
  return readAll(column, pages, { spaced })[0]!;
}

const types = Object.entries(PhysicalType) as [string, PhysicalType][];

describe.each(types)('selectRows on a column piece of %s', (_, type) => {
  test.each(casesOf(type))('selectRows copies the same rows as sliceRows row by row: %s', (_name, given) => {
    for (const hasDictionary of [false, true]) {
      for (const spaced of given.repetition === undefined ? [false, true] : [false]) {
        const piece = pieceOf(given, hasDictionary, spaced);
        const { column } = given;
        const check = (ranges: Ranges): void => {
          const selected = selectRows(piece, ranges, column);
          expect(contentOf(selected, column)).toEqual(contentOf(slicedRows(piece, ranges, column), column));
          expect(selected.values.layout).toBe(piece.values.layout);
          const bits = bitsOf(Float64Array.from(ranges.flat()), 0, piece.rowCount);
          const kept = runSteps(keepRowsInSteps(piece, bits, column));
          expect(contentOf(kept, column)).toEqual(contentOf(selected, column));
        };
        const { rowCount } = piece;
        for (const ranges of [
          [[0, 1]],
          [[rowCount - 1, rowCount]],
          [
            [0, 3],
            [3, 5],
            [8, 9],
          ],
          [
            [10, 60],
            [61, 62],
            [90, rowCount],
          ],
        ] as Ranges[]) {
          check(ranges);
        }
        const steps = fc.array(fc.tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 1, max: 30 })), {
          minLength: 1,
        });
        fc.assert(
          fc.property(steps, (chosen) => {
            let end = 0;
            const ranges = chosen.flatMap(([gap, length]): Ranges => {
              const from = end + gap;
              end = Math.min(rowCount, from + length);
              return from < end ? [[from, end]] : [];
            });
            if (ranges.length > 0) check(ranges);
          }),
          { numRuns: 20, seed: 3 },
        );
      }
    }
  });
});

describe('selectRows', () => {
  const column = columnOf(PhysicalType.INT32);
  const piece = pieceOf({ column }, false, false);

  test('selectRows returns the given column piece itself if all rows are selected', () => {
    expect(
      selectRows(
        piece,
        [
          [0, 7],
          [7, slotCount],
        ],
        column,
      ),
    ).toBe(piece);
  });

  test('selectRows returns an empty column piece if no row is selected', () => {
    const empty = selectRows(piece, [], column);
    expect([empty.rowCount, empty.slotCount, empty.values.length, empty.nulls.kind]).toEqual([0, 0, 0, 'none']);
  });

  test('the result of selectRows shares only the dictionary with the given column piece', () => {
    const indices = pieceOf({ column }, true, false);
    const selected = selectRows(indices, [[5, 9]], column);
    if (indices.values.layout !== 'dictionary' || selected.values.layout !== 'dictionary') throw new Error('layout');
    expect(selected.values.dictionary).toBe(indices.values.dictionary);
    expect(selected.values.indices.buffer).not.toBe(indices.values.indices.buffer);
  });

  test('selectRows throws LIMIT if an array of the selected rows would exceed limits.decodedBytes', () => {
    const limits = createLimits({ decodedBytes: 100 });
    expect(selectRows(piece, [[0, 25]], column, { limits }).rowCount).toBe(25);
    expect(thrownBy(() => selectRows(piece, [[0, 26]], column, { limits })).code).toBe('LIMIT');
    const indices = pieceOf({ column }, true, false);
    expect(thrownBy(() => selectRows(indices, [[0, 26]], column, { limits })).code).toBe('LIMIT');
  });
});
