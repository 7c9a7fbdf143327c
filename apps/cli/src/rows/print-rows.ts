/**
 * The rows of a file, as a table, JSON lines or CSV.
 */
import { isParquetError } from '@marquetry/core';
import { type ParquetFile, readNested, rowsWithin } from '@marquetry/file';
import { type Field, fieldsOf, type LeafNode } from '@marquetry/schema';
import type { Context } from '../context.js';
import { UsageError } from '../failure.js';
import { leavesOf } from '../leaves-of.js';
import { withInput } from '../open-input.js';
import { createFormat } from './format.js';
import type { FormatName } from './format-name.js';
import { columnsOf, type Printing } from './printing.js';

export interface CatOptions {
  readonly columns?: readonly string[];
  readonly where?: string;
  readonly orderBy?: string;
  readonly offset: number;
  readonly limit?: number;
  readonly format?: FormatName;
  readonly json?: boolean;
}

/** Prints rows of a path or URL. */
export function printRows(name: string, options: CatOptions, context: Context): Promise<void> {
  return withInput(name, context, (file) => printSelected(file, options, context));
}

async function printSelected(file: ParquetFile, options: CatOptions, context: Context): Promise<void> {
  const { output, progress } = context;
  const format = formatOf(options, output.isTerminal);
  const leaves = leavesOf(file, options.columns);
  const fields = fieldsInOrder(file, leaves);
  const rows = createFormat(format, fields, output);
  const write = format === 'table' ? output.write : output.writeRecords;
  const printing = { fields, rows, write };
  const { orderBy } = options;
  if (orderBy === undefined) await printBatches(file, leaves, printing, options, context);
  else {
    const { printOrdered } = await import('./print-ordered.js');
    await printOrdered(file, leaves, printing, { ...options, orderBy }, context);
  }
  progress.clear();
}

function formatOf({ format, json }: CatOptions, isTerminal: boolean): FormatName {
  if (json !== true) return format ?? (isTerminal ? 'table' : 'json');
  if (format !== undefined && format !== 'json') throw new UsageError(`--json and --format ${format} contradict`);
  return 'json';
}

/** The fields of the rows, as the first of their columns were named. Inside of structs the order is that of the schema. */
function fieldsInOrder({ schema }: ParquetFile, leaves: readonly LeafNode[]): readonly Field[] {
  const places = new Map(leaves.map((leaf, place) => [leaf, place]));
  // Not as arguments of one call: engines take some ten thousand.
  const placeOf = ({ leaves: below }: Field): number =>
    below.reduce((least, leaf) => Math.min(least, places.get(leaf) ?? 0), Number.POSITIVE_INFINITY);
  return fieldsOf(schema, leaves)
    .map((field) => ({ field, place: placeOf(field) }))
    .sort((a, b) => a.place - b.place)
    .map(({ field }) => field);
}

/** Decoded bytes to hold at once, roughly, and rows at most. */
const batchBytes = 2 ** 25;
const maxBatchRows = 2 ** 14;

/** Text is handed on in pieces of about this many characters. */
const pieceLength = 2 ** 16;

async function printBatches(
  file: ParquetFile,
  leaves: readonly LeafNode[],
  { fields, rows, write }: Printing,
  { offset, limit, where }: CatOptions,
  { output, progress, pause, signal }: Context,
): Promise<void> {
  const total = Math.min(Math.max(0, file.rowCount - offset), limit ?? Number.POSITIVE_INFINITY);
  const predicate =
    where === undefined ? {} : { where: (await import('../where/read-where.js')).readWhere(where, file) };
  let text = rows.begin();
  let done = 0;
  const batches = readNested(file, {
    ...predicate,
    columns: leaves,
    offset,
    ...(limit === undefined ? {} : { limit }),
    batchRows: Math.min(maxBatchRows, await rowsWithin(file, leaves, batchBytes, { signal })),
    signal,
  });
  try {
    for await (const batch of batches) {
      const rowText = rows.rowsOf(columnsOf(batch, fields));
      for (let row = 0; row < batch.rowCount; row++) {
        text += rowText(row);
        done++;
        if (text.length < pieceLength) continue;
        await write(text);
        text = '';
        await pause();
      }
      await pause();
      // Where rows go to the terminal, they are the progress.
      if (!output.isTerminal) progress.update(done, total, 'rows');
    }
  } catch (error) {
    // The rows before a fault are good.
    if (isParquetError(error) && done > 0) await write(text + rows.end());
    throw error;
  }
  await write(text + rows.end());
}
