/** Tests that page indexes are not read again if they were read together with the footer. */
import { EncodingId } from '@marquetry/core';
import { defineSchema } from '@marquetry/schema';
import { standardEncodings as encodings } from '@marquetry/test-support/standard.js';
import { expect, test } from 'vitest';
import { memorySink, openFile } from '../src/index.js';
import { createFileWriter } from '../src/write.js';
import { countingSource } from './sources.js';

/** Writes a file with pages of 1,000 rows. */
async function fileOf(rows: number): Promise<Uint8Array> {
  const sink = memorySink();
  const schema = defineSchema({ id: 'INT32' });
  const writer = createFileWriter(sink, {
    encodings,
    schema,
    rowGroupRows: rows,
    columns: { id: { encoding: EncodingId.PLAIN, pageRows: 1000 } },
  });
  await writer.write({ id: Int32Array.from({ length: rows }, (_, i) => i) });
  await writer.finish();
  return sink.bytes;
}

const address = { rowGroup: 0, column: 'id' };

test('page indexes are not read again if they were read together with the footer', async () => {
  const source = countingSource(await fileOf(100_000));
  const file = await openFile(source, { encodings });
  expect(source.reads).toHaveLength(1);
  const offsets = await file.offsetIndex(address);
  const bounds = await file.columnIndex(address);
  expect(offsets?.pageLocations).toHaveLength(100);
  expect(bounds?.nullPages).toHaveLength(100);
  expect(source.reads).toHaveLength(1);
  const { indexes, memory } = file.footer;
  expect(indexes?.offset).toBe(file.chunk(address).chunk.columnIndexOffset);
  expect((indexes?.offset ?? 0) + (indexes?.bytes.length ?? 0)).toBe(file.footer.offset);
  expect(indexes?.bytes.buffer.byteLength).toBe(indexes?.bytes.length);
  expect(memory.heldBytes).toBeGreaterThan(indexes?.bytes.length ?? 0);
});

test('indexes that start before the last 64 KiB of the file are read separately', async () => {
  const source = countingSource(await fileOf(4_000_000));
  const file = await openFile(source, { encodings });
  const { columnIndexOffset = 0 } = file.chunk(address).chunk;
  expect(columnIndexOffset).toBeLessThan(source.byteLength - 2 ** 16);
  const before = source.reads.length;
  expect((await file.columnIndex(address))?.nullPages).toHaveLength(4000);
  expect(source.reads).toHaveLength(before + 1);
});
