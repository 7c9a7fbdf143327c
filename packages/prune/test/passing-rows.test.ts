/** Tests how a scan finds the matching rows of a row group, and how its memory is counted towards one limit. */
import { javascriptKernels } from '@marquetry/bit-io';
import { createLimits, type FixedValues, PhysicalType } from '@marquetry/core';
import { createBatchMemory, type ParquetFile, type ReadBatchesOptions, type TypedColumn } from '@marquetry/file';
import type { RowBits } from '@marquetry/file/row-bits';
import { rangesOf, rowRanges } from '@marquetry/file/row-ranges';
import type { RowGroup } from '@marquetry/metadata';
import { bindWhere, type Where } from '@marquetry/prune';
import { defineSchema, type LeafNode } from '@marquetry/schema';
import { describe, expect, test } from 'vitest';
import { type Conjunct, conjunctsOf } from '../src/scan/conjuncts.js';
import { bytesOfColumns } from '../src/scan/kept-columns.js';
import { bitsOfRanges, eachRow } from '../src/scan/row-bits.js';
import { type PassedRows, passingRows } from '../src/scan/scan-group.js';

const schema = defineSchema({ a: 'INT32', b: 'INT32' });
const [a, b] = schema.leaves as [LeafNode, LeafNode];
const rowCount = 2 ** 17;

/** Returns a column with the given rows. Row `i` has the value `i` in column `a`, and `3 * i` in column `b`. */
function columnOf(leaf: LeafNode, rows: readonly number[]): TypedColumn {
  const data = Int32Array.from(rows, (row) => (leaf === a ? row : 3 * row));
  const values: FixedValues = { layout: 'fixed', type: PhysicalType.INT32, width: 4, length: data.length, data };
  const nulls = { kind: 'none', nullCount: 0 } as const;
  return { leaf, values, nulls, slotCount: data.length, rowCount: data.length, spaced: false };
}

function rowsOf(rows: ReadBatchesOptions['rows'] | RowBits): number[] {
  if (rows !== undefined && 'bits' in rows) return [...eachRow(rows)];
  const ranges = rowRanges([{ numRows: 8 * rowCount } as RowGroup], rows === undefined ? {} : { rows });
  return ranges.flatMap((range) => [...eachRow(bitsOfRanges(rangesOf(range)))]);
}

/**
 * Returns a fake file that generates its columns, reports that each read holds 1000 bytes, and records the options of
 * each read in `asked`.
 */
