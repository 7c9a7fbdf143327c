/**
 * A value that is read by its path equals the value at that path in the whole VARIANT, however the column is shredded.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isParquetError } from '@marquetry/core';
import { formatPath } from '@marquetry/schema';
import { type ShreddingDefinition, shredded, toVariant, typedVariant, type Variant } from '@marquetry/variant';
import { defineSchema, memorySink, openParquet, type ParquetReader, writeParquet } from 'marquetry';
import { describe, expect, test } from 'vitest';
import {
  below,
  names,
  type Random,
  randomOf,
  randomVariant,
  shapeOf,
} from '../../packages/variant/test/random-variant.js';
import { randomShredding } from './random-shredding.js';
import { and, randomTest } from './random-where.js';

const files = fileURLToPath(new URL('../../../shared/parquet-testing/shredded_variant/', import.meta.url));

function navigate(variant: Variant | null, path: readonly string[]): Variant | null {
  let at: Variant | undefined = variant ?? undefined;
  for (const name of path) at = at?.get(name);
  return at ?? null;
}

const shapeIn = (value: unknown): unknown => (value === null ? null : shapeOf(value as Variant));

/** Returns the paths of all fields of objects in a variant, to the given depth. */
function pathsIn(variant: Variant | null, depth = 4): string[][] {
  if (variant?.kind !== 'object' || depth === 0) return [];
  return [...variant.entries()].flatMap(([name, field]) => [
    [name],
    ...pathsIn(field, depth - 1).map((rest) => [name, ...rest]),
  ]);
}

async function rowsOf(file: ParquetReader, columns: readonly string[], column: string): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const row of file.rows({ columns, variants: 'views' })) found.push(row[column]);
  return found;
}

/** Writes values in several row groups, shredded at random. */
async function randomFile(
  random: Random,
): Promise<{ readonly values: (Variant | null)[]; readonly file: ParquetReader }> {
  const shape = below(random, 4);
  const values = Array.from({ length: 1 + below(random, 12) }, () =>
    random() < 0.1 ? null : randomVariant(random, shape === 0 ? 1 : 4),
  );
  const definition = shredded(randomShredding(random));
  const schema = defineSchema({ event: { ...definition, optional: true } });
  const sink = memorySink();
  const rows = values.map((event) => ({ event }));
  await writeParquet(sink, rows, { schema, rowGroupRows: 1 + below(random, 6) });
  return { values, file: await openParquet(sink.bytes) };
}

describe('reading paths of random variants with random shredding', () => {
  test.each(Array.from({ length: 150 }, (_, seed) => seed))(
    'seed %i: reading a path returns the value that is at the path in the whole VARIANT',
    async (seed) => {
      const random = randomOf(seed);
      const { values, file } = await randomFile(random);
      const known = values.flatMap((value) => pathsIn(value));
      const paths = [
        ...Array.from({ length: Math.min(4, known.length) }, () => known[below(random, known.length)] as string[]),
        [names[below(random, names.length)] as string],
        [names[below(random, names.length)] as string, names[below(random, names.length)] as string],
      ];
      for (const path of paths) {
        const column = formatPath(['event', ...path]);
        const expected = values.map((value) => shapeIn(navigate(value, path)));
        expect((await rowsOf(file, [column], column)).map(shapeIn)).toEqual(expected);
      }
      // Read all paths at once, together with the whole column, for some of the rows.
      const columns = ['event', ...new Set(paths.map((path) => formatPath(['event', ...path])))];
      const offset = below(random, values.length);
      const some: Record<string, unknown>[] = [];
      for await (const row of file.rows({ columns, variants: 'views', offset, limit: 5 })) some.push(row);
      expect(some.length).toBe(Math.min(5, values.length - offset));
      for (const [i, row] of some.entries()) {
        expect(Object.keys(row)).toEqual(columns);
        const value = values[offset + i] ?? null;
        expect(shapeIn(row['event'])).toEqual(shapeIn(value));
        for (const path of paths)
          expect(shapeIn(row[formatPath(['event', ...path])])).toEqual(shapeIn(navigate(value, path)));
      }
    },
  );
});

