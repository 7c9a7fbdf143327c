import { PageType } from '@marquetry/core';
import { dataHeaderOf, dataPageInfo, headerV2Of } from '@marquetry/page';
import { expect, test } from 'vitest';

const sizes = { uncompressedPageSize: 40, compressedPageSize: 30 };
const statistics = { nullCount: 2 };
const dataPageHeader = {
  ...{ numValues: 10, encoding: 5, definitionLevelEncoding: 3, repetitionLevelEncoding: 3 },
  statistics,
};
const dataPageHeaderV2 = {
  ...{ numValues: 12, numNulls: 4, numRows: 7, encoding: 8 },
  ...{ definitionLevelsByteLength: 6, repetitionLevelsByteLength: 2 },
};

test('for a v1 header, dataPageInfo returns no null count or row count, and true for isCompressed', () => {
  expect(dataPageInfo({ type: PageType.DATA_PAGE, ...sizes, dataPageHeader })).toStrictEqual({
    version: 1,
    encoding: 5,
    slotCount: 10,
    nullCount: undefined,
    rowCount: undefined,
    isCompressed: true,
    statistics,
  });
});

test.each([
  [undefined, true],
  [true, true],
  [false, false],
])('for a v2 header whose isCompressed is %s, dataPageInfo returns isCompressed %s', (stated, isCompressed) => {
  const v2 = { ...dataPageHeaderV2, ...(stated === undefined ? {} : { isCompressed: stated }) };
  expect(dataPageInfo({ type: PageType.DATA_PAGE_V2, ...sizes, dataPageHeaderV2: v2 })).toStrictEqual({
    version: 2,
    encoding: 8,
    slotCount: 12,
    nullCount: 4,
    rowCount: 7,
    isCompressed,
    statistics: undefined,
  });
});

test('dataPageInfo uses the v1 or v2 header that the page type requires, even if both are present', () => {
  const both = { ...sizes, dataPageHeader, dataPageHeaderV2 };
  expect(dataPageInfo({ type: PageType.DATA_PAGE, ...both })?.slotCount).toBe(10);
  expect(dataPageInfo({ type: PageType.DATA_PAGE_V2, ...both })?.slotCount).toBe(12);
  expect(dataPageInfo({ type: PageType.DICTIONARY_PAGE, ...both })).toBeUndefined();
  expect(dataPageInfo({ type: PageType.DATA_PAGE, ...sizes })).toBeUndefined();
});

test('dataHeaderOf and headerV2Of return the header that the page type requires', () => {
  const v2 = {
    numValues: 12,
    numNulls: 0,
    numRows: 12,
    encoding: 0,
    definitionLevelsByteLength: 0,
    repetitionLevelsByteLength: 0,
  };
  const both = { ...sizes, dataPageHeader, dataPageHeaderV2: v2 };
  expect(dataHeaderOf({ type: PageType.DATA_PAGE, ...both })).toBe(dataPageHeader);
  expect(headerV2Of({ type: PageType.DATA_PAGE, ...both })).toBeUndefined();
  expect(dataHeaderOf({ type: PageType.DATA_PAGE_V2, ...both })).toBe(v2);
  expect(headerV2Of({ type: PageType.DATA_PAGE_V2, ...both })).toBe(v2);
  expect(dataHeaderOf({ type: PageType.DICTIONARY_PAGE, ...both })).toBeUndefined();
});
