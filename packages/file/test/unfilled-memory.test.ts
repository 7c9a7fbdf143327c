import { javascriptKernels } from '@marquetry/bit-io';
import { createBatchMemory, type ReadBatchesOptions, type TypedColumn } from '@marquetry/file';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { unfilledMemory } from '../src/unfilled-memory.js';
import { expectedRows, rowsOf, selectedFile, totalRows } from './selected-file.js';
import { open } from './sources.js';

afterEach(() => vi.unstubAllGlobals());

const names = ['number', 'name', 'text', 'flag', 'ratio', 'id', 'pair', 'lists'];
const all = Array.from({ length: totalRows }, (_, i) => i);

/** Memory that shows where it was not written. */
const litter = (byteLength: number): Uint8Array<ArrayBuffer> => new Uint8Array(byteLength).fill(0xaa);

/** Bytes of values, indices and offsets behind the entries. */
function behindEntries({ values }: TypedColumn): Uint8Array[] {
  const arrays =
    values.layout === 'dictionary'
      ? [values.indices]
      : values.layout === 'bytes'
        ? [values.offsets, values.data]
        : [values.data];
  return arrays.map(({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset + byteLength));
}

describe('reads into memory of any content', () => {
  const reads: readonly ReadBatchesOptions[] = [
    {},
    { batchRows: 700 },
    { decodeDictionaries: true },
    { decodeDictionaries: true, spaced: true },
    { spaced: true, batchRows: 300 },
  ];
  test.each(reads)('with %o give all values, and nothing else of that memory', async (options) => {
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
        // Of a part of a piece, what follows are other entries of it.
        if (options.batchRows !== undefined) continue;
        for (const bytes of behindEntries(column)) for (const byte of bytes) behind.add(byte);
      }
    }
    expect(allocateUnfilled).toHaveBeenCalled();
    for (const name of names) expect(rows[name]).toEqual(expectedRows(name, all));
    // Copies in whole words leave some bytes of the page there.
    expect(behind.has(0xaa)).toBe(false);
  });
});

describe('unfilledMemory', () => {
  test.each([0, 1, 1000, 2 ** 16, 2 ** 20 + 1])('gives %i bytes of a buffer of their own', (byteLength) => {
    const bytes = unfilledMemory(byteLength);
    expect(bytes.constructor).toBe(Uint8Array);
    expect([bytes.length, bytes.byteOffset, bytes.buffer.byteLength]).toEqual([byteLength, 0, byteLength]);
  });

  test('gives zeros where the engine has no Buffer', () => {
    vi.stubGlobal('Buffer', undefined);
    expect(unfilledMemory(2 ** 17).every((byte) => byte === 0)).toBe(true);
  });

  test('refuses what the engine has no memory for', () => {
    expect(() => unfilledMemory(2 ** 53 - 1)).toThrow(/exceed the memory of the engine/);
  });
});

test('memory of batches is used again as it is where any content will do, and zero-filled elsewhere', () => {
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
