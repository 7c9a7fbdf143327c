/**
 * Tests how a file writer uses a ParallelWriter: how many bytes it sends in advance, and how it handles results that
 * arrive out of order.
 */
import { type ChunkWriter, createChunkWriter } from '@marquetry/column-writer';
import { createLimits, EncodingId, PhysicalType, type Values } from '@marquetry/core';
import {
  type ColumnInput,
  type FileWriterOptions,
  memorySink,
  type ParallelChunks,
  type ParallelWriter,
} from '@marquetry/file';
import { createFileWriter } from '@marquetry/file/write';
import { defineSchema, type LeafNode } from '@marquetry/schema';
import { snappy, standardEncodings } from '@marquetry/test-support/standard.js';
import { describe, expect, test } from 'vitest';
import { createComingBytes } from '../../src/write/coming-bytes.js';
import type { ColumnPlan } from '../../src/write/options.js';

const schema = defineSchema({ id: 'INT64', value: 'DOUBLE', small: 'INT32' });

function columns(rows: number): Record<string, ColumnInput> {
  return {
    id: BigInt64Array.from({ length: rows }, (_, i) => BigInt(i) ** 3n),
    value: Float64Array.from({ length: rows }, (_, i) => Math.sin(i)),
    small: Int32Array.from({ length: rows }, (_, i) => i % 100),
  };
}

interface Watched extends ParallelWriter {
  /** The largest total size of the requests that were pending at the same time, in bytes. */
  most: number;
  /** Number of pending requests. */
  open: number;
  closed: boolean;
}

/** Returns a ParallelWriter that encodes in this thread, but with a delay, and the chunks in reverse order. */
function watched(): Watched {
  let bytes = 0;
  let waiting: (() => void)[] = [];
  const later = <T>(size: number, action: () => T): Promise<T> =>
    new Promise((resolve, reject) => {
      bytes += size;
      self.open++;
      self.most = Math.max(self.most, bytes);
      if (waiting.length === 0) setTimeout(run, 5);
      waiting.unshift(() => {
        bytes -= size;
        self.open--;
        try {
          resolve(action());
        } catch (error) {
          reject(error);
        }
      });
    });
  const run = (): void => {
    const ready = waiting;
    waiting = [];
    for (const action of ready) action();
  };
  const openChunks = (): ParallelChunks => ({
    open: (options) => {
      let chunk: ChunkWriter | undefined;
      // Requests for the same chunk keep their order.
      let last: Promise<unknown> = Promise.resolve();
      const inOrder = <T>(size: number, action: (writer: ChunkWriter) => T): Promise<T> => {
        const before = last;
        const result = later(size, () => undefined).then(async () => {
          await before;
          chunk ??= createChunkWriter(options);
          return action(chunk);
        });
        last = result.catch(() => undefined);
        return result;
      };
      return {
        write: (batch) => {
          const copy = structuredClone(batch);
          return inOrder(8 * batch.slotCount, (writer) => {
            writer.write(copy);
            return writer.bufferedBytes;
          });
        },
        finish: () => inOrder(0, (writer) => writer.finish()),
      };
    },
    close: () => {
      self.closed = true;
    },
  });
  const self: Watched = { most: 0, open: 0, closed: false, openChunks };
  return self;
}

async function bytesOf(write: number[], options: Partial<FileWriterOptions>): Promise<Uint8Array> {
  const sink = memorySink();
  const writer = createFileWriter(sink, { schema, encodings: standardEncodings, ...options });
  for (const rows of write) await writer.write(columns(rows));
  await writer.finish();
  return sink.bytes;
}

test.each([
  ['row groups limited by rows', { rowGroupRows: 7000 }],
  ['row groups limited by bytes', { rowGroupBytes: 100_000, pageRows: 1000 }],
  ['one row group', {}],
])('with %s, results that arrive late and out of order do not change the file', async (_, options) => {
  const parallel = watched();
  const batches = [100, 20_000, 5000, 3];
  expect(await bytesOf(batches, { ...options, parallel })).toEqual(await bytesOf(batches, options));
  expect([parallel.open, parallel.closed]).toEqual([0, true]);
});

test('a call of write resolves when its rows have been sent, before they are encoded', async () => {
  const parallel = watched();
  const writer = createFileWriter(memorySink(), { schema, encodings: standardEncodings, parallel });
  await writer.write(columns(1000));
  expect(parallel.open).toBeGreaterThan(0);
  await writer.finish();
});

