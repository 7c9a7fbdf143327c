/** Implements `--order-by`: prints the first rows in the sort order of one column. */
import { isParquetError } from '@marquetry/core';
import type { RowPlace } from '@marquetry/dataset';
import { createTopRows, type OrderBy, orderedLeaf } from '@marquetry/prune';
import type { Context } from '../context.js';
import { UsageError } from '../failure.js';
import { variantPathsOf } from '../variant-paths.js';
import { readWhere } from '../where/read-where.js';
import type { RowOptions } from './row-options.js';
import type { RowPrinter } from './row-printer.js';
import type { RowSource } from './row-source.js';
import type { RowSpan } from './row-span.js';
import { rowsViewOf } from './rows-view.js';

/** The options of a row-printing command with `--order-by`: the order, and how many rows to print. */
export interface OrderedOptions extends RowOptions {
  readonly orderBy: string;
  readonly span: RowSpan;
}

const form = /^(?<column>.+?)(?:\s+(?<direction>asc|desc))?(?:\s+nulls\s+(?<nulls>first|last))?$/i;

/** Parses an order such as `delay desc nulls first`. */
export function parseOrderBy(text: string): OrderBy {
  const { column, direction, nulls } = form.exec(text.trim())?.groups ?? {};
  if (column === undefined) throw new UsageError('--order-by needs a column: --order-by "delay desc"');
  return {
    column,
    descending: direction?.toLowerCase() === 'desc',
    ...(nulls !== undefined && { nulls: nulls.toLowerCase() as 'first' | 'last' }),
  };
}

/**
 * Awaits `done`, and converts INVALID_ARGUMENT errors, such as that for an unknown column, to a `UsageError` that names
 * `--order-by`.
 */
async function ordering<T>(done: Promise<T>): Promise<T> {
  try {
    return await done;
  } catch (error) {
    const isUsage = isParquetError(error) && error.code === 'INVALID_ARGUMENT';
    throw isUsage ? new UsageError(`--order-by: ${error.message}`) : error;
  }
}

/**
 * Sorts the rows of all files as `--order-by` requests, and prints the first ones. The formatted text of all printed
 * rows is in memory at once.
 */
export async function printOrdered(
  source: RowSource,
  { orderBy, span, where, ...options }: OrderedOptions,
  printer: RowPrinter,
  { signal }: Context,
): Promise<void> {
  if (span.kind !== 'first' || span.limit === undefined) {
    throw new UsageError('--order-by requires --limit, the maximum number of rows to print');
  }
  const { offset, limit } = span;
  const order = parseOrderBy(orderBy);
  const places = await placesOf(source, { orderBy: order, offset, limit, where, signal });
  await printer.printOrdered(
    (index, use) =>
      source.withFile(index, async (file) =>
        use({ name: source.nameOf(index), view: await rowsViewOf(file, options) }),
      ),
    places,
  );
}

/** Returns the file and the row number of each row to print, in the order in which they are printed. */
async function placesOf(
  { table, withFile }: RowSource,
  {
    where,
    ...read
  }: {
    readonly orderBy: OrderBy;
    readonly offset: number;
    readonly limit: number;
    readonly where: string | undefined;
    readonly signal: AbortSignal;
  },
): Promise<readonly RowPlace[]> {
  const { column } = read.orderBy;
  if (table !== undefined) {
    const { dataset, where: parsed } = table;
    return ordering(dataset.topRows({ ...read, ...(parsed !== undefined && { where: parsed }) }));
  }
  const top = createTopRows(read);
  await withFile(0, async (file) => {
    const { signal } = read;
    const paths = await variantPathsOf(file);
    const leaf = await ordering(
      paths?.orderedColumn(file, column, { signal }) ?? (async () => orderedLeaf(file.schema, column))(),
    );
    const tested = where === undefined ? {} : readWhere(where, file, paths).tested;
    await top.scan(file, 0, { signal, where: tested }, { leaf, stored: leaf });
  });
  return top.rows();
}
