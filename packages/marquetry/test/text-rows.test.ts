/** Tests that a column of bytes without a logical type is read as text only if all of its values are UTF-8. */
import { bytesSource } from '@marquetry/file';
import { errorOf } from '@marquetry/test-support/errors.js';
import {
  createParquetWriter,
  defineSchema,
  memorySink,
  openDataset,
  openParquet,
  type ReadParquetOptions,
  readParquet,
  type Schema,
  writeParquet,
} from 'marquetry';
import { describe, expect, test } from 'vitest';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const binary = Uint8Array.of(0xff, 0xfe);
const schema: Schema = defineSchema({
  id: 'INT32',
  name: { type: 'BYTE_ARRAY', optional: true },
  hash: 'BYTE_ARRAY',
  tags: { list: 'BYTE_ARRAY' },
  known: 'STRING',
  fixed: { type: 'FIXED_LEN_BYTE_ARRAY', typeLength: 2 },
});
const rowOf = (id: number) => ({
  id,
  name: id % 4 === 0 ? null : bytesOf(`naïve\t${id % 7}\n`),
  hash: id === 29 ? binary : bytesOf('text so far'),
  tags: id % 3 === 0 ? [] : [bytesOf('a'), bytesOf(`${id}`)],
  known: 'text',
  fixed: bytesOf('ab'),
});
const rows = Array.from({ length: 30 }, (_, id) => rowOf(id));
const textOf = (bytes: Uint8Array | null): string | null => (bytes === null ? null : new TextDecoder().decode(bytes));
const asText = rows.map((row) => ({ ...row, name: textOf(row.name), tags: row.tags.map(textOf) }));

