import { javascriptKernels } from '@marquetry/bit-io';
import { concat, countValid, decodeDictionary } from '@marquetry/column';
import { createLimits, EncodingId, PhysicalType } from '@marquetry/core';
import { thrownBy } from '@marquetry/test-support/errors.js';
import { buildDataPage, buildDictionaryPage } from '@marquetry/test-support/pages.js';
import { columnOf, indicesOf, plainOf, valuesOf } from '@marquetry/test-support/values.js';
import { describe, expect, test } from 'vitest';
import { readAll, readPortions, slotsOfAll } from './reading.js';

const { PLAIN, RLE_DICTIONARY, RLE } = EncodingId;
const int64 = columnOf(PhysicalType.INT64, [1, 0]);
const strings = columnOf(PhysicalType.BYTE_ARRAY);
const booleans = columnOf(PhysicalType.BOOLEAN);

describe('a column piece ends before one of its arrays exceeds limits.decodedBytes', () => {
  const page = (first: number): Uint8Array =>
    buildDataPage({
      column: int64,
      encoding: PLAIN,
      values: valuesOf(int64, [BigInt(first), BigInt(first + 1)]),
      definition: [1, 0, 1],
    });
  const pages = [page(0), page(10), page(20), page(30), page(40)];
  const expected = [0n, null, 1n, 10n, null, 11n, 20n, null, 21n, 30n, null, 31n, 40n, null, 41n];

  test('a column piece without entries for nulls ends before its values exceed limits.decodedBytes', () => {
    const pieces = readAll(int64, pages, { limits: { decodedBytes: 40 } });
    expect(pieces.map(({ slotCount }) => slotCount)).toEqual([6, 6, 3]);
    expect(slotsOfAll(pieces, int64)).toEqual(expected);
  });

  test('a column piece with entries for nulls ends before its entries exceed limits.decodedBytes', () => {
    const pieces = readAll(int64, pages, { limits: { decodedBytes: 63 }, spaced: true });
    expect(pieces.map(({ slotCount }) => slotCount)).toEqual([6, 6, 3]);
    expect(slotsOfAll(pieces, int64)).toEqual(expected);
  });

  test('a column piece of strings ends before the bytes of the strings exceed limits.decodedBytes', () => {
    const text = (...items: string[]): Uint8Array =>
      buildDataPage({ column: strings, encoding: PLAIN, values: valuesOf(strings, items) });
    const parts = [text('a'.repeat(30)), text('b'.repeat(30), 'c'), text('d'.repeat(60))];
    const pieces = readAll(strings, parts, { limits: { decodedBytes: 64 } });
    expect(pieces.map(({ slotCount }) => slotCount)).toEqual([3, 1]);
    expect(slotsOfAll(pieces, strings)).toEqual(['a'.repeat(30), 'b'.repeat(30), 'c', 'd'.repeat(60)]);
  });

  test('a column piece ends before its indices, or the strings that replace them, exceed limits.decodedBytes', () => {
    const dictionary = valuesOf(strings, ['x'.repeat(20), 'y']);
    const dictionaryPage = buildDictionaryPage({ column: strings, values: dictionary });
    const data = buildDataPage({ column: strings, encoding: RLE_DICTIONARY, values: indicesOf(dictionary, [0, 1, 0]) });
    const kept = readAll(strings, [dictionaryPage, data, data, data], { limits: { decodedBytes: 24 } });
    expect(kept.map(({ slotCount }) => slotCount)).toEqual([6, 3]);
    const gathered = readAll(strings, [dictionaryPage, data, data, data], {
      limits: { decodedBytes: 90 },
      decodeDictionaries: true,
    });
    expect(gathered.map(({ slotCount }) => slotCount)).toEqual([6, 3]);
    expect(slotsOfAll(gathered, strings)).toEqual(plainOf(indicesOf(dictionary, [0, 1, 0, 0, 1, 0, 0, 1, 0])));
  });

  test('in a column piece of booleans, the bits after the last value are 0, even if values were appended there and then removed', () => {
    const dictionary = valuesOf(booleans, [true, false]);
    const size = 5000;
    const indices = indicesOf(dictionary, Array(size).fill(0));
    const first = buildDataPage({ column: booleans, encoding: RLE, values: valuesOf(booleans, [false, false, false]) });
    const data = buildDataPage({ column: booleans, encoding: RLE_DICTIONARY, values: indices });
    const dictionaryPage = buildDictionaryPage({ column: booleans, values: dictionary });
    const pieces = readAll(booleans, [dictionaryPage, first, data], {
      limits: { decodedBytes: 625 },
      decodeDictionaries: true,
    });
    expect(pieces.map(({ slotCount }) => slotCount)).toEqual([3, size]);
    expect(pieces[0]?.values.layout === 'bits' && pieces[0].values.data[0]).toBe(0);
    expect(slotsOfAll(pieces, booleans)).toEqual([false, false, false, ...Array(size).fill(true)]);
  });

  test('a single page that is too large throws LIMIT', () => {
    expect(thrownBy(() => readAll(int64, pages, { limits: { decodedBytes: 15 } })).code).toBe('LIMIT');
  });
});

