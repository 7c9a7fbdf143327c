/**
 * Tests that writing a table with truncated, moved or random buffers throws a ParquetError, or creates a file that can
 * be read.
 */
import { isParquetError } from '@marquetry/core';
import { bytesSource, memorySink, openFile } from '@marquetry/file';
import { createFileWriter } from '@marquetry/file/write';
import { fullOr } from '@marquetry/test-support/full.js';
import { standardEncodings } from '@marquetry/test-support/standard.js';
import { type Data, Table, type Vector, vectorFromArray } from 'apache-arrow';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { schemaFromArrow, toArrow, writeArrow } from '../src/index.js';
import { kind } from './vectors.js';

type Mutable = { -readonly [K in keyof Data]: Data[K] };

/** Returns all `Data` objects of a vector, including its children and dictionaries. */
function dataOf(data: readonly Data[]): Mutable[] {
  return data.flatMap((one) => [one, ...dataOf(one.children), ...dataOf(one.dictionary?.data ?? [])]);
}

const breaks: readonly ((data: Mutable, n: number) => void)[] = [
  (data, n) => {
    data.values = data.values?.subarray?.(n % 7);
  },
  (data) => {
    data.values = undefined;
  },
  (data, n) => {
    data.values?.fill?.(typeof data.values[0] === 'bigint' ? BigInt(n) : n);
  },
  (data, n) => {
    data.values = data.values && new Uint8Array(data.values.buffer, data.values.byteOffset + (n % 3));
  },
  (data, n) => {
    data.valueOffsets = data.valueOffsets?.subarray(n % 5);
  },
  (data, n) => {
    const { valueOffsets } = data;
    if (valueOffsets?.length > 0)
      valueOffsets[n % valueOffsets.length] = typeof valueOffsets[0] === 'bigint' ? -BigInt(n) : n * 7 - 9;
  },
  (data) => {
    data.valueOffsets = undefined;
  },
  (data, n) => {
    data.nullBitmap = new Uint8Array(n % 3);
  },
  (data, n) => {
    (data as { length: number }).length += n;
  },
  (data, n) => {
    (data as { offset: number }).offset += n;
  },
  (data) => {
    (data as { children: Data[] }).children = [];
  },
  (data) => {
    delete (data as { dictionary?: Vector }).dictionary;
  },
];

test('writing a table with corrupt buffers throws a ParquetError or creates a readable file', async () => {
  const column = kind(2).chain(({ type, entry }) =>
    fc
      .array(fc.option(entry, { freq: 4 }), { minLength: 1, maxLength: 20 })
      .map((items) => vectorFromArray(items, type) as Vector),
  );
  let refused = 0;
  await fc.assert(
    fc.asyncProperty(column, fc.nat(), fc.nat(40), fc.nat(breaks.length - 1), async (vector, place, n, which) => {
      const table = new Table({ c: vector });
      const schema = schemaFromArrow(table.schema);
      const all = dataOf(table.batches.flatMap(({ data }) => data.children));
      breaks[which]?.(all[place % all.length] as Mutable, n);
      const sink = memorySink();
      const writer = createFileWriter(sink, { schema, encodings: standardEncodings });
      try {
        await writeArrow(writer, table);
        await writer.finish();
      } catch (error) {
        if (!isParquetError(error)) throw error;
        refused++;
        return;
      }
      const written = await toArrow(await openFile(bytesSource(sink.bytes), { encodings: standardEncodings }));
      expect(written.numRows).toBe(table.numRows);
    }),
    { numRuns: fullOr(30_000, 200) },
  );
  expect(refused).toBeGreaterThan(10);
}, 300_000);
