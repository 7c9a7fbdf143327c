/**
 * Reads one path of a shredded VARIANT column, by the names of its storage columns. No other bytes of the VARIANT are read.
 */
import { shredded } from '@marquetry/variant';
import { type ByteSource, defineSchema, memorySink, openParquet, writeParquet } from 'marquetry';
import { beforeAll, describe, expect, test } from 'vitest';

const rowCount = 4000;
const path = 'event.typed_value.user.typed_value.id.typed_value';
let bytes: Uint8Array;
let read = 0;
/** Counts the bytes of chunks that are read; the footer starts at `end`. */
let end = Number.POSITIVE_INFINITY;

const source = (): ByteSource => ({
  byteLength: bytes.length,
  gap: 0,
  read: async (offset, length) => {
    if (offset < end) read += Math.min(length, end - offset);
    return bytes.slice(offset, offset + length);
  },
});

beforeAll(async () => {
  const schema = defineSchema({
    event: shredded({ fields: { user: { fields: { id: 'INT64', name: 'STRING' } }, text: 'STRING' } }),
  });
  const rows = Array.from({ length: rowCount }, (_, i) => ({
    event: {
      user: { id: BigInt(i), name: `name ${i}` },
      text: `text ${i} `.repeat(30),
      more: { [`field ${i % 50}`]: `value ${i}`.repeat(20) },
    },
  }));
  const sink = memorySink();
  await writeParquet(sink, rows, { schema, rowGroupRows: 1000, codec: 'UNCOMPRESSED' });
  bytes = sink.bytes;
  end = (await openParquet(bytes)).footer.offset;
});

describe('a path of a shredded column', () => {
  test('is read from less than 5 % of the bytes of the column', async () => {
    const file = await openParquet(source());
    read = 0;
    let sum = 0n;
    for await (const column of file.columnBatches({ columns: [path] })) {
      const values = column[path]?.values;
      if (values?.layout === 'fixed' && values.data instanceof BigInt64Array) for (const id of values.data) sum += id;
    }
    expect(sum).toBe(BigInt((rowCount * (rowCount - 1)) / 2));
    expect(read / end).toBeLessThan(0.05);
    const projected = read;
    read = 0;
    for await (const _ of file.columnBatches({ columns: ['event'] }));
    expect(read).toBeGreaterThan(20 * projected);
  });

  test('skips row groups by its statistics', async () => {
    const file = await openParquet(source());
    const found: unknown[] = [];
    read = 0;
    for await (const { event } of file.rows({ where: { [path]: { ge: 3998 } } }))
      found.push((event as { user: object }).user);
    expect(found).toEqual([
      { id: 3998n, name: 'name 3998' },
      { id: 3999n, name: 'name 3999' },
    ]);
    expect(read / end).toBeLessThan(0.3);
  });
});
