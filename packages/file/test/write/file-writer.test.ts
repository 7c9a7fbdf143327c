import { createCodecRegistry, EncodingId, isParquetError, PhysicalType } from '@marquetry/core';
import {
  bytesSource,
  type ColumnInput,
  type FileWriter,
  type FileWriterOptions,
  type MemorySink,
  memorySink,
  openFile,
  type ParquetFile,
  type RowGroupColumns,
} from '@marquetry/file';
import { createFileWriter } from '@marquetry/file/write';
import { defineSchema, type FieldDefinitions, type Schema } from '@marquetry/schema';
import { errorOf, thrownBy } from '@marquetry/test-support/errors.js';
import { snappy, standardEncodings } from '@marquetry/test-support/standard.js';
import { columnOf, indicesOf, plainOf, slotsOf, valuesOf } from '@marquetry/test-support/values.js';
import { describe, expect, test, vi } from 'vitest';

const codecs = createCodecRegistry([snappy]);
const encodings = standardEncodings;

function writerOf(
  schema: Schema | FieldDefinitions,
  options: Partial<FileWriterOptions> = {},
): { readonly writer: FileWriter; readonly sink: MemorySink } {
  const sink = memorySink();
  const built = 'root' in schema ? (schema as Schema) : defineSchema(schema as FieldDefinitions);
  return { writer: createFileWriter(sink, { schema: built, encodings, codecs, ...options }), sink };
}

const open = (bytes: Uint8Array): Promise<ParquetFile> => openFile(bytesSource(bytes), { encodings, codecs });

async function slots(file: ParquetFile, column: string): Promise<unknown[]> {
  const all: unknown[] = [];
  const leaf = file.schema.find(column)[0]!;
  for await (const piece of file.columnPieces(column)) all.push(...slotsOf(piece, leaf.maxDefinitionLevel));
  return all;
}

const range = (n: number): number[] => Array.from({ length: n }, (_, i) => i);

describe('how rows are divided into row groups', () => {
  test('batches of any size, including batches with nulls and booleans, are divided into row groups', async () => {
    const { writer, sink } = writerOf(
      { n: 'INT32', b: { type: 'BOOLEAN', optional: true }, t: { type: 'STRING', optional: true } },
      { rowGroupRows: 10 },
    );
    const bools = range(37).map((i) => (i % 4 === 1 ? null : i % 3 === 0));
    const texts = range(37).map((i) => (i % 5 === 2 ? null : `t${i % 7}`));
    let from = 0;
    for (const count of [3, 0, 16, 1, 17]) {
      const to = from + count;
      await writer.write({
        n: Int32Array.from(range(37).slice(from, to)),
        b: bools.slice(from, to),
        t: texts.slice(from, to),
      });
      from = to;
      expect(writer.rowCount).toBe(to);
    }
    const footer = await writer.finish();
    expect(footer.rowGroups.map(({ numRows, ordinal }) => [numRows, ordinal])).toEqual([
      [10, 0],
      [10, 1],
      [10, 2],
      [7, 3],
    ]);
    const file = await open(sink.bytes);
    expect(file.metadata).toEqual(footer);
    expect(await slots(file, 'n')).toEqual(range(37));
    expect(await slots(file, 'b')).toEqual(bools);
    expect(await slots(file, 't')).toEqual(texts);
  });

  test('columns of lists are divided into row groups only where a row starts', async () => {
    const { writer, sink } = writerOf({ l: { list: 'INT32', optional: true } }, { rowGroupRows: 2 });
    // [1, 2], null, [], [3], [4, 5, 6]: a slot with definition level 2 has a value, 1 is an empty list, and 0 is null.
    const definition = Uint8Array.of(2, 2, 0, 1, 2, 2, 2, 2);
    const repetition = Uint8Array.of(0, 1, 0, 0, 0, 0, 1, 1);
    const values = Int32Array.of(1, 2, 3, 4, 5, 6);
    await writer.write({
      'l.list.element': { values, nulls: { kind: 'levels', definition, repetition, nullCount: 2 } },
    });
    const { rowGroups } = await writer.finish();
    expect(rowGroups.map(({ numRows, columns }) => [numRows, columns[0]!.metaData!.numValues])).toEqual([
      [2, 3],
      [2, 2],
      [1, 3],
    ]);
    const pieces = [];
    for await (const { values: read, nulls } of (await open(sink.bytes)).columnPieces('l.list.element')) {
      pieces.push([plainOf(read), nulls.kind === 'levels' ? [[...nulls.definition], [...nulls.repetition!]] : nulls]);
    }
    expect(pieces).toEqual([
      [
        [1, 2],
        [
          [2, 2, 0],
          [0, 1, 0],
        ],
      ],
      [
        [3],
        [
          [1, 2],
          [0, 0],
        ],
      ],
      [
        [4, 5, 6],
        [
          [2, 2, 2],
          [0, 1, 1],
        ],
      ],
    ]);
  });

  test('row groups end early when they reach rowGroupBytes, and when endRowGroup is called', async () => {
    const { writer } = writerOf({ n: 'DOUBLE' }, { rowGroupBytes: 1000, encoding: EncodingId.PLAIN });
    for (let i = 0; i < 4; i++) await writer.write({ n: Float64Array.from(range(100), (n) => n + i) });
    await writer.write({ n: Float64Array.of(1) });
    await writer.endRowGroup();
    await writer.endRowGroup();
    await writer.write({ n: Float64Array.of(2) });
    const { rowGroups } = await writer.finish();
    expect(rowGroups.map(({ numRows }) => numRows)).toEqual([200, 200, 1, 1]);
  });

  test('a file without rows can be written and read', async () => {
    const { writer, sink } = writerOf({ n: 'INT32' });
    await writer.write({ n: new Int32Array(0) });
    expect((await writer.finish()).rowGroups).toEqual([]);
    expect((await open(sink.bytes)).rowCount).toBe(0);
  });

  test('writeRowGroup reads the iterables of columns one after the other', async () => {
    const { writer, sink } = writerOf({ a: 'INT32', b: 'STRING' }, { rowGroupRows: 2 });
    async function* pieces(): AsyncGenerator<ColumnInput> {
      yield Int32Array.of(1, 2);
      yield Int32Array.of(3);
    }
    await writer.write({ a: [0], b: ['z'] });
    await writer.writeRowGroup({ a: pieces(), b: ['x', 'y', 'x'] });
    const { rowGroups } = await writer.finish();
    expect(rowGroups.map(({ numRows }) => numRows)).toEqual([1, 3]);
    expect(await slots(await open(sink.bytes), 'a')).toEqual([0, 1, 2, 3]);
  });
});

