/** Writes Arrow tables and record batches to files. */
import { type UnnestedLeaf, unnestColumnInSteps } from '@marquetry/column';
import { isParquetError, isTurnDue, noNulls, ParquetError, runStepsInTurns, yieldToEventLoop } from '@marquetry/core';
import type { FileWriter, WriteColumns } from '@marquetry/file';
import { type Field, fieldsOf, formatPath } from '@marquetry/schema';
import type { Data, RecordBatch, Table } from 'apache-arrow';
import { entriesOf, nestedColumn, type Surroundings } from './nested-from-arrow.js';
import { placesOf } from './places.js';

/** A table, a record batch, or an iterable of record batches such as a `RecordBatchReader`. */
export type ArrowSource = Table | RecordBatch | Iterable<RecordBatch> | AsyncIterable<RecordBatch>;

/**
 * Writes all rows of a table or of record batches. Columns are matched by name to the fields of the writer's schema.
 * Create that schema with `schemaFromArrow`, or use types with the same kinds of values. The caller must finish the
 * file.
 *
 * Values are converted only as {@link schemaFromArrow} describes; any other value that does not fit throws an error.
 * @throws ParquetError, naming column and row (counted within the record batch): INVALID_ARGUMENT for columns that do
 * not match the schema, nulls in required columns, and inconsistent data; LIMIT for values out of the column's range;
 * UNSUPPORTED for types without a Parquet equivalent. The writer is then aborted, so that no incomplete file is left.
 * If the source throws an error, the writer is aborted too, and the same error is thrown.
 */
export async function writeArrow(writer: FileWriter, source: ArrowSource): Promise<void> {
  const fields = fieldsOf(writer.schema);
  const shared: Shared = { dictionaries: new WeakMap(), checked: new Map() };
  let ordinal = 0;
  try {
    for await (const batch of batchesOf(source)) {
      requireBatch(batch);
      try {
        // `portionsOf` skips a batch without rows, because its buffers may be missing.
        for await (const columns of portionsOf(fields, batch, shared, writer.signal)) await writer.write(columns);
      } catch (error) {
        throw isParquetError(error) ? withBatch(error, ordinal) : error;
      }
      ordinal++;
    }
  } catch (error) {
    // The caller must get the first error, not an error caused by aborting the writer.
    await writer.abort(error).catch(() => undefined);
    throw error;
  }
}

function withBatch({ code, reason, at, cause }: ParquetError, ordinal: number): ParquetError {
  return new ParquetError(code, `record batch ${ordinal}: ${reason}`, at, { cause });
}

/** The state of a `writeArrow` call that is kept from one record batch to the next. */
type Shared = Pick<Surroundings, 'dictionaries' | 'checked'>;

/**
 * Returns the record batches of a table, a record batch or an iterable. Tables and record batches are also iterables of
 * rows, so this function checks which properties they have; `instanceof` would not recognize objects from another copy
 * of apache-arrow.
 */
function batchesOf(source: ArrowSource): Iterable<RecordBatch> | AsyncIterable<RecordBatch> {
  if ('batches' in source) return source.batches;
  return 'numRows' in source ? [source] : source;
}

/** Maximum number of entries, at any depth, to check and convert before yielding to the event loop. */
const portionEntries = 2 ** 17;

/**
 * Yields the converted columns of a record batch, one range of rows at a time. A range has at most about
 * {@link portionEntries} entries. The Arrow data of a range shares the memory of the batch.
 */
async function* portionsOf(
  fields: readonly Field[],
  { schema, data, numRows }: RecordBatch,
  shared: Shared,
  signal: AbortSignal | undefined,
): AsyncGenerator<WriteColumns, void, undefined> {
  const places = placesOf(schema.fields, fields, []);
  const children = fields.map((field) => {
    const child = data.children[places.get(field.name) ?? -1];
    if (child !== undefined) return entriesOf(child, 0, numRows, field);
    throw new ParquetError('INVALID_ARGUMENT', 'the record batch does not have this column', {
      column: formatPath([field.name]),
    });
  });
  const deepest = children.reduce((most, child) => Math.max(most, entriesPerRow(child)), 1);
  const most = children.every(canSlice) ? Math.max(1, Math.floor(portionEntries / deepest)) : numRows;
  for (let from = 0; from < numRows; from += most) {
    const count = Math.min(most, numRows - from);
    const columns: Record<string, UnnestedLeaf & { readonly firstRow: number }> = Object.create(null);
    for (const [i, field] of fields.entries()) {
      const entries = entriesOf(children[i] as Data, from, count, field);
      const rowOf = (entry: number): number => from + entry;
      const column = nestedColumn(field, entries, { nulls: noNulls, rowOf, ...shared });
      for (const flat of await runStepsInTurns(unnestColumnInSteps(column), signal)) {
        columns[formatPath(flat.leaf.path)] = { ...flat, firstRow: from };
      }
      if (isTurnDue()) await yieldToEventLoop(signal);
    }
    yield columns;
  }
}

/** Returns the average number of entries per row, at the depth that has the most entries. */
function entriesPerRow({ length, children }: Data): number {
  return childrenOf(children).reduce(
    (most, child) => Math.max(most, (child.length / Math.max(length, 1)) * entriesPerRow(child)),
    1,
  );
}

/**
 * True if apache-arrow can slice the data. It cannot if a child is missing: builders omit a child that has no entries.
 */
function canSlice({ type, children }: Data): boolean {
  const there = childrenOf(children);
  return there.length === (type.children?.length ?? 0) && there.every(canSlice);
}

function childrenOf(children: readonly (Data | undefined)[] | undefined): Data[] {
  return children?.filter((child) => child !== undefined) ?? [];
}

/**
 * Checks that a value is a record batch, because JavaScript callers may pass anything.
 * @throws ParquetError INVALID_ARGUMENT if it is not.
 */
function requireBatch(batch: Partial<RecordBatch> | null | undefined): void {
  if (typeof batch?.numRows === 'number' && batch.schema !== undefined && batch.data !== undefined) return;
  throw new ParquetError('INVALID_ARGUMENT', 'the source must yield record batches from apache-arrow');
}
