/**
 * Tests how many values a read of few rows decodes. The tests count values when a decoder returns them, and pages when the
 * codec decompresses them.
 */
import { type Codec, CodecId, createCodecRegistry, createRegistry, type Encoding, EncodingId } from '@marquetry/core';
import { createParquetWriter, defineSchema, memorySink, openParquet, type ParquetReader, type Schema } from 'marquetry';
import { standardCodecs, standardEncodings } from 'marquetry/plug-ins';
import { describe, expect, test } from 'vitest';

const {
  PLAIN,
  RLE,
  RLE_DICTIONARY,
  DELTA_BINARY_PACKED,
  DELTA_LENGTH_BYTE_ARRAY,
  DELTA_BYTE_ARRAY,
  BYTE_STREAM_SPLIT,
} = EncodingId;
const rowCount = 4000;
const pageRows = 1000;
const cities = ['Lima', 'Oslo', 'Riga'];

const schema: Schema = defineSchema({
  id: 'INT64',
  city: 'STRING',
  ratio: { type: 'DOUBLE', optional: true },
  isNew: 'BOOLEAN',
  count: 'INT32',
  name: 'STRING',
  path: 'STRING',
  tags: { list: 'FLOAT' },
});
const rowOf = (row: number): Record<string, unknown> => ({
  id: BigInt(row * row),
  city: cities[row % 3],
  ratio: row % 4 === 3 ? null : row / 7,
  isNew: row % 3 === 0,
  count: 5 * row,
  name: `name ${row}`,
  path: `a/long/path/${row}`,
  tags: Array.from({ length: row % 5 }, (_, i) => row + i),
});

const columns = {
  id: { encoding: PLAIN },
  city: { encoding: RLE_DICTIONARY },
  ratio: { encoding: BYTE_STREAM_SPLIT },
  isNew: { encoding: RLE },
  count: { encoding: DELTA_BINARY_PACKED },
  name: { encoding: DELTA_LENGTH_BYTE_ARRAY },
  path: { encoding: DELTA_BYTE_ARRAY },
  // This column is PLAIN, like `id`, so both are counted together.
  'tags.list.element': { encoding: PLAIN },
};

async function written(): Promise<Uint8Array> {
  const sink = memorySink();
  const writer = await createParquetWriter(sink, {
    ...{ schema, columns, pageRows, rowGroupRows: rowCount / 2, codec: CodecId.SNAPPY, pageIndex: false },
  });
  await writer.writeRows(Array.from({ length: rowCount }, (_, row) => rowOf(row)));
  await writer.finish();
  return sink.bytes;
}

interface Counts {
  /** The number of decoded values by the name of the encoding, including dictionary entries. */
  readonly decoded: Record<string, number>;
  readonly skipped: Record<string, number>;
  pages: number;
}

/** Opens a file whose reads count the values that they decode and skip. */
async function counted(bytes: Uint8Array): Promise<{ file: ParquetReader; counts: Counts }> {
  const counts: Counts = { decoded: {}, skipped: {}, pages: 0 };
  const add = (sums: Record<string, number>, name: string, count: number): void => {
    sums[name] = (sums[name] ?? 0) + count;
  };
  const countingEncoding = (encoding: Encoding): Encoding => ({
    ...encoding,
    decoder: (data, context) => {
      const inner = encoding.decoder(data, context);
      const decoded = (count: number): void => add(counts.decoded, encoding.name, count);
      const { readIndices } = inner;
      return {
        get remaining() {
          return inner.remaining;
        },
        read: (count) => {
          decoded(count);
          return inner.read(count);
        },
        readInto: (target, count) => {
          decoded(count);
          inner.readInto(target, count);
        },
        ...(readIndices && {
          readIndices: (target: Int32Array, from: number, count: number) => {
            decoded(count);
            readIndices.call(inner, target, from, count);
          },
        }),
        skip: (count) => {
          add(counts.skipped, encoding.name, count);
          inner.skip(count);
        },
      };
    },
  });
  const countingCodec = (codec: Codec): Codec => ({
    ...codec,
    decompress: (packed, into) => {
      counts.pages++;
      codec.decompress(packed, into);
    },
  });
  const file = await openParquet(bytes, {
    encodings: createRegistry([...standardEncodings].map(countingEncoding)),
    codecs: createCodecRegistry([...standardCodecs].map(countingCodec)),
  });
  return { file, counts };
}

async function rowsOf(rows: AsyncIterable<unknown>): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const row of rows) found.push(row);
  return found;
}

/**
 * Returns how many values a read of the rows `[from, to)` must decode, by the name of the encoding: 3 dictionary
 * entries, and the values of these rows.
 */
function expected(from: number, to: number): Record<string, number> {
  const rows = Array.from({ length: to - from }, (_, i) => rowOf(from + i));
  const entries = rows.reduce((sum, { tags }) => sum + (tags as unknown[]).length, 0);
  const each = rows.length;
  return {
    PLAIN: each + entries + cities.length,
    RLE_DICTIONARY: each,
    BYTE_STREAM_SPLIT: rows.filter(({ ratio }) => ratio !== null).length,
    RLE: each,
    DELTA_BINARY_PACKED: each,
    DELTA_LENGTH_BYTE_ARRAY: each,
    DELTA_BYTE_ARRAY: each,
  };
}

describe('reading only a few rows', async () => {
  const bytes = await written();

  test('a read of the first row decodes only the values of that row, from one page per column', async () => {
    const { file, counts } = await counted(bytes);
    expect(await rowsOf(file.rows({ limit: 1 }))).toEqual([rowOf(0)]);
    expect(counts.decoded).toEqual(expected(0, 1));
    expect(counts.skipped).toEqual({});
    expect(counts.pages).toBe(file.schema.leaves.length + 1);
  });

  test.each([
    [2, 9],
    [1999, 2001],
    [1500, 1501],
  ])(
    'a read of the rows %i to %i decodes no values after these rows, and skips earlier values in the same pages',
    async (from, to) => {
      const { file, counts } = await counted(bytes);
      const rows = Array.from({ length: to - from }, (_, i) => rowOf(from + i));
      expect(await rowsOf(file.rows({ offset: from, limit: to - from }))).toEqual(rows);
      const groups = to > rowCount / 2 ? 2 : 1;
      expect(counts.decoded).toEqual({
        ...expected(from, to),
        PLAIN: expected(from, to)['PLAIN']! + (groups - 1) * cities.length,
      });
    },
  );

  test('reading a batch of rows with `limit` decodes no values of later rows', async () => {
    const { file, counts } = await counted(bytes);
    const batches = await rowsOf(file.rowBatches({ limit: 3, batchRows: 500 }));
    expect(batches.flat()).toEqual([rowOf(0), rowOf(1), rowOf(2)]);
    expect(counts.decoded).toEqual(expected(0, 3));
  });

  test('if the caller stops after the first row, the read has decoded only one batch of at most 1024 rows', async () => {
    const { file, counts } = await counted(bytes);
    for await (const _ of file.rows({ columns: ['count'] })) break;
    expect(counts.decoded).toEqual({ DELTA_BINARY_PACKED: 1024 });
  });
});
