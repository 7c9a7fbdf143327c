import { type NestedColumn, nestColumns } from '@marquetry/column';
import { createLimits, type DictionaryValues, type Limits, runSteps, runStepsInTurns } from '@marquetry/core';
import { createRowAssembler, createShredder, type Row } from '@marquetry/records';
import { defineSchema, type Field, type FieldDefinitions, fieldsOf, formatPath } from '@marquetry/schema';
import { thrownBy } from '@marquetry/test-support/errors.js';
import { expect, test } from 'vitest';
import { type AssemblerOptions, createRowBinder } from '../src/read/assemble.js';
import { conversionOf } from '../src/read/conversions.js';
import { nestedWith } from '../src/read/nested-entries.js';
import { portionEnds } from '../src/read/row-portions.js';

interface Columns {
  readonly fields: readonly Field[];
  readonly columns: readonly NestedColumn[];
}

function columnsOf(definitions: FieldDefinitions, rows: readonly Row[]): Columns {
  const schema = defineSchema(definitions);
  const shredder = createShredder(schema);
  for (const row of rows) shredder.push(row);
  const taken = shredder.take();
  const fields = fieldsOf(schema);
  return { fields, columns: nestColumns(fields, (leaf) => taken[formatPath(leaf.path)]!, rows.length) };
}

function bound({ fields, columns }: Columns, options: AssemblerOptions = {}) {
  return runSteps(
    runSteps(createRowBinder(fields, { ...options, conversionOf, bindNested: nestedWith(undefined) }))(columns),
  );
}

const everything: FieldDefinitions = {
  id: 'INT64',
  name: { type: 'STRING', optional: true },
  tags: { list: { type: 'STRING', optional: true }, optional: true },
  place: { optional: true, fields: { lat: 'DOUBLE', inside: { list: { list: 'INT32' } } } },
  counts: { map: ['STRING', { type: 'BOOLEAN', optional: true }] },
};
const rows = Array.from({ length: 50 }, (_, i) => ({
  id: BigInt(i),
  name: i % 3 === 0 ? null : `name ${i}`,
  tags: i % 4 === 0 ? null : Array.from({ length: i % 5 }, (_, k) => (k === 2 ? null : `tag ${i} ${k}`)),
  place: i % 7 === 0 ? null : { lat: i / 2, inside: Array.from({ length: i % 3 }, (_, k) => [i, k].slice(k)) },
  counts: Array.from({ length: i % 4 }, (_, k) => [`k${k}`, k === 1 ? null : i % 2 === 0]),
}));

test('building a range of a batch gives the same rows as building the whole batch', () => {
  const batch = bound(columnsOf(everything, rows));
  for (const [from, to] of [
    [0, 50],
    [0, 1],
    [1, 9],
    [13, 14],
    [31, 50],
    [50, 50],
  ] as const) {
    expect(runSteps(batch.build(from, to))).toEqual(rows.slice(from, to));
  }
  expect(batch.bytes(0, 20) + batch.bytes(20, 50)).toBe(batch.bytes(0, 50));
});

test.each(['entries', 'map', 'object'] as const)(
  'null maps remain null and empty maps remain empty in the form %s',
  (maps) => {
    const definitions: FieldDefinitions = { m: { map: ['STRING', 'INT32'], optional: true } };
    const given = [null, [], [['a', 1]], null, [['b', 2]], null].map((m) => ({ m }));
    const form = {
      entries: (m: unknown) => m,
      map: (m: unknown) => new Map(m as []),
      object: (m: unknown) => Object.fromEntries(m as []),
    };
    const expected = given.map(({ m }) => ({ m: m === null ? null : form[maps](m) }));
    const batch = bound(columnsOf(definitions, given), { maps });
    expect(runSteps(batch.build(0, 6))).toEqual(expected);
    expect(runSteps(batch.build(2, 4))).toEqual(expected.slice(2, 4));
  },
);

const texts = Array.from({ length: 20 }, (_, i) => ({ s: 'x'.repeat(i === 7 ? 5000 : 100) }));

