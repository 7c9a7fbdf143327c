import { createLimits, EncodingId, type LeafColumn, PhysicalType } from '@marquetry/core';
import { type ByteSource, bytesSource, type ReadBatchesOptions } from '@marquetry/file';
import { FieldRepetitionType } from '@marquetry/metadata';
import { errorOf } from '@marquetry/test-support/errors.js';
import { buildFile, buildFlatFile, elementOf } from '@marquetry/test-support/files.js';
import { buildDataPage, buildDictionaryPage } from '@marquetry/test-support/pages.js';
import { snappy } from '@marquetry/test-support/standard.js';
import { columnOf, indicesOf, slotsOf, valuesOf } from '@marquetry/test-support/values.js';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { nestedPortions } from '../src/nested-portions.js';
import { collect, open } from './sources.js';

const { PLAIN, RLE_DICTIONARY, DELTA_BINARY_PACKED } = EncodingId;
const int64 = columnOf(PhysicalType.INT64, [1, 0]);
const text = columnOf(PhysicalType.BYTE_ARRAY);
const flag = columnOf(PhysicalType.BOOLEAN, [1, 0]);
const list = columnOf(PhysicalType.INT32, [1, 1]);
const codec = snappy;
const rowCount = 600;
const pageRows = 100;
const starts = Array.from({ length: rowCount / pageRows }, (_, i) => i * pageRows);
const rowsFrom = (start: number): number[] => Array.from({ length: pageRows }, (_, i) => start + i);

const numbers = starts.map((start) => {
  const rows = rowsFrom(start);
  const values = valuesOf(int64, rows.filter((row) => row % 7 !== 0).map(BigInt));
  return buildDataPage({ column: int64, encoding: PLAIN, codec, values, definition: rows.map((r) => +(r % 7 !== 0)) });
});
const flags = starts.map((start) => {
  const rows = rowsFrom(start);
  const values = valuesOf(
    flag,
    rows.filter((row) => row % 3 !== 0).map((row) => row % 2 === 0),
  );
  return buildDataPage({ column: flag, encoding: PLAIN, codec, values, definition: rows.map((r) => +(r % 3 !== 0)) });
});
/** The values of a chunk with four dictionary-encoded pages, and then PLAIN pages. */
const entries = valuesOf(
  text,
  Array.from({ length: 20 }, (_, i) => `entry ${i} ${'x'.repeat(i)}`),
);
const texts = [
  buildDictionaryPage({ column: text, values: entries, codec }),
  ...starts.map((start, i) => {
    const rows = rowsFrom(start);
    return i < 4
      ? buildDataPage({
          ...{ column: text, encoding: RLE_DICTIONARY, codec },
          values: indicesOf(
            entries,
            rows.map((row) => row % 20),
          ),
        })
      : buildDataPage({
          ...{ column: text, encoding: PLAIN, codec },
          values: valuesOf(
            text,
            rows.map((row) => `text ${row}`),
          ),
        });
  }),
];
/** A list column: row i has i % 5 elements, in pages of 90 slots, which may start inside a row. */
const slots = Array.from({ length: rowCount }, (_, row) =>
  Array.from({ length: Math.max(1, row % 5) }, (_, i) => ({ repetition: +(i > 0), definition: +(row % 5 > 0), row })),
).flat();
const lists = Array.from({ length: Math.ceil(slots.length / 90) }, (_, p) => {
  const part = slots.slice(90 * p, 90 * (p + 1));
  return buildDataPage({
    ...{ column: list, encoding: DELTA_BINARY_PACKED, codec },
    values: valuesOf(
      list,
      part.filter(({ definition }) => definition === 1).map(({ row }) => row),
    ),
    definition: part.map(({ definition }) => definition),
    repetition: part.map(({ repetition }) => repetition),
  });
});
const repetitionType = FieldRepetitionType.REPEATED;
const schema = [
  { name: 'schema', numChildren: 4 },
  elementOf('n', int64),
  elementOf('t', text),
  elementOf('f', flag),
  elementOf('l', list, { repetitionType }),
];
const columns = [numbers, texts, flags, lists].map((pages) => ({ pages, codec: codec.id }));
const file = buildFile({ schema, rowGroups: [{ columns, numRows: rowCount }] });

interface Reading {
  readonly batches: number[];
  /** The values and levels of each column. */
  readonly slots: unknown[][];
}

async function read(memoryBytes: number, options: ReadBatchesOptions = {}, source?: ByteSource): Promise<Reading> {
  const opened = await open(source ?? file, { limits: createLimits({ memoryBytes }) });
  const batches: number[] = [];
  const seen: unknown[][] = [[], [], [], []];
  for await (const batch of opened.leafBatches(options)) {
    batches.push(batch[0]!.rowCount);
    for (const [i, column] of batch.entries()) {
      expect(column.rowCount).toBe(batch[0]!.rowCount);
      const { nulls } = column;
      for (const slot of slotsOf(column, column.leaf.maxDefinitionLevel)) seen[i]!.push(slot);
      if (nulls.kind === 'levels') seen[i]!.push(...nulls.definition, ...(nulls.repetition ?? []));
    }
  }
  if (batches.length > 1) {
    // Levels are appended after the slots of each batch, so the result depends on the number of batches.
    return { batches, slots: [seen[0]!, seen[1]!, seen[2]!, []] };
  }
  return { batches, slots: seen };
}

