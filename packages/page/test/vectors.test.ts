import { PhysicalType } from '@marquetry/core';
import { thrownBy } from '@marquetry/test-support/errors.js';
import { hex } from '@marquetry/test-support/hex.js';
import { columnOf, valuesOf } from '@marquetry/test-support/values.js';
import { describe, expect, test } from 'vitest';
import { dictionaryOf, entries, opened, slots } from './open.js';

const junk = 'de ad be ef de ad be ef';
const required = columnOf(PhysicalType.INT32);
const optional = columnOf(PhysicalType.INT32, [1, 0]);

describe('v1 pages', () => {
  test('the body of a v1 page of an OPTIONAL INT32 column consists of a length, runs of levels and values', () => {
    const bytes = hex(`
      15 00           | type: DATA_PAGE
      15 1c           | uncompressed: 14 bytes
      15 1c           | compressed: 14 bytes
      2c              | (field 5) data page header
        15 06         |   3 slots
        15 00         |   PLAIN
        15 06         |   definition levels: RLE
        15 06         |   repetition levels: RLE
        00 00         | end of both structs
      02 00 00 00     | definition levels: 2 bytes
      03 05           |   one packed group of width 1: 1 0 1
      07 00 00 00     | 7
      f9 ff ff ff     | -7
      ${junk}`);
    const page = opened(bytes, optional);
    expect(page.nulls).toEqual({ kind: 'bitmap', bits: Uint8Array.of(0b101), nullCount: 1 });
    expect([page.slotCount, page.valueCount, page.rowCount]).toEqual([3, 2, 3]);
    expect(slots(bytes, optional)).toEqual([7, null, -7]);
  });

  test('BIT_PACKED levels are stored without a length, most significant bit first, in ceil(slots x width / 8) bytes', () => {
    const bytes = hex(`
      15 00 15 1a 15 1a  | DATA_PAGE, 13 bytes
      2c
        15 12         |   9 slots
        15 00         |   PLAIN
        15 08         |   definition levels: BIT_PACKED
        15 08         |   repetition levels: BIT_PACKED
        00 00
      05              | repetition levels of width 1: 0 0 0 0 0 1 0 1
      80              |   1, and padding
      1b              | definition levels of width 2: 0 1 2 3
      ff              |   3 3 3 3
      bf              |   2, and padding that is not 0
      01 00 00 00     | only two of the five values: the page is read as far as its levels
      02 00 00 00
      ${junk}`);
    const column = columnOf(PhysicalType.INT32, [3, 1]);
    const page = opened(bytes, column);
    expect(page.nulls).toEqual({
      kind: 'levels',
      definition: Uint8Array.of(0, 1, 2, 3, 3, 3, 3, 3, 2),
      repetition: Uint8Array.of(0, 0, 0, 0, 0, 1, 0, 1, 1),
      nullCount: 4,
    });
    expect(page.rowCount).toBe(6);
    expect(page.valueCount).toBe(5);
    expect(thrownBy(() => page.values().read(5)).code).toBe('TRUNCATED');
  });

  test('a page of a REQUIRED column does not contain levels, even if the header states BIT_PACKED for them', () => {
    const bytes = hex(`
      15 00 15 10 15 10 | DATA_PAGE, 8 bytes
      2c 15 04          |   2 slots
         15 00          |   PLAIN
         15 08 15 08    |   levels BIT_PACKED, of which there are none
         00 00
      01 00 00 00 02 00 00 00
      ${junk}`);
    const page = opened(bytes, required);
    expect(page.nulls).toEqual({ kind: 'none', nullCount: 0 });
    expect(slots(bytes, required)).toEqual([1, 2]);
  });

  test('definition levels in RLE are read even if the header states BIT_PACKED for repetition levels that the page does not contain', () => {
    const bytes = hex(`
      15 00 15 14 15 14
      2c 15 02 15 00 15 06 15 08 00 00   | 1 slot; d RLE, r BIT_PACKED
      02 00 00 00 02 01                  | one run of 1
      2a 00 00 00 ${junk}`);
    expect(slots(bytes, optional)).toEqual([42]);
  });

  test('a run of levels may extend beyond the last slot of the page', () => {
    const bytes = hex(`
      15 00 15 14 15 14
      2c 15 02 15 00 15 06 15 06 00 00
      02 00 00 00 7e 01                  | a run of 63 for 1 slot
      2a 00 00 00 ${junk}`);
    expect(slots(bytes, optional)).toEqual([42]);
  });
});

