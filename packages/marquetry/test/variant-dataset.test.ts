/** Tests datasets whose files store the same VARIANT column as different sets of columns. */
import { shredded } from '@marquetry/variant';
import {
  type ByteSource,
  defineSchema,
  memorySink,
  openDataset,
  openParquet,
  type ParquetDataset,
  type Where,
  writeParquet,
} from 'marquetry';
import { beforeAll, describe, expect, test } from 'vitest';

interface Event {
  readonly user?: { readonly id: number | string; readonly name: string } | string;
  readonly b?: string;
  readonly pad?: string;
}

const variants = {
  plain: { type: 'VARIANT', optional: true },
  user: shredded({ fields: { user: { fields: { id: 'INT32' } } } }, { optional: true }),
  b: shredded({ fields: { b: 'STRING' } }, { optional: true }),
  text: shredded({ fields: { user: { fields: { id: 'STRING' } } } }),
} as const;

/** Returns rows: some events are null, some have no user, and in some the user has another type. */
function eventsOf(first: number, isRequired: boolean): (Event | null)[] {
  return Array.from({ length: 40 }, (_, i) => {
    const id = first + i;
    if (!isRequired && i % 7 === 3) return null;
    if (i % 5 === 4) return { b: `b${id}` };
    return { user: i % 11 === 5 ? 'nobody' : { id, name: `n${id}` }, b: `b${id}`, pad: 'x'.repeat(100) };
  });
}

const files = Object.entries(variants).map(([name, event], k) => {
  const events = eventsOf(100 * k, name === 'text');
  return {
    path: `part=${k}/${name}.parquet`,
    event,
    rows: events.map((each, i) => ({ id: 100 * k + i, event: each })),
  };
});
const all = files.flatMap(({ rows }) => rows);
const userIdOf = (event: Event | null): unknown => (typeof event?.user === 'object' ? event.user.id : null);

let inputs: Uint8Array[];
beforeAll(async () => {
  inputs = [];
  for (const { event, rows } of files) {
    const sink = memorySink();
    await writeParquet(sink, rows, { schema: defineSchema({ id: 'INT32', event }), rowGroupRows: 20 });
    inputs.push(sink.bytes);
  }
  const without = memorySink();
  await writeParquet(without, [{ id: 900 }, { id: 901 }], { schema: defineSchema({ id: 'INT32' }) });
  inputs.push(without.bytes);
});

async function arrayOf<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

async function rowsOf(dataset: ParquetDataset, read: Parameters<ParquetDataset['rows']>[0]): Promise<unknown[]> {
  return arrayOf(dataset.rows(read));
}

