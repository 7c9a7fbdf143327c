/**
 * Reads one path into a shredded VARIANT column, without reading other bytes of the VARIANT. A path names fields of the
 * values, or storage columns of the schema.
 */
import { shredded } from '@marquetry/variant';
import { type ByteSource, defineSchema, memorySink, openParquet, writeParquet } from 'marquetry';
import { beforeAll, describe, expect, test } from 'vitest';

const rowCount = 4000;
const path = 'event.typed_value.user.typed_value.id.typed_value';
let bytes: Uint8Array;
let read = 0;
/** The offset of the footer. Only reads before it are counted. */
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

describe('reading a path of a shredded VARIANT column', () => {
  test('reading a VARIANT path reads less than 5 % of the bytes of the column', async () => {
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

  test('reading the path of a shredded field reads less than 5 % of the bytes, although `value` stores other fields', async () => {
    const file = await openParquet(source());
    read = 0;
    const ids: unknown[] = [];
    for await (const row of file.rows({ columns: ['event.user.id'] })) ids.push(row['event.user.id']);
    expect(ids).toEqual(Array.from({ length: rowCount }, (_, i) => BigInt(i)));
    expect(read).toBeGreaterThan(0);
    expect(read / end).toBeLessThan(0.05);
    read = 0;
    for await (const _ of file.rows({ columns: ['event'] }));
    expect(read / end).toBeGreaterThan(0.9);
    read = 0;
    for await (const _ of file.rows({ columns: ['event.user.id'], paranoid: true }));
    expect(read / end).toBeGreaterThan(0.3);
  });

  test('a VARIANT path is read from `value` in rows that are not shredded', async () => {
    const file = await openParquet(source());
    const found: unknown[] = [];
    const column = 'event.more.field 7';
    for await (const row of file.rows({ columns: [column], offset: 7, limit: 2 })) found.push(row);
    expect(found).toEqual([{ [column]: 'value 7'.repeat(20) }, { [column]: null }]);
  });

  test('given a VARIANT path, columnBatches returns its storage columns, and nestedBatches returns a VARIANT column', async () => {
    const file = await openParquet(bytes);
    const columns = ['event.user.id'];
    for await (const batch of file.columnBatches({ columns, limit: 1 })) expect(Object.keys(batch)).toContain(path);
    for await (const { columns: nested } of file.nestedBatches({ columns, limit: 1 })) {
      expect(nested.map(({ kind, field }) => [kind, field.name])).toEqual([['variant', 'event.user.id']]);
    }
    const readFirst = async (...columns: string[]): Promise<unknown> => file.rows({ columns }).next();
    await expect(readFirst('other.user')).rejects.toThrow('there is no column other.user');
    await expect(readFirst('event.user.id', 'event.value')).rejects.toThrow(
      '`columns` must not name both storage columns of the VARIANT event and paths into it',
    );
  });

  test("reading a VARIANT path uses the path's statistics to skip row groups", async () => {
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

  test('a predicate on a VARIANT path skips row groups if all values of the path are shredded', async () => {
    const file = await openParquet(source());
    const where = { 'event.user.id': { ge: 3998 } };
    read = 0;
    const found: unknown[] = [];
    for await (const row of file.rows({ columns: ['event.user.name'], where })) found.push(row['event.user.name']);
    expect(found).toEqual(['name 3998', 'name 3999']);
    expect(read / end).toBeLessThan(0.05);
    const { rowGroups, skipped } = await file.plan({ where });
    expect(rowGroups.map(({ rowGroup }) => rowGroup)).toEqual([3]);
    expect(skipped.map(({ by, column, rowGroup, why }) => [rowGroup, by, column, why])).toEqual([
      [0, 'statistics', path, 'max 999 < 3998'],
      [1, 'statistics', path, 'max 1999 < 3998'],
      [2, 'statistics', path, 'max 2999 < 3998'],
    ]);
    expect(await file.count({ where: { not: where } })).toBe(3998);
  });

  test('a predicate on a VARIANT path skips only row groups in which no value of the path is stored in `value`', async () => {
    const schema = defineSchema({ event: shredded({ fields: { id: 'INT64' } }) });
    const sink = memorySink();
    const ids = [1n, 2n, 'text', 3n, 5n, 6n, 7, 8n];
    await writeParquet(
      sink,
      ids.map((id) => ({ event: { id } })),
      { schema, rowGroupRows: 2 },
    );
    const file = await openParquet(sink.bytes);
    const where = { 'event.id': { gt: 6 } };
    const found: unknown[] = [];
    for await (const row of file.rows({ columns: ['event.id'], where })) found.push(row['event.id']);
    expect(found).toEqual([7, 8n]);
    const { rowGroups, skipped } = await file.plan({ where });
    expect(skipped.map(({ rowGroup }) => rowGroup)).toEqual([0, 2]);
    expect(rowGroups.map(({ rowGroup, decided }) => [rowGroup, decided])).toEqual([
      [1, 'some'],
      [3, 'some'],
    ]);
    await expect(file.count({ where: { 'event.id': { contains: 1 } } })).rejects.toThrow(
      '`contains` is not an operator',
    );
    expect(await file.count({ where: { 'event.nothing': { isNull: true } } })).toBe(8);
  });
});