/** Writes small values, many of the same type and many equal, shredded at random. */
async function similarFile(
  random: Random,
): Promise<{ readonly values: (Variant | null)[]; readonly file: ParquetReader }> {
  const makers: (() => unknown)[] = [
    () => below(random, 5) - 2,
    () => BigInt(below(random, 200) - 100),
    () => (below(random, 7) - 3) / 2,
    () => ['', 'x', 'comedy', 'e'][below(random, 4)],
    () => random() < 0.5,
    () => null,
    () => typedVariant('decimal4', { unscaled: BigInt(below(random, 40) - 20), scale: below(random, 2) }),
    () => typedVariant('int8', below(random, 5) - 2),
    () => Number.NaN,
    () => [1],
    () => new Map([['id', 1]]),
  ];
  const main = makers[below(random, 5)] as () => unknown;
  const rest = random() < 0.4 ? 0 : random() * 0.4;
  const scalar = (): unknown => (random() < rest ? (makers[below(random, makers.length)] as () => unknown)() : main());
  const object = (): unknown =>
    random() < rest / 2 ? scalar() : { id: scalar(), ...(random() < 0.5 && { a: scalar() }) };
  const values = Array.from({ length: 1 + below(random, 40) }, () =>
    random() < 0.05 ? null : toVariant(random() < rest / 2 ? scalar() : { id: scalar(), user: object() }),
  );
  const types = ['INT32', 'INT64', 'DOUBLE', 'STRING', 'BOOLEAN'] as const;
  const type = (): ShreddingDefinition =>
    random() < 0.2 ? 'VARIANT' : (types[below(random, 5)] as (typeof types)[number]);
  const mainType = random() < 0.6 ? (types[makers.indexOf(main)] as (typeof types)[number]) : type();
  const definition = shredded(
    { fields: { id: mainType, user: { fields: { id: mainType, a: type() } } } },
    { optional: true },
  );
  const sink = memorySink();
  const rows = values.map((event, id) => ({ id, event }));
  const rowGroupRows = 1 + below(random, 30);
  await writeParquet(sink, rows, { schema: defineSchema({ id: 'INT32', event: definition }), rowGroupRows });
  return { values, file: await openParquet(sink.bytes) };
}

test('1200 predicates on VARIANT paths select the same rows as a filter on the whole VARIANT values', async () => {
  let found = 0;
  let skipped = 0;
  for (let seed = 0; seed < 200; seed++) {
    const random = randomOf(seed);
    const { values, file } = await similarFile(random);
    for (let i = 0; i < 6; i++) {
      const path = [['id'], ['user', 'id'], ['user', 'a'], ['user', 'more'], ['user']][below(random, 5)] as string[];
      const other = ['user', 'id'];
      const first = randomTest(random, formatPath(['event', ...path]));
      const second = randomTest(random, formatPath(['event', ...other]));
      const isPair = random() < 0.3;
      const where = isPair ? { and: [first.where, second.where] } : first.where;
      const expected = values.flatMap((value, id) => {
        const truths = [first.judge(navigate(value, path)), ...(isPair ? [second.judge(navigate(value, other))] : [])];
        return and(truths) === true ? [id] : [];
      });
      const text = `seed ${seed}, ${JSON.stringify(where)}`;
      const ids: unknown[] = [];
      for await (const { id } of file.rows({ columns: ['id'], where })) ids.push(id);
      expect(ids, text).toEqual(expected);
      expect(await file.count({ where }), text).toBe(expected.length);
      const some: unknown[] = [];
      const offset = below(random, 4);
      for await (const row of file.rows({ columns: ['event.id', 'id'], where, offset, limit: 3 })) some.push(row['id']);
      expect(some, text).toEqual(expected.slice(offset, offset + 3));
      const checked: unknown[] = [];
      for await (const { id } of file.rows({ columns: ['id'], where, paranoid: true })) checked.push(id);
      expect(checked, text).toEqual(expected);
      const last: unknown[] = [];
      const orderBy = { column: 'id', descending: true };
      for await (const row of file.rows({ columns: ['event.id', 'id'], where, orderBy, limit: 3 }))
        last.push(row['id']);
      expect(last, text).toEqual(expected.slice(-3).reverse());
      const plan = await file.plan({ where });
      expect(plan.rows, text).toBeGreaterThanOrEqual(expected.length);
      found += expected.length;
      skipped += plan.skipped.length;
    }
  }
  expect(found).toBeGreaterThan(1000);
  expect(skipped).toBeGreaterThan(100);
}, 60_000);

describe.skipIf(!existsSync(files))(
  `VARIANT paths in files of the Apache project${existsSync(files) ? '' : ' (skipped: the files are not found)'}`,
  () => {
    test('reading any VARIANT path returns the value that is at the path in the whole VARIANT', async () => {
      let checked = 0;
      let refused = 0;
      for (const name of globSync('*.parquet', { cwd: files })) {
        const file = await openParquet(new Uint8Array(readFileSync(resolve(files, name))));
        const column =
          file.schema.root.children.find(({ annotation }) => annotation?.kind === 'VARIANT')?.name ?? 'var';
        let values: (Variant | null)[];
        try {
          values = (await rowsOf(file, [column], column)) as (Variant | null)[];
        } catch (error) {
          // Reading these files must throw an error.
          expect(isParquetError(error)).toBe(true);
          refused++;
          continue;
        }
        const paths = [...values.flatMap((value) => pathsIn(value)), ['missing'], ['a'], ['a', 'b'], ['a', 'missing']];
        for (const path of new Map(paths.map((each) => [formatPath(each), each])).values()) {
          const asked = formatPath([column, ...path]);
          let found: unknown[];
          try {
            found = await rowsOf(file, [asked], asked);
          } catch (error) {
            throw new Error(`${name} ${asked}`, { cause: error });
          }
          expect(found.map(shapeIn), `${name} ${asked}`).toEqual(values.map((value) => shapeIn(navigate(value, path))));
          checked++;
        }
      }
      expect(checked).toBeGreaterThan(300);
      expect(refused).toBeLessThan(20);
    });
  },
);
