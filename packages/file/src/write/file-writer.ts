/**
 * Writes a Parquet file, row group after row group.
 *
 *   write(batch)     -> cut at row groups -> a chunk writer a column --.
 *   writeRowGroup()  -> columns one by one, or chunks to be copied   --+-> all columns are there -> sink
 */
import { type ChunkWriter, createChunkWriter, type WriteBatch } from '@marquetry/column-writer';
import { ParquetError, withPlace } from '@marquetry/core';
import type { FileMetaData, KeyValue } from '@marquetry/metadata';
import { formatPath, type Schema, schemaElements } from '@marquetry/schema';
import type { ParquetFile } from '../parquet-file.js';
import type { ByteSink } from '../sink/byte-sink.js';
import { type ChunkCopy, copiedChunk, isChunkCopy } from './chunk-copy.js';
import { type ColumnInput, columnBatch } from './column-input.js';
import { magic, type StoredRowGroup, writeFileEnd, writeRowGroup } from './file-end.js';
import { type ColumnPlan, type FileWriterOptions, planWrite } from './options.js';
import { createOutput } from './output.js';
import { encodedChunk, type PendingChunk } from './pending-chunk.js';
import { createRowCutter } from './row-cutter.js';
import {
  type CopyRowGroupOptions,
  columnCopies,
  copiedRows,
  type RowGroupPart,
  type SplitRowGroupOptions,
  splitParts,
} from './row-group-split.js';
import { version } from './version.js';

/** Columns by path, all of the same rows. What `ParquetFile.columns` gives is one. */
export type WriteColumns = Readonly<Record<string, ColumnInput>>;

/** Columns of one row group: values, values piece by piece, or a chunk of another file (`copyOf`). */
export type RowGroupColumns = Readonly<Record<string, ColumnInput | ChunkCopy | AsyncIterable<ColumnInput>>>;

/**
 * Calls must not overlap. A call that rejects ends the writer: the sink is aborted, nothing that looks whole is left, and
 * further calls reject with INVALID_ARGUMENT.
 */
export interface FileWriter {
  readonly schema: Schema;
  /** Rows taken so far. */
  readonly rowCount: number;
  /**
   * Adds rows; a row group is written whenever it is full. The values may be reused afterwards.
   * @throws ParquetError INVALID_ARGUMENT, naming column and row, for values that do not fit the schema: then nothing of
   *   their row group has been written. Errors of the sink, unchanged; the reason of the signal.
   */
  write(columns: WriteColumns): Promise<void>;
  /** Ends the row group that is being filled, if one is. */
  endRowGroup(): Promise<void>;
  /** Writes a whole row group; the one that is being filled ends before. Throws as {@link write}. */
  writeRowGroup(columns: RowGroupColumns): Promise<void>;
  /**
   * Copies a row group, or some of its rows, without decoding it: those of its columns that this file has. Throws as
   * {@link write}, and INVALID_ARGUMENT for rows at whose ends a column has no page boundary.
   */
  copyRowGroup(file: ParquetFile, rowGroup: number, options?: CopyRowGroupOptions): Promise<void>;
  /**
   * Copies a row group as several, without decoding it, cut where all columns have a page boundary: at the one nearest to
   * each multiple of `rowGroupRows`. Without any it stays whole. Throws as {@link write}.
   */
  splitRowGroup(file: ParquetFile, rowGroup: number, options?: SplitRowGroupOptions): Promise<void>;
  /** Writes what is left, indexes and footer, and closes the sink. Gives back the footer. */
  finish(): Promise<FileMetaData>;
  /** Gives up. Does nothing after {@link finish}. */
  abort(reason?: unknown): Promise<void>;
}

/** Rows that are encoded at a time: between such portions, signals and sizes are looked at. */
const portionRows = 2 ** 17;

/**
 * A writer to a sink. Nothing is written before the first row group is full.
 * @throws ParquetError INVALID_ARGUMENT or UNSUPPORTED for options that cannot be. The sink is then untouched.
 */