describe('v2 pages', () => {
  test('the body of a v2 page of an OPTIONAL INT32 column consists of runs of levels, whose length is in the header, and values', () => {
    const bytes = hex(`
      15 06           | type: DATA_PAGE_V2
      15 14           | uncompressed: 10 bytes
      15 14           | compressed: 10 bytes
      5c              | (field 8) v2 header
        15 06         |   3 slots
        15 02         |   1 null
        15 06         |   3 rows
        15 00         |   PLAIN
        15 04         |   definition levels: 2 bytes
        15 00         |   repetition levels: none
        00 00
      03 05           | 1 0 1
      07 00 00 00
      f9 ff ff ff
      ${junk}`);
    expect(slots(bytes, optional)).toEqual([7, null, -7]);
    expect(opened(bytes, optional).rowCount).toBe(3);
  });

  test('repetition_levels_byte_length bytes are skipped even if the column has no lists', () => {
    // The file rle_boolean_encoding.parquet in parquet-testing contains these bytes: 88 01, a run of 68 values of width
    // 0.
    const bytes = hex(`
      15 06 15 10 15 10
      5c 15 02 15 00 15 02 15 00
         15 04        |   definition levels: 2 bytes
         15 04        |   repetition levels: 2 bytes
         00 00
      88 01           | repetition levels: 68 times nothing
      02 01           | definition levels: one 1
      2a 00 00 00
      ${junk}`);
    expect(slots(bytes, optional)).toEqual([42]);
  });

  test('definition_levels_byte_length bytes are skipped even if the column is REQUIRED', () => {
    const bytes = hex(`
      15 06 15 0c 15 0c
      5c 15 02 15 00 15 02 15 00 15 04 15 00 00 00
      02 00           | definition levels that nobody needs
      2a 00 00 00
      ${junk}`);
    expect(slots(bytes, required)).toEqual([42]);
  });

  test('repetition levels are stored before definition levels, although the header has their lengths in the opposite order', () => {
    const bytes = hex(`
      15 06 15 18 15 18
      5c 15 06 15 02 15 04 15 00   | 3 slots, 1 null, 2 rows
         15 04 15 04 00 00         | 2 bytes each
      03 02                        | repetition: 0 1 0
      03 05                        | definition, maximum 1: 1 0 1
      01 00 00 00 02 00 00 00 ${junk}`);
    const column = columnOf(PhysicalType.INT32, [1, 1]);
    expect(opened(bytes, column).nulls).toEqual({
      kind: 'levels',
      definition: Uint8Array.of(1, 0, 1),
      repetition: Uint8Array.of(0, 1, 0),
      nullCount: 1,
    });
    expect(opened(bytes, column).rowCount).toBe(2);
  });

  test('a v2 page is rejected as CORRUPT if its levels are longer than the page', () => {
    const bytes = hex('15 06 15 08 15 08 5c 15 02 15 00 15 02 15 00 15 0a 15 00 00 00 01 02 03 04');
    const error = thrownBy(() => opened(bytes, optional, { at: { column: 'c', page: 3 } }));
    expect(error.code).toBe('CORRUPT');
    expect(error.at).toEqual({ column: 'c', page: 3 });
  });
});

