/** Reads paths into VARIANT columns as Arrow columns and typed arrays. */

import { readArrow, toArrow } from '@marquetry/arrow';
import { shredded } from '@marquetry/variant';
import {
  type ByteSource,
  defineSchema,
  memorySink,
  openDataset,
  openParquet,
  readColumns,
  writeParquet,
} from 'marquetry';
import { beforeAll, describe, expect, test } from 'vitest';

const event = shredded({ fields: { at: 'INT64', kind: 'STRING', pad: 'STRING', 'a.b': 'DOUBLE' } }, { optional: true });
const schema = defineSchema({ id: 'INT32', event });

/** The rows to write. Some do not have `event`, some do not have `at`, and some have a JSON null. */
const rows = Array.from({ length: 3000 }, (_, id) => ({
  id,
  event:
    id % 10 === 7
      ? null
      : {
          ...(id % 10 === 5 ? {} : { at: id % 10 === 6 ? null : BigInt(id * 1000) }),
          ...{ kind: `k${id % 4}`, pad: `${id} ${Math.sin(id)}`.repeat(30), 'a.b': id + 0.5 },
        },
}));
const atOf = (id: number): bigint | null => rows[id]?.event?.at ?? null;
const kindOf = (id: number): string | null => rows[id]?.event?.kind ?? null;

let bytes: Uint8Array;
beforeAll(async () => {
  const sink = memorySink();
  await writeParquet(sink, rows, { schema, rowGroupRows: 1000 });
  bytes = sink.bytes;
});

function counting(): { readonly source: ByteSource; read(): number } {
  let count = 0;
  const read = async (offset: number, byteLength: number): Promise<Uint8Array> => {
    count += byteLength;
    return bytes.subarray(offset, offset + byteLength);
  };
  return { source: { byteLength: bytes.length, read }, read: () => count };
}

describe('toArrow with VARIANT paths', () => {
  const columns = ['event.at', 'id', 'event.kind', 'event.a\\.b'];

  test('toArrow returns one column per VARIANT path, with the type to which the path is shredded', async () => {
    const table = await toArrow(await openParquet(bytes), { columns });
    expect(table.schema.fields.map(({ name, type }) => [name, String(type)])).toEqual([
      ['id', 'Int32'],
      ['event.at', 'Int64'],
      ['event.kind', expect.stringMatching(/^(Utf8|Dictionary<.*, Utf8>)$/)],
      ['event.a\\.b', 'Float64'],
    ]);
    const found = table.toArray().map((row) => row.toJSON());
    expect(found).toEqual(
      rows.map(({ id, event: each }) => ({
        ...{ id, 'event.at': atOf(id), 'event.kind': kindOf(id), 'event.a\\.b': each === null ? null : id + 0.5 },
      })),
    );
  });

  test('toArrow accepts VARIANT paths in `where`, and ranges of rows', async () => {
    const file = await openParquet(bytes);
    const where = { 'event.at': { gt: 2_990_000 } };
    const table = await toArrow(file, { columns: ['id', 'event.at'], where });
    const expected = rows.filter(({ id }) => (atOf(id) ?? 0n) > 2_990_000n).map(({ id }) => id);
    expect([...table.getChild('id')!]).toEqual(expected);
    const part = await toArrow(file, { columns: ['event.at'], rows: [[1500, 1503]], decodeDictionaries: true });
    expect([...part.getChild('event.at')!]).toEqual([1500, 1501, 1502].map(atOf));
    const none = await toArrow(file, { columns: ['event.at'], where: { id: -1 } });
    expect(none.schema.fields.map(({ name }) => name)).toEqual(['event.at']);
    let count = 0;
    for await (const batch of readArrow(file, { columns: ['event.kind'], batchRows: 700 })) count += batch.numRows;
    expect(count).toBe(3000);
  });

  test('toArrow reads a VARIANT path from a file of a dataset', async () => {
    const other = memorySink();
    const schemaOfOther = defineSchema({ event: shredded({ fields: { at: 'INT64' } }) });
    await writeParquet(other, [{ event: { at: 5n, kind: 'unshredded' } }], { schema: schemaOfOther });
    const dataset = await openDataset([bytes, other.bytes]);
    const [first, second] = [await dataset.open(0), await dataset.open(1)];
    const ats = await toArrow(first, { columns: ['event.at', 'id'] });
    expect([...ats.getChild('event.at')!]).toEqual(rows.map(({ id }) => atOf(id)));
    expect((await toArrow(second, { columns: ['id', 'event.at'] })).toArray().map((row) => row.toJSON())).toEqual([
      { id: null, 'event.at': 5n },
    ]);
    await expect(toArrow(second, { columns: ['event.kind'] })).rejects.toMatchObject({ code: 'UNSUPPORTED' });
  });
});

describe('readColumns with VARIANT paths', () => {
  test('readColumns returns the values of a VARIANT path as a typed array', async () => {
    const found = await readColumns(bytes, { columns: ['event.at', 'event.kind', 'id'] });
    expect(Object.keys(found)).toEqual(['event.at', 'event.kind', 'id']);
    expect(found['event.at']?.values).toEqual(BigInt64Array.from(rows, ({ id }) => atOf(id) ?? 0n));
    expect(found['event.at']?.nullCount).toBe(900);
    expect(found['event.kind']?.values).toEqual(rows.map(({ id }) => kindOf(id)));
    const few = await readColumns(bytes, { columns: ['event.at'], where: { 'event.at': { lt: 2000 } } });
    expect(few['event.at']?.values).toEqual(BigInt64Array.of(0n, 1000n));
  });

  test('readColumns and toArrow read only the storage columns of a VARIANT path', async () => {
    for (const read of [
      (source: ByteSource) => readColumns(source, { columns: ['event.at'] }),
      async (source: ByteSource) => toArrow(await openParquet(source), { columns: ['event.at'] }),
    ]) {
      const { source, read: count } = counting();
      await openParquet(source);
      const footer = count();
      await read(source);
      // The file was opened twice, so the size of the footer is subtracted twice. The columns `pad` and `kind` are not
      // read.
      expect(count() - 2 * footer).toBeLessThan(bytes.length / 20);
    }
  });

  test('readColumns throws for values whose type differs from that of the path, and for paths that are not shredded', async () => {
    const sink = memorySink();
    await writeParquet(
      sink,
      [
        { id: 1, event: { at: 1n, more: 1 } },
        { id: 2, event: { at: 'text' } },
      ],
      { schema },
    );
    await expect(readColumns(sink.bytes, { columns: ['event.at'] })).rejects.toMatchObject({
      code: 'UNSUPPORTED',
      message: expect.stringContaining('its typed column has type INT64, but 1 of the values does not'),
    });
    await expect(readColumns(sink.bytes, { columns: ['event.more'] })).rejects.toMatchObject({ code: 'UNSUPPORTED' });
    await expect(readColumns(sink.bytes, { columns: ['nosuch.more'] })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
    });
    await expect(toArrow(await openParquet(sink.bytes), { columns: ['event.at'] })).rejects.toMatchObject({
      code: 'UNSUPPORTED',
    });
  });
});