export function createFileWriter(sink: ByteSink, options: FileWriterOptions): FileWriter {
  const plan = planWrite(options);
  const { schema, columns, rowGroupRows, rowGroupBytes, sortingColumns } = plan;
  const { signal, onProgress } = options;
  const output = createOutput(sink, signal);
  const stored: StoredRowGroup[] = [];
  const known = new Set(columns.map(({ path }) => path));
  if (known.size < columns.length) {
    throw new ParquetError('INVALID_ARGUMENT', 'the schema has two columns of the same path');
  }
  const newChunks = (): ChunkWriter[] => columns.map((column) => createChunk(column));
  // Shows at once what chunk writers refuse.
  let open: { readonly chunks: ChunkWriter[]; rows: number } = { chunks: newChunks(), rows: 0 };
  let isPrepared = false;
  let storedRows = 0;
  let state: 'open' | 'finished' | 'aborted' | 'failed' = 'open';
  let running: Promise<unknown> | undefined;

  const prepare = async (): Promise<void> => {
    if (isPrepared) return;
    isPrepared = true;
    await Promise.all([...plan.codecs].map((codec) => codec.prepare?.()));
  };

  /** Runs one call: none besides it, and none after one that failed. */
  const call = async <T>(action: () => Promise<T>): Promise<T> => {
    if (state !== 'open') throw new ParquetError('INVALID_ARGUMENT', `the file writer has ${ended[state]}`);
    if (running !== undefined) {
      throw new ParquetError('INVALID_ARGUMENT', 'a call of the file writer is not over yet: await it');
    }
    try {
      signal?.throwIfAborted();
      const turn = prepare().then(action);
      running = turn;
      return await turn;
    } catch (error) {
      if (state === 'open') state = 'failed';
      open = { chunks: [], rows: 0 };
      // The first error counts.
      await sink.abort(error).catch(() => undefined);
      throw error;
    } finally {
      running = undefined;
    }
  };
  const check = (): void => {
    signal?.throwIfAborted();
    if (state === 'aborted') throw new ParquetError('INVALID_ARGUMENT', `the file writer has ${ended.aborted}`);
  };

  const store = async (pending: PendingChunk[], rowCount: number): Promise<void> => {
    if (output.position === 0) await output.write(magic);
    const ordinal = stored.length;
    try {
      stored.push(await writeRowGroup(output, pending, { rowCount, ordinal, sortingColumns }));
    } catch (error) {
      throw withPlace(error, { rowGroup: ordinal });
    }
    check();
    storedRows += rowCount;
    onProgress?.({ rowGroups: stored.length, rows: storedRows, byteLength: output.position });
  };
  const storeOpen = async (): Promise<void> => {
    const { chunks, rows } = open;
    if (rows === 0) return;
    const pending = chunks.map((chunk, i) => encodedChunk(chunk.finish(), columns[i] as ColumnPlan));
    open = { chunks: newChunks(), rows: 0 };
    await store(pending, rows);
  };

  const checkNames = (given: Readonly<Record<string, unknown>>): void => {
    const unknown = Object.keys(given).find((path) => !known.has(path));
    if (unknown === undefined) return;
    throw new ParquetError('INVALID_ARGUMENT', `the schema has no column ${unknown}; it has: ${[...known].join(', ')}`);
  };
  const given = <T>(from: Readonly<Record<string, T>>, { path }: ColumnPlan): T => {
    const column = Object.hasOwn(from, path) ? from[path] : undefined;
    if (column !== undefined) return column;
    throw new ParquetError('INVALID_ARGUMENT', 'the column is missing', { column: path });
  };

  const take = async (batches: readonly WriteBatch[], rowCount: number): Promise<void> => {
    const cutters = batches.map((batch, i) => createRowCutter((columns[i] as ColumnPlan).leaf, batch));
    for (let left = rowCount; left > 0; ) {
      const rows = Math.min(left, rowGroupRows - open.rows, portionRows);
      for (const [i, cutter] of cutters.entries()) {
        open.chunks[i]?.write(cutter.take(rows));
        check();
      }
      open.rows += rows;
      left -= rows;
      const bytes = open.chunks.reduce((sum, chunk) => sum + chunk.bufferedBytes, 0);
      if (open.rows === rowGroupRows || bytes >= rowGroupBytes) await storeOpen();
    }
  };

  const encodeColumn = async (
    input: ColumnInput | ChunkCopy | AsyncIterable<ColumnInput>,
    column: ColumnPlan,
  ): Promise<PendingChunk> => {
    if (isChunkCopy(input)) return copiedChunk(input, column, signal);
    const chunk = createChunk(column);
    if (isPieces(input)) {
      for await (const piece of input) {
        check();
        chunk.write(columnBatch(column.leaf, piece));
      }
    } else {
      chunk.write(columnBatch(column.leaf, input));
    }
    return encodedChunk(chunk.finish(), column);
  };

  const writeColumns = async (from: RowGroupColumns): Promise<void> => {
    checkNames(from);
    const inputs = columns.map((column) => given(from, column));
    await storeOpen();
    const pending: PendingChunk[] = [];
    for (const [i, column] of columns.entries()) {
      check();
      pending.push(await encodeColumn(inputs[i] as (typeof inputs)[number], column));
    }
    const rowCount = sameRows(
      pending.map((chunk) => chunk.rowCount),
      columns,
    );
    await store(pending, rowCount);
  };

  const storeParts = async (parts: readonly RowGroupPart[]): Promise<void> => {
    await storeOpen();
    for (const { chunks, rowCount } of parts) await store([...chunks], rowCount);
  };

  return {
    schema,
    get rowCount(): number {
      return storedRows + open.rows;
    },
    write: (from) =>
      call(async () => {
        checkNames(from);
        const batches = columns.map((column) => columnBatch(column.leaf, given(from, column)));
        await take(
          batches,
          sameRows(
            batches.map((batch) => batch.rowCount),
            columns,
          ),
        );
      }),
    endRowGroup: () => call(storeOpen),
    writeRowGroup: (from) => call(() => writeColumns(from)),
    copyRowGroup: (file, rowGroup, { columns: names = {}, rows } = {}) =>
      call(async () => {
        checkNames(names);
        const copies = columnCopies(columns, { file, rowGroup, names });
        await storeParts([await copiedRows(copies, rows, signal)]);
      }),
    splitRowGroup: (file, rowGroup, { columns: names = {}, rowGroupRows: rows = rowGroupRows } = {}) =>
      call(async () => {
        checkNames(names);
        await storeParts(await splitParts(columnCopies(columns, { file, rowGroup, names }), rows, signal));
      }),
    finish: () =>
      call(async () => {
        await storeOpen();
        if (output.position === 0) await output.write(magic);
        const metadata = await writeFileEnd(output, stored, {
          schema: schemaElements(schema),
          createdBy: options.createdBy ?? `marquetry version ${version}`,
          columnOrders: columns.map(({ columnOrder }) => columnOrder),
          ...keyValues(options.keyValueMetadata),
        });
        check();
        await sink.close();
        state = 'finished';
        return metadata;
      }),
    abort: async (reason) => {
      if (state !== 'open') return;
      state = 'aborted';
      await running?.catch(() => undefined);
      open = { chunks: [], rows: 0 };
      await sink.abort(reason);
    },
  };
}

