import { EncodingId, PhysicalType } from '@marquetry/core';
import { blobSource, bytesSource, isByteSource, openSource } from '@marquetry/file';
import { errorOf } from '@marquetry/test-support/errors.js';
import { buildFlatFile } from '@marquetry/test-support/files.js';
import { buildDataPage } from '@marquetry/test-support/pages.js';
import { columnOf, plainOf, valuesOf } from '@marquetry/test-support/values.js';
import { describe, expect, test } from 'vitest';
import { collect, open, slotsOfColumn } from './sources.js';

const column = columnOf(PhysicalType.INT64);
const items = [1n, -2n, 2n ** 63n - 1n];
const bytes = buildFlatFile(column, [
  buildDataPage({ column, encoding: EncodingId.PLAIN, values: valuesOf(column, items) }),
]);

describe('sources in memory', () => {
  test.each([
    ['a Uint8Array', bytes],
    ['an ArrayBuffer', bytes.buffer],
    ['a Blob', new Blob([bytes])],
    ['a File', new File([bytes], 'f.parquet')],
    ['a source', bytesSource(bytes)],
    [
      'an object with the members of a source',
      {
        byteLength: bytes.length,
        read: async (offset: number, length: number) => bytes.slice(offset, offset + length),
      },
    ],
  ])('openSource reads %s', async (_, input) => {
    const source = await openSource(input);
    expect(source.byteLength).toBe(bytes.length);
    expect([...(await source.read(0, 4))]).toEqual([0x50, 0x41, 0x52, 0x31]);
    expect(await slotsOfColumn(await open(source))).toEqual(items);
  });

  test.each([0, 1, 2, 3, 4, 5, 6, 7])(
    'openSource reads a Node Buffer that starts at byte %i of a larger ArrayBuffer, and a source that returns Buffers',
    async (shift) => {
      const pool = Buffer.alloc(bytes.length + 32, 0xee);
      pool.set(bytes, shift);
      const buffer = pool.subarray(shift, shift + bytes.length);
      const giving = {
        byteLength: bytes.length,
        read: async (offset: number, length: number) => buffer.subarray(offset, offset + length),
      };
      for (const source of [await openSource(buffer), giving]) {
        const file = await open(source);
        expect(await slotsOfColumn(file)).toEqual(items);
        for (const { data } of await collect(file.openPages({ rowGroup: 0, column: 'c' }))) {
          expect(plainOf(data!.page.values().read(3))).toEqual(items);
        }
      }
    },
  );

  test.each([undefined, null, 5, {}, [1, 2], { byteLength: 5 }])('openSource rejects %j', async (input) => {
    expect(isByteSource(input)).toBe(false);
    const error = await errorOf(() => openSource(input as never));
    expect(error.code).toBe('INVALID_ARGUMENT');
  });

  test('a read from memory rejects with the reason of an aborted signal', async () => {
    const reason = new Error('enough');
    for (const source of [bytesSource(bytes), blobSource(new Blob([bytes]))]) {
      await expect(source.read(0, 4, AbortSignal.abort(reason))).rejects.toBe(reason);
    }
  });

  test('a read from a Blob, or from a source that ignores signals and never settles, rejects when its signal aborts', async () => {
    const reason = new Error('enough');
    const never = new Promise<never>(() => {});
    class EndlessBlob extends Blob {
      override slice(): Blob {
        return Object.assign(new Blob(), { arrayBuffer: () => never });
      }
    }
    const reads: ((signal: AbortSignal) => Promise<unknown>)[] = [
      (signal) => blobSource(new EndlessBlob([bytes])).read(0, 4, signal),
      (signal) => open({ byteLength: bytes.length, read: () => never }, { signal }),
    ];
    for (const read of reads) {
      const controller = new AbortController();
      const reading = read(controller.signal);
      controller.abort(reason);
      await expect(reading).rejects.toBe(reason);
    }
  });
});