describe('memory of column pieces', () => {
  test('if pages alternate between dictionary and PLAIN, no column piece allocates memory for the whole chunk', () => {
    const dictionary = valuesOf(strings, ['x']);
    const indices = buildDataPage({ column: strings, encoding: RLE_DICTIONARY, values: indicesOf(dictionary, [0]) });
    const plain = buildDataPage({ column: strings, encoding: PLAIN, values: valuesOf(strings, ['y']) });
    const pages = [
      buildDictionaryPage({ column: strings, values: dictionary }),
      ...Array(500).fill([indices, plain]).flat(),
    ];
    const before = process.memoryUsage().arrayBuffers;
    const pieces = readAll(strings, pages, { expectedSlots: 10_000_000 });
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(2 ** 28);
    expect(pieces.length).toBe(1000);
  });

  test('40,000 pages of one value become one column piece, whose memory is moved only a few times', () => {
    const pages = Array.from({ length: 40_000 }, (_, i) =>
      buildDataPage({
        column: int64,
        encoding: PLAIN,
        values: valuesOf(int64, i % 3 === 0 ? [] : [BigInt(i)]),
        definition: [i % 3 === 0 ? 0 : 1],
      }),
    );
    let allocated = 0;
    const allocate = (byteLength: number): Uint8Array => {
      allocated += byteLength;
      return new Uint8Array(byteLength);
    };
    const pieces = readAll(int64, pages, { kernels: { ...javascriptKernels, allocate } });
    expect(pieces.length).toBe(1);
    // This bound allows for the levels of each page, and for the values, whose array doubles when it grows.
    expect(allocated).toBeLessThan(40_000 * 8 * 4 + 40_000 * 64);
    const slots = slotsOfAll(pieces, int64);
    expect([slots.length, slots[0], slots[1], slots[39_999], slots[39_998]]).toEqual([40_000, null, 1n, null, 39_998n]);
  });
});

