import { createCodecRegistry, PhysicalType } from '@marquetry/core';
import { memorySink } from '@marquetry/file';
import { createFileWriter } from '@marquetry/file/write';
import { createSchema } from '@marquetry/schema';
import { standardEncodings } from '@marquetry/test-support/standard.js';
import { slotsOf } from '@marquetry/test-support/values.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { manyColumns, SmallArrays } from '../src/small-arrays.js';
import { open } from './sources.js';

describe('SmallArrays', () => {
  test('arrays in a shared buffer start at multiples of 8 bytes and do not overlap', () => {
    const small = new SmallArrays();
    const arrays = [5, 8, 0, 13].map((byteLength) => small.take(byteLength)!);
    expect(arrays.map(({ byteOffset, length }) => [byteOffset, length])).toEqual([
      [0, 5],
      [8, 8],
      [16, 0],
      [16, 13],
    ]);
    expect(new Set(arrays.map(({ buffer }) => buffer)).size).toBe(1);
  });

  test('an array that does not fit in the rest of a buffer starts a new buffer', () => {
    const small = new SmallArrays();
    const arrays = Array.from({ length: 9 }, () => small.take(2 ** 14)!);
    expect(arrays.map(({ buffer }) => buffer === arrays[0]!.buffer)).toEqual([...Array(8).fill(true), false]);
    expect(arrays[8]!.byteOffset).toBe(0);
  });

  test('an array of more than 16 KiB does not share a buffer', () => {
    expect(new SmallArrays().take(2 ** 14 + 1)).toBeUndefined();
  });
});

describe('reads of many columns', () => {
  const rows = 100;
  const names = Array.from({ length: manyColumns }, (_, i) => `c${i}`);
  /** The value of a column in a row; null in every third row of a column with an odd number. */
  const slotOf = (column: number, row: number): string | null =>
    column % 2 === 1 && row % 3 === 0 ? null : `${column}-${row}`;
  let bytes: Uint8Array;

  beforeAll(async () => {
    const schema = createSchema([
      { name: 'root', numChildren: names.length },
      ...names.map((name) => ({ name, type: PhysicalType.BYTE_ARRAY, repetitionType: 1 })),
    ]);
    const sink = memorySink();
    const writer = createFileWriter(sink, { schema, encodings: standardEncodings, codecs: createCodecRegistry() });
    const text = new TextEncoder();
    const columns = names.map((name, column) => {
      const slots = Array.from({ length: rows }, (_row, row) => slotOf(column, row));
      const present = slots.flatMap((slot) => (slot === null ? [] : [text.encode(slot)]));
      const offsets = new Int32Array(present.length + 1);
      for (const [i, value] of present.entries()) offsets[i + 1] = offsets[i]! + value.length;
      const data = Uint8Array.from(present.flatMap((value) => [...value]));
      const bits = new Uint8Array(Math.ceil(rows / 8));
      for (const [row, slot] of slots.entries()) if (slot !== null) bits[row >> 3]! |= 1 << (row & 7);
      const nullCount = rows - present.length;
      const nulls = nullCount === 0 ? { kind: 'none', nullCount } : { kind: 'bitmap', bits, nullCount };
      const values = { layout: 'bytes', type: PhysicalType.BYTE_ARRAY, length: present.length, offsets, data };
      return [name, { values, nulls, slotCount: rows, rowCount: rows, spaced: false }] as const;
    });
    await writer.writeRowGroup(Object.fromEntries(columns) as never);
    await writer.finish();
    bytes = sink.bytes;
  });

  const readAll = async (columns: readonly string[], spaced: boolean) => {
    const file = await open(bytes);
    const found: Record<string, unknown[]> = {};
    const buffers = new Set<ArrayBufferLike>();
    for await (const batch of file.columnBatches({ columns, spaced, batchRows: 40, decodeDictionaries: true })) {
      for (const [name, column] of Object.entries(batch)) {
        found[name] = [...(found[name] ?? []), ...slotsOf(column, 1)];
        if (column.values.layout === 'bytes') buffers.add(column.values.data.buffer);
      }
    }
    return { found, buffers: buffers.size };
  };
  const expected = (columns: readonly string[]) =>
    Object.fromEntries(
      columns.map((name) => {
        const column = Number(name.slice(1));
        return [name, Array.from({ length: rows }, (_, row) => slotOf(column, row))];
      }),
    );

  test.each([false, true])('the values are those of the file (spaced: %s)', async (spaced) => {
    const { found, buffers } = await readAll(names, spaced);
    expect(found).toEqual(expected(names));
    expect(buffers).toBeLessThan(names.length);
  });

  test('with fewer columns, each array has its own buffer', async () => {
    const few = names.slice(1);
    const { found, buffers } = await readAll(few, false);
    expect(found).toEqual(expected(few));
    expect(buffers).toBe(3 * few.length);
  });
});
