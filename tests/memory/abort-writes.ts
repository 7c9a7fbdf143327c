/** Lists every writing call that has an abort signal, with large inputs. */
import { Worker } from 'node:worker_threads';
import { writeArrow } from '@marquetry/arrow';
import type { NestedColumn } from '@marquetry/column';
import { CodecId, EncodingId, PhysicalType, type Values } from '@marquetry/core';
import { createWorkerPool, type WorkerPool } from '@marquetry/parallel';
import { fieldsOf } from '@marquetry/schema';
import { makeData, Table, tableFromArrays, Utf8, Vector } from 'apache-arrow';
import {
  type ColumnInput,
  createParquetWriter,
  defineSchema,
  memorySink,
  openParquet,
  type ParquetReader,
  type ParquetWriterOptions,
  type Schema,
  writeParquet,
} from 'marquetry';
import type { AbortCall, AbortCase } from './abort-calls.js';

type Writer = Awaited<ReturnType<typeof createParquetWriter>>;

const schema: Schema = defineSchema({ id: 'INT64', value: 'DOUBLE', city: 'STRING' });
const rowSchema = defineSchema({ id: 'INT64', city: 'STRING', tags: { list: 'STRING' } });
const numberSchema: Schema = defineSchema({ id: 'INT64', value: 'DOUBLE' });
const textSchema = defineSchema({ city: 'STRING' });
const optionalSchema = defineSchema({ id: { type: 'INT64', optional: true } });
const nestedSchema = defineSchema({
  l: { list: { fields: { a: { type: 'INT64', optional: true }, b: 'DOUBLE' }, optional: true }, optional: true },
});

/** Returns a case that creates the input, then writes it with `write` and finishes the file. */
function writing<T>(
  input: () => T | Promise<T>,
  write: (to: Writer, input: T, signal: AbortSignal) => Promise<unknown>,
  options: Partial<ParquetWriterOptions> = {},
): AbortCase['prepare'] {
  return async () => {
    const made = await input();
    return async (signal) => {
      const writer = await createParquetWriter(memorySink(), { schema, signal, ...options });
      await write(writer, made, signal);
      await writer.finish();
    };
  };
}

/** Returns a case that creates the input, then passes it to the call. */
function given<T>(input: () => T, call: (input: T, signal: AbortSignal) => Promise<unknown>): AbortCase['prepare'] {
  return (): AbortCall => {
    const made = input();
    return (signal) => call(made, signal);
  };
}

const write = (to: Writer, columns: Readonly<Record<string, ColumnInput>>) => to.write(columns);
const writeRowGroup = (to: Writer, columns: Readonly<Record<string, ColumnInput>>) => to.writeRowGroup(columns);

/** The sizes of the inputs of writing calls. */
export interface WriteSizes {
  readonly textRows: number;
  readonly numberRows: number;
  readonly objectRows: number;
  /** Slots (values and nulls) of a column that is written in one call. A multiple of 64. */
  readonly slots: number;
}

/** Sizes of inputs that take seconds to write. */
export const slowWrites: WriteSizes = {
  textRows: 2 ** 21,
  numberRows: 5_000_000,
  objectRows: 1_000_000,
  slots: 2 ** 24,
};

/** Returns one case per call of a writer. Each case ends when the file is finished. */
export function writingCases(sizes: WriteSizes): readonly AbortCase[] {
  return Object.entries(preparedFor(sizes)).map(([name, prepare]) => ({ name, prepare }));
}

/**
 * Returns cases of a writer that encodes its columns in worker threads, each of which runs `module`. The worker pool is closed at the end
 * of a case.
 */
