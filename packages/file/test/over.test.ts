import { bytesSource } from '@marquetry/file';
import { thrownBy } from '@marquetry/test-support/errors.js';
import { describe, expect, test } from 'vitest';
import { selectedFile, totalRows } from './selected-file.js';
import { countingSource, open, slotsOfColumn } from './sources.js';

describe('file.over', () => {
  test('a file returned by `over` reads only from the new source, and does not read the footer again', async () => {
    const bytes = await selectedFile();
    const first = countingSource(bytes);
    const file = await open(first);
    const second = countingSource(bytes);
    const over = file.over(second);
    first.reads.length = 0;
    expect(over.metadata).toBe(file.metadata);
    expect(over.schema).toBe(file.schema);
    const address = { rowGroup: 0, column: 'id' };
    const { start, end } = file.chunk(address);
    expect(await slotsOfColumn(over, 'id', { rowGroups: [0] })).toEqual(
      await slotsOfColumn(await open(bytes), 'id', { rowGroups: [0] }),
    );
    expect(second.reads).toEqual([[start, end - start!]]);
    expect(await over.offsetIndex(address)).toBeDefined();
    // The offset index is in memory, because it was read together with the footer when the first file was opened.
    expect(second.reads).toHaveLength(1);
    let pages = 0;
    for await (const _ of over.pages(address)) pages++;
    expect(pages).toBeGreaterThan(2);
    expect(first.reads).toEqual([]);
  });

  test('a file returned by `over` can be read at the same time as the original file', async () => {
    const bytes = await selectedFile();
    const file = await open(bytes);
    const [a, b] = await Promise.all([
      slotsOfColumn(file, 'number'),
      slotsOfColumn(file.over(bytesSource(bytes)), 'number'),
    ]);
    expect([a.length, b]).toEqual([totalRows, a]);
  });

  test('`over` rejects a source with a different length, and anything that is not a source', async () => {
    const bytes = await selectedFile();
    const file = await open(bytes);
    const shorter = bytesSource(bytes.subarray(1));
    const error = thrownBy(() => file.over(shorter));
    const rule = `\`over\` needs a source of ${bytes.length} bytes`;
    expect([error.code, error.reason]).toEqual(['INVALID_ARGUMENT', `${rule}, got ${bytes.length - 1} bytes`]);
    expect(thrownBy(() => file.over('x' as never)).reason).toBe(`${rule}, got string`);
  });

  test('a file returned by `over` closes its own source', async () => {
    const bytes = await selectedFile();
    let closed = 0;
    const over = (await open(bytes)).over({
      ...bytesSource(bytes),
      close: async () => {
        closed++;
      },
    });
    await over.close();
    expect(closed).toBe(1);
  });

  test('reads of a file returned by `over` reject with errors from the new source', async () => {
    const bytes = await selectedFile();
    const over = (await open(bytes)).over({
      byteLength: bytes.length,
      read: () => Promise.reject(new Error('gone')),
    });
    await expect(slotsOfColumn(over, 'id')).rejects.toThrow('gone');
  });
});