const countedSource = (): ByteSource & { reads: number } => {
  const source = bytesSource(file);
  const counted = {
    byteLength: source.byteLength,
    sharesMemory: true,
    reads: 0,
    read: (offset: number, length: number, signal?: AbortSignal) => {
      counted.reads++;
      return source.read(offset, length, signal);
    },
  };
  return counted;
};

describe('limits.memoryBytes', () => {
  test('a read that fits in limits.memoryBytes returns one batch, and does not read any bytes twice', async () => {
    const source = countedSource();
    expect((await read(2 ** 20, {}, source)).batches).toEqual([rowCount]);
    expect(source.reads).toBe(1 + columns.length);
  });

  test.each([60_000, 30_000, 20_000, 14_000, 10_000, 8000, 6000, 5000])(
    'a memory limit of %i bytes makes batches shorter, but does not change the values',
    async (memoryBytes) => {
      const whole = await read(2 ** 20);
      for (const options of [
        {},
        { batchRows: 37 },
        { spaced: true },
        { decodeDictionaries: true, spaced: true, batchRows: 250 },
      ]) {
        const { batches, slots: seen } = await read(memoryBytes, options);
        expect(batches.reduce((sum, rows) => sum + rows, 0)).toBe(rowCount);
        if (memoryBytes < 30_000) expect(batches.length).toBeGreaterThan(1);
        if (batches.length > 1) expect(seen.slice(0, 3)).toEqual(whole.slots.slice(0, 3));
      }
    },
  );

  test.each([20_000, 8000, 5000])(
    'a memory limit of %i bytes does not change the rows of lists',
    async (memoryBytes) => {
      const opened = await open(file, { limits: createLimits({ memoryBytes }) });
      const rows: number[][] = [];
      for await (const { l } of opened.columnBatches({ columns: ['l', 'n'] })) {
        const { nulls, slotCount } = l!;
        if (nulls.kind !== 'levels') throw new Error(nulls.kind);
        const values = slotsOf(l!, 1);
        for (let i = 0; i < slotCount; i++) {
          if (nulls.repetition?.[i] === 0) rows.push([]);
          if (nulls.definition[i] === 1) rows.at(-1)!.push(values[i] as number);
        }
      }
      expect(rows).toEqual(Array.from({ length: rowCount }, (_, row) => Array(row % 5).fill(row)));
    },
  );

  test('nested columns that exceed the memory limit are built in several ranges of rows, and contain the same lists as without the limit', async () => {
    const opened = await open(file, { limits: createLimits({ memoryBytes: 2 ** 20 }) });
    const [batch] = await collect(opened.leafBatches({ columns: ['l'] }));
    const roomy = [...nestedPortions(batch!, createLimits({ memoryBytes: 2 ** 20 }))];
    const cramped = [...nestedPortions(batch!, createLimits({ memoryBytes: 8000 }))];
    expect(roomy.length).toBe(1);
    expect(cramped.length).toBeGreaterThan(2);
    expect(cramped.reduce((sum, portion) => sum + portion.rowCount, 0)).toBe(batch![0]!.rowCount);
    const slotsIn = (portions: typeof roomy): unknown[] =>
      portions.flatMap(({ columns: [column] }) => slotsOf(column!, 1));
    expect(slotsIn(cramped)).toEqual(slotsIn(roomy));
  });

  test('if not all columns fit in memory together, their pages are freed, and read again for the next batch', async () => {
    const source = countedSource();
    const { batches } = await read(2400, {}, source);
    expect(batches.length).toBeGreaterThan(2);
    expect(source.reads).toBeGreaterThan(1 + 2 * columns.length);
  });

  test('a read with an offset returns the same values under a small memory limit', async () => {
    const { slots: whole } = await read(2 ** 20);
    const { slots: part } = await read(6000, { offset: 250, limit: 200, batchRows: 30 });
    for (const i of [0, 1, 2]) expect(part[i]).toEqual(whole[i]!.slice(250, 450));
  });

  test('columnPieces yields the same values in shorter arrays if limits.memoryBytes is small', async () => {
    const opened = await open(file, { limits: createLimits({ memoryBytes: 4000 }) });
    const pieces = await collect(opened.columnPieces('n'));
    expect(pieces.length).toBeGreaterThan(4);
    expect(pieces.flatMap((piece) => slotsOf(piece, 1))).toEqual((await read(2 ** 20)).slots[0]);
  });

  test('a single page, dictionary or row that exceeds limits.memoryBytes throws LIMIT, and the error names the column and what is too large', async () => {
    const failing = async (name: string, memoryBytes: number): Promise<string> => {
      const opened = await open(file, { limits: createLimits({ memoryBytes }) });
      const error = await errorOf(() => collect(opened.columnBatches({ columns: [name] })));
      expect([error.code, error.at.column]).toEqual(['LIMIT', name]);
      return error.reason;
    };
    expect(await failing('n', 300)).toMatch(/^a page of \d+ bytes exceeds the limit memoryBytes = 300: raise it/);
    expect(await failing('t', 300)).toMatch(/^a dictionary of \d+ bytes exceeds the limit memoryBytes = 300/);
    const long = valuesOf(text, ['y'.repeat(1000)]);
    const pages = [
      buildDictionaryPage({ column: text, values: long }),
      buildDataPage({ column: text, encoding: RLE_DICTIONARY, values: indicesOf(long, Array(60).fill(0)) }),
    ];
    const opened = await open(buildFlatFile(text, pages), { limits: createLimits({ memoryBytes: 20_000 }) });
    const batches = await collect(opened.columnBatches({ decodeDictionaries: true }));
    expect(batches.length).toBeGreaterThan(8);
    const tight = await open(buildFlatFile(text, pages), { limits: createLimits({ memoryBytes: 4200 }) });
    expect((await collect(tight.columnBatches({ decodeDictionaries: true }))).length).toBeGreaterThan(30);
    const small = await open(buildFlatFile(text, pages), { limits: createLimits({ memoryBytes: 2010 }) });
    const error = await errorOf(() => collect(small.columnBatches({ decodeDictionaries: true })));
    expect(error.reason).toMatch(/^a row of \d+ bytes( or more)? exceeds the limit memoryBytes = 2010/);
  });
});

