import { EncodingId, PageType, PhysicalType } from '@marquetry/core';
import { readPageFrame } from '@marquetry/page';
import { thrownBy } from '@marquetry/test-support/errors.js';
import { buildDataPage, buildDictionaryPage, buildOtherPage } from '@marquetry/test-support/pages.js';
import { columnOf, indicesOf, valuesOf } from '@marquetry/test-support/values.js';
import { describe, expect, test } from 'vitest';
import { readAll, sequenceOf, slotsOfAll } from './reading.js';

const { PLAIN, RLE_DICTIONARY, DELTA_BINARY_PACKED } = EncodingId;
const column = columnOf(PhysicalType.INT32);
const optional = columnOf(PhysicalType.INT32, [1, 0]);
const entries = valuesOf(column, [10, 20, 30]);
const dictionaryPage = buildDictionaryPage({ column, values: entries });
const indices = (...items: number[]): Uint8Array =>
  buildDataPage({ column, encoding: RLE_DICTIONARY, values: indicesOf(entries, items) });
const plain = (...items: number[]): Uint8Array =>
  buildDataPage({ column, encoding: PLAIN, values: valuesOf(column, items) });
const delta = (...items: number[]): Uint8Array =>
  buildDataPage({ version: 2, column, encoding: DELTA_BINARY_PACKED, values: valuesOf(column, items) });

function acceptAll(pages: readonly Uint8Array[], slotCount: number, more = {}): void {
  const sequence = sequenceOf(column, { slotCount, ...more });
  for (const [i, page] of pages.entries()) {
    const { header, body } = readPageFrame(page, 0);
    sequence.accept(header, body, 100 * i);
  }
  sequence.end();
}

describe('dictionary pages of a chunk', () => {
  test('a dictionary can still be used after PLAIN and DELTA_BINARY_PACKED pages', () => {
    const pages = [dictionaryPage, indices(2, 0), plain(-1), delta(5, 6), indices(1), plain(7)];
    expect(slotsOfAll(readAll(column, pages), column)).toEqual([30, 10, -1, 5, 6, 20, 7]);
  });

  test('a second dictionary page throws CORRUPT, and the error gives the position of that page', () => {
    const error = thrownBy(() => acceptAll([dictionaryPage, dictionaryPage, indices(1)], 1));
    expect([error.code, error.at]).toEqual(['CORRUPT', { rowGroup: 4, column: 'c', page: 1, fileOffset: 100 }]);
  });

  test('a dictionary page after a data page throws CORRUPT', () => {
    const error = thrownBy(() => acceptAll([plain(1), dictionaryPage, indices(1)], 2));
    expect([error.code, error.at.page]).toEqual(['CORRUPT', 1]);
  });

  test('index pages and pages of unknown types may precede the dictionary page', () => {
    const pages = [
      buildOtherPage(PageType.INDEX_PAGE, Uint8Array.of(1)),
      buildOtherPage(77, Uint8Array.of(2, 3)),
      dictionaryPage,
      indices(1),
    ];
    expect(slotsOfAll(readAll(column, pages), column)).toEqual([20]);
  });
});

describe('pages that are neither dictionary pages nor data pages', () => {
  test.each([PageType.INDEX_PAGE, 4, -1, 2 ** 31 - 1])(
    'a page of type %i is skipped wherever it is, but included in pageCount',
    (type) => {
      const other = buildOtherPage(type, Uint8Array.of(1, 2, 3));
      const sequence = sequenceOf(column, { slotCount: 3 });
      const pages = [other, plain(1), other, plain(2, 3), other];
      const given = pages.map((page) => {
        const { header, body } = readPageFrame(page, 0);
        return sequence.accept(header, body)?.page.slotCount;
      });
      expect(given).toEqual([undefined, 1, undefined, 2, undefined]);
      expect([sequence.pageCount, sequence.slotsSeen, sequence.complete]).toEqual([5, 3, true]);
    },
  );

  test('a page of an unknown type is skipped, even if its header states a size above that of the chunk or contains a data page header', () => {
    const huge = buildOtherPage(9, new Uint8Array(0));
    const { header, body } = readPageFrame(huge, 0);
    const sequence = sequenceOf(column, { slotCount: 1, uncompressedSize: 100 });
    const dataPageHeader = { numValues: 1000, encoding: 0, definitionLevelEncoding: 3, repetitionLevelEncoding: 3 };
    expect(sequence.accept({ ...header, uncompressedPageSize: 2 ** 30, dataPageHeader }, body)).toBeUndefined();
    expect(sequence.slotsSeen).toBe(0);
  });
});

