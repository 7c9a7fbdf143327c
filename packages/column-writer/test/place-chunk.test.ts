import { placeChunk } from '@marquetry/column-writer';
import { EncodingId, PhysicalType } from '@marquetry/core';
import { FieldRepetitionType } from '@marquetry/metadata';
import { leafOf, writeChunk } from '@marquetry/test-support/chunk-file.js';
import { valuesOf } from '@marquetry/test-support/values.js';
import { expect, test } from 'vitest';

const leaf = leafOf({ name: 'c', type: PhysicalType.INT32, repetitionType: FieldRepetitionType.REQUIRED });
const values = valuesOf(leaf, [7, 8, 7, 8, 9, 9]);

test.each([
  ['a dictionary', EncodingId.RLE_DICTIONARY],
  ['no dictionary', EncodingId.PLAIN],
])('placeChunk converts the offsets of a chunk with %s to offsets in the file', (_, encoding) => {
  const chunk = writeChunk(leaf, values, undefined, { encoding, pageRows: 2 });
  const sizes = chunk.offsetIndex.pageLocations.map(({ compressedPageSize }) => compressedPageSize);
  const whole = chunk.parts.reduce((sum, part) => sum + part.length, 0);
  const dictionary = whole - sizes.reduce((sum, size) => sum + size, 0);
  expect([dictionary > 0, sizes.length]).toEqual([encoding === EncodingId.RLE_DICTIONARY, 3]);
  for (const position of [4, 1000]) {
    const { metaData, offsetIndex } = placeChunk(chunk, position);
    const first = position + dictionary;
    expect(metaData.dataPageOffset).toBe(first);
    expect(metaData.dictionaryPageOffset).toBe(dictionary > 0 ? position : undefined);
    expect('dictionaryPageOffset' in metaData).toBe(dictionary > 0);
    expect(metaData.numValues).toBe(6);
    expect(offsetIndex.pageLocations.map(({ offset }) => offset)).toEqual([
      first,
      first + sizes[0]!,
      first + sizes[0]! + sizes[1]!,
    ]);
    expect(offsetIndex.pageLocations.map(({ firstRowIndex }) => firstRowIndex)).toEqual([0, 2, 4]);
  }
});
