/**
 * A file has the same bytes whether or not its columns are encoded in workers.
 */
import { compatibility, smallestOfAll } from '@marquetry/column-writer';
import { fullOr } from '@marquetry/test-support/full.js';
import {
  CodecId,
  type ColumnInput,
  createParquetWriter,
  defineSchema,
  EncodingId,
  memorySink,
  openParquet,
  type ParquetWriter,
  type ParquetWriterOptions,
  type Schema,
  writeParquet,
} from 'marquetry';
import { standardEncodings } from 'marquetry/plug-ins';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundledWorker } from '../../packages/parallel/test/workers.js';

const counts = [1, 2, 4];
let worker: Awaited<ReturnType<typeof bundledWorker>>;
const pools = new Map<number, ReturnType<typeof worker.pool>>();
beforeAll(async () => {
  worker = await bundledWorker();
  for (const count of counts) pools.set(count, worker.pool(count));
});
afterAll(() => {
  for (const pool of pools.values()) pool.close();
  worker.remove();
});

const rows = fullOr(5000, 1500);
const cities = ['Lima', 'Oslo', 'Paris', 'Quito', 'Zürich'];

const schema = defineSchema({
  id: 'INT64',
  small: { type: 'INT32', optional: true },
  tiny: { type: 'INT8' },
  price: 'DOUBLE',
  ratio: 'FLOAT',
  flag: { type: 'BOOLEAN', optional: true },
  city: { type: 'STRING', optional: true },
  note: 'STRING',
  amount: { type: 'DECIMAL', precision: 12, scale: 2 },
  key: 'UUID',
  tags: { list: 'STRING', optional: true },
  legs: { list: { fields: { at: 'DOUBLE', what: { type: 'STRING', optional: true } } } },
  map: { map: ['STRING', 'INT32'] },
});

function row(i: number): Record<string, unknown> {
  return {
    id: BigInt(i * 3 - 7),
    small: i % 11 === 0 ? null : (i * 7919) % 1000,
    tiny: (i % 200) - 100,
    price: i / 3,
    ratio: Math.fround(Math.sin(i)),
    flag: i % 5 === 0 ? null : i % 3 === 0,
    city: i % 7 === 0 ? null : cities[(i * i) % cities.length],
    note: `note ${i} ${'x'.repeat(i % 20)}`,
    amount: `${i}.25`,
    key: `00000000-0000-4000-8000-${i.toString(16).padStart(12, '0')}`,
    tags: i % 13 === 0 ? null : Array.from({ length: i % 4 }, (_, k) => `tag ${(i + k) % 9}`),
    legs: Array.from({ length: i % 3 }, (_, k) => ({ at: i + k / 2, what: k === 0 ? null : `leg ${i}` })),
    map: new Map(Array.from({ length: i % 2 }, () => [`k${i % 50}`, i])),
  };
}

const table = Array.from({ length: rows }, (_, i) => row(i));

const flatSchema = defineSchema({
  id: 'INT64',
  number: { type: 'INT32', optional: true },
  value: 'DOUBLE',
  text: 'STRING',
  word: 'STRING',
  bytes: { type: 'FIXED_LEN_BYTE_ARRAY', typeLength: 3 },
});

/** Returns columns as typed arrays, as plain arrays, and as values whose memory the caller may overwrite after writing. */
function flatColumns(from: number, to: number): Record<string, ColumnInput> {
  const at = Array.from({ length: to - from }, (_, k) => from + k);
  return {
    id: BigInt64Array.from(at, (i) => BigInt(i) ** 2n),
    number: at.map((i) => (i % 6 === 0 ? null : i % 100)),
    value: Float64Array.from(at, (i) => i / 7),
    text: at.map((i) => `unique text ${i}`),
    word: at.map((i) => cities[i % 5] as string),
    bytes: Uint8Array.from({ length: 3 * at.length }, (_, k) => (k * 31) & 0xff),
  };
}