export function parallelWritingCases(
  { textRows, numberRows, slots }: WriteSizes,
  module: string,
): readonly AbortCase[] {
  const columns = () => textColumns(textRows);
  const cases: Readonly<Record<string, (parallel: WorkerPool) => AbortCase['prepare']>> = {
    write: (parallel) => writing(columns, write, { parallel }),
    'write of large pages': (parallel) => writing(columns, write, { parallel, pageBytes: 2 ** 23, pageRows: 2 ** 20 }),
    'write with Bloom filters': (parallel) => writing(columns, write, { parallel, bloomFilter: true }),
    'write in BROTLI': (parallel) => writing(columns, write, { parallel, codec: CodecId.BROTLI }),
    'write of a large dictionary': (parallel) =>
      writing(() => dictionaryColumn(slots), write, { parallel, schema: textSchema }),
    writeRowGroup: (parallel) => writing(columns, writeRowGroup, { parallel }),
    'writeRows of a generator': (parallel) =>
      writing(
        () => rowsOf(numberRows),
        (to, rows, signal) => to.writeRows(rows, { signal }),
        { schema: rowSchema, parallel },
      ),
  };
  return Object.entries(cases).map(([name, make]) => ({
    name: `${name} in workers`,
    prepare: async () => {
      const pool = createWorkerPool({ workers: 2, worker: () => new Worker(module) });
      const call = await make(pool)();
      return async (signal) => {
        try {
          await call(signal);
        } finally {
          pool.close();
        }
      };
    },
  }));
}

function preparedFor({
  textRows,
  numberRows,
  objectRows,
  slots,
}: WriteSizes): Readonly<Record<string, AbortCase['prepare']>> {
  const columns = () => textColumns(textRows);
  const numbers = () => numberColumns(numberRows);
  const spacedValues = () => spacedColumn(slots);
  const wideDictionary = () => dictionaryColumn(slots);
  const nestedLists = () => listColumn(slots / 64);
  const numberFile = () => fileOf(numbers());
  const rowArray = () => [...rowsOf(objectRows)];
  return {
    write: writing(columns, write),
    'write with Bloom filters': writing(columns, write, { bloomFilter: true, rowGroupRows: textRows }),
    'write of large pages': writing(columns, write, { pageBytes: 2 ** 23, pageRows: 2 ** 20 }),
    'write of deltas': writing(numbers, write, {
      schema: numberSchema,
      columns: { id: { encoding: EncodingId.DELTA_BINARY_PACKED }, value: { encoding: EncodingId.BYTE_STREAM_SPLIT } },
    }),
    'write in BROTLI': writing(columns, write, { codec: CodecId.BROTLI }),
    'write of values with nulls': writing(spacedValues, write, { schema: optionalSchema }),
    'write of a large dictionary': writing(wideDictionary, write, { schema: textSchema }),
    'write of many nested values': writing(nestedLists, (to, nested) => to.writeNested(nested), {
      schema: nestedSchema,
    }),
    writeRowGroup: writing(columns, writeRowGroup),
    'writeRowGroup with Bloom filters': writing(columns, writeRowGroup, { bloomFilter: true }),
    'writeRowGroup of values with nulls': writing(spacedValues, writeRowGroup, { schema: optionalSchema }),
    'writeRowGroup of a large dictionary': writing(wideDictionary, writeRowGroup, { schema: textSchema }),
    'copyRowGroup again and again': writing(
      numberFile,
      async (to, file) => {
        for (let i = 0; i < 1000; i++) await to.copyRowGroup(file, i % file.metadata.rowGroups.length);
      },
      { schema: numberSchema },
    ),
    'splitRowGroup again and again': writing(
      numberFile,
      async (to, file) => {
        for (let i = 0; i < 1000; i++)
          await to.splitRowGroup(file, i % file.metadata.rowGroups.length, { rowGroupRows: 1000 });
      },
      { schema: numberSchema },
    ),
    'writeRows of a generator': writing(
      () => rowsOf(numberRows),
      (to, rows, signal) => to.writeRows(rows, { signal }),
      { schema: rowSchema },
    ),
    'writeRows of an array': writing(rowArray, (to, rows, signal) => to.writeRows(rows, { signal }), {
      schema: rowSchema,
    }),
    'writeParquet of columns': given(columns, (input, signal) => writeParquet(memorySink(), input, { schema, signal })),
    'writeParquet of a generator': given(
      () => rowsOf(numberRows),
      (rows, signal) => writeParquet(memorySink(), rows, { signal }),
    ),
    'writeParquet of an array': given(rowArray, (rows, signal) => writeParquet(memorySink(), rows, { signal })),
    'writeParquet that infers all rows': given(
      () => rowsOf(numberRows),
      (rows, signal) => writeParquet(memorySink(), rows, { signal, sampleRows: numberRows }),
    ),
    writeArrow: writing(() => tableFromArrays(numbers()), writeArrow, { schema: numberSchema }),
    'writeArrow of texts': writing(() => textTable(slots / 2), writeArrow, { schema: textSchema }),
    writeNested: writing(
      numberFile,
      async (to, file, signal) => {
        for await (const batch of file.nestedBatches({ signal })) await to.writeNested(batch.columns);
      },
      { schema: numberSchema },
    ),
  };
}

