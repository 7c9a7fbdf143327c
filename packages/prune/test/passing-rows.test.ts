/** How the parts of a filtered read share the memory of one, and take what passes in portions. */
import { javascriptKernels } from '@marquetry/bit-io';
import { createLimits, type FixedValues, PhysicalType } from '@marquetry/core';
import type { ParquetFile, ReadBatchesOptions, TypedColumn } from '@marquetry/file';
import { bindWhere, type Where } from '@marquetry/prune';
import { defineSchema, type LeafNode } from '@marquetry/schema';
import { describe, expect, test } from 'vitest';
import { type Ranges, rowsIn } from '../src/plan/ranges.js';
import { type Conjunct, conjunctsOf } from '../src/scan/conjuncts.js';
import { bytesOfKept } from '../src/scan/kept-bytes.js';
import { type PassedRows, passingRows } from '../src/scan/scan-group.js';

const schema = defineSchema({ a: 'INT32', b: 'INT32' });
const [a, b] = schema.leaves as [LeafNode, LeafNode];
const rowCount = 2 ** 17;

/** Row i of `a` holds i, of `b` 3 i. */
function columnOf(leaf: LeafNode, rows: Ranges): TypedColumn {
  const data = new Int32Array(rowsIn(rows));
  let at = 0;
  for (const [from, to] of rows) for (let row = from; row < to; row++) data[at++] = leaf === a ? row : 3 * row;
  const values: FixedValues = { layout: 'fixed', type: PhysicalType.INT32, width: 4, length: data.length, data };
  const nulls = { kind: 'none', nullCount: 0 } as const;
  return { leaf, values, nulls, slotCount: data.length, rowCount: data.length, spaced: false };
}

/** A file that makes its columns, holds 1000 bytes while each batch is used, and keeps what it was asked for. */
function fileOf(memoryBytes: number): { readonly file: ParquetFile; readonly asked: ReadBatchesOptions[] } {
  const asked: ReadBatchesOptions[] = [];
  const file = {
    schema,
    kernels: javascriptKernels,
    limits: createLimits({ memoryBytes }),
    async *batches(options: ReadBatchesOptions) {
      asked.push(options);
      if (options.share !== undefined) options.share.heldBytes = 1000;
      yield (options.columns as LeafNode[]).map((leaf) => columnOf(leaf, options.rows as Ranges));
    },
  } as unknown as ParquetFile;
  return { file, asked };
}

const every = (n: number, path: string): Where => ({
  columns: [path],
  test: (_columns, count, bits) => {
    for (let i = 0; i < count; i += n) bits[i >> 3] = (bits[i >> 3] as number) | (1 << (i & 7));
  },
});

async function passed(
  where: Where,
  options: {
    readonly memoryBytes?: number;
    readonly kept?: readonly LeafNode[];
    readonly also?: readonly Conjunct[];
  } = {},
): Promise<{
  readonly portions: readonly (PassedRows & { held: PassedRows['held'] })[];
  readonly asked: ReadBatchesOptions[];
}> {
  const { file, asked } = fileOf(options.memoryBytes ?? 2 ** 24);
  const portions: PassedRows[] = [];
  const ahead = { heldBytes: 77 };
  const scan = {
    ...{ file, rowGroup: 0, candidates: [[0, rowCount]] as Ranges },
    conjuncts: [...conjunctsOf(bindWhere(schema, where)), ...(options.also ?? [])],
    ...{ forms: { spaced: () => false, flat: () => false }, kept: new Set(options.kept ?? []), batchRows: rowCount },
    ...{ beside: [ahead], signal: undefined },
  };
  for await (const portion of passingRows(scan))
    portions.push({ ...portion, held: portion.held.map((held) => ({ ...held })) });
  expect(asked[0]?.beside).toEqual([ahead]);
  return { portions, asked };
}

