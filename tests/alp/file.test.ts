/**
 * Reads and writes ALP in pages and files. ALP must be in the registry, and a writer uses it only for columns whose
 * options name it.
 */
import { alp } from '@marquetry/alp';
import { CodecId, EncodingId, PhysicalType } from '@marquetry/core';
import { openPage, readPageFrame } from '@marquetry/page';
import { errorOf } from '@marquetry/test-support/errors.js';
import { hex } from '@marquetry/test-support/hex.js';
import { buildDataPage } from '@marquetry/test-support/pages.js';
import { columnOf } from '@marquetry/test-support/values.js';
import { createParquetWriter, defineSchema, memorySink, openParquet } from 'marquetry';
import { standardEncodings } from 'marquetry/plug-ins';
import { describe, expect, test } from 'vitest';
import vectors from '../../packages/alp/vectors/vectors.json';
import { createKinds } from './kinds.js';

const withAlp = standardEncodings.with(alp);
const rows = 50_000;
const kinds = createKinds(3);
function doubles(kind: keyof typeof kinds): Float64Array {
  const words = new Int32Array(2 * rows);
  const array = new Float64Array(words.buffer);
  kinds[kind](array, words, rows);
  return array;
}
const wordsOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView): Int32Array =>
  new Int32Array(buffer, byteOffset, byteLength >> 2);

describe.each(vectors.pages)('$name', ({ type, fields, values }) => {
  test.each([1, 2] as const)('an ALP-encoded v%i page is decoded to the expected bits', (pageVersion) => {
    const column = columnOf(type === 'FLOAT' ? PhysicalType.FLOAT : PhysicalType.DOUBLE);
    const encoded = hex(fields.map(([text]) => text).join(''));
    const page = buildDataPage({
      column,
      encoding: EncodingId.ALP,
      values: {
        layout: 'fixed',
        type: PhysicalType.DOUBLE,
        length: values.length,
        width: 8,
        data: new Float64Array(values.length),
      },
      encoded,
      version: pageVersion,
    });
    const { header, body } = readPageFrame(page, 0);
    const read = openPage({ header, body, column, encodings: withAlp }).values().read(values.length);
    if (read.layout !== 'fixed') throw new Error(read.layout);
    const { data } = read;
    const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
    const bits = values.map((_, i) =>
      column.width === 4 ? view.getUint32(4 * i, true) : view.getBigUint64(8 * i, true),
    );
    expect(bits.map((value) => value.toString(16).padStart(2 * column.width, '0'))).toEqual(values);
  });
});

describe.each([
  ['v1, no codec', 1, CodecId.UNCOMPRESSED],
  ['v2, SNAPPY', 2, CodecId.SNAPPY],
] as const)('a file with ALP columns (%s)', (_, pageVersion, codec) => {
  const price = doubles('prices');
  const special = doubles('special values');
  const small = Float32Array.from(price);
  const gaps = Array.from(price, (value, i) => (i % 7 === 0 ? null : value));

  async function write(): Promise<Uint8Array> {
    const sink = memorySink();
    const writer = await createParquetWriter(sink, {
      schema: defineSchema({
        price: 'DOUBLE',
        special: 'DOUBLE',
        small: 'FLOAT',
        gaps: { type: 'DOUBLE', optional: true },
      }),
      encodings: withAlp,
      encoding: EncodingId.ALP,
      pageVersion,
      codec,
      columns: { special: { encoderOptions: { vectorSize: 64 } } },
    });
    await writer.write({ price, special, small, gaps });
    await writer.finish();
    return sink.bytes;
  }

  test('an ALP column is read back bit for bit, with its nulls', async () => {
    const file = await openParquet(await write(), { encodings: withAlp });
    const chunks = file.metadata.rowGroups[0]?.columns ?? [];
    expect(chunks.map(({ metaData }) => metaData?.encodings.includes(EncodingId.ALP))).toEqual([
      true,
      true,
      true,
      true,
    ]);
    let done = 0;
    for await (const batch of file.columnBatches({ decodeDictionaries: true, batchRows: 3001 })) {
      for (const [name, expected] of Object.entries({ price, special, small })) {
        const values = batch[name]?.values;
        if (values?.layout !== 'fixed') throw new Error(name);
        expect(wordsOf(values.data)).toEqual(wordsOf(expected.subarray(done, done + values.length)));
      }
      const values = batch['gaps']?.values;
      if (values?.layout !== 'fixed') throw new Error('gaps');
      const length = batch['price']?.values.length ?? 0;
      expect([...values.data]).toEqual(gaps.slice(done, done + length).filter((value) => value !== null));
      done += length;
    }
    expect(done).toBe(rows);
  });

  test('any range of rows of an ALP column can be read without the other rows', async () => {
    const file = await openParquet(await write(), { encodings: withAlp });
    for (const [offset, limit] of [
      [0, 1],
      [1023, 3],
      [19_999, 2],
      [30_001, 7777],
      [49_999, 1],
    ] as const) {
      const read: number[] = [];
      for await (const { price: column } of file.columnBatches({
        columns: ['price'],
        decodeDictionaries: true,
        offset,
        limit,
      })) {
        if (column?.values.layout === 'fixed') for (const value of column.values.data) read.push(Number(value));
      }
      expect(read).toEqual([...price.subarray(offset, offset + limit)]);
    }
  });

  test('reading a file without ALP in the registry throws an error that names the package to install', async () => {
    const file = await openParquet(await write());
    const error = await errorOf(async () => {
      for await (const batch of file.columnBatches({ decodeDictionaries: true })) expect(batch).toBeDefined();
    });
    expect(error.code).toBe('UNSUPPORTED');
    expect(error.message).toContain('@marquetry/alp');
  });
});

test('a writer never uses ALP unless an option names it, even if ALP would be the smallest encoding', async () => {
  const sink = memorySink();
  const schema = defineSchema({ price: 'DOUBLE', small: 'FLOAT' });
  const writer = await createParquetWriter(sink, { schema, encodings: withAlp, dictionary: false });
  const price = doubles('prices');
  await writer.write({ price, small: Float32Array.from(price) });
  await writer.finish();
  const file = await openParquet(sink.bytes);
  const used = file.metadata.rowGroups.flatMap(({ columns }) => columns.flatMap(({ metaData }) => metaData?.encodings));
  expect(used).not.toContain(EncodingId.ALP);
  expect(used.length).toBeGreaterThan(0);
});

test('standardEncodings does not include ALP', () => {
  expect(standardEncodings.find(EncodingId.ALP)).toBeUndefined();
});
