/** Tests the counters, the errors and the Bloom filter of a chunk writer. */
import { type ChunkWriter, type ChunkWriterOptions, createChunkWriter } from '@marquetry/column-writer';
import { type Codec, CodecId, EncodingId, noNulls, ParquetError, PhysicalType, type Values } from '@marquetry/core';
import { FieldRepetitionType } from '@marquetry/metadata';
import { leafOf } from '@marquetry/test-support/chunk-file.js';
import { thrownBy } from '@marquetry/test-support/errors.js';
import { standardEncodings } from '@marquetry/test-support/standard.js';
import { indicesOf, valuesOf } from '@marquetry/test-support/values.js';
import { describe, expect, test } from 'vitest';

const leaf = leafOf({ name: 'c', type: PhysicalType.INT32, repetitionType: FieldRepetitionType.REQUIRED });
const { PLAIN, RLE_DICTIONARY } = EncodingId;

function writerOf(options: Partial<ChunkWriterOptions>): ChunkWriter {
  return createChunkWriter({ leaf, encodings: standardEncodings, pageRows: 2, ...options });
}

function write(writer: ChunkWriter, values: Values): void {
  writer.write({ values, nulls: noNulls, slotCount: values.length, rowCount: values.length });
}

test('each write increases `rowCount` by the number of rows written', () => {
  const writer = writerOf({});
  write(writer, valuesOf(leaf, [1, 2, 3]));
  expect(writer.rowCount).toBe(3);
  write(writer, valuesOf(leaf, [4]));
  expect(writer.rowCount).toBe(4);
  expect(writer.finish().rowCount).toBe(4);
});

describe('bufferedBytes', () => {
  test.each([
    ['PLAIN', PLAIN, 0],
    ['RLE_DICTIONARY', RLE_DICTIONARY, 8],
  ])(
    'bufferedBytes (%s) includes finished pages, the values of the next page and the dictionary',
    (_, encoding, entries) => {
      const writer = writerOf({ encoding });
      expect(writer.bufferedBytes).toBe(0);
      write(writer, valuesOf(leaf, [7, 8, 7]));
      const before = writer.bufferedBytes;
      write(writer, valuesOf(leaf, [8]));
      const { pageLocations } = writer.finish().offsetIndex;
      expect(before).toBe(pageLocations[0]!.compressedPageSize + 4 + entries);
    },
  );

  test('bufferedBytes includes the Bloom filter', () => {
    const [without, filtered] = [writerOf({ encoding: PLAIN }), writerOf({ encoding: PLAIN, bloomFilter: true })];
    for (const writer of [without, filtered]) write(writer, valuesOf(leaf, [7, 8]));
    expect(filtered.bufferedBytes).toBeGreaterThan(without.bufferedBytes);
  });
});

describe('errors name the column', () => {
  test('the error for writing to a finished chunk writer names the column', () => {
    const writer = writerOf({});
    write(writer, valuesOf(leaf, [1]));
    writer.finish();
    for (const again of [() => writer.finish(), () => write(writer, valuesOf(leaf, [1]))]) {
      const { code, reason, at } = thrownBy(again);
      expect([code, reason, at]).toEqual([
        'INVALID_ARGUMENT',
        'the chunk is already finished: create a new writer',
        { column: 'c' },
      ]);
    }
  });

  test.each([
    ['a page that is full', [1, 2]],
    ['the last page', [1]],
  ])('an error from a codec that fails at %s names the column', (_, items) => {
    const codec: Codec = {
      ...{ contract: 1, id: CodecId.SNAPPY, name: 'failing', decompress: () => {} },
      compress: () => {
        throw new ParquetError('LIMIT', 'too much');
      },
    };
    const writer = writerOf({ codec, encoding: PLAIN });
    const error = thrownBy(() => {
      write(writer, valuesOf(leaf, items));
      writer.finish();
    });
    expect([error.code, error.at]).toEqual(['LIMIT', { column: 'c' }]);
  });
});

describe('values in the Bloom filter of a chunk', () => {
  const entries = valuesOf(leaf, [10, 20, 30, 40]);
  const indices = [0, 2, 0, 3, 2, 1];
  const filterOf = (values: Values, encoding: number, more: Partial<ChunkWriterOptions> = {}): Uint8Array => {
    const writer = writerOf({ encoding, bloomFilter: { distinctValues: 100 }, ...more });
    write(writer, values);
    return writer.finish().bloomFilter ?? new Uint8Array(0);
  };
  const flat = valuesOf(leaf, [10, 30, 10, 40, 30, 20]);

  test('the Bloom filter is the same in any encoding, whether values are passed directly or as dictionary indices', () => {
    const expected = filterOf(flat, PLAIN);
    expect(expected.some((byte) => byte !== 0)).toBe(true);
    expect(filterOf(indicesOf(entries, indices), PLAIN)).toEqual(expected);
    expect(filterOf(flat, RLE_DICTIONARY)).toEqual(expected);
    expect(filterOf(indicesOf(entries, indices), RLE_DICTIONARY)).toEqual(expected);
  });

  test("the Bloom filter does not contain unused entries of the caller's dictionary", () => {
    expect(filterOf(indicesOf(valuesOf(leaf, [10, 20, 30, 40, 50]), indices), PLAIN)).toEqual(filterOf(flat, PLAIN));
    expect(filterOf(flat, PLAIN)).not.toEqual(filterOf(valuesOf(leaf, [10, 30, 10, 40, 30, 50]), PLAIN));
  });
});
