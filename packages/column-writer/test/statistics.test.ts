/** Tests the statistics, the ColumnIndex and the sizes of written chunks, for each column order. */

import { type ChunkWriterOptions, createChunkWriter, type WrittenChunk } from '@marquetry/column-writer';
import { EncodingId, noNulls, PhysicalType } from '@marquetry/core';
import {
  BoundaryOrder,
  ConvertedType,
  FieldRepetitionType,
  readPageHeader,
  type SchemaElement,
} from '@marquetry/metadata';
import { leafOf, writeChunk } from '@marquetry/test-support/chunk-file.js';
import { thrownBy } from '@marquetry/test-support/errors.js';
import { hex } from '@marquetry/test-support/hex.js';
import { standardEncodings } from '@marquetry/test-support/standard.js';
import { binary, type Plain, valuesOf } from '@marquetry/test-support/values.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

type Element = Omit<SchemaElement, 'name' | 'repetitionType'>;

function write(element: Element, items: readonly Plain[], options: Partial<ChunkWriterOptions> = {}): WrittenChunk {
  const leaf = leafOf({ name: 'c', repetitionType: FieldRepetitionType.REQUIRED, ...element });
  return writeChunk(leaf, valuesOf(leaf, items), noNulls, options);
}

const bytes = (text: string): Uint8Array => binary(text);
const { BOOLEAN, INT32, INT64, INT96, FLOAT, DOUBLE, BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY } = PhysicalType;
const utf8 = { type: BYTE_ARRAY, logicalType: { kind: 'STRING' } } as const;

test('size statistics count each use of a dictionary entry, unlike the distinct count, which only dictionary-encoded chunks have', () => {
  for (const encoding of [EncodingId.PLAIN, EncodingId.RLE_DICTIONARY]) {
    const chunk = write(utf8, ['ab', 'abc', 'ab', ''], { encoding, pageRows: 2 });
    expect(chunk.metaData.sizeStatistics).toEqual({ unencodedByteArrayDataBytes: 7 });
    expect(chunk.offsetIndex.unencodedByteArrayDataBytes).toEqual([5, 2]);
    expect(chunk.metaData.statistics?.distinctCount).toBe(encoding === EncodingId.PLAIN ? undefined : 3);
  }
});

test('size statistics have level counts only if these cannot be derived from the numbers of slots and nulls', () => {
  const optional = leafOf({ name: 'c', repetitionType: FieldRepetitionType.OPTIONAL, type: INT32 });
  const bitmap = { kind: 'bitmap', bits: Uint8Array.of(0b101), nullCount: 1 } as const;
  const flat = writeChunk(optional, valuesOf(optional, [1, 2]), bitmap, {});
  expect(Object.keys(flat.metaData)).not.toContain('sizeStatistics');
  expect(Object.keys(flat.columnIndex ?? {})).toEqual([
    'nullPages',
    'minValues',
    'maxValues',
    'boundaryOrder',
    'nullCounts',
  ]);

  const repeated = leafOf({ name: 'c', repetitionType: FieldRepetitionType.REPEATED, type: INT32 });
  const levels = { definition: Uint8Array.of(1, 1, 0), repetition: Uint8Array.of(0, 1, 0) };
  const writer = createChunkWriter({ leaf: repeated, encodings: standardEncodings });
  const nulls = { kind: 'levels', ...levels, nullCount: 1 } as const;
  writer.write({ values: valuesOf(repeated, [1, 2]), nulls, slotCount: 3, rowCount: 2 });
  const list = writer.finish();
  expect(Object.entries(list.metaData.sizeStatistics ?? {})).toEqual([['repetitionLevelHistogram', [2, 1]]]);
  expect(list.columnIndex?.repetitionLevelHistograms).toEqual([2, 1]);
  expect(Object.keys(list.columnIndex ?? {})).not.toContain('definitionLevelHistograms');
});

test('with `statistics: false`, a chunk has neither statistics nor a ColumnIndex', () => {
  const chunk = write({ type: INT32 }, [1, 2], { statistics: false });
  expect(chunk.metaData.statistics).toBeUndefined();
  expect(chunk.columnIndex).toBeUndefined();
  expect(chunk.offsetIndex.pageLocations).toHaveLength(1);
});

