import { createLimits, EncodingId, PhysicalType } from '@marquetry/core';
import { bytesSource, type ColumnBatch } from '@marquetry/file';
import { FieldRepetitionType } from '@marquetry/metadata';
import { errorOf, thrownBy } from '@marquetry/test-support/errors.js';
import { buildFile, buildFlatFile, elementOf } from '@marquetry/test-support/files.js';
import { buildDataPage, buildDictionaryPage } from '@marquetry/test-support/pages.js';
import { columnOf, indicesOf, plainOf, slotsOf, valuesOf } from '@marquetry/test-support/values.js';
import { describe, expect, test, vi } from 'vitest';
import { collect, countingSource, open, slotsOfColumn } from './sources.js';

const { PLAIN, RLE_DICTIONARY } = EncodingId;
const int32 = columnOf(PhysicalType.INT32, [1, 0]);
const text = columnOf(PhysicalType.BYTE_ARRAY);
const groupRows = [5, 1, 0, 7, 3];
const starts = groupRows.map((_, i) => groupRows.slice(0, i).reduce((sum, n) => sum + n, 0));
const total = 16;
const numberAt = (row: number): number | null => (row % 3 === 1 ? null : row);

const schema = [{ name: 'schema', numChildren: 2 }, elementOf('n', int32), elementOf('t.x', text)];
const bytes = buildFile({
  schema,
  rowGroups: groupRows.map((count, g) => {
    const rows = Array.from({ length: count }, (_, i) => starts[g]! + i);
    const numbers = rows.map(numberAt);
    const dictionary = valuesOf(text, [`g${g}`, 'shared']);
    const numberPage = buildDataPage({
      column: int32,
      encoding: PLAIN,
      values: valuesOf(
        int32,
        numbers.filter((n) => n !== null),
      ),
      definition: numbers.map((n) => (n === null ? 0 : 1)),
    });
    const textPages = [
      buildDictionaryPage({ column: text, values: dictionary }),
      buildDataPage({
        version: 2,
        column: text,
        encoding: RLE_DICTIONARY,
        values: indicesOf(
          dictionary,
          rows.map((row) => row % 2),
        ),
      }),
    ];
    return { columns: [{ pages: [numberPage] }, { pages: textPages }] };
  }),
});
const numbers = Array.from({ length: total }, (_, row) => numberAt(row));

