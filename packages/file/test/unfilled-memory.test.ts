import { javascriptKernels } from '@marquetry/bit-io';
import { createBatchMemory, type ReadBatchesOptions, type TypedColumn } from '@marquetry/file';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { unfilledMemory } from '../src/unfilled-memory.js';
import { expectedRows, rowsOf, selectedFile, totalRows } from './selected-file.js';
import { open } from './sources.js';

afterEach(() => vi.unstubAllGlobals());

const names = ['number', 'name', 'text', 'flag', 'ratio', 'id', 'pair', 'lists'];
const all = Array.from({ length: totalRows }, (_, i) => i);

/** Returns memory filled with a byte that shows which bytes have not been overwritten. */
const litter = (byteLength: number): Uint8Array<ArrayBuffer> => new Uint8Array(byteLength).fill(0xaa);

/** Returns the bytes after the used part of each buffer of values, indices or offsets. */
function behindEntries({ values }: TypedColumn): Uint8Array[] {
  const arrays =
    values.layout === 'dictionary'
      ? [values.indices]
      : values.layout === 'bytes'
        ? [values.offsets, values.data]
        : [values.data];
  return arrays.map(({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset + byteLength));
}

describe('reads into memory that is not zero-filled', () => {
  const reads: readonly ReadBatchesOptions[] = [
    {},
    { batchRows: 700 },
    { decodeDictionaries: true },
    { decodeDictionaries: true, spaced: true },
    { spaced: true, batchRows: 300 },
  ];
  test.each(reads)(
    'reads with the options %o return all values, and do not expose bytes that the memory contained before',
    async (options) => {
      const allocateUnfilled = vi.fn(litter);
      const file = await open(await selectedFile({ pageVersion: 2 }), {
        kernels: { ...javascriptKernels, allocateUnfilled },
      });
      const rows: Record<string, string[]> = {};
      const behind = new Set<number>();
      for await (const batch of file.leafBatches(options)) {
        for (const column of batch) {
          const name = column.leaf.path[0] as string;
          rows[name] = [...(rows[name] ?? []), ...rowsOf(column)];
          // A batch of `batchRows` rows may be part of a larger array, so the entries of other batches may follow its
          // entries.
          if (options.batchRows !== undefined) continue;
          for (const bytes of behindEntries(column)) for (const byte of bytes) behind.add(byte);
        }
      }
      expect(allocateUnfilled).toHaveBeenCalled();
      for (const name of names) expect(rows[name]).toEqual(expectedRows(name, all));
      // Kernels that copy whole words may leave bytes of the page after the entries, but not uninitialized memory.
      expect(behind.has(0xaa)).toBe(false);
    },
  );
});

describe('unfilledMemory', () => {
  test.each([0, 1, 1000, 2 ** 16, 2 ** 20 + 1])(
    'unfilledMemory returns %i bytes in a separate buffer',
    (byteLength) => {
      const bytes = unfilledMemory(byteLength);
      expect(bytes.constructor).toBe(Uint8Array);
      expect([bytes.length, bytes.byteOffset, bytes.buffer.byteLength]).toEqual([byteLength, 0, byteLength]);
    },
  );

  test('unfilledMemory returns zeros if the engine does not have Buffer', () => {
    vi.stubGlobal('Buffer', undefined);
    expect(unfilledMemory(2 ** 17).every((byte) => byte === 0)).toBe(true);
  });

  test('unfilledMemory throws LIMIT if the engine cannot allocate the memory', () => {
    expect(() => unfilledMemory(2 ** 53 - 1)).toThrow(/the engine cannot allocate/);
  });
});

test('recycled memory is filled with zeros only for `allocate`, not for `allocateUnfilled`', () => {
  const memory = createBatchMemory();
  const give = (data: Uint8Array): void => {
    const values = { layout: 'fixed', type: 7, length: 1, width: data.length, data } as const;
    memory.recycle([{ values, nulls: { kind: 'none', nullCount: 0 } } as unknown as TypedColumn]);
  };
  const first = memory.allocateUnfilled(8192).fill(0xaa) as Uint8Array<ArrayBuffer>;
  give(first);
  const second = memory.allocateUnfilled(8000) as Uint8Array<ArrayBuffer>;
  expect([second.buffer === first.buffer, second.every((byte) => byte === 0xaa)]).toEqual([true, true]);
  give(second);
  const third = memory.allocate(8000);
  expect([third.buffer === first.buffer, third.every((byte) => byte === 0)]).toEqual([true, true]);
});
