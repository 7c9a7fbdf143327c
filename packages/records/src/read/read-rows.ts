/** Reads the rows of a file. */
import { nestedBytes } from '@marquetry/column';
import {
  boundGarbage,
  isTurnDue,
  type Limits,
  limitError,
  ParquetError,
  runStepsInTurns,
  yieldToEventLoop,
} from '@marquetry/core';
import { leavesOf, type ParquetFile, readNestedBatches, requireColumnRoom, rowsWithin } from '@marquetry/file';
import { fieldsOfInSteps } from '@marquetry/schema';
import { createRowBinder, type Row } from './assemble.js';
import { eachRow } from './each-row.js';
import { entryCodeFor } from './entry-code.js';
import type { ReadRowsOptions } from './read-rows-options.js';
import { chooseForms, mapFormOf } from './row-form.js';
import { portionEnds } from './row-portions.js';
import { withTemporal } from './temporal-forms.js';
import { chooseTextForms } from './text-forms.js';

/**
 * Yields the rows of a file as objects with the fields in the order of the schema. With `columns`, rows contain only
 * the selected columns, at any depth. If only the keys or only the values of a map are selected, the map becomes a list
 * of objects. Values are `plain` by default.
 * @throws ParquetError as `ParquetFile.columnBatches` does; INVALID_ARGUMENT for forms that a column does not support,
 * CORRUPT for text that is not UTF-8; LIMIT for a value that a Date cannot represent; UNSUPPORTED for a file without
 * columns. If the signal is aborted, throws its reason.
 */
export function readRows(file: ParquetFile, options: ReadRowsOptions = {}): AsyncGenerator<Row, void, undefined> {
  return eachRow(readRowBatches(file, options));
}

/**
 * Like {@link readRows}, but yields arrays of rows. Use it for millions of rows, where awaiting each row would take
 * most of the time.
 */
export async function* readRowBatches(
  file: ParquetFile,
  options: ReadRowsOptions = {},
): AsyncGenerator<Row[], void, undefined> {
  for await (const { rows } of readPortions(file, options)) yield rows;
}

/**
 * Returns all rows as one array.
 * @throws ParquetError as {@link readRows} does; LIMIT if the estimated size of the rows exceeds `limits.resultBytes`.
 */
export async function readAllRows(file: ParquetFile, options: ReadRowsOptions = {}): Promise<Row[]> {
  const { limits } = file;
  const all: Row[] = [];
  let byteLength = 0;
  for await (const { rows, estimate } of readPortions(file, options)) {
    byteLength += estimate();
    if (byteLength > limits.resultBytes) {
      const what = `an array of at least ${all.length + rows.length} rows (about ${Math.ceil(byteLength)} bytes)`;
      throw limitError('resultBytes', limits, what);
    }
    for (const row of rows) all.push(row);
  }
  return all;
}

/** Consecutive rows whose objects are created together. */
interface Portion {
  readonly rows: Row[];
  /** Returns the approximate number of bytes that the rows take. */
  estimate(): number;
}

async function* readPortions(file: ParquetFile, options: ReadRowsOptions): AsyncGenerator<Portion, void, undefined> {
  const chosenText = await chooseTextForms(file, options);
  const { as, asKind, values, maps = mapFormOf(values), pin, text: _, variants, ...read } = chosenText;
  const { schema, limits } = file;
  const leaves = leavesOf(schema, read.columns);
  requireColumnRoom(file, leaves.length);
  const chosen = chooseForms(schema, { ...(as && { as }), ...(asKind && { asKind }), ...(values && { values }) });
  const form = await withTemporal(chosen, leaves);
  const fields = await runStepsInTurns(fieldsOfInSteps(schema, leaves), read.signal);
  if (schema.leaves.length === 0) throw new ParquetError('UNSUPPORTED', 'a file without columns has no rows to read');
  if (fields.length === 0) throw new ParquetError('INVALID_ARGUMENT', '`columns` must name at least one column');
  const code = await entryCodeFor(fields, leaves, form, read.signal, { form: variants, values });
  const binding = createRowBinder(fields, { ...code, form, limits, maps, ...(pin !== undefined && { pin }) });
  const bind = await runStepsInTurns(binding, read.signal);
  const batchRows =
    read.batchRows ?? Math.min(maxBatchRows, await rowsWithin(file, leaves, decodedBytes(leaves.length, limits), read));
  for await (const { columns } of readNestedBatches(file, { ...read, batchRows })) {
    const batch = await runStepsInTurns(bind(columns), read.signal);
    const mostBytes = Math.max(limits.memoryBytes - nestedBytes(columns), limits.memoryBytes / 4);
    // If the caller did not set `batchRows`, build fewer rows at a time than the memory limit would allow.
    const bytes = read.batchRows === undefined ? Math.min(mostBytes, withinMemory(portionBytes, limits)) : mostBytes;
    let from = 0;
    while (isTurnDue()) await yieldToEventLoop(read.signal);
    for (const to of portionEnds(batch, { rows: batchRows, bytes, mostBytes, limits })) {
      const first = from;
      boundGarbage(limits);
      yield {
        rows: await runStepsInTurns(batch.build(first, to), read.signal),
        estimate: () => batch.bytes(first, to),
      };
      from = to;
    }
    if (isTurnDue()) await yieldToEventLoop(read.signal);
  }
}

/** Approximate number of decoded bytes per batch. Row objects take several times as many bytes. */
const batchBytes = 2 ** 22;
/**
 * Minimum number of decoded bytes per column and batch. A batch creates several kilobytes of objects per column,
 * however few rows it has, so it should contain at least as many bytes of values.
 */
const columnBatchBytes = 2 ** 12;
const mostColumnsShare = 1 / 8;

/** Returns the approximate number of decoded bytes that a batch of this many columns should have. */
function decodedBytes(columns: number, limits: Limits): number {
  const ofColumns = Math.min(columns * columnBatchBytes, limits.memoryBytes * mostColumnsShare);
  return Math.max(withinMemory(batchBytes, limits), ofColumns);
}

/** Estimated size, in bytes, of the row objects that are built at a time. */
const portionBytes = 2 ** 24;

/**
 * Returns `most`, or less if the memory limit is small. Fewer rows are then built at a time, so that fewer of their
 * objects survive a collection of V8's young generation; many survivors make V8 use tens of megabytes more.
 */
function withinMemory(most: number, { memoryBytes }: Limits): number {
  return Math.min(most, Math.max(most / 64, (most * (memoryBytes - standingBytes)) / ampleBytes));
}

const standingBytes = 2 ** 26;
const ampleBytes = 2 ** 28;
/**
 * Maximum number of rows per batch. More rows would not save time, and their objects would survive collections of V8's
 * young generation.
 */
const maxBatchRows = 2 ** 10;