/** Returns the bytes of a file that `write` writes with these options. */
async function fileOf(
  fileSchema: Schema,
  options: Partial<ParquetWriterOptions>,
  write: (writer: ParquetWriter) => Promise<unknown>,
): Promise<Uint8Array> {
  const sink = memorySink();
  const writer = await createParquetWriter(sink, { schema: fileSchema, ...options });
  await write(writer);
  await writer.finish();
  return sink.bytes;
}

async function expectSame(
  fileSchema: Schema,
  options: Partial<ParquetWriterOptions>,
  write: (writer: ParquetWriter) => Promise<unknown>,
  workers: readonly number[],
): Promise<Uint8Array> {
  const expected = await fileOf(fileSchema, options, write);
  for (const count of workers) {
    const bytes = await fileOf(fileSchema, { ...options, parallel: pools.get(count) }, write);
    expect(Buffer.compare(bytes, expected), `${count} workers`).toBe(0);
  }
  return expected;
}

const small = { rowGroupRows: 1700, pageRows: 300 };
const options: Readonly<Record<string, Partial<ParquetWriterOptions>>> = {
  'no options': {},
  'several row groups and pages': small,
  'row groups that end at a size in bytes': { rowGroupBytes: 40_000, pageBytes: 2000 },
  'row groups that end at a size in bytes, with Bloom filters': {
    rowGroupBytes: 150_000,
    pageBytes: 2000,
    bloomFilter: true,
  },
  'pages of version 2': { ...small, pageVersion: 2 },
  'levels in BIT_PACKED': { ...small, levelEncoding: EncodingId.BIT_PACKED },
  'no page index': { ...small, pageIndex: false },
  'no statistics': { ...small, statistics: false },
  'short bounds': { ...small, boundBytes: 4 },
  'no checksums': { ...small, checksums: false },
  'no dictionaries': { ...small, dictionary: false },
  'small dictionaries': { ...small, dictionary: { maxBytes: 500, maxValues: 40 } },
  'Bloom filters': { ...small, bloomFilter: true },
  'Bloom filters of a given size': { ...small, bloomFilter: { distinctValues: 500, falsePositiveRate: 0.1 } },
  'encodings that the oldest readers support': { ...small, ...compatibility },
  'the smallest of all encodings': { ...small, encoding: smallestOfAll },
  'a custom encoding policy': { ...small, encoding: (_, { candidates }) => candidates.at(-1) as number },
  'fewer encodings': {
    ...small,
    encodings: standardEncodings.replace(),
    columns: { note: { encoding: EncodingId.DELTA_BYTE_ARRAY }, price: { encoding: EncodingId.BYTE_STREAM_SPLIT } },
  },
  'encodings by column': {
    ...small,
    columns: {
      id: { encoding: EncodingId.DELTA_BINARY_PACKED, encoderOptions: { blockSize: 256 } },
      flag: { encoding: EncodingId.RLE },
      note: { encoding: EncodingId.DELTA_LENGTH_BYTE_ARRAY },
      city: { encoding: EncodingId.PLAIN_DICTIONARY, codec: CodecId.GZIP },
      key: { encoding: EncodingId.BYTE_STREAM_SPLIT },
      'legs.list.element': { codec: CodecId.UNCOMPRESSED, pageVersion: 2 },
    },
  },
  'rows that are checked to be sorted': { ...small, sortingColumns: [{ column: 'id' }], checkSorting: true },
};
const codecs = ['UNCOMPRESSED', 'SNAPPY', 'GZIP', 'BROTLI', 'LZ4', 'ZSTD', 'LZ4_RAW'] as const;

describe('writing row objects in workers', () => {
  test.each(Object.entries(options))(
    'writing row objects yields the same bytes with and without workers (%s)',
    async (_, chosen) => {
      const bytes = await expectSame(schema, chosen, (writer) => writer.writeRows(table), fullOr(counts, [2]));
      expect((await openParquet(bytes)).rowCount).toBe(rows);
    },
  );

  test.each(codecs)('writing row objects yields the same bytes with and without workers (codec %s)', async (codec) => {
    const chosen = { ...small, codec: CodecId[codec] };
    await expectSame(schema, chosen, (writer) => writer.writeRows(table), fullOr(counts, [2]));
  });

  test.each(counts)(
    'writing row objects with an inferred schema yields the same bytes with %i workers as without workers',
    async (count) => {
      const plain = memorySink();
      const parallel = memorySink();
      await writeParquet(plain, table, small);
      await writeParquet(parallel, table, { ...small, parallel: pools.get(count) });
      expect(Buffer.compare(plain.bytes, parallel.bytes)).toBe(0);
    },
  );
});