describe('bounds by column order', () => {
  test.each<[string, Element, readonly Plain[], string, string]>([
    ['BOOLEAN', { type: BOOLEAN }, [true, true], '01', '01'],
    ['INT32', { type: INT32 }, [3, -1, 2], 'ffffffff', '03000000'],
    ['UINT_32', { type: INT32, convertedType: ConvertedType.UINT_32 }, [3, -1, 2], '02000000', 'ffffffff'],
    ['INT64', { type: INT64 }, [3n, -1n, 2n ** 40n], 'ffffffffffffffff', '0000000000010000'],
    [
      'UINT_64',
      { type: INT64, convertedType: ConvertedType.UINT_64 },
      [3n, -1n],
      '0300000000000000',
      'ffffffffffffffff',
    ],
    ['INT64 low words', { type: INT64 }, [0x80000000n, 1n], '0100000000000000', '0000008000000000'],
    ['DOUBLE zeros', { type: DOUBLE }, [0, -0], '0000000000000080', '0000000000000000'],
    ['DOUBLE', { type: DOUBLE }, [Number.NaN, 1, -2], '00000000000000c0', '000000000000f03f'],
    ['FLOAT', { type: FLOAT }, [0, 1.5], '00000080', '0000c03f'],
    [
      'FLOAT16',
      { type: FIXED_LEN_BYTE_ARRAY, typeLength: 2, logicalType: { kind: 'FLOAT16' } },
      ['\x00\x3c', '\x00\xc0', '\x00\x7e'],
      '00c0',
      '003c',
    ],
    ['BYTE_ARRAY', { type: BYTE_ARRAY }, ['\xff', 'a', 'ab'], '61', 'ff'],
    [
      'DECIMAL bytes',
      { type: BYTE_ARRAY, logicalType: { kind: 'DECIMAL', precision: 5, scale: 0 } },
      ['\x7f', '\x00\x80', '\xff\x00'],
      'ff00',
      '0080',
    ],
    [
      'DECIMAL fixed',
      { type: FIXED_LEN_BYTE_ARRAY, typeLength: 2, logicalType: { kind: 'DECIMAL', precision: 4, scale: 0 } },
      ['\x00\x01', '\xff\xff'],
      'ffff',
      '0001',
    ],
    [
      'UUID',
      { type: FIXED_LEN_BYTE_ARRAY, typeLength: 16, logicalType: { kind: 'UUID' } },
      [`\x80${'a'.repeat(15)}`, 'b'.repeat(16)],
      '62'.repeat(16),
      `80${'61'.repeat(15)}`,
    ],
  ])('the bounds of a column are in the order of its type: %s', (_, element, items, min, max) => {
    for (const encoding of [EncodingId.PLAIN, EncodingId.RLE_DICTIONARY]) {
      const { statistics } = write(element, items, { encoding }).metaData;
      expect(statistics).toMatchObject({
        nullCount: 0,
        minValue: hex(min),
        maxValue: hex(max),
        isMinValueExact: true,
        isMaxValueExact: true,
      });
    }
  });

  test.each<[string, Element, readonly Plain[]]>([
    ['INT96', { type: INT96 }, ['a'.repeat(12)]],
    [
      'INTERVAL',
      { type: FIXED_LEN_BYTE_ARRAY, typeLength: 12, convertedType: ConvertedType.INTERVAL },
      ['a'.repeat(12)],
    ],
    ['GEOMETRY', { type: BYTE_ARRAY, logicalType: { kind: 'GEOMETRY' } }, ['abc']],
  ])('a chunk of %s has neither bounds nor a ColumnIndex', (_, element, items) => {
    const chunk = write(element, items);
    expect(chunk.metaData.statistics).toEqual({
      nullCount: 0,
      ...(chunk.metaData.statistics?.distinctCount === undefined ? {} : { distinctCount: 1 }),
    });
    expect(chunk.columnIndex).toBeUndefined();
    expect(chunk.offsetIndex.pageLocations).toHaveLength(1);
  });

  test('INT96_TIMESTAMP_ORDER compares days first, then nanoseconds', () => {
    const items = [`${'\xff'.repeat(7)}\x7f\x01\0\0\0`, '\0\0\0\0\0\0\0\0\x02\0\0\0', '\x01\0\0\0\0\0\0\0\x01\0\0\0'];
    const chunk = write({ type: INT96 }, items, { columnOrder: 'INT96_TIMESTAMP_ORDER' });
    expect(chunk.metaData.statistics).toMatchObject({ minValue: bytes(items[2]!), maxValue: bytes(items[1]!) });
    expect(chunk.columnIndex).toBeDefined();
  });

  test('`columnOrder` throws INVALID_ARGUMENT for an order that is not defined for the type', () => {
    const error = thrownBy(() => write({ type: INT32 }, [1], { columnOrder: 'IEEE_754_TOTAL_ORDER' }));
    expect([error.code, error.at.column]).toEqual(['INVALID_ARGUMENT', 'c']);
  });
});