const ended = {
  finished: 'finished',
  aborted: 'been aborted',
  failed: 'failed: nothing can be written any more',
} as const;

function createChunk({ options, path }: ColumnPlan): ChunkWriter {
  try {
    return createChunkWriter(options);
  } catch (error) {
    throw withPlace(error, { column: path });
  }
}

function isPieces(input: ColumnInput | AsyncIterable<ColumnInput>): input is AsyncIterable<ColumnInput> {
  return Symbol.asyncIterator in input;
}

/** The rows that all columns have. @throws ParquetError INVALID_ARGUMENT naming one that has others. */
function sameRows(counts: readonly number[], columns: readonly ColumnPlan[]): number {
  const [first = 0] = counts;
  const other = counts.findIndex((count) => count !== first);
  const column = columns[other];
  if (column === undefined) return first;
  const what = `the column has ${counts[other]} rows, ${formatPath(columns[0]?.leaf.path ?? [])} has ${first}`;
  throw new ParquetError('INVALID_ARGUMENT', what, { column: column.path });
}

function keyValues(from: FileWriterOptions['keyValueMetadata']): { readonly keyValueMetadata?: readonly KeyValue[] } {
  if (from === undefined) return {};
  const isList = (list: typeof from): list is readonly KeyValue[] => Array.isArray(list);
  const keyValueMetadata = isList(from) ? from : Object.entries(from).map(([key, value]) => ({ key, value }));
  return keyValueMetadata.length === 0 ? {} : { keyValueMetadata };
}