describe('the types of values that a writer accepts for a column', () => {
  const round = async (fields: FieldDefinitions, input: ColumnInput): Promise<unknown[]> => {
    const { writer, sink } = writerOf(fields);
    await writer.write({ c: input });
    await writer.finish();
    return slots(await open(sink.bytes), 'c');
  };

  test.each<[string, FieldDefinitions[string], ColumnInput, unknown[]]>([
    ['type Int8Array', 'INT8', Int8Array.of(-5, 5), [-5, 5]],
    ['type Uint16Array', 'UINT16', Uint16Array.of(65535), [65535]],
    ['type Uint32Array', 'UINT32', Uint32Array.of(2 ** 32 - 1), [-1]],
    ['type BigUint64Array', 'UINT64', BigUint64Array.of(2n ** 64n - 1n), [-1n]],
    ['type Float32Array', 'FLOAT', Float32Array.of(0.5, -0), [0.5, -0]],
    [
      'type Uint8Array for FIXED_LEN_BYTE_ARRAY',
      { type: 'FIXED_LEN_BYTE_ARRAY', typeLength: 2 },
      Uint8Array.of(1, 2, 3, 4),
      ['\x01\x02', '\x03\x04'],
    ],
    ['numbers', 'INT32', [1, -1], [1, -1]],
    ['unsigned numbers', 'UINT32', [2 ** 32 - 1], [-1]],
    ['numbers for INT64', 'INT64', [1, 2n], [1n, 2n]],
    ['unsigned bigints', 'UINT64', [2n ** 64n - 1n], [-1n]],
    ['doubles', 'DOUBLE', [0.1, Number.NaN], [0.1, Number.NaN]],
    ['strings and bytes', 'STRING', ['a', Uint8Array.of(98)], ['a', 'b']],
    ['byte arrays for UUID', 'UUID', [new Uint8Array(16).fill(65)], ['A'.repeat(16)]],
    ['numbers and nulls', { type: 'INT32', optional: true }, [1, null, undefined, 2], [1, null, null, 2]],
    ['only nulls', { type: 'STRING', optional: true }, [null, null], [null, null]],
  ])('the writer accepts a column of %s', async (_, field, input, expected) => {
    expect(await round({ c: field }, input)).toEqual(expected);
  });

  test('the writer removes the entries of nulls from values that have one entry per slot', async () => {
    const nulls = { kind: 'bitmap', bits: Uint8Array.of(0b1011), nullCount: 1 } as const;
    const optional = { c: { type: 'INT32', optional: true } } as const;
    expect(await round(optional, { values: Int32Array.of(1, 2, 0, 4), nulls, spaced: true })).toEqual([1, 2, null, 4]);
    const dictionary = valuesOf(columnOf(PhysicalType.INT32), [7, 8]);
    const indices = { values: indicesOf(dictionary, [1, 0, 0, 1]), nulls, spaced: true };
    expect(await round(optional, indices)).toEqual([8, 7, null, 8]);
  });

  test('batches read from one file can be written to another file', async () => {
    const first = writerOf({ c: { type: 'STRING', optional: true } });
    await first.writer.write({ c: range(50).map((i) => (i % 3 === 0 ? null : `v${i % 4}`)) });
    await first.writer.finish();
    const file = await open(first.sink.bytes);
    const second = writerOf(file.schema);
    for await (const batch of file.columnBatches({ batchRows: 7, spaced: true })) await second.writer.write(batch);
    await second.writer.finish();
    expect(await slots(await open(second.sink.bytes), 'c')).toEqual(await slots(file, 'c'));
  });
});

