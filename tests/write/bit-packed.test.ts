/**
 * Writes and reads whole files with BIT_PACKED levels: every column is the same as with RLE levels.
 */
import { copyValues, EncodingId } from '@marquetry/core';
import { errorOf } from '@marquetry/test-support/errors.js';
import { openParquet } from 'marquetry';
import { expect, test } from 'vitest';
import { levelFileRows, writeLevelFile } from './level-file.js';

const paths = ['id', 'flat', 'lists.list.element.list.element', 'deep.g.g.g.g.g.g.g.g'];

/** Returns the columns, and the encodings of levels that page headers and the footer state. */
async function read(bytes: Uint8Array) {
  const file = await openParquet(bytes);
  const columns = [];
  const encodings = [];
  for (const [i, column] of paths.entries()) {
    for await (const { values, nulls, slotCount } of file.columnPieces(column)) {
      columns.push({ values: copyValues(values), nulls, slotCount });
    }
    const levels = new Set<number | undefined>();
    for await (const { header } of file.pages({ rowGroup: 0, column })) {
      const v1 = header.dataPageHeader;
      if (v1 !== undefined) levels.add(v1.definitionLevelEncoding).add(v1.repetitionLevelEncoding);
    }
    const inFooter = file.metadata.rowGroups[0]?.columns[i]?.metaData?.encodings ?? [];
    encodings.push({ levels: [...levels], inFooter: inFooter.includes(EncodingId.BIT_PACKED) });
  }
  return { columns, encodings };
}

test('a file of BIT_PACKED levels of 1, 2, 3 and 4 bits is the same as one of RLE', async () => {
  const packed = await read(await writeLevelFile({ levelEncoding: EncodingId.BIT_PACKED }));
  const runs = await read(await writeLevelFile({}));
  expect(packed.columns).toEqual(runs.columns);
  expect(packed.columns[0]?.slotCount).toBe(levelFileRows);
  expect(packed.encodings).toEqual([
    { levels: [EncodingId.BIT_PACKED], inFooter: false },
    ...Array(3).fill({ levels: [EncodingId.BIT_PACKED], inFooter: true }),
  ]);
  expect(runs.encodings).toEqual(Array(4).fill({ levels: [EncodingId.RLE], inFooter: false }));
});

test('a file of v2 pages cannot have BIT_PACKED levels', async () => {
  const error = await errorOf(() => writeLevelFile({ levelEncoding: EncodingId.BIT_PACKED, pageVersion: 2 }));
  expect([error.code, error.reason]).toEqual([
    'INVALID_ARGUMENT',
    '`levelEncoding` of a v2 page must be RLE, got BIT_PACKED',
  ]);
});