describe.each(fullOr(counts, [2]))('with %i workers', (count) => {
  test.each([0, 1, 7, 4999, 5000, 5001])(
    'a file has the same bytes with and without workers if one call writes %i rows',
    async (length) => {
      await expectSame(flatSchema, small, (writer) => writer.write(flatColumns(0, length)), [count]);
    },
  );

  test('a file has the same bytes with and without workers if batches differ in size and their memory is overwritten after `write` has resolved', async () => {
    const write = async (writer: ParquetWriter): Promise<void> => {
      for (const [from, to] of [
        [0, 1],
        [1, 900],
        [900, 4200],
        [4200, 4300],
      ] as const) {
        const { id, value, bytes, ...arrays } = flatColumns(from, to);
        await writer.write({ id, value, bytes, ...arrays } as never);
        (id as BigInt64Array).fill(0n);
        (value as Float64Array).fill(0);
        (bytes as Uint8Array).fill(0);
      }
    };
    await expectSame(flatSchema, small, write, [count]);
  });

  test('a file has the same bytes with and without workers if one batch has more rows than are encoded at a time', async () => {
    const big = { id: 'INT64', text: 'STRING' } as const;
    const length = 300_000;
    const id = BigInt64Array.from({ length }, (_, i) => BigInt(i % 1000));
    const text = Array.from({ length }, (_, i) => `text ${i}`);
    for (const chosen of [{}, { rowGroupRows: 70_000 }, { rowGroupBytes: 700_000 }]) {
      await expectSame(defineSchema(big), chosen, (writer) => writer.write({ id, text }), [count]);
    }
  });

  test('a file has the same bytes with and without workers if row groups are written whole, in several calls, or copied', async () => {
    const source = await openParquet(await fileOf(flatSchema, small, (writer) => writer.write(flatColumns(0, 5000))));
    const write = async (writer: ParquetWriter): Promise<void> => {
      await writer.write(flatColumns(0, 100));
      await writer.writeRowGroup(flatColumns(0, 3000));
      await writer.copyRowGroup(source, 1);
      await writer.writeRowGroup(
        Object.fromEntries(
          source.schema.leaves.map((leaf) => [leaf.path.join('.'), source.columnPieces(leaf, { rowGroups: [0] })]),
        ),
      );
      await writer.write(flatColumns(100, 200));
      await writer.endRowGroup();
      await writer.write(flatColumns(200, 2500));
    };
    await expectSame(flatSchema, small, write, [count]);
  });

  test('a file has the same bytes with and without workers if batches with nulls and levels share dictionaries', async () => {
    const source = await openParquet(await fileOf(schema, {}, (writer) => writer.writeRows(table)));
    const write = async (writer: ParquetWriter): Promise<void> => {
      for await (const batch of source.columnBatches({ batchRows: 333 })) await writer.write(batch);
      for await (const batch of source.nestedBatches({ batchRows: 1000 })) await writer.writeNested(batch.columns);
    };
    await expectSame(source.schema, small, write, [count]);
  });
});

test('a file of 500 columns has the same bytes with and without workers', async () => {
  const names = Array.from({ length: 500 }, (_, i) => `c${i}`);
  const wide = defineSchema(Object.fromEntries(names.map((name) => [name, 'INT32'])));
  const columns = Object.fromEntries(names.map((name, c) => [name, Int32Array.from({ length: 400 }, (_, i) => i * c)]));
  await expectSame(wide, { rowGroupRows: 150 }, (writer) => writer.write(columns), fullOr(counts, [4]));
});
