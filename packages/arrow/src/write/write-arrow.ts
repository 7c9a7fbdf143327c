/**
 * Arrow tables and record batches to files.
 */
import { type FlattenedLeaf, unnestColumn } from '@marquetry/column';
import { isParquetError, isTurnDue, noNulls, ParquetError, yieldToEventLoop } from '@marquetry/core';
import type { FileWriter } from '@marquetry/file';
import { type Field, fieldsOf, formatPath } from '@marquetry/schema';
import type { RecordBatch, Table } from 'apache-arrow';
import { entriesOf, nestedColumn, type Surroundings } from './nested-from-arrow.js';
import { placesOf } from './places.js';

/** A table, a record batch, or record batches one by one, as a `RecordBatchReader` gives them. */
export type ArrowSource = Table | RecordBatch | Iterable<RecordBatch> | AsyncIterable<RecordBatch>;

/**
 * Writes all rows. Columns go by their names to the fields of the writer's schema, which `schemaFromArrow` makes, or which
 * has types that hold the same values; that the file is finished is the caller's.
 *
 * Nothing is changed on the way but what {@link schemaFromArrow} names: what does not fit is an error.
 * @throws ParquetError, naming column and row (from the start of the record batch): INVALID_ARGUMENT for columns that are
 *   not those of the schema, nulls where it has none, and data that contradicts itself; LIMIT for values that the column
 *   has no room for; UNSUPPORTED for types that Parquet does not have. The writer is then aborted, so that nothing that
 *   looks whole is left; so it is when the source fails, whose error comes unchanged.
 */
export async function writeArrow(writer: FileWriter, source: ArrowSource): Promise<void> {
  const fields = fieldsOf(writer.schema);
  const shared: Shared = { dictionaries: new WeakMap(), checked: new Map() };
  let ordinal = 0;
  try {
    for await (const batch of batchesOf(source)) {
      requireBatch(batch);
      try {
        // Tables of no rows have a batch, which may hold anything.
        if (batch.numRows > 0) await writer.write(await columnsOf(fields, batch, shared));
      } catch (error) {
        throw isParquetError(error) ? withBatch(error, ordinal) : error;
      }
      ordinal++;
    }
  } catch (error) {
    // The first error counts.
    await writer.abort(error).catch(() => undefined);
    throw error;
  }
}

function withBatch({ code, reason, at, cause }: ParquetError, ordinal: number): ParquetError {
  return new ParquetError(code, `record batch ${ordinal}: ${reason}`, at, { cause });
}

/** What batches have in common. */
type Shared = Pick<Surroundings, 'dictionaries' | 'checked'>;

/**
 * Tables and record batches are iterable themselves, over rows; they are known by what they have, as they may be of another
 * copy of apache-arrow.
 */
function batchesOf(source: ArrowSource): Iterable<RecordBatch> | AsyncIterable<RecordBatch> {
  if ('batches' in source) return source.batches;
  return 'numRows' in source ? [source] : source;
}

/** Yields to the event loop between columns: `write` then looks at the signal of the writer. */
async function columnsOf(
  fields: readonly Field[],
  { schema, data, numRows }: RecordBatch,
  shared: Shared,
): Promise<Readonly<Record<string, FlattenedLeaf>>> {
  const columns: Record<string, FlattenedLeaf> = Object.create(null);
  const places = placesOf(schema.fields, fields, []);
  for (const field of fields) {
    const child = data.children[places.get(field.name) ?? -1];
    if (child === undefined) {
      throw new ParquetError('INVALID_ARGUMENT', 'the column is missing', { column: formatPath([field.name]) });
    }
    const entries = entriesOf(child, 0, numRows, field);
    const column = nestedColumn(field, entries, { nulls: noNulls, rowOf: (entry) => entry, ...shared });
    for (const flat of unnestColumn(column)) columns[formatPath(flat.leaf.path)] = flat;
    if (isTurnDue()) await yieldToEventLoop();
  }
  return columns;
}

/** @throws ParquetError INVALID_ARGUMENT for what sources of JavaScript may give instead. */
function requireBatch(batch: Partial<RecordBatch> | null | undefined): void {
  if (typeof batch?.numRows === 'number' && batch.schema !== undefined && batch.data !== undefined) return;
  throw new ParquetError('INVALID_ARGUMENT', 'the source gives something else than record batches');
}