describe('slot counts of pages and chunks', () => {
  test('pages with more slots than the chunk throw CORRUPT at the first page beyond the slot count of the chunk', () => {
    const error = thrownBy(() => acceptAll([plain(1, 2), plain(3)], 2));
    expect([error.code, error.at.page]).toEqual(['CORRUPT', 1]);
    expect(error.reason).toBe("the chunk's num_values is 2, but its page headers total 3");
  });

  test('pages with fewer slots than the chunk throw CORRUPT after the last page', () => {
    const error = thrownBy(() => acceptAll([plain(1, 2)], 3));
    expect([error.code, error.at]).toEqual(['CORRUPT', { rowGroup: 4, column: 'c' }]);
    expect(error.reason).toBe("the chunk's num_values is 3, but its page headers total 2");
  });

  test('the slots of skipped pages are counted like those of opened pages', () => {
    const sequence = sequenceOf(column, { slotCount: 3 });
    sequence.pass(readPageFrame(plain(1, 2), 0).header);
    expect([sequence.pageCount, sequence.slotsSeen, sequence.complete]).toEqual([1, 2, false]);
    expect(thrownBy(() => sequence.pass(readPageFrame(plain(1, 2), 0).header, 9)).at).toMatchObject({
      page: 1,
      fileOffset: 9,
    });
  });

  test('a page sequence continues counting from the position passed to seek', () => {
    const sequence = sequenceOf(column, { slotCount: 10 });
    sequence.seek(5, 9);
    const { header, body } = readPageFrame(plain(1), 0);
    sequence.accept(header, body);
    sequence.end();
    expect([sequence.pageCount, sequence.slotsSeen]).toEqual([6, 10]);
  });

  test('a chunk with neither slots nor pages is complete', () => {
    const sequence = sequenceOf(column, { slotCount: 0 });
    sequence.end();
    expect(sequence.complete).toBe(true);
  });

  test('empty pages between other pages are accepted, with and without level bytes', () => {
    const empty = (version: 1 | 2): Uint8Array =>
      buildDataPage({ version, column: optional, encoding: PLAIN, values: valuesOf(column, []), definition: [] });
    const one = buildDataPage({ column: optional, encoding: PLAIN, values: valuesOf(column, [5]), definition: [1, 0] });
    const pieces = readAll(optional, [empty(1), one, empty(2), one, empty(1)]);
    expect(pieces.length).toBe(1);
    expect(slotsOfAll(pieces, optional)).toEqual([5, null, 5, null]);
  });

  test('a page above 16 MiB that states a larger size than its chunk throws CORRUPT before it is decompressed', () => {
    const { header, body } = readPageFrame(plain(1), 0);
    const forged = { ...header, uncompressedPageSize: 2 ** 24 + 1 };
    const sequence = sequenceOf(column, { slotCount: 1, uncompressedSize: 100 });
    expect(thrownBy(() => sequence.accept(forged, body)).reason).toBe(
      'a page of 16777217 bytes exceeds the size of its chunk, 100 bytes',
    );
  });

  test('a chunk whose first slot continues a row throws CORRUPT', () => {
    const repeated = columnOf(PhysicalType.INT32, [1, 1]);
    const page = buildDataPage({
      column: repeated,
      encoding: PLAIN,
      values: valuesOf(column, [1, 2]),
      repetition: [1, 0],
    });
    const sequence = sequenceOf(repeated, { slotCount: 2 });
    const { header, body } = readPageFrame(page, 0);
    expect(thrownBy(() => sequence.accept(header, body)).code).toBe('CORRUPT');
  });

  test('page checksums are verified unless verifyChecksums is false', () => {
    const page = buildDataPage({ column, encoding: PLAIN, values: valuesOf(column, [1]), crc: 1 });
    expect(thrownBy(() => acceptAll([page], 1)).at).toEqual({ rowGroup: 4, column: 'c', page: 0, fileOffset: 0 });
    expect(slotsOfAll(readAll(column, [page], { verifyChecksums: false }), column)).toEqual([1]);
  });
});
