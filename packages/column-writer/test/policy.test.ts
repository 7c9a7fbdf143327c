/**
 * Tests which encodings the policies choose. tests/write and tests/interop check that readers can read these encodings.
 */
import { refusalsOf, smallestEncoding, smallestOfAll } from '@marquetry/column-writer';
import { EncodingId, noNulls, PhysicalType, type Values } from '@marquetry/core';
import { FieldRepetitionType, type LogicalType } from '@marquetry/metadata';
import type { LeafNode } from '@marquetry/schema';
import { leafOf, writeChunk } from '@marquetry/test-support/chunk-file.js';
import { thrownBy } from '@marquetry/test-support/errors.js';
import { type Plain, valuesOf } from '@marquetry/test-support/values.js';
import { describe, expect, test } from 'vitest';

const { BYTE_ARRAY, BOOLEAN, DOUBLE, FIXED_LEN_BYTE_ARRAY, FLOAT, INT32, INT64 } = PhysicalType;
const {
  PLAIN,
  PLAIN_DICTIONARY,
  RLE_DICTIONARY,
  DELTA_BYTE_ARRAY,
  DELTA_LENGTH_BYTE_ARRAY,
  DELTA_BINARY_PACKED,
  BYTE_STREAM_SPLIT,
} = EncodingId;

function leaf(type: PhysicalType, logicalType?: LogicalType, typeLength?: number): LeafNode {
  return leafOf({
    name: 'c',
    type,
    repetitionType: FieldRepetitionType.REQUIRED,
    ...(logicalType === undefined ? {} : { logicalType }),
    ...(typeLength === undefined ? {} : { typeLength }),
  });
}

const uuid = leaf(FIXED_LEN_BYTE_ARRAY, { kind: 'UUID' }, 16);
const decimal = leaf(FIXED_LEN_BYTE_ARRAY, { kind: 'DECIMAL', precision: 30, scale: 3 }, 13);

/** Returns the encodings of the data pages of a chunk. */
function encodingsOf(column: LeafNode, values: Values, encoding = smallestEncoding): readonly number[] {
  const { metaData } = writeChunk(column, values, noNulls, { encoding, dictionary: false });
  return (metaData.encodingStats ?? []).map((page) => page.encoding);
}

const many = <T extends Plain>(of: (row: number) => T): T[] => Array.from({ length: 4000 }, (_, row) => of(row));

test.each<[string, number, LeafNode, readonly string[]]>([
  ['PLAIN', PLAIN, uuid, []],
  ['a dictionary of BOOLEAN', RLE_DICTIONARY, leaf(BOOLEAN), ['pyarrow', 'polars', 'Spark']],
  ['a dictionary of BOOLEAN by its old id', PLAIN_DICTIONARY, leaf(BOOLEAN), ['pyarrow', 'polars', 'Spark']],
  ['a dictionary of INT32', RLE_DICTIONARY, leaf(INT32), []],
  ['DELTA_BYTE_ARRAY of FIXED_LEN_BYTE_ARRAY', DELTA_BYTE_ARRAY, uuid, ['polars']],
  ['DELTA_BYTE_ARRAY of BYTE_ARRAY', DELTA_BYTE_ARRAY, leaf(BYTE_ARRAY), []],
  ['BYTE_STREAM_SPLIT of FLOAT', BYTE_STREAM_SPLIT, leaf(FLOAT), []],
  ['BYTE_STREAM_SPLIT of INT64', BYTE_STREAM_SPLIT, leaf(INT64), ['DuckDB']],
  ['BYTE_STREAM_SPLIT of FIXED_LEN_BYTE_ARRAY', BYTE_STREAM_SPLIT, uuid, ['polars', 'DuckDB']],
  ['DELTA_LENGTH_BYTE_ARRAY of text', DELTA_LENGTH_BYTE_ARRAY, leaf(BYTE_ARRAY, { kind: 'STRING' }), []],
  [
    'DELTA_LENGTH_BYTE_ARRAY of decimals',
    DELTA_LENGTH_BYTE_ARRAY,
    leaf(BYTE_ARRAY, { kind: 'DECIMAL', precision: 9, scale: 0 }),
    ['DuckDB'],
  ],
])('%s is rejected for its type by the readers named in docs/interop-write.md', (_, encoding, column, readers) => {
  const refused = refusalsOf(encoding, column).filter(({ scope }) => scope === 'type');
  expect(refused.map(({ reader }) => reader.replace(/ .*/, ''))).toEqual(readers);
});

