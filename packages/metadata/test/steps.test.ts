/** Tests that long footers are parsed in steps, so that the event loop can run in between. */
import { columnCountOf, readFileMetaData, readFileMetaDataInSteps, writeFileMetaData } from '@marquetry/metadata';
import { expect, test } from 'vitest';

const chunk = (i: number) => ({
  fileOffset: 0,
  metaData: {
    ...{ type: 1, encodings: [0], pathInSchema: [`c${i}`], codec: 0, numValues: 1 },
    ...{ totalUncompressedSize: 10, totalCompressedSize: 10, dataPageOffset: 4 },
  },
});

function stepsIn(bytes: Uint8Array): number {
  const parsing = readFileMetaDataInSteps(bytes);
  let steps = 0;
  for (;;) {
    const { done, value } = parsing.next();
    if (done === true) {
      expect(value).toEqual(readFileMetaData(bytes));
      return steps;
    }
    steps++;
  }
}

const base = { version: 1, numRows: 0, schema: [{ name: 'schema', numChildren: 0 }], rowGroups: [] };
const count = 2500;

test.each([
  ['columns', { schema: Array.from({ length: count }, (_, i) => ({ name: `c${i}`, type: 1 })) }],
  ['row groups', { rowGroups: Array.from({ length: count }, () => ({ columns: [], totalByteSize: 0, numRows: 0 })) }],
  [
    'column chunks',
    { rowGroups: [{ columns: Array.from({ length: count }, (_, i) => chunk(i)), totalByteSize: 0, numRows: 1 }] },
  ],
  [
    'sorting columns',
    {
      rowGroups: [
        {
          ...{ columns: [], totalByteSize: 0, numRows: 0 },
          sortingColumns: Array.from({ length: count }, () => ({ columnIdx: 0, descending: false, nullsFirst: true })),
        },
      ],
    },
  ],
  ['key-value pairs', { keyValueMetadata: Array.from({ length: count }, (_, i) => ({ key: `k${i}` })) }],
])('a footer with 2500 %s is parsed in three steps', (_, more) => {
  expect(stepsIn(writeFileMetaData({ ...base, ...more }))).toBe(2);
});

test('a short footer is parsed in one step', () => {
  expect(stepsIn(writeFileMetaData(base))).toBe(0);
  const one = writeFileMetaData({ ...base, rowGroups: [{ columns: [chunk(0)], totalByteSize: 0, numRows: 1 }] });
  expect(columnCountOf(readFileMetaData(one).rowGroups[0]!)).toBe(1);
});