describe('statistics of columns with NaNs', () => {
  test('NaNs are counted in every column order', () => {
    expect(write({ type: DOUBLE }, [1, 2]).metaData.statistics?.nanCount).toBe(0);
    const chunk = write({ type: DOUBLE }, [1, Number.NaN, 2, Number.NaN], { pageRows: 2 });
    expect(chunk.metaData.statistics?.nanCount).toBe(2);
    expect(chunk.columnIndex?.nanCounts).toEqual([1, 1]);
  });

  test('in TYPE_ORDER, a chunk with a page that contains only NaNs has no ColumnIndex', () => {
    const chunk = write({ type: FLOAT }, [1, 2, Number.NaN, Number.NaN], { pageRows: 2 });
    expect(chunk.columnIndex).toBeUndefined();
    expect(chunk.metaData.statistics).toMatchObject({ minValue: hex('0000803f'), nanCount: 2 });
  });

  test('in TYPE_ORDER, a chunk with only NaNs has no bounds', () => {
    const { statistics } = write({ type: FLOAT }, [Number.NaN]).metaData;
    expect(statistics?.minValue).toBeUndefined();
    expect(statistics?.nanCount).toBe(1);
  });

  test('in IEEE_754_TOTAL_ORDER, bounds may be NaNs, compared by their bits, and 0 differs from -0', () => {
    const options = { columnOrder: 'IEEE_754_TOTAL_ORDER', pageRows: 2 } as const;
    const nan = write({ type: DOUBLE }, [1, 2, Number.NaN, Number.NaN], options);
    expect(nan.metaData.statistics).toMatchObject({
      minValue: hex('000000000000f03f'),
      maxValue: hex('0000000000000040'),
    });
    expect(nan.columnIndex?.minValues[1]).toEqual(hex('000000000000f87f'));
    const zeros = write({ type: DOUBLE }, [0, 1, 0, -0], options);
    expect(zeros.columnIndex?.minValues).toEqual([hex('0000000000000000'), hex('0000000000000080')]);
    expect(zeros.columnIndex?.maxValues[1]).toEqual(hex('0000000000000000'));
  });
});

describe('long bounds are truncated', () => {
  const cut = (element: Element, text: string): unknown => {
    const { statistics } = write(element, [text], { boundBytes: 4 }).metaData;
    const { minValue, maxValue, isMinValueExact, isMaxValueExact } = statistics!;
    return [minValue, isMinValueExact, maxValue, isMaxValueExact];
  };

  test('a long binary bound is truncated to a prefix; in the maximum, the last byte that is not 0xff is increased', () => {
    expect(cut({ type: BYTE_ARRAY }, 'abcdef')).toEqual([bytes('abcd'), false, bytes('abce'), false]);
    expect(cut({ type: BYTE_ARRAY }, 'ab\xff\xffe')).toEqual([bytes('ab\xff\xff'), false, bytes('ac'), false]);
    const last = '\xff'.repeat(5);
    expect(cut({ type: BYTE_ARRAY }, last)).toEqual([bytes(last.slice(1)), false, bytes(last), true]);
    expect(cut({ type: BYTE_ARRAY }, 'abcd')).toEqual([bytes('abcd'), true, bytes('abcd'), true]);
  });

  test('a long string bound is truncated between code points; in the maximum, the last code point is increased', () => {
    const of = (text: string): string => String.fromCharCode(...new TextEncoder().encode(text));
    expect(cut(utf8, of('abéé'))).toEqual([bytes(of('abé')), false, bytes(of('abê')), false]);
    expect(cut(utf8, of('abcéé'))).toEqual([bytes('abc'), false, bytes('abd'), false]);
    // U+D7FF is followed by the surrogates, which are not valid code points, so the next one is U+E000.
    expect(cut(utf8, of('a\ud7ffx'))).toEqual([bytes(of('a\ud7ff')), false, bytes(of('a\ue000')), false]);
    // The code point after 0x7f takes two bytes.
    expect(cut(utf8, of('a\u007f\u007f\u007f\u007f'))).toEqual([
      bytes('a\u007f\u007f\u007f'),
      false,
      bytes('b'),
      false,
    ]);
    const last = of('\u{10ffff}\u{10ffff}');
    expect(cut(utf8, last)).toEqual([bytes(of('\u{10ffff}')), false, bytes(last), true]);
  });

  test('truncated bounds of strings still bound the value, and are valid UTF-8', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', minLength: 3, maxLength: 30 }),
        fc.integer({ min: 1, max: 20 }),
        (text, most) => {
          const encoded = new TextEncoder().encode(text);
          const binaryText = String.fromCharCode(...encoded);
          const { statistics } = write(utf8, [binaryText], { boundBytes: most }).metaData;
          const { minValue, maxValue } = statistics!;
          const latin = (value: Uint8Array): string => String.fromCharCode(...value);
          expect(latin(minValue!) <= binaryText).toBe(true);
          expect(latin(maxValue!) >= binaryText).toBe(true);
          expect(() => new TextDecoder('utf-8', { fatal: true }).decode(minValue)).not.toThrow();
          expect(() => new TextDecoder('utf-8', { fatal: true }).decode(maxValue)).not.toThrow();
        },
      ),
    );
  });
});

