import { EncodingId, knownEncoding, knownEncodings, nameOf } from '@marquetry/core';
import { expect, test } from 'vitest';

test('the table of encodings has a row for every id of the format, with its name', () => {
  expect(knownEncodings().map(({ id, name }) => [name, id])).toEqual(Object.entries(EncodingId));
});

test('encodings that parquet.thrift calls deprecated or unused do not have the status `current`, and only ALP has the status `preview`', () => {
  const named = (standing: string): string[] =>
    knownEncodings()
      .filter((encoding) => encoding.standing === standing)
      .map(({ name }) => name);
  expect(named('historical')).toEqual(['GROUP_VAR_INT', 'PLAIN_DICTIONARY']);
  expect(named('levels')).toEqual(['BIT_PACKED']);
  expect(named('preview')).toEqual(['ALP']);
  expect(named('current')).toEqual([
    ...['PLAIN', 'RLE', 'DELTA_BINARY_PACKED', 'DELTA_LENGTH_BYTE_ARRAY', 'DELTA_BYTE_ARRAY'],
    ...['RLE_DICTIONARY', 'BYTE_STREAM_SPLIT'],
  ]);
});

test('knownEncoding states the format version that added the encoding', () => {
  const versions = Object.fromEntries(knownEncodings().map(({ name, since }) => [name, since]));
  // CHANGES.md: 2.0 added the delta encodings and RLE_DICTIONARY; "PARQUET-1622 - Add BYTE_STREAM_SPLIT" is in 2.8.0.
  expect(versions).toMatchObject({
    PLAIN: '1.0',
    PLAIN_DICTIONARY: '1.0',
    RLE: '1.0',
    DELTA_BYTE_ARRAY: '2.0',
    RLE_DICTIONARY: '2.0',
    BYTE_STREAM_SPLIT: '2.8',
    ALP: '2.14',
  });
});

test('only BIT_PACKED, which is used for levels, has no package', () => {
  expect(knownEncodings().filter((encoding) => encoding.package === undefined)).toEqual([
    { id: 4, name: 'BIT_PACKED', package: undefined, export: undefined, since: '1.0', standing: 'levels' },
  ]);
  expect(knownEncoding(7)).toMatchObject({ package: '@marquetry/delta', export: 'deltaByteArray' });
});

test.each([-1, 11, 200, 2 ** 31 - 1, 1.5])(
  'knownEncoding returns undefined for %d, which is not an id of the format',
  (id) => {
    expect(knownEncoding(id)).toBeUndefined();
    expect(nameOf(EncodingId, id)).toBe(`id ${id}`);
  },
);
