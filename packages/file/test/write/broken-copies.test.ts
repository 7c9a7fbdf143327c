import { existsSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultLimits, yieldToEventLoop } from '@marquetry/core';
import { type ByteSink, bytesSource, openSink, openSource } from '@marquetry/file';
import { type ColumnMetaData, type FileMetaData, type OffsetIndex, writeOffsetIndex } from '@marquetry/metadata';
import { errorOf } from '@marquetry/test-support/errors.js';
import { afterAll, describe, expect, test } from 'vitest';
import { copyOf, copyTo, joined, open, write } from './copying.js';

const folder = mkdtempSync(join(tmpdir(), 'marquetry-ranges-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('copying from broken files and sources', () => {
  const forged = (
    metadata: FileMetaData,
    change: (metaData: ColumnMetaData, column: number) => Partial<ColumnMetaData>,
  ): FileMetaData => ({
    ...metadata,
    rowGroups: metadata.rowGroups.map((rowGroup) => ({
      ...rowGroup,
      columns: rowGroup.columns.map((chunk, c) => ({
        ...chunk,
        metaData: { ...chunk.metaData!, ...change(chunk.metaData!, c) },
      })),
    })),
  });
  const copyError = async (bytes: Uint8Array, metadata: FileMetaData): ReturnType<typeof errorOf> =>
    errorOf(async () => copyOf(await open(bytes, { metadata })));

  test.each<[string, (metaData: ColumnMetaData, column: number) => Partial<ColumnMetaData>, string, string]>([
    [
      'two chunks overlap',
      (m, c) => (c === 2 ? { dataPageOffset: m.dataPageOffset - 100_000 } : {}),
      'CORRUPT',
      'overlaps',
    ],
    [
      'a chunk starts within a page',
      (m, c) => (c === 1 ? { dataPageOffset: m.dataPageOffset + 3 } : {}),
      'CORRUPT',
      '',
    ],
    [
      'num_values of a chunk is less than the number of values in its pages',
      (m, c) => (c === 2 ? { numValues: m.numValues - 1 } : {}),
      'CORRUPT',
      'num_values',
    ],
    [
      'a chunk ends within a page header',
      (m, c) => (c === 1 ? { totalCompressedSize: m.totalCompressedSize + 40 } : {}),
      'CORRUPT',
      '',
    ],
    [
      'a chunk extends beyond the end of the file',
      (_, c) => (c === 2 ? { totalCompressedSize: 2 ** 31 } : {}),
      'CORRUPT',
      'overlap the footer',
    ],
  ])('copying throws if %s in the source', async (_, change, code, reason) => {
    const bytes = await write({ rowGroupRows: 60_000 });
    const { metadata } = await open(bytes);
    const error = await copyError(bytes, forged(metadata, change));
    expect(error.code).toBe(code);
    expect(error.message).toContain(reason);
    expect(error.at.rowGroup).toBe(0);
  });

  test('copying throws if a page of the source extends into the footer', async () => {
    const bytes = (await write({ rowGroupRows: 60_000, pageIndex: false })).slice();
    const file = await open(bytes);
    const { start } = file.chunk({ rowGroup: 0, column: 'text' });
    const cut = joined(bytes.subarray(0, start! + 100), bytes.subarray(file.footer.offset));
    const error = await errorOf(async () =>
      copyOf(
        await open(cut, { metadata: forged(file.metadata, (_, c) => (c === 2 ? { totalCompressedSize: 90 } : {})) }),
      ),
    );
    expect(error.code).toBe('TRUNCATED');
    expect(error.at.column).toBe('text');
  });

  const listed: [string, (index: OffsetIndex) => OffsetIndex][] = [
    [
      'another offset',
      (index) => ({
        pageLocations: index.pageLocations.map((page, i) =>
          i === 1 ? { ...page, offset: page.offset + 1, compressedPageSize: page.compressedPageSize - 1 } : page,
        ),
      }),
    ],
    [
      'another size',
      (index) => ({
        pageLocations: index.pageLocations.map((page, i) =>
          i === 1 ? { ...page, compressedPageSize: page.compressedPageSize - 1 } : page,
        ),
      }),
    ],
  ];
  test.each(listed)('copying throws if the offset index of the source states %s for a page', async (_, change) => {
    const bytes = await write({ rowGroupRows: 60_000 });
    const file = await open(bytes);
    const index = writeOffsetIndex(change((await file.offsetIndex({ rowGroup: 0, column: 'noise' }))!));
    const longer = joined(bytes, index, bytes.subarray(-8));
    const chunk = { offsetIndexOffset: bytes.length, offsetIndexLength: index.length };
    const rowGroups = file.metadata.rowGroups.map((rowGroup) => ({
      ...rowGroup,
      columns: rowGroup.columns.map((column, c) => (c === 1 ? { ...column, ...chunk } : column)),
    }));
    const error = await copyError(longer, { ...file.metadata, rowGroups });
    expect([error.code, error.at.column]).toEqual(['CORRUPT', 'noise']);
    expect(error.message).toContain('the offset index states');
  });

  test('copying throws and leaves no file if the source returns fewer bytes than requested, or becomes shorter', async () => {
    const bytes = await write();
    const short = bytesSource(bytes);
    const file = await open({
      byteLength: bytes.length,
      read: async (offset, length) => (await short.read(offset, length)).subarray(0, length - (offset === 4 ? 1 : 0)),
    });
    const to = join(folder, 'none.parquet');
    const error = await errorOf(() => copyTo(openSink(to), file));
    expect([error.code, error.message]).toEqual(['INVALID_ARGUMENT', expect.stringContaining('the source returned')]);
    const path = join(folder, 'shrinking.parquet');
    writeFileSync(path, bytes);
    const shrinking = await open(await openSource(path));
    truncateSync(path, 1000);
    const changed = await errorOf(() => copyTo(openSink(to), shrinking));
    expect([changed.code, changed.message]).toEqual(['CORRUPT', expect.stringContaining('changed')]);
    expect(existsSync(to)).toBe(false);
    expect(readdirSync(folder).filter((name) => name.includes('none'))).toEqual([]);
  });

  test('copying a chunk throws LIMIT if the list of its pages would exceed limits.memoryBytes', async () => {
    const bytes = await write({ pageRows: 20, pageIndex: false, rowGroupRows: 60_000 });
    const error = await errorOf(async () =>
      copyOf(await open(bytes, { limits: { ...defaultLimits, memoryBytes: 2 ** 20 } })),
    );
    expect([error.code, error.message]).toEqual(['LIMIT', expect.stringContaining('memoryBytes')]);
  });
});