test('a batch is split into ranges that stay below the byte limit, but have at least one row', () => {
  const batch = bound(columnsOf({ s: 'STRING' }, texts));
  const limits = createLimits({ memoryBytes: 20_000 });
  const bounds = { rows: 8, bytes: 1000, mostBytes: 20_000, limits };
  const ends = [...portionEnds(batch, bounds)];
  expect(ends.at(-1)).toBe(20);
  expect(ends).toContain(8);
  let from = 0;
  for (const to of ends) {
    expect(to - from).toBeGreaterThan(0);
    if (to - from > 1) expect(batch.bytes(from, to)).toBeLessThanOrEqual(1000);
    from = to;
  }
  const ample = { ...bounds, bytes: 1_000_000, mostBytes: 1_000_000 };
  expect([...portionEnds(batch, ample)]).toEqual([8, 16, 20]);
});

test('a row larger than `memoryBytes` throws LIMIT, with an error that names its largest column', () => {
  const batch = bound(
    columnsOf(
      { id: 'INT32', s: 'STRING' },
      texts.map((row, id) => ({ id, ...row })),
    ),
  );
  const limits: Limits = createLimits({ memoryBytes: 9000 });
  const error = thrownBy(() => [...portionEnds(batch, { rows: 8, bytes: 1000, mostBytes: 9000, limits })]);
  expect([error.code, error.at.column]).toEqual(['LIMIT', 's']);
  expect(error.message).toContain('memoryBytes = 9000');
});

test('the function that createRowAssembler returns rejects batches larger than `memoryBytes`', () => {
  const { fields, columns } = columnsOf({ s: 'STRING' }, texts);
  const small = createRowAssembler(fields, { limits: createLimits({ memoryBytes: 10_000 }) });
  expect(thrownBy(() => small(columns)).code).toBe('LIMIT');
  expect(createRowAssembler(fields)(columns)).toEqual(texts);
});

test('one large row is built in steps, and an aborted signal is noticed between steps', async () => {
  const count = 100_000;
  const row = {
    list: Array.from({ length: count }, (_, i) => i),
    lists: Array.from({ length: count }, (_, i) => [`${i}`]),
    map: Array.from({ length: count }, (_, i) => [i, { x: i }]),
  };
  const definitions: FieldDefinitions = {
    list: { list: 'INT32' },
    lists: { list: { list: 'STRING' } },
    map: { map: ['INT32', { fields: { x: 'INT32' } }] },
  };
  const batch = bound(columnsOf(definitions, [row]));
  const steps = batch.build(0, 1);
  let taken = 0;
  let result = steps.next();
  for (; result.done !== true; result = steps.next()) taken++;
  expect(result.value).toEqual([row]);
  // The row has about seven times `count` values, lists and objects, of which 2^13 are built per step.
  expect(taken).toBeGreaterThan((7 * count) / 2 ** 13 / 1.5);

  const aborted = AbortSignal.abort(new Error('stopped'));
  const slow = (function* () {
    for (;;) yield;
  })();
  await expect(runStepsInTurns(slow as never, aborted)).rejects.toThrow('stopped');
});

test('if a converted dictionary would not fit in memory, only the used entries are converted', () => {
  const { fields, columns } = columnsOf({ s: 'STRING' }, texts);
  const [column] = columns;
  if (column?.kind !== 'leaf' || column.values.layout !== 'bytes') throw new Error('no bytes');
  const indices = Int32Array.from({ length: 40 }, (_, i) => (3 * i) % 20);
  const values: DictionaryValues = {
    ...column.values,
    layout: 'dictionary',
    length: 40,
    indices,
    dictionary: column.values,
  };
  const indexed = { fields, columns: [{ ...column, length: 40, values }] };
  const expected = Array.from(indices, (index) => texts[index]);
  const roomy = bound(indexed);
  const tight = bound(indexed, { limits: createLimits({ memoryBytes: 20_000 }) });
  for (const batch of [roomy, tight]) {
    expect(runSteps(batch.build(0, 40))).toEqual(expected);
    expect(runSteps(batch.build(5, 9))).toEqual(expected.slice(5, 9));
  }
  // A shared string takes one word per row. A string that is not shared counts in full for each row.
  expect(tight.bytes(0, 40) - roomy.bytes(0, 40)).toBeGreaterThan(40 * 200);
});
