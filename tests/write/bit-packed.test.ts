/** Writes and reads whole files with BIT_PACKED levels: every column is equal to the same column with RLE levels. */
import { copyValues, EncodingId } from '@marquetry/core';
import { errorOf } from '@marquetry/test-support/errors.js';
import { openParquet } from 'marquetry';
import { expect, test } from 'vitest';
import { levelFileRows, writeLevelFile } from './level-file.js';

const paths = ['id', 'flat', 'lists.list.element.list.element', 'deep.g.g.g.g.g.g.g.g'];

/** Returns the columns of a file, and the encodings that page headers and the footer state for its levels. */
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

test('a file with BIT_PACKED levels of 1, 2, 3 and 4 bits has the same columns as a file with RLE levels', async () => {
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

test('writing BIT_PACKED levels in v2 pages throws an error', async () => {
  const error = await errorOf(() => writeLevelFile({ levelEncoding: EncodingId.BIT_PACKED, pageVersion: 2 }));
  expect([error.code, error.reason]).toEqual([
    'INVALID_ARGUMENT',
    '`levelEncoding` of a v2 page must be RLE, got BIT_PACKED',
  ]);
});