describe('the ColumnIndex of a chunk', () => {
  test.each<[string, readonly number[], number]>([
    ['ASCENDING', [1, 2, 2, 3, 5, 6], BoundaryOrder.ASCENDING],
    ['DESCENDING', [6, 5, 4, 3, 2, 1], BoundaryOrder.DESCENDING],
    ['UNORDERED', [1, 2, 9, 9, 3, 4], BoundaryOrder.UNORDERED],
    ['UNORDERED: minima descend but maxima do not', [5, 6, 3, 9, 1, 7], BoundaryOrder.UNORDERED],
    ['UNORDERED: maxima descend but minima do not', [1, 9, 3, 8, 2, 7], BoundaryOrder.UNORDERED],
    ['UNORDERED: minima ascend but maxima do not', [1, 9, 3, 8, 5, 7], BoundaryOrder.UNORDERED],
    ['UNORDERED: maxima ascend but minima do not', [5, 6, 3, 7, 1, 8], BoundaryOrder.UNORDERED],
    ['ASCENDING: all bounds are equal', [1, 2, 2, 1, 1, 2], BoundaryOrder.ASCENDING],
  ])('a ColumnIndex states the order of the bounds: %s', (_, items, order) => {
    expect(write({ type: INT32 }, items, { pageRows: 2 }).columnIndex?.boundaryOrder).toBe(order);
  });

  test('a ColumnIndex is in ascending order if the maxima of all pages are Infinity', () => {
    const items = [1, Number.POSITIVE_INFINITY, 2, Number.POSITIVE_INFINITY];
    expect(write({ type: DOUBLE }, items, { pageRows: 2 }).columnIndex?.boundaryOrder).toBe(BoundaryOrder.ASCENDING);
  });

  test('null pages have empty bounds and do not affect the order of the ColumnIndex', () => {
    const leaf = leafOf({ name: 'c', repetitionType: FieldRepetitionType.OPTIONAL, type: INT32 });
    const nulls = { kind: 'bitmap', bits: Uint8Array.of(0b110011), nullCount: 2 } as const;
    const chunk = writeChunk(leaf, valuesOf(leaf, [1, 2, 3, 4]), nulls, { pageRows: 2 });
    expect(chunk.columnIndex).toMatchObject({
      nullPages: [false, true, false],
      minValues: [hex('01000000'), hex(''), hex('03000000')],
      nullCounts: [0, 2, 0],
      boundaryOrder: BoundaryOrder.ASCENDING,
    });
    expect(chunk.metaData.statistics?.nullCount).toBe(2);
  });

  test('page headers contain statistics only if there is no ColumnIndex', () => {
    const header = (chunk: WrittenChunk): boolean =>
      readPageHeader(chunk.parts[0]!, 0).header.dataPageHeader?.statistics !== undefined;
    const options = { encoding: EncodingId.DELTA_BINARY_PACKED };
    const indexed = write({ type: INT32 }, [1], options);
    const plain = write({ type: INT32 }, [1], { ...options, pageIndex: false });
    expect([indexed.columnIndex !== undefined, header(indexed)]).toEqual([true, false]);
    expect([plain.columnIndex !== undefined, header(plain)]).toEqual([false, true]);
  });
});
