import { readFileSync } from 'node:fs';
import { createCodecRegistry } from '@marquetry/core';
import {
  bytesSource,
  type FileWriter,
  type FileWriterOptions,
  memorySink,
  openFile,
  type ParquetFile,
} from '@marquetry/file';
import { createFileWriter } from '@marquetry/file/write';
import { defineSchema } from '@marquetry/schema';
import { snappy, standardEncodings } from '@marquetry/test-support/standard.js';
import { slotsOf } from '@marquetry/test-support/values.js';
import { describe, expect, test } from 'vitest';

const encodings = standardEncodings;
const codecs = createCodecRegistry([snappy]);
const open = (bytes: Uint8Array): Promise<ParquetFile> => openFile(bytesSource(bytes), { encodings, codecs });

/** Writes a file with the given options by calling `write`, and opens it. */
async function written(
  options: Omit<FileWriterOptions, 'encodings'>,
  write: (writer: FileWriter) => Promise<void>,
): Promise<ParquetFile> {
  const sink = memorySink();
  const writer = createFileWriter(sink, { encodings, codecs, ...options });
  await write(writer);
  await writer.finish();
  return open(sink.bytes);
}

describe('splitRowGroup', () => {
  test.each([
    [150, [100, 100, 100, 100]],
    [151, [200, 200]],
    [149, [100, 100, 100, 100]],
    [250, [200, 200]],
    [351, [400]],
    [1000, [400]],
  ])(
    'splitRowGroup splits at the page boundary nearest to each multiple of %i rows, or at the lower of two equally near boundaries',
    async (rowGroupRows, expected) => {
      const schema = defineSchema({ n: 'INT32' });
      const whole = await written({ schema, pageRows: 100 }, (writer) =>
        writer.write({ n: Int32Array.from({ length: 400 }, (_, i) => i) }),
      );
      const parts = await written({ schema }, (writer) => writer.splitRowGroup(whole, 0, { rowGroupRows }));
      expect(parts.metadata.rowGroups.map(({ numRows }) => numRows)).toEqual(expected);
    },
  );
});

describe.each(['empty-page', 'empty-page-v2'])(
  '%s.parquet, written by Arrow C++, whose index lists a page without rows',
  (name) => {
    const fixture = new URL(`../../../../tests/fixtures/pyarrow/${name}.parquet`, import.meta.url);
    const rowsOf = async (file: ParquetFile): Promise<unknown[]> => {
      const all: unknown[] = [];
      for (const column of ['a.list.element', 'b']) {
        const [leaf] = file.schema.find(column);
        for await (const piece of file.columnPieces(column)) {
          all.push(slotsOf(piece, leaf!.maxDefinitionLevel));
          if (piece.nulls.kind === 'levels') all.push([...piece.nulls.definition], [...(piece.nulls.repetition ?? [])]);
        }
      }
      return all;
    };
    const pagesOf = async (file: ParquetFile): Promise<(number | undefined)[]> => {
      const slots: (number | undefined)[] = [];
      for await (const { header } of file.pages({ rowGroup: 0, column: 'a.list.element' })) {
        slots.push((header.dataPageHeader ?? header.dataPageHeaderV2)?.numValues);
      }
      return slots;
    };

    test('the offset index of the source file has two entries with the same first row', async () => {
      const file = await open(readFileSync(fixture));
      const index = await file.offsetIndex({ rowGroup: 0, column: 'a.list.element' });
      const first = index!.pageLocations.map(({ firstRowIndex }) => firstRowIndex);
      expect(first.filter((row, i) => row === first[i - 1])).toHaveLength(1);
      expect((await pagesOf(file)).filter((slots) => slots === 0)).toHaveLength(1);
    });

    test.each<[string, (writer: FileWriter, file: ParquetFile) => Promise<void>, number[]]>([
      ['copyRowGroup', (writer, file) => writer.copyRowGroup(file, 0), [5]],
      ['splitRowGroup', (writer, file) => writer.splitRowGroup(file, 0, { rowGroupRows: 2 }), [2, 2, 1]],
    ])(
      '%s copies the chunk without the page that has no rows, and without its index entry',
      async (_, write, parts) => {
        const file = await open(readFileSync(fixture));
        const copy = await written({ schema: file.schema }, (writer) => write(writer, file));
        expect(copy.metadata.rowGroups.map(({ numRows }) => numRows)).toEqual(parts);
        const joined = await written({ schema: file.schema }, async (writer) => {
          for await (const batch of copy.columnBatches({ decodeDictionaries: true })) await writer.write(batch);
        });
        const again = await written({ schema: file.schema }, async (writer) => {
          for await (const batch of file.columnBatches({ decodeDictionaries: true })) await writer.write(batch);
        });
        expect(await rowsOf(joined)).toEqual(await rowsOf(again));
        for (const rowGroup of parts.keys()) {
          const address = { rowGroup, column: 'a.list.element' };
          const offsets = (await copy.offsetIndex(address))!.pageLocations;
          const pages: number[] = [];
          for await (const { fileOffset, header } of copy.pages(address)) {
            if (header.dictionaryPageHeader === undefined) pages.push(fileOffset);
          }
          expect(offsets.map(({ offset }) => offset)).toEqual(pages);
          const first = offsets.map(({ firstRowIndex }) => firstRowIndex);
          expect(first).toEqual([...new Set(first)]);
          expect((await copy.columnIndex(address))?.nullPages.length).toBe(pages.length);
          const { encodingStats } = copy.chunk(address).metaData;
          const counted = encodingStats!
            .filter(({ pageType }) => pageType !== 2)
            .reduce((sum, { count }) => sum + count, 0);
          expect(counted).toBe(pages.length);
        }
      },
    );
  },
);
