/**
 * Tests reading rows that start in one array of values (piece) and end in another. v1 pages can start inside a row,
 * even where a chunk stops using its dictionary.
 */
import { createLimits, EncodingId, PhysicalType } from '@marquetry/core';
import type { ReadBatchesOptions } from '@marquetry/file';
import { FieldRepetitionType } from '@marquetry/metadata';
import { buildFile, elementOf } from '@marquetry/test-support/files.js';
import { buildDataPage, buildDictionaryPage } from '@marquetry/test-support/pages.js';
import { columnOf, indicesOf, slotsOf, valuesOf } from '@marquetry/test-support/values.js';
import { describe, expect, test } from 'vitest';
import { collect, open } from './sources.js';

const { PLAIN, RLE_DICTIONARY } = EncodingId;
const list = columnOf(PhysicalType.INT32, [1, 1]);
const text = columnOf(PhysicalType.BYTE_ARRAY);
const rowCount = 24;
/** Row i is a list of 1 + i % 4 numbers, all different. */
const rows = Array.from({ length: rowCount }, (_, row) =>
  Array.from({ length: 1 + (row % 4) }, (_, i) => 10 * row + i),
);
const slots = rows.flatMap((row) => row.map((value, i) => ({ value, repetition: +(i > 0) })));
const dictionary = valuesOf(
  list,
  slots.map(({ value }) => value),
);

/** Returns pages of `pageSlots` slots. Pages for which `isIndexed` returns true refer to the dictionary. */
function listPages(pageSlots: number, isIndexed: (page: number) => boolean): Uint8Array[] {
  const pages = [buildDictionaryPage({ column: list, values: dictionary })];
  for (let from = 0; from < slots.length; from += pageSlots) {
    const part = slots.slice(from, from + pageSlots);
    const definition = part.map(() => 1);
    const repetition = part.map((slot) => slot.repetition);
    const levels = { column: list, definition, repetition };
    const indices = part.map((_, i) => from + i);
    pages.push(
      isIndexed(from / pageSlots)
        ? buildDataPage({ ...levels, encoding: RLE_DICTIONARY, values: indicesOf(dictionary, indices) })
        : buildDataPage({
            ...levels,
            encoding: PLAIN,
            values: valuesOf(
              list,
              part.map(({ value }) => value),
            ),
          }),
    );
  }
  return pages;
}

/**
 * A second column, of long strings. They make a batch reach the memory limit, so that it ends while some of the lists
 * that have been read are left over for the next batch.
 */
const textPages = rows.map((_, row) =>
  buildDataPage({
    column: text,
    encoding: PLAIN,
    values: valuesOf(text, [`${row} `.padEnd(row % 5 === 0 ? 900 : 40)]),
  }),
);

function fileOf(lists: Uint8Array[]): Uint8Array {
  const schema = [
    { name: 'schema', numChildren: 2 },
    elementOf('t', text),
    elementOf('l', list, { repetitionType: FieldRepetitionType.REPEATED }),
  ];
  return buildFile({ schema, rowGroups: [{ columns: [{ pages: textPages }, { pages: lists }], numRows: rowCount }] });
}

async function listsIn(
  bytes: Uint8Array,
  memoryBytes: number,
  options: ReadBatchesOptions,
): Promise<{ batches: number; lists: number[][] }> {
  const file = await open(bytes, { limits: createLimits({ memoryBytes }) });
  const batches = await collect(file.columnBatches(options));
  const lists: number[][] = [];
  for (const { l } of batches) {
    const { nulls } = l!;
    const found: number[][] = [];
    if (nulls.kind !== 'levels') throw new Error(nulls.kind);
    for (const [i, value] of slotsOf(l!, 1).entries()) {
      if (nulls.repetition?.[i] === 0) found.push([]);
      if (found.length === 0) throw new Error('a batch starts inside a row');
      found.at(-1)!.push(value as number);
    }
    expect(found.length).toBe(l!.rowCount);
    lists.push(...found);
  }
  return { batches: batches.length, lists };
}

describe('lists that span dictionary-encoded and PLAIN pages', () => {
  const kinds: readonly (readonly [string, (page: number) => boolean])[] = [
    ['every second page is plain', (page) => page % 2 === 0],
    ['every third page is plain', (page) => page % 3 !== 1],
    ['the second half of the pages is plain', (page) => page < 8],
  ];
  test.each(kinds)('a list in dictionary-encoded and PLAIN pages is read completely if %s', async (_, isIndexed) => {
    let cut = 0;
    for (const pageSlots of [1, 2, 3, 5]) {
      const bytes = fileOf(listPages(pageSlots, isIndexed));
      for (const memoryBytes of [2 ** 20, 20_000, 12_000, 9000]) {
        for (const options of [{}, { batchRows: 1 }, { batchRows: 5 }, { decodeDictionaries: true }]) {
          const { batches, lists } = await listsIn(bytes, memoryBytes, options);
          expect(lists).toEqual(rows);
          cut += +(batches > 1 && !('batchRows' in options));
        }
      }
    }
    expect(cut).toBeGreaterThan(0);
  });
});