describe('columnBatches and columnPieces', () => {
  test('each row group with rows yields one batch: an object with a null prototype, whose keys are column paths with escaped dots', async () => {
    const batches = await collect((await open(bytes)).columnBatches());
    expect(batches.map((batch) => batch['n']?.rowCount)).toEqual([5, 1, 7, 3]);
    expect(Object.keys(batches[0]!)).toEqual(['n', 't\\.x']);
    expect(Object.getPrototypeOf(batches[0])).toBeNull();
    expect(plainOf(batches[0]!['t\\.x']!.values)).toEqual(['g0', 'shared', 'g0', 'shared', 'g0']);
    expect(batches[0]!['n']!.leaf.path).toEqual(['n']);
  });

  test.each([1, 2, 3, 4, 100])(
    'batches with `batchRows` have at most %i rows, and never span row groups',
    async (batchRows) => {
      const batches = await collect((await open(bytes)).columnBatches({ batchRows }));
      const counts = groupRows.flatMap((rows) =>
        Array.from({ length: Math.ceil(rows / batchRows) }, (_, i) => Math.min(batchRows, rows - i * batchRows)),
      );
      expect(batches.map((batch) => batch['n']?.rowCount)).toEqual(counts);
      expect(batches.map((batch) => batch['t\\.x']?.rowCount)).toEqual(counts);
      expect(batches.flatMap((batch) => slotsOf(batch['n']!))).toEqual(numbers);
    },
  );

  test('`offset` and `limit` count rows across row groups', async () => {
    const file = await open(bytes);
    for (let offset = 0; offset <= total + 1; offset++) {
      for (const limit of [0, 1, 2, 6, total, Number.POSITIVE_INFINITY]) {
        for (const batchRows of [2, Number.POSITIVE_INFINITY]) {
          const slots = await slotsOfColumn(file, 'n', { offset, limit, batchRows });
          expect(slots).toEqual(numbers.slice(offset, offset + limit));
        }
      }
    }
  });

  test('row groups are read in the requested order, and `offset` counts rows in that order', async () => {
    const file = await open(bytes);
    const order = [4, 0, 0];
    const expected = order.flatMap((g) => numbers.slice(starts[g], starts[g]! + groupRows[g]!));
    expect(await slotsOfColumn(file, 'n', { rowGroups: order })).toEqual(expected);
    expect(await slotsOfColumn(file, 'n', { rowGroups: order, offset: 4, limit: 5 })).toEqual(expected.slice(4, 9));
    expect(await slotsOfColumn(file, 'n', { rowGroups: [2] })).toEqual([]);
    expect(await slotsOfColumn(file, 'n', { rowGroups: [] })).toEqual([]);
  });

  test('the `spaced` and `decodeDictionaries` options change the form of the values', async () => {
    const [batch] = await collect((await open(bytes)).columnBatches({ spaced: true, decodeDictionaries: true }));
    expect(batch?.['n']).toMatchObject({ spaced: true, values: { length: 5, data: Int32Array.of(0, 0, 2, 3, 0) } });
    expect(batch?.['t\\.x']?.values.layout).toBe('bytes');
  });

  test('`columnPieces` yields arrays of consecutive values (pieces), each with the ordinal of its row group', async () => {
    const pieces = await collect((await open(bytes)).columnPieces('t\\.x', { offset: 4, limit: 5 }));
    expect(pieces.map(({ rowGroup, slotCount }) => [rowGroup, slotCount])).toEqual([
      [0, 1],
      [1, 1],
      [3, 3],
    ]);
    expect(pieces.flatMap(({ values }) => plainOf(values))).toEqual(['g0', 'shared', 'g3', 'shared', 'g3']);
  });

  test('a read does not request bytes after the caller has left the loop over its batches', async () => {
    const source = countingSource(bytes);
    const file = await open(source);
    source.reads.length = 0;
    for await (const batch of file.columnBatches({ columns: ['n'], batchRows: 2 })) {
      expect(batch['n']?.rowCount).toBe(2);
      break;
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(source.reads.length).toBe(1);
  });

  test('a read without columns yields no batches', async () => {
    expect(await collect((await open(bytes)).columnBatches({ columns: [] }))).toEqual([]);
    const none = buildFile({
      schema: [{ name: 'schema', numChildren: 0 }],
      rowGroups: [{ columns: [], numRows: 2 ** 40 }],
    });
    expect(await collect((await open(none)).columnBatches({ batchRows: 1 }))).toEqual([]);
  });

  test('for a file without columns, rowCount is the row count in the footer', async () => {
    const rowGroups = [5, 0, 7].map((numRows) => ({ columns: [], numRows }));
    const file = await open(buildFile({ schema: [{ name: 'schema', numChildren: 0 }], rowGroups }));
    expect([file.rowCount, file.schema.leaves]).toEqual([12, []]);
    expect(file.metadata.rowGroups.map(({ numRows }) => numRows)).toEqual([5, 0, 7]);
  });
});

describe('arguments of a read', () => {
  test.each([
    { offset: -1 },
    { offset: 1.5 },
    { offset: Number.NaN },
    { limit: -1 },
    { limit: 0.5 },
    { batchRows: 0 },
    { batchRows: 1.5 },
    { batchRows: Number.NaN },
    { rowGroups: [5] },
    { rowGroups: [-1] },
    { rowGroups: [0.5] },
  ])('columnBatches throws INVALID_ARGUMENT for the options %j', async (options) => {
    const file = await open(bytes);
    expect((await errorOf(() => collect(file.columnBatches(options)))).code).toBe('INVALID_ARGUMENT');
  });

  test('reads throw INVALID_ARGUMENT for an unknown column or row group, or if `columns` is not an array', async () => {
    const file = await open(bytes);
    expect(thrownBy(() => file.columnBatches({ columns: ['x'] })).code).toBe('INVALID_ARGUMENT');
    const path = 'n' as unknown as string[]; // as a program without types may have it
    expect(thrownBy(() => file.columnBatches({ columns: path })).reason).toContain('array of column paths');
    expect(thrownBy(() => file.columnPieces('x')).code).toBe('INVALID_ARGUMENT');
    expect(thrownBy(() => file.chunk({ rowGroup: 9, column: 'n' })).code).toBe('INVALID_ARGUMENT');
  });

  test('two columns with the same path can be read by leafBatches or one by one, but not by columnBatches', async () => {
    const page = (n: number): Uint8Array =>
      buildDataPage({ column: int32, encoding: PLAIN, values: valuesOf(int32, [n]) });
    const twice = [{ name: 'schema', numChildren: 2 }, elementOf('a', int32), elementOf('a', int32)];
    const file = await open(
      buildFile({ schema: twice, rowGroups: [{ columns: [{ pages: [page(1)] }, { pages: [page(2)] }] }] }),
    );
    expect((await errorOf(() => collect(file.columnBatches()))).code).toBe('UNSUPPORTED');
    const [, second] = file.schema.leaves;
    const [both] = await collect(file.leafBatches());
    expect(both!.map((typed) => slotsOf(typed))).toEqual([[1], [2]]);
    expect((await collect(file.columnPieces(second!))).flatMap((piece) => slotsOf(piece))).toEqual([2]);
  });

  test('__proto__ is an ordinary column name', async () => {
    const page = buildDataPage({ column: int32, encoding: PLAIN, values: valuesOf(int32, [1]) });
    const odd = [{ name: 'schema', numChildren: 1 }, elementOf('__proto__', int32)];
    const [batch] = await collect(
      (await open(buildFile({ schema: odd, rowGroups: [{ columns: [{ pages: [page] }] }] }))).columnBatches(),
    );
    expect(Object.keys(batch!)).toEqual(['__proto__']);
    expect(Object.values(batch!).flatMap((typed) => slotsOf(typed))).toEqual([1]);
  });
});

describe('errors of a read', () => {
  test('if several columns fail at the same time, one error is thrown, and no rejection is unhandled', async () => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    const bad = (): Uint8Array =>
      buildDataPage({ column: int32, encoding: PLAIN, values: valuesOf(int32, [1]), crc: 5 });
    const wide = [
      { name: 'schema', numChildren: 5 },
      ...['a', 'b', 'c', 'd', 'e'].map((name) => elementOf(name, int32)),
    ];
    const file = await open(
      buildFile({ schema: wide, rowGroups: [{ columns: Array.from({ length: 5 }, () => ({ pages: [bad()] })) }] }),
    );
    const error = await errorOf(() => collect(file.columnBatches()));
    await new Promise((resolve) => setTimeout(resolve, 20));
    process.off('unhandledRejection', unhandled);
    expect([error.code, error.at.page]).toEqual(['CORRUPT', 0]);
    expect(unhandled).not.toHaveBeenCalled();
  });

  test('errors from the source are thrown unchanged', async () => {
    const inner = bytesSource(bytes);
    let broken = false;
    const failure = new Error('disk on fire');
    const file = await open({
      byteLength: bytes.length,
      read: async (offset, length) => {
        if (broken) throw failure;
        return inner.read(offset, length);
      },
    });
    broken = true;
    await expect(collect(file.columnBatches())).rejects.toBe(failure);
  });

  test('the error for a value that cannot be decoded states row group, column, page and offset', async () => {
    const page = buildDataPage({
      column: int32,
      encoding: PLAIN,
      values: valuesOf(int32, [1]),
      header: { data: { encoding: 99 } },
    });
    const error = await errorOf(async () => slotsOfColumn(await open(buildFlatFile(int32, [page]))));
    expect([error.code, error.at]).toEqual(['UNSUPPORTED', { rowGroup: 0, column: 'c', page: 0, fileOffset: 4 }]);
  });

  test('a read throws the reason of an aborted signal, before the first batch and between two batches', async () => {
    const file = await open(bytes);
    const reason = new Error('enough');
    await expect(collect(file.columnBatches({ signal: AbortSignal.abort(reason) }))).rejects.toBe(reason);
    const controller = new AbortController();
    const seen: number[] = [];
    const reading = (async () => {
      for await (const batch of file.columnBatches({ signal: controller.signal, batchRows: 2 })) {
        seen.push(batch['n']!.rowCount);
        controller.abort(reason);
      }
    })();
    await expect(reading).rejects.toBe(reason);
    expect(seen).toEqual([2]);
    await expect(collect(file.pages({ rowGroup: 0, column: 'n' }, AbortSignal.abort(reason)))).rejects.toBe(reason);
    await expect(open(bytes, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });

  test('batches, and the arrays that `columnPieces` yields, end before they exceed limits.decodedBytes', async () => {
    const page = (n: number): Uint8Array =>
      buildDataPage({ column: text, encoding: PLAIN, values: valuesOf(text, [String(n).repeat(40)]) });
    const file = await open(buildFlatFile(text, [page(1), page(2), page(3)]), {
      limits: createLimits({ decodedBytes: 100 }),
    });
    const pieces = await collect(file.columnPieces('c'));
    expect(pieces.map(({ slotCount }) => slotCount)).toEqual([2, 1]);
    const batches = await collect(file.columnBatches());
    expect(batches.map((batch) => batch['c']!.rowCount)).toEqual([2, 1]);
    expect(batches.flatMap((batch) => plainOf(batch['c']!.values)).map((v) => String(v)[0])).toEqual(['1', '2', '3']);
  });

  test('a batch ends before its levels exceed limits.decodedBytes, and reading a single row that exceeds the limit throws LIMIT and names the column', async () => {
    const list = columnOf(PhysicalType.INT32, [1, 1]);
    const definition = Array(60).fill(0);
    const page = buildDataPage({ column: list, encoding: PLAIN, values: valuesOf(list, []), definition });
    const repetitionType = FieldRepetitionType.REPEATED;
    const schema = [{ name: 'schema', numChildren: 1 }, elementOf('c', list, { repetitionType })];
    const bytes = buildFile({ schema, rowGroups: [{ columns: [{ pages: [page, page] }], numRows: 120 }] });
    const read = (decodedBytes: number): ReturnType<typeof open> =>
      open(bytes, { limits: createLimits({ decodedBytes }) });
    const small = await read(119);
    const slots = async (batches: AsyncIterable<ColumnBatch>): Promise<number[]> =>
      (await collect(batches)).map((batch) => batch['c']!.slotCount);
    expect(await slots(small.columnBatches())).toEqual([119, 1]);
    expect((await collect(small.columnPieces('c'))).map(({ slotCount }) => slotCount)).toEqual([119, 1]);
    expect(await slots(small.columnBatches({ batchRows: 60 }))).toEqual([60, 60]);
    expect(await slots((await read(120)).columnBatches())).toEqual([120]);
    const row = Array(60)
      .fill(0)
      .map((_, i) => Math.min(i, 1));
    const long = buildDataPage({
      column: list,
      encoding: PLAIN,
      values: valuesOf(list, []),
      definition,
      repetition: row,
    });
    const bomb = buildFile({ schema, rowGroups: [{ columns: [{ pages: [long] }], numRows: 1 }] });
    const failing = await open(bomb, { limits: createLimits({ decodedBytes: 59 }) });
    expect(await errorOf(() => collect(failing.columnBatches()))).toMatchObject({
      code: 'LIMIT',
      at: { column: 'c', rowGroup: 0 },
    });
  });
});