describe('joined column pieces', () => {
  const a = valuesOf(strings, ['ab', '']);
  const b = valuesOf(strings, ['c']);
  const column = strings;
  const pages = (dictionary: typeof a, ...indices: number[]): Uint8Array[] => [
    buildDictionaryPage({ column, values: dictionary }),
    buildDataPage({ column, encoding: RLE_DICTIONARY, values: indicesOf(dictionary, indices) }),
  ];

  test('concat returns a single column piece unchanged', () => {
    const [piece] = readAll(column, pages(a, 0, 1));
    expect(concat([piece!], column)).toBe(piece);
  });

  test('concat of an empty list returns an empty column piece', () => {
    const piece = concat([], column);
    expect([piece.slotCount, piece.rowCount, piece.nulls.kind, plainOf(piece.values)]).toEqual([0, 0, 'none', []]);
  });

  test('concat of column pieces with the same dictionary returns indices', () => {
    const [first, second] = readPortions(column, pages(a, 0, 1, 0), [2, 1]).flat();
    const joined = concat([first!, second!], column);
    expect(joined.values).toMatchObject({ layout: 'dictionary', length: 3, indices: Int32Array.of(0, 1, 0) });
    expect(plainOf(joined.values)).toEqual(['ab', '', 'ab']);
  });

  test('concat of column pieces with different dictionaries, or of pieces with and without a dictionary, returns plain values', () => {
    const first = readAll(column, pages(a, 1, 0));
    const second = readAll(column, pages(b, 0));
    const third = readAll(column, [buildDataPage({ column, encoding: PLAIN, values: a })]);
    const joined = concat([...first, ...second, ...third], column);
    expect(joined.values.layout).toBe('bytes');
    expect(plainOf(joined.values)).toEqual(['', 'ab', 'c', 'ab', '']);
  });

  test('concat joins the null bitmaps of column pieces at any bit position, and pieces that have no bitmap', () => {
    const page = (...definition: number[]): Uint8Array =>
      buildDataPage({
        column: int64,
        encoding: PLAIN,
        values: valuesOf(int64, definition.filter((level) => level === 1).map(BigInt)),
        definition,
      });
    const parts = [page(1, 1, 1), page(0, 1), page(1), page(0, 0, 0, 0, 0, 1)].map(
      (bytes) => readAll(int64, [bytes])[0]!,
    );
    expect(concat(parts, int64).nulls).toEqual({
      kind: 'bitmap',
      bits: Uint8Array.of(0b0011_0111, 0b1000),
      nullCount: 6,
    });
    expect(concat(parts.slice(0, 1), int64).nulls.kind).toBe('none');
    const spaced = [page(1, 1, 1), page(0, 1)].map((bytes) => readAll(int64, [bytes], { spaced: true })[0]!);
    expect(concat(spaced, int64)).toMatchObject({ spaced: true, slotCount: 5 });
    expect(slotsOfAll([concat(spaced, int64)], int64)).toEqual([1n, 1n, 1n, null, 1n]);
  });

  test.each([0, 2, 6, 7] as const)(
    'concat sets the index of nulls to 0 if nulls have entries, even if the dictionary is empty: type %i',
    (type) => {
      const optional = columnOf(type, [1, 0], 3);
      const empty = valuesOf(optional, []);
      const options = { column: optional, encoding: RLE_DICTIONARY, values: indicesOf(empty, []), definition: [0, 0] };
      const bytes = [buildDictionaryPage({ column: optional, values: empty }), buildDataPage(options)];
      const [piece] = readAll(optional, bytes, { spaced: true });
      expect(piece?.values).toMatchObject({ layout: 'dictionary', length: 2, indices: Int32Array.of(0, 0) });
      const zeros = { 0: [false, false], 2: [0n, 0n], 6: ['', ''], 7: ['\0\0\0', '\0\0\0'] }[type];
      expect(plainOf(decodeDictionary(piece!.values, optional))).toEqual(zeros);
      const [other] = readAll(optional, bytes, { spaced: true });
      expect(plainOf(concat([piece!, other!], optional).values)).toEqual([...zeros, ...zeros]);
    },
  );

  test.each([
    [0, [true, false], false],
    [2, [7n, 8n], 0n],
    [6, ['long', 'b'], ''],
  ] as const)(
    'concat of column pieces with different dictionaries sets the entries of nulls to 0, false or empty, not to dictionary entry 0: type %i',
    (type, entries, zero) => {
      const optional = columnOf(type, [1, 0]);
      const dictionary = valuesOf(optional, entries);
      const values = indicesOf(dictionary, [0, 1]);
      const data = buildDataPage({ column: optional, encoding: RLE_DICTIONARY, values, definition: [0, 1, 0, 1, 0] });
      const chunk = [buildDictionaryPage({ column: optional, values: dictionary }), data];
      const pieces = [chunk, chunk].flatMap((bytes) => readAll(optional, bytes, { spaced: true }));
      const joined = concat(pieces, optional);
      const [first, second] = entries;
      const expected = [zero, first, zero, second, zero];
      expect(plainOf(joined.values)).toEqual([...expected, ...expected]);
      expect(joined.nulls).toMatchObject({ kind: 'bitmap', nullCount: 6 });
    },
  );

  test('decodeDictionary replaces indices with values, and returns plain values unchanged', () => {
    expect(plainOf(decodeDictionary(indicesOf(a, [1, 0, 0]), column))).toEqual(['', 'ab', 'ab']);
    expect(decodeDictionary(a, column)).toBe(a);
  });

  test('concat throws LIMIT for an array that would exceed limits.decodedBytes', () => {
    const limits = createLimits({ decodedBytes: 8 });
    const pieces = readPortions(column, pages(a, 0, 1, 0), [2, 1]).flat();
    expect(thrownBy(() => concat(pieces, column, { limits })).code).toBe('LIMIT');
    expect(thrownBy(() => decodeDictionary(indicesOf(a, [0, 0, 0, 0, 0]), column, { limits })).code).toBe('LIMIT');
  });

  test('countValid counts the slots in a range that have a value', () => {
    const definition = Uint8Array.of(2, 1, 2, 0, 2);
    expect(countValid({ kind: 'none', nullCount: 0 }, 2, 5, 2)).toBe(3);
    expect(countValid({ kind: 'bitmap', bits: Uint8Array.of(0b10101), nullCount: 2 }, 1, 5, 1)).toBe(2);
    expect(countValid({ kind: 'levels', definition, nullCount: 2 }, 1, 4, 2)).toBe(1);
  });
});