function numberColumns(count: number): { readonly id: BigInt64Array; readonly value: Float64Array } {
  const id = new BigInt64Array(count);
  const value = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    id[i] = BigInt(i * 7919);
    value[i] = i / 3;
  }
  return { id, value };
}

function textColumns(count: number): Readonly<Record<string, ColumnInput>> {
  return { ...numberColumns(count), city: Array.from({ length: count }, (_, i) => `city ${i}`) };
}

/** Yields `count` row objects. It is a synchronous generator, so only the writer can yield to the event loop. */
function* rowsOf(count: number): Generator<Record<string, unknown>> {
  for (let i = 0; i < count; i++) yield { id: BigInt(i), city: `city ${i % 1000}`, tags: ['a', 'b'] };
}

async function fileOf(columns: Readonly<Record<string, ColumnInput>>): Promise<ParquetReader> {
  const sink = memorySink();
  await writeParquet(sink, columns, { schema: numberSchema, codec: CodecId.UNCOMPRESSED });
  return openParquet(sink.bytes);
}

/** Returns a column of `slots` slots, one in eight of which is null. */
function spacedColumn(slots: number): { readonly id: ColumnInput } {
  const bits = new Uint8Array(slots / 8).fill(0b0111_1111);
  const nulls = { kind: 'bitmap', bits, nullCount: slots / 8 } as const;
  return { id: { values: new BigInt64Array(slots), nulls, spaced: true } };
}

/** Returns a column of `count` indices into a dictionary of 2^16 texts. */
function dictionaryColumn(count: number): { readonly city: Values } {
  const entries = 2 ** 16;
  const data = Uint8Array.from({ length: 20 * entries }, (_, i) => 97 + ((i >> 3) % 26));
  const type = PhysicalType.BYTE_ARRAY;
  const indices = new Int32Array(count);
  for (let i = 0; i < indices.length; i++) indices[i] = (i * 7919) % entries;
  const dictionary = { layout: 'bytes', type, length: entries, offsets: offsetsOf(entries, 20), data } as const;
  return { city: { layout: 'dictionary', type, length: indices.length, indices, dictionary } };
}

/** Returns a column of `lists` lists, each of 64 structs. */
function listColumn(lists: number): readonly NestedColumn[] {
  const length = 64 * lists;
  const [field] = fieldsOf(nestedSchema);
  if (field?.kind !== 'list' || field.element.kind !== 'struct')
    throw new Error('the schema must be a list of structs');
  const [a, b] = field.element.fields;
  if (a?.kind !== 'leaf' || b?.kind !== 'leaf') throw new Error('the structs must have two columns');
  const nulls = { kind: 'none', nullCount: 0 } as const;
  const { INT64, DOUBLE } = PhysicalType;
  const children = [
    {
      kind: 'leaf',
      field: a,
      length,
      nulls,
      values: { layout: 'fixed', type: INT64, width: 8, length, data: new BigInt64Array(length) },
    },
    {
      kind: 'leaf',
      field: b,
      length,
      nulls,
      values: { layout: 'fixed', type: DOUBLE, width: 8, length, data: new Float64Array(length) },
    },
  ] as const;
  const element = { kind: 'struct', field: field.element, length, nulls, children } as const;
  return [{ kind: 'list', field, length: lists, nulls, offsets: offsetsOf(lists, 64), element }];
}

/** Returns an Arrow table with one record batch of `length` texts. */
function textTable(length: number): Table {
  const data = new Uint8Array(8 * length).fill(97);
  const texts = makeData({ type: new Utf8(), length, valueOffsets: offsetsOf(length, 8), data });
  return new Table({ city: new Vector([texts]) });
}

/** Returns the offsets of `count` entries, each of length `size`. */
function offsetsOf(count: number, size: number): Int32Array {
  const offsets = new Int32Array(count + 1);
  for (let i = 0; i <= count; i++) offsets[i] = size * i;
  return offsets;
}