describe('invalid calls of a writer', () => {
  const fields = { n: 'INT32', t: { type: 'STRING', optional: true } } as const;
  const bitmap = { kind: 'bitmap', bits: Uint8Array.of(1), nullCount: 1 } as const;

  test.each<[string, RowGroupColumns, string, string | undefined]>([
    ['a missing column', { n: [1] }, 'the column is missing: pass all columns', 't'],
    ['an unknown column', { n: [1], t: ['a'], u: [1] }, 'no column u', undefined],
    ['columns of different lengths', { n: [1, 2], t: ['a'] }, 'the column has 1 rows, but column n has 2', 't'],
    [
      'an array of another type',
      { n: Float64Array.of(1), t: ['a'] },
      'Float64Array of length 1 cannot hold INT32',
      'n',
    ],
    ['a value of another type', { n: [1, 'x'], t: ['a', 'b'] }, 'row 1: string "x" does not fit the INT32 column', 'n'],
    ['a number that is not an integer', { n: [1.5], t: ['a'] }, 'row 0: number 1.5', 'n'],
    ['a number out of range', { n: [2 ** 31], t: ['a'] }, 'row 0', 'n'],
    ['null in a required column', { n: [1, null], t: ['a', 'b'] }, 'required column', 'n'],
    ['an unpaired surrogate', { n: [1], t: ['\ud800'] }, 'row 0', 't'],
    ['bytes that are not UTF-8', { n: [1, 2], t: ['a', Uint8Array.of(0xff)] }, 'UTF-8', 't'],
    [
      'fewer values than slots',
      { n: [1], t: { values: valuesOf(columnOf(6), []), nulls: bitmap, slotCount: 9 } },
      '9 slots',
      't',
    ],
    [
      'more values than slots that are not null',
      { n: [1, 2], t: { values: valuesOf(columnOf(6), ['a', 'b']), nulls: bitmap, slotCount: 2 } },
      '2 values',
      't',
    ],
    [
      'offsets that descend',
      { n: [1], t: { layout: 'bytes', type: 6, length: 1, offsets: Int32Array.of(2, 1), data: new Uint8Array(4) } },
      'offset',
      't',
    ],
  ])('the writer rejects %s with a specific error, and leaves no file', async (_, columns, reason, column) => {
    for (const method of ['write', 'writeRowGroup'] as const) {
      const { writer, sink } = writerOf(fields);
      const error = await errorOf(() => writer[method](columns as never));
      expect([error.code, error.at.column]).toEqual(['INVALID_ARGUMENT', column]);
      expect(error.message).toContain(reason);
      for (const next of [writer.write({ n: [1], t: ['a'] }), writer.finish()]) {
        expect((await errorOf(() => next)).reason).toContain(
          'failed: the sink was aborted, and the file cannot be finished',
        );
      }
      expect(thrownBy(() => sink.bytes).reason).toContain('aborted');
    }
  });

  test.each<[string, Partial<FileWriterOptions>, string, string]>([
    ['a rowGroupRows of 0', { rowGroupRows: 0 }, 'INVALID_ARGUMENT', 'must be positive, got 0'],
    ['options for an unknown column', { columns: { u: {} } }, 'INVALID_ARGUMENT', 'no column u'],
    ['a codec that is not registered', { codec: 6 }, 'UNSUPPORTED', 'codec ZSTD (6) is not registered'],
    [
      'the name of a codec that is not registered',
      { codec: 'ZSTD' },
      'UNSUPPORTED',
      'codec ZSTD (6) is not registered',
    ],
    [
      'a codec name that does not exist',
      { codec: 'ZTSD' as never },
      'INVALID_ARGUMENT',
      'unknown codec ZTSD: did you mean ZSTD?',
    ],
    ['a codec that only decompresses', { codec: 99 }, 'UNSUPPORTED', 'codec HALF (99) cannot compress'],
    [
      'an encoding that does not support the type of a column',
      { columns: { t: { encoding: 5 } } },
      'UNSUPPORTED',
      'cannot hold',
    ],
    ['a pageRows of 0', { pageRows: 0 }, 'INVALID_ARGUMENT', '`pageRows` must be at least 1, got 0'],
    [
      'an encoding name that does not exist',
      { encoding: 'PLANE' as never },
      'INVALID_ARGUMENT',
      'unknown encoding PLANE: did you mean PLAIN?',
    ],
    ['sorting by an unknown column', { sortingColumns: [{ column: 'u' }] }, 'INVALID_ARGUMENT', 'no column u'],
  ])('createFileWriter rejects %s', (_, options, code, reason) => {
    const half = createCodecRegistry([snappy, { contract: 1, id: 99, name: 'HALF', decompress: () => {} }]);
    const error = thrownBy(() => writerOf(fields, { codecs: half, ...options }));
    expect(error.code).toBe(code);
    expect(error.message).toContain(reason);
  });

  test.each(['INT32', 5, null, undefined])('the writer rejects a schema that is %j', (schema) => {
    // Programs in JavaScript may pass these values, which TypeScript rejects.
    const options = { schema, encodings } as unknown as FileWriterOptions;
    const error = thrownBy(() => createFileWriter(memorySink(), options));
    expect([error.code, error.reason]).toEqual(['INVALID_ARGUMENT', expect.stringContaining('defineSchema')]);
  });

  test('a writer rejects calls before the previous call has settled and after finish', async () => {
    const { writer } = writerOf(fields);
    const first = writer.write({ n: [1], t: ['a'] });
    expect((await errorOf(() => writer.write({ n: [1], t: ['a'] }))).reason).toContain('await it');
    await first;
    expect((await writer.finish()).numRows).toBe(1);
    expect((await errorOf(() => writer.finish())).reason).toContain('has finished');
  });
});