function fileOf(memoryBytes: number): { readonly file: ParquetFile; readonly asked: ReadBatchesOptions[] } {
  const asked: ReadBatchesOptions[] = [];
  const file = {
    schema,
    kernels: javascriptKernels,
    limits: createLimits({ memoryBytes }),
    async *leafBatches(options: ReadBatchesOptions) {
      asked.push(options);
      if (options.share !== undefined) options.share.heldBytes = 1000;
      yield (options.columns as LeafNode[]).map((leaf) => columnOf(leaf, rowsOf(options.rows)));
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
    ...{
      file,
      rowGroup: 0,
      candidates: [[0, rowCount] as const],
      memory: createBatchMemory(),
      output: { ...file, decodesDictionary: () => false },
    },
    conjuncts: [...conjunctsOf(bindWhere(schema, where)), ...(options.also ?? [])],
    ...{
      forms: { spaced: () => false, decodeDictionaries: () => false },
      kept: new Set(options.kept ?? []),
      batchRows: rowCount,
    },
    ...{ isHere: false, beside: [ahead], signal: undefined },
  };
  for await (const portion of passingRows(scan))
    portions.push({ ...portion, held: portion.held.map((held) => ({ ...held })) });
  expect(asked[0]?.beside).toEqual([ahead]);
  return { portions, asked };
}

const multiplesOf = (n: number, below = rowCount): number[] =>
  Array.from({ length: Math.ceil(below / n) }, (_, i) => n * i);
const dataOf = ({ columns }: PassedRows, leaf: LeafNode): number[] => [
  ...((columns.get(leaf)!.values as FixedValues).data as Int32Array),
];

describe('passingRows', () => {
  test('passingRows yields the tested columns that the output needs, with only the rows that match', async () => {
    const { portions } = await passed(every(2, 'a'), { kept: [a] });
    expect(portions.map(({ rows, rowCount: count }) => [rowsOf(rows), count])).toEqual([
      [multiplesOf(2), rowCount / 2],
    ]);
    expect(dataOf(portions[0]!, a)).toEqual(multiplesOf(2));
  });

  test('passingRows reads the columns of the second conjunct only for rows that satisfy the first, and counts the memory of both reads', async () => {
    const { portions, asked } = await passed({ and: [every(4, 'a'), every(2, 'b')] }, { kept: [a, b] });
    // Both conjuncts are functions, so `a` is read first.
    expect(asked.map(({ columns }) => columns)).toEqual([[a], [b]]);
    expect(rowsOf(asked[1]?.rows)).toEqual(multiplesOf(4));
    // The bytes that were fetched ahead, and the bytes that the read of `a` holds.
    expect(asked[1]?.beside?.map(({ heldBytes }) => heldBytes)).toEqual([77, 1000]);
    const [portion] = portions;
    // In addition, the bytes that the read of `b` holds, and the bytes of the kept columns.
    expect(portion?.held.map(({ heldBytes }) => heldBytes)).toEqual([77, 1000, 1000, (2 * 4 * rowCount) / 8]);
    expect(rowsOf(portion?.rows)).toEqual(multiplesOf(8));
    expect(dataOf(portion!, a)).toEqual(multiplesOf(8));
    expect(dataOf(portion!, b)).toEqual(multiplesOf(8).map((value) => 3 * value));
  });

  test('passingRows reads all rows up to the last remaining one if many rows remain, unless the next conjunct is a function', async () => {
    const fourths = multiplesOf(4);
    const { portions, asked } = await passed({ a: { in: fourths }, b: { lt: 3000 } }, { kept: [a, b] });
    expect(asked.map(({ columns, rows }) => [columns, rowsOf(rows).length])).toEqual([
      [[a], rowCount],
      [[b], rowCount - 3], // up to the last remaining row
    ]);
    expect(portions.flatMap(({ rows }) => rowsOf(rows))).toEqual(multiplesOf(4, 1000));
    expect(portions.flatMap((portion) => dataOf(portion, b))).toEqual(multiplesOf(12, 3000));
    const sparse = await passed({ a: { in: multiplesOf(40) }, b: { lt: 3000 } });
    expect(sparse.asked.map(({ rows }) => rowsOf(rows).length)).toEqual([rowCount, Math.ceil(rowCount / 40)]);
    const called = await passed({ and: [{ a: { in: fourths } }, every(2, 'b')] });
    expect(called.asked.map(({ rows }) => rowsOf(rows).length)).toEqual([rowCount, fourths.length]);
  });

  test('passingRows applies a conjunct that does not read a column', async () => {
    const never: Conjunct = { predicate: { kind: 'constant', value: false }, leaves: [], tested: 0, passed: 0 };
    const { portions } = await passed({ a: { in: multiplesOf(4) } }, { also: [never] });
    expect(portions).toEqual([]);
  });

  test('passingRows reads only the remaining rows for the next conjunct if they are consecutive', async () => {
    const { portions, asked } = await passed({ a: { lt: 1000 }, b: { ge: 2400 } });
    expect(asked.map(({ rows }) => rowsOf(rows).length)).toEqual([rowCount, 1000]);
    expect(portions.flatMap(({ rows }) => rowsOf(rows))).toEqual(Array.from({ length: 200 }, (_, i) => 800 + i));
  });

  test('passingRows drops tested columns that the output needs if they take more than a quarter of the memory', async () => {
    const columnBytes = (4 * rowCount) / 2;
    const { portions: fits } = await passed(every(2, 'a'), { kept: [a], memoryBytes: 4 * columnBytes });
    expect(fits.every(({ columns }) => columns.has(a))).toBe(true);
    const { portions: exceeds } = await passed(every(2, 'a'), { kept: [a], memoryBytes: 4 * columnBytes - 1 });
    expect(exceeds.every(({ columns }) => columns.size === 0)).toBe(true);
    expect(exceeds.map(({ rowCount: count }) => count)).toEqual(fits.map(({ rowCount: count }) => count));
  });

  test('passingRows drops tested columns that the output needs if they would take more than a quarter of the memory once decoded', async () => {
    const where = { a: { ge: 0 } };
    const text = new Uint8Array(2 ** 12);
    const dictionary = {
      layout: 'bytes',
      type: 6,
      length: 1,
      offsets: Int32Array.of(0, text.length),
      data: text,
    } as const;
    const indices = new Int32Array(rowCount);
    const values = { layout: 'dictionary', type: 6, length: rowCount, indices, dictionary } as const;
    const { file } = fileOf(2 ** 26);
    const indexed = {
      ...file,
      async *leafBatches() {
        yield [{ ...columnOf(a, multiplesOf(1)), values }];
      },
    } as unknown as ParquetFile;
    const scan = {
      ...{ file: indexed, rowGroup: 0, candidates: [[0, rowCount] as const], memory: createBatchMemory() },
      conjuncts: conjunctsOf(bindWhere(schema, where)).map((conjunct) => ({
        ...conjunct,
        predicate: { kind: 'constant', value: true } as const,
      })),
      ...{ forms: { spaced: () => false, decodeDictionaries: () => false }, kept: new Set([a]), batchRows: rowCount },
      ...{ isHere: false, beside: [], signal: undefined },
    };
    for (const decodes of [false, true]) {
      const portions: PassedRows[] = [];
      const output = { ...indexed, decodesDictionary: () => decodes };
      for await (const portion of passingRows({ ...scan, output })) portions.push(portion);
      expect(portions.map(({ columns }) => columns.size)).toEqual([decodes ? 0 : 1]);
    }
  });

  test('if all rows match, passingRows returns the columns for the output without copying them, and does not reuse their memory', async () => {
    const { portions } = await passed({ a: { ge: 0 } }, { kept: [a] });
    expect(dataOf(portions[0]!, a)).toEqual(multiplesOf(1));
  });
});

test('bytesOfColumns counts the bytes of values, nulls and dictionaries', () => {
  const column = columnOf(a, multiplesOf(1, 100));
  const dictionary = columnOf(a, multiplesOf(1, 10)).values as FixedValues;
  const indices = new Int32Array(100);
  const indexed = {
    ...column,
    values: { layout: 'dictionary', type: PhysicalType.INT32, length: 100, indices, dictionary } as const,
    nulls: { kind: 'bitmap', bits: new Uint8Array(13), nullCount: 1 } as const,
  };
  const levels = { kind: 'levels', definition: new Uint8Array(100), nullCount: 0 } as const;
  expect(bytesOfColumns([column])).toBe(400);
  expect(bytesOfColumns([indexed])).toBe(400 + 40 + 12.5);
  expect(bytesOfColumns([{ ...column, nulls: levels }, column])).toBe(400 + 200 + 400);
});