describe('the default policy', () => {
  test('the default policy chooses PLAIN for FIXED_LEN_BYTE_ARRAY with a common prefix, because polars cannot read any smaller encoding of this type', () => {
    const ids = many((row) => `0190b5a2-${String(row * 7).padStart(7, '0')}`);
    expect(encodingsOf(uuid, valuesOf(uuid, ids))).toEqual([PLAIN]);
    expect(encodingsOf(uuid, valuesOf(uuid, ids), smallestOfAll)).toEqual([DELTA_BYTE_ARRAY]);
    const unscaled = many((row) => `\0\0\0\0\0${String(row * 3).padStart(8, '0')}`);
    expect(encodingsOf(decimal, valuesOf(decimal, unscaled))).toEqual([PLAIN]);
  });

  test('the default policy chooses DELTA_BYTE_ARRAY for strings with a common prefix', () => {
    const text = leaf(BYTE_ARRAY, { kind: 'STRING' });
    const urls = many((row) => `https://example.org/items/${String(row).padStart(6, '0')}`);
    expect(encodingsOf(text, valuesOf(text, urls))).toEqual([DELTA_BYTE_ARRAY]);
  });

  test('the default policy avoids DELTA_LENGTH_BYTE_ARRAY and BYTE_STREAM_SPLIT, which Spark rejects or misreads', () => {
    const text = leaf(BYTE_ARRAY, { kind: 'STRING' });
    const words = many((row) => String.fromCharCode(97 + ((row * 7919) % 26)).repeat(40 + (row % 3)));
    expect(encodingsOf(text, valuesOf(text, words), smallestOfAll)).toEqual([DELTA_LENGTH_BYTE_ARRAY]);
    expect(encodingsOf(text, valuesOf(text, words))).toEqual([PLAIN]);
    const seen: (readonly number[])[] = [];
    const column = leaf(DOUBLE);
    const values = valuesOf(
      column,
      many((row) => Math.sin(row)),
    );
    encodingsOf(column, values, (_, { candidates }) => {
      seen.push(candidates);
      return PLAIN;
    });
    expect(seen).toEqual([[PLAIN, BYTE_STREAM_SPLIT]]);
    expect(encodingsOf(column, values)).toEqual([PLAIN]);
  });

  test('the default policy chooses DELTA_BINARY_PACKED for ascending integers', () => {
    const column = leaf(INT64);
    expect(
      encodingsOf(
        column,
        valuesOf(
          column,
          many((row) => BigInt(row) * 1000n),
        ),
      ),
    ).toEqual([DELTA_BINARY_PACKED]);
  });

  test('the default policy chooses an encoding that decodes more slowly only if it is smaller by a corresponding factor', () => {
    const column = leaf(BYTE_ARRAY);
    const sizes: Record<number, number> = { [PLAIN]: 100, [DELTA_BYTE_ARRAY]: 81, [RLE_DICTIONARY]: 104 };
    const sample = {
      values: valuesOf(column, []),
      candidates: [PLAIN, DELTA_BYTE_ARRAY, RLE_DICTIONARY],
      measure: (id: number) => sizes[id] ?? Number.NaN,
    };
    // Multiplied by the factors for decoding time, the sizes are 100, 81 * 1.25 = 101.25 and 104 * 0.95 = 98.8.
    expect(smallestEncoding(column, sample)).toBe(RLE_DICTIONARY);
    sizes[RLE_DICTIONARY] = 106;
    expect(smallestEncoding(column, sample)).toBe(PLAIN);
    sizes[DELTA_BYTE_ARRAY] = 79;
    expect(smallestEncoding(column, sample)).toBe(DELTA_BYTE_ARRAY);
  });

  test('the default policy throws UNSUPPORTED if none of the registered encodings can write the column', () => {
    const column = leaf(BYTE_ARRAY);
    const sample = { values: valuesOf(column, []), candidates: [DELTA_LENGTH_BYTE_ARRAY], measure: () => 1 };
    const error = thrownBy(() => smallestEncoding(column, sample));
    expect([error.code, error.at.column]).toEqual(['UNSUPPORTED', 'c']);
    expect(smallestOfAll(column, sample)).toBe(DELTA_LENGTH_BYTE_ARRAY);
  });
});