describe('a copy that fails or is aborted', () => {
  test('if the sink fails during a copy, the error is thrown and the file is discarded', async () => {
    const path = join(folder, 'full.parquet');
    writeFileSync(path, await write());
    const calls: string[] = [];
    const sink: ByteSink = {
      write: async (bytes) => {
        calls.push('write');
        if (bytes.length > 1000) throw new Error('the disk is full');
      },
      close: async () => void calls.push('close'),
      abort: async () => void calls.push('abort'),
    };
    await expect(copyTo(sink, await open(await openSource(path)))).rejects.toThrow('the disk is full');
    expect(calls.at(-1)).toBe('abort');
    expect(calls).not.toContain('close');
  });

  test('a copy that waits for the source rejects when its signal aborts, and leaves no file', async () => {
    const bytes = await write();
    const controller = new AbortController();
    const file = await open({
      byteLength: bytes.length,
      read: async (offset, length) => {
        if (offset > 4 && length > 100_000) {
          controller.abort('enough');
          return new Promise(() => {});
        }
        return bytes.subarray(offset, offset + length);
      },
    });
    const to = join(folder, 'aborted.parquet');
    await expect(copyTo(openSink(to), file, { signal: controller.signal })).rejects.toBe('enough');
    while (readdirSync(folder).some((name) => name.includes('aborted'))) await yieldToEventLoop();
    expect(existsSync(to)).toBe(false);
  });
});
