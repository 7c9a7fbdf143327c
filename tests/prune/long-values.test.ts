/** Filters a file whose decoded values are far larger than the file, because dictionary entries repeat. */
import { createLimits, memorySink, openParquet, writeParquet } from 'marquetry';
import { expect, test } from 'vitest';

const rowCount = 20_000;
const valueLength = 2 ** 14;

test('a filtered read yields the first matching rows before it reads the rest of the file, and reuses memory', async () => {
  const names = ['a'.repeat(valueLength), 'b'.repeat(valueLength)];
  const sink = memorySink();
  const rows = Array.from({ length: rowCount }, (_, i) => ({ id: i, name: names[i & 1] }));
  await writeParquet(sink, rows, { rowGroupRows: rowCount });
  const file = await openParquet(sink.bytes, { limits: createLimits({ memoryBytes: 2 ** 26 }) });
  const buffers = new Set<ArrayBufferLike>();
  const where = {
    columns: ['name'],
    test: (columns: readonly { readonly values: object }[], count: number, bits: Uint8Array) => {
      const { data } = columns[0]!.values as { readonly data: Uint8Array };
      buffers.add(data.buffer);
      for (let i = 0; i < count; i++)
        if (data[i * valueLength] === 0x62) bits[i >> 3] = (bits[i >> 3] as number) | (1 << (i & 7));
    },
  };
  const ids: unknown[] = [];
  let batches = 0;
  for await (const { id } of file.columnBatches({ columns: ['id'], where })) {
    batches++;
    if (id?.values.layout === 'fixed') ids.push(...(id.values.data as ArrayLike<number | bigint> & Iterable<unknown>));
  }
  expect(batches).toBeGreaterThan(4);
  expect(ids.map(Number)).toEqual(Array.from({ length: rowCount / 2 }, (_, i) => 2 * i + 1));
  // The read decodes 320 MB of text in total. Node 20 frees memory only when it collects garbage, so it may hold more.
  const heldBytes = [...buffers].reduce((sum, { byteLength }) => sum + byteLength, 0);
  if ('transfer' in ArrayBuffer.prototype) expect(heldBytes).toBeLessThan(2 ** 23);
});