async function written(some: readonly object[], dictionary: boolean): Promise<Uint8Array> {
  const sink = memorySink();
  await writeParquet(sink, some, { schema, rowGroupRows: 10, pageRows: 3, dictionary });
  return sink.bytes;
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

describe.each([true, false])('rows read with the `text` option (dictionary encoding: %s)', (dictionary) => {
  test('with the `text` option, text columns are returned as strings, and a column with any value that is not text as bytes in all rows', async () => {
    const bytes = await written(rows, dictionary);
    expect(await readParquet(bytes, { text: true })).toEqual(asText);
    expect(await readParquet(bytes)).toEqual(rows);
    expect(await readParquet(bytes, { text: false })).toEqual(rows);
    const file = await openParquet(bytes);
    expect(await collect(file.rows({ text: true }))).toEqual(asText);
    expect((await collect(file.rowBatches({ text: true, batchRows: 7 }))).flat()).toEqual(asText);
  });

  test('with the `text` option, only the rows that are read determine whether a column is text', async () => {
    const bytes = await written(rows, dictionary);
    const [first] = await readParquet(bytes, { text: true, limit: 5, columns: ['hash'] });
    expect(first).toEqual({ hash: 'text so far' });
    expect(await readParquet(bytes, { text: true, where: { id: { ge: 29 } }, columns: ['hash'] })).toEqual([
      { hash: binary },
    ]);
  });

  test('with the `text` option, a column is either strings or bytes in all sorted rows and in all files of a dataset', async () => {
    const some = await written(rows.slice(0, 15), dictionary);
    const others = await written(rows.slice(15), dictionary);
    const dataset = await openDataset([some, others]);
    expect(await collect(dataset.rows({ text: true }))).toEqual(asText);
    expect((await collect(dataset.rowBatches({ text: true }))).flat()).toEqual(asText);
    const ordered = { orderBy: 'id', limit: 30, text: true } as const;
    expect(await collect(dataset.rows(ordered))).toEqual(asText);
    expect(await readParquet(await written(rows, dictionary), ordered)).toEqual(asText);
  });

  test('the `text` option accepts paths, and `as` takes precedence over `text`', async () => {
    const bytes = await written(rows, dictionary);
    const read = async (options: ReadParquetOptions) => (await readParquet(bytes, { ...options, limit: 2 }))[1];
    expect(await read({ text: ['tags'] })).toEqual({ ...rows[1], tags: ['a', '1'] });
    expect(await read({ text: ['tags.list.element', 'known', 'name'] })).toEqual({ ...asText[1], hash: rows[1]?.hash });
    expect(await read({ text: ['hash'], columns: ['id', 'name'] })).toEqual({ id: 1, name: rows[1]?.name });
    expect(await read({ text: true, as: { name: 'bytes', tags: 'string' } })).toMatchObject({
      name: rows[1]?.name,
      hash: 'text so far',
      tags: ['YQ==', 'MQ=='],
    });
    expect(await read({ text: true, values: 'json' })).toMatchObject({ name: 'naïve\t1\n', fixed: 'YWI=' });
  });
});

test('with the `text` option, a column with control characters other than tabs and line breaks is returned as bytes', async () => {
  const column = defineSchema({ v: 'BYTE_ARRAY' });
  const read = async (values: readonly Uint8Array[]) => {
    const sink = memorySink();
    await writeParquet(
      sink,
      values.map((v) => ({ v })),
      { schema: column },
    );
    return (await readParquet(sink.bytes, { text: true })).map(({ v }) => v);
  };
  const packed = new Uint8Array(Int32Array.of(7).buffer);
  expect(await read([bytesOf('a'), packed])).toEqual([bytesOf('a'), packed]);
  expect(await read([bytesOf('a\tb\r\n'), bytesOf('')])).toEqual(['a\tb\r\n', '']);
  // Neither of these two values is valid UTF-8, but joined together they are.
  expect(await read([Uint8Array.of(0xc3), Uint8Array.of(0xa9)])).toEqual([Uint8Array.of(0xc3), Uint8Array.of(0xa9)]);
  expect(await read([bytesOf('\ufeffa')])).toEqual(['\ufeffa']);
});

test('the `text` option must be a boolean or paths of byte columns', async () => {
  const bytes = await written(rows, true);
  for (const text of ['name', ['id'], ['nothing'], 1, null]) {
    const error = await errorOf(() => readParquet(bytes, { text } as unknown as ReadParquetOptions));
    expect(error).toMatchObject({ code: 'INVALID_ARGUMENT' });
  }
  const { message, at } = await errorOf(() => readParquet(bytes, { text: ['id'] }));
  expect([message, at.column]).toEqual([expect.stringContaining('`text` must name only BYTE_ARRAY columns'), 'id']);
});

test('with the `text` option, a column is read once to check whether it is text, and once for the rows; the check ends at the first value that is not text', async () => {
  const sink = memorySink();
  const column = defineSchema({ v: 'BYTE_ARRAY' });
  const writer = await createParquetWriter(sink, {
    schema: column,
    codec: 'UNCOMPRESSED',
    columns: { v: { encoding: 'PLAIN' } },
  });
  for (const text of [true, false]) {
    await writer.writeRows(Array.from({ length: 1000 }, () => ({ v: text ? new Uint8Array(1000).fill(65) : binary })));
    await writer.endRowGroup();
  }
  await writer.finish();
  const { bytes } = sink;
  const readBytes = async (options: ReadParquetOptions): Promise<number> => {
    const memory = bytesSource(bytes);
    let sum = 0;
    const read: typeof memory.read = (offset, length, signal) => {
      sum += length;
      return memory.read(offset, length, signal);
    };
    await readParquet({ byteLength: memory.byteLength, read }, options);
    return sum;
  };
  const once = await readBytes({ rowGroups: [0] });
  const twice = await readBytes({ rowGroups: [0], text: true });
  expect((twice - once) / 1_000_000).toBeCloseTo(1, 1);
  // The first row group of this read contains a value that is not text.
  const all = await readBytes({ rowGroups: [1, 0] });
  expect((await readBytes({ rowGroups: [1, 0], text: true })) - all).toBeLessThan(20_000);
});