describe('the end of a writer', () => {
  test('abort removes the file, both between calls and during a call', async () => {
    const { writer, sink } = writerOf({ n: 'INT32' }, { rowGroupRows: 1 });
    await writer.write({ n: [1, 2, 3] });
    await writer.abort();
    expect((await errorOf(() => writer.write({ n: [1] }))).reason).toContain('aborted');
    expect(thrownBy(() => sink.bytes).reason).toContain('aborted');

    const running = writerOf({ n: 'INT32' }, { rowGroupRows: 1 });
    const call = running.writer.write({ n: range(100) });
    const aborted = running.writer.abort('enough');
    expect((await errorOf(() => call)).reason).toContain('aborted');
    await aborted;
    expect(thrownBy(() => running.sink.bytes).reason).toContain('aborted');
  });

  test('calls of the writer reject with the reason of an aborted signal', async () => {
    const controller = new AbortController();
    const { writer, sink } = writerOf({ n: 'INT32' }, { signal: controller.signal });
    await writer.write({ n: [1] });
    controller.abort('enough');
    await expect(writer.finish()).rejects.toBe('enough');
    expect(thrownBy(() => sink.bytes).reason).toContain('aborted');
    expect(isParquetError(await writer.finish().catch((error: unknown) => error))).toBe(true);
  });

  test.each([0, 1])(
    'an error from the sink in its call %i is thrown unchanged, and the sink is aborted',
    async (at) => {
      const failure = new Error('disk full');
      let calls = 0;
      const abort = vi.fn(async () => {});
      const sink = {
        write: async (): Promise<void> => {
          if (calls++ === at) throw failure;
        },
        close: vi.fn(async () => {}),
        abort,
      };
      const writer = createFileWriter(sink, {
        schema: defineSchema({ n: 'INT64' }),
        encodings,
        encoding: EncodingId.PLAIN,
        rowGroupRows: 10_000,
      });
      const values = BigInt64Array.from(range(10_000), BigInt);
      const outcome = writer.write({ n: values }).then(() => writer.finish());
      await expect(outcome).rejects.toBe(failure);
      expect([abort.mock.calls, sink.close.mock.calls]).toEqual([[[failure]], []]);
      expect((await errorOf(() => writer.finish())).code).toBe('INVALID_ARGUMENT');
    },
  );
});