describe('dictionary indices', () => {
  const dictionary = valuesOf(required, [10, 20, 30]);

  test.each([
    ['v1', '15 00 15 08 15 08 2c 15 10 15 10 15 06 15 06 00 00'],
    ['v2', '15 06 15 08 15 08 5c 15 10 15 00 15 10 15 10 15 00 15 00 00 00'],
  ])('dictionary indices in a %s page are read', (_, header) => {
    const bytes = hex(`
      ${header}
      02              | 2 bits an index
      03 24 49        | one group: 0 1 2 0 1 2 0 1
      ${junk}`);
    expect(slots(bytes, required, { dictionary })).toEqual([10, 20, 30, 10, 20, 30, 10, 20]);
  });

  test('in BOOLEAN values encoded as RLE, a length precedes the runs, even in v2', () => {
    const bytes = hex(`
      15 06 15 0c 15 0c 5c 15 10 15 00 15 10 15 06 15 00 15 00 00 00
      02 00 00 00     | 2 bytes of runs
      03 b1           | 1 0 0 0 1 1 0 1
      ${junk}`);
    const column = columnOf(PhysicalType.BOOLEAN);
    expect(slots(bytes, column)).toEqual([true, false, false, false, true, true, false, true]);
  });

  test('the encoding of a dictionary page may be PLAIN, or PLAIN_DICTIONARY, which means the same', () => {
    for (const encoding of ['00', '04']) {
      const bytes = hex(`
        15 04 15 10 15 10    | DICTIONARY_PAGE, 8 bytes
        4c 15 04 15 ${encoding} 00 00 | (field 7) 2 entries
        05 00 00 00 06 00 00 00 ${junk}`);
      expect(entries(bytes, required)).toEqual([5, 6]);
    }
  });

  test('a dictionary page in an encoding other than PLAIN and PLAIN_DICTIONARY throws UNSUPPORTED, and the error names the encoding', () => {
    const bytes = hex('15 04 15 10 15 10 4c 15 04 15 06 00 00 05 00 00 00 06 00 00 00');
    const error = thrownBy(() => dictionaryOf(bytes, required, { at: { rowGroup: 1, column: 'c', page: 0 } }));
    expect(error.code).toBe('UNSUPPORTED');
    expect(error.reason).toContain('RLE (3)');
    expect(error.at).toEqual({ part: 'dictionary page', rowGroup: 1, column: 'c', page: 0 });
  });

  test('a dictionary may have 0 entries and 0 bytes', () => {
    expect(entries(hex(`15 04 15 00 15 00 4c 15 00 15 00 00 00 ${junk}`), required)).toEqual([]);
  });

  test('a dictionary page with a negative number of entries is rejected as CORRUPT', () => {
    const error = thrownBy(() => dictionaryOf(hex(`15 04 15 00 15 00 4c 15 01 15 00 00 00 ${junk}`), required));
    expect(error.code).toBe('CORRUPT');
  });

  test('a page of dictionary indices that has only nulls may omit the byte with the bit width', () => {
    const bytes = hex(`
      15 00 15 0c 15 0c
      2c 15 08 15 10 15 06 15 06 00 00   | 4 slots, RLE_DICTIONARY
      02 00 00 00 08 00                  | a run of four 0
      ${junk}`);
    expect(slots(bytes, optional, { dictionary })).toEqual([null, null, null, null]);
    // A page with only nulls does not need a dictionary.
    expect(slots(bytes, optional)).toEqual([null, null, null, null]);
  });

  test('if dictionary indices have a bit width of 0, every index is 0, whether or not runs follow', () => {
    const one = valuesOf(required, [99]);
    for (const body of ['00', '00 00']) {
      const size = (body.split(' ').length * 2).toString(16).padStart(2, '0');
      const bytes = hex(`15 00 15 ${size} 15 ${size} 2c 15 06 15 10 15 06 15 06 00 00 ${body} ${junk}`);
      expect(slots(bytes, required, { dictionary: one })).toEqual([99, 99, 99]);
    }
  });

  test('an index beyond the dictionary is rejected as CORRUPT, and the error states the location of the page', () => {
    const bytes = hex('15 00 15 06 15 06 2c 15 02 15 10 15 06 15 06 00 00 02 02 03');
    const page = opened(bytes, required, { dictionary, at: { column: 'a.b', rowGroup: 2, page: 7, fileOffset: 400 } });
    const error = thrownBy(() => page.values().read(1));
    expect(error.code).toBe('CORRUPT');
    expect(error.at).toMatchObject({ column: 'a.b', rowGroup: 2, page: 7, fileOffset: 400 });
  });

  test('values() throws CORRUPT for dictionary indices if no dictionary was passed', () => {
    const bytes = hex('15 00 15 06 15 06 2c 15 02 15 10 15 06 15 06 00 00 02 02 00');
    expect(thrownBy(() => opened(bytes, required).values()).code).toBe('CORRUPT');
  });
});

describe('a page header that contains both a v1 and a v2 header', () => {
  // The page header contains both data page headers: v1 with 2 slots, and v2 with 1 slot and 1 byte of definition
  // levels.
  const headers = '2c 15 04 15 00 15 06 15 06 00 3c 15 02 15 00 15 02 15 00 15 00 15 00 00 00';

  test('the v1 header is used for a v1 page that also has a v2 header', () => {
    const bytes = hex(`15 00 15 10 15 10 ${headers} 01 00 00 00 02 00 00 00`);
    expect(slots(bytes, required)).toEqual([1, 2]);
  });

  test('the v2 header is used for a v2 page that also has a v1 header', () => {
    const bytes = hex(`15 06 15 08 15 08 ${headers} 01 00 00 00`);
    expect(slots(bytes, required)).toEqual([1]);
  });
});