describe('rows that pass a predicate', () => {
  test('come in portions of at most a run for each KiB of memory, with the columns that are kept', async () => {
    const { portions } = await passed(every(2, 'a'), { kept: [a] });
    expect(portions.map(({ rows }) => rows.length)).toEqual(Array(4).fill(2 ** 14));
    expect(portions.flatMap(({ rows }) => rows.map(([from, to]) => [from, to - from]))).toEqual(
      Array.from({ length: rowCount / 2 }, (_, i) => [2 * i, 1]),
    );
    for (const { rows, columns } of portions) {
      const { values } = columns.get(a)!;
      if (values.layout !== 'fixed') throw new Error(values.layout);
      expect([...(values.data as Int32Array)]).toEqual(rows.map(([from]) => from));
    }
  });

  test('of several conjuncts: each read has what those before it hold, and reads what they left', async () => {
    const { portions, asked } = await passed({ and: [every(4, 'a'), every(2, 'b')] }, { kept: [a, b] });
    // Both conjuncts are functions, so `a` is read first.
    expect(asked.map(({ columns }) => columns)).toEqual([[a], [b], [b]]);
    expect(asked.slice(1).map(({ rows }) => rowsIn(rows as Ranges))).toEqual([2 ** 14, 2 ** 14]);
    // What is fetched ahead, the read of `a`, and the rows of `a` that passed.
    const heldByA = [77, 1000, 4 * 2 ** 14];
    for (const { beside } of asked.slice(1)) expect(beside?.map(({ heldBytes }) => heldBytes)).toEqual(heldByA);
    for (const { held, rows, columns } of portions) {
      expect(held.map(({ heldBytes }) => heldBytes)).toEqual([...heldByA, 1000, 2 * 4 * 2 ** 13]);
      expect(rowsIn(rows)).toBe(2 ** 13);
      const of = (leaf: LeafNode): number[] => [...((columns.get(leaf)!.values as FixedValues).data as Int32Array)];
      expect(of(a)).toEqual(rows.flatMap(([from]) => from));
      expect(of(b)).toEqual(of(a).map((value) => 3 * value));
    }
    expect(portions.flatMap(({ rows }) => rows.map(([from]) => from))).toEqual(
      Array.from({ length: rowCount / 8 }, (_, i) => 8 * i),
    );
  });

  test('that lie everywhere in a batch are tested by the other conjuncts in one read of the whole batch', async () => {
    const fourths = Array.from({ length: rowCount / 4 }, (_, i) => 4 * i);
    const { portions, asked } = await passed({ a: { in: fourths }, b: { lt: 3000 } }, { kept: [a, b] });
    expect(asked.map(({ columns }) => columns)).toEqual([[a], [b]]);
    expect(asked.map(({ rows }) => rowsIn(rows as Ranges))).toEqual([rowCount, rowCount]);
    expect(portions.flatMap(({ rows }) => rows)).toEqual(Array.from({ length: 250 }, (_, i) => [4 * i, 4 * i + 1]));
    const values = portions.flatMap(({ columns }) => [...((columns.get(b)!.values as FixedValues).data as Int32Array)]);
    expect(values).toEqual(Array.from({ length: 250 }, (_, i) => 12 * i));
  });

  test('that lie everywhere are tested by what reads no column, too', async () => {
    const fourths = Array.from({ length: rowCount / 4 }, (_, i) => 4 * i);
    const never: Conjunct = { predicate: { kind: 'constant', value: false }, leaves: [], tested: 0, passed: 0 };
    const { portions } = await passed({ a: { in: fourths } }, { also: [never] });
    expect(portions.flatMap(({ rows }) => rows)).toEqual([]);
  });

  test('that lie together are alone read for the other conjuncts', async () => {
    const { portions, asked } = await passed({ a: { lt: 1000 }, b: { ge: 2400 } });
    expect(asked.map(({ rows }) => rowsIn(rows as Ranges))).toEqual([rowCount, 1000]);
    expect(portions.flatMap(({ rows }) => rows)).toEqual([[800, 1000]]);
  });

  test('keep no column that takes more than a quarter of the memory: it is read again', async () => {
    const columnBytes = 4 * rowCount;
    const { portions: fits } = await passed(every(2, 'a'), { kept: [a], memoryBytes: 4 * columnBytes });
    expect(fits.every(({ columns }) => columns.has(a))).toBe(true);
    const { portions: exceeds } = await passed(every(2, 'a'), { kept: [a], memoryBytes: 4 * columnBytes - 1 });
    expect(exceeds.every(({ columns }) => columns.size === 0)).toBe(true);
    expect(exceeds.map(({ rows }) => rowsIn(rows))).toEqual(fits.map(({ rows }) => rowsIn(rows)));
  });
});

test('bytes of kept columns are values, nulls, and dictionaries', () => {
  const column = columnOf(a, [[0, 100]]);
  const dictionary = columnOf(a, [[0, 10]]).values as FixedValues;
  const indices = new Int32Array(100);
  const indexed = {
    ...column,
    values: { layout: 'dictionary', type: PhysicalType.INT32, length: 100, indices, dictionary } as const,
    nulls: { kind: 'bitmap', bits: new Uint8Array(13), nullCount: 1 } as const,
  };
  const levels = { kind: 'levels', definition: new Uint8Array(100), nullCount: 0 } as const;
  expect(bytesOfKept(new Map([[a, column]]))).toBe(400);
  expect(bytesOfKept(new Map([[a, indexed]]))).toBe(400 + 40 + 12.5);
  expect(
    bytesOfKept(
      new Map([
        [a, { ...column, nulls: levels }],
        [b, column],
      ]),
    ),
  ).toBe(400 + 200 + 400);
});
