/** Checks every level of the two examples, when rows are converted to columns and back, directly and through files. */
import { bytesSource, memorySink, openFile } from '@marquetry/file';
import { createFileWriter } from '@marquetry/file/write';
import { assembleLevels, createShredder, readRows, type ShreddedColumn, writeRows } from '@marquetry/records';
import { standardEncodings } from '@marquetry/test-support/standard.js';
import { describe, expect, test } from 'vitest';
import { document, record, type Slot } from './dremel-examples.js';

/** Returns the entries of a column, with their levels. */
function slotsOf({ leaf, values, definition, repetition, slotCount }: ShreddedColumn): Slot[] {
  let at = 0;
  const valueAt = (index: number): unknown => {
    if (values.layout === 'bytes') {
      return new TextDecoder().decode(values.data.subarray(values.offsets[index], values.offsets[index + 1]));
    }
    return values.layout === 'fixed' ? values.data[index] : undefined;
  };
  return Array.from({ length: slotCount }, (_, slot) => {
    const isValue = definition[slot] === leaf.maxDefinitionLevel;
    return [isValue ? valueAt(at++) : null, repetition[slot] ?? -1, definition[slot] ?? -1];
  });
}

describe.each([document, record])('Dremel example with the schema $name', ({ schema, rows, assembled, columns }) => {
  test('the rows of the Dremel example are converted to the expected values and levels', () => {
    const shredder = createShredder(schema);
    for (const row of rows) shredder.push(row);
    expect(shredder.rowCount).toBe(rows.length);
    const shredded = Object.entries(shredder.take()).map(([path, column]) => [path, slotsOf(column)]);
    expect(Object.fromEntries(shredded)).toEqual(columns);
  });

  test('the values and levels of the Dremel example are converted back to rows', () => {
    const shredder = createShredder(schema);
    for (const row of rows) shredder.push(row);
    expect(assembleLevels(schema, shredder.take())).toEqual(assembled);
  });

  test.each([1, 2] as const)(
    'the Dremel example is stored with the expected levels in a file with v%d pages',
    async (pageVersion) => {
      const sink = memorySink();
      const writer = createFileWriter(sink, { schema, encodings: standardEncodings, pageVersion });
      expect(await writeRows(writer, rows)).toBe(rows.length);
      await writer.finish();
      const file = await openFile(bytesSource(sink.bytes), { encodings: standardEncodings });
      for (const [path, slots] of Object.entries(columns)) {
        const [leaf] = file.schema.find(path);
        for await (const { nulls, slotCount } of file.columnPieces(path)) {
          expect(nulls.kind).not.toBe('bitmap');
          const none = new Uint8Array(slotCount);
          const definition =
            nulls.kind === 'levels' ? nulls.definition : none.slice().fill(leaf?.maxDefinitionLevel ?? -1);
          const repetition = nulls.kind === 'levels' ? (nulls.repetition ?? none) : none;
          expect([...definition]).toEqual(slots.map(([, , level]) => level));
          expect([...repetition]).toEqual(slots.map(([, level]) => level));
        }
      }
      const read: object[] = [];
      for await (const row of readRows(file)) read.push(row);
      expect(read).toEqual(assembled);
    },
  );
});

test('assembleLevels returns rows that contain only the given columns', () => {
  const shredder = createShredder(document.schema);
  for (const row of document.rows) shredder.push(row);
  const columns = shredder.take();
  const some = { 'Name.Language.Country': columns['Name.Language.Country']!, DocId: columns['DocId']! };
  // Figure 5 of the paper shows the same two columns.
  expect(assembleLevels(document.schema, some)).toEqual([
    {
      DocId: 10n,
      Name: [{ Language: [{ Country: 'us' }, { Country: null }] }, { Language: [] }, { Language: [{ Country: 'gb' }] }],
    },
    { DocId: 20n, Name: [{ Language: [] }] },
  ]);
});