test('the file contains the chunks and Bloom filters of each row group, then all column indexes, then all offset indexes, then the footer', async () => {
  const seen: unknown[] = [];
  const { writer, sink } = writerOf(
    { a: 'INT32', b: { type: 'STRING', optional: true } },
    {
      rowGroupRows: 50,
      columns: { b: { bloomFilter: true, codec: 1 } },
      keyValueMetadata: { who: 'test' },
      sortingColumns: [{ column: 'a', nullsFirst: true }],
      onProgress: (progress) => seen.push(progress),
    },
  );
  await writer.write({ a: range(100), b: range(100).map((i) => `text ${i}`) });
  const { rowGroups, createdBy, keyValueMetadata, columnOrders, numRows } = await writer.finish();
  expect([createdBy, numRows]).toEqual([expect.stringMatching(/^marquetry version \d+\.\d+\.\d+/), 100]);
  expect(keyValueMetadata).toEqual([{ key: 'who', value: 'test' }]);
  expect(columnOrders).toEqual([{ kind: 'TYPE_ORDER' }, { kind: 'TYPE_ORDER' }]);
  const spans: [string, number, number][] = [];
  for (const [g, { columns, sortingColumns, fileOffset, totalCompressedSize }] of rowGroups.entries()) {
    expect(sortingColumns).toEqual([{ columnIdx: 0, descending: false, nullsFirst: true }]);
    expect(totalCompressedSize).toBe(columns.reduce((sum, chunk) => sum + chunk.metaData!.totalCompressedSize, 0));
    expect(fileOffset).toBe(columns[0]!.metaData!.dictionaryPageOffset ?? columns[0]!.metaData!.dataPageOffset);
    for (const [c, chunk] of columns.entries()) {
      const { dictionaryPageOffset, dataPageOffset, ...metaData } = chunk.metaData!;
      spans.push([`chunk ${g}.${c}`, dictionaryPageOffset ?? dataPageOffset, metaData.totalCompressedSize]);
      spans.push([`column index ${g}.${c}`, chunk.columnIndexOffset!, chunk.columnIndexLength!]);
      spans.push([`offset index ${g}.${c}`, chunk.offsetIndexOffset!, chunk.offsetIndexLength!]);
      if (c === 1) spans.push([`bloom ${g}.${c}`, metaData.bloomFilterOffset!, metaData.bloomFilterLength!]);
    }
  }
  spans.sort((x, y) => x[1] - y[1]);
  expect(spans.map(([name]) => name)).toEqual([
    ...['chunk 0.0', 'chunk 0.1', 'bloom 0.1', 'chunk 1.0', 'chunk 1.1', 'bloom 1.1'],
    ...['column index 0.0', 'column index 0.1', 'column index 1.0', 'column index 1.1'],
    ...['offset index 0.0', 'offset index 0.1', 'offset index 1.0', 'offset index 1.1'],
  ]);
  // There are no gaps between the parts, from the magic bytes to the footer.
  let position = 4;
  for (const [, offset, length] of spans) {
    expect(offset).toBe(position);
    position += length;
  }
  expect((await open(sink.bytes)).footer.offset).toBe(position);
  expect(seen).toEqual([
    { rowGroups: 1, rows: 50, byteLength: expect.any(Number) },
    { rowGroups: 2, rows: 100, byteLength: expect.any(Number) },
  ]);
});

test('pageIndex: false omits the page indexes', async () => {
  const { writer } = writerOf({ a: 'INT32', b: 'INT32' }, { columns: { a: { pageIndex: false } } });
  await writer.write({ a: [1], b: [2] });
  const [a, b] = (await writer.finish()).rowGroups[0]!.columns;
  expect([a!.offsetIndexOffset, a!.columnIndexOffset]).toEqual([undefined, undefined]);
  expect([b!.offsetIndexLength, b!.columnIndexLength]).toEqual([expect.any(Number), expect.any(Number)]);
});