describe('a VARIANT column that each file shreds differently', () => {
  test('a VARIANT column that each file shreds differently is read as a whole', async () => {
    const dataset = await openDataset(inputs);
    expect(dataset.schema.leaves.map(({ path }) => path.join('.'))).toEqual(['id', 'event.metadata', 'event.value']);
    expect(await rowsOf(dataset, {})).toEqual([...all, { id: 900, event: null }, { id: 901, event: null }]);
  });

  test('a path into a VARIANT column that each file shreds differently can be read as a column', async () => {
    const dataset = await openDataset(inputs);
    const expected = all.map(({ id, event }) => ({
      id,
      'event.user.id': userIdOf(event),
      'event.b': event?.b ?? null,
    }));
    const none = [900, 901].map((id) => ({ id, 'event.user.id': null, 'event.b': null }));
    const columns = ['id', 'event.user.id', 'event.b'];
    expect(await rowsOf(dataset, { columns })).toEqual([...expected, ...none]);
    expect((await arrayOf(dataset.rowBatches({ columns }))).flat()).toEqual([...expected, ...none]);
    expect(await rowsOf(dataset, { columns, offset: 38, limit: 5 })).toEqual(expected.slice(38, 43));
    let count = 0;
    for await (const { columns: read, rowCount } of dataset.nestedBatches({ columns: ['event.user.id'] })) {
      expect(read.map(({ field }) => field.name)).toEqual(['event.user.id']);
      count += rowCount;
    }
    expect(count).toBe(162);
  });

  test.each<[Where, (event: Event | null, id: number) => boolean]>([
    [{ 'event.user.id': { ge: 120 } }, (event) => Number(userIdOf(event) ?? 0) >= 120],
    [{ 'event.user.id': { isNull: true } }, (event) => userIdOf(event) === null],
    [{ 'event.user': 'nobody' }, (event) => event?.user === 'nobody'],
    [
      { 'event.b': { startsWith: 'b1' }, id: { lt: 130 } },
      (event, id) => event?.b?.startsWith('b1') === true && id < 130,
    ],
    [{ not: { 'event.b': 'b7' } }, (event) => event?.b !== undefined && event.b !== 'b7'],
    [{ or: [{ 'event.b': 'b3' }, { id: 311 }, { 'event.b': 'b38' }] }, (event, id) => event?.b === 'b38' || id === 311],
    [{ event: { isNull: true } }, (event) => event === null],
  ])('where %j selects the same rows as a loop', async (where, passes) => {
    const dataset = await openDataset(inputs);
    const expected = all.filter(({ event, id }) => passes(event, id)).map(({ id }) => id);
    if (passes(null, 900)) expected.push(900, 901);
    const ids = (rows: unknown[]): unknown[] => rows.map((row) => (row as { id: number }).id);
    expect(ids(await rowsOf(dataset, { where }))).toEqual(expected);
    expect(ids(await rowsOf(dataset, { where, columns: ['id', 'event.b'] }))).toEqual(expected);
    expect(await dataset.count({ where })).toBe(expected.length);
    expect(ids(await rowsOf(dataset, { where, offset: 2, limit: 9 }))).toEqual(expected.slice(2, 11));
    expect(ids(await rowsOf(dataset, { where, orderBy: { column: 'id', descending: true }, limit: 200 }))).toEqual(
      [...expected].reverse(),
    );
    let count = 0;
    for await (const { id } of dataset.columnBatches({ where, columns: ['id'] })) count += id?.rowCount ?? 0;
    expect(count).toBe(expected.length);
    expect(await dataset.plan({ where, columns: ['event.user.id'] })).toHaveLength(5);
  });

  test('a read of a single stored column of a VARIANT is rejected if the files store different columns', async () => {
    const dataset = await openDataset(inputs);
    const [, , value] = dataset.schema.leaves;
    await expect(arrayOf(dataset.leafBatches({ columns: [value!] }))).rejects.toMatchObject({
      code: 'UNSUPPORTED',
      message: expect.stringContaining('select the VARIANT or a path into it in `columns`'),
    });
  });
});

test('reading a VARIANT path of a dataset reads only the columns that store the path', async () => {
  let read = 0;
  const counting = (bytes: Uint8Array): ByteSource => ({
    byteLength: bytes.length,
    read: async (offset: number, byteLength: number) => {
      read += byteLength;
      return bytes.subarray(offset, offset + byteLength);
    },
  });
  const wide = shredded({ fields: { id: 'INT32', pad: 'STRING' } });
  const [a, b] = [memorySink(), memorySink()];
  for (const sink of [a, b]) {
    const rows = Array.from({ length: 5000 }, (_, id) => ({ event: { id, pad: `${id} ${Math.sin(id)}`.repeat(20) } }));
    await writeParquet(sink, rows, {
      schema: defineSchema({ event: sink === a ? wide : shredded({ fields: { id: 'INT64', pad: 'STRING' } }) }),
    });
  }
  const dataset = await openDataset([counting(a.bytes), counting(b.bytes)]);
  read = 0;
  expect(await rowsOf(dataset, { columns: ['event.id'], where: { 'event.id': { ge: 4999 } } })).toHaveLength(2);
  read = 0;
  const [ids, ofIds] = [await rowsOf(dataset, { columns: ['event.id'] }), read];
  expect(ids).toHaveLength(10_000);
  expect(ofIds).toBeLessThan((a.bytes.length + b.bytes.length) / 20);
});

