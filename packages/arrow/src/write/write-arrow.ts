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
 * Writes all rows. Columns are matched by name to the fields of the writer's schema, which `schemaFromArrow` creates,
 * or which has types with the same kinds of values. The caller finishes the file.
 *
 * Only the properties that {@link schemaFromArrow} lists change; anything else that does not fit throws an error.
 * @throws ParquetError, naming column and row (counted within the record batch): INVALID_ARGUMENT for columns that do
 * not match the
 * schema, nulls in required columns, and inconsistent data; LIMIT for values out of the column's range; UNSUPPORTED for
 * types
 * without a Parquet equivalent. The writer is then aborted, so that no incomplete file is left. It is also aborted if
 * the source
 * fails, whose error is thrown unchanged.
 */
export async function writeArrow(writer: FileWriter, source: ArrowSource): Promise<void> {
  const fields = fieldsOf(writer.schema);
  const shared: Shared = { dictionaries: new WeakMap(), checked: new Map() };
  let ordinal = 0;
  try {
    for await (const batch of batchesOf(source)) {
      requireBatch(batch);
      try {
        // A batch without rows is skipped, because its data may be anything.
        for await (const columns of portionsOf(fields, batch, shared, writer.signal)) await writer.write(columns);
      } catch (error) {
        throw isParquetError(error) ? withBatch(error, ordinal) : error;
      }
      ordinal++;
    }
  } catch (error) {
    // Report the first error.
    await writer.abort(error).catch(() => undefined);
    throw error;
  }
}

function withBatch({ code, reason, at, cause }: ParquetError, ordinal: number): ParquetError {
  return new ParquetError(code, `record batch ${ordinal}: ${reason}`, at, { cause });
}

/** The state that batches share. */
type Shared = Pick<Surroundings, 'dictionaries' | 'checked'>;

/**
 * Returns the record batches. Tables and record batches are themselves iterable over rows; they are recognised by their
 * properties, because they may come from another copy of apache-arrow.
 */
function batchesOf(source: ArrowSource): Iterable<RecordBatch> | AsyncIterable<RecordBatch> {
  if ('batches' in source) return source.batches;
  return 'numRows' in source ? [source] : source;
}

/** Entries per portion, at any depth, that are checked and converted without yielding. */
const portionEntries = 2 ** 17;

/** Yields the columns of a batch, some rows at a time. Slices of Arrow data share memory. */
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
    throw new ParquetError('INVALID_ARGUMENT', 'the column is missing', { column: formatPath([field.name]) });
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

/** Average number of entries per row in the deepest lists. */
function entriesPerRow({ length, children }: Data): number {
  return childrenOf(children).reduce(
    (most, child) => Math.max(most, (child.length / Math.max(length, 1)) * entriesPerRow(child)),
    1,
  );
}

/** Builders omit children without entries, and apache-arrow cannot slice such data. */
function canSlice({ type, children }: Data): boolean {
  const there = childrenOf(children);
  return there.length === (type.children?.length ?? 0) && there.every(canSlice);
}

function childrenOf(children: readonly (Data | undefined)[] | undefined): Data[] {
  return children?.filter((child) => child !== undefined) ?? [];
}

/** @throws ParquetError INVALID_ARGUMENT for a value that is not a record batch, which JavaScript callers may pass. */
function requireBatch(batch: Partial<RecordBatch> | null | undefined): void {
  if (typeof batch?.numRows === 'number' && batch.schema !== undefined && batch.data !== undefined) return;
  throw new ParquetError('INVALID_ARGUMENT', 'the source must yield record batches of apache-arrow');
}
