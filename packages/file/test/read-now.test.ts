import { EncodingId, PageType, PhysicalType } from '@marquetry/core';
import { type ByteSource, bytesSource } from '@marquetry/file';
import { writePageHeader } from '@marquetry/metadata';
import { errorOf } from '@marquetry/test-support/errors.js';
import { buildFlatFile } from '@marquetry/test-support/files.js';
import { join } from '@marquetry/test-support/hex.js';
import { buildDataPage } from '@marquetry/test-support/pages.js';
import { columnOf, valuesOf } from '@marquetry/test-support/values.js';
import { describe, expect, test } from 'vitest';
import { collect, countingSource, open, slotsOfColumn } from './sources.js';

const column = columnOf(PhysicalType.INT32);
const page = (...items: number[]): Uint8Array =>
  buildDataPage({ column, encoding: EncodingId.PLAIN, values: valuesOf(column, items) });
const bytes = buildFlatFile(column, [page(1, 2), page(3), page(4, 5, 6)]);

describe('a source with readNow', () => {
  const asked: [number, number][] = [];
  const source = (readNow: NonNullable<ByteSource['readNow']>): ReturnType<typeof countingSource> & ByteSource => ({
    ...countingSource(bytes),
    readNow: (offset, length) => {
      asked.push([offset, length]);
      return readNow(offset, length);
    },
  });

  test('for a source with readNow, pages are read by readNow and the footer by read', async () => {
    const counted = source((offset, length) => bytes.subarray(offset, offset + length));
    const file = await open(counted);
    expect(await slotsOfColumn(file)).toEqual([1, 2, 3, 4, 5, 6]);
    const { start = 0, end } = file.chunk({ rowGroup: 0, column: 'c' });
    expect(asked.splice(0)).toEqual([[start, end - start]]);
    expect(counted.reads).toHaveLength(1);
  });

  test('a read throws an error if readNow returns fewer bytes than requested', async () => {
    const file = await open(source((offset, length) => bytes.subarray(offset, offset + length - 1)));
    expect((await errorOf(() => slotsOfColumn(file))).code).toBe('INVALID_ARGUMENT');
  });

  test('errors of readNow are thrown unchanged', async () => {
    const reason = new Error('no such sector');
    const file = await open(
      source(() => {
        throw reason;
      }),
    );
    await expect(slotsOfColumn(file)).rejects.toBe(reason);
  });
});

test('readNow of bytesSource returns views', () => {
  const { readNow } = bytesSource(bytes);
  const four = readNow?.(2, 4);
  expect([four?.buffer === bytes.buffer, four?.byteOffset, four?.length]).toEqual([true, bytes.byteOffset + 2, 4]);
});

test('a read of bytes in memory rejects between batches if its signal has aborted', async () => {
  const file = await open(buildFlatFile(column, [page(1, 2), page(3)]));
  const abort = new AbortController();
  const reason = new Error('enough');
  const seen: number[] = [];
  const reading = (async () => {
    for await (const { c } of file.columnBatches({ batchRows: 1, signal: abort.signal })) {
      seen.push(c?.rowCount ?? 0);
      abort.abort(reason);
    }
  })();
  await expect(reading).rejects.toBe(reason);
  expect(seen).toEqual([1]);
});

test('`file.pages` yields pages that do not fit in a single read of the source, with their headers', async () => {
  const wide = columnOf(PhysicalType.FIXED_LEN_BYTE_ARRAY, [0, 0], 1000);
  const { PLAIN, RLE } = EncodingId;
  const large = (rows: number): Uint8Array => {
    const sizes = { uncompressedPageSize: 1000 * rows, compressedPageSize: 1000 * rows };
    const levels = { definitionLevelEncoding: RLE, repetitionLevelEncoding: RLE };
    const dataPageHeader = { numValues: rows, encoding: PLAIN, ...levels };
    const header = writePageHeader({ type: PageType.DATA_PAGE, ...sizes, dataPageHeader });
    return join(header, new Uint8Array(1000 * rows).fill(rows));
  };
  const pages = [large(9000), large(1), large(9000)];
  const file = await open(countingSource(buildFlatFile(wide, pages)));
  const within = { start: 4, end: 4 + pages.reduce((sum, { length }) => sum + length, 0) };
  const stored = await collect(file.pages({ rowGroup: 0, column: 'c' }, undefined, within));
  expect(stored.map(({ headerBytes, body }) => headerBytes.length + body.length)).toEqual(
    pages.map(({ length }) => length),
  );
  for (const [i, { headerBytes, body }] of stored.entries()) {
    expect(Buffer.concat([headerBytes, body]).equals(pages[i] as Uint8Array)).toBe(true);
  }
});
