import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultLimits } from '@marquetry/core';
import {
  type FileEncryption,
  type FileWriterOptions,
  memorySink,
  openSink,
  openSource,
  type ParquetFile,
} from '@marquetry/file';
import { createFileWriter } from '@marquetry/file/write';
import { writeFileMetaData } from '@marquetry/metadata';
import { defineSchema } from '@marquetry/schema';
import { afterAll, describe, expect, test } from 'vitest';
import { countingSource } from '../sources.js';
import { copyOf, copyTo, encodings, joined, open, write } from './copying.js';

const folder = mkdtempSync(join(tmpdir(), 'marquetry-ranges-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Opens every page of the file, and checks that each entry of an offset index is the location of a page. */
async function placesOf(file: ParquetFile): Promise<number> {
  let count = 0;
  for (const rowGroup of file.metadata.rowGroups.keys()) {
    for (const column of ['id', 'noise', 'text']) {
      const places: { offset: number; compressedPageSize: number }[] = [];
      for await (const { stored, data } of file.openPages({ rowGroup, column })) {
        if (data) places.push({ offset: stored.fileOffset, compressedPageSize: stored.byteLength });
      }
      const index = await file.offsetIndex({ rowGroup, column });
      expect(index?.pageLocations.map(({ firstRowIndex: _, ...place }) => place)).toEqual(places);
      count += places.length;
    }
  }
  return count;
}

/** An encryption that encrypts nothing, so that the writer copies page by page. */
const pageByPage: FileEncryption = {
  contract: 1,
  name: 'none',
  begin: () => ({
    magic: new TextEncoder().encode('PAR1'),
    writeChunk: (chunk, output) =>
      chunk.write({
        get position() {
          return output.position;
        },
        write: output.write,
        copy: output.copy,
      }),
    sealIndex: async (_, index) => index,
    sealFooter: async (metadata) => {
      const footer = writeFileMetaData(metadata);
      const length = new Uint8Array(Uint32Array.of(footer.length).buffer);
      return { metadata, bytes: joined(footer, length, new TextEncoder().encode('PAR1')) };
    },
  }),
};

describe('a copy of byte ranges', () => {
  const layouts: [string, Partial<FileWriterOptions>][] = [
    ['pages of 20,000 rows', {}],
    ['pages of 300 rows', { pageRows: 300 }],
    [
      'pages v2 that are larger than a window',
      { pageVersion: 2, codec: 0, dictionary: false, pageRows: 25_000, pageBytes: 2 ** 20 },
    ],
    ['headers with statistics', { pageIndex: false, pageRows: 100 }],
    ['Bloom filters', { columns: { id: { bloomFilter: true }, text: { bloomFilter: true } } }],
  ];
  test.each(layouts)('copying byte ranges writes the same file as copying page by page, for %s', async (_, options) => {
    const bytes = await write(options);
    const expected = await copyOf(await open(bytes), { encryption: pageByPage });
    expect(await copyOf(await open(bytes))).toEqual(expected);
    expect(await copyOf(await open(bytes), {}, { trustIndex: true })).toEqual(expected);
    // With a small limit, ranges of 64 KiB are read, so that headers and bodies may extend into the next range.
    const limits = { ...defaultLimits, memoryBytes: 2 ** 19 };
    expect(await copyOf(await open(bytes, { limits }))).toEqual(expected);
    const path = join(folder, 'source.parquet');
    writeFileSync(path, bytes);
    const to = join(folder, 'copy.parquet');
    for (const direct of [false, true]) {
      await copyTo(openSink(to, { direct }), await open(await openSource(path), { limits }));
      expect(new Uint8Array(readFileSync(to))).toEqual(expected);
      await copyTo(openSink(to, { direct }), await open(await openSource(path)), {}, { trustIndex: true });
      expect(new Uint8Array(readFileSync(to))).toEqual(expected);
    }
    if (options.pageIndex !== false) expect(await placesOf(await open(expected))).toBeGreaterThan(8);
  });

  test('a page header that is longer than one read of the source is copied correctly', async () => {
    const sink = memorySink();
    const wide = defineSchema({ text: 'STRING' });
    const text = ['a', 'b', 'c'].map((letter) => letter.repeat(100_000));
    const writer = createFileWriter(sink, {
      schema: wide,
      encodings,
      pageIndex: false,
      boundBytes: 2 ** 20,
      pageRows: 1,
    });
    await writer.write({ text });
    await writer.finish();
    const limits = { ...defaultLimits, memoryBytes: 2 ** 19 };
    const expected = await copyOf(await open(sink.bytes), { encryption: pageByPage });
    expect(await copyOf(await open(sink.bytes, { limits }))).toEqual(expected);
  });

  test('the chunks of a row group are read in one request, and their indexes in a second request', async () => {
    const source = countingSource(await write({ rowGroupRows: 60_000, pageRows: 2000 }));
    const file = await open(source);
    source.reads.length = 0;
    const copy = await copyOf(file);
    const { rowGroups } = file.metadata;
    const chunkBytes = rowGroups[0]!.totalCompressedSize!;
    // The indexes were read together with the footer.
    expect(source.reads).toEqual([[4, chunkBytes]]);
    expect(copy.length).toBeGreaterThan(chunkBytes);
    source.reads.length = 0;
    await copyOf(await open(source, { metadata: file.metadata }));
    const first = rowGroups[0]!.columns[0]!.columnIndexOffset!;
    expect(source.reads).toEqual([
      [first, file.footer.offset - first],
      [4, chunkBytes],
    ]);
  });

  test('a chunk can be copied into two columns', async () => {
    const file = await open(await write());
    const sink = memorySink();
    const writer = createFileWriter(sink, { schema: defineSchema({ a: 'INT64', b: 'INT64' }), encodings });
    await writer.copyRowGroup(file, 1, { columns: { a: 'id', b: 'id' } });
    await writer.finish();
    const copy = await open(sink.bytes);
    const pages = async (from: ParquetFile, column: string, rowGroup: number): Promise<Uint8Array[]> => {
      const bodies: Uint8Array[] = [];
      for await (const { body } of from.pages({ rowGroup, column })) bodies.push(body);
      return bodies;
    };
    const expected = await pages(file, 'id', 1);
    expect(await pages(copy, 'a', 0)).toEqual(expected);
    expect(await pages(copy, 'b', 0)).toEqual(expected);
  });

  test('the bytes passed to a sink do not change later, so the sink may keep them', async () => {
    const path = join(folder, 'kept.parquet');
    writeFileSync(path, await write());
    const file = await open(await openSource(path));
    const expected = await copyOf(file);
    const kept: Uint8Array[] = [];
    // A disk sink whose `write` and `close` are replaced: `write` keeps the bytes.
    const disk = openSink(join(folder, 'unused.parquet'));
    await copyTo({ ...disk, write: async (bytes) => void kept.push(bytes), close: async () => {} }, file);
    expect(joined(...kept)).toEqual(expected);
  });

  test('copying from a disk source whose `read` was replaced reads through the new method', async () => {
    const path = join(folder, 'spread.parquet');
    writeFileSync(path, await write());
    const disk = await openSource(path);
    let bytesRead = 0;
    const read: typeof disk.read = (offset, length, signal) => {
      bytesRead += length;
      return disk.read(offset, length, signal);
    };
    const copy = await copyOf(await open({ ...disk, read }));
    expect(copy).toEqual(await copyOf(await open(disk)));
    expect(bytesRead).toBeGreaterThanOrEqual(disk.byteLength - 8);
  });
});