describe('orderBy', () => {
  const typed = shredded({ fields: { at: 'INT32', name: 'STRING' } }, { optional: true });
  const rowsFrom = (first: number): { id: number; event: { at: number | null; name?: string } | null }[] =>
    Array.from({ length: 60 }, (_, i) => ({
      id: first + i,
      event: i % 9 === 4 ? null : i % 9 === 5 ? { at: null } : { at: ((first + i) * 37) % 101, name: `n${i}` },
    }));
  const fileOf = async (rows: object[], event: object): Promise<Uint8Array> => {
    const sink = memorySink();
    await writeParquet(sink, rows as never, {
      schema: defineSchema({ id: 'INT32', event } as never),
      rowGroupRows: 20,
    });
    return sink.bytes;
  };
  /** Returns the `id` of each row, sorted by `event.at`, with nulls last and equal values in the order of the rows. */
  const sorted = (rows: ReturnType<typeof rowsFrom>, sign: number): number[] =>
    rows
      .map(({ id, event }, place) => ({ id, at: event?.at ?? null, place }))
      .sort(
        (a, b) =>
          Number(a.at === null) - Number(b.at === null) || sign * ((a.at ?? 0) - (b.at ?? 0)) || a.place - b.place,
      )
      .map(({ id }) => id);

  test.each([
    [false, 1],
    [true, -1],
  ])(
    'orderBy sorts the rows of a file and of a dataset by a VARIANT path (descending: %s)',
    async (descending, sign) => {
      const [first, second] = [rowsFrom(0), rowsFrom(60)];
      const bytes = [await fileOf(first, typed), await fileOf(second, typed)];
      const orderBy = { column: 'event.at', descending };
      const idsOf = async (rows: AsyncIterable<unknown>): Promise<unknown[]> =>
        (await arrayOf(rows)).map((row) => (row as { id: number }).id);
      const file = await openParquet(bytes[0]!);
      expect(await idsOf(file.rows({ orderBy, limit: 55 }))).toEqual(sorted(first, sign).slice(0, 55));
      expect(await arrayOf(file.rows({ orderBy, limit: 1, columns: ['event.at'] }))).toEqual([
        { 'event.at': descending ? 100 : 0 },
      ]);
      const dataset = await openDataset([...bytes, inputs[4]!]);
      const all = sorted([...first, ...second, ...[900, 901].map((id) => ({ id, event: null }))], sign);
      expect(await idsOf(dataset.rows({ orderBy, limit: 200 }))).toEqual(all);
      expect(await idsOf(dataset.rows({ orderBy, limit: 5, offset: 3, columns: ['id', 'event.name'] }))).toEqual(
        all.slice(3, 8),
      );
      const where = { 'event.name': { in: ['n7', 'n8'] } };
      expect(await idsOf(dataset.rows({ orderBy, where, limit: 9 }))).toEqual(
        all.filter((id) => id % 60 === 7 || id % 60 === 8),
      );
    },
  );

  test('orderBy rejects a VARIANT path whose values have several types, or that has no values', async () => {
    const orderBy = 'event.at';
    const mixed = await openParquet(
      await fileOf(
        [
          { id: 1, event: { at: 1 } },
          { id: 2, event: { at: 'text' } },
        ],
        typed,
      ),
    );
    await expect(arrayOf(mixed.rows({ orderBy, limit: 1 }))).rejects.toMatchObject({
      code: 'UNSUPPORTED',
      message: expect.stringContaining('its typed column has type INT32, but 1 of the values does not'),
    });
    const unshredded = await openParquet(await fileOf([{ id: 1, event: { at: 1 } }], variants.plain));
    await expect(arrayOf(unshredded.rows({ orderBy, limit: 1 }))).rejects.toMatchObject({ code: 'UNSUPPORTED' });
    const texts = await fileOf([{ id: 1, event: { at: 'a' } }], shredded({ fields: { at: 'STRING' } }));
    const dataset = await openDataset([await fileOf(rowsFrom(0), typed), texts]);
    await expect(arrayOf(dataset.rows({ orderBy, limit: 1 }))).rejects.toMatchObject({ code: 'UNSUPPORTED' });
    await expect(arrayOf(dataset.rows({ orderBy: 'event', limit: 1 }))).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
    });
  });
});
