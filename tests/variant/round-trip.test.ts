/**
 * Random variants, shredded by random schemas and written to files, are read back unchanged, by us and by DuckDB.
 */
import type { LeafNode } from '@marquetry/schema';
import { fullOr } from '@marquetry/test-support/full.js';
import { shredded, toValue, typedVariant, type Variant } from '@marquetry/variant';
import { defineSchema, memorySink, openParquet, writeParquet } from 'marquetry';
import { describe, expect, test } from 'vitest';
import { randomOf, randomVariant, shapeOf } from '../../packages/variant/test/random-variant.js';
import { randomShredding } from './random-shredding.js';

async function rowsOf(rows: AsyncIterable<unknown>): Promise<unknown[]> {
  const all: unknown[] = [];
  for await (const row of rows) all.push(row);
  return all;
}

async function readBack(seed: number): Promise<readonly [readonly (Variant | null)[], readonly (Variant | null)[]]> {
  const random = randomOf(seed);
  const shred = randomShredding(random);
  const values = Array.from({ length: 8 }, () => (random() < 0.1 ? null : randomVariant(random)));
  const schema = defineSchema({
    v: random() < 0.8 ? shredded(shred, { optional: true }) : { type: 'VARIANT', optional: true },
  });
  const sink = memorySink();
  await writeParquet(
    sink,
    values.map((v) => ({ v })),
    { schema },
  );
  const file = await openParquet(sink.bytes);
  const read: (Variant | null)[] = [];
  for await (const { v } of file.rows({ variants: 'views' })) read.push(v as Variant | null);
  return [values, read];
}

test(`random variants shredded by random schemas keep their values and kinds (${fullOr(4000, 250)} files)`, async () => {
  for (let seed = 0; seed < fullOr(4000, 250); seed++) {
    const [values, read] = await readBack(seed);
    expect(read.length).toBe(values.length);
    for (const [i, variant] of values.entries()) {
      const found = read[i] as Variant | null;
      expect(found && shapeOf(found), `seed ${seed}, row ${i}`).toEqual(variant && shapeOf(variant));
    }
  }
}, 120_000);

describe('reading rows of a VARIANT column', () => {
  const schema = defineSchema({
    id: 'INT32',
    event: shredded({ fields: { user: { fields: { id: 'INT64' } }, at: 'TIMESTAMP' } }, { optional: true }),
    all: { list: { type: 'VARIANT' } },
  });
  const at = new Date('2024-11-07T12:33:54.123Z');
  const rows = [
    { id: 1, event: { user: { id: 7n, name: 'x' }, at }, all: [1, null, { a: 'b' }] },
    { id: 2, event: null, all: [] },
    { id: 3, event: { user: 'nobody', more: [0.5] }, all: [typedVariant('null', null)] },
  ];
  const written = (async () => {
    const sink = memorySink();
    await writeParquet(sink, rows, { schema });
    return openParquet(sink.bytes);
  })();

  test('VARIANT values are read as plain JavaScript values by default', async () => {
    const read: unknown[] = [];
    for await (const row of (await written).rows()) read.push(row);
    expect(read).toEqual([rows[0], rows[1], { ...rows[2], all: [null] }]);
  });

  test('VARIANT values can be read as JSON', async () => {
    const [first] = await rowsOf((await written).rows({ values: 'json', limit: 1 }));
    expect(first).toEqual({
      id: 1,
      event: { user: { id: '7', name: 'x' }, at: '2024-11-07T12:33:54.123000Z' },
      all: [1, null, { a: 'b' }],
    });
  });

  test('rows of a VARIANT column can be read as Variant objects; a null row is null, but a Variant null is an object', async () => {
    const read = await rowsOf((await written).rows({ variants: 'views' }));
    const [first, second, third] = read as { event: Variant | null; all: Variant[] }[];
    expect(first?.event?.get('user')?.get('id')?.asBigint()).toBe(7n);
    expect(second?.event).toBeNull();
    expect(third?.all[0]?.kind).toBe('null');
    expect(first?.all.map((each) => toValue(each))).toEqual([1, null, { a: 'b' }]);
  });

  test('reading rows with an unknown value of the `variants` option throws INVALID_ARGUMENT', async () => {
    const read = (await written).rows({ variants: 'text' as 'views' });
    await expect(read.next()).rejects.toThrow("`variants` must be 'values' or 'views', got 'text'");
  });

  test('selecting a single storage column of a VARIANT returns the values stored in it', async () => {
    const [first] = await rowsOf((await written).rows({ columns: ['event.typed_value.user.typed_value.id'] }));
    expect(first).toEqual({
      event: { typed_value: { user: { typed_value: { id: { value: null, typed_value: 7n } } } } },
    });
  });

  test('shredded storage columns of a VARIANT have statistics', async () => {
    const file = await written;
    const [leaf] = file.schema.find('event.typed_value.user.typed_value.id.typed_value');
    expect(await file.statistics({ rowGroup: 0, column: leaf as LeafNode })).toMatchObject({
      min: 7n,
      max: 7n,
      nullCount: 2,
    });
  });
});
