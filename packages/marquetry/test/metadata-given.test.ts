import { errorOf } from '@marquetry/test-support/errors.js';
import { type ByteSource, copyValues, memorySink, openParquet, type ParquetReader, writeParquet } from 'marquetry';
import { beforeAll, describe, expect, test } from 'vitest';

const rows = Array.from({ length: 300 }, (_, i) => ({
  id: BigInt(i),
  city: i % 7 === 0 ? null : `city ${i % 3}`,
  tags: [`a${i}`],
}));
let bytes: Uint8Array;
let file: ParquetReader;

beforeAll(async () => {
  const sink = memorySink();
  await writeParquet(sink, rows, { rowGroupRows: 100 });
  bytes = sink.bytes;
  file = await openParquet(bytes);
});

/** Returns a source over the bytes of the file that counts the bytes read. */
function counting(): ByteSource & { readonly reads: [number, number][] } {
  const reads: [number, number][] = [];
  const read = async (offset: number, length: number): Promise<Uint8Array> => {
    reads.push([offset, length]);
    return bytes.subarray(offset, offset + length);
  };
  return { byteLength: bytes.length, read, reads };
}

async function rowsOf(opened: ParquetReader, options = {}): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const row of opened.rows(options)) found.push(row);
  return found;
}

describe('opening a file with `metadata` from an earlier open', () => {
  test('passing `metadata` opens a file without reading the footer', async () => {
    for (const metadata of [file.metadata, structuredClone(file.metadata)]) {
      const source = counting();
      const opened = await openParquet(source, { metadata });
      expect(source.reads).toEqual([]);
      expect([opened.rowCount, opened.schema.leaves.length]).toEqual([300, 3]);
      expect(await rowsOf(opened)).toEqual(rows);
      expect(await opened.count({ where: { id: { ge: 290n } } })).toBe(10);
      expect(await rowsOf(opened, { where: { city: 'city 1', id: { lt: 5n } } })).toEqual([rows[1], rows[4]]);
      const index = await opened.offsetIndex({ rowGroup: 2, column: 'id' });
      expect(index).toEqual(await file.offsetIndex({ rowGroup: 2, column: 'id' }));
    }
  });

  test('passing the `metadata` of another file makes every read throw an error', async () => {
    const short = bytes.subarray(0, 200);
    const opened = await openParquet(short, { metadata: file.metadata });
    expect((await errorOf(() => rowsOf(opened))).code).toBe('CORRUPT');
    const zeros = await openParquet(new Uint8Array(bytes.length), { metadata: file.metadata });
    expect((await errorOf(() => rowsOf(zeros))).name).toBe('ParquetError');
  });

  test.each([5, null, {}, { schema: [] }])(
    'openParquet throws INVALID_ARGUMENT for the `metadata: %j` option',
    async (metadata) => {
      const error = await errorOf(() => openParquet(bytes, { metadata: metadata as never }));
      expect([error.code, error.reason]).toEqual([
        'INVALID_ARGUMENT',
        expect.stringContaining('`file.metadata` of the same file'),
      ]);
    },
  );
});

describe('copying metadata and batches with structuredClone', () => {
  test('structuredClone preserves the metadata of a file', () => {
    expect(structuredClone(file.metadata)).toEqual({ ...file.metadata });
    expect(structuredClone(file.metadata.rowGroups[1]?.columns[0])).toEqual(file.metadata.rowGroups[1]?.columns[0]);
  });

  test('structuredClone preserves the values, nulls and leaves of batches', async () => {
    for await (const batch of file.columnBatches()) {
      const copy = structuredClone(batch);
      expect(Object.keys(copy)).toEqual(Object.keys(batch));
      for (const [path, { leaf, values, nulls }] of Object.entries(batch)) {
        expect([copy[path]?.values, copy[path]?.nulls]).toEqual([values, nulls]);
        expect([copy[path]?.leaf.path, copy[path]?.leaf.type]).toEqual([leaf.path, leaf.type]);
      }
    }
    for await (const batch of file.nestedBatches()) expect(structuredClone(batch)).toEqual(batch);
  });

  test('after structuredClone has transferred buffers that `copyValues` returned, the file can still be read', async () => {
    for await (const { id } of file.columnBatches({ columns: ['id'], decodeDictionaries: true })) {
      if (id?.values.layout !== 'fixed') throw new Error('not fixed');
      const owned = copyValues(id.values);
      if (owned.layout !== 'fixed') throw new Error('not fixed');
      const { buffer } = owned.data;
      const moved = structuredClone(owned, { transfer: [buffer as ArrayBuffer] });
      expect([buffer.byteLength, moved.data]).toEqual([0, id.values.data]);
    }
    expect((await rowsOf(file)).length).toBe(300);
  });
});