describe('column chunks that overlap', () => {
  const both = [{ name: 'schema', numChildren: 2 }, elementOf('a', int64), elementOf('b', int64)];
  const sharing = (shift: number, size: number): Uint8Array => {
    const total = numbers.reduce((sum, page) => sum + page.length, 0);
    const chunk = { codec: codec.id, numValues: rowCount, totalUncompressedSize: 10_000 };
    return buildFile({
      schema: both,
      rowGroups: [
        {
          columns: [
            { pages: numbers, codec: codec.id, totalCompressedSize: total + size },
            { ...chunk, pages: numbers, dataPageOffset: 4 + shift },
          ],
          numRows: rowCount,
        },
      ],
    });
  };
  const total = numbers.reduce((sum, page) => sum + page.length, 0);

  test('overlapping column chunks are rejected as CORRUPT if they are read together, but can be read alone', async () => {
    const shared = await open(sharing(0, 0));
    const error = await errorOf(() => collect(shared.columnBatches()));
    expect([error.code, error.at.column]).toEqual(['CORRUPT', 'b']);
    expect(error.reason).toContain('overlaps the chunk of column a');
    expect((await collect(shared.columnBatches({ columns: ['b'] })))[0]!['b']!.slotCount).toBe(rowCount);
  });

  test('column chunks that overlap by 30 bytes can be read, because the chunk sizes of old writers omit a page header', async () => {
    expect((await collect((await open(sharing(total, 30))).columnBatches())).length).toBe(1);
    expect((await errorOf(async () => collect((await open(sharing(total, 129))).columnBatches()))).code).toBe(
      'CORRUPT',
    );
  });
});

describe('yielding to the event loop during a read', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  test('the event loop runs between the pages of a file in memory, so that a signal can abort the read', async () => {
    let now = performance.now();
    vi.spyOn(performance, 'now').mockImplementation(() => {
      now += 7;
      return now;
    });
    const controller = new AbortController();
    const opened = await open(file);
    let turns = 0;
    const turn = (): void => {
      turns++;
      if (turns === 3) controller.abort('enough');
      else setImmediate(turn);
    };
    setImmediate(turn);
    await expect(collect(opened.columnBatches({ signal: controller.signal }))).rejects.toBe('enough');
    expect(turns).toBe(3);
  });
});

test('the page ordinal in an error counts the dictionary page, even if the page was found through the offset index', async () => {
  const wide: LeafColumn = columnOf(PhysicalType.INT64);
  const values = (first: number) =>
    valuesOf(
      wide,
      Array.from({ length: 5000 }, (_, i) => BigInt(first + i)),
    );
  const pages = [
    buildDictionaryPage({ column: wide, values: valuesOf(wide, [1n]) }),
    ...[0, 1, 2, 3].map((p) =>
      buildDataPage({ column: wide, encoding: PLAIN, values: values(5000 * p), crc: p === 3 ? 1 : true }),
    ),
  ];
  const opened = await open(buildFlatFile(wide, pages, {}, { offsetIndex: true }));
  const error = await errorOf(() => collect(opened.columnBatches({ offset: 16_000 })));
  expect([error.code, error.at.page]).toEqual(['CORRUPT', 4]);
});