test('rows sent to workers use at most an eighth of limits.memoryBytes plus one message', async () => {
  const parallel = watched();
  await bytesOf([300_000], { parallel, limits: createLimits({ memoryBytes: 2 ** 22 }) });
  const portion = 8 * 2 ** 17;
  expect(parallel.most).toBeLessThanOrEqual(2 ** 19 + portion);
  expect(parallel.most).toBeGreaterThan(2 ** 19);
});

describe('the upper bound for the encoded size of a batch', () => {
  const rows = 1500;
  const text = (make: (i: number) => string): Values => {
    const bytes = Array.from({ length: rows }, (_, i) => new TextEncoder().encode(make(i)));
    const offsets = new Int32Array(rows + 1);
    for (const [i, { length }] of bytes.entries()) offsets[i + 1] = (offsets[i] as number) + length;
    const data = Uint8Array.from(bytes.flatMap((value) => [...value]));
    return { layout: 'bytes', type: PhysicalType.BYTE_ARRAY, length: rows, offsets, data };
  };
  const fixed = (data: Int32Array | BigInt64Array, type: 1 | 2): Values =>
    ({ layout: 'fixed', type, length: rows, width: type === 1 ? 4 : 8, data }) as Values;
  const random = (i: number): number => Math.imul(i + 1, 0x9e3779b1);
  const contents: readonly (readonly [string, 'INT32' | 'INT64' | 'STRING', Values, readonly number[]])[] = [
    [
      'random words',
      'INT32',
      fixed(
        Int32Array.from({ length: rows }, (_, i) => random(i)),
        1,
      ),
      [0, 5, 8, 9],
    ],
    ['equal words', 'INT32', fixed(new Int32Array(rows), 1), [0, 5, 8, 9]],
    [
      'random double words',
      'INT64',
      fixed(
        BigInt64Array.from({ length: rows }, (_, i) => BigInt(random(i)) * 0x1_0000_0001n),
        2,
      ),
      [0, 5, 8, 9],
    ],
    ['empty texts', 'STRING', text(() => ''), [0, 6, 7, 8]],
    ['short and long texts', 'STRING', text((i) => (i % 2 === 0 ? '' : 'x'.repeat(random(i) & 63))), [0, 6, 7, 8]],
  ];
  const shapes = [
    {},
    { pageRows: 1 },
    { pageRows: 700, pageIndex: false, pageVersion: 2 as const },
    { pageBytes: 100 },
    { bloomFilter: true, codec: snappy },
    { dictionary: { maxBytes: 300 } },
  ];
  test.each(contents)('the upper bound for the encoded size of a batch holds for %s', (_, type, values, ids) => {
    for (const encoding of [undefined, ...ids]) {
      for (const shape of shapes) {
        const [leaf] = defineSchema({ a: { type, optional: true } }).leaves as [LeafNode];
        const options = { leaf, encodings: standardEncodings, encoding, ...shape };
        const coming = createComingBytes({ leaf, options } as unknown as ColumnPlan);
        const writer = createChunkWriter(options);
        const nulls = { kind: 'none', nullCount: 0 } as const;
        for (let i = 0; i < 3; i++) {
          const batch = { values, nulls, slotCount: rows, rowCount: rows };
          const encoded = coming.add(batch);
          const most = writer.bufferedBytes + coming.bytes;
          writer.write(batch);
          encoded();
          expect(writer.bufferedBytes).toBeLessThanOrEqual(most);
          expect(coming.bytes).toBe(0);
          if (i > 0) expect(most).toBeLessThan(Number.POSITIVE_INFINITY);
        }
      }
    }
  });

  test('the upper bound for the encoded size of a batch is Infinity for encodings and codecs that the format does not define', () => {
    const [leaf] = schema.leaves as [LeafNode];
    const batch = {
      values: fixed(new BigInt64Array(rows), 2),
      nulls: { kind: 'none', nullCount: 0 },
      slotCount: rows,
      rowCount: rows,
    } as const;
    for (const own of [
      { encoding: 200 },
      { codec: { ...snappy, id: 200 } },
      { encoderOptions: { blockSize: 2 ** 20 } },
    ]) {
      const coming = createComingBytes({
        leaf,
        options: { encoding: EncodingId.PLAIN, ...own },
      } as unknown as ColumnPlan);
      coming.add(batch);
      expect(coming.bytes).toBe(Number.POSITIVE_INFINITY);
    }
  });
});
