/**
 * Arrow tables and record batches to files.
 */
import { type UnnestedLeaf, unnestColumnInSteps } from '@marquetry/column';
import { isParquetError, isTurnDue, noNulls, ParquetError, runStepsInTurns, yieldToEventLoop } from '@marquetry/core';
import type { FileWriter, WriteColumns } from '@marquetry/file';
import { type Field, fieldsOf, formatPath } from '@marquetry/schema';
import type { Data, RecordBatch, Table } from 'apache-arrow';
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
        for await (const columns of portionsOf(fields, batch, shared, writer.signal)) await writer.write(columns);
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

/** Entries of a portion, at any depth: what is checked and converted in one stretch. */
const portionEntries = 2 ** 17;

/** The columns of a batch, some rows at a time: Arrow's data is sliced without a copy. */
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

/** Entries of the deepest lists, for each row on average. */
function entriesPerRow({ length, children }: Data): number {
  return childrenOf(children).reduce(
    (most, child) => Math.max(most, (child.length / Math.max(length, 1)) * entriesPerRow(child)),
    1,
  );
}

/** Builders leave out children that have no entry, and apache-arrow cannot slice data without them. */
function canSlice({ type, children }: Data): boolean {
  const there = childrenOf(children);
  return there.length === (type.children?.length ?? 0) && there.every(canSlice);
}

function childrenOf(children: readonly (Data | undefined)[] | undefined): Data[] {
  return children?.filter((child) => child !== undefined) ?? [];
}

/** @throws ParquetError INVALID_ARGUMENT for what sources of JavaScript may give instead. */
function requireBatch(batch: Partial<RecordBatch> | null | undefined): void {
  if (typeof batch?.numRows === 'number' && batch.schema !== undefined && batch.data !== undefined) return;
  throw new ParquetError('INVALID_ARGUMENT', 'the source gives something else than record batches');
}
